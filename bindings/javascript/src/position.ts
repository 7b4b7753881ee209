/* Positions as values: immutable, compared by content, without anything to release. */
import { checkInteger, checkMove, checkOptions, checkText, copyWords, Core, describe, LazyCore, Place, PlyforgeError, Slab, spareRow } from './core.js';
import { pieceOf, toSquare, type Colour, type Move, type Piece, type Square } from './moves.js';
import { readSans } from './position_text.js';
import rulesModule from './wasm/rules.js';

/** The module behind this file. */
export const rules = /* @__PURE__ */ new LazyCore(() => rulesModule, 'rules.wasm', 'variant_of_name');

export const VARIANTS = ['standard', 'crazyhouse', 'atomic', 'antichess', 'kingofthehill', 'threecheck', 'horde', 'racingkings'] as const;
export type Variant = (typeof VARIANTS)[number];

export interface FenOptions {
    /** The rules; other spellings as in PGN ("King of the Hill", "3check") are understood. */
    variant?: Variant | (string & {});
    /** Castling rights of Chess960. */
    chess960?: boolean;
    /** Repairs or accepts what can be played although it cannot arise, such as three checkers. */
    lenient?: boolean;
}

export interface FenStyle {
    /** KQkq where that is clear (standard), as X-FEN has it, or always the file of the rook (shredder). */
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
    if (found >= VARIANTS.length) throw new PlyforgeError(`there is no variant ${describe(variant)}; there are ${VARIANTS.join(', ')}`, 'variant');
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

    /** @internal A position out of words that the library has written. */
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

    /** The start position of standard chess or of a variant. */
    static start(variant: FenOptions['variant'] = 'standard'): Position {
        const number = variantNumber(variant);
        const core = rules.get();
        core.begin();
        core.exports.start(number);
        return Position.taken(core);
    }

    /** The start position of Chess960 with this number, 0 to 959; 518 is that of standard chess. */
    static chess960(number: number): Position {
        checkInteger(number, 0, 959, 'the number of a Chess960 position');
        const core = rules.get();
        core.begin();
        core.exports.start960(number);
        return Position.taken(core);
    }

    /** Reads a FEN; missing fields at the end are "w - - 0 1". Throws a PlyforgeError that names all problems. */
    static fromFen(fen: string, options: FenOptions = {}): Position {
        const core = rules.get();
        const status = readFen(core, fen, options);
        if (status !== 0) throw core.error(status, fen);
        return Position.taken(core);
    }

    /** Whether fromFen would read it, and what is wrong if not. */
    static validateFen(fen: string, options: FenOptions = {}): { ok: true } | { ok: false; error: string; offset: number; problems: string[] } {
        const core = rules.get();
        const refused = ({ message, offset }: PlyforgeError, problems: string[]) => ({ ok: false, error: message, offset, problems } as const);
        try {
            const status = readFen(core, fen, options);
            return status === 0 ? { ok: true } : refused(core.error(status, fen), problemNames(core));
        } catch (error) {
            // The module has not seen the FEN: problems would be those of another one.
            if (error instanceof PlyforgeError) return refused(error, []);
            throw error;
        }
    }

    fen(style: FenStyle = {}): string {
        checkOptions(style, "{ castling: 'xfen' }");
        const castling = choice(STYLES, style.castling ?? 'standard', 'the style of castling');
        const ep = choice(EN_PASSANT, style.enPassant ?? 'legal', 'the en passant mode');
        const core = this.held();
        return core.text(core.exports.write_fen(castling, ep));
    }

    override toString(): string {
        return this.fen();
    }

    toJSON(): string {
        return this.fen();
    }

    /** @internal What console.log of Node and Bun shows. */
    [Symbol.for('nodejs.util.inspect.custom')](): string {
        return `Position ${this.fen()}`;
    }

    // ---- What is on the board ----

    get variant(): Variant {
        return VARIANTS[this.words[this.at + 27]! & 255]!;
    }

    get turn(): Colour {
        return this.words[this.at + 20]! & 255 ? 'black' : 'white';
    }

    /** Half-moves since the last capture or pawn move. */
    get halfmoves(): number {
        return this.words[this.at + 20]! >>> 16;
    }

    get moveNumber(): number {
        return this.words[this.at + 21]! >>> 0;
    }

    /** The Zobrist key, 64 bits. */
    get key(): bigint {
        return (BigInt(this.words[this.at + 19]! >>> 0) << 32n) | BigInt(this.words[this.at + 18]! >>> 0);
    }

    /** The number of this Chess960 start position, or null. */
    get chess960Number(): number | null {
        const number = this.held().exports.number960();
        return number < 960 ? number : null;
    }

    pieceAt(square: Square | string): Piece | null {
        return pieceOf(this.board()[toSquare(square)]!);
    }

    /** The 64 squares, a1 first: 0 is empty, 1 to 6 a white pawn to king, 9 to 14 a black one. */
    board(): Uint8Array {
        const core = this.held();
        core.exports.board();
        return core.bytes.slice(core.textAt, core.textAt + 64);
    }

    /** Crazyhouse: how many pawns, knights, bishops, rooks and queens each side may drop. */
    get pockets(): Record<Colour, number[]> {
        const byte = (i: number) => (this.words[this.at + 24 + (i >> 2)]! >>> (8 * (i & 3))) & 255;
        return { white: [0, 1, 2, 3, 4].map(byte), black: [5, 6, 7, 8, 9].map(byte) };
    }

    /** Three-check: the checks that each side has given. */
    get checksGiven(): Record<Colour, number> {
        const word = this.words[this.at + 26]!;
        return { white: (word >>> 16) & 255, black: (word >>> 24) & 255 };
    }

