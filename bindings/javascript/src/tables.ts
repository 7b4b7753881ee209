/* Syzygy tablebases and names of openings, from files that the program has loaded. They are in a separate module, which
 * is compiled when it is first needed. */
import { checkText, decodeText, describe, encodeText, LazyCore, PlyforgeError, type Core } from './core.js';
import type { Move } from './moves.js';
import { checkPosition, type Position } from './position.js';
import tablesModule from './wasm/tables.js';

export type { CompiledModule } from './core.js';
import type { CompiledModule } from './core.js';

/** Loss, blessed loss, draw, cursed win, win. Cursed and blessed are draws by the fifty-move rule. */
export type Wdl = -2 | -1 | 0 | 1 | 2;

/** A legal move and the result it leads to, from the point of view of the side that plays it. */
export interface RankedMove {
    move: Move;
    /** Respects the half-move clock: a win that comes too late is 1. */
    wdl: Wdl;
    /** Half-moves to the next capture or pawn move, this one included; negative if the move loses, 0 for a draw. */
    dtz: number;
}

/** The opening of a position. */
export interface Opening {
    eco: string;
    name: string;
    /** The number of half-moves in the table; a game may have reached the position in more or fewer. */
    plies: number;
}

/** The functions of this module in addition to those that all modules have. */
interface TableExports {
    tables_room(size: number): number;
    tables_release(at: number): void;
    tables_new(): number;
    tables_destroy(tables: number): void;
    tables_add(tables: number, nameLength: number, at: number, size: number): number;
    tables_wdl(tables: number): number;
    tables_dtz(tables: number): number;
    tables_rank(tables: number): number;
    openings_new(): number;
    openings_destroy(openings: number): void;
    openings_read(openings: number, at: number, length: number): number;
    openings_find(openings: number): number;
}

const lazy = /* @__PURE__ */ new LazyCore(() => tablesModule, 'tables.wasm', 'tables_new' as never);

/** Compiles the module in the background. Not needed: the first call compiles it.
 *
 * @example
 * import { ready } from 'plyforge/tables';
 * await ready();
 */
export function ready(): Promise<void> {
    return lazy.ready();
}

/** Uses a module that the platform has compiled from dist/tables.wasm, for platforms that do not allow compiling.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { useModule } from 'plyforge/tables';
 * const path = new URL(import.meta.resolve('plyforge/tables.wasm'));
 * useModule(await WebAssembly.compile(await readFile(path)));
 */
export function useModule(module: CompiledModule): void {
    lazy.use(module);
}

function functions(core: Core): TableExports {
    return core.exports as unknown as TableExports;
}

function noMemory(): PlyforgeError {
    return new PlyforgeError('there is no memory left for tables', 'no room');
}

/** Copies bytes into the module, and returns where they are. */
function copyIn(core: Core, bytes: Uint8Array): number {
    const at = functions(core).tables_room(bytes.length);
    if (at === 0) throw noMemory();
    core.bytes.set(bytes, at);
    return at;
}

function checkBytes(bytes: unknown, what: string): Uint8Array {
    if (bytes instanceof Uint8Array) return bytes;
    if (bytes instanceof ArrayBuffer) return new Uint8Array(bytes);
    throw new TypeError(`${what} must be a Uint8Array or an ArrayBuffer, not ${describe(bytes)}`);
}

/** A set of Syzygy tables of standard chess.
 *
 *     const tables = new Tablebase();
 *     for (const name of ['KRvK.rtbw', 'KRvK.rtbz']) tables.add(name, await readFile(name));
 *     tables.probeWdl(position);
 */
export class Tablebase {
    private readonly core = lazy.get();
    private tables: number;
    private memory: number[] = [];
    private count = 0;
    private men = 0;

    constructor() {
        this.tables = functions(this.core).tables_new();
        if (this.tables === 0) throw noMemory();
    }

    /** The number of files. */
    get size(): number {
        return this.count;
    }

