/* A drop-in for chess.js 1.x: the class Chess with its methods, on the library. What it adds: Chess960, variations that
 * survive reading and writing PGN, errors with a place, explain. */
import { LibraryBoard, standard, type Board, type Setup } from './chess/board.js';
import { fenError } from './chess/fen.js';
import { LooseBoard } from './chess/loose.js';
import { Move, playOn } from './chess/move.js';
import { parsePgn, PgnError, type PgnLine, type PgnNode } from './chess/pgn.js';
import { writePgn, wrapPgn } from './chess/write.js';
import {
    BLACK, codeOf, DEFAULT_POSITION, KSIDE, letterOf, nameOf, NULL_MOVE, numberOf, pieceOfCode, QSIDE, SEVEN_TAG_ROSTER, SQUARES, SUFFIX_LIST,
    TYPES, WHITE, type Color, type InternalMove, type NAG, type Piece, type PieceSymbol, type Square, type Suffix,
} from './chess/types.js';
import { checkInteger, checkText, describe } from './core.js';

export { PlyforgeError } from './core.js';
export { Move, PgnError, type PgnLine, type PgnNode };
export {
    BISHOP, BLACK, DEFAULT_POSITION, KING, KNIGHT, NAG_TO_SYMBOL, nagToGlyph, PAWN, QUEEN, ROOK, SEVEN_TAG_ROSTER, SQUARES, SUFFIX_LIST, WHITE,
} from './chess/types.js';
export type { Color, NAG, Piece, PieceSymbol, Square, Suffix } from './chess/types.js';

/** Whether chess.js would read the FEN, with its message if not. With strict, also whether the position can arise: then
 * problems has everything that is wrong. */
export function validateFen(fen: string, { strict = false, chess960 = false } = {}): { ok: boolean; error?: string; problems?: string[] } {
    checkText(fen, 'a FEN');
    const error = chess960 ? undefined : fenError(fen);
    if (error) return { ok: false, error: `Invalid FEN: ${error}` };
    if (!strict && !chess960) return { ok: true };
    const core = standard.get();
    core.begin();
    const status = core.exports.read_fen(core.put(fen), 0, chess960 ? 2 : 0);
    if (status === 0) return { ok: true };
    const problems: string[] = [];
    for (let set = core.out(0); set !== 0; set &= set - 1) problems.push(core.name(2, set & -set));
    const { message } = core.error(status, fen);
    return { ok: false, error: `Invalid FEN: ${message}`, problems: problems.length > 0 ? problems : [message] };
}

/** Compiles the module in the background. Not needed: the first call compiles it. */
export function ready(): Promise<void> {
    return standard.ready();
}

/** Takes a module that the platform has compiled from dist/standard.wasm, where compiling is not allowed. */
export function useModule(module: WebAssembly.Module): void {
    standard.use(module);
}

// The order of tags in PGN; those that are null are not written.
const SUPPLEMENTAL = [
    'WhiteTitle', 'BlackTitle', 'WhiteElo', 'BlackElo', 'WhiteUSCF', 'BlackUSCF', 'WhiteNA', 'BlackNA', 'WhiteType', 'BlackType', 'EventDate',
    'EventSponsor', 'Section', 'Stage', 'Board', 'Opening', 'Variation', 'SubVariation', 'ECO', 'NIC', 'Time', 'UTCTime', 'UTCDate', 'TimeControl',
    'SetUp', 'FEN', 'Termination', 'Annotator', 'Mode', 'PlyCount',
];

function headerTemplate(): Record<string, string | null> {
    const header: Record<string, string | null> = { ...SEVEN_TAG_ROSTER };
    for (const tag of SUPPLEMENTAL) header[tag] = null;
    return header;
}

// FENs that the library may judge alone: what it accepts without a remark, chess.js accepts, too.
const PLAIN_FEN = /^(?![^ ]*\d\d)[pnbrqkPNBRQK1-8/]+ (?:w (?:-|K?Q?k?q?) (?:-|[a-h]6)|b (?:-|K?Q?k?q?) (?:-|[a-h]3)) \d{1,5} [1-9]\d{0,8}$/;

let startBoard: LibraryBoard | undefined;

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
export type CommentEntry = { fen: string; comment?: string; suffixAnnotation?: string; nags: NAG[] };

