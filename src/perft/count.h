/* Perft compiled once per instruction set: the same tree as plain.c, with the generator and the move played inlined,
 * the colour known at compile time and no key kept. */
#ifndef PLYFORGE_COUNT_H
#define PLYFORGE_COUNT_H

#include <plyforge/perft.h>

#include "moves/generate.h"
#include "moves/make.h"
#include "perft/perft.h"
#include "perft/two_plies.h"

/* A pf_count_changed: one move after the other. */
PF_TEMPLATE void pf_count_changed_singly(pf_node *node, const pf_checks_and_pins *pins, pf_colour us,
                                         pf_sliders sliders)
{
    for (uint32_t i = 0; i < node->changed; i++) {
        pf_bitboard to = pf_bit(node->to[i]);
        pf_bitboard occupied = (pf_position_occupied(node->position) & ~pf_bit(node->from[i])) | to;
        node->total += node->king[i] + pf_count_army(node->position, pins, occupied, to, ~UINT64_C(0), us ^ 1, sliders);
    }
    node->changed = 0;
}

/* perft for the side us, which is to move; reply is the same for the other side, changed counts the moves after which
 * an army must be looked at again. */
PF_TEMPLATE uint64_t pf_perft_body(const pf_position *position, unsigned depth, pf_perft_leaves leaves,
                                   pf_perft_side *reply, pf_count_changed *changed, pf_colour us, pf_sliders sliders)
{
    if (depth == 0) return 1;
    if (leaves == PF_PERFT_BULK && depth == 1) return pf_generate_body(position, NULL, us, PF_SINK_COUNT, sliders);
    if (leaves == PF_PERFT_BULK && depth == 2) {
        pf_node node;
        node.position = position;
        pf_count_two_plies(&node, changed, us, sliders);
        for (uint32_t i = 0; i < node.played; i++) {
            pf_position child = *position;
            pf_make_body(&child, node.moves[i], us, PF_WITHOUT_KEY, sliders);
            node.total += pf_generate_body(&child, NULL, us ^ 1, PF_SINK_COUNT, sliders);
        }
        return node.total;
    }
    pf_move moves[PF_MOVE_LIST_CAPACITY];
    uint32_t size = pf_generate_body(position, moves, us, PF_SINK_LIST, sliders);
    if (leaves == PF_PERFT_LIST_LEAVES && depth == 1) {
        PF_KEEP_WRITTEN(moves);
        return size;
    }
    uint64_t total = 0;
    pf_position child;
    if (leaves == PF_PERFT_PLAY_LEAVES && depth == 1) {
        pf_position here = *position; /* which nothing else can change: it stays in registers */
        for (; total < size; total++) {
            pf_make_child(&child, &here, moves[total], us, sliders);
            PF_KEEP_WRITTEN(child);
        }
        return total;
    }
    for (uint32_t i = 0; i < size; i++) {
        pf_make_child(&child, position, moves[i], us, sliders);
        total += reply(&child, depth - 1, leaves);
    }
    return total;
}

/* Defines pf_perft_64_SUFFIX, for depth 0 to PF_PERFT_64_BIT_DEPTH. */
#define PF_DEFINE_PERFT(suffix, sliders, changed)                                                                      \
    static uint64_t perft_black(const pf_position *position, unsigned depth, pf_perft_leaves leaves);                  \
    static uint64_t perft_white(const pf_position *position, unsigned depth, pf_perft_leaves leaves)                   \
    {                                                                                                                  \
        return pf_perft_body(position, depth, leaves, perft_black, changed, PF_WHITE, sliders);                        \
    }                                                                                                                  \
    static uint64_t perft_black(const pf_position *position, unsigned depth, pf_perft_leaves leaves)                   \
    {                                                                                                                  \
        return pf_perft_body(position, depth, leaves, perft_white, changed, PF_BLACK, sliders);                        \
    }                                                                                                                  \
    uint64_t pf_perft_64_##suffix(const pf_position *position, unsigned depth, pf_perft_leaves leaves)                 \
    {                                                                                                                  \
        return position->turn == PF_WHITE ? perft_white(position, depth, leaves)                                       \
                                          : perft_black(position, depth, leaves);                                      \
    }

#endif