    /** The largest number of pieces that the tables cover, kings included; 0 without tables. */
    get mostMen(): number {
        return this.men;
    }

    private open(): number {
        if (this.tables === 0) throw new PlyforgeError('the tablebase is closed', 'tablebase');
        return this.tables;
    }

    /** Adds a table: the name of its file, as KRvK.rtbw (results) or KRvK.rtbz (distances), and its content, which is
     * copied. False if there is such a table already. Throws PlyforgeError if the content is something else, truncated
     * or damaged.
     *
     * @example
     * const tables = new Tablebase(); // usually: tables.add('KRvK.rtbw', await readFile('KRvK.rtbw'))
     * try {
     *     tables.add('KRvK.rtbw', new Uint8Array(100));
     * } catch (error) {
     *     console.log(error instanceof PlyforgeError); // true
     * }
     */
    add(name: string, bytes: Uint8Array | ArrayBuffer): boolean {
        const { core } = this;
        const tables = this.open();
        const content = checkBytes(bytes, 'the content of a table');
        const nameLength = core.put(checkText(name, 'the name of a table'));
        const at = copyIn(core, content);
        const status = functions(core).tables_add(tables, nameLength, at, content.length);
        const isUsed = status === 0 && core.out(0) === 1;
        if (isUsed) this.memory.push(at);
        else functions(core).tables_release(at);
        if (status !== 0) throw core.error(status);
        this.count = core.out(1);
        this.men = core.out(2);
        return isUsed;
    }

    private hold(position: Position): Core {
        const { core } = this;
        if (checkPosition(position).variant !== 'standard')
            throw new PlyforgeError('tablebases are for standard chess only', 'unsupported');
        core.hold(position);
        return core;
    }

    /** The result for the side to move, as if the half-move clock were 0. Throws PlyforgeError with the code "no table"
     * if a table is missing, which may be one of fewer pieces, after a capture; and with "unsupported" for a position
     * that no table covers, because it has castling rights or more than seven pieces.
     *
     * @example
     * const tables = new Tablebase(); // two kings need no table
     * const position = Position.fromFen('4k3/8/8/8/8/8/8/4K3 w - - 0 1');
     * console.log(tables.probeWdl(position)); // 0
     */
    probeWdl(position: Position): Wdl {
        const tables = this.open();
        const core = this.hold(position);
        const status = functions(core).tables_wdl(tables);
        if (status !== 0) throw core.error(status);
        return (core.out(0) - 2) as Wdl;
    }

    /** The half-moves to the next capture or pawn move with best play: positive if the side to move wins, negative if
     * it loses, 0 for a draw. Beyond 100 the fifty-move rule comes first. Throws the same errors as probeWdl.
     *
     * @example
     * const tables = new Tablebase(); // two kings need no table
     * const position = Position.fromFen('4k3/8/8/8/8/8/8/4K3 w - - 0 1');
     * console.log(tables.probeDtz(position)); // 0
     */
    probeDtz(position: Position): number {
        const tables = this.open();
        const core = this.hold(position);
        const status = functions(core).tables_dtz(tables);
        if (status !== 0) throw core.error(status);
        return core.out(0) | 0;
    }

    /** All legal moves, the best first. Throws the same errors as probeWdl.
     *
     * @example
     * const tables = new Tablebase(); // two kings need no table
     * const position = Position.fromFen('4k3/8/8/8/8/8/8/4K3 w - - 0 1');
     * console.log(tables.rankMoves(position).length); // 5
     */
    rankMoves(position: Position): RankedMove[] {
        const tables = this.open();
        const core = this.hold(position);
        const status = functions(core).tables_rank(tables);
        if (status !== 0) throw core.error(status);
        const at = core.textAt >> 2;
        const { words } = core;
        return Array.from({ length: core.out(0) }, (_, i) => ({
            move: words[at + 3 * i]!,
            wdl: (words[at + 3 * i + 1]! - 2) as Wdl,
            dtz: words[at + 3 * i + 2]!,
        }));
    }

