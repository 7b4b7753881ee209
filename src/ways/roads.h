/* The roads to legality other than the masks of moves/generate.h: how they are called. */
#ifndef PLYFORGE_ROADS_H
#define PLYFORGE_ROADS_H

#include <plyforge/position.h>

#include "base/cpu/levels.h"

/* The code of one road for one level. */
typedef struct pf_road {
    uint32_t (*generate)(const pf_position *position, pf_move *list);
    uint32_t (*count)(const pf_position *position);
} pf_road;

#define PF_DECLARE_ROAD(road, level)                                                                                   \
    PF_PRIVATE uint32_t pf_generate_##road##_##level(const pf_position *position, pf_move *list);                      \
    PF_PRIVATE uint32_t pf_count_##road##_##level(const pf_position *position);
#define PF_DECLARE_FILTER(level) PF_DECLARE_ROAD(filter, level)
#define PF_DECLARE_LOOKUP(level) PF_DECLARE_ROAD(lookup, level)

PF_CODE_BY_LEVEL(filter, PF_DECLARE_FILTER)
#if defined(PF_BUILD_LOOKUP)
PF_CODE_BY_LEVEL(lookup, PF_DECLARE_LOOKUP)
#endif

#endif
