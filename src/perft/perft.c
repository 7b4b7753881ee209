/* The public face of counting, and the one place where it chooses between instruction sets. */
#include <plyforge/moves.h>
#include <plyforge/perft.h>
#include <plyforge/play.h>

#include "perft/perft.h"

#define COUNTERS(level)                                                                                                \
    {PF_LEVEL_##level, pf_perft_64_##level, pf_gather_transposed_##level, pf_count_transposed_##level,                 \
     pf_classify_##level},
static const pf_counters by_level[] = {PF_CODE_BY_LEVEL(count, COUNTERS)};

pf_counters pf_perft_fastest(void)
{
    return by_level[pf_level_here()];
}

pf_level pf_perft_level(void)
{
    return pf_perft_fastest().level;
}

static pf_count count_wide(const pf_position *position, unsigned depth, pf_perft_leaves leaves, pf_perft_side *below)
{
    if (depth <= PF_PERFT_64_BIT_DEPTH) return pf_count_of(below(position, depth, leaves));

    pf_count total = {0, 0};
    pf_move_list list;
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_position child = *position;
        pf_position_play_unchecked(&child, list.moves[i]);
        total = pf_count_add(total, count_wide(&child, depth - 1, leaves, below));
    }
    return total;
}

pf_count pf_perft(const pf_position *position, unsigned depth)
{
    return count_wide(position, pf_perft_limited(depth), PF_PERFT_BULK, pf_perft_fastest().side);
}

bool pf_perft_divide(pf_count *total, const pf_position *position, unsigned depth, pf_perft_leaves leaves,
                     pf_perft_on_root *on_root, void *context)
{
    *total = pf_count_of(depth == 0);
    if (depth == 0) return true;

    pf_perft_side *below = pf_perft_fastest().side;
    pf_move_list list;
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_position child = *position;
        pf_position_play_unchecked(&child, list.moves[i]);
        pf_count nodes = count_wide(&child, pf_perft_limited(depth) - 1, leaves, below);
        *total = pf_count_add(*total, nodes);
        if (on_root && !on_root(context, list.moves[i], nodes, i, list.size)) return false;
    }
    return true;
}
