/* Random moves of the variants and positions reached by them. src/workbench/random.h sets positions up. */
#ifndef PLYFORGE_TESTS_RANDOM_VARIANTS_H
#define PLYFORGE_TESTS_RANDOM_VARIANTS_H

#include "random_positions.h"

/* One of the moves of the position; captures are about as likely as all others together. */
pf_move random_variant_move(random_stream *random, const pf_position *position, const pf_move *moves, unsigned size);

/* A position after a random number of random moves. */
pf_position random_variant_reachable(random_stream *random, pf_variant variant);

#endif
