/* The generator of all variants: one body, with colour, sink, sliders and the variant as constant parameters. The parts
 * that a variant shares with standard chess come from moves/generate.h. */
#ifndef PLYFORGE_VARIANT_GENERATE_H
#define PLYFORGE_VARIANT_GENERATE_H

#include "variants/rules.h"

/* The moves of a side whose king needs no protection: in Antichess, and of White in Horde. category is PF_CAPTURES,
 * PF_QUIETS or PF_NON_EVASIONS; a promotion is in the category of the pawn's step. */
PF_TEMPLATE void pf_emit_without_king_safety(pf_generation *at, pf_colour us, pf_category category, pf_sink sink,
                                             pf_sliders sliders, pf_variant variant)
{
    const pf_position *board = at->position;
    pf_bitboard targets = pf_category_targets(board, us, category);
    pf_emit_pieces(at, ~UINT64_C(0), targets, pf_plan_of(us, PF_NON_EVASIONS, PF_KEEP_PSEUDO, sink, sliders));
    for (pf_bitboard kings = pf_position_pieces(board, us, PF_KING); kings;) {
        pf_square from = pf_pop_lowest(&kings);
        pf_emit_from_expecting(&at->out, from, pf_king_attacks[from] & targets, PF_KING, sink, PF_MANY);
    }

    pf_pawn_targets to = pf_find_pawn_targets(board, &at->pins, ~UINT64_C(0), us);
    if (variant == PF_VARIANT_HORDE) to.two |= pf_first_rank_jumps(to.one, pf_position_occupied(board));
    if (!pf_category_has_quiets(category)) to.one = to.two = 0;
    if (!pf_category_has_captures(category)) to.left = to.right = 0;
    pf_emit_pawn_category(&at->out, board, &to, us, PF_NON_EVASIONS, sink);
    if (variant == PF_VARIANT_ANTICHESS) {
        const pf_bitboard sets[3] = {to.left, to.one, to.right};
        for (int aside = -1; aside <= 1; aside++) {
            for (pf_bitboard set = sets[aside + 1] & pf_relative_rank(7, us); set;) {
                pf_square square = pf_pop_lowest(&set);
                pf_square from = (pf_square)((int)square - pf_forward_step(us) - aside);
                pf_emit_one(&at->out, pf_move_of_king_promotion(from, square), sink);
            }
        }
    }
    if (pf_category_has_captures(category)) pf_emit_en_passant_kept(&at->out, board, PF_KEEP_PSEUDO, sink, sliders);
}

/* Drops on empty squares. In check they must block it; pawns are never dropped on the first or last rank. */
PF_TEMPLATE void pf_emit_drops(pf_moves_out *out, const pf_position *position, pf_colour us, pf_sink sink,
                               pf_sliders sliders)
{
    const uint8_t *pocket = position->pockets[us];
    if (!(pocket[PF_PAWN] | pocket[PF_KNIGHT] | pocket[PF_BISHOP] | pocket[PF_ROOK] | pocket[PF_QUEEN])) return;

    pf_bitboard targets = ~pf_position_occupied(position);
    pf_bitboard checkers = pf_find_checkers(position, us, sliders);
    if (PF_UNLIKELY(checkers)) {
        if (checkers & (checkers - 1)) return;
        targets &= pf_squares_between(pf_king_square(position, us), pf_lowest(checkers));
    }
    for (pf_piece_type type = PF_PAWN; type <= PF_QUEEN; type++) {
        if (!pocket[type]) continue;
        pf_bitboard squares = type == PF_PAWN ? targets & ~(PF_RANK_1 | PF_RANK_8) : targets;
        if (sink == PF_SINK_LIST)
            while (squares) *out->list++ = pf_move_of_drop(type, pf_pop_lowest(&squares));
        else
            out->count += pf_popcount(squares);
    }
}

/* All legal moves of the side to move, which is us. Returns their number; for PF_SINK_ANY, 0 or any other number. */
PF_TEMPLATE uint32_t pf_generate_by_variant(const pf_position *position, pf_move *list, pf_colour us, pf_sink sink,
                                            pf_sliders sliders, pf_variant variant)
{
    pf_generation at = {position, {0, 0, 0}, {0, 0, 0, 0, 0, 0}, {list, 0}};
    if (pf_is_decided(position, us, sliders, variant)) return 0;

    if (variant == PF_VARIANT_ATOMIC) {
        pf_emit_atomic(&at, us, sink, sliders);
    } else if (variant == PF_VARIANT_ANTICHESS) {
        pf_emit_without_king_safety(&at, us, PF_CAPTURES, sink, sliders, variant);
        if (at.out.list == list && at.out.count == 0)
            pf_emit_without_king_safety(&at, us, PF_QUIETS, sink, sliders, variant);
    } else if (!pf_has_royal_king(us, variant)) {
        pf_emit_without_king_safety(&at, us, PF_NON_EVASIONS, sink, sliders, variant);
    } else {
        pf_plan plan = pf_plan_of(us, PF_NON_EVASIONS, PF_KEEP_LEGAL, sink, sliders);
        if (variant == PF_VARIANT_RACING_KINGS) plan.giving = PF_NO_CHECK;
        if (variant == PF_VARIANT_HORDE) plan.enemy = PF_ENEMY_WITHOUT_KING;
        uint32_t size = pf_generate_planned(position, list, plan);
        if (variant != PF_VARIANT_CRAZYHOUSE) return size;
        if (sink == PF_SINK_LIST)
            at.out.list += size;
        else
            at.out.count = size;
        pf_emit_drops(&at.out, position, us, sink, sliders);
    }
    return sink == PF_SINK_LIST ? (uint32_t)(at.out.list - list) : at.out.count;
}

#endif
