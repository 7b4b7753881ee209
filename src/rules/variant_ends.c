/* The game endings that exist only in variants, and which material can win there. */
#include "board/bits.h"
#include "rules/outcome.h"

/* ---- Game endings of the variants ---- */

static pf_outcome race_outcome(const pf_position *board)
{
    pf_bitboard arrived = board->by_type[PF_KING] & PF_RANK_8;
    bool white = (arrived & board->by_colour[PF_WHITE]) != 0;
    bool black = (arrived & board->by_colour[PF_BLACK]) != 0;
    if (white && black) return pf_draw_by(PF_REASON_RACE_FINISHED);
    return pf_won_by(white ? PF_WHITE : PF_BLACK, PF_REASON_RACE_FINISHED);
}

pf_outcome pf_variant_end(const pf_position *position)
{
    pf_bitboard kings = position->by_type[PF_KING];
    pf_colour white = PF_WHITE, black = PF_BLACK;
    switch ((pf_variant)position->variant) {
    case PF_VARIANT_ATOMIC:
        return pf_won_by(kings & position->by_colour[PF_WHITE] ? white : black, PF_REASON_KING_EXPLODED);
    case PF_VARIANT_KING_OF_THE_HILL: {
        pf_bitboard hill = pf_bit(PF_D4) | pf_bit(PF_E4) | pf_bit(PF_D5) | pf_bit(PF_E5);
        return pf_won_by(kings & hill & position->by_colour[PF_WHITE] ? white : black, PF_REASON_KING_ON_HILL);
    }
    case PF_VARIANT_THREE_CHECK:
        return pf_won_by(position->checks_given[PF_WHITE] >= 3 ? white : black, PF_REASON_THIRD_CHECK);
    case PF_VARIANT_HORDE: return pf_won_by(PF_BLACK, PF_REASON_HORDE_TAKEN);
    case PF_VARIANT_RACING_KINGS: return race_outcome(position);
    default: return pf_no_outcome();
    }
}

/* ---- Material ---- */

/* If the other king is not alone, its own pieces can be blown up beside it, unless all pieces are bishops that never
 * meet. A bare king can be mated by a queen, by a piece that may become one, and by any two pieces except two knights.
 */
static bool can_win_atomic(const pf_position *board, pf_colour colour)
{
    const pf_bitboard *type = board->by_type;
    pf_bitboard ours = board->by_colour[colour], theirs = board->by_colour[colour ^ 1];
    pf_bitboard pieces = pf_position_occupied(board) & ~type[PF_KING];
    if (!(theirs & type[PF_KING])) return true;
    if (!(ours & ~type[PF_KING])) return false;
    if (theirs & ~type[PF_KING]) {
        if (pieces != type[PF_BISHOP]) return true;
        bool ours_light = ours & pieces & PF_LIGHT_SQUARES, ours_dark = ours & pieces & ~PF_LIGHT_SQUARES;
        bool theirs_light = theirs & pieces & PF_LIGHT_SQUARES, theirs_dark = theirs & pieces & ~PF_LIGHT_SQUARES;
        return (ours_light && theirs_light) || (ours_dark && theirs_dark);
    }
    if (pieces & (type[PF_QUEEN] | type[PF_PAWN])) return true;
    if (pf_popcount(pieces) == 1) return false;
    return pieces != type[PF_KNIGHT] || pf_popcount(pieces) > 2;
}

/* With bishops only, a side wins only when all of its bishops have been captured. */
static bool can_win_antichess(const pf_position *board, pf_colour colour)
{
    pf_bitboard ours = board->by_colour[colour], theirs = board->by_colour[colour ^ 1];
    if (pf_position_occupied(board) != board->by_type[PF_BISHOP] || !ours || !theirs) return true;
    bool out_of_reach_light = (ours & PF_LIGHT_SQUARES) && !(theirs & PF_LIGHT_SQUARES);
    bool out_of_reach_dark = (ours & ~PF_LIGHT_SQUARES) && !(theirs & ~PF_LIGHT_SQUARES);
    return !out_of_reach_light && !out_of_reach_dark;
}

bool pf_can_win_variant(const pf_position *position, pf_colour colour)
{
    switch ((pf_variant)position->variant) {
    case PF_VARIANT_ATOMIC: return can_win_atomic(position, colour);
    case PF_VARIANT_ANTICHESS: return can_win_antichess(position, colour);
    case PF_VARIANT_THREE_CHECK: return (position->by_colour[colour] & ~position->by_type[PF_KING]) != 0;
    case PF_VARIANT_HORDE: return colour == PF_BLACK || pf_horde_can_mate(position);
    default: return true;
    }
}
