/* Boards that the library refuses although chess.js supports them: without kings, with too many pieces, with the
 * side that is not to move in check. A plain mailbox, slow and simple. */
import type { Board, Setup } from './board.js';
import {
    BIG_PAWN,
    CAPTURE,
    EP_CAPTURE,
    KSIDE,
    letterOf,
    nameOf,
    NORMAL,
    NULL_MOVE,
    PROMOTION,
    QSIDE,
    TYPES,
    type Color,
    type InternalMove,
} from './types.js';

const KNIGHT_STEPS = [
    [-2, 1],
    [-1, 2],
    [1, 2],
    [2, 1],
    [2, -1],
    [1, -2],
    [-1, -2],
    [-2, -1],
] as const;
const LINES = [
    [-1, 1],
    [0, 1],
    [1, 1],
    [1, 0],
    [1, -1],
    [0, -1],
    [-1, -1],
    [-1, 0],
] as const;

/** The square some files and ranks away, or -1 outside the board. */
function step(square: number, files: number, ranks: number): number {
    const file = (square & 7) + files;
    const rank = (square >> 3) + ranks;
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : rank * 8 + file;
}

/** The directions of a bishop, rook, queen or king. */
function linesOf(type: number): readonly (readonly [number, number])[] {
    if (type === 3) return LINES.filter(([files, ranks]) => files !== 0 && ranks !== 0);
    if (type === 4) return LINES.filter(([files, ranks]) => files === 0 || ranks === 0);
    return LINES;
}

export class LooseBoard implements Board {
    readonly turn: Color;
    readonly halfMoves: number;
    readonly moveNumber: number;
    private readonly board: Uint8Array;
    private readonly us: number;

    constructor(private readonly state: Setup) {
        this.turn = state.turn;
        this.us = state.turn === 'b' ? 8 : 0;
        this.halfMoves = state.halfMoves;
        this.moveNumber = state.moveNumber;
        this.board = state.squares;
    }

    get key(): string {
        return this.fen(false).split(' ').slice(0, 4).join(' ');
    }

    squares(): Uint8Array {
        return this.board.slice();
    }

    setup(): Setup {
        return { ...this.state, squares: this.board.slice(), castling: [...this.state.castling] };
    }

    private has(half: 0 | 1, square: number): boolean {
        return ((this.state.castling[half] >>> (square & 31)) & 1) !== 0;
    }

    castling(color: Color): { k: boolean; q: boolean } {
        return color === 'w' ? { k: this.has(0, 7), q: this.has(0, 0) } : { k: this.has(1, 63), q: this.has(1, 56) };
    }

    fen(forceEnPassant: boolean): string {
        let text = '';
        for (let rank = 7; rank >= 0; rank--) {
            let empty = 0;
            for (let file = 0; file < 8; file++) {
                const code = this.board[rank * 8 + file]!;
                if (code === 0) {
                    empty++;
                    continue;
                }
                text += (empty || '') + letterOf(code);
                empty = 0;
            }
            text += (empty || '') + (rank ? '/' : '');
        }
        const white = this.castling('w');
        const black = this.castling('b');
        const rights = (white.k ? 'K' : '') + (white.q ? 'Q' : '') + (black.k ? 'k' : '') + (black.q ? 'q' : '');
        const ep = this.state.ep < 64 && (forceEnPassant || this.moves().some((move) => move.flags & EP_CAPTURE));
        return `${text} ${this.turn} ${rights || '-'} ${ep ? nameOf(this.state.ep) : '-'} ${this.halfMoves} ${this.moveNumber}`;
    }

    fenAfter(move: InternalMove): string {
        return (move.flags & NULL_MOVE ? this.playNull() : this.play(move)).fen(false);
    }

    private king(side: number): number {
        return this.board.indexOf(side + 6);
    }

    /** The squares of a side's pieces that attack a square. */
    private attackersOf(square: number, side: number): number[] {
        const found: number[] = [];
        for (let i = 0; i < 64; i++) {
            const from = i ^ 56;
            const code = this.board[from]!;
            if (code !== 0 && (code & 8) === side && from !== square && this.attacks(from, square, code))
                found.push(from);
        }
        return found;
    }

    private attacks(from: number, to: number, code: number): boolean {
        const files = (to & 7) - (from & 7);
        const ranks = (to >> 3) - (from >> 3);
        const type = code & 7;
        if (type === 1) return Math.abs(files) === 1 && ranks === (code & 8 ? -1 : 1);
        if (type === 2) return Math.abs(files * ranks) === 2;
        if (type === 6) return Math.max(Math.abs(files), Math.abs(ranks)) === 1;
        const isStraight = files === 0 || ranks === 0;
        if (!isStraight && Math.abs(files) !== Math.abs(ranks)) return false;
        if ((type === 3 && isStraight) || (type === 4 && !isStraight)) return false;
        for (
            let at = step(from, Math.sign(files), Math.sign(ranks));
            at !== to;
            at = step(at, Math.sign(files), Math.sign(ranks))
        ) {
            if (this.board[at]) return false;
        }
        return true;
    }

    attackers(square: number, by: Color): number[] {
        return this.attackersOf(square, by === 'b' ? 8 : 0);
    }

    private isAttacked(side: number): boolean {
        const king = this.king(side);
        return king >= 0 && this.attackersOf(king, side ^ 8).length > 0;
    }

    isCheck(): boolean {
        return this.isAttacked(this.us);
    }

    hasMoves(): boolean {
        return this.moves().length > 0;
    }

