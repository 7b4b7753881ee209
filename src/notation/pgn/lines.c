/* Lines of a PGN text: blanks and escaped lines between tokens, tag lines, ends of comments. A '[' or a digit at the
 * start of a line may begin a game; every file of the reader uses these functions to decide that. */
#include <string.h>

#include "base/text.h"
#include "notation/pgn/reader.h"
#include "notation/scan.h"

size_t pf_pgn_tag_name(const char *p, const char *end, const char **name)
{
    if (end - p > PF_PGN_WORD_MAX) end = p + PF_PGN_WORD_MAX;
    for (p++; p < end && (*p == ' ' || *p == '\t'); p++) continue;
    *name = p;
    while (p < end && pf_pgn_is_tag_letter(*p)) p++;
    size_t length = (size_t)(p - *name);
    for (; p < end && (*p == ' ' || *p == '\t'); p++) continue;
    return p < end && *p == '"' ? length : 0;
}

bool pf_pgn_is_tag(const char *p, const char *end)
{
    const char *name;
    return pf_pgn_tag_name(p, end, &name) > 0;
}

bool pf_pgn_is_tag_line(const pf_pgn_reader *reader, const char *p)
{
    return pf_pgn_is_tag(p, reader->end) && pf_pgn_margin_of(reader, p) != PF_PGN_MID_LINE;
}

bool pf_pgn_is_escaped_line(const pf_pgn_reader *reader, const char *p)
{
    return *p == '%' && pf_pgn_margin_of(reader, p) != PF_PGN_MID_LINE;
}

/* The number is 1 with one dot or none. "1..." is Black's first move and continues a game, as does the character for
 * three dots. */
bool pf_pgn_is_first_move(const pf_pgn_reader *reader, const char *p)
{
    if (*p != '1') return false;
    const char *q = p + 1;
    if (q < reader->end && *q == '.') q++;
    if (reader->end - q >= 3 && memcmp(q, PF_PGN_ELLIPSIS, 3) == 0) return false;
    if (q < reader->end && (*q == '.' || *q == '-' || *q == '/' || (*q >= '0' && *q <= '9'))) return false;
    return pf_pgn_margin_of(reader, p) == PF_PGN_AFTER_EMPTY_LINE;
}

bool pf_pgn_pass_blanks(pf_pgn_reader *reader)
{
    bool empty_line = false;
    while (pf_pgn_has_input(reader)) {
        const char *p = reader->at;
        /* Look back from p only where that decides the answer. Looking back from every byte of a margin would take
         * quadratic time; these two bytes stop the scan back from later ones. */
        if (*p == '\n') {
            empty_line |= pf_pgn_margin_of(reader, p) != PF_PGN_MID_LINE;
        } else if (pf_pgn_is_escaped_line(reader, p)) {
            pf_pgn_pass_escaped_line(reader);
            continue;
        } else if (pf_pgn_is_mark(reader, p)) {
            reader->at += PF_PGN_MARK_LENGTH - 1;
        } else if (!pf_pgn_is_blank(*p)) {
            break;
        }
        reader->at++;
    }
    return empty_line;
}

void pf_pgn_pass_line(pf_pgn_reader *reader)
{
    while (pf_pgn_has_input(reader)) {
        const char *newline = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
        reader->at = newline == NULL ? reader->end : newline + 1;
        if (newline != NULL) return;
    }
}

/* Reports an unterminated comment. The error is where the comment began, which may have left the window; reading
 * continues where the comment must have ended. */
static void fail_comment(pf_pgn_reader *reader, const char *end)
{
    reader->at = end;
    if (reader->quiet) return;
    pf_fail(&reader->fault.error, PF_ERROR_PGN, 0, "the comment is not closed");
    reader->fault.offset = reader->token_offset;
    reader->fault.line = reader->token_offset >= reader->base ? pf_pgn_line_at(reader, reader->token_offset)
                                                              : reader->token_line;
    reader->broken = true;
}

/* Where a piece of a comment ends: before a bracket that may be closed in the next piece. */
static const char *piece_end(const pf_pgn_reader *reader)
{
    const char *p = reader->limit - 1;
    while (p > reader->at && *p != '[' && *p != ']') p--;
    return p > reader->at && *p == '[' ? p : reader->limit;
}

