/* The functions of lab.h that take a slider back end, and the only place that looks up its code. The current level is
 * queried through the API, because a shared library hides the word in which it is cached. */
#include "lab/generate_sliders.h"

#include <plyforge/experimental/cpu.h>

#define ADDRESS(level) &pf_slider_codes_##level,
static const pf_slider_codes *const by_level[] = {PF_CODE_BY_LEVEL(generate_sliders, ADDRESS)};

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

/* The code of that back end for the current level, or else for one of its fallbacks. NULL if this machine or this build
 * has none. */
static const pf_slider_code *code_of(pf_sliders sliders)
{
    if ((unsigned)sliders >= PF_SLIDERS_COUNT) return NULL;
    for (pf_level level = pf_cpu_level_without_pext(); level != PF_LEVEL_PORTABLE; level = pf_level_fallback(level))
        if (by_level[level]->of[sliders]) return by_level[level]->of[sliders];
#if defined(PF_BUILD_SSSE3)
    if (pf_slider_codes_sse2.of[sliders]) return pf_slider_codes_sse2.of[sliders];
    if (pf_slider_codes_ssse3.of[sliders] && (pf_cpu() & PF_CPU_SSSE3)) return pf_slider_codes_ssse3.of[sliders];
#endif
    return by_level[PF_LEVEL_PORTABLE]->of[sliders];
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

uint32_t pf_generate_legal_using_sliders(const pf_position *position, pf_move_list *list, pf_sliders sliders)
{
    const pf_slider_code *code = code_of(sliders);
    return code ? code->list(position, list) : (list->size = 0);
}

uint32_t pf_count_legal_using_sliders(const pf_position *position, pf_sliders sliders)
{
    const pf_slider_code *code = code_of(sliders);
    return code ? code->count(position) : 0;
}
