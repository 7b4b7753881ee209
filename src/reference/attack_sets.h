/* The slow, obvious attack sets, found by walking from square to square. tools/make_tables writes the tables of the
 * library from them, and the tests use them. The library itself uses the tables only. */
#ifndef PLYFORGE_REFERENCE_ATTACK_SETS_H
#define PLYFORGE_REFERENCE_ATTACK_SETS_H

#include <plyforge/types.h>

/* The squares that a pawn of this colour attacks. Also defined on the first and last rank, because the attackers of a
 * square are found by the attacks of a pawn of the other colour on it. */
pf_bitboard reference_pawn_attacks(pf_colour colour, pf_square square);

pf_bitboard reference_knight_attacks(pf_square square);
pf_bitboard reference_king_attacks(pf_square square);

/* Each ray ends with the first occupied square, which is included. The bit of square in occupied does not matter. */
pf_bitboard reference_bishop_attacks(pf_square square, pf_bitboard occupied);
pf_bitboard reference_rook_attacks(pf_square square, pf_bitboard occupied);

/* The squares strictly between a and b on a rank, file or diagonal; empty if they share none. */
pf_bitboard reference_between(pf_square a, pf_square b);

/* The whole rank, file or diagonal through a and b, from edge to edge; empty if a == b or they share none. */
pf_bitboard reference_line(pf_square a, pf_square b);

/* The squares from square, which is not included, to the edge of the board in steps of this many files and ranks. */
pf_bitboard reference_ray(pf_square square, int files, int ranks);

/* The squares whose occupancy changes the attacks of the slider: its rays on the empty board without the last square of
 * each, because there is nothing behind a piece on the edge. */
pf_bitboard reference_bishop_mask(pf_square square);
pf_bitboard reference_rook_mask(pf_square square);

#endif
