/* Moves that change the moves of their army, counted two at a time. This is for machines without a popcount
 * instruction: each step of a popcount then works on two sets in one register. */
#ifndef PLYFORGE_PAIRS_H
#define PLYFORGE_PAIRS_H

#include "perft/two_ply/two_plies.h"

#if defined(PF_NO_POPCOUNT) && defined(PF_VECTOR)

typedef pf_bitboard pf_two_sets PF_VECTOR(16);

/* The number of bits in each byte. */
PF_TEMPLATE pf_two_sets pf_count_bytes_of_two(pf_two_sets bits)
{
    bits -= bits >> 1 & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    return (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
}

/* The number of moves of their sliders and pawns on two boards, each after a move of ours to an empty square, as eight
 * bytes for each board. No slider or pawn is pinned, and no pawn promotes. */
PF_TEMPLATE pf_two_sets pf_count_army_of_two(const pf_position *position, const pf_bitboard occupied[2], pf_colour them,
                                             pf_sliders sliders)
{
    pf_bitboard targets = ~position->by_colour[them];
    pf_two_sets count = {0, 0};
    for (pf_bitboard set = pf_bishops_and_queens(position, them); set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_two_sets attacks = {pf_bishop_attacks(from, occupied[0], sliders),
                               pf_bishop_attacks(from, occupied[1], sliders)};
        count += pf_count_bytes_of_two(attacks & targets);
    }
    for (pf_bitboard set = pf_rooks_and_queens(position, them); set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_two_sets attacks = {pf_rook_attacks(from, occupied[0], sliders),
                               pf_rook_attacks(from, occupied[1], sliders)};
        count += pf_count_bytes_of_two(attacks & targets);
    }
    pf_bitboard pawns = pf_position_pieces(position, them, PF_PAWN);
    pf_two_sets blocked;
    pf_memcpy(&blocked, occupied, sizeof blocked);
    pf_two_sets one = pf_forward(pawns, them) & ~blocked, jumping = one & pf_relative_rank(2, them);
    pf_two_sets two = (them == PF_WHITE ? jumping << 8 : jumping >> 8) & ~blocked;
    pf_two_sets left = pf_forward_left(pawns, them) & blocked & targets;
    pf_two_sets right = pf_forward_right(pawns, them) & blocked & targets;
    return count + pf_count_bytes_of_two(one | two | left) + pf_count_bytes_of_two(right); /* as in pf_count_army */
}

/* Counts the listed moves of node to empty squares, and leaves the others in the list. Where pins or promotions matter,
 * it leaves all of them. The arguments are those of a pf_count_changed. */
PF_TEMPLATE void pf_count_pairs(pf_node *node, const pf_checks_and_pins *pins, pf_colour us, pf_sliders sliders)
{
    const pf_position *position = node->position;
    pf_colour them = us ^ 1;
    pf_bitboard theirs = position->by_colour[them], occupied = pf_position_occupied(position);
    pf_bitboard knights = pf_position_pieces(position, them, PF_KNIGHT);
    pf_bitboard pinned = pins->straight | pins->diagonal;
    pf_bitboard promoting = pf_position_pieces(position, them, PF_PAWN) & pf_relative_rank(6, them);
    if (PF_UNLIKELY((pinned & theirs & ~knights) | promoting)) return;

    pf_bitboard boards[PF_CHESS_MOVES + 2];
    uint32_t size = 0, left = 0;
    for (uint32_t i = 0; i < node->changed; i++) { /* without a branch: captures are hard to predict */
        uint8_t from = node->from[i], to = node->to[i], king = node->king[i];
        uint32_t takes = theirs >> to & 1;
        boards[size] = (occupied & ~pf_bit(from)) | pf_bit(to);
        node->from[left] = from;
        node->to[left] = to;
        node->king[left] = king;
        node->total += takes ? 0 : king;
        size += 1 - takes;
        left += takes;
    }
    node->changed = left;

    /* Knights have the same moves on all of these boards. */
    uint64_t parts = 0;
    for (pf_bitboard set = knights & ~pinned; set;) parts += pf_parts(pf_knight_attacks[pf_pop_lowest(&set)] & ~theirs);
    node->total += (uint64_t)size * pf_parts_total(parts);
    const uint64_t low = 0x00ff00ff00ff00ff;
    pf_two_sets sums = {0, 0}; /* 16 bits are enough: there are at most 218 * 218 moves */
    boards[size] = occupied;
    for (uint32_t i = 0; i < size; i += 2) {
        pf_two_sets count = pf_count_army_of_two(position, boards + i, them, sliders);
        if (i + 1 == size) count[1] = 0;
        sums += (count & low) + (count >> 8 & low);
    }
    node->total += (sums[0] + sums[1]) * 0x0001000100010001 >> 48;
}

#else

PF_TEMPLATE void pf_count_pairs(pf_node *node, const pf_checks_and_pins *pins, pf_colour us, pf_sliders sliders)
{
    (void)node, (void)pins, (void)us, (void)sliders;
}

#endif

#endif
