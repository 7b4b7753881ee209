/* The worker: bug hunts, statistics, PGN files, and in the sandbox the user's own function. It gets the module first and
 * then one job; the page ends it by terminating it. */
import type { Position } from 'plyforge';
import { divide, perft } from 'plyforge/perft';
import { readPgnStream, type PgnGame } from 'plyforge/pgn';
import { bisect, type Divide, type Question as Asked } from 'plyforge/workbench';
import { COLUMNS, compareDivide, fenOf, readFen, statistics, useModule, variantOf, type Rules } from './engine';
import { estimate } from './estimate';
import { brokenDivide } from './example';
import type { Answer, Compared, GameSummary, HuntResult, Job, Paste, Question, Start } from './messages';

const post = (answer: Answer): void => (self as unknown as Worker).postMessage(answer);

// ---- Bug hunts ----

/** Thrown when the search needs a divide that has not been pasted yet. */
class Unanswered extends Error {
    constructor(readonly asked: Asked) {
        super();
    }
}

function playAll(position: Position, moves: readonly string[]): Position {
    return moves.reduce((before, move) => before.play(move), position);
}

/** The known answers, by question. */
class Answers {
    private readonly texts = new Map<string, string>();

    constructor(private readonly rules: Rules) {}

    private key(fen: string, moves: readonly string[], depth: number): string {
        return `${fen}|${moves.join(' ')}|${depth}`;
    }

    add(paste: Paste, root: Position, compared: Compared): void {
        const fen = fenOf(playAll(root, paste.line.slice(0, paste.base)), this.rules);
        const moves = paste.line.slice(paste.base);
        this.texts.set(this.key(fen, moves, paste.depth), paste.text);
        if (paste.depth === 1 || this.texts.has(this.key(fen, moves, 1))) return;
        // A deeper divide has the list of moves, which is the divide of depth 1.
        const list = compared.rows.filter((row) => row.verdict !== 'missing');
        if (list.length > 0) this.texts.set(this.key(fen, moves, 1), list.map((row) => `${row.move}: 1`).join('\n'));
    }

    find({ fen, moves, depth }: Asked): string | undefined {
        const found = this.texts.get(this.key(fen, moves, depth));
        if (found !== undefined || moves.length === 0) return found;
        // For a program that is only ever given FENs, its answer about the position itself is used for the line.
        return this.texts.get(this.key(fenOf(playAll(readFen(fen, this.rules, true), moves), this.rules), [], depth));
    }
}

/** Counts up to this size take negligible time, so depths are tried while the previous count is below it. */
const QUICK = 30_000_000n;

/** The depth at which the divide fits best: most moves with the same count, then the nearest total. */
function depthOf(position: Position, text: string, rules: Rules): number {
    let best = 1;
    let bestScore = -1;
    for (let depth = 1; depth <= 12; depth++) {
        const before = perft(position, depth - 1);
        if (before > QUICK) {
            const { theirs } = compareDivide(position, text, 1, rules);
            if (theirs > 8n * before)
                throw new Error(
                    `its total of ${theirs} is more than this page counts; take depth ${depth - 1} or less`,
                );
            break;
        }
        const { rows, ours, theirs } = compareDivide(position, text, depth, rules);
        const same = rows.filter((row) => row.verdict === 'same').length;
        const ratio =
            ours > theirs ? Number(theirs) / Math.max(1, Number(ours)) : Number(ours) / Math.max(1, Number(theirs));
        if (same + ratio > bestScore) [best, bestScore] = [depth, same + ratio];
        if (ours > 8n * (theirs + 8n)) break;
    }
    return best;
}

function comparePaste(paste: Paste, root: Position, rules: Rules): Compared {
    const base = playAll(root, paste.line.slice(0, paste.base));
    const moves = paste.line.slice(paste.base);
    const position = playAll(base, moves);
    return {
        ...compareDivide(position, paste.text, paste.depth, rules),
        fen: fenOf(base, rules),
        moves,
        direct: fenOf(position, rules),
        depth: paste.depth,
    };
}

function toQuestion(asked: Asked, root: Position, rules: Rules, line: readonly string[]): Question {
    // The search sets up the root, or a position of the line before its last moves.
    const base = asked.fen === fenOf(root, rules) ? 0 : line.length - asked.moves.length;
    const whole = base === 0 ? asked.moves : [...line];
    return {
        line: whole,
        base,
        depth: asked.depth,
        fen: asked.fen,
        moves: asked.moves,
        direct: fenOf(playAll(root, whole), rules),
    };
}

