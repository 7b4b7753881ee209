/* The generator of all variants: one body, with colour, sink, sliders and the variant as constant parameters. What a
 * variant shares with standard chess it takes from moves/generate.h. */
#ifndef PLYFORGE_VARIANT_GENERATE_H
#define PLYFORGE_VARIANT_GENERATE_H

#include "variants/rules.h"

/* The moves of a side that has no king to look after: Antichess, and White in Horde. category is PF_CAPTURES, PF_QUIETS
 * or PF_NON_EVASIONS, and all promotions are of the kind that their pawn's step is. */
PF_TEMPLATE void pf_emit_careless(pf_moves_out *out, const pf_position *board, pf_colour us, pf_category category,
                                  pf_sink sink, pf_sliders sliders, pf_variant variant)
{
    const pf_check_chances chances = {0, 0, 0, 0, 0, 0};
    const pf_checks_and_pins pins = {0, 0, 0};
    pf_bitboard targets = pf_category_targets(board, us, category);
    pf_emit_all_pieces(out, board, &pins, &chances, ~UINT64_C(0), targets, us, PF_NON_EVASIONS, sink, sliders);
    for (pf_bitboard kings = pf_position_pieces(board, us, PF_KING); kings;) {
        pf_square from = pf_pop_lowest(&kings);
        pf_emit_from_expecting(out, from, pf_king_attacks[from] & targets, PF_KING, sink, PF_MANY);
    }

    pf_pawn_targets to = pf_find_pawn_targets(board, &pins, ~UINT64_C(0), us);
    if (variant == PF_VARIANT_HORDE) to.two |= pf_first_rank_jumps(to.one, pf_position_occupied(board));
    if (!pf_category_has_quiets(category)) to.one = to.two = 0;
    if (!pf_category_has_captures(category)) to.left = to.right = 0;
    pf_emit_pawn_category(out, board, &to, us, PF_NON_EVASIONS, sink);
    if (variant == PF_VARIANT_ANTICHESS) {
        const pf_bitboard sets[3] = {to.left, to.one, to.right};
        for (int aside = -1; aside <= 1; aside++) {
            for (pf_bitboard set = sets[aside + 1] & pf_relative_rank(7, us); set;) {
                pf_square square = pf_pop_lowest(&set);
                pf_square from = (pf_square)((int)square - pf_forward_step(us) - aside);
                pf_emit_one(out, pf_move_of_king_promotion(from, square), sink);
            }
        }
    }
    if (pf_category_has_captures(category)) pf_emit_en_passant_kept(out, board, PF_KEEP_PSEUDO, sink, sliders);
}

/* Drops on empty squares. In check they must step between; pawns stay off the first and last rank. */
PF_TEMPLATE void pf_emit_drops(pf_moves_out *out, const pf_variant_position *position, pf_colour us, pf_sink sink,
                               pf_sliders sliders)
{
    const pf_position *board = &position->board;
    const uint8_t *pocket = position->pockets[us];
    if (!(pocket[PF_PAWN] | pocket[PF_KNIGHT] | pocket[PF_BISHOP] | pocket[PF_ROOK] | pocket[PF_QUEEN])) return;

    pf_bitboard targets = ~pf_position_occupied(board);
    pf_bitboard checkers = pf_find_checkers(board, us, sliders);
    if (PF_UNLIKELY(checkers)) {
        if (checkers & (checkers - 1)) return;
        targets &= pf_squares_between(pf_king_square(board, us), pf_lowest(checkers));
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

/* All legal moves of the side to move, which is us. Returns their number; for PF_SINK_ANY, 0 or something else. */
PF_TEMPLATE uint32_t pf_variant_generate_body(const pf_variant_position *position, pf_move *list, pf_colour us,
                                              pf_sink sink, pf_sliders sliders, pf_variant variant)
{
    const pf_position *board = &position->board;
    pf_moves_out out = {list, 0};
    if (pf_is_decided(position, us, sliders, variant)) return 0;

    if (variant == PF_VARIANT_ATOMIC) {
        pf_emit_atomic(&out, board, us, sink, sliders);
    } else if (variant == PF_VARIANT_ANTICHESS) {
        pf_emit_careless(&out, board, us, PF_CAPTURES, sink, sliders, variant);
        if (out.list == list && out.count == 0) pf_emit_careless(&out, board, us, PF_QUIETS, sink, sliders, variant);
    } else if (!pf_has_royal_king(us, variant)) {
        pf_emit_careless(&out, board, us, PF_NON_EVASIONS, sink, sliders, variant);
    } else {
        pf_category category = variant == PF_VARIANT_RACING_KINGS ? PF_CHECKLESS
                               : variant == PF_VARIANT_HORDE      ? PF_AGAINST_HORDE
                                                                  : PF_NON_EVASIONS;
        uint32_t size = pf_generate_category_body(board, list, us, category, PF_KEEP_LEGAL, sink, sliders);
        if (variant != PF_VARIANT_CRAZYHOUSE) return size;
        if (sink == PF_SINK_LIST)
            out.list += size;
        else
            out.count = size;
        pf_emit_drops(&out, position, us, sink, sliders);
    }
    return sink == PF_SINK_LIST ? (uint32_t)(out.list - list) : out.count;
}

#endif
