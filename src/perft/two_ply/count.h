/* Perft compiled once per instruction set: the same tree as plain.c, but generating and playing moves are inlined, the
 * colour is known at compile time and no key is kept. */
#ifndef PLYFORGE_COUNT_H
#define PLYFORGE_COUNT_H

#include <plyforge/perft.h>

#include "moves/generate.h"
#include "moves/make.h"
#include "perft/perft.h"
#include "perft/two_ply/classify.h"
#include "perft/two_ply/transposed.h"

/* Counts the last plies of a tree at once: two plies, or more if a back end supports it. */
typedef uint64_t pf_count_last(const pf_position *position, unsigned depth);

/* perft for the side us, which is to move; reply is the same function for the other side. last counts the last plies,
 * at most reach of them. */
PF_TEMPLATE uint64_t pf_perft_body(const pf_position *position, unsigned depth, pf_perft_leaves leaves,
                                   pf_count_tree *reply, pf_count_last *last, unsigned reach, pf_colour us,
                                   pf_sliders sliders)
{
    if (depth == 0) return 1;
    if (leaves == PF_PERFT_BULK && depth == 1) return pf_generate_body(position, NULL, us, PF_SINK_COUNT, sliders);
    if (leaves == PF_PERFT_BULK && depth <= reach) return last(position, depth);
    pf_move moves[PF_CHESS_MOVES];
    uint32_t size = pf_generate_body(position, moves, us, PF_SINK_LIST, sliders);
    if (leaves == PF_PERFT_LIST_LEAVES && depth == 1) {
        PF_KEEP_WRITTEN(moves);
        return size;
    }
    uint64_t total = 0;
    _Alignas(64) pf_position child; /* written and read as one vector of 64 bytes, so keep it in one cache line */
    if (leaves == PF_PERFT_PLAY_LEAVES && depth == 1) {
        pf_position here = *position; /* a local copy that nothing else can change stays in registers */
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

/* Counts perft(2) of each of several siblings; home has the same meaning as for pf_count_siblings. */
typedef void pf_count_each(uint64_t *each, const pf_position *home, const pf_position *nodes, uint32_t size);

enum { PF_COUNTED_AT_ONCE = 8 };

/* A pf_use_part: for each of the first size records, adds path count * perft(2) to the total; us is to move. */
PF_TEMPLATE void pf_count_part(pf_transposed *children, uint32_t part, uint32_t size, pf_count_each *each, pf_colour us)
{
    const pf_record *records = children->records[part];
    pf_position nodes[PF_COUNTED_AT_ONCE];
    uint64_t counts[PF_COUNTED_AT_ONCE];
    for (uint32_t i = 0; i < size; i += PF_COUNTED_AT_ONCE) {
        uint32_t some = size - i < PF_COUNTED_AT_ONCE ? size - i : PF_COUNTED_AT_ONCE;
        for (uint32_t k = 0; k < some; k++) pf_quad_to_position(&nodes[k], &records[i + k].quad, us);
        each(counts, &children->home, nodes, some);
        for (uint32_t k = 0; k < some; k++) children->total += (pf_uint128)records[i + k].ways * counts[k];
    }
}

/* Adds the children of a position whose side to move is us. */
PF_TEMPLATE void pf_gather_transposed_body(pf_transposed *children, const pf_record *parent, pf_colour us,
                                           pf_sliders sliders)
{
    pf_position position;
    pf_quad_to_position(&position, &parent->quad, us);
    pf_transposed_join(children, &position);
    pf_mover mover = pf_mover_of(&parent->quad, &position, us);
    pf_move moves[PF_CHESS_MOVES];
    uint32_t size = pf_generate_body(&position, moves, us, PF_SINK_LIST, sliders);
    for (uint32_t i = 0; i < size; i++) {
        pf_quad quad = pf_quad_moved(&mover, &parent->quad, moves[i], us, sliders);
        uint32_t part = (uint32_t)(pf_quad_hash(&quad) >> 32) & (children->parts - 1);
        pf_record *record = &children->records[part][children->sizes[part]++];
        record->quad = quad;
        record->ways = parent->ways;
        if (PF_UNLIKELY(children->sizes[part] == PF_PART_SIZE)) pf_transposed_make_room(children, part);
    }
}

/* Defines pf_perft_64_SUFFIX, for depth 0 to PF_PERFT_64_BIT_DEPTH, pf_gather_transposed_SUFFIX,
 * pf_count_transposed_SUFFIX and pf_classify_SUFFIX, from the functions last_white and last_black, which count up to
 * reach plies at once, and each_white and each_black. */
#define PF_DEFINE_PERFT(suffix, reach, sliders)                                                                        \
    static uint64_t perft_black(const pf_position *position, unsigned depth, pf_perft_leaves leaves);                  \
    static uint64_t perft_white(const pf_position *position, unsigned depth, pf_perft_leaves leaves)                   \
    {                                                                                                                  \
        return pf_perft_body(position, depth, leaves, perft_black, last_white, reach, PF_WHITE, sliders);              \
    }                                                                                                                  \
    static uint64_t perft_black(const pf_position *position, unsigned depth, pf_perft_leaves leaves)                   \
    {                                                                                                                  \
        return pf_perft_body(position, depth, leaves, perft_white, last_black, reach, PF_BLACK, sliders);              \
    }                                                                                                                  \
    uint64_t pf_perft_64_##suffix(const pf_position *position, unsigned depth, pf_perft_leaves leaves)                 \
    {                                                                                                                  \
        return position->turn == PF_WHITE ? perft_white(position, depth, leaves)                                       \
                                          : perft_black(position, depth, leaves);                                      \
    }                                                                                                                  \
    void pf_gather_transposed_##suffix(pf_transposed *children, const pf_record *parent, pf_colour us)                 \
    {                                                                                                                  \
        if (us == PF_WHITE)                                                                                            \
            pf_gather_transposed_body(children, parent, PF_WHITE, sliders);                                            \
        else                                                                                                           \
            pf_gather_transposed_body(children, parent, PF_BLACK, sliders);                                            \
    }                                                                                                                  \
    void pf_count_transposed_##suffix(pf_transposed *children, uint32_t part, uint32_t size)                           \
    {                                                                                                                  \
        if (children->home.turn == PF_WHITE)                                                                           \
            pf_count_part(children, part, size, each_black, PF_BLACK);                                                 \
        else                                                                                                           \
            pf_count_part(children, part, size, each_white, PF_WHITE);                                                 \
    }                                                                                                                  \
    void pf_classify_##suffix(uint32_t *classes, const pf_position *position)                                          \
    {                                                                                                                  \
        if (position->turn == PF_WHITE)                                                                                \
            pf_classify_body(classes, position, PF_WHITE, sliders);                                                    \
        else                                                                                                           \
            pf_classify_body(classes, position, PF_BLACK, sliders);                                                    \
    }

#endif
