/* The internals of the PGN reader, shared by the files that make it up, from the bottom to the top:
 *
 *     commands.c        commands in comments
 *     window.c          the part of the input that is in memory, line numbers, errors and warnings
 *     lines.c           where lines begin, which of them are tags, where comments end
 *     tags.c            tag pairs and the first position
 *     words.c           every token of movetext, one handler for each kind
 *     skip.c            skipping text without reading it
 *     movetext.h        the loop over movetext with the fast path for common tokens, compiled for each instruction set
 *     token_by_token.c  the same loop for games of variants, and where a game may get too long, without it
 *     usual_tags.h      skipping and reading the usual tags, compiled for each instruction set
 *     reader.c          games: events, summaries, what to do after an error
 *     columns.c         games in columns
 *
 * A file calls only files above it in this list. */
#ifndef PLYFORGE_PGN_READER_H
#define PLYFORGE_PGN_READER_H

#include <plyforge/pgn_columns.h>
#include <plyforge/play.h>
#include <plyforge/questions.h>

#include <string.h>

#include "base/cpu/levels.h"

/* One line of play: the position, and the one before the last move, where a variation would begin. A move is played
 * from one of the two structs into the other. */
typedef struct pf_pgn_frame {
    struct {
        _Alignas(64) pf_position position;
    } places[2];
    pf_position *now, *before;
    bool moved; /* a move was played, so that before is valid */
} pf_pgn_frame;

static inline void pf_pgn_begin_line(pf_pgn_frame *frame, const pf_position *position)
{
    /* The fast path for standard chess plays only the board from one into the other; the rest is set here. */
    frame->places[0].position = frame->places[1].position = *position;
    frame->now = &frame->places[0].position;
    frame->before = &frame->places[1].position;
    frame->moved = false;
}

/* Makes the position that was played into the other struct the current one. */
static inline void pf_pgn_swap(pf_pgn_frame *frame)
{
    pf_position *now = frame->now;
    frame->now = frame->before;
    frame->before = now;
    frame->moved = true;
}

/* From every byte before the limit of the window, and from every byte of the block of 64 that begins before it, the
 * next PF_PGN_REACH bytes are in the window, or all that remain of the input. No decision looks further ahead, so no
 * decision depends on how the input was split. Comments and tags can be longer: they request more input. */
enum { PF_PGN_LOOKAHEAD = 512, PF_PGN_REACH = PF_PGN_LOOKAHEAD - 64, PF_PGN_WORD_MAX = 255 };

/* The size of a stream's buffer, and of the longest tag. */
enum { PF_PGN_WINDOW_SIZE = 1 << 20 };

/* The character for three dots, in UTF-8. */
#define PF_PGN_ELLIPSIS "\xe2\x80\xa6"

/* How many bytes can be read past the end of the last window; they are zeros. */
enum { PF_PGN_PADDING = 128 };

typedef enum pf_pgn_state {
    PF_PGN_BETWEEN,     /* no game has begun */
    PF_PGN_BEFORE_TAGS, /* the game begins with a comment or a word, and tags may follow */
    PF_PGN_IN_TAGS,     /* tags are being read, or the first one comes next */
    PF_PGN_NO_MOVETEXT, /* the tags of the next game follow: this one has no movetext */
    PF_PGN_IN_MOVETEXT,
    PF_PGN_IN_COMMENT, /* a comment in movetext or after the result, whose first part has been returned */
    PF_PGN_IN_LINE_COMMENT,
    PF_PGN_AFTER_RESULT,   /* comments may follow the result */
    PF_PGN_BEFORE_ERROR,   /* the tags were wrong; the error is returned after a warning about them */
    PF_PGN_IN_BROKEN_TAGS, /* there was an error; the rest of the game is skipped */
    PF_PGN_IN_BROKEN_MOVETEXT,
    PF_PGN_AFTER_BROKEN_RESULT,
    PF_PGN_AFTER_SKIPPED
} pf_pgn_state;

/* The text before a byte: other text on its line; only blanks, so the byte is the first on its line; or only blanks
 * preceded by an empty line. The start of the input counts as preceded by an empty line. */
typedef enum pf_pgn_margin { PF_PGN_MID_LINE, PF_PGN_LINE_START, PF_PGN_AFTER_EMPTY_LINE } pf_pgn_margin;

