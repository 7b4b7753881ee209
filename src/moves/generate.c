/* The public face of generation, and the one place where it chooses between instruction sets. */
#include "cpu/cpu.h"
#include "moves/generators.h"

static inline const pf_generators *choose(void)
{
#if defined(PF_BUILD_BMI2) && defined(PF_BUILD_AVX512)
    pf_cpu_features cpu = pf_cpu_here();
    if (PF_LIKELY(pf_has_features(cpu, PF_CPU_AVX512 | PF_CPU_BMI2 | PF_CPU_FAST_PEXT))) return &pf_generators_avx512;
    if (pf_has_features(cpu, PF_CPU_BMI2 | PF_CPU_FAST_PEXT)) return &pf_generators_bmi2;
#endif
    return &pf_generators_portable;
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
