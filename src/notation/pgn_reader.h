/* The reader's insides, shared by the files that make it up: pgn_window.c has the input, pgn_tags.c the tags,
 * pgn_reader.c the games; pgn_movetext.h is the loop over movetext that every instruction set has its own copy of, and
 * pgn_words.c what is too rare for it. */
#ifndef PLYFORGE_PGN_READER_H
#define PLYFORGE_PGN_READER_H

#include <plyforge/pgn.h>

#include <string.h>

#include "cpu/levels.h"

/* One line of play: the position, and the one before the last move, where a variation would begin. A move is made from
 * one into the place of the other. */
typedef struct pf_pgn_frame {
    struct {
        _Alignas(64) pf_position position;
    } places[2];
    pf_position *now, *before; /* which of them is which */
    bool moved;                /* there has been a move, so that before means something */
} pf_pgn_frame;

static inline void pf_pgn_begin_line(pf_pgn_frame *frame, const pf_position *position)
{
    frame->places[0].position = *position;
    frame->now = &frame->places[0].position;
    frame->before = &frame->places[1].position;
    frame->moved = false;
}

/* The position that was made in the place of the one before becomes the position. */
static inline void pf_pgn_swap(pf_pgn_frame *frame)
{
    pf_position *now = frame->now;
    frame->now = frame->before;
    frame->before = now;
    frame->moved = true;
}

/* How much of the input is looked at beyond the start of a token that is neither tag nor comment. */
enum { PF_PGN_LOOKAHEAD = 512, PF_PGN_WORD_MAX = 255 };

enum { PF_PGN_WINDOW_SIZE = 1 << 20 };

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
    uint64_t fen_line, variant_line; /* only if they have left the window before they are looked at, else 0 */
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

static inline bool pf_pgn_is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline bool pf_pgn_is_word(const char *word, size_t length, const char *expected)
{
    return length == strlen(expected) && memcmp(word, expected, length) == 0;
}

/* ---- pgn_window.c ---- */

/* Gets more bytes behind those from reader->at on. False when at is at the end of the input; otherwise there are
 * PF_PGN_LOOKAHEAD bytes from at on, or all there are. Pointers into the input are stale afterwards. */
PF_PRIVATE bool pf_pgn_refill(pf_pgn_reader *reader);

/* Whether there is a byte at reader->at, with the usual number behind it if the input has them. */
static inline bool pf_pgn_has_input(pf_pgn_reader *reader)
{
    return reader->at < reader->limit || pf_pgn_refill(reader);
}

/* Whether the input ends where the window does. */
static inline bool pf_pgn_is_last_window(const pf_pgn_reader *reader)
{
    return reader->no_more || reader->read == NULL;
}

/* The line that an offset is in; of one that has left the window, the first line that is still there. */
PF_PRIVATE uint64_t pf_pgn_line_at(pf_pgn_reader *reader, uint64_t offset);

/* Records what is wrong at p and returns PF_PGN_STOP_ERROR. */
PF_PRIVATE pf_pgn_stop pf_pgn_fail(pf_pgn_reader *reader, const char *p, pf_status code, const char *message);
PF_PRIVATE pf_pgn_stop pf_pgn_fail_byte(pf_pgn_reader *reader, const char *p);

/* ---- pgn_words.c ---- */

/* Reads what the quick way does not know: a move in any form of the lenient SAN reader, a null move, or a word to be
 * passed over. *length is that of the word; *passed_over says that it is no move. False after an error. */
PF_PRIVATE bool pf_pgn_read_word(pf_pgn_reader *reader, const char *p, pf_move *move, size_t *length,
                                 bool *passed_over);

/* Plays a move that pf_pgn_read_word has found, castling and null moves too. */
PF_PRIVATE void pf_pgn_play_word(pf_pgn_frame *frame, pf_move move);

/* Finds the end of a comment that has begun before p: '}' or the end of the line. *whole is false when only a part is
 * in the window, up to what is returned. NULL after an error. */
PF_PRIVATE const char *pf_pgn_comment_end(pf_pgn_reader *reader, const char *p, bool line_comment, bool *whole);

/* Passes over movetext without looking at its moves, from a depth on: up to the result, which is passed too, a tag, the
 * end of the input, or (PF_PGN_STOP_EVENT) a ')' that ends that depth if it is to be found. */
PF_PRIVATE pf_pgn_stop pf_pgn_pass_text(pf_pgn_reader *reader, uint64_t depth, bool to_parenthesis);

/* Passes over everything up to a line that is a tag. */
PF_PRIVATE void pf_pgn_pass_to_tag(pf_pgn_reader *reader);

/* ---- pgn_tags.c ---- */

typedef struct pf_pgn_tag {
    const char *start, *name, *value;
    size_t name_length, length;
} pf_pgn_tag;

typedef enum pf_pgn_after_tags { PF_PGN_TAG_READ, PF_PGN_TAGS_OVER, PF_PGN_TAGS_BROKEN } pf_pgn_after_tags;

/* Whether '[' at p begins a tag pair: [Name "... */
PF_PRIVATE bool pf_pgn_is_tag(const char *p, const char *end);

/* Steps over blanks, and escaped lines that begin with '%'. Returns whether a blank line was among them. */
PF_PRIVATE bool pf_pgn_pass_blanks(pf_pgn_reader *reader, bool at_line_start);

/* Reads the next tag of the game, or finds that the movetext begins. */
PF_PRIVATE pf_pgn_after_tags pf_pgn_next_tag(pf_pgn_reader *reader, pf_pgn_tag *tag);

/* Passes over tags that nobody wants to see, as long as they look as usual and do not say how the game begins. */
PF_PRIVATE void pf_pgn_pass_usual_tags(pf_pgn_reader *reader);

/* Passes over the tags that are left after a broken one: up to a blank line, or a line that is none. */
PF_PRIVATE void pf_pgn_pass_tags(pf_pgn_reader *reader);

/* Sets the first position up as the tags say. False after an error. */
PF_PRIVATE bool pf_pgn_set_up(pf_pgn_reader *reader);

/* ---- pgn_movetext.h ---- */

#define PF_DECLARE_PGN(suffix)                                                                                         \
    PF_PRIVATE pf_pgn_stop pf_pgn_movetext_event_##suffix(pf_pgn_reader *reader, pf_pgn_event *event);                 \
    PF_PRIVATE pf_pgn_stop pf_pgn_movetext_summary_##suffix(pf_pgn_reader *reader, pf_pgn_summary *summary);

PF_CODE_BY_LEVEL(pgn, PF_DECLARE_PGN)

#endif
