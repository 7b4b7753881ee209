/* Plyforge: a position in 24 bytes, and streams of them, for storing millions of positions: training data, opening
 * books, tables keyed by whole positions. Nothing here allocates or does I/O; streams use callbacks.
 *
 * The layout, version 1 (docs/formats.md has the proof that everything fits):
 *
 *     bytes 0-7    the occupied squares, a little-endian 64-bit set, a1 = bit 0
 *     bytes 8-23   one code of 4 bits for each occupied square, in the order of the squares from a1; the first of two
 *                  in a byte is in the low half; unused codes are 0
 *
 *     0-5    white pawn, knight, bishop, rook, queen, king
 *     6-11   the same for Black
 *     12     a pawn that has just made a double push (on rank 4 White's, on rank 5 Black's): the en passant square is
 *            behind it
 *     13     a rook that may castle (on rank 1 White's, on rank 8 Black's)
 *     14     the black king if Black is to move
 *     15     reserved
 *
 * Two packed positions are the same bytes exactly when pieces, turn, castling rights and en passant square (as played,
 * capturable or not) are the same. Move counters are not included; a stream stores them separately. */
#ifndef PLYFORGE_PACKED_H
#define PLYFORGE_PACKED_H

#include <plyforge/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A packed position. */
typedef struct pf_packed {
    uint8_t bytes[24];
} pf_packed;

/* Packs a position of standard chess; false, with nothing changed, for one of another variant. Thread-safe. */
PF_API bool pf_position_pack(pf_packed *out, const pf_position *position);

/* Unpacks a position, with the clocks "0 1". PF_ERROR_PACKED for bytes that are not a packed position,
 * PF_ERROR_POSITION for a position that accept refuses: a position that was accepted leniently needs PF_ACCEPT_LENIENT,
 * one with Chess960 castling rights needs PF_ACCEPT_CHESS960. out is then unchanged. Nothing is repaired: packing the
 * position again gives the same bytes. Thread-safe. */
PF_API pf_status pf_position_unpack(pf_position *out, const pf_packed *packed, pf_accept accept, pf_error *error);

/* ---- Variants ---- */

/* A position of any variant in 56 bytes, version 2 of the layout:
 *
 *     byte 0       2, the version
 *     byte 1       the pf_variant
 *     byte 2       0 if White is to move, 1 if Black is
 *     byte 3       Three-check: the checks given, White's in the low half, Black's in the high half
 *     bytes 4-11   the occupied squares, as above
 *     bytes 12-37  the codes 0 to 13 above for each of them, 52 at most; unused codes are 0
 *     bytes 38-45  Crazyhouse: the promoted pieces, a set like that of the occupied squares
 *     bytes 46-55  Crazyhouse: how many pawns, knights, bishops, rooks and queens White may drop, then Black
 */
typedef struct pf_packed_variant {
    uint8_t bytes[56];
} pf_packed_variant;

/* pf_position_pack and pf_position_unpack for a position of any variant, standard chess included. */
PF_API void pf_position_pack_variant(pf_packed_variant *out, const pf_position *position);
PF_API pf_status pf_position_unpack_variant(pf_position *out, const pf_packed_variant *packed, pf_accept accept,
                                            pf_error *error);

/* ---- Streams ----
 * 8 bytes of header, then 32 bytes per record, all numbers little-endian:
 *
 *     header   'P' 'L' 'Y' 'P', version (1), three bytes 0
 *     record   24 bytes packed position, half-move clock (2), note (2), move number (4)
 *
 * The note belongs to the caller: a move, a score, a result, or 0. */

/* A writer in caller memory. The fields are private. Not for several threads at once. */
typedef struct pf_packed_writer {
    pf_write_bytes *write;
    void *context;
    uint32_t filled;
    bool failed;
    uint8_t buffer[4096];
} pf_packed_writer;

/* A reader in caller memory. All fields but records are private. Not for several threads at once. */
typedef struct pf_packed_reader {
    pf_read_bytes *read;
    void *context;
    pf_accept accept;
    uint64_t records; /* the number of records read so far, good or bad */
    uint32_t at, filled;
    bool begun, broken;
    uint8_t buffer[4096];
} pf_packed_reader;

/* Starts a stream whose bytes go to the callback. */
PF_API void pf_packed_writer_init(pf_packed_writer *writer, pf_write_bytes *write, void *context);

/* Writes one record. Returns false if the callback has failed, now or before, or if the position is that of a variant,
 * which is then not written. */
PF_API bool pf_packed_write(pf_packed_writer *writer, const pf_position *position, uint16_t note);

/* Writes the buffered bytes. Must be the last call; a stream without records consists of its header. */
PF_API bool pf_packed_writer_finish(pf_packed_writer *writer);

/* Starts reading a stream from the callback. accept has the same meaning as in pf_position_from_setup. */
PF_API void pf_packed_reader_init(pf_packed_reader *reader, pf_read_bytes *read, void *context, pf_accept accept);

/* Reads the next record; note may be NULL. At the end of the stream sets *end and returns PF_OK. After
 * PF_ERROR_POSITION or PF_ERROR_PACKED for one record the next call reads the record after it; if the header is wrong
 * or the stream ends inside a record, every later call fails in the same way. The message gives the number of the
 * record, counted from 1. */
PF_API pf_status pf_packed_read(pf_packed_reader *reader, pf_position *out, uint16_t *note, bool *end, pf_error *error);

#ifdef __cplusplus
}
#endif

#endif
