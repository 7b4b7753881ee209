/* Eight boards side by side: lanes.h in AVX-512. */
#ifndef PLYFORGE_LANES_AVX512_H
#define PLYFORGE_LANES_AVX512_H

#ifdef PF_LANES
#error "Include one lanes_*.h only: see perft/two_ply/lanes.h."
#endif

#include <immintrin.h>

#define PF_LANES 8

typedef __m512i pf_lane_choice;

#include "perft/two_ply/lanes.h"

PF_TEMPLATE pf_lanes pf_lanes_of(uint64_t value)
{
    return (pf_lanes)_mm512_set1_epi64((long long)value);
}

PF_TEMPLATE pf_lanes pf_lanes_first(uint32_t size)
{
    return (pf_lanes)_mm512_maskz_set1_epi64((__mmask8)(size < PF_LANES ? (1u << size) - 1 : 0xff), -1);
}

PF_TEMPLATE pf_lanes pf_lanes_numbers(const uint32_t numbers[PF_LANES])
{
    return (pf_lanes)_mm512_cvtepu32_epi64(_mm256_loadu_si256((const __m256i *)numbers));
}

PF_TEMPLATE pf_lanes pf_lanes_up(pf_lanes set, pf_lanes by)
{
    return (pf_lanes)_mm512_sllv_epi64((__m512i)set, (__m512i)by);
}

PF_TEMPLATE pf_lanes pf_lanes_down(pf_lanes set, pf_lanes by)
{
    return (pf_lanes)_mm512_srlv_epi64((__m512i)set, (__m512i)by);
}

PF_TEMPLATE pf_lane_choice pf_lanes_choose(pf_lanes numbers)
{
    return (__m512i)numbers;
}

PF_TEMPLATE pf_lanes pf_lanes_pick(pf_lanes set, pf_lane_choice choice)
{
    return (pf_lanes)_mm512_permutexvar_epi64(choice, (__m512i)set);
}

PF_TEMPLATE pf_lanes pf_lanes_if_meet(pf_lanes set, pf_lanes a, pf_lanes b)
{
    return (pf_lanes)_mm512_maskz_mov_epi64(_mm512_test_epi64_mask((__m512i)a, (__m512i)b), (__m512i)set);
}

PF_TEMPLATE pf_lanes pf_lanes_if_miss(pf_lanes set, pf_lanes a, pf_lanes b)
{
    return (pf_lanes)_mm512_maskz_mov_epi64(_mm512_testn_epi64_mask((__m512i)a, (__m512i)b), (__m512i)set);
}

PF_TEMPLATE uint32_t pf_lanes_any(pf_lanes set)
{
    return _mm512_test_epi64_mask((__m512i)set, (__m512i)set);
}

PF_TEMPLATE void pf_lanes_store(uint64_t to[PF_LANES], pf_lanes set)
{
    _mm512_storeu_si512(to, (__m512i)set);
}

PF_TEMPLATE pf_lanes pf_lanes_odd(pf_lanes a, pf_lanes b, pf_lanes c)
{
    return (pf_lanes)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, 0x96);
}

PF_TEMPLATE pf_lanes pf_lanes_most(pf_lanes a, pf_lanes b, pf_lanes c)
{
    return (pf_lanes)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, 0xe8);
}

PF_TEMPLATE pf_lanes pf_lanes_or_both(pf_lanes a, pf_lanes b, pf_lanes c)
{
    return (pf_lanes)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, 0xf8);
}

PF_TEMPLATE pf_lanes pf_lanes_select(pf_lanes mask, pf_lanes a, pf_lanes b)
{
    return (pf_lanes)_mm512_ternarylogic_epi64((__m512i)mask, (__m512i)a, (__m512i)b, 0xca);
}

PF_TEMPLATE pf_lanes pf_lanes_popcount(pf_lanes set)
{
    return (pf_lanes)_mm512_popcnt_epi64((__m512i)set);
}

