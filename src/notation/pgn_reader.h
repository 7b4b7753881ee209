/* The reader's insides, shared by the files that make it up: pgn_reader.c knows games and tags, pgn_movetext.h is the
 * loop over movetext that every instruction set has its own copy of. */
#ifndef PLYFORGE_PGN_READER_H
#define PLYFORGE_PGN_READER_H

#include <plyforge/pgn.h>

#include "compiler.h"

/* One line of play: the position, and the one before the last move, where a variation would begin. A move is made from
 * one into the place of the other. */
typedef struct pf_pgn_frame {
    pf_position positions[2];
    uint32_t now; /* which of them is the position */
    bool moved;   /* there has been a move, so the other one means something */
} pf_pgn_frame;

/* How much of the input is looked at beyond the start of a token that is neither tag nor comment. */
enum { PF_PGN_LOOKAHEAD = 512, PF_PGN_WORD_MAX = 255 };

/* How many bytes can be read behind the end of the last window: zeros. */
enum { PF_PGN_PADDING = 128 };

typedef enum pf_pgn_state {
    PF_PGN_BETWEEN,     /* no game has begun */
    PF_PGN_IN_TAGS,     /* or before the first */
    PF_PGN_NO_MOVETEXT, /* the tags are followed by the next game's */
    PF_PGN_IN_MOVETEXT,
    PF_PGN_IN_COMMENT, /* in movetext, a comment whose first part has been handed out */
    PF_PGN_IN_LINE_COMMENT,
    PF_PGN_IN_BROKEN_TAGS, /* there was an error; the rest of the game is passed over */
    PF_PGN_IN_BROKEN_MOVETEXT,
    PF_PGN_AFTER_SKIPPED
} pf_pgn_state;

struct pf_pgn_reader {
    const char *at;    /* the next byte */
    const char *limit; /* where more input must be asked for; the end when there is no more */
    const char *end;
    const char *start; /* the first byte that is still there */
    uint64_t base;     /* its offset in the whole input */
    bool no_more;      /* end is the end of the input */
    bool starts_line;  /* start is the start of a line */

    const char *line_at; /* lines have been counted up to here */
    uint64_t lines;
    const char *uncounted, *uncounted_end; /* before that, except in these bytes of a text in memory */

    pf_pgn_read *read; /* NULL: the text was in memory, and its last bytes come by way of tail */
    void *context;
    char *buffer;
    char tail[PF_PGN_LOOKAHEAD + PF_PGN_PADDING];

    pf_pgn_state state;
    bool broken;
    bool skip_variation;
    uint64_t game_offset;
    uint64_t token_offset, token_line; /* of the last comment; the line only if its start has left the window */
    pf_pgn_result result;
    pf_error error;
    uint64_t error_offset;
    uint64_t error_line;

    uint32_t tag_count;
    size_t fen_length;
    size_t variant_length;
    uint64_t fen_offset, variant_offset;
    char fen[256];
    char variant[64];

    pf_position start_position;
    uint32_t depth;
    pf_pgn_frame frames[PF_PGN_MAX_DEPTH + 1];
};

/* Why the loop over movetext came back. */
typedef enum pf_pgn_stop {
    PF_PGN_STOP_EVENT,  /* the event is filled */
    PF_PGN_STOP_RESULT, /* the game is over, with a result */
    PF_PGN_STOP_TAG,    /* a tag pair begins: the game is over without one */
    PF_PGN_STOP_END,    /* so is the input */
    PF_PGN_STOP_ERROR
} pf_pgn_stop;

/* Where the loop puts what it reads: into an event each, or all into the sum. */
typedef enum pf_pgn_sink { PF_PGN_SINK_EVENT, PF_PGN_SINK_SUMMARY } pf_pgn_sink;

static inline uint64_t pf_pgn_offset(const pf_pgn_reader *reader, const char *p)
{
    return reader->base + (uint64_t)(p - reader->start);
}

static inline bool pf_pgn_is_line_start(const pf_pgn_reader *reader, const char *p)
{
    return p > reader->start ? p[-1] == '\n' : reader->starts_line;
}

/* Gets more bytes behind those from reader->at on. False when at is at the end of the input; otherwise there are
 * PF_PGN_LOOKAHEAD bytes from at on, or all there are. Pointers into the input are stale afterwards. */
PF_PRIVATE bool pf_pgn_refill(pf_pgn_reader *reader);

/* Whether '[' at p begins a tag pair: [Name "... */
PF_PRIVATE bool pf_pgn_is_tag(const char *p, const char *end);

/* Records what is wrong at p and returns PF_PGN_STOP_ERROR. */
PF_PRIVATE pf_pgn_stop pf_pgn_fail(pf_pgn_reader *reader, const char *p, pf_status code, const char *message);
PF_PRIVATE pf_pgn_stop pf_pgn_fail_byte(pf_pgn_reader *reader, const char *p);

/* Reads what the quick way does not know: a move in any form of the lenient SAN reader, a null move, or a word to be
 * passed over. *length is that of the word; *passed_over says that it is no move. False after an error. */
PF_PRIVATE bool pf_pgn_read_word(pf_pgn_reader *reader, const char *p, pf_move *move, size_t *length,
                                 bool *passed_over);

/* Plays a move that pf_pgn_read_word has found, castling and null moves too. */
PF_PRIVATE void pf_pgn_play_word(pf_pgn_frame *frame, pf_move move);

/* Finds the end of a comment that has begun before p: '}' or the end of the line. *whole is false when only a part is
 * in the window, up to what is returned. NULL after an error. */
PF_PRIVATE const char *pf_pgn_comment_end(pf_pgn_reader *reader, const char *p, bool line_comment, bool *whole);

#define PF_DECLARE_PGN(suffix)                                                                                         \
    PF_PRIVATE pf_pgn_stop pf_pgn_movetext_event_##suffix(pf_pgn_reader *reader, pf_pgn_event *event);                 \
    PF_PRIVATE pf_pgn_stop pf_pgn_movetext_summary_##suffix(pf_pgn_reader *reader, pf_pgn_summary *summary);

PF_DECLARE_PGN(portable)
PF_DECLARE_PGN(avx2)

#endif
