/* Reading games into an answer: totals, or the requested text. */
#include "output/json_pgn.h"
#include "pgn/pgn.h"
#include "pgn/pgn_input.h"
#include "pgn/train.h"

#include <stdlib.h>
#include <string.h>

enum { MUCH_OUTPUT = 1 << 18 };

/* Reports the warnings of a game that was not read as events, from this one on, and how many more there were. */
static void add_warnings(struct pgn_answer *answer, const pf_pgn_reader *reader, uint32_t first)
{
    const pf_pgn_warning *last = NULL, *warning;
    uint32_t kept = first, count = pf_pgn_reader_warning_count(reader);
    for (; (warning = pf_pgn_reader_warning(reader, kept)) != NULL; kept++) {
        pgn_add_warning(answer, warning->offset, warning->line, &warning->error);
        last = warning;
    }
    if (last == NULL || kept == count) return;
    pf_error more = {0};
    snprintf(more.message, sizeof more.message, "%u more warnings in this game", (unsigned)(count - kept));
    pgn_add_warning(answer, last->offset, last->line, &more);
}

bool pgn_is_cut_off(struct pgn_worker *worker, pf_pgn_event *fault)
{
    const char *lost = worker->text != NULL ? pgn_input_lost(worker->text, worker->text_end) : NULL;
    const char *reason = lost != NULL ? PGN_INPUT_SHORTER : worker->error;
    if (worker->pieces != NULL) reason = pgn_pieces_error(worker->pieces);
    if (reason == NULL || pf_pgn_next(worker->reader, fault) != PF_PGN_END) return false;
    if (lost != NULL) fault->offset = (uint64_t)(lost - worker->text);
    fault->line = 1 + (worker->pieces != NULL ? pgn_pieces_line_ends(worker->pieces)
                                              : count_line_ends(worker->text, (size_t)fault->offset));
    fault->error = (pf_error){.code = PF_ERROR_PGN};
    snprintf(fault->error.message, sizeof fault->error.message, "the game is not complete: %.80s", reason);
    return true;
}

static bool sum_up(struct pgn_worker *worker, struct pgn_answer *answer)
{
    pf_pgn_summary summary;
    pf_pgn_event fault;
    if (!pf_pgn_read_game(worker->reader, &summary)) return false;
    struct pgn_sums *sums = &answer->sums;
    sums->tags += summary.tags;
    sums->plies += summary.plies;
    sums->variation_plies += summary.variation_plies;
    sums->variations += summary.variations;
    sums->comments += summary.comments;
    sums->nags += summary.nags;
    sums->warnings += summary.warnings;
    if (summary.warnings > 0) add_warnings(answer, worker->reader, 0);
    if (summary.broken)
        pgn_add_broken(answer, summary.error_offset, summary.line, &summary.error);
    else if (summary.result == PF_RESULT_NOT_GIVEN && pgn_is_cut_off(worker, &fault))
        pgn_add_broken(answer, fault.offset, fault.line, &fault.error);
    else
        sums->results[summary.result]++;
    answer->has_end = summary.result != PF_RESULT_NOT_GIVEN;
    sums->games++;
    answer->games_read++;
    return true;
}

static void add_tag(struct text *output, const pf_pgn_event *event)
{
    text_add_string(output, "[");
    text_add(output, event->name, event->name_length);
    text_add_string(output, " \"");
    text_add(output, event->text, event->length);
    text_add_string(output, "\"]\n");
}

static pf_uci_castling castling_of_game(const pf_pgn_reader *reader, const struct pgn_options *options)
{
    return uci_castling(options->chess960 || options->castling == CASTLING_MOVES_CHESS960 ||
                        (options->castling == CASTLING_MOVES_AUTO && pf_pgn_is_chess960(reader)));
}

static void write_game_move(char text[PF_SAN_SIZE], const pf_position *before, pf_move move, pf_uci_castling castling,
                            const struct pgn_options *options)
{
    if (options->moves == MOVES_SAN)
        pf_move_to_san(text, PF_SAN_SIZE, before, move, PF_SAN_LETTERS);
    else
        pf_move_to_uci(text, PF_SAN_SIZE, move, castling);
}

