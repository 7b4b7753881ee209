/* Horde. White has pawns, some of them possibly on the first rank, and no king: White's moves need no masks, and after
 * a move by Black they can be counted without playing it. */
#ifndef PLYFORGE_HORDE_H
#define PLYFORGE_HORDE_H

#include "moves/write_pairs.h"

#include "moves/generate.h"

/* The jumps from the first rank: only a pawn of that rank reaches the second by one step. */
PF_TEMPLATE pf_bitboard pf_first_rank_jumps(pf_bitboard one, pf_bitboard occupied)
{
    return pf_forward(one & pf_relative_rank(1, PF_WHITE), PF_WHITE) & ~occupied;
}

PF_TEMPLATE bool pf_horde_is_pawns(const pf_position *board)
{
    return !(board->by_colour[PF_WHITE] & ~board->by_type[PF_PAWN]);
}

/* The number of moves that White, who has only pawns, has after a move of Black other than castling and en passant. */
PF_TEMPLATE uint32_t pf_count_horde_after(const pf_position *board, pf_move move)
{
    const pf_checks_and_pins pins = {0, 0, 0};
    pf_bitboard from = pf_bit(pf_move_from(move)), to = pf_bit(pf_move_to(move));
    pf_bitboard pawns = board->by_colour[PF_WHITE] & ~to;
    pf_bitboard black = (board->by_colour[PF_BLACK] & ~from) | to;
    pf_pawn_targets targets = pf_pawn_targets_of(pawns, pawns | black, black, &pins, PF_WHITE);
    targets.two |= pf_first_rank_jumps(targets.one, pawns | black);

    uint32_t count = pf_popcount(targets.one) + pf_popcount(targets.two) + pf_popcount(targets.left) +
                     pf_popcount(targets.right);
    if (PF_UNLIKELY((targets.one | targets.left | targets.right) & PF_RANK_8))
        count += 3 * (pf_popcount(targets.one & PF_RANK_8) + pf_popcount(targets.left & PF_RANK_8) +
                      pf_popcount(targets.right & PF_RANK_8));
    if (PF_UNLIKELY((from & board->by_type[PF_PAWN]) && from >> 16 == to))
        count += pf_popcount(pf_pawn_attacks[PF_BLACK][pf_move_to(move) + 8] & pawns);
    return count;
}

#endif
