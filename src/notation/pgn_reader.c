/* Reading PGN: the input window, games, tags, and how to go on after an error. The loop over movetext, where nearly all
 * the time goes, is in pgn_movetext.h; this file chooses the instruction set for it. */
#include <plyforge/fen.h>
#include <plyforge/play.h>

#include <stdlib.h>
#include <string.h>

#include "board/text.h"
#include "board/view.h"
#include "cpu/cpu.h"
#include "notation/pgn_reader.h"
#include "notation/san.h"
#include "notation/scan.h"

#if defined(PF_BUILD_AVX2)
#define PF_CHOOSE(function, ...)                                                                                       \
    (pf_cpu_has(PF_CPU_BMI2 | PF_CPU_FAST_PEXT | PF_CPU_AVX2) ? function##_avx2(__VA_ARGS__)                           \
                                                              : function##_portable(__VA_ARGS__))
#else
#define PF_CHOOSE(function, ...) function##_portable(__VA_ARGS__)
#endif

enum { BUFFER_SIZE = 1 << 20 };

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

static bool is_tag_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* ---- The input ---- */

pf_pgn_reader *pf_pgn_reader_create(void)
{
    pf_pgn_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) return NULL;
    reader->start_position = pf_position_start();
    pf_pgn_reader_from_memory(reader, "", 0);
    return reader;
}

void pf_pgn_reader_destroy(pf_pgn_reader *reader)
{
    if (reader == NULL) return;
    free(reader->buffer);
    free(reader);
}

static void start_over(pf_pgn_reader *reader, const char *text, size_t length)
{
    reader->at = reader->start = reader->line_at = text;
    reader->uncounted = reader->uncounted_end = text;
    reader->end = text + length;
    reader->limit = length > PF_PGN_LOOKAHEAD ? reader->end - PF_PGN_LOOKAHEAD : text;
    reader->base = 0;
    reader->starts_line = true;
    reader->lines = 0;
    reader->read = NULL;
    reader->no_more = false;
    reader->state = PF_PGN_BETWEEN;
    reader->skip_variation = false;
    reader->depth = 0;
    reader->frames[0].positions[0] = reader->start_position;
    reader->frames[0].now = 0;
    reader->frames[0].moved = false;
}

void pf_pgn_reader_from_memory(pf_pgn_reader *reader, const char *text, size_t length)
{
    start_over(reader, text, length);
}

pf_status pf_pgn_reader_from_stream(pf_pgn_reader *reader, pf_pgn_read *read, void *context)
{
    if (reader->buffer == NULL) reader->buffer = malloc(BUFFER_SIZE + PF_PGN_PADDING);
    if (reader->buffer == NULL) return PF_ERROR_NO_ROOM;
    start_over(reader, reader->buffer, 0);
    reader->read = read;
    reader->context = context;
    return PF_OK;
}

static uint64_t count_lines(const char *p, const char *end)
{
    uint64_t lines = 0;
    while (p < end) {
        /* Short runs whose count fits a byte are added up many at a time by the compiler. */
        const char *stop = end - p > 255 * 16 ? p + 255 * 16 : end;
        unsigned run = 0;
        for (; p < stop; p++) run += *p == '\n';
        lines += run;
    }
    return lines;
}

/* The line that p is in. Lines are counted on demand, and no byte twice as long as the questions go forward. */
static uint64_t line_of(pf_pgn_reader *reader, const char *p)
{
    reader->lines += count_lines(reader->uncounted, reader->uncounted_end);
    reader->uncounted = reader->uncounted_end;
    if (p < reader->line_at) {
        reader->lines -= count_lines(p, reader->line_at);
    } else {
        reader->lines += count_lines(reader->line_at, p);
    }
    reader->line_at = p;
    return reader->lines + 1;
}

/* The same for an offset; of one that has left the window, the first line that is still there. */
static uint64_t line_at_offset(pf_pgn_reader *reader, uint64_t offset)
{
    return line_of(reader, offset >= reader->base ? reader->start + (offset - reader->base) : reader->start);
}

bool pf_pgn_refill(pf_pgn_reader *reader)
{
    if (reader->no_more) return reader->at < reader->end;

    if (reader->read == NULL) {
        /* The text stays where it is: its lines can be counted when somebody asks. */
        reader->uncounted = reader->line_at;
        reader->uncounted_end = reader->at;
    } else {
        line_of(reader, reader->at);
    }
    reader->starts_line = pf_pgn_is_line_start(reader, reader->at);
    reader->base += (uint64_t)(reader->at - reader->start);
    size_t kept = (size_t)(reader->end - reader->at);
    char *buffer = reader->read == NULL ? reader->tail : reader->buffer;
    if (reader->at != buffer) memmove(buffer, reader->at, kept);
    reader->at = reader->start = reader->line_at = buffer;
    reader->no_more = reader->read == NULL;
    while (!reader->no_more && kept < BUFFER_SIZE) {
        size_t got = reader->read(reader->context, buffer + kept, BUFFER_SIZE - kept);
        kept += got;
        if (got == 0) reader->no_more = true;
        if (kept >= 2 * PF_PGN_LOOKAHEAD) break;
    }
    reader->end = buffer + kept;
    reader->limit = reader->no_more ? reader->end : reader->end - PF_PGN_LOOKAHEAD;
    if (reader->no_more) memset(buffer + kept, 0, PF_PGN_PADDING);
    return kept > 0;
}

