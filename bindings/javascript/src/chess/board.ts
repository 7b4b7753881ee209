/* The boards behind the class Chess. A board is a value: playing a move makes another one. LibraryBoard asks the library;
 * loose.ts has the other kind, for boards that the library refuses, such as those without a king. */
import { Core, LazyCore, Place, type PlyforgeError } from '../core.js';
import { readSans } from '../position_text.js';
import {
    BY_COLOUR,
    BY_TYPE,
    CASTLING,
    EP_SQUARE,
    EP_SQUARE_SHIFT,
    HALFMOVES,
    HALFMOVES_SHIFT,
    KEY,
    MOVE_NUMBER,
    NOTE_CAPTURED,
    NOTE_MOVE,
    NOTE_PIECE,
    NOTE_SIZE,
    SETUP_CASTLING,
    SETUP_EP_SQUARE,
    SETUP_HALFMOVES,
    SETUP_MOVE_NUMBER,
    SETUP_SQUARES,
    SETUP_TURN,
    TURN,
    TURN_SHIFT,
} from '../wasm/layout.js';
import standardModule from '../wasm/standard.js';
import {
    BIG_PAWN,
    CAPTURE,
    EP_CAPTURE,
    KSIDE,
    NORMAL,
    NULL_MOVE,
    PROMOTION,
    QSIDE,
    TYPES,
    type Color,
    type InternalMove,
} from './types.js';

/** The module behind plyforge/chess: standard chess and Chess960. */
export const standard = /* @__PURE__ */ new LazyCore(() => standardModule, 'standard.wasm', 'list_notes');

/** A board described by a user: pieces as the library numbers them, a1 first. */
export interface Setup {
    squares: Uint8Array;
    turn: Color;
    /** The squares of the rooks that may castle, as two halves of 32 bits. */
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
    /** Two boards with the same key are the same by the rule of repetition. */
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

/** A move given as text, and the board after it. */
export interface PlayedText {
    move: InternalMove;
    san: string;
    after: Board;
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

    /** @internal Vue's mark of objects that it does not wrap. In a wrapped board, each cached answer would count as a
     * change of the game. */
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

    /** Reads a FEN; null if it has any fault. */
    static fromFen(fen: string, accept: number): LibraryBoard | null {
        const core = standard.get();
        core.begin();
        if (core.exports.read_fen(core.put(fen), 0, accept) !== 0 || core.out(0) !== 0) return null;
        return new LibraryBoard(core);
    }

    /** Makes a board from a setup, dropping invalid castling rights and en passant squares; null if it cannot be
     * played. */
    static fromSetup(setup: Setup, accept: number): LibraryBoard | null {
        if (
            !(setup.halfMoves >= 0 && setup.halfMoves <= 65535) ||
            !(setup.moveNumber >= 0 && setup.moveNumber <= 0xffffffff)
        )
            return null;
        const core = standard.get();
        const bytes = core.bytes;
        const at = core.setupAt;
        bytes.set(setup.squares, at + SETUP_SQUARES);
        core.words.set(setup.castling, (at + SETUP_CASTLING) >> 2);
        bytes[at + SETUP_TURN] = setup.turn === 'b' ? 1 : 0;
        bytes[at + SETUP_EP_SQUARE] = setup.ep;
        core.shorts[(at + SETUP_HALFMOVES) >> 1] = setup.halfMoves;
        core.words[(at + SETUP_MOVE_NUMBER) >> 2] = setup.moveNumber;
        core.begin();
        return core.exports.from_setup(accept) === 0 ? new LibraryBoard(core) : null;
    }

    get turn(): Color {
        return (this.words[this.at + TURN]! >>> TURN_SHIFT) & 255 ? 'b' : 'w';
    }
    get halfMoves(): number {
        return (this.words[this.at + HALFMOVES]! >>> HALFMOVES_SHIFT) & 65535;
    }
    get moveNumber(): number {
        return this.words[this.at + MOVE_NUMBER]! >>> 0;
    }
    /* 53 of the 64 bits, as many as a number can hold. */
    get key(): number {
        return (this.words[this.at + KEY]! >>> 0) + 4294967296 * (this.words[this.at + KEY + 1]! & 0x1fffff);
    }

