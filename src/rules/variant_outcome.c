/* How a position of a variant ends a game: by a rule of the variant, without a move, by material, by the clock. */
#include <plyforge/variant.h>

#include "board/bits.h"
#include "rules/outcome.h"

#define LIGHT_SQUARES UINT64_C(0x55aa55aa55aa55aa)

static pf_outcome won_by(pf_colour colour, pf_reason reason)
{
    pf_outcome outcome = {colour == PF_WHITE ? PF_RESULT_WHITE_WINS : PF_RESULT_BLACK_WINS, reason};
    return outcome;
}

/* ---- Ends of the variants ---- */

static pf_outcome race_outcome(const pf_position *board)
{
    pf_bitboard arrived = board->by_type[PF_KING] & PF_RANK_8;
    bool white = (arrived & board->by_colour[PF_WHITE]) != 0;
    bool black = (arrived & board->by_colour[PF_BLACK]) != 0;
    if (white && black) return pf_draw_by(PF_REASON_RACE_FINISHED);
    return won_by(white ? PF_WHITE : PF_BLACK, PF_REASON_RACE_FINISHED);
}

/* Of a position that pf_variant_is_over. */
static pf_outcome variant_end(const pf_variant_position *position)
{
    const pf_position *board = &position->board;
    pf_bitboard kings = board->by_type[PF_KING];
    pf_colour white = PF_WHITE, black = PF_BLACK;
    switch ((pf_variant)position->variant) {
    case PF_VARIANT_ATOMIC: return won_by(kings & board->by_colour[PF_WHITE] ? white : black, PF_REASON_KING_EXPLODED);
    case PF_VARIANT_KING_OF_THE_HILL: {
        pf_bitboard hill = pf_bit(PF_D4) | pf_bit(PF_E4) | pf_bit(PF_D5) | pf_bit(PF_E5);
        return won_by(kings & hill & board->by_colour[PF_WHITE] ? white : black, PF_REASON_KING_ON_HILL);
    }
    case PF_VARIANT_THREE_CHECK:
        return won_by(position->checks_given[PF_WHITE] >= 3 ? white : black, PF_REASON_THIRD_CHECK);
    case PF_VARIANT_HORDE: return won_by(PF_BLACK, PF_REASON_HORDE_TAKEN);
    case PF_VARIANT_RACING_KINGS: return race_outcome(board);
    default: return pf_no_outcome();
    }
}

/* ---- Material ---- */

/* While the other king is not alone, its own pieces can be blown up beside it, unless all pieces are bishops that never
 * meet. A bare
 * king is mated by a queen, by what may become one, and by two pieces that are not two knights. */
static bool can_win_atomic(const pf_position *board, pf_colour colour)
{
    const pf_bitboard *type = board->by_type;
    pf_bitboard ours = board->by_colour[colour], theirs = board->by_colour[colour ^ 1];
    pf_bitboard pieces = pf_position_occupied(board) & ~type[PF_KING];
    if (!(theirs & type[PF_KING])) return true;
    if (!(ours & ~type[PF_KING])) return false;
    if (theirs & ~type[PF_KING]) {
        if (pieces != type[PF_BISHOP]) return true;
        bool ours_light = ours & pieces & LIGHT_SQUARES, ours_dark = ours & pieces & ~LIGHT_SQUARES;
        bool theirs_light = theirs & pieces & LIGHT_SQUARES, theirs_dark = theirs & pieces & ~LIGHT_SQUARES;
        return (ours_light && theirs_light) || (ours_dark && theirs_dark);
    }
    if (pieces & (type[PF_QUEEN] | type[PF_PAWN])) return true;
    if (pf_popcount(pieces) == 1) return false;
    return pieces != type[PF_KNIGHT] || pf_popcount(pieces) > 2;
}

/* With bishops alone, all of a side's bishops must be taken for it to win. */
static bool can_win_antichess(const pf_position *board, pf_colour colour)
{
    pf_bitboard ours = board->by_colour[colour], theirs = board->by_colour[colour ^ 1];
    if (pf_position_occupied(board) != board->by_type[PF_BISHOP] || !ours || !theirs) return true;
    bool out_of_reach_light = (ours & LIGHT_SQUARES) && !(theirs & LIGHT_SQUARES);
    bool out_of_reach_dark = (ours & ~LIGHT_SQUARES) && !(theirs & ~LIGHT_SQUARES);
    return !out_of_reach_light && !out_of_reach_dark;
}

bool pf_variant_can_win(const pf_variant_position *position, pf_colour colour)
{
    const pf_position *board = &position->board;
    colour &= 1;
    switch ((pf_variant)position->variant) {
    case PF_VARIANT_STANDARD: return pf_position_can_win(board, colour);
    case PF_VARIANT_ATOMIC: return can_win_atomic(board, colour);
    case PF_VARIANT_ANTICHESS: return can_win_antichess(board, colour);
    case PF_VARIANT_THREE_CHECK: return (board->by_colour[colour] & ~board->by_type[PF_KING]) != 0;
    case PF_VARIANT_HORDE: return colour == PF_BLACK || pf_horde_can_mate(board);
    default: return true;
    }
}

/* ---- Everything together ---- */

pf_outcome pf_variant_board_outcome(const pf_variant_position *position)
{
    pf_colour turn = position->board.turn;
    if (position->variant == PF_VARIANT_STANDARD) return pf_board_outcome(&position->board);
    if (pf_variant_is_over(position)) return variant_end(position);
    if (!pf_variant_any_legal(position)) {
        if (position->variant == PF_VARIANT_ANTICHESS)
            return won_by(turn, position->board.by_colour[turn] ? PF_REASON_NO_MOVES_LEFT : PF_REASON_ALL_PIECES_LOST);
        if (pf_variant_in_check(position)) return won_by(turn ^ 1u, PF_REASON_CHECKMATE);
        return pf_draw_by(PF_REASON_STALEMATE);
    }
    if (!pf_variant_can_win(position, PF_WHITE) && !pf_variant_can_win(position, PF_BLACK))
        return pf_draw_by(PF_REASON_INSUFFICIENT_MATERIAL);
    return pf_no_outcome();
}

pf_outcome pf_variant_outcome(const pf_variant_position *position, pf_policy policy)
{
    pf_outcome outcome = pf_variant_board_outcome(position);
    if (outcome.reason != PF_REASON_NONE || position->variant == PF_VARIANT_CRAZYHOUSE) return outcome;
    return pf_clock_outcome(&position->board, policy);
}
