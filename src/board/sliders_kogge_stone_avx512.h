/* Kogge-Stone fills in four directions at once, a lane of a YMM register for each. AVX-512 rotates each lane by its own
 * count, up or down alike, and joins three sets in one instruction. A rotation also wraps round from rank 8 to rank 1,
 * so the squares where a step can end leave out a rank for north and south too. */
#ifndef PLYFORGE_SLIDERS_KOGGE_STONE_AVX512_H
#define PLYFORGE_SLIDERS_KOGGE_STONE_AVX512_H

#include "board/bits.h"

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
    set = _mm256_and_si256(_mm256_rolv_epi64(set, one), ends);
    __m128i half = _mm_or_si128(_mm256_castsi256_si128(set), _mm256_extracti128_si256(set, 1));
    return (pf_bitboard)_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half)));
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

#endif
