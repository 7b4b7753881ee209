/* The generators of all instruction sets: how they are called. moves/generate.h defines one. */
#ifndef PLYFORGE_GENERATORS_H
#define PLYFORGE_GENERATORS_H

#include <plyforge/moves.h>

#include "base/cpu/levels.h"

/* The code of one instruction set, by category, as the public functions call it. Numbers that are no category have no
 * moves. */
enum { PF_CATEGORY_NUMBERS = 16 };
typedef struct pf_generators {
    uint32_t (*list[PF_CATEGORY_NUMBERS])(const pf_position *position, pf_move_list *list);
    uint32_t (*count[PF_CATEGORY_NUMBERS])(const pf_position *position);
    uint32_t (*any[PF_CATEGORY_NUMBERS])(const pf_position *position);
} pf_generators;

#define PF_DECLARE_GENERATORS(level) PF_PRIVATE extern const pf_generators pf_generators_##level;
PF_CODE_BY_LEVEL(generate, PF_DECLARE_GENERATORS)

#ifdef PF_SMALL_COUNT
PF_PRIVATE uint32_t pf_count_inlined(const pf_position *position);
#endif

#endif
