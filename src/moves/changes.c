/* The changes that a move makes on the board, as a short list of pieces that move, leave and arrive. */
#include <plyforge/changes.h>

#include "moves/castling.h"

static void add(pf_changes *changes, pf_piece piece, pf_square from, pf_square to)
{
    pf_change *change = &changes->list[changes->size++];
    change->piece = (uint8_t)piece;
    change->from = (uint8_t)from;
    change->to = (uint8_t)to;
}

/* Atomic: a capture removes the capturer, the captured piece, and all pieces around it except pawns. */
static void add_explosion(pf_changes *changes, const pf_position *position, pf_square from, pf_square to,
                          pf_bitboard captured)
{
    pf_bitboard gone = captured | (pf_king_attacks[to] & ~position->by_type[PF_PAWN]);
    add(changes, pf_piece_of(position->turn, pf_type_at(position, from)), from, PF_NO_SQUARE);
    for (gone &= pf_position_occupied(position) & ~pf_bit(from); gone;) {
        pf_square square = pf_pop_lowest(&gone);
        add(changes, pf_position_piece_at(position, square), square, PF_NO_SQUARE);
    }
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

    if (pf_position_variant(position) == PF_VARIANT_CRAZYHOUSE && pf_move_is_drop(move)) {
        if (pf_move_dropped(move) <= PF_QUEEN) add(out, pf_piece_of(us, pf_move_dropped(move)), PF_NO_SQUARE, to);
        return out->size;
    }

    pf_bitboard captured = position->by_colour[us ^ 1] & pf_bit(kind == PF_MOVE_EN_PASSANT ? to ^ 8 : to);
    if (pf_position_variant(position) == PF_VARIANT_ATOMIC && captured) {
        add_explosion(out, position, from, to, captured);
        return out->size;
    }
    pf_piece piece = pf_piece_of(us, pf_type_at(position, from));
    bool to_king = pf_position_variant(position) == PF_VARIANT_ANTICHESS && pf_move_is_king_promotion(move);
    if (kind == PF_MOVE_PROMOTION || to_king) {
        add(out, piece, from, PF_NO_SQUARE);
        add(out, pf_piece_of(us, to_king ? (pf_piece_type)PF_KING : pf_move_promotion(move)), PF_NO_SQUARE, to);
    } else {
        add(out, piece, from, to);
    }
    if (captured) {
        pf_square square = pf_lowest(captured);
        add(out, pf_piece_of(us ^ 1, pf_type_at(position, square)), square, PF_NO_SQUARE);
    }
    return out->size;
}
