/* Moves and squares as plain numbers, as the C library has them. */
import { checkInteger, describe } from './core.js';

/** A square: 0 is a1, 7 is h1, 63 is h8. */
export type Square = number;
/** A move in 16 bits: target, origin, promotion and kind; 0 is no move. Castling is the king taking its own rook. */
export type Move = number;
export type Colour = 'white' | 'black';
export type PieceType = 'pawn' | 'knight' | 'bishop' | 'rook' | 'queen' | 'king';
export interface Piece {
    colour: Colour;
    type: PieceType;
}

export const NO_MOVE: Move = 0;
const TYPES: readonly PieceType[] = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];

/** The name of a square, as in "e4". */
export function squareName(square: Square): string {
    checkInteger(square, 0, 63, 'a square');
    return String.fromCharCode(97 + (square & 7), 49 + (square >> 3));
}

/** The square of a name, as in "e4". */
export function squareOf(name: string): Square {
    if (typeof name !== 'string' || !/^[a-h][1-8]$/.test(name)) {
        throw new TypeError(`a square is a name from a1 to h8, not ${describe(name)}`);
    }
    return name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49);
}

/** A square given as number or name. */
export function toSquare(square: Square | string): Square {
    return typeof square === 'string' ? squareOf(square) : checkInteger(square, 0, 63, 'a square');
}

export const moveTo = (move: Move): Square => move & 63;
/** The origin; of no meaning for a drop. */
export const moveFrom = (move: Move): Square => (move >> 6) & 63;
export const isCastling = (move: Move): boolean => move >> 14 === 3;
export const isEnPassant = (move: Move): boolean => move >> 14 === 2;
export const isDrop = (move: Move): boolean => move >> 12 === 1;

/** What a pawn becomes, or null. */
export function promotionOf(move: Move): PieceType | null {
    if (move >> 14 === 1) return TYPES[1 + ((move >> 12) & 3)]!;
    return move >> 12 === 2 ? 'king' : null;
}

/** The piece of the library's number: 0 is none. */
export function pieceOf(code: number): Piece | null {
    if (code === 0) return null;
    const type = Number.isInteger(code) && code > 0 && code < 16 ? TYPES[(code & 7) - 1] : undefined;
    if (!type) throw new TypeError(`a piece is a number, 1 to 6 or 9 to 14, not ${describe(code)}`);
    return { colour: code >> 3 ? 'black' : 'white', type };
}

/** The squares of a set, which is a number of 64 bits, a1 first. */
export function squaresOf(set: bigint): Square[] {
    const squares: Square[] = [];
    for (let square = 0; square < 64; square++) if ((set >> BigInt(square)) & 1n) squares.push(square);
    return squares;
}