/* Whether there is a byte at reader->at, with the usual number behind it if the input has them. */
static bool has_input(pf_pgn_reader *reader)
{
    return reader->at < reader->limit || pf_pgn_refill(reader);
}

/* Whether the input ends where the window does. */
static bool is_last_window(const pf_pgn_reader *reader)
{
    return reader->no_more || reader->read == NULL;
}

/* ---- Errors ---- */

pf_pgn_stop pf_pgn_fail(pf_pgn_reader *reader, const char *p, pf_status code, const char *message)
{
    pf_fail(&reader->error, code, 0, message);
    reader->error_offset = pf_pgn_offset(reader, p);
    reader->error_line = line_of(reader, p);
    reader->broken = true;
    reader->at = p;
    return PF_PGN_STOP_ERROR;
}

pf_pgn_stop pf_pgn_fail_byte(pf_pgn_reader *reader, const char *p)
{
    pf_pgn_fail(reader, p, PF_ERROR_PGN, "");
    pf_fail_at_char(&reader->error, PF_ERROR_PGN, 0, "nothing in movetext begins with", *p);
    return PF_PGN_STOP_ERROR;
}

/* ---- Movetext, what is not in the quick loop ---- */

static bool ends_word(char c)
{
    return is_blank(c) || c == '\0' || c == '{' || c == '}' || c == '(' || c == ')' || c == ';' || c == '$' ||
           c == '!' || c == '?' || c == '[' || c == ']' || c == '*';
}

/* Signs for "White is better" and the like, which older writers put between the moves. */
static bool is_judgement(const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (word[i] != '+' && word[i] != '-' && word[i] != '=' && word[i] != '/' && word[i] != '~') return false;
    return true;
}

static bool is_word(const char *word, size_t length, const char *expected)
{
    return length == strlen(expected) && memcmp(word, expected, length) == 0;
}

void pf_pgn_play_word(pf_pgn_frame *frame, pf_move move)
{
    pf_position *after = &frame->positions[frame->now ^ 1];
    *after = frame->positions[frame->now];
    if (move == PF_NO_MOVE) {
        pf_undo ignored;
        pf_position_make_null(after, &ignored);
    } else {
        pf_position_play_unchecked(after, move);
    }
    frame->now ^= 1;
    frame->moved = true;
}

bool pf_pgn_read_word(pf_pgn_reader *reader, const char *p, pf_move *move, size_t *length, bool *passed_over)
{
    const pf_pgn_frame *frame = &reader->frames[reader->depth];
    const pf_position *position = &frame->positions[frame->now];
    const char *q = p;
    while (q < reader->end && !ends_word(*q) && q - p <= PF_PGN_WORD_MAX) q++;
    /* A promotion may stand in parentheses, which otherwise begin a variation. */
    if (q > p && reader->end - q >= 3 && q[0] == '(' && q[2] == ')' && strchr("QRBN", q[1]) && q[1] != '\0') q += 3;
    *length = (size_t)(q - p);
    *passed_over = true;
    if (q == p) {
        pf_pgn_fail_byte(reader, p);
        return false;
    }
    if (is_word(p, *length, "e.p.") || is_word(p, *length, "ep")) return true;
    if (is_word(p, *length, "\xef\xbb\xbf")) return true; /* a byte order mark where files were joined */
    *passed_over = false;

    pf_san_token token;
    pf_status status = pf_san_read_token(&token, p, *length, &reader->error);
    if (status == PF_OK && token.shape == PF_SAN_NULL_MOVE) {
        pf_undo undo;
        pf_position copy = *position;
        *move = PF_NO_MOVE;
        if (pf_position_make_null(&copy, &undo)) return true;
        pf_pgn_fail(reader, p, PF_ERROR_MOVE_ILLEGAL, "a null move cannot answer a check");
        return false;
    }
    if (status == PF_OK) status = pf_san_find_move(move, position, &token, p, *length, &reader->error);
    if (status == PF_OK) return true;
    if (is_judgement(p, *length)) return *passed_over = true;

    char shown[24];
    pf_error reason = reader->error;
    pf_text text = pf_text_begin(shown, sizeof shown);
    for (size_t i = 0; i < *length && i < 12; i++) {
        bool printable = p[i] > 32 && p[i] < 127;
        pf_text_char(&text, printable ? p[i] : '?');
    }
    pf_text_string(&text, *length > 12 ? "..." : "");
    pf_text_end(&text);
    pf_pgn_fail(reader, p, status, "");
    text = pf_text_begin(reader->error.message, sizeof reader->error.message);
    pf_text_string(&text, shown);
    pf_text_string(&text, ": ");
    pf_text_string(&text, reason.message);
    pf_text_end(&text);
    return false;
}

