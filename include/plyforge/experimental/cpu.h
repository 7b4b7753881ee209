/* Plyforge: which instruction sets the library uses, and how to use fewer. A part of <plyforge/experimental.h>, outside
 * the ABI promise. */
#ifndef PLYFORGE_EXPERIMENTAL_CPU_H
#define PLYFORGE_EXPERIMENTAL_CPU_H

#include <plyforge/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Instruction sets that change which code runs. */
typedef uint32_t pf_cpu_features;
enum {
    PF_CPU_BMI2 = 1 << 0,      /* BMI1, BMI2, POPCNT and LZCNT */
    PF_CPU_FAST_PEXT = 1 << 1, /* PEXT in hardware rather than in microcode */
    PF_CPU_AVX2 = 1 << 2,
    PF_CPU_AVX512 = 1 << 3, /* F, BW, CD, DQ, VL, VBMI2, VPOPCNTDQ and BITALG */
    PF_CPU_SSSE3 = 1 << 4
};

/* What this machine has, cut down by the mask that was forced. */
PF_API pf_cpu_features pf_cpu(void);

/* From now on, behave as a machine that has at most these features; ~0u restores the whole machine. For the whole
 * process; safe at any time, because every choice gives the same answers. */
PF_API void pf_cpu_force(pf_cpu_features mask);

#ifdef __cplusplus
}
#endif

#endif
