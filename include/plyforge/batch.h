/* Plyforge: reading many positions in one call, from FENs or packed positions, into your arrays: for bindings and data
 * pipelines. Nothing is allocated. A bad row does not stop the others: every row has its own status.
 *
 * All functions return the number of bad rows and are thread-safe; to use several threads, give each a part of the
 * rows. */
#ifndef PLYFORGE_BATCH_H
#define PLYFORGE_BATCH_H

#include <plyforge/fen.h>
#include <plyforge/packed.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The arrays that receive the rows, each with at least as many elements as the call reads rows. */
typedef struct pf_position_rows {
    pf_position *positions; /* the start position for a bad row, so that every row can be used */
    uint8_t *statuses;      /* PF_OK or the pf_status of the error; may be NULL */
    pf_error *errors;       /* PF_OK as code, or the error in full; may be NULL */
} pf_position_rows;

/* Reads count FENs as pf_position_from_fen does. lengths may be NULL if all texts are NUL-terminated; a NULL text
 * counts as empty.
 *
 *     pf_position positions[1000];
 *     uint8_t statuses[1000];
 *     pf_position_rows rows = {positions, statuses, NULL};
 *     size_t wrong = pf_positions_from_fens(&rows, texts, NULL, 1000, PF_ACCEPT_STRICT);
 */
PF_API size_t pf_positions_from_fens(const pf_position_rows *out, const char *const *texts, const size_t *lengths,
                                     size_t count, pf_accept accept);

/* Reads the lines of a text: each is a row, even an empty one, so that line numbers and rows correspond. Lines end with
 * "\n" or "\r\n"; the last one need not. At most `room` rows are read. *row_count, unless NULL, receives their number,
 * and *used, unless NULL, the number of bytes that they take with their line ends: the next call continues there. The
 * offsets of errors count from the start of the line. */
PF_API size_t pf_positions_from_fen_lines(const pf_position_rows *out, size_t room, const char *text, size_t length,
                                          pf_accept accept, size_t *row_count, size_t *used);

/* Unpacks count positions as pf_position_unpack does. The first is at packed, and each of the others is stride bytes
 * after the one before it: sizeof(pf_packed) for an array of them, 32 for the records of a packed stream or of training
 * data. */
PF_API size_t pf_positions_unpack(const pf_position_rows *out, const void *packed, size_t stride, size_t count,
                                  pf_accept accept);

#ifdef __cplusplus
}
#endif

#endif
