/* Hyperbola quintessence on two lines at once, in the halves of an XMM register. PSHUFB swaps the bytes of both. For
 * rooks it also reverses the bits of each byte, nibble by nibble, so that ranks need no table. Needs SSSE3. */
#ifndef PLYFORGE_SLIDERS_HYPERBOLA_PSHUFB_H
#define PLYFORGE_SLIDERS_HYPERBOLA_PSHUFB_H

#include "board/tables.h"

#include <immintrin.h>

PF_TEMPLATE __m128i pf_swap_bytes_of_two(__m128i set)
{
    return _mm_shuffle_epi8(set, _mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
}

/* All 64 bits of each half in reverse order. */
PF_TEMPLATE __m128i pf_reverse_bits_of_two(__m128i set)
{
    __m128i reversed = _mm_set_epi8(15, 7, 11, 3, 13, 5, 9, 1, 14, 6, 10, 2, 12, 4, 8, 0); /* indexed by nibble */
    __m128i nibble = _mm_set1_epi8(15);
    __m128i low = _mm_and_si128(set, nibble);
    __m128i high = _mm_and_si128(_mm_srli_epi16(set, 4), nibble);
    __m128i turned = _mm_or_si128(_mm_slli_epi16(_mm_shuffle_epi8(reversed, low), 4), _mm_shuffle_epi8(reversed, high));
    return pf_swap_bytes_of_two(turned);
}

PF_TEMPLATE pf_bitboard pf_union_of_two(__m128i set)
{
    return (pf_bitboard)_mm_cvtsi128_si64(_mm_or_si128(set, _mm_unpackhi_epi64(set, set)));
}

PF_TEMPLATE __m128i pf_two_lines(const pf_half_line *first, const pf_half_line *second)
{
    return _mm_set_epi64x((int64_t)first->both, (int64_t)second->both);
}

PF_TEMPLATE pf_bitboard pf_bishop_attacks_hyperbola_pshufb(pf_square square, pf_bitboard occupied)
{
    const pf_half_line *half = pf_half_lines[square];
    __m128i lines = pf_two_lines(&half[PF_AXIS_DIAGONAL], &half[PF_AXIS_ANTIDIAGONAL]);
    __m128i slider = _mm_set1_epi64x((int64_t)pf_bit(square));
    __m128i pieces = _mm_and_si128(_mm_set1_epi64x((int64_t)occupied), lines);
    __m128i up = _mm_sub_epi64(pieces, slider);
    __m128i down = _mm_sub_epi64(pf_swap_bytes_of_two(pieces), pf_swap_bytes_of_two(slider));
    return pf_union_of_two(_mm_and_si128(_mm_xor_si128(up, pf_swap_bytes_of_two(down)), lines));
}

PF_TEMPLATE pf_bitboard pf_rook_attacks_hyperbola_pshufb(pf_square square, pf_bitboard occupied)
{
    const pf_half_line *half = pf_half_lines[square];
    __m128i lines = pf_two_lines(&half[PF_AXIS_RANK], &half[PF_AXIS_FILE]);
    __m128i slider = _mm_set1_epi64x((int64_t)pf_bit(square));
    __m128i slider_reversed = _mm_set1_epi64x((int64_t)pf_bit(square ^ 63));
    __m128i pieces = _mm_and_si128(_mm_set1_epi64x((int64_t)occupied), lines);
    __m128i up = _mm_sub_epi64(pieces, slider);
    __m128i down = _mm_sub_epi64(pf_reverse_bits_of_two(pieces), slider_reversed);
    return pf_union_of_two(_mm_and_si128(_mm_xor_si128(up, pf_reverse_bits_of_two(down)), lines));
}

#endif
