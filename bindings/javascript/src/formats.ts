/* Positions in other forms: pictures, EPD records, packed positions, and the moves of opening books. */
import {
    checkInteger,
    checkMove,
    checkOptions,
    checkText,
    describe,
    encodeText,
    LazyCore,
    PlyforgeError,
    type CompiledModule,
    type Core,
} from './core.js';
import { toSquare, type Move, type Square } from './moves.js';
import { checkPosition, Position, variantNumber, type FenOptions } from './position.js';
import formatsModule from './wasm/formats.js';
export type { CompiledModule } from './core.js';

const formats = /* @__PURE__ */ new LazyCore(() => formatsModule, 'formats.wasm', 'book_key');

/** Compiles the module in the background. Not needed: the first call compiles it.
 *
 * @example
 * import { ready } from 'plyforge/formats';
 * await ready();
 */
export function ready(): Promise<void> {
    return formats.ready();
}

/** Uses a module that the platform has compiled from dist/formats.wasm, for platforms that do not allow compiling.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { useModule } from 'plyforge/formats';
 * const path = new URL(import.meta.resolve('plyforge/formats.wasm'));
 * useModule(await WebAssembly.compile(await readFile(path)));
 */
export function useModule(module: CompiledModule): void {
    formats.use(module);
}

// ---- Pictures ----

export type Tint = 'green' | 'red' | 'blue' | 'yellow';
const TINTS: readonly Tint[] = ['green', 'red', 'blue', 'yellow'];

export interface SvgOptions {
    /** Width and height in pixels; by default as large as the space in which the picture is shown. */
    size?: number;
    theme?: 'light' | 'dark';
    /** Seen from Black's side. */
    flipped?: boolean;
    /** Show letters and digits at the edge; true by default. */
    coordinates?: boolean;
    /** Whether the king in check is marked; true by default. */
    check?: boolean;
    /** The move that led to the position: its squares are marked. */
    lastMove?: Move;
    /** Squares to be coloured. */
    squares?: Partial<Record<Tint, Iterable<Square | string>>>;
    /** Arrows; one from a square to itself is a ring. */
    arrows?: Iterable<{ from: Square | string; to: Square | string; tint?: Tint }>;
    /** Text for screen readers; by default the side to move, and the pieces with their squares. */
    title?: string;
    description?: string;
    /** Pictures in one page need different numbers. By default each picture gets the next number. */
    number?: number;
}

const MAX_ARROWS = 1024;
let pictures = 0;

/** A picture of the position: one svg element, which needs no other file.
 *
 * @example
 * const text = svg(Position.start().play('e4'), { size: 360, arrows: [{ from: 'c7', to: 'c5' }] });
 * console.log(text.startsWith('<svg')); // true
 */
export function svg(position: Position, options: SvgOptions = {}): string {
    checkPosition(position);
    const {
        coordinates = true,
        check = true,
        flipped = false,
        theme = 'light',
        lastMove = 0,
    } = checkOptions(options, '{ size: 360 }');
    if (theme !== 'light' && theme !== 'dark')
        throw new TypeError(`the theme must be light or dark, not ${describe(theme)}`);
    const size = options.size === undefined ? 0 : checkInteger(options.size, 1, 65535, 'the size');
    const number =
        options.number === undefined ? pictures++ >>> 0 : checkInteger(options.number, 0, 0xffffffff, 'the number');
    const bytes: number[] = [];
    for (const { from, to, tint = 'green' } of options.arrows ?? [])
        bytes.push(toSquare(from), toSquare(to), tintNumber(tint));
    const arrowCount = checkInteger(bytes.length / 3, 0, MAX_ARROWS, 'the number of arrows');
    const sets = new Uint32Array(8);
    for (const [tint, squares] of Object.entries(options.squares ?? {}))
        for (const name of squares ?? []) {
            const square = toSquare(name);
            sets[2 * tintNumber(tint) + (square >> 5)]! |= 1 << (square & 31);
        }
    const core = position.held(formats.get());
    const room = core.bytes.subarray(core.textAt, core.textAt + core.textSize);
    room.set(bytes);
    let at = bytes.length;
    const lengths = [options.title, options.description].map((text, i) => {
        if (text === undefined) return 0;
        const { read, written } = encodeText(checkText(text, i ? 'the description' : 'the title'), room.subarray(at));
        if (read < text.length) throw new PlyforgeError('the texts of the picture are too long', 'text', read);
        at += written;
        return written;
    });
    core.words.set([...sets, ...lengths], core.outAt >> 2);
    const flags = [
        theme === 'dark',
        flipped,
        !coordinates,
        !check,
        options.title !== undefined,
        options.description !== undefined,
    ]
        .map((isSet, i) => (isSet ? 1 << i : 0))
        .reduce((sum, flag) => sum | flag);
    const length = core.exports.svg(flags, size, number, checkMove(lastMove), arrowCount);
    core.refresh();
    if (length === 0) throw new PlyforgeError('there is not enough memory for this picture', 'no room');
    return core.text(length, core.out(0));
}

