/* The largest module: PGN, perft and the workbench. */
import { LazyCore } from './core.js';
import fullModule from './wasm/full.js';

export const full = /* @__PURE__ */ new LazyCore(() => fullModule);

/** Compiles the module in the background. Not needed: the first call compiles it. */
export function ready(): Promise<void> {
    return full.ready();
}

/** Takes a module that the platform has compiled from dist/full.wasm, where compiling is not allowed. */
export function useModule(module: WebAssembly.Module): void {
    full.use(module);
}
