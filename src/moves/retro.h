/* The declarations shared by the two files about retrograde moves: retro.c finds the unmoves, predecessors.c the
 * positions. */
#ifndef PLYFORGE_MOVES_RETRO_H
#define PLYFORGE_MOVES_RETRO_H

#include <plyforge/play.h>
#include <plyforge/retro.h>

#include "board/checks.h"
#include "board/setup.h"

/* The options that apply if the caller passes none. */
PF_PRIVATE pf_retro_options pf_retro_options_of(const pf_position *position, const pf_retro_options *options);

/* The board before the move, with the clocks; castling rights are those of the position, the en passant square is none,
 * and the key has no meaning. */
PF_PRIVATE pf_position pf_board_before(const pf_position *position, pf_move move, pf_piece_type captured);

/* Whether validation accepts the checks on the board before the move, with this en passant square. The side to move
 * there is the one that makes the move. Lenient validation always accepts them. */
PF_PRIVATE bool pf_checks_can_arise(const pf_position *before, unsigned ep_square, pf_accept accept);

#endif
