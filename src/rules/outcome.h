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

static inline pf_outcome pf_won_by(pf_colour colour, pf_reason reason)
{
    pf_outcome outcome = {colour == PF_WHITE ? PF_RESULT_WHITE_WINS : PF_RESULT_BLACK_WINS, reason};
    return outcome;
}

#define PF_LIGHT_SQUARES UINT64_C(0x55aa55aa55aa55aa)

/* Whether moves are counted towards a draw. In Crazyhouse they are not: pieces come back, so that a capture or a pawn
 * move can be undone by drops. */
static inline bool pf_has_clock(const pf_position *position)
{
    return pf_position_variant(position) != PF_VARIANT_CRAZYHOUSE;
}

/* The outcomes that the board decides, and those that the clock decides. */
PF_PRIVATE pf_outcome pf_board_outcome(const pf_position *position);
PF_PRIVATE pf_outcome pf_clock_outcome(const pf_position *position, pf_policy policy);

/* The outcome of a position for which pf_position_is_variant_end is true. */
PF_PRIVATE pf_outcome pf_variant_end(const pf_position *position);

/* pf_position_can_win in a variant other than standard chess. */
PF_PRIVATE bool pf_can_win_variant(const pf_position *position, pf_colour colour);

/* Horde: whether White could mate with this material if Black helped. */
PF_PRIVATE bool pf_horde_can_mate(const pf_position *board);

#endif