/* The fields of the FEN before the clocks: four, and in Three-check a fifth with the checks. */
static void add_position(struct text *output, const pf_position *position)
{
    char fen[PF_FEN_SIZE];
    pf_position_to_fen(fen, sizeof fen, position, PF_CASTLING_XFEN, PF_EP_LEGAL);
    unsigned fields = 0, wanted = position->variant == PF_VARIANT_THREE_CHECK ? 5 : 4;
    size_t length = 0;
    while (fen[length] != '\0' && (fen[length] != ' ' || ++fields < wanted)) length++;
    text_add(output, fen, length);
    text_add_string(output, "\n");
}

/* ---- One game ---- */

/* A game that is being read event by event, and the state of the answer before it. */
struct game {
    struct pgn_worker *worker;
    struct pgn_answer *answer;
    enum pgn_task task;
    const struct pgn_options *options;
    void (*flush)(struct text *output);

    struct pgn_selection selection;
    struct json_game *json;   /* NULL: text is printed */
    pf_position before;       /* the position before the next move, if it is needed */
    pf_uci_castling castling; /* how castling is written */
    pf_opening opening;       /* the last opening found; eco is NULL if there was none */
    unsigned opening_plies;   /* half-moves before the opening */
    unsigned plies;           /* of the main line, if positions are needed */
    bool is_broken;
    size_t error; /* its row of answer->broken, which moves as it grows */
    bool has_tags, has_moves;
    bool is_left_out;       /* its tags do not fit */
    bool ignores_movetext;  /* except for what the selection and the result need */
    bool variation_is_over; /* the next event ends a variation that was skipped */
    size_t output_before, broken_before;
    struct pgn_sums sums_before;
};

static void begin_game(struct game *game)
{
    const struct pgn_answer *answer = game->answer;
    selection_begin(&game->selection);
    game->output_before = answer->output.length;
    game->broken_before = answer->broken_size;
    game->sums_before = answer->sums;
    game->worker->output = &game->answer->output;
    if (game->task == PGN_ROWS) game_note_begin(game->worker->note);
    if (game->options->json && game->task != PGN_SKIM && game->task != PGN_SUM)
        game->json = json_game_begin(game->options);
}

static void break_game(struct game *game, const pf_pgn_event *event, const pf_error *error)
{
    game->error = pgn_add_broken(game->answer, event->offset, event->line, error);
    game->is_broken = true;
    if (game->json != NULL) json_game_error(game->json, error->message);
}

/* Writes the event, unless the options leave it out. An event that cannot be written breaks the game. */
static void write_event(struct game *game, const pf_pgn_event *event)
{
    if (game->is_broken) return;
    pf_status status = pf_pgn_write_event(game->worker->writer, game->worker->reader, event);
    if (status == PF_OK) return;
    pf_error error = {.code = status, .message = "this cannot be written as PGN"};
    break_game(game, event, &error);
}

static void on_tag(struct game *game, const pf_pgn_event *event)
{
    game->has_tags = true;
    selection_add_tag(&game->selection, &game->options->filter, event);
    if (game->json != NULL)
        json_game_tag(game->json, event);
    else if (game->task == PGN_HEADERS)
        add_tag(&game->answer->output, event);
    else if (game->task == PGN_WRITE)
        write_event(game, event);
    else if (game->task == PGN_ROWS)
        game_note_tag(game->worker->note, event);
}

static bool names_openings(const struct game *game)
{
    return game->task == PGN_ECO || (game->task == PGN_ROWS && game->options->openings != NULL);
}

static void on_position(struct game *game, const pf_position *position)
{
    game->before = *position;
    if (names_openings(game) && pf_opening_of(game->options->openings, position, &game->opening))
        game->opening_plies = game->plies;
    game->plies++;
    if (game->json != NULL)
        json_game_position(game->json, position);
    else if (game->task == PGN_EPD)
        add_position(&game->answer->output, position);
}

/* Whether the position before each move is needed. */
static bool needs_positions(const struct game *game)
{
    return game->task == PGN_EPD || names_openings(game) || game->options->moves == MOVES_SAN;
}

