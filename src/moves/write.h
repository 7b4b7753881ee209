/* Writing moves out of a set of targets, for every machine: a loop, square by square. moves/write_avx512.h does the
 * same without one; whoever wants that includes it before anything else of moves/. */
#ifndef PLYFORGE_WRITE_H
#define PLYFORGE_WRITE_H

#include <plyforge/types.h>

#include "compiler.h"

/* How many moves to expect from one piece. Where there are mostly none or one, whether there is one is hard to predict;
 * then the first is written without asking, and kept if it was one. */
typedef enum pf_density { PF_MANY, PF_FEW } pf_density;

/* A square to write when the set is empty and what is written will not be kept. */
PF_TEMPLATE pf_square pf_lowest_or_last(pf_bitboard set)
{
    return pf_lowest(set | UINT64_C(1) << 63);
}

/* All moves from one square to each square of targets. Returns where the next move goes. */
PF_TEMPLATE pf_move *pf_write_from(pf_move *list, pf_square from, pf_bitboard targets, pf_density density)
{
    pf_move base = pf_move_of(from, 0, PF_MOVE_NORMAL);
    if (density == PF_FEW) {
        *list = (pf_move)(base | pf_lowest_or_last(targets));
        list += targets != 0;
        targets &= targets - 1;
    }
    while (targets) *list++ = (pf_move)(base | pf_pop_lowest(&targets));
    return list;
}

/* Pawn moves to each square of targets, all by the same step (to - from). */
PF_TEMPLATE pf_move *pf_write_pawns(pf_move *list, pf_bitboard targets, int step, pf_density density)
{
    if (density == PF_FEW) {
        pf_square to = pf_lowest_or_last(targets);
        *list = pf_move_of((pf_square)((int)to - step) & 63, to, PF_MOVE_NORMAL);
        list += targets != 0;
        targets &= targets - 1;
    }
    while (targets) {
        pf_square to = pf_pop_lowest(&targets);
        *list++ = pf_move_of((pf_square)((int)to - step), to, PF_MOVE_NORMAL);
    }
    return list;
}

#endif
