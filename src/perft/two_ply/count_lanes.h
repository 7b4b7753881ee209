/* Perft for machines with wide registers: three plies at once, the last two of several siblings together.
 *
 * Include one lanes_*.h before this header. */
#ifndef PLYFORGE_COUNT_LANES_H
#define PLYFORGE_COUNT_LANES_H

#include "perft/two_ply/count.h"
#include "perft/two_ply/siblings.h"

/* The sum of perft(2) over siblings, or perft(2) of each; see pf_count_siblings. */
typedef uint64_t pf_siblings_counter(const pf_position *home, const pf_position *nodes, uint32_t size, uint64_t *each);

/* Counts three plies; us is to move. replies counts siblings in which the other side is to move. */
PF_TEMPLATE uint64_t pf_count_three_plies(const pf_position *position, pf_siblings_counter *replies, pf_colour us,
                                          pf_sliders sliders)
{
    pf_move moves[PF_CHESS_MOVES];
    pf_position nodes[PF_LANES];
    uint32_t size = pf_generate_body(position, moves, us, PF_SINK_LIST, sliders);
    uint64_t total = 0;
    for (uint32_t i = 0; i < size; i += PF_LANES) {
        uint32_t some = size - i < PF_LANES ? size - i : PF_LANES;
        for (uint32_t k = 0; k < some; k++) pf_make_child(&nodes[k], position, moves[i + k], us, sliders);
        total += replies(position, nodes, some, NULL);
    }
    return total;
}

PF_TEMPLATE uint64_t pf_count_after_body(const pf_position *position, pf_move move, pf_colour us, pf_sliders sliders)
{
    pf_position child = *position;
    pf_make_body(&child, move, us, PF_WITHOUT_KEY, sliders);
    return pf_generate_body(&child, NULL, us ^ 1, PF_SINK_COUNT, sliders);
}

#define PF_DEFINE_SIDE_IN_LANES(side, us, sliders)                                                                     \
    static PF_NOINLINE uint64_t after_##side(const pf_position *position, pf_move move)                                \
    {                                                                                                                  \
        return pf_count_after_body(position, move, us, sliders);                                                       \
    }                                                                                                                  \
    static PF_NOINLINE uint64_t family_##side(pf_family *family, const pf_position *home, uint64_t *each)              \
    {                                                                                                                  \
        return pf_count_family(family, home, each, after_##side, us, sliders, PF_ALL_KINDS);                           \
    }                                                                                                                  \
    static PF_NOINLINE uint64_t rook_ending_##side(pf_family *family, const pf_position *home, uint64_t *each)         \
    {                                                                                                                  \
        return pf_count_family(family, home, each, after_##side, us, sliders, PF_ROOK_ENDING);                         \
    }                                                                                                                  \
    /* Up to PF_LANES positions where us is to move. In home, our pieces stand where they stand in all of them, but    \
     * for those that were taken; it may be one of them. */                                                            \
    static uint64_t siblings_##side(const pf_position *home, const pf_position *nodes, uint32_t size, uint64_t *each)  \
    {                                                                                                                  \
        pf_family family;                                                                                              \
        pf_family_gather(&family, home, nodes, size, us);                                                              \
        return pf_is_rook_ending(&family, us) ? rook_ending_##side(&family, home, each)                                \
                                              : family_##side(&family, home, each);                                    \
    }                                                                                                                  \
    static void each_##side(uint64_t *each, const pf_position *home, const pf_position *nodes, uint32_t size)          \
    {                                                                                                                  \
        for (uint32_t i = 0; i < size; i += PF_LANES)                                                                  \
            siblings_##side(home, nodes + i, size - i < PF_LANES ? size - i : PF_LANES, each + i);                     \
    }

#define PF_DEFINE_PERFT_IN_LANES(suffix, sliders)                                                                      \
    PF_DEFINE_SIDE_IN_LANES(white, PF_WHITE, sliders)                                                                  \
    PF_DEFINE_SIDE_IN_LANES(black, PF_BLACK, sliders)                                                                  \
    static uint64_t last_white(const pf_position *position, unsigned depth)                                            \
    {                                                                                                                  \
        return depth == 2 ? siblings_white(position, position, 1, NULL)                                                \
                          : pf_count_three_plies(position, siblings_black, PF_WHITE, sliders);                         \
    }                                                                                                                  \
    static uint64_t last_black(const pf_position *position, unsigned depth)                                            \
    {                                                                                                                  \
        return depth == 2 ? siblings_black(position, position, 1, NULL)                                                \
                          : pf_count_three_plies(position, siblings_white, PF_BLACK, sliders);                         \
    }                                                                                                                  \
    PF_DEFINE_PERFT(suffix, 3, sliders)

#endif
