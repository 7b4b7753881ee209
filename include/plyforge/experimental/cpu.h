/* Plyforge: the instruction sets that the library uses, and how to restrict them. A part of <plyforge/experimental.h>,
 * which the ABI promise does not cover. */
#ifndef PLYFORGE_EXPERIMENTAL_CPU_H
#define PLYFORGE_EXPERIMENTAL_CPU_H

#include <plyforge/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Instruction sets that change which code runs. */
typedef uint32_t pf_cpu_features;
/* The bits of pf_cpu_features. */
enum pf_cpu_features_bit {
    PF_CPU_BMI2 = 1 << 0,      /* BMI1, BMI2, POPCNT and LZCNT */
    PF_CPU_FAST_PEXT = 1 << 1, /* PEXT in hardware rather than in microcode */
    PF_CPU_AVX2 = 1 << 2,
    PF_CPU_AVX512 = 1 << 3, /* F, BW, CD, DQ, VL, VBMI2, VPOPCNTDQ and BITALG */
    PF_CPU_SSSE3 = 1 << 4,
    PF_CPU_NEON = 1 << 5 /* of 64-bit ARM */
};

/* The features of this machine, restricted by the mask given to pf_cpu_force. */
PF_API pf_cpu_features pf_cpu(void);

/* Restricts the library to these features from now on, for the whole process; ~0u restores all of the machine's. Safe
 * at any time and from any thread, because every choice gives the same answers. */
PF_API void pf_cpu_force(pf_cpu_features mask);

/* ---- Back ends ---- */

/* A level is a group of instruction sets for which the library has code: a row in its table of back ends. Rows go from
 * 0, the portable code, to the fastest. The rows depend only on the version of the library, not on the machine or the
 * build. */
typedef uint32_t pf_level;
/* The first level. */
enum pf_level_value { PF_LEVEL_PORTABLE = 0 };

/* The name of a level, such as "avx2"; NULL past the last level. A static string. */
PF_API const char *pf_level_name(pf_level level);

/* The features that the level needs. pf_cpu_force(pf_level_features(level)) makes it the level that runs, if it is
 * available. */
PF_API pf_cpu_features pf_level_features(pf_level level);

/* The level whose code runs where this level has no separate code. The portable level is its own fallback. */
PF_API pf_level pf_level_fallback(pf_level level);

/* Whether this build has the level, and this machine, as restricted by pf_cpu_force, can run it. */
PF_API bool pf_level_is_available(pf_level level);

/* The level that runs now: the last one that is available. */
PF_API pf_level pf_cpu_level(void);

/* The same for code that does not use PEXT: a machine with a slow PEXT may run a higher level there. */
PF_API pf_level pf_cpu_level_without_pext(void);

/* The level whose code counts for pf_perft and pf_perft_run now: pf_cpu_level(), or a fallback of it. */
PF_API pf_level pf_perft_level(void);

#ifdef __cplusplus
}
#endif

#endif
