/* Reads games from PGN text: from a string, bytes or a stream, game by game, with tags, comments, NAGs and variations,
 * and with the position of each error. The text is handed to the module in blocks of whole games. */
import {
    checkInteger,
    checkIterable,
    checkNag,
    checkOptions,
    checkText,
    decodeText,
    describe,
    encodeText,
    PlyforgeError,
    tagText,
    wrapWords,
    type Core,
} from './core.js';
import type { Move } from './moves.js';
import { checkPosition, Position, rules, variantNumber, type FenOptions } from './position.js';
import { WORDS } from './wasm/layout.js';

export { ready, useModule, type CompiledModule } from './index.js';
/** @internal For tests. */
export { rules } from './position.js';

/** An evaluation in a comment, from White's point of view: centipawns or moves to mate. */
export interface Evaluation {
    kind: 'centipawns' | 'mate';
    value: number;
    depth: number | null;
}

/** A move of a game. */
export interface Node {
    move: Move;
    /** The move as written in the file. */
    text: string;
    nags: number[];
    /** Comments before the move and after it. */
    before: string[];
    after: string[];
    /** Seconds: [%clk] and [%emt] of the comments after the move; and [%eval]. */
    clock?: number;
    elapsed?: number;
    evaluation?: Evaluation;
    /** Other moves in place of this one, each a line of its own. */
    variations: Node[][];
}

export interface Fault {
    message: string;
    code: string;
    /** The byte of the input, from 0, and the line, from 1. */
    offset: number;
    line: number;
}

export interface PgnGame {
    tags: Map<string, string>;
    start: Position;
    moves: Node[];
    /** Comments before the first move. */
    comments: string[];
    result: '1-0' | '0-1' | '1/2-1/2' | '*' | null;
    chess960: boolean;
    /** Where the game begins, in bytes. */
    offset: number;
    /** Why reading the game stopped here; the moves before are included. */
    error: Fault | null;
    /** The first 16 warnings; warningCount counts them all. */
    warnings: Fault[];
    warningCount: number;
}

export interface PgnOptions {
    /** Text that cannot be part of a game breaks the game; otherwise it is a warning. */
    strict?: boolean;
    /** The rules of games without a Variant tag. */
    variant?: FenOptions['variant'];
    /**
     * The longest game in bytes, counted to the beginning of the next one: 8 MiB by default. A longer game has an
     * error, and reading continues at the next line that begins with a tag. Each move is an object of a few hundred
     * bytes, so this limit bounds the memory.
     */
    maxGame?: number;
}

const RESULTS = ['*', '1-0', '0-1', '1/2-1/2', null] as const;
const [GAME, TAG, MOVETEXT, MOVE, NAG, COMMENT, BEGIN, END, ERROR, GAME_END, WARNING] = [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
];
/**
 * How much is handed over at once, how many game numbers come back, and how much is read more than four times.
 */
const STEP = 1 << 18;
const ENOUGH = 1 << 19;
const FREE = 1 << 20;
const MAX_GAME = 1 << 23;

/** Turns the events of a block into games. */
class Events {
    private at: number;
    private readonly end: number;
    private readonly numbers: Int32Array;
    private readonly texts: string;
    private used = 0;

    constructor(
        private readonly core: Core,
        private readonly base: number,
        private readonly lines: number,
    ) {
        this.at = core.out(0) >> 2;
        this.end = this.at + core.out(1);
        this.numbers = core.words;
        this.texts = decodeText(core.bytes.subarray(core.out(2), core.out(2) + core.out(3)));
    }

    private next(): number {
        return this.numbers[this.at++]! >>> 0;
    }

    private wide(): number {
        const low = this.next();
        return low + 4294967296 * (this.numbers[this.at++]! | 0);
    }

    private text(length: number): string {
        const start = this.used;
        this.used += length;
        return this.texts.substring(start, this.used);
    }

    private fault(word: number): Fault {
        const offset = this.wide() + this.base;
        const line = this.wide() + this.lines;
        return { message: this.text(this.next()), code: this.core.name(3, word >>> 8), offset, line };
    }

    games(): PgnGame[] {
        const games: PgnGame[] = [];
        while (this.at < this.end) games.push(this.game());
        return games;
    }

