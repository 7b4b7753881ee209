/* What a move changes on the board, as a short list of pieces that go, leave and arrive. */
#include <plyforge/changes.h>

#include "moves/castling.h"

static void add(pf_changes *changes, pf_piece piece, pf_square from, pf_square to)
{
    pf_change *change = &changes->list[changes->size++];
    change->piece = (uint8_t)piece;
    change->from = (uint8_t)from;
    change->to = (uint8_t)to;
}

static void add_castling(pf_changes *changes, pf_square king, pf_square rook, pf_colour us)
{
    pf_square king_to = pf_castled_king(king, rook);
    pf_square rook_to = pf_castled_rook(king, rook);
    if (king != king_to) add(changes, pf_piece_of(us, PF_KING), king, king_to);
    if (rook != rook_to) add(changes, pf_piece_of(us, PF_ROOK), rook, rook_to);
}

unsigned pf_move_changes(const pf_position *position, pf_move move, pf_changes *out)
{
    pf_colour us = position->turn;
    pf_square from = pf_move_from(move);
    pf_square to = pf_move_to(move);
    pf_move_kind kind = pf_move_kind_of(move);
    out->size = 0;
    if (move == PF_NO_MOVE) return 0;
    if (kind == PF_MOVE_CASTLING) {
        add_castling(out, from, to, us);
        return out->size;
    }

    pf_piece piece = pf_piece_of(us, pf_type_at(position, from));
    if (kind == PF_MOVE_PROMOTION) {
        add(out, piece, from, PF_NO_SQUARE);
        add(out, pf_piece_of(us, pf_move_promotion(move)), PF_NO_SQUARE, to);
    } else {
        add(out, piece, from, to);
    }
    if (kind == PF_MOVE_EN_PASSANT)
        add(out, pf_piece_of(us ^ 1, PF_PAWN), to ^ 8, PF_NO_SQUARE);
    else if (position->by_colour[us ^ 1] & pf_bit(to))
        add(out, pf_piece_of(us ^ 1, pf_type_at(position, to)), to, PF_NO_SQUARE);
    return out->size;
}