export class Chess {
    private current: Board;
    private past: Played[] = [];
    /* All tags with their order take longer to make than a board, and often nobody reads them. */
    private madeTags: Record<string, string | null> | undefined;
    private startFen: string | null = null;
    private commentsByFen: Record<string, string> = {};
    private suffixesByFen: Record<string, Suffix> = {};
    private nagsByFen: Record<string, NAG[]> = {};
    private variationsByFen: Record<string, PgnLine[]> = {};
    private counts = new Map<string | number, number>();
    private is960 = false;

    constructor(fen: string = DEFAULT_POSITION, { skipValidation = false, chess960 = false }: ChessOptions = {}) {
        this.current = startBoard ??= LibraryBoard.start();
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
        this.past = [];
        this.commentsByFen = {};
        this.suffixesByFen = {};
        this.nagsByFen = {};
        this.variationsByFen = {};
        this.counts.clear();
        this.startFen = null;
        if (!preserveHeaders) this.madeTags = undefined;
        else if (this.madeTags) this.madeTags['SetUp'] = this.madeTags['FEN'] = null;
    }

    private get tags(): Record<string, string | null> {
        if (!this.madeTags) {
            this.madeTags = headerTemplate();
            if (this.startFen !== null) this.setStart(this.madeTags);
        }
        return this.madeTags;
    }

    private setStart(tags: Record<string, string | null>): void {
        tags['SetUp'] = this.startFen === null ? null : '1';
        tags['FEN'] = this.startFen;
    }

    load(fen: string, { skipValidation = false, preserveHeaders = false, chess960 = this.is960 } = {}): void {
        checkText(fen, 'a FEN');
        const { board, text } = this.boardOf(fen, skipValidation, chess960);
        this.is960 = chess960;
        this.forget(preserveHeaders);
        this.current = board;
        this.updateSetup(text);
        this.count(1);
    }

    private boardOf(fen: string, skipValidation: boolean, chess960: boolean): { board: Board; text: string } {
        if (fen === DEFAULT_POSITION) return { board: (startBoard ??= LibraryBoard.start()), text: fen };
        if (PLAIN_FEN.test(fen)) {
            const board = LibraryBoard.fromFen(fen, chess960 ? 2 : 0);
            if (board) return { board, text: fen };
        }
        const fields = fen.split(/\s+/);
        const text = fields.length >= 2 && fields.length < 6 ? fields.concat(['-', '-', '0', '1'].slice(fields.length - 6)).join(' ') : fen;
        if (chess960) return { board: this.board960(text), text };
        if (!skipValidation) {
            const error = fenError(text);
            if (error) throw new Error(`Invalid FEN: ${error}`);
        }
        return { board: boardOfSetup(setupOfFen(text)), text };
    }

