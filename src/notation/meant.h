/* Which move two squares mean where no legal move fits them. */
#ifndef PLYFORGE_NOTATION_MEANT_H
#define PLYFORGE_NOTATION_MEANT_H

#include <plyforge/position.h>

/* The squares alone do not say whether a king's step is castling or a pawn's capture is en passant;
 * pf_move_from_uci_any in <plyforge/workbench.h> documents the choice. promotion may be PF_NO_PIECE_TYPE. */
pf_move pf_meant_move(const pf_position *position, pf_square from, pf_square to, pf_piece_type promotion);

#endif
