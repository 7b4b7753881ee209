/* The boards behind the class Chess. A board is a value: playing a move makes another one. LibraryBoard asks the library;
 * loose.ts has the other kind, for boards that the library refuses, such as those without a king. */
import { Core, LazyCore, Place, type PlyforgeError } from '../core.js';
import { readSans } from '../position_text.js';
import standardModule from '../wasm/standard.js';
import {
    BIG_PAWN, CAPTURE, EP_CAPTURE, KSIDE, NORMAL, NULL_MOVE, PROMOTION, QSIDE, TYPES, type Color, type InternalMove,
} from './types.js';

/** The module behind plyforge/chess: standard chess and Chess960. */
export const standard = /* @__PURE__ */ new LazyCore(() => standardModule, 'standard.wasm', 'list_notes');

/** What a user describes: pieces as the library numbers them, a1 first. */
export interface Setup {
    squares: Uint8Array;
    turn: Color;
    /** Sets of squares of rooks that may castle, as two halves of 32 bits. */
    castling: [number, number];
    /** The en passant square, or 64. */
    ep: number;
    halfMoves: number;
    moveNumber: number;
}

export interface Board {
    readonly turn: Color;
    readonly halfMoves: number;
    readonly moveNumber: number;
    /** Two boards with the same key are the same for the rule of repetition. */
    readonly key: string | number;
    squares(): Uint8Array;
    setup(): Setup;
    fen(forceEnPassant: boolean): string;
    /** The FEN after a move, without a board for it. */
    fenAfter(move: InternalMove): string;
    isCheck(): boolean;
    hasMoves(): boolean;
    moves(): InternalMove[];
    /** The SANs of moves(). */
    sans(): string[];
    san(move: InternalMove): string;
    play(move: InternalMove): Board;
    playNull(): Board;
    /** The squares of a side's pieces that attack a square, in the order of SQUARES. */
    attackers(square: number, by: Color): number[];
    /** Whether a side may castle on the king's side and on the queen's side. */
    castling(color: Color): { k: boolean; q: boolean };
}

export class LibraryBoard extends Place implements Board {
    private list: InternalMove[] | undefined;
    private texts: string[] | undefined;
    private fenText: string | undefined;
    private check: boolean | undefined;

    private constructor(core: Core) {
        super(core.slab, core.takeRow());
        core.take(this);
    }

    /** @internal Vue's mark of objects that it does not wrap. In a wrapped board, each answer that is kept would count as a change of the game. */
    get __v_skip(): boolean {
        return true;
    }

    private held(): Core {
        const core = standard.get();
        core.hold(this);
        return core;
    }

    static start(): LibraryBoard {
        const core = standard.get();
        core.begin();
        core.exports.start(0);
        return new LibraryBoard(core);
    }

    static chess960(number: number): LibraryBoard {
        const core = standard.get();
        core.begin();
        core.exports.start960(number);
        return new LibraryBoard(core);
    }

    /** Reads a FEN; null if anything at all is wrong with it. */
    static fromFen(fen: string, accept: number): LibraryBoard | null {
        const core = standard.get();
        core.begin();
        if (core.exports.read_fen(core.put(fen), 0, accept) !== 0 || core.out(0) !== 0) return null;
        return new LibraryBoard(core);
    }

    /** Makes a board out of a setup, dropping wrong castling rights and en passant squares; null if it cannot be played. */
    static fromSetup(setup: Setup, accept: number): LibraryBoard | null {
        if (!(setup.halfMoves >= 0 && setup.halfMoves <= 65535) || !(setup.moveNumber >= 0 && setup.moveNumber <= 0xffffffff)) return null;
        const core = standard.get();
        const bytes = core.bytes;
        const at = core.setupAt;
        bytes.set(setup.squares, at);
        const words = core.words;
        words[(at + 64) >> 2] = setup.castling[0];
        words[(at + 68) >> 2] = setup.castling[1];
        bytes[at + 72] = setup.turn === 'b' ? 1 : 0;
        bytes[at + 73] = setup.ep;
        core.shorts[(at + 74) >> 1] = setup.halfMoves;
        words[(at + 76) >> 2] = setup.moveNumber;
        core.begin();
        return core.exports.from_setup(0, accept) === 0 ? new LibraryBoard(core) : null;
    }

    get turn(): Color {
        return this.words[this.at + 20]! & 255 ? 'b' : 'w';
    }
    get halfMoves(): number {
        return this.words[this.at + 20]! >>> 16;
    }
    get moveNumber(): number {
        return this.words[this.at + 21]! >>> 0;
    }
    /* 53 bits of the 64: what a number holds. */
    get key(): number {
        return (this.words[this.at + 18]! >>> 0) + 4294967296 * (this.words[this.at + 19]! & 0x1fffff);
    }

    /** The Zobrist key in hexadecimal. */
    get hash(): string {
        const low = (this.words[this.at + 18]! >>> 0).toString(16).padStart(8, '0');
        return (this.words[this.at + 19]! >>> 0).toString(16) + low;
    }

    squares(): Uint8Array {
        const core = this.held();
        core.exports.board();
        return core.bytes.slice(core.textAt, core.textAt + 64);
    }

    setup(): Setup {
        const at = this.at;
        return {
            squares: this.squares(), turn: this.turn, castling: [this.words[at + 16]!, this.words[at + 17]!],
            ep: (this.words[at + 20]! >>> 8) & 255, halfMoves: this.halfMoves, moveNumber: this.moveNumber,
        };
    }

