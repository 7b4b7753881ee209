/* The children of positions in which the side that is not to move stands alike. Moves of one side commute, so it is
 * there that most transpositions meet: they are merged, by the whole position, in a table that stays in the cache.
 *
 *     parents                 children
 *     white A, black B1  --+
 *     white A, black B2  --+--> white A, black C: one position, all the ways that lead to it
 *     white A, black B3  --+
 */
#ifndef PLYFORGE_COUSINS_H
#define PLYFORGE_COUSINS_H

#include "perft/quad.h"

enum { PF_COUSINS = 4096, PF_COUSINS_TABLE = 4 * PF_COUSINS };

typedef struct pf_cousins {
    pf_position home; /* a parent, with the castling rights of all of them; if any has one, its king stands there */
    uint32_t size;
    pf_position nodes[PF_COUSINS];
    pf_quad quads[PF_COUSINS];
    uint64_t ways[PF_COUSINS], counts[PF_COUSINS];
    uint16_t table[PF_COUSINS_TABLE]; /* 0: empty; otherwise the number of a node, plus one */
} pf_cousins;

/* Whether there may be no room for the children of one more parent. */
PF_TEMPLATE bool pf_cousins_full(const pf_cousins *cousins)
{
    return cousins->size + PF_MOVE_LIST_CAPACITY > PF_COUSINS;
}

/* One more parent. */
PF_TEMPLATE void pf_cousins_join(pf_cousins *cousins, const pf_position *parent)
{
    pf_bitboard castling = cousins->size ? cousins->home.castling | parent->castling : parent->castling;
    pf_bitboard rights = parent->castling & pf_relative_rank(0, parent->turn);
    if (cousins->size == 0 || rights) cousins->home = *parent;
    cousins->home.castling = castling;
}

/* Adds a position, in nodes[size], with so many ways to it. */
PF_TEMPLATE void pf_cousins_add(pf_cousins *cousins, uint64_t ways)
{
    uint32_t last = cousins->size;
    pf_quad quad = pf_quad_of(&cousins->nodes[last]);
    uint32_t place = (uint32_t)(pf_quad_hash(&quad) & (PF_COUSINS_TABLE - 1));
    for (uint32_t found; (found = cousins->table[place]) != 0; place = (place + 1) & (PF_COUSINS_TABLE - 1)) {
        if (!pf_quad_equal(&cousins->quads[found - 1], &quad)) continue;
        cousins->ways[found - 1] += ways;
        return;
    }
    cousins->table[place] = (uint16_t)(last + 1);
    cousins->quads[last] = quad;
    cousins->ways[last] = ways;
    cousins->size++;
}

/* The sum of ways times counts. */
PF_TEMPLATE pf_uint128 pf_cousins_total(const pf_cousins *cousins)
{
    pf_uint128 total = 0;
    for (uint32_t i = 0; i < cousins->size; i++) total += (pf_uint128)cousins->ways[i] * cousins->counts[i];
    return total;
}

#endif
