/* The moves that plyforge/chess returns: plain data with the fields of chess.js, so that they can be copied, wrapped in proxies and sent
 * to workers. */
import type { Board } from './board.js';
import {
    FLAG_LETTERS,
    nameOf,
    NULL_MOVE,
    type Color,
    type InternalMove,
    type PieceSymbol,
    type Square,
} from './types.js';

const FLAG_TEXTS: string[] = [];

function flagsText(flags: number): string {
    let text = '';
    for (let i = 0; i < 8; i++) if (flags & (1 << i)) text += FLAG_LETTERS[i];
    return (FLAG_TEXTS[flags] = text);
}

export function playOn(board: Board, move: InternalMove): Board {
    return move.flags & NULL_MOVE ? board.playNull() : board.play(move);
}

export class Move {
    color: Color;
    from: Square;
    to: Square;
    piece: PieceSymbol;
    captured?: PieceSymbol;
    promotion?: PieceSymbol;
    /** @deprecated Use isCapture, isPromotion and the others. */
    flags: string;
    san: string;
    lan: string;
    before: string;
    after: string;

    /** @internal Moves are made by Chess. reached: the board after the move, if there is one. */
    constructor(board: Board, move: InternalMove, san: string, reached?: Board) {
        this.color = move.color;
        this.from = nameOf(move.from);
        this.to = nameOf(move.to);
        this.piece = move.piece;
        this.captured = move.captured;
        this.promotion = move.promotion;
        this.flags = FLAG_TEXTS[move.flags] ?? flagsText(move.flags);
        this.san = san;
        this.lan = move.promotion ? this.from + this.to + move.promotion : this.from + this.to;
        this.before = board.fen(false);
        this.after = reached ? reached.fen(false) : board.fenAfter(move);
    }

    /**
     * Whether it takes a piece, except en passant.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.move('e4').isCapture()); // false
     */
    isCapture(): boolean {
        return this.flags.includes('c');
    }
    /**
     * Whether a pawn promotes.
     *
     * @example
     * console.log(new Chess('8/P6k/8/8/8/8/8/K7 w - - 0 1').move('a8=Q').isPromotion()); // true
     */
    isPromotion(): boolean {
        return this.flags.includes('p');
    }
    /**
     * Whether it takes en passant.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.move('e4').isEnPassant()); // false
     */
    isEnPassant(): boolean {
        return this.flags.includes('e');
    }
    /**
     * Whether it castles on the king's side.
     *
     * @example
     * console.log(new Chess('4k3/8/8/8/8/8/8/4K2R w K - 0 1').move('O-O').isKingsideCastle()); // true
     */
    isKingsideCastle(): boolean {
        return this.flags.includes('k');
    }
    /**
     * Whether it castles on the queen's side.
     *
     * @example
     * console.log(new Chess('4k3/8/8/8/8/8/8/R3K3 w Q - 0 1').move('O-O-O').isQueensideCastle()); // true
     */
    isQueensideCastle(): boolean {
        return this.flags.includes('q');
    }
    /**
     * Whether a pawn goes two squares.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.move('e4').isBigPawn()); // true
     */
    isBigPawn(): boolean {
        return this.flags.includes('b');
    }
    /** From chess.js after 1.4. It is optional for the compiler, so that a value declared as a Move of 1.4 is accepted
     * here as well.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.move(null).isNullMove?.()); // true
     */
    isNullMove?(): boolean {
        return this.flags.includes('-');
    }
}
