/* Positions as values: immutable, compared by content, with nothing to release. */
import {
    checkInteger,
    checkMove,
    checkOptions,
    checkText,
    copyWords,
    Core,
    describe,
    LazyCore,
    Place,
    PlyforgeError,
    Slab,
    spareRow,
} from './core.js';
import {
    destinationOf,
    isCastling,
    isDrop,
    moveFrom,
    moveTo,
    pieceOf,
    squareName,
    toSquare,
    type Colour,
    type Move,
    type Piece,
    type Square,
} from './moves.js';
import { readSans } from './position_text.js';
import {
    BY_COLOUR,
    CASTLING,
    CHECKS_GIVEN,
    HALFMOVES,
    HALFMOVES_SHIFT,
    KEY,
    MOVE_NUMBER,
    POCKETS,
    TURN,
    TURN_SHIFT,
    VARIANT,
    VARIANT_SHIFT,
} from './wasm/layout.js';
import rulesModule from './wasm/rules.js';

/** The module behind this file. */
export const rules = /* @__PURE__ */ new LazyCore(() => rulesModule, 'rules.wasm', 'variant_of_name');

export const VARIANTS = [
    'standard',
    'crazyhouse',
    'atomic',
    'antichess',
    'kingofthehill',
    'threecheck',
    'horde',
    'racingkings',
] as const;
export type Variant = (typeof VARIANTS)[number];

export interface FenOptions {
    /** The rules; other spellings as in PGN ("King of the Hill", "3check") are understood. */
    variant?: Variant | (string & {});
    /** Castling rights of Chess960. */
    chess960?: boolean;
    /** Repairs or accepts positions that can be played although they cannot arise, such as three checkers. */
    lenient?: boolean;
}

export interface FenStyle {
    /** KQkq where that is unambiguous (standard), as in X-FEN, or always the file of the rook (shredder). */
    castling?: 'standard' | 'xfen' | 'shredder';
    /** When the en passant square is written: after each double push, or if the capture is pseudo-legal or legal. */
    enPassant?: 'always' | 'pseudo' | 'legal';
}

export type Winner = Colour | null;
/** How a game ended. winner is null for a draw. */
export interface Outcome {
    result: '1-0' | '0-1' | '1/2-1/2';
    winner: Winner;
    reason: string;
}

/** Which draws are automatic: 75 moves and fivefold repetition (fide), or 50 and threefold (engine). */
export type Policy = 'fide' | 'engine';

const STYLES = { standard: 0, xfen: 1, shredder: 2 };
const EN_PASSANT = { always: 0, pseudo: 1, legal: 2 };
const SAN_STYLES = { letters: 0, figurines: 1, long: 2, 'long figurines': 3 };
export type SanStyle = keyof typeof SAN_STYLES;

function choice<T extends object>(values: T, key: PropertyKey, what: string): number {
    if (!Object.hasOwn(values, key)) {
        throw new TypeError(`${what} must be one of ${Object.keys(values).join(', ')}, not ${describe(key)}`);
    }
    return (values as Record<PropertyKey, number>)[key]!;
}

export function policyNumber(policy: Policy): number {
    return choice({ fide: 0, engine: 1 }, policy, 'the policy');
}

/** The number of a variant by any of its names. */
export function variantNumber(variant: string): number {
    const index = VARIANTS.indexOf(variant as Variant);
    if (index >= 0) return index;
    const core = rules.get();
    const found = core.exports.variant_of_name(core.put(checkText(variant, 'a variant')));
    if (found >= VARIANTS.length)
        throw new PlyforgeError(
            `there is no variant ${describe(variant)}; there are ${VARIANTS.join(', ')}`,
            'variant',
        );
    return found;
}

export function outcomeOf(core: Core, word: number): Outcome | null {
    const result = word & 255;
    if (result === 0) return null;
    const reason = core.name(0, word >> 8);
    if (result === 1) return { result: '1-0', winner: 'white', reason };
    if (result === 2) return { result: '0-1', winner: 'black', reason };
    return { result: '1/2-1/2', winner: null, reason };
}

const PRIVATE = Symbol('private');

export class Position extends Place {
    /** @internal Use Position.start, Position.fromFen or play. */
    constructor(key: symbol, slab: Slab, row: number) {
        if (key !== PRIVATE) throw new TypeError('use Position.start(), Position.fromFen(fen) or position.play(move)');
        super(slab, row);
    }

