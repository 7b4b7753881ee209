/* Where `plyforge pgn` gets its bytes from: a file that can be mapped, or a stream (standard input, a pipe, compressed
 * data). */
#ifndef PLYFORGE_PROGRAM_PGN_INPUT_H
#define PLYFORGE_PROGRAM_PGN_INPUT_H

#include <plyforge.h>

struct pgn_stream;

/* How many lines end among these bytes. */
uint64_t count_line_ends(const char *bytes, size_t size);

struct pgn_input {
    const char *name;
    const char *text; /* the mapped file; NULL for a stream */
    size_t size;      /* of the file, also a compressed one; 0 if unknown */
    struct pgn_stream *stream;
};

/* Opens a file, "-" for standard input; false after a complaint. Of a stream the first bytes are read, which tell
 * whether it is compressed: it may have to be waited for, until Ctrl-C. */
bool pgn_input_open(struct pgn_input *input, const char *name);
/* The same for games: refuses training records, which are not PGN. */
bool pgn_input_open_games(struct pgn_input *input, const char *name);
/* False after a complaint: a mapped file became shorter while it was read, and its text is not that of any file. */
bool pgn_input_close(struct pgn_input *input);

/* Where the text of a mapped file ends within this part of it, which has been read, because the file has become
 * shorter; NULL if the part is whole. */
const char *pgn_input_lost(const char *begin, const char *end);
#define PGN_INPUT_SHORTER "the file became shorter while it was read"

/* The callback that reads text from the stream; context is the pgn_stream. */
size_t pgn_stream_read(void *context, void *buffer, size_t size);

/* How many bytes of the file have been used, and how many bytes of text came of them. */
uint64_t pgn_stream_used(const struct pgn_stream *stream);
uint64_t pgn_stream_text(const struct pgn_stream *stream);

/* The lines that this text has begun. */
uint64_t pgn_stream_lines(const struct pgn_stream *stream);

/* Whether Ctrl-C ended the stream early. */
bool pgn_stream_was_cut(const struct pgn_stream *stream);

/* Why the stream ended early; NULL if it did not. */
const char *pgn_stream_error(const struct pgn_stream *stream);

#endif