    /** Releases the memory; the tables can no longer be used.
     *
     * @example
     * const tables = new Tablebase();
     * tables.close();
     * console.log(tables.size); // 0
     */
    close(): void {
        if (this.tables === 0) return;
        functions(this.core).tables_destroy(this.tables);
        for (const at of this.memory) functions(this.core).tables_release(at);
        this.tables = this.count = this.men = 0;
        this.memory = [];
    }
}

/** Names of openings, found by position, so that transpositions are found. The names come from files in the format of
 * lichess-org/chess-openings, which the package does not contain.
 *
 *     const openings = new Openings(await readFile('a.tsv'), await readFile('b.tsv'));
 *     openings.find(position); // { eco: 'C60', name: 'Ruy Lopez', plies: 5 } or null
 */
export class Openings {
    private readonly core = lazy.get();
    private openings: number;
    private count = 0;

    constructor(...texts: (string | Uint8Array | ArrayBuffer)[]) {
        this.openings = functions(this.core).openings_new();
        if (this.openings === 0) throw noMemory();
        for (const text of texts) this.read(text);
    }

    /** The number of positions with a name. */
    get size(): number {
        return this.count;
    }

    private open(): number {
        if (this.openings === 0) throw new PlyforgeError('the openings are closed', 'book');
        return this.openings;
    }

    /** Adds lines of ECO code, name and moves, separated by tabs. If two lines lead to the same position, the first one
     * is used. Throws PlyforgeError with the position of a line that cannot be read; the lines before it are kept.
     *
     * @example
     * const openings = new Openings();
     * openings.read('A00\tAmar Opening\t1. Nh3');
     * console.log(openings.size); // 1
     */
    read(text: string | Uint8Array | ArrayBuffer): void {
        const { core } = this;
        const openings = this.open();
        let bytes: Uint8Array;
        if (typeof text === 'string') {
            const room = new Uint8Array(3 * text.length);
            bytes = room.subarray(0, encodeText(text, room).written);
        } else {
            bytes = checkBytes(text, 'a table of openings');
        }
        const at = copyIn(core, bytes);
        const status = functions(core).openings_read(openings, at, bytes.length);
        functions(core).tables_release(at);
        this.count = core.out(0);
        if (status !== 0) throw core.error(status, typeof text === 'string' ? text : decodeText(bytes));
    }

    /** The opening of a position; null if it has none, and always null in variants.
     *
     * @example
     * const openings = new Openings('A00\tAmar Opening\t1. Nh3');
     * console.log(openings.find(Position.start().play('Nh3'))?.name); // Amar Opening
     */
    find(position: Position): Opening | null {
        const { core } = this;
        const openings = this.open();
        if (checkPosition(position).variant !== 'standard') return null;
        core.hold(position);
        if (functions(core).openings_find(openings) === 0) return null;
        return { eco: core.cString(core.out(0)), name: core.cString(core.out(1)), plies: core.out(2) };
    }

    /** The opening of a game, which is that of its last position with an opening; null if there is none.
     *
     * @example
     * const openings = new Openings('A00\tAmar Opening\t1. Nh3');
     * const first = Position.start().play('Nh3');
     * console.log(openings.findLast([first, first.play('e5')])?.eco); // A00
     */
    findLast(positions: Iterable<Position>): Opening | null {
        let last: Opening | null = null;
        for (const position of positions) last = this.find(position) ?? last;
        return last;
    }

    /** Releases the memory; the table can no longer be used.
     *
     * @example
     * const openings = new Openings('A00\tAmar Opening\t1. Nh3');
     * openings.close();
     * console.log(openings.size); // 0
     */
    close(): void {
        if (this.openings !== 0) functions(this.core).openings_destroy(this.openings);
        this.openings = this.count = 0;
    }
}
