/* The slow, obvious attack sets: every square is found by walking there file by file and rank by rank. The table writer
 * and the tests use them; the fast path never does, it only uses the tables they made. */
#ifndef PLYFORGE_REFERENCE_ATTACK_SETS_H
#define PLYFORGE_REFERENCE_ATTACK_SETS_H

#include <plyforge/types.h>

/* The squares a pawn of this colour would capture on; also defined on the first and last rank, where no pawn stands,
 * because "who attacks this square?" asks it backwards. */
pf_bitboard reference_pawn_attacks(pf_colour colour, pf_square square);

pf_bitboard reference_knight_attacks(pf_square square);
pf_bitboard reference_king_attacks(pf_square square);

/* Each ray goes up to and including the first occupied square; whether square itself is in occupied does not matter. */
pf_bitboard reference_bishop_attacks(pf_square square, pf_bitboard occupied);
pf_bitboard reference_rook_attacks(pf_square square, pf_bitboard occupied);

/* The squares strictly between a and b on a rank, file or diagonal; empty when they share none, or are neighbours. */
pf_bitboard reference_between(pf_square a, pf_square b);

/* The whole rank, file or diagonal through a and b, edge to edge, both included; empty when a == b or they share
 * none. */
pf_bitboard reference_line(pf_square a, pf_square b);

/* The squares from square, itself not included, to the edge of the board in steps of so many files and ranks. */
pf_bitboard reference_ray(pf_square square, int files, int ranks);

/* The squares whose occupancy changes the slider's attacks: its rays on the empty board without the last square of
 * each, since a piece on the edge hides nothing behind it. */
pf_bitboard reference_bishop_mask(pf_square square);
pf_bitboard reference_rook_mask(pf_square square);

#endif