struct pf_pgn_reader {
    const char *at;         /* the next byte */
    const char *limit;      /* where more input must be requested; the end of the input when there is no more */
    const char *scan_limit; /* the same as limit, or earlier if the game has nearly reached its maximum length */
    const char *end;
    const char *start;    /* the first byte in the window */
    uint64_t base;        /* its offset in the whole input */
    bool no_more;         /* end is the end of the input */
    pf_pgn_margin margin; /* the margin before start */

    const char *line_at; /* lines have been counted up to here */
    uint64_t lines;
    const char *uncounted, *uncounted_end; /* before that offset, except in these bytes of a text in memory */

    pf_read_bytes *read; /* NULL: the text was in memory, and its last bytes are copied to tail */
    void *context;
    char *buffer;
    char tail[PF_PGN_LOOKAHEAD + PF_PGN_PADDING];

    pf_pgn_mode mode;
    pf_pgn_state state;
    bool quiet; /* text is being skipped, and its faults are not recorded */
    bool broken;
    bool is_long;     /* the error is that the game is too long */
    bool before_tags; /* neither a tag nor movetext has been read */
    bool skip_variation;
    uint64_t game_offset;
    uint64_t max_game;                 /* the length that a game may have */
    uint64_t game_end;                 /* the offset before which this one must end */
    uint64_t end_line;                 /* its line, once it has left the window */
    uint64_t token_offset, token_line; /* the offset and line of the last comment; the line is set only if its start has
                                          left the window */
    pf_pgn_commands commands;          /* commands of a comment in pieces, for columns */
    uint64_t result_end;               /* the offset after the result and the text that belongs to it */
    pf_result result;
    pf_pgn_warning fault; /* the error that broke the game */

    uint32_t warning_count;
    bool has_news;       /* the last warning has not been returned as an event yet */
    pf_pgn_warning last; /* the last warning; the first ones of the game stay in warnings */
    pf_pgn_warning warnings[PF_PGN_MAX_WARNINGS];

    bool has_tag_lines; /* the game has tags, readable or not */
    char first_tag[64]; /* the text from the first tag on, or the text in place of tags */
    uint32_t tag_count;
    size_t fen_length;
    size_t variant_length;
    uint64_t fen_offset, variant_offset;
    uint64_t fen_line, variant_line; /* only if they have left the window before they are used, else 0 */
    char fen[256];
    char variant[64];

    bool accepts_variants;
    uint8_t untagged; /* the pf_variant of games without a Variant tag */
    uint8_t rules;    /* the pf_variant of the game; valid in movetext */
    pf_position start_position;
    uint32_t depth;
    pf_pgn_frame frames[PF_PGN_MAX_DEPTH + 1];
};

/* The result of a token handler. */
typedef enum pf_pgn_stop {
    PF_PGN_PASSED,      /* no event; reading continues after the token */
    PF_PGN_STOP_EVENT,  /* the token, or the event, is filled */
    PF_PGN_STOP_RESULT, /* the game is over, with a result */
    PF_PGN_STOP_GAME,   /* another game begins: this one is over without a result */
    PF_PGN_STOP_END,    /* the end of the input */
    PF_PGN_STOP_ERROR,
    PF_PGN_STOP_FULL, /* the column of moves is full */
    PF_PGN_STOP_SCAN  /* the game is nearly too long: its tokens must be read one by one */
} pf_pgn_stop;

/* Where the loop stores its results: one event at a time, all in the summary, or all in columns. */
typedef enum pf_pgn_sink { PF_PGN_SINK_EVENT, PF_PGN_SINK_SUMMARY, PF_PGN_SINK_COLUMNS } pf_pgn_sink;

/* The object that the sink fills; the others are NULL. */
typedef struct pf_pgn_target {
    pf_pgn_event *event;
    pf_pgn_summary *summary;
    pf_pgn_columns *columns;
} pf_pgn_target;

/* A token of movetext. */
typedef struct pf_pgn_token {
    pf_pgn_event_type type;
    uint64_t offset;
    const char *after; /* where reading continues */
    const char *text;
    size_t length;
    pf_move move;
    uint8_t nag;
    bool continues;
    bool has_commands; /* reader->commands has those of the comment, whose first pieces have left the window */
} pf_pgn_token;

/* ---- commands.c ---- */

/* pf_pgn_commands_from_text for a text in pieces: the first function clears the commands, the second adds those of a
 * piece. */
PF_PRIVATE void pf_pgn_commands_clear(pf_pgn_commands *out);
PF_PRIVATE bool pf_pgn_commands_add(pf_pgn_commands *out, const char *text, size_t length);

