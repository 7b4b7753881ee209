/* An input cut into pieces of whole games, for several threads. A piece is a part of a mapped file, of decompressed
 * frames, or text read from a stream. A piece for which no end is found in time is long: it is not kept in memory but
 * read as a stream by one thread, and cutting continues after it. The pieces depend on how the bytes arrive, but the
 * games read from them do not. */
#ifndef PLYFORGE_PROGRAM_PGN_PIECES_H
#define PLYFORGE_PROGRAM_PGN_PIECES_H

#include "output/text.h"
#include "pgn/pgn_frames.h"
#include "pgn/pgn_input.h"
#include "pgn/pgn_range.h"

struct pgn_pieces;

struct pgn_piece {
    const char *text;
    size_t size;
    uint64_t offset;   /* the offset of this text in the whole input */
    uint64_t used;     /* bytes of the file, up to the end of the piece */
    bool is_long;      /* to be read by pgn_pieces_read_long; text is NULL */
    bool is_last;      /* the input ends with it; not known of every piece */
    bool is_cut;       /* Ctrl-C ended the input in it: its last game may not be complete */
    const char *error; /* why the input ended early with this piece, or NULL */
    struct text own;   /* the text, unless it is stored elsewhere; its memory is reused */
    struct pgn_slot *slot;
};

/* Sizes, which only tests change. With is_steady, the pieces of a stream are the same for any number of threads and
 * however slowly it comes; a table is written in pieces, and its file is to be the same then. */
struct pgn_piece_sizes {
    size_t piece; /* the size of an ordinary piece */
    size_t step;  /* how much is read at once */
    size_t longest;
    struct pgn_slot_sizes slot;
    bool is_steady;
};
extern const struct pgn_piece_sizes pgn_usual_sizes;

/* With one thread a stream is one long piece, unless pieces are steady. NULL if there is no memory. The input must stay
 * open. */
struct pgn_pieces *pgn_pieces_create(struct pgn_input *input, unsigned threads, const struct pgn_piece_sizes *sizes);
/* Restricts reading to the games in a range of the file; call it first. False after an error message. */
bool pgn_pieces_limit(struct pgn_pieces *pieces, const struct pgn_range *range);
void pgn_pieces_destroy(struct pgn_pieces *pieces);

/* The result of trying to cut the next piece. WAIT: frames must be filled first. */
enum cut_result { CUT_PIECE, CUT_WAIT, CUT_END };
enum cut_result pgn_pieces_next(struct pgn_pieces *pieces, struct pgn_piece *piece);

/* Called when the text of a piece is no longer needed, and at the end. */
void pgn_piece_release(struct pgn_pieces *pieces, struct pgn_piece *piece);
void pgn_piece_free(struct pgn_piece *piece);

/* Reads the text of the long piece that was cut last; a pf_read_bytes whose context is the pgn_pieces. No other piece
 * may be cut before it has returned 0. */
size_t pgn_pieces_read_long(void *context, void *buffer, size_t size);

/* Why the input ended early (NULL until its end is reached); whether Ctrl-C ended it. */
const char *pgn_pieces_error(const struct pgn_pieces *pieces);
bool pgn_pieces_was_cut(const struct pgn_pieces *pieces);

/* Treats the input as ended by Ctrl-C. */
void pgn_pieces_stop(struct pgn_pieces *pieces);

/* The number of complete lines in the long piece so far. */
uint64_t pgn_pieces_line_ends(const struct pgn_pieces *pieces);

/* The number of bytes of the file that have been consumed, and the number of bytes of text that have been passed on. */
uint64_t pgn_pieces_used(const struct pgn_pieces *pieces);
uint64_t pgn_pieces_text(const struct pgn_pieces *pieces);

/* The frames that threads must fill, or NULL. */
struct pgn_frames *pgn_pieces_frames(struct pgn_pieces *pieces);

#endif
