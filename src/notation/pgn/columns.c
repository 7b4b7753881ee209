/* Games in columns: the loop over movetext fills the columns of moves, clocks and evaluations; this file fills those of
 * the games and stops between two tokens when a column is full. */
#include <string.h>

#include "notation/pgn/reader.h"

static int32_t limited(int64_t value)
{
    return value > INT32_MAX ? INT32_MAX : (int32_t)value;
}

static int32_t eval_of(const pf_pgn_commands *commands)
{
    if (commands->eval_kind != PF_PGN_EVAL_MATE) return commands->eval;
    const int32_t longest = PF_PGN_MATE - PF_PGN_MATE_LIMIT - 1;
    int32_t moves = commands->eval < 0 ? -commands->eval : commands->eval;
    if (moves > longest) moves = longest;
    return commands->eval < 0 ? moves - PF_PGN_MATE : PF_PGN_MATE - moves;
}

void pf_pgn_add_known_commands(pf_pgn_columns *columns, size_t row, const pf_pgn_commands *commands)
{
    if (row < columns->move_count || row == SIZE_MAX) return; /* before the first move of the game */
    if (columns->clocks && commands->clock >= 0) columns->clocks[row] = limited(commands->clock);
    if (columns->evals && commands->eval_kind != PF_PGN_EVAL_NONE) columns->evals[row] = eval_of(commands);
}

void pf_pgn_add_commands(pf_pgn_columns *columns, size_t row, const char *text, size_t length)
{
    pf_pgn_commands commands;
    if (columns->clocks == NULL && columns->evals == NULL) return;
    if (pf_pgn_commands_from_text(&commands, text, length)) pf_pgn_add_known_commands(columns, row, &commands);
}

static pf_status is_full(pf_pgn_columns *columns, pf_pgn_full full)
{
    columns->full = full;
    return PF_ERROR_NO_ROOM;
}

static size_t text_start(const pf_pgn_columns *columns, const pf_pgn_tag_column *tag)
{
    return columns->game_count > 0 ? tag->ends[columns->game_count - 1] : 0;
}

/* Puts the value of a tag into its column. False if the column is full. */
static bool add_tag(pf_pgn_columns *columns, const pf_pgn_tag *tag)
{
    for (size_t i = 0; i < columns->tag_count; i++) {
        pf_pgn_tag_column *column = &columns->tags[i];
        if (!pf_pgn_is_word(tag->name, tag->name_length, column->name)) continue;
        size_t start = text_start(columns, column);
        char *out = column->text + start;
        const char *end = tag->value + tag->length;
        for (const char *p = tag->value; p < end; p++) {
            if (*p == '\\' && p + 1 < end && (p[1] == '"' || p[1] == '\\')) p++;
            if (out == column->text + column->text_room) return false;
            *out++ = *p;
        }
        column->text_length = (size_t)(out - column->text);
    }
    return true;
}

/* Reads the tags. False if a column of text is full: the tag is then read again. */
static bool read_tags(pf_pgn_reader *reader, pf_pgn_columns *columns)
{
    pf_pgn_tag tag;
    if (columns->tag_count == 0 && pf_pgn_has_input(reader)) pf_pgn_pass_usual_tags(reader);
    for (;;) {
        pf_pgn_after_tags after = pf_pgn_next_tag(reader, &tag);
        if (after == PF_PGN_TAG_READ && !add_tag(columns, &tag)) {
            reader->at = tag.start;
            reader->tag_count--;
            return false;
        }
        if (after == PF_PGN_TAG_READ || after == PF_PGN_TAG_PASSED) continue;
        pf_pgn_finish_tags(reader, after);
        break;
    }
    if (columns->starts && !reader->broken) columns->starts[columns->game_count] = *pf_pgn_position(reader);
    return true;
}

static uint8_t flags_of(const pf_pgn_reader *reader)
{
    unsigned flags = 0;
    if (reader->broken) flags |= PF_PGN_FLAG_BROKEN;
    if (reader->warning_count > 0) flags |= PF_PGN_FLAG_WARNED;
    if (reader->fen_length > 0) flags |= PF_PGN_FLAG_SET_UP;
    if ((reader->fen_length > 0 || reader->variant_length > 0) && pf_pgn_is_chess960(reader))
        flags |= PF_PGN_FLAG_CHESS960;
    return (uint8_t)flags;
}

/* The row of a game that is complete. */
static void add_game(const pf_pgn_reader *reader, pf_pgn_columns *columns)
{
    size_t row = columns->game_count;
    if (columns->offsets) columns->offsets[row] = reader->game_offset;
    if (columns->results) columns->results[row] = (uint8_t)reader->result;
    if (columns->flags) columns->flags[row] = flags_of(reader);
    for (size_t i = 0; i < columns->tag_count; i++) columns->tags[i].ends[row] = columns->tags[i].text_length;
    if (columns->faults && reader->broken) columns->faults[columns->fault_count++] = (pf_pgn_fault){row, reader->fault};
    columns->move_count = columns->move_ends[row] = columns->moves_used;
    columns->game_count++;
}

pf_status pf_pgn_read_columns(pf_pgn_reader *reader, pf_pgn_columns *columns)
{
    const pf_pgn_target target = {.columns = columns};
    columns->full = PF_PGN_FULL_NONE;
    for (;;) {
        if (reader->state == PF_PGN_BETWEEN) {
            if (columns->game_count == columns->game_room) return is_full(columns, PF_PGN_FULL_GAMES);
            if (columns->faults && columns->fault_count == columns->fault_room)
                return is_full(columns, PF_PGN_FULL_FAULTS);
            if (!pf_pgn_begin_game(reader)) return PF_OK;
            if (columns->starts) columns->starts[columns->game_count] = reader->start_position;
        }
        if (reader->state == PF_PGN_BEFORE_TAGS) pf_pgn_sum_up_before_tags(reader, &target, PF_PGN_SINK_COLUMNS);
        if (reader->state == PF_PGN_IN_TAGS && !read_tags(reader, columns)) return is_full(columns, PF_PGN_FULL_TEXT);
        if (reader->state == PF_PGN_IN_MOVETEXT && !pf_pgn_sum_up_movetext(reader, &target, PF_PGN_SINK_COLUMNS))
            return is_full(columns, PF_PGN_FULL_MOVES);
        if (reader->state == PF_PGN_AFTER_RESULT) pf_pgn_sum_up_after_result(reader, &target, PF_PGN_SINK_COLUMNS);
        pf_pgn_end_game(reader);
        reader->has_news = false;
        add_game(reader, columns);
    }
}

void pf_pgn_columns_clear(pf_pgn_columns *columns)
{
    size_t first = columns->move_count, rest = columns->moves_used - first;
    memmove(columns->moves, columns->moves + first, rest * sizeof columns->moves[0]);
    if (columns->clocks) memmove(columns->clocks, columns->clocks + first, rest * sizeof columns->clocks[0]);
    if (columns->evals) memmove(columns->evals, columns->evals + first, rest * sizeof columns->evals[0]);
    for (size_t i = 0; i < columns->tag_count; i++) {
        pf_pgn_tag_column *tag = &columns->tags[i];
        size_t start = text_start(columns, tag);
        memmove(tag->text, tag->text + start, tag->text_length - start);
        tag->text_length -= start;
    }
    if (columns->starts && columns->game_count < columns->game_room)
        columns->starts[0] = columns->starts[columns->game_count];
    columns->game_count = columns->move_count = columns->fault_count = 0;
    columns->moves_used = rest;
}
