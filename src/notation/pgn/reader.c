/* Reading PGN, game by game: as events or as the summary of a game, and continuing after an error. The loop over
 * movetext, which takes most of the time, is in movetext.h; this file selects the instruction set for it. */
#include <stdlib.h>
#include <string.h>

#include "base/cpu/levels.h"
#include "notation/pgn/reader.h"

typedef struct level_code {
    pf_pgn_stop (*pf_pgn_movetext_event)(pf_pgn_reader *reader, pf_pgn_event *event);
    pf_pgn_stop (*pf_pgn_movetext_summary)(pf_pgn_reader *reader, pf_pgn_summary *summary);
    pf_pgn_stop (*pf_pgn_movetext_columns)(pf_pgn_reader *reader, pf_pgn_columns *columns);
    void (*pf_pgn_pass_usual_tags)(pf_pgn_reader *reader);
    bool (*pf_pgn_read_usual_tag)(pf_pgn_reader *reader, pf_pgn_tag *tag);
} level_code;

#define LEVEL_CODE(level)                                                                                              \
    {pf_pgn_movetext_event_##level, pf_pgn_movetext_summary_##level, pf_pgn_movetext_columns_##level,                  \
     pf_pgn_pass_usual_tags_##level, pf_pgn_read_usual_tag_##level},
static const level_code by_level[] = {PF_CODE_BY_LEVEL(movetext, LEVEL_CODE)};

#define PF_CHOOSE(function, ...) by_level[pf_level_without_pext()].function(__VA_ARGS__)

void pf_pgn_pass_usual_tags(pf_pgn_reader *reader)
{
    PF_CHOOSE(pf_pgn_pass_usual_tags, reader);
}

bool pf_pgn_read_usual_tag(pf_pgn_reader *reader, pf_pgn_tag *tag)
{
    return PF_CHOOSE(pf_pgn_read_usual_tag, reader, tag);
}

/* ---- Readers ---- */

/* Windows has no aligned_alloc, because its free could not release such memory. */
#ifdef _WIN32
#define aligned_alloc(alignment, size) _aligned_malloc(size, alignment)
#define aligned_free(memory)           _aligned_free(memory)
#else
#define aligned_free(memory) free(memory)
#endif

pf_pgn_reader *pf_pgn_reader_create(void)
{
    pf_pgn_reader *reader = aligned_alloc(_Alignof(pf_pgn_reader), sizeof *reader);
    if (reader == NULL) return NULL;
    memset(reader, 0, sizeof *reader);
    reader->start_position = pf_position_start();
    reader->max_game = PF_PGN_MAX_GAME;
    pf_pgn_reader_from_memory(reader, "", 0);
    return reader;
}

void pf_pgn_reader_destroy(pf_pgn_reader *reader)
{
    if (reader == NULL) return;
    free(reader->buffer);
    aligned_free(reader);
}

void pf_pgn_reader_set_mode(pf_pgn_reader *reader, pf_pgn_mode mode)
{
    reader->mode = mode;
}

void pf_pgn_reader_set_max_game(pf_pgn_reader *reader, uint64_t bytes)
{
    reader->max_game = bytes > 0 ? bytes : UINT64_MAX;
}

static void start_over(pf_pgn_reader *reader)
{
    reader->state = PF_PGN_BETWEEN;
    reader->skip_variation = false;
    reader->warning_count = 0;
    reader->has_news = false;
    reader->depth = 0;
    pf_pgn_begin_line(&reader->frames[0], &reader->start_position);
}

void pf_pgn_reader_from_memory(pf_pgn_reader *reader, const char *text, size_t length)
{
    pf_pgn_open_window(reader, length > 0 ? text : "", length, NULL, NULL); /* NULL is allowed for an empty text */
    start_over(reader);
}

pf_status pf_pgn_reader_from_stream(pf_pgn_reader *reader, pf_read_bytes *read, void *context)
{
    if (reader->buffer == NULL) reader->buffer = malloc(PF_PGN_WINDOW_SIZE + PF_PGN_PADDING);
    if (reader->buffer == NULL) return PF_ERROR_NO_ROOM;
    pf_pgn_open_window(reader, reader->buffer, 0, read, context);
    start_over(reader);
    return PF_OK;
}

const pf_pgn_warning *pf_pgn_reader_warning(const pf_pgn_reader *reader, uint32_t index)
{
    bool is_kept = index < reader->warning_count && index < PF_PGN_MAX_WARNINGS;
    return is_kept ? &reader->warnings[index] : NULL;
}

uint32_t pf_pgn_reader_warning_count(const pf_pgn_reader *reader)
{
    return reader->warning_count;
}

/* ---- Games ---- */

bool pf_pgn_begin_game(pf_pgn_reader *reader)
{
    const bool is_utf16 = pf_pgn_is_utf16(reader);
    if (!is_utf16) pf_pgn_pass_blanks(reader);
    if (!pf_pgn_has_input(reader)) return false;
    reader->broken = false;
    reader->result = PF_RESULT_NOT_GIVEN;
    reader->is_long = false;
    reader->end_line = 0;
    reader->game_offset = pf_pgn_offset(reader, reader->at);
    uint64_t rest = UINT64_MAX - reader->game_offset;
    reader->game_end = reader->game_offset + (reader->max_game < rest ? reader->max_game : rest);
    pf_pgn_limit_scan(reader);
    reader->has_tag_lines = false;
    reader->tag_count = 0;
    reader->warning_count = 0;
    reader->has_news = false;
    reader->fen_length = 0;
    reader->variant_length = 0;
    reader->rules = reader->untagged;
    reader->depth = 0;
    reader->frames[0].moved = false;
    reader->skip_variation = false;
    reader->before_tags = is_utf16 || *reader->at != '[';
    reader->state = PF_PGN_BEFORE_TAGS;
    if (!reader->before_tags) pf_pgn_begin_tags(reader);
    return true;
}

/* Whether a tag at reader->at continues the tags of the game after an empty line. */
static bool is_parted_tag(const pf_pgn_reader *reader)
{
    return *reader->at == '[' && pf_pgn_is_tag(reader->at, reader->end) && !pf_pgn_is_next_game(reader);
}

void pf_pgn_end_game(pf_pgn_reader *reader)
{
    pf_pgn_stop stop = PF_PGN_STOP_GAME;
    reader->before_tags = false;
    if (PF_UNLIKELY(reader->is_long)) {
        pf_pgn_pass_to_tag_line(reader);
    } else if (reader->state == PF_PGN_IN_BROKEN_TAGS) {
        do {
            pf_pgn_pass_tags(reader);
            pf_pgn_pass_blanks(reader);
        } while (pf_pgn_has_input(reader) && is_parted_tag(reader));
        /* Movetext follows after an empty line, unless the next tags do. */
        if (pf_pgn_has_input(reader) && !(*reader->at == '[' && pf_pgn_is_tag(reader->at, reader->end)))
            stop = pf_pgn_pass_text(reader, 0, false);
    } else if (reader->state == PF_PGN_IN_BROKEN_MOVETEXT || reader->state == PF_PGN_BEFORE_ERROR) {
        stop = pf_pgn_pass_text(reader, reader->depth, false);
    }
    bool has_result = stop == PF_PGN_STOP_RESULT || reader->state == PF_PGN_AFTER_BROKEN_RESULT;
    if (has_result && !reader->is_long) pf_pgn_pass_outside(reader);
    if (reader->broken) reader->result = PF_RESULT_NOT_GIVEN;
    reader->state = PF_PGN_BETWEEN;
}

/* Whether text was skipped and there was nothing else: words, but no tag, no move and no result. */
static bool is_other_text(const pf_pgn_reader *reader)
{
    return reader->warning_count > 0 && !reader->has_tag_lines && !reader->frames[0].moved;
}

/* A game whose movetext ends without a result is complete, unless a variation is open or the text is not a game at all.
 */
static bool is_broken_at_end(pf_pgn_reader *reader)
{
    if (reader->depth > 0) {
        pf_pgn_fail(reader, reader->at, PF_ERROR_PGN, "the game ends within a variation", 0);
        reader->depth = 0;
        return true;
    }
    if (PF_LIKELY(!is_other_text(reader))) return false;
    pf_pgn_fail(reader, reader->at, PF_ERROR_PGN, "this is not PGN: it has neither tags nor moves", 0);
    reader->fault.offset = reader->warnings[0].offset;
    reader->fault.line = reader->warnings[0].line;
    return true;
}

/* A fault in a variation does not break the game of a tolerant reader: the rest of the variation is skipped, up to its
 * parenthesis, and the fault is a warning. False, with reader->at where the game must have ended, if there is no
 * parenthesis, because nobody knows then which moves belong to the main line. */
static bool is_forgiven(pf_pgn_reader *reader)
{
    bool is_misplaced = reader->depth == 0 && pf_pgn_has_input(reader) && *reader->at == '(';
    if (reader->mode == PF_PGN_STRICT || reader->is_long || (reader->depth == 0 && !is_misplaced)) return false;
    if (pf_pgn_pass_text(reader, reader->depth > 0, true) != PF_PGN_STOP_EVENT) return false;
    if (is_misplaced) reader->at++;
    pf_pgn_forgive(reader);
    return true;
}

/* The game has its result; comments may follow. */
static void begin_after_result(pf_pgn_reader *reader)
{
    reader->state = PF_PGN_AFTER_RESULT;
    reader->result_end = pf_pgn_offset(reader, reader->at);
}

/* ---- Events ---- */

static void clear_event(pf_pgn_event *event)
{
    event->name = event->text = NULL;
    event->name_length = event->length = 0;
    event->move = PF_NO_MOVE;
    event->nag = 0;
    event->continues = event->broken = false;
    event->result = PF_RESULT_NOT_GIVEN;
    event->tags = event->warnings = 0;
    event->line = 0;
}

static pf_pgn_event_type fault_event(pf_pgn_event *event, const pf_pgn_warning *fault, pf_pgn_event_type type)
{
    event->offset = fault->offset;
    event->line = fault->line;
    event->error = fault->error;
    return event->type = type;
}

static pf_pgn_event_type error_event(pf_pgn_reader *reader, pf_pgn_event *event, pf_pgn_state state)
{
    reader->state = state;
    return fault_event(event, &reader->fault, PF_PGN_ERROR);
}

static pf_pgn_event_type warning_event(pf_pgn_reader *reader, pf_pgn_event *event)
{
    reader->has_news = false;
    event->depth = reader->depth;
    return fault_event(event, &reader->last, PF_PGN_WARNING);
}

static pf_pgn_event_type game_end_event(pf_pgn_reader *reader, pf_pgn_event *event)
{
    event->offset = reader->state == PF_PGN_AFTER_RESULT ? reader->result_end : pf_pgn_offset(reader, reader->at);
    pf_pgn_end_game(reader);
    event->result = reader->result;
    event->broken = reader->broken;
    event->tags = reader->tag_count;
    event->warnings = reader->warning_count;
    event->depth = 0;
    return event->type = PF_PGN_GAME_END;
}

/* Removes the blanks at both ends of a comment; for a piece of a comment, not where it was split. */
static void finish_comment(pf_pgn_event *event, bool continued)
{
    while (!continued && event->length > 0 && pf_pgn_is_blank(*event->text)) event->text++, event->length--;
    while (!event->continues && event->length > 0 && pf_pgn_is_blank(event->text[event->length - 1])) event->length--;
    pf_pgn_commands_from_text(&event->commands, event->text, event->length);
}

/* Completes an event that pf_pgn_emit has filled with a token. */
static pf_pgn_event_type finish_event(pf_pgn_reader *reader, pf_pgn_event *event)
{
    event->depth = reader->depth;
    if (event->type == PF_PGN_WARNING) return warning_event(reader, event);
    if (event->type == PF_PGN_END_VARIATION) event->depth++; /* it belongs to the variation, like BEGIN_VARIATION */
    if (event->type == PF_PGN_COMMENT) finish_comment(event, false);
    return event->type;
}

/* The next piece of a comment that did not fit into the window. */
static pf_pgn_event_type continue_comment(pf_pgn_reader *reader, pf_pgn_event *event)
{
    bool line_comment = reader->state == PF_PGN_IN_LINE_COMMENT;
    bool is_after_result = reader->result != PF_RESULT_NOT_GIVEN;
    bool whole;
    event->depth = reader->depth;
    const char *close = pf_pgn_comment_end_in_game(reader, reader->at, line_comment, &whole);
    if (close == NULL)
        return error_event(reader, event, is_after_result ? PF_PGN_AFTER_SKIPPED : PF_PGN_IN_BROKEN_MOVETEXT);
    event->type = PF_PGN_COMMENT;
    event->offset = pf_pgn_offset(reader, reader->at);
    event->text = reader->at;
    event->length = (size_t)(close - reader->at);
    event->continues = !whole;
    finish_comment(event, true);
    reader->at = close + (whole && !line_comment);
    if (!whole) return PF_PGN_COMMENT;
    reader->state = reader->before_tags ? PF_PGN_BEFORE_TAGS : PF_PGN_IN_MOVETEXT;
    if (is_after_result) begin_after_result(reader);
    return PF_PGN_COMMENT;
}

static bool is_in_comment(const pf_pgn_reader *reader)
{
    return reader->state == PF_PGN_IN_COMMENT || reader->state == PF_PGN_IN_LINE_COMMENT;
}

/* Skips the rest of a comment whose first pieces have been returned. */
static void pass_rest_of_comment(pf_pgn_reader *reader)
{
    pf_pgn_event event;
    while (is_in_comment(reader)) {
        clear_event(&event);
        continue_comment(reader, &event);
    }
}

static pf_pgn_event_type after_result_event(pf_pgn_reader *reader, pf_pgn_event *event)
{
    pf_pgn_token token;
    switch (pf_pgn_read_outside(reader, PF_PGN_SINK_EVENT, &token)) {
    case PF_PGN_STOP_EVENT:
        pf_pgn_emit(reader, &token, &(pf_pgn_target){.event = event}, PF_PGN_SINK_EVENT);
        return finish_event(reader, event);
    case PF_PGN_STOP_ERROR: event->depth = 0; return error_event(reader, event, PF_PGN_AFTER_BROKEN_RESULT);
    default: return game_end_event(reader, event);
    }
}

static pf_pgn_event_type movetext_event(pf_pgn_reader *reader, pf_pgn_event *event)
{
    if (PF_UNLIKELY(reader->skip_variation)) {
        reader->skip_variation = false;
        pf_pgn_pass_text(reader, 1, true);
    }
    pf_pgn_stop stop = PF_PGN_STOP_SCAN;
    if (PF_LIKELY(reader->rules == PF_VARIANT_STANDARD)) stop = PF_CHOOSE(pf_pgn_movetext_event, reader, event);
    if (PF_UNLIKELY(stop == PF_PGN_STOP_SCAN))
        stop = pf_pgn_variant_movetext(reader, &(pf_pgn_target){.event = event}, PF_PGN_SINK_EVENT);
    switch (stop) {
    case PF_PGN_STOP_EVENT: return finish_event(reader, event);
    case PF_PGN_STOP_ERROR:
        if (is_forgiven(reader)) return warning_event(reader, event);
        event->depth = reader->depth;
        return error_event(reader, event, PF_PGN_IN_BROKEN_MOVETEXT);
    case PF_PGN_STOP_RESULT: begin_after_result(reader); return after_result_event(reader, event);
    default: break;
    }
    event->depth = reader->depth;
    if (is_broken_at_end(reader)) return error_event(reader, event, PF_PGN_AFTER_SKIPPED);
    return game_end_event(reader, event);
}

static pf_pgn_event_type tag_event(pf_pgn_reader *reader, pf_pgn_event *event)
{
    pf_pgn_tag tag;
    event->depth = 0;
    switch (pf_pgn_next_tag(reader, &tag)) {
    case PF_PGN_TAG_READ:
        event->offset = pf_pgn_offset(reader, tag.start);
        event->name = tag.name;
        event->name_length = tag.name_length;
        event->text = tag.value;
        event->length = tag.length;
        return event->type = PF_PGN_TAG;
    case PF_PGN_TAG_PASSED: return warning_event(reader, event);
    case PF_PGN_TAGS_BROKEN: return error_event(reader, event, PF_PGN_IN_BROKEN_TAGS);
    case PF_PGN_TAGS_OVER: break;
    }
    event->offset = pf_pgn_offset(reader, reader->at);
    if (pf_pgn_set_up(reader)) return event->type = PF_PGN_MOVETEXT;
    if (!reader->has_news) return error_event(reader, event, PF_PGN_IN_BROKEN_MOVETEXT);
    reader->state = PF_PGN_BEFORE_ERROR;
    return warning_event(reader, event);
}

/* Text before the tags belongs to the game. */
static pf_pgn_event_type before_tags_event(pf_pgn_reader *reader, pf_pgn_event *event)
{
    pf_pgn_token token;
    event->depth = 0;
    switch (pf_pgn_read_outside(reader, PF_PGN_SINK_EVENT, &token)) {
    case PF_PGN_STOP_EVENT:
        pf_pgn_emit(reader, &token, &(pf_pgn_target){.event = event}, PF_PGN_SINK_EVENT);
        return finish_event(reader, event);
    case PF_PGN_STOP_ERROR: return error_event(reader, event, PF_PGN_IN_BROKEN_MOVETEXT);
    default: pf_pgn_begin_tags(reader); return tag_event(reader, event);
    }
}

pf_pgn_event_type pf_pgn_next(pf_pgn_reader *reader, pf_pgn_event *event)
{
    clear_event(event);
    if (PF_UNLIKELY(reader->has_news)) return warning_event(reader, event);
    switch (reader->state) {
    case PF_PGN_BETWEEN:
        event->depth = 0;
        if (!pf_pgn_begin_game(reader)) {
            event->offset = pf_pgn_offset(reader, reader->at);
            return event->type = PF_PGN_END;
        }
        event->offset = reader->game_offset;
        return event->type = PF_PGN_GAME;
    case PF_PGN_BEFORE_TAGS: return before_tags_event(reader, event);
    case PF_PGN_IN_TAGS: return tag_event(reader, event);
    case PF_PGN_IN_MOVETEXT: return movetext_event(reader, event);
    case PF_PGN_IN_COMMENT:
    case PF_PGN_IN_LINE_COMMENT: return continue_comment(reader, event);
    case PF_PGN_AFTER_RESULT: return after_result_event(reader, event);
    case PF_PGN_BEFORE_ERROR: event->depth = 0; return error_event(reader, event, PF_PGN_IN_BROKEN_MOVETEXT);
    default: return game_end_event(reader, event);
    }
}

const pf_position *pf_pgn_position(pf_pgn_reader *reader)
{
    pf_position *position = reader->frames[reader->depth].now;
    if (reader->rules == PF_VARIANT_STANDARD) position->key = pf_position_compute_key(position);
    return position;
}

pf_variant pf_pgn_variant(const pf_pgn_reader *reader)
{
    return (pf_variant)reader->rules;
}

void pf_pgn_reader_accept_variants(pf_pgn_reader *reader, pf_variant untagged)
{
    reader->accepts_variants = PF_VARIANTS;
    reader->untagged = PF_VARIANTS && (unsigned)untagged < PF_VARIANT_COUNT ? (uint8_t)untagged
                                                                            : (uint8_t)PF_VARIANT_STANDARD;
}

void pf_pgn_skip_variation(pf_pgn_reader *reader)
{
    if (reader->state == PF_PGN_IN_MOVETEXT && reader->depth > 0) reader->skip_variation = true;
}

void pf_pgn_skip_game(pf_pgn_reader *reader)
{
    pf_pgn_tag tag;
    if (reader->state == PF_PGN_BETWEEN) return;
    if (reader->before_tags) pass_rest_of_comment(reader);
    if (reader->state == PF_PGN_BEFORE_TAGS) {
        pf_pgn_pass_outside(reader);
        pf_pgn_begin_tags(reader);
    }
    if (reader->state == PF_PGN_IN_TAGS) {
        if (pf_pgn_has_input(reader)) pf_pgn_pass_usual_tags(reader);
        pf_pgn_after_tags after;
        do after = pf_pgn_next_tag(reader, &tag);
        while (after == PF_PGN_TAG_READ || after == PF_PGN_TAG_PASSED);
    }
    if (reader->state == PF_PGN_IN_MOVETEXT || is_in_comment(reader))
        pf_pgn_pass_to_tag_line(reader);
    else if (reader->state == PF_PGN_AFTER_RESULT)
        pf_pgn_pass_outside(reader);
    else
        pf_pgn_end_game(reader);
    reader->has_news = false;
    reader->state = PF_PGN_AFTER_SKIPPED;
}

/* ---- Summaries ---- */

void pf_pgn_finish_tags(pf_pgn_reader *reader, pf_pgn_after_tags after)
{
    if (after == PF_PGN_TAGS_OVER && !pf_pgn_set_up(reader) && reader->state == PF_PGN_IN_MOVETEXT)
        reader->state = PF_PGN_IN_BROKEN_MOVETEXT;
}

static void sum_up_tags(pf_pgn_reader *reader)
{
    pf_pgn_after_tags after;
    pf_pgn_tag tag;
    if (pf_pgn_has_input(reader)) pf_pgn_pass_usual_tags(reader);
    do after = pf_pgn_next_tag(reader, &tag);
    while (after == PF_PGN_TAG_READ || after == PF_PGN_TAG_PASSED);
    pf_pgn_finish_tags(reader, after);
}

bool pf_pgn_sum_up_movetext(pf_pgn_reader *reader, const pf_pgn_target *target, pf_pgn_sink sink)
{
    if (reader->skip_variation) pf_pgn_pass_text(reader, 1, true);
    reader->skip_variation = false;
    pf_pgn_stop stop;
    do {
        stop = PF_PGN_STOP_SCAN;
        if (PF_LIKELY(reader->rules == PF_VARIANT_STANDARD))
            stop = sink == PF_PGN_SINK_COLUMNS ? PF_CHOOSE(pf_pgn_movetext_columns, reader, target->columns)
                                               : PF_CHOOSE(pf_pgn_movetext_summary, reader, target->summary);
        if (PF_UNLIKELY(stop == PF_PGN_STOP_SCAN)) stop = pf_pgn_variant_movetext(reader, target, sink);
    } while (stop == PF_PGN_STOP_ERROR && is_forgiven(reader));
    if (stop == PF_PGN_STOP_FULL) return false;
    if (stop == PF_PGN_STOP_RESULT)
        begin_after_result(reader);
    else if (stop == PF_PGN_STOP_ERROR)
        reader->state = PF_PGN_IN_BROKEN_MOVETEXT;
    else
        is_broken_at_end(reader);
    return true;
}

/* Reads the text outside of the game up to its end, or up to an error. */
static pf_pgn_stop sum_up_outside(pf_pgn_reader *reader, const pf_pgn_target *target, pf_pgn_sink sink)
{
    pf_pgn_token token;
    pf_pgn_stop stop;
    while ((stop = pf_pgn_read_outside(reader, sink, &token)) == PF_PGN_STOP_EVENT)
        pf_pgn_emit(reader, &token, target, sink);
    return stop;
}

void pf_pgn_sum_up_before_tags(pf_pgn_reader *reader, const pf_pgn_target *target, pf_pgn_sink sink)
{
    pf_pgn_stop stop = sum_up_outside(reader, target, sink);
    pf_pgn_begin_tags(reader);
    if (stop == PF_PGN_STOP_ERROR) reader->state = PF_PGN_IN_BROKEN_MOVETEXT;
}

void pf_pgn_sum_up_after_result(pf_pgn_reader *reader, const pf_pgn_target *target, pf_pgn_sink sink)
{
    if (sum_up_outside(reader, target, sink) == PF_PGN_STOP_ERROR) reader->state = PF_PGN_AFTER_BROKEN_RESULT;
}

bool pf_pgn_read_game(pf_pgn_reader *reader, pf_pgn_summary *summary)
{
    if (reader->state == PF_PGN_BETWEEN && !pf_pgn_begin_game(reader)) return false;
    summary->offset = reader->game_offset;
    summary->line = summary->error_offset = 0;
    summary->plies = summary->variation_plies = summary->variations = summary->comments = summary->nags = 0;

    uint32_t tags_before = reader->tag_count;
    pass_rest_of_comment(reader);
    const pf_pgn_target target = {.summary = summary};
    if (reader->state == PF_PGN_BEFORE_TAGS) pf_pgn_sum_up_before_tags(reader, &target, PF_PGN_SINK_SUMMARY);
    if (reader->state == PF_PGN_IN_TAGS) sum_up_tags(reader);
    summary->tags = reader->tag_count - tags_before;
    if (reader->state == PF_PGN_IN_MOVETEXT) pf_pgn_sum_up_movetext(reader, &target, PF_PGN_SINK_SUMMARY);
    if (reader->state == PF_PGN_AFTER_RESULT) pf_pgn_sum_up_after_result(reader, &target, PF_PGN_SINK_SUMMARY);
    pf_pgn_end_game(reader);
    summary->result = reader->result;
    summary->broken = reader->broken;
    summary->warnings = reader->warning_count;
    reader->has_news = false;
    if (reader->broken) {
        summary->error = reader->fault.error;
        summary->error_offset = reader->fault.offset;
        summary->line = reader->fault.line;
    }
    return true;
}
