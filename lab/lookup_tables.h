/* The ready-made move lists of the lookup strategy, and the conversion of a target set to the number of its list.
 * tools/make_move_lists writes the lists.
 *
 * A list does not contain the square of the piece: it holds the moves of a piece on square 0, as differences, and
 * adding 65 times the square yields the actual moves (a move is from * 64 + to). So one list serves all squares on
 * which the set has the same shape, and the tables are small enough for the first-level cache. */
#ifndef PLYFORGE_LOOKUP_TABLES_H
#define PLYFORGE_LOOKUP_TABLES_H

#include <plyforge/types.h>

#include "base/compiler.h"

enum {
    /* The combinations of how far a slider reaches in both directions of a line: l squares one way and r the other,
       with l + r at most 7. */
    PF_REACHES = 36,
    /* The possible offsets of a single square on a line, from -7 to 7; 0 means that there is none. */
    PF_PLACES = 15,
    PF_NO_PLACE = 7
};

/* The eight squares around a king, or the eight targets of a knight, moved to the lowest bits by rotating the board,
 * and then gathered into one byte by multiplication with a magic number that loses nothing. */
enum { PF_KING_TURN = 9, PF_KNIGHT_TURN = 17 };
#define PF_KING_GATHER   UINT64_C(0x201042048244000c)
#define PF_KNIGHT_GATHER UINT64_C(0x101000a401140100)

/* Gathers the squares of the a-file, which are in different bytes, into one byte. */
#define PF_FILE_GATHER UINT64_C(0x0102040810204080)

static inline uint64_t pf_rotate_right(uint64_t set, unsigned count)
{
    return set >> (count & 63) | set << (-count & 63);
}

static inline unsigned pf_index_king(uint64_t targets, pf_square from)
{
    return (unsigned)(pf_rotate_right(targets, from - PF_KING_TURN) * PF_KING_GATHER >> 56);
}

static inline unsigned pf_index_knight(uint64_t targets, pf_square from)
{
    return (unsigned)(pf_rotate_right(targets, from - PF_KNIGHT_TURN) * PF_KNIGHT_GATHER >> 56);
}

/* The targets on a line through a square as one byte, in the order of files; on a file, in the order of ranks. */
static inline unsigned pf_line_byte_rank(uint64_t targets, pf_square from)
{
    return (unsigned)(targets >> (from & 56)) & 255;
}

static inline unsigned pf_line_byte_file(uint64_t targets, pf_square from)
{
    return (unsigned)((targets >> (from & 7) & UINT64_C(0x0101010101010101)) * PF_FILE_GATHER >> 56);
}

/* line is the diagonal or antidiagonal. It meets each file only once, so all ranks can be merged into one. */
static inline unsigned pf_line_byte_diagonal(uint64_t targets, pf_bitboard line)
{
    return (unsigned)((targets & line) * UINT64_C(0x0101010101010101) >> 56);
}

/* Indexed by the slider's position on the line and the byte of its targets. The first table has the number of the
 * combination of reaches, for targets in an unbroken run; the second one has the offset of the only target. */
PF_PRIVATE extern const uint8_t pf_reach_code[8][256];
PF_PRIVATE extern const uint8_t pf_place_code[8][256];

PF_PRIVATE extern const pf_move pf_king_lists[256][8];
PF_PRIVATE extern const pf_move pf_knight_lists[256][8];
PF_PRIVATE extern const pf_move pf_pawn_lists[256][8];                          /* indexed by the targets on one rank */
PF_PRIVATE extern const pf_move pf_rook_lists[PF_REACHES][PF_REACHES][16];      /* indexed by rank and file */
PF_PRIVATE extern const pf_move pf_bishop_lists[PF_REACHES][PF_REACHES][16];    /* indexed by diagonal and
                                                                                   antidiagonal */
PF_PRIVATE extern const pf_move pf_rook_block_lists[PF_PLACES][PF_PLACES][2];   /* indexed by rank and file */
PF_PRIVATE extern const pf_move pf_bishop_block_lists[PF_PLACES][PF_PLACES][2]; /* indexed by diagonal and
                                                                                   antidiagonal */

#endif
