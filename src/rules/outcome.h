/* Shared parts of the outcome of a position and the outcome of a game. */
#ifndef PLYFORGE_OUTCOME_H
#define PLYFORGE_OUTCOME_H

#include <plyforge/rules.h>

#include "base/compiler.h"

enum { PF_FIFTY_MOVES = 100, PF_SEVENTY_FIVE_MOVES = 150 }; /* in half-moves */

static inline pf_outcome pf_no_outcome(void)
{
    pf_outcome outcome = {PF_RESULT_UNDECIDED, PF_REASON_NONE};
    return outcome;
}

static inline pf_outcome pf_draw_by(pf_reason reason)
{
    pf_outcome outcome = {PF_RESULT_DRAW, reason};
    return outcome;
}

/* What the board decides in standard chess and in any variant, and what the clock does. */
PF_PRIVATE pf_outcome pf_board_outcome(const pf_position *position);
PF_PRIVATE pf_outcome pf_variant_board_outcome(const pf_variant_position *position);
PF_PRIVATE pf_outcome pf_clock_outcome(const pf_position *position, pf_policy policy);

/* Horde: whether White could mate with this material if Black helped. */
PF_PRIVATE bool pf_horde_can_mate(const pf_position *board);

#endif
