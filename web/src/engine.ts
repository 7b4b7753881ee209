/* The library in this thread: one WebAssembly module behind all imports of the package, and the functions that only the
 * page has (wasm/explorer.c). */
import { useModule as useArbiter } from 'plyforge/arbiter';
import { Position, PlyforgeError, useModule as useRules, type Move, type Variant } from 'plyforge';
import { outCount, tools, useModule as useTools } from 'plyforge/workbench';
import wasmUrl from '../build/explorer.wasm?url';
import type { PageCore } from './internal';

/** The rules that the page offers: Chess960 is standard chess with other castling rights. */
export type Rules = Variant | 'chess960';

export const RULES: readonly [Rules, string][] = [
    ['standard', 'Standard chess'],
    ['chess960', 'Chess960'],
    ['crazyhouse', 'Crazyhouse'],
    ['atomic', 'Atomic'],
    ['antichess', 'Antichess'],
    ['kingofthehill', 'King of the Hill'],
    ['threecheck', 'Three-check'],
    ['horde', 'Horde'],
    ['racingkings', 'Racing Kings'],
];

export const variantOf = (rules: Rules): Variant => (rules === 'chess960' ? 'standard' : rules);

/** Sets the compiled module; workers get it from the page. */
export function useModule(module: WebAssembly.Module): void {
    useRules(module);
    useTools(module);
    useArbiter(module);
}

