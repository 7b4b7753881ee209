/* Whether a side can still win by any series of legal moves, which decides a game that is lost on time. It is a
 * separate module, which is compiled when it is first needed. */
import { checkInteger, checkOptions, describe, LazyCore, PlyforgeError, type Core } from './core.js';
import type { Colour, Move } from './moves.js';
import { checkPosition, outcomeOf, type Outcome, type Position } from './position.js';
import arbiterModule from './wasm/arbiter.js';

export type { CompiledModule } from './core.js';
import type { CompiledModule } from './core.js';

/** Whether a side can win, with the proof. */
export interface Helpmate {
    /** null if the budget was too small to know. */
    canWin: boolean | null;
    /** Why: a mate was found; the material allows none; no piece can ever reach the squares that a mate needs; every
     * position that
     * can arise was examined, and none is a mate; or the budget ended first. */
    reason: 'mate' | 'material' | 'wall' | 'exhausted' | 'unsettled';
    /** If the side can win: legal moves after which the other side is mated, or has lost by the rules of its variant.
     * Not always a
     * short line, and empty if the position is such an end itself. */
    moves: Move[];
    /** How many positions were examined. */
    nodes: number;
}

export interface ArbiterOptions {
    /**
     * How many positions may be examined, 44 bytes each. 200,000 by default; positions from games need fewer than
     * 2,000.
     */
    budget?: number;
}

interface ArbiterExports {
    helpmate(colour: number, budget: number): number;
    timeout(colour: number, budget: number): number;
}

const BUDGET = 200_000;
const MOST = 10_000_000;
const REASONS = ['unsettled', 'mate', 'material', 'wall', 'exhausted'] as const;

const lazy = /* @__PURE__ */ new LazyCore(() => arbiterModule, 'arbiter.wasm', 'helpmate' as never);

/** Compiles the module in the background. Not needed: the first call compiles it.
 *
 * @example
 * import { ready } from 'plyforge/arbiter';
 * await ready();
 */
export function ready(): Promise<void> {
    return lazy.ready();
}

/** Uses a module that the platform has compiled from dist/arbiter.wasm, for platforms that do not allow compiling.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { useModule } from 'plyforge/arbiter';
 * const path = new URL(import.meta.resolve('plyforge/arbiter.wasm'));
 * useModule(await WebAssembly.compile(await readFile(path)));
 */
export function useModule(module: CompiledModule): void {
    lazy.use(module);
}

/** Asks the module about a side, and throws if it is out of memory. */
function ask(name: keyof ArbiterExports, position: Position, colour: Colour, options: ArbiterOptions): Core {
    const core = checkPosition(position).held(lazy.get());
    if (colour !== 'white' && colour !== 'black')
        throw new TypeError(`a colour is 'white' or 'black', not ${describe(colour)}`);
    const { budget = BUDGET } = checkOptions(options, '{ budget: 20000 }');
    checkInteger(budget, 0, MOST, 'the budget');
    const status = (core.exports as unknown as ArbiterExports)[name](colour === 'white' ? 0 : 1, budget);
    core.refresh();
    if (status !== 0) throw new PlyforgeError('there is no memory left for the search', 'no room');
    return core;
}

/** Whether a side can still win if both sides cooperate, with the moves to a mate or the reason why there is none.
 *
 * @example
 * const position = Position.fromFen('7k/7p/8/8/8/8/8/K6N w - - 0 1');
 * const answer = findHelpmate(position, 'white');
 * const end = answer.moves.reduce((at, move) => at.play(move), position);
 * console.log(answer.canWin, end.outcome().reason); // true checkmate
 */
export function findHelpmate(position: Position, colour: Colour, options: ArbiterOptions = {}): Helpmate {
    const core = ask('helpmate', position, colour, options);
    const [size, at] = [core.out(3), core.out(4)];
    return {
        canWin: [null, true, false][core.out(0)]!,
        reason: REASONS[core.out(1)]!,
        moves: Array.from(core.shorts.subarray(at >> 1, (at >> 1) + size)),
        nodes: core.out(2),
    };
}

/** Whether a side can still win by any series of legal moves; null if the budget was too small to know. Position.canWin
 * looks at the material only.
 *
 * @example
 * const blocked = Position.fromFen('8/8/4k3/1p1p1p1p/1P1P1P1P/4K3/8/8 w - - 0 1');
 * console.log(blocked.canWin('white'), canWin(blocked, 'white')); // true false
 */
export function canWin(position: Position, colour: Colour, options: ArbiterOptions = {}): boolean | null {
    return findHelpmate(position, colour, options).canWin;
}

/** The outcome if the time of a side has run out: the other side wins, unless it cannot by any series of legal moves;
 * then the game is drawn (FIDE Laws 6.9). A game that is over already keeps its outcome. null if the budget was too
 * small to know.
 *
 * @example
 * console.log(timeout(Position.fromFen('7k/8/8/8/8/8/8/K6R b - - 0 1'), 'white').result); // 1/2-1/2
 */
export function timeout(position: Position, colour: Colour, options: ArbiterOptions = {}): Outcome | null {
    return outcomeOf(ask('timeout', position, colour, options), lazy.get().out(0));
}
