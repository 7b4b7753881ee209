/* Small queries on a position that generation, playing, keys and FEN share. */
#ifndef PLYFORGE_VIEW_H
#define PLYFORGE_VIEW_H

#include <plyforge/position.h>

#include "board/bits.h"
#include "board/sliders.h"

PF_TEMPLATE pf_square pf_king_square(const pf_position *position, pf_colour colour)
{
    return pf_lowest(position->by_type[PF_KING] & position->by_colour[colour]);
}

PF_TEMPLATE pf_bitboard pf_rooks_and_queens(const pf_position *position, pf_colour colour)
{
    return (position->by_type[PF_ROOK] | position->by_type[PF_QUEEN]) & position->by_colour[colour];
}

PF_TEMPLATE pf_bitboard pf_bishops_and_queens(const pf_position *position, pf_colour colour)
{
    return (position->by_type[PF_BISHOP] | position->by_type[PF_QUEEN]) & position->by_colour[colour];
}

/* The type of the piece on an occupied square. */
PF_TEMPLATE pf_piece_type pf_type_at(const pf_position *position, pf_square square)
{
    return pf_position_type_at(position, square);
}

/* Pieces of both colours that attack square; rays stop at occupied squares. */
PF_TEMPLATE pf_bitboard pf_attackers_to(const pf_position *position, pf_square square, pf_bitboard occupied,
                                        pf_sliders sliders)
{
    const pf_bitboard *type = position->by_type;
    return (pf_pawn_attacks[PF_BLACK][square] & type[PF_PAWN] & position->by_colour[PF_WHITE]) |
           (pf_pawn_attacks[PF_WHITE][square] & type[PF_PAWN] & position->by_colour[PF_BLACK]) |
           (pf_knight_attacks[square] & type[PF_KNIGHT]) | (pf_king_attacks[square] & type[PF_KING]) |
           (pf_bishop_attacks(square, occupied, sliders) & (type[PF_BISHOP] | type[PF_QUEEN])) |
           (pf_rook_attacks(square, occupied, sliders) & (type[PF_ROOK] | type[PF_QUEEN]));
}

/* The members of enemies, pieces of one colour, that attack square; rays stop at occupied squares. This is for code
 * outside hot loops: a small table gives the pieces that could attack on an empty board, and only the squares between
 * these few and the target are examined. */
PF_TEMPLATE pf_bitboard pf_attackers_among(const pf_position *position, pf_square square, pf_colour colour,
                                           pf_bitboard enemies, pf_bitboard occupied)
{
#if defined(PF_SMALL) || defined(__CUDACC__)
    (void)colour;
    return pf_attackers_to(position, square, occupied, PF_SLIDERS_MAGIC) & enemies;
#else
    const pf_bitboard *from = pf_attackers_from[colour][square];
    pf_bitboard candidates = 0, attackers = 0;
    for (pf_piece_type type = PF_PAWN; type <= PF_KING; type++) candidates |= position->by_type[type] & from[type];
    for (candidates &= enemies; candidates; candidates &= candidates - 1)
        if (!(pf_squares_between(square, pf_lowest(candidates)) & occupied)) attackers |= candidates & (0 - candidates);
    return attackers;
#endif
}

/* The enemy pieces that attack our king, on the square king, after one of our pieces has moved from one square to
 * another and captured whatever was on captured: the target square, or the square of a pawn taken en passant.
 * pf_pgn_is_safe (notation/pgn/movetext.h) is a faster form for the moves of PGN. */
PF_TEMPLATE pf_bitboard pf_attackers_after(const pf_position *position, pf_square king, pf_square from, pf_square to,
                                           pf_bitboard captured, pf_colour us, pf_sliders sliders)
{
    pf_bitboard occupied = (pf_position_occupied(position) & ~(pf_bit(from) | captured)) | pf_bit(to);
    return pf_attackers_to(position, king, occupied, sliders) & position->by_colour[us ^ 1] & ~captured;
}

#endif
