/* Whether a move gives check, asked before it is made, by the rules of standard chess. */
#include "moves/gives_check.h"

#include "moves/legality.h"

pf_new_checkers pf_new_checkers_of(const pf_position *position, pf_move move)
{
    return pf_find_new_checkers(position, move, position->turn, PF_SLIDERS_MAGIC);
}

/* Few moves give check, so it is cheaper to test last whether this is a move at all. */
static pf_new_checkers new_checkers(const pf_position *position, pf_move move)
{
    pf_new_checkers none = {0, 0};
    pf_new_checkers found = pf_new_checkers_of(position, move);
    return (found.direct | found.discovered) && pf_is_pseudo_legal_in_chess(position, move) ? found : none;
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

/* Few moves give check, and the processor cannot predict which ones. So a normal move has one branch: it may give check
 * if it leaves a square that their king sees, or goes to one that it sees as the piece that moves. */
pf_check pf_gives_check_in_chess(const pf_position *position, pf_move move)
{
    const uint32_t from = (uint32_t)move >> 6, to = move & 63u; /* these are the squares of a normal move */
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

pf_bitboard pf_move_checkers_in_chess(const pf_position *position, pf_move move)
{
    pf_new_checkers checkers = new_checkers(position, move);
    return checkers.direct | checkers.discovered;
}
