/* Writing moves out of a set of targets where the next list begins right behind this one: not one move too many is
 * written, not even to be overwritten. The kernels of perft/cuda list moves like that; whoever wants this includes it
 * before anything else of moves/. */
#ifndef PLYFORGE_WRITE_H
#define PLYFORGE_WRITE_H
#define PF_WRITES_TIGHTLY

#include <plyforge/types.h>

#include "compiler.h"

/* As in moves/write.h; it makes no difference. */
typedef enum pf_density { PF_MANY, PF_FEW, PF_FEW_OF_PIECE } pf_density;

/* All moves from one square to each square of targets. Returns where the next move goes. */
PF_TEMPLATE pf_move *pf_write_from(pf_move *list, pf_square from, pf_bitboard targets, pf_density density)
{
    (void)density;
    while (targets) *list++ = pf_move_of(from, pf_pop_lowest(&targets), PF_MOVE_NORMAL);
    return list;
}

/* Pawn moves to each square of targets, all by the same step (to - from). */
PF_TEMPLATE pf_move *pf_write_pawns(pf_move *list, pf_bitboard targets, int step, pf_density density)
{
    (void)density;
    while (targets) {
        pf_square to = pf_pop_lowest(&targets);
        *list++ = pf_move_of((pf_square)((int)to - step), to, PF_MOVE_NORMAL);
    }
    return list;
}

#endif
