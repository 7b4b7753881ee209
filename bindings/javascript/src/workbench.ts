/* Tools for authors of move generators: explaining moves, and finding the bug in a generator that is a function. */
import { checkInteger, checkMove, checkText, describe, PlyforgeError, type Core } from './core.js';
import { squareName, squaresOf, type Move } from './moves.js';
import { outCount, outSet, tools } from './tools.js';
import { checkPosition, type Position } from './position.js';
export { ready, useModule, type CompiledModule } from './tools.js';
/** @internal For the explorer page, whose module has additional functions. */
export { outCount, tools } from './tools.js';

export interface Explanation {
    legal: boolean;
    /** "e1g1 is not legal: White cannot castle, because the rook on f8 attacks f1" */
    text: string;
    /** The reason's name, such as "pinned"; "" for a legal move. */
    reason: string;
    isMate: boolean;
    /** Squares that the move leaves, reaches or clears, and other squares that prove the answer. */
    squares: string[];
    proof: string[];
}

/** Explains why a move is legal or not. Text is UCI, or in standard chess also SAN.
 *
 * @example
 * console.log(explain(Position.start(), 'e1g1').text); // e1g1 is not legal: White cannot castle, because the bishop on f1 is in the way
 */
export function explain(position: Position, move: Move | string, { chess960 = false } = {}): Explanation {
    const core = checkPosition(position).held(tools.get());
    let number: number;
    if (typeof move === 'string') {
        number = core.exports.read_any(core.put(move)) >>> 0;
        if (number > 65535) throw core.error(number >>> 16, move);
    } else {
        number = checkMove(move);
    }
    core.exports.explain(number, chess960 ? 1 : 0);
    const reason = core.out(0);
    return {
        legal: reason === 0,
        text: core.cString(core.textAt),
        reason: reason === 0 ? '' : core.name(1, reason),
        isMate: core.out(1) !== 0,
        squares: squaresOf(outSet(core, 3)).map(squareName),
        proof: squaresOf(outSet(core, 5)).map(squareName),
    };
}

/** A question to the generator under test: perft(depth) by root move, after the moves (UCI) from the FEN. */
export interface Question {
    fen: string;
    moves: string[];
    depth: number;
}

/** Moves with their counts, in any of these forms; a text as programs print it ("e2e4: 20", "Nf3 20"). */
export type Divide = string | Iterable<readonly [string, number | bigint]> | Record<string, number | bigint>;

export interface DivideRow {
    move: string;
    verdict: 'same' | 'different' | 'missing' | 'extra';
    bug: string;
    ours: bigint;
    theirs: bigint;
}

export interface BisectPlace {
    fen: string;
    /** The moves to play from the FEN; empty if the generator errs in the position itself. */
    moves: string[];
    depth: number;
    ours: bigint;
    theirs: bigint;
    rows: DivideRow[];
}

export interface BisectReport {
    agrees: boolean;
    agreedDepth: number;
    /** The name of the bug, such as "en passant pin on the rank"; "" if there is none. */
    bug: string;
    pieces: number;
    first: BisectPlace | null;
    smallest: BisectPlace | null;
}

const VERDICTS = ['same', 'different', 'missing', 'extra'] as const;

function divideText(divide: Divide): string {
    if (typeof divide === 'string') return divide;
    if (divide === null || typeof divide !== 'object') {
        throw new TypeError(`the generator must return a divide (text, pairs or an object), not ${describe(divide)}`);
    }
    if (typeof (divide as { then?: unknown }).then === 'function') {
        throw new TypeError('the generator must return a divide, not a promise: bisect cannot wait');
    }
    const pairs = Symbol.iterator in divide ? divide : Object.entries(divide);
    let text = '';
    for (const pair of pairs) {
        if (!Array.isArray(pair))
            throw new TypeError(`the divide has pairs of a move and its count, not ${describe(pair)}`);
        const [move, count] = pair as readonly [string, number | bigint];
        checkText(move, 'a move of the divide');
        if (typeof count !== 'bigint') checkInteger(count, 0, Number.MAX_SAFE_INTEGER, `the count of ${move}`);
        text += `${move.replace(/\s/g, '')}: ${count}\n`;
    }
    return text === '' ? 'Total: 0\n' : text;
}

function placeOf(core: Core, smallest: number): BisectPlace {
    core.exports.bisect_place(smallest);
    const fen = core.cString(core.textAt);
    const moves = core.cString(core.textAt + fen.length + 1);
    const place: BisectPlace = {
        fen,
        moves: moves ? moves.split(' ') : [],
        depth: core.out(1),
        ours: outCount(core, 4),
        theirs: outCount(core, 8),
        rows: [],
    };
    const size = core.out(0);
    for (let i = 0; i < size; i++) {
        core.exports.bisect_row(smallest, i);
        const verdict = VERDICTS[core.out(0)]!;
        const bug =
            verdict === 'missing' || verdict === 'extra' ? core.cString(core.exports.bug_name(core.out(1))) : '';
        place.rows.push({
            move: core.cString(core.textAt),
            verdict,
            bug,
            ours: outCount(core, 4),
            theirs: outCount(core, 8),
        });
    }
    return place;
}

let isBusy = false;

/** Compares a generator with ours up to depth, walks down to the first position in which it errs, makes that position
 * small and names the bug. An exception of the generator ends the search and is rethrown. With keepBoard the position
 * is not shrunk, which saves about a hundred questions.
 *
 * @example
 * const report = bisect(Position.start(), 2, ({ fen, moves, depth }) => {
 *     let mine = Position.fromFen(fen); // your generator in place of this one
 *     for (const move of moves) mine = mine.play(move);
 *     return divide(mine, depth);
 * });
 * console.log(report.agrees); // true
 */
export function bisect(
    position: Position,
    depth: number,
    generator: (question: Question) => Divide,
    { chess960 = false, listsOnly = false, keepBoard = false } = {},
): BisectReport {
    checkInteger(depth, 1, 30, 'the depth');
    if (typeof generator !== 'function')
        throw new TypeError(`the generator must be a function, not ${describe(generator)}`);
    checkPosition(position);
    if (isBusy) throw new PlyforgeError('bisect was called by the generator that it asks', 'unsupported');
    const core = tools.get();
    let failure: { error: unknown } | undefined;
    core.ask = (fen, moves, depth) => {
        try {
            return core.put(divideText(generator({ fen, moves: moves ? moves.split(' ') : [], depth })));
        } catch (error) {
            failure = { error };
            return -1;
        }
    };
    isBusy = true;
    try {
        position.held(core);
        const status = core.exports.bisect(depth, chess960 ? 1 : 0, (listsOnly ? 1 : 0) | (keepBoard ? 2 : 0));
        if (failure) throw failure.error;
        if (status !== 0) throw core.error(status);
        const agrees = core.out(0) !== 0;
        const report: BisectReport = {
            agrees,
            agreedDepth: core.out(1),
            bug: agrees ? '' : core.cString(core.exports.bug_name(core.out(2))),
            pieces: core.out(3),
            first: null,
            smallest: null,
        };
        if (!agrees) {
            report.first = placeOf(core, 0);
            report.smallest = placeOf(core, 1);
        }
        return report;
    } finally {
        isBusy = false;
    }
}
