/* Reading PGN, game by game: as events, or as the sum of a game, and how to go on after an error. The loop over
 * movetext, where nearly all the time goes, is in pgn_movetext.h; this file chooses the instruction set for it. */
#include <string.h>

#include "cpu/levels.h"
#include "notation/pgn_reader.h"

typedef struct movetext_code {
    pf_pgn_stop (*pf_pgn_movetext_event)(pf_pgn_reader *reader, pf_pgn_event *event);
    pf_pgn_stop (*pf_pgn_movetext_summary)(pf_pgn_reader *reader, pf_pgn_summary *summary);
} movetext_code;

#define MOVETEXT_CODE(level) {pf_pgn_movetext_event_##level, pf_pgn_movetext_summary_##level},
static const movetext_code by_level[] = {PF_CODE_BY_LEVEL(pgn, MOVETEXT_CODE)};

#define PF_CHOOSE(function, ...) by_level[pf_level_without_pext()].function(__VA_ARGS__)

/* Looks for the next game; false when there is none. */
static bool begin_game(pf_pgn_reader *reader)
{
    pf_pgn_pass_blanks(reader, pf_pgn_is_line_start(reader, reader->at));
    if (reader->end - reader->at >= 3 && memcmp(reader->at, "\xef\xbb\xbf", 3) == 0) {
        reader->at += 3;
        pf_pgn_pass_blanks(reader, true);
    }
    if (!pf_pgn_has_input(reader)) return false;
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

/* Leaves a broken or finished game behind. */
static void end_game(pf_pgn_reader *reader)
{
    if (reader->state == PF_PGN_IN_BROKEN_TAGS) {
        pf_pgn_pass_tags(reader);
        /* Movetext follows after a blank line, unless the next tags do. */
        pf_pgn_pass_blanks(reader, true);
        if (pf_pgn_has_input(reader) && !(*reader->at == '[' && pf_pgn_is_tag(reader->at, reader->end)))
            pf_pgn_pass_text(reader, 0, false);
    } else if (reader->state == PF_PGN_IN_BROKEN_MOVETEXT) {
        pf_pgn_pass_text(reader, reader->depth, false);
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
    event->tags = 0;
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
    event->tags = reader->tag_count;
    event->depth = 0;
    return event->type = PF_PGN_GAME_END;
}

/* Takes the blanks off a comment, at both ends or, for a piece of one, where it is not cut. */
static void finish_comment(pf_pgn_event *event, bool continued)
{
    while (!continued && event->length > 0 && pf_pgn_is_blank(*event->text)) event->text++, event->length--;
    while (!event->continues && event->length > 0 && pf_pgn_is_blank(event->text[event->length - 1])) event->length--;
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
        pf_pgn_pass_text(reader, 1, true);
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
    pf_pgn_tag tag;
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
        switch (pf_pgn_next_tag(reader, &tag)) {
        case PF_PGN_TAG_READ:
            event->offset = pf_pgn_offset(reader, tag.start);
            event->name = tag.name;
            event->name_length = tag.name_length;
            event->text = tag.value;
            event->length = tag.length;
            return event->type = PF_PGN_TAG;
        case PF_PGN_TAGS_BROKEN: return error_event(reader, event, PF_PGN_IN_BROKEN_TAGS);
        case PF_PGN_TAGS_OVER: break;
        }
        event->offset = pf_pgn_offset(reader, reader->at);
        if (!pf_pgn_set_up(reader))
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
    pf_position *position = reader->frames[reader->depth].now;
    position->key = pf_position_compute_key(position);
    return position;
}

void pf_pgn_skip_variation(pf_pgn_reader *reader)
{
    if (reader->state == PF_PGN_IN_MOVETEXT && reader->depth > 0) reader->skip_variation = true;
}

void pf_pgn_skip_game(pf_pgn_reader *reader)
{
    pf_pgn_tag tag;
    if (reader->state == PF_PGN_BETWEEN) return;
    if (reader->state == PF_PGN_IN_TAGS && pf_pgn_has_input(reader) && pf_pgn_is_line_start(reader, reader->at))
        pf_pgn_pass_usual_tags(reader);
    while (reader->state == PF_PGN_IN_TAGS && pf_pgn_next_tag(reader, &tag) == PF_PGN_TAG_READ) continue;
    if (reader->state == PF_PGN_IN_MOVETEXT || reader->state == PF_PGN_IN_COMMENT ||
        reader->state == PF_PGN_IN_LINE_COMMENT)
        pf_pgn_pass_to_tag(reader);
    else
        end_game(reader);
    reader->state = PF_PGN_AFTER_SKIPPED;
}

bool pf_pgn_read_game(pf_pgn_reader *reader, pf_pgn_summary *summary)
{
    pf_pgn_tag tag;
    if (reader->state == PF_PGN_BETWEEN && !begin_game(reader)) return false;
    summary->offset = reader->game_offset;
    summary->line = summary->error_offset = 0;
    summary->plies = summary->variation_plies = summary->variations = summary->comments = summary->nags = 0;

    uint32_t tags_before = reader->tag_count;
    if (reader->state == PF_PGN_IN_TAGS) {
        pf_pgn_after_tags after;
        if (pf_pgn_has_input(reader) && pf_pgn_is_line_start(reader, reader->at)) pf_pgn_pass_usual_tags(reader);
        do after = pf_pgn_next_tag(reader, &tag);
        while (after == PF_PGN_TAG_READ);
        if (after == PF_PGN_TAGS_OVER && !pf_pgn_set_up(reader) && reader->state == PF_PGN_IN_MOVETEXT)
            reader->state = PF_PGN_IN_BROKEN_MOVETEXT;
    }
    summary->tags = reader->tag_count - tags_before;
    if (reader->state == PF_PGN_IN_COMMENT || reader->state == PF_PGN_IN_LINE_COMMENT) {
        pf_pgn_event event;
        do clear_event(&event), continue_comment(reader, &event);
        while (event.continues);
    }
    if (reader->state == PF_PGN_IN_MOVETEXT) {
        if (reader->skip_variation) pf_pgn_pass_text(reader, 1, true);
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
