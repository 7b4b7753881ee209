/* Tag pairs: reading them, and the first position that they define. */
#include <plyforge/fen.h>

#include <string.h>

#include "base/text.h"
#include "notation/pgn/reader.h"
#include "notation/scan.h"

static void remember(char *buffer, size_t size, size_t *length, const char *value, size_t value_length)
{
    *length = value_length < size ? value_length : size;
    memcpy(buffer, value, *length);
}

/* Keeps the tags that define the first position. */
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

/* Finds the end of a value: a quotation mark followed by ']'. Other quotation marks are part of the value, because some
 * writers do not escape them. One after a backslash is escaped, unless the line has no other end: then the writer did
 * not escape the backslash. Returns the quotation mark, or the end of the line, or end; *is_certain tells whether text
 * behind end could not change that. */
static const char *find_value_end(const char *value, const char *end, bool *is_certain)
{
    const char *escaped = NULL;
    *is_certain = true;
    for (const char *p = value;; p++) {
        p = pf_find_either(p, end, '"', '\n');
        if (p == end) *is_certain = false;
        if (p == end || *p == '\n') return escaped != NULL ? escaped : p;
        const char *close = p + 1;
        while (close < end && (*close == ' ' || *close == '\t')) close++;
        if (close == end || *close != ']') continue;
        const char *slash = p;
        while (slash > value && slash[-1] == '\\') slash--;
        if ((p - slash) % 2 == 0) return p;
        escaped = p;
    }
}

/* Whether the tag at p can be read without the rest of its line: it ends before end, and no text after it can change
 * that. */
static bool is_whole(const char *p, const char *end)
{
    const char *start = p++;
    while (p < end && (*p == ' ' || *p == '\t')) p++;
    while (p < end && *p != ' ' && *p != '\t' && *p != '\n' && *p != '"') p++;
    while (p < end && (*p == ' ' || *p == '\t')) p++;
    if (p == end) return false;
    if (*p != '"') return pf_find_either(start, end, ']', '\n') < end;
    bool is_certain;
    find_value_end(p + 1, end, &is_certain);
    return is_certain;
}

/* Ensures that the whole line, or the maximum length of a tag, is in the window, unless the tag does not need it: a
 * line may contain any number of tags, and must not be moved and searched for its end once per tag. Returns the end of
 * that text. */
static const char *bring_in_line(pf_pgn_reader *reader)
{
    enum { USUAL_LENGTH = 512 };
    size_t seen = 0;
    if (!pf_pgn_is_last_window(reader) && memchr(reader->at, '\n', USUAL_LENGTH) == NULL &&
        is_whole(reader->at, reader->end))
        return reader->end;
    while (!pf_pgn_is_last_window(reader) &&
           memchr(reader->at + seen, '\n', (size_t)(reader->end - reader->at) - seen) == NULL) {
        seen = (size_t)(reader->end - reader->at);
        if (seen == PF_PGN_WINDOW_SIZE) break;
        pf_pgn_refill(reader);
    }
    return reader->end - reader->at > PF_PGN_WINDOW_SIZE ? reader->at + PF_PGN_WINDOW_SIZE : reader->end;
}

static bool says_how_the_game_begins(const pf_pgn_tag *tag)
{
    return pf_pgn_is_word(tag->name, tag->name_length, "FEN") || pf_pgn_is_word(tag->name, tag->name_length, "Variant");
}

/* Skips an unreadable tag, up to after (NULL: with its line), unless the first position depends on it. */
static pf_pgn_after_tags refuse_tag(pf_pgn_reader *reader, const pf_pgn_tag *tag, const char *message,
                                    const char *after)
{
    pf_pgn_stop stop = says_how_the_game_begins(tag) ? pf_pgn_fail(reader, tag->start, PF_ERROR_PGN, message, 0)
                                                     : pf_pgn_warn(reader, tag->start, PF_ERROR_PGN, message, 0);
    if (stop == PF_PGN_STOP_ERROR) return PF_PGN_TAGS_BROKEN;
    if (after != NULL)
        reader->at = after;
    else
        pf_pgn_pass_line(reader);
    return PF_PGN_TAG_PASSED;
}

/* The same for a tag without a value: it ends with its bracket, which in [FEN] was read as part of the name. */
static pf_pgn_after_tags refuse_empty_tag(pf_pgn_reader *reader, pf_pgn_tag *tag, const char *message, const char *end)
{
    const char *close = pf_find_either(tag->start, end, ']', '\n');
    if (close < tag->name + tag->name_length) tag->name_length = (size_t)(close - tag->name);
    return refuse_tag(reader, tag, message, close < end && *close == ']' ? close + 1 : NULL);
}