/* pf_pgn_add_commands for a comment that ends with a brace: the usual forms of clocks and evaluations are read a few
 * times as fast. The bytes up to 16 after the text can be read. */
PF_PRIVATE void pf_pgn_add_short_commands(pf_pgn_columns *columns, size_t row, const char *text, size_t length);

/* ---- columns.c ---- */

/* Adds the clock and the evaluation of a comment to a half-move; nothing if row is not one of the current game. */
PF_PRIVATE void pf_pgn_add_commands(pf_pgn_columns *columns, size_t row, const char *text, size_t length);

/* The same, if the commands have already been read. */
PF_PRIVATE void pf_pgn_add_known_commands(pf_pgn_columns *columns, size_t row, const pf_pgn_commands *commands);

/* Marks a half-move as without clock and evaluation. */
static inline void pf_pgn_clear_commands(pf_pgn_columns *columns, size_t row)
{
    if (columns->clocks) columns->clocks[row] = PF_PGN_NO_CLOCK;
    if (columns->evals) columns->evals[row] = PF_PGN_NO_EVAL;
}

/* ---- Sinks ---- */

static inline void pf_pgn_emit_to_columns(const pf_pgn_reader *reader, const pf_pgn_token *token,
                                          pf_pgn_columns *columns)
{
    if (reader->depth > 0) return;
    if (token->type == PF_PGN_MOVE) {
        pf_pgn_clear_commands(columns, columns->moves_used);
        columns->moves[columns->moves_used++] = token->move;
    } else if (token->type == PF_PGN_COMMENT) {
        size_t row = columns->moves_used - 1;
        if (PF_UNLIKELY(token->has_commands))
            pf_pgn_add_known_commands(columns, row, &reader->commands);
        else
            pf_pgn_add_commands(columns, row, token->text, token->length);
    }
}

/* Passes a token to the sink. Returns whether the loop stops: an event is returned to the caller, the others only
 * collect. */
PF_TEMPLATE bool pf_pgn_emit(pf_pgn_reader *reader, const pf_pgn_token *token, const pf_pgn_target *target,
                             pf_pgn_sink sink)
{
    if (sink == PF_PGN_SINK_COLUMNS) {
        pf_pgn_emit_to_columns(reader, token, target->columns);
        return false;
    }
    if (sink == PF_PGN_SINK_EVENT) {
        pf_pgn_event *event = target->event;
        event->type = token->type;
        event->offset = token->offset;
        event->text = token->text;
        event->length = token->length;
        event->move = token->move;
        event->nag = token->nag;
        event->continues = token->continues;
        reader->at = token->after;
        return true;
    }
    pf_pgn_summary *summary = target->summary;
    switch (token->type) {
    case PF_PGN_MOVE: *(reader->depth ? &summary->variation_plies : &summary->plies) += 1; break;
    case PF_PGN_COMMENT: summary->comments++; break;
    case PF_PGN_NAG: summary->nags++; break;
    case PF_PGN_BEGIN_VARIATION: summary->variations++; break;
    default: break;
    }
    return false;
}

static inline uint64_t pf_pgn_offset(const pf_pgn_reader *reader, const char *p)
{
    return reader->base + (uint64_t)(p - reader->start);
}

static inline bool pf_pgn_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool pf_pgn_is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Whether a byte can precede the first one of a line: a blank, or a byte of a byte order mark. These are examined one
 * by one, so that a mark is recognised even if half of it has left the window. */
static inline bool pf_pgn_is_margin(char c)
{
    return pf_pgn_is_blank(c) || c == '\xef' || c == '\xbb' || c == '\xbf';
}

/* Whether a byte order mark is at p, at the start of the input or where files were joined. */
#define PF_PGN_MARK "\xef\xbb\xbf"
enum { PF_PGN_MARK_LENGTH = 3 };
static inline bool pf_pgn_is_mark(const pf_pgn_reader *reader, const char *p)
{
    return *p == '\xef' && reader->end - p >= PF_PGN_MARK_LENGTH && memcmp(p, PF_PGN_MARK, PF_PGN_MARK_LENGTH) == 0;
}

static inline bool pf_pgn_is_ascii(char c)
{
    return c != '\0' && (c & 0x80) == 0;
}

/* Whether a text begins as UTF-16 does: with its byte order mark, or with two ASCII characters of two bytes each. */
static inline bool pf_pgn_begins_as_utf16(const char *text, size_t length)
{
    if (length < 2) return false;
    if (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0) return true;
    if (length < 4) return false;
    bool is_little = text[1] == '\0' && text[3] == '\0' && pf_pgn_is_ascii(text[0]) && pf_pgn_is_ascii(text[2]);
    bool is_big = text[0] == '\0' && text[2] == '\0' && pf_pgn_is_ascii(text[1]) && pf_pgn_is_ascii(text[3]);
    return is_little || is_big;
}

