/* The constant tables of the library. tools/make_tables computes their contents with src/reference during the build;
 * board/tables.c defines them. */
#ifndef PLYFORGE_TABLES_H
#define PLYFORGE_TABLES_H

#include <plyforge/types.h>

#include "base/compiler.h"

/* The slider look-up, by square. The relevant occupancy (mask) becomes an index, either by multiplication and shift
 * (fancy magic) or by PEXT; both use tables of the same shape and the same offset. This is a struct of arrays, so that
 * the square indexes each column directly. */
typedef struct pf_slider_index {
    pf_bitboard mask[64];
    uint64_t magic[64];
    uint64_t offset[64];
    uint64_t shift[64];
} pf_slider_index;

/* A line through a square, split at it: the squares with lower numbers, and those with higher ones. */
typedef struct pf_half_line {
    pf_bitboard below, above, both;
} pf_half_line;

/* The squares from which a knight, a bishop and a rook attack a square beside a king on an empty board. */
typedef struct pf_king_zone {
    pf_bitboard knight, diagonal, straight;
} pf_king_zone;

typedef enum pf_axis { PF_AXIS_RANK, PF_AXIS_FILE, PF_AXIS_DIAGONAL, PF_AXIS_ANTIDIAGONAL } pf_axis;

enum { PF_SLIDER_TABLE_SIZE = 102400 + 5248 }; /* rooks first, then bishops */

/* Random numbers for Zobrist keys, in one array; board/key.h defines its layout. */
enum { PF_ZOBRIST_SIZE = 2 * 6 * 64 + 64 + 8 + 1 };

/* A GPU has its own copy of the tables that its code uses. */
#ifdef __CUDACC__
#define PF_TABLE static __device__ const
#include "board/tables.c"
#else
#define PF_TABLE const
PF_PRIVATE extern const pf_bitboard pf_knight_attacks[64];
PF_PRIVATE extern const pf_bitboard pf_king_attacks[64];
PF_PRIVATE extern const pf_bitboard pf_pawn_attacks[2][64];
PF_PRIVATE extern const pf_bitboard pf_comes_from[2][7][64];     /* by colour, kind of attack, target square */
PF_PRIVATE extern const pf_bitboard pf_attackers_from[2][64][8]; /* by colour, square, set; on an empty board */
PF_PRIVATE extern const pf_king_zone pf_king_zones[64];          /* by square of the king; not in a small build */
PF_PRIVATE extern const pf_bitboard pf_between_squares[64][64];
PF_PRIVATE extern const pf_bitboard pf_line_squares[64][64];
PF_PRIVATE extern const pf_half_line pf_half_lines[64][4]; /* by square and axis */
PF_PRIVATE extern const pf_slider_index pf_rook_index;
PF_PRIVATE extern const pf_slider_index pf_bishop_index;
PF_PRIVATE extern const pf_bitboard pf_slider_magic[PF_SLIDER_TABLE_SIZE];
PF_PRIVATE extern const pf_bitboard pf_slider_pext[PF_SLIDER_TABLE_SIZE];
PF_PRIVATE extern const uint64_t pf_zobrist[PF_ZOBRIST_SIZE];
#endif

/* The squares strictly between two squares on one line, and the whole line through both; the empty set if they are not
 * on one line. A small build (PLYFORGE_SMALL) computes them from pf_half_lines: one table instead of three. */
#ifdef PF_SMALL
PF_PRIVATE pf_bitboard pf_squares_between(pf_square a, pf_square b);
PF_PRIVATE pf_bitboard pf_squares_on_line(pf_square a, pf_square b);
#else
PF_TEMPLATE pf_bitboard pf_squares_between(pf_square a, pf_square b)
{
    return pf_between_squares[a][b];
}

PF_TEMPLATE pf_bitboard pf_squares_on_line(pf_square a, pf_square b)
{
    return pf_line_squares[a][b];
}
#endif

#endif
