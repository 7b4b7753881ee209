/* The only place where generation chooses between instruction sets. */
#include "moves/generators.h"

#define ADDRESS(level) &pf_generators_##level,
const pf_generators *const pf_generators_by_level[PF_LEVEL_COUNT] = {PF_CODE_BY_LEVEL(generate, ADDRESS)};
