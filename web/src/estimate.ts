/* About how many nodes a count has, before it is made. */
import type { Position } from 'plyforge';
import { perft } from 'plyforge/perft';

/** Up to here a count is exact in an estimate. */
const EXACT = 1_000_000n;

/** Exact for the first plies; then each ply is as many times the one before as the last exact one. */
export function estimate(position: Position, depth: number): bigint {
    let [before, nodes] = [1n, 1n];
    let exact = 0;
    while (exact < depth && nodes <= EXACT) [before, nodes] = [nodes, perft(position, ++exact)];
    const factor = nodes / (before || 1n) + 1n;
    for (; exact < depth; exact++) nodes *= factor;
    return nodes;
}
