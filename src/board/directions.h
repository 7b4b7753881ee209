/* The eight directions in which sliders move, and Kogge-Stone fills: in one direction, all sliders of a set spread over
 * empty squares by one, two and four steps, and then take one step more. */
#ifndef PLYFORGE_DIRECTIONS_H
#define PLYFORGE_DIRECTIONS_H

#include "board/bits.h"

typedef enum pf_direction {
    PF_EAST = 1,
    PF_NORTH = 8,
    PF_NORTH_EAST = 9,
    PF_NORTH_WEST = 7,
    PF_WEST = -1,
    PF_SOUTH = -8,
    PF_SOUTH_WEST = -9,
    PF_SOUTH_EAST = -7
} pf_direction;

/* The squares where a step in that direction can end without wrapping around the edge. */
PF_TEMPLATE pf_bitboard pf_direction_ends(pf_direction direction)
{
    if (direction == PF_EAST || direction == PF_NORTH_EAST || direction == PF_SOUTH_EAST) return ~PF_FILE_A;
    if (direction == PF_WEST || direction == PF_NORTH_WEST || direction == PF_SOUTH_WEST) return ~PF_FILE_H;
    return ~UINT64_C(0);
}

PF_TEMPLATE pf_bitboard pf_shift_set(pf_bitboard set, int steps)
{
    return steps > 0 ? set << steps : set >> -steps;
}

/* The attacks of all sliders of the set in one direction. */
PF_TEMPLATE pf_bitboard pf_fill_attacks(pf_bitboard set, pf_bitboard empty, pf_direction direction)
{
    int step = (int)direction;
    pf_bitboard ends = pf_direction_ends(direction);
    pf_bitboard open = empty & ends;
    set |= open & pf_shift_set(set, step);
    open &= pf_shift_set(open, step);
    set |= open & pf_shift_set(set, 2 * step);
    open &= pf_shift_set(open, 2 * step);
    set |= open & pf_shift_set(set, 4 * step);
    return pf_shift_set(set, step) & ends;
}

#endif
