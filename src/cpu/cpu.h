/* Which instruction sets this machine has. Detected once, cached in one word, cut down for tests; nothing else. */
#ifndef PLYFORGE_CPU_H
#define PLYFORGE_CPU_H

#include <plyforge/experimental/cpu.h>

#include "compiler.h"

/* The cached word: the features, and a bit that says that they were looked for. */
#define PF_CPU_DETECTED UINT32_C(0x80000000)
PF_PRIVATE extern uint32_t pf_cpu_word;

/* Looks, and fills the word. */
PF_PRIVATE pf_cpu_features pf_cpu_detect(void);

/* pf_cpu() of <plyforge/experimental/cpu.h> without the call: generating a few captures takes no longer than that. Each
 * subject asks at its API entry. */
static inline pf_cpu_features pf_cpu_here(void)
{
    uint32_t word = __atomic_load_n(&pf_cpu_word, __ATOMIC_RELAXED);
    return PF_LIKELY(word != 0) ? word & ~PF_CPU_DETECTED : pf_cpu_detect();
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
