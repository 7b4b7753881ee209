/* Where generated moves go. The generator produces squares; the sink turns them into a list or a number. The compiler
 * knows which of the two it is. */
#ifndef PLYFORGE_EMIT_H
#define PLYFORGE_EMIT_H

#include "moves/write.h"

#ifndef PF_WRITER
#error "Include a writer before the generator: see moves/write.h."
#endif

/* The destination of moves: a list, a count, or merely whether there is a move. */
typedef enum pf_sink { PF_SINK_LIST, PF_SINK_COUNT, PF_SINK_ANY } pf_sink;

/* The state of a sink: list is advanced past each move written; count is the number of moves so far, for a count or for
 * "any". */
typedef struct pf_moves_out {
    pf_move *list;
    uint32_t count;
} pf_moves_out;

/* All moves from one square to each square of targets; type is as for pf_write_from. */
PF_TEMPLATE void pf_emit_from_expecting(pf_moves_out *out, pf_square from, pf_bitboard targets, pf_piece_type type,
                                        pf_sink sink, pf_density density)
{
    if (sink == PF_SINK_LIST)
        out->list = pf_write_from(out->list, from, targets, type, density);
    else
        out->count += pf_popcount(targets);
}

/* Pawn moves to each square of targets, all by the same step (to - from). */
PF_TEMPLATE void pf_emit_pawns_expecting(pf_moves_out *out, pf_bitboard targets, int step, pf_sink sink,
                                         pf_density density)
{
    if (sink == PF_SINK_LIST)
        out->list = pf_write_pawns(out->list, targets, step, density);
    else
        out->count += pf_popcount(targets);
}

/* Promotions to each square, to each piece from the highest down to the lowest. */
PF_TEMPLATE void pf_emit_promotions_to(pf_moves_out *out, pf_bitboard targets, int step, pf_piece_type high,
                                       pf_piece_type low, pf_sink sink)
{
    if (sink == PF_SINK_LIST) {
        while (targets) {
            pf_square to = pf_pop_lowest(&targets);
            pf_square from = (pf_square)((int)to - step);
            for (pf_piece_type type = high; type >= low; type--) *out->list++ = pf_move_of_promotion(from, to, type);
        }
    } else {
        out->count += (high - low + 1) * pf_popcount(targets);
    }
}

PF_TEMPLATE void pf_emit_promotions(pf_moves_out *out, pf_bitboard targets, int step, pf_sink sink)
{
    pf_emit_promotions_to(out, targets, step, PF_QUEEN, PF_KNIGHT, sink);
}

PF_TEMPLATE void pf_emit_one(pf_moves_out *out, pf_move move, pf_sink sink)
{
    if (sink == PF_SINK_LIST)
        *out->list++ = move;
    else
        out->count++;
}

#endif
