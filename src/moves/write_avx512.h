/* Writing moves out of a set of targets with AVX-512: VBMI2 compresses the numbers 0 to 63 to those whose bit is set,
 * and all moves of a piece are stored at once. There is no loop to predict, and the order is the same.
 *
 * Sixteen moves are stored whatever their number: a list of 256 has room behind the 218 that there may be. No piece has
 * more, for a queen is written as a rook and a bishop, and no more than eight pawns make the same step. */
#ifndef PLYFORGE_WRITE_H
#define PLYFORGE_WRITE_H

#include <plyforge/types.h>

#include "compiler.h"

#include <immintrin.h>

/* As in moves/write.h; here it makes no difference. */
typedef enum pf_density { PF_MANY, PF_FEW } pf_density;

/* The numbers of the squares of a set, a byte each; up to 16 of them. */
PF_TEMPLATE __m128i pf_squares_of(pf_bitboard set)
{
    const __m512i numbers = _mm512_set_epi64(0x3f3e3d3c3b3a3938, 0x3736353433323130, 0x2f2e2d2c2b2a2928,
                                             0x2726252423222120, 0x1f1e1d1c1b1a1918, 0x1716151413121110,
                                             0x0f0e0d0c0b0a0908, 0x0706050403020100);
    return _mm512_castsi512_si128(_mm512_maskz_compress_epi8(set, numbers));
}

PF_TEMPLATE pf_move *pf_write_from(pf_move *list, pf_square from, pf_bitboard targets, pf_density density)
{
    (void)density;
    __m256i base = _mm256_set1_epi16((short)pf_move_of(from, 0, PF_MOVE_NORMAL));
    __m256i moves = _mm256_or_si256(_mm256_cvtepu8_epi16(pf_squares_of(targets)), base);
    _mm256_storeu_si256((__m256i *)list, moves);
    return list + pf_popcount(targets);
}

PF_TEMPLATE pf_move *pf_write_pawns(pf_move *list, pf_bitboard targets, int step, pf_density density)
{
    (void)density;
    __m128i to = _mm_cvtepu8_epi16(pf_squares_of(targets));
    __m128i from = _mm_sub_epi16(to, _mm_set1_epi16((short)step));
    _mm_storeu_si128((__m128i *)list, _mm_or_si128(to, _mm_slli_epi16(from, 6)));
    return list + pf_popcount(targets);
}

#endif
