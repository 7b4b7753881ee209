/* Random numbers and random small positions for those who compare move generators: a repeatable stream, and boards with
 * few pieces but much going on. */
#ifndef PLYFORGE_WORKBENCH_RANDOM_H
#define PLYFORGE_WORKBENCH_RANDOM_H

#include <plyforge/position.h>

#include "compiler.h"

/* The same seed gives the same stream on every machine. */
typedef struct pf_random {
    uint64_t state;
} pf_random;

PF_PRIVATE uint64_t pf_random_next(pf_random *random);

/* A number from 0 to bound - 1. */
PF_PRIVATE unsigned pf_random_below(pf_random *random, unsigned bound);

/* Puts the piece on a free square, a pawn not on the first or last rank; does nothing if it finds none soon. */
PF_PRIVATE void pf_random_put(pf_setup *setup, pf_random *random, pf_colour colour, pf_piece_type type);

/* A king on its back rank with rooks beside it, most of which claim that they may castle. */
PF_PRIVATE void pf_random_put_castling(pf_setup *setup, pf_random *random, pf_colour colour, bool chess960);

/* A pawn that has just jumped, mostly with pawns beside it that would like to take it. */
PF_PRIVATE void pf_random_put_en_passant(pf_setup *setup, pf_random *random);

/* A few pieces, mostly with castling rights or an en passant square, that strict validation lets through. */
PF_PRIVATE pf_position pf_random_small_position(pf_random *random, bool chess960);

#endif
