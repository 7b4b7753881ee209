/* Random positions for tests that compare move generators: a repeatable stream of random numbers, random moves, and
 * positions set up at random, most of which no game can reach. */
#ifndef PLYFORGE_TESTS_RANDOM_POSITIONS_H
#define PLYFORGE_TESTS_RANDOM_POSITIONS_H

#include <plyforge.h>

#include "workbench/random.h"

/* The same seed gives the same stream on every machine. */
typedef pf_random random_stream;

static inline uint64_t random_next(random_stream *random)
{
    return pf_random_next(random);
}

/* A number from 0 to bound - 1. */
static inline unsigned random_below(random_stream *random, unsigned bound)
{
    return pf_random_below(random, bound);
}

/* One of the moves; castling, promotion and en passant more often than their share, for they are rare. */
pf_move random_move(random_stream *random, const pf_move *moves, unsigned size);

/* A position after a random number of random moves from the start position, or from one of Chess960. */
pf_position random_reachable_position(random_stream *random, bool chess960);

/* Pieces thrown on the board, often with castling rights, an en passant square and kings in multiple check: whatever
 * lenient validation lets through. */
pf_position random_set_up_position(random_stream *random, bool chess960);

#endif
