/* The parts of pf_move_why_illegal that the variants share with standard chess. Each tests a group of rules, returns
 * PF_WHY_LEGAL if none of them is broken, and writes the squares that prove its reason into why. */
#ifndef PLYFORGE_WHY_H
#define PLYFORGE_WHY_H

#include <plyforge/questions.h>

#include "base/compiler.h"

PF_INLINE pf_witness pf_witness_on(const pf_position *position, pf_square square)
{
    pf_witness seen = {(uint8_t)square, (uint8_t)pf_position_piece_at(position, square)};
    return seen;
}

/* A pf_why of this move without a reason and without witnesses. */
PF_PRIVATE pf_why pf_why_begin(const pf_position *position, pf_move move);

/* The code of the move and what stands on its first square. Sets mover, and king if the side has one. */
PF_PRIVATE pf_why_reason pf_why_not_squares(pf_why *why, const pf_position *position);

/* How the piece moves, castling excluded. Needs the mover. */
PF_PRIVATE pf_why_reason pf_why_not_pseudo_legal(pf_why *why, const pf_position *position);

/* A pawn that goes straight ahead: all squares of way must be empty. */
PF_PRIVATE pf_why_reason pf_why_not_push(pf_why *why, const pf_position *position, pf_bitboard way);

/* Castling: the pieces, the right and what is in the way; and the same with the king's safety. */
PF_PRIVATE pf_why_reason pf_why_not_castling_way(pf_why *why, const pf_position *position);
PF_PRIVATE pf_why_reason pf_why_not_castling(pf_why *why, const pf_position *position);

/* Whether the pieces that attack the king after the move gave check before it: PF_WHY_DOUBLE_CHECK or
 * PF_WHY_CHECK_UNANSWERED. */
PF_PRIVATE pf_why_reason pf_why_in_check(pf_why *why, const pf_position *position, pf_bitboard attackers);

/* The safety of the king after a pseudo-legal move other than castling. */
PF_PRIVATE pf_why_reason pf_why_not_safe(pf_why *why, const pf_position *position);

#endif
