/* Playing a move on a position. One body serves both colours, with or without updating the key, which counting never
 * needs. */
#ifndef PLYFORGE_MAKE_H
#define PLYFORGE_MAKE_H

#include <plyforge/play.h>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

#include "board/key.h"
#include "moves/castling.h"

typedef enum pf_keying { PF_WITHOUT_KEY, PF_WITH_KEY } pf_keying;

/* Takes the piece off one square and puts it on another; the squares may be the same. */
PF_TEMPLATE void pf_move_piece(pf_position *position, pf_piece_type type, pf_square from, pf_square to, pf_colour us)
{
    pf_bitboard change = pf_bit(from) ^ pf_bit(to);
    position->by_type[type] ^= change;
    position->by_colour[us] ^= change;
}

PF_TEMPLATE void pf_toggle_piece(pf_position *position, pf_piece_type type, pf_square square, pf_colour colour)
{
    position->by_type[type] ^= pf_bit(square);
    position->by_colour[colour] ^= pf_bit(square);
}

/* King and rook are both removed before either is placed, because in Chess960 one may land where the other was. */
PF_TEMPLATE void pf_castle(pf_position *position, pf_square king, pf_square rook, pf_square king_to, pf_square rook_to,
                           pf_colour us)
{
    position->by_type[PF_KING] ^= pf_bit(king) ^ pf_bit(king_to);
    position->by_type[PF_ROOK] ^= pf_bit(rook) ^ pf_bit(rook_to);
    position->by_colour[us] = (position->by_colour[us] & ~(pf_bit(king) | pf_bit(rook))) | pf_bit(king_to) |
                              pf_bit(rook_to);
}

/* Plays a legal move of the side to move, which is us, and returns the type of the piece it takes. */
PF_TEMPLATE pf_piece_type pf_make_body(pf_position *position, pf_move move, pf_colour us, pf_keying keying,
                                       pf_sliders sliders)
{
    pf_colour them = us ^ 1;
    pf_square from = pf_move_from(move);
    pf_square to = pf_move_to(move);
    pf_move_kind kind = pf_move_kind_of(move);
    pf_piece_type type = pf_type_at(position, from);
    pf_piece_type captured = PF_NO_PIECE_TYPE;
    uint64_t key = keying == PF_WITH_KEY ? pf_key_without_ep(position) : 0;

    position->ep_square = PF_NO_SQUARE;
    if (position->halfmove_clock < UINT16_MAX) position->halfmove_clock++;

    if (PF_UNLIKELY(kind == PF_MOVE_CASTLING)) {
        pf_square king_to = pf_castled_king(from, to);
        pf_square rook_to = pf_castled_rook(from, to);
        pf_castle(position, from, to, king_to, rook_to, us);
        if (keying == PF_WITH_KEY)
            key ^= pf_key_piece(us, PF_KING, from) ^ pf_key_piece(us, PF_KING, king_to) ^
                   pf_key_piece(us, PF_ROOK, to) ^ pf_key_piece(us, PF_ROOK, rook_to);
    } else {
        if (position->by_colour[them] & pf_bit(to)) {
            captured = pf_type_at(position, to);
            pf_toggle_piece(position, captured, to, them);
            if (keying == PF_WITH_KEY) key ^= pf_key_piece(them, captured, to);
            position->halfmove_clock = 0;
        }
        pf_move_piece(position, type, from, to, us);
        if (keying == PF_WITH_KEY) key ^= pf_key_piece(us, type, from) ^ pf_key_piece(us, type, to);

        if (type == PF_PAWN) {
            position->halfmove_clock = 0;
            if ((from ^ to) == 16) {
                position->ep_square = (uint8_t)((from + to) / 2);
            } else if (PF_UNLIKELY(kind == PF_MOVE_EN_PASSANT)) {
                captured = PF_PAWN;
                pf_toggle_piece(position, PF_PAWN, to ^ 8, them);
                if (keying == PF_WITH_KEY) key ^= pf_key_piece(them, PF_PAWN, to ^ 8);
            } else if (PF_UNLIKELY(kind == PF_MOVE_PROMOTION)) {
                pf_piece_type promotion = pf_move_promotion(move);
                position->by_type[PF_PAWN] ^= pf_bit(to);
                position->by_type[promotion] ^= pf_bit(to);
                if (keying == PF_WITH_KEY) key ^= pf_key_piece(us, PF_PAWN, to) ^ pf_key_piece(us, promotion, to);
            }
        }
    }

    /* A rook that moves or is captured loses its right; a king that moves loses all of ours. */
    if (PF_UNLIKELY(position->castling)) {
        pf_bitboard lost = pf_bit(from) | pf_bit(to);
        if (type == PF_KING) lost |= pf_relative_rank(0, us);
        lost &= position->castling;
        position->castling ^= lost;
        if (keying == PF_WITH_KEY && lost) key ^= pf_key_castling(lost);
    }

    position->turn = (uint8_t)them;
    if (us == PF_BLACK && position->fullmove_number < UINT32_MAX) position->fullmove_number++;
    if (keying == PF_WITH_KEY) {
        key ^= pf_key_black_to_move();
        if (position->ep_square != PF_NO_SQUARE) key ^= pf_key_ep(position, sliders);
        position->key = key;
    }
    return captured;
}

