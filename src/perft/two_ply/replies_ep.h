/* En passant as a reply, and counting a move by playing it, for both scalar counting and counting in lanes. test_perft
 * compares this with plain.c, which uses board/en_passant.h. */
#ifndef PLYFORGE_REPLIES_EP_H
#define PLYFORGE_REPLIES_EP_H

#include "board/view.h"

/* Plays a move and returns the number of replies. */
typedef uint64_t pf_count_after(const pf_position *position, pf_move move);

/* The number of en passant captures with which they can answer a double push. Their king is not in check, and once both
 * pawns are gone only a slider could attack it. */
PF_TEMPLATE uint32_t pf_count_ep_replies(const pf_position *position, pf_square from, pf_square to, pf_colour us,
                                         pf_sliders sliders)
{
    pf_square king = pf_king_square(position, us ^ 1);
    pf_square passed = (from + to) / 2;
    pf_bitboard occupied = (pf_position_occupied(position) ^ pf_bit(from)) | pf_bit(passed);
    uint32_t count = 0;
    for (pf_bitboard set = pf_pawn_attacks[us][passed] & pf_position_pieces(position, us ^ 1, PF_PAWN); set;) {
        pf_bitboard left = occupied ^ pf_bit(pf_pop_lowest(&set));
        count += !((pf_rook_attacks(king, left, sliders) & pf_rooks_and_queens(position, us)) |
                   (pf_bishop_attacks(king, left, sliders) & pf_bishops_and_queens(position, us)));
    }
    return count;
}

#endif