    fen(forceEnPassant: boolean): string {
        if (forceEnPassant) {
            const core = this.held();
            return core.text(core.exports.write_fen(0, 0));
        }
        return (this.fenText ??= this.writtenFen());
    }

    private writtenFen(): string {
        const core = this.held();
        return core.text(core.exports.write_fen(0, 2));
    }

    /** What a printed game shows in place of the module's memory: JSON, console.log, the messages of test runners. */
    toJSON(): string {
        return this.fen(false);
    }
    [Symbol.for('nodejs.util.inspect.custom')](): string {
        return this.fen(false);
    }

    fenAfter(move: InternalMove): string {
        const core = standard.get();
        if (move.flags & NULL_MOVE) playNullOn(core, this);
        else core.play(this, move.code);
        return core.text(core.exports.write_fen(0, 2));
    }

    isCheck(): boolean {
        return (this.check ??= this.held().exports.in_check() !== 0);
    }

    hasMoves(): boolean {
        return this.held().exports.any() !== 0;
    }

    moves(): InternalMove[] {
        return (this.list ??= this.generate());
    }

    private generate(): InternalMove[] {
        const core = standard.get();
        const size = core.listNotes(this);
        const bytes = core.bytes;
        const color = this.turn;
        const moves: InternalMove[] = new Array(size);
        for (let i = 0, at = core.notesAt; i < size; i++, at += 4) {
            moves[i] = internalMove(bytes[at]! | (bytes[at + 1]! << 8), bytes[at + 2]!, bytes[at + 3]!, color);
        }
        return moves;
    }

    sans(): string[] {
        return (this.texts ??= readSans(standard.get(), this, 0));
    }

    san(move: InternalMove): string {
        const core = this.held();
        return core.text(core.exports.san(move.code, 0));
    }

    /** The legal move of a text that the library understands, or 0. */
    read(text: string): number {
        const core = this.held();
        const length = core.put(text);
        const answer = core.exports.read_san(length, 1) >>> 0;
        return answer < 65536 ? answer : 0;
    }

    /** What the library says against a text that it does not understand or a move that is not legal. */
    complain(text: string): PlyforgeError {
        const core = this.held();
        return core.error(core.exports.read_san(core.put(text), 1) >>> 16, text);
    }

    why(code: number): string | null {
        const core = this.held();
        return core.exports.why(code) === 0 ? null : core.cString(core.textAt);
    }

    /** A legal move of the library, in the form of chess.js. */
    describe(code: number): InternalMove {
        const from = (code >> 6) & 63;
        const us = this.pieceAt(from);
        const captured = code >> 14 === 3 ? 0 : code >> 14 === 2 ? us ^ 8 : this.pieceAt(code & 63);
        return internalMove(code, us, captured, this.turn);
    }

    /** The number of the piece on a square. */
    pieceAt(square: number): number {
        const half = square >> 5;
        const bit = 1 << (square & 31);
        const { words, at } = this;
        for (let type = 0; type < 6; type++) {
            if (words[at + 2 * type + half]! & bit) return (words[at + 14 + half]! & bit ? 9 : 1) + type;
        }
        return 0;
    }

    play(move: InternalMove): LibraryBoard {
        const core = standard.get();
        core.play(this, move.code);
        return new LibraryBoard(core);
    }

    playNull(): LibraryBoard {
        const core = standard.get();
        playNullOn(core, this);
        return new LibraryBoard(core);
    }

    attackers(square: number, by: Color): number[] {
        const core = this.held();
        core.exports.attackers(square);
        const side = by === 'b' ? 14 : 12;
        const low = core.out(0) & this.words[this.at + side]!;
        const high = core.out(1) & this.words[this.at + side + 1]!;
        const squares: number[] = [];
        for (let i = 0; i < 64; i++) {
            const at = i ^ 56;
            if (((at < 32 ? low : high) >>> (at & 31)) & 1) squares.push(at);
        }
        return squares;
    }

    castling(color: Color): { k: boolean; q: boolean } {
        const half = color === 'w' ? 0 : 1;
        const rights = color === 'w' ? this.words[this.at + 16]! & 255 : this.words[this.at + 17]! >>> 24;
        const king = this.words[this.at + 10 + half]! & this.words[this.at + (color === 'w' ? 12 : 15)]!;
        const rank = color === 'w' ? king & 255 : king >>> 24;
        return { k: rights > rank, q: (rights & (rank - 1)) !== 0 };
    }
}

function playNullOn(core: Core, board: LibraryBoard): void {
    if (!core.playNull(board)) throw new Error('Null move not allowed when in check');
}

/** A move out of what the library says about it. */
function internalMove(code: number, piece: number, captured: number, color: Color): InternalMove {
    const from = (code >> 6) & 63;
    let to = code & 63;
    const kind = code >> 14;
    const type = TYPES[(piece & 7) - 1]!;
    let flags = captured ? CAPTURE : NORMAL;
    let promotion;
    if (kind === 1) {
        promotion = TYPES[1 + ((code >> 12) & 3)]!;
        flags |= PROMOTION;
    } else if (kind === 2) {
        flags = EP_CAPTURE;
    } else if (kind === 3) {
        flags = to > from ? KSIDE : QSIDE;
        to = (from & 56) | (to > from ? 6 : 2);
    } else if (type === 'p' && Math.abs(to - from) === 16) {
        flags = BIG_PAWN;
    }
    return { code, color, from, to, piece: type, captured: captured ? TYPES[(captured & 7) - 1]! : undefined, promotion, flags };
}
