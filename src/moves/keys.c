/* Keys of parts of the board, and the key after a move that is not played. */
#include <plyforge/keys.h>

#include "moves/legality.h"
#include "moves/make.h"

uint64_t pf_piece_key(pf_piece piece, pf_square square)
{
    if (piece > 14 || pf_piece_type_of(piece) > PF_KING) return 0;
    return pf_key_piece(pf_piece_colour(piece) & 1, pf_piece_type_of(piece), square & 63);
}

/* ---- The key after a move ----
 *
 * Most moves only take a piece from one square to another, which needs few registers. Everything else is in functions
 * that are not inlined and are called last. */

/* The pawns that attack the square that a double push crosses; pins are ignored. */
PF_TEMPLATE pf_bitboard ep_capturers_after(const pf_position *position, pf_square from, pf_square to)
{
    pf_bitboard enemy_pawns = pf_position_pieces(position, position->turn ^ 1u, PF_PAWN);
    return pf_pawn_attacks[position->turn][(from + to) / 2] & enemy_pawns;
}

/* The key after a double push that may be answered en passant. Whether the capture is legal is decided on the board
 * after the capture, where both pawns are gone and the capturer is on the square that was crossed. */
static PF_NOINLINE uint64_t key_after_double_push(const pf_position *position, pf_square from, pf_square to,
                                                  uint64_t key)
{
    const pf_colour us = position->turn;
    const pf_square crossed = (from + to) / 2, king = pf_king_square(position, us ^ 1u);
    const pf_bitboard others = position->by_colour[us] & ~pf_bit(from);
    key ^= pf_key_piece(us, PF_PAWN, from) ^ pf_key_piece(us, PF_PAWN, to);
    for (pf_bitboard pawns = ep_capturers_after(position, from, to); pawns;) {
        pf_bitboard gone = pf_bit(from) | pf_bit(pf_pop_lowest(&pawns));
        pf_bitboard occupied = (pf_position_occupied(position) & ~gone) | pf_bit(crossed);
        if (!pf_attackers_among(position, king, us, others, occupied)) return key ^ pf_key_ep_file(crossed);
    }
    return key;
}

/* The rights that are lost when the piece on a square moves: all of a king, and that of a rook. */
PF_TEMPLATE uint64_t key_of_lost_rights(const pf_position *position, pf_square from)
{
    pf_bitboard lost = pf_bit(from);
    if (position->by_type[PF_KING] & pf_bit(from)) lost |= pf_relative_rank(0, position->turn);
    return pf_key_castling(lost & position->castling);
}

/* The key without the captured piece and, if it is a rook with a castling right, without that right. */
static PF_NOINLINE uint64_t without_captured(const pf_position *position, pf_square square, uint64_t key)
{
    if (position->castling >> square & 1) key ^= pf_key_castling_rook(square);
    return key ^ pf_key_piece(position->turn ^ 1u, pf_type_at(position, square), square);
}

/* The key after a king or a rook has moved, where a castling right may be lost. */
static PF_NOINLINE uint64_t without_rights(const pf_position *position, pf_square from, pf_square to, uint64_t key)
{
    key ^= key_of_lost_rights(position, from);
    return pf_position_occupied(position) >> to & 1 ? without_captured(position, to, key) : key;
}

/* The key after promotions, en passant, castling, and the null move; the key passed in does not include the old en
 * passant square. */
static PF_NOINLINE uint64_t key_after_special(const pf_position *position, pf_move move, uint64_t key)
{
    const pf_colour us = position->turn;
    const pf_square from = pf_move_from(move), to = pf_move_to(move);
    if (move == PF_NO_MOVE) return key;
    key ^= key_of_lost_rights(position, from);
    switch (pf_move_kind_of(move)) {
    case PF_MOVE_CASTLING:
        return key ^ pf_key_piece(us, PF_KING, from) ^ pf_key_piece(us, PF_KING, pf_castled_king(from, to)) ^
               pf_key_piece(us, PF_ROOK, to) ^ pf_key_piece(us, PF_ROOK, pf_castled_rook(from, to));
    case PF_MOVE_EN_PASSANT:
        return key ^ pf_key_piece(us, PF_PAWN, from) ^ pf_key_piece(us, PF_PAWN, to) ^
               pf_key_piece(us ^ 1, PF_PAWN, to ^ 8);
    default: key ^= pf_key_piece(us, PF_PAWN, from) ^ pf_key_piece(us, pf_move_promotion(move), to);
    }
    return position->by_colour[us ^ 1] & pf_bit(to) ? without_captured(position, to, key) : key;
}

/* The key passed in does not include the old en passant square, and already has the other side to move. */
PF_TEMPLATE uint64_t key_after_move(const pf_position *position, uint32_t move, uint64_t key)
{
    const uint32_t from = move >> 6, to = move & 63; /* these are the squares of a normal move */
    const pf_bitboard bit = pf_bit(from & 63), kings = position->by_type[PF_KING];
    pf_piece_type type = PF_PAWN;
    if (PF_UNLIKELY(move - 1 >= 0x0fff)) return key_after_special(position, (pf_move)move, key);
    if (position->by_type[PF_PAWN] & bit) {
        if (PF_UNLIKELY((from ^ to) == 16) && ep_capturers_after(position, from, to))
            return key_after_double_push(position, from, to, key);
    } else {
        type = pf_type_at(position, from);
    }
    const uint64_t moved = key ^ pf_key_piece(position->turn, type, from) ^ pf_key_piece(position->turn, type, to);
    if (type != PF_PAWN && position->castling && PF_UNLIKELY((position->castling | kings) & bit))
        return without_rights(position, from, to, moved);
    return pf_position_occupied(position) >> to & 1 ? without_captured(position, to, moved) : moved;
}

/* In a variant a move may change more than its two squares, so it is played. Illegal moves are not played. */
static PF_NOINLINE uint64_t key_after_in_variant(const pf_position *position, pf_move move)
{
    pf_position after = *position;
    if (!pf_move_is_legal(position, move)) return pf_key_without_ep(position) ^ pf_key_black_to_move();
    pf_position_play_unchecked(&after, move);
    return after.key;
}

uint64_t pf_position_key_after(const pf_position *position, pf_move move)
{
    if (PF_UNLIKELY(pf_position_variant(position) != PF_VARIANT_STANDARD)) return key_after_in_variant(position, move);
    return key_after_move(position, move, pf_key_without_ep(position) ^ pf_key_black_to_move());
}

/* ---- Parts of the board ---- */

/* Puts a piece on a square or removes it, which is the same for an exclusive or. */
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