const char *pf_pgn_comment_end(pf_pgn_reader *reader, const char *p, bool line_comment, bool *whole)
{
    size_t seen = 0; /* how far the text from reader->at on is known not to hold the end */
    *whole = true;
    reader->at = p;
    for (;;) {
        const char *q = pf_find_either(reader->at + seen, reader->end, line_comment ? '\n' : '}', '\n');
        if (q < reader->end && (*q == '}' || line_comment)) return q;
        if (q < reader->end && (q < reader->limit || is_last_window(reader))) {
            /* A line that is a tag belongs to the next game: the comment was never closed. */
            if (q + 1 < reader->end && q[1] == '[' && pf_pgn_is_tag(q + 1, reader->end)) break;
            seen = (size_t)(q + 1 - reader->at);
            continue;
        }
        if (is_last_window(reader)) {
            if (line_comment) return reader->end;
            seen = (size_t)(reader->end - reader->at);
            break;
        }
        /* More input, unless the window is full of this comment: then it is handed out in pieces. */
        if (reader->at == reader->buffer && reader->end == reader->buffer + BUFFER_SIZE) {
            *whole = false;
            return reader->limit;
        }
        seen = (size_t)(q - reader->at);
        if (reader->token_offset >= reader->base) reader->token_line = line_at_offset(reader, reader->token_offset);
        pf_pgn_refill(reader);
    }
    /* The error is where the comment began, which may have left the window; reading goes on behind it. */
    const char *q = pf_find_either(reader->at + seen, reader->end, '\n', '\n');
    reader->at = q < reader->end ? q + 1 : reader->end;
    pf_fail(&reader->error, PF_ERROR_PGN, 0, "the comment is not closed");
    reader->error_offset = reader->token_offset;
    reader->error_line = reader->token_offset >= reader->base ? line_at_offset(reader, reader->token_offset)
                                                              : reader->token_line;
    reader->broken = true;
    return NULL;
}

static bool is_result(const char *word, size_t length)
{
    return is_word(word, length, "1-0") || is_word(word, length, "0-1") || is_word(word, length, "1/2-1/2") ||
           is_word(word, length, "1/2");
}

/* Passes over movetext without looking at its moves, from a depth on: up to the result, which is passed too, a tag, the
 * end of the input, or (PF_PGN_STOP_EVENT) a ')' that ends that depth if it is to be found. */
static pf_pgn_stop pass_text(pf_pgn_reader *reader, uint64_t depth, bool to_parenthesis)
{
    bool at_line_start = pf_pgn_is_line_start(reader, reader->at);
    while (has_input(reader)) {
        const char *p = reader->at;
        if (at_line_start && *p == '[' && pf_pgn_is_tag(p, reader->end)) return PF_PGN_STOP_TAG;
        at_line_start = *p == '\n';
        if (*p == '{' || *p == ';') {
            bool line_comment = *p == ';';
            bool whole = false;
            pf_error error = reader->error;
            uint64_t error_offset = reader->error_offset, error_line = reader->error_line;
            bool broken = reader->broken;
            reader->token_offset = pf_pgn_offset(reader, p);
            reader->at = p + 1;
            while (!whole) {
                const char *q = pf_pgn_comment_end(reader, reader->at, line_comment, &whole);
                if (q == NULL) {
                    /* The first error of the game is the one to tell. */
                    reader->error = error;
                    reader->error_offset = error_offset;
                    reader->error_line = error_line;
                    reader->broken = broken;
                    return reader->at < reader->end ? PF_PGN_STOP_TAG : PF_PGN_STOP_END;
                }
                reader->at = q + (whole && !line_comment);
            }
            continue;
        }
        if (*p == '(') {
            depth++;
        } else if (*p == ')') {
            if (depth > 0) depth--;
            if (depth == 0 && to_parenthesis) return PF_PGN_STOP_EVENT;
        } else if (*p == '*' && depth == 0) {
            reader->at++;
            reader->result = PF_PGN_UNDECIDED;
            return PF_PGN_STOP_RESULT;
        } else if (!ends_word(*p)) {
            while (p < reader->end && !ends_word(*p) && p - reader->at <= PF_PGN_WORD_MAX) p++;
            bool over = depth == 0 && is_result(reader->at, (size_t)(p - reader->at));
            reader->at = p;
            if (over) return PF_PGN_STOP_RESULT;
            continue;
        }
        reader->at++;
    }
    return PF_PGN_STOP_END;
}

