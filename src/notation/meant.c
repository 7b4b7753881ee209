/* Works out which move a pair of squares was meant to be when no legal move matches it. The squares alone do not tell
 * whether a king's step is castling or a pawn's capture is en passant. */
#include "notation/meant.h"

#include <plyforge/position.h>

#include "notation/written_castling.h"

static bool is_own(const pf_position *position, pf_square square, pf_piece_type type)
{
    return (pf_position_pieces(position, position->turn, type) & pf_bit(square)) != 0;
}

pf_rook_meaning pf_means_rook(const pf_position *position, pf_square from, pf_square to)
{
    if (!is_own(position, to, PF_ROOK) || !pf_is_along_back_rank(position->turn, from, to)) return PF_ROOK_NOT_MEANT;
    pf_square rank = position->turn == PF_WHITE ? 0 : 56;
    pf_bitboard rights = position->castling & position->by_colour[position->turn];
    pf_bitboard corners = pf_bit(rank) | pf_bit(rank + 7);
    bool chess960 = (rights & ~corners) || (rights && from != rank + 4);
    if ((rights & pf_bit(to)) || chess960) return PF_ROOK_MEANT;
    return from > to + 1 || to > from + 1 ? PF_ROOK_DOUBTFUL : PF_ROOK_NOT_MEANT;
}

/* Whether the squares are those of a king that castles in standard chess. */
static bool is_castling_step(const pf_position *position, pf_square from, pf_square to)
{
    pf_square rank = position->turn == PF_WHITE ? 0 : 56;
    pf_square corner = to > from ? rank + 7 : rank;
    pf_square rook = pf_rook_of_castled_square(position, from, to);
    return from == rank + 4 && (to == rank + 2 || to == rank + 6) && (rook == PF_NO_SQUARE || rook == corner);
}

pf_move pf_meant_move(const pf_position *position, pf_square from, pf_square to, pf_piece_type promotion)
{
    if (promotion == PF_KING) return pf_move_of_king_promotion(from, to);
    if (promotion != PF_NO_PIECE_TYPE) return pf_move_of_promotion(from, to, promotion);
    if (is_own(position, from, PF_KING)) {
        if (pf_means_rook(position, from, to) != PF_ROOK_NOT_MEANT) return pf_move_of(from, to, PF_MOVE_CASTLING);
        if (is_castling_step(position, from, to))
            return pf_move_of(from, to > from ? from + 3 : from - 4, PF_MOVE_CASTLING);
    }
    if (is_own(position, from, PF_PAWN) && to == position->ep_square && pf_square_file(from) != pf_square_file(to))
        return pf_move_of(from, to, PF_MOVE_EN_PASSANT);
    return pf_move_of(from, to, PF_MOVE_NORMAL);
}