const char *pf_pgn_comment_end(pf_pgn_reader *reader, const char *p, bool line_comment, bool *whole)
{
    const char close = line_comment ? '\n' : '}';
    const char bracket = line_comment ? '\n' : '[';
    size_t seen = 0; /* this many bytes from reader->at on do not contain the end */
    *whole = true;
    reader->at = p;
    for (;;) {
        const char *q = pf_find_either(reader->at + seen, reader->end, close, bracket);
        if (q < reader->end && *q == close) return q;
        if (q < reader->end && (q < reader->limit || pf_pgn_is_last_window(reader))) {
            /* A line that is a tag belongs to the next game: the comment was never closed. */
            if (pf_pgn_is_tag_line(reader, q)) {
                fail_comment(reader, q);
                return NULL;
            }
            seen = (size_t)(q + 1 - reader->at);
            continue;
        }
        if (pf_pgn_is_last_window(reader)) {
            if (line_comment) return reader->end;
            fail_comment(reader, reader->end);
            return NULL;
        }
        /* Get more input, unless this comment fills the window; in that case it is returned in pieces. */
        if (reader->at == reader->buffer && reader->end == reader->buffer + PF_PGN_WINDOW_SIZE) {
            *whole = false;
            return piece_end(reader);
        }
        seen = (size_t)(q - reader->at);
        /* No position is needed for a line, which always has an end, nor for a comment that is skipped; token_offset
         * may belong to another comment, even of another input. */
        if (!line_comment && !reader->quiet && reader->token_offset >= reader->base)
            reader->token_line = pf_pgn_line_at(reader, reader->token_offset);
        pf_pgn_refill(reader);
    }
}

const char *pf_pgn_comment_end_in_game(pf_pgn_reader *reader, const char *p, bool line_comment, bool *whole)
{
    const char *end = pf_pgn_comment_end(reader, p, line_comment, whole);
    const char *reached = end != NULL ? end : reader->at;
    if (PF_LIKELY(!pf_pgn_is_too_long(reader, reached, false))) return end;
    pf_pgn_fail_long(reader, reader->start + (reader->game_end - reader->base));
    return NULL;
}

bool pf_pgn_pass_comment(pf_pgn_reader *reader)
{
    const bool quiet = reader->quiet;
    const bool line_comment = *reader->at == ';';
    const char *end = ++reader->at;
    reader->quiet = true;
    for (bool whole = false; !whole && end != NULL;) {
        end = pf_pgn_comment_end(reader, reader->at, line_comment, &whole);
        if (end != NULL) reader->at = end + (whole && !line_comment);
    }
    reader->quiet = quiet;
    return end != NULL;
}

void pf_pgn_pass_escaped_line(pf_pgn_reader *reader)
{
    for (bool whole = false; !whole;) reader->at = pf_pgn_comment_end(reader, reader->at, true, &whole);
}

bool pf_pgn_pass_parenthesis(pf_pgn_reader *reader)
{
    uint64_t depth = 1;
    reader->at++;
    while (depth > 0 && !pf_pgn_pass_blanks(reader) && pf_pgn_has_input(reader)) {
        const char *p = reader->at;
        if (*p == '[' && pf_pgn_is_tag_line(reader, p)) break;
        if (*p == '{' || *p == ';') {
            if (!pf_pgn_pass_comment(reader)) break;
            continue;
        }
        depth += *p == '(';
        depth -= *p == ')';
        reader->at++;
    }
    return depth == 0;
}

/* ---- For users ---- */

/* Where the text of the line at p begins. */
static const char *pass_margin(const char *p, const char *end)
{
    while (p < end && *p != '\n' && pf_pgn_is_margin(*p)) p++;
    return p;
}

/* Whether a tag may be on the last line of text before p, which is after an empty line. The tag at p then continues the
 * tags of a game, unless it is Event. Escaped lines do not count. */
