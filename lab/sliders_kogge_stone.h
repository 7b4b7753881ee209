/* Sliders by Kogge-Stone fills, one direction after the other. They need no table, and one fill handles any number of
 * sliders. */
#ifndef PLYFORGE_SLIDERS_KOGGE_STONE_H
#define PLYFORGE_SLIDERS_KOGGE_STONE_H

#include "board/directions.h"

/* The attacks of all bishops of one set and all rooks of the other. A set that is known to be empty at compile time
 * costs nothing. */
PF_TEMPLATE pf_bitboard pf_all_attacks_kogge_stone(pf_bitboard bishops, pf_bitboard rooks, pf_bitboard occupied)
{
    pf_bitboard empty = ~occupied;
    return pf_fill_attacks(bishops, empty, PF_NORTH_EAST) | pf_fill_attacks(bishops, empty, PF_NORTH_WEST) |
           pf_fill_attacks(bishops, empty, PF_SOUTH_EAST) | pf_fill_attacks(bishops, empty, PF_SOUTH_WEST) |
           pf_fill_attacks(rooks, empty, PF_EAST) | pf_fill_attacks(rooks, empty, PF_NORTH) |
           pf_fill_attacks(rooks, empty, PF_WEST) | pf_fill_attacks(rooks, empty, PF_SOUTH);
}

#endif
