/* The writer for lists that directly follow one another: it never writes past the last move, not even a move that is
 * overwritten later. The kernels of perft/cuda list moves like that. */
#ifndef PLYFORGE_WRITE_TIGHT_H
#define PLYFORGE_WRITE_TIGHT_H

#include "moves/captures_singly.h"
#include "moves/write.h"

#ifdef PF_WRITER
#error "Include one writer only: see moves/write.h."
#endif
#define PF_WRITER "tight"
#define PF_WRITES_TIGHTLY

/* All moves from one square to each square of targets. Returns the slot for the next move. */
PF_TEMPLATE pf_move *pf_write_from(pf_move *list, pf_square from, pf_bitboard targets, pf_piece_type type,
                                   pf_density density)
{
    (void)type, (void)density;
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