    squares(): Uint8Array {
        const core = this.held();
        core.exports.board();
        return core.bytes.slice(core.textAt, core.textAt + 64);
    }

    setup(): Setup {
        const at = this.at;
        return {
            squares: this.squares(),
            turn: this.turn,
            castling: [this.words[at + CASTLING]!, this.words[at + CASTLING + 1]!],
            ep: (this.words[at + EP_SQUARE]! >>> EP_SQUARE_SHIFT) & 255,
            halfMoves: this.halfMoves,
            moveNumber: this.moveNumber,
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

    /** Shown instead of the module's memory when a game is printed, by JSON, console.log and test runners. */
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
        const moves = new Array<InternalMove>(size);
        for (let i = 0; i < size; i++) moves[i] = this.noted(core, i);
        return moves;
    }

    /** The move of a note that the module has written about this board. */
    private noted(core: Core, index: number): InternalMove {
        const at = core.notesAt + NOTE_SIZE * index;
        const { bytes } = core;
        const code = core.shorts[(at + NOTE_MOVE) >> 1]!;
        return internalMove(code, bytes[at + NOTE_PIECE]!, bytes[at + NOTE_CAPTURED]!, this.turn);
    }

    sans(): string[] {
        return (this.texts ??= readSans(standard.get(), this, 0));
    }

    san(move: InternalMove): string {
        const core = this.held();
        return core.text(core.exports.san(move.code, 0));
    }

    /** The legal move in a text that the library understands, or 0. */
    read(text: string): number {
        const core = this.held();
        const length = core.put(text);
        const answer = core.exports.read_san(length, 1) >>> 0;
        return answer < 65536 ? answer : 0;
    }

    /** The library's error for a text that it does not understand or a move that is not legal. */
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
            if (words[at + BY_TYPE + 2 * type + half]! & bit)
                return (words[at + BY_COLOUR + 2 + half]! & bit ? 9 : 1) + type;
        }
        return 0;
    }

    play(move: InternalMove): LibraryBoard {
        const core = standard.get();
        core.play(this, move.code);
        return new LibraryBoard(core);
    }

    /** Plays the legal move in a text that the library understands, unless accept refuses its SAN; null if there is
     * none. */
    playText(text: string, accept: (san: string) => boolean): PlayedText | null {
        const core = standard.get();
        if (core.playText(this, text) !== 0) return null;
        const [san, fen] = core.playedTexts();
        if (!accept(san)) return null;
        const move = this.noted(core, 0);
        const after = new LibraryBoard(core);
        after.fenText = fen;
        return { move, san, after };
    }

    playNull(): LibraryBoard {
        const core = standard.get();
        playNullOn(core, this);
        return new LibraryBoard(core);
    }

    attackers(square: number, by: Color): number[] {
        const core = this.held();
        core.exports.attackers(square);
        const side = BY_COLOUR + (by === 'b' ? 2 : 0);
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
        const { words, at } = this;
        const half = color === 'w' ? 0 : 1;
        const backRank = (word: number) => (color === 'w' ? word & 255 : word >>> 24);
        const rights = backRank(words[at + CASTLING + half]!);
        const rank = backRank(words[at + BY_TYPE + 10 + half]! & words[at + BY_COLOUR + 3 * half]!);
        return { k: rights > rank, q: (rights & (rank - 1)) !== 0 };
    }
}

function playNullOn(core: Core, board: LibraryBoard): void {
    if (!core.playNull(board)) throw new Error('Null move not allowed when in check');
}

/** Builds a move from the library's data about it. */
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
    return {
        code,
        color,
        from,
        to,
        piece: type,
        captured: captured ? TYPES[(captured & 7) - 1]! : undefined,
        promotion,
        flags,
    };
}
