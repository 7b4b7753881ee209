/* Plyforge: opening books in the Polyglot format, which list moves and their weights for each position, found by its
 * Polyglot key (pf_position_polyglot_key). You map or read the file; nothing is copied or allocated.
 *
 *     pf_book book;
 *     if (pf_book_open(&book, bytes, size, &error) == PF_OK) move = pf_book_choose(&book, &position, seed);
 *
 * Every function only reads its arguments and is safe to call from any thread. */
#ifndef PLYFORGE_BOOK_H
#define PLYFORGE_BOOK_H

#include <plyforge/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Entries ---- */

/* Bytes of an entry. */
#define PF_BOOK_ENTRY_SIZE 16

/* One entry, 16 bytes in the file, numbers with their highest byte first, entries in the order of their keys:
 *
 *     bytes 0-7    key
 *     bytes 8-9    code of the move: to 0-5, from 6-11 (a1 = 0, h8 = 63), promotion 12-14 (1 knight ... 4 queen);
 *                  castling is the king taking its own rook
 *     bytes 10-11  weight
 *     bytes 12-15  learn: private to the program that wrote it */
typedef struct pf_book_entry {
    uint64_t key;
    uint16_t code;
    uint16_t weight;
    uint32_t learn;
} pf_book_entry;

/* From the bytes of a file and back: a few instructions. */
PF_API pf_book_entry pf_book_entry_from_bytes(const uint8_t bytes[PF_BOOK_ENTRY_SIZE]);
PF_API void pf_book_entry_to_bytes(uint8_t bytes[PF_BOOK_ENTRY_SIZE], const pf_book_entry *entry);

/* The code of a legal move: a few instructions. 0 for drops and promotions to king, which have none. */
PF_API uint16_t pf_book_code_of(pf_move move);

/* The legal move with this code, or PF_NO_MOVE if there is none. Castling is also read as the step of the king (e1g1),
 * as some programs write it. Tests the legality of at most four moves. */
PF_API pf_move pf_book_move_of(const pf_position *position, uint16_t code);

/* ---- Books ---- */

/* A book in the caller's memory, which must stay valid and unchanged. */
typedef struct pf_book {
    const uint8_t *bytes;
    size_t size; /* entries */
} pf_book;

/* Makes a book from the bytes of a file. PF_ERROR_BOOK if they end within an entry; then the book has the entries
 * before it. No entry is examined; pf_book_check does that. */
PF_API pf_status pf_book_open(pf_book *out, const void *bytes, size_t size, pf_error *error);

/* The entry at this index, which must be less than the size. */
PF_API pf_book_entry pf_book_entry_at(const pf_book *book, size_t index);

/* The faults of a book. Entries out of order may not be found. */
typedef struct pf_book_report {
    size_t out_of_order; /* entries whose key is less than that of the entry before */
    size_t duplicates;   /* entries that repeat the code of an earlier entry in the same run of equal keys */
    size_t malformed;    /* entries whose code is not a move on any board */
    size_t first;        /* index of the first faulty entry; the size if there is none */
} pf_book_report;

/* Checks every entry, comparing it with up to 256 entries with the same key right before it. Duplicates that are not
 * adjacent, as in two concatenated books, are reported as entries out of order. */
PF_API pf_book_report pf_book_check(const pf_book *book);

/* ---- Moves of a position ---- */

/* A move of the book. */
typedef struct pf_book_move {
    pf_move move;
    uint16_t weight;
    uint32_t learn;
} pf_book_move;

/* The moves of a position in caller memory. */
typedef struct pf_book_moves {
    uint32_t size;
    uint32_t skipped; /* entries of the position that are not legal moves or are duplicates */
    pf_book_move moves[PF_MOVE_LIST_CAPACITY];
} pf_book_moves;

/* Fills out with the legal moves that the book has for the position, greatest weight first and equal weights in the
 * order of the book, and returns their number. There are none in a variant, because the key does not cover pockets and
 * checks. Costs a binary search, and a legality test for each entry of the position. */
PF_API uint32_t pf_book_find(const pf_book *book, const pf_position *position, pf_book_moves *out);

/* A legal move of the book, chosen with a probability in proportion to its weight, or PF_NO_MOVE if there is none with
 * a weight above 0. The same seed chooses the same move in the same position, everywhere. Costs what pf_book_find does.
 */
PF_API pf_move pf_book_choose(const pf_book *book, const pf_position *position, uint64_t seed);

#ifdef __cplusplus
}
#endif

#endif