function tintNumber(tint: string): number {
    const number = TINTS.indexOf(tint as Tint);
    if (number < 0) throw new TypeError(`a tint must be one of ${TINTS.join(', ')}, not ${describe(tint)}`);
    return number;
}

// ---- EPD ----

/** An operation of a record, as in "bm Nf3 d4". */
export interface EpdOperation {
    opcode: string;
    /** The operands, strings without their quotes. */
    operands: string[];
    /** The moves of am, bm, pm, sm and pv; those of pv are one after the other. */
    moves?: Move[];
}

export interface EpdRecord {
    /** With the clocks of hmvc and fmvn, if the record has them. */
    position: Position;
    operations: EpdOperation[];
}

const [KIND_MOVE, KIND_VARIATION] = [7, 9];

/** Reads an EPD record: the first four fields of a FEN, then operations. Throws a PlyforgeError with the position of
 * the fault.
 *
 * @example
 * const { position, operations } = readEpd('4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id "pawn";');
 * console.log(operations.map(({ opcode, operands }) => `${opcode}: ${operands}`)); // [ 'bm: e4', 'id: pawn' ]
 * console.log(position.san(operations[0].moves[0])); // e4
 */
export function readEpd(line: string, options: FenOptions = {}): EpdRecord {
    checkText(line, 'an EPD record');
    checkOptions(options, "{ variant: 'threecheck' }");
    const core = formats.get();
    const variant = options.variant === undefined ? 0 : variantNumber(options.variant);
    const status = core.exports.epd_read(core.put(line), variant, acceptOf(options));
    if (status !== 0) throw core.error(status, line);
    const position = otherPosition(core);
    const operations: EpdOperation[] = [];
    while (core.exports.epd_next() !== 0) {
        const operation: EpdOperation = { opcode: core.text(core.out(1), core.out(0)), operands: [] };
        const kind = core.out(4);
        while (core.exports.epd_operand() !== 0) operation.operands.push(core.text(core.out(0)));
        // Read leniently, a record may have moves that are not legal.
        if (kind >= KIND_MOVE && kind <= KIND_VARIATION && core.exports.epd_moves() === 0)
            operation.moves = Array.from(core.shorts.subarray(core.listAt >> 1, (core.listAt >> 1) + core.out(0)));
        operations.push(operation);
    }
    return { position, operations };
}

/**
 * The operand of an operation: a text, a whole number, moves of the position (for pv one after the other), or true for
 * none.
 */
export type EpdOperand = string | number | bigint | true | readonly Move[] | Uint16Array;

/** Writes an EPD record.
 *
 * @example
 * const position = Position.start();
 * console.log(writeEpd(position, { bm: [position.parse('e4')], acd: 12, id: 'start' }));
 * // rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; acd 12; id "start";
 */
export function writeEpd(position: Position, operations: Readonly<Record<string, EpdOperand>> = {}): string {
    const fields = checkPosition(position).fen().split(' ');
    const clocks = fields.splice(-2);
    let text = fields.join(' ');
    for (const [opcode, operand] of Object.entries(operations)) {
        if (!/^[A-Za-z]\w{0,14}$/.test(opcode))
            throw new TypeError(`an opcode is a letter with letters, digits and underscores, not ${describe(opcode)}`);
        text += ` ${opcode}${operandText(position, opcode, operand)};`;
    }
    return clocks[0] === '0' && clocks[1] === '1' ? text : text + clockText(clocks, operations);
}

/* Clocks that are not 0 and 1 would be lost. */
function clockText(clocks: string[], operations: object): string {
    return ['hmvc', 'fmvn'].map((opcode, i) => (opcode in operations ? '' : ` ${opcode} ${clocks[i]};`)).join('');
}

function operandText(position: Position, opcode: string, operand: EpdOperand): string {
    if (operand === true) return '';
    if (typeof operand === 'bigint') return ` ${operand}`;
    if (typeof operand === 'number')
        return ` ${checkInteger(operand, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 'the operand of ' + opcode)}`;
    if (typeof operand === 'string') return ` "${operand.replace(/[\r\n]+/g, ' ').replace(/[\\"]/g, '\\$&')}"`;
    if (!Array.isArray(operand) && !(operand instanceof Uint16Array))
        throw new TypeError(`${opcode} needs a text, a whole number, moves or true, not ${describe(operand)}`);
    let at = position;
    let text = '';
    for (const move of operand as Iterable<Move>) {
        text += ` ${move === 0 ? '--' : at.san(move)}`;
        if (opcode === 'pv') at = move === 0 ? at.playNull() : at.play(move);
    }
    return text;
}

// ---- Packed positions ----

/** A position in 24 bytes, or 56 in a variant: <plyforge/packed.h> describes them. Move counters are not included.
 *
 * @example
 * const bytes = pack(Position.start());
 * console.log(bytes.length, unpack(bytes).equals(Position.start())); // 24 true
 */
