/* The const tables of the library. tools/make_tables writes their contents from src/reference when the library is
 * built; board/tables.c gives them their place. */
#ifndef PLYFORGE_TABLES_H
#define PLYFORGE_TABLES_H

#include <plyforge/types.h>

#include "compiler.h"

/* The slider look-up of one square. The relevant occupancy (mask) is turned into an index, by multiplication and shift
 * (fancy magic) or by PEXT; both index tables of the same shape, from the same offset. */
typedef struct pf_slider_square {
    pf_bitboard mask;
    uint64_t magic;
    uint32_t offset;
    uint32_t shift;
} pf_slider_square;

/* A line through a square, cut in two by it: the squares with lower numbers, and those with higher ones. */
typedef struct pf_half_line {
    pf_bitboard below, above, both;
} pf_half_line;

typedef enum pf_axis { PF_AXIS_RANK, PF_AXIS_FILE, PF_AXIS_DIAGONAL, PF_AXIS_ANTIDIAGONAL } pf_axis;

enum { PF_SLIDER_TABLE_SIZE = 102400 + 5248 }; /* rooks first, then bishops */

/* Random numbers for Zobrist keys, in one run; board/key.h knows what stands where. */
enum { PF_ZOBRIST_SIZE = 2 * 6 * 64 + 64 + 8 + 1 };

/* A GPU has its own copy of what its code names. */
#ifdef __CUDACC__
#define PF_TABLE static __device__ const
#include "board/tables.c"
#else
#define PF_TABLE const
PF_PRIVATE extern const pf_bitboard pf_knight_attacks[64];
PF_PRIVATE extern const pf_bitboard pf_king_attacks[64];
PF_PRIVATE extern const pf_bitboard pf_pawn_attacks[2][64];
PF_PRIVATE extern const pf_bitboard pf_between_squares[64][64];
PF_PRIVATE extern const pf_bitboard pf_line_squares[64][64];
PF_PRIVATE extern const pf_half_line pf_half_lines[64][4]; /* by square and axis */
PF_PRIVATE extern const uint8_t pf_rank_attacks[8][64];    /* by file and the pieces on files b to g */
PF_PRIVATE extern const pf_slider_square pf_rook_squares[64];
PF_PRIVATE extern const pf_slider_square pf_bishop_squares[64];
PF_PRIVATE extern const pf_bitboard pf_slider_magic[PF_SLIDER_TABLE_SIZE];
PF_PRIVATE extern const pf_bitboard pf_slider_pext[PF_SLIDER_TABLE_SIZE];
PF_PRIVATE extern const uint64_t pf_zobrist[PF_ZOBRIST_SIZE];
#endif

#endif