    private board960(fen: string): Board {
        const core = standard.get();
        core.begin();
        const status = core.exports.read_fen(core.put(fen), 0, 3);
        if (status !== 0) throw new Error(`Invalid FEN: ${core.error(status, fen).message}`);
        core.exports.write_fen(0, 0);
        return LibraryBoard.fromFen(core.text(core.exports.write_fen(0, 0)), 2) ?? LibraryBoard.start();
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
        if (this.past.length > 0) return;
        this.startFen = fen === DEFAULT_POSITION ? null : fen;
        if (this.madeTags) this.setStart(this.madeTags);
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
            if (rights[side] === undefined) continue;
            const bit = 1 << ((color === 'w' ? 0 : 24) + (side === 'k' ? 7 : 0));
            if (rights[side]) setup.castling[half] |= bit;
            else setup.castling[half] &= ~bit;
        }
        this.current = boardOfSetup(setup, this.is960 ? 3 : 1);
        const result = this.getCastlingRights(color);
        return (rights.k === undefined || rights.k === result.k) && (rights.q === undefined || rights.q === result.q);
    }

    getCastlingRights(color: Color): { k: boolean; q: boolean } {
        return this.current.castling(color);
    }

    // ---- Questions ----

    turn(): Color {
        return this.current.turn;
    }

    moveNumber(): number {
        return this.current.moveNumber;
    }

    board(): ({ square: Square; type: PieceSymbol; color: Color } | null)[][] {
        const squares = this.current.squares();
        return Array.from({ length: 8 }, (_, row) =>
            Array.from({ length: 8 }, (_, file) => {
                const at = (7 - row) * 8 + file;
                const code = squares[at]!;
                return code ? { square: nameOf(at), ...pieceOfCode(code) } : null;
            }));
    }

    ascii(): string {
        const squares = this.current.squares();
        let text = '   +------------------------+\n';
        for (let rank = 7; rank >= 0; rank--) {
            text += ` ${rank + 1} |`;
            for (let file = 0; file < 8; file++) text += ` ${letterOf(squares[rank * 8 + file]!)} `;
            text += '|\n';
        }
        return text + '   +------------------------+\n     a  b  c  d  e  f  g  h';
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
        let pieces = 0;
        let minor = 0;
        const bishops = [0, 0];
        this.current.squares().forEach((code, at) => {
            if (!code) return;
            pieces++;
            const type = code & 7;
            if (type === 2 || type === 3) minor++;
            if (type === 3) bishops[((at >> 3) + at) & 1]!++;
        });
        if (pieces === 2) return true;
        if (pieces === 3 && minor === 1) return true;
        const all = bishops[0]! + bishops[1]!;
        return pieces === all + 2 && (bishops[0] === 0 || bishops[1] === 0);
    }

    isThreefoldRepetition(): boolean {
        return (this.counts.get(this.current.key) ?? 0) >= 3;
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

    private count(change: 1 | -1): void {
        const { key } = this.current;
        const count = (this.counts.get(key) ?? 0) + change;
        if (count > 0) this.counts.set(key, count);
        else this.counts.delete(key);
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
        const found = typeof move === 'string' ? this.moveOfText(move, strict) : move === null ? this.nullMove() : this.moveOfSquares(move);
        if (!found) throw new Error(`Invalid move: ${typeof move === 'string' ? move : (JSON.stringify(move) ?? String(move))}`);
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
        this.count(1);
    }

    private nullMove(): InternalMove {
        return { code: 0, color: this.turn(), from: 56, to: 56, piece: 'k', captured: undefined, promotion: undefined, flags: NULL_MOVE };
    }

    private moveOfSquares(move: unknown): InternalMove | undefined {
        if (move === null || typeof move !== 'object') return undefined;
        const { from, to, promotion } = move as { from?: unknown; to?: unknown; promotion?: unknown };
        const [start, end] = [numberOf(from), numberOf(to)];
        if (start < 0 || end < 0) return undefined;
        const fits = (found: InternalMove) => found.from === start && (!found.promotion || found.promotion === promotion);
        // In Chess960 castling may also be written as the king taking its rook, and the king's step may be another move.
        const castles = (found: InternalMove) => (found.flags & (KSIDE | QSIDE)) !== 0;
        const moves = this.current.moves();
        return moves.find((found) => fits(found) && found.to === end && !(this.is960 && castles(found)))
            ?? moves.find((found) => fits(found) && castles(found) && (found.to === end || (this.is960 && (found.code & 63) === end)));
    }

    private moveOfText(text: string, strict: boolean): InternalMove | undefined {
        const board = this.current;
        const code = board instanceof LibraryBoard ? board.read(text) : 0;
        if (code) {
            const found = (board as LibraryBoard).describe(code);
            if (!strict || stripped(board.san(found)) === stripped(text)) return found;
        }
        const clean = stripped(text);
        if (clean === '--') return this.nullMove();
        const sans = board.sans();
        const index = sans.findIndex((san) => stripped(san) === clean);
        if (index >= 0) return board.moves()[index];
        return strict ? undefined : this.moveOfForm(clean);
    }

    /* Other forms that chess.js understands: Pe2-e4, f7f8q, Nge7 with a letter too many, a capture without its x. */
    private moveOfForm(clean: string): InternalMove | undefined {
        const castling = clean === '0-0' ? 'O-O' : clean === '0-0-0' ? 'O-O-O' : undefined;
        const board = this.current;
        const sans = board.sans();
        const moves = board.moves();
        if (castling) return moves[sans.findIndex((san) => stripped(san) === castling)];
        const form = /^([pnbrqkPNBRQK])?([a-h]?[1-8]?)x?-?([a-h][1-8])([qrbnQRBN])?$/.exec(clean);
        if (!form) return undefined;
        const [, piece, origin, target, promotion] = form;
        return moves.find((move, i) => {
            if (nameOf(move.to) !== target) return false;
            if (!origin) return stripped(sans[i]!).replace('x', '') === clean;
            if (piece && piece.toLowerCase() !== move.piece) return false;
            if (!piece && origin.length === 1 && move.piece !== 'p') return false;
            if (promotion && promotion.toLowerCase() !== move.promotion) return false;
            const name = nameOf(move.from);
            return origin === name || origin === name[0] || origin === name[1];
        });
    }

    undo(): Move | null {
        const last = this.past.pop();
        if (!last) return null;
        this.count(-1);
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
        const found = typeof move === 'string' ? this.moveOfText(move, false) : this.moveOfSquares(move);
        if (found) return null;
        const board = this.current;
        if (!(board instanceof LibraryBoard)) return 'the board cannot be played';
        const squares = typeof move === 'string' ? /^([a-h][1-8])([a-h][1-8])([nbrqNBRQ])?$/.exec(move) : [null, move?.from, move?.to, move?.promotion];
        if (!squares) return board.complain(checkText(move, 'a move')).message;
        const [, from, to, promotion] = squares;
        if (numberOf(from) < 0 || numberOf(to) < 0) return `${describe(move)} names no squares`;
        return board.why(meantCode(board, numberOf(from), numberOf(to), promotion ?? undefined));
    }

    // ---- PGN ----

    /** The game as PGN; variations that were read are written, too, unless told otherwise. */
    pgn({ newline = '\n', maxWidth = 0, variations = true }: { newline?: string; maxWidth?: number; variations?: boolean } = {}): string {
        const headers: string[] = [];
        for (const [name, value] of Object.entries(this.tags)) if (value) headers.push(`[${name} "${value}"]${newline}`);
        if (this.past.length > 0) headers.push(newline);
        const boards = [...this.past.map(({ board }) => board), this.current];
        const moves = writePgn(boards.map((board, i) => ({
            color: board.turn,
            moveNumber: board.moveNumber,
            comment: this.commentsByFen[board.fen(false)],
            san: i < this.past.length ? sanOf(this.past[i]!) : undefined,
            variations: variations ? this.variationsByFen[board.fen(false)] ?? [] : [],
        })), this.tags['Result'] || '*');
        return headers.join('') + (maxWidth === 0 ? moves.join(' ') : wrapPgn(moves, maxWidth, newline));
    }

    /** Reads one game. Errors name the move or the text, with its line and column; the game is then as it was. */
    loadPgn(pgn: string, { strict = false, newlineChar = '\r?\n' }: { strict?: boolean; newlineChar?: string } = {}): void {
        checkText(pgn, 'PGN');
        const text = newlineChar === '\r?\n' ? pgn : pgn.replace(new RegExp(newlineChar, 'g'), '\n');
        const tree = parsePgn(text);
        const read = new Chess();
        read.loadTags(tree.headers, strict);
        read.loadLine(tree, strict);
        if (tree.result && read.tags['Result'] !== tree.result) read.setHeader('Result', tree.result);
        Object.assign(this, read);
    }

    private loadTags(headers: [string, string][], strict: boolean): void {
        let fen = '';
        for (const [name, value] of headers) {
            if (name.toLowerCase() === 'fen') fen = value;
            if (name === 'Variant' && /960|random|fischer/i.test(value)) this.is960 = true;
            this.tags[name] = value;
        }
        if (strict) {
            if (this.tags['SetUp'] !== '1') return;
            if (!headers.some(([name]) => name === 'FEN')) throw new Error('Invalid PGN: FEN tag must be supplied with SetUp tag');
            fen = this.tags['FEN']!;
        }
        if (fen) this.load(fen, { preserveHeaders: true });
    }

    private loadLine(line: PgnLine, strict: boolean): void {
        const note = (comment: string | undefined) => {
            if (comment !== undefined) this.commentsByFen[this.fen()] = comment;
        };
        note(line.comment);
        for (const node of line.moves) {
            const before = this.current;
            const move = this.moveOfText(node.san, strict);
            if (!move) throw new Error(`Invalid move in PGN: ${node.san}`);
            this.push(move);
            if (node.variations.length > 0) this.variationsByFen[before.fen(false)] = node.variations;
            if (node.suffix) this.suffixesByFen[this.fen()] = node.suffix as Suffix;
            if (node.nags.length > 0) this.nagsByFen[this.fen()] = node.nags;
            note(node.comment);
        }
    }

    /** The lines that PGN gave in place of the move that was played from a position, the current one by default. */
    getVariations(fen: string = this.fen()): PgnLine[] {
        return this.variationsByFen[fen] ?? [];
    }

    // ---- Headers ----

    /** @deprecated Use setHeader and getHeaders. */
    header(...args: string[]): Record<string, string | null> {
        for (let i = 0; i < args.length; i += 2) {
            const [name, value] = [args[i], args[i + 1]];
            if (typeof name === 'string' && typeof value === 'string') this.tags[name] = value;
        }
        return this.tags;
    }

    setHeader(key: string, value: string): Record<string, string> {
        this.tags[key] = value ?? SEVEN_TAG_ROSTER[key] ?? null;
        return this.getHeaders();
    }

    removeHeader(key: string): boolean {
        if (!Object.hasOwn(this.tags, key)) return false;
        this.tags[key] = SEVEN_TAG_ROSTER[key] || null;
        return true;
    }

    getHeaders(): Record<string, string> {
        const headers: Record<string, string> = {};
        for (const [name, value] of Object.entries(this.tags)) if (value !== null) headers[name] = value;
        return headers;
    }

    // ---- Comments, suffixes, NAGs ----

    getComment(): string {
        return this.commentsByFen[this.fen()]!;
    }

    setComment(comment: string): void {
        this.commentsByFen[this.fen()] = checkText(comment, 'a comment').replaceAll('{', '[').replaceAll('}', ']');
    }

    removeComment(): string {
        const comment = this.commentsByFen[this.fen()]!;
        delete this.commentsByFen[this.fen()];
        return comment;
    }

    /** @deprecated Renamed to removeComment. */
    deleteComment(): string {
        return this.removeComment();
    }

    /* Comments of positions that are not in the game any more are dropped. */
    private pruneComments(): void {
        const kept: Record<string, string> = {};
        for (const board of [...this.past.map((played) => played.board), this.current]) {
            const fen = board.fen(false);
            if (Object.hasOwn(this.commentsByFen, fen)) kept[fen] = this.commentsByFen[fen]!;
        }
        this.commentsByFen = kept;
    }

    getComments(): CommentEntry[] {
        this.pruneComments();
        const fens = new Set([...Object.keys(this.commentsByFen), ...Object.keys(this.suffixesByFen), ...Object.keys(this.nagsByFen)]);
        return Array.from(fens, (fen) => {
            const entry: CommentEntry = { fen, nags: this.nagsByFen[fen] ?? [] };
            if (this.commentsByFen[fen] !== undefined) entry.comment = this.commentsByFen[fen];
            if (this.suffixesByFen[fen] !== undefined) entry.suffixAnnotation = this.suffixesByFen[fen];
            return entry;
        });
    }

    removeComments(): { fen: string; comment: string }[] {
        this.pruneComments();
        const removed = Object.entries(this.commentsByFen).map(([fen, comment]) => ({ fen, comment }));
        this.commentsByFen = {};
        return removed;
    }

    /** @deprecated Renamed to removeComments. */
    deleteComments(): { fen: string; comment: string }[] {
        return this.removeComments();
    }

    getSuffixAnnotation(fen: string = this.fen()): Suffix | undefined {
        return this.suffixesByFen[fen];
    }

    setSuffixAnnotation(suffix: Suffix, fen?: string): void {
        if (!SUFFIX_LIST.includes(suffix)) throw new Error(`Invalid suffix: ${String(suffix)}`);
        this.suffixesByFen[fen || this.fen()] = suffix;
    }

    removeSuffixAnnotation(fen?: string): Suffix | undefined {
        const key = fen || this.fen();
        const old = this.suffixesByFen[key];
        delete this.suffixesByFen[key];
        return old;
    }

    getNags(fen: string = this.fen()): NAG[] {
        return this.nagsByFen[fen] ?? [];
    }

    addNag(nag: NAG, fen?: string): void {
        const nags = (this.nagsByFen[fen || this.fen()] ??= []);
        if (!nags.includes(nag)) nags.push(nag);
    }

    setNags(nags: NAG[], fen?: string): void {
        this.nagsByFen[fen || this.fen()] = [...nags];
    }

    removeNags(fen?: string): NAG[] {
        const key = fen || this.fen();
        const old = this.nagsByFen[key] ?? [];
        delete this.nagsByFen[key];
        return old;
    }

    removeNag(nag: NAG, fen?: string): boolean {
        const key = fen || this.fen();
        const nags = this.nagsByFen[key];
        const index = nags?.indexOf(nag) ?? -1;
        if (!nags || index < 0) return false;
        nags.splice(index, 1);
        if (nags.length === 0) delete this.nagsByFen[key];
        return true;
    }
}

