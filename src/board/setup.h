/* The validation rules of setup.c, for code that builds positions without a setup. */
#ifndef PLYFORGE_BOARD_SETUP_H
#define PLYFORGE_BOARD_SETUP_H

#include <plyforge/position.h>

#include "base/compiler.h"

/* Whether a side's pieces can occur in a game: there are at most 16, and every piece beyond the original set is a
 * promoted pawn. */
PF_PRIVATE bool pf_material_is_possible(const pf_position *board, pf_colour colour);

/* The valid ones among the claimed castling rights; the problems of the others are added to *problems. */
PF_PRIVATE pf_bitboard pf_valid_castling(const pf_position *board, pf_bitboard claimed, pf_accept accept,
                                         pf_problems *problems);

/* Whether a pawn of the side not to move could have just crossed this square by a double push; checks are ignored. */
PF_PRIVATE bool pf_ep_is_possible(const pf_position *board, unsigned ep_square);

/* Whether one move of the opponent could have given the checks that the side to move faces: the double push over
 * ep_square, unless that is PF_NO_SQUARE. More than two checkers are reported as another problem. */
PF_PRIVATE bool pf_check_is_possible(const pf_position *board, unsigned ep_square, pf_bitboard checkers);

/* Whether two positions have the same bytes. Neither kind of position has padding, and both consist of whole words. */
PF_TEMPLATE bool pf_same_words(const void *a, const void *b, size_t size)
{
    uint64_t difference = 0;
    for (size_t at = 0; at < size; at += sizeof(uint64_t)) {
        uint64_t words[2];
        pf_memcpy(&words[0], (const char *)a + at, sizeof words[0]);
        pf_memcpy(&words[1], (const char *)b + at, sizeof words[1]);
        difference |= words[0] ^ words[1];
    }
    return difference == 0;
}

/* Whether a board that was read from bytes, not from a setup, can be passed to every function: it has none of the
 * problems that are always refused, and its castling rights (of standard chess or Chess960) and its en passant square
 * are valid. */
PF_PRIVATE bool pf_board_is_playable(const pf_position *board);

#endif
