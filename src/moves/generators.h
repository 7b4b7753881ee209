/* The generators of all instruction sets: how they are called. moves/generate.h defines one. */
#ifndef PLYFORGE_GENERATORS_H
#define PLYFORGE_GENERATORS_H

#include <plyforge/moves.h>

#include "base/cpu/levels.h"

/* The capacity for the moves of a position of standard chess and for 16 slots after them; see PF_MOVE_LIST_CAPACITY. */
enum { PF_CHESS_MOVES = 256 };

/* The code of one instruction set, by category, as the public functions call it. */
enum { PF_CATEGORY_NUMBERS = (PF_PSEUDO | PF_LEGAL) + 1 };
typedef struct pf_generators {
    uint32_t (*list[PF_CATEGORY_NUMBERS])(const pf_position *position, pf_move_list *list);
    uint32_t (*count[PF_CATEGORY_NUMBERS])(const pf_position *position);
    uint32_t (*any[PF_CATEGORY_NUMBERS])(const pf_position *position);
} pf_generators;

#define PF_DECLARE_GENERATORS(level) PF_PRIVATE extern const pf_generators pf_generators_##level;
PF_CODE_BY_LEVEL(generate, PF_DECLARE_GENERATORS)

PF_PRIVATE extern const pf_generators *const pf_generators_by_level[PF_LEVEL_COUNT];

/* The code for this machine. */
static inline const pf_generators *pf_generators_here(void)
{
    return pf_generators_by_level[pf_level_here()];
}

static inline bool pf_category_exists(pf_category category)
{
    return (category & ~(pf_category)PF_PSEUDO) <= PF_LEGAL;
}

#ifdef PF_SMALL_COUNT
PF_PRIVATE uint32_t pf_count_inlined(const pf_position *position);
#endif

#endif
