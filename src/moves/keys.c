/* Keys of parts of the board, and the key after a move that is not played. */
#include <plyforge/keys.h>

#include "moves/make.h"

uint64_t pf_piece_key(pf_piece piece, pf_square square)
{
    return piece == PF_NO_PIECE ? 0 : pf_key_piece(pf_piece_colour(piece) & 1, pf_piece_type_of(piece), square & 63);
}

/* The castling rights that go with a move: those of a rook that moves or is taken, and all of a king's. */
static pf_bitboard lost_rights(const pf_position *position, pf_move move)
{
    pf_bitboard lost = pf_bit(pf_move_from(move)) | pf_bit(pf_move_to(move));
    if (position->by_type[PF_KING] & pf_bit(pf_move_from(move))) lost |= pf_relative_rank(0, position->turn);
    return lost & position->castling;
}

/* Whether the move is a double push that an enemy pawn may take en passant, pins not looked at. */
static bool may_be_taken_en_passant(const pf_position *position, pf_move move)
{
    pf_square from = pf_move_from(move);
    pf_square to = pf_move_to(move);
    if (!(position->by_type[PF_PAWN] & pf_bit(from)) || (from ^ to) != 16) return false;
    pf_bitboard enemy_pawns = pf_position_pieces(position, position->turn ^ 1u, PF_PAWN);
    return (pf_pawn_attacks[position->turn][(from + to) / 2] & enemy_pawns) != 0;
}

uint64_t pf_position_key_after(const pf_position *position, pf_move move)
{
    uint64_t key = pf_key_after_null(position, PF_SLIDERS_MAGIC);
    if (move == PF_NO_MOVE) return key;
    if (may_be_taken_en_passant(position, move)) {
        pf_position after = *position;
        pf_position_play_unchecked(&after, move);
        return after.key;
    }

    pf_changes changes;
    pf_move_changes(position, move, &changes);
    for (unsigned i = 0; i < changes.size; i++) {
        const pf_change *change = &changes.list[i];
        if (change->from != PF_NO_SQUARE) key ^= pf_piece_key(change->piece, change->from);
        if (change->to != PF_NO_SQUARE) key ^= pf_piece_key(change->piece, change->to);
    }
    return key ^ pf_key_castling(lost_rights(position, move));
}

/* ---- Parts of the board ---- */

/* Puts a piece on a square, or takes it off: for exclusive ors that is the same. */
static void toggle(pf_keys *keys, pf_piece piece, pf_square square)
{
    uint64_t *key = pf_piece_type_of(piece) == PF_PAWN ? &keys->pawns : &keys->pieces[pf_piece_colour(piece)];
    *key ^= pf_piece_key(piece, square);
}

static uint64_t material_of(pf_piece piece)
{
    return pf_piece_type_of(piece) == PF_KING ? 0 : pf_piece_key(piece, PF_A1);
}

pf_keys pf_position_keys(const pf_position *position)
{
    pf_keys keys = {0, 0, {0, 0}};
    for (pf_bitboard set = pf_position_occupied(position); set;) {
        pf_square square = pf_pop_lowest(&set);
        pf_piece piece = pf_position_piece_at(position, square);
        toggle(&keys, piece, square);
        keys.material += material_of(piece);
    }
    return keys;
}

void pf_keys_update(pf_keys *keys, const pf_changes *changes)
{
    for (unsigned i = 0; i < changes->size; i++) {
        const pf_change *change = &changes->list[i];
        if (change->from != PF_NO_SQUARE)
            toggle(keys, change->piece, change->from);
        else
            keys->material += material_of(change->piece);
        if (change->to != PF_NO_SQUARE)
            toggle(keys, change->piece, change->to);
        else
            keys->material -= material_of(change->piece);
    }
}
