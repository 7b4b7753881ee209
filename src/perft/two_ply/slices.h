/* Numbers of several bits for every square of a board at once, stored as bit slices: slice i holds bit i of each
 * square's number. So 64 small sums per board take a handful of operations, and adding up the numbers on a set of
 * squares takes a few popcounts.
 *
 * Include one lanes_*.h before this header. */
#ifndef PLYFORGE_SLICES_H
#define PLYFORGE_SLICES_H

#include "perft/two_ply/fills.h"

enum { PF_SLICES = 5 };

/* A number from 0 to 31 for each square. */
typedef struct pf_slices {
    pf_lanes bit[PF_SLICES];
} pf_slices;

PF_TEMPLATE pf_slices pf_slices_zero(void)
{
    pf_slices zero;
    PF_UNROLL
    for (int i = 0; i < PF_SLICES; i++) zero.bit[i] = pf_lanes_of(0);
    return zero;
}

/* A full adder for every square: *sum becomes the low bit of a + b + c, and the carry is returned. */
PF_TEMPLATE pf_lanes pf_lanes_add(pf_lanes *sum, pf_lanes a, pf_lanes b, pf_lanes c)
{
    *sum = pf_lanes_odd(a, b, c);
    return pf_lanes_most(a, b, c);
}

/* Adds a number of size bits to each square. */
PF_TEMPLATE void pf_slices_add(pf_slices *sum, const pf_lanes *number, int size)
{
    pf_lanes carry = sum->bit[0] & number[0];
    sum->bit[0] ^= number[0];
    PF_UNROLL
    for (int i = 1; i < PF_SLICES; i++) {
        if (i < size) {
            carry = pf_lanes_add(&sum->bit[i], sum->bit[i], number[i], carry);
        } else {
            pf_lanes old = sum->bit[i];
            sum->bit[i] = old ^ carry;
            carry &= old;
        }
    }
}

/* For each square, the number of the eight sets that contain it, in four bits. */
PF_TEMPLATE void pf_lanes_add_eight(pf_lanes sum[4], const pf_lanes set[8])
{
    pf_lanes a, b, c, d;
    pf_lanes carry0 = pf_lanes_add(&a, set[0], set[1], set[2]);
    pf_lanes carry1 = pf_lanes_add(&b, set[3], set[4], set[5]);
    pf_lanes carry2 = pf_lanes_add(&c, set[6], set[7], a);
    pf_lanes carry3 = b & c;
    sum[0] = b ^ c;
    pf_lanes twice0 = pf_lanes_add(&d, carry0, carry1, carry2);
    pf_lanes twice1 = d & carry3;
    sum[1] = d ^ carry3;
    sum[2] = twice0 ^ twice1;
    sum[3] = twice0 & twice1;
}

/* The sum of the numbers on the squares of set. */
PF_TEMPLATE pf_lanes pf_slices_total(const pf_slices *numbers, pf_lanes set)
{
    pf_lanes total = pf_lanes_of(0);
    PF_UNROLL
    for (int i = 0; i < PF_SLICES; i++) total += pf_lanes_total(pf_lanes_popcount(numbers->bit[i] & set)) << i;
    return total;
}

#endif
