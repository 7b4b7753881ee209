/* Plyforge: the lichess variants: names, set-ups, FEN, legal moves, playing. The types are in
 * <plyforge/variant_position.h>. Every function takes positions of standard chess too, and then does what its twin
 * without "variant" in the name does.
 *
 * The functions of standard chess that have a twin, by header:
 *
 *     fen.h, position.h  pf_variant_from_setup, _setup_of, _from_fen, _to_fen, _compute_key, _equal (here)
 *     moves.h, play.h    pf_variant_generate, _count_legal, _any_legal, _is_legal, _play, _play_unchecked,
 *                        _play_null (here)
 *     questions.h        pf_variant_why_illegal, _gives_check, _in_check (here)
 *     rules.h            pf_variant_outcome, pf_variant_can_win
 *     game.h             pf_game_init_variant, _create_variant, _restart_variant, _variant_position,
 *                        _variant_position_at
 *     uci.h, san.h       pf_variant_move_from_uci, pf_variant_move_to_san, pf_variant_moves_to_san,
 *                        pf_variant_move_from_san
 *     pgn.h              pf_pgn_reader_accept_variants, pf_pgn_variant_position, pf_pgn_write_start_variant
 *     packed.h           pf_variant_pack, pf_variant_unpack
 *     perft.h            pf_variant_perft, pf_variant_perft_divide, pf_variant_perft_run
 *     workbench.h        pf_variant_move_from_uci_any, pf_variant_move_from_text_any, pf_variant_explain,
 *                        pf_variant_explanation_draw, pf_variant_bug_of, pf_variant_shrink
 *     divide.h, bisect.h pf_variant_divide_resolve, pf_variant_divide_from_text, pf_variant_divide_compare,
 *                        pf_variant_bisect
 *     differential.h     the variant is an option of pf_differential_run
 *
 * The picker, exchanges, predecessors, changes of moves and the fast counters are those of standard chess only.
 *
 * Every function is safe to call from any thread on distinct objects; positions that are const are only read. */
#ifndef PLYFORGE_VARIANT_H
#define PLYFORGE_VARIANT_H

#include <plyforge/fen.h>
#include <plyforge/questions.h>
#include <plyforge/variant_position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Names ---- */

/* "standard", "crazyhouse", "atomic", "antichess", "kingofthehill", "threecheck", "horde", "racingkings"; "" for a
 * value that is none of them. A static string. */
PF_API const char *pf_variant_name(pf_variant variant);

/* "Standard", "King of the Hill", "Three-check" ..., as lichess writes the Variant tag of PGN; "" for a value that is
 * none of them. A static string. */
PF_API const char *pf_variant_title(pf_variant variant);

/* Reads a name, whatever its case, blanks, hyphens and underscores, and also the spellings of lichess's PGN tags, of
 * UCI_Variant and some other programs: "King of the Hill", "koth", "3check", "zh", "From Position", "chess". The names
 * of Chess960 give PF_VARIANT_STANDARD, "giveaway" and "suicide" PF_VARIANT_ANTICHESS. false (out untouched) if it is
 * none of them. */
PF_API bool pf_variant_from_name(pf_variant *out, const char *text, size_t length);

/* Whether a name is one of Chess960: "Chess960", "fischerandom", "FRC" and others. Its positions need
 * PF_ACCEPT_CHESS960, and its castling moves are written as the king takes the rook. */
PF_API bool pf_variant_name_is_chess960(const char *text, size_t length);

/* ---- From setup to position ---- */

/* The start position of the variant; that of standard chess for a value that is none of them. */
PF_API pf_variant_position pf_variant_start(pf_variant variant);

/* A position of standard chess, to be given to the functions of this header. */
PF_API pf_variant_position pf_variant_of_position(const pf_position *position);

/* All the problems the setup has under these rules, or 0. Only PF_ACCEPT_CHESS960 matters in accept. */
PF_API pf_problems pf_variant_setup_problems(const pf_variant_setup *setup, pf_variant variant, pf_accept accept);

/* Makes the position, or returns PF_ERROR_POSITION and leaves out untouched. problems, unless NULL, receives all that
 * was found, on success too. */
PF_API pf_status pf_variant_from_setup(pf_variant_position *out, const pf_variant_setup *setup, pf_variant variant,
                                       pf_accept accept, pf_problems *problems, pf_error *error);

/* What pf_variant_from_setup would make the position of again. */
PF_API void pf_variant_setup_of(pf_variant_setup *out, const pf_variant_position *position);

