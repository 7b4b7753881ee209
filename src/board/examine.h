/* The examination of a setup by the rules of standard chess, which the variants begin with. */
#ifndef PLYFORGE_EXAMINE_H
#define PLYFORGE_EXAMINE_H

#include <plyforge/position.h>

#include "base/compiler.h"

/* All problems. Unless PF_PROBLEM_INVALID_VALUE is among them, *board receives the pieces, the side to move, and the
 * castling rights and en passant square that hold; clocks and key are 0. Kings may be missing or many. */
PF_PRIVATE pf_problems pf_examine_setup(pf_position *board, const pf_setup *setup, pf_accept accept);

#endif
