/* Tags: reading them, what they say of how the game begins, and finding where tags begin. */
#include <plyforge/fen.h>

#include <string.h>

#include "board/text.h"
#include "notation/pgn_reader.h"
#include "notation/scan.h"

static bool is_tag_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

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
    if (pf_pgn_is_word(name, name_length, "FEN")) {
        remember(reader->fen, sizeof reader->fen, &reader->fen_length, value, length);
        reader->fen_offset = pf_pgn_offset(reader, value);
        reader->fen_line = 0;
    } else if (pf_pgn_is_word(name, name_length, "Variant")) {
        remember(reader->variant, sizeof reader->variant, &reader->variant_length, value, length);
        reader->variant_offset = pf_pgn_offset(reader, value);
        reader->variant_line = 0;
    }
}

/* Makes sure that the whole line is in the window, or as much as fits. */
static void bring_in_line(pf_pgn_reader *reader)
{
    size_t seen = 0;
    while (!reader->no_more && memchr(reader->at + seen, '\n', (size_t)(reader->end - reader->at) - seen) == NULL) {
        seen = (size_t)(reader->end - reader->at);
        if (seen == PF_PGN_WINDOW_SIZE) return;
        pf_pgn_refill(reader);
    }
}

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
static bool read_tag(pf_pgn_reader *reader, pf_pgn_tag *tag)
{
    if (!pf_pgn_is_last_window(reader)) bring_in_line(reader);
    const char *p = reader->at;
    const char *end = reader->end;
    tag->start = p++;
    while (p < end && (*p == ' ' || *p == '\t')) p++;
    tag->name = p;
    while (p < end && *p != ' ' && *p != '\t' && *p != '\n' && *p != '"') p++;
    tag->name_length = (size_t)(p - tag->name);
    if (p == tag->name || *tag->name == ']') {
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
void pf_pgn_pass_usual_tags(pf_pgn_reader *reader)
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
        if ((quotes & (quotes - 1)) != UINT64_C(1) << (close - 1) || p[close] != ']' || p[close - 1] != '"') break;
        unsigned open = pf_lowest(quotes);
        uint64_t blanks = pf_match_either(p, ' ', '\t') & ((UINT64_C(1) << open) - 1);
        if (p[open] != '"' || blanks != UINT64_C(1) << (open - 1)) break;
        if (p[1] == 'F' || p[1] == 'V')
            if (pf_pgn_is_word(p + 1, open - 2, "FEN") || pf_pgn_is_word(p + 1, open - 2, "Variant")) break;
        reader->tag_count++;
        p += newline + 1;
    }
    reader->at = p;
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

static bool is_chess960_variant(const char *text, size_t length)
{
    static const char *const names[] = {
        "chess960",          "960",       "fischerandom", "frc", "fischerrandom", "fischerrandomchess",
        "fischerandomchess", "freestyle", "wild/fr"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (is_name(text, length, names[i])) return true;
    return false;
}

bool pf_pgn_is_chess960(const pf_pgn_reader *reader)
{
    if (is_chess960_variant(reader->variant, reader->variant_length)) return true;
    pf_position start;
    pf_problems problems = 0;
    return reader->fen_length > 0 &&
           pf_position_from_fen(&start, reader->fen, reader->fen_length, PF_ACCEPT_LENIENT, &problems, NULL) == PF_OK &&
           (problems & PF_PROBLEM_CASTLING_CHESS960) != 0;
}

/* The names for chess from the usual array, from a given position, and for Chess960: one code path for all of them. */
static bool is_supported_variant(const char *text, size_t length)
{
    static const char *const names[] = {"",         "standard",     "chess",  "classical", "normal",
                                        "orthodox", "fromposition", "wild/0", "wild/1",    "wild/2",
                                        "wild/3",   "wild/4",       "wild/5", "wild/8",    "wild/8a"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (is_name(text, length, names[i])) return true;
    return is_chess960_variant(text, length);
}

/* Sets the first position up as the tags say. */
bool pf_pgn_set_up(pf_pgn_reader *reader)
{
    reader->depth = 0;
    pf_pgn_begin_line(&reader->frames[0], &reader->start_position);
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
        reader->error_line = reader->variant_line ? reader->variant_line : pf_pgn_line_at(reader, reader->error_offset);
        return false;
    }
    if (PF_LIKELY(reader->fen_length == 0)) return true;
    pf_error error;
    pf_status status = pf_position_from_fen(reader->frames[0].now, reader->fen, reader->fen_length,
                                            PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960, NULL, &error);
    if (status == PF_OK) return true;
    pf_pgn_fail(reader, reader->at, status, "");
    pf_text text = pf_text_begin(reader->error.message, sizeof reader->error.message);
    pf_text_string(&text, "the FEN is refused: ");
    pf_text_string(&text, error.message);
    pf_text_end(&text);
    reader->error_offset = reader->fen_offset + error.offset;
    reader->error_line = reader->fen_line ? reader->fen_line : pf_pgn_line_at(reader, reader->error_offset);
    return false;
}

/* Steps over blanks, and escaped lines that begin with '%'. Returns whether a blank line was among them. */
bool pf_pgn_pass_blanks(pf_pgn_reader *reader, bool at_line_start)
{
    bool blank_line = false;
    while (pf_pgn_has_input(reader)) {
        const char *p = reader->at;
        if (*p == '\n') {
            blank_line |= at_line_start;
            at_line_start = true;
        } else if (at_line_start && *p == '%') {
            bool whole = false;
            while (!whole) reader->at = pf_pgn_comment_end(reader, reader->at, true, &whole);
            at_line_start = false;
            continue;
        } else if (!pf_pgn_is_blank(*p)) {
            break;
        }
        reader->at++;
    }
    return blank_line;
}

/* Reads the next tag of the game, or finds that the movetext begins. */
pf_pgn_after_tags pf_pgn_next_tag(pf_pgn_reader *reader, pf_pgn_tag *tag)
{
    bool blank_line = pf_pgn_pass_blanks(reader, pf_pgn_is_line_start(reader, reader->at));
    bool is_next = pf_pgn_has_input(reader) && *reader->at == '[';
    if (reader->tag_count > 0 && (blank_line || !is_next)) {
        bool is_other_game = !pf_pgn_has_input(reader) || (is_next && pf_pgn_is_tag(reader->at, reader->end));
        reader->state = is_other_game ? PF_PGN_NO_MOVETEXT : PF_PGN_IN_MOVETEXT;
        return PF_PGN_TAGS_OVER;
    }
    if (!is_next) {
        reader->state = PF_PGN_IN_MOVETEXT;
        return PF_PGN_TAGS_OVER;
    }
    if (read_tag(reader, tag)) return PF_PGN_TAG_READ;
    reader->state = PF_PGN_IN_BROKEN_TAGS;
    return PF_PGN_TAGS_BROKEN;
}

/* Passes over the tags that are left: up to a blank line, or a line that is none. */
void pf_pgn_pass_tags(pf_pgn_reader *reader)
{
    while (pf_pgn_has_input(reader)) {
        const char *newline = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
        reader->at = newline == NULL ? reader->end : newline + 1;
        if (newline == NULL) continue;
        if (!pf_pgn_has_input(reader)) return;
        if (*reader->at != '[') return;
    }
}

/* ---- For users ---- */

size_t pf_pgn_find_game(const char *text, size_t length, size_t from)
{
    const char *end = text + length;
    const char *p = text + (from < length ? from : length);
    /* The blank line may lie before the place that is asked about. */
    for (int back = 0; back < 4096 && p > text && pf_pgn_is_blank(p[-1]); back++) p--;
    bool blank_line = p == text;
    bool at_line_start = p == text || p[-1] == '\n';
    while (p < end) {
        if (at_line_start && blank_line && *p == '[' && (size_t)(p - text) >= from && pf_pgn_is_tag(p, end))
            return (size_t)(p - text);
        const char *newline = memchr(p, '\n', (size_t)(end - p));
        if (newline == NULL) break;
        const char *q = p;
        while (q < newline && pf_pgn_is_blank(*q)) q++;
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