#if defined(PF_VECTOR) && !defined(__CUDACC__) /* CUDA has other vector types */

/* Eight sets at once, in the registers of the target. */
typedef pf_bitboard pf_eight_sets PF_VECTOR(64);

#ifdef __AVX512F__

/* Moves the piece on from to to, in the sets by type and by colour with which a position begins; no piece is on from or
 * to afterwards except the one that moved. Returns, as bits, which of the sets contained from. */
PF_TEMPLATE unsigned pf_move_sets(pf_position *child, const pf_position *position, pf_square from, pf_square to)
{
    enum { FIRST_ONLY = 0x10 }; /* the truth table of a & ~b & ~c */
    __m512i sets = _mm512_loadu_si512(position);
    __m512i leave = _mm512_set1_epi64((long long)pf_bit(from)), arrive = _mm512_set1_epi64((long long)pf_bit(to));
    __mmask8 held = _mm512_test_epi64_mask(sets, leave);
    sets = _mm512_ternarylogic_epi64(sets, leave, arrive, FIRST_ONLY);
    _mm512_storeu_si512(child, _mm512_mask_or_epi64(sets, held, sets, arrive));
    return held;
}

#else

PF_TEMPLATE unsigned pf_move_sets(pf_position *child, const pf_position *position, pf_square from, pf_square to)
{
    pf_eight_sets sets; /* by type and by colour */
    pf_memcpy(&sets, position, sizeof sets);
    sets = (sets & ~(pf_bit(from) | pf_bit(to))) | (sets >> from & 1) << to;
    pf_memcpy(child, &sets, sizeof sets);
    return (unsigned)(position->by_type[PF_PAWN] >> from & 1) << PF_PAWN |
           (unsigned)(position->by_type[PF_KING] >> from & 1) << PF_KING;
}

#endif

/* Where turn, en passant square, clock and move number are within the eight bytes that start at turn, read as one
 * number. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
enum { PF_TURN_BIT = 56, PF_EP_BIT = 48, PF_CLOCK_BIT = 32, PF_NUMBER_BIT = 0 };
#else
enum { PF_TURN_BIT = 0, PF_EP_BIT = 8, PF_CLOCK_BIT = 16, PF_NUMBER_BIT = 32 };
#endif
_Static_assert(offsetof(pf_position, ep_square) == offsetof(pf_position, turn) + 1 &&
                   offsetof(pf_position, halfmove_clock) == offsetof(pf_position, turn) + 2 &&
                   offsetof(pf_position, fullmove_number) == offsetof(pf_position, turn) + 4,
               "these fields are written as one number");

/* Computes the position after a legal move; the key of child and the fields of variants are left unchanged. Most moves
 * need few branches and three stores. This matters because every leaf that is played passes through here. */
PF_TEMPLATE void pf_make_child(pf_position *child, const pf_position *position, pf_move move, pf_colour us,
                               pf_sliders sliders)
{
    if (PF_UNLIKELY(pf_move_kind_of(move) != PF_MOVE_NORMAL)) {
        *child = *position;
        pf_make_body(child, move, us, PF_WITHOUT_KEY, sliders);
        return;
    }
    uint32_t squares = move; /* a normal move consists of nothing else */
    PF_OPAQUE(squares);      /* without this, the compiler would continue with 16 bits */
    uint32_t from = squares >> 6, to = squares & 63;
    uint32_t held = pf_move_sets(child, position, from, to);
    PF_OPAQUE(held); /* one transfer from the mask register is enough */
    uint64_t is_pawn = held >> PF_PAWN & 1;
    uint64_t takes = position->by_colour[us ^ 1] >> to & 1;

    pf_bitboard castling = position->castling & ~(pf_bit(from) | pf_bit(to));
    child->castling = held >> PF_KING & 1 ? castling & ~pf_relative_rank(0, us) : castling;

    uint32_t clock = position->halfmove_clock + 1u;
    clock -= clock >> 16; /* the clock stops at 65535 */
    uint32_t number = position->fullmove_number + (us == PF_BLACK && position->fullmove_number < UINT32_MAX);
    uint64_t rest = (uint64_t)(us ^ 1) << PF_TURN_BIT | (uint64_t)PF_NO_SQUARE << PF_EP_BIT |
                    (uint64_t)number << PF_NUMBER_BIT;
    uint64_t jumped = rest ^ (uint64_t)(PF_NO_SQUARE ^ (from + to) / 2) << PF_EP_BIT;
    rest |= ((is_pawn | takes) - 1) & (uint64_t)clock << PF_CLOCK_BIT;
    if (is_pawn && (from ^ to) == 16) rest = jumped;
    pf_memcpy(&child->turn, &rest, sizeof rest);
}

#endif

#endif
