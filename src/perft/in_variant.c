/* The only place where counting in the variants chooses between instruction sets. */
#include "perft/in_variant.h"

/* In Crazyhouse with full pockets a tree of three plies has 300 * 300 inner nodes. */
enum { MOMENT = 3 };

#define COUNTERS(level) pf_counters_in_variant_##level,
static pf_counter_in_variant *const *const in_variant[] = {PF_CODE_BY_LEVEL(in_variant, COUNTERS)};

static uint64_t count(const pf_position *position, unsigned depth, pf_perft_leaves leaves)
{
    if (leaves != PF_PERFT_BULK) return pf_perft_plain(position, depth, leaves).lo;
    pf_counter_in_variant *fastest = in_variant[pf_level_here()][position->variant];
    return fastest(position, depth, pf_fastest_tree_counter(PF_VARIANT_STANDARD).count);
}

pf_tree_counter pf_tree_counter_in_variant(void)
{
    return (pf_tree_counter){count, PF_VARIANT_64_BIT_DEPTH, MOMENT};
}
