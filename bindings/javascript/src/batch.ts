/* Many positions in one typed array: 28 words of 32 bits each. What is computed for all of them goes into typed arrays,
 * too, and an error names the row. */
import { checkIterable, checkMove, copyWords, describe, PlyforgeError, type Core } from './core.js';
import { checkPosition, policyNumber, Position, rules, type FenOptions, type Policy } from './position.js';
import { KEY, WORDS } from './wasm/layout.js';

/** Moves of many positions: those of row i are moves[offsets[i]] to moves[offsets[i + 1] - 1]. */
export interface MoveTable {
    offsets: Uint32Array;
    moves: Uint16Array;
}

/** Lets the module work on a position out of an array. */
function holdWords(core: Core, words: Int32Array, at: number): void {
    copyWords(core.words, core.positionWord, words, at);
    core.words[core.currentWord] = core.positionWord << 2;
    core.forget();
}

/** Plays a move of a position that is in an array and writes the position after it into another one. */
function playWords(core: Core, words: Int32Array, at: number, move: number, to: Int32Array): void {
    const row = core.room();
    holdWords(core, words, at);
    const status = core.exports.play(move, row, 0);
    if (status !== 0) throw core.error(status);
    copyWords(to, at, core.words, core.rowsWord + row * WORDS);
}

export class Batch {
    /** The positions, for copying and for sending to a worker; the layout is private. */
    readonly words: Int32Array;

    private constructor(words: Int32Array) {
        this.words = words;
    }

    get length(): number {
        return this.words.length / WORDS;
    }

    /**
     * A batch of these positions.
     *
     * @example
     * console.log(Batch.fromPositions([Position.start(), Position.start('atomic')]).length); // 2
     */
    static fromPositions(positions: Iterable<Position>): Batch {
        const list = Array.from(checkIterable(positions, 'the positions of a batch'), checkPosition);
        const words = new Int32Array(list.length * WORDS);
        list.forEach((position, row) =>
            words.set(position.words.subarray(position.at, position.at + WORDS), row * WORDS),
        );
        return new Batch(words);
    }

    /** Reads a FEN for each row. The error of a bad one begins with its row.
     *
     * @example
     * console.log(Batch.fromFens(['4k3/8/8/8/8/8/4P3/4K3 w - -']).counts()); // Uint32Array(1) [ 6 ]
     */
    static fromFens(fens: Iterable<string>, options: FenOptions = {}): Batch {
        return Batch.fromPositions(
            Array.from(checkIterable(fens, 'the FENs of a batch'), (fen, row) =>
                inRow(row, () => Position.fromFen(fen, options)),
            ),
        );
    }

    /** A batch made from a copy of another one's words, for example in a worker. Words that were not written by a batch
     * are refused.
     *
     * @example
     * const batch = Batch.fromPositions([Position.start()]);
     * console.log(Batch.fromWords(batch.words).fens().length); // 1
     */
    static fromWords(words: Int32Array): Batch {
        if (!(words instanceof Int32Array) || words.length % WORDS !== 0) {
            throw new TypeError(
                `the words of a batch are an Int32Array of ${WORDS} for each position, not ${describe(words)}`,
            );
        }
        const batch = new Batch(words.slice());
        const core = rules.get();
        batch.each((row) => {
            if (!core.exports.is_sound())
                throw new PlyforgeError(`row ${row}: these words are not a position that a batch has written`, 'batch');
        });
        return batch;
    }

    /**
     * The position of a row.
     *
     * @example
     * const batch = Batch.fromPositions([Position.start()]);
     * console.log(batch.at(0).equals(Position.start())); // true
     */
    at(row: number): Position {
        if (!Number.isInteger(row) || row < 0 || row >= this.length)
            throw new RangeError(`there is no row ${describe(row)} of ${this.length}`);
        return Position.fromWords(this.words, row * WORDS);
    }

    *[Symbol.iterator](): Generator<Position> {
        for (let row = 0; row < this.length; row++) yield this.at(row);
    }

