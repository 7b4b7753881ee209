/* Plyforge: moves as algebraic text: SAN ("Nf3", "exd8=Q+"), long algebraic ("Ng1-f3"), with letters or figurines. */
#ifndef PLYFORGE_SAN_H
#define PLYFORGE_SAN_H

#include <plyforge/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Enough for any move in any of these styles, NUL included. */
#define PF_SAN_SIZE 16

/* How moves are written: SAN gives only as much of the origin as is needed to distinguish the move from the other legal
 * ones; long algebraic gives all of it ("Ng1-f3", "e7xd8=Q+"). Piece letters are English; figurines are Unicode's white
 * chess symbols in UTF-8. */
typedef enum pf_san_style { PF_SAN_LETTERS, PF_SAN_FIGURINES, PF_SAN_LONG, PF_SAN_LONG_FIGURINES } pf_san_style;

/* Writes a legal move of the position, with the mark for check (+) or mate (#); a move that wins by a variant's rule
 * gets # as well. Drops are written "N@f3" and "P@e4"; Antichess has "e8=K". PF_NO_MOVE is written as "--", the
 * usual null move of PGN. For an illegal move the text is empty and 0 is returned. Text goes out as described
 * in <plyforge/base.h>. Thread-safe. */
PF_API size_t pf_move_to_san(char *buffer, size_t size, const pf_position *position, pf_move move, pf_san_style style);

/* Writes all legal moves of the position, given in any order: out[i] receives moves[i] as pf_move_to_san writes it,
 * followed by zeros. This takes a fraction of the time of single calls, because work is shared between the moves.
 * Thread-safe.
 *
 *     pf_move_list list;
 *     char sans[PF_MOVE_LIST_CAPACITY][PF_SAN_SIZE];
 *     pf_generate_legal(&position, &list);
 *     pf_moves_to_san(sans, &position, list.moves, list.size, PF_SAN_LETTERS);
 */
PF_API void pf_moves_to_san(char (*out)[PF_SAN_SIZE], const pf_position *position, const pf_move *moves, size_t count,
                            pf_san_style style);

/* How moves are read: a combination of these bits.
 *
 *     strict   exactly the text of pf_move_to_san with PF_SAN_LETTERS, which is the export form of PGN
 *     lenient  any text that means one legal move: origin squares that are missing or superfluous; marks (x + # = ! ?)
 *              that are missing or wrong; 0-0, including with dashes; e2-e4 and Ng1f3; e2e4 and e1g1 (UCI); e8=q e8Q
 * e8(Q) e8/Q; Pe4; figurines; "e.p."; surrounding blanks. A pawn capture must name its file, and a promotion its piece
 *     null     "--", "Z0", "null", "0000" and "@@@@" are read as PF_NO_MOVE */
typedef unsigned pf_san_accept;
/* The bits of pf_san_accept. */
enum pf_san_accept_bit { PF_SAN_STRICT = 0, PF_SAN_LENIENT = 1, PF_SAN_NULL = 2 };

/* Reads a legal move of the position; it never guesses. On failure out is untouched, and the error is
 *   PF_ERROR_MOVE_TEXT       not a move, or not in the form asked for; the offset is the first byte that does not fit
 *   PF_ERROR_MOVE_ILLEGAL    a move, but no piece may make it; the offset is where the move begins
 *   PF_ERROR_MOVE_AMBIGUOUS  several legal moves fit; the offset is where the text is incomplete
 * A drop of a pawn may be written "@e4". Thread-safe. No move list is generated: it is about as fast as playing the
 * move.
 *
 *     pf_move move;
 *     pf_error error;
 *     if (pf_move_from_san(&move, &position, "Nf3", 3, PF_SAN_LENIENT, &error) == PF_OK)
 *         pf_position_play_unchecked(&position, move);
 */
PF_API pf_status pf_move_from_san(pf_move *out, const pf_position *position, const char *text, size_t length,
                                  pf_san_accept accept, pf_error *error);

#ifdef __cplusplus
}
#endif

#endif