static void on_movetext(struct game *game, const pf_pgn_event *event)
{
    const struct pgn_filter *filter = &game->options->filter;
    pf_pgn_reader *reader = game->worker->reader;
    game->is_left_out = !selection_fits_tags(&game->selection, filter);
    if (game->task == PGN_WRITE) write_event(game, event);
    game->ignores_movetext = game->task == PGN_HEADERS || game->task == PGN_SKIM || game->options->tags_only;
    /* --tags-only needs the result of the movetext, and leaves out broken games. */
    bool needs_movetext = !game->ignores_movetext || game->options->tags_only || filter_needs_moves(filter);
    if (game->is_left_out || !needs_movetext) {
        /* The boundaries between games without tags are found only by reading the games. */
        if (game->has_tags || !game->is_left_out) pf_pgn_skip_game(reader);
        return;
    }
    if (game->ignores_movetext || needs_positions(game) || filter->unique || game->json != NULL) {
        const pf_position *start = pf_pgn_position(reader);
        selection_add_start(&game->selection, filter, start);
        if (!game->ignores_movetext) on_position(game, start);
    }
    if (game->task == PGN_MOVES) game->castling = castling_of_game(reader, game->options);
}

/* A move of the main line, or of a variation of a JSON object. */
static void print_move(struct game *game, const pf_pgn_event *event)
{
    struct text *output = &game->answer->output;
    char move[PF_SAN_SIZE];
    const pf_position *before = game->json != NULL ? json_game_before(game->json) : &game->before;
    write_game_move(move, before, event->move, game->castling, game->options);
    if (game->json != NULL) {
        json_game_move(game->json, move, pf_pgn_position(game->worker->reader));
        return;
    }
    if (game->has_moves) text_add_string(output, " ");
    text_add_string(output, move);
}

static void on_move(struct game *game, const pf_pgn_event *event)
{
    struct text *output = &game->answer->output;
    if (event->depth > 0) {
        game->answer->sums.variation_plies++;
    } else {
        game->answer->sums.plies++;
        selection_add_moves(&game->selection, &game->options->filter, &event->move, 1);
    }
    if (game->is_left_out || game->ignores_movetext) return;
    if (game->task == PGN_WRITE) write_event(game, event);
    if (game->task == PGN_MOVES) print_move(game, event);
    game->has_moves = true;
    if (event->depth == 0 && needs_positions(game)) on_position(game, pf_pgn_position(game->worker->reader));
    if (game->flush != NULL && game->json == NULL && output->length > MUCH_OUTPUT) game->flush(output);
}

/* Variations are read only if they are counted, printed as JSON, or written. */
static void on_begin_variation(struct game *game, const pf_pgn_event *event)
{
    bool is_wanted = game->task == PGN_SUM || (game->task == PGN_MOVES && game->json != NULL) ||
                     (game->task == PGN_WRITE && !game->options->no_variations);
    if (!is_wanted || game->is_left_out || game->ignores_movetext) {
        pf_pgn_skip_variation(game->worker->reader);
        game->variation_is_over = true;
        return;
    }
    game->answer->sums.variations++;
    if (game->task == PGN_WRITE) write_event(game, event);
    if (game->json != NULL) json_game_begin_variation(game->json, pf_pgn_position(game->worker->reader));
}

static void on_end_variation(struct game *game, const pf_pgn_event *event)
{
    bool was_skipped = game->variation_is_over;
    game->variation_is_over = false;
    if (was_skipped) return;
    if (game->task == PGN_WRITE) write_event(game, event);
    if (game->json != NULL) json_game_end_variation(game->json);
}

static void on_annotation(struct game *game, const pf_pgn_event *event)
{
    bool is_comment = event->type == PF_PGN_COMMENT;
    if (is_comment && !event->continues) game->answer->sums.comments++;
    if (!is_comment) game->answer->sums.nags++;
    if (game->is_left_out || game->ignores_movetext) return;
    if (game->task == PGN_WRITE && !(is_comment && game->options->no_comments)) write_event(game, event);
    if (game->task != PGN_MOVES || game->json == NULL) return;
    if (is_comment)
        json_game_comment(game->json, event);
    else
        json_game_nag(game->json, event->nag);
}

/* Discards the output of the game. */
static void drop_output(struct game *game, pf_result result)
{
    if (game->task == PGN_WRITE) pf_pgn_write_end(game->worker->writer, result);
    if (game->json != NULL) json_game_end(game->json, NULL, NULL);
    game->answer->output.length = game->output_before;
}

