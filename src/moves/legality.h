/* Is this one move pseudo-legal, is it legal? Answered for any 16 bits from the position alone, without a list. */
#ifndef PLYFORGE_LEGALITY_H
#define PLYFORGE_LEGALITY_H

#include <plyforge/attacks.h>
#include <plyforge/moves.h>

#include "moves/gives_check.h"

/* Promotion bits are for promotions. */
PF_TEMPLATE bool pf_move_is_malformed(pf_move move)
{
    return pf_move_kind_of(move) != PF_MOVE_PROMOTION && (move & 0x3000);
}

/* What attacks our king once a piece of ours other than the king has gone from one square to another; whatever stood on
 * to is taken. */
PF_TEMPLATE pf_bitboard pf_attackers_after(const pf_position *position, pf_square from, pf_square to)
{
    pf_colour us = position->turn;
    pf_bitboard occupied = (pf_position_occupied(position) & ~pf_bit(from)) | pf_bit(to);
    pf_bitboard attackers = pf_attackers_to(position, pf_king_square(position, us), occupied, PF_SLIDERS_MAGIC);
    return attackers & position->by_colour[us ^ 1] & ~pf_bit(to);
}

/* The same once an en passant capture is played. */
PF_TEMPLATE pf_bitboard pf_attackers_after_en_passant(const pf_position *position, pf_square from)
{
    pf_colour us = position->turn;
    pf_bitboard captured = pf_bit(position->ep_square ^ 8);
    pf_bitboard occupied = (pf_position_occupied(position) ^ pf_bit(from) ^ captured) | pf_bit(position->ep_square);
    pf_bitboard attackers = pf_attackers_to(position, pf_king_square(position, us), occupied, PF_SLIDERS_MAGIC);
    return attackers & position->by_colour[us ^ 1] & ~captured;
}

/* What attacks a square that our king steps on, the king itself lifted off the board, and when it castles its rook too.
 */
PF_TEMPLATE pf_bitboard pf_attackers_of_king_on(const pf_position *position, pf_square square, pf_bitboard lifted)
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
        if (pf_attackers_of_king_on(position, square, lifted)) return square;
    } while (square != to);
    return PF_NO_SQUARE;
}

#endif
