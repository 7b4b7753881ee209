/* Random positions of the variants, reached by play or set up. */
#ifndef PLYFORGE_TESTS_RANDOM_VARIANTS_H
#define PLYFORGE_TESTS_RANDOM_VARIANTS_H

#include "random_positions.h"

/* The start position of the variant, or one of Chess960 where the variant has castling. */
pf_variant_position random_variant_start(random_stream *random, pf_variant variant);

/* One of the moves of the position; captures are about as likely as all others together. */
pf_move random_variant_move(random_stream *random, const pf_variant_position *position, const pf_move *moves,
                            unsigned size);

/* A position after a random number of random moves. */
pf_variant_position random_variant_reachable(random_stream *random, pf_variant variant);

/* Pieces thrown on the board, with rights, pockets, promoted pieces and checks, until validation accepts them. */
pf_variant_position random_variant_set_up(random_stream *random, pf_variant variant, pf_accept accept);

#endif
