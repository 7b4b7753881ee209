/* Plyforge: a position in 24 bytes, and streams of them. For the storing of positions by the million: training data,
 * opening books, tables keyed by whole positions. Nothing here allocates or does I/O; bytes come and go by callback.
 *
 * The layout, version 1 (docs/formats.md has the proof that everything fits):
 *
 *     bytes 0-7    the occupied squares, a little-endian 64-bit set, a1 = bit 0
 *     bytes 8-23   one code of 4 bits for each occupied square, in the order of the squares from a1; the first of two
 *                  in a byte is in the low half; what is not used is 0
 *
 *     0-5    white pawn, knight, bishop, rook, queen, king
 *     6-11   the same of Black
 *     12     a pawn that has just gone two squares (on rank 4 White's, on rank 5 Black's): the en passant square is
 *            behind it
 *     13     a rook that may castle (on rank 1 White's, on rank 8 Black's)
 *     14     the black king when it is Black's turn
 *     15     not used; a later version may
 *
 * Two packed positions are the same bytes exactly when pieces, turn, castling rights and en passant square (as played,
 * capturable or not) are the same. Move counters are not part of it; a stream has them beside it. */
#ifndef PLYFORGE_PACKED_H
#define PLYFORGE_PACKED_H

#include <plyforge/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A position in 24 bytes. */
typedef struct pf_packed {
    uint8_t bytes[24];
} pf_packed;

/* Packs any position of this library. Thread-safe. */
PF_API void pf_position_pack(pf_packed *out, const pf_position *position);

/* Reads it back, with the clocks "0 1". PF_ERROR_PACKED for bytes that no position packs to, PF_ERROR_POSITION for a
 * position that accept refuses; what was packed from a lenient position needs PF_ACCEPT_LENIENT, and what has rights
 * of Chess960 PF_ACCEPT_CHESS960. out is untouched then. Nothing is ever repaired: bytes that are accepted are the ones
 * that packing the position gives. Thread-safe. */
PF_API pf_status pf_position_unpack(pf_position *out, const pf_packed *packed, pf_accept accept, pf_error *error);

/* ---- Streams ----
 * 8 bytes of head, then 32 bytes a record, all numbers little-endian:
 *
 *     head     'P' 'L' 'Y' 'P', version (1), three bytes 0
 *     record   24 bytes packed position, half-move clock (2), note (2), move number (4)
 *
 * The note is the caller's: a move, a score, a result, or 0. */

/* "Take these bytes": false stops the writing. */
typedef bool pf_take_bytes(void *context, const void *bytes, size_t size);

/* "Give me bytes": puts up to size bytes into buffer and returns how many; 0 at the end. */
typedef size_t pf_give_bytes(void *context, void *buffer, size_t size);

/* In caller memory; the fields are the library's own. One thread at a time. */
typedef struct pf_packed_writer {
    pf_take_bytes *take;
    void *context;
    uint32_t filled;
    bool failed;
    uint8_t buffer[4096];
} pf_packed_writer;

/* A reader of a stream. All but records is private. */
typedef struct pf_packed_reader {
    pf_give_bytes *give;
    void *context;
    pf_accept accept;
    uint64_t records; /* how many were read so far, good or bad; may be read by the caller */
    uint32_t at, filled;
    bool begun, broken;
    uint8_t buffer[4096];
} pf_packed_reader;

/* Starts a stream whose bytes go to the callback, with this context as its first argument. */
PF_API void pf_packed_writer_init(pf_packed_writer *writer, pf_take_bytes *take, void *context);

/* Writes one record. false when the callback has refused bytes, now or before. */
PF_API bool pf_packed_write(pf_packed_writer *writer, const pf_position *position, uint16_t note);

/* Hands over what is still held. Must be the last call; a stream without records is its head. */
PF_API bool pf_packed_writer_finish(pf_packed_writer *writer);

/* Starts reading a stream whose bytes the callback gives. accept is as for pf_position_from_setup. */
PF_API void pf_packed_reader_init(pf_packed_reader *reader, pf_give_bytes *give, void *context, pf_accept accept);

/* Reads the next record; note may be NULL. *end is set, and PF_OK returned, when there is none. After PF_ERROR_POSITION
 * or PF_ERROR_PACKED for one record the next call goes on with the record after it; when the head is wrong or the
 * stream ends inside a record, every later call says so again. The message names the record, counted from 1. */
PF_API pf_status pf_packed_read(pf_packed_reader *reader, pf_position *out, uint16_t *note, bool *end, pf_error *error);

#ifdef __cplusplus
}
#endif

#endif