/* Whether a byte can be part of a tag name. */
static inline bool pf_pgn_is_tag_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static inline bool pf_pgn_is_word(const char *word, size_t length, const char *expected)
{
    return length == strlen(expected) && memcmp(word, expected, length) == 0;
}

/* ---- window.c ---- */

/* Starts over on a text, or on a stream when read is not NULL. */
PF_PRIVATE void pf_pgn_open_window(pf_pgn_reader *reader, const char *text, size_t length, pf_read_bytes *read,
                                   void *context);

/* Gets more bytes after those from reader->at on. False when at is at the end of the input; otherwise there are
 * PF_PGN_LOOKAHEAD bytes from at on, or all that remain. Pointers into the input are invalid afterwards. */
PF_PRIVATE bool pf_pgn_refill(pf_pgn_reader *reader);

/* Whether there is a byte at reader->at, with PF_PGN_LOOKAHEAD bytes from it on if the input has them. */
static inline bool pf_pgn_has_input(pf_pgn_reader *reader)
{
    return reader->at < reader->limit || pf_pgn_refill(reader);
}

/* Whether the reader is at the beginning of an input in UTF-16. */
static inline bool pf_pgn_is_utf16(pf_pgn_reader *reader)
{
    return PF_UNLIKELY(pf_pgn_offset(reader, reader->at) == 0) && pf_pgn_has_input(reader) &&
           pf_pgn_begins_as_utf16(reader->at, (size_t)(reader->end - reader->at));
}

/* Whether the end of the window is the end of the input. */
static inline bool pf_pgn_is_last_window(const pf_pgn_reader *reader)
{
    return reader->no_more || reader->read == NULL;
}

/* This many bytes before the maximum length of a game, its tokens are read one by one: a block, and a short comment
 * that begins in it. */
enum { PF_PGN_NEAR_END = 128 };

/* Sets scan_limit; called when the window or the game changes. */
static inline void pf_pgn_limit_scan(pf_pgn_reader *reader)
{
    uint64_t stop = reader->game_end > PF_PGN_NEAR_END ? reader->game_end - PF_PGN_NEAR_END : 0;
    reader->scan_limit = reader->limit;
    if (PF_LIKELY(stop >= pf_pgn_offset(reader, reader->limit))) return;
    reader->scan_limit = stop > reader->base ? reader->start + (stop - reader->base) : reader->start;
}

/* Whether the game is too long when reading has reached p, whether or not the game ends there. */
static inline bool pf_pgn_is_too_long(const pf_pgn_reader *reader, const char *p, bool may_end)
{
    return PF_UNLIKELY(pf_pgn_offset(reader, p) + !may_end > reader->game_end) && !reader->quiet;
}

/* The kind of text before p. */
PF_PRIVATE pf_pgn_margin pf_pgn_margin_of(const pf_pgn_reader *reader, const char *p);

/* The line number of an offset; for an offset that has left the window, the first line that is still in it. */
PF_PRIVATE uint64_t pf_pgn_line_at(pf_pgn_reader *reader, uint64_t offset);

/* Records an error at p and returns PF_PGN_STOP_ERROR. The message is "SUBJECT: MESSAGE", with unprintable bytes of the
 * subject replaced, or only the message if the length of the subject is 0. */
PF_PRIVATE pf_pgn_stop pf_pgn_fail(pf_pgn_reader *reader, const char *p, pf_status code, const char *message,
                                   size_t subject_length);

/* The same for text that a tolerant reader skips: records a warning and returns PF_PGN_STOP_EVENT. In strict mode it is
 * an error. */
PF_PRIVATE pf_pgn_stop pf_pgn_warn(pf_pgn_reader *reader, const char *p, pf_status code, const char *message,
                                   size_t subject_length);

/* The same for a game that turns out to be too long when reading reaches p. The error is at the first byte beyond the
 * limit. */
PF_PRIVATE pf_pgn_stop pf_pgn_fail_long(pf_pgn_reader *reader, const char *p);

/* Turns the error that has just been recorded into a warning: the game is not broken. */
PF_PRIVATE void pf_pgn_forgive(pf_pgn_reader *reader);

/* ---- lines.c ---- */

