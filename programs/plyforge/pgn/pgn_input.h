/* The input of `plyforge pgn`: a file that can be mapped, or a stream (standard input, a pipe, compressed data). */
#ifndef PLYFORGE_PROGRAM_PGN_INPUT_H
#define PLYFORGE_PROGRAM_PGN_INPUT_H

#include <plyforge.h>

struct pgn_stream;

/* The number of line ends in these bytes. */
uint64_t count_line_ends(const char *bytes, size_t size);

struct pgn_input {
    const char *name;
    const char *text; /* the mapped file; NULL for a stream */
    size_t size;      /* the size of the file, compressed or not; 0 if unknown */
    struct pgn_stream *stream;
};

/* Opens a file, "-" for standard input; false after an error message. The first bytes of a stream are read to see
 * whether it is compressed, which may wait until they arrive or the user presses Ctrl-C. */
bool pgn_input_open(struct pgn_input *input, const char *name);
/* The same for games. Training records are refused, because they are not PGN. */
bool pgn_input_open_games(struct pgn_input *input, const char *name);
/* False, after an error message, if a mapped file was truncated while it was being read, so that the text read is not
 * the content of any file. */
bool pgn_input_close(struct pgn_input *input);

/* If a mapped file was truncated within this part, which has been read: where its text ends. NULL if the part is
 * complete. */
const char *pgn_input_lost(const char *begin, const char *end);
#define PGN_INPUT_SHORTER "the file became shorter while it was being read"

/* The callback that reads text from the stream; context is the pgn_stream. */
size_t pgn_stream_read(void *context, void *buffer, size_t size);

/* The frames and the edges of a range of that file; see pgn_range.h. False after an error message. */
struct archive_range;
struct pgn_range;
bool pgn_stream_range(struct archive_range *out, const struct pgn_input *input, const struct pgn_range *range);

/* How many bytes of the file have been used, and how many bytes of text they contained. */
uint64_t pgn_stream_used(const struct pgn_stream *stream);
uint64_t pgn_stream_text(const struct pgn_stream *stream);

/* Whether the next read would have to wait. */
bool pgn_stream_is_idle(const struct pgn_stream *stream);

/* The frames of the file, to be read instead of the stream; call it before anything is read. NULL if the file is not
 * made of frames. Its size is that of the input. */
struct pgn_slot_sizes;
struct pgn_frames *pgn_stream_frames(const struct pgn_stream *stream, uint64_t size, unsigned threads,
                                     const struct pgn_slot_sizes *sizes);

/* Whether Ctrl-C ended the stream early. */
bool pgn_stream_was_cut(const struct pgn_stream *stream);

/* Why the stream ended early; NULL if it did not. */
const char *pgn_stream_error(const struct pgn_stream *stream);

#endif
