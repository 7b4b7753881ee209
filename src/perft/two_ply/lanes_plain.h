/* Operations of lanes.h in plain C on vectors, for instruction sets that have no special instruction for them. */
#ifndef PLYFORGE_LANES_PLAIN_H
#define PLYFORGE_LANES_PLAIN_H

#include "perft/two_ply/lanes.h"

PF_TEMPLATE pf_lanes pf_lanes_odd(pf_lanes a, pf_lanes b, pf_lanes c)
{
    return a ^ b ^ c;
}

PF_TEMPLATE pf_lanes pf_lanes_most(pf_lanes a, pf_lanes b, pf_lanes c)
{
    return (a & b) | (c & (a ^ b));
}

PF_TEMPLATE pf_lanes pf_lanes_or_both(pf_lanes a, pf_lanes b, pf_lanes c)
{
    return a | (b & c);
}

PF_TEMPLATE pf_lanes pf_lanes_select(pf_lanes mask, pf_lanes a, pf_lanes b)
{
    return (mask & a) | (b & ~mask);
}

PF_TEMPLATE uint32_t pf_write_numbers(uint32_t *out, pf_bitboard set, uint32_t base)
{
    uint32_t size = pf_popcount(set);
    while (set) *out++ = base + pf_pop_lowest(&set);
    return size;
}

#endif
