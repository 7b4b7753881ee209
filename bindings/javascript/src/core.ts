/* One WebAssembly module and its memory. A module is compiled when it is first used, synchronously, so that importing
 * the package is enough. Positions and texts go through fixed locations in its memory (wasm/module.h,
 * wasm/layout.c). */
import { unpack, type PackedModule } from './unpack.js';
import { ERROR_MESSAGE, ERROR_OFFSET, ROW_COUNT, SAN_SIZE, WORDS } from './wasm/layout.js';

/** A WebAssembly.Module. TypeScript knows that name only with the DOM library, which programs for Node may lack. */
export type CompiledModule = object;

/** The functions of the modules; each module has some of them. */
export interface Exports {
    memory: { readonly buffer: ArrayBuffer };
    layout(member: number): number;
    start(variant: number): void;
    start960(number: number): void;
    number960(): number;
    read_fen(length: number, variant: number, accept: number): number;
    write_fen(castling: number, ep: number): number;
    from_setup(accept: number): number;
    is_sound(): number;
    board(): void;
    equal(): number;
    in_check(): number;
    outcome(policy: number): number;
    can_win(colour: number): number;
    attackers(square: number): void;
    generate(): number;
    list_notes(): number;
    count(): number;
    any(): number;
    legal(move: number): number;
    gives_check(move: number): number;
    play(move: number, row: number, listed: number): number;
    play_null(row: number): number;
    play_text(length: number, row: number): number;
    why(move: number): number;
    san(move: number, style: number): number;
    list_sans(style: number): number;
    uci(move: number, castling: number): number;
    read_san(length: number, accept: number): number;
    read_uci(length: number): number;
    name(kind: number, value: number): number;
    variant_of_name(length: number): number;
    pgn_input(size: number): number;
    pgn_read(
        from: number,
        length: number,
        limit: number,
        strict: number,
        untagged: number,
        longest: number,
        isLast: number,
    ): number;
    pgn_pass(from: number, length: number, midLine: number, isLast: number): number;
    perft(depth: number): void;
    read_any(length: number): number;
    explain(move: number, castling: number): void;
    bisect(depth: number, chess960: number, how: number): number;
    bisect_place(smallest: number): void;
    bisect_row(smallest: number, index: number): void;
    bug_name(bug: number): number;
    svg(flags: number, size: number, number: number, lastMove: number, arrows: number): number;
    epd_read(length: number, variant: number, accept: number): number;
    epd_next(): number;
    epd_operand(): number;
    epd_moves(): number;
    pack(): number;
    unpack(length: number, accept: number): number;
    book_key(): void;
    book_find(length: number): number;
    book_choose(length: number, seedLow: number, seedHigh: number): number;
}

const MAX_UINT32 = 0xffffffff;
/* Created when they are first needed: Jest's jsdom has neither class, and importing the package must not fail there. */
let encoder: TextEncoder | undefined;
let decoder: TextDecoder | undefined;

