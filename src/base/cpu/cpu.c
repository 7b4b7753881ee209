/* Detection by CPUID on x86-64; the features of other machines are known when the library is compiled. The cached word
 * is the only mutable global of the library. It is read and written as a whole, so that no thread combines the mask of
 * one state with the level of another. */
#include "base/cpu/levels.h"

#if defined(__x86_64__) && defined(PF_GNU_C)
#include <cpuid.h>

static uint32_t family_of(uint32_t signature)
{
    uint32_t family = (signature >> 8) & 15;
    return family == 15 ? family + ((signature >> 20) & 255) : family;
}

static pf_cpu_features detect(void)
{
    uint32_t a, b, c, d, signature;
    pf_cpu_features features = 0;

    uint32_t vendor_b, vendor_c;
    if (!__get_cpuid(0, &a, &vendor_b, &vendor_c, &d)) return 0;
    if (!__get_cpuid(1, &signature, &b, &c, &d)) return 0;
    bool popcnt = c & bit_POPCNT;
    bool saves_vectors = c & bit_OSXSAVE;
    if (c & bit_SSSE3) features |= PF_CPU_SSSE3;
    if (!__get_cpuid(0x80000001, &a, &b, &c, &d)) return 0;
    bool lzcnt = c & bit_LZCNT;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return 0;
    bool bmi = (b & bit_BMI) && (b & bit_BMI2);
    if (popcnt && lzcnt && bmi) features |= PF_CPU_BMI2;

    /* Vector registers are usable only if the operating system saves them: XMM and YMM, then mask and ZMM registers. */
    uint64_t saved = saves_vectors ? pf_saved_registers() : 0;
    if ((saved & 0x06) == 0x06 && (b & bit_AVX2)) features |= PF_CPU_AVX2;
    bool avx512 = (b & bit_AVX512F) && (b & bit_AVX512BW) && (b & bit_AVX512CD) && (b & bit_AVX512DQ) &&
                  (b & bit_AVX512VL) && (c & bit_AVX512VPOPCNTDQ) && (c & bit_AVX512VBMI2) && (c & bit_AVX512BITALG);
    if ((saved & 0xe6) == 0xe6 && avx512) features |= PF_CPU_AVX512;

    /* AMD before Zen 3 (family 0x19), and Hygon, which is Zen 1, run PEXT in microcode: some 20 to 300 cycles. */
    bool amd = vendor_b == signature_AMD_ebx && vendor_c == signature_AMD_ecx;
    bool hygon = vendor_b == 0x6f677948;
    if (bmi && !hygon && !(amd && family_of(signature) < 0x19)) features |= PF_CPU_FAST_PEXT;
    return features;
}
#else
static pf_cpu_features detect(void)
{
#if defined(__aarch64__)
    return PF_CPU_NEON; /* part of the architecture */
#else
    return 0;
#endif
}
#endif

uint32_t pf_cpu_word;

static uint32_t fill(pf_cpu_features machine, pf_cpu_features mask)
{
    pf_cpu_features features = machine & mask;
    pf_cpu_features without_pext = features | (features & PF_CPU_BMI2 ? PF_CPU_FAST_PEXT : 0);
    return PF_CPU_FILLED | pf_level_of(without_pext) << PF_CPU_LEVEL_WITHOUT_PEXT_SHIFT |
           pf_level_of(features) << PF_CPU_LEVEL_SHIFT | machine << PF_CPU_MACHINE_SHIFT | features;
}

PF_NOINLINE PF_INLINE_ATOMICS uint32_t pf_cpu_detect(void)
{
    uint32_t word = fill(detect(), ~UINT32_C(0)), found = 0;
    /* Fill the word only if it is still empty: a mask that was forced in the meantime must stay. */
    bool filled = PF_EXCHANGE_WORD(&pf_cpu_word, &found, word);
    return filled ? word : found;
}

pf_cpu_features pf_cpu(void)
{
    return pf_cpu_here();
}

void pf_cpu_force(pf_cpu_features mask)
{
    pf_cpu_features machine = pf_cpu_word_here() >> PF_CPU_MACHINE_SHIFT & PF_CPU_FEATURES_MASK;
    PF_STORE_WORD(&pf_cpu_word, fill(machine, mask));
}