    /** The squares of the pieces of a side that attack a square. */
    attackers(square: Square | string, by: Colour): Square[] {
        const target = toSquare(square);
        const side = choice({ white: 0, black: 1 }, by, 'a colour');
        const core = this.held();
        core.exports.attackers(target);
        const low = core.out(0) & this.words[this.at + 12 + 2 * side]!;
        const high = core.out(1) & this.words[this.at + 13 + 2 * side]!;
        const squares: Square[] = [];
        for (let i = 0; i < 64; i++) if (((i < 32 ? low : high) >>> (i & 31)) & 1) squares.push(i);
        return squares;
    }

    isCheck(): boolean {
        return this.held().exports.in_check() !== 0;
    }

    /** Whether both are the same for the rule of repetition: clocks are ignored. */
    equals(other: Position): boolean {
        checkPosition(other);
        for (let i = 16; i < 20; i++) if (this.words[this.at + i] !== other.words[other.at + i]) return false;
        const core = this.held();
        copyWords(core.words, core.otherAt >> 2, other.words, other.at);
        return core.exports.equal() !== 0;
    }

    // ---- Moves ----

    /** The legal moves, in no particular order. */
    moves(): Uint16Array {
        const core = rules.get();
        const size = core.list(this);
        return core.shorts.slice(core.listAt >> 1, (core.listAt >> 1) + size);
    }

    /** How many legal moves there are; faster than listing them. */
    count(): number {
        return this.held().exports.count();
    }

    hasMoves(): boolean {
        return this.held().exports.any() !== 0;
    }

    isLegal(move: Move | string): boolean {
        if (typeof move === 'string') {
            const core = this.held();
            return readMove(core, move) < 65536;
        }
        checkMove(move);
        return this.held().exports.legal(move) !== 0;
    }

    /** The position after a move, given as a number or as SAN or UCI text. Throws a PlyforgeError with the reason. */
    play(move: Move | string): Position {
        const number = typeof move === 'string' ? this.parse(move) : checkMove(move);
        const core = rules.get();
        core.play(this, number);
        return Position.taken(core);
    }

    /** The position after passing; throws in check. */
    playNull(): Position {
        const core = rules.get();
        if (!core.playNull(this)) throw new PlyforgeError('a side in check cannot pass', 'move illegal');
        return Position.taken(core);
    }

    givesCheck(move: Move | string): boolean {
        return this.held().exports.gives_check(this.number(move)) !== 0;
    }

    /** Why a move, legal or not, is not legal, as a sentence; null if it is. */
    why(move: Move): string | null {
        checkMove(move);
        const core = this.held();
        return core.exports.why(move) === 0 ? null : core.cString(core.textAt);
    }

    // ---- Notation ----

    /** A legal move as SAN. */
    san(move: Move, style: SanStyle = 'letters'): string {
        checkMove(move);
        const number = choice(SAN_STYLES, style, 'the style');
        const core = this.held();
        const length = core.exports.san(move, number);
        if (length === 0) throw new PlyforgeError(this.why(move) ?? 'the move is not legal', 'move illegal');
        return core.text(length);
    }

    /** The SAN of every legal move, in the order of moves(). */
    sans(style: SanStyle = 'letters'): string[] {
        const number = choice(SAN_STYLES, style, 'the style');
        return readSans(rules.get(), this, number);
    }

    /** A move as UCI; castling is e1g1, or e1h1 with chess960. */
    uci(move: Move, { chess960 = false } = {}): string {
        checkMove(move);
        const core = this.held();
        return core.text(core.exports.uci(move, chess960 ? 1 : 0));
    }

    /** The legal move that a text means: SAN in any usual form, or UCI. */
    parse(text: string): Move {
        const core = this.held();
        const answer = readMove(core, checkText(text, 'a move'));
        if (answer > 65535) throw core.error(answer >>> 16, text);
        return answer;
    }

    /** The legal move of an exact SAN, as PGN prescribes it. */
    parseSan(text: string, { strict = true } = {}): Move {
        const core = this.held();
        const answer = core.exports.read_san(core.put(checkText(text, 'a move')), strict ? 0 : 1);
        if (answer > 65535) throw core.error(answer >>> 16, text);
        return answer;
    }

    parseUci(text: string): Move {
        const core = this.held();
        const answer = core.exports.read_uci(core.put(checkText(text, 'a move')));
        if (answer > 65535) throw core.error(answer >>> 16, text);
        return answer;
    }

    // ---- The end ----

    /** How the game has ended, or null; repetition needs a Game. */
    outcome(policy: Policy = 'fide'): Outcome | null {
        const number = policyNumber(policy);
        const core = this.held();
        return outcomeOf(core, core.exports.outcome(number));
    }

    /** Whether the material lets a side win. */
    canWin(colour: Colour): boolean {
        const side = choice({ white: 0, black: 1 }, colour, 'a colour');
        return this.held().exports.can_win(side) !== 0;
    }

    private number(move: Move | string): number {
        return typeof move === 'string' ? this.parse(move) : checkMove(move);
    }
}

/** Lets the module read a FEN into a new position; the status. */
function readFen(core: Core, fen: string, options: FenOptions): number {
    checkText(fen, 'a FEN');
    checkOptions(options, "{ variant: 'atomic' }");
    const variant = options.variant === undefined ? 0 : variantNumber(options.variant);
    const accept = (options.lenient ? 1 : 0) | (options.chess960 ? 2 : 0);
    core.begin();
    return core.exports.read_fen(core.put(fen), variant, accept);
}

/** The move that a text means in the position that the module holds, or the status in the upper half. */
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
    const what = isForeign ? 'one of another copy of plyforge (ES modules and CommonJS have one each)' : describe(position);
    throw new TypeError(`a Position is needed, not ${what}${typeof position === 'string' ? '; Position.fromFen makes one' : ''}`);
}
