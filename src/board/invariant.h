/* The invariant of a position of standard chess and Chess960, which generation relies on. It is written once, here:
 * boards that were stored as bytes are validated with it, and proof/ proves the generator for every position that
 * satisfies it.
 *
 * Material is not part of it, nor are checks: more than two, or a check to the side that has just moved, make a
 * position illegal, but no function relies on that. Kings must not touch: then no legal move takes a king. */
#ifndef PLYFORGE_INVARIANT_H
#define PLYFORGE_INVARIANT_H

#include "board/tables.h"
#include "board/view.h"

/* Whether a set has exactly one square. */
PF_TEMPLATE bool pf_has_one(pf_bitboard set)
{
    return set != 0 && (set & (set - 1)) == 0;
}

/* Every square is empty, or has one piece of one colour. */
PF_TEMPLATE bool pf_invariant_of_sets(const pf_position *position)
{
    pf_bitboard pieces = 0, twice = position->by_colour[PF_WHITE] & position->by_colour[PF_BLACK];
    PF_UNROLL
    for (pf_piece_type type = PF_PAWN; type <= PF_KING; type++) {
        twice |= pieces & position->by_type[type];
        pieces |= position->by_type[type];
    }
    return twice == 0 && pieces == pf_position_occupied(position);
}

/* Rights belong to rooks of this side on its back rank, at most one on each side of its king, which is on that rank
 * too. */
PF_TEMPLATE bool pf_invariant_of_castling(const pf_position *position, pf_colour colour)
{
    pf_bitboard back_rank = pf_relative_rank(0, colour);
    pf_bitboard rights = position->castling & back_rank;
    pf_bitboard king = pf_position_pieces(position, colour, PF_KING);
    pf_bitboard left = rights & (king - 1), right = rights & ~(king - 1);
    if (rights == 0) return true;
    return !(rights & ~pf_position_pieces(position, colour, PF_ROOK)) && (king & back_rank) &&
           (left & (left - 1)) == 0 && (right & (right - 1)) == 0;
}

/* The en passant square, if there is one, is empty and has the enemy pawn that crossed it in front of it. */
PF_TEMPLATE bool pf_invariant_of_en_passant(const pf_position *position)
{
    if (position->ep_square == PF_NO_SQUARE) return true;
    if (position->ep_square > PF_NO_SQUARE) return false;
    pf_colour us = position->turn, them = us ^ 1;
    pf_bitboard target = pf_bit(position->ep_square);
    return (target & pf_relative_rank(5, us)) && !(target & pf_position_occupied(position)) &&
           (pf_forward(target, them) & pf_position_pieces(position, them, PF_PAWN));
}

/* Whether the position, of standard chess or Chess960, satisfies the invariant. */
PF_TEMPLATE bool pf_invariant_holds(const pf_position *position)
{
    pf_bitboard white = pf_position_pieces(position, PF_WHITE, PF_KING);
    pf_bitboard black = pf_position_pieces(position, PF_BLACK, PF_KING);
    pf_bitboard outer_ranks = PF_RANK_1 | PF_RANK_8;
    if (position->turn > PF_BLACK || !pf_invariant_of_sets(position)) return false;
    if (!pf_has_one(white) || !pf_has_one(black)) return false;
    if (pf_king_attacks[pf_lowest(white)] & black) return false;
    if (position->by_type[PF_PAWN] & outer_ranks) return false;
    if (position->castling & ~outer_ranks) return false;
    return pf_invariant_of_castling(position, PF_WHITE) && pf_invariant_of_castling(position, PF_BLACK) &&
           pf_invariant_of_en_passant(position);
}

#endif
