/* What the counters of all instruction sets have in common: how they are called. */
#ifndef PLYFORGE_PERFT_PRIVATE_H
#define PLYFORGE_PERFT_PRIVATE_H

#include <plyforge/perft.h>

#include "base/cpu/levels.h"

/* The depth that is counted when this one is asked for. */
static inline unsigned pf_perft_limited(unsigned depth)
{
    return depth < PF_PERFT_MAX_DEPTH ? depth : PF_PERFT_MAX_DEPTH;
}

/* No tree of eight plies has 2^64 leaves, because 218^8 < 2^63. Deeper ones are added up in 128 bits. */
enum { PF_PERFT_64_BIT_DEPTH = 8 };

/* perft for depth 0 to PF_PERFT_64_BIT_DEPTH. */
typedef uint64_t pf_perft_side(const pf_position *position, unsigned depth, pf_perft_leaves leaves);

/* Add the children of a position in which us is to move, and use the distinct ones in a part of them, its first size
 * records; see transposed.h. */
typedef struct pf_transposed pf_transposed;
typedef struct pf_record pf_record;
typedef void pf_gather_transposed(pf_transposed *children, const pf_record *parent, pf_colour us);
typedef void pf_use_part(pf_transposed *children, uint32_t part, uint32_t size);

/* The number of moves of a position in each of PF_CLASSES classes; see classes.h. */
typedef void pf_classify(uint32_t *classes, const pf_position *position);

/* The counters of one level. */
typedef struct pf_counters {
    pf_level level;
    pf_perft_side *side;
    pf_gather_transposed *gather_transposed;
    pf_use_part *count_transposed; /* two plies below each */
    pf_classify *classify;
} pf_counters;

/* The fastest that this machine has, for the duration of one call of the public API. */
PF_PRIVATE pf_counters pf_perft_fastest(void);

#define PF_DECLARE_COUNTERS(level)                                                                                     \
    PF_PRIVATE pf_perft_side pf_perft_64_##level;                                                                      \
    PF_PRIVATE pf_gather_transposed pf_gather_transposed_##level;                                                      \
    PF_PRIVATE pf_use_part pf_count_transposed_##level;                                                                \
    PF_PRIVATE pf_classify pf_classify_##level;
PF_CODE_BY_LEVEL(count, PF_DECLARE_COUNTERS)

#endif