static bool may_follow_tags(const char *text, const char *p, const char *end)
{
    for (;;) {
        while (p > text && pf_pgn_is_margin(p[-1])) p--;
        const char *line_end = p;
        while (p > text && p[-1] != '\n') p--;
        const char *first = pass_margin(p, line_end);
        if (first == line_end) return false; /* the text begins here */
        if (*first == '[') return true;
        if (*first == '%') continue;
        for (const char *q = first; (q = memchr(q, '[', (size_t)(line_end - q))) != NULL; q++)
            if (pf_pgn_is_tag(q, end)) return true;
        return false;
    }
}

/* Whether a game certainly begins with the tag at p, which is the first on its line and follows an empty line. */
static bool begins_game(const char *text, const char *p, const char *end)
{
    const char *name;
    size_t length = pf_pgn_tag_name(p, end, &name);
    return length > 0 && (pf_pgn_is_word(name, length, "Event") || !may_follow_tags(text, p, end));
}

/* The first tag pair after an empty line, at or after from, with which a game begins. */
static size_t find_tag(const char *text, size_t length, size_t from)
{
    const char *end = text + length;
    const char *p = text + (from < length ? from : length);
    /* The empty line may be before from. */
    for (int back = 0; back < 4096 && p > text && pf_pgn_is_margin(p[-1]); back++) p--;
    bool after_empty_line = p == text;
    bool at_line_start = p == text || p[-1] == '\n';
    while (p < end) {
        const char *first = pass_margin(p, end);
        if (at_line_start && after_empty_line && first < end && *first == '[' && (size_t)(first - text) >= from &&
            begins_game(text, first, end))
            return (size_t)(first - text);
        const char *newline = memchr(first, '\n', (size_t)(end - first));
        if (newline == NULL) break;
        after_empty_line = at_line_start && first == newline;
        at_line_start = true;
        p = newline + 1;
    }
    return length;
}

static bool is_first_of_line(const char *text, const char *p)
{
    for (; p > text && pf_pgn_is_margin(p[-1]); p--)
        if (p[-1] == '\n') return true;
    return p == text;
}

/* Whether a line before p is a tag. The scan back is short, unless p is the first tag. */
static bool has_tag_before(const char *text, const char *p, const char *end)
{
    while (p-- > text)
        if (*p == '[' && pf_pgn_is_tag(p, end) && is_first_of_line(text, p)) return true;
    return false;
}

/* Where the text begins for a reader: after blanks, byte order marks and escaped lines. */
static const char *first_text(const char *p, const char *end)
{
    while (p < end) {
        if (pf_pgn_is_blank(*p)) {
            p++;
        } else if (*p == '%') {
            const char *newline = memchr(p, '\n', (size_t)(end - p));
            p = newline == NULL ? end : newline;
        } else if (end - p >= PF_PGN_MARK_LENGTH && memcmp(p, PF_PGN_MARK, PF_PGN_MARK_LENGTH) == 0) {
            p += PF_PGN_MARK_LENGTH;
        } else {
            break;
        }
    }
    return p;
}

size_t pf_pgn_pass_to_tag(bool *found, bool *mid_line, const char *text, size_t length, bool is_last)
{
    const char *end = text + length;
    const char *p = text;
    *found = false;
    while (p < end) {
        if (!*mid_line && *p == '[') {
            *found = pf_pgn_is_tag(p, end);
            if (*found || (!is_last && end - p <= PF_PGN_WORD_MAX)) break;
        }
        *mid_line = *p != '\n' && (*mid_line || !pf_pgn_is_margin(*p));
        p++;
        if (!*mid_line) continue;
        p = memchr(p, '\n', (size_t)(end - p));
        if (p == NULL) p = end;
    }
    return (size_t)(p - text);
}

size_t pf_pgn_find_game(const char *text, size_t length, size_t from)
{
    const char *end = text + length;
    const char *first = first_text(text, end);
    /* UTF-16 is one broken game, whatever looks like a tag in it. */
    if (pf_pgn_begins_as_utf16(text, length)) return length;
    size_t found = find_tag(text, length, from);
    /* Text before the first tag belongs to the same game. Only a reader could tell whether it is a separate game
     * without tags. */
    if (found < length && first < text + found && !has_tag_before(text, text + found, end))
        found = find_tag(text, length, found + 1);
    return found;
}