/* Whether '[' at p begins a tag pair: [Name "... */
PF_PRIVATE bool pf_pgn_is_tag(const char *p, const char *end);

/* The name of such a tag pair, and its length; 0 if there is none. */
PF_PRIVATE size_t pf_pgn_tag_name(const char *p, const char *end, const char **name);

/* The same at the start of a line: such a tag belongs to another game. */
PF_PRIVATE bool pf_pgn_is_tag_line(const pf_pgn_reader *reader, const char *p);

/* Whether an escaped line begins at p: '%' at the start of a line. */
PF_PRIVATE bool pf_pgn_is_escaped_line(const pf_pgn_reader *reader, const char *p);

/* Whether a game begins at p, which is a digit, without any tags: it is move number 1 after an empty line. */
PF_PRIVATE bool pf_pgn_is_first_move(const pf_pgn_reader *reader, const char *p);

/* Skips blanks, byte order marks, and escaped lines that begin with '%'. Returns whether an empty line was among them.
 */
PF_PRIVATE bool pf_pgn_pass_blanks(pf_pgn_reader *reader);

/* Skips the rest of the line and its end. */
PF_PRIVATE void pf_pgn_pass_line(pf_pgn_reader *reader);

/* Finds the end of a comment that began before p: '}' or the end of the line. *whole is false if only a part of it, up
 * to the returned pointer, is in the window; a command such as [%clk 0:05:00] is never split. NULL after an error. */
PF_PRIVATE const char *pf_pgn_comment_end(pf_pgn_reader *reader, const char *p, bool line_comment, bool *whole);

/* The same for a comment that is part of a game: NULL after the error that it makes the game too long. */
PF_PRIVATE const char *pf_pgn_comment_end_in_game(pf_pgn_reader *reader, const char *p, bool line_comment, bool *whole);

/* Skips the comment at reader->at. False if it has no end. */
PF_PRIVATE bool pf_pgn_pass_comment(pf_pgn_reader *reader);

/* Skips the escaped line at reader->at, up to its end. */
PF_PRIVATE void pf_pgn_pass_escaped_line(pf_pgn_reader *reader);

/* Skips the parentheses that begin at reader->at and their contents: up to the closing parenthesis, an empty line, a
 * tag or the end of the input. Returns whether they are closed. */
PF_PRIVATE bool pf_pgn_pass_parenthesis(pf_pgn_reader *reader);

/* ---- tags.c ---- */

typedef struct pf_pgn_tag {
    const char *start, *name, *value;
    size_t name_length, length;
} pf_pgn_tag;

typedef enum pf_pgn_after_tags {
    PF_PGN_TAG_READ,
    PF_PGN_TAG_PASSED, /* it was skipped with a warning */
    PF_PGN_TAGS_OVER,
    PF_PGN_TAGS_BROKEN
} pf_pgn_after_tags;

/* Reads the next tag of the game, or finds that the movetext begins. */
PF_PRIVATE pf_pgn_after_tags pf_pgn_next_tag(pf_pgn_reader *reader, pf_pgn_tag *tag);

/* Begins the tags: reader->at is before the first, or where the movetext of a game without tags begins. */
PF_PRIVATE void pf_pgn_begin_tags(pf_pgn_reader *reader);

/* Whether a '[' after tags and an empty line, at reader->at, begins another game: some programs leave a line empty
 * among the tags of one. Another game begins with the tag Event, or with a repetition of this game's first tag. */
PF_PRIVATE bool pf_pgn_is_next_game(const pf_pgn_reader *reader);

/* Sets up the first position from the tags. False after an error. */
PF_PRIVATE bool pf_pgn_set_up(pf_pgn_reader *reader);

/* ---- words.c ---- */

/* Whether a byte ends a word of movetext. */
static inline bool pf_pgn_ends_word(char c)
{
    return pf_pgn_is_blank(c) || c == '\0' || c == '{' || c == '}' || c == '(' || c == ')' || c == ';' || c == '$' ||
           c == '!' || c == '?' || c == '[' || c == ']' || c == '*';
}

/* The length of the result at p, and the result; 0 if there is none. */
PF_PRIVATE size_t pf_pgn_result_length(const pf_pgn_reader *reader, const char *p, pf_result *result);

/* The length of the move number at p, which is a digit. What directly follows it, with dots or without, may begin with
 * a digit: 8.0-0, 80-0, 8.1-0. */
PF_PRIVATE size_t pf_pgn_length_of_number(const pf_pgn_reader *reader, const char *p);

