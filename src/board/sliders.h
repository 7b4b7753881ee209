/* Attacks of bishops and rooks, the one interface to every slider back end. The back end is a compile-time parameter; a
 * file that is compiled without BMI2 simply never names PEXT. */
#ifndef PLYFORGE_SLIDERS_H
#define PLYFORGE_SLIDERS_H

#include "board/tables.h"

#ifdef __BMI2__
#include <immintrin.h>
#endif

typedef enum pf_sliders { PF_SLIDERS_MAGIC, PF_SLIDERS_PEXT } pf_sliders;

PF_TEMPLATE pf_bitboard pf_slider_lookup(const pf_slider_square *square, pf_bitboard occupied, pf_sliders sliders)
{
#ifdef __BMI2__
    if (sliders == PF_SLIDERS_PEXT) return pf_slider_pext[square->offset + _pext_u64(occupied, square->mask)];
#endif
    (void)sliders;
    return pf_slider_magic[square->offset + ((occupied & square->mask) * square->magic >> square->shift)];
}

PF_TEMPLATE pf_bitboard pf_bishop_attacks(pf_square square, pf_bitboard occupied, pf_sliders sliders)
{
    return pf_slider_lookup(&pf_bishop_squares[square], occupied, sliders);
}

PF_TEMPLATE pf_bitboard pf_rook_attacks(pf_square square, pf_bitboard occupied, pf_sliders sliders)
{
    return pf_slider_lookup(&pf_rook_squares[square], occupied, sliders);
}

#endif