    /** @internal The position that the module has made. */
    static taken(core: Core): Position {
        const position = new Position(PRIVATE, core.slab, core.takeRow());
        core.take(position);
        return position;
    }

    /** @internal A position from words that the library has written. */
    static fromWords(words: Int32Array, offset: number): Position {
        const position = new Position(PRIVATE, ...spareRow());
        copyWords(position.words, position.at, words, offset);
        return position;
    }

    /** @internal The module with this position in it. */
    held(core: Core = rules.get()): Core {
        core.hold(this);
        return core;
    }

    /** The start position of standard chess or of a variant.
     *
     * @example
     * console.log(Position.start('horde').fen()); // rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1
     */
    static start(variant: FenOptions['variant'] = 'standard'): Position {
        const number = variantNumber(variant);
        const core = rules.get();
        core.begin();
        core.exports.start(number);
        return Position.taken(core);
    }

    /** The start position of Chess960 with this number, 0 to 959; 518 is that of standard chess.
     *
     * @example
     * console.log(Position.chess960(0).fen()); // bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1
     */
    static chess960(number: number): Position {
        checkInteger(number, 0, 959, 'the number of a Chess960 position');
        const core = rules.get();
        core.begin();
        core.exports.start960(number);
        return Position.taken(core);
    }

    /** Reads a FEN; missing fields at the end are "w - - 0 1". Throws a PlyforgeError that names all problems.
     *
     * @example
     * console.log(Position.fromFen('4k3/8/8/8/8/8/4P3/4K3 w - -').count()); // 6
     */
    static fromFen(fen: string, options: FenOptions = {}): Position {
        const core = rules.get();
        const status = readFen(core, fen, options);
        if (status !== 0) throw core.error(status, fen);
        return Position.taken(core);
    }

    /** Whether fromFen would read it, and if not, what is wrong.
     *
     * @example
     * const verdict = Position.validateFen('8/8/8/8/8/8/8/K7 w - - 0 1');
     * console.log(verdict.ok, verdict.problems); // false [ 'no black king' ]
     */
    static validateFen(
        fen: string,
        options: FenOptions = {},
    ): { ok: true } | { ok: false; error: string; offset: number; problems: string[] } {
        const core = rules.get();
        const refused = ({ message, offset }: PlyforgeError, problems: string[]) =>
            ({ ok: false, error: message, offset, problems }) as const;
        try {
            const status = readFen(core, fen, options);
            return status === 0 ? { ok: true } : refused(core.error(status, fen), problemNames(core));
        } catch (error) {
            // The module has not read this FEN, so problems would be those of another one.
            if (error instanceof PlyforgeError) return refused(error, []);
            throw error;
        }
    }

    /**
     * The FEN.
     *
     * @example
     * const position = Position.start();
     * console.log(position.play('e4').fen(), position.play('e4').fen({ enPassant: 'always' }).split(' ')[3]); // rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 e3
     */
    fen(style: FenStyle = {}): string {
        checkOptions(style, "{ castling: 'xfen' }");
        const castling = choice(STYLES, style.castling ?? 'standard', 'the style of castling');
        const ep = choice(EN_PASSANT, style.enPassant ?? 'legal', 'the en passant mode');
        const core = this.held();
        return core.text(core.exports.write_fen(castling, ep));
    }

    /**
     * The FEN.
     *
     * @example
     * const position = Position.start();
     * console.log(`${position}`); // rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
     */
    override toString(): string {
        return this.fen();
    }

    /**
     * The FEN, for JSON.stringify.
     *
     * @example
     * const position = Position.start();
     * console.log(JSON.stringify({ position })); // {"position":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}
     */
    toJSON(): string {
        return this.fen();
    }

    /** @internal Shown by console.log in Node and Bun. */
    [Symbol.for('nodejs.util.inspect.custom')](): string {
        return `Position ${this.fen()}`;
    }

    // ---- What is on the board ----

    get variant(): Variant {
        return VARIANTS[(this.words[this.at + VARIANT]! >>> VARIANT_SHIFT) & 255]!;
    }

    get turn(): Colour {
        return (this.words[this.at + TURN]! >>> TURN_SHIFT) & 255 ? 'black' : 'white';
    }

