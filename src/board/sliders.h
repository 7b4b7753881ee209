/* Attacks of bishops and rooks: one interface to every slider back end. The back end is a compile-time parameter, and
 * each one is in its own header. A file compiled without an instruction set must not name back ends that need it. */
#ifndef PLYFORGE_SLIDERS_H
#define PLYFORGE_SLIDERS_H

#include <plyforge/experimental/sliders.h>

#include "board/sliders_hyperbola.h"
#include "board/sliders_kogge_stone.h"
#include "board/sliders_obstruction.h"
#include "board/tables.h"

#if defined(PF_BUILD_BMI2) && defined(__BMI2__)
#include <immintrin.h>
#endif
#if defined(__SSE2__) && !defined(__CUDACC__)
#include "board/sliders_kogge_stone_sse2.h"
#endif
#ifdef __SSSE3__
#include "board/sliders_hyperbola_pshufb.h"
#endif
#ifdef __AVX2__
#include "board/sliders_kogge_stone_avx2.h"
#endif
#ifdef __AVX512VL__
#include "board/sliders_kogge_stone_avx512.h"
#endif

#ifndef PF_SMALL
PF_TEMPLATE pf_bitboard pf_slider_lookup(const pf_slider_index *index, pf_square square, pf_bitboard occupied,
                                         pf_sliders sliders)
{
    pf_bitboard mask = index->mask[square];
#if defined(PF_BUILD_BMI2) && defined(__BMI2__)
    if (sliders == PF_SLIDERS_PEXT) return pf_slider_pext[index->offset[square] + _pext_u64(occupied, mask)];
#endif
    (void)sliders;
    uint64_t product = (occupied & mask) * index->magic[square];
#if UINTPTR_MAX > UINT32_MAX
    return pf_slider_magic[index->offset[square] + (product >> index->shift[square])];
#else
    /* The shift is more than 32, so that the compiler computes half of the product only. */
    return pf_slider_magic[index->offset[square] + ((uint32_t)(product >> 32) >> (index->shift[square] - 32))];
#endif
}
#endif

/* The back end of everything that names no other. A small build has no look-up tables and computes the attacks. */
PF_TEMPLATE pf_bitboard pf_bishop_attacks_default(pf_square square, pf_bitboard occupied, pf_sliders sliders)
{
#ifdef PF_SMALL
    (void)sliders;
    return pf_bishop_attacks_obstruction(square, occupied);
#else
    return pf_slider_lookup(&pf_bishop_index, square, occupied, sliders);
#endif
}

PF_TEMPLATE pf_bitboard pf_rook_attacks_default(pf_square square, pf_bitboard occupied, pf_sliders sliders)
{
#ifdef PF_SMALL
    (void)sliders;
    return pf_rook_attacks_obstruction(square, occupied);
#else
    return pf_slider_lookup(&pf_rook_index, square, occupied, sliders);
#endif
}

PF_TEMPLATE pf_bitboard pf_bishop_attacks(pf_square square, pf_bitboard occupied, pf_sliders sliders)
{
    switch (sliders) {
    case PF_SLIDERS_HYPERBOLA: return pf_bishop_attacks_hyperbola(square, occupied);
    case PF_SLIDERS_OBSTRUCTION: return pf_bishop_attacks_obstruction(square, occupied);
    case PF_SLIDERS_KOGGE_STONE: return pf_all_attacks_kogge_stone(pf_bit(square), 0, occupied);
#if defined(__SSE2__) && !defined(__CUDACC__)
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
#if defined(__SSE2__) && !defined(__CUDACC__)
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
#if defined(__SSE2__) && !defined(__CUDACC__)
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
