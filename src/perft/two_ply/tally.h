/* Two helpers of counting that work on every machine: adding up the moves that affect only pawns, as whole target sets,
 * and writing out the squares of a set. */
#ifndef PLYFORGE_TALLY_H
#define PLYFORGE_TALLY_H

#include "perft/two_ply/replies.h"

/* A piece of ours that arrives on a square changes the number of their replies by -2 to 2: a pawn gains a capture on
 * left and on right, and loses a push on one, two and passed. As no pawn pushes to a square where another one lands
 * after a double push, and each double push passes a square of one, three sets are enough for this number: 1 for odd, 2
 * for plus, -2 for minus, added up. */
typedef struct pf_tally {
    pf_bitboard odd, plus, minus;
    uint64_t moves, odds, pluses, minuses; /* the number of moves, and of moves to each set, as pf_parts */
} pf_tally;

PF_TEMPLATE pf_tally pf_tally_begin(const pf_reply_pawns *pawns)
{
    pf_bitboard gained = pawns->left ^ pawns->right, lost = (pawns->one | pawns->two) ^ pawns->passed;
    pf_bitboard minus = pawns->passed | (lost & ~gained);
    pf_tally tally = {gained ^ lost, pawns->left & pawns->right, minus, 0, 0, 0, 0};
    return tally;
}

/* Adds a move to each square of targets. A position has fewer than 256 moves, as pf_parts requires. */
PF_TEMPLATE void pf_tally_add(pf_tally *tally, pf_bitboard targets)
{
    tally->moves += pf_parts(targets);
    tally->odds += pf_parts(targets & tally->odd);
    tally->pluses += pf_parts(targets & tally->plus);
    tally->minuses += pf_parts(targets & tally->minus);
}

/* Adds up the moves of our pieces, other than pawns and king, to squares of mask that affect only pawns, and leaves the
 * others in rest. Returns which pieces have any left, one bit for each. */
PF_TEMPLATE uint32_t pf_tally_add_army(pf_tally *tally, pf_bitboard rest[16], const pf_army *army,
                                       const pf_replies *replies, pf_bitboard mask)
{
    uint32_t pieces = 0;
    for (uint32_t i = 0; i < army->size; i++) {
        pf_bitboard plain = pf_bit(army->square[i]) & replies->from ? 0 : ~replies->to[army->type[i]];
        pf_bitboard targets = army->targets[i] & mask;
        pf_tally_add(tally, targets & plain);
        rest[i] = targets & ~plain;
        pieces |= (uint32_t)(rest[i] != 0) << i;
    }
    return pieces;
}

/* The sum of the replies to all moves that were added, given the number of replies to a pass. */
PF_TEMPLATE uint64_t pf_tally_total(const pf_tally *tally, uint64_t replies)
{
    return pf_parts_total(tally->moves) * replies + pf_parts_total(tally->odds) +
           2 * ((uint64_t)pf_parts_total(tally->pluses) - pf_parts_total(tally->minuses));
}

/* Writes the numbers of the squares of a set and returns how many there are; may write up to 64 bytes. */
PF_TEMPLATE uint32_t pf_write_squares(uint8_t *out, pf_bitboard set)
{
    uint32_t size = pf_popcount(set);
    while (set) *out++ = (uint8_t)pf_pop_lowest(&set);
    return size;
}

#endif