/* Passes over everything up to a line that is a tag. */
static void pass_to_tag(pf_pgn_reader *reader)
{
    while (has_input(reader)) {
        const char *from = reader->at;
        const char *newline = memchr(from, '\n', (size_t)(reader->end - from));
        if (newline == NULL) {
            reader->at = reader->end;
            continue;
        }
        if (newline >= reader->limit && !reader->no_more) {
            /* The next line must be seen too. */
            reader->at = newline;
            pf_pgn_refill(reader);
            newline = reader->at;
        }
        reader->at = newline + 1;
        if (reader->at < reader->end && *reader->at == '[' && pf_pgn_is_tag(reader->at, reader->end)) return;
    }
}

/* ---- Tags ---- */

bool pf_pgn_is_tag(const char *p, const char *end)
{
    if (end - p > PF_PGN_LOOKAHEAD - 1) end = p + PF_PGN_LOOKAHEAD - 1;
    for (p++; p < end && (*p == ' ' || *p == '\t'); p++) continue;
    const char *name = p;
    while (p < end && is_tag_letter(*p)) p++;
    if (p == name) return false;
    for (; p < end && (*p == ' ' || *p == '\t'); p++) continue;
    return p < end && *p == '"';
}

static void remember(char *buffer, size_t size, size_t *length, const char *value, size_t value_length)
{
    *length = value_length < size ? value_length : size;
    memcpy(buffer, value, *length);
}

/* Keeps what decides how the game begins. */
static void note_tag(pf_pgn_reader *reader, const char *name, size_t name_length, const char *value, size_t length)
{
    reader->tag_count++;
    if (is_word(name, name_length, "FEN")) {
        remember(reader->fen, sizeof reader->fen, &reader->fen_length, value, length);
        reader->fen_offset = pf_pgn_offset(reader, value);
    } else if (is_word(name, name_length, "Variant")) {
        remember(reader->variant, sizeof reader->variant, &reader->variant_length, value, length);
        reader->variant_offset = pf_pgn_offset(reader, value);
    }
}

/* Makes sure that the whole line is in the window, or as much as fits. */
static void bring_in_line(pf_pgn_reader *reader)
{
    size_t seen = 0;
    while (!reader->no_more && memchr(reader->at + seen, '\n', (size_t)(reader->end - reader->at) - seen) == NULL) {
        seen = (size_t)(reader->end - reader->at);
        if (seen == BUFFER_SIZE) return;
        pf_pgn_refill(reader);
    }
}

typedef struct pf_tag {
    const char *start, *name, *value;
    size_t name_length, length;
} pf_tag;

/* Finds the end of a value that begins at p: a quotation mark with a ']' behind it. Others belong to the value, because
 * writers forget to escape them. NULL if the line has none. */
static const char *find_value_end(const char *value, const char *end)
{
    const char *p = value;
    for (;; p++) {
        p = pf_find_either(p, end, '"', '\n');
        if (p == end || *p == '\n') return NULL;
        const char *slash = p;
        while (slash > value && slash[-1] == '\\') slash--;
        if ((p - slash) % 2 != 0) continue;
        const char *close = p + 1;
        while (close < end && (*close == ' ' || *close == '\t')) close++;
        if (close < end && *close == ']') return p;
    }
}

/* Reads the tag pair at reader->at, which is a '['. */
static bool read_tag(pf_pgn_reader *reader, pf_tag *tag)
{
    if (!is_last_window(reader)) bring_in_line(reader);
    const char *p = reader->at;
    const char *end = reader->end;
    tag->start = p++;
    while (p < end && (*p == ' ' || *p == '\t')) p++;
    tag->name = p;
    while (p < end && !is_blank(*p) && *p != '"' && *p != ']') p++;
    tag->name_length = (size_t)(p - tag->name);
    if (p == tag->name) {
        pf_pgn_fail(reader, tag->start, PF_ERROR_PGN, "a tag must have a name");
        return false;
    }
    while (p < end && (*p == ' ' || *p == '\t')) p++;
    if (p == end || *p != '"') {
        pf_pgn_fail(reader, tag->start, PF_ERROR_PGN, "a tag must have a value in quotation marks");
        return false;
    }
    tag->value = ++p;
    p = find_value_end(p, end);
    if (p == NULL) {
        pf_pgn_fail(reader, tag->start, PF_ERROR_PGN, "the tag is not closed");
        return false;
    }
    tag->length = (size_t)(p - tag->value);
    do p++;
    while (*p != ']');
    reader->at = p + 1;
    note_tag(reader, tag->name, tag->name_length, tag->value, tag->length);
    return true;
}

