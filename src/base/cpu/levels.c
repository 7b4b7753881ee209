/* The rows of the table of back ends as data, and functions that read them. */
#include "base/cpu/levels.h"

typedef struct level_row {
    const char *name;
    pf_cpu_features features; /* in addition to the features of its fallback */
    pf_level fallback;
} level_row;

#define LEVEL_ROW(name, fallback, processor, features, flags) {#name, features, PF_LEVEL_##fallback},
static const level_row rows[PF_LEVEL_COUNT] = {PF_LEVELS(LEVEL_ROW)};
static const bool is_built[PF_LEVEL_COUNT] = {PF_LEVEL_IS_BUILT};

_Static_assert(PF_LEVEL_portable == 0, "every chain of fallbacks ends at the portable level, whose number is public");
_Static_assert(PF_LEVEL_COUNT <= PF_CPU_LEVEL_MASK + 1, "a level fits into its field of the cached word");

const char *pf_level_name(pf_level level)
{
    return level < PF_LEVEL_COUNT ? rows[level].name : NULL;
}

pf_cpu_features pf_level_features(pf_level level)
{
    pf_cpu_features features = 0;
    for (; level < PF_LEVEL_COUNT && level != PF_LEVEL_PORTABLE; level = rows[level].fallback)
        features |= rows[level].features;
    return features;
}

pf_level pf_level_fallback(pf_level level)
{
    return level < PF_LEVEL_COUNT ? rows[level].fallback : PF_LEVEL_PORTABLE;
}

static bool can_run(pf_level level, pf_cpu_features cpu)
{
    return level < PF_LEVEL_COUNT && is_built[level] && pf_has_features(cpu, pf_level_features(level));
}

bool pf_level_is_available(pf_level level)
{
    return can_run(level, pf_cpu_here());
}

pf_level pf_level_of(pf_cpu_features features)
{
    pf_level level = PF_LEVEL_COUNT - 1;
    while (!can_run(level, features)) level--;
    return level;
}

pf_level pf_cpu_level(void)
{
    return pf_level_here();
}

pf_level pf_cpu_level_without_pext(void)
{
    return pf_level_without_pext();
}
