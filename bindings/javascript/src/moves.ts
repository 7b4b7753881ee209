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

/** The name of a square, as in "e4".
 *
 * @example
 * console.log(squareName(28)); // e4
 */
export function squareName(square: Square): string {
    checkInteger(square, 0, 63, 'a square');
    return String.fromCharCode(97 + (square & 7), 49 + (square >> 3));
}

/** The square of a name, as in "e4".
 *
 * @example
 * console.log(squareOf('e4')); // 28
 */
export function squareOf(name: string): Square {
    if (typeof name !== 'string' || !/^[a-h][1-8]$/.test(name)) {
        throw new TypeError(`a square is a name from a1 to h8, not ${describe(name)}`);
    }
    return name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49);
}

/** A square given as number or name.
 *
 * @example
 * console.log(toSquare('e4'), toSquare(28)); // 28 28
 */
export function toSquare(square: Square | string): Square {
    return typeof square === 'string' ? squareOf(square) : checkInteger(square, 0, 63, 'a square');
}

/**
 * The target, a number; the rook's square for castling.
 *
 * @example
 * console.log(squareName(moveTo(Position.start().parse('Nf3')))); // f3
 */
export const moveTo = (move: Move): Square => move & 63;
/** The origin; meaningless for a drop.
 *
 * @example
 * console.log(squareName(moveFrom(Position.start().parse('Nf3')))); // g1
 */
export const moveFrom = (move: Move): Square => (move >> 6) & 63;
/** The square on which the moved piece ends, as boards show it: moveTo, except that castling has the king's target.
 *
 * @example
 * const position = Position.fromFen('4k3/8/8/8/8/8/8/4K2R w K -');
 * console.log(squareName(destinationOf(position.parse('O-O')))); // g1
 */
export const destinationOf = (move: Move): Square =>
    move >> 14 === 3 ? ((move >> 6) & 56) | ((move & 63) > ((move >> 6) & 63) ? 6 : 2) : move & 63;
/**
 * Whether the move castles.
 *
 * @example
 * console.log(isCastling(Position.start().parse('e4'))); // false
 */
export const isCastling = (move: Move): boolean => move >> 14 === 3;
/**
 * Whether the move captures en passant.
 *
 * @example
 * const position = Position.start().play('e4').play('a6').play('e5').play('d5');
 * console.log(isEnPassant(position.parse('exd6'))); // true
 */
export const isEnPassant = (move: Move): boolean => move >> 14 === 2;
/**
 * Whether the move drops a piece from the pocket (Crazyhouse).
 *
 * @example
 * const position = Position.fromFen('4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1', { variant: 'crazyhouse' });
 * console.log(isDrop(position.parse('Q@e4'))); // true
 */
export const isDrop = (move: Move): boolean => move >> 12 === 1;

/** The piece that a pawn becomes, or null.
 *
 * @example
 * console.log(promotionOf(Position.fromFen('8/P6k/8/8/8/8/8/K7 w - -').parse('a8=N'))); // knight
 */
export function promotionOf(move: Move): PieceType | null {
    if (move >> 14 === 1) return TYPES[1 + ((move >> 12) & 3)]!;
    return move >> 12 === 2 ? 'king' : null;
}

/** The piece with this number in the library; 0 means no piece.
 *
 * @example
 * console.log(pieceOf(Position.start().board()[0])); // { colour: 'white', type: 'rook' }
 */
export function pieceOf(code: number): Piece | null {
    if (code === 0) return null;
    const type = Number.isInteger(code) && code > 0 && code < 16 ? TYPES[(code & 7) - 1] : undefined;
    if (!type) throw new TypeError(`a piece is a number, 1 to 6 or 9 to 14, not ${describe(code)}`);
    return { colour: code >> 3 ? 'black' : 'white', type };
}

/** The squares of a set, which is a number of 64 bits, a1 first.
 *
 * @example
 * console.log(squaresOf(0x81n).map(squareName)); // [ 'a1', 'h1' ]
 */
export function squaresOf(set: bigint): Square[] {
    const squares: Square[] = [];
    for (let square = 0; square < 64; square++) if ((set >> BigInt(square)) & 1n) squares.push(square);
    return squares;
}
