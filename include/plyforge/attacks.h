/* Plyforge: attacks. Attack sets of single pieces on any board, then checks and pins of a position.
 * Every function is a few table look-ups and is safe to call from any thread. */
#ifndef PLYFORGE_ATTACKS_H
#define PLYFORGE_ATTACKS_H

#include <plyforge/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The squares that a piece on square attacks on a board with these occupied squares. colour matters for pawns only,
 * occupied for bishops, rooks and queens only. The first piece on a ray is included, of either colour. */
PF_API pf_bitboard pf_attacks(pf_colour colour, pf_piece_type type, pf_square square, pf_bitboard occupied);

/* The squares strictly between two squares on one rank, file or diagonal; otherwise the empty set. */
PF_API pf_bitboard pf_between(pf_square a, pf_square b);

/* The whole rank, file or diagonal through two different squares, both included; the empty set if no such line exists.
 */
PF_API pf_bitboard pf_line(pf_square a, pf_square b);

/* The pieces of both colours that attack square, with the rays of sliders stopped by occupied instead of by the pieces
 * themselves: pass pf_position_occupied(position) for the current board. A piece that is not in occupied still attacks.
 */
PF_API pf_bitboard pf_position_attackers_to(const pf_position *position, pf_square square, pf_bitboard occupied);

/* Whether a piece of colour by attacks square. */
PF_API bool pf_position_is_square_attacked(const pf_position *position, pf_square square, pf_colour by);

/* The enemy pieces that give check to the side to move, and their number. */
PF_API pf_bitboard pf_position_checkers(const pf_position *position);
PF_API unsigned pf_position_checker_count(const pf_position *position);

/* ---- Around a king: pins, blocks, and how to give check ----
 *
 * These sets are empty, and no square is masked, if a side has no king, and in Antichess, where the king is an ordinary
 * piece. In Atomic they are those of standard chess: touching kings and explosions are not taken into account. */

/* The pieces of colour that are pinned to their own king: the only piece between it and an enemy slider. */
PF_API pf_bitboard pf_position_pinned(const pf_position *position, pf_colour colour);

/* The enemy sliders that pin a piece of colour to its king. */
PF_API pf_bitboard pf_position_pinners(const pf_position *position, pf_colour colour);

/* The pieces of either side that are the only piece between the king of colour and a slider of the other side. Those of
 * colour are pinned; the others discover a check when they move away. */
PF_API pf_bitboard pf_position_blockers(const pf_position *position, pf_colour colour);

/* The pieces of colour that discover a check to the enemy king when they leave its line. */
PF_API pf_bitboard pf_position_discovered_check_candidates(const pf_position *position, pf_colour colour);

/* The squares, occupied or not, from which a piece of that type and colour would attack the enemy king; none for a
 * king. The occupancy is the current one: a slider that moves along the line to the king still counts as a blocker on
 * its old square. */
PF_API pf_bitboard pf_position_check_squares(const pf_position *position, pf_colour colour, pf_piece_type type);

/* The squares where the king of colour would be attacked: all squares that the other side attacks with that king
 * removed from the board, so that x-rays through the king count. Squares of either side's pieces are included. */
PF_API pf_bitboard pf_position_king_danger(const pf_position *position, pf_colour colour);

/* Where the pieces of the side to move other than the king may capture, and where they may move without capturing,
 * given the checks: all enemy pieces and all empty squares without a check, the checker and the squares between in a
 * single check, nothing in a double check. An en passant capture takes a pawn that is not on its target square. */
PF_API pf_bitboard pf_position_capture_mask(const pf_position *position);
PF_API pf_bitboard pf_position_push_mask(const pf_position *position);

/* The squares that a bishop, rook or queen on square attacks only once the first pieces on its rays are removed, if
 * those are in through; none for other types. With through = occupied these are the squares behind the pieces that it
 * attacks. */
PF_API pf_bitboard pf_xray_attacks(pf_piece_type type, pf_square square, pf_bitboard occupied, pf_bitboard through);

#ifdef __cplusplus
}
#endif

#endif
