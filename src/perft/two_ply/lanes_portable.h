/* Lanes for every machine: the contract of lanes.h implemented as plainly as possible, with loops over the lanes. The
 * test of lanes compares the other headers with this one. On machines without wide registers, counting one node after
 * the other is faster, so the library does not use these lanes for counting. PF_PORTABLE_LANES is the number of lanes,
 * 4 if it is not defined. */
#ifndef PLYFORGE_LANES_PORTABLE_H
#define PLYFORGE_LANES_PORTABLE_H

#ifdef PF_LANES
#error "Include one lanes_*.h only: see perft/two_ply/lanes.h."
#endif
#ifndef PF_PORTABLE_LANES
#define PF_PORTABLE_LANES 4
#endif
#define PF_LANES PF_PORTABLE_LANES

#include <stdint.h>

/* The indexes of the lanes to pick. */
typedef struct pf_lane_choice {
    uint32_t lane[PF_LANES];
} pf_lane_choice;

#include "perft/two_ply/lanes.h"
#include "perft/two_ply/lanes_plain.h"

PF_TEMPLATE pf_lanes pf_lanes_of(uint64_t value)
{
    pf_lanes set = {0};
    return set + value;
}

PF_TEMPLATE pf_lanes pf_lanes_first(uint32_t size)
{
    pf_lanes set = {0};
    for (uint32_t i = 0; i < PF_LANES && i < size; i++) set[i] = ~UINT64_C(0);
    return set;
}

PF_TEMPLATE pf_lanes pf_lanes_numbers(const uint32_t numbers[PF_LANES])
{
    pf_lanes set = {0};
    for (uint32_t i = 0; i < PF_LANES; i++) set[i] = numbers[i];
    return set;
}

PF_TEMPLATE void pf_lanes_store(uint64_t to[PF_LANES], pf_lanes set)
{
    for (uint32_t i = 0; i < PF_LANES; i++) to[i] = set[i];
}

PF_TEMPLATE pf_lanes pf_lanes_up(pf_lanes set, pf_lanes by)
{
    for (uint32_t i = 0; i < PF_LANES; i++) set[i] = by[i] < 64 ? set[i] << by[i] : 0;
    return set;
}

PF_TEMPLATE pf_lanes pf_lanes_down(pf_lanes set, pf_lanes by)
{
    for (uint32_t i = 0; i < PF_LANES; i++) set[i] = by[i] < 64 ? set[i] >> by[i] : 0;
    return set;
}

PF_TEMPLATE pf_lane_choice pf_lanes_choose(pf_lanes numbers)
{
    pf_lane_choice choice;
    for (uint32_t i = 0; i < PF_LANES; i++) choice.lane[i] = (uint32_t)numbers[i];
    return choice;
}

PF_TEMPLATE pf_lanes pf_lanes_pick(pf_lanes set, pf_lane_choice choice)
{
    pf_lanes picked = {0};
    for (uint32_t i = 0; i < PF_LANES; i++) picked[i] = set[choice.lane[i]];
    return picked;
}

PF_TEMPLATE pf_lanes pf_lanes_if_meet(pf_lanes set, pf_lanes a, pf_lanes b)
{
    return set & (pf_lanes)((a & b) != 0);
}

PF_TEMPLATE pf_lanes pf_lanes_if_miss(pf_lanes set, pf_lanes a, pf_lanes b)
{
    return set & (pf_lanes)((a & b) == 0);
}

PF_TEMPLATE uint32_t pf_lanes_any(pf_lanes set)
{
    uint32_t lanes = 0;
    for (uint32_t i = 0; i < PF_LANES; i++) lanes |= (uint32_t)(set[i] != 0) << i;
    return lanes;
}

PF_TEMPLATE pf_lanes pf_lanes_total(pf_lanes counts)
{
    return counts;
}

PF_TEMPLATE pf_lanes pf_lanes_popcount(pf_lanes set)
{
    for (uint32_t i = 0; i < PF_LANES; i++) set[i] = pf_popcount(set[i]);
    return set;
}

PF_TEMPLATE pf_lanes pf_lanes_times(pf_lanes a, pf_lanes b)
{
    return a * b;
}

PF_TEMPLATE uint64_t pf_lanes_sum(pf_lanes values)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < PF_LANES; i++) sum += values[i];
    return sum;
}

PF_TEMPLATE pf_lanes pf_lanes_minus_double(pf_lanes a, pf_lanes b)
{
    typedef uint8_t bytes __attribute__((vector_size(sizeof(pf_lanes))));
    return (pf_lanes)((bytes)a - (bytes)b - (bytes)b);
}

PF_TEMPLATE pf_lanes pf_lanes_see(pf_lanes occupied, pf_lanes bit, pf_lanes below, pf_lanes above, pf_axis axis)
{
    (void)bit, (void)axis;
    for (uint32_t i = 0; i < PF_LANES; i++) {
        pf_bitboard lower = occupied[i] & below[i], upper = occupied[i] & above[i];
        if (lower) below[i] &= ~UINT64_C(0) << pf_highest(lower);
        if (upper) above[i] &= ~UINT64_C(0) >> (63 - pf_lowest(upper));
    }
    return below | above;
}

PF_TEMPLATE void pf_lanes_transpose(pf_lanes rows[8], const pf_bitboard *const sets[PF_LANES])
{
    for (uint32_t k = 0; k < PF_LANES; k++)
        for (uint32_t i = 0; i < 8; i++) rows[i][k] = sets[k][i];
}

#endif
