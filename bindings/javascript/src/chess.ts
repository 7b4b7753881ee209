/* A drop-in for chess.js 1.x: the class Chess with its methods, on the library. What it adds: Chess960, variations that
 * survive reading and writing PGN, errors with a place, explain. */
import { Annotations, taken, type CommentEntry } from './chess/annotations.js';
import { LibraryBoard, standard, type Board, type Setup } from './chess/board.js';
import { meantCode, moveOfSquares, moveOfText, nullMove } from './chess/find.js';
import { LooseBoard } from './chess/loose.js';
import { Move, playOn } from './chess/move.js';
import { parsePgn, PgnError, type PgnLine, type PgnNode } from './chess/pgn.js';
import { boardOfFen, boardOfPlainFen, boardOfSetup, completeFen, startBoard } from './chess/setup.js';
import { Tags } from './chess/tags.js';
import {
    BLACK, codeOf, DEFAULT_POSITION, nameOf, NULL_MOVE, numberOf, pieceOfCode, SQUARES, SUFFIX_LIST, TYPES, WHITE, type Color,
    type InternalMove, type NAG, type Piece, type PieceSymbol, type Square, type Suffix,
} from './chess/types.js';
import { asciiOf, isDeadMaterial, rowsOf, textHash, type PlacedPiece } from './chess/view.js';
import { marksText, writePgn, wrapPgn } from './chess/write.js';
import { checkInteger, checkIterable, checkNag, checkText, describe, shortened, tagText, type CompiledModule } from './core.js';

export { validateFen, type FenVerdict } from './chess/validate.js';
export { PlyforgeError, type CompiledModule } from './core.js';
export { Move, PgnError, type CommentEntry, type PgnLine, type PgnNode };
export {
    BISHOP, BLACK, DEFAULT_POSITION, KING, KNIGHT, NAG_TO_SYMBOL, nagToGlyph, PAWN, QUEEN, ROOK, SEVEN_TAG_ROSTER, SQUARES, SUFFIX_LIST, WHITE,
} from './chess/types.js';
export type { Color, NAG, Piece, PieceSymbol, Square, Suffix } from './chess/types.js';

/** Compiles the module in the background. Not needed: the first call compiles it. */
export function ready(): Promise<void> {
    return standard.ready();
}

