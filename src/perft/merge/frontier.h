/* A frontier: the distinct positions of one ply, each with its path count. Positions are merged by the whole position,
 * never by a key, so counts made with it are exact. */
#ifndef PLYFORGE_FRONTIER_H
#define PLYFORGE_FRONTIER_H

#include <stddef.h>

#include <plyforge/experimental/stored.h>

#include "board/variant_fields.h"
#include "perft/classes.h"
#include "perft/quad.h"
#include "perft/run/job.h"
#include "perft/run/pages.h"

/* While a frontier is being made, it is a hash table, and any slot may be empty. Many threads write to it: ways is 0
 * for an empty slot and PF_SLOT_BUSY while a thread writes the position; after that it only grows. */
typedef struct pf_slot {
    _Atomic uint64_t ways;
    pf_quad quad;
} pf_slot;

#define PF_SLOT_BUSY UINT64_MAX

/* The additions of a position: the data that a position of Crazyhouse or Three-check has besides its four bitboards. A
 * library without variants has none. */
typedef struct pf_additions {
    uint64_t word[3];
} pf_additions;

enum {
    PF_ADDITIONS_AT = offsetof(pf_position, fullmove_number) + sizeof(uint32_t),
    PF_ADDITIONS_SIZE = sizeof(pf_position) - PF_ADDITIONS_AT
};
_Static_assert(PF_ADDITIONS_SIZE == (PF_VARIANTS ? sizeof(pf_additions) : 0), "the end of a position");

PF_TEMPLATE pf_additions pf_additions_of(const pf_position *position)
{
    pf_additions additions = {{0}};
    pf_memcpy(&additions, (const char *)position + PF_ADDITIONS_AT, PF_ADDITIONS_SIZE);
    return additions;
}

PF_TEMPLATE bool pf_has_additions(pf_variant variant)
{
    return PF_VARIANTS && (variant == PF_VARIANT_CRAZYHOUSE || variant == PF_VARIANT_THREE_CHECK);
}

typedef struct pf_frontier {
    pf_pages pages;     /* the slots */
    pf_pages additions; /* the additions of the slots' positions; not allocated in a variant that has none */
    uint64_t size;      /* the number of slots, including empty ones */
    uint64_t distinct;  /* positions */
    pf_uint128 ways;    /* the sum of all path counts, once packed */
    pf_colour turn;
    pf_variant variant;
} pf_frontier;

PF_TEMPLATE pf_slot *pf_slots_of(const pf_frontier *frontier)
{
    return (pf_slot *)frontier->pages.memory;
}

/* The position in a slot, except for its key and clocks. */
PF_TEMPLATE void pf_frontier_position(pf_position *out, const pf_frontier *frontier, uint64_t slot)
{
    pf_quad_to_position(out, &pf_slots_of(frontier)[slot].quad, frontier->turn);
    PF_SET_FIELD(out, variant, (uint8_t)frontier->variant);
    const pf_additions *additions = frontier->additions.memory;
    if (PF_UNLIKELY(additions != NULL)) pf_memcpy((char *)out + PF_ADDITIONS_AT, &additions[slot], PF_ADDITIONS_SIZE);
}

PF_TEMPLATE uint64_t pf_ways_of(pf_slot *slot)
{
    return atomic_load_explicit(&slot->ways, memory_order_relaxed);
}

/* The part of the next ply whose keys are from first to last. By position, the key is the hash of the position, and
 * equal positions are in the same part. By army, the key begins with the hash of the parent's waiting army: each parent
 * is needed for one part, rarely for two, and a few positions, reached by captures, are in several parts. */
typedef enum pf_split { PF_SPLIT_BY_POSITION, PF_SPLIT_BY_ARMY } pf_split;

typedef struct pf_key_range {
    uint64_t first, last;
    pf_split split;
} pf_key_range;

#define PF_WHOLE_RANGE ((pf_key_range){0, UINT64_MAX, PF_SPLIT_BY_POSITION})

/* The moves below a frontier. */
typedef struct pf_frontier_moves {
    uint64_t moves;  /* legal moves of all its positions, an upper bound for the size of the next ply */
    pf_uint128 ways; /* the path count of the next ply: perft of that depth */
} pf_frontier_moves;

/* Each of these fails if it runs out of memory or cannot start threads; whether the job was stopped shows only in the
 * job. */

PF_PRIVATE pf_status pf_frontier_begin(pf_frontier *out, const pf_position *position, pf_error *error);
PF_PRIVATE void pf_frontier_free(pf_frontier *frontier);

/* The bytes of a slot and its additions. */
PF_PRIVATE size_t pf_frontier_slot_bytes(pf_variant variant);

PF_PRIVATE pf_status pf_frontier_count_moves(pf_frontier_moves *out, pf_job *job, const pf_frontier *frontier,
                                             pf_error *error);

/* Makes the part of the next ply that lies in range, in a table of this many slots. If *full is set, the part did not
 * fit, and there is no frontier. */
PF_PRIVATE pf_status pf_frontier_next(pf_frontier *out, bool *full, pf_job *job, const pf_frontier *parents,
                                      pf_key_range range, uint64_t slots, pf_error *error);

/* Makes a packed frontier from records, merging equal positions. There may be no records. The variant must be one
 * without additions. */
PF_PRIVATE pf_status pf_frontier_fill(pf_frontier *out, pf_job *job, const pf_perft_record *records, uint64_t size,
                                      pf_colour turn, pf_variant variant, pf_error *error);

/* Packs the positions, adds up their path counts and releases the rest of the memory. */
PF_PRIVATE void pf_frontier_pack(pf_frontier *frontier);

/* The methods of counting the plies below a frontier: position by position, or with the next ply merged in buckets
 * (transposed.h; for leaves, three plies below). That takes PF_ORDER_BYTES for each position. In a variant all are
 * counted position by position. */
typedef enum pf_below { PF_BELOW_SINGLY, PF_BELOW_TRANSPOSED } pf_below;

enum { PF_ORDER_BYTES = 2 * sizeof(uint64_t) };

/* The sum of ways * perft(depth) over the frontier, added to *total. done is the work before this call, share the work
 * of this call, both as fractions of the whole job. */
PF_PRIVATE pf_status pf_frontier_count(pf_uint128 *total, pf_job *job, const pf_frontier *frontier, unsigned depth,
                                       pf_below below, double done, double share, pf_error *error);

/* The moves of all positions depth - 1 plies below a frontier, by class, each multiplied by the path count of its
 * position, added to sums. Transposed children are for depth 2 only. If share is 0, nothing is reported. */
PF_PRIVATE pf_status pf_frontier_classify(pf_uint128 sums[PF_CLASSES], pf_job *job, const pf_frontier *frontier,
                                          unsigned depth, pf_below below, double done, double share, pf_error *error);

#endif
