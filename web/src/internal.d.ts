/* Parts of the package that its types leave out, and the data that the build adds. */
import type { Position } from 'plyforge';

interface PageExports {
    draw(flags: number, number: number, lastMove: number, move: number): number;
    draw_board(flags: number, number: number): number;
    draw_marks(flags: number, number: number, lastMove: number, arrows: number): number;
    xray(): void;
    attacks_from(square: number, type: number): void;
    trace(): number;
    compare(length: number, depth: number, castling: number): number;
    compared_row(index: number): void;
    compared_note(index: number): number;
    stats(depth: number): void;
    read_any(length: number): number;
    explain(move: number, castling: number): void;
    bug_name(bug: number): number;
}

/** bindings/javascript/src/core.ts. */
export interface PageCore {
    readonly exports: PageExports;
    readonly textAt: number;
    readonly outAt: number;
    readonly textSize: number;
    readonly bytes: Uint8Array;
    readonly words: Int32Array;
    put(text: string): number;
    text(length: number, at?: number): string;
    cString(at: number): string;
    out(index: number): number;
    error(status: number, text?: string): Error & { offset: number };
}

declare module 'plyforge/workbench' {
    export const tools: { get(): PageCore };
    export function outCount(core: PageCore, index: number): bigint;
}

declare module 'plyforge' {
    interface Position {
        held(core: PageCore): PageCore;
        readonly words: Int32Array;
        readonly at: number;
    }
}
export type { Position };
