/* The rules by which setup.c validates, for code that builds positions without a setup. */
#ifndef PLYFORGE_BOARD_SETUP_H
#define PLYFORGE_BOARD_SETUP_H

#include <plyforge/position.h>

#include "compiler.h"

/* Whether a side's pieces can be those of a game: at most 16, and every piece beyond the first army was a pawn once. */
PF_PRIVATE bool pf_material_is_possible(const pf_position *board, pf_colour colour);

/* The claimed castling rights that hold; *problems receives what is wrong with the others. */
PF_PRIVATE pf_bitboard pf_valid_castling(const pf_position *board, pf_bitboard claimed, pf_accept accept,
                                         pf_problems *problems);

/* Whether a pawn of the side not to move can have just jumped over this square, checks not considered. */
PF_PRIVATE bool pf_ep_is_possible(const pf_position *board, unsigned ep_square);

/* Whether the checks that the side to move faces can have come about by one move of the opponent: the double push over
 * ep_square, unless that is PF_NO_SQUARE. More than two checkers are another problem. */
PF_PRIVATE bool pf_check_is_possible(const pf_position *board, unsigned ep_square, pf_bitboard checkers);

#endif
