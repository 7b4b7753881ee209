/* The public face of generation, and the one place where it chooses between instruction sets. */
#include "moves/generate.h"
#include "cpu/cpu.h"

#if defined(PF_BUILD_BMI2) && defined(PF_BUILD_AVX512)
#define PF_CHOOSE(function, ...)                                                                                       \
    (!pf_cpu_has(PF_CPU_BMI2 | PF_CPU_FAST_PEXT) ? function##_portable(__VA_ARGS__)                                    \
     : pf_cpu_has(PF_CPU_AVX512)                 ? function##_avx512(__VA_ARGS__)                                      \
                                                 : function##_bmi2(__VA_ARGS__))
#else
#define PF_CHOOSE(function, ...) function##_portable(__VA_ARGS__)
#endif

uint32_t pf_generate_legal(const pf_position *position, pf_move_list *list)
{
    return list->size = PF_CHOOSE(pf_generate_legal, position, list->moves);
}

uint32_t pf_count_legal(const pf_position *position)
{
    return PF_CHOOSE(pf_count_legal, position);
}

bool pf_any_legal(const pf_position *position)
{
    return PF_CHOOSE(pf_any_legal, position);
}

uint32_t pf_generate(const pf_position *position, pf_category category, pf_move_list *list)
{
    return list->size = PF_CHOOSE(pf_generate, position, category, list->moves);
}

uint32_t pf_count_moves(const pf_position *position, pf_category category)
{
    return PF_CHOOSE(pf_count_moves, position, category);
}

bool pf_any_move(const pf_position *position, pf_category category)
{
    return PF_CHOOSE(pf_any_move, position, category) != 0;
}
