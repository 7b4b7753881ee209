/* The largest module: PGN, perft and the workbench. */
import { LazyCore, type CompiledModule } from './core.js';
import fullModule from './wasm/full.js';

export type { CompiledModule } from './core.js';

export const full = /* @__PURE__ */ new LazyCore(() => fullModule, 'full.wasm', 'pgn_read');

/** Compiles the module in the background. Not needed: the first call compiles it. */
export function ready(): Promise<void> {
    return full.ready();
}

/** Takes a module that the platform has compiled from dist/full.wasm, where compiling is not allowed. */
export function useModule(module: CompiledModule): void {
    full.use(module);
}