/* Discards everything that the game has added to the answer. */
static void leave_out(struct game *game, pf_result result)
{
    struct pgn_answer *answer = game->answer;
    drop_output(game, result);
    answer->broken_size = game->broken_before;
    answer->sums = game->sums_before;
    answer->games_read++;
}

static void add_entry(struct game *game)
{
    struct pgn_answer *answer = game->answer;
    struct pgn_entry *entry = pgn_answer_add_entry(answer);
    memcpy(entry->moves, game->selection.moves, sizeof entry->moves);
    entry->begin = game->output_before;
    entry->end = answer->output.length;
    entry->sums = answer->sums;
    pgn_sums_subtract(&entry->sums, &game->sums_before);
}

/* The last position of the game that has a name: C60, tab, Ruy Lopez, tab, 5 plies. */
static void add_opening(struct text *output, const struct game *game)
{
    char plies[16];
    bool is_known = game->opening.eco != NULL;
    text_add_string(output, is_known ? game->opening.eco : "-");
    text_add_string(output, "\t");
    text_add_string(output, is_known ? game->opening.name : "-");
    snprintf(plies, sizeof plies, "\t%u\n", is_known ? game->opening_plies : 0);
    text_add_string(output, plies);
}

static void note_findings(struct game *game, pf_result result)
{
    const struct pgn_selection *selection = &game->selection;
    struct game_finding found = {.eco = game->opening.eco,
                                 .opening = game->opening.eco != NULL ? game->opening.name : NULL,
                                 .opening_plies = game->opening_plies};
    if (game_table_needs_unfair(game->options->table) && !game->is_broken && selection->on_time &&
        selection->by_tag != PF_RESULT_DRAW)
        found.is_unfair = selection_is_unfair(pf_pgn_position(game->worker->reader), result, game->worker->scratch);
    game_note_found(game->worker->note, &found);
}

/* Prints the end of a game. The position of an error in a JSON object is added later, because lines are counted only
 * then. */
static void print_end(struct game *game, pf_pgn_event *event)
{
    struct text *output = &game->answer->output;
    if (game->task == PGN_WRITE) {
        bool by_tag = game->options->tags_only && event->result == PF_RESULT_NOT_GIVEN;
        pf_pgn_write_end(game->worker->writer, by_tag ? game->selection.by_tag : event->result);
        if (game->is_broken) output->length = game->output_before;
    } else if (game->json != NULL) {
        if (game->task == PGN_ECO) json_game_opening(game->json, &game->opening, game->opening_plies);
        json_game_end(game->json, event, output);
        if (game->is_broken && !game->options->headers)
            game->answer->broken[game->error].object_end = output->length - 2;
    } else if (game->task == PGN_ROWS && !(game->is_broken && game->options->skip_broken)) {
        const char *error = game->is_broken ? game->answer->broken[game->error].message : NULL;
        note_findings(game, event->result);
        game_note_end(game->worker->note, event->result, error, output);
    } else if (game->task == PGN_MOVES || game->task == PGN_HEADERS) {
        text_add_string(output, "\n");
    } else if (game->task == PGN_ECO) {
        add_opening(output, game);
    }
}

/* A broken game whose tags match is always reported and counted, and printed if the part that was read matches as well.
 */
static void end_game(struct game *game, pf_pgn_event *event)
{
    const struct pgn_filter *filter = &game->options->filter;
    struct pgn_answer *answer = game->answer;
    pf_pgn_event fault;
    if (event->result == PF_RESULT_NOT_GIVEN && !game->is_broken && pgn_is_cut_off(game->worker, &fault)) {
        break_game(game, &fault, &fault.error);
        event->broken = true;
    }
    bool broken = event->broken || game->is_broken;
    answer->has_end = event->result != PF_RESULT_NOT_GIVEN;
    bool fits = selection_fits_game(&game->selection, filter, event->result, broken);
    if (fits && filter->unfair && !game->is_left_out)
        fits = !broken &&
               selection_is_unfair(pf_pgn_position(game->worker->reader),
                                   selection_result(&game->selection, filter, event->result), game->worker->scratch);
    /* A game with broken tags has no movetext, so is_left_out has not been decided yet. */
    if (!selection_fits_tags(&game->selection, filter) || (!fits && !broken)) {
        leave_out(game, event->result);
        return;
    }
    event->result = selection_result(&game->selection, filter, event->result);
    if (fits) {
        print_end(game, event);
    } else {
        drop_output(game, event->result);
        answer->sums.only_reported++;
    }
    answer->sums.tags += event->tags;
    answer->sums.warnings += event->warnings;
    if (!broken) answer->sums.results[event->result]++;
    answer->sums.games++;
    if (filter->unique && !broken) add_entry(game);
    answer->games_read++;
}

