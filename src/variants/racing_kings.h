/* Racing Kings. No move may give check, so no side is ever in check. The first king on the eighth rank wins, but when
 * White's gets there first, Black has one more move: the game continues if Black's king can follow at once. */
#ifndef PLYFORGE_RACING_KINGS_H
#define PLYFORGE_RACING_KINGS_H

#include "moves/write_pairs.h"

#include "moves/generate.h"

/* us must be the side to move. */
PF_TEMPLATE bool pf_race_is_over(const pf_position *board, pf_colour us, pf_sliders sliders)
{
    pf_bitboard arrived = board->by_type[PF_KING] & PF_RANK_8;
    if (PF_LIKELY(!arrived)) return false;
    if (us == PF_WHITE || (arrived & board->by_colour[PF_BLACK])) return true;

    pf_square king = pf_king_square(board, PF_BLACK);
    pf_bitboard targets = pf_king_attacks[king] & PF_RANK_8 & ~board->by_colour[PF_BLACK];
    if (!targets) return true;
    pf_check_chances chances = pf_find_check_chances(board, PF_BLACK, sliders);
    targets &= pf_checking_targets(&chances, king, 0, PF_NO_CHECK);
    return !(targets & ~pf_king_danger(board, PF_BLACK, sliders));
}

#endif