/* Reads the tag pair at reader->at, which is a '['. */
static pf_pgn_after_tags read_tag(pf_pgn_reader *reader, pf_pgn_tag *tag)
{
    if (PF_LIKELY(pf_pgn_read_usual_tag(reader, tag))) return PF_PGN_TAG_READ;
    const char *end = bring_in_line(reader);
    const char *p = reader->at;
    tag->start = p++;
    while (p < end && (*p == ' ' || *p == '\t')) p++;
    tag->name = p;
    while (p < end && *p != ' ' && *p != '\t' && *p != '\n' && *p != '"') p++;
    tag->name_length = (size_t)(p - tag->name);
    if (p == tag->name || *tag->name == ']') return refuse_empty_tag(reader, tag, "a tag must have a name", end);
    while (p < end && (*p == ' ' || *p == '\t')) p++;
    if (p == end || *p != '"') return refuse_empty_tag(reader, tag, "a tag must have a value in quotation marks", end);
    tag->value = ++p;
    bool is_certain;
    p = find_value_end(p, end, &is_certain);
    if (p == end && p - tag->start == PF_PGN_WINDOW_SIZE)
        return refuse_tag(reader, tag, "the tag is longer than the limit of 1 MiB", NULL);
    if (p == end || *p == '\n') return refuse_tag(reader, tag, "the tag is not closed", NULL);
    tag->length = (size_t)(p - tag->value);
    while (p < end && *p != ']') p++; /* the bracket is there, unless the text has changed in the meantime */
    reader->at = p < end ? p + 1 : end;
    note_tag(reader, tag->name, tag->name_length, tag->value, tag->length);
    return PF_PGN_TAG_READ;
}

/* ---- Variants and start positions ---- */

bool pf_pgn_is_chess960(const pf_pgn_reader *reader)
{
    if (pf_variant_name_is_chess960(reader->variant, reader->variant_length)) return true;
    pf_position start;
    pf_problems problems = 0;
    return reader->fen_length > 0 &&
           pf_position_from_fen(&start, reader->fen, reader->fen_length,
                                PF_ACCEPT_LENIENT | pf_accept_variant((pf_variant)reader->rules), &problems,
                                NULL) == PF_OK &&
           (problems & PF_PROBLEM_CASTLING_CHESS960) != 0;
}

/* Chess from the start position, chess from a given position and Chess960 have different names, but the same code
 * handles all of them. */