/* Whether these bytes, whatever they are, form a position that every function for variants may be given; like
 * pf_position_is_sound. */
PF_API bool pf_variant_is_sound(const pf_variant_position *position);

/* ---- FEN ---- */

/* Room for any FEN of a variant this library writes, NUL included. */
#define PF_VARIANT_FEN_SIZE 192

/* Reads and validates. The fields are those of pf_position_from_fen, and
 *   Crazyhouse   the pockets behind the board, as [Qn] or as a ninth rank /Qn; '~' behind promoted pieces
 *   Three-check  the checks that are left to each side before the clocks, 3+3, or the checks given as the last field,
 *                +0+0; without either, none was given
 * On failure out is untouched and error says what and where. */
PF_API pf_status pf_variant_from_fen(pf_variant_position *out, const char *text, size_t length, pf_variant variant,
                                     pf_accept accept, pf_problems *problems, pf_error *error);

/* Writes what pf_variant_from_fen reads: pockets as [Qn], checks as 3+3. Text goes out as described in
 * <plyforge/base.h>; PF_VARIANT_FEN_SIZE is always enough. */
PF_API size_t pf_variant_to_fen(char *buffer, size_t size, const pf_variant_position *position,
                                pf_castling_style castling, pf_ep_mode ep);

/* The en passant square if a capture there is legal by the rules of the variant; otherwise PF_NO_SQUARE. */
PF_API pf_square pf_variant_ep_legal(const pf_variant_position *position);

/* ---- Keys ---- */

/* The key computed from scratch; always equal to position->board.key. */
PF_API uint64_t pf_variant_compute_key(const pf_variant_position *position);

/* Whether two positions of one variant are the same for the rule of repetition: pieces, side to move, castling rights,
 * a legal en passant capture, pockets, promoted pieces, checks given. Positions of different variants are never the
 * same.
 */
PF_API bool pf_variant_equal(const pf_variant_position *a, const pf_variant_position *b);

/* ---- Moves ---- */

/* Fills the list with the legal moves, each once, in no promised order, and returns their number. A position that is
 * over by a rule of its variant has none. */
PF_API uint32_t pf_variant_generate(const pf_variant_position *position, pf_variant_move_list *list);

/* How many legal moves there are, and whether there is any, without listing them. */
PF_API uint32_t pf_variant_count_legal(const pf_variant_position *position);
PF_API bool pf_variant_any_legal(const pf_variant_position *position);

/* Whether move, which may be any 16-bit value, is legal here. */
PF_API bool pf_variant_is_legal(const pf_variant_position *position, pf_move move);

/* Why the move, which may be any 16-bit value, is not legal here; PF_WHY_LEGAL exactly when pf_variant_is_legal returns
 * true. The rest is as for pf_move_why_illegal. */
PF_API pf_why_reason pf_variant_why_illegal(const pf_variant_position *position, pf_move move, pf_why *out);

/* Whether the side to move is in check. In Atomic a king that touches the other is not, in Antichess no king ever is,
 * and a side without a king is not. */
PF_API bool pf_variant_in_check(const pf_variant_position *position);

/* Whether the move, which may be any 16-bit value, gives check; false for one that is not legal. A move that blows up
 * the king ends the game and gives none. */
PF_API bool pf_variant_gives_check(const pf_variant_position *position, pf_move move);

/* Whether the game is over by a rule that standard chess does not have, other than having no move: a king has blown up,
 * reached the hill or the last rank, the third check was given, the horde is gone. */
PF_API bool pf_variant_is_over(const pf_variant_position *position);

/* ---- Playing ---- */

/* Plays any 16-bit value if it is a legal move; otherwise returns PF_ERROR_MOVE_ILLEGAL and leaves the position as it
 * is; the error's message then says what is wrong with the move. */
PF_API pf_status pf_variant_play(pf_variant_position *position, pf_move move, pf_error *error);

/* Plays a move that the caller knows to be legal. Copy the position first to keep it. What happens after a move that is
 * not legal is undefined. */
PF_API void pf_variant_play_unchecked(pf_variant_position *position, pf_move move);

/* The null move: passes the turn, as a search does. Returns false and changes nothing if the side to move is in check
 * or the game is over by a rule of the variant. */
PF_API bool pf_variant_play_null(pf_variant_position *position);

#ifdef __cplusplus
}
#endif

#endif
