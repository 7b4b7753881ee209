/* Bitboard vocabulary: ranks, files, and shifting a whole set one step, relative to a colour where pawns need it. */
#ifndef PLYFORGE_BITS_H
#define PLYFORGE_BITS_H

#include <plyforge/types.h>

#include "base/compiler.h"

#define PF_FILE_A UINT64_C(0x0101010101010101)
#define PF_FILE_H UINT64_C(0x8080808080808080)
#define PF_RANK_1 UINT64_C(0x00000000000000ff)
#define PF_RANK_8 UINT64_C(0xff00000000000000)

PF_TEMPLATE pf_bitboard pf_rank_mask(unsigned rank)
{
    return PF_RANK_1 << (8 * rank);
}

/* Ranks 0 to 7 from the side's point of view: its back rank is 0. */
PF_TEMPLATE pf_bitboard pf_relative_rank(unsigned rank, pf_colour us)
{
    return pf_rank_mask(us == PF_WHITE ? rank : 7 - rank);
}

/* One step forward, straight or towards the a-file (left) or the h-file (right). */
PF_TEMPLATE pf_bitboard pf_forward(pf_bitboard set, pf_colour us)
{
    return us == PF_WHITE ? set << 8 : set >> 8;
}

PF_TEMPLATE pf_bitboard pf_forward_left(pf_bitboard set, pf_colour us)
{
    set &= ~PF_FILE_A;
    return us == PF_WHITE ? set << 7 : set >> 9;
}

PF_TEMPLATE pf_bitboard pf_forward_right(pf_bitboard set, pf_colour us)
{
    set &= ~PF_FILE_H;
    return us == PF_WHITE ? set << 9 : set >> 7;
}

/* The number to add to a square to go one step forward. */
PF_TEMPLATE int pf_forward_step(pf_colour us)
{
    return us == PF_WHITE ? 8 : -8;
}

#endif
