/* Perft for machines without wide registers: two plies at once, one node and one move after the other. */
#ifndef PLYFORGE_COUNT_SINGLY_H
#define PLYFORGE_COUNT_SINGLY_H

#include "moves/write_pairs.h"

#include "perft/two_ply/count.h"
#include "perft/two_ply/pairs.h"

/* A pf_count_changed that counts one move after the other, except for those that can be counted in pairs. */
PF_TEMPLATE void pf_count_changed_singly(pf_node *node, const pf_checks_and_pins *pins, pf_colour us,
                                         pf_sliders sliders)
{
    pf_count_pairs(node, pins, us, sliders);
    for (uint32_t i = 0; i < node->changed; i++) {
        pf_bitboard to = pf_bit(node->to[i]);
        pf_bitboard occupied = (pf_position_occupied(node->position) & ~pf_bit(node->from[i])) | to;
        node->total += node->king[i] + pf_count_army(node->position, pins, occupied, to, ~UINT64_C(0), us ^ 1, sliders);
    }
    node->changed = 0;
}

PF_TEMPLATE uint64_t pf_count_two_plies_singly(const pf_position *position, pf_colour us, pf_sliders sliders)
{
    pf_node node;
    node.position = position;
    pf_count_two_plies(&node, pf_count_changed_singly, us, sliders);
    for (uint32_t i = 0; i < node.played; i++) {
        pf_position child = *position;
        pf_make_body(&child, node.moves[i], us, PF_WITHOUT_KEY, sliders);
        node.total += pf_generate_body(&child, NULL, us ^ 1, PF_SINK_COUNT, sliders);
    }
    return node.total;
}

PF_TEMPLATE void pf_count_each_singly(uint64_t *each, const pf_position *nodes, uint32_t size, pf_count_last *last)
{
    for (uint32_t i = 0; i < size; i++) each[i] = last(&nodes[i], 2);
}

#define PF_DEFINE_PERFT_SINGLY(suffix, sliders)                                                                        \
    static uint64_t last_white(const pf_position *position, unsigned depth)                                            \
    {                                                                                                                  \
        (void)depth;                                                                                                   \
        return pf_count_two_plies_singly(position, PF_WHITE, sliders);                                                 \
    }                                                                                                                  \
    static uint64_t last_black(const pf_position *position, unsigned depth)                                            \
    {                                                                                                                  \
        (void)depth;                                                                                                   \
        return pf_count_two_plies_singly(position, PF_BLACK, sliders);                                                 \
    }                                                                                                                  \
    static void each_white(uint64_t *each, const pf_position *home, const pf_position *nodes, uint32_t size)           \
    {                                                                                                                  \
        (void)home;                                                                                                    \
        pf_count_each_singly(each, nodes, size, last_white);                                                           \
    }                                                                                                                  \
    static void each_black(uint64_t *each, const pf_position *home, const pf_position *nodes, uint32_t size)           \
    {                                                                                                                  \
        (void)home;                                                                                                    \
        pf_count_each_singly(each, nodes, size, last_black);                                                           \
    }                                                                                                                  \
    PF_DEFINE_PERFT(suffix, 2, sliders)

#endif
