/* The moves of a position of any variant, listed and counted.
 *
 * In standard chess pf_generators_here (moves/generators.h) chooses the functions that were compiled for this machine.
 * Each of them is an instance of pf_generate_planned in moves/generate.h, which generates the moves. The generator of
 * the variants is in variants/lists.h and shares parts of it. */
#include "entry/entry.h"
#include "moves/generators.h"

uint32_t pf_generate_legal(const pf_position *position, pf_move_list *list)
{
    if (PF_IS_VARIANT(position)) return pf_list_in_variant(position, list);
    return pf_generators_here()->list[PF_LEGAL](position, list);
}

uint32_t pf_count_legal(const pf_position *position)
{
    if (PF_IS_VARIANT(position)) return pf_count_in_variant(position);
#ifdef PF_SMALL_COUNT
    return pf_count_inlined(position);
#else
    return pf_generators_here()->count[PF_LEGAL](position);
#endif
}

bool pf_any_legal(const pf_position *position)
{
    if (PF_IS_VARIANT(position)) return pf_any_in_variant(position);
    return pf_generators_here()->any[PF_LEGAL](position) != 0;
}

uint32_t pf_generate(const pf_position *position, pf_category category, pf_move_list *list)
{
    if (PF_IS_VARIANT(position)) return pf_list_category_in_variant(position, category, list);
    return pf_category_exists(category) ? pf_generators_here()->list[category](position, list) : (list->size = 0);
}

uint32_t pf_count_moves(const pf_position *position, pf_category category)
{
    if (PF_IS_VARIANT(position)) {
        pf_move_list list;
        return pf_list_category_in_variant(position, category, &list);
    }
    return pf_category_exists(category) ? pf_generators_here()->count[category](position) : 0;
}

bool pf_any_move(const pf_position *position, pf_category category)
{
    if (PF_IS_VARIANT(position)) return pf_count_moves(position, category) != 0;
    return pf_category_exists(category) && pf_generators_here()->any[category](position) != 0;
}
