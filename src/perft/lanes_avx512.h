/* Eight boards side by side: the few operations on them that C's vector arithmetic does not have, in AVX-512. */
#ifndef PLYFORGE_LANES_H
#define PLYFORGE_LANES_H

#include <immintrin.h>

#include "board/tables.h"

enum {
    PF_LANES = 8,
    PF_LANES_WORTH = 3 /* so many boards pay for a laneful */
};

/* One bitboard in each lane; &, |, ^, ~, << and >> work on all of them at once. */
typedef uint64_t pf_lanes __attribute__((vector_size(64)));

/* A choice of lanes. */
typedef __mmask8 pf_lane_mask;

PF_TEMPLATE pf_lanes pf_lanes_of(uint64_t value)
{
    return (pf_lanes)_mm512_set1_epi64((long long)value);
}

/* Lane i is the set that holds square squares[i] only. */
PF_TEMPLATE pf_lanes pf_lanes_bits(const uint8_t squares[PF_LANES])
{
    __m512i numbers = _mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)squares));
    return (pf_lanes)_mm512_sllv_epi64(_mm512_set1_epi64(1), numbers);
}

/* Lane i is numbers[i]. */
PF_TEMPLATE pf_lanes pf_lanes_numbers(const uint8_t numbers[PF_LANES])
{
    return (pf_lanes)_mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)numbers));
}

/* The first size lanes, nothing in the others. */
PF_TEMPLATE pf_lanes pf_lanes_first(pf_lanes values, uint32_t size)
{
    return (pf_lanes)_mm512_maskz_mov_epi64((__mmask8)_bzhi_u32(0xff, size), (__m512i)values);
}

/* The lanes where set and bits do not meet. */
PF_TEMPLATE pf_lane_mask pf_lanes_miss(pf_lanes set, pf_lanes bits)
{
    return _mm512_testn_epi64_mask((__m512i)set, (__m512i)bits);
}

/* The set in the lanes of mask, nothing in the others. */
PF_TEMPLATE pf_lanes pf_lanes_keep(pf_lanes set, pf_lane_mask mask)
{
    return (pf_lanes)_mm512_maskz_mov_epi64(mask, (__m512i)set);
}

/* How many squares each set has: such counts may be added before pf_lanes_total is asked. */
PF_TEMPLATE pf_lanes pf_lanes_popcount(pf_lanes set)
{
    return (pf_lanes)_mm512_popcnt_epi64((__m512i)set);
}

/* The counts of pf_lanes_popcount, as one number in each lane. */
PF_TEMPLATE pf_lanes pf_lanes_total(pf_lanes counts)
{
    return counts;
}

PF_TEMPLATE uint64_t pf_lanes_sum(pf_lanes values)
{
    return (uint64_t)_mm512_reduce_add_epi64((__m512i)values);
}

/* What a slider sees along one line from a square that is the same in all lanes. Obstruction difference: from the
 * blockers above take the highest of the blockers below, and the borrow runs over just the squares in between, the
 * blockers included. */
PF_TEMPLATE pf_lanes pf_lanes_see(pf_lanes occupied, pf_square square, pf_axis axis)
{
    const pf_half_line *line = &pf_half_lines[square][axis];
    pf_lanes below = (occupied & pf_lanes_of(line->below)) | pf_lanes_of(1);
    pf_lanes above = occupied & pf_lanes_of(line->above);
    __m512i top = _mm512_srlv_epi64(_mm512_set1_epi64(INT64_MIN), _mm512_lzcnt_epi64((__m512i)below));
    return (above ^ (above - (pf_lanes)top)) & pf_lanes_of(line->both);
}

#endif