/** Takes a module that the platform has compiled from dist/standard.wasm, where compiling is not allowed. */
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

    /** The Chess960 start position of this number, 0 to 959; a random one without it. */
    static chess960(number: number = Math.floor(960 * Math.random())): Chess {
        checkInteger(number, 0, 959, 'the number of a Chess960 position');
        return new Chess(LibraryBoard.chess960(number).fen(false), { chess960: true });
    }

    // ---- Setting up ----

    clear({ preserveHeaders = false } = {}): void {
        this.forget(preserveHeaders);
        this.current = new LooseBoard({ squares: new Uint8Array(64), turn: 'w', castling: [0, 0], ep: 64, halfMoves: 0, moveNumber: 1 });
    }

    private forget(preserveHeaders: boolean): void {
        if (this.past.length > 0) this.past = [];
        this.madeNotes = undefined;
        this.tags.clear(preserveHeaders);
    }

    private get notes(): Annotations {
        return (this.madeNotes ??= new Annotations());
    }

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

    reset(): void {
        this.is960 = false;
        this.load(DEFAULT_POSITION);
    }

    fen({ forceEnpassantSquare = false }: { forceEnpassantSquare?: boolean } = {}): string {
        return this.current.fen(forceEnpassantSquare);
    }

    /* The tags of a start position, as long as no move was made. */
    private updateSetup(fen: string): void {
        if (this.past.length === 0) this.tags.setStart(fen === DEFAULT_POSITION ? null : fen, this.is960);
    }

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
        // A pawn that has just come two squares leaves the squares behind it empty.
        const behind = setup.turn === 'w' ? 8 : -8;
        if (setup.ep < 64 && (setup.squares[setup.ep] || setup.squares[setup.ep + behind])) setup.ep = 64;
        this.current = boardOfSetup(setup, this.is960 ? 3 : 1);
        this.updateSetup(this.fen());
    }

    get(square: Square): Piece | undefined {
        const at = numberOf(square);
        const code = at < 0 ? 0 : this.codeAt(at);
        return code ? pieceOfCode(code) : undefined;
    }

    private codeAt(square: number): number {
        return this.current instanceof LibraryBoard ? this.current.pieceAt(square) : this.current.squares()[square]!;
    }

    findPiece(piece: Piece): Square[] {
        const code = codeOf(piece);
        if (!TYPES.includes(piece.type)) return [];
        const squares = this.current.squares();
        return SQUARES.filter((name) => squares[numberOf(name)] === code);
    }

    setTurn(color: Color): boolean {
        if (this.turn() === color) return false;
        this.move('--');
        return true;
    }

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

    getCastlingRights(color: Color): { k: boolean; q: boolean } {
        return color === 'w' || color === 'b' ? this.current.castling(color) : { k: false, q: false };
    }

    // ---- Questions ----

    turn(): Color {
        return this.current.turn;
    }

    moveNumber(): number {
        return this.current.moveNumber;
    }

    board(): (PlacedPiece | null)[][] {
        return rowsOf(this.current.squares());
    }

    ascii(): string {
        return asciiOf(this.current.squares());
    }

    squareColor(square: Square): 'light' | 'dark' | null {
        const at = numberOf(square);
        return at < 0 ? null : ((at >> 3) + at) & 1 ? 'light' : 'dark';
    }

    /** The Zobrist key in hexadecimal. The numbers are the library's, not those of chess.js. */
    hash(): string {
        return this.current instanceof LibraryBoard ? this.current.hash : textHash(String(this.current.key));
    }

    attackers(square: Square, attackedBy?: Color): Square[] {
        const at = numberOf(square);
        return at < 0 ? [] : this.current.attackers(at, attackedBy || this.turn()).map(nameOf);
    }

    isAttacked(square: Square, attackedBy: Color): boolean {
        const at = numberOf(square);
        return at >= 0 && this.current.attackers(at, attackedBy).length > 0;
    }

    isCheck(): boolean {
        return this.current.isCheck();
    }
    inCheck(): boolean {
        return this.isCheck();
    }
    isCheckmate(): boolean {
        return this.isCheck() && !this.current.hasMoves();
    }
    isStalemate(): boolean {
        return !this.isCheck() && !this.current.hasMoves();
    }

    /** No side can mate: two kings, one minor piece more, or bishops that all stand on squares of one colour. */
    isInsufficientMaterial(): boolean {
        return isDeadMaterial(this.current.squares());
    }

    isThreefoldRepetition(): boolean {
        const { key } = this.current;
        let count = 1;
        for (const { board } of this.past) if (board.key === key) count++;
        return count >= 3;
    }
    isDrawByFiftyMoves(): boolean {
        return this.current.halfMoves >= 100;
    }
    isDraw(): boolean {
        return this.isDrawByFiftyMoves() || this.isStalemate() || this.isInsufficientMaterial() || this.isThreefoldRepetition();
    }
    isGameOver(): boolean {
        return this.isCheckmate() || this.isDraw();
    }

    isPromotion({ from, to }: { from: Square; to: Square }): boolean {
        const [start, end] = [numberOf(from), numberOf(to)];
        return this.current.moves().some((move) => move.from === start && move.to === end && move.promotion !== undefined);
    }

    // ---- Moves ----

    moves(): string[];
    moves(options: { verbose: true; square?: Square; piece?: PieceSymbol }): Move[];
    moves(options: { verbose?: false; square?: Square; piece?: PieceSymbol }): string[];
    moves(options: { verbose?: boolean; square?: Square; piece?: PieceSymbol }): string[] | Move[];
    moves({ verbose = false, square, piece }: { verbose?: boolean; square?: Square; piece?: PieceSymbol } = {}): string[] | Move[] {
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

    move(move: MoveInput, { strict = false }: { strict?: boolean } = {}): Move {
        const found = this.find(move, strict);
        if (!found) throw new Error(`Invalid move: ${shortened(typeof move === 'string' ? move : (JSON.stringify(move) ?? String(move)))}`);
        if (found.flags & NULL_MOVE && this.isCheck()) throw new Error('Null move not allowed when in check');
        const board = this.current;
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

    undo(): Move | null {
        const last = this.past.pop();
        if (!last) return null;
        const reached = this.current;
        this.current = last.board;
        return new Move(last.board, last.move, sanOf(last), reached);
    }

    history(): string[];
    history(options: { verbose: true }): Move[];
    history(options: { verbose?: false }): string[];
    history(options: { verbose?: boolean }): string[] | Move[];
    history({ verbose = false }: { verbose?: boolean } = {}): string[] | Move[] {
        if (!verbose) return this.past.map(sanOf);
        return this.past.map((played, i) => new Move(played.board, played.move, sanOf(played), this.past[i + 1]?.board ?? this.current));
    }

    perft(depth: number): number {
        checkInteger(depth, 0, 30, 'the depth');
        const count = (board: Board, left: number): number => {
            const moves = board.moves();
            if (left <= 1) return moves.length;
            return moves.reduce((sum, move) => sum + count(board.play(move), left - 1), 0);
        };
        return count(this.current, depth);
    }

    /** Why a move is not legal, in a sentence; null if it is legal. */
    explain(move: string | { from: string; to: string; promotion?: string }): string | null {
        if (move !== null && this.find(move, false)) return null;
        const board = this.current;
        if (!(board instanceof LibraryBoard)) return 'the board cannot be played';
        const squares = typeof move === 'string' ? /^([a-h][1-8])([a-h][1-8])([nbrqNBRQ])?$/.exec(move) : [null, move?.from, move?.to, move?.promotion];
        if (!squares) return board.complain(checkText(move, 'a move')).message;
        const [, from, to, promotion] = squares;
        if (numberOf(from) < 0 || numberOf(to) < 0) return `${describe(move)} names no squares`;
        // The rest of the move can be legal: move() takes the letters of chess.js only.
        return board.why(meantCode(board, numberOf(from), numberOf(to), promotion ?? undefined)) ?? `a pawn becomes n, b, r or q, not ${describe(promotion)}`;
    }

    // ---- PGN ----

    /** The game as PGN, with comments, suffixes, NAGs and, unless told otherwise, the variations that were read. */
    pgn({ newline = '\n', maxWidth = 0, variations = true }: { newline?: string; maxWidth?: number; variations?: boolean } = {}): string {
        const headers: string[] = [];
        for (const [name, value] of Object.entries(this.tags.all)) if (value) headers.push(tagText(name, value, /[\s"[\]]/g) + newline);
        if (this.past.length > 0) headers.push(newline);
        const boards = [...this.past.map(({ board }) => board), this.current];
        const notes = this.madeNotes;
        const moves = writePgn(boards.map((board, i) => ({
            color: board.turn,
            moveNumber: board.moveNumber,
            comment: notes?.comments.get(board.fen(false)),
            marks: notes ? marksText(notes.suffixes.get(board.fen(false)), notes.nags.get(board.fen(false)) ?? []) : '',
            san: i < this.past.length ? sanOf(this.past[i]!) : undefined,
            variations: (variations && notes?.variations.get(board.fen(false))) || [],
        })), this.tags.all['Result'] || '*');
        return headers.join('') + (maxWidth === 0 ? moves.join(' ') : wrapPgn(moves, maxWidth, newline));
    }

    /** Reads one game, in all forms that readPgn takes; what cannot be part of a game is skipped. With strict, only what chess.js takes,
     * and only SAN. Errors name the move or the text, with its line and column; the game is then as it was. */
    loadPgn(pgn: string, { strict = false, newlineChar = '\r?\n' }: { strict?: boolean; newlineChar?: string } = {}): void {
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
        // Castling rights by files are those of Chess960, also in files without the Variant tag.
        if (/^\S+ [wb] [KQkq]*[A-Ha-h]/.test(fen)) this.is960 = true;
        if (strict) {
            if (this.tags.all['SetUp'] !== '1') return;
            if (!headers.some(([name]) => name === 'FEN')) throw new Error('Invalid PGN: FEN tag must be supplied with SetUp tag');
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

    /** The lines that PGN gave in place of the move that was played from a position, the current one by default. */
    getVariations(fen: string = this.fen()): PgnLine[] {
        return this.madeNotes?.variations.get(fen) ?? [];
    }

    // ---- Headers ----

    /** @deprecated Use setHeader and getHeaders. */
    header(...args: string[]): Record<string, string | null> {
        for (let i = 0; i < args.length; i += 2) {
            const [name, value] = [args[i], args[i + 1]];
            if (typeof name === 'string' && typeof value === 'string') this.tags.set(name, value);
        }
        return this.tags.all;
    }

    setHeader(key: string, value: string): Record<string, string> {
        this.tags.set(key, value);
        return this.getHeaders();
    }

    removeHeader(key: string): boolean {
        return this.tags.remove(key);
    }

    getHeaders(): Record<string, string> {
        return this.tags.present();
    }

    // ---- Comments, suffixes, NAGs ----

    getComment(): string {
        return this.madeNotes?.comments.get(this.fen()) as string;
    }

    setComment(comment: string): void {
        this.notes.comments.set(this.fen(), checkText(comment, 'a comment').replaceAll('{', '[').replaceAll('}', ']'));
    }

    removeComment(): string {
        return taken(this.notes.comments, this.fen()) as string;
    }

    /** @deprecated Renamed to removeComment. */
    deleteComment(): string {
        return this.removeComment();
    }

    private fens(): string[] {
        return [...this.past.map((played) => played.board), this.current].map((board) => board.fen(false));
    }

    getComments(): CommentEntry[] {
        this.notes.keepComments(this.fens());
        return this.notes.entries();
    }

    removeComments(): { fen: string; comment: string }[] {
        const { notes } = this;
        notes.keepComments(this.fens());
        const removed = Array.from(notes.comments, ([fen, comment]) => ({ fen, comment }));
        notes.comments.clear();
        return removed;
    }

    /** @deprecated Renamed to removeComments. */
    deleteComments(): { fen: string; comment: string }[] {
        return this.removeComments();
    }

    getSuffixAnnotation(fen: string = this.fen()): Suffix | undefined {
        return this.madeNotes?.suffixes.get(fen);
    }

    setSuffixAnnotation(suffix: Suffix, fen?: string): void {
        if (!SUFFIX_LIST.includes(suffix)) throw new Error(`Invalid suffix: ${shortened(String(suffix))}`);
        this.notes.suffixes.set(fen || this.fen(), suffix);
    }

    removeSuffixAnnotation(fen?: string): Suffix | undefined {
        return taken(this.notes.suffixes, fen || this.fen());
    }

    getNags(fen: string = this.fen()): NAG[] {
        return this.madeNotes?.nags.get(fen) ?? [];
    }

    addNag(nag: NAG, fen?: string): void {
        this.notes.addNag(fen || this.fen(), checkNag(nag));
    }

    setNags(nags: NAG[], fen?: string): void {
        this.notes.nags.set(fen || this.fen(), Array.from(checkIterable(nags, 'NAGs'), checkNag));
    }

    removeNags(fen?: string): NAG[] {
        return taken(this.notes.nags, fen || this.fen()) ?? [];
    }

    removeNag(nag: NAG, fen?: string): boolean {
        return this.notes.removeNag(fen || this.fen(), nag);
    }
}

function sanOf(played: Played): string {
    return (played.san ??= played.move.flags & NULL_MOVE ? '--' : played.board.san(played.move));
}
