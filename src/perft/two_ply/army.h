/* Counts the moves of one army (knights, sliders and pawns) on a board that a move of the other side has changed. */
#ifndef PLYFORGE_ARMY_H
#define PLYFORGE_ARMY_H

#include "moves/generate.h"

/* Counts the moves of pinned sliders, given those that move diagonally and those that move straight. A pinned
 * piece can move only along its pin ray. */
PF_TEMPLATE uint32_t pf_count_pinned_sliders(pf_bitboard diagonal, pf_bitboard straight, const pf_checks_and_pins *pins,
                                             pf_bitboard occupied, pf_bitboard targets, pf_sliders sliders)
{
    uint32_t count = 0;
    for (pf_bitboard set = diagonal & pins->diagonal; set;)
        count += pf_popcount(pf_bishop_attacks(pf_pop_lowest(&set), occupied, sliders) & targets & pins->diagonal);
    for (pf_bitboard set = straight & pins->straight; set;)
        count += pf_popcount(pf_rook_attacks(pf_pop_lowest(&set), occupied, sliders) & targets & pins->straight);
    return count;
}

/* gone is the set of squares whose pieces are captured; occupied and pins describe the changed board. Only moves to
 * allowed are counted: the squares that answer a check, or all squares. */
PF_TEMPLATE uint64_t pf_count_army(const pf_position *position, const pf_checks_and_pins *pins, pf_bitboard occupied,
                                   pf_bitboard gone, pf_bitboard allowed, pf_colour them, pf_sliders sliders)
{
    pf_bitboard theirs = position->by_colour[them] & ~gone;
    pf_bitboard targets = allowed & ~theirs;
    uint64_t parts = 0;
    for (pf_bitboard set = pf_position_pieces(position, them, PF_KNIGHT) & ~(gone | pins->straight | pins->diagonal);
         set;)
        parts += pf_parts(pf_knight_attacks[pf_pop_lowest(&set)] & targets);
    pf_bitboard pinned = pins->straight | pins->diagonal;
    pf_bitboard diagonal = pf_bishops_and_queens(position, them) & ~gone;
    pf_bitboard straight = pf_rooks_and_queens(position, them) & ~gone;
    for (pf_bitboard set = diagonal & ~pinned; set;)
        parts += pf_parts(pf_bishop_attacks(pf_pop_lowest(&set), occupied, sliders) & targets);
    for (pf_bitboard set = straight & ~pinned; set;)
        parts += pf_parts(pf_rook_attacks(pf_pop_lowest(&set), occupied, sliders) & targets);
    pf_bitboard pawns = pf_position_pieces(position, them, PF_PAWN) & ~gone;
    pf_pawn_targets to = pf_pawn_targets_of(pawns, occupied, occupied & ~theirs, pins, them);
    /* Pushes go to empty squares and captures do not, so pushes can share a popcount with one direction of captures. */
    parts += pf_parts((to.one | to.two | to.left) & allowed) + pf_parts(to.right & allowed);
    uint64_t count = pf_parts_total(parts);
    if (PF_UNLIKELY((diagonal & pins->diagonal) | (straight & pins->straight)))
        count += pf_count_pinned_sliders(diagonal, straight, pins, occupied, targets, sliders);
    if (PF_UNLIKELY(pawns & pf_relative_rank(6, them))) {
        pf_bitboard promotions = pf_relative_rank(7, them) & allowed;
        count += 3 * (pf_popcount(to.one & promotions) + pf_popcount(to.left & promotions) +
                      pf_popcount(to.right & promotions));
    }
    return count;
}

#endif
