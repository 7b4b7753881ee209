/* Kogge-Stone fills in four directions at once, one in each lane of a YMM register. AVX2 shifts each lane by its own
 * count, and a count of 64 or more gives 0. So a left shift moves two lanes and clears the other two, and a right shift
 * does the opposite. */
#ifndef PLYFORGE_SLIDERS_KOGGE_STONE_AVX2_H
#define PLYFORGE_SLIDERS_KOGGE_STONE_AVX2_H

#include "board/bits.h"

#include <immintrin.h>

/* The step of each of the four lanes, up and down the board; 64 means no step. */
typedef struct pf_four_steps {
    __m256i up, down;
} pf_four_steps;

PF_TEMPLATE __m256i pf_shift_four(__m256i set, pf_four_steps steps)
{
    return _mm256_or_si256(_mm256_sllv_epi64(set, steps.up), _mm256_srlv_epi64(set, steps.down));
}

PF_TEMPLATE pf_four_steps pf_double_steps(pf_four_steps steps)
{
    steps.up = _mm256_add_epi64(steps.up, steps.up);
    steps.down = _mm256_add_epi64(steps.down, steps.down);
    return steps;
}

PF_TEMPLATE pf_bitboard pf_union_of_four(__m256i set)
{
    __m128i half = _mm_or_si128(_mm256_castsi256_si128(set), _mm256_extracti128_si256(set, 1));
    return (pf_bitboard)_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half)));
}

/* ends has the same meaning as in pf_direction_ends. */
PF_TEMPLATE pf_bitboard pf_fill_attacks_avx2(pf_square square, pf_bitboard occupied, pf_four_steps one, __m256i ends)
{
    pf_four_steps two = pf_double_steps(one), four = pf_double_steps(two);
    __m256i set = _mm256_set1_epi64x((int64_t)pf_bit(square));
    __m256i open = _mm256_and_si256(_mm256_set1_epi64x((int64_t)~occupied), ends);
    set = _mm256_or_si256(set, _mm256_and_si256(open, pf_shift_four(set, one)));
    open = _mm256_and_si256(open, pf_shift_four(open, one));
    set = _mm256_or_si256(set, _mm256_and_si256(open, pf_shift_four(set, two)));
    open = _mm256_and_si256(open, pf_shift_four(open, two));
    set = _mm256_or_si256(set, _mm256_and_si256(open, pf_shift_four(set, four)));
    return pf_union_of_four(_mm256_and_si256(pf_shift_four(set, one), ends));
}

PF_TEMPLATE pf_bitboard pf_bishop_attacks_kogge_stone_avx2(pf_square square, pf_bitboard occupied)
{
    pf_four_steps steps = {_mm256_setr_epi64x(9, 7, 64, 64), _mm256_setr_epi64x(64, 64, 9, 7)};
    __m256i ends = _mm256_setr_epi64x((int64_t)~PF_FILE_A, (int64_t)~PF_FILE_H, (int64_t)~PF_FILE_H,
                                      (int64_t)~PF_FILE_A);
    return pf_fill_attacks_avx2(square, occupied, steps, ends);
}

PF_TEMPLATE pf_bitboard pf_rook_attacks_kogge_stone_avx2(pf_square square, pf_bitboard occupied)
{
    pf_four_steps steps = {_mm256_setr_epi64x(1, 8, 64, 64), _mm256_setr_epi64x(64, 64, 1, 8)};
    __m256i ends = _mm256_setr_epi64x((int64_t)~PF_FILE_A, -1, (int64_t)~PF_FILE_H, -1);
    return pf_fill_attacks_avx2(square, occupied, steps, ends);
}

/* The attacks of all bishops of one set and all rooks of the other: four directions up the board in one register and
 * four down in another, so that every step is one shift. */
PF_TEMPLATE pf_bitboard pf_all_attacks_kogge_stone_avx2(pf_bitboard bishops, pf_bitboard rooks, pf_bitboard occupied)
{
    const __m256i one = _mm256_setr_epi64x(1, 8, 9, 7), two = _mm256_slli_epi64(one, 1),
                  four = _mm256_slli_epi64(one, 2);
    const __m256i up_ends = _mm256_setr_epi64x((int64_t)~PF_FILE_A, -1, (int64_t)~PF_FILE_A, (int64_t)~PF_FILE_H);
    const __m256i down_ends = _mm256_setr_epi64x((int64_t)~PF_FILE_H, -1, (int64_t)~PF_FILE_H, (int64_t)~PF_FILE_A);
    __m256i up = _mm256_setr_epi64x((int64_t)rooks, (int64_t)rooks, (int64_t)bishops, (int64_t)bishops), down = up;
    __m256i empty = _mm256_set1_epi64x((int64_t)~occupied);
    __m256i open_up = _mm256_and_si256(empty, up_ends), open_down = _mm256_and_si256(empty, down_ends);
    up = _mm256_or_si256(up, _mm256_and_si256(open_up, _mm256_sllv_epi64(up, one)));
    down = _mm256_or_si256(down, _mm256_and_si256(open_down, _mm256_srlv_epi64(down, one)));
    open_up = _mm256_and_si256(open_up, _mm256_sllv_epi64(open_up, one));
    open_down = _mm256_and_si256(open_down, _mm256_srlv_epi64(open_down, one));
    up = _mm256_or_si256(up, _mm256_and_si256(open_up, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(down, _mm256_and_si256(open_down, _mm256_srlv_epi64(down, two)));
    open_up = _mm256_and_si256(open_up, _mm256_sllv_epi64(open_up, two));
    open_down = _mm256_and_si256(open_down, _mm256_srlv_epi64(open_down, two));
    up = _mm256_or_si256(up, _mm256_and_si256(open_up, _mm256_sllv_epi64(up, four)));
    down = _mm256_or_si256(down, _mm256_and_si256(open_down, _mm256_srlv_epi64(down, four)));
    up = _mm256_and_si256(_mm256_sllv_epi64(up, one), up_ends);
    down = _mm256_and_si256(_mm256_srlv_epi64(down, one), down_ends);
    return pf_union_of_four(_mm256_or_si256(up, down));
}

#endif
