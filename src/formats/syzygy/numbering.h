/* Computes the number of a position in a Syzygy table. Positions that are mirror images of each other share a number,
 * so the first pieces are numbered together, within an eighth of the board (a quarter with pawns), and the groups of
 * equal pieces after them by combinations. Nothing here reads a file. */
#ifndef PLYFORGE_FORMATS_SYZYGY_NUMBERING_H
#define PLYFORGE_FORMATS_SYZYGY_NUMBERING_H

#include <plyforge/types.h>

enum {
    PF_TABLE_MEN = 7,      /* the most pieces that a table can have, kings included */
    PF_TABLE_FILES = 4,    /* a table with pawns has one part for each file of the leading pawn, a to d */
    PF_TABLE_NO_ORDER = 15 /* the order of the second group if the part does not specify one */
};

/* The data for computing numbers: about 6 KiB, the same for all tables. */
typedef struct pf_numbering {
    uint32_t choose[PF_TABLE_MEN][64];   /* choose[k][n]: the number of subsets of size k of n elements */
    uint8_t triangle[64];                /* a1-d1-d4: six squares below the diagonal, then four on it */
    uint8_t below[64];                   /* b1-h1-h7: the 28 squares below the diagonal */
    uint16_t kings[10][64];              /* by triangle of the first king and square of the second: 462 pairs */
    uint8_t pawns[64];                   /* the numbers run from 47 for a2, 46 for h2, 45 for a3 down to 0 for e7 */
    uint32_t lead[PF_TABLE_MEN - 1][64]; /* by number of leading pawns and square of the first */
    uint32_t lead_sizes[PF_TABLE_MEN - 1][PF_TABLE_FILES];
} pf_numbering;

void pf_numbering_init(pf_numbering *out);

/* How the pieces of a part of a table are grouped. */
typedef struct pf_table_groups {
    uint8_t pieces[PF_TABLE_MEN]; /* pf_piece values, in the order of the part; those of a group are adjacent */
    uint8_t men;
    uint8_t size;                  /* the number of groups */
    bool has_pawns;                /* the first group consists of the leading pawns */
    bool has_other_pawns;          /* the second group consists of the pawns of the other side */
    bool is_unique;                /* the first group consists of three different pieces, not of the two kings */
    uint8_t lengths[PF_TABLE_MEN]; /* the number of pieces in each group */
    uint64_t factors[PF_TABLE_MEN];
    uint64_t positions; /* the number of positions; every position number is less */
} pf_table_groups;

/* Completes groups, in which pieces, men and the three bools are set. order gives the rank of the first group, and of
 * the other pawns, in the order of the groups. False if the first pieces are not the ones that the encoding expects, or
 * if the order leaves out a group. */
bool pf_table_groups_fill(pf_table_groups *groups, const pf_numbering *numbering, const unsigned order[2],
                          unsigned file);

/* Moves the leading pawn that selects the part to the front, and sorts the others by their numbers. */
void pf_table_order_pawns(const pf_numbering *numbering, uint8_t *squares, unsigned size);

/* The number of the position whose pieces are on these squares, in the order of groups->pieces; the leading pawns must
 * have been ordered already. Changes squares. */
uint64_t pf_table_number(const pf_table_groups *groups, const pf_numbering *numbering, uint8_t *squares);

#endif
