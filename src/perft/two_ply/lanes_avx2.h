/* Four boards side by side: lanes.h in AVX2, which has neither a popcount nor a leading-zero count nor mask registers.
 */
#ifndef PLYFORGE_LANES_AVX2_H
#define PLYFORGE_LANES_AVX2_H

#ifdef PF_LANES
#error "Include one lanes_*.h only: see perft/two_ply/lanes.h."
#endif

#include <immintrin.h>

#define PF_LANES 4

typedef __m256i pf_lane_choice; /* indexes of 32-bit halves of lanes */

#include "perft/two_ply/lanes.h"
#include "perft/two_ply/lanes_plain.h"

PF_TEMPLATE pf_lanes pf_lanes_of(uint64_t value)
{
    return (pf_lanes)_mm256_set1_epi64x((long long)value);
}

PF_TEMPLATE pf_lanes pf_lanes_first(uint32_t size)
{
    return (pf_lanes)_mm256_cmpgt_epi64(_mm256_set1_epi64x(size), _mm256_set_epi64x(3, 2, 1, 0));
}

PF_TEMPLATE pf_lanes pf_lanes_numbers(const uint32_t numbers[PF_LANES])
{
    return (pf_lanes)_mm256_cvtepu32_epi64(_mm_loadu_si128((const __m128i *)numbers));
}

PF_TEMPLATE pf_lanes pf_lanes_up(pf_lanes set, pf_lanes by)
{
    return (pf_lanes)_mm256_sllv_epi64((__m256i)set, (__m256i)by);
}

PF_TEMPLATE pf_lanes pf_lanes_down(pf_lanes set, pf_lanes by)
{
    return (pf_lanes)_mm256_srlv_epi64((__m256i)set, (__m256i)by);
}

PF_TEMPLATE pf_lane_choice pf_lanes_choose(pf_lanes numbers)
{
    pf_lanes halves = numbers << 1;
    return (__m256i)(halves | (halves + 1) << 32);
}

PF_TEMPLATE pf_lanes pf_lanes_pick(pf_lanes set, pf_lane_choice choice)
{
    return (pf_lanes)_mm256_permutevar8x32_epi32((__m256i)set, choice);
}

PF_TEMPLATE pf_lanes pf_lanes_if_miss(pf_lanes set, pf_lanes a, pf_lanes b)
{
    return set & (pf_lanes)_mm256_cmpeq_epi64((__m256i)(a & b), _mm256_setzero_si256());
}

PF_TEMPLATE pf_lanes pf_lanes_if_meet(pf_lanes set, pf_lanes a, pf_lanes b)
{
    return set & ~(pf_lanes)_mm256_cmpeq_epi64((__m256i)(a & b), _mm256_setzero_si256());
}

PF_TEMPLATE uint32_t pf_lanes_any(pf_lanes set)
{
    __m256i empty = _mm256_cmpeq_epi64((__m256i)set, _mm256_setzero_si256());
    return (uint32_t)_mm256_movemask_pd(_mm256_castsi256_pd(empty)) ^ 15;
}

PF_TEMPLATE void pf_lanes_store(uint64_t to[PF_LANES], pf_lanes set)
{
    _mm256_storeu_si256((__m256i *)to, (__m256i)set);
}

PF_TEMPLATE pf_lanes pf_lanes_popcount(pf_lanes set)
{
    __m256i by_nibble = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2,
                                         2, 3, 2, 3, 3, 4);
    __m256i low = (__m256i)(set & UINT64_C(0x0f0f0f0f0f0f0f0f));
    __m256i high = (__m256i)(set >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f));
    return (pf_lanes)_mm256_add_epi8(_mm256_shuffle_epi8(by_nibble, low), _mm256_shuffle_epi8(by_nibble, high));
}

PF_TEMPLATE pf_lanes pf_lanes_total(pf_lanes counts)
{
    return (pf_lanes)_mm256_sad_epu8((__m256i)counts, _mm256_setzero_si256());
}

PF_TEMPLATE pf_lanes pf_lanes_times(pf_lanes a, pf_lanes b)
{
    return (pf_lanes)_mm256_mul_epu32((__m256i)a, (__m256i)b);
}

PF_TEMPLATE uint64_t pf_lanes_sum(pf_lanes values)
{
    return values[0] + values[1] + values[2] + values[3];
}

PF_TEMPLATE pf_lanes pf_lanes_minus_double(pf_lanes a, pf_lanes b)
{
    return (pf_lanes)_mm256_sub_epi8((__m256i)a, _mm256_add_epi8((__m256i)b, (__m256i)b));
}

/* The board upside down: the ranks in the opposite order. */
PF_TEMPLATE pf_lanes pf_lanes_flip(pf_lanes set)
{
    __m256i order = _mm256_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 15,
                                     14, 13, 12, 11, 10, 9, 8);
    return (pf_lanes)_mm256_shuffle_epi8((__m256i)set, order);
}

/* On a file or diagonal, this is hyperbola quintessence: subtracting the slider from the blockers borrows up to the
 * first of them, and on the board turned upside down, up to the first one below. A rank stays a rank upside down, so
 * there the squares beyond blockers below are filled step by step. */
PF_TEMPLATE pf_lanes pf_lanes_see(pf_lanes occupied, pf_lanes bit, pf_lanes below, pf_lanes above, pf_axis axis)
{
    if (axis == PF_AXIS_RANK) {
        pf_lanes shadow = (occupied & below) >> 1;
        shadow |= shadow >> 1;
        shadow |= shadow >> 2;
        shadow |= shadow >> 4;
        pf_lanes upper = occupied & above;
        return (below & ~shadow) | ((upper ^ (upper - 1)) & above);
    }
    pf_lanes both = below | above;
    pf_lanes blockers = occupied & both;
    pf_lanes forward = blockers - bit;
    pf_lanes backward = pf_lanes_flip(blockers) - pf_lanes_flip(bit);
    return (forward ^ pf_lanes_flip(backward)) & both;
}

PF_TEMPLATE void pf_lanes_transpose(pf_lanes rows[8], const pf_bitboard *const sets[PF_LANES])
{
    for (int half = 0; half < 8; half += 4) {
        __m256i a[4], b[4];
        for (int i = 0; i < 4; i++) a[i] = _mm256_loadu_si256((const __m256i *)(sets[i] + half));
        for (int i = 0; i < 4; i += 2) {
            b[i] = _mm256_unpacklo_epi64(a[i], a[i + 1]);
            b[i + 1] = _mm256_unpackhi_epi64(a[i], a[i + 1]);
        }
        for (int i = 0; i < 2; i++) {
            rows[half + i] = (pf_lanes)_mm256_permute2x128_si256(b[i], b[i + 2], 0x20);
            rows[half + i + 2] = (pf_lanes)_mm256_permute2x128_si256(b[i], b[i + 2], 0x31);
        }
    }
}

#endif
