/* Sliders by obstruction difference. On one line, take the nearest piece above the slider and the nearest one below it:
 *
 *     above          . . . 1 . . . .     the lowest piece above, doubled
 *   - below          . . . . . . 1 .     the highest piece below
 *   = the difference . . . 1 1 1 1 .     the squares between, both blockers included; masked with the line
 *
 * Without a piece above, the difference extends to the end of the line; without one below, bit 0 is used. */
#ifndef PLYFORGE_SLIDERS_OBSTRUCTION_H
#define PLYFORGE_SLIDERS_OBSTRUCTION_H

#include "board/tables.h"

PF_TEMPLATE pf_bitboard pf_line_attacks_obstruction(const pf_half_line *line, pf_bitboard occupied)
{
    pf_bitboard below = line->below & occupied;
    pf_bitboard above = line->above & occupied;
    pf_bitboard from_below = ~UINT64_C(0) << pf_highest(below | 1);
    pf_bitboard nearest_above = above & (0 - above);
    return line->both & (2 * nearest_above + from_below);
}

PF_TEMPLATE pf_bitboard pf_bishop_attacks_obstruction(pf_square square, pf_bitboard occupied)
{
    const pf_half_line *lines = pf_half_lines[square];
    return pf_line_attacks_obstruction(&lines[PF_AXIS_DIAGONAL], occupied) |
           pf_line_attacks_obstruction(&lines[PF_AXIS_ANTIDIAGONAL], occupied);
}

PF_TEMPLATE pf_bitboard pf_rook_attacks_obstruction(pf_square square, pf_bitboard occupied)
{
    const pf_half_line *lines = pf_half_lines[square];
    return pf_line_attacks_obstruction(&lines[PF_AXIS_RANK], occupied) |
           pf_line_attacks_obstruction(&lines[PF_AXIS_FILE], occupied);
}

#endif
