/* What the counters of all instruction sets have in common: how they are called. */
#ifndef PLYFORGE_PERFT_PRIVATE_H
#define PLYFORGE_PERFT_PRIVATE_H

#include <plyforge/perft.h>

#include "cpu/levels.h"

/* No tree of eight plies has 2^64 leaves, because 218^8 < 2^63. Deeper ones are added up in 128 bits. */
enum { PF_PERFT_64_BIT_DEPTH = 8 };

/* perft for depth 0 to PF_PERFT_64_BIT_DEPTH. */
typedef uint64_t pf_perft_side(const pf_position *position, unsigned depth, pf_perft_leaves leaves);

/* Add the children of a position, and count two plies below each of those that are there; see cousins.h. */
typedef struct pf_cousins pf_cousins;
typedef void pf_gather_cousins(pf_cousins *cousins, const pf_position *position, uint64_t ways);
typedef void pf_count_cousins(pf_cousins *cousins);

/* The counters of one level. */
typedef struct pf_counters {
    pf_level level;
    pf_perft_side *side;
    pf_gather_cousins *gather_cousins;
    pf_count_cousins *count_cousins;
} pf_counters;

/* The fastest that this machine has, for the duration of one call of the public API. */
PF_PRIVATE pf_counters pf_perft_fastest(void);

#define PF_DECLARE_COUNTERS(level)                                                                                     \
    PF_PRIVATE pf_perft_side pf_perft_64_##level;                                                                      \
    PF_PRIVATE pf_gather_cousins pf_gather_cousins_##level;                                                            \
    PF_PRIVATE pf_count_cousins pf_count_cousins_##level;
PF_CODE_BY_LEVEL(count, PF_DECLARE_COUNTERS)

#endif