function sanOf(played: Played): string {
    return (played.san ??= played.move.flags & NULL_MOVE ? '--' : played.board.san(played.move));
}

/** A SAN without what chess.js ignores: "=", marks for check and mate, and judgements. */
function stripped(san: string): string {
    return san.replace(/=/, '').replace(/[+#]?[?!]*$/, '');
}

function setupOfFen(fen: string): Setup {
    const [board = '', turn, castling = '-', ep = '-', halfMoves = '0', moveNumber = '1'] = fen.split(/\s+/);
    const squares = new Uint8Array(64);
    let at = 0;
    for (const letter of board) {
        if (letter === '/') continue;
        if (letter >= '0' && letter <= '9') {
            at += Number(letter);
            continue;
        }
        const type = TYPES.indexOf(letter.toLowerCase() as PieceSymbol);
        if (type >= 0 && at < 64) squares[at ^ 56] = (letter < 'a' ? 1 : 9) + type;
        at++;
    }
    const white = (castling.includes('K') ? 128 : 0) | (castling.includes('Q') ? 1 : 0);
    const black = (castling.includes('k') ? 1 << 31 : 0) | (castling.includes('q') ? 1 << 24 : 0);
    const square = numberOf(ep);
    return {
        squares, turn: turn === 'b' ? 'b' : 'w', castling: [white, black], ep: square < 0 ? 64 : square,
        halfMoves: parseInt(halfMoves, 10) || 0, moveNumber: Number.isNaN(parseInt(moveNumber, 10)) ? 1 : parseInt(moveNumber, 10),
    };
}

/** The library's board if it can play it, otherwise a loose one; wrong castling rights are dropped in both. */
function boardOfSetup(setup: Setup, accept = 1): Board {
    const board = LibraryBoard.fromSetup(setup, accept);
    if (board) return board;
    const holds = (square: number, code: number) => setup.squares[square] === code;
    const [white, black] = [holds(4, 6), holds(60, 14)];
    const kept = [white && holds(0, 4) ? 1 : 0, white && holds(7, 4) ? 128 : 0, black && holds(56, 12) ? 1 << 24 : 0, black && holds(63, 12) ? 1 << 31 : 0];
    setup.castling[0] &= kept[0]! | kept[1]!;
    setup.castling[1] &= kept[2]! | kept[3]!;
    const pawn = setup.ep + (setup.turn === 'w' ? -8 : 8);
    if (setup.ep < 64 && setup.squares[pawn] !== (setup.turn === 'w' ? 9 : 1)) setup.ep = 64;
    return new LooseBoard(setup);
}

/** The library's number of a move that need not be legal. */
function meantCode(board: LibraryBoard, from: number, to: number, promotion: string | undefined): number {
    const code = to | (from << 6);
    const type = board.pieceAt(from) & 7;
    if (type === 6 && from >> 3 === to >> 3 && Math.abs(from - to) === 2) return (from << 6) | ((from & 56) + (to > from ? 7 : 0)) | (3 << 14);
    if (promotion) return code | (1 << 14) | (Math.max(0, 'nbrq'.indexOf(promotion.toLowerCase())) << 12);
    const isDiagonal = Math.abs((from & 7) - (to & 7)) === 1;
    if (type === 1 && isDiagonal && !board.pieceAt(to) && board.setup().ep === to) return code | (2 << 14);
    return code;
}

function textHash(text: string): string {
    let hash = 0xcbf29ce484222325n;
    for (let i = 0; i < text.length; i++) hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(i))) * 0x100000001b3n);
    return hash.toString(16);
}
