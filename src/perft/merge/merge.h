/* Advances from ply to ply by distinct positions as far as memory allows, and counts perft, statistics and distinct
 * positions on the way. */
#ifndef PLYFORGE_MERGE_H
#define PLYFORGE_MERGE_H

#include "moves/generators.h"
#include "perft/merge/frontier.h"

/* The limit for the path count of a ply. Slots store path counts in 64 bits, and one value (PF_SLOT_BUSY) has another
 * meaning. */
#define PF_MOST_WAYS ((pf_uint128)1 << 63)

PF_PRIVATE pf_status pf_too_many_ways(pf_error *error);

/* A ply that would need more parts than this is not made. */
enum { PF_MOST_PARTS = 2048 };

/* The state between two plies. */
typedef struct pf_merge {
    pf_job *job;
    pf_frontier frontier;
    pf_frontier_moves below;
    double ratio; /* distinct positions per move at the last ply; the next ply has at most about as many */
    uint64_t memory;
} pf_merge;

PF_PRIVATE pf_merge pf_merge_of(pf_job *job);

/* Replaces the frontier by the next ply; *fits is false, and the frontier unchanged, if memory is too small. Call
 * pf_frontier_count_moves first. */
PF_PRIVATE pf_status pf_merge_step(pf_merge *it, bool *fits, pf_error *error);

/* The number of parts in which the next ply, which does not fit, can be made. */
PF_PRIVATE uint64_t pf_merge_parts(const pf_merge *it);

/* Called with each part of a ply that does not fit into memory as a whole. Split by army, each parent is expanded about
 * once, and sums over the parts are right although a few positions are in several parts. Split by position, every
 * position is in one part, and each parent is expanded once for every part. */
typedef pf_status pf_merge_work(void *context, const pf_frontier *part, double done, double share, pf_error *error);
PF_PRIVATE pf_status pf_merge_in_parts(pf_merge *it, pf_split split, pf_merge_work *work, void *context,
                                       pf_error *error);

/* Adds the moves of the positions 0 to depth - 1 plies below a frontier to rows[0] to rows[depth - 1]. Transposed
 * children are for depth 2 only. If share is 0, nothing is reported. */
PF_PRIVATE pf_status pf_stats_below(pf_perft_row *rows, pf_job *job, const pf_frontier *frontier, unsigned depth,
                                    pf_below below, double done, double share, pf_error *error);

/* Whether transposed children can be merged two plies below the frontier: that adds up path counts once more, and these
 * sums must fit into 64 bits as well. */
PF_TEMPLATE bool pf_merge_has_room(const pf_merge *it)
{
    return it->below.ways < PF_MOST_WAYS / PF_CHESS_MOVES;
}

#endif