/** The text of UTF-8. A byte order mark is kept. */
export function decodeText(bytes: Uint8Array): string {
    if (typeof TextDecoder === 'function')
        return (decoder ??= new TextDecoder('utf-8', { ignoreBOM: true })).decode(bytes);
    return decodeURIComponent(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
}

/** Writes text as UTF-8. Returns the number of characters read and of bytes written; fewer characters are read if the
 * text does not fit. */
export function encodeText(text: string, bytes: Uint8Array): { read: number; written: number } {
    if (typeof TextEncoder === 'function') return (encoder ??= new TextEncoder()).encodeInto(text, bytes);
    let read = 0;
    let written = 0;
    for (const character of text) {
        const size = bytesOf(character);
        if (written + size > bytes.length) break;
        const point = character.codePointAt(0)!;
        const code = (point & 0xfffff800) === 0xd800 ? 0xfffd : point; // half of a surrogate pair
        bytes[written] = size === 1 ? code : (0xf00 >> size) | (code >> (6 * (size - 1)));
        for (let i = 1; i < size; i++) bytes[written + i] = 0x80 | ((code >> (6 * (size - 1 - i))) & 63);
        written += size;
        read += character.length;
    }
    return { read, written };
}

/** How many bytes of UTF-8 a character takes. */
function bytesOf(character: string): number {
    const code = character.codePointAt(0)!;
    return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

/** The library's error for wrong input: the rule, the character, and a sentence. */
export class PlyforgeError extends Error {
    override name = 'PlyforgeError';
    /** The kind of error, as in "move illegal" or "fen castling". */
    readonly code: string;
    /** The position of the faulty character in the text; 0 if no text is involved. */
    readonly offset: number;

    constructor(message: string, code: string, offset = 0) {
        super(message);
        this.code = code;
        this.offset = offset;
    }
}

/** Copies the 28 words of a position. Every call of the module needs it, and four words at a time take half as long as one. */
export function copyWords(to: Int32Array, at: number, from: Int32Array, offset: number): void {
    for (let i = 0; i < 28; i += 4) {
        to[at + i] = from[offset + i]!;
        to[at + i + 1] = from[offset + i + 1]!;
        to[at + i + 2] = from[offset + i + 2]!;
        to[at + i + 3] = from[offset + i + 3]!;
    }
}

/** An array that positions share. The garbage collector drops it with the last of them; a separate array for each
 * position would take longer than playing a move. The newest positions of a module are in its own memory, so that they
 * need no copy to be played on; when its rows are full, they all move to an array of JavaScript at once. */
export class Slab {
    constructor(
        public words: Int32Array,
        public base: number,
    ) {}
}

/** A slot for a position: a row of a slab. */
export abstract class Place {
    /** @internal */ readonly slab: Slab;
    /** @internal */ readonly row: number;

    constructor(slab: Slab, row: number) {
        this.slab = slab;
        this.row = row;
    }

    /** @internal The array with the position, and where in it. */
    get words(): Int32Array {
        return this.slab.words;
    }
    /** @internal */
    get at(): number {
        return this.slab.base + this.row * WORDS;
    }
}

let spare = /* @__PURE__ */ new Slab(new Int32Array(0), 0);
let spareRows = 0;

/** A row outside any module. */
export function spareRow(): [Slab, number] {
    if (spareRows === 0) {
        spare = new Slab(new Int32Array(WORDS * ROW_COUNT), 0);
        spareRows = ROW_COUNT;
    }
    return [spare, --spareRows];
}

/** Asked by pf_bisect: answers with the length of a divide in the text buffer, or less than 0 to stop. */
export type Ask = (fen: string, moves: string, depth: number) => number;

export class Core {
    readonly exports: Exports;
    /** The position that the module works on; null if it has no owner. */
    private current: Place | null = null;
    /** The position whose copy is in io.position. */
    private copied: Place | null = null;
    /** The position whose moves are in io.list. */
    private listed: Place | null = null;
    /** The rows in the module's memory, and the number of them in use. */
    slab: Slab;
    private taken = 0;
    ask: Ask = () => -1;

    readonly positionWord: number;
    readonly currentWord: number;
    readonly rowsWord: number;
    readonly otherAt: number;
    readonly setupAt: number;
    readonly errorAt: number;
    readonly outAt: number;
    readonly listAt: number;
    readonly textAt: number;
    readonly textSize: number;
    readonly notesAt: number;

    private bytesView: Uint8Array;
    private shortsView: Uint16Array;
    private wordsView: Int32Array;

    constructor(readonly module: CompiledModule) {
        const ask = (fen: number, moves: number, depth: number) =>
            this.ask(this.cString(fen), this.cString(moves), depth);
        const instance = new WebAssembly.Instance(module, { plyforge: { ask } });
        this.exports = instance.exports as unknown as Exports;
        const layout = (index: number) => this.exports.layout(index);
        this.positionWord = layout(0) >> 2;
        this.otherAt = layout(1);
        this.setupAt = layout(2);
        this.errorAt = layout(3);
        this.outAt = layout(4);
        this.listAt = layout(5);
        this.textAt = layout(6);
        this.notesAt = layout(7);
        this.textSize = layout(8);
        this.currentWord = layout(9) >> 2;
        this.rowsWord = layout(10) >> 2;
        const buffer = this.exports.memory.buffer;
        this.bytesView = new Uint8Array(buffer);
        this.shortsView = new Uint16Array(buffer);
        this.wordsView = new Int32Array(buffer);
        this.slab = new Slab(this.wordsView, this.rowsWord);
    }

    /** The memory; a growing memory detaches the old views. */
    get bytes(): Uint8Array {
        if (this.bytesView.length === 0) this.refresh();
        return this.bytesView;
    }
    get shorts(): Uint16Array {
        if (this.shortsView.length === 0) this.refresh();
        return this.shortsView;
    }
    get words(): Int32Array {
        if (this.wordsView.length === 0) this.refresh();
        return this.wordsView;
    }

    /** Refreshes the views of the memory. Must be called after every function that may grow it, since positions read it
     * directly. */
    refresh(): void {
        const { buffer } = this.exports.memory;
        if (this.wordsView.buffer === buffer) return;
        this.bytesView = new Uint8Array(buffer);
        this.shortsView = new Uint16Array(buffer);
        this.wordsView = new Int32Array(buffer);
        this.slab.words = this.wordsView;
    }

    /** Makes a position the module's current one; it is copied only if it is not in the module's memory yet. */
    hold(place: Place): void {
        if (this.current === place) return;
        this.current = place;
        if (place.slab === this.slab) {
            this.words[this.currentWord] = place.at << 2;
            return;
        }
        if (this.copied !== place) {
            copyWords(this.words, this.positionWord, place.words, place.at);
            this.copied = place;
        }
        this.words[this.currentWord] = this.positionWord << 2;
    }

    /** For a caller that puts a position into the module by itself. */
    forget(): void {
        this.current = this.copied = this.listed = null;
    }

    /** A row that is not taken, for the next position. */
    room(): number {
        if (this.taken === ROW_COUNT) {
            this.slab.words = this.words.slice(this.rowsWord, this.rowsWord + ROW_COUNT * WORDS);
            this.slab.base = 0;
            this.slab = new Slab(this.words, this.rowsWord);
            this.taken = 0;
            this.current = null;
        }
        return this.taken;
    }

    /** Makes an empty row the module's current position, to be filled by the next function that makes a position. */
    begin(): void {
        this.words[this.currentWord] = (this.rowsWord + this.room() * WORDS) << 2;
        this.current = null;
    }

    /** Plays a move; the module's current position is then a new one, which may be taken. Throws if the move is not
     * legal. */
    play(place: Place, move: number): void {
        const row = this.room();
        this.hold(place);
        const status = this.exports.play(move, row, this.listed === place ? 1 : 0);
        if (status !== 0) throw this.error(status);
        this.current = null;
    }

    /** Plays the move that a text means; the module's current position is then a new one, which may be taken. Returns
     * the status; if it is 0, io.notes begins with the move, and playedTexts() has the rest. */
    playText(place: Place, text: string): number {
        const row = this.room();
        this.hold(place);
        const status = this.exports.play_text(this.put(text), row);
        this.current = null;
        return status;
    }

    /** The SAN of the move that playText() has played, and the FEN after it. */
    playedTexts(): [string, string] {
        return [this.text(this.out(0)), this.text(this.out(1), this.textAt + SAN_SIZE)];
    }

    /** Plays a null move in the same way; false if it is not allowed. */
    playNull(place: Place): boolean {
        const row = this.room();
        this.hold(place);
        if (this.exports.play_null(row) === 0) return false;
        this.current = null;
        return true;
    }

    /** The row of the new position, for its owner, which is passed to take() next. */
    takeRow(): number {
        return this.taken++;
    }
    take(owner: Place): void {
        this.current = owner;
    }

    /** Lists the legal moves of a position in io.list and returns their number. */
    list(place: Place): number {
        this.hold(place);
        this.listed = place;
        return this.exports.generate();
    }
    /** The same with the SANs, in io.text; the module of standard chess has the order of chess.js. */
    listSans(place: Place, style: number): number {
        this.hold(place);
        this.listed = place;
        return this.exports.list_sans(style);
    }
    /** Lists the moves with what they move and capture, in io.notes. */
    listNotes(place: Place): number {
        this.hold(place);
        this.listed = null;
        return this.exports.list_notes();
    }

    /** Writes text for the module to read and returns its length in bytes. */
    put(text: string): number {
        const bytes = this.bytes;
        const at = this.textAt;
        const length = text.length;
        if (length > this.textSize)
            throw new PlyforgeError(`the text has ${length} characters, which is too long`, 'text', this.textSize);
        for (let i = 0; i < length; i++) {
            const code = text.charCodeAt(i);
            if (code > 127) return this.putWide(text);
            bytes[at + i] = code;
        }
        return length;
    }

    private putWide(text: string): number {
        const { read, written } = encodeText(text, this.bytes.subarray(this.textAt, this.textAt + this.textSize));
        if (read < text.length) throw new PlyforgeError('the text is too long', 'text', read);
        return written;
    }

    /** The text of this length that the module has written. */
    text(length: number, at = this.textAt): string {
        const bytes = this.bytes;
        let text = '';
        for (let i = 0; i < length; i++) {
            if (length > 12 || bytes[at + i]! > 127) return decodeText(bytes.subarray(at, at + length));
            text += String.fromCharCode(bytes[at + i]!);
        }
        return text;
    }

    cString(at: number): string {
        const bytes = this.bytes;
        let end = at;
        while (bytes[end]) end++;
        return decodeText(bytes.subarray(at, end));
    }

    name(kind: number, value: number): string {
        return this.cString(this.exports.name(kind, value));
    }

    out(index: number): number {
        return this.words[(this.outAt >> 2) + index]! >>> 0;
    }

    /** The error for a status other than 0; text is the input that was read. */
    error(status: number, text?: string): PlyforgeError {
        const at = this.errorAt;
        const offset = this.words[(at + ERROR_OFFSET) >> 2]!;
        const characters = text === undefined ? 0 : characterOfByte(text, offset);
        return new PlyforgeError(this.cString(at + ERROR_MESSAGE), this.name(3, status), characters);
    }
}

function characterOfByte(text: string, offset: number): number {
    let bytes = 0;
    let characters = 0;
    for (const character of text) {
        if (bytes >= offset) break;
        bytes += bytesOf(character);
        characters += character.length;
    }
    return characters;
}

/** The messages of platforms that refuse to compile a module, and the remedies. */
const REFUSALS: readonly [RegExp, string][] = [
    [/security|unsafe-eval|CSP/i, "script-src of the content security policy needs 'wasm-unsafe-eval'"],
    [/embedder/, 'this platform needs the bundler condition "workerd" or "edge-light", or useModule'],
    [/main thread/, 'this browser needs an await ready() first'],
    [/not defined|find variable/, 'this engine does not support it; see docs/javascript.md'],
];

function compileError(error: unknown): PlyforgeError {
    const text = String(error);
    const advice = REFUSALS.find(([sign]) => sign.test(text))?.[1] ?? '';
    const message = `WebAssembly cannot be compiled: ${advice || text}`;
    return Object.assign(new PlyforgeError(message, 'wasm'), { cause: error });
}

/** Where the module of an import comes from: packed, as most platforms load it, or compiled by the platform from a .wasm file. */
export type ModuleSource = PackedModule | CompiledModule;

const isPacked = (source: ModuleSource): source is PackedModule => 'base64' in source;

/** A module that is compiled on first use. */
export class LazyCore {
    private core: Core | undefined;
    private module: CompiledModule | undefined;

    /** The module, the file in dist/ that has the same one, and a function that only this module has. */
    constructor(
        private readonly source: () => ModuleSource,
        private readonly file: string,
        private readonly sign: keyof Exports,
    ) {}

    /** The module; compiles it now if nothing has done so before. */
    get(): Core {
        return (this.core ??= new Core((this.module ??= this.compiled())));
    }

    private compiled(): CompiledModule {
        const source = this.source();
        if (!isPacked(source)) return source;
        try {
            return new WebAssembly.Module(unpack(source));
        } catch (error) {
            throw compileError(error);
        }
    }

    /** Compiles in the background, if the platform can; get() then finds the module ready. */
    async ready(): Promise<void> {
        const source = this.source();
        if (!this.module && isPacked(source)) {
            try {
                this.module = await WebAssembly.compile(unpack(source));
            } catch (error) {
                throw compileError(error);
            }
        }
        this.get();
    }

    /** Uses a module that the platform has compiled, if it does not allow this package to compile. */
    use(module: CompiledModule): void {
        if (typeof WebAssembly === 'undefined' || !(module instanceof WebAssembly.Module))
            throw new TypeError(`useModule needs a WebAssembly.Module of ${this.file}, not ${describe(module)}`);
        if (!WebAssembly.Module.exports(module).some(({ name }) => name === this.sign)) {
            throw new TypeError(`this WebAssembly.Module is not that of ${this.file}, which this import needs`);
        }
        if (!this.core) this.module = module;
    }
}

/** Checks that a move is a number of 16 bits. */
export function checkMove(move: unknown): number {
    if (typeof move !== 'number' || !(move >= 0 && move <= 65535) || (move | 0) !== move) {
        throw new TypeError(`a move is a number from 0 to 65535 or a text, not ${describe(move)}`);
    }
    return move;
}

/** A text as shown in an error message. */
export function shortened(text: string): string {
    return text.length > 80 ? text.slice(0, 80) + '...' : text;
}

/** A value as shown in an error message. */
export function describe(value: unknown): string {
    if (typeof value === 'string') return JSON.stringify(shortened(value));
    if (typeof value === 'symbol' || typeof value === 'bigint' || typeof value === 'number') return String(value);
    if (value === null || value === undefined || typeof value === 'boolean') return String(value);
    return Array.isArray(value) ? 'an array' : typeof value === 'function' ? 'a function' : 'an object';
}

export function checkText(text: unknown, what: string): string {
    if (typeof text !== 'string') throw new TypeError(`${what} must be a string, not ${describe(text)}`);
    return text;
}

/** An object of options; another value would be ignored silently. */
export function checkOptions<T extends object>(options: T, example: string): T {
    if (options === null || typeof options !== 'object')
        throw new TypeError(`options must be an object such as ${example}, not ${describe(options)}`);
    return options;
}

export function checkInteger(value: unknown, least: number, most: number, what: string): number {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most) {
        throw new RangeError(
            `${what} must be a whole number from ${least} to ${most === MAX_UINT32 ? '4294967295' : most}, not ${describe(value)}`,
        );
    }
    return value;
}

/** A NAG that can be read back. */
export function checkNag(nag: unknown): number {
    return checkInteger(nag, 0, 255, 'a NAG');
}

/** A PGN tag that can be read back: control characters of the value become blanks, and characters that are not allowed
 * in the name become underscores. */
export function tagText(name: string, value: unknown, notInName: RegExp): string {
    // eslint-disable-next-line no-control-regex -- control characters are what this looks for
    const line = String(value).replace(/[\u0000-\u001f\u007f]+/g, ' ');
    return `[${name.replace(notInName, '_') || '_'} "${line.replace(/[\\"]/g, '\\$&')}"]`;
}

/* At the start of a line these would be read as a tag or an escaped line. The reader skips the bytes of a byte order
 * mark there, which also occur in three other characters. A command as in [%clk 0:05:00] is not a tag. */
const NOT_FIRST = /^(?:\[(?!%)|[%\ufefb\ufeff\ufffb\uffff])/;

/** Words of PGN in lines of at most this many characters, where the words allow it. */
export function wrapWords(words: Iterable<string>, columns: number, newline: string): string {
    let text = '';
    let column = 0;
    for (const word of words) {
        const width = [...word].length;
        if (column === 0) {
            text += word;
            column = width;
        } else if (column + 1 + width > columns && !NOT_FIRST.test(word)) {
            text += newline + word;
            column = width;
        } else {
            text += ' ' + word;
            column += 1 + width;
        }
    }
    return text;
}

export function checkIterable<T>(values: Iterable<T>, what: string): Iterable<T> {
    if (values === null || typeof values !== 'object' || !(Symbol.iterator in values))
        throw new TypeError(`${what} must be an array or another iterable, not ${describe(values)}`);
    return values;
}
