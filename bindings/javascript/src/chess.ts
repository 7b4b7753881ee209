/* A drop-in for chess.js 1.x: the class Chess with its methods, on the library. It adds Chess960, variations that
 * survive reading and writing PGN, errors with a position, and explain. */
import { Annotations, taken, type CommentEntry } from './chess/annotations.js';
import { LibraryBoard, standard, type Board, type Setup } from './chess/board.js';
import { meantCode, moveOfSquares, moveOfText, nullMove, playText } from './chess/find.js';
import { LooseBoard } from './chess/loose.js';
import { Move, playOn } from './chess/move.js';
import { parsePgn, PgnError, type PgnLine, type PgnNode } from './chess/pgn.js';
import { boardOfFen, boardOfPlainFen, boardOfSetup, completeFen, startBoard } from './chess/setup.js';
import { Tags } from './chess/tags.js';
import {
    BLACK,
    codeOf,
    DEFAULT_POSITION,
    nameOf,
    NULL_MOVE,
    numberOf,
    pieceOfCode,
    SQUARES,
    SUFFIX_LIST,
    TYPES,
    WHITE,
    type Color,
    type InternalMove,
    type NAG,
    type Piece,
    type PieceSymbol,
    type Square,
    type Suffix,
} from './chess/types.js';
import { asciiOf, isDeadMaterial, rowsOf, type PlacedPiece } from './chess/view.js';
import { marksText, writePgn, wrapPgn } from './chess/write.js';
import { hashOf } from './chess/zobrist.js';
import {
    checkInteger,
    checkIterable,
    checkNag,
    checkText,
    describe,
    shortened,
    tagText,
    type CompiledModule,
} from './core.js';

export { validateFen, type FenVerdict } from './chess/validate.js';
export { xoroshiro128 } from './chess/zobrist.js';
export { PlyforgeError, type CompiledModule } from './core.js';
export { Move, PgnError, type CommentEntry, type PgnLine, type PgnNode };
export {
    BISHOP,
    BLACK,
    DEFAULT_POSITION,
    KING,
    KNIGHT,
    NAG_TO_SYMBOL,
    nagToGlyph,
    PAWN,
    QUEEN,
    ROOK,
    SEVEN_TAG_ROSTER,
    SQUARES,
    SUFFIX_LIST,
    WHITE,
} from './chess/types.js';
export type { Color, NAG, Piece, PieceSymbol, Square, Suffix } from './chess/types.js';

/** Compiles the module in the background. Not needed: the first call compiles it.
 *
 * @example
 * await ready(); // new Chess() then has nothing to compile
 */
export function ready(): Promise<void> {
    return standard.ready();
}

/** Uses a module that the platform has compiled from dist/standard.wasm, for platforms that do not allow compiling.
 *
 * @example
 * const path = new URL(import.meta.resolve('plyforge/standard.wasm'));
 * useModule(await WebAssembly.compile(await readFile(path)));
 */
export function useModule(module: CompiledModule): void {
    standard.use(module);
}

export interface ChessOptions {
    skipValidation?: boolean;
    /** Castling rights and castling moves of Chess960; the FEN may be X-FEN or Shredder-FEN. */
    chess960?: boolean;
}

interface Played {
    move: InternalMove;
    board: Board;
    san: string | undefined;
}

export type MoveInput = string | { from: string; to: string; promotion?: string } | null;

export class Chess {
    private current: Board;
    private past: Played[] = [];
    private tags = new Tags();
    private madeNotes: Annotations | undefined;
    private is960 = false;

    constructor(fen: string = DEFAULT_POSITION, { skipValidation = false, chess960 = false }: ChessOptions = {}) {
        this.current = startBoard();
        this.load(fen, { skipValidation, chess960 });
    }

    /** The Chess960 start position with this number, 0 to 959; a random one if it is omitted.
     *
     * @example
     * console.log(Chess.chess960(0).fen()); // bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1
     */
    static chess960(number: number = Math.floor(960 * Math.random())): Chess {
        checkInteger(number, 0, 959, 'the number of a Chess960 position');
        return new Chess(LibraryBoard.chess960(number).fen(false), { chess960: true });
    }