/* Reads any token of movetext at p. On PF_PGN_STOP_EVENT the token is filled, on PF_PGN_PASSED only token->after. A
 * comment longer than the window comes in pieces if the sink is events. */
PF_PRIVATE pf_pgn_stop pf_pgn_read_token(pf_pgn_reader *reader, const char *p, pf_pgn_sink sink, pf_pgn_token *token);

/* Reads text outside of movetext, after a result or before the tags of a game that does not begin with them: comments,
 * NAGs and the result again; other text is skipped with a warning. Returns PF_PGN_STOP_EVENT with a token,
 * PF_PGN_STOP_ERROR, PF_PGN_STOP_GAME before a tag, a move or a number, or PF_PGN_STOP_END. */
PF_PRIVATE pf_pgn_stop pf_pgn_read_outside(pf_pgn_reader *reader, pf_pgn_sink sink, pf_pgn_token *token);

/* ---- skip.c ---- */

/* Skips movetext without reading its moves, from a depth on: up to and including the result, to the next game, to the
 * end of the input, or (PF_PGN_STOP_EVENT) to the ')' that ends that depth if this was requested. */
PF_PRIVATE pf_pgn_stop pf_pgn_pass_text(pf_pgn_reader *reader, uint64_t depth, bool to_parenthesis);

/* Skips the text that pf_pgn_read_outside would read. */
PF_PRIVATE void pf_pgn_pass_outside(pf_pgn_reader *reader);

/* Skips everything up to a tag line. */
PF_PRIVATE void pf_pgn_pass_to_tag_line(pf_pgn_reader *reader);

/* Skips the remaining tags after a broken one: up to an empty line or a line that is not a tag. */
PF_PRIVATE void pf_pgn_pass_tags(pf_pgn_reader *reader);

/* ---- movetext.h, usual_tags.h ---- */

#define PF_DECLARE_PGN(suffix)                                                                                         \
    PF_PRIVATE pf_pgn_stop pf_pgn_movetext_event_##suffix(pf_pgn_reader *reader, pf_pgn_event *event);                 \
    PF_PRIVATE pf_pgn_stop pf_pgn_movetext_summary_##suffix(pf_pgn_reader *reader, pf_pgn_summary *summary);           \
    PF_PRIVATE pf_pgn_stop pf_pgn_movetext_columns_##suffix(pf_pgn_reader *reader, pf_pgn_columns *columns);           \
    PF_PRIVATE void pf_pgn_pass_usual_tags_##suffix(pf_pgn_reader *reader);                                            \
    PF_PRIVATE bool pf_pgn_read_usual_tag_##suffix(pf_pgn_reader *reader, pf_pgn_tag *tag);

PF_CODE_BY_LEVEL(movetext, PF_DECLARE_PGN)

/* ---- token_by_token.c ---- */

/* Reads the movetext of any game, as pf_pgn_movetext_body does, but not beyond the length that a game may have. */
PF_PRIVATE pf_pgn_stop pf_pgn_variant_movetext(pf_pgn_reader *reader, const pf_pgn_target *target, pf_pgn_sink sink);

/* ---- reader.c ---- */

/* Looks for the next game; false when there is none. */
PF_PRIVATE bool pf_pgn_begin_game(pf_pgn_reader *reader);

/* Skips tags that do not affect the first position, as long as they have the usual form. */
PF_PRIVATE void pf_pgn_pass_usual_tags(pf_pgn_reader *reader);
PF_PRIVATE bool pf_pgn_read_usual_tag(pf_pgn_reader *reader, pf_pgn_tag *tag);

/* Sets up the first position after the tags. */
PF_PRIVATE void pf_pgn_finish_tags(pf_pgn_reader *reader, pf_pgn_after_tags after);

/* Reads the text before the tags, the movetext, and the text after the result, into a summary or into columns, each in
 * its state of the reader. False if a column is full. */
PF_PRIVATE void pf_pgn_sum_up_before_tags(pf_pgn_reader *reader, const pf_pgn_target *target, pf_pgn_sink sink);
PF_PRIVATE bool pf_pgn_sum_up_movetext(pf_pgn_reader *reader, const pf_pgn_target *target, pf_pgn_sink sink);
PF_PRIVATE void pf_pgn_sum_up_after_result(pf_pgn_reader *reader, const pf_pgn_target *target, pf_pgn_sink sink);

/* Finishes a game, broken or not. */
PF_PRIVATE void pf_pgn_end_game(pf_pgn_reader *reader);

#endif
