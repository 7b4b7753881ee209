/* The exchange test for those who know that the move is at least pseudo-legal. */
#ifndef PLYFORGE_MOVES_SEE_H
#define PLYFORGE_MOVES_SEE_H

#include <plyforge/see.h>

#include "base/compiler.h"

/* pf_see_at_least_with without the question whether the move is legal; for one that is not, the answer has no meaning.
 */
PF_PRIVATE bool pf_see_reaches(const pf_position *position, pf_move move, int32_t threshold, const int32_t *values);

/* The value of a piece type; a king has none, because it is never taken. values NULL: those of the library. */
PF_PRIVATE int32_t pf_see_value(pf_piece_type type, const int32_t *values);

#endif
