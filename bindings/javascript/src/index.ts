/* The fast API: positions, moves, games and batches, by the rules of chess, Chess960 and the lichess variants. */
export { PlyforgeError, type CompiledModule } from './core.js';
export * from './moves.js';
export { Position, VARIANTS } from './position.js';
export type { FenOptions, FenStyle, Outcome, Policy, SanStyle, Variant, Winner } from './position.js';
export { Game } from './game.js';
export { Batch, type MoveTable } from './batch.js';
import type { CompiledModule } from './core.js';
import { rules } from './position.js';

/** Compiles the module in the background. Not needed: the first call compiles it.
 *
 * @example
 * await ready(); // the first call of anything else then has nothing to compile
 */
export function ready(): Promise<void> {
    return rules.ready();
}

/** Uses a module that the platform has compiled from dist/rules.wasm, for platforms that do not allow compiling.
 *
 * @example
 * const path = new URL(import.meta.resolve('plyforge/rules.wasm'));
 * useModule(await WebAssembly.compile(await readFile(path)));
 */
export function useModule(module: CompiledModule): void {
    rules.use(module);
}

/** The version of the library.
 *
 * @example
 * console.log(version().split('.').length); // 3
 */
export function version(): string {
    return rules.get().name(4, 0);
}
