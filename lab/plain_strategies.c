/* The simplest perft, with moves from a legality strategy or a slider back end that the caller chooses. The choice is
 * made again at every node, inside the library's own functions; that costs little compared with generating moves. */
#include <lab/lab.h>
#include <plyforge/play.h>

#include "perft/perft.h"

/* One of the two members is the choice; the other one is its COUNT value. */
struct way {
    pf_legality legality;
    pf_sliders sliders;
};

static uint32_t generate(const struct way *way, const pf_position *position, pf_move_list *list)
{
    if (way->sliders == PF_SLIDERS_COUNT) return pf_generate_legal_by_strategy(position, list, way->legality);
    return pf_generate_legal_using_sliders(position, list, way->sliders);
}

static uint32_t count_moves(const struct way *way, const pf_position *position)
{
    if (way->sliders == PF_SLIDERS_COUNT) return pf_count_legal_by_strategy(position, way->legality);
    return pf_count_legal_using_sliders(position, way->sliders);
}

static pf_count count(const struct way *way, const pf_position *position, unsigned depth, pf_perft_leaves leaves)
{
    pf_count total = {0, 0};
    pf_move_list list;

    if (depth == 0) return pf_count_of(1);
    if (depth == 1 && leaves == PF_PERFT_BULK) return pf_count_of(count_moves(way, position));

    generate(way, position, &list);
    if (depth == 1 && leaves == PF_PERFT_LIST_LEAVES) return pf_count_of(list.size);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_position child = *position;
        pf_position_play_unchecked(&child, list.moves[i]);
        total = pf_count_add(total, count(way, &child, depth - 1, leaves));
    }
    return total;
}

pf_count pf_perft_plain_using_sliders(const pf_position *position, unsigned depth, pf_perft_leaves leaves,
                                      pf_sliders sliders)
{
    struct way way = {PF_LEGALITY_COUNT, sliders};
    return count(&way, position, pf_perft_limited(depth), leaves);
}

pf_count pf_perft_plain_by_strategy(const pf_position *position, unsigned depth, pf_perft_leaves leaves,
                                    pf_legality legality)
{
    struct way way = {legality, PF_SLIDERS_COUNT};
    return count(&way, position, pf_perft_limited(depth), leaves);
}
