/* A position in four bitboards: what the frontier stores and compares. It does not contain the side to move, which is
 * the same for all positions of one ply, nor the clocks.
 *
 * Each square has a code of four bits, one in each plane: 0 empty, piece type + 1 in planes 0 to 2, colour in plane 3.
 * Code 7 is a rook that may castle, on the first and last rank, or a pawn that may be taken en passant, on the fourth
 * and fifth. So two positions are the same by the repetition rule if and only if their planes are equal. */
#ifndef PLYFORGE_QUAD_H
#define PLYFORGE_QUAD_H

#include "board/en_passant.h"
#include "moves/make.h"

typedef struct pf_quad {
    uint64_t plane[4];
} pf_quad;

#define PF_OUTER_RANKS UINT64_C(0xff000000000000ff)

/* For a position of a variant, whose rules decide whether the pawn that has just made a double push can be captured en
 * passant. The additional state of Crazyhouse and Three-check is in merge/frontier.h. */
PF_TEMPLATE pf_quad pf_quad_marking(const pf_position *position, bool ep_is_legal)
{
    const pf_bitboard *type = position->by_type;
    pf_bitboard special = position->castling;
    if (PF_UNLIKELY(ep_is_legal)) special |= pf_bit(position->ep_square ^ 8u);
    pf_quad quad = {{
        type[PF_PAWN] | type[PF_BISHOP] | type[PF_QUEEN] | special,
        (type[PF_KNIGHT] | type[PF_BISHOP] | type[PF_KING]) | special,
        (type[PF_ROOK] | type[PF_QUEEN] | type[PF_KING]) | special,
        position->by_colour[PF_BLACK],
    }};
    return quad;
}

PF_TEMPLATE pf_quad pf_quad_of(const pf_position *position)
{
    return pf_quad_marking(position, PF_UNLIKELY(position->ep_square != PF_NO_SQUARE) &&
                                         pf_ep_is_legal(position, PF_SLIDERS_MAGIC));
}

/* Restores the position except for its key and clocks, in standard chess. It is written in place, field by field,
 * because copying a position that was just written must wait until all of its fields have left the store buffer. */
PF_TEMPLATE void pf_quad_to_position(pf_position *out, const pf_quad *quad, pf_colour turn)
{
    uint64_t a = quad->plane[0], b = quad->plane[1], c = quad->plane[2];
    pf_bitboard special = a & b & c;
    pf_bitboard jumped = special & ~PF_OUTER_RANKS;
    *out = (pf_position){
        .by_type = {(a & ~b & ~c) | jumped, b & ~a & ~c, a & b & ~c, (c & ~a & ~b) | (special & PF_OUTER_RANKS),
                    a & c & ~b, b & c & ~a},
        .by_colour = {(a | b | c) & ~quad->plane[3], quad->plane[3]},
        .castling = special & PF_OUTER_RANKS,
        .turn = (uint8_t)turn,
        .ep_square = (uint8_t)(jumped ? pf_lowest(jumped) ^ 8u : PF_NO_SQUARE),
        .fullmove_number = 1,
    };
}

PF_TEMPLATE pf_position pf_position_of_quad(const pf_quad *quad, pf_colour turn)
{
    pf_position position;
    pf_quad_to_position(&position, quad, turn);
    return position;
}

PF_TEMPLATE pf_bitboard pf_moved_bit(pf_bitboard plane, pf_bitboard from, pf_bitboard to)
{
    return (plane & ~(from | to)) | (plane & from ? to : 0);
}

/* The position after a promotion, castling or a capture en passant. */
static PF_OUTLINE pf_quad pf_quad_after_special(pf_quad quad, pf_move move, pf_colour us, pf_sliders sliders)
{
    pf_position position = pf_position_of_quad(&quad, us);
    pf_make_body(&position, move, us, PF_WITHOUT_KEY, sliders);
    return pf_quad_of(&position);
}

/* When a pawn that has made a double push is marked: only if it can be captured, so that equal planes mean the same
 * position; or whenever an enemy pawn is beside it, for callers that only inspect the position. */
typedef enum pf_ep_marking { PF_EP_IF_LEGAL, PF_EP_IF_BESIDE } pf_ep_marking;

/* The position after a legal move. Most moves shift one code in all planes; castling rights and the chance to take en
 * passant are part of a code, and are removed first. */