export function pack(position: Position): Uint8Array {
    const core = checkPosition(position).held(formats.get());
    const length = core.exports.pack();
    return core.bytes.slice(core.textAt, core.textAt + length);
}

/** The position of 24 or 56 bytes; those of Chess960 need { chess960: true }. Throws a PlyforgeError for bytes that are
 * not a position.
 *
 * @example
 * console.log(unpack(pack(Position.start('horde'))).variant); // horde
 */
export function unpack(bytes: Uint8Array, options: Omit<FenOptions, 'variant'> = {}): Position {
    if (!ArrayBuffer.isView(bytes) || (bytes.byteLength !== 24 && bytes.byteLength !== 56))
        throw new TypeError(`a packed position is a Uint8Array of 24 or 56 bytes, not ${describe(bytes)}`);
    checkOptions(options, '{ chess960: true }');
    const core = formats.get();
    core.bytes.set(bytes, core.textAt);
    const status = core.exports.unpack(bytes.length, acceptOf(options));
    if (status !== 0) throw core.error(status);
    return otherPosition(core);
}

function acceptOf(options: FenOptions): number {
    return (options.lenient ? 1 : 0) | (options.chess960 ? 2 : 0);
}

function otherPosition(core: Core): Position {
    return Position.fromWords(core.words, core.otherAt >> 2);
}

// ---- Books ----

/** A move of a book. Polyglot's learn value belongs to the program that wrote it. */
export interface BookMove {
    move: Move;
    weight: number;
    learn: number;
}

const ENTRY = 16;

/** An opening book in the Polyglot format, read from the bytes of its file, which are not copied.
 *
 * @example
 * // An entry is 16 bytes: key, move, weight, learn. This book knows the move e4 of the start position.
 * const book = new Book(Uint8Array.of(0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 0x03, 0x1c, 0, 1, 0, 0, 0, 0));
 * console.log(book.moves(Position.start()).map(({ move, weight }) => [Position.start().san(move), weight])); // [ [ 'e4', 1 ] ]
 */
export class Book {
    private readonly view: DataView;
    /** The number of entries. */
    readonly length: number;

    constructor(bytes: Uint8Array | ArrayBuffer) {
        const isBytes = ArrayBuffer.isView(bytes);
        if (!isBytes && Object.prototype.toString.call(bytes) !== '[object ArrayBuffer]')
            throw new TypeError(`a book is made of a Uint8Array or an ArrayBuffer, not of ${describe(bytes)}`);
        this.view = isBytes ? new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new DataView(bytes);
        if (this.view.byteLength % ENTRY !== 0)
            throw new PlyforgeError(
                `a book has ${ENTRY} bytes for each entry, and this one ends within an entry`,
                'book',
            );
        this.length = this.view.byteLength / ENTRY;
    }

    /** The legal moves of the book in a position, greatest weight first; none in a variant.
     *
     * @example
     * console.log(new Book(new Uint8Array(0)).moves(Position.start())); // []
     */
    moves(position: Position): BookMove[] {
        const core = checkPosition(position).held(formats.get());
        const count = core.exports.book_find(this.hand(core));
        const at = core.textAt >> 2;
        return Array.from({ length: count }, (_, i) => {
            const word = core.words[at + 2 * i]! >>> 0;
            return { move: word & 65535, weight: word >>> 16, learn: core.words[at + 2 * i + 1]! >>> 0 };
        });
    }

    /** Chooses a move with a probability in proportion to its weight; null if no move has a weight above 0. The same
     * seed chooses the same move.
     *
     * @example
     * console.log(new Book(new Uint8Array(0)).choose(Position.start())); // null
     */
    choose(position: Position, seed: number | bigint = Math.floor(Math.random() * 2 ** 32)): Move | null {
        if (typeof seed !== 'bigint') checkInteger(seed, 0, Number.MAX_SAFE_INTEGER, 'the seed');
        const wide = BigInt.asUintN(64, BigInt(seed));
        const core = checkPosition(position).held(formats.get());
        const length = this.hand(core);
        return core.exports.book_choose(length, Number(wide & 0xffffffffn), Number(wide >> 32n)) || null;
    }

    /** Passes the module the entries for its current position; returns their size in bytes. */
    private hand(core: Core): number {
        core.exports.book_key();
        const key = (BigInt(core.out(1)) << 32n) | BigInt(core.out(0));
        let [first, end] = [0, this.length];
        while (first < end) {
            const middle = (first + end) >>> 1;
            if (this.view.getBigUint64(middle * ENTRY) < key) first = middle + 1;
            else end = middle;
        }
        const most = Math.min(this.length, first + core.textSize / ENTRY);
        for (end = first; end < most && this.view.getBigUint64(end * ENTRY) === key; end++);
        const { buffer, byteOffset } = this.view;
        core.bytes.set(new Uint8Array(buffer, byteOffset + first * ENTRY, (end - first) * ENTRY), core.textAt);
        return (end - first) * ENTRY;
    }
}