    // ---- Setting up ----

    /**
     * Empties the board.
     *
     * @example
     * const chess = new Chess();
     * chess.clear();
     * console.log(chess.fen()); // 8/8/8/8/8/8/8/8 w - - 0 1
     */
    clear({ preserveHeaders = false } = {}): void {
        this.forget(preserveHeaders);
        this.current = new LooseBoard({
            squares: new Uint8Array(64),
            turn: 'w',
            castling: [0, 0],
            ep: 64,
            halfMoves: 0,
            moveNumber: 1,
        });
    }

    private forget(preserveHeaders: boolean): void {
        if (this.past.length > 0) this.past = [];
        this.madeNotes = undefined;
        this.tags.clear(preserveHeaders);
    }

    private get notes(): Annotations {
        return (this.madeNotes ??= new Annotations());
    }

    /**
     * Sets up a FEN; fields that are missing at the end are added. Throws an Error that describes what is wrong with
     * it.
     *
     * @example
     * const chess = new Chess();
     * chess.load('4k3/8/8/8/8/8/4P3/4K3 w - -');
     * console.log(chess.moves()); // [ 'e3', 'e4', 'Kd2', 'Kf2', 'Kf1', 'Kd1' ]
     */
    load(fen: string, { skipValidation = false, preserveHeaders = false, chess960 = this.is960 } = {}): void {
        let text = checkText(fen, 'a FEN');
        let board: Board | null = boardOfPlainFen(text, chess960);
        if (!board) {
            text = completeFen(text);
            board = boardOfFen(text, skipValidation, chess960);
        }
        this.is960 = chess960;
        this.forget(preserveHeaders);
        this.current = board;
        this.updateSetup(text);
    }

    /**
     * Sets up the start position.
     *
     * @example
     * const chess = new Chess();
     * chess.move('e4');
     * chess.reset();
     * console.log(chess.history()); // []
     */
    reset(): void {
        this.is960 = false;
        this.load(DEFAULT_POSITION);
    }

    /**
     * The FEN. It includes the en passant square if a capture there is legal.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.fen()); // rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
     */
    fen({ forceEnpassantSquare = false }: { forceEnpassantSquare?: boolean } = {}): string {
        return this.current.fen(forceEnpassantSquare);
    }

    /* The tags of a start position, as long as no move was made. */
    private updateSetup(fen: string): void {
        if (this.past.length === 0) this.tags.setStart(fen === DEFAULT_POSITION ? null : fen, this.is960);
    }

    /**
     * Puts a piece on a square; false if that is not possible, as for a second king.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.put({ type: 'q', color: 'b' }, 'e4'), chess.get('e4')); // true { type: 'q', color: 'b' }
     */
    put({ type, color }: { type: PieceSymbol; color: Color }, square: Square): boolean {
        const kind = typeof type === 'string' ? (type.toLowerCase() as PieceSymbol) : type;
        const at = numberOf(square);
        if (!TYPES.includes(kind) || at < 0 || (color !== WHITE && color !== BLACK)) return false;
        const setup = this.current.setup();
        const code = codeOf({ type: kind, color });
        if (kind === 'k') {
            const king = setup.squares.indexOf(code);
            if (king >= 0 && king !== at) return false;
        }
        setup.squares[at] = code;
        this.change(setup);
        return true;
    }

    /**
     * Takes a piece off the board and returns it.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.remove('d1'), chess.get('d1')); // { type: 'q', color: 'w' } undefined
     */
    remove(square: Square): Piece | undefined {
        const at = numberOf(square);
        const piece = this.get(square);
        if (at < 0) return undefined;
        const setup = this.current.setup();
        setup.squares[at] = 0;
        this.change(setup);
        return piece;
    }

    private change(setup: Setup): void {
        // The squares behind a pawn that has just made a double push are empty.
        const behind = setup.turn === 'w' ? 8 : -8;
        if (setup.ep < 64 && (setup.squares[setup.ep] || setup.squares[setup.ep + behind])) setup.ep = 64;
        this.current = boardOfSetup(setup, this.is960 ? 3 : 1);
        this.updateSetup(this.fen());
    }

