/* The interface that the counters of all instruction sets have in common. */
#ifndef PLYFORGE_PERFT_PRIVATE_H
#define PLYFORGE_PERFT_PRIVATE_H

#include <plyforge/perft.h>

#include "base/cpu/levels.h"

/* The depth that is actually counted when the caller asks for this one. */
static inline unsigned pf_perft_limited(unsigned depth)
{
    return depth < PF_PERFT_MAX_DEPTH ? depth : PF_PERFT_MAX_DEPTH;
}

/* No tree of eight plies of standard chess has 2^64 leaves, because 218^8 < 2^63; in the variants the limit is six
 * plies, because 768^6 < 2^58. The counts of deeper trees are added up in 128 bits. */
enum { PF_PERFT_64_BIT_DEPTH = 8, PF_VARIANT_64_BIT_DEPTH = 6 };

/* perft for a depth from 0 to the matching constant above. */
typedef uint64_t pf_count_tree(const pf_position *position, unsigned depth, pf_perft_leaves leaves);

typedef struct pf_tree_counter {
    pf_count_tree *count;
    unsigned deepest; /* the greatest depth that count supports */
    unsigned moment;  /* a tree of this depth is counted in an instant */
} pf_tree_counter;

/* The first type adds the children of a position in which us is to move. The second uses the distinct children in the
 * first size records of a part; see transposed.h. */
typedef struct pf_transposed pf_transposed;
typedef struct pf_record pf_record;
typedef void pf_gather_transposed(pf_transposed *children, const pf_record *parent, pf_colour us);
typedef void pf_use_part(pf_transposed *children, uint32_t part, uint32_t size);

/* The number of moves of a position in each of PF_CLASSES classes; see classes.h. */
typedef void pf_classify(uint32_t *classes, const pf_position *position);

/* The counters of one level, for standard chess or for the variants. */
typedef struct pf_counters {
    pf_level level;
    pf_tree_counter tree;
    pf_gather_transposed *gather_transposed; /* NULL in the variants */
    pf_use_part *count_transposed;           /* counts two plies below each child */
    pf_classify *classify;
} pf_counters;

/* The fastest counters of this machine, for the duration of one call of the public API. Counting trees is kept separate
 * from the rest, so that a small program that needs nothing else links nothing else. */
PF_PRIVATE pf_counters pf_fastest_counters(pf_variant variant);
PF_PRIVATE pf_tree_counter pf_fastest_tree_counter(pf_variant variant);
PF_PRIVATE pf_tree_counter pf_tree_counter_in_variant(void);

/* A pf_classify that examines each move separately. The others are tested against it, and the variants use it. */
PF_PRIVATE pf_classify pf_classify_plainly;

#define PF_DECLARE_COUNTERS(level)                                                                                     \
    PF_PRIVATE pf_count_tree pf_perft_64_##level;                                                                      \
    PF_PRIVATE pf_gather_transposed pf_gather_transposed_##level;                                                      \
    PF_PRIVATE pf_use_part pf_count_transposed_##level;                                                                \
    PF_PRIVATE pf_classify pf_classify_##level;
PF_CODE_BY_LEVEL(count, PF_DECLARE_COUNTERS)

#endif
