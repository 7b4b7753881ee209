/* Steps and rays of whole sets of pieces, on several boards at once, one board per lane. Nothing here depends on the
 * squares of individual pieces, so the boards need not be alike.
 *
 * Include one lanes_*.h before this header. */
#ifndef PLYFORGE_FILLS_H
#define PLYFORGE_FILLS_H

#include "board/bits.h"
#include "board/directions.h"
#include "perft/two_ply/lanes.h"

PF_TEMPLATE pf_lanes pf_lanes_shift(pf_lanes set, int by)
{
    return by > 0 ? set << by : set >> -by;
}

/* The squares that a step by this many files can reach without wrapping around the edge of the board. */
PF_TEMPLATE uint64_t pf_arrivals(int files)
{
    switch (files) {
    case 1: return ~PF_FILE_A;
    case 2: return ~(PF_FILE_A | PF_FILE_A << 1);
    case -1: return ~PF_FILE_H;
    case -2: return ~(PF_FILE_H | PF_FILE_H >> 1);
    default: return ~UINT64_C(0);
    }
}

PF_TEMPLATE int pf_direction_files(pf_direction direction)
{
    int files = ((int)direction + 16) & 7;
    return files == 7 ? -1 : files;
}

PF_TEMPLATE pf_lanes pf_lanes_jump(pf_lanes set, int ranks, int files)
{
    pf_lanes to = pf_lanes_shift(set, 8 * ranks + files);
    return files ? to & pf_arrivals(files) : to;
}

PF_TEMPLATE pf_lanes pf_lanes_step(pf_lanes set, pf_direction direction)
{
    int files = pf_direction_files(direction);
    return pf_lanes_jump(set, ((int)direction - files) / 8, files);
}

PF_TEMPLATE pf_lanes pf_lanes_step_back(pf_lanes set, pf_direction direction)
{
    return pf_lanes_step(set, (pf_direction)(-(int)direction));
}

/* The squares that pieces attack in one direction, up to and including the first piece of either side. Eastwards, a
 * subtraction in each rank suffices: the borrow runs to the next blocker. In the other directions, squares are filled
 * in steps of one, two and four. */
PF_TEMPLATE pf_lanes pf_lanes_rays(pf_lanes pieces, pf_lanes empty, pf_direction direction)
{
    if (direction == PF_EAST) {
        pf_lanes blockers = ~empty | pieces;
        return blockers ^ pf_lanes_minus_double(blockers, pieces);
    }
    int by = (int)direction, files = pf_direction_files(direction);
    pf_lanes open = files ? empty & pf_arrivals(files) : empty;
    pieces = pf_lanes_or_both(pieces, open, pf_lanes_shift(pieces, by));
    open &= pf_lanes_shift(open, by);
    pieces = pf_lanes_or_both(pieces, open, pf_lanes_shift(pieces, 2 * by));
    open &= pf_lanes_shift(open, 2 * by);
    pieces = pf_lanes_or_both(pieces, open, pf_lanes_shift(pieces, 4 * by));
    return pf_lanes_step(pieces, direction);
}

/* One of the two directions of an axis; the other one is opposite to it. */
PF_TEMPLATE pf_direction pf_axis_direction(pf_axis axis)
{
    switch (axis) {
    case PF_AXIS_RANK: return PF_EAST;
    case PF_AXIS_FILE: return PF_NORTH;
    case PF_AXIS_DIAGONAL: return PF_NORTH_EAST;
    default: return PF_NORTH_WEST;
    }
}

PF_TEMPLATE pf_lanes pf_lanes_axis_rays(pf_lanes pieces, pf_lanes empty, pf_axis axis)
{
    pf_direction direction = pf_axis_direction(axis);
    return pf_lanes_rays(pieces, empty, direction) | pf_lanes_rays(pieces, empty, (pf_direction)(-(int)direction));
}

PF_TEMPLATE pf_lanes pf_lanes_forward(pf_lanes set, pf_colour us)
{
    return pf_lanes_step(set, us == PF_WHITE ? PF_NORTH : PF_SOUTH);
}

/* Towards the a-file (left) and the h-file (right), as in board/bits.h. */
PF_TEMPLATE pf_direction pf_left_direction(pf_colour us)
{
    return us == PF_WHITE ? PF_NORTH_WEST : PF_SOUTH_WEST;
}

