/* Questions about castling that reading, explaining and naming share. */
#ifndef PLYFORGE_NOTATION_WRITTEN_CASTLING_H
#define PLYFORGE_NOTATION_WRITTEN_CASTLING_H

#include <plyforge/position.h>

#include "board/bits.h"

/* The rooks with a castling right on the same side of the king as this square. */
static inline pf_bitboard pf_rights_of_side(const pf_position *position, pf_square king, pf_square rook)
{
    pf_bitboard rights = 0;
    for (unsigned file = 0; file < 8; file++) {
        pf_square square = pf_square_of(file, pf_square_rank(king));
        if (square != king && (square > king) == (rook > king)) rights |= position->castling & pf_bit(square);
    }
    return rights;
}

/* Whether both squares are on the back rank of this side. */
static inline bool pf_is_along_back_rank(pf_colour us, pf_square from, pf_square to)
{
    unsigned back_rank = us == PF_WHITE ? 0 : 7;
    return pf_square_rank(from) == back_rank && pf_square_rank(to) == back_rank;
}

/* The rook that castles when a king's move means castling in Chess960, although it is not written as king takes rook:
 * the king goes to the square that it would reach by castling. PF_NO_SQUARE if there is none. */
static inline pf_square pf_rook_of_castled_square(const pf_position *position, pf_square king, pf_square to)
{
    if (!pf_is_along_back_rank(position->turn, king, to) || pf_square_file(to) != (to > king ? 6u : 2u))
        return PF_NO_SQUARE;
    pf_bitboard rights = pf_rights_of_side(position, king, to);
    return rights ? pf_lowest(rights) : PF_NO_SQUARE;
}

#endif
