/* Tests of single moves. They are called outside the hot loops of generation, so they use the slider back end that is
 * available on every machine. */
#include "moves/legality.h"

/* Whether a pawn can make this step straight ahead or this diagonal capture; en passant is not covered. */
static bool pawn_can_reach(const pf_position *position, pf_square from, pf_square to)
{
    pf_colour us = position->turn;
    pf_bitboard empty = ~pf_position_occupied(position);
    pf_bitboard one = pf_forward(pf_bit(from), us) & empty;
    pf_bitboard two = pf_forward(one & pf_relative_rank(2, us), us) & empty;
    pf_bitboard takes = pf_pawn_attacks[us][from] & position->by_colour[us ^ 1];
    return ((one | two | takes) & pf_bit(to)) != 0;
}

bool pf_is_pseudo_legal_in_chess(const pf_position *position, pf_move move)
{
    pf_square from = pf_move_from(move);
    pf_square to = pf_move_to(move);
    pf_colour us = position->turn;
    pf_bitboard ours = position->by_colour[us];
    if (!(ours & pf_bit(from)) || pf_move_is_malformed(move)) return false;
    pf_piece_type type = pf_type_at(position, from);

    switch (pf_move_kind_of(move)) {
    case PF_MOVE_CASTLING:
        return type == PF_KING && (position->castling & ours & pf_bit(to)) &&
               !pf_castling_obstacles(position, from, to);
    case PF_MOVE_EN_PASSANT:
        return type == PF_PAWN && to == position->ep_square && (pf_pawn_attacks[us][from] & pf_bit(to));
    case PF_MOVE_PROMOTION:
        return type == PF_PAWN && (pf_relative_rank(7, us) & pf_bit(to)) && pawn_can_reach(position, from, to);
    default:
        if (type == PF_PAWN) return !(pf_relative_rank(7, us) & pf_bit(to)) && pawn_can_reach(position, from, to);
        return (pf_attacks(us, type, from, pf_position_occupied(position)) & ~ours & pf_bit(to)) != 0;
    }
}

/* Whether a pseudo-legal move leaves our king unattacked. */
static bool pseudo_is_legal(const pf_position *position, pf_move move)
{
    pf_square from = pf_move_from(move);
    pf_square to = pf_move_to(move);
    if (pf_move_kind_of(move) == PF_MOVE_CASTLING)
        return !pf_find_checkers(position, position->turn, PF_SLIDERS_MAGIC) &&
               pf_castling_attacked_square(position, from, to) == PF_NO_SQUARE;
    return !pf_attackers_after_move(position, move);
}

bool pf_is_legal_in_chess(const pf_position *position, pf_move move)
{
    return pf_is_pseudo_legal_in_chess(position, move) && pseudo_is_legal(position, move);
}

/* Whether a pseudo-legal move is one of the pseudo-legal evasions. */
static bool is_evasion(const pf_position *position, pf_move move)
{
    pf_square from = pf_move_from(move);
    pf_square to = pf_move_to(move);
    pf_square king = pf_king_square(position, position->turn);
    pf_bitboard checkers = pf_find_checkers(position, position->turn, PF_SLIDERS_MAGIC);
    if (!checkers || pf_move_kind_of(move) == PF_MOVE_CASTLING) return false;
    if (from == king) {
        pf_bitboard lines = checkers & ~(position->by_type[PF_PAWN] | position->by_type[PF_KNIGHT]);
        while (lines) {
            pf_square slider = pf_pop_lowest(&lines);
            if (to != slider && (pf_squares_on_line(king, slider) & pf_bit(to))) return false;
        }
        return true;
    }
    pf_bitboard answers = pf_evasion_targets(checkers, king);
    if (pf_move_kind_of(move) == PF_MOVE_EN_PASSANT && (answers & pf_bit(to ^ 8))) return true;
    return (answers & pf_bit(to)) != 0;
}

/* Like is_evasion, for captures as the categories define them: promotions to queen belong to them, those to other
 * pieces do not. */
static bool is_in_captures(const pf_position *position, pf_move move)
{
    if (pf_move_kind_of(move) == PF_MOVE_PROMOTION) return pf_move_promotion(move) == PF_QUEEN;
    if (pf_move_kind_of(move) == PF_MOVE_EN_PASSANT) return true;
    return (position->by_colour[position->turn ^ 1] & pf_bit(pf_move_to(move))) != 0;
}

static bool is_in_quiet_checks(const pf_position *position, pf_move move)
{
    if (is_in_captures(position, move)) return false;
    pf_new_checkers checkers = pf_find_new_checkers(position, move, position->turn, PF_SLIDERS_MAGIC);
    if (pf_move_kind_of(move) == PF_MOVE_PROMOTION) return pf_move_promotion(move) == PF_KNIGHT && checkers.direct != 0;
    return (checkers.direct | checkers.discovered) != 0;
}

bool pf_is_in_category_in_chess(const pf_position *position, pf_move move, pf_category category)
{
    if (!pf_is_pseudo_legal_in_chess(position, move)) return false;
    if (!(category & PF_PSEUDO) && !pseudo_is_legal(position, move)) return false;
    switch (category & ~(pf_category)PF_PSEUDO) {
    case PF_CAPTURES: return is_in_captures(position, move);
    case PF_QUIETS: return !is_in_captures(position, move);
    case PF_QUIET_CHECKS: return is_in_quiet_checks(position, move);
    case PF_EVASIONS: return is_evasion(position, move);
    case PF_NON_EVASIONS: return true;
    case PF_LEGAL: return !pf_find_checkers(position, position->turn, PF_SLIDERS_MAGIC) || is_evasion(position, move);
    default: return false;
    }
}