/* Passes over the tags of a run of lines that nobody wants to see, as long as each is a short line of the usual form,
 * [Name "value"], and none says how the game begins. */
static void pass_usual_tags(pf_pgn_reader *reader)
{
    const char *p = reader->at;
    while (p < reader->limit && *p == '[' && is_tag_letter(p[1])) {
        uint64_t newlines = pf_match_either(p, '\n', '\n');
        if (newlines == 0) break;
        unsigned newline = pf_lowest(newlines);
        uint64_t before = (UINT64_C(1) << newline) - 1;
        uint64_t quotes = pf_match_either(p, '"', '\\') & before;
        unsigned close = newline - 1 - (p[newline - 1] == '\r');
        /* Two quotation marks, nothing escaped: one after a name and a blank, the other before the last bracket. */
        if (pf_popcount(quotes) != 2 || p[close] != ']' || !(quotes >> (close - 1) & 1) || p[close - 1] != '"') break;
        unsigned open = pf_lowest(quotes);
        uint64_t blanks = pf_match_either(p, ' ', '\t') & ((UINT64_C(1) << open) - 1);
        if (p[open] != '"' || blanks != UINT64_C(1) << (open - 1)) break;
        if (p[1] == 'F' || p[1] == 'V')
            if (is_word(p + 1, open - 2, "FEN") || is_word(p + 1, open - 2, "Variant")) break;
        reader->tag_count++;
        p += newline + 1;
    }
    reader->at = p;
}

/* Steps over blanks, and escaped lines that begin with '%'. Returns whether a blank line was among them. */
static bool pass_blanks(pf_pgn_reader *reader, bool at_line_start)
{
    bool blank_line = false;
    while (has_input(reader)) {
        const char *p = reader->at;
        if (*p == '\n') {
            blank_line |= at_line_start;
            at_line_start = true;
        } else if (at_line_start && *p == '%') {
            bool whole = false;
            while (!whole) reader->at = pf_pgn_comment_end(reader, reader->at, true, &whole);
            at_line_start = false;
            continue;
        } else if (!is_blank(*p)) {
            break;
        }
        reader->at++;
    }
    return blank_line;
}

/* ---- Variants and start positions ---- */

/* Whether two names are the same but for case, blanks and hyphens. */
static bool is_name(const char *text, size_t length, const char *name)
{
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (c == ' ' || c == '-' || c == '_') continue;
        if (c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
        if (*name == '\0' || c != *name++) return false;
    }
    return *name == '\0';
}