static bool is_supported_variant(const char *text, size_t length)
{
    static const char *const names[] = {"",         "standard",     "chess",  "classical", "normal",
                                        "orthodox", "fromposition", "wild/0", "wild/1",    "wild/2",
                                        "wild/3",   "wild/4",       "wild/5", "wild/8",    "wild/8a"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (pf_is_name(text, length, names[i])) return true;
    return pf_variant_name_is_chess960(text, length);
}

/* The position of an error in a tag, which may have left the window. */
static void place_in_tag(pf_pgn_reader *reader, pf_pgn_warning *fault, uint64_t offset, uint64_t line)
{
    fault->offset = offset;
    fault->line = line ? line : pf_pgn_line_at(reader, offset);
}

/* Question marks are PGN's unknown value; the game is read as one without the tag. */
static bool is_unknown_variant(const pf_pgn_reader *reader)
{
    for (size_t i = 0; i < reader->variant_length; i++)
        if (reader->variant[i] != '?') return false;
    return true;
}

/* Reads the Variant tag. False after an error. */
static bool accept_variant(pf_pgn_reader *reader)
{
    pf_variant variant;
    if (is_supported_variant(reader->variant, reader->variant_length)) {
        if (reader->variant_length > 0) reader->rules = PF_VARIANT_STANDARD;
        return true;
    }
    if (reader->accepts_variants && pf_variant_from_name(&variant, reader->variant, reader->variant_length)) {
        reader->rules = (uint8_t)variant;
        return true;
    }
    char message[sizeof reader->fault.error.message];
    pf_text text = pf_text_begin(message, sizeof message);
    pf_text_string(&text, "unsupported variant ");
    for (size_t i = 0; i < reader->variant_length; i++) {
        char c = reader->variant[i];
        pf_text_char(&text, c >= 32 && c < 127 ? c : '?');
    }
    if (is_unknown_variant(reader) && reader->mode == PF_PGN_TOLERANT) {
        bool standard = reader->rules == PF_VARIANT_STANDARD;
        pf_text_string(&text, ", read as ");
        pf_text_string(&text, standard ? "chess" : pf_variant_name((pf_variant)reader->rules));
    }
    pf_text_end(&text);
    pf_pgn_stop stop = is_unknown_variant(reader) ? pf_pgn_warn(reader, reader->at, PF_ERROR_UNSUPPORTED, message, 0)
                                                  : pf_pgn_fail(reader, reader->at, PF_ERROR_UNSUPPORTED, message, 0);
    pf_pgn_warning *fault = stop == PF_PGN_STOP_ERROR ? &reader->fault : &reader->last;
    place_in_tag(reader, fault, reader->variant_offset, reader->variant_line);
    if (stop == PF_PGN_STOP_ERROR) return false;
    if (reader->warning_count <= PF_PGN_MAX_WARNINGS) reader->warnings[reader->warning_count - 1] = *fault;
    return true;
}

/* Sets up the first position from the tags. */
bool pf_pgn_set_up(pf_pgn_reader *reader)
{
    reader->depth = 0;
    pf_pgn_begin_line(&reader->frames[0], &reader->start_position);
    if (PF_UNLIKELY(reader->variant_length) && !accept_variant(reader)) return false;
    if (PF_UNLIKELY(reader->rules != PF_VARIANT_STANDARD)) {
        pf_position start = pf_variant_start((pf_variant)reader->rules);
        pf_pgn_begin_line(&reader->frames[0], &start);
    }
    if (PF_LIKELY(reader->fen_length == 0)) return true;
    pf_position start;
    pf_error error;
    pf_accept accept = PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960 | pf_accept_variant((pf_variant)reader->rules);
    pf_status status = pf_position_from_fen(&start, reader->fen, reader->fen_length, accept, NULL, &error);
    if (status == PF_OK) {
        pf_pgn_begin_line(&reader->frames[0], &start);
        return true;
    }
    char message[sizeof error.message];
    pf_text text = pf_text_begin(message, sizeof message);
    pf_text_string(&text, "the FEN is refused: ");
    pf_text_string(&text, error.message);
    pf_text_end(&text);
    pf_pgn_fail(reader, reader->at, status, message, 0);
    place_in_tag(reader, &reader->fault, reader->fen_offset + error.offset, reader->fen_line);
    return false;
}

void pf_pgn_begin_tags(pf_pgn_reader *reader)
{
    _Static_assert(sizeof reader->first_tag <= PF_PGN_PADDING, "as many bytes follow every input");
    if (pf_pgn_has_input(reader)) memcpy(reader->first_tag, reader->at, sizeof reader->first_tag);
    reader->before_tags = false;
    reader->state = PF_PGN_IN_TAGS;
}

bool pf_pgn_is_next_game(const pf_pgn_reader *reader)
{
    const char *name, *first;
    size_t length = pf_pgn_tag_name(reader->at, reader->end, &name);
    if (length == 0) return false;
    if (pf_pgn_is_word(name, length, "Event")) return true;
    size_t first_length = pf_pgn_tag_name(reader->first_tag, reader->first_tag + sizeof reader->first_tag, &first);
    return length == first_length && memcmp(name, first, length) == 0;
}

pf_pgn_after_tags pf_pgn_next_tag(pf_pgn_reader *reader, pf_pgn_tag *tag)
{
    bool empty_line = pf_pgn_pass_blanks(reader);
    bool has_input = pf_pgn_has_input(reader);
    bool is_next = has_input && *reader->at == '[';
    bool is_parted = empty_line && reader->has_tag_lines;
    bool is_tag = is_next && (!is_parted || (pf_pgn_is_tag(reader->at, reader->end) && !pf_pgn_is_next_game(reader)));
    if (pf_pgn_is_too_long(reader, reader->at, !is_tag)) {
        pf_pgn_fail_long(reader, reader->at);
        reader->state = PF_PGN_IN_BROKEN_TAGS;
        return PF_PGN_TAGS_BROKEN;
    }
    if (is_tag) {
        reader->has_tag_lines = true;
        pf_pgn_after_tags after = read_tag(reader, tag);
        if (after == PF_PGN_TAGS_BROKEN) reader->state = PF_PGN_IN_BROKEN_TAGS;
        return after;
    }
    bool is_other_game = !has_input || (is_next && pf_pgn_is_tag(reader->at, reader->end));
    reader->state = is_other_game && reader->has_tag_lines ? PF_PGN_NO_MOVETEXT : PF_PGN_IN_MOVETEXT;
    return PF_PGN_TAGS_OVER;
}

/* ---- For users ---- */

size_t pf_pgn_unescape(char *buffer, size_t size, const char *value, size_t length)
{
    pf_text text = pf_text_begin(buffer, size);
    for (size_t i = 0; i < length; i++) {
        if (value[i] == '\\' && i + 1 < length && (value[i + 1] == '"' || value[i + 1] == '\\')) i++;
        pf_text_char(&text, value[i]);
    }
    return pf_text_end(&text);
}
