/* Kogge-Stone fills in four directions at once, one in each lane of a YMM register. AVX-512 rotates each lane by its
 * own count in either direction, and combines three sets in one instruction. A rotation also wraps around from rank 8
 * to rank 1, so north and south exclude a rank from the squares where a step can end. */
#ifndef PLYFORGE_SLIDERS_KOGGE_STONE_AVX512_H
#define PLYFORGE_SLIDERS_KOGGE_STONE_AVX512_H

#include "lab/sliders_kogge_stone_avx2.h"

#include <immintrin.h>

/* set | (open & more) */
PF_TEMPLATE __m256i pf_join_through(__m256i set, __m256i open, __m256i more)
{
    return _mm256_ternarylogic_epi64(set, open, more, 0xf8);
}

PF_TEMPLATE pf_bitboard pf_fill_attacks_avx512(pf_square square, pf_bitboard occupied, __m256i one, __m256i ends)
{
    __m256i two = _mm256_add_epi64(one, one), four = _mm256_add_epi64(two, two);
    __m256i set = _mm256_set1_epi64x((int64_t)pf_bit(square));
    __m256i open = _mm256_andnot_si256(_mm256_set1_epi64x((int64_t)occupied), ends);
    set = pf_join_through(set, open, _mm256_rolv_epi64(set, one));
    open = _mm256_and_si256(open, _mm256_rolv_epi64(open, one));
    set = pf_join_through(set, open, _mm256_rolv_epi64(set, two));
    open = _mm256_and_si256(open, _mm256_rolv_epi64(open, two));
    set = pf_join_through(set, open, _mm256_rolv_epi64(set, four));
    return pf_union_of_four(_mm256_and_si256(_mm256_rolv_epi64(set, one), ends));
}

PF_TEMPLATE pf_bitboard pf_bishop_attacks_kogge_stone_avx512(pf_square square, pf_bitboard occupied)
{
    __m256i ends = _mm256_setr_epi64x((int64_t) ~(PF_FILE_A | PF_RANK_1), (int64_t) ~(PF_FILE_H | PF_RANK_1),
                                      (int64_t) ~(PF_FILE_H | PF_RANK_8), (int64_t) ~(PF_FILE_A | PF_RANK_8));
    return pf_fill_attacks_avx512(square, occupied, _mm256_setr_epi64x(9, 7, -9, -7), ends);
}

PF_TEMPLATE pf_bitboard pf_rook_attacks_kogge_stone_avx512(pf_square square, pf_bitboard occupied)
{
    __m256i ends = _mm256_setr_epi64x((int64_t)~PF_FILE_A, (int64_t)~PF_RANK_1, (int64_t)~PF_FILE_H,
                                      (int64_t)~PF_RANK_8);
    return pf_fill_attacks_avx512(square, occupied, _mm256_setr_epi64x(1, 8, -1, -8), ends);
}

/* The attacks of all bishops of one set and all rooks of the other: all eight directions, one in each lane of a ZMM
 * register. */
PF_TEMPLATE pf_bitboard pf_all_attacks_kogge_stone_avx512(pf_bitboard bishops, pf_bitboard rooks, pf_bitboard occupied)
{
    const __m512i one = _mm512_setr_epi64(1, 8, -1, -8, 9, 7, -9, -7);
    const __m512i two = _mm512_slli_epi64(one, 1), four = _mm512_slli_epi64(one, 2);
    const __m512i ends = _mm512_setr_epi64((int64_t)~PF_FILE_A, (int64_t)~PF_RANK_1, (int64_t)~PF_FILE_H,
                                           (int64_t)~PF_RANK_8, (int64_t) ~(PF_FILE_A | PF_RANK_1),
                                           (int64_t) ~(PF_FILE_H | PF_RANK_1), (int64_t) ~(PF_FILE_H | PF_RANK_8),
                                           (int64_t) ~(PF_FILE_A | PF_RANK_8));
    __m512i set = _mm512_mask_set1_epi64(_mm512_set1_epi64((int64_t)rooks), 0xf0, (int64_t)bishops);
    __m512i open = _mm512_andnot_si512(_mm512_set1_epi64((int64_t)occupied), ends);
    set = _mm512_ternarylogic_epi64(set, open, _mm512_rolv_epi64(set, one), 0xf8); /* as pf_join_through */
    open = _mm512_and_si512(open, _mm512_rolv_epi64(open, one));
    set = _mm512_ternarylogic_epi64(set, open, _mm512_rolv_epi64(set, two), 0xf8);
    open = _mm512_and_si512(open, _mm512_rolv_epi64(open, two));
    set = _mm512_ternarylogic_epi64(set, open, _mm512_rolv_epi64(set, four), 0xf8);
    set = _mm512_and_si512(_mm512_rolv_epi64(set, one), ends);
    return pf_union_of_four(_mm256_or_si256(_mm512_castsi512_si256(set), _mm512_extracti64x4_epi64(set, 1)));
}

#endif
