/* Perft compiled once per instruction set: the same tree as plain.c, with the generator and the move played inlined,
 * the colour known at compile time and no key kept. */
#ifndef PLYFORGE_COUNT_H
#define PLYFORGE_COUNT_H

#include <plyforge/perft.h>

#include "moves/generate.h"
#include "moves/make.h"

/* No tree of eight plies has 2^64 leaves, because 218^8 < 2^63. Deeper ones are added up in 128 bits. */
enum { PF_PERFT_64_BIT_DEPTH = 8 };

/* Defines pf_perft_64_SUFFIX for depth 1 to PF_PERFT_64_BIT_DEPTH, and the wide pf_perft_SUFFIX for any depth. */
#define PF_DEFINE_PERFT(suffix, sliders)                                                                               \
    static uint64_t perft_black(const pf_position *position, unsigned depth, pf_perft_leaves leaves);                  \
    static uint64_t perft_white(const pf_position *position, unsigned depth, pf_perft_leaves leaves)                   \
    {                                                                                                                  \
        return pf_perft_body(position, depth, leaves, perft_black, PF_WHITE, sliders);                                 \
    }                                                                                                                  \
    static uint64_t perft_black(const pf_position *position, unsigned depth, pf_perft_leaves leaves)                   \
    {                                                                                                                  \
        return pf_perft_body(position, depth, leaves, perft_white, PF_BLACK, sliders);                                 \
    }                                                                                                                  \
    uint64_t pf_perft_64_##suffix(const pf_position *position, unsigned depth, pf_perft_leaves leaves)                 \
    {                                                                                                                  \
        return position->turn == PF_WHITE ? perft_white(position, depth, leaves)                                       \
                                          : perft_black(position, depth, leaves);                                      \
    }

PF_TEMPLATE uint64_t pf_perft_body(const pf_position *position, unsigned depth, pf_perft_leaves leaves,
                                   uint64_t (*reply)(const pf_position *, unsigned, pf_perft_leaves), pf_colour us,
                                   pf_sliders sliders)
{
    if (depth == 1 && leaves == PF_PERFT_BULK) return pf_generate_body(position, NULL, us, PF_SINK_COUNT, sliders);
    if (depth == 0) return 1;

    pf_move moves[PF_MOVE_LIST_CAPACITY];
    uint32_t size = pf_generate_body(position, moves, us, PF_SINK_LIST, sliders);
    uint64_t total = 0;
    for (uint32_t i = 0; i < size; i++) {
        pf_position child = *position;
        pf_make_body(&child, moves[i], us, PF_WITHOUT_KEY, sliders);
        total += reply(&child, depth - 1, leaves);
    }
    return total;
}

PF_PRIVATE uint64_t pf_perft_64_portable(const pf_position *position, unsigned depth, pf_perft_leaves leaves);
PF_PRIVATE uint64_t pf_perft_64_bmi2(const pf_position *position, unsigned depth, pf_perft_leaves leaves);

#endif
