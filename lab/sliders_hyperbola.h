/* Sliders by hyperbola quintessence: o ^ (o - 2r), where o is the set of pieces on a line and r is the slider.
 * Subtracting 2r flips all bits above the slider, up to and including the next piece. A byte swap mirrors the board, so
 * that the same subtraction finds the squares below the slider. A rank is one byte, which a byte swap does not mirror,
 * so ranks use a table of 512 bytes. */
#ifndef PLYFORGE_SLIDERS_HYPERBOLA_H
#define PLYFORGE_SLIDERS_HYPERBOLA_H

#include "board/tables.h"

PF_PRIVATE extern const uint8_t pf_rank_attacks[8][64]; /* indexed by file and by the pieces on files b to g */

/* Attacks on a file or diagonal. The line's mask does not contain the slider. */
PF_TEMPLATE pf_bitboard pf_line_attacks_hyperbola(pf_bitboard line, pf_bitboard slider, pf_bitboard occupied)
{
    pf_bitboard up = (occupied & line) - slider; /* the mask has already removed one r, so this is o - 2r */
    pf_bitboard down = pf_swap_bytes(pf_swap_bytes(occupied & line) - pf_swap_bytes(slider));
    return (up ^ down) & line;
}

/* Only the six inner squares of the rank matter. */
PF_TEMPLATE pf_bitboard pf_rank_attacks_of(pf_square square, pf_bitboard occupied)
{
    unsigned shift = square & 56;
    unsigned inner = (unsigned)(occupied >> (shift + 1)) & 63;
    return (pf_bitboard)pf_rank_attacks[square & 7][inner] << shift;
}

PF_TEMPLATE pf_bitboard pf_bishop_attacks_hyperbola(pf_square square, pf_bitboard occupied)
{
    const pf_half_line *lines = pf_half_lines[square];
    pf_bitboard slider = pf_bit(square);
    return pf_line_attacks_hyperbola(lines[PF_AXIS_DIAGONAL].both, slider, occupied) |
           pf_line_attacks_hyperbola(lines[PF_AXIS_ANTIDIAGONAL].both, slider, occupied);
}

PF_TEMPLATE pf_bitboard pf_rook_attacks_hyperbola(pf_square square, pf_bitboard occupied)
{
    const pf_half_line *lines = pf_half_lines[square];
    return pf_line_attacks_hyperbola(lines[PF_AXIS_FILE].both, pf_bit(square), occupied) |
           pf_rank_attacks_of(square, occupied);
}

#endif