/* The names for chess from the usual array, from a given position, and for Chess960: one code path for all of them. */
static bool is_supported_variant(const char *text, size_t length)
{
    static const char *const names[] = {"",
                                        "standard",
                                        "chess",
                                        "classical",
                                        "normal",
                                        "orthodox",
                                        "fromposition",
                                        "chess960",
                                        "960",
                                        "fischerandom",
                                        "frc",
                                        "fischerrandom",
                                        "fischerrandomchess",
                                        "fischerandomchess",
                                        "freestyle",
                                        "wild/fr",
                                        "wild/0",
                                        "wild/1",
                                        "wild/2",
                                        "wild/3",
                                        "wild/4",
                                        "wild/5",
                                        "wild/8",
                                        "wild/8a"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (is_name(text, length, names[i])) return true;
    return false;
}

/* Sets the first position up as the tags say. */
static bool set_up(pf_pgn_reader *reader)
{
    pf_pgn_frame *frame = &reader->frames[0];
    reader->depth = 0;
    frame->now = 0;
    frame->moved = false;
    if (PF_UNLIKELY(reader->variant_length) && !is_supported_variant(reader->variant, reader->variant_length)) {
        pf_pgn_fail(reader, reader->at, PF_ERROR_UNSUPPORTED, "");
        pf_text text = pf_text_begin(reader->error.message, sizeof reader->error.message);
        pf_text_string(&text, "unsupported variant ");
        for (size_t i = 0; i < reader->variant_length; i++) {
            char c = reader->variant[i];
            pf_text_char(&text, c >= 32 && c < 127 ? c : '?');
        }
        pf_text_end(&text);
        reader->error_offset = reader->variant_offset;
        reader->error_line = line_at_offset(reader, reader->error_offset);
        return false;
    }
    if (PF_LIKELY(reader->fen_length == 0)) {
        frame->positions[0] = reader->start_position;
        return true;
    }
    pf_error error;
    pf_status status = pf_position_from_fen(&frame->positions[0], reader->fen, reader->fen_length,
                                            PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960, NULL, &error);
    if (status == PF_OK) return true;
    pf_pgn_fail(reader, reader->at, status, "");
    pf_text text = pf_text_begin(reader->error.message, sizeof reader->error.message);
    pf_text_string(&text, "the FEN is refused: ");
    pf_text_string(&text, error.message);
    pf_text_end(&text);
    reader->error_offset = reader->fen_offset + error.offset;
    reader->error_line = line_at_offset(reader, reader->error_offset);
    return false;
}

/* ---- Games ---- */

/* Looks for the next game; false when there is none. */
static bool begin_game(pf_pgn_reader *reader)
{
    pass_blanks(reader, pf_pgn_is_line_start(reader, reader->at));
    if (reader->end - reader->at >= 3 && memcmp(reader->at, "\xef\xbb\xbf", 3) == 0) {
        reader->at += 3;
        pass_blanks(reader, true);
    }
    if (!has_input(reader)) return false;
    reader->state = PF_PGN_IN_TAGS;
    reader->broken = false;
    reader->result = PF_PGN_NO_RESULT;
    reader->game_offset = pf_pgn_offset(reader, reader->at);
    reader->tag_count = 0;
    reader->fen_length = 0;
    reader->variant_length = 0;
    reader->depth = 0;
    reader->skip_variation = false;
    return true;
}

typedef enum pf_after_tags { PF_TAG_READ, PF_TAGS_OVER, PF_TAGS_BROKEN } pf_after_tags;

/* Reads the next tag of the game, or finds that the movetext begins. */
static pf_after_tags next_tag(pf_pgn_reader *reader, pf_tag *tag)
{
    bool blank_line = pass_blanks(reader, pf_pgn_is_line_start(reader, reader->at));
    bool is_next = has_input(reader) && *reader->at == '[';
    if (reader->tag_count > 0 && (blank_line || !is_next)) {
        bool is_other_game = !has_input(reader) || (is_next && pf_pgn_is_tag(reader->at, reader->end));
        reader->state = is_other_game ? PF_PGN_NO_MOVETEXT : PF_PGN_IN_MOVETEXT;
        return PF_TAGS_OVER;
    }
    if (!is_next) {
        reader->state = PF_PGN_IN_MOVETEXT;
        return PF_TAGS_OVER;
    }
    if (read_tag(reader, tag)) return PF_TAG_READ;
    reader->state = PF_PGN_IN_BROKEN_TAGS;
    return PF_TAGS_BROKEN;
}

/* Passes over the tags that are left: up to a blank line, or a line that is none. */
static void pass_tags(pf_pgn_reader *reader)
{
    while (has_input(reader)) {
        const char *newline = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
        reader->at = newline == NULL ? reader->end : newline + 1;
        if (newline == NULL) continue;
        if (!has_input(reader)) return;
        if (*reader->at != '[') return;
    }
}

/* Leaves a broken or finished game behind. */
static void end_game(pf_pgn_reader *reader)
{
    if (reader->state == PF_PGN_IN_BROKEN_TAGS) {
        pass_tags(reader);
        /* Movetext follows after a blank line, unless the next tags do. */
        pass_blanks(reader, true);
        if (has_input(reader) && !(*reader->at == '[' && pf_pgn_is_tag(reader->at, reader->end)))
            pass_text(reader, 0, false);
    } else if (reader->state == PF_PGN_IN_BROKEN_MOVETEXT) {
        pass_text(reader, reader->depth, false);
    }
    if (reader->broken) reader->result = PF_PGN_NO_RESULT;
    reader->state = PF_PGN_BETWEEN;
}

/* A game whose movetext stopped without a result is whole unless a variation is open. */
static bool is_left_open(pf_pgn_reader *reader)
{
    if (reader->depth == 0) return false;
    pf_pgn_fail(reader, reader->at, PF_ERROR_PGN, "the game ends within a variation");
    reader->depth = 0;
    return true;
}

static void clear_event(pf_pgn_event *event)
{
    event->name = event->text = NULL;
    event->name_length = event->length = 0;
    event->move = PF_NO_MOVE;
    event->nag = 0;
    event->continues = event->broken = false;
    event->result = PF_PGN_NO_RESULT;
    event->line = 0;
}

static pf_pgn_event_type error_event(pf_pgn_reader *reader, pf_pgn_event *event, pf_pgn_state state)
{
    reader->state = state;
    event->offset = reader->error_offset;
    event->line = reader->error_line;
    event->error = reader->error;
    return event->type = PF_PGN_ERROR;
}

static pf_pgn_event_type game_end_event(pf_pgn_reader *reader, pf_pgn_event *event)
{
    event->offset = pf_pgn_offset(reader, reader->at);
    end_game(reader);
    event->result = reader->result;
    event->broken = reader->broken;
    event->depth = 0;
    return event->type = PF_PGN_GAME_END;
}

/* Takes the blanks off a comment, at both ends or, for a piece of one, where it is not cut. */
static void finish_comment(pf_pgn_event *event, bool continued)
{
    while (!continued && event->length > 0 && is_blank(*event->text)) event->text++, event->length--;
    while (!event->continues && event->length > 0 && is_blank(event->text[event->length - 1])) event->length--;
    pf_pgn_commands_from_text(&event->commands, event->text, event->length);
}

/* The next piece of a comment that did not fit into the window. */
static pf_pgn_event_type continue_comment(pf_pgn_reader *reader, pf_pgn_event *event)
{
    bool line_comment = reader->state == PF_PGN_IN_LINE_COMMENT;
    bool whole;
    const char *close = pf_pgn_comment_end(reader, reader->at, line_comment, &whole);
    if (close == NULL) return error_event(reader, event, PF_PGN_IN_BROKEN_MOVETEXT);
    event->type = PF_PGN_COMMENT;
    event->offset = pf_pgn_offset(reader, reader->at);
    event->text = reader->at;
    event->length = (size_t)(close - reader->at);
    event->continues = !whole;
    finish_comment(event, true);
    reader->at = close + (whole && !line_comment);
    if (whole) reader->state = PF_PGN_IN_MOVETEXT;
    return PF_PGN_COMMENT;
}

static pf_pgn_event_type movetext_event(pf_pgn_reader *reader, pf_pgn_event *event)
{
    if (PF_UNLIKELY(reader->skip_variation)) {
        reader->skip_variation = false;
        pass_text(reader, 1, true);
    }
    pf_pgn_stop stop = PF_CHOOSE(pf_pgn_movetext_event, reader, event);
    event->depth = reader->depth;
    switch (stop) {
    case PF_PGN_STOP_EVENT:
        if (event->type == PF_PGN_END_VARIATION) event->depth++; /* it belongs to the variation, as its begin does */
        if (event->type == PF_PGN_COMMENT) finish_comment(event, false);
        return event->type;
    case PF_PGN_STOP_ERROR: return error_event(reader, event, PF_PGN_IN_BROKEN_MOVETEXT);
    case PF_PGN_STOP_RESULT: return game_end_event(reader, event);
    case PF_PGN_STOP_TAG:
    case PF_PGN_STOP_END: break;
    }
    if (is_left_open(reader)) return error_event(reader, event, PF_PGN_AFTER_SKIPPED);
    return game_end_event(reader, event);
}

pf_pgn_event_type pf_pgn_next(pf_pgn_reader *reader, pf_pgn_event *event)
{
    clear_event(event);
    pf_tag tag;
    switch (reader->state) {
    case PF_PGN_BETWEEN:
        event->depth = 0;
        if (!begin_game(reader)) {
            event->offset = pf_pgn_offset(reader, reader->at);
            return event->type = PF_PGN_END;
        }
        event->offset = reader->game_offset;
        return event->type = PF_PGN_GAME;
    case PF_PGN_IN_TAGS:
        event->depth = 0;
        switch (next_tag(reader, &tag)) {
        case PF_TAG_READ:
            event->offset = pf_pgn_offset(reader, tag.start);
            event->name = tag.name;
            event->name_length = tag.name_length;
            event->text = tag.value;
            event->length = tag.length;
            return event->type = PF_PGN_TAG;
        case PF_TAGS_BROKEN: return error_event(reader, event, PF_PGN_IN_BROKEN_TAGS);
        case PF_TAGS_OVER: break;
        }
        event->offset = pf_pgn_offset(reader, reader->at);
        if (!set_up(reader))
            return error_event(reader, event,
                               reader->state == PF_PGN_NO_MOVETEXT ? PF_PGN_AFTER_SKIPPED : PF_PGN_IN_BROKEN_MOVETEXT);
        return event->type = PF_PGN_MOVETEXT;
    case PF_PGN_IN_MOVETEXT: return movetext_event(reader, event);
    case PF_PGN_IN_COMMENT:
    case PF_PGN_IN_LINE_COMMENT: event->depth = reader->depth; return continue_comment(reader, event);
    case PF_PGN_NO_MOVETEXT:
    case PF_PGN_IN_BROKEN_TAGS:
    case PF_PGN_IN_BROKEN_MOVETEXT:
    case PF_PGN_AFTER_SKIPPED: break;
    }
    return game_end_event(reader, event);
}

const pf_position *pf_pgn_position(pf_pgn_reader *reader)
{
    pf_pgn_frame *frame = &reader->frames[reader->depth];
    pf_position *position = &frame->positions[frame->now];
    position->key = pf_position_compute_key(position);
    return position;
}

void pf_pgn_skip_variation(pf_pgn_reader *reader)
{
    if (reader->state == PF_PGN_IN_MOVETEXT && reader->depth > 0) reader->skip_variation = true;
}

void pf_pgn_skip_game(pf_pgn_reader *reader)
{
    pf_tag tag;
    if (reader->state == PF_PGN_BETWEEN) return;
    if (reader->state == PF_PGN_IN_TAGS && has_input(reader) && pf_pgn_is_line_start(reader, reader->at))
        pass_usual_tags(reader);
    while (reader->state == PF_PGN_IN_TAGS && next_tag(reader, &tag) == PF_TAG_READ) continue;
    if (reader->state == PF_PGN_IN_MOVETEXT || reader->state == PF_PGN_IN_COMMENT ||
        reader->state == PF_PGN_IN_LINE_COMMENT)
        pass_to_tag(reader);
    else
        end_game(reader);
    reader->state = PF_PGN_AFTER_SKIPPED;
}

bool pf_pgn_read_game(pf_pgn_reader *reader, pf_pgn_summary *summary)
{
    pf_tag tag;
    if (reader->state == PF_PGN_BETWEEN && !begin_game(reader)) return false;
    summary->offset = reader->game_offset;
    summary->line = summary->error_offset = 0;
    summary->plies = summary->variation_plies = summary->variations = summary->comments = summary->nags = 0;

    uint32_t tags_before = reader->tag_count;
    if (reader->state == PF_PGN_IN_TAGS) {
        pf_after_tags after;
        if (has_input(reader) && pf_pgn_is_line_start(reader, reader->at)) pass_usual_tags(reader);
        do after = next_tag(reader, &tag);
        while (after == PF_TAG_READ);
        if (after == PF_TAGS_OVER && !set_up(reader) && reader->state == PF_PGN_IN_MOVETEXT)
            reader->state = PF_PGN_IN_BROKEN_MOVETEXT;
    }
    summary->tags = reader->tag_count - tags_before;
    if (reader->state == PF_PGN_IN_COMMENT || reader->state == PF_PGN_IN_LINE_COMMENT) {
        pf_pgn_event event;
        do clear_event(&event), continue_comment(reader, &event);
        while (event.continues);
    }
    if (reader->state == PF_PGN_IN_MOVETEXT) {
        if (reader->skip_variation) pass_text(reader, 1, true);
        reader->skip_variation = false;
        pf_pgn_stop stop = PF_CHOOSE(pf_pgn_movetext_summary, reader, summary);
        if (stop == PF_PGN_STOP_ERROR)
            reader->state = PF_PGN_IN_BROKEN_MOVETEXT;
        else if (stop != PF_PGN_STOP_RESULT)
            is_left_open(reader);
    }
    end_game(reader);
    summary->result = reader->result;
    summary->broken = reader->broken;
    if (reader->broken) {
        summary->error = reader->error;
        summary->error_offset = reader->error_offset;
        summary->line = reader->error_line;
    }
    return true;
}

/* ---- Small things ---- */

size_t pf_pgn_find_game(const char *text, size_t length, size_t from)
{
    const char *end = text + length;
    const char *p = text + (from < length ? from : length);
    /* The blank line may lie before the place that is asked about. */
    for (int back = 0; back < 4096 && p > text && is_blank(p[-1]); back++) p--;
    bool blank_line = p == text;
    bool at_line_start = p == text || p[-1] == '\n';
    while (p < end) {
        if (at_line_start && blank_line && *p == '[' && (size_t)(p - text) >= from && pf_pgn_is_tag(p, end))
            return (size_t)(p - text);
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        if (newline == NULL) break;
        const char *q = p;
        while (q < newline && is_blank(*q)) q++;
        blank_line = at_line_start && q == newline;
        at_line_start = true;
        p = newline + 1;
    }
    return length;
}

size_t pf_pgn_unescape(char *buffer, size_t size, const char *value, size_t length)
{
    pf_text text = pf_text_begin(buffer, size);
    for (size_t i = 0; i < length; i++) {
        if (value[i] == '\\' && i + 1 < length && (value[i + 1] == '"' || value[i + 1] == '\\')) i++;
        pf_text_char(&text, value[i]);
    }
    return pf_text_end(&text);
}

const char *pf_pgn_result_text(pf_pgn_result result)
{
    switch (result) {
    case PF_PGN_WHITE_WINS: return "1-0";
    case PF_PGN_BLACK_WINS: return "0-1";
    case PF_PGN_DRAW: return "1/2-1/2";
    case PF_PGN_NO_RESULT:
    case PF_PGN_UNDECIDED: break;
    }
    return "*";
}
