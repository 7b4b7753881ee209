/* The moves that plyforge/chess returns: plain data with the fields of chess.js, so that they can be copied, wrapped in proxies and sent
 * to workers. */
import type { Board } from './board.js';
import { FLAG_LETTERS, nameOf, NULL_MOVE, type Color, type InternalMove, type PieceSymbol, type Square } from './types.js';

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

    isCapture(): boolean {
        return this.flags.includes('c');
    }
    isPromotion(): boolean {
        return this.flags.includes('p');
    }
    isEnPassant(): boolean {
        return this.flags.includes('e');
    }
    isKingsideCastle(): boolean {
        return this.flags.includes('k');
    }
    isQueensideCastle(): boolean {
        return this.flags.includes('q');
    }
    isBigPawn(): boolean {
        return this.flags.includes('b');
    }
    isNullMove(): boolean {
        return this.flags.includes('-');
    }
}
