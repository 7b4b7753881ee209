/* The writer for every machine: a loop that writes two moves at a time. */
#ifndef PLYFORGE_WRITE_PAIRS_H
#define PLYFORGE_WRITE_PAIRS_H

#include "moves/captures_singly.h"
#include "moves/write.h"

#ifdef PF_WRITER
#error "Include one writer only: see moves/write.h."
#endif
#define PF_WRITER "pairs"

/* Each move is base plus factor times the square it goes to. Two are written at a time: it is hard to predict whether
 * there is another move, and less hard to predict whether there are two more. If no second move is left, a value is
 * still written but not kept: a list of 256 has space after the 218 moves that are possible. */
PF_TEMPLATE pf_move *pf_write_pairs(pf_move *list, unsigned base, unsigned factor, pf_bitboard targets)
{
    const pf_bitboard last = UINT64_C(1) << 63; /* so that there always is a lowest bit */
    pf_move *end = list + pf_popcount(targets);
    do {
        pf_bitboard second = targets & (targets - 1);
        list[0] = (pf_move)(base + factor * pf_lowest(targets | last));
        list[1] = (pf_move)(base + factor * pf_lowest(second | last));
        list += 2;
        targets = second & (second - 1);
    } while (targets);
    return end;
}

/* All moves from one square to each square of targets. Returns the slot for the next move. */
PF_TEMPLATE pf_move *pf_write_from(pf_move *list, pf_square from, pf_bitboard targets, pf_piece_type type,
                                   pf_density density)
{
    (void)type, (void)density;
    return pf_write_pairs(list, pf_move_of(from, 0, PF_MOVE_NORMAL), 1, targets);
}

/* Pawn moves to each square of targets, all by the same step (to - from). */
PF_TEMPLATE pf_move *pf_write_pawns(pf_move *list, pf_bitboard targets, int step, pf_density density)
{
    (void)density;
    return pf_write_pairs(list, (unsigned)(-step * 64), 65, targets); /* to + 64 * (to - step) */
}

#endif
