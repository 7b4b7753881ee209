/* The rule sets. Standard chess and Chess960 differ only in the castling rights that a setup may have, so they share
 * every function. */
#include <plyforge/attacks.h>
#include <plyforge/moves.h>
#include <plyforge/play.h>

#include "rules/outcome.h"

static bool in_check(const pf_position *position)
{
    return pf_position_checkers(position) != 0;
}

#define ORTHODOX                                                                                                       \
    .generate = pf_generate_legal, .is_legal = pf_move_is_legal, .play = pf_position_play_unchecked,                   \
    .in_check = in_check, .outcome = pf_board_outcome, .can_win = pf_position_can_win

static const pf_rules standard = {.name = "standard", .accept = PF_ACCEPT_STRICT, ORTHODOX};
static const pf_rules chess960 = {.name = "chess960", .accept = PF_ACCEPT_CHESS960, ORTHODOX};

const pf_rules *pf_rules_standard(void)
{
    return &standard;
}

const pf_rules *pf_rules_chess960(void)
{
    return &chess960;
}
