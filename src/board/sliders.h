/* Attacks of bishops and rooks, from tables. A compile-time parameter selects how the pieces in the way are turned into
 * an index: by multiplication or by PEXT. A file compiled without BMI2 must not name PEXT.
 *
 * lab/sliders_all.h, which compares these slider back ends with others, defines PF_BUILD_LAB, and then defines
 * pf_sliders and the functions at the end of this header with more cases. */
#ifndef PLYFORGE_SLIDERS_H
#define PLYFORGE_SLIDERS_H

#include "board/bits.h"
#include "board/sliders_obstruction.h"
#include "board/tables.h"

#if defined(PF_BUILD_BMI2) && defined(__BMI2__)
#include <immintrin.h>
#endif

#if !defined(PF_BUILD_LAB)
typedef enum pf_sliders {
    PF_SLIDERS_MAGIC, /* fancy magics */
    PF_SLIDERS_PEXT   /* needs BMI2 */
} pf_sliders;
#endif

#ifndef PF_SMALL
PF_TEMPLATE pf_bitboard pf_slider_lookup(const pf_slider_index *index, pf_square square, pf_bitboard occupied,
                                         pf_sliders sliders)
{
    pf_bitboard mask = index->mask[square];
#if defined(PF_BUILD_BMI2) && defined(__BMI2__)
    if (sliders == PF_SLIDERS_PEXT) return pf_slider_pext[index->offset[square] + _pext_u64(occupied, mask)];
#endif
    (void)sliders;
    uint64_t product = (occupied & mask) * index->magic[square];
#if UINTPTR_MAX > UINT32_MAX
    return pf_slider_magic[index->offset[square] + (product >> index->shift[square])];
#else
    /* The shift is more than 32, so that the compiler computes only half of the product. */
    return pf_slider_magic[index->offset[square] + ((uint32_t)(product >> 32) >> (index->shift[square] - 32))];
#endif
}
#endif

/* The back end of all code that does not name another one. A small build has no look-up tables and computes the
 * attacks. */
PF_TEMPLATE pf_bitboard pf_bishop_attacks_default(pf_square square, pf_bitboard occupied, pf_sliders sliders)
{
#ifdef PF_SMALL
    (void)sliders;
    return pf_bishop_attacks_obstruction(square, occupied);
#else
    return pf_slider_lookup(&pf_bishop_index, square, occupied, sliders);
#endif
}

PF_TEMPLATE pf_bitboard pf_rook_attacks_default(pf_square square, pf_bitboard occupied, pf_sliders sliders)
{
#ifdef PF_SMALL
    (void)sliders;
    return pf_rook_attacks_obstruction(square, occupied);
#else
    return pf_slider_lookup(&pf_rook_index, square, occupied, sliders);
#endif
}

#if !defined(PF_BUILD_LAB)
PF_TEMPLATE pf_bitboard pf_bishop_attacks(pf_square square, pf_bitboard occupied, pf_sliders sliders)
{
    return pf_bishop_attacks_default(square, occupied, sliders);
}

PF_TEMPLATE pf_bitboard pf_rook_attacks(pf_square square, pf_bitboard occupied, pf_sliders sliders)
{
    return pf_rook_attacks_default(square, occupied, sliders);
}

/* The attacks of all bishops of one set and all rooks of the other. */
PF_TEMPLATE pf_bitboard pf_all_slider_attacks(pf_bitboard bishops, pf_bitboard rooks, pf_bitboard occupied,
                                              pf_sliders sliders)
{
    pf_bitboard attacks = 0;
    while (bishops) attacks |= pf_bishop_attacks(pf_pop_lowest(&bishops), occupied, sliders);
    while (rooks) attacks |= pf_rook_attacks(pf_pop_lowest(&rooks), occupied, sliders);
    return attacks;
}
#endif

#endif
