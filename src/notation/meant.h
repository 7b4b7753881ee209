/* Decides which move two squares mean if no legal move fits them. */
#ifndef PLYFORGE_NOTATION_MEANT_H
#define PLYFORGE_NOTATION_MEANT_H

#include <plyforge/position.h>

/* Whether a king's move to one of its own rooks is meant as castling. */
typedef enum pf_rook_meaning {
    PF_ROOK_NOT_MEANT,
    PF_ROOK_DOUBTFUL, /* the king cannot reach it in one step, and this side has no right to castle with it */
    PF_ROOK_MEANT     /* it has a right, or another right of this side is one of Chess960 */
} pf_rook_meaning;

pf_rook_meaning pf_means_rook(const pf_position *position, pf_square from, pf_square to);

/* The squares alone do not tell whether a king's step is castling or a pawn's capture is en passant;
 * pf_move_from_uci_any in <plyforge/workbench.h> documents the choice. promotion may be PF_NO_PIECE_TYPE. */
pf_move pf_meant_move(const pf_position *position, pf_square from, pf_square to, pf_piece_type promotion);

#endif
