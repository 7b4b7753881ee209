/* The two services of tally.h in AVX-512: all pawns' affairs at once, all squares of a set at once. */
#ifndef PLYFORGE_TALLY_H
#define PLYFORGE_TALLY_H

#include <immintrin.h>

#include "perft/replies.h"

/* Two ways of adding up, put together at the end: a set of targets at a time with the pawns' affairs in the lanes, and
 * eight sets at a time with the pieces in the lanes. */
typedef struct pf_tally {
    __m512i planes; /* all squares, left, right, one, two, passed, as in pf_replies */
    __m512i counts; /* of the targets on each */
    __m512i moves;  /* of each piece */
    __m512i change; /* the replies to them, over as many passes */
} pf_tally;

PF_TEMPLATE pf_tally pf_tally_begin(pf_bitboard left, pf_bitboard right, pf_bitboard one, pf_bitboard two,
                                    pf_bitboard passed)
{
    pf_tally tally;
    tally.planes = _mm512_set_epi64(0, 0, (long long)passed, (long long)two, (long long)one, (long long)right,
                                    (long long)left, -1);
    tally.counts = tally.moves = tally.change = _mm512_setzero_si512();
    return tally;
}

/* Moves to each square of targets. */
PF_TEMPLATE void pf_tally_add(pf_tally *tally, pf_bitboard targets)
{
    __m512i on_planes = _mm512_and_si512(tally->planes, _mm512_set1_epi64((long long)targets));
    tally->counts = _mm512_add_epi64(tally->counts, _mm512_popcnt_epi64(on_planes));
}

PF_TEMPLATE __m512i pf_popcount_on(__m512i sets, pf_bitboard plane)
{
    return _mm512_popcnt_epi64(_mm512_and_si512(sets, _mm512_set1_epi64((long long)plane)));
}

/* The moves of our pieces, other than pawns and king, to squares of mask: adds up those that change nothing but pawns'
 * affairs and leaves the others in rest. Returns which pieces have any left, a bit for each. */
PF_TEMPLATE uint32_t pf_tally_add_army(pf_tally *tally, pf_bitboard rest[16], const pf_army *army,
                                       const pf_replies *replies, pf_bitboard mask)
{
    __m512i to_by_type = _mm512_loadu_si512(replies->to);
    uint32_t pieces = 0;
    for (uint32_t i = 0; i < army->size; i += 8) {
        __mmask8 lanes = (__mmask8)_bzhi_u32(0xff, army->size - i);
        __m512i squares = _mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)(army->square + i)));
        __m512i types = _mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)(army->type + i)));
        __m512i bits = _mm512_sllv_epi64(_mm512_set1_epi64(1), squares);
        __m512i targets = _mm512_maskz_loadu_epi64(lanes, army->targets + i);
        targets = _mm512_and_si512(targets, _mm512_set1_epi64((long long)mask));

        __mmask8 quiet = _mm512_testn_epi64_mask(bits, _mm512_set1_epi64((long long)replies->from));
        __m512i plain = _mm512_maskz_andnot_epi64(quiet, _mm512_permutexvar_epi64(types, to_by_type), targets);
        tally->moves = _mm512_add_epi64(tally->moves, _mm512_popcnt_epi64(plain));
        __m512i gains = _mm512_add_epi64(pf_popcount_on(plain, replies->left), pf_popcount_on(plain, replies->right));
        __m512i losses = _mm512_add_epi64(pf_popcount_on(plain, replies->one), pf_popcount_on(plain, replies->two));
        losses = _mm512_add_epi64(losses, pf_popcount_on(plain, replies->passed));
        tally->change = _mm512_add_epi64(tally->change, _mm512_sub_epi64(gains, losses));

        __m512i others = _mm512_andnot_si512(plain, targets);
        _mm512_storeu_si512(rest + i, others);
        pieces |= (uint32_t)_mm512_test_epi64_mask(others, others) << i;
    }
    return pieces;
}

/* The replies to all of them, if there are so many to a pass. */
PF_TEMPLATE uint64_t pf_tally_total(const pf_tally *tally, uint64_t replies)
{
    __m512i factors = _mm512_set_epi64(0, 0, -1, -1, -1, 1, 1, (long long)replies);
    __m512i total = _mm512_mullo_epi64(tally->counts, factors);
    total = _mm512_add_epi64(total, _mm512_mullo_epi64(tally->moves, _mm512_set1_epi64((long long)replies)));
    return (uint64_t)_mm512_reduce_add_epi64(_mm512_add_epi64(total, tally->change));
}

/* Writes the numbers of the squares of a set and returns how many they are; may write up to 64 bytes. */
PF_TEMPLATE uint32_t pf_write_squares(uint8_t *out, pf_bitboard set)
{
    static const uint8_t squares[64] __attribute__((aligned(64))) = {
        0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
        22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
        44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi8(set, _mm512_load_si512(squares)));
    return pf_popcount(set);
}

#endif
