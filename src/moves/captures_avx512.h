/* Captures with AVX-512: of all pieces and in all eight directions at once, with no branch to predict.
 *
 * A piece sees along at most eight directions, each a lane of 64 bits, and in each lane the nearest square is the
 * highest bit, so the number of leading zeros gives the nearest piece. That is one byte, and the bytes of six vectors
 * fit into one:
 *
 *      byte           0       1       2       3       4               5               6, 7
 *      lanes 0 to 3   knight  knight  king    queen   bishop          bishop          none
 *      lanes 4 to 7   knight  knight  king    queen   rook            rook            none
 *
 * BITALG then tests all of them at once for a victim. There is a byte for each piece of the start position. A piece
 * that has been captured sees nothing, and the few extra pieces that promotion adds are left to the generator. */
#ifndef PLYFORGE_CAPTURES_AVX512_H
#define PLYFORGE_CAPTURES_AVX512_H

#include <immintrin.h>

#include "moves/write.h"

#define PF_CAPTURES_AT_ONCE 1

/* The squares that a piece sees on an empty board, by square and direction. The directions that go up the board, the
 * first two of every four, have their bits reversed. Row 64 is empty, for a piece that is not there. */
static const struct pf_sight {
    _Alignas(64) pf_bitboard knight[65][8];
    _Alignas(64) pf_bitboard king[65][8];
    _Alignas(64) pf_bitboard bishop[65][4];
    _Alignas(64) pf_bitboard rook[65][4];
} pf_sight = {
#include "sight.inc"
};

enum { PF_LANES_UP = 0x33, PF_LANES_OF_ROOK = 0xf0 };

/* The board, with its bits in reverse order in the lanes that go up the board. */
PF_TEMPLATE __m512i pf_up_and_down(pf_bitboard board)
{
    const __m128i reversed = _mm_setr_epi8(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15);
    const __m128i low = _mm_set1_epi8(15);
    __m128i bytes = _mm_cvtsi64_si128((long long)pf_swap_bytes(board));
    __m128i to_upper = _mm_shuffle_epi8(reversed, _mm_and_si128(bytes, low));
    __m128i to_lower = _mm_shuffle_epi8(reversed, _mm_and_si128(_mm_srli_epi16(bytes, 4), low));
    __m128i up = _mm_or_si128(_mm_slli_epi16(to_upper, 4), to_lower);
    return _mm512_mask_broadcastq_epi64(_mm512_set1_epi64((long long)board), PF_LANES_UP, up);
}

/* The number of leading zeros of the set seen in each direction (64 if it is empty), in the given byte of its lane. */
PF_TEMPLATE __m512i pf_nearest(__m512i sight, __m512i occupied, unsigned byte)
{
    return _mm512_slli_epi64(_mm512_lzcnt_epi64(_mm512_and_si512(sight, occupied)), 8 * byte);
}

PF_TEMPLATE __m512i pf_sight_of_sliders(uint64_t bishop, uint64_t rook)
{
    __m256i diagonal = _mm256_load_si256((const __m256i *)pf_sight.bishop[bishop]);
    __m256i straight = _mm256_load_si256((const __m256i *)pf_sight.rook[rook]);
    return _mm512_inserti64x4(_mm512_castsi256_si512(diagonal), straight, 1);
}

/* Removes the lowest square from the set and returns it, or 64 if the set is empty. */
PF_TEMPLATE uint64_t pf_take_lowest(pf_bitboard *set)
{
    uint64_t square = _tzcnt_u64(*set);
    *set &= *set - 1;
    return square;
}

PF_TEMPLATE void pf_store_16_moves(pf_move *list, __m128i from, __m128i to)
{
    __m256i moves = _mm256_slli_epi16(_mm256_cvtepu8_epi16(from), 6);
    _mm256_storeu_si256((__m256i *)list, _mm256_or_si256(moves, _mm256_cvtepu8_epi16(to)));
}

PF_TEMPLATE pf_move *pf_write_captures_at_once(pf_move *list, pf_bitboard *left, const pf_position *position,
                                               pf_bitboard movers, pf_bitboard victims)
{
    pf_bitboard knights = movers & position->by_type[PF_KNIGHT];
    pf_bitboard bishops = movers & position->by_type[PF_BISHOP];
    pf_bitboard rooks = movers & position->by_type[PF_ROOK];
    pf_bitboard queens = movers & position->by_type[PF_QUEEN];
    pf_bitboard kings = movers & position->by_type[PF_KING];
    uint64_t knight = pf_take_lowest(&knights), knight2 = pf_take_lowest(&knights);
    uint64_t bishop = pf_take_lowest(&bishops), bishop2 = pf_take_lowest(&bishops);
    uint64_t rook = pf_take_lowest(&rooks), rook2 = pf_take_lowest(&rooks);
    uint64_t queen = pf_take_lowest(&queens), king = pf_take_lowest(&kings);

    __m512i occupied = pf_up_and_down(pf_position_occupied(position));
    __m512i nearest = pf_nearest(_mm512_load_si512(pf_sight.knight[knight]), occupied, 0) |
                      pf_nearest(_mm512_load_si512(pf_sight.knight[knight2]), occupied, 1) |
                      pf_nearest(_mm512_load_si512(pf_sight.king[king]), occupied, 2) |
                      pf_nearest(pf_sight_of_sliders(queen, queen), occupied, 3) |
                      pf_nearest(pf_sight_of_sliders(bishop, rook), occupied, 4) |
                      pf_nearest(pf_sight_of_sliders(bishop2, rook2), occupied, 5);

    /* Where bits are reversed, the number of leading zeros is the square; elsewhere the square is 63 minus that number.
       64 means that there is no piece, in both cases. */
    const __m512i down = _mm512_set1_epi64(0x40403f3f3f3f3f3f), up = _mm512_set1_epi64(0x4040000000000000);
    __m512i to = nearest ^ _mm512_mask_blend_epi64(PF_LANES_UP, down, up);
    __mmask64 seen = _mm512_testn_epi8_mask(to, _mm512_set1_epi8(64));
    __mmask64 captures = _mm512_mask_bitshuffle_epi64_mask(seen, _mm512_set1_epi64((long long)victims), to);
    uint64_t both = knight | knight2 << 8 | king << 16 | queen << 24;
    __m512i from = _mm512_set1_epi64((long long)(both | bishop << 32 | bishop2 << 40));
    from = _mm512_mask_set1_epi64(from, PF_LANES_OF_ROOK, (long long)(both | rook << 32 | rook2 << 40));

    unsigned size = pf_popcount(captures);
    from = _mm512_maskz_compress_epi8(captures, from);
    to = _mm512_maskz_compress_epi8(captures, to);
    pf_store_16_moves(list, _mm512_castsi512_si128(from), _mm512_castsi512_si128(to));
    if (PF_UNLIKELY(size > 16)) { /* up to 48 */
        pf_store_16_moves(list + 16, _mm512_extracti64x2_epi64(from, 1), _mm512_extracti64x2_epi64(to, 1));
        pf_store_16_moves(list + 32, _mm512_extracti64x2_epi64(from, 2), _mm512_extracti64x2_epi64(to, 2));
    }
    *left = knights | bishops | rooks | queens;
    return list + size;
}

#endif
