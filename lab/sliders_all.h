/* Attacks of bishops and rooks on every slider back end, behind the interface of src/board/sliders.h. Include this
 * header before anything that includes that one: templates such as those of moves/generate.h can then use every back
 * end. A file compiled without an instruction set must not name back ends that need it.
 *
 * To add a back end, write its header beside this one, give it a case in the functions below, a name in lab.h and
 * generate_sliders.c, and an entry in each generate_sliders_*.c that is compiled with the instructions it needs. */
#ifndef PLYFORGE_LAB_SLIDERS_ALL_H
#define PLYFORGE_LAB_SLIDERS_ALL_H

#include <lab/lab.h>

#define PF_BUILD_LAB
#include "board/sliders.h"
#include "lab/sliders_hyperbola.h"
#include "lab/sliders_kogge_stone.h"

#ifdef __SSE2__
#include "lab/sliders_kogge_stone_sse2.h"
#endif
#ifdef __SSSE3__
#include "lab/sliders_hyperbola_pshufb.h"
#endif
#ifdef __AVX2__
#include "lab/sliders_kogge_stone_avx2.h"
#endif
#ifdef __AVX512VL__
#include "lab/sliders_kogge_stone_avx512.h"
#endif

PF_TEMPLATE pf_bitboard pf_bishop_attacks(pf_square square, pf_bitboard occupied, pf_sliders sliders)
{
    switch (sliders) {
    case PF_SLIDERS_HYPERBOLA: return pf_bishop_attacks_hyperbola(square, occupied);
    case PF_SLIDERS_OBSTRUCTION: return pf_bishop_attacks_obstruction(square, occupied);
    case PF_SLIDERS_KOGGE_STONE: return pf_all_attacks_kogge_stone(pf_bit(square), 0, occupied);
#ifdef __SSE2__
    case PF_SLIDERS_KOGGE_STONE_SSE2: return pf_all_attacks_kogge_stone_sse2(pf_bit(square), 0, occupied);
#endif
#ifdef __SSSE3__
    case PF_SLIDERS_HYPERBOLA_PSHUFB: return pf_bishop_attacks_hyperbola_pshufb(square, occupied);
#endif
#ifdef __AVX2__
    case PF_SLIDERS_KOGGE_STONE_AVX2: return pf_bishop_attacks_kogge_stone_avx2(square, occupied);
#endif
#ifdef __AVX512VL__
    case PF_SLIDERS_KOGGE_STONE_AVX512: return pf_bishop_attacks_kogge_stone_avx512(square, occupied);
#endif
    default: return pf_bishop_attacks_default(square, occupied, sliders);
    }
}

PF_TEMPLATE pf_bitboard pf_rook_attacks(pf_square square, pf_bitboard occupied, pf_sliders sliders)
{
    switch (sliders) {
    case PF_SLIDERS_HYPERBOLA: return pf_rook_attacks_hyperbola(square, occupied);
    case PF_SLIDERS_OBSTRUCTION: return pf_rook_attacks_obstruction(square, occupied);
    case PF_SLIDERS_KOGGE_STONE: return pf_all_attacks_kogge_stone(0, pf_bit(square), occupied);
#ifdef __SSE2__
    case PF_SLIDERS_KOGGE_STONE_SSE2: return pf_all_attacks_kogge_stone_sse2(0, pf_bit(square), occupied);
#endif
#ifdef __SSSE3__
    case PF_SLIDERS_HYPERBOLA_PSHUFB: return pf_rook_attacks_hyperbola_pshufb(square, occupied);
#endif
#ifdef __AVX2__
    case PF_SLIDERS_KOGGE_STONE_AVX2: return pf_rook_attacks_kogge_stone_avx2(square, occupied);
#endif
#ifdef __AVX512VL__
    case PF_SLIDERS_KOGGE_STONE_AVX512: return pf_rook_attacks_kogge_stone_avx512(square, occupied);
#endif
    default: return pf_rook_attacks_default(square, occupied, sliders);
    }
}

/* The attacks of all bishops of one set and all rooks of the other. Fills spread all of them at once; the other back
 * ends handle one piece at a time. */
PF_TEMPLATE pf_bitboard pf_all_slider_attacks(pf_bitboard bishops, pf_bitboard rooks, pf_bitboard occupied,
                                              pf_sliders sliders)
{
    switch (sliders) {
    case PF_SLIDERS_KOGGE_STONE: return pf_all_attacks_kogge_stone(bishops, rooks, occupied);
#ifdef __SSE2__
    case PF_SLIDERS_KOGGE_STONE_SSE2: return pf_all_attacks_kogge_stone_sse2(bishops, rooks, occupied);
#endif
#ifdef __AVX2__
    case PF_SLIDERS_KOGGE_STONE_AVX2: return pf_all_attacks_kogge_stone_avx2(bishops, rooks, occupied);
#endif
#ifdef __AVX512VL__
    case PF_SLIDERS_KOGGE_STONE_AVX512: return pf_all_attacks_kogge_stone_avx512(bishops, rooks, occupied);
#endif
    default: break;
    }
    pf_bitboard attacks = 0;
    while (bishops) attacks |= pf_bishop_attacks(pf_pop_lowest(&bishops), occupied, sliders);
    while (rooks) attacks |= pf_rook_attacks(pf_pop_lowest(&rooks), occupied, sliders);
    return attacks;
}

#endif
