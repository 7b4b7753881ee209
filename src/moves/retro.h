/* What the two files about retrograde moves share: retro.c finds the unmoves, predecessors.c the positions. */
#ifndef PLYFORGE_MOVES_RETRO_H
#define PLYFORGE_MOVES_RETRO_H

#include <plyforge/play.h>
#include <plyforge/retro.h>

#include "board/checks.h"
#include "board/setup.h"

/* The options that hold where the caller gives none. */
PF_PRIVATE pf_retro_options pf_retro_options_of(const pf_position *position, const pf_retro_options *options);

/* The board before the move, with the clocks; castling rights are those of the position, the en passant square is none,
 * and the key has no meaning. */
PF_PRIVATE pf_position pf_board_before(const pf_position *position, pf_move move, pf_piece_type captured);

/* Whether validation has nothing against the checks on the board, whose side to move has the move that is taken back,
 * with this en passant square. Lenient validation never has. */
PF_PRIVATE bool pf_checks_can_arise(const pf_position *before, unsigned ep_square, pf_accept accept);

#endif
