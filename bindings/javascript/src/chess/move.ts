/* The moves that plyforge/chess returns. They have the fields of chess.js; the two FENs are written when they are read. */
import type { Board } from './board.js';
import { FLAG_LETTERS, nameOf, NULL_MOVE, type Color, type InternalMove, type PieceSymbol, type Square } from './types.js';

export class Move {
    declare color: Color;
    declare from: Square;
    declare to: Square;
    declare piece: PieceSymbol;
    declare captured?: PieceSymbol;
    declare promotion?: PieceSymbol;
    /** @deprecated Use isCapture, isPromotion and the others. */
    declare flags: string;
    declare san: string;
    declare lan: string;
    declare readonly before: string;
    declare readonly after: string;

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

function flagsText(flags: number): string {
    let text = '';
    for (let i = 0; i < 8; i++) if (flags & (1 << i)) text += FLAG_LETTERS[i];
    return text;
}
const FLAG_TEXTS: string[] = [];

export function playOn(board: Board, move: InternalMove): Board {
    return move.flags & NULL_MOVE ? board.playNull() : board.play(move);
}

/** A move of a board. An object literal with accessors is several times faster than defining them one by one. */
export function makeMove(board: Board, move: InternalMove, san: string, reached?: Board): Move {
    const from = nameOf(move.from);
    const to = nameOf(move.to);
    let after: string | undefined;
    return {
        __proto__: Move.prototype,
        color: move.color,
        from,
        to,
        piece: move.piece,
        captured: move.captured,
        promotion: move.promotion,
        flags: (FLAG_TEXTS[move.flags] ??= flagsText(move.flags)),
        san,
        lan: move.promotion ? from + to + move.promotion : from + to,
        get before() {
            return board.fen(false);
        },
        get after() {
            return (after ??= (reached ?? playOn(board, move)).fen(false));
        },
    } as unknown as Move;
}
