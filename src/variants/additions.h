/* Keys of variant positions: those of standard chess, and a number for each fact that a variant adds. These numbers are
 * computed and not in a table, so that standard chess does not carry them. */
#ifndef PLYFORGE_VARIANT_KEY_H
#define PLYFORGE_VARIANT_KEY_H

#include "board/key.h"
#include "variants/rules.h"

/* A number for fact n: the finaliser of splitmix64. */
PF_TEMPLATE uint64_t pf_key_number(uint64_t n)
{
    n = (n + 1) * UINT64_C(0x9e3779b97f4a7c15);
    n = (n ^ n >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    n = (n ^ n >> 27) * UINT64_C(0x94d049bb133111eb);
    return (n ^ n >> 31) & ~PF_KEY_EP_BIT;
}

/* The part of the key for pockets, promoted pieces and checks. An empty pocket and no checks contribute nothing. */
PF_TEMPLATE uint64_t pf_key_additions(const pf_position *position)
{
    enum { PROMOTED = 0, POCKETS = 64, CHECKS = 64 + 2 * 5 * 256 };
    uint64_t key = 0;
    for (pf_bitboard set = position->promoted; set;) key ^= pf_key_number(PROMOTED + pf_pop_lowest(&set));
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
        for (pf_piece_type type = PF_PAWN; type <= PF_QUEEN; type++)
            if (position->pockets[colour][type])
                key ^= pf_key_number(POCKETS + (colour * 5 + type) * 256 + position->pockets[colour][type]);
        if (position->checks_given[colour]) key ^= pf_key_number(CHECKS + colour * 4 + position->checks_given[colour]);
    }
    return key;
}

/* The part of the key for the pieces, over the squares on which two boards differ. The second board may be NULL, which
 * means empty. */
PF_TEMPLATE uint64_t pf_key_of_pieces(const pf_position *a, const pf_position *b)
{
    uint64_t key = 0;
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
        for (pf_piece_type type = PF_PAWN; type <= PF_KING; type++) {
            pf_bitboard set = pf_position_pieces(a, colour, type) ^ (b ? pf_position_pieces(b, colour, type) : 0);
            while (set) key ^= pf_key_piece(colour, type, pf_pop_lowest(&set));
        }
    }
    return key;
}

PF_TEMPLATE uint64_t pf_variant_key_ep(const pf_position *position, pf_sliders sliders, pf_variant variant)
{
    return pf_variant_ep_is_legal(position, sliders, variant) ? pf_key_ep_file(position->ep_square) : 0;
}

#endif
