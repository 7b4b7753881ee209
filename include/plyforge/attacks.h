/* Plyforge: who attacks what. Attack sets of single pieces on any board, then checks and pins of a position.
 * Every function is a few table look-ups and is safe to call from any thread. */
#ifndef PLYFORGE_ATTACKS_H
#define PLYFORGE_ATTACKS_H

#include <plyforge/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The squares that a piece on square attacks when the squares of occupied are taken. colour matters for pawns only;
 * occupied for bishops, rooks and queens only. The first piece on a ray is included, whoever owns it. */
PF_API pf_bitboard pf_attacks(pf_colour colour, pf_piece_type type, pf_square square, pf_bitboard occupied);

/* The squares strictly between two squares on one rank, file or diagonal; otherwise the empty set. */
PF_API pf_bitboard pf_between(pf_square a, pf_square b);

/* The whole rank, file or diagonal through two different squares, both included; the empty set if there is none. */
PF_API pf_bitboard pf_line(pf_square a, pf_square b);

/* The pieces of both colours that attack square, with the rays of sliders stopped by occupied instead of by the pieces
 * themselves: pass pf_position_occupied(position) for the position as it stands. A piece that is not in occupied still
 * attacks. */
PF_API pf_bitboard pf_position_attackers_to(const pf_position *position, pf_square square, pf_bitboard occupied);

/* Whether a piece of colour by attacks square. */
PF_API bool pf_position_is_square_attacked(const pf_position *position, pf_square square, pf_colour by);

/* The enemy pieces that give check to the side to move, and how many they are. */
PF_API pf_bitboard pf_position_checkers(const pf_position *position);
PF_API unsigned pf_position_checker_count(const pf_position *position);

/* The pieces of colour that are pinned to their own king: the only piece between it and an enemy slider. */
PF_API pf_bitboard pf_position_pinned(const pf_position *position, pf_colour colour);

#ifdef __cplusplus
}
#endif

#endif