    /**
     * The FENs of all rows.
     *
     * @example
     * const batch = Batch.fromPositions([Position.start()]);
     * console.log(batch.fens()); // [ 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1' ]
     */
    fens(): string[] {
        return Array.from(this, (position) => position.fen());
    }

    private each(use: (row: number) => void): void {
        const core = rules.get();
        for (let row = 0; row < this.length; row++) {
            holdWords(core, this.words, row * WORDS);
            use(row);
        }
    }

    /** How many legal moves each position has.
     *
     * @example
     * const batch = Batch.fromPositions([Position.start()]);
     * console.log(batch.counts()); // Uint32Array(1) [ 20 ]
     */
    counts(): Uint32Array {
        const core = rules.get();
        const counts = new Uint32Array(this.length);
        this.each((row) => (counts[row] = core.exports.count()));
        return counts;
    }

    /** The legal moves of each position.
     *
     * @example
     * const batch = Batch.fromPositions([Position.start()]);
     * const { offsets, moves } = batch.moves();
     * console.log(offsets, moves.length); // Uint32Array(2) [ 0, 20 ] 20
     */
    moves(): MoveTable {
        const core = rules.get();
        const offsets = new Uint32Array(this.length + 1);
        let moves = new Uint16Array(this.length * 40 + 1024);
        let end = 0;
        this.each((row) => {
            const size = core.exports.generate();
            if (end + size > moves.length) {
                const larger = new Uint16Array(2 * moves.length);
                larger.set(moves);
                moves = larger;
            }
            const shorts = core.shorts;
            const from = core.listAt >> 1;
            for (let i = 0; i < size; i++) moves[end + i] = shorts[from + i]!;
            end += size;
            offsets[row + 1] = end;
        });
        return { offsets, moves: moves.slice(0, end) };
    }

    /** The positions after one move each.
     *
     * @example
     * const batch = Batch.fromPositions([Position.start()]);
     * console.log(batch.play([Position.start().parse('e4')]).fens()); // [ 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1' ]
     */
    play(moves: ArrayLike<number>): Batch {
        if (moves === null || typeof moves !== 'object' || typeof moves.length !== 'number') {
            throw new TypeError(`the moves of a batch must be an array of numbers, not ${describe(moves)}`);
        }
        if (moves.length !== this.length)
            throw new RangeError(`there are ${moves.length} moves for ${this.length} positions`);
        const core = rules.get();
        const words = new Int32Array(this.words.length);
        for (let row = 0; row < this.length; row++) {
            inRow(row, () => playWords(core, this.words, row * WORDS, checkMove(moves[row]), words));
        }
        return new Batch(words);
    }

    /** The results: 0 not over, 1 White wins, 2 Black wins, 3 a draw.
     *
     * @example
     * const batch = Batch.fromPositions([Position.start()]);
     * console.log(batch.results()); // Uint8Array(1) [ 0 ]
     */
    results(policy: Policy = 'fide'): Uint8Array {
        const number = policyNumber(policy);
        const core = rules.get();
        const results = new Uint8Array(this.length);
        this.each((row) => (results[row] = core.exports.outcome(number) & 255));
        return results;
    }

    /** The Zobrist keys.
     *
     * @example
     * const batch = Batch.fromPositions([Position.start()]);
     * console.log(batch.keys()[0] === Position.start().key); // true
     */
    keys(): BigUint64Array {
        const keys = new BigUint64Array(this.length);
        const halves = new Int32Array(keys.buffer);
        for (let row = 0; row < this.length; row++) {
            halves[2 * row] = this.words[row * WORDS + KEY]!;
            halves[2 * row + 1] = this.words[row * WORDS + KEY + 1]!;
        }
        return keys;
    }
}

function inRow<T>(row: number, work: () => T): T {
    try {
        return work();
    } catch (error) {
        if (error instanceof PlyforgeError)
            throw new PlyforgeError(`row ${row}: ${error.message}`, error.code, error.offset);
        throw error;
    }
}