    /**
     * The piece on a square.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.get('e1')); // { type: 'k', color: 'w' }
     */
    get(square: Square): Piece | undefined {
        const at = numberOf(square);
        const code = at < 0 ? 0 : this.codeAt(at);
        return code ? pieceOfCode(code) : undefined;
    }

    private codeAt(square: number): number {
        return this.current instanceof LibraryBoard ? this.current.pieceAt(square) : this.current.squares()[square]!;
    }

    /**
     * The squares of a kind of piece.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.findPiece({ type: 'n', color: 'w' })); // [ 'b1', 'g1' ]
     */
    findPiece(piece: Piece): Square[] {
        const code = codeOf(piece);
        if (!TYPES.includes(piece.type)) return [];
        const squares = this.current.squares();
        return SQUARES.filter((name) => squares[numberOf(name)] === code);
    }

    /**
     * Gives a side the move by a null move; false if it is already its turn.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.setTurn('b'), chess.turn()); // true b
     */
    setTurn(color: Color): boolean {
        if (this.turn() === color) return false;
        this.move('--');
        return true;
    }

    /**
     * Sets and removes castling rights; false if one is not possible.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.setCastlingRights('w', { k: false }), chess.fen().split(' ')[2]); // true Qkq
     */
    setCastlingRights(color: Color, rights: Partial<Record<'k' | 'q', boolean>>): boolean {
        const setup = this.current.setup();
        const half = color === 'w' ? 0 : 1;
        for (const side of ['k', 'q'] as const) {
            if (rights[side] === undefined || (color !== 'w' && color !== 'b')) continue;
            const bit = 1 << ((color === 'w' ? 0 : 24) + (side === 'k' ? 7 : 0));
            if (rights[side]) setup.castling[half] |= bit;
            else setup.castling[half] &= ~bit;
        }
        this.current = boardOfSetup(setup, this.is960 ? 3 : 1);
        const result = this.getCastlingRights(color);
        return (rights.k === undefined || rights.k === result.k) && (rights.q === undefined || rights.q === result.q);
    }

    /**
     * The castling rights of a side.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.getCastlingRights('w')); // { k: true, q: true }
     */
    getCastlingRights(color: Color): { k: boolean; q: boolean } {
        return color === 'w' || color === 'b' ? this.current.castling(color) : { k: false, q: false };
    }

    // ---- Questions ----

    /**
     * The side to move.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.turn()); // w
     */
    turn(): Color {
        return this.current.turn;
    }

    /**
     * The number of the move, as in FEN.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.moveNumber()); // 1
     */
    moveNumber(): number {
        return this.current.moveNumber;
    }

    /**
     * The board in rows, the eighth rank first.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.board()[0][4]); // { square: 'e8', type: 'k', color: 'b' }
     */
    board(): (PlacedPiece | null)[][] {
        return rowsOf(this.current.squares());
    }

    /**
     * The board as text.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.ascii().split('\n')[1]); //  8 | r  n  b  q  k  b  n  r |
     */
    ascii(): string {
        return asciiOf(this.current.squares());
    }

    /**
     * The colour of a square.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.squareColor('a1')); // dark
     */
    squareColor(square: Square): 'light' | 'dark' | null {
        const at = numberOf(square);
        return at < 0 ? null : ((at >> 3) + at) & 1 ? 'light' : 'dark';
    }

    /** The Zobrist hash in hexadecimal, with the numbers of chess.js.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.hash()); // 3436f01fd716346e
     */
    hash(): string {
        return hashOf(this.current);
    }

    /**
     * The squares of the pieces of a side, by default the one to move, that attack a square.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.attackers('f3')); // [ 'e2', 'g2', 'g1' ]
     */
    attackers(square: Square, attackedBy?: Color): Square[] {
        const at = numberOf(square);
        return at < 0 ? [] : this.current.attackers(at, attackedBy || this.turn()).map(nameOf);
    }

    /**
     * Whether a side attacks a square.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.isAttacked('f3', 'w')); // true
     */
    isAttacked(square: Square, attackedBy: Color): boolean {
        const at = numberOf(square);
        return at >= 0 && this.current.attackers(at, attackedBy).length > 0;
    }

