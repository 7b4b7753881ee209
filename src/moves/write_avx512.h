/* Writing moves out of a set of targets with AVX-512. A table has the moves of each piece on an empty board; VBMI2
 * compresses them to the actual moves, and all are stored at once. For pawns it compresses the numbers 0 to 63. There
 * is no loop to predict, and the moves are in the same order as those of the other writers.
 *
 * Sixteen moves are always stored, however many there are: a list of 256 has space after the 218 that are possible. No
 * piece has more than sixteen, because a queen is written as a rook and a bishop, and at most eight pawns make the same
 * step. */
#ifndef PLYFORGE_WRITE_AVX512_H
#define PLYFORGE_WRITE_AVX512_H

#include <immintrin.h>

#include "moves/captures_avx512.h"
#include "moves/write.h"

#ifdef PF_WRITER
#error "Include one writer only: see moves/write.h."
#endif
#define PF_WRITER "avx512"

/* The few moves of pawns and king are written without compressing, which would take five cycles of the only unit that
 * can do it. Two moves are written whether they exist or not, and more only if they do; each is base plus factor times
 * the square. The two are stored as one number, because a compiler that sees two separate 16-bit words uses a vector
 * register. */
PF_TEMPLATE pf_move *pf_write_few(pf_move *list, uint32_t base, uint32_t factor, pf_bitboard targets)
{
    pf_bitboard second = targets & (targets - 1), third = second & (second - 1);
    uint32_t bases = base * 0x10001;
    uint32_t two = bases + factor * ((uint32_t)_tzcnt_u64(targets) | (uint32_t)_tzcnt_u64(second) << 16);
    pf_memcpy(list, &two, sizeof two);
    pf_move *more = list + 2;
    while (PF_UNLIKELY(third)) *more++ = (pf_move)(bases + factor * pf_pop_lowest(&third));
    return list + pf_popcount(targets);
}

/* The squares that a piece reaches on an empty board, and the moves to these squares, in ascending order. */
typedef struct pf_reach_row {
    pf_bitboard squares;
    pf_move moves[16];
} pf_reach_row;

static const struct pf_reach {
    pf_reach_row knight[64], king[64], bishop[64], rook[64];
} pf_reach = {
#include "reach.inc"
};

PF_TEMPLATE const pf_reach_row *pf_reach_of(pf_piece_type type, pf_square from)
{
    switch (type) {
    case PF_KNIGHT: return &pf_reach.knight[from];
    case PF_BISHOP: return &pf_reach.bishop[from];
    case PF_ROOK: return &pf_reach.rook[from];
    default: return &pf_reach.king[from];
    }
}

/* The numbers of the squares of a set, at most 16 of them, one byte each. */
PF_TEMPLATE __m128i pf_squares_of(pf_bitboard set)
{
    const __m512i numbers = _mm512_set_epi64(0x3f3e3d3c3b3a3938, 0x3736353433323130, 0x2f2e2d2c2b2a2928,
                                             0x2726252423222120, 0x1f1e1d1c1b1a1918, 0x1716151413121110,
                                             0x0f0e0d0c0b0a0908, 0x0706050403020100);
    return _mm512_castsi512_si128(_mm512_maskz_compress_epi8(set, numbers));
}

PF_TEMPLATE pf_move *pf_write_from(pf_move *list, pf_square from, pf_bitboard targets, pf_piece_type type,
                                   pf_density density)
{
    if (density == PF_FEW) return pf_write_few(list, pf_move_of(from, 0, PF_MOVE_NORMAL), 1, targets);
    const pf_reach_row *row = pf_reach_of(type, from);
    uint32_t chosen = (uint32_t)_pext_u64(targets, row->squares);
    if (type == PF_KNIGHT || type == PF_KING) {
        __m128i all = _mm_loadu_si128((const __m128i *)row->moves);
        _mm_storeu_si128((__m128i *)list, _mm_maskz_compress_epi16((__mmask8)chosen, all));
    } else {
        __m256i all = _mm256_loadu_si256((const __m256i *)row->moves);
        _mm256_storeu_si256((__m256i *)list, _mm256_maskz_compress_epi16((__mmask16)chosen, all));
    }
    return list + pf_popcount(targets);
}

PF_TEMPLATE pf_move *pf_write_pawns(pf_move *list, pf_bitboard targets, int step, pf_density density)
{
    if (density == PF_FEW) return pf_write_few(list, (uint32_t)(-step * 64), 65, targets); /* to + 64 * (to - step) */
    if (step == 16 || step == -16) { /* all squares are on one rank: their byte selects among eight moves, in two
                                        cycles */
        unsigned first = step == 16 ? PF_A4 : PF_A5;
        __m128i files = _mm_setr_epi16(0, 65, 130, 195, 260, 325, 390, 455);
        __m128i moves = _mm_add_epi16(files, _mm_set1_epi16((short)((int)first * 65 - step * 64)));
        _mm_storeu_si128((__m128i *)list, _mm_maskz_compress_epi16((__mmask8)(targets >> first), moves));
        return list + pf_popcount(targets);
    }
    __m128i to = _mm_cvtepu8_epi16(pf_squares_of(targets));
    __m128i from = _mm_sub_epi16(to, _mm_set1_epi16((short)step));
    _mm_storeu_si128((__m128i *)list, _mm_or_si128(to, _mm_slli_epi16(from, 6)));
    return list + pf_popcount(targets);
}

#endif
