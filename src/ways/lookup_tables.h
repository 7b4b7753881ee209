/* The ready move lists of the look-up road, and how a target set becomes the number of its list. tools/make_move_lists
 * writes them.
 *
 * A list does not say where the piece stands: it holds the moves of a piece on square 0, so to speak, as differences,
 * and 65 times the square makes them real (a move is from * 64 + to). So one list serves all squares where the set has
 * the same shape, and the tables are small enough for the first-level cache. */
#ifndef PLYFORGE_LOOKUP_TABLES_H
#define PLYFORGE_LOOKUP_TABLES_H

#include <plyforge/types.h>

#include "base/compiler.h"

enum {
    /* How far a slider reaches both ways on a line: l squares one way and r the other, l + r at most 7. */
    PF_REACHES = 36,
    /* Where on a line a single square is, from -7 to 7; 0 for none. */
    PF_PLACES = 15,
    PF_NO_PLACE = 7
};

/* The eight squares around a king, or around a knight, turned to bits 0 and up by rotating the board, gathered into
 * one byte by multiplication: a magic that loses nothing. */
enum { PF_KING_TURN = 9, PF_KNIGHT_TURN = 17 };
#define PF_KING_GATHER   UINT64_C(0x201042048244000c)
#define PF_KNIGHT_GATHER UINT64_C(0x101000a401140100)

/* The squares of the a-file, one to a byte, gathered into one byte. */
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

/* The targets on a line through a square, as a byte in the order of files, or of ranks for a file. */
static inline unsigned pf_line_byte_rank(uint64_t targets, pf_square from)
{
    return (unsigned)(targets >> (from & 56)) & 255;
}

static inline unsigned pf_line_byte_file(uint64_t targets, pf_square from)
{
    return (unsigned)((targets >> (from & 7) & UINT64_C(0x0101010101010101)) * PF_FILE_GATHER >> 56);
}

/* line is the diagonal or anti-diagonal: it meets each file once, so that its ranks can be piled up. */
static inline unsigned pf_line_byte_diagonal(uint64_t targets, pf_bitboard line)
{
    return (unsigned)((targets & line) * UINT64_C(0x0101010101010101) >> 56);
}

/* By place on the line and the byte of its targets: the number of the reaches, for targets that run on from the slider
 * without a gap; or the place of the only target. */
PF_PRIVATE extern const uint8_t pf_reach_code[8][256];
PF_PRIVATE extern const uint8_t pf_place_code[8][256];

PF_PRIVATE extern const pf_move pf_king_lists[256][8];
PF_PRIVATE extern const pf_move pf_knight_lists[256][8];
PF_PRIVATE extern const pf_move pf_pawn_lists[256][8];                          /* by the targets on one rank */
PF_PRIVATE extern const pf_move pf_rook_lists[PF_REACHES][PF_REACHES][16];      /* rank, file */
PF_PRIVATE extern const pf_move pf_bishop_lists[PF_REACHES][PF_REACHES][16];    /* diagonal, anti-diagonal */
PF_PRIVATE extern const pf_move pf_rook_block_lists[PF_PLACES][PF_PLACES][2];   /* rank, file */
PF_PRIVATE extern const pf_move pf_bishop_block_lists[PF_PLACES][PF_PLACES][2]; /* diagonal, anti-diagonal */

#endif