    /**
     * Whether the side to move is in check.
     *
     * @example
     * console.log(new Chess('4k3/8/8/8/8/8/4r3/4K3 w - - 0 1').isCheck()); // true
     */
    isCheck(): boolean {
        return this.current.isCheck();
    }
    /**
     * The same as isCheck.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.inCheck()); // false
     */
    inCheck(): boolean {
        return this.isCheck();
    }
    /**
     * Whether the side to move is mated.
     *
     * @example
     * console.log(new Chess('R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1').isCheckmate()); // true
     */
    isCheckmate(): boolean {
        return this.isCheck() && !this.current.hasMoves();
    }
    /**
     * Whether the side to move has no move and is not in check.
     *
     * @example
     * console.log(new Chess('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1').isStalemate()); // true
     */
    isStalemate(): boolean {
        return !this.isCheck() && !this.current.hasMoves();
    }

    /** Neither side can mate: there are only kings, one minor piece, or bishops on squares of one colour.
     *
     * @example
     * console.log(new Chess('4k3/8/8/8/8/8/8/3BK3 w - - 0 1').isInsufficientMaterial()); // true
     */
    isInsufficientMaterial(): boolean {
        return isDeadMaterial(this.current.squares());
    }

    /**
     * Whether the position has occurred three times in the game.
     *
     * @example
     * const chess = new Chess();
     * for (const move of ['Nf3', 'Nf6', 'Ng1', 'Ng8', 'Nf3', 'Nf6', 'Ng1', 'Ng8']) chess.move(move);
     * console.log(chess.isThreefoldRepetition()); // true
     */
    isThreefoldRepetition(): boolean {
        const { key } = this.current;
        let count = 1;
        for (const { board } of this.past) if (board.key === key) count++;
        return count >= 3;
    }
    /**
     * Whether each side has made fifty moves without a capture or a pawn move.
     *
     * @example
     * console.log(new Chess('4k3/8/8/8/8/8/8/R3K3 w - - 100 80').isDrawByFiftyMoves()); // true
     */
    isDrawByFiftyMoves(): boolean {
        return this.current.halfMoves >= 100;
    }
    /**
     * Whether the game is drawn for one of the reasons above.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.isDraw()); // false
     */
    isDraw(): boolean {
        return (
            this.isDrawByFiftyMoves() ||
            this.isStalemate() ||
            this.isInsufficientMaterial() ||
            this.isThreefoldRepetition()
        );
    }
    /**
     * Whether the game is over.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.isGameOver()); // false
     */
    isGameOver(): boolean {
        return this.isCheckmate() || this.isDraw();
    }

    /**
     * Whether a legal move from one square to another promotes a pawn.
     *
     * @example
     * console.log(new Chess('8/P6k/8/8/8/8/8/K7 w - - 0 1').isPromotion({ from: 'a7', to: 'a8' })); // true
     */
    isPromotion({ from, to }: { from: Square; to: Square }): boolean {
        const [start, end] = [numberOf(from), numberOf(to)];
        return this.current
            .moves()
            .some((move) => move.from === start && move.to === end && move.promotion !== undefined);
    }

    // ---- Moves ----

    /**
     * The legal moves as SAN, or with verbose as objects; of one square, one kind of piece, or all.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.moves().length, chess.moves({ square: 'g1' }), chess.moves({ square: 'e2', verbose: true })[0].to); // 20 [ 'Nf3', 'Nh3' ] e3
     */
    moves(): string[];
    moves(options: { verbose: true; square?: Square; piece?: PieceSymbol }): Move[];
    moves(options: { verbose?: false; square?: Square; piece?: PieceSymbol }): string[];
    moves(options: { verbose?: boolean; square?: Square; piece?: PieceSymbol }): string[] | Move[];
    moves({ verbose = false, square, piece }: { verbose?: boolean; square?: Square; piece?: PieceSymbol } = {}):
        string[] | Move[] {
        const board = this.current;
        const sans = board.sans();
        if (!verbose && !square && !piece) return sans.slice();
        const from = square ? numberOf(String(square).toLowerCase()) : -1;
        const type = piece ? String(piece).toLowerCase() : undefined;
        const chosen: string[] = [];
        const made: Move[] = [];
        board.moves().forEach((move, i) => {
            if ((square && move.from !== from) || (type && move.piece !== type)) return;
            if (verbose) made.push(new Move(board, move, sans[i]!));
            else chosen.push(sans[i]!);
        });
        return verbose ? made : chosen;
    }

