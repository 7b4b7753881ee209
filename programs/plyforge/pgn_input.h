/* Where `plyforge pgn` gets its bytes from: a file that can be mapped, or a stream (standard input, a pipe, a file
 * compressed with zstd). */
#ifndef PLYFORGE_PROGRAM_PGN_INPUT_H
#define PLYFORGE_PROGRAM_PGN_INPUT_H

#include <plyforge.h>

struct pgn_stream;

struct pgn_input {
    const char *name;
    const char *text; /* the mapped file; NULL for a stream */
    size_t size;      /* of the file, also a compressed one; 0 if unknown */
    struct pgn_stream *stream;
};

/* Opens a file, "-" for standard input; false after a complaint. */
bool pgn_input_open(struct pgn_input *input, const char *name);
void pgn_input_close(struct pgn_input *input);

/* The callback that reads from the stream (context is the pgn_stream), how many bytes of the file it has used, whether
 * Ctrl-C ended it early, and whether it had to stop because of an error, with a text that says which. */
size_t pgn_stream_read(void *context, char *buffer, size_t size);
uint64_t pgn_stream_used(const struct pgn_stream *stream);
bool pgn_stream_was_cut(const struct pgn_stream *stream);
const char *pgn_stream_error(const struct pgn_stream *stream);

/* ---- zstd: pgn_zstd.c, or pgn_zstd_none.c where the library is absent ---- */

struct pgn_zstd;

bool pgn_zstd_is_available(void);
struct pgn_zstd *pgn_zstd_create(void);
void pgn_zstd_destroy(struct pgn_zstd *zstd);

/* Fills out with what comes of in; moves *in_at on. Returns how many bytes there are, or sets *error. *at_end is
 * whether a whole frame has been read, so that the file may end here. */
size_t pgn_zstd_read(struct pgn_zstd *zstd, char *out, size_t out_size, const char *in, size_t in_size, size_t *in_at,
                     bool *at_end, const char **error);

#endif