    /** Half-moves since the last capture or pawn move. */
    get halfmoves(): number {
        return (this.words[this.at + HALFMOVES]! >>> HALFMOVES_SHIFT) & 65535;
    }

    get moveNumber(): number {
        return this.words[this.at + MOVE_NUMBER]! >>> 0;
    }

    /** The Zobrist key, 64 bits. */
    get key(): bigint {
        return (BigInt(this.words[this.at + KEY + 1]! >>> 0) << 32n) | BigInt(this.words[this.at + KEY]! >>> 0);
    }

    /** The number of this Chess960 start position, or null. */
    get chess960Number(): number | null {
        const number = this.held().exports.number960();
        return number < 960 ? number : null;
    }

    /**
     * The piece on a square, or null.
     *
     * @example
     * const position = Position.start();
     * console.log(position.pieceAt('e1'), position.pieceAt('e4')); // { colour: 'white', type: 'king' } null
     */
    pieceAt(square: Square | string): Piece | null {
        return pieceOf(this.board()[toSquare(square)]!);
    }

    /** The 64 squares, a1 first: 0 is empty, 1 to 6 a white pawn to king, 9 to 14 a black one.
     *
     * @example
     * const position = Position.start();
     * console.log(position.board().slice(0, 8)); // Uint8Array(8) [ 4, 2, 3, 5, 6, 3, 2, 4 ]
     */
    board(): Uint8Array {
        const core = this.held();
        core.exports.board();
        return core.bytes.slice(core.textAt, core.textAt + 64);
    }

    /** Crazyhouse: how many pawns, knights, bishops, rooks and queens each side may drop. */
    get pockets(): Record<Colour, number[]> {
        const count = (i: number) => this.byte(POCKETS + i);
        return { white: [0, 1, 2, 3, 4].map(count), black: [5, 6, 7, 8, 9].map(count) };
    }

    /** Three-check: the checks that each side has given. */
    get checksGiven(): Record<Colour, number> {
        return { white: this.byte(CHECKS_GIVEN), black: this.byte(CHECKS_GIVEN + 1) };
    }

    private byte(offset: number): number {
        return (this.words[this.at + (offset >> 2)]! >>> (8 * (offset & 3))) & 255;
    }

    /** The squares of the pieces of a side that attack a square.
     *
     * @example
     * const position = Position.start();
     * console.log(position.attackers('f3', 'white').map(squareName)); // [ 'g1', 'e2', 'g2' ]
     */
    attackers(square: Square | string, by: Colour): Square[] {
        const target = toSquare(square);
        const side = choice({ white: 0, black: 1 }, by, 'a colour');
        const core = this.held();
        core.exports.attackers(target);
        const low = core.out(0) & this.words[this.at + BY_COLOUR + 2 * side]!;
        const high = core.out(1) & this.words[this.at + BY_COLOUR + 1 + 2 * side]!;
        const squares: Square[] = [];
        for (let i = 0; i < 64; i++) if (((i < 32 ? low : high) >>> (i & 31)) & 1) squares.push(i);
        return squares;
    }

    /**
     * Whether the side to move is in check.
     *
     * @example
     * console.log(Position.fromFen('4k3/8/8/8/8/8/4r3/4K3 w - -').isCheck()); // true
     */
    isCheck(): boolean {
        return this.held().exports.in_check() !== 0;
    }

    /** Whether both are the same by the rule of repetition; clocks are ignored.
     *
     * @example
     * const position = Position.start();
     * console.log(position.play('Nf3').play('Nf6').play('Ng1').play('Ng8').equals(position)); // true
     */
    equals(other: Position): boolean {
        checkPosition(other);
        for (const i of [CASTLING, CASTLING + 1, KEY, KEY + 1])
            if (this.words[this.at + i] !== other.words[other.at + i]) return false;
        const core = this.held();
        copyWords(core.words, core.otherAt >> 2, other.words, other.at);
        return core.exports.equal() !== 0;
    }

    // ---- Moves ----

    /** The legal moves, in no particular order.
     *
     * @example
     * for (const move of Position.fromFen('7k/8/8/8/8/8/8/K7 w - -').moves()) console.log(squareName(moveTo(move))); // b1, a2, b2
     */
    moves(): Uint16Array {
        const core = rules.get();
        const size = core.list(this);
        return core.shorts.slice(core.listAt >> 1, (core.listAt >> 1) + size);
    }

