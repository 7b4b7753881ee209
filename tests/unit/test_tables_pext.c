/* The PEXT look-ups for test_tables.c. The build compiles this file for BMI2; it runs only on machines that have it. */
#include "board/sliders.h"

pf_bitboard pext_bishop(pf_square square, pf_bitboard occupied);
pf_bitboard pext_rook(pf_square square, pf_bitboard occupied);

pf_bitboard pext_bishop(pf_square square, pf_bitboard occupied)
{
    return pf_bishop_attacks(square, occupied, PF_SLIDERS_PEXT);
}

pf_bitboard pext_rook(pf_square square, pf_bitboard occupied)
{
    return pf_rook_attacks(square, occupied, PF_SLIDERS_PEXT);
}
