/* How a position ends a game: mate, stalemate, material and the clock; and the texts of results and reasons. */
#include <plyforge/moves.h>
#include <plyforge/questions.h>
#include <plyforge/rules.h>

#include "entry/entry.h"
#include "rules/outcome.h"

/* Why each "false" is certain:
 *
 * A lone king cannot give check.
 *
 * A lone knight gives check itself. Every flight square of the king that neither the knight nor its king attacks must
 * hold a piece of the king's own side; if all of those are queens, one of them can always capture the knight. (A test
 * tries all placements.)
 *
 * Bishops of one colour, no knight or pawn on the board, and the other side's bishops on that colour too. The check
 * comes through a square X diagonally next to the king K. Neither of the two squares a and b that touch both
 *
 *      a X        has the bishops' colour, and no king outside this block touches both. So a rook or queen of the
 *      K b        checked side is on one of them. It captures or interposes on X, and it is not pinned, because its
 *                 line to the king is not a diagonal.
 *
 * Captures and promotions do not leave these three cases: the winner has no pawn in any of them, and the other side has
 * none in the last two. */
static bool can_win_chess(const pf_position *position, pf_colour colour)
{
    const pf_bitboard *type = position->by_type;
    pf_bitboard ours = position->by_colour[colour];
    pf_bitboard theirs = position->by_colour[colour ^ 1];

    if (ours & (type[PF_PAWN] | type[PF_ROOK] | type[PF_QUEEN])) return true;
    if (ours & type[PF_KNIGHT]) return pf_popcount(ours) > 2 || (theirs & ~(type[PF_KING] | type[PF_QUEEN]));
    if (ours & type[PF_BISHOP]) {
        bool both_colours = (type[PF_BISHOP] & PF_LIGHT_SQUARES) && (type[PF_BISHOP] & ~PF_LIGHT_SQUARES);
        return both_colours || (type[PF_PAWN] | type[PF_KNIGHT]);
    }
    return false;
}

bool pf_position_can_win(const pf_position *position, pf_colour colour)
{
    colour &= 1;
    return PF_IS_VARIANT(position) ? pf_can_win_variant(position, colour) : can_win_chess(position, colour);
}

bool pf_position_is_insufficient(const pf_position *position)
{
    return !pf_position_can_win(position, PF_WHITE) && !pf_position_can_win(position, PF_BLACK);
}

pf_outcome pf_board_outcome(const pf_position *position)
{
    if (PF_IS_VARIANT(position) && pf_position_is_variant_end(position)) return pf_variant_end(position);
    if (!pf_any_legal(position)) {
        pf_colour turn = position->turn;
        if (pf_position_variant(position) == PF_VARIANT_ANTICHESS)
            return pf_won_by(turn, position->by_colour[turn] ? PF_REASON_NO_MOVES_LEFT : PF_REASON_ALL_PIECES_LOST);
        return pf_position_in_check(position) ? pf_won_by(turn ^ 1u, PF_REASON_CHECKMATE)
                                              : pf_draw_by(PF_REASON_STALEMATE);
    }
    if (pf_position_is_insufficient(position)) return pf_draw_by(PF_REASON_INSUFFICIENT_MATERIAL);
    return pf_no_outcome();
}

pf_outcome pf_clock_outcome(const pf_position *position, pf_policy policy)
{
    if (!pf_has_clock(position)) return pf_no_outcome();
    if (policy == PF_POLICY_ENGINE && position->halfmove_clock >= PF_FIFTY_MOVES)
        return pf_draw_by(PF_REASON_FIFTY_MOVES);
    if (position->halfmove_clock >= PF_SEVENTY_FIVE_MOVES) return pf_draw_by(PF_REASON_SEVENTY_FIVE_MOVES);
    return pf_no_outcome();
}

pf_outcome pf_position_outcome(const pf_position *position, pf_policy policy)
{
    pf_outcome outcome = pf_board_outcome(position);
    return outcome.reason == PF_REASON_NONE ? pf_clock_outcome(position, policy) : outcome;
}

const char *pf_result_text(pf_result result)
{
    static const char *const texts[] = {"*", "1-0", "0-1", "1/2-1/2", "*"};
    return (unsigned)result < sizeof texts / sizeof *texts ? texts[result] : "*";
}

bool pf_result_from_text(pf_result *out, const char *text, size_t length)
{
    for (int result = PF_RESULT_UNDECIDED; result <= PF_RESULT_DRAW; result++) {
        const char *name = pf_result_text((pf_result)result);
        size_t i = 0;
        while (i < length && name[i] != '\0' && name[i] == text[i]) i++;
        if (i != length || name[i] != '\0') continue;
        *out = (pf_result)result;
        return true;
    }
    return false;
}

const char *pf_reason_text(pf_reason reason)
{
    static const char *const texts[] = {
        "",
        "checkmate",
        "stalemate",
        "insufficient material",
        "dead position",
        "seventy-five moves",
        "fivefold repetition",
        "fifty moves",
        "threefold repetition",
        "variant",
        "king exploded",
        "king on the hill",
        "third check",
        "the horde has been captured",
        "race finished",
        "all pieces lost",
        "no moves left",
        "timeout",
    };
    return (unsigned)reason < sizeof texts / sizeof *texts ? texts[reason] : "";
}