    /** Where each piece can go, by the names of the squares, as boards such as chessground expect it. Castling is the
     * king's target, or with chess960 the square of the rook, as in uci. Drops are not included.
     *
     * @example
     * console.log(Position.start().dests().get('g1')); // [ 'f3', 'h3' ]
     */
    dests({ chess960 = false } = {}): Map<string, string[]> {
        const all = new Map<string, string[]>();
        for (const move of this.moves()) {
            if (isDrop(move)) continue;
            const from = squareName(moveFrom(move));
            const to = squareName(chess960 && isCastling(move) ? moveTo(move) : destinationOf(move));
            const list = all.get(from);
            if (!list) all.set(from, [to]);
            else if (!list.includes(to)) list.push(to); // a pawn promotes to four pieces
        }
        for (const list of all.values()) list.sort();
        return all;
    }

    /** How many legal moves there are; faster than listing them.
     *
     * @example
     * const position = Position.start();
     * console.log(position.count()); // 20
     */
    count(): number {
        return this.held().exports.count();
    }

    /**
     * Whether there is a legal move; faster than counting them.
     *
     * @example
     * const position = Position.start();
     * console.log(position.hasMoves()); // true
     */
    hasMoves(): boolean {
        return this.held().exports.any() !== 0;
    }

    /**
     * Whether a move, a number or a text, is legal.
     *
     * @example
     * const position = Position.start();
     * console.log(position.isLegal('e2e4'), position.isLegal('e5')); // true false
     */
    isLegal(move: Move | string): boolean {
        if (typeof move === 'string') {
            const core = this.held();
            return readMove(core, move) < 65536;
        }
        checkMove(move);
        return this.held().exports.legal(move) !== 0;
    }

    /** The position after a move, given as a number or as SAN or UCI text. Throws a PlyforgeError with the reason.
     *
     * @example
     * const position = Position.start();
     * console.log(position.play('e4').play('e7e5').fen()); // rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
     */
    play(move: Move | string): Position {
        const number = typeof move === 'string' ? this.parse(move) : checkMove(move);
        const core = rules.get();
        core.play(this, number);
        return Position.taken(core);
    }

    /** The position after passing; throws in check.
     *
     * @example
     * const position = Position.start();
     * console.log(position.playNull().turn); // black
     */
    playNull(): Position {
        const core = rules.get();
        if (!core.playNull(this)) throw new PlyforgeError('a side in check cannot pass', 'move illegal');
        return Position.taken(core);
    }

    /**
     * Whether a legal move gives check.
     *
     * @example
     * console.log(Position.fromFen('4k3/8/8/8/8/8/8/R3K3 w - -').givesCheck('Ra8')); // true
     */
    givesCheck(move: Move | string): boolean {
        return this.held().exports.gives_check(this.number(move)) !== 0;
    }

    /** Why a move is not legal, as a sentence; null if it is legal.
     *
     * @example
     * const position = Position.start();
     * console.log(position.why((squareOf('a1') << 6) | squareOf('a5'))); // the rook on a1 is blocked by the pawn on a2
     */
    why(move: Move): string | null {
        checkMove(move);
        const core = this.held();
        return core.exports.why(move) === 0 ? null : core.cString(core.textAt);
    }

    // ---- Notation ----

    /** A legal move as SAN.
     *
     * @example
     * const position = Position.start();
     * console.log(position.san(position.parse('g1f3')), position.san(position.parse('g1f3'), 'figurines')); // Nf3 ♘f3
     */
    san(move: Move, style: SanStyle = 'letters'): string {
        checkMove(move);
        const number = choice(SAN_STYLES, style, 'the style');
        const core = this.held();
        const length = core.exports.san(move, number);
        if (length === 0) throw new PlyforgeError(this.why(move) ?? 'the move is not legal', 'move illegal');
        return core.text(length);
    }

    /** The SAN of every legal move, in the order of moves().
     *
     * @example
     * const position = Position.start();
     * console.log(position.sans().length); // 20
     */
    sans(style: SanStyle = 'letters'): string[] {
        const number = choice(SAN_STYLES, style, 'the style');
        return readSans(rules.get(), this, number);
    }

