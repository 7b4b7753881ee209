/* Zobrist keys: the exclusive or of one random number for each property of a position. */
#ifndef PLYFORGE_KEY_H
#define PLYFORGE_KEY_H

#include "board/en_passant.h"

/* This bit of a key tells whether an en passant capture is legal: it is set in the numbers of the en passant files and
 * in no other number. So with the key at hand, the contribution of the square is known without computing pins and
 * checks. The bit is in the middle, because tables take their index from either end. */
#define PF_KEY_EP_BIT (UINT64_C(1) << 32)

/* The random numbers are those of splitmix64 (constants by Sebastiano Vigna), which can be computed in any order.
 * tools/make_tables writes them into pf_zobrist; a small build, which random numbers would make a quarter larger,
 * computes them each time. */
PF_TEMPLATE uint64_t pf_zobrist_number(unsigned index)
{
#ifdef PF_SMALL
    uint64_t z = UINT64_C(0x706c79666f726765) + (index + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (z ^ (z >> 31)) & ~PF_KEY_EP_BIT;
#else
    return pf_zobrist[index];
#endif
}

PF_TEMPLATE uint64_t pf_key_piece(pf_colour colour, pf_piece_type type, pf_square square)
{
    return pf_zobrist_number((colour * 6 + type) * 64 + square);
}

/* A castling right is identified by the square of its rook. */
PF_TEMPLATE uint64_t pf_key_castling_rook(pf_square rook)
{
    return pf_zobrist_number(12 * 64 + rook);
}

PF_TEMPLATE uint64_t pf_key_castling(pf_bitboard rooks)
{
    uint64_t key = 0;
    while (rooks) key ^= pf_key_castling_rook(pf_pop_lowest(&rooks));
    return key;
}

PF_TEMPLATE uint64_t pf_key_ep_file(pf_square ep_square)
{
    return pf_zobrist_number(13 * 64 + (ep_square & 7)) | PF_KEY_EP_BIT;
}

PF_TEMPLATE uint64_t pf_key_black_to_move(void)
{
    return pf_zobrist_number(13 * 64 + 8);
}

/* The key computed from scratch. */
PF_PRIVATE uint64_t pf_key_in_chess(const pf_position *position);

/* The contribution of the en passant square to the key: nothing unless a capture there is legal. */
PF_TEMPLATE uint64_t pf_key_ep(const pf_position *position, pf_sliders sliders)
{
    return pf_ep_is_legal(position, sliders) ? pf_key_ep_file(position->ep_square) : 0;
}

/* The key without the contribution of the en passant square. */
PF_TEMPLATE uint64_t pf_key_without_ep(const pf_position *position)
{
    return position->key & PF_KEY_EP_BIT ? position->key ^ pf_key_ep_file(position->ep_square) : position->key;
}

#endif