PF_TEMPLATE pf_quad pf_quad_after(const pf_quad *quad, pf_move move, pf_colour us, pf_ep_marking marking,
                                  pf_sliders sliders)
{
    if (PF_UNLIKELY(pf_move_kind_of(move) != PF_MOVE_NORMAL)) return pf_quad_after_special(*quad, move, us, sliders);
    uint64_t a = quad->plane[0], b = quad->plane[1], c = quad->plane[2], black = quad->plane[3];
    pf_square from = pf_move_from(move), to = pf_move_to(move);
    pf_bitboard from_bit = pf_bit(from), to_bit = pf_bit(to);
    pf_bitboard special = a & b & c;
    pf_bitboard jumped = special & ~PF_OUTER_RANKS;
    pf_bitboard touched = from_bit | to_bit;
    if (b & c & ~a & from_bit) touched |= pf_relative_rank(0, us); /* the king itself */
    pf_bitboard lost = special & PF_OUTER_RANKS & touched;
    a &= ~lost;
    b &= ~(lost | jumped);
    c &= ~jumped;
    bool jumps = (a & ~b & ~c & from_bit) && (from ^ to) == 16;
    pf_quad after = {{pf_moved_bit(a, from_bit, to_bit), pf_moved_bit(b, from_bit, to_bit),
                      pf_moved_bit(c, from_bit, to_bit),
                      us == PF_WHITE ? black & ~to_bit : (black & ~from_bit) | to_bit}};
    if (PF_UNLIKELY(jumps)) {
        pf_bitboard pawns = a & ~b & ~c & (us == PF_WHITE ? black : ~black);
        pf_bitboard beside = (to_bit & ~PF_FILE_A) >> 1 | (to_bit & ~PF_FILE_H) << 1;
        if (pawns & beside) {
            pf_position position = pf_position_of_quad(&after, us ^ 1);
            position.ep_square = (uint8_t)((from + to) / 2);
            if (marking == PF_EP_IF_BESIDE || pf_ep_is_legal(&position, sliders)) {
                after.plane[1] |= to_bit;
                after.plane[2] |= to_bit;
            }
        }
    }
    return after;
}

PF_TEMPLATE bool pf_quad_equal(const pf_quad *a, const pf_quad *b)
{
    return ((a->plane[0] ^ b->plane[0]) | (a->plane[1] ^ b->plane[1]) | (a->plane[2] ^ b->plane[2]) |
            (a->plane[3] ^ b->plane[3])) == 0;
}

/* A hash that spreads positions over tables and ranges. Positions with the same hash are still told apart. */
PF_TEMPLATE uint64_t pf_quad_hash(const pf_quad *quad)
{
    const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15), other = UINT64_C(0xd6e8feb86659fd93);
    uint64_t x = (quad->plane[0] ^ (quad->plane[1] << 32 | quad->plane[1] >> 32)) * odd;
    uint64_t y = (quad->plane[2] ^ (quad->plane[3] << 32 | quad->plane[3] >> 32)) * other;
    x = (x ^ x >> 32 ^ quad->plane[3]) * other;
    y = (y ^ y >> 29 ^ quad->plane[1]) * odd;
    x ^= y ^ x >> 31;
    x *= odd;
    return x ^ x >> 32;
}

/* The army (the pieces) of the side that is not to move, with its castling rights and the pawn that can be taken en
 * passant. A move that captures nothing leaves this army unchanged, so nearly all transpositions of a child have
 * parents with the same army. */
PF_TEMPLATE pf_quad pf_waiting_army(const pf_quad *quad, pf_colour turn)
{
    pf_bitboard waiting = turn == PF_WHITE ? quad->plane[3] : ~quad->plane[3];
    pf_quad army = {{quad->plane[0] & waiting, quad->plane[1] & waiting, quad->plane[2] & waiting, 0}};
    return army;
}

PF_TEMPLATE uint64_t pf_army_hash(const pf_quad *quad, pf_colour turn)
{
    pf_quad army = pf_waiting_army(quad, turn);
    return pf_quad_hash(&army);
}

/* The bucket of a position, chosen by the hash of the waiting army. */
PF_TEMPLATE uint32_t pf_bucket_of(const pf_quad *quad, pf_colour turn, uint32_t buckets)
{
    return (uint32_t)((pf_army_hash(quad, turn) >> 32) * buckets >> 32);
}

#endif
