/* The moves of one army, knights, sliders and pawns, on a board that a move of the other side has changed. */
#ifndef PLYFORGE_ARMY_H
#define PLYFORGE_ARMY_H

#include "moves/generate.h"

/* Where a slider may still go along one kind of line: everywhere, along the rays of that kind if it is pinned on one,
 * and nowhere if it is pinned across. */
PF_TEMPLATE pf_bitboard pf_pin_limit(pf_bitboard along, pf_bitboard across, pf_bitboard bit)
{
    if (PF_UNLIKELY(bit & (along | across))) return bit & across ? 0 : along;
    return ~UINT64_C(0);
}

/* What stands on gone is taken, the board is occupied so, the pins are these; only moves to allowed count, which are
 * the squares that answer a check, or all of them. */
PF_TEMPLATE uint64_t pf_count_army(const pf_position *position, const pf_checks_and_pins *pins, pf_bitboard occupied,
                                   pf_bitboard gone, pf_bitboard allowed, pf_colour them, pf_sliders sliders)
{
    pf_bitboard theirs = position->by_colour[them] & ~gone;
    pf_bitboard targets = allowed & ~theirs;
    uint64_t count = 0;
    for (pf_bitboard set = pf_position_pieces(position, them, PF_KNIGHT) & ~(gone | pins->straight | pins->diagonal);
         set;)
        count += pf_popcount(pf_knight_attacks[pf_pop_lowest(&set)] & targets);
    for (pf_bitboard set = pf_bishops_and_queens(position, them) & ~gone; set;) {
        pf_square from = pf_pop_lowest(&set);
        count += pf_popcount(pf_bishop_attacks(from, occupied, sliders) & targets &
                             pf_pin_limit(pins->diagonal, pins->straight, pf_bit(from)));
    }
    for (pf_bitboard set = pf_rooks_and_queens(position, them) & ~gone; set;) {
        pf_square from = pf_pop_lowest(&set);
        count += pf_popcount(pf_rook_attacks(from, occupied, sliders) & targets &
                             pf_pin_limit(pins->straight, pins->diagonal, pf_bit(from)));
    }
    pf_bitboard pawns = pf_position_pieces(position, them, PF_PAWN) & ~gone;
    pf_pawn_targets to = pf_pawn_targets_of(pawns, occupied, occupied & ~theirs, pins, them);
    count += pf_popcount(to.one & allowed) + pf_popcount(to.two & allowed) + pf_popcount(to.left & allowed) +
             pf_popcount(to.right & allowed);
    if (PF_UNLIKELY(pawns & pf_relative_rank(6, them))) {
        pf_bitboard promotions = pf_relative_rank(7, them) & allowed;
        count += 3 * (pf_popcount(to.one & promotions) + pf_popcount(to.left & promotions) +
                      pf_popcount(to.right & promotions));
    }
    return count;
}

#endif
