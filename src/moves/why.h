/* The parts of pf_move_why_illegal that the variants share with standard chess. Each tests a group of rules, returns
 * PF_WHY_LEGAL if none of them is broken, and writes the squares that prove its reason into why. */
#ifndef PLYFORGE_WHY_H
#define PLYFORGE_WHY_H

#include <plyforge/questions.h>

#include "base/compiler.h"

PF_INLINE pf_square_piece pf_square_piece_on(const pf_position *position, pf_square square)
{
    pf_square_piece seen = {(uint8_t)square, (uint8_t)pf_position_piece_at(position, square)};
    return seen;
}

/* Why any 16 bits are not a legal move, by the rules of standard chess. */
PF_PRIVATE pf_why_reason pf_why_in_chess(const pf_position *position, pf_move move, pf_why *out);

/* A pf_why of this move without a reason and without squares. */
PF_PRIVATE pf_why pf_why_begin(const pf_position *position, pf_move move);

/* Tests the code of the move and the piece on its first square. Sets mover, and king if the side has one. */
PF_PRIVATE pf_why_reason pf_why_not_squares(pf_why *why, const pf_position *position);

/* Tests how the piece moves, castling excluded. Needs the mover. */
PF_PRIVATE pf_why_reason pf_why_not_pseudo_legal(pf_why *why, const pf_position *position);

/* Tests a pawn that goes straight ahead: all squares of way must be empty. */
PF_PRIVATE pf_why_reason pf_why_not_push(pf_why *why, const pf_position *position, pf_bitboard way);

/* Castling. The first function tests the pieces, the right and the path; the second one also tests the king's
 * safety. */
PF_PRIVATE pf_why_reason pf_why_not_castling_way(pf_why *why, const pf_position *position);
PF_PRIVATE pf_why_reason pf_why_not_castling(pf_why *why, const pf_position *position);

/* Whether the pieces that attack the king after the move gave check before it: PF_WHY_DOUBLE_CHECK or
 * PF_WHY_CHECK_UNANSWERED. */
PF_PRIVATE pf_why_reason pf_why_in_check(pf_why *why, const pf_position *position, pf_bitboard attackers);

/* Tests the safety of the king after a pseudo-legal move other than castling. */
PF_PRIVATE pf_why_reason pf_why_not_safe(pf_why *why, const pf_position *position);

#endif
