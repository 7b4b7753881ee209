/* The interface of the variants for entry/: the functions of the public headers, by the rules of a position's variant.
 * Their counterparts for standard chess are in board/ and moves/, with names that end in _in_chess. No function here is
 * ever given a position of standard chess. */
#ifndef PLYFORGE_VARIANTS_H
#define PLYFORGE_VARIANTS_H

#include <plyforge/moves.h>
#include <plyforge/questions.h>

#include "base/compiler.h"

/* ---- Positions (validate.c, by_variant.c) ---- */

/* All problems of a setup. If none is fatal, fills *out, except for clocks and key, with a position that can be played.
 */
PF_PRIVATE pf_problems pf_examine_in_variant(pf_position *out, const pf_setup *setup, pf_accept accept);

PF_PRIVATE pf_square pf_ep_legal_in_variant(const pf_position *position);
PF_PRIVATE uint64_t pf_key_in_variant(const pf_position *position);

/* ---- Moves (by_variant.c, legal_moves.c, reasons.c) ---- */

PF_PRIVATE uint32_t pf_list_in_variant(const pf_position *position, pf_move_list *list);
PF_PRIVATE uint32_t pf_count_in_variant(const pf_position *position);
PF_PRIVATE bool pf_any_in_variant(const pf_position *position);
PF_PRIVATE bool pf_is_legal_in_variant(const pf_position *position, pf_move move);
PF_PRIVATE bool pf_is_in_category_in_variant(const pf_position *position, pf_move move, pf_category category);
PF_PRIVATE pf_why_reason pf_why_in_variant(const pf_position *position, pf_move move, pf_why *out);
PF_PRIVATE void pf_play_in_variant(pf_position *position, pf_move move);

/* The legal moves of the category. */
PF_PRIVATE uint32_t pf_list_category_in_variant(const pf_position *position, pf_category category, pf_move_list *list);

/* ---- Checks and ends (by_variant.c) ---- */

PF_PRIVATE bool pf_in_check_in_variant(const pf_position *position);
PF_PRIVATE bool pf_is_variant_end(const pf_position *position);

/* For any 16 bits: how the move gives check, and the squares, after it, of the pieces that do. */
PF_PRIVATE pf_check pf_gives_check_in_variant(const pf_position *position, pf_move move);
PF_PRIVATE pf_bitboard pf_move_checkers_in_variant(const pf_position *position, pf_move move);

#endif
