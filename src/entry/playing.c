/* Makes and takes back moves, in any variant. */
#include <plyforge/play.h>
#include <plyforge/questions.h>

#include "base/text.h"
#include "entry/entry.h"
#include "moves/make.h"

static pf_piece_type make_keyed(pf_position *position, pf_move move)
{
    return position->turn == PF_WHITE ? pf_make_body(position, move, PF_WHITE, PF_WITH_KEY, PF_SLIDERS_MAGIC)
                                      : pf_make_body(position, move, PF_BLACK, PF_WITH_KEY, PF_SLIDERS_MAGIC);
}

static pf_status refuse(const pf_position *position, pf_move move, pf_error *error)
{
    if (!error) return PF_ERROR_MOVE_ILLEGAL;
    pf_why why;
    char message[PF_WHY_TEXT_SIZE];
    pf_move_why_illegal(position, move, &why);
    pf_why_to_text(message, sizeof message, &why);
    return pf_fail(error, PF_ERROR_MOVE_ILLEGAL, 0, message);
}

void pf_position_play_unchecked(pf_position *position, pf_move move)
{
    if (PF_IS_VARIANT(position))
        pf_play_in_variant(position, move);
    else
        make_keyed(position, move);
}

pf_status pf_position_play(pf_position *position, pf_move move, pf_error *error)
{
    if (!pf_move_is_legal(position, move)) return refuse(position, move, error);
    pf_position_play_unchecked(position, move);
    return PF_OK;
}

static void remember(pf_undo *undo, const pf_position *position)
{
    undo->castling = position->castling;
    undo->key = position->key;
    undo->fullmove_number = position->fullmove_number;
    undo->halfmove_clock = position->halfmove_clock;
    undo->ep_square = position->ep_square;
    undo->captured = PF_NO_PIECE_TYPE;
}

static void restore(pf_position *position, const pf_undo *undo)
{
    position->castling = undo->castling;
    position->key = undo->key;
    position->fullmove_number = undo->fullmove_number;
    position->halfmove_clock = undo->halfmove_clock;
    position->ep_square = undo->ep_square;
}

void pf_position_make(pf_position *position, pf_move move, pf_undo *undo)
{
    remember(undo, position);
#if PF_VARIANTS
    if (PF_IS_VARIANT(position)) {
        undo->before = *position;
        pf_piece captured = pf_move_captured_piece(position, move);
        if (captured != PF_NO_PIECE) undo->captured = (uint8_t)pf_piece_type_of(captured);
        pf_play_in_variant(position, move);
        return;
    }
#endif
    undo->captured = (uint8_t)make_keyed(position, move);
}

void pf_position_unmake(pf_position *position, pf_move move, const pf_undo *undo)
{
#if PF_VARIANTS
    if (PF_IS_VARIANT(position)) {
        *position = undo->before;
        return;
    }
#endif
    pf_colour them = position->turn;
    pf_colour us = them ^ 1;
    pf_square from = pf_move_from(move);
    pf_square to = pf_move_to(move);
    pf_move_kind kind = pf_move_kind_of(move);

    position->turn = (uint8_t)us;
    restore(position, undo);

    if (kind == PF_MOVE_CASTLING) {
        pf_castle(position, pf_castled_king(from, to), pf_castled_rook(from, to), from, to, us);
        return;
    }
    if (kind == PF_MOVE_PROMOTION) {
        position->by_type[pf_move_promotion(move)] ^= pf_bit(to);
        position->by_type[PF_PAWN] ^= pf_bit(to);
    }
    pf_move_piece(position, pf_type_at(position, to), to, from, us);
    if (undo->captured != PF_NO_PIECE_TYPE)
        pf_toggle_piece(position, undo->captured, kind == PF_MOVE_EN_PASSANT ? to ^ 8 : to, them);
}

bool pf_position_play_null(pf_position *position)
{
    if (pf_position_is_variant_end(position) || pf_position_in_check(position)) return false;
    position->key = pf_key_without_ep(position) ^ pf_key_black_to_move();
    position->ep_square = PF_NO_SQUARE;
    if (position->halfmove_clock < UINT16_MAX) position->halfmove_clock++;
    if (position->turn == PF_BLACK && position->fullmove_number < UINT32_MAX) position->fullmove_number++;
    position->turn ^= 1;
    return true;
}

bool pf_position_make_null(pf_position *position, pf_undo *undo)
{
    pf_undo before;
    remember(&before, position);
    if (!pf_position_play_null(position)) return false;
    *undo = before; /* in every variant: nothing else changes */
    return true;
}

void pf_position_unmake_null(pf_position *position, const pf_undo *undo)
{
    position->turn ^= 1;
    restore(position, undo);
}
