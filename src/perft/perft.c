/* The public functions for counting, and the only place where counting chooses between instruction sets. */
#include <plyforge/moves.h>
#include <plyforge/perft.h>
#include <plyforge/play.h>

#include "perft/perft.h"

/* A tree of this depth is counted in an instant, even if every leaf is played. */
enum { MOMENT = 4 };

#define TREE_COUNTER(level) {pf_perft_64_##level, PF_PERFT_64_BIT_DEPTH, MOMENT},
static const pf_tree_counter trees_in_chess[] = {PF_CODE_BY_LEVEL(count, TREE_COUNTER)};

#define COUNTERS(level)                                                                                                \
    {PF_LEVEL_##level, TREE_COUNTER(level) pf_gather_transposed_##level, pf_count_transposed_##level,                  \
     pf_classify_##level},
static const pf_counters in_chess[] = {PF_CODE_BY_LEVEL(count, COUNTERS)};

pf_tree_counter pf_fastest_tree_counter(pf_variant variant)
{
    if (PF_VARIANTS && variant != PF_VARIANT_STANDARD) return pf_tree_counter_in_variant();
    return trees_in_chess[pf_level_here()];
}

pf_counters pf_fastest_counters(pf_variant variant)
{
    if (PF_VARIANTS && variant != PF_VARIANT_STANDARD)
        return (pf_counters){
            .level = pf_level_here(), .tree = pf_tree_counter_in_variant(), .classify = pf_classify_plainly};
    return in_chess[pf_level_here()];
}

pf_level pf_perft_level(void)
{
    return in_chess[pf_level_here()].level;
}

static pf_count count_wide(const pf_position *position, unsigned depth, pf_perft_leaves leaves,
                           const pf_tree_counter *tree)
{
    if (depth <= tree->deepest) return pf_count_of(tree->count(position, depth, leaves));

    pf_count total = {0, 0};
    pf_move_list list;
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_position child = *position;
        pf_position_play_unchecked(&child, list.moves[i]);
        total = pf_count_add(total, count_wide(&child, depth - 1, leaves, tree));
    }
    return total;
}

pf_count pf_perft(const pf_position *position, unsigned depth)
{
    pf_tree_counter tree = pf_fastest_tree_counter(pf_position_variant(position));
    return count_wide(position, pf_perft_limited(depth), PF_PERFT_BULK, &tree);
}

bool pf_perft_divide(pf_count *total, const pf_position *position, unsigned depth, pf_perft_leaves leaves,
                     pf_perft_on_root *on_root, void *context)
{
    *total = pf_count_of(depth == 0);
    if (depth == 0) return true;

    pf_tree_counter tree = pf_fastest_tree_counter(pf_position_variant(position));
    pf_move_list list;
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_position child = *position;
        pf_position_play_unchecked(&child, list.moves[i]);
        pf_count nodes = count_wide(&child, pf_perft_limited(depth) - 1, leaves, &tree);
        *total = pf_count_add(*total, nodes);
        if (on_root && !on_root(context, list.moves[i], nodes, i, list.size)) return false;
    }
    return true;
}