/** About how many nodes the comparison of all pastes takes. A paste without a place is refused later. */
function costOf(pastes: readonly Paste[], root: Position): bigint {
    let nodes = 0n;
    for (const { line, depth } of pastes) {
        try {
            nodes += estimate(playAll(root, line), depth);
        } catch {
            // As above.
        }
    }
    return nodes;
}

function count(job: Extract<Job, { kind: 'count' }>): Answer {
    const position = readFen(job.fen, job.rules, true);
    const nodes = job.limit === null ? 0n : estimate(position, job.depth);
    return job.limit !== null && nodes > job.limit
        ? { kind: 'costly', nodes }
        : { kind: 'counted', count: perft(position, job.depth) };
}

function hunt(job: Extract<Job, { kind: 'hunt' }>): Answer {
    const root = readFen(job.fen, job.rules, true);
    const nodes = job.limit === null ? 0n : costOf(job.pastes, root);
    return job.limit !== null && nodes > job.limit
        ? { kind: 'costly', nodes }
        : { kind: 'hunt', result: search(job, root) };
}

function search(job: Extract<Job, { kind: 'hunt' }>, root: Position): HuntResult {
    const result: HuntResult = { comparisons: [], next: null, report: null, depth: job.depth };
    const answers = new Answers(job.rules);
    for (const [index, paste] of job.pastes.entries()) {
        try {
            if (index === 0 && paste.depth === 0) paste.depth = result.depth = depthOf(root, paste.text, job.rules);
            const compared = comparePaste(paste, root, job.rules);
            answers.add(paste, root, compared);
            result.comparisons.push(compared);
        } catch (error) {
            result.comparisons.push(error instanceof Error ? error.message : String(error));
            return result;
        }
    }
    const depth = job.pastes[0]?.depth ?? job.depth;
    let line: string[] = [];
    try {
        result.report = bisect(
            root,
            depth,
            (asked) => {
                if (asked.fen === fenOf(root, job.rules) && asked.moves.length >= line.length) line = asked.moves;
                const found = answers.find(asked);
                if (found !== undefined) return found;
                // Depths below that of the first paste are not requested: they are assumed to agree.
                if (asked.moves.length === 0 && asked.depth < depth && asked.fen === fenOf(root, job.rules))
                    return divide(root, asked.depth, { chess960: job.rules === 'chess960' });
                throw new Unanswered(asked);
            },
            { chess960: job.rules === 'chess960', keepBoard: true },
        );
    } catch (error) {
        if (!(error instanceof Unanswered)) throw error;
        result.next = toQuestion(error.asked, root, job.rules, line);
    }
    return result;
}

// ---- The user's function ----

type Generator = (...args: unknown[]) => unknown;

/** Runs the text of a function, or of a script that defines one; only ever called in the sandbox. */
function load(code: string): Generator {
    const scope = self as unknown as { pastedGenerator?: Generator; importScripts(url: string): void };
    const run = (text: string) => {
        const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
        try {
            scope.importScripts(url);
        } catch (error) {
            // A browser's message is about how the text was loaded; the user wrote the text.
            if (error instanceof SyntaxError)
                throw new SyntaxError(error.message.replace(/^Failed to execute 'importScripts'[^:]*: /, ''));
            throw error;
        } finally {
            URL.revokeObjectURL(url);
        }
    };
    try {
        run(`self.pastedGenerator = (${code}\n);`);
    } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        const name = /\bdivide\b/.test(code)
            ? 'divide'
            : /(?:function\s+|(?:const|let|var)\s+)([\w$]+)/.exec(code)?.[1];
        if (!name) throw error;
        run(`${code}\n;self.pastedGenerator = ${name};`);
    }
    if (typeof scope.pastedGenerator !== 'function')
        throw new TypeError('the text must be a function, or define a function named divide');
    return scope.pastedGenerator;
}

function runFunction(job: Extract<Job, { kind: 'function' }>): void {
    const generator = load(job.code);
    const call = ({ fen, moves, depth }: Asked): unknown => {
        const answer = generator.length > 1 ? generator(fen, moves, depth) : generator({ fen, moves, depth });
        if (answer instanceof Promise) throw new TypeError('the function must return its answer, not a promise');
        return answer;
    };
    let questions = 0;
    let last = 0;
    const isList = (answer: unknown): answer is string[] =>
        Array.isArray(answer) && answer.every((move) => typeof move === 'string');
    const root = readFen(job.fen, job.rules, true);
    const listsOnly = isList(call({ fen: job.fen, moves: [], depth: 1 }));
    const report = bisect(
        root,
        job.depth,
        (asked) => {
            questions++;
            if (Date.now() - last > 100) {
                last = Date.now();
                post({ kind: 'asked', questions, fen: asked.fen });
            }
            const answer = call(asked);
            return isList(answer) ? answer.map((move) => [move, 1] as const) : (answer as Divide);
        },
        { chess960: job.rules === 'chess960', listsOnly },
    );
    post({ kind: 'report', report, questions });
}

