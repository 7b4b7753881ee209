/* Scanning the text of divides: characters, words, and counts with their separators. */
#ifndef PLYFORGE_WORKBENCH_DIVIDE_SCAN_H
#define PLYFORGE_WORKBENCH_DIVIDE_SCAN_H

#include "workbench/divide.h"

#define PF_DIVIDE_BLANKS " \t\v\f"

/* ---- Characters ---- */

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline char to_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static inline bool is_letter(char c)
{
    return to_lower(c) >= 'a' && to_lower(c) <= 'z';
}

static inline bool is_one_of(char c, const char *characters)
{
    for (; *characters; characters++)
        if (c == *characters) return true;
    return false;
}

/* A part of the text. */
typedef struct pf_span {
    const char *at, *end;
} pf_span;

static inline bool starts_with(pf_span span, const char *word)
{
    for (; *word; word++, span.at++)
        if (span.at == span.end || *span.at != *word) return false;
    return true;
}

/* The length of the first of these words that the span starts with, or 0. */
static inline size_t length_of_any(pf_span span, const char *const *words)
{
    for (; *words; words++) {
        size_t length = 0;
        while ((*words)[length]) length++;
        if (starts_with(span, *words)) return length;
    }
    return 0;
}

static inline void skip(pf_span *span, const char *characters)
{
    while (span->at < span->end && is_one_of(*span->at, characters)) span->at++;
}

static inline void skip_digits(pf_span *span)
{
    while (span->at < span->end && is_digit(*span->at)) span->at++;
}

/* ---- Counts ---- */

/* The length of a thousands separator, including ’, the no-break space, the thin space and the narrow no-break space.
 */
static inline size_t separator_length(pf_span span)
{
    static const char *const others[] = {"\xe2\x80\x99", "\xc2\xa0", "\xe2\x80\x89", "\xe2\x80\xaf", NULL};
    if (span.at < span.end && is_one_of(*span.at, ",._'")) return 1;
    return length_of_any(span, others);
}

/* The digits after a separator: groups of three, or of two before another separator (1,23,456). */
static inline size_t group_length(pf_span span)
{
    pf_span rest = span;
    skip_digits(&rest);
    size_t length = (size_t)(rest.at - span.at);
    return length == 3 || (length == 2 && separator_length(rest) > 0) ? length : 0;
}

typedef enum pf_count_reading { PF_COUNT_READ, PF_COUNT_NONE, PF_COUNT_HUGE } pf_count_reading;

/* Reads a count at the beginning of the span and skips it. A number that continues ("12.5", "20k") is not a count. */
static inline pf_count_reading read_count(pf_count *out, pf_span *span)
{
    char digits[PF_COUNT_TEXT_SIZE];
    size_t size = 0;
    pf_span in = *span, begin = in;
    skip_digits(&in);
    if (in.at == begin.at) return PF_COUNT_NONE;
    for (bool grouped = in.at - begin.at <= 3; grouped;) {
        pf_span next = {in.at + separator_length(in), in.end};
        size_t length = next.at > in.at ? group_length(next) : 0;
        grouped = length > 0;
        if (grouped) in.at = next.at + length;
    }
    for (const char *c = begin.at; c < in.at; c++) {
        if (!is_digit(*c) || (size == 0 && *c == '0' && c + 1 < in.at)) continue;
        if (size == sizeof digits) return PF_COUNT_HUGE;
        digits[size++] = *c;
    }
    pf_span after = {in.at + separator_length(in), in.end};
    if (in.at < in.end && is_letter(*in.at)) return PF_COUNT_NONE;
    if (after.at > in.at && after.at < after.end && is_digit(*after.at)) return PF_COUNT_NONE;
    if (!pf_count_from_text(out, digits, size)) return PF_COUNT_HUGE;
    span->at = in.at;
    return PF_COUNT_READ;
}

/* The separators between a move and its count. */
static inline size_t gap_length(pf_span span)
{
    static const char *const others[] = {"\xe2\x86\x92", "\xe2\x80\x93", "\xe2\x80\x94", "\xc2\xa0", /* → – — */
                                         "\xe2\x94\x82", "\xe2\x94\x83", "\xe2\x95\x91", NULL};      /* │ ┃ ║ */
    if (span.at < span.end && is_one_of(*span.at, " \t:-=|>.,;()[]\"'`")) return 1;
    return length_of_any(span, others);
}

/* ---- Words ---- */

/* The text after the word in the line, in any case; NULL if the word is not there. */
static inline const char *find_word(pf_span line, const char *word)
{
    for (; line.at < line.end; line.at++) {
        size_t i = 0;
        while (word[i] && line.at + i < line.end && to_lower(line.at[i]) == word[i]) i++;
        if (!word[i]) return line.at + i;
    }
    return NULL;
}

static inline bool has_any_word(pf_span line, const char *const *words)
{
    for (; *words; words++)
        if (find_word(line, *words)) return true;
    return false;
}

/* ---- Lines with words ---- */

/* The information about the total in a line. */
typedef enum pf_total_rank {
    PF_TOTAL_NONE,
    PF_TOTAL_POSSIBLE, /* "Moves: 20", "Depth 3: 8902": a total if there is no better one */
    PF_TOTAL_CERTAIN
} pf_total_rank;

typedef struct pf_total_line {
    pf_total_rank rank;
    bool is_of_depth; /* names a depth; the last of several such lines counts */
    pf_count total;
    uint32_t size;
    pf_count numbers[PF_DIVIDE_OTHER_TOTALS]; /* all numbers of the line */
} pf_total_line;

/* Reads a line that has no move. In divide_total.c. */
PF_PRIVATE void pf_divide_read_total(pf_total_line *out, pf_span line);

/* A move and its count, which make up the line or a part of it. */
typedef struct pf_line_parts {
    pf_span move;
    pf_count nodes;
    pf_count_reading count;
    pf_span rest; /* the text after the move and the count */
} pf_line_parts;

/* Finds a move behind words, or a count behind a word: "move: b1a3 nodes: 1". False if there is no such pair. In
 * divide_words.c. */
PF_PRIVATE bool pf_divide_read_words(pf_line_parts *parts, pf_span line);

/* Whether the line looks like a move and its count, but no move can be written like that: "P*e6: 5". In divide_words.c.
 */
PF_PRIVATE bool pf_divide_read_unreadable(pf_line_parts *parts, pf_span line);

/* The longest move at the beginning of the span that is followed by a gap or by the end; its length, or 0. */
PF_PRIVATE size_t pf_divide_move_length(pf_span span);

/* Chooses among the readings of a divide that has been read to its end. In divide_choose.c. */
PF_PRIVATE void pf_divide_choose(pf_divide *divide);

#endif
