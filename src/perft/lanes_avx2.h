/* Four boards side by side: the operations of lanes_avx512.h in AVX2, which has neither a popcount nor a leading-zero
 * count nor mask registers. */
#ifndef PLYFORGE_LANES_H
#define PLYFORGE_LANES_H

#include <immintrin.h>

#include "board/tables.h"

enum {
    PF_LANES = 4,
    PF_LANES_WORTH = 2 /* so many boards pay for a laneful */
};

/* One bitboard in each lane; &, |, ^, ~, << and >> work on all of them at once. */
typedef uint64_t pf_lanes __attribute__((vector_size(32)));

/* A choice of lanes: all bits set in those chosen. */
typedef pf_lanes pf_lane_mask;

PF_TEMPLATE pf_lanes pf_lanes_of(uint64_t value)
{
    return (pf_lanes)_mm256_set1_epi64x((long long)value);
}

/* Lane i is numbers[i]. */
PF_TEMPLATE pf_lanes pf_lanes_numbers(const uint8_t numbers[PF_LANES])
{
    int32_t packed;
    pf_memcpy(&packed, numbers, sizeof packed);
    return (pf_lanes)_mm256_cvtepu8_epi64(_mm_cvtsi32_si128(packed));
}

/* Lane i is the set that holds square squares[i] only. */
PF_TEMPLATE pf_lanes pf_lanes_bits(const uint8_t squares[PF_LANES])
{
    return (pf_lanes)_mm256_sllv_epi64(_mm256_set1_epi64x(1), (__m256i)pf_lanes_numbers(squares));
}

/* The first size lanes, nothing in the others. */
PF_TEMPLATE pf_lanes pf_lanes_first(pf_lanes values, uint32_t size)
{
    __m256i number = _mm256_set_epi64x(3, 2, 1, 0);
    return values & (pf_lanes)_mm256_cmpgt_epi64(_mm256_set1_epi64x(size), number);
}

/* The lanes where set and bits do not meet. */
PF_TEMPLATE pf_lane_mask pf_lanes_miss(pf_lanes set, pf_lanes bits)
{
    return (pf_lanes)_mm256_cmpeq_epi64((__m256i)(set & bits), _mm256_setzero_si256());
}

/* The set in the lanes of mask, nothing in the others. */
PF_TEMPLATE pf_lanes pf_lanes_keep(pf_lanes set, pf_lane_mask mask)
{
    return set & mask;
}

/* How many squares each set has, byte by byte: up to 31 such counts may be added before pf_lanes_total is asked. */
PF_TEMPLATE pf_lanes pf_lanes_popcount(pf_lanes set)
{
    __m256i by_nibble = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2,
                                         2, 3, 2, 3, 3, 4);
    __m256i low = (__m256i)(set & UINT64_C(0x0f0f0f0f0f0f0f0f));
    __m256i high = (__m256i)(set >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f));
    return (pf_lanes)_mm256_add_epi8(_mm256_shuffle_epi8(by_nibble, low), _mm256_shuffle_epi8(by_nibble, high));
}

/* The counts of pf_lanes_popcount, as one number in each lane. */
PF_TEMPLATE pf_lanes pf_lanes_total(pf_lanes counts)
{
    return (pf_lanes)_mm256_sad_epu8((__m256i)counts, _mm256_setzero_si256());
}

PF_TEMPLATE uint64_t pf_lanes_sum(pf_lanes values)
{
    return values[0] + values[1] + values[2] + values[3];
}

/* The board upside down: the ranks in the opposite order. */
PF_TEMPLATE pf_lanes pf_lanes_flip(pf_lanes set)
{
    __m256i order = _mm256_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 15,
                                     14, 13, 12, 11, 10, 9, 8);
    return (pf_lanes)_mm256_shuffle_epi8((__m256i)set, order);
}

/* What a slider sees along one line from a square that is the same in all lanes. On a file or diagonal, hyperbola
 * quintessence: taking the slider from the blockers borrows up to the first of them, and on the board turned upside
 * down up to the first below. A rank stays a rank upside down: there the blockers below cast their shadows step by
 * step. */
PF_TEMPLATE pf_lanes pf_lanes_see(pf_lanes occupied, pf_square square, pf_axis axis)
{
    const pf_half_line *line = &pf_half_lines[square][axis];
    if (axis == PF_AXIS_RANK) {
        pf_lanes shadow = (occupied & pf_lanes_of(line->below)) >> 1;
        shadow |= shadow >> 1;
        shadow |= shadow >> 2;
        shadow |= shadow >> 4;
        pf_lanes above = occupied & pf_lanes_of(line->above);
        return (pf_lanes_of(line->below) & ~shadow) | ((above ^ (above - 1)) & pf_lanes_of(line->above));
    }
    pf_lanes both = pf_lanes_of(line->both);
    pf_lanes blockers = occupied & both;
    pf_lanes forward = blockers - pf_lanes_of(pf_bit(square));
    pf_lanes backward = pf_lanes_flip(blockers) - pf_lanes_of(pf_bit(square ^ 56));
    return (forward ^ pf_lanes_flip(backward)) & both;
}

#endif
