/* The instruction sets of this machine: detected once, cached in one word, and restricted by tests. levels.h derives
 * the back ends from them. */
#ifndef PLYFORGE_CPU_H
#define PLYFORGE_CPU_H

#include <plyforge/experimental/cpu.h>

#include "base/compiler.h"

/* The cached word, which is 0 before the first query:
 *
 *     31         23..20                    19..16  15..8                     7..0
 *     is filled  level where PEXT is free  level   features of this machine  features in use
 *
 * "Where PEXT is free" is for subjects without PEXT: see pf_level_without_pext. */
enum {
    PF_CPU_FEATURES_MASK = 0xff,
    PF_CPU_MACHINE_SHIFT = 8,
    PF_CPU_LEVEL_SHIFT = 16,
    PF_CPU_LEVEL_WITHOUT_PEXT_SHIFT = 20,
    PF_CPU_LEVEL_MASK = 0xf
};
#define PF_CPU_FILLED UINT32_C(0x80000000)
PF_PRIVATE extern uint32_t pf_cpu_word;

/* Detects the machine, fills the word unless another thread has filled it in the meantime, and returns it. */
PF_PRIVATE uint32_t pf_cpu_detect(void);

static inline uint32_t pf_cpu_word_here(void)
{
    uint32_t word = PF_LOAD_WORD(&pf_cpu_word);
    return PF_LIKELY(word != 0) ? word : pf_cpu_detect();
}

/* pf_cpu() of <plyforge/experimental/cpu.h>, inlined: a call would take as long as generating a few captures. Each
 * subject (a part of the library that is compiled per level) reads it in its API functions. */
static inline pf_cpu_features pf_cpu_here(void)
{
    return pf_cpu_word_here() & PF_CPU_FEATURES_MASK;
}

static inline bool pf_has_features(pf_cpu_features cpu, pf_cpu_features features)
{
    return (cpu & features) == features;
}

static inline bool pf_cpu_has(pf_cpu_features features)
{
    return pf_has_features(pf_cpu_here(), features);
}

#endif
