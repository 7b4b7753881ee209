/* The functions of lab.h that take a legality strategy, and the only place that looks up its code. */
#include "lab/strategies.h"

#include <lab/lab.h>
#include <plyforge/experimental/cpu.h>
#include <plyforge/moves.h>

#define FILTER(level) {pf_generate_filter_##level, pf_count_filter_##level},
static const pf_strategy filter[] = {PF_CODE_BY_LEVEL(filter, FILTER)};
#if defined(PF_BUILD_LOOKUP)
#define LOOKUP(level) {pf_generate_lookup_##level, pf_count_lookup_##level},
static const pf_strategy lookup[] = {PF_CODE_BY_LEVEL(lookup, LOOKUP)};
#endif

const char *pf_legality_name(pf_legality legality)
{
    static const char *const names[PF_LEGALITY_COUNT] = {"masks", "filter", "lookup"};
    return (unsigned)legality < PF_LEGALITY_COUNT ? names[legality] : NULL;
}

bool pf_legality_is_available(pf_legality legality)
{
#if !defined(PF_BUILD_LOOKUP)
    if (legality == PF_LEGALITY_LOOKUP) return false;
#endif
    return (unsigned)legality < PF_LEGALITY_COUNT;
}

uint32_t pf_generate_legal_by_strategy(const pf_position *position, pf_move_list *list, pf_legality legality)
{
    switch (legality) {
    case PF_LEGALITY_MASKS: return pf_generate_legal(position, list);
    case PF_LEGALITY_FILTER: return list->size = filter[pf_cpu_level()].generate(position, list->moves);
#if defined(PF_BUILD_LOOKUP)
    case PF_LEGALITY_LOOKUP: return list->size = lookup[pf_cpu_level()].generate(position, list->moves);
#endif
    default: return list->size = 0;
    }
}

uint32_t pf_count_legal_by_strategy(const pf_position *position, pf_legality legality)
{
    switch (legality) {
    case PF_LEGALITY_MASKS: return pf_count_legal(position);
    case PF_LEGALITY_FILTER: return filter[pf_cpu_level()].count(position);
#if defined(PF_BUILD_LOOKUP)
    case PF_LEGALITY_LOOKUP: return lookup[pf_cpu_level()].count(position);
#endif
    default: return 0;
    }
}
