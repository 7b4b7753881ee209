/* Two boards side by side: lanes.h in NEON, which every 64-bit ARM has. */
#ifndef PLYFORGE_LANES_NEON_H
#define PLYFORGE_LANES_NEON_H

#ifdef PF_LANES
#error "Include one lanes_*.h only: see perft/two_ply/lanes.h."
#endif

#include <arm_neon.h>

#define PF_LANES 2

typedef uint64x2_t pf_lane_choice; /* all bits where the second lane is picked */

#include "perft/two_ply/lanes.h"
#include "perft/two_ply/lanes_plain.h"

PF_TEMPLATE pf_lanes pf_lanes_of(uint64_t value)
{
    return (pf_lanes)vdupq_n_u64(value);
}

PF_TEMPLATE pf_lanes pf_lanes_first(uint32_t size)
{
    const uint64x2_t numbers = {0, 1};
    return (pf_lanes)vcgtq_u64(vdupq_n_u64(size), numbers);
}

PF_TEMPLATE pf_lanes pf_lanes_numbers(const uint32_t numbers[PF_LANES])
{
    return (pf_lanes)vmovl_u32(vld1_u32(numbers));
}

PF_TEMPLATE void pf_lanes_store(uint64_t to[PF_LANES], pf_lanes set)
{
    vst1q_u64(to, (uint64x2_t)set);
}

/* USHL uses only the low byte of a number, and shifts the other way if that is negative. */
PF_TEMPLATE pf_lanes pf_lanes_up(pf_lanes set, pf_lanes by)
{
    uint64x2_t is_small = vcltq_u64((uint64x2_t)by, vdupq_n_u64(64));
    return (pf_lanes)vandq_u64(vshlq_u64((uint64x2_t)set, (int64x2_t)by), is_small);
}

PF_TEMPLATE pf_lanes pf_lanes_down(pf_lanes set, pf_lanes by)
{
    uint64x2_t is_small = vcltq_u64((uint64x2_t)by, vdupq_n_u64(64));
    return (pf_lanes)vandq_u64(vshlq_u64((uint64x2_t)set, vnegq_s64((int64x2_t)by)), is_small);
}

PF_TEMPLATE pf_lane_choice pf_lanes_choose(pf_lanes numbers)
{
    return vcgtzq_s64((int64x2_t)numbers);
}

PF_TEMPLATE pf_lanes pf_lanes_pick(pf_lanes set, pf_lane_choice choice)
{
    uint64x2_t first = vdupq_laneq_u64((uint64x2_t)set, 0), second = vdupq_laneq_u64((uint64x2_t)set, 1);
    return (pf_lanes)vbslq_u64(choice, second, first);
}

PF_TEMPLATE pf_lanes pf_lanes_if_meet(pf_lanes set, pf_lanes a, pf_lanes b)
{
    return set & (pf_lanes)vtstq_u64((uint64x2_t)a, (uint64x2_t)b);
}

PF_TEMPLATE pf_lanes pf_lanes_if_miss(pf_lanes set, pf_lanes a, pf_lanes b)
{
    return set & ~(pf_lanes)vtstq_u64((uint64x2_t)a, (uint64x2_t)b);
}

PF_TEMPLATE uint32_t pf_lanes_any(pf_lanes set)
{
    return (uint32_t)(set[0] != 0) | (uint32_t)(set[1] != 0) << 1;
}

PF_TEMPLATE pf_lanes pf_lanes_popcount(pf_lanes set)
{
    return (pf_lanes)vcntq_u8((uint8x16_t)set);
}

PF_TEMPLATE pf_lanes pf_lanes_total(pf_lanes counts)
{
    return (pf_lanes)vpaddlq_u32(vpaddlq_u16(vpaddlq_u8((uint8x16_t)counts)));
}

PF_TEMPLATE pf_lanes pf_lanes_times(pf_lanes a, pf_lanes b)
{
    return (pf_lanes)vmull_u32(vmovn_u64((uint64x2_t)a), vmovn_u64((uint64x2_t)b));
}

PF_TEMPLATE uint64_t pf_lanes_sum(pf_lanes values)
{
    return vaddvq_u64((uint64x2_t)values);
}

PF_TEMPLATE pf_lanes pf_lanes_minus_double(pf_lanes a, pf_lanes b)
{
    return (pf_lanes)vsubq_u8((uint8x16_t)a, vaddq_u8((uint8x16_t)b, (uint8x16_t)b));
}

/* The board upside down, or rotated by half a turn, which also reverses each rank. */
PF_TEMPLATE pf_lanes pf_lanes_turn(pf_lanes set, pf_axis axis)
{
    uint8x16_t bytes = (uint8x16_t)set;
    if (axis == PF_AXIS_RANK) bytes = vrbitq_u8(bytes);
    return (pf_lanes)vrev64q_u8(bytes);
}

/* Hyperbola quintessence: subtracting the slider from the blockers borrows up to the first of them, and on the turned
 * board up to the first one below. */
PF_TEMPLATE pf_lanes pf_lanes_see(pf_lanes occupied, pf_lanes bit, pf_lanes below, pf_lanes above, pf_axis axis)
{
    pf_lanes both = below | above;
    pf_lanes blockers = occupied & both;
    pf_lanes forward = blockers - bit;
    pf_lanes backward = pf_lanes_turn(blockers, axis) - pf_lanes_turn(bit, axis);
    return (forward ^ pf_lanes_turn(backward, axis)) & both;
}

PF_TEMPLATE void pf_lanes_transpose(pf_lanes rows[8], const pf_bitboard *const sets[PF_LANES])
{
    for (int i = 0; i < 8; i += 2) {
        uint64x2_t a = vld1q_u64(sets[0] + i), b = vld1q_u64(sets[1] + i);
        rows[i] = (pf_lanes)vzip1q_u64(a, b);
        rows[i + 1] = (pf_lanes)vzip2q_u64(a, b);
    }
}

#endif