    private game(): PgnGame {
        const game: PgnGame = {
            tags: new Map(),
            start: null as unknown as Position,
            moves: [],
            comments: [],
            result: null,
            chess960: false,
            offset: 0,
            error: null,
            warnings: [],
            warningCount: 0,
        };
        let line = game.moves;
        const outer: Node[][] = [];
        let last: Node | undefined;
        let waiting: string[] = [];
        let joined: string[] | undefined;
        for (;;) {
            const word = this.next();
            switch (word & 255) {
                case GAME:
                    game.offset = this.wide() + this.base;
                    break;
                case TAG: {
                    const nameLength = this.next();
                    const valueLength = this.next();
                    const name = this.text(nameLength);
                    const value = this.text(valueLength);
                    if (!game.tags.has(name)) game.tags.set(name, value);
                    break;
                }
                case MOVETEXT:
                    game.chess960 = word >>> 8 !== 0;
                    game.start = Position.fromWords(this.numbers, this.at);
                    this.at += WORDS;
                    break;
                case MOVE: {
                    last = {
                        move: word >>> 16,
                        text: this.text((word >>> 8) & 255),
                        nags: [],
                        before: waiting,
                        after: [],
                        variations: [],
                    };
                    waiting = [];
                    line.push(last);
                    break;
                }
                case NAG:
                    last?.nags.push(word >>> 8);
                    break;
                case COMMENT: {
                    const text = this.text(this.next());
                    const list = last ? last.after : outer.length > 0 ? waiting : game.comments;
                    if (joined) joined[joined.length - 1] += text;
                    else list.push(text);
                    joined = word >>> 8 ? (joined ?? list) : undefined;
                    if (this.next()) this.commands(last);
                    break;
                }
                case BEGIN: {
                    const variation: Node[] = [];
                    line[line.length - 1]?.variations.push(variation);
                    outer.push(line);
                    line = variation;
                    last = undefined;
                    break;
                }
                case END:
                    line = outer.pop() ?? game.moves;
                    last = line[line.length - 1];
                    waiting = [];
                    break;
                case ERROR:
                    game.error = this.fault(word);
                    break;
                case WARNING:
                    game.warnings.push(this.fault(word));
                    break;
                case GAME_END:
                    game.result = RESULTS[(word >>> 8) & 255] ?? null;
                    game.warningCount = this.next();
                    game.start ??= Position.start();
                    return game;
            }
        }
    }

    private commands(node: Node | undefined): void {
        const clock = this.wide();
        const elapsed = this.wide();
        const kind = this.next();
        const value = this.numbers[this.at++]!;
        const depth = this.numbers[this.at++]!;
        if (!node) return;
        if (clock >= 0) node.clock = clock / 1000;
        if (elapsed >= 0) node.elapsed = elapsed / 1000;
        if (kind)
            node.evaluation = { kind: kind === 1 ? 'centipawns' : 'mate', value, depth: depth < 0 ? null : depth };
    }
}

/* Readers are numbered; this is the number of the one whose text is in the module. */
let readers = 0;
let inModule = 0;

/** Collects bytes and reads the games that are complete. */
class Feeder {
    private pending: Uint8Array = new Uint8Array(STEP);
    private size = 0;
    /** The number of bytes that have arrived, and that have been read; those of an incomplete game are read again. */
    private arrived = 0;
    private tried = 0;
    private readonly id = ++readers;
    private base = 0;
    private lines = 0;
    /** The rest of a game that is too long is skipped: 1, or 2 in the middle of a line. */
    private skipping = 0;
    private readonly core = rules.get();
    private readonly strict: number;
    private readonly variant: number;
    private readonly longest: number;

    constructor(options: PgnOptions) {
        this.strict = checkOptions(options, '{ strict: true }').strict ? 1 : 0;
        this.variant = options.variant === undefined ? 0 : variantNumber(options.variant);
        this.longest = options.maxGame === undefined ? MAX_GAME : checkInteger(options.maxGame, 1, 1 << 30, 'maxGame');
    }

    private reserve(size: number): void {
        if (size <= this.pending.length) return;
        const larger = new Uint8Array(Math.max(size, 2 * this.pending.length));
        larger.set(this.pending.subarray(0, this.size));
        this.pending = larger;
    }

    private add(input: string | Uint8Array): void {
        const before = this.size;
        this.reserve(before + (typeof input === 'string' ? 3 : 1) * input.length);
        if (typeof input === 'string') {
            this.size += encodeText(input, this.pending.subarray(before)).written;
        } else {
            this.pending.set(input, before);
            this.size += input.length;
        }
        this.arrived += this.size - before;
    }

