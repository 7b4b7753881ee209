/* The children of positions in which the side that is not to move stands alike. Moves of one side commute, so it is
 * there that most transpositions meet: they are merged, by the whole position, in a table that stays in the cache.
 *
 *     parents                 children
 *     white A, black B1  --+
 *     white A, black B2  --+--> white A, black C: one position, all the ways that lead to it
 *     white A, black B3  --+
 */
#ifndef PLYFORGE_TRANSPOSED_H
#define PLYFORGE_TRANSPOSED_H

#include "perft/quad.h"

enum { PF_TRANSPOSED_CAPACITY = 4096, PF_TRANSPOSED_TABLE = 4 * PF_TRANSPOSED_CAPACITY };

typedef struct pf_transposed {
    pf_position home; /* a parent, with the castling rights of all of them; if any has one, its king stands there */
    uint32_t size;
    pf_position nodes[PF_TRANSPOSED_CAPACITY];
    pf_quad quads[PF_TRANSPOSED_CAPACITY];
    uint64_t ways[PF_TRANSPOSED_CAPACITY], counts[PF_TRANSPOSED_CAPACITY];
    uint16_t table[PF_TRANSPOSED_TABLE]; /* 0: empty; otherwise the number of a node, plus one */
} pf_transposed;

/* Whether there may be no room for the children of one more parent. */
PF_TEMPLATE bool pf_transposed_full(const pf_transposed *children)
{
    return children->size + PF_MOVE_LIST_CAPACITY > PF_TRANSPOSED_CAPACITY;
}

/* One more parent. */
PF_TEMPLATE void pf_transposed_join(pf_transposed *children, const pf_position *parent)
{
    pf_bitboard castling = children->size ? children->home.castling | parent->castling : parent->castling;
    pf_bitboard rights = parent->castling & pf_relative_rank(0, parent->turn);
    if (children->size == 0 || rights) children->home = *parent;
    children->home.castling = castling;
}

/* Adds a position, in nodes[size], with so many ways to it. */
PF_TEMPLATE void pf_transposed_add(pf_transposed *children, uint64_t ways)
{
    uint32_t last = children->size;
    pf_quad quad = pf_quad_of(&children->nodes[last]);
    uint32_t place = (uint32_t)(pf_quad_hash(&quad) & (PF_TRANSPOSED_TABLE - 1));
    for (uint32_t found; (found = children->table[place]) != 0; place = (place + 1) & (PF_TRANSPOSED_TABLE - 1)) {
        if (!pf_quad_equal(&children->quads[found - 1], &quad)) continue;
        children->ways[found - 1] += ways;
        return;
    }
    children->table[place] = (uint16_t)(last + 1);
    children->quads[last] = quad;
    children->ways[last] = ways;
    children->size++;
}

/* The sum of ways times counts. */
PF_TEMPLATE pf_uint128 pf_transposed_total(const pf_transposed *children)
{
    pf_uint128 total = 0;
    for (uint32_t i = 0; i < children->size; i++) total += (pf_uint128)children->ways[i] * children->counts[i];
    return total;
}

#endif
