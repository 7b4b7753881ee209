/* The exchange test for callers who know that the move is at least pseudo-legal. */
#ifndef PLYFORGE_MOVES_SEE_H
#define PLYFORGE_MOVES_SEE_H

#include <plyforge/see.h>

#include "base/compiler.h"

/* Whether the rules of the position's variant have exchanges; <plyforge/see.h> explains why some have none. */
PF_PRIVATE bool pf_has_exchanges(const pf_position *position);

/* pf_see_at_least_with without the legality test; the answer for an illegal move is meaningless. The variant must have
 * exchanges. */
PF_PRIVATE bool pf_see_reaches(const pf_position *position, pf_move move, int32_t threshold, const int32_t *values);

/* The value of a piece type; a king has none, because it is never captured. If values is NULL, the library's values are
 * used. */
PF_PRIVATE int32_t pf_see_value(pf_piece_type type, const int32_t *values);

#endif
