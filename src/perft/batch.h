/* Counting the moves of one army on several boards at once, one board to a lane.
 *
 * After each of several moves of the other side the army stands where it stood, one captured piece aside; only the
 * occupancy differs. So every ray starts from a square that is the same in all lanes, and no table is looked up.
 *
 * Whoever includes this has included the lanes of an instruction set before. */
#ifndef PLYFORGE_BATCH_H
#define PLYFORGE_BATCH_H

#include "perft/count.h"

PF_TEMPLATE pf_lanes pf_lanes_forward(pf_lanes set, pf_colour us)
{
    return us == PF_WHITE ? set << 8 : set >> 8;
}

PF_TEMPLATE pf_lanes pf_lanes_forward_left(pf_lanes set, pf_colour us)
{
    set &= ~PF_FILE_A;
    return us == PF_WHITE ? set << 7 : set >> 9;
}

PF_TEMPLATE pf_lanes pf_lanes_forward_right(pf_lanes set, pf_colour us)
{
    set &= ~PF_FILE_H;
    return us == PF_WHITE ? set << 9 : set >> 7;
}

/* Where a slider may still go along one kind of line: everywhere, along the rays of that kind if it is pinned on one,
 * and nowhere if it is pinned across. */
PF_TEMPLATE pf_bitboard pf_pin_limit(pf_bitboard along, pf_bitboard across, pf_bitboard bit)
{
    if (PF_UNLIKELY(bit & (along | across))) return bit & across ? 0 : along;
    return ~UINT64_C(0);
}

/* What pf_count_army counts, in each lane. Sliders count twice if they are queens, promotions four times: with any
 * material that is possible no more than 31 counts are added up. */
PF_TEMPLATE pf_lanes pf_lanes_count_army(const pf_position *position, const pf_checks_and_pins *pins, pf_lanes occupied,
                                         pf_lanes gone, pf_colour them)
{
    pf_lanes theirs = pf_lanes_of(position->by_colour[them]) & ~gone;
    pf_lanes count = pf_lanes_of(0);
    for (pf_bitboard set = pf_position_pieces(position, them, PF_KNIGHT) & ~(pins->straight | pins->diagonal); set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_lanes to = pf_lanes_of(pf_knight_attacks[from]) & ~theirs;
        count += pf_lanes_popcount(pf_lanes_keep(to, pf_lanes_miss(gone, pf_lanes_of(pf_bit(from)))));
    }
    for (pf_bitboard set = pf_bishops_and_queens(position, them); set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_lanes to = pf_lanes_see(occupied, from, PF_AXIS_DIAGONAL) |
                      pf_lanes_see(occupied, from, PF_AXIS_ANTIDIAGONAL);
        if (PF_UNLIKELY(pf_bit(from) & (pins->straight | pins->diagonal)))
            to &= pf_pin_limit(pins->diagonal, pins->straight, pf_bit(from));
        count += pf_lanes_popcount(pf_lanes_keep(to & ~theirs, pf_lanes_miss(gone, pf_lanes_of(pf_bit(from)))));
    }
    for (pf_bitboard set = pf_rooks_and_queens(position, them); set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_lanes to = pf_lanes_see(occupied, from, PF_AXIS_RANK) | pf_lanes_see(occupied, from, PF_AXIS_FILE);
        if (PF_UNLIKELY(pf_bit(from) & (pins->straight | pins->diagonal)))
            to &= pf_pin_limit(pins->straight, pins->diagonal, pf_bit(from));
        count += pf_lanes_popcount(pf_lanes_keep(to & ~theirs, pf_lanes_miss(gone, pf_lanes_of(pf_bit(from)))));
    }

    /* Pawns, as in pf_pawn_targets_of; a pawn that is pinned along a file can go on as long as the way is free. */
    pf_bitboard pawns = pf_position_pieces(position, them, PF_PAWN);
    pf_bitboard loose = pawns & ~(pins->straight | pins->diagonal);
    pf_bitboard file_pinned = pawns & pins->straight & pf_forward(pins->straight, them ^ 1);
    pf_lanes empty = ~occupied;
    pf_lanes victims = occupied & ~theirs;
    pf_lanes one = pf_lanes_forward((loose | file_pinned) & ~gone, them) & empty;
    pf_lanes two = pf_lanes_forward(one & pf_relative_rank(2, them), them) & empty;
    pf_lanes left = pf_lanes_forward_left(loose & ~gone, them) & victims;
    pf_lanes right = pf_lanes_forward_right(loose & ~gone, them) & victims;
    pf_bitboard bound = pawns & pins->diagonal;
    if (PF_UNLIKELY(bound)) {
        left |= pf_lanes_forward_left(bound & ~gone, them) & victims & pins->diagonal;
        right |= pf_lanes_forward_right(bound & ~gone, them) & victims & pins->diagonal;
    }
    count += pf_lanes_popcount(one) + pf_lanes_popcount(two) + pf_lanes_popcount(left) + pf_lanes_popcount(right);
    if (PF_UNLIKELY(pawns & pf_relative_rank(6, them))) {
        pf_bitboard last_rank = pf_relative_rank(7, them);
        count += 3 * (pf_lanes_popcount(one & last_rank) + pf_lanes_popcount(left & last_rank) +
                      pf_lanes_popcount(right & last_rank));
    }
    return pf_lanes_total(count);
}

/* A pf_count_changed: a laneful of moves at a time. */
PF_TEMPLATE void pf_count_changed_in_lanes(pf_node *node, const pf_checks_and_pins *pins, pf_colour us,
                                           pf_sliders sliders)
{
    if (node->changed < PF_LANES_WORTH) {
        pf_count_changed_singly(node, pins, us, sliders);
        return;
    }
    pf_lanes before = pf_lanes_of(pf_position_occupied(node->position));
    pf_lanes total = pf_lanes_of(0);
    for (uint32_t i = 0; i < node->changed; i += PF_LANES) {
        pf_lanes to = pf_lanes_bits(node->to + i);
        pf_lanes occupied = (before & ~pf_lanes_bits(node->from + i)) | to;
        pf_lanes count = pf_lanes_count_army(node->position, pins, occupied, to, us ^ 1);
        total += pf_lanes_first(count + pf_lanes_numbers(node->king + i), node->changed - i);
    }
    node->total += pf_lanes_sum(total);
    node->changed = 0;
}

#endif
