/* Zobrist keys: the exclusive or of one random number for each property of a position. */
#ifndef PLYFORGE_KEY_H
#define PLYFORGE_KEY_H

#include "board/en_passant.h"

/* The random numbers are those of splitmix64 (constants by Sebastiano Vigna), which can be computed in any order.
 * tools/make_tables writes them into pf_zobrist; a small build, which random numbers would make a quarter larger,
 * computes them each time. */
PF_TEMPLATE uint64_t pf_zobrist_number(unsigned index)
{
#ifdef PF_SMALL
    uint64_t z = UINT64_C(0x706c79666f726765) + (index + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
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
    return pf_zobrist_number(13 * 64 + (ep_square & 7));
}

PF_TEMPLATE uint64_t pf_key_black_to_move(void)
{
    return pf_zobrist_number(13 * 64 + 8);
}

/* What the en passant square adds to the key: nothing unless a capture there is legal. */
PF_TEMPLATE uint64_t pf_key_ep(const pf_position *position, pf_sliders sliders)
{
    return pf_ep_is_legal(position, sliders) ? pf_key_ep_file(position->ep_square) : 0;
}

/* The key once the side to move has passed. */
PF_TEMPLATE uint64_t pf_key_after_null(const pf_position *position, pf_sliders sliders)
{
    return position->key ^ pf_key_ep(position, sliders) ^ pf_key_black_to_move();
}

#endif
