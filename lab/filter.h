/* The first legality strategy, and the oldest one: generate pseudo-legal moves, play each of them, and drop those after
 * which our king can be captured. It uses neither pins nor masks, so it is a good independent check of the strategies
 * that do. */
#ifndef PLYFORGE_FILTER_H
#define PLYFORGE_FILTER_H

#include "lab/sliders_all.h"

#include "moves/write_pairs.h"

#include "moves/generate.h"
#include "moves/make.h"

PF_TEMPLATE bool pf_is_attacked(const pf_position *position, pf_square square, pf_bitboard occupied, pf_colour by,
                                pf_sliders sliders)
{
    return (pf_attackers_to(position, square, occupied, sliders) & position->by_colour[by]) != 0;
}

/* A king may not castle out of check or over an attacked square. Its destination is tested when the move is played. */
PF_TEMPLATE bool pf_castling_crosses_attack(const pf_position *position, pf_move move, pf_colour us, pf_sliders sliders)
{
    pf_square king = pf_move_from(move);
    pf_bitboard path = pf_castling_king_path(king, pf_move_to(move));
    pf_bitboard lifted = pf_position_occupied(position) ^ pf_bit(king);
    if (pf_is_attacked(position, king, pf_position_occupied(position), us ^ 1, sliders)) return true;
    while (path)
        if (pf_is_attacked(position, pf_pop_lowest(&path), lifted, us ^ 1, sliders)) return true;
    return false;
}

PF_TEMPLATE bool pf_move_keeps_king(const pf_position *position, pf_move move, pf_colour us, pf_sliders sliders)
{
    if (PF_UNLIKELY(pf_move_kind_of(move) == PF_MOVE_CASTLING) &&
        pf_castling_crosses_attack(position, move, us, sliders))
        return false;
    pf_position after;
    pf_make_child(&after, position, move, us, sliders);
    return !pf_is_attacked(&after, pf_king_square(&after, us), pf_position_occupied(&after), us ^ 1, sliders);
}

/* Lists the legal moves; list must have capacity for the pseudo-legal ones as well. Returns their number. */
PF_TEMPLATE uint32_t pf_filter_body(const pf_position *position, pf_move *list, pf_colour us, pf_sliders sliders)
{
    pf_plan plan = pf_plan_of(us, PF_NON_EVASIONS, PF_KEEP_PSEUDO, PF_SINK_LIST, sliders);
    uint32_t size = pf_generate_planned(position, list, plan);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < size; i++) {
        pf_move move = list[i];
        list[kept] = move;
        kept += pf_move_keeps_king(position, move, us, sliders);
    }
    return kept;
}

/* Counting uses the list, because each move has to be played anyway. */
#define PF_DEFINE_FILTER(suffix, sliders)                                                                              \
    uint32_t pf_generate_filter_##suffix(const pf_position *position, pf_move *list)                                   \
    {                                                                                                                  \
        return position->turn == PF_WHITE ? pf_filter_body(position, list, PF_WHITE, sliders)                          \
                                          : pf_filter_body(position, list, PF_BLACK, sliders);                         \
    }                                                                                                                  \
    uint32_t pf_count_filter_##suffix(const pf_position *position)                                                     \
    {                                                                                                                  \
        pf_move list[PF_CHESS_MOVES];                                                                                  \
        return pf_generate_filter_##suffix(position, list);                                                            \
    }

#endif
