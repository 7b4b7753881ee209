/* Writing moves out of a set of targets with AVX-512: VBMI2 compresses the numbers 0 to 63 to those whose bit is set,
 * and all moves of a piece are stored at once. There is no loop to predict, and the order is the same.
 *
 * 32 moves are stored whatever their number (no piece has more than 27): a list of 256 has room behind the 218 that
 * there may be. */
#ifndef PLYFORGE_WRITE_H
#define PLYFORGE_WRITE_H

#include <plyforge/types.h>

#include "compiler.h"

#include <immintrin.h>

/* As in moves/write.h; here it makes no difference. */
typedef enum pf_density { PF_MANY, PF_FEW } pf_density;

/* The numbers of the squares of a set, 16 bits each; up to 32 of them. */
PF_TEMPLATE __m512i pf_squares_of(pf_bitboard set)
{
    const __m512i numbers = _mm512_set_epi64(0x3f3e3d3c3b3a3938, 0x3736353433323130, 0x2f2e2d2c2b2a2928,
                                             0x2726252423222120, 0x1f1e1d1c1b1a1918, 0x1716151413121110,
                                             0x0f0e0d0c0b0a0908, 0x0706050403020100);
    return _mm512_cvtepu8_epi16(_mm512_castsi512_si256(_mm512_maskz_compress_epi8(set, numbers)));
}

PF_TEMPLATE pf_move *pf_write_from(pf_move *list, pf_square from, pf_bitboard targets, pf_density density)
{
    (void)density;
    __m512i base = _mm512_set1_epi16((short)pf_move_of(from, 0, PF_MOVE_NORMAL));
    _mm512_storeu_si512(list, _mm512_or_si512(pf_squares_of(targets), base));
    return list + pf_popcount(targets);
}

PF_TEMPLATE pf_move *pf_write_pawns(pf_move *list, pf_bitboard targets, int step, pf_density density)
{
    (void)density;
    __m512i to = pf_squares_of(targets);
    __m512i from = _mm512_sub_epi16(to, _mm512_set1_epi16((short)step));
    _mm512_storeu_si512(list, _mm512_or_si512(to, _mm512_slli_epi16(from, 6)));
    return list + pf_popcount(targets);
}

#endif
