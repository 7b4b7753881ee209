/* Tests whether a single move is pseudo-legal or legal, for any 16 bits, from the position alone and without a list. */
#ifndef PLYFORGE_LEGALITY_H
#define PLYFORGE_LEGALITY_H

#include <plyforge/attacks.h>
#include <plyforge/moves.h>

#include "moves/gives_check.h"

/* Both accept any 16 bits, and apply the rules of standard chess. */
PF_PRIVATE bool pf_is_pseudo_legal_in_chess(const pf_position *position, pf_move move);
PF_PRIVATE bool pf_is_legal_in_chess(const pf_position *position, pf_move move);
PF_PRIVATE bool pf_is_in_category_in_chess(const pf_position *position, pf_move move, pf_category category);

/* Whether promotion bits are set in a move that is not a promotion. */
PF_TEMPLATE bool pf_move_is_malformed(pf_move move)
{
    return pf_move_kind_of(move) != PF_MOVE_PROMOTION && (move & 0x3000);
}

/* The pieces that attack our king after a pseudo-legal move other than castling. */
PF_TEMPLATE pf_bitboard pf_attackers_after_move(const pf_position *position, pf_move move)
{
    pf_square from = pf_move_from(move);
    pf_square to = pf_move_to(move);
    pf_square king = pf_king_square(position, position->turn);
    pf_bitboard captured = pf_bit(pf_move_kind_of(move) == PF_MOVE_EN_PASSANT ? to ^ 8 : to);
    pf_bitboard occupied = (pf_position_occupied(position) & ~(pf_bit(from) | captured)) | pf_bit(to);
    pf_colour them = position->turn ^ 1;
    return pf_attackers_among(position, from == king ? to : king, them, position->by_colour[them] & ~captured,
                              occupied);
}

/* The pieces that attack a square which our king crosses or reaches when castling. King and rook are off the board. */
PF_TEMPLATE pf_bitboard pf_attackers_of_castling(const pf_position *position, pf_square square, pf_bitboard lifted)
{
    pf_bitboard occupied = pf_position_occupied(position) & ~lifted;
    return pf_attackers_to(position, square, occupied, PF_SLIDERS_MAGIC) & position->by_colour[position->turn ^ 1];
}

/* The first square, from the king on, that the king crosses or reaches when castling and that is attacked;
 * PF_NO_SQUARE if there is none. */
PF_TEMPLATE pf_square pf_castling_attacked_square(const pf_position *position, pf_square king, pf_square rook)
{
    pf_bitboard lifted = pf_bit(king) | pf_bit(rook);
    pf_square to = pf_castled_king(king, rook);
    pf_square square = king;
    do {
        if (square != to) square = square < to ? square + 1 : square - 1;
        if (pf_attackers_of_castling(position, square, lifted)) return square;
    } while (square != to);
    return PF_NO_SQUARE;
}

#endif