    /** The games that are complete with this input. */
    *feed(input: string | Uint8Array): Generator<PgnGame> {
        for (let at = 0; at < input.length; at += STEP) {
            this.add(typeof input === 'string' ? wholeCharacters(input, at, STEP) : input.subarray(at, at + STEP));
            // A long game that arrives in small pieces is not read again with each of them.
            if (this.skipping || this.tried + this.size <= 4 * this.arrived + FREE) yield* this.read(false);
        }
    }

    /** The games that remain at the end of the input. */
    end(): Generator<PgnGame> {
        return this.read(true);
    }

    private *read(isLast: boolean): Generator<PgnGame> {
        const core = this.core;
        const length = this.size;
        this.tried += length;
        this.hand(length);
        let from = 0;
        while (from < length) {
            if (inModule !== this.id) this.hand(length); // another reader was used in the meantime
            if (this.skipping) {
                const passed = core.exports.pgn_pass(from, length, this.skipping - 1, isLast ? 1 : 0);
                this.skipping = core.out(0) ? 0 : 1 + core.out(1);
                this.lines += countLines(this.pending, from, from + passed);
                from += passed;
                if (this.skipping) break;
                continue;
            }
            const next =
                core.exports.pgn_read(from, length, ENOUGH, this.strict, this.variant, this.longest, isLast ? 1 : 0) >>>
                0;
            core.refresh();
            const rest = core.out(4);
            if (next === 0xffffffff) throw new PlyforgeError('there is not enough memory for this game', 'no room');
            if (next === from) break;
            const games = new Events(core, this.base + from, this.lines).games();
            this.lines += countLines(this.pending, from, next);
            from = next;
            this.skipping = rest;
            yield* games;
        }
        this.pending.copyWithin(0, from, length);
        this.size -= from;
        this.base += from;
    }

    private hand(length: number): void {
        const at = this.core.exports.pgn_input(length) >>> 0;
        this.core.refresh();
        if (at === 0) throw new PlyforgeError('there is not enough memory for this text', 'no room');
        this.core.bytes.set(this.pending.subarray(0, length), at);
        inModule = this.id;
    }
}

function countLines(bytes: Uint8Array, from: number, to: number): number {
    let lines = 0;
    for (let i = from; i < to; i++) if (bytes[i] === 10) lines++;
    return lines;
}

/**
 * Whether a value is an instance of a built-in class, which exists once per realm: in Jest with jsdom, bytes come from
 * another realm.
 */
function isOf(value: unknown, name: 'ArrayBuffer' | 'Uint8Array'): boolean {
    if (name === 'ArrayBuffer') return Object.prototype.toString.call(value) === '[object ArrayBuffer]';
    return ArrayBuffer.isView(value) && value[Symbol.toStringTag as never] === 'Uint8Array';
}

/** Reads the games of a string or of bytes, one after the other.
 *
 * @example
 * for (const { tags, moves } of readPgn('[White "Me"]\n\n1. e4 e5 *')) console.log(tags.get('White'), moves.map(({ text }) => text)); // Me [ 'e4', 'e5' ]
 */
export function* readPgn(input: string | Uint8Array | ArrayBuffer, options: PgnOptions = {}): Generator<PgnGame> {
    if (isOf(input, 'ArrayBuffer')) input = new Uint8Array(input as ArrayBuffer);
    if (typeof input !== 'string' && !isOf(input, 'Uint8Array')) {
        throw new TypeError(
            `PGN is read from a string, a Uint8Array or an ArrayBuffer, not from ${describe(input)}; for a stream, use readPgnStream`,
        );
    }
    const feeder = new Feeder(options);
    yield* feeder.feed(input as string | Uint8Array);
    yield* feeder.end();
}

/** A part of a text that does not split a surrogate pair: a high surrogate at the end goes into the next part. */
function wholeCharacters(text: string, at: number, step: number): string {
    const isHigh = (i: number) => i > 0 && i < text.length && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800;
    return text.slice(isHigh(at) ? at - 1 : at, isHigh(at + step) ? at + step - 1 : at + step);
}

/** Reads games from a ReadableStream or another asynchronous source of bytes or text.
 *
 * @example
 * const { body } = new Response('1. d4 d5 1/2-1/2');
 * for await (const { result, moves } of readPgnStream(body)) console.log(result, moves.length); // 1/2-1/2 2
 */
