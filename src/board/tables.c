/* Defines the generated tables. tools/make_tables writes the .inc files during the build. */
#include "board/tables.h"

PF_TABLE pf_bitboard pf_knight_attacks[64] = {
#include "knight_attacks.inc"
};

PF_TABLE pf_bitboard pf_king_attacks[64] = {
#include "king_attacks.inc"
};

PF_TABLE pf_bitboard pf_pawn_attacks[2][64] = {
#include "pawn_attacks.inc"
};

PF_TABLE pf_bitboard pf_comes_from[2][7][64] = {
#include "comes_from.inc"
};

PF_TABLE pf_bitboard pf_attackers_from[2][64][8] = {
#include "attackers_from.inc"
};

PF_TABLE pf_half_line pf_half_lines[64][4] = {
#include "half_lines.inc"
};

#ifdef PF_SMALL
/* The axis that contains both squares, or NULL. */
static const pf_half_line *common_axis(pf_square a, pf_square b)
{
    for (unsigned axis = 0; axis < 4; axis++)
        if (pf_half_lines[a][axis].both & pf_bit(b)) return &pf_half_lines[a][axis];
    return NULL;
}

pf_bitboard pf_squares_between(pf_square a, pf_square b)
{
    const pf_half_line *line = common_axis(a, b);
    if (!line) return 0;
    const pf_half_line *back = &pf_half_lines[b][line - pf_half_lines[a]];
    return a < b ? line->above & back->below : line->below & back->above;
}

pf_bitboard pf_squares_on_line(pf_square a, pf_square b)
{
    const pf_half_line *line = common_axis(a, b);
    return line ? line->both | pf_bit(a) : 0;
}
#else
PF_TABLE pf_king_zone pf_king_zones[64] = {
#include "king_zones.inc"
};

PF_TABLE pf_bitboard pf_between_squares[64][64] = {
#include "between.inc"
};

PF_TABLE pf_bitboard pf_line_squares[64][64] = {
#include "line.inc"
};

PF_TABLE pf_slider_index pf_rook_index = {
#include "rook_magics.inc"
};

PF_TABLE pf_slider_index pf_bishop_index = {
#include "bishop_magics.inc"
};

PF_TABLE pf_bitboard pf_slider_magic[PF_SLIDER_TABLE_SIZE] = {
#include "slider_magic.inc"
};
#endif

#if defined(PF_BUILD_BMI2)
PF_TABLE pf_bitboard pf_slider_pext[PF_SLIDER_TABLE_SIZE] = {
#include "slider_pext.inc"
};
#endif

#ifndef PF_SMALL
PF_TABLE uint64_t pf_zobrist[PF_ZOBRIST_SIZE] = {
#include "zobrist.inc"
};
#endif