    /** A move as UCI; castling is e1g1, or e1h1 with chess960.
     *
     * @example
     * const position = Position.start();
     * const castling = Position.fromFen('4k3/8/8/8/8/8/8/4K2R w K -').parse('O-O');
     * console.log(position.uci(castling), position.uci(castling, { chess960: true })); // e1g1 e1h1
     */
    uci(move: Move, { chess960 = false } = {}): string {
        checkMove(move);
        const core = this.held();
        return core.text(core.exports.uci(move, chess960 ? 1 : 0));
    }

    /** The legal move that a text means: SAN in any common form, or UCI.
     *
     * @example
     * const position = Position.start();
     * console.log(squareName(moveFrom(position.parse('Nf3'))), squareName(moveFrom(position.parse('g1f3')))); // g1 g1
     */
    parse(text: string): Move {
        const core = this.held();
        const answer = readMove(core, checkText(text, 'a move'));
        if (answer > 65535) throw core.error(answer >>> 16, text);
        return answer;
    }

    /** The legal move of an exact SAN, as PGN prescribes it.
     *
     * @example
     * const position = Position.start();
     * console.log(position.san(position.parseSan('Nf3'))); // Nf3
     */
    parseSan(text: string, { strict = true } = {}): Move {
        const core = this.held();
        const answer = core.exports.read_san(core.put(checkText(text, 'a move')), strict ? 0 : 1);
        if (answer > 65535) throw core.error(answer >>> 16, text);
        return answer;
    }

    /**
     * A legal move read from UCI. Castling may be written as e1g1 or as e1h1.
     *
     * @example
     * const position = Position.start();
     * console.log(position.san(position.parseUci('g1f3'))); // Nf3
     */
    parseUci(text: string): Move {
        const core = this.held();
        const answer = core.exports.read_uci(core.put(checkText(text, 'a move')));
        if (answer > 65535) throw core.error(answer >>> 16, text);
        return answer;
    }

    // ---- The end ----

    /** How the game has ended, or null; repetition needs a Game.
     *
     * @example
     * console.log(Position.fromFen('R5k1/5ppp/8/8/8/8/8/K7 b - -').outcome()); // { result: '1-0', winner: 'white', reason: 'checkmate' }
     */
    outcome(policy: Policy = 'fide'): Outcome | null {
        const number = policyNumber(policy);
        const core = this.held();
        return outcomeOf(core, core.exports.outcome(number));
    }

    /** Whether the material lets a side win. canWin of plyforge/arbiter examines the position itself.
     *
     * @example
     * console.log(Position.fromFen('4k3/8/8/8/8/8/8/3BK3 w - -').canWin('white')); // false
     */
    canWin(colour: Colour): boolean {
        const side = choice({ white: 0, black: 1 }, colour, 'a colour');
        return this.held().exports.can_win(side) !== 0;
    }

    private number(move: Move | string): number {
        return typeof move === 'string' ? this.parse(move) : checkMove(move);
    }
}

/** Has the module read a FEN into a new position; returns the status. */
function readFen(core: Core, fen: string, options: FenOptions): number {
    checkText(fen, 'a FEN');
    checkOptions(options, "{ variant: 'atomic' }");
    const variant = options.variant === undefined ? 0 : variantNumber(options.variant);
    const accept = (options.lenient ? 1 : 0) | (options.chess960 ? 2 : 0);
    core.begin();
    return core.exports.read_fen(core.put(fen), variant, accept);
}

/** The move that a text means in the module's current position, or the status in the upper half. */
function readMove(core: Core, text: string): number {
    const length = core.put(text);
    if (/^([a-h][1-8]|[PNBRQ]@)[a-h][1-8][a-z]?$/.test(text)) return core.exports.read_uci(length) >>> 0;
    return core.exports.read_san(length, 1) >>> 0;
}

export function problemNames(core: Core): string[] {
    const names: string[] = [];
    for (let set = core.out(0); set !== 0; set &= set - 1) names.push(core.name(2, set & -set));
    return names;
}

export function checkPosition(position: unknown): Position {
    if (position instanceof Position) return position;
    const isForeign = (position as object | null | undefined)?.constructor?.name === 'Position';
    const what = isForeign
        ? 'one of another copy of plyforge (ES modules and CommonJS have one each)'
        : describe(position);
    throw new TypeError(
        `a Position is needed, not ${what}${typeof position === 'string' ? '; Position.fromFen makes one' : ''}`,
    );
}