export async function* readPgnStream(
    source: ReadableStream<Uint8Array | string> | AsyncIterable<Uint8Array | string>,
    options: PgnOptions = {},
): AsyncGenerator<PgnGame> {
    const feeder = new Feeder(options);
    let held = ''; // a high surrogate whose other half is in the next chunk
    for await (const chunk of chunksOf(source)) {
        if (typeof chunk === 'string') {
            const text = held + chunk;
            held = /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : '';
            yield* feeder.feed(held ? text.slice(0, -1) : text);
        } else if (isOf(chunk, 'Uint8Array')) {
            yield* feeder.feed(held); // its other half is missing
            held = '';
            yield* feeder.feed(chunk);
        } else throw new TypeError(`a stream of PGN has strings or Uint8Arrays, not ${describe(chunk)}`);
    }
    yield* feeder.feed(held);
    yield* feeder.end();
}

async function* chunksOf<T>(source: ReadableStream<T> | AsyncIterable<T>): AsyncGenerator<T> {
    if (source !== null && typeof source === 'object' && Symbol.asyncIterator in source) {
        yield* source;
        return;
    }
    if (source === null || typeof source !== 'object' || typeof source.getReader !== 'function') {
        throw new TypeError(`a ReadableStream or an asynchronous iterable is needed, not ${describe(source)}`);
    }
    const reader = source.getReader();
    let isLeft = false;
    try {
        for (;;) {
            const { done, value } = await reader.read();
            if (done) return;
            isLeft = true;
            yield value;
            isLeft = false;
        }
    } finally {
        // A caller that leaves early wants no more; without this, a download would continue.
        const cancelled = isLeft ? reader.cancel() : undefined;
        reader.releaseLock();
        await cancelled;
    }
}

/** One comment, or several. */
export type CommentsToWrite = string | Iterable<string>;

/** A move to be written: its number, or the number with annotations. Clocks and evaluations are in its comments. */
export type MoveToWrite =
    | Move
    | {
          move: Move;
          nags?: Iterable<number>;
          before?: CommentsToWrite;
          after?: CommentsToWrite;
          variations?: Iterable<Iterable<MoveToWrite>>;
      };

/**
 * A game to be written, as returned by readPgn or built by the caller. The start is that of standard chess by default.
 */
export interface GameToWrite {
    tags?: ReadonlyMap<string, string> | Readonly<Record<string, string | undefined>>;
    /** Tags FEN and Variant must agree with it. */
    start?: Position;
    moves: Iterable<MoveToWrite>;
    comments?: CommentsToWrite;
    /** By default the result in the Result tag. */
    result?: PgnGame['result'];
    /**
     * Writes the seven tags that the standard requires, in its order and before all others; "?" is written for those
     * that the game lacks.
     */
    roster?: boolean;
}

/** The Seven Tag Roster, then the other tags. */
function withRoster(given: Map<string, unknown>, result: string): Map<string, unknown> {
    const unknown: [string, unknown][] = ['Event', 'Site', 'Date', 'Round', 'White', 'Black'].map((name) => [
        name,
        name === 'Date' ? '????.??.??' : '?',
    ]);
    return new Map([...unknown, ['Result', result], ...given]);
}

/** Writes a game as PGN in export form: lines of at most 79 columns. The tags of a start position or variant that are
 * missing are added, with roster also those of the Seven Tag Roster. The moves of a Game:
 * writePgn({ start: game.positionAt(0), moves: game.moves }).
 *
 * @example
 * const game = new Game();
 * game.play('e4');
 * console.log(writePgn({ tags: { White: 'Me' }, moves: game.moves, roster: true }).split('\n')[4]); // [White "Me"]
 */
export function writePgn(game: GameToWrite): string {
    if (game === null || typeof game !== 'object') throw new TypeError(`writePgn needs a game, not ${describe(game)}`);
    const { start = Position.start(), roster = false } = game;
    const given = tagsToWrite(game.tags);
    const tags = roster ? withRoster(given, resultToWrite(game.result, given.get('Result'))) : given;
    let text = '';
    for (const [name, value] of [...tags, ...startTags(checkPosition(start), tags)])
        text += tagText(name, value, /\W/g) + '\n';
    if (tags.has('FEN') || tags.has('Variant')) checkStart(text, start, game.start !== undefined);
    const words: string[] = [];
    writeComments(words, game.comments ?? []);
    writeLine(words, start, game.moves);
    words.push(resultToWrite(game.result, tags.get('Result')));
    if (text) text += '\n';
    return text + wrapWords(words, 79, '\n') + '\n';
}