    moves(): InternalMove[] {
        const all: InternalMove[] = [];
        for (let i = 0; i < 64; i++) {
            const from = i ^ 56;
            const code = this.board[from]!;
            if (code === 0 || (code & 8) !== this.us) continue;
            if ((code & 7) === 1) this.pawnMoves(all, from);
            else this.pieceMoves(all, from, code & 7);
        }
        this.castlingMoves(all);
        if (this.king(this.us) < 0) return all;
        return all.filter((move) => !this.play(move).isAttacked(this.us));
    }

    private add(all: InternalMove[], from: number, to: number, flags: number, captured = 0): void {
        const type = TYPES[(this.board[from]! & 7) - 1]!;
        const move: InternalMove = {
            code: 0,
            color: this.turn,
            from,
            to,
            piece: type,
            captured: captured ? TYPES[(captured & 7) - 1]! : undefined,
            promotion: undefined,
            flags,
        };
        if (type === 'p' && (to < 8 || to > 55)) {
            for (const promotion of ['n', 'b', 'r', 'q'] as const)
                all.push({ ...move, promotion, flags: flags | PROMOTION });
        } else {
            all.push(move);
        }
    }

    private pawnMoves(all: InternalMove[], from: number): void {
        const forward = this.us ? -1 : 1;
        const one = step(from, 0, forward);
        if (one >= 0 && !this.board[one]) {
            this.add(all, from, one, NORMAL);
            const two = step(one, 0, forward);
            if (from >> 3 === (this.us ? 6 : 1) && two >= 0 && !this.board[two]) this.add(all, from, two, BIG_PAWN);
        }
        for (const files of this.us ? [1, -1] : [-1, 1]) {
            const to = step(from, files, forward);
            if (to < 0) continue;
            const victim = this.board[to]!;
            if (victim && (victim & 8) !== this.us) this.add(all, from, to, CAPTURE, victim);
            else if (!victim && to === this.state.ep) this.add(all, from, to, EP_CAPTURE, (this.us ^ 8) + 1);
        }
    }

    private pieceMoves(all: InternalMove[], from: number, type: number): void {
        for (const [files, ranks] of type === 2 ? KNIGHT_STEPS : linesOf(type)) {
            for (let to = step(from, files, ranks); to >= 0; to = step(to, files, ranks)) {
                const victim = this.board[to]!;
                if (victim && (victim & 8) === this.us) break;
                this.add(all, from, to, victim ? CAPTURE : NORMAL, victim);
                if (victim || type === 2 || type === 6) break;
            }
        }
    }

    private castlingMoves(all: InternalMove[]): void {
        const king = this.king(this.us);
        if (king !== (this.us ? 60 : 4)) return;
        const rights = this.castling(this.turn);
        const isFree = (squares: number[]) => squares.every((square) => !this.board[square]);
        const isSafe = (squares: number[]) =>
            squares.every((square) => this.attackersOf(square, this.us ^ 8).length === 0);
        if (rights.k && isFree([king + 1, king + 2]) && isSafe([king, king + 1, king + 2]))
            this.add(all, king, king + 2, KSIDE);
        if (rights.q && isFree([king - 1, king - 2, king - 3]) && isSafe([king, king - 1, king - 2]))
            this.add(all, king, king - 2, QSIDE);
    }

    play(move: InternalMove): LooseBoard {
        const next = this.setup();
        const squares = next.squares;
        squares[move.to] = move.promotion ? this.us + TYPES.indexOf(move.promotion) + 1 : squares[move.from]!;
        squares[move.from] = 0;
        const isPawn = move.piece === 'p';
        if (move.flags & EP_CAPTURE) squares[move.to + (this.us ? 8 : -8)] = 0;
        const moveRook = (from: number, to: number) => {
            squares[to] = squares[from]!;
            squares[from] = 0;
        };
        if (move.flags & KSIDE) moveRook(move.to + 1, move.to - 1);
        if (move.flags & QSIDE) moveRook(move.to - 2, move.to + 1);
        const lost = [move.from, move.to];
        if (move.piece === 'k') lost.push(...(this.us ? [56, 63] : [0, 7]));
        for (const square of lost) next.castling[square >> 5]! &= ~(1 << (square & 31));
        next.ep = move.flags & BIG_PAWN ? (move.from + move.to) / 2 : 64;
        next.halfMoves = isPawn || move.captured ? 0 : next.halfMoves + 1;
        return new LooseBoard(this.passed(next));
    }

    playNull(): LooseBoard {
        const next = this.setup();
        next.ep = 64;
        next.halfMoves++;
        return new LooseBoard(this.passed(next));
    }

    private passed(next: Setup): Setup {
        if (next.turn === 'b') next.moveNumber++;
        next.turn = next.turn === 'b' ? 'w' : 'b';
        return next;
    }

    san(move: InternalMove): string {
        let text: string;
        if (move.flags & (KSIDE | QSIDE)) text = move.flags & KSIDE ? 'O-O' : 'O-O-O';
        else if (move.piece === 'p') text = (move.captured ? nameOf(move.from)[0] + 'x' : '') + nameOf(move.to);
        else text = move.piece.toUpperCase() + this.origin(move) + (move.captured ? 'x' : '') + nameOf(move.to);
        if (move.promotion) text += '=' + move.promotion.toUpperCase();
        const after = this.play(move);
        return after.isCheck() ? text + (after.hasMoves() ? '+' : '#') : text;
    }

    private origin(move: InternalMove): string {
        const others = this.moves().filter(
            (other) => other.piece === move.piece && other.to === move.to && other.from !== move.from,
        );
        if (others.length === 0) return '';
        const name = nameOf(move.from);
        if (!others.some((other) => (other.from & 7) === (move.from & 7))) return name[0]!;
        if (!others.some((other) => other.from >> 3 === move.from >> 3)) return name[1]!;
        return name;
    }

    sans(): string[] {
        return this.moves().map((move) => this.san(move));
    }
}
