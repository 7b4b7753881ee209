/* What the counters of all instruction sets have in common: how they are called. */
#ifndef PLYFORGE_PERFT_PRIVATE_H
#define PLYFORGE_PERFT_PRIVATE_H

#include <plyforge/perft.h>

#include "compiler.h"

/* No tree of eight plies has 2^64 leaves, because 218^8 < 2^63. Deeper ones are added up in 128 bits. */
enum { PF_PERFT_64_BIT_DEPTH = 8 };

/* perft for depth 0 to PF_PERFT_64_BIT_DEPTH. */
typedef uint64_t pf_perft_side(const pf_position *position, unsigned depth, pf_perft_leaves leaves);

/* The fastest counter that this machine has, for the duration of one call of the public API. */
PF_PRIVATE pf_perft_side *pf_perft_fastest(void);

PF_PRIVATE pf_perft_side pf_perft_64_portable;
PF_PRIVATE pf_perft_side pf_perft_64_bmi2;
PF_PRIVATE pf_perft_side pf_perft_64_avx2;
PF_PRIVATE pf_perft_side pf_perft_64_avx512;

#endif