    /**
     * Plays a move, given as SAN, as squares, or null to pass. Throws an Error if it is not legal.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.move('e4').san, chess.move({ from: 'e7', to: 'e5' }).lan); // e4 e7e5
     */
    move(move: MoveInput, { strict = false }: { strict?: boolean } = {}): Move {
        const board = this.current;
        const played = typeof move === 'string' ? playText(board, move, strict) : null;
        if (played) {
            this.past.push({ move: played.move, board, san: played.san });
            this.current = played.after;
            return new Move(board, played.move, played.san, played.after);
        }
        const found = this.find(move, strict);
        if (!found)
            throw new Error(
                `Invalid move: ${shortened(typeof move === 'string' ? move : (JSON.stringify(move) ?? describe(move)))}`,
            );
        if (found.flags & NULL_MOVE && this.isCheck()) throw new Error('Null move not allowed when in check');
        const san = found.flags & NULL_MOVE ? '--' : board.san(found);
        this.push(found, san);
        return new Move(board, found, san, this.current);
    }

    private push(move: InternalMove, san?: string): void {
        const board = this.current;
        const after = playOn(board, move);
        this.past.push({ move, board, san });
        this.current = after;
    }

    private find(move: unknown, strict: boolean): InternalMove | undefined {
        if (typeof move === 'string') return moveOfText(this.current, move, strict);
        return move === null ? nullMove(this.current) : moveOfSquares(this.current, move, this.is960);
    }

    /**
     * Takes the last move back and returns it; null if there is none.
     *
     * @example
     * const chess = new Chess();
     * chess.move('e4');
     * console.log(chess.undo()?.san, chess.undo()); // e4 null
     */
    undo(): Move | null {
        const last = this.past.pop();
        if (!last) return null;
        const reached = this.current;
        this.current = last.board;
        return new Move(last.board, last.move, sanOf(last), reached);
    }

    /**
     * The moves of the game as SAN, or with verbose as objects.
     *
     * @example
     * const chess = new Chess();
     * chess.move('e4');
     * console.log(chess.history(), chess.history({ verbose: true })[0].piece); // [ 'e4' ] p
     */
    history(): string[];
    history(options: { verbose: true }): Move[];
    history(options: { verbose?: false }): string[];
    history(options: { verbose?: boolean }): string[] | Move[];
    history({ verbose = false }: { verbose?: boolean } = {}): string[] | Move[] {
        if (!verbose) return this.past.map(sanOf);
        return this.past.map(
            (played, i) => new Move(played.board, played.move, sanOf(played), this.past[i + 1]?.board ?? this.current),
        );
    }

    /**
     * The number of sequences of this many moves. plyforge/perft is many times faster.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.perft(3)); // 8902
     */
    perft(depth: number): number {
        checkInteger(depth, 0, 30, 'the depth');
        const count = (board: Board, left: number): number => {
            const moves = board.moves();
            if (left <= 1) return moves.length;
            return moves.reduce((sum, move) => sum + count(board.play(move), left - 1), 0);
        };
        return count(this.current, depth);
    }

    /** Why a move is not legal, as a sentence; null if it is legal.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.explain('e1g1')); // White cannot castle, because the bishop on f1 is in the way
     */
    explain(move: string | { from: string; to: string; promotion?: string }): string | null {
        if (move !== null && this.find(move, false)) return null;
        const board = this.current;
        if (!(board instanceof LibraryBoard)) return 'the board cannot be played';
        const squares =
            typeof move === 'string'
                ? /^([a-h][1-8])([a-h][1-8])([nbrqNBRQ])?$/.exec(move)
                : [null, move?.from, move?.to, move?.promotion];
        if (!squares) return board.complain(checkText(move, 'a move')).message;
        const [, from, to, promotion] = squares;
        if (numberOf(from) < 0 || numberOf(to) < 0) return `${describe(move)} does not name squares`;
        // The rest of the move can be legal: move() takes the letters of chess.js only.
        return (
            board.why(meantCode(board, numberOf(from), numberOf(to), promotion ?? undefined)) ??
            `a pawn becomes n, b, r or q, not ${describe(promotion)}`
        );
    }

