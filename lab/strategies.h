/* The legality strategies other than the masks of moves/generate.h, and how they are called. */
#ifndef PLYFORGE_LAB_STRATEGIES_H
#define PLYFORGE_LAB_STRATEGIES_H

#include <plyforge/position.h>

#include "lab/lab_levels.h"

/* The code of one strategy for one level. */
typedef struct pf_strategy {
    uint32_t (*generate)(const pf_position *position, pf_move *list);
    uint32_t (*count)(const pf_position *position);
} pf_strategy;

#define PF_DECLARE_STRATEGY(strategy, level)                                                                           \
    PF_PRIVATE uint32_t pf_generate_##strategy##_##level(const pf_position *position, pf_move *list);                  \
    PF_PRIVATE uint32_t pf_count_##strategy##_##level(const pf_position *position);
#define PF_DECLARE_FILTER(level) PF_DECLARE_STRATEGY(filter, level)
#define PF_DECLARE_LOOKUP(level) PF_DECLARE_STRATEGY(lookup, level)

PF_CODE_BY_LEVEL(filter, PF_DECLARE_FILTER)
#if defined(PF_BUILD_LOOKUP)
PF_CODE_BY_LEVEL(lookup, PF_DECLARE_LOOKUP)
#endif

#endif
