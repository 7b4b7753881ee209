/* Random numbers and small random positions for comparing move generators. The stream of numbers is repeatable, and the
 * positions are rich in castling, en passant, pins and checks. */
#ifndef PLYFORGE_WORKBENCH_RANDOM_H
#define PLYFORGE_WORKBENCH_RANDOM_H

#include <plyforge/position.h>

#include "base/compiler.h"

/* The same seed gives the same stream on every machine. */
typedef struct pf_random {
    uint64_t state;
} pf_random;

PF_PRIVATE uint64_t pf_random_next(pf_random *random);

/* A number from 0 to bound - 1. */
PF_PRIVATE unsigned pf_random_below(pf_random *random, unsigned bound);

/* Puts the piece on a random free square, a pawn never on the first or last rank. Gives up after 100 tries. */
PF_PRIVATE void pf_random_put(pf_setup *setup, pf_random *random, pf_colour colour, pf_piece_type type);

/* Adds a king on its back rank and rooks, most of them with castling rights. */
PF_PRIVATE void pf_random_put_castling(pf_setup *setup, pf_random *random, pf_colour colour, bool chess960);

/* Adds a pawn that has just made a double push, mostly with enemy pawns beside it. */
PF_PRIVATE void pf_random_put_en_passant(pf_setup *setup, pf_random *random);

/* A small position that passes strict validation, mostly with castling rights or an en passant square. */
PF_PRIVATE pf_position pf_random_small_position(pf_random *random, bool chess960);

/* The start position of a variant; with chess960, half of the time one of Chess960 if the variant castles on both
 * sides.
 */
PF_PRIVATE pf_position pf_random_variant_start(pf_random *random, pf_variant variant, bool chess960);

/* Up to 20 pieces on random squares, with castling rights, pockets, promoted pieces and checks: the first that
 * validation accepts. */
PF_PRIVATE pf_position pf_random_variant_position(pf_random *random, pf_variant variant, pf_accept accept);

#endif