    // ---- PGN ----

    /** The game as PGN, with comments, suffixes, NAGs and, by default, the variations that were read.
     *
     * @example
     * const chess = new Chess();
     * chess.move('e4');
     * console.log(chess.pgn().split('\n').at(-1)); // 1. e4 *
     */
    pgn({
        newline = '\n',
        maxWidth = 0,
        variations = true,
    }: { newline?: string; maxWidth?: number; variations?: boolean } = {}): string {
        const headers: string[] = [];
        for (const [name, value] of Object.entries(this.tags.all))
            if (value) headers.push(tagText(name, value, /[\s"[\]]/g) + newline);
        if (this.past.length > 0) headers.push(newline);
        const boards = [...this.past.map(({ board }) => board), this.current];
        const notes = this.madeNotes;
        const moves = writePgn(
            boards.map((board, i) => ({
                color: board.turn,
                moveNumber: board.moveNumber,
                comment: notes?.comments.get(board.fen(false)),
                marks: notes
                    ? marksText(notes.suffixes.get(board.fen(false)), notes.nags.get(board.fen(false)) ?? [])
                    : '',
                san: i < this.past.length ? sanOf(this.past[i]!) : undefined,
                variations: (variations && notes?.variations.get(board.fen(false))) || [],
            })),
            this.tags.all['Result'] || '*',
        );
        return headers.join('') + (maxWidth === 0 ? moves.join(' ') : wrapPgn(moves, maxWidth, newline));
    }

    /** Reads one game, in every form that readPgn accepts; text that cannot be part of a game is skipped. With strict,
     * only the forms that chess.js accepts, and only SAN. Errors name the move or the text, with its line and column;
     * the game is then unchanged.
     *
     * @example
     * const chess = new Chess();
     * chess.loadPgn('[White "Me"]\n\n1. e4 e5 (1... c5) 2. Nf3 *');
     * console.log(chess.history(), chess.getHeaders()['White']); // [ 'e4', 'e5', 'Nf3' ] Me
     */
    loadPgn(
        pgn: string,
        { strict = false, newlineChar = '\r?\n' }: { strict?: boolean; newlineChar?: string } = {},
    ): void {
        checkText(pgn, 'PGN');
        const text = newlineChar === '\r?\n' ? pgn : pgn.replace(new RegExp(newlineChar, 'g'), '\n');
        const tree = parsePgn(text, strict);
        const read = new Chess();
        let at = tree.places.fen;
        try {
            read.loadTags(tree.headers, strict);
            read.loadLine(tree, strict, (index) => (at = tree.places.moves[index]!));
        } catch (error) {
            throw error instanceof Error && error.name === 'Error' ? new PgnError(error.message, text, at) : error;
        }
        if (tree.result) read.tags.set('Result', tree.result);
        Object.assign(this, read);
    }

    private loadTags(headers: [string, string][], strict: boolean): void {
        let fen = '';
        for (const [name, value] of headers) {
            if (name.toLowerCase() === 'fen') fen = value;
            if (name === 'Variant' && /960|random|fischer/i.test(value)) this.is960 = true;
            this.tags.set(name, value);
        }
        // Castling rights by files are those of Chess960, even in files without the Variant tag.
        if (/^\S+ [wb] [KQkq]*[A-Ha-h]/.test(fen)) this.is960 = true;
        if (strict) {
            if (this.tags.all['SetUp'] !== '1') return;
            if (!headers.some(([name]) => name === 'FEN'))
                throw new Error('Invalid PGN: FEN tag must be supplied with SetUp tag');
            fen = this.tags.all['FEN']!;
        }
        if (fen) this.load(fen, { preserveHeaders: true });
    }

    private loadLine(line: PgnLine, strict: boolean, begin: (index: number) => void): void {
        const note = (comment: string | undefined) => {
            if (comment !== undefined) this.notes.comments.set(this.fen(), comment);
        };
        note(line.comment);
        for (const [index, node] of line.moves.entries()) {
            begin(index);
            const before = this.current;
            const move = moveOfText(before, node.san, strict);
            if (!move) throw new Error(`Invalid move in PGN: ${shortened(node.san)}`);
            this.push(move);
            if (node.variations.length > 0) this.notes.variations.set(before.fen(false), node.variations);
            if (node.suffix) this.notes.suffixes.set(this.fen(), node.suffix as Suffix);
            if (node.nags.length > 0) this.notes.nags.set(this.fen(), node.nags);
            note(node.comment);
        }
    }

    /** The PGN variations in place of the move that was played from a position, the current one by default.
     *
     * @example
     * const chess = new Chess();
     * chess.loadPgn('1. e4 (1. d4 d5) *');
     * console.log(chess.getVariations(new Chess().fen()).map(({ moves }) => moves.map(({ san }) => san))); // [ [ 'd4', 'd5' ] ]
     */
    getVariations(fen: string = this.fen()): PgnLine[] {
        return this.madeNotes?.variations.get(fen) ?? [];
    }

    // ---- Headers ----

    /** @deprecated Use setHeader and getHeaders.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.header('White', 'Me')['White']); // Me
     */
    header(...args: string[]): Record<string, string | null> {
        for (let i = 0; i < args.length; i += 2) {
            const [name, value] = [args[i], args[i + 1]];
            if (typeof name === 'string' && typeof value === 'string') this.tags.set(name, value);
        }
        return this.tags.all;
    }

    /**
     * Sets a tag and returns all that have a value.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.setHeader('White', 'Me')['White']); // Me
     */
    setHeader(key: string, value: string): Record<string, string> {
        this.tags.set(key, value);
        return this.getHeaders();
    }

    /**
     * Removes a tag, or resets it to its default if it is one of the seven that every game has.
     *
     * @example
     * const chess = new Chess();
     * chess.setHeader('Annotator', 'Me');
     * console.log(chess.removeHeader('Annotator'), chess.getHeaders()['Annotator']); // true undefined
     */
    removeHeader(key: string): boolean {
        return this.tags.remove(key);
    }

    /**
     * The tags that have a value.
     *
     * @example
     * const chess = new Chess();
     * console.log(Object.keys(chess.getHeaders())); // [ 'Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result' ]
     */
    getHeaders(): Record<string, string> {
        return this.tags.present();
    }

    // ---- Comments, suffixes, NAGs ----

    /**
     * The comment on the position.
     *
     * @example
     * const chess = new Chess();
     * chess.setComment('the start');
     * console.log(chess.getComment()); // the start
     */
    getComment(): string {
        return this.madeNotes?.comments.get(this.fen()) as string;
    }

    /**
     * Sets the comment on the position.
     *
     * @example
     * const chess = new Chess();
     * chess.setComment('the start');
     * console.log(chess.pgn().split('\n').at(-1)); // {the start} *
     */
    setComment(comment: string): void {
        this.notes.comments.set(this.fen(), checkText(comment, 'a comment').replaceAll('{', '[').replaceAll('}', ']'));
    }

    /**
     * Removes the comment on the position and returns it.
     *
     * @example
     * const chess = new Chess();
     * chess.setComment('the start');
     * console.log(chess.removeComment(), chess.getComment()); // the start undefined
     */
    removeComment(): string {
        return taken(this.notes.comments, this.fen()) as string;
    }

    /** @deprecated Renamed to removeComment.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.deleteComment()); // undefined
     */
    deleteComment(): string {
        return this.removeComment();
    }

    private fens(): string[] {
        return [...this.past.map((played) => played.board), this.current].map((board) => board.fen(false));
    }

    /**
     * The comments of the game, with the FENs of their positions.
     *
     * @example
     * const chess = new Chess();
     * chess.setComment('the start');
     * console.log(chess.getComments().map(({ comment }) => comment)); // [ 'the start' ]
     */
    getComments(): CommentEntry[] {
        this.notes.keepComments(this.fens());
        return this.notes.entries();
    }

    /**
     * Removes all comments and returns them.
     *
     * @example
     * const chess = new Chess();
     * chess.setComment('the start');
     * console.log(chess.removeComments().length, chess.getComments()); // 1 []
     */
    removeComments(): { fen: string; comment: string }[] {
        const { notes } = this;
        notes.keepComments(this.fens());
        const removed = Array.from(notes.comments, ([fen, comment]) => ({ fen, comment }));
        notes.comments.clear();
        return removed;
    }

    /** @deprecated Renamed to removeComments.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.deleteComments()); // []
     */
    deleteComments(): { fen: string; comment: string }[] {
        return this.removeComments();
    }

    /**
     * The suffix of the move that led to a position, as in "!?".
     *
     * @example
     * const chess = new Chess();
     * chess.move('e4');
     * chess.setSuffixAnnotation('!');
     * console.log(chess.getSuffixAnnotation()); // !
     */
    getSuffixAnnotation(fen: string = this.fen()): Suffix | undefined {
        return this.madeNotes?.suffixes.get(fen);
    }

    /**
     * Sets the suffix of the move that led to a position.
     *
     * @example
     * const chess = new Chess();
     * chess.move('e4');
     * chess.setSuffixAnnotation('!?');
     * console.log(chess.pgn().split('\n').at(-1)); // 1. e4!? *
     */
    setSuffixAnnotation(suffix: Suffix, fen?: string): void {
        if (!SUFFIX_LIST.includes(suffix)) throw new Error(`Invalid suffix: ${shortened(String(suffix))}`);
        this.notes.suffixes.set(fen || this.fen(), suffix);
    }

    /**
     * Removes a suffix and returns it.
     *
     * @example
     * const chess = new Chess();
     * chess.setSuffixAnnotation('!');
     * console.log(chess.removeSuffixAnnotation()); // !
     */
    removeSuffixAnnotation(fen?: string): Suffix | undefined {
        return taken(this.notes.suffixes, fen || this.fen());
    }

    /**
     * The numeric annotation glyphs of the move that led to a position.
     *
     * @example
     * const chess = new Chess();
     * chess.addNag(14);
     * console.log(chess.getNags().map(nagToGlyph)); // [ '⩲' ]
     */
    getNags(fen: string = this.fen()): NAG[] {
        return this.madeNotes?.nags.get(fen) ?? [];
    }

    /**
     * Adds a numeric annotation glyph.
     *
     * @example
     * const chess = new Chess();
     * chess.addNag(10);
     * console.log(chess.getNags()); // [ 10 ]
     */
    addNag(nag: NAG, fen?: string): void {
        this.notes.addNag(fen || this.fen(), checkNag(nag));
    }

    /**
     * Sets the numeric annotation glyphs.
     *
     * @example
     * const chess = new Chess();
     * chess.setNags([10, 18]);
     * console.log(chess.getNags()); // [ 10, 18 ]
     */
    setNags(nags: NAG[], fen?: string): void {
        this.notes.nags.set(fen || this.fen(), Array.from(checkIterable(nags, 'NAGs'), checkNag));
    }

    /**
     * Removes all numeric annotation glyphs of a position and returns them.
     *
     * @example
     * const chess = new Chess();
     * chess.addNag(10);
     * console.log(chess.removeNags(), chess.getNags()); // [ 10 ] []
     */
    removeNags(fen?: string): NAG[] {
        return taken(this.notes.nags, fen || this.fen()) ?? [];
    }

    /**
     * Removes a numeric annotation glyph; false if the position does not have it.
     *
     * @example
     * const chess = new Chess();
     * console.log(chess.removeNag(10)); // false
     */
    removeNag(nag: NAG, fen?: string): boolean {
        return this.notes.removeNag(fen || this.fen(), nag);
    }
}

function sanOf(played: Played): string {
    return (played.san ??= played.move.flags & NULL_MOVE ? '--' : played.board.san(played.move));
}
