/* The examination of a setup by the rules of standard chess, which is also the first step for the variants. */
#ifndef PLYFORGE_EXAMINE_H
#define PLYFORGE_EXAMINE_H

#include <plyforge/position.h>

#include "base/compiler.h"

/* Returns all problems. Unless PF_PROBLEM_INVALID_VALUE is among them, *board receives the pieces, the side to move,
 * and the valid castling rights and en passant square; clocks and key are 0. There may be no king or several. */
PF_PRIVATE pf_problems pf_examine_in_chess(pf_position *board, const pf_setup *setup, pf_accept accept);

/* Whether a setup of standard chess has none of the problems, in which case *board is filled as pf_examine_in_chess
 * does. False means only that the complete check must decide. */
PF_PRIVATE bool pf_setup_is_fine(pf_position *board, const pf_setup *setup);

#endif
