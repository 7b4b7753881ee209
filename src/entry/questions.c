/* Questions about single moves of any variant. */
#include <plyforge/attacks.h>

#include "entry/entry.h"
#include "moves/gives_check.h"
#include "moves/legality.h"
#include "moves/why.h"

/* ---- Is it a move? ---- */

bool pf_move_is_legal(const pf_position *position, pf_move move)
{
    return PF_IS_VARIANT(position) ? pf_is_legal_in_variant(position, move) : pf_is_legal_in_chess(position, move);
}

bool pf_move_is_pseudo_legal(const pf_position *position, pf_move move)
{
    return PF_IS_VARIANT(position) ? pf_is_legal_in_variant(position, move)
                                   : pf_is_pseudo_legal_in_chess(position, move);
}

bool pf_move_is_in_category(const pf_position *position, pf_move move, pf_category category)
{
    return PF_IS_VARIANT(position) ? pf_is_in_category_in_variant(position, move, category)
                                   : pf_is_in_category_in_chess(position, move, category);
}

pf_why_reason pf_move_why_illegal(const pf_position *position, pf_move move, pf_why *out)
{
    return PF_IS_VARIANT(position) ? pf_why_in_variant(position, move, out) : pf_why_in_chess(position, move, out);
}

/* ---- What does it do? ---- */

pf_piece pf_move_moved_piece(const pf_position *position, pf_move move)
{
    if (PF_IS_VARIANT(position) && pf_move_is_drop(move))
        return pf_move_dropped(move) <= PF_QUEEN ? pf_piece_of(position->turn, pf_move_dropped(move)) : PF_NO_PIECE;
    return pf_position_piece_at(position, pf_move_from(move));
}

pf_piece pf_move_captured_piece(const pf_position *position, pf_move move)
{
    if (PF_IS_VARIANT(position) && pf_move_is_drop(move)) return PF_NO_PIECE;
    pf_square to = pf_move_to(move);
    pf_colour them = position->turn ^ 1u;
    switch (pf_move_kind_of(move)) {
    case PF_MOVE_CASTLING: return PF_NO_PIECE;
    case PF_MOVE_EN_PASSANT: return to == position->ep_square ? pf_piece_of(them, PF_PAWN) : PF_NO_PIECE;
    default: return position->by_colour[them] & pf_bit(to) ? pf_position_piece_at(position, to) : PF_NO_PIECE;
    }
}

bool pf_move_is_capture(const pf_position *position, pf_move move)
{
    return pf_move_captured_piece(position, move) != PF_NO_PIECE && pf_move_is_pseudo_legal(position, move);
}

bool pf_move_is_quiet(const pf_position *position, pf_move move)
{
    return pf_move_captured_piece(position, move) == PF_NO_PIECE && pf_move_kind_of(move) != PF_MOVE_PROMOTION &&
           !pf_move_is_king_promotion(move) && pf_move_is_pseudo_legal(position, move);
}

void pf_check_info_init(pf_check_info *out, const pf_position *position)
{
    const pf_colour us = position->turn;
    out->leaving = PF_IS_VARIANT(position) ? ~UINT64_C(0) : pf_position_discovered_check_candidates(position, us);
    for (pf_piece_type type = PF_PAWN; type <= PF_KING; type++)
        out->arriving[type] = pf_position_check_squares(position, us, type);
}

pf_check pf_move_gives_check(const pf_position *position, pf_move move)
{
    return PF_IS_VARIANT(position) ? pf_gives_check_in_variant(position, move)
                                   : pf_gives_check_in_chess(position, move);
}

pf_bitboard pf_move_checkers(const pf_position *position, pf_move move)
{
    return PF_IS_VARIANT(position) ? pf_move_checkers_in_variant(position, move)
                                   : pf_move_checkers_in_chess(position, move);
}
