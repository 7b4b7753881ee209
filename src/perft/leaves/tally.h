/* Two helpers of counting, for every machine: adding up the moves that have effects on pawns only, as whole target
 * sets, and writing out the squares of a set. */
#ifndef PLYFORGE_TALLY_H
#define PLYFORGE_TALLY_H

#include "perft/leaves/replies.h"

typedef struct pf_tally {
    pf_bitboard left, right, one, two, passed; /* as in pf_replies */
    uint64_t moves;                            /* the number of moves */
    uint64_t change; /* the sum of their replies, less that of as many passes; wraps below 0 */
} pf_tally;

PF_TEMPLATE pf_tally pf_tally_begin(pf_bitboard left, pf_bitboard right, pf_bitboard one, pf_bitboard two,
                                    pf_bitboard passed)
{
    pf_tally tally = {left, right, one, two, passed, 0, 0};
    return tally;
}

/* Adds a move to each square of targets. */
PF_TEMPLATE void pf_tally_add(pf_tally *tally, pf_bitboard targets)
{
    tally->moves += pf_popcount(targets);
    tally->change += (uint64_t)pf_popcount(targets & tally->left) + pf_popcount(targets & tally->right) -
                     pf_popcount(targets & tally->one) - pf_popcount(targets & tally->two) -
                     pf_popcount(targets & tally->passed);
}

/* The moves of our pieces, other than pawns and king, to squares of mask: adds up those that have effects on pawns only
 * and leaves the others in rest. Returns which pieces have any left, a bit for each. */
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

/* The sum of the replies to all moves added, given the number of replies to a pass. */
PF_TEMPLATE uint64_t pf_tally_total(const pf_tally *tally, uint64_t replies)
{
    return tally->moves * replies + tally->change;
}

/* Writes the numbers of the squares of a set and returns how many they are; may write up to 64 bytes. */
PF_TEMPLATE uint32_t pf_write_squares(uint8_t *out, pf_bitboard set)
{
    uint32_t size = pf_popcount(set);
    while (set) *out++ = (uint8_t)pf_pop_lowest(&set);
    return size;
}

#endif
