/* The moves that plyforge/chess returns. They have the fields of chess.js; the two FENs are written when they are read. */
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
    captured: PieceSymbol | undefined;
    promotion: PieceSymbol | undefined;
    /** @deprecated Use isCapture, isPromotion and the others. */
    flags: string;
    san: string;
    lan: string;
    declare readonly before: string;
    declare readonly after: string;
    #board: Board;
    #move: InternalMove;
    #reached: Board | undefined;
    #after: string | undefined;

    /** @internal Moves are made by Chess. */
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
        this.#board = board;
        this.#move = move;
        this.#reached = reached;
        this.#after = undefined;
        // Own properties, as in chess.js, so that copies and JSON have them.
        Object.defineProperty(this, 'before', Move.#lazyBefore);
        Object.defineProperty(this, 'after', Move.#lazyAfter);
    }

    static #lazyBefore: PropertyDescriptor & ThisType<Move> = {
        get() {
            return this.#board.fen(false);
        },
        enumerable: true,
        configurable: true,
    };
    static #lazyAfter: PropertyDescriptor & ThisType<Move> = {
        get() {
            return (this.#after ??= this.#reached ? this.#reached.fen(false) : this.#board.fenAfter(this.#move));
        },
        enumerable: true,
        configurable: true,
    };

    /** @internal What console.log of Node and Bun shows: values, as of chess.js, not getters. */
    [Symbol.for('nodejs.util.inspect.custom')](_depth: number, options: object, inspect: (value: object, options: object) => string): string {
        return `Move ${inspect({ ...this }, options)}`;
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
