/* Castling: where king and rook go, which squares must be empty and which must not be attacked. King and rook end on
 * the g- and f-file or on the c- and d-file, wherever they began; their paths may overlap each other and themselves:
 *
 *      . R K . . . . .   ->   . . K R . . . .     the king is already where it will end up */
#ifndef PLYFORGE_CASTLING_H
#define PLYFORGE_CASTLING_H

#include "board/view.h"

/* The squares on which king and rook end when they castle with the rook on square rook. */
PF_TEMPLATE pf_square pf_castled_king(pf_square king, pf_square rook)
{
    return (king & 56u) + (rook > king ? 6 : 2);
}

PF_TEMPLATE pf_square pf_castled_rook(pf_square king, pf_square rook)
{
    return (king & 56u) + (rook > king ? 5 : 3);
}

/* The squares that king and rook each cross or reach. Their origins are included only if one of them ends up there. */
PF_TEMPLATE pf_bitboard pf_castling_king_path(pf_square king, pf_square rook)
{
    pf_square to = pf_castled_king(king, rook);
    return pf_squares_between(king, to) | pf_bit(to);
}

PF_TEMPLATE pf_bitboard pf_castling_rook_path(pf_square king, pf_square rook)
{
    pf_square to = pf_castled_rook(king, rook);
    return pf_squares_between(rook, to) | pf_bit(to);
}

/* The pieces that block castling. */
PF_TEMPLATE pf_bitboard pf_castling_obstacles(const pf_position *position, pf_square king, pf_square rook)
{
    pf_bitboard others = pf_position_occupied(position) ^ pf_bit(king) ^ pf_bit(rook);
    return (pf_castling_king_path(king, rook) | pf_castling_rook_path(king, rook)) & others;
}

/* The board after castling. */
PF_TEMPLATE pf_bitboard pf_castled_occupied(const pf_position *position, pf_square king, pf_square rook)
{
    pf_bitboard others = pf_position_occupied(position) ^ pf_bit(king) ^ pf_bit(rook);
    return others | pf_bit(pf_castled_king(king, rook)) | pf_bit(pf_castled_rook(king, rook));
}

/* Whether the rook may shield the king's new square from a slider behind it. On the a- and h-file there is no square
 * behind the rook, so standard chess never has this. */
PF_TEMPLATE bool pf_castling_rook_shields(pf_square rook)
{
    return (pf_bit(rook) & (PF_FILE_A | PF_FILE_H)) == 0;
}

/* Whether castling uncovers an attack on the king along its rank, because the rook was the only shield.
 * pf_lanes_castling_open (perft/two_ply/family.h) performs the same test for vectors. */
PF_TEMPLATE bool pf_castling_uncovers_king(const pf_position *position, pf_square king, pf_square rook, pf_colour us,
                                           pf_sliders sliders)
{
    if (!pf_castling_rook_shields(rook)) return false;
    pf_bitboard occupied = pf_castled_occupied(position, king, rook);
    pf_bitboard seen = pf_rook_attacks(pf_castled_king(king, rook), occupied, sliders);
    return (seen & pf_relative_rank(0, us) & pf_rooks_and_queens(position, us ^ 1)) != 0;
}

#endif