/* Reads the rest of a game for the table at once, which takes much less time than events. The first seen warnings have
 * been reported. */
static void read_movetext(struct game *game, uint32_t seen)
{
    struct pgn_worker *worker = game->worker;
    const struct pgn_filter *filter = &game->options->filter;
    pf_pgn_event end = {.type = PF_PGN_GAME_END};
    pf_uci_castling castling = castling_of_game(worker->reader, game->options);
    if (game_table_needs_start(game->options->table))
        game_note_start(worker->note, pf_pgn_position(worker->reader), castling);
    struct game_movetext rest = game_note_read(worker->note, worker->reader);
    end.result = rest.result;
    end.broken = rest.is_broken;
    end.warnings = pf_pgn_reader_warning_count(worker->reader);
    if (end.warnings > seen) add_warnings(game->answer, worker->reader, seen);
    end.offset = rest.fault.offset;
    end.line = rest.fault.line;
    if (rest.is_broken) break_game(game, &end, &rest.fault.error);
    selection_add_moves(&game->selection, filter, rest.moves, rest.plies);
    for (uint32_t i = 0; names_openings(game) && i < rest.plies; i++) {
        pf_position after = game->before;
        play_or_pass(&after, rest.moves[i]);
        on_position(game, &after);
    }
    end_game(game, &end);
}

/* Reads one game event by event; false when there is none. */
static bool read_events(struct game *game)
{
    pf_pgn_reader *reader = game->worker->reader;
    const struct pgn_filter *filter = &game->options->filter;
    pf_pgn_event event;
    uint32_t warnings = 0;
    begin_game(game);
    while (pf_pgn_next(reader, &event) != PF_PGN_END) {
        switch (event.type) {
        case PF_PGN_GAME:
            if (game->task == PGN_SKIM && !filter_is_active(filter)) pf_pgn_skip_game(reader);
            break;
        case PF_PGN_TAG: on_tag(game, &event); break;
        case PF_PGN_MOVETEXT:
            on_movetext(game, &event);
            if (game->task != PGN_ROWS || game->is_left_out) break;
            read_movetext(game, warnings);
            return true;
        case PF_PGN_MOVE: on_move(game, &event); break;
        case PF_PGN_NAG:
        case PF_PGN_COMMENT: on_annotation(game, &event); break;
        case PF_PGN_BEGIN_VARIATION: on_begin_variation(game, &event); break;
        case PF_PGN_END_VARIATION: on_end_variation(game, &event); break;
        case PF_PGN_ERROR: break_game(game, &event, &event.error); break;
        case PF_PGN_WARNING:
            pgn_add_warning(game->answer, event.offset, event.line, &event.error);
            warnings++;
            break;
        case PF_PGN_GAME_END: end_game(game, &event); return true;
        case PF_PGN_END: break;
        }
    }
    if (game->json != NULL) json_game_end(game->json, NULL, NULL);
    return false;
}

bool pgn_read_one(struct pgn_worker *worker, struct pgn_answer *answer, enum pgn_task task,
                  const struct pgn_options *options, void (*flush)(struct text *output))
{
    bool is_filtered = filter_is_active(&options->filter);
    if (task == PGN_TRAIN) return train_read_game(worker, answer, options->train);
    if (task == PGN_SUM && !is_filtered) return sum_up(worker, answer);
    /* Output that may be taken back, or is not PGN until its end, stays here until the game is over. */
    if (is_filtered || task == PGN_WRITE || task == PGN_ROWS) flush = NULL;
    struct game game = {.worker = worker, .answer = answer, .task = task, .options = options, .flush = flush};
    return read_events(&game);
}