/** A file of the page. */
export async function fetchFile(url: string): Promise<Response> {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} cannot be loaded: ${response.status} ${response.statusText}`);
    return response;
}

let bytes: Promise<ArrayBuffer> | undefined;

/** The module as bytes, for the sandbox, which cannot be sent a compiled one. */
export function moduleBytes(): Promise<ArrayBuffer> {
    if (!bytes) {
        bytes = fetchFile(wasmUrl).then((response) => response.arrayBuffer());
        bytes.catch(() => {
            bytes = undefined;
        }); // the next run tries again
    }
    return bytes;
}

export async function loadModule(): Promise<WebAssembly.Module> {
    const response = await fetchFile(wasmUrl);
    // Some servers send .wasm files with another type.
    const isTyped = response.headers.get('content-type')?.startsWith('application/wasm');
    const module = isTyped
        ? await WebAssembly.compileStreaming(response)
        : await WebAssembly.compile(await response.arrayBuffer());
    useModule(module);
    return module;
}

export function readFen(fen: string, rules: Rules, lenient = false): Position {
    return Position.fromFen(fen, { variant: variantOf(rules), chess960: rules !== 'standard', lenient });
}

export const startOf = (rules: Rules): Position => Position.start(variantOf(rules));

export function fenOf(position: Position, rules: Rules): string {
    return position.fen({ castling: rules === 'chess960' ? 'xfen' : 'standard', enPassant: 'always' });
}

export const uciOf = (position: Position, move: Move, rules: Rules): string =>
    position.uci(move, { chess960: rules === 'chess960' });

// ---- Pictures ----

export interface Look {
    dark: boolean;
    flipped: boolean;
    coordinates?: boolean;
    lastMove?: Move;
    /** A move, legal or not, that the picture explains. */
    explain?: Move;
}

let pictures = 0;

const flagsOf = (look: Look): number => (look.dark ? 1 : 0) | (look.flipped ? 2 : 0) | (look.coordinates ? 4 : 0);

function heldIn(position: Position): PageCore {
    return position.held(tools.get());
}

/** The picture of a position; texts for screen readers are the caller's. */
export function draw(position: Position, look: Look): string {
    const core = heldIn(position);
    return core.text(core.exports.draw(flagsOf(look), ++pictures, look.lastMove ?? 0, look.explain ?? 0));
}

/** The picture of any board: 64 pieces, a1 first, and squares in red. */
export function drawBoard(board: Uint8Array, red: readonly number[], look: Look): string {
    const core = tools.get();
    core.bytes.set(board, core.textAt);
    const words = core.words;
    words[core.outAt >> 2] = words[(core.outAt >> 2) + 1] = 0;
    for (const square of red) words[(core.outAt >> 2) + (square >> 5)]! |= 1 << (square & 31);
    return core.text(core.exports.draw_board(flagsOf(look), ++pictures));
}

/** Squares to colour, by tint, and arrows of three numbers: from, to and tint. */
export interface Marks {
    squares: [green: bigint, red: bigint, blue: bigint, yellow: bigint];
    arrows: number[];
}

/** The picture of a position with marks. */
export function drawMarks(position: Position, look: Look, { squares, arrows }: Marks): string {
    const core = heldIn(position);
    squares.forEach((set, tint) => {
        core.words[(core.outAt >> 2) + 2 * tint] = Number(set & 0xffffffffn);
        core.words[(core.outAt >> 2) + 2 * tint + 1] = Number(set >> 32n);
    });
    core.bytes.set(arrows, core.textAt);
    return core.text(core.exports.draw_marks(flagsOf(look), ++pictures, look.lastMove ?? 0, arrows.length / 3));
}

/** The move that a text means, legal or not; null if it is not a move. */
export function readAny(position: Position, text: string): Move | null {
    const core = heldIn(position);
    const answer = core.exports.read_any(core.put(text.slice(0, 200))) >>> 0;
    return answer > 65535 ? null : answer;
}

/** Whether the library has a bug of this name. */
export function isBugName(name: string): boolean {
    bugNames ??= new Set(
        Array.from({ length: 256 }, (_, bug) => tools.get().cString(tools.get().exports.bug_name(bug))).filter(
            (found) => found !== '',
        ),
    );
    return bugNames.has(name);
}
let bugNames: Set<string> | undefined;

// ---- Divides ----

export type Verdict = 'same' | 'different' | 'missing' | 'extra';
const VERDICTS: readonly Verdict[] = ['same', 'different', 'missing', 'extra'];

export interface Row {
    move: string;
    verdict: Verdict;
    ours: bigint;
    theirs: bigint;
}

export interface Comparison {
    rows: Row[];
    ours: bigint;
    theirs: bigint;
    /** Remarks about lines of the text, as in "line 3: a move without a count". */
    notes: string[];
}

/** Compares a divide as text with ours. Throws a PlyforgeError if there is no divide in it. */
export function compareDivide(position: Position, text: string, depth: number, rules: Rules): Comparison {
    const core = heldIn(position);
    const status = core.exports.compare(core.put(text), depth, rules === 'chess960' ? 1 : 0);
    if (status !== 0) throw core.error(status, text);
    const [size, ours, theirs, noteCount] = [core.out(0), outCount(core, 4), outCount(core, 8), core.out(12)];
    const rows: Row[] = [];
    for (let i = 0; i < size; i++) {
        core.exports.compared_row(i);
        rows.push({
            move: core.cString(core.textAt),
            verdict: VERDICTS[core.out(0)]!,
            ours: outCount(core, 4),
            theirs: outCount(core, 8),
        });
    }
    const notes: string[] = [];
    for (let i = 0; i < noteCount; i++) {
        const note = core.cString(core.exports.compared_note(i));
        notes.push(`line ${core.out(0)}: ${note}`);
    }
    return { rows, ours, theirs, notes };
}

// ---- Statistics ----

export const COLUMNS = [
    'nodes',
    'captures',
    'en passant',
    'castles',
    'promotions',
    'checks',
    'discovered',
    'double',
    'mates',
] as const;

/** Rows 0 to depth of the usual perft table. */
export function statistics(position: Position, depth: number): bigint[][] {
    const core = heldIn(position);
    core.exports.stats(depth);
    const rows: bigint[][] = [];
    const word = (i: number) => BigInt(core.words[(core.textAt >> 2) + i]! >>> 0);
    for (let row = 0; row <= depth; row++) {
        rows.push(
            COLUMNS.map((_, column) => {
                const at = (row * COLUMNS.length + column) * 4;
                return word(at) | (word(at + 1) << 32n) | (word(at + 2) << 64n);
            }),
        );
    }
    return rows;
}

export { PlyforgeError };