PF_TEMPLATE pf_direction pf_right_direction(pf_colour us)
{
    return us == PF_WHITE ? PF_NORTH_EAST : PF_SOUTH_EAST;
}

PF_TEMPLATE pf_axis pf_left_axis(pf_colour us)
{
    return us == PF_WHITE ? PF_AXIS_ANTIDIAGONAL : PF_AXIS_DIAGONAL;
}

PF_TEMPLATE pf_axis pf_right_axis(pf_colour us)
{
    return us == PF_WHITE ? PF_AXIS_DIAGONAL : PF_AXIS_ANTIDIAGONAL;
}

PF_TEMPLATE pf_lanes pf_lanes_pawn_attacks(pf_lanes pawns, pf_colour us)
{
    return pf_lanes_step(pawns, pf_left_direction(us)) | pf_lanes_step(pawns, pf_right_direction(us));
}

PF_TEMPLATE pf_lanes pf_lanes_knight_attacks(pf_lanes knights)
{
    pf_lanes one = pf_lanes_jump(knights, 0, 1) | pf_lanes_jump(knights, 0, -1);
    pf_lanes two = pf_lanes_jump(knights, 0, 2) | pf_lanes_jump(knights, 0, -2);
    return one << 16 | one >> 16 | two << 8 | two >> 8;
}

PF_TEMPLATE pf_lanes pf_lanes_king_attacks(pf_lanes kings)
{
    pf_lanes beside = pf_lanes_step(kings, PF_EAST) | pf_lanes_step(kings, PF_WEST);
    pf_lanes row = kings | beside;
    return beside | row << 8 | row >> 8;
}

/* The four lines through one square of each lane; the square may differ between lanes. */
typedef struct pf_lane_lines {
    pf_lanes bit, below[4], above[4]; /* below and above are indexed by axis */
} pf_lane_lines;

PF_TEMPLATE void pf_lanes_find_lines(pf_lane_lines *lines, pf_lanes bit)
{
    const uint64_t main_diagonal = UINT64_C(0x8040201008040201), main_antidiagonal = UINT64_C(0x0102040810204080);
    pf_lanes lower = bit - 1;
    pf_lanes upper = ~(bit | lower);
    pf_lanes square = pf_lanes_total(pf_lanes_popcount(lower));
    pf_lanes file = square & 7, rank = square & 56;
    pf_lanes right = (file << 3) - rank, both = (file << 3) + rank - 56;
    pf_lanes line[4];
    line[PF_AXIS_RANK] = pf_lanes_up(pf_lanes_of(PF_RANK_1), rank);
    line[PF_AXIS_FILE] = pf_lanes_up(pf_lanes_of(PF_FILE_A), file);
    line[PF_AXIS_DIAGONAL] = pf_lanes_down(pf_lanes_of(main_diagonal), right) |
                             pf_lanes_up(pf_lanes_of(main_diagonal), -right);
    line[PF_AXIS_ANTIDIAGONAL] = pf_lanes_up(pf_lanes_of(main_antidiagonal), both) |
                                 pf_lanes_down(pf_lanes_of(main_antidiagonal), -both);
    lines->bit = bit;
    PF_UNROLL
    for (pf_axis axis = PF_AXIS_RANK; axis <= PF_AXIS_ANTIDIAGONAL; axis++) {
        lines->below[axis] = line[axis] & lower;
        lines->above[axis] = line[axis] & upper;
    }
}

PF_TEMPLATE pf_lanes pf_lanes_look(const pf_lane_lines *lines, pf_lanes occupied, pf_axis axis)
{
    return pf_lanes_see(occupied, lines->bit, lines->below[axis], lines->above[axis], axis);
}

/* The same from one square in all lanes. */
PF_TEMPLATE pf_lanes pf_lanes_look_from(pf_square square, pf_lanes occupied, pf_axis axis)
{
    const pf_half_line *line = &pf_half_lines[square][axis];
    return pf_lanes_see(occupied, pf_lanes_of(pf_bit(square)), pf_lanes_of(line->below), pf_lanes_of(line->above),
                        axis);
}

#endif
