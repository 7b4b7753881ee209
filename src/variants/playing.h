/* Playing a move of a variant: the move of standard chess first, then what the variant adds to it. */
#ifndef PLYFORGE_VARIANT_MAKE_H
#define PLYFORGE_VARIANT_MAKE_H

#include <plyforge/play.h>

#include "moves/make.h"
#include "variants/additions.h"

/* A drop: from the pocket to an empty square. Dropping a pawn resets the clock, as a pawn move does; other drops
 * advance it. */
PF_TEMPLATE void pf_drop(pf_position *position, pf_piece_type type, pf_square to, pf_colour us)
{
    position->pockets[us][type]--;
    pf_toggle_piece(position, type, to, us);
    position->ep_square = PF_NO_SQUARE;
    if (type == PF_PAWN)
        position->halfmove_clock = 0;
    else if (position->halfmove_clock < UINT16_MAX)
        position->halfmove_clock++;
    position->turn = (uint8_t)(us ^ 1);
    if (us == PF_BLACK && position->fullmove_number < UINT32_MAX) position->fullmove_number++;
}

/* The captured piece goes to our pocket, a promoted one as a pawn; the mark of a promoted piece moves with it. */
PF_TEMPLATE void pf_pocket(pf_position *position, pf_move move, pf_piece_type captured, pf_colour us)
{
    pf_square from = pf_move_from(move);
    pf_square to = pf_move_to(move);
    if (captured != PF_NO_PIECE_TYPE) {
        pf_piece_type type = position->promoted & pf_bit(to) ? (pf_piece_type)PF_PAWN : captured;
        if (position->pockets[us][type] < UINT8_MAX) position->pockets[us][type]++;
    }
    if (pf_move_kind_of(move) == PF_MOVE_CASTLING) {
        position->promoted &= ~(pf_bit(from) | pf_bit(to));
        return;
    }
    bool promoted = (position->promoted & pf_bit(from)) || pf_move_kind_of(move) == PF_MOVE_PROMOTION;
    position->promoted &= ~(pf_bit(from) | pf_bit(to));
    if (promoted) position->promoted |= pf_bit(to);
}

PF_TEMPLATE void pf_play_unkeyed_by_variant(pf_position *position, pf_move move, pf_colour us, pf_sliders sliders,
                                            pf_variant variant)
{
    pf_square from = pf_move_from(move);
    pf_square to = pf_move_to(move);
    if (variant == PF_VARIANT_CRAZYHOUSE && pf_move_is_drop(move)) {
        pf_drop(position, pf_move_dropped(move), to, us);
        return;
    }
    if (variant == PF_VARIANT_ANTICHESS && pf_move_is_king_promotion(move)) {
        pf_make_body(position, pf_move_of_promotion(from, to, PF_QUEEN), us, PF_WITHOUT_KEY, sliders);
        position->by_type[PF_QUEEN] ^= pf_bit(to);
        position->by_type[PF_KING] ^= pf_bit(to);
        return;
    }
    pf_piece_type captured = pf_make_body(position, move, us, PF_WITHOUT_KEY, sliders);
    if (variant == PF_VARIANT_CRAZYHOUSE) pf_pocket(position, move, captured, us);
    if (variant == PF_VARIANT_ATOMIC && captured != PF_NO_PIECE_TYPE) pf_explode(position, to);
    /* A jump from the first rank cannot be answered en passant. */
    if (variant == PF_VARIANT_HORDE && us == PF_WHITE && (position->ep_square >> 3) == 1)
        position->ep_square = PF_NO_SQUARE;
    if (variant == PF_VARIANT_THREE_CHECK && pf_find_checkers(position, us ^ 1, sliders)) position->checks_given[us]++;
}

/* Plays a legal move of the side to move, which is us, and updates the key for everything that has changed. */
PF_TEMPLATE void pf_play_by_variant(pf_position *position, pf_move move, pf_colour us, pf_sliders sliders,
                                    pf_variant variant)
{
    const pf_position before = *position;
    pf_play_unkeyed_by_variant(position, move, us, sliders, variant);
    uint64_t change = pf_key_of_pieces(&before, position) ^ pf_key_castling(before.castling ^ position->castling) ^
                      pf_key_black_to_move() ^ pf_variant_key_ep(&before, sliders, variant) ^
                      pf_variant_key_ep(position, sliders, variant);
    if (variant == PF_VARIANT_CRAZYHOUSE || variant == PF_VARIANT_THREE_CHECK)
        change ^= pf_key_additions(&before) ^ pf_key_additions(position);
    position->key ^= change;
}

#endif
