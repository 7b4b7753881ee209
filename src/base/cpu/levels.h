/* The table of back ends, called levels: the groups of instruction sets for which the library has code. This is the
 * only list of them. The build reads the same rows (cmake/PlyforgeLevels.cmake): it compiles moves/generate_avx2.c with
 * the flags of the row avx2, and records for every subject which level's code runs at each level. */
#ifndef PLYFORGE_LEVELS_H
#define PLYFORGE_LEVELS_H

#include "base/cpu/cpu.h"

/* To add a level, add a row and files that are named for it. Rows go from slow to fast: the last one that a machine has
 * is used. Where a subject has no file for a level, it runs the code of the fallback, which is a row above. A level
 * needs the features, and is compiled with the flags, of its row and of its fallback's.
 *
 *        name      fallback  processor  features                         flags */
/* clang-format off */
#define PF_LEVELS(LEVEL) \
    LEVEL(portable, portable, any,       0,                               "") \
    LEVEL(bmi2,     portable, x86_64,    PF_CPU_BMI2 | PF_CPU_FAST_PEXT,  "-mbmi -mbmi2 -mpopcnt -mlzcnt") \
    LEVEL(avx2,     bmi2,     x86_64,    PF_CPU_AVX2 | PF_CPU_SSSE3,      "-mavx2") \
    LEVEL(avx512,   avx2,     x86_64,    PF_CPU_AVX512,                   "-mavx512f -mavx512bw -mavx512cd -mavx512dq \
        -mavx512vl -mavx512vpopcntdq -mavx512vbmi2 -mavx512bitalg") \
    LEVEL(neon,     portable, aarch64,   PF_CPU_NEON,                     "")
/* clang-format on */

#define PF_LEVEL_NUMBER(name, fallback, processor, features, flags) PF_LEVEL_##name,
enum { PF_LEVELS(PF_LEVEL_NUMBER) PF_LEVEL_COUNT };

/* PF_CODE_BY_LEVEL(subject, CODE) is CODE(name) for every level in order, where name is the level whose file of that
 * subject runs: CODE(portable) CODE(bmi2) CODE(bmi2) CODE(avx512), if there is no subject_avx2.c. Each subject builds
 * an array from it and uses the element with index pf_level_here(). Without the list that the build generates, only the
 * portable files are compiled, and no other level is ever chosen. */
#if defined(PF_BUILD_LEVELS)
#include "level_code.inc"
#define PF_CODE_BY_LEVEL(subject, CODE) PF_CODE_OF_##subject(CODE)
#else
#define PF_LEVEL_IS_BUILT               true
#define PF_CODE_BY_LEVEL(subject, CODE) CODE(portable)
#endif

/* The fastest level of a machine with these features. */
PF_PRIVATE pf_level pf_level_of(pf_cpu_features features);

/* pf_cpu_level() of <plyforge/experimental/cpu.h>, inlined. */
static inline pf_level pf_level_here(void)
{
#ifdef PF_SMALL
    return PF_LEVEL_portable; /* the only level; a constant lets the linker drop code that is never called */
#else
    return pf_cpu_word_here() >> PF_CPU_LEVEL_SHIFT & PF_CPU_LEVEL_MASK;
#endif
}

/* pf_cpu_level_without_pext(), inlined. */
static inline pf_level pf_level_without_pext(void)
{
#ifdef PF_SMALL
    return PF_LEVEL_portable;
#else
    return pf_cpu_word_here() >> PF_CPU_LEVEL_WITHOUT_PEXT_SHIFT & PF_CPU_LEVEL_MASK;
#endif
}

#endif