/** The tags that have a value. A name that a PGN file cannot have is refused. */
function tagsToWrite(given: GameToWrite['tags']): Map<string, unknown> {
    const tags = new Map<string, unknown>();
    for (const [name, value] of given instanceof Map
        ? (given as ReadonlyMap<string, unknown>)
        : Object.entries(given ?? {})) {
        if (/^$|[\s"]/.test(checkText(name, 'the name of a tag')))
            throw new TypeError(`a tag cannot have the name ${describe(name)}`);
        if (value !== undefined && value !== null) tags.set(name, value);
    }
    return tags;
}

/**
 * The result at the end of the moves. Files are written as they were read, even if they contradict their Result tag.
 */
function resultToWrite(result: unknown, tag: unknown): string {
    const words: readonly unknown[] = RESULTS;
    if (!words.includes(result ?? null))
        throw new TypeError(`the result of a game is 1-0, 0-1, 1/2-1/2 or *, not ${describe(result)}`);
    return String(result ?? (words.includes(tag) ? tag : '*'));
}

/** Moves from a position other than that of the tags could not be read back. Tags that cannot be read belong to a
 * broken game, which has a start. */
function checkStart(tags: string, start: Position, isGiven: boolean): void {
    for (const { start: read, error } of readPgn(`${tags}\n*\n`)) {
        if (error && !isGiven) throw new PlyforgeError(`the tags give no start: ${error.message}`, error.code);
        if (error || (read.variant === start.variant && read.equals(start))) continue;
        throw new PlyforgeError(`the tags give ${shown(read)}, but start is ${shown(start)}`, 'position');
    }
}

function shown(position: Position): string {
    return `${position.variant} ${position.fen()}`;
}

/** The tags without which the moves could not be read back. */
function startTags(start: Position, tags: ReadonlyMap<string, unknown>): [string, string][] {
    const needed: [string, string][] = [];
    const number = start.chess960Number;
    const variant =
        start.variant !== 'standard'
            ? rules.get().name(6, variantNumber(start.variant))
            : number !== null && number !== 518
              ? 'Chess960'
              : undefined;
    if (variant !== undefined && !tags.has('Variant')) needed.push(['Variant', variant]);
    if (!tags.has('FEN') && !start.equals(Position.start(start.variant)))
        needed.push(['SetUp', '1'], ['FEN', start.fen()]);
    return needed;
}

/* The blanks of PGN, which are fewer than those of JavaScript. */
const BLANKS = /[ \t-\r]+/g;
/* A word of a comment; a command as in [%clk 0:05:00] is one word. */
const WORD = /\[%[^\]]{0,60}\][^ \t-\r]*|[^ \t-\r]+/g;

/**
 * The words of comments, and whether there are any: a line end in a comment might make a tag of what follows, and
 * becomes a blank.
 */
function writeComments(words: string[], comments: CommentsToWrite): boolean {
    const list = typeof comments === 'string' ? [comments] : Array.from(checkIterable(comments, 'comments'));
    for (const comment of list) {
        const inside = checkText(comment, 'a comment').replaceAll('}', ')').match(WORD) ?? [''];
        addWords(
            words,
            '{',
            inside.map((word) => word.replace(BLANKS, ' ')),
            '}',
        );
    }
    return list.length > 0;
}

/** Adds words between signs that stay on their lines. */
function addWords(words: string[], before: string, inside: string[], after: string): void {
    inside[0] = before + (inside[0] ?? '');
    inside[inside.length - 1] += after;
    for (const word of inside) words.push(word);
}

function writeLine(words: string[], start: Position, moves: Iterable<MoveToWrite>): void {
    let position = start;
    let needsNumber = true;
    for (const item of checkIterable(moves, 'the moves of a game')) {
        const {
            move,
            nags = [],
            before = [],
            after = [],
            variations = [],
        } = typeof item === 'number' ? { move: item } : item;
        if (writeComments(words, before)) needsNumber = true;
        if (position.turn === 'white') words.push(`${position.moveNumber}.`);
        else if (needsNumber) words.push(`${position.moveNumber}...`);
        words.push(move === 0 ? '--' : position.san(move));
        for (const nag of checkIterable(nags, 'NAGs')) words.push(`$${checkNag(nag)}`);
        needsNumber = writeComments(words, after);
        for (const variation of checkIterable(variations, 'variations')) {
            const inner: string[] = [];
            writeLine(inner, position, variation);
            addWords(words, '(', inner, ')');
            needsNumber = true;
        }
        position = move === 0 ? position.playNull() : position.play(move);
    }
}
