/* The public face of generation on a slider back end of the caller's choice, and the one place that finds its code. */
#include "ways/generate_sliders.h"
#include "cpu/cpu.h"

const char *pf_sliders_name(pf_sliders sliders)
{
    static const char *const names[PF_SLIDERS_COUNT] = {
        "magic",
        "pext",
        "hyperbola",
        "hyperbola-pshufb",
        "obstruction",
        "kogge-stone",
        "kogge-stone-sse2",
        "kogge-stone-avx2",
        "kogge-stone-avx512",
    };
    return (unsigned)sliders < PF_SLIDERS_COUNT ? names[sliders] : NULL;
}

/* NULL when this machine or this build has none. */
static const pf_slider_code *code_of(pf_sliders sliders)
{
#if defined(PF_BUILD_BMI2)
    bool bmi2 = pf_cpu_has(PF_CPU_BMI2);
    bool avx2 = pf_cpu_has(PF_CPU_BMI2 | PF_CPU_AVX2);
    switch (sliders) {
    case PF_SLIDERS_MAGIC: return bmi2 ? &pf_sliders_magic_bmi2 : &pf_sliders_magic;
    case PF_SLIDERS_PEXT: return bmi2 ? &pf_sliders_pext : NULL;
    case PF_SLIDERS_HYPERBOLA: return bmi2 ? &pf_sliders_hyperbola_bmi2 : &pf_sliders_hyperbola;
    case PF_SLIDERS_HYPERBOLA_PSHUFB:
        if (avx2) return &pf_sliders_hyperbola_pshufb_avx2;
        return pf_cpu_has(PF_CPU_SSSE3) ? &pf_sliders_hyperbola_pshufb : NULL;
    case PF_SLIDERS_OBSTRUCTION: return bmi2 ? &pf_sliders_obstruction_bmi2 : &pf_sliders_obstruction;
    case PF_SLIDERS_KOGGE_STONE: return bmi2 ? &pf_sliders_kogge_stone_bmi2 : &pf_sliders_kogge_stone;
    case PF_SLIDERS_KOGGE_STONE_SSE2: return bmi2 ? &pf_sliders_kogge_stone_sse2_bmi2 : &pf_sliders_kogge_stone_sse2;
    case PF_SLIDERS_KOGGE_STONE_AVX2: return avx2 ? &pf_sliders_kogge_stone_avx2 : NULL;
    case PF_SLIDERS_KOGGE_STONE_AVX512:
        return pf_cpu_has(PF_CPU_BMI2 | PF_CPU_AVX512) ? &pf_sliders_kogge_stone_avx512 : NULL;
    default: return NULL;
    }
#else
    switch (sliders) {
    case PF_SLIDERS_MAGIC: return &pf_sliders_magic;
    case PF_SLIDERS_HYPERBOLA: return &pf_sliders_hyperbola;
    case PF_SLIDERS_OBSTRUCTION: return &pf_sliders_obstruction;
    case PF_SLIDERS_KOGGE_STONE: return &pf_sliders_kogge_stone;
    default: return NULL;
    }
#endif
}

bool pf_sliders_is_available(pf_sliders sliders)
{
    return code_of(sliders) != NULL;
}

bool pf_sliders_attacks(pf_bitboard *out, pf_sliders sliders, pf_piece_type type, const uint8_t *squares,
                        const pf_bitboard *occupied, size_t size)
{
    const pf_slider_code *code = code_of(sliders);
    if (!code || (type != PF_BISHOP && type != PF_ROOK)) return false;
    (type == PF_BISHOP ? code->bishops : code->rooks)(out, squares, occupied, size);
    return true;
}

bool pf_sliders_attacks_of_sets(pf_bitboard *out, pf_sliders sliders, const pf_bitboard *bishops,
                                const pf_bitboard *rooks, const pf_bitboard *occupied, size_t size)
{
    const pf_slider_code *code = code_of(sliders);
    if (!code) return false;
    code->sets(out, bishops, rooks, occupied, size);
    return true;
}

uint32_t pf_generate_legal_with(const pf_position *position, pf_move_list *list, pf_sliders sliders)
{
    const pf_slider_code *code = code_of(sliders);
    return code ? code->list(position, list) : (list->size = 0);
}

uint32_t pf_count_legal_with(const pf_position *position, pf_sliders sliders)
{
    const pf_slider_code *code = code_of(sliders);
    return code ? code->count(position) : 0;
}
