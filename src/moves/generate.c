/* The public face of generation, and the one place where it chooses between instruction sets. */
#include "base/cpu/levels.h"
#include "moves/generators.h"

#define ADDRESS(level) &pf_generators_##level,
static const pf_generators *const by_level[] = {PF_CODE_BY_LEVEL(generate, ADDRESS)};

static inline const pf_generators *choose(void)
{
    return by_level[pf_level_here()];
}

/* The category, or one that has no moves. */
static unsigned number_of(pf_category category)
{
    return category < PF_CATEGORY_NUMBERS ? category : PF_CATEGORY_NUMBERS - 1;
}

uint32_t pf_generate_legal(const pf_position *position, pf_move_list *list)
{
    return choose()->list[PF_LEGAL](position, list);
}

uint32_t pf_count_legal(const pf_position *position)
{
    return choose()->count[PF_LEGAL](position);
}

bool pf_any_legal(const pf_position *position)
{
    return choose()->any[PF_LEGAL](position) != 0;
}

uint32_t pf_generate(const pf_position *position, pf_category category, pf_move_list *list)
{
    return choose()->list[number_of(category)](position, list);
}

uint32_t pf_count_moves(const pf_position *position, pf_category category)
{
    return choose()->count[number_of(category)](position);
}

bool pf_any_move(const pf_position *position, pf_category category)
{
    return choose()->any[number_of(category)](position) != 0;
}