// ---- Statistics ----

function countStatistics(job: Extract<Job, { kind: 'statistics' }>): void {
    const root = readFen(job.fen, job.rules, true);
    const rows = statistics(root, 1);
    while (rows.length <= job.depth) rows.push(COLUMNS.map(() => 0n));
    const moves = root.moves();
    moves.forEach((move, index) => {
        const below = statistics(root.play(move), job.depth - 1);
        for (let depth = 2; depth <= job.depth; depth++) {
            COLUMNS.forEach((_, column) => {
                rows[depth]![column]! += below[depth - 1]![column]!;
            });
        }
        post({ kind: 'statistics', rows, done: index + 1, total: moves.length });
    });
    if (moves.length === 0) post({ kind: 'statistics', rows, done: 0, total: 0 });
}

// ---- PGN ----

/** The number of games listed, and of broken ones in addition. */
const MOST_GAMES = 20_000;
const MOST_BROKEN = 5_000;

function summaryOf(game: PgnGame, index: number): GameSummary {
    const tag = (name: string) => {
        const value = game.tags.get(name) ?? '';
        return value
            .replaceAll('?', '')
            .replace(/^[.\s]*$/, '')
            .slice(0, 60);
    };
    const players = [tag('White'), tag('Black')].map((name) => name || '?').join(' – ');
    const detail = [
        tag('Event'),
        tag('Date'),
        game.start.variant === 'standard' ? (game.chess960 ? 'Chess960' : '') : game.start.variant,
    ]
        .filter((part) => part !== '')
        .join(', ');
    return {
        index,
        from: game.offset,
        to: 0,
        title: game.tags.size > 0 ? players : `Game ${index + 1}`,
        detail,
        result: game.result ?? '',
        plies: game.moves.length,
        error: game.error ? `Line ${game.error.line}: ${game.error.message}` : '',
    };
}

async function readGames(job: Extract<Job, { kind: 'pgn' }>): Promise<void> {
    let bytes = 0;
    let count = 0;
    let broken = 0;
    let games: GameSummary[] = [];
    let waiting: GameSummary | null = null;
    let last = Date.now();
    const meter = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
            bytes += chunk.length;
            controller.enqueue(chunk);
        },
    });
    const release = (end: number) => {
        if (waiting) games.push({ ...waiting, to: end });
        waiting = null;
    };
    for await (const game of readPgnStream(job.file.stream().pipeThrough(meter), { variant: variantOf(job.rules) })) {
        release(game.offset);
        if (game.error) broken++;
        if (count < MOST_GAMES || (game.error && broken <= MOST_BROKEN)) waiting = summaryOf(game, count);
        count++;
        if (Date.now() - last > 120) {
            post({ kind: 'games', games, bytes, count, broken, isEnd: false });
            games = [];
            last = Date.now();
        }
    }
    release(job.file.size);
    post({ kind: 'games', games, bytes, count, broken, isEnd: true });
}

// ---- Messages ----

async function onMessage(message: Start | Job): Promise<void> {
    if ('module' in message) return useModule(message.module);
    if ('bytes' in message) return useModule(new WebAssembly.Module(message.bytes));
    if (message.kind === 'hunt') return post(hunt(message));
    if (message.kind === 'count') return post(count(message));
    if (message.kind === 'example') {
        const position = playAll(readFen(message.fen, 'standard', true), message.moves);
        return post({ kind: 'example', text: brokenDivide(position, message.depth, 'standard') });
    }
    if (message.kind === 'statistics') return countStatistics(message);
    if (message.kind === 'pgn') return readGames(message);
    return runFunction(message);
}

self.addEventListener('message', (event: MessageEvent<Start | Job>) => {
    onMessage(event.data).catch((error: unknown) =>
        post({
            kind: 'failed',
            message:
                error instanceof Error
                    ? `${error.name === 'PlyforgeError' ? '' : error.name + ': '}${error.message}`
                    : String(error),
        }),
    );
});
