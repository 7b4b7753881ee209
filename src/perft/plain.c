/* Perft in its simplest form, on the public API: generate, play, recurse, add. Every cleverer counter is tested against
 * it, so it stays this simple. */
#include <plyforge/moves.h>
#include <plyforge/perft.h>
#include <plyforge/play.h>

static pf_count count(const pf_position *position, unsigned depth, pf_perft_leaves leaves)
{
    pf_count total = {0, 0};
    pf_move_list list;

    if (depth == 0) return pf_count_of(1);
    if (depth == 1 && leaves == PF_PERFT_BULK) return pf_count_of(pf_count_legal(position));

    pf_generate_legal(position, &list);
    if (depth == 1 && leaves == PF_PERFT_LIST_LEAVES) return pf_count_of(list.size);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_position child = *position;
        pf_position_play_unchecked(&child, list.moves[i]);
        total = pf_count_add(total, count(&child, depth - 1, leaves));
    }
    return total;
}

pf_count pf_perft_plain(const pf_position *position, unsigned depth, pf_perft_leaves leaves)
{
    return count(position, depth < PF_PERFT_MAX_DEPTH ? depth : PF_PERFT_MAX_DEPTH, leaves);
}
