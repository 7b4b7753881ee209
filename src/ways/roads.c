/* The public face of the three roads to legality, and the one place that finds their code. */
#include "ways/roads.h"
#include "cpu/cpu.h"

#include <plyforge/experimental.h>
#include <plyforge/moves.h>

#if defined(PF_BUILD_BMI2)
#define PF_CHOOSE(function, ...)                                                                                       \
    (pf_cpu_has(PF_CPU_BMI2 | PF_CPU_FAST_PEXT) ? function##_bmi2(__VA_ARGS__) : function##_portable(__VA_ARGS__))
#else
#define PF_CHOOSE(function, ...) function##_portable(__VA_ARGS__)
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

uint32_t pf_generate_legal_by(const pf_position *position, pf_move_list *list, pf_legality legality)
{
    switch (legality) {
    case PF_LEGALITY_MASKS: return pf_generate_legal(position, list);
    case PF_LEGALITY_FILTER: return list->size = PF_CHOOSE(pf_generate_filter, position, list->moves);
#if defined(PF_BUILD_LOOKUP)
    case PF_LEGALITY_LOOKUP: return list->size = PF_CHOOSE(pf_generate_lookup, position, list->moves);
#endif
    default: return list->size = 0;
    }
}

uint32_t pf_count_legal_by(const pf_position *position, pf_legality legality)
{
    switch (legality) {
    case PF_LEGALITY_MASKS: return pf_count_legal(position);
    case PF_LEGALITY_FILTER: return PF_CHOOSE(pf_count_filter, position);
#if defined(PF_BUILD_LOOKUP)
    case PF_LEGALITY_LOOKUP: return PF_CHOOSE(pf_count_lookup, position);
#endif
    default: return 0;
    }
}
