/* The module of perft and the workbench. */
import { LazyCore, type CompiledModule, type Core } from './core.js';
import workbenchModule from './wasm/workbench.js';

export type { CompiledModule } from './core.js';

export const tools = /* @__PURE__ */ new LazyCore(() => workbenchModule, 'workbench.wasm', 'bisect');

/** Compiles the module in the background. Not needed: the first call compiles it.
 *
 * @example
 * await ready(); // the first count then has nothing to compile
 */
export function ready(): Promise<void> {
    return tools.ready();
}

/** Uses a module that the platform has compiled from dist/workbench.wasm, for platforms that do not allow compiling.
 *
 * @example
 * const path = new URL(import.meta.resolve('plyforge/workbench.wasm'));
 * useModule(await WebAssembly.compile(await readFile(path)));
 */
export function useModule(module: CompiledModule): void {
    tools.use(module);
}

/** A set of squares that starts at this word of the output. */
export function outSet(core: Core, index: number): bigint {
    return (BigInt(core.out(index + 1)) << 32n) | BigInt(core.out(index));
}

/** A count of 128 bits that starts at this word of the output. */
export function outCount(core: Core, index: number): bigint {
    return (outSet(core, index + 2) << 64n) | outSet(core, index);
}
