/* The public face of counting in variants, and the one place where it chooses between instruction sets. */
#include <plyforge/variant.h>

#include "perft/variant_count.h"

#define COUNTERS(level) pf_variant_counters_##level,
static pf_variant_counter *const *const by_level[] = {PF_CODE_BY_LEVEL(variant_count, COUNTERS)};

static unsigned limited(unsigned depth)
{
    return depth < PF_PERFT_MAX_DEPTH ? depth : PF_PERFT_MAX_DEPTH;
}

static pf_count count_wide(const pf_variant_position *position, unsigned depth, pf_perft_side *standard)
{
    if (depth <= PF_VARIANT_64_BIT_DEPTH)
        return pf_count_of(by_level[pf_level_here()][position->variant](position, depth, standard));

    pf_count total = {0, 0};
    pf_variant_move_list list;
    pf_variant_generate(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_variant_position child = *position;
        pf_variant_play_unchecked(&child, list.moves[i]);
        total = pf_count_add(total, count_wide(&child, depth - 1, standard));
    }
    return total;
}

pf_count pf_variant_perft(const pf_variant_position *position, unsigned depth)
{
    if (position->variant == PF_VARIANT_STANDARD) return pf_perft(&position->board, depth);
    return count_wide(position, limited(depth), pf_perft_fastest().side);
}

bool pf_variant_perft_divide(pf_count *total, const pf_variant_position *position, unsigned depth,
                             pf_perft_on_root *on_root, void *context)
{
    *total = pf_count_of(depth == 0);
    if (depth == 0) return true;
    pf_variant_move_list list;
    pf_variant_generate(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_variant_position child = *position;
        pf_variant_play_unchecked(&child, list.moves[i]);
        pf_count nodes = pf_variant_perft(&child, limited(depth) - 1);
        *total = pf_count_add(*total, nodes);
        if (on_root && !on_root(context, list.moves[i], nodes, i, list.size)) return false;
    }
    return true;
}
