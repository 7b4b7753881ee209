/* A frontier: the distinct positions of one ply, each with the number of ways that lead to it. Positions are merged by
 * the whole position, never by a key, so what is counted with it is exact. */
#ifndef PLYFORGE_FRONTIER_H
#define PLYFORGE_FRONTIER_H

#include <plyforge/experimental/stored.h>

#include "perft/classes.h"
#include "perft/quad.h"
#include "perft/run/job.h"
#include "perft/run/pages.h"

/* While a frontier is made it is a hash table, of which any slot may be empty. Many threads write to it: ways is 0 for
 * an empty slot, PF_SLOT_BUSY while a thread writes the position, and then only grows. */
typedef struct pf_slot {
    _Atomic uint64_t ways;
    pf_quad quad;
} pf_slot;

#define PF_SLOT_BUSY UINT64_MAX

typedef struct pf_frontier {
    pf_pages pages;    /* of slots */
    uint64_t size;     /* slots, empty ones too */
    uint64_t distinct; /* positions */
    pf_uint128 ways;   /* of all of them, once packed */
    pf_colour turn;
} pf_frontier;

PF_TEMPLATE pf_slot *pf_slots_of(const pf_frontier *frontier)
{
    return (pf_slot *)frontier->pages.memory;
}

PF_TEMPLATE uint64_t pf_ways_of(pf_slot *slot)
{
    return atomic_load_explicit(&slot->ways, memory_order_relaxed);
}

/* The part of the next ply whose keys are from first to last. By position, the key is the hash of the position, and
 * equal positions are in the same part. By army, it begins with the hash of the parent's waiting army: each parent is
 * needed for one part, seldom for two, and a few positions, reached by captures, are in several parts. */
typedef enum pf_split { PF_SPLIT_BY_POSITION, PF_SPLIT_BY_ARMY } pf_split;

typedef struct pf_key_range {
    uint64_t first, last;
    pf_split split;
} pf_key_range;

#define PF_WHOLE_RANGE ((pf_key_range){0, UINT64_MAX, PF_SPLIT_BY_POSITION})

/* What lies below a frontier. */
typedef struct pf_frontier_moves {
    uint64_t moves;  /* legal moves of all its positions: the next ply has at most so many */
    pf_uint128 ways; /* the ways to the next ply: perft of that depth */
} pf_frontier_moves;

/* Each of these returns a failure to find memory or to start threads; a stopped job shows in the job only. */

PF_PRIVATE pf_status pf_frontier_begin(pf_frontier *out, const pf_position *position, pf_error *error);
PF_PRIVATE void pf_frontier_free(pf_frontier *frontier);

PF_PRIVATE pf_status pf_frontier_count_moves(pf_frontier_moves *out, pf_job *job, const pf_frontier *frontier,
                                             pf_error *error);

/* Makes the part of the next ply that lies in range, in a table of so many slots. *full says that there was no room for
 * it, and then there is no frontier. */
PF_PRIVATE pf_status pf_frontier_next(pf_frontier *out, bool *full, pf_job *job, const pf_frontier *parents,
                                      pf_key_range range, uint64_t slots, pf_error *error);

/* Makes a packed frontier of records, merging those with equal positions. There may be none of them. */
PF_PRIVATE pf_status pf_frontier_fill(pf_frontier *out, pf_job *job, const pf_perft_record *records, uint64_t size,
                                      pf_colour turn, pf_error *error);

/* Moves the positions together, adds up their ways and gives back the rest of the memory. */
PF_PRIVATE void pf_frontier_pack(pf_frontier *frontier);

/* How the plies below a frontier are counted: position by position, or with the next ply merged in buckets
 * (transposed.h; for leaves, three plies below). That takes PF_ORDER_BYTES for each position. */
typedef enum pf_below { PF_BELOW_SINGLY, PF_BELOW_TRANSPOSED } pf_below;

enum { PF_ORDER_BYTES = 2 * sizeof(uint64_t) };

/* The sum of ways * perft(depth) over the frontier, added to *total. The work before this call is done, the
 * work of this call is share, both as fractions of the whole job. */
PF_PRIVATE pf_status pf_frontier_count(pf_uint128 *total, pf_job *job, const pf_frontier *frontier, unsigned depth,
                                       pf_below below, double done, double share, pf_error *error);

/* The moves of all positions depth - 1 plies below a frontier, by class, each as often as there are ways to it, added
 * to sums. Transposed children are for depth 2 only. If share is 0, nothing is reported. */
PF_PRIVATE pf_status pf_frontier_classify(pf_uint128 sums[PF_CLASSES], pf_job *job, const pf_frontier *frontier,
                                          unsigned depth, pf_below below, double done, double share, pf_error *error);

#endif
