/* The roads to legality other than the masks of moves/generate.h: how they are called. */
#ifndef PLYFORGE_ROADS_H
#define PLYFORGE_ROADS_H

#include <plyforge/position.h>

#include "compiler.h"

#define PF_DECLARE_ROAD(road, suffix)                                                                                  \
    PF_PRIVATE uint32_t pf_generate_##road##_##suffix(const pf_position *position, pf_move *list);                     \
    PF_PRIVATE uint32_t pf_count_##road##_##suffix(const pf_position *position);

PF_DECLARE_ROAD(filter, portable)
PF_DECLARE_ROAD(filter, bmi2)
PF_DECLARE_ROAD(lookup, portable)
PF_DECLARE_ROAD(lookup, bmi2)

#endif
