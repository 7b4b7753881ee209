/* What a move does, asked before it is made. */
#include <plyforge/questions.h>

#include "moves/legality.h"

pf_piece pf_move_moved_piece(const pf_position *position, pf_move move)
{
    return pf_position_piece_at(position, pf_move_from(move));
}

pf_piece pf_move_captured_piece(const pf_position *position, pf_move move)
{
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
           pf_move_is_pseudo_legal(position, move);
}

pf_new_checkers pf_new_checkers_of(const pf_position *position, pf_move move)
{
    return pf_find_new_checkers(position, move, position->turn, PF_SLIDERS_MAGIC);
}

static pf_new_checkers new_checkers(const pf_position *position, pf_move move)
{
    pf_new_checkers none = {0, 0};
    if (!pf_move_is_pseudo_legal(position, move)) return none;
    return pf_new_checkers_of(position, move);
}

pf_check pf_move_gives_check(const pf_position *position, pf_move move)
{
    pf_new_checkers checkers = new_checkers(position, move);
    pf_bitboard all = checkers.direct | checkers.discovered;
    pf_check check = PF_CHECK_NONE;
    if (checkers.direct) check |= PF_CHECK_DIRECT;
    if (checkers.discovered) check |= PF_CHECK_DISCOVERED;
    if (all & (all - 1)) check |= PF_CHECK_DOUBLE;
    return check;
}

pf_bitboard pf_move_checkers(const pf_position *position, pf_move move)
{
    pf_new_checkers checkers = new_checkers(position, move);
    return checkers.direct | checkers.discovered;
}
