/* Which instruction sets this machine has. Detected once, cached in one word, cut down for tests; nothing else. */
#ifndef PLYFORGE_CPU_H
#define PLYFORGE_CPU_H

#include <plyforge/experimental.h>

#include "compiler.h"

/* pf_cpu() from <plyforge/experimental.h> is the one question; each subject asks it at its API entry. */
static inline bool pf_cpu_has(pf_cpu_features features)
{
    return (pf_cpu() & features) == features;
}

#endif
