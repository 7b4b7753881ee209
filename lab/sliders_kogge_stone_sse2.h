/* Kogge-Stone fills up and down the board at once: the lower half of an XMM register holds the board, the upper half
 * the same board mirrored, so that one shift is a step up in one half and a step down in the other. Steps along a rank
 * cannot be paired like this. Every x86-64 has SSE2. */
#ifndef PLYFORGE_SLIDERS_KOGGE_STONE_SSE2_H
#define PLYFORGE_SLIDERS_KOGGE_STONE_SSE2_H

#include "lab/sliders_kogge_stone.h"

#include <emmintrin.h>

PF_TEMPLATE __m128i pf_both_ways_up(pf_bitboard set)
{
    return _mm_set_epi64x((int64_t)pf_swap_bytes(set), (int64_t)set);
}

/* The direction must lead up the board. */
PF_TEMPLATE __m128i pf_fill_attacks_sse2(__m128i set, __m128i empty, pf_direction direction)
{
    int step = (int)direction;
    __m128i ends = _mm_set1_epi64x((int64_t)pf_direction_ends(direction));
    __m128i open = _mm_and_si128(empty, ends);
    set = _mm_or_si128(set, _mm_and_si128(open, _mm_slli_epi64(set, step)));
    open = _mm_and_si128(open, _mm_slli_epi64(open, step));
    set = _mm_or_si128(set, _mm_and_si128(open, _mm_slli_epi64(set, 2 * step)));
    open = _mm_and_si128(open, _mm_slli_epi64(open, 2 * step));
    set = _mm_or_si128(set, _mm_and_si128(open, _mm_slli_epi64(set, 4 * step)));
    return _mm_and_si128(_mm_slli_epi64(set, step), ends);
}

PF_TEMPLATE pf_bitboard pf_union_both_ways(__m128i set)
{
    pf_bitboard upside_down = (pf_bitboard)_mm_cvtsi128_si64(_mm_unpackhi_epi64(set, set));
    return (pf_bitboard)_mm_cvtsi128_si64(set) | pf_swap_bytes(upside_down);
}

/* The attacks of all bishops of one set and all rooks of the other. A set that is known to be empty at compile time
 * costs nothing. */
PF_TEMPLATE pf_bitboard pf_all_attacks_kogge_stone_sse2(pf_bitboard bishops, pf_bitboard rooks, pf_bitboard occupied)
{
    __m128i empty = pf_both_ways_up(~occupied);
    __m128i diagonal = pf_both_ways_up(bishops), straight = pf_both_ways_up(rooks);
    __m128i attacks = _mm_or_si128(pf_fill_attacks_sse2(diagonal, empty, PF_NORTH_EAST),
                                   pf_fill_attacks_sse2(diagonal, empty, PF_NORTH_WEST));
    attacks = _mm_or_si128(attacks, pf_fill_attacks_sse2(straight, empty, PF_NORTH));
    return pf_union_both_ways(attacks) | pf_fill_attacks(rooks, ~occupied, PF_EAST) |
           pf_fill_attacks(rooks, ~occupied, PF_WEST);
}

#endif