PF_TEMPLATE pf_lanes pf_lanes_total(pf_lanes counts)
{
    return counts;
}

PF_TEMPLATE pf_lanes pf_lanes_times(pf_lanes a, pf_lanes b)
{
    return (pf_lanes)_mm512_mul_epu32((__m512i)a, (__m512i)b);
}

PF_TEMPLATE uint64_t pf_lanes_sum(pf_lanes values)
{
    return (uint64_t)_mm512_reduce_add_epi64((__m512i)values);
}

PF_TEMPLATE pf_lanes pf_lanes_minus_double(pf_lanes a, pf_lanes b)
{
    return (pf_lanes)_mm512_sub_epi8((__m512i)a, _mm512_add_epi8((__m512i)b, (__m512i)b));
}

/* Obstruction difference: subtract the highest of the blockers below from the blockers above, and the borrow covers
 * exactly the squares in between and the blockers themselves. */
PF_TEMPLATE pf_lanes pf_lanes_see(pf_lanes occupied, pf_lanes bit, pf_lanes below, pf_lanes above, pf_axis axis)
{
    (void)bit, (void)axis;
    pf_lanes lower = (occupied & below) | pf_lanes_of(1);
    pf_lanes upper = occupied & above;
    __m512i top = _mm512_srlv_epi64(_mm512_set1_epi64(INT64_MIN), _mm512_lzcnt_epi64((__m512i)lower));
    return (upper ^ (upper - (pf_lanes)top)) & (below | above);
}

PF_TEMPLATE void pf_lanes_transpose(pf_lanes rows[8], const pf_bitboard *const sets[PF_LANES])
{
    __m512i a[8], b[8];
    for (int i = 0; i < 8; i++) a[i] = _mm512_loadu_si512(sets[i]);
    for (int i = 0; i < 8; i += 2) {
        b[i] = _mm512_unpacklo_epi64(a[i], a[i + 1]);
        b[i + 1] = _mm512_unpackhi_epi64(a[i], a[i + 1]);
    }
    for (int i = 0; i < 2; i++) {
        a[i] = _mm512_shuffle_i64x2(b[i], b[i + 2], 0x88);
        a[i + 2] = _mm512_shuffle_i64x2(b[i], b[i + 2], 0xdd);
        a[i + 4] = _mm512_shuffle_i64x2(b[i + 4], b[i + 6], 0x88);
        a[i + 6] = _mm512_shuffle_i64x2(b[i + 4], b[i + 6], 0xdd);
    }
    for (int i = 0; i < 4; i++) {
        rows[i] = (pf_lanes)_mm512_shuffle_i64x2(a[i], a[i + 4], 0x88);
        rows[i + 4] = (pf_lanes)_mm512_shuffle_i64x2(a[i], a[i + 4], 0xdd);
    }
}

PF_TEMPLATE uint32_t pf_write_numbers(uint32_t *out, pf_bitboard set, uint32_t base)
{
    const __m512i squares = _mm512_set_epi64(0x3f3e3d3c3b3a3938, 0x3736353433323130, 0x2f2e2d2c2b2a2928,
                                             0x2726252423222120, 0x1f1e1d1c1b1a1918, 0x1716151413121110,
                                             0x0f0e0d0c0b0a0908, 0x0706050403020100);
    __m512i squeezed = _mm512_maskz_compress_epi8(set, squares);
    __m512i bases = _mm512_set1_epi32((int)base);
    uint32_t size = pf_popcount(set);
    _mm512_storeu_si512(out, _mm512_add_epi32(_mm512_cvtepu8_epi32(_mm512_castsi512_si128(squeezed)), bases));
    if (PF_UNLIKELY(size > 16)) {
        __m128i more = _mm512_extracti32x4_epi32(squeezed, 1);
        _mm512_storeu_si512(out + 16, _mm512_add_epi32(_mm512_cvtepu8_epi32(more), bases));
    }
    return size;
}

#endif
