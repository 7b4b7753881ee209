/* The messages between the page and its worker. One worker program does all long work; the sandbox runs it as well. */
import type { BisectReport } from 'plyforge/workbench';
import type { Comparison, Rules } from './engine';

/** A divide that the user pasted: for the position after some moves of the line, set up at an earlier one. */
export interface Paste {
    /** All moves from the root. */
    line: string[];
    /** How many of them lead to the position that was set up; the program under test played the others. */
    base: number;
    depth: number;
    text: string;
}

/** A command for the program under test. */
export interface Question {
    line: string[];
    base: number;
    depth: number;
    /** The position to set up, and the moves to play from there. */
    fen: string;
    moves: string[];
    /** The position after the moves, to be set up directly. */
    direct: string;
}

export interface Compared extends Comparison {
    fen: string;
    moves: string[];
    direct: string;
    depth: number;
}

export interface HuntResult {
    comparisons: (Compared | string)[];
    next: Question | null;
    report: BisectReport | null;
    /** The depth that fits the first paste. */
    depth: number;
}

export interface GameSummary {
    index: number;
    /** The bytes of the game in the file. */
    from: number;
    to: number;
    title: string;
    detail: string;
    result: string;
    plies: number;
    error: string;
}

/** limit: the most nodes that the job may take, by an estimate, before the user is asked; null once they have agreed. */
export type Job =
    | { kind: 'hunt'; fen: string; rules: Rules; depth: number; pastes: Paste[]; limit: bigint | null }
    | { kind: 'count'; fen: string; rules: Rules; depth: number; limit: bigint | null }
    | { kind: 'statistics'; fen: string; rules: Rules; depth: number }
    | { kind: 'pgn'; file: Blob; rules: Rules }
    | { kind: 'example'; fen: string; moves: string[]; depth: number }
    | { kind: 'function'; code: string; fen: string; rules: Rules; depth: number };

/** What the page counts without a click: a few seconds. */
export const UNASKED = 100_000_000n;

export type Start = { module: WebAssembly.Module } | { bytes: ArrayBuffer };

export type Answer =
    | { kind: 'hunt'; result: HuntResult }
    | { kind: 'counted'; count: bigint }
    | { kind: 'example'; text: string }
    | { kind: 'costly'; nodes: bigint }
    | { kind: 'statistics'; rows: bigint[][]; done: number; total: number }
    | { kind: 'games'; games: GameSummary[]; bytes: number; count: number; broken: number; isEnd: boolean }
    | { kind: 'asked'; questions: number; fen: string }
    | { kind: 'report'; report: BisectReport; questions: number }
    | { kind: 'failed'; message: string };
