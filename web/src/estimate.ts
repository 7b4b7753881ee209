/* Estimates the number of nodes of a count in advance. */
import type { Position } from 'plyforge';
import { perft } from 'plyforge/perft';

/** Up to this size, the estimate is exact. */
const EXACT = 1_000_000n;

/** Exact for the first plies; after that, each ply grows by the same factor as the last exact one. */
export function estimate(position: Position, depth: number): bigint {
    let [before, nodes] = [1n, 1n];
    let exact = 0;
    while (exact < depth && nodes <= EXACT) [before, nodes] = [nodes, perft(position, ++exact)];
    const factor = nodes / (before || 1n) + 1n;
    for (; exact < depth; exact++) nodes *= factor;
    return nodes;
}
