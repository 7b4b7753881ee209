/* The hash of chess.js: random numbers by xoroshiro128** for each piece on each square, the en passant file, the castling
 * rights and Black to move, combined by exclusive or. Programs store these hashes, so they are the same numbers. */
import type { Board } from './board.js';

const MASK = 0xffffffffffffffffn;
const rotated = (x: bigint, by: bigint) => ((x << by) | (x >> (64n - by))) & MASK;

/** Random numbers of 64 bits by xoroshiro128**, from a state of 128 bits that is not 0.
 *
 * @example
 * const random = xoroshiro128(0xa187eb39cdcaed8f31c4b365b102e01en);
 * console.log(random().toString(16)); // c9c4700ec0b2a75c
 */
export function xoroshiro128(state: bigint): () => bigint {
    let low = state & MASK;
    let high = (state >> 64n) & MASK;
    return () => {
        const result = (rotated((low * 5n) & MASK, 7n) * 9n) & MASK;
        high ^= low;
        low = (rotated(low, 24n) ^ high ^ (high << 16n)) & MASK;
        high = rotated(high, 37n);
        return result;
    };
}

/* Their order: pieces, white first, on a board of 16 files of which 8 are used; 8 files of en passant; 16 sets of castling rights;
 * Black to move. */
const EP = 2 * 6 * 128,
    CASTLING = EP + 8,
    SIDE = CASTLING + 16;
let numbers: bigint[] | undefined;

/** The hash of a board, as chess.js computes it: en passant counts where a pawn stands ready to capture. */
export function hashOf(board: Board): string {
    const random = xoroshiro128(0xa187eb39cdcaed8f31c4b365b102e01en);
    const keys = (numbers ??= Array.from({ length: SIDE + 1 }, random));
    const { squares, turn, ep } = board.setup();
    let hash = turn === 'b' ? keys[SIDE]! : 0n;
    squares.forEach((code, at) => {
        if (!code) return;
        const piece = (code >> 3) * 6 + (code & 7) - 1;
        hash ^= keys[piece * 128 + (7 - (at >> 3)) * 16 + (at & 7)]!;
    });
    const [white, black] = [board.castling('w'), board.castling('b')];
    hash ^= keys[CASTLING + +white.k + 2 * +white.q + 4 * +black.k + 8 * +black.q]!;
    if (ep < 64) {
        const [pawn, beside] = turn === 'w' ? [1, ep - 8] : [9, ep + 8];
        const isReady = (square: number) => squares[square] === pawn && square >> 3 === beside >> 3;
        if (isReady(beside - 1) || isReady(beside + 1)) hash ^= keys[EP + (ep & 7)]!;
    }
    return hash.toString(16);
}
