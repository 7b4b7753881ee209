/* The number of a Chess960 start position: the inverse of pf_position_chess960_start. */
#include "board/view.h"

/* Removes the lowest file of the set from the free files and returns its index among them. */
static unsigned take_free(pf_bitboard *free_files, pf_bitboard set)
{
    pf_bitboard lowest = set & (0 - set);
    *free_files &= ~lowest;
    return pf_popcount(*free_files & (lowest - 1));
}

unsigned pf_position_chess960_number(const pf_position *position)
{
    const pf_bitboard dark = 0x55, light = 0xaa; /* on rank 1 */
    pf_bitboard bishops = position->by_type[PF_BISHOP] & PF_RANK_1;
    pf_bitboard knights = position->by_type[PF_KNIGHT] & PF_RANK_1;
    pf_bitboard queen = position->by_type[PF_QUEEN] & PF_RANK_1;
    if (pf_popcount(bishops & dark) != 1 || pf_popcount(bishops & light) != 1) return PF_NO_CHESS960_NUMBER;
    if (pf_popcount(knights) != 2 || pf_popcount(queen) != 1) return PF_NO_CHESS960_NUMBER;

    pf_bitboard free_files = PF_RANK_1 & ~bishops;
    unsigned q = take_free(&free_files, queen);
    /* The knights are on numbers n1 < n2 of the five free files. The pairs in order have the numbers 0 to 9. */
    unsigned n1 = pf_popcount(free_files & ((knights & (0 - knights)) - 1));
    unsigned n2 = pf_popcount(free_files & (pf_bit(pf_lowest(knights & (knights - 1))) - 1));
    unsigned pair = n1 * (9 - n1) / 2 + n2 - n1 - 1;
    unsigned number = ((pair * 6 + q) * 4 + pf_lowest(bishops & dark) / 2) * 4 + pf_lowest(bishops & light) / 2;

    /* Castling rights, Black's pieces and everything else must be those of that start position. */
    pf_position start = pf_position_chess960_start(number);
    return pf_position_equal(position, &start) ? number : PF_NO_CHESS960_NUMBER;
}
