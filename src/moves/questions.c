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

/* Few moves give check, so it is cheaper to ask last whether this is a move at all. */
static pf_new_checkers new_checkers(const pf_position *position, pf_move move)
{
    pf_new_checkers none = {0, 0};
    pf_new_checkers found = pf_new_checkers_of(position, move);
    return (found.direct | found.discovered) && pf_move_is_pseudo_legal(position, move) ? found : none;
}

static PF_NOINLINE pf_check find_check(const pf_position *position, pf_move move)
{
    pf_new_checkers checkers = new_checkers(position, move);
    pf_bitboard all = checkers.direct | checkers.discovered;
    pf_check check = PF_CHECK_NONE;
    if (checkers.direct) check |= PF_CHECK_DIRECT;
    if (checkers.discovered) check |= PF_CHECK_DISCOVERED;
    if (all & (all - 1)) check |= PF_CHECK_DOUBLE;
    return check;
}

/* Few moves give check, and which ones cannot be predicted. So a normal move has one branch: it may give check if it
 * leaves a square that their king sees, or goes to one that it sees as the piece that moves. */
pf_check pf_move_gives_check(const pf_position *position, pf_move move)
{
    const uint32_t from = (uint32_t)move >> 6, to = move & 63u; /* of a normal move */
    if (PF_UNLIKELY(move >= 0x1000)) return find_check(position, move);
    const pf_bitboard *type = position->by_type;
    const pf_square king = pf_king_square(position, position->turn ^ 1u);
    const pf_bitboard occupied = pf_position_occupied(position);
    const pf_bitboard diagonal = pf_bishop_attacks(king, occupied, PF_SLIDERS_MAGIC);
    const pf_bitboard straight = pf_rook_attacks(king, occupied, PF_SLIDERS_MAGIC);
    pf_bitboard leaves = (diagonal | straight) >> from;
    pf_bitboard arrives = (diagonal >> to & (type[PF_BISHOP] | type[PF_QUEEN] | type[PF_PAWN]) >> from) |
                          (straight >> to & (type[PF_ROOK] | type[PF_QUEEN]) >> from) |
                          (pf_knight_attacks[king] >> to & type[PF_KNIGHT] >> from);
    return (leaves | arrives) & 1 ? find_check(position, move) : PF_CHECK_NONE;
}

pf_bitboard pf_move_checkers(const pf_position *position, pf_move move)
{
    pf_new_checkers checkers = new_checkers(position, move);
    return checkers.direct | checkers.discovered;
}
