/* plyforge pgn: reads PGN files and prints totals, broken games, moves, tags or positions. */
#include "pgn/pgn.h"
#include "output/json_pgn.h"
#include "output/progress.h"
#include "pgn/pgn_input.h"
#include "platform/interrupt.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The state of the work on all files, and of the file that is being read. */
struct job {
    const struct pgn_options *options;
    int file_count;
    enum pgn_task task;
    struct pgn_totals totals;
    pgn_sink *sink; /* NULL: standard output */
    void *sink_context;
    struct json_broken_list *broken_list;
    struct game_set *known; /* NULL unless games with identical moves are left out */
    struct progress progress;
    struct game_table *table; /* the table that is being written, or NULL */
    struct parquet_codec *codec;

    const struct pgn_input *input;
    uint64_t games_before;   /* the games already read from this file */
    size_t lines_counted_to; /* in a mapped file, the offset up to which lines have been counted */
    uint64_t lines;          /* the lines before that offset, or before the current piece */
};

static void print_output(struct text *output)
{
    if (fwrite(output->bytes, 1, output->length, stdout) < output->length)
        fail("cannot write to standard output: %s", strerror(errno));
    output->printed += output->length;
    output->length = 0;
}

/* The number of lines before the piece of the file that begins at this offset. Lines are counted only when a game is
 * broken. */
static uint64_t lines_before(struct job *job, uint64_t begin)
{
    if (job->input->text == NULL) return job->lines;
    job->lines += count_line_ends(job->input->text + job->lines_counted_to, (size_t)begin - job->lines_counted_to);
    job->lines_counted_to = (size_t)begin;
    return job->lines;
}

static void report_broken(struct job *job, const struct pgn_broken *broken, uint64_t begin)
{
    uint64_t line = lines_before(job, begin) + broken->line;
    uint64_t game = job->games_before + broken->game + 1;
    uint64_t offset = begin + broken->offset;
    job->totals.broken += !broken->is_warning;
    if (job->broken_list != NULL) {
        json_broken_add(job->broken_list, broken->is_warning, job->input->name, line, offset, game, broken->message);
        return;
    }
    char text[LINE_SIZE];
    snprintf(text, sizeof text, "%s:%" PRIu64 ": game %" PRIu64 ", byte %" PRIu64 ": %s%s", job->input->name, line,
             game, offset, broken->is_warning ? "warning: " : "", broken->message);
    make_printable(text);
    progress_erase(&job->progress);
    if (job->options->check) {
        puts(text);
    } else if (job->task != PGN_SUM && job->task != PGN_SKIM) {
        flush_output();
        fprintf(stderr, "plyforge: %s\n", text);
    }
}

/* [#######.............] 33 %, 73.5 of 220.0 MB, 34661 games, 78774 games/s, about 1.2 s to go */
static void show_progress(struct job *job, uint64_t done)
{
    uint64_t total = job->input->size;
    double elapsed;
    if (!progress_is_due(&job->progress, &elapsed)) return;
    char line[LINE_SIZE], bar[PROGRESS_BAR_SIZE];
    double fraction = total > 0 ? (double)done / (double)total : 0;
    int length = 0;
    if (total > 0) {
        progress_bar(bar, fraction);
        length += snprintf(line, sizeof line, "%s %.0f %%, ", bar, 100 * fraction);
    }
    length += snprintf(line + length, sizeof line - (size_t)length, "%.1f", (double)done / 1e6);
    if (total > 0) length += snprintf(line + length, sizeof line - (size_t)length, " of %.1f", (double)total / 1e6);
    length += snprintf(line + length, sizeof line - (size_t)length, " MB, %" PRIu64 " games, %.0f games/s",
                       job->totals.games_read, (double)job->totals.games_read / elapsed);
    if (job->file_count > 1)
        snprintf(line + length, sizeof line - (size_t)length, ", %s", job->input->name);
    else if (fraction > 0)
        snprintf(line + length, sizeof line - (size_t)length, ", about %.1f s to go",
                 elapsed * (1 - fraction) / fraction);
    make_printable(line);
    progress_print(&job->progress, line);
}

/* Prints the output. Broken games get the position of their error relative to the start of the file. */
static void print_answer(struct job *job, struct pgn_answer *answer, uint64_t begin)
{
    struct text with_places = {0};
    size_t from = 0;
    for (size_t i = 0; i < answer->broken_size; i++) {
        const struct pgn_broken *broken = &answer->broken[i];
        if (broken->object_end == 0) continue;
        char place[LINE_SIZE];
        snprintf(place, sizeof place, ",\"line\":%" PRIu64 ",\"byte\":%" PRIu64,
                 lines_before(job, begin) + broken->line, begin + broken->offset);
        text_add(&with_places, answer->output.bytes + from, broken->object_end - from);
        text_add_string(&with_places, place);
        from = broken->object_end;
    }
    if (from > 0) {
        text_add(&with_places, answer->output.bytes + from, answer->output.length - from);
        print_output(&with_places);
        answer->output.length = 0;
    } else {
        print_output(&answer->output);
    }
    free(with_places.bytes);
}

/* Offsets in the answer are relative to begin; used is the number of bytes of the file that the answer covers. */
static void take_answer(struct job *job, struct pgn_answer *answer, uint64_t begin, uint64_t used)
{
    if (job->known != NULL) pgn_answer_drop_known(answer, job->known);
    if (job->table != NULL) {
        pgn_answer_make_rows(answer, job->table, job->codec);
        game_table_add(job->table, answer->batch, job->input->name);
    } else if (job->sink != NULL) {
        job->sink(job->sink_context, answer->output.bytes, answer->output.length);
    } else if (answer->output.length > 0) {
        progress_erase(&job->progress);
        print_answer(job, answer, begin);
    }
    for (size_t i = 0; i < answer->broken_size; i++) report_broken(job, &answer->broken[i], begin);
    pgn_sums_add(&job->totals.sums, &answer->sums);
    job->games_before += answer->games_read;
    job->totals.games_read += answer->games_read;
    show_progress(job, used);
}

static void take_piece(void *context, struct pgn_answer *answer, const struct pgn_piece *piece)
{
    struct job *job = context;
    take_answer(job, answer, piece->offset, piece->used);
    job->lines += answer->line_ends;
}

/* Reads a few games at a time, so that output and progress keep coming; false when there are no more. If Ctrl-C cut off
 * the input, the last game is left out unless it has its result: without the rest of the game, it would look broken. */
static bool read_some(struct pgn_answer *answer, struct pgn_worker *worker, const struct job *job)
{
    pgn_answer_clear(answer);
    struct pgn_answer whole = *answer; /* the answer after the last complete game */
    for (unsigned i = 0;; i++) {
        bool is_enough = i == 256 || answer->output.length >= 65536;
        if (is_enough && !pgn_pieces_was_cut(worker->pieces)) return true;
        struct pgn_answer before = *answer;
        if (!pgn_read_one(worker, answer, job->task, job->options, print_output)) break;
        whole = !pgn_pieces_was_cut(worker->pieces) || answer->has_end ? *answer : before;
    }
    if (pgn_pieces_was_cut(worker->pieces)) pgn_answer_cut(answer, &whole);
    return false;
}

static void read_long_piece(void *context, struct pgn_pieces *pieces, const struct pgn_piece *piece)
{
    struct job *job = context;
    struct pgn_answer answer = {0};
    struct pgn_worker worker;
    pgn_worker_begin(&worker, job->options);
    worker.pieces = pieces;
    if (pf_pgn_reader_from_stream(worker.reader, pgn_pieces_read_long, pieces) != PF_OK) fail("not enough memory");
    for (bool go_on = true; go_on;) {
        go_on = read_some(&answer, &worker, job);
        take_answer(job, &answer, piece->offset, pgn_pieces_used(pieces));
    }
    job->lines += pgn_pieces_line_ends(pieces);
    pgn_answer_free(&answer);
    pgn_worker_end(&worker);
}

static void read_input(struct job *job, struct pgn_input *input)
{
    struct pgn_piece_sizes sizes = pgn_usual_sizes;
    sizes.is_steady = job->table != NULL;
    struct pgn_pieces *pieces = pgn_pieces_create(input, pgn_thread_count(job->options), &sizes);
    if (pieces == NULL) fail("not enough memory");
    struct pgn_takers takers = {take_piece, read_long_piece, job};
    if (job->options->range.is_given && !pgn_pieces_limit(pieces, &job->options->range)) {
        job->totals.unreadable = true;
        job->totals.opened--;
        pgn_pieces_destroy(pieces);
        return;
    }
    uint64_t begin = pgn_pieces_text(pieces);
    pgn_read_pieces(pieces, job->task, job->options, &takers);
    job->totals.bytes += pgn_pieces_text(pieces) - begin;
    job->totals.stopped = pgn_pieces_was_cut(pieces);
    if (pgn_pieces_error(pieces) != NULL) {
        progress_erase(&job->progress);
        complain("%s: %s", input->name, pgn_pieces_error(pieces));
        job->totals.unreadable = true;
        if (pgn_pieces_text(pieces) == begin) job->totals.opened--;
    }
    pgn_pieces_destroy(pieces);
}

static void read_file(struct job *job, const char *name)
{
    struct pgn_input input;
    if (!pgn_input_open_games(&input, name)) {
        job->totals.unreadable = true;
        return;
    }
    job->totals.opened++;
    job->input = &input;
    job->games_before = job->lines = 0;
    job->lines_counted_to = 0;
    read_input(job, &input);
    progress_erase(&job->progress);
    if (!pgn_input_close(&input)) job->totals.unreadable = true;
}

static void print_stats(const struct job *job)
{
    const struct pgn_sums *sums = &job->totals.sums;
    printf("Games:            %" PRIu64 "\n", sums->games);
    printf("Tags:             %" PRIu64 "\n", sums->tags);
    if (job->task == PGN_SKIM) return;
    printf("Broken games:     %" PRIu64 "\n", job->totals.broken);
    printf("Warnings:         %" PRIu64 "\n", sums->warnings);
    printf("White wins:       %" PRIu64 "\n", sums->results[PF_RESULT_WHITE_WINS]);
    printf("Black wins:       %" PRIu64 "\n", sums->results[PF_RESULT_BLACK_WINS]);
    printf("Draws:            %" PRIu64 "\n", sums->results[PF_RESULT_DRAW]);
    printf("Undecided:        %" PRIu64 "\n", sums->results[PF_RESULT_UNDECIDED]);
    printf("Without a result: %" PRIu64 "\n", sums->results[PF_RESULT_NOT_GIVEN]);
    printf("Plies:            %" PRIu64 "\n", sums->plies);
    printf("Variations:       %" PRIu64 "\n", sums->variations);
    printf("Variation plies:  %" PRIu64 "\n", sums->variation_plies);
    printf("Comments:         %" PRIu64 "\n", sums->comments);
    printf("NAGs:             %" PRIu64 "\n", sums->nags);
}

static void print_check(const struct job *job)
{
    uint64_t games = job->totals.sums.games, warnings = job->totals.sums.warnings;
    printf("%" PRIu64 " game%s, %" PRIu64 " broken", games, plural(games), job->totals.broken);
    if (warnings > 0) printf(", %" PRIu64 " warning%s", warnings, plural(warnings));
    putchar('\n');
}

static enum pgn_task chosen_task(const struct pgn_options *options)
{
    bool sums = options->stats || options->check;
    int outputs = (options->moves != MOVES_NONE) + options->headers + options->epd + options->write +
                  (options->eco != NULL && options->parquet == NULL);
    if (outputs > 1) refuse("choose one of --moves, --headers, --epd, --eco and --write");
    if (options->check && outputs > 0) refuse("--check reads whole games and can be combined with --stats only");
    if (options->stats && outputs > options->headers) refuse("--stats can be combined with --check or --headers only");
    if (options->parquet != NULL && (outputs > 0 || sums))
        refuse("--parquet cannot be combined with --stats, --check, --moves, --headers, --epd or --write");
    if (options->parquet != NULL) return PGN_ROWS;
    if (options->headers) return sums ? PGN_SKIM : PGN_HEADERS;
    if (options->moves != MOVES_NONE) return PGN_MOVES;
    if (options->write) return PGN_WRITE;
    if (options->eco != NULL) return PGN_ECO;
    return options->epd ? PGN_EPD : PGN_SUM;
}

/* Reads a file of openings. If a line cannot be read, the file is refused, and the error names the line. */
static pf_openings *read_openings(const char *name)
{
    size_t size;
    pf_error error;
    char *text = (char *)read_whole_file(name, &size);
    pf_openings *openings = allocated(pf_openings_create());
    bool readable = pf_openings_read(openings, text, size, &error) == PF_OK;
    uint64_t line = readable ? 0 : count_line_ends(text, error.offset) + 1;
    free(text);
    if (readable && pf_openings_size(openings) > 0) return openings;
    pf_openings_destroy(openings);
    if (!readable) refuse("%s:%" PRIu64 ": %s", name, line, error.message);
    refuse("there are no openings in '%s'", name);
}

static void read_files(struct job *job, const struct operands *operands)
{
    catch_interrupts();
    for (int i = 0; i < operands->count && !job->totals.stopped; i++) {
        if (was_interrupted())
            job->totals.stopped = true;
        else
            read_file(job, operands->words[i]);
    }
    progress_erase(&job->progress);
}

struct pgn_totals pgn_read_files(const struct pgn_options *options, const struct operands *operands, enum pgn_task task,
                                 struct game_set *known, pgn_sink *sink, void *context)
{
    struct job job = {.options = options,
                      .file_count = operands->count,
                      .task = task,
                      .known = known,
                      .sink = sink,
                      .sink_context = context,
                      .progress = progress_begin("games")};
    read_files(&job, operands);
    return job.totals;
}

/* Empty output may be correct, or the consequence of a mistake in a condition. */
static void say_if_none_is_kept(const struct pgn_totals *totals, const struct pgn_filter *filter)
{
    char names[FILTER_NAMES_SIZE];
    filter_names(names, filter);
    if (names[0] == '\0' || totals->games_read == 0 || totals->sums.games > totals->sums.only_reported) return;
    flush_output();
    complain("no game of %" PRIu64 " matches %s", totals->games_read, names);
}

/* Writes a table of the games into a file, which appears under its name only when it is complete. */
static int write_table(const struct pgn_options *given, const struct operands *operands)
{
    struct pgn_options options = *given;
    struct job job = {.options = &options,
                      .file_count = operands->count,
                      .task = chosen_task(given),
                      .progress = progress_begin("games"),
                      .table = game_table_create(given->columns, given->positions, given->eco != NULL),
                      .codec = table_codec_create()};
    for (int i = 0; i < operands->count; i++) refuse_replacing(operands->words[i], "games", "parquet", options.parquet);
    options.table = job.table;
    pf_openings *openings = given->eco != NULL ? read_openings(given->eco) : NULL;
    options.openings = openings;
    struct output_file output = open_output_file(options.parquet, options.force);
    game_table_begin(job.table, output.stream, options.parquet, job.codec);
    if (options.filter.unique) job.known = game_set_create(options.filter.memory);
    read_files(&job, operands);
    game_set_destroy(job.known);
    pf_openings_destroy(openings);
    bool is_whole = !job.totals.stopped && !job.totals.unreadable;
    game_table_end(job.table);
    table_codec_destroy(job.codec);
    game_table_destroy(job.table);
    if (!close_output_file(&output, is_whole) && is_whole)
        fail("cannot write %s: %s", options.parquet, strerror(errno));
    if (!is_whole) {
        complain("%s%s was not written", job.totals.stopped ? "stopped: " : "", options.parquet);
        return job.totals.stopped ? STATUS_INTERRUPTED : STATUS_WRONG_INPUT;
    }
    print_check(&job);
    return job.totals.broken > 0 ? STATUS_FAILED : STATUS_OK;
}

static int run_pgn(const void *context, const struct operands *operands)
{
    struct pgn_options with_openings = *(const struct pgn_options *)context;
    const struct pgn_options *options = &with_openings;
    if (options->range.is_given && (operands->count != 1 || strcmp(operands->words[0], "-") == 0))
        refuse("--bytes takes only one file");
    if (options->parquet != NULL) return write_table(options, operands);
    struct job job = {.options = options,
                      .file_count = operands->count,
                      .task = chosen_task(options),
                      .progress = progress_begin("games")};
    pf_openings *openings = options->eco != NULL ? read_openings(options->eco) : NULL;
    with_openings.openings = openings;
    bool sums = job.task == PGN_SUM || job.task == PGN_SKIM;
    if (options->json && sums) job.broken_list = json_broken_create();
    if (options->filter.unique) job.known = game_set_create(options->filter.memory);
    double start = seconds_now();
    read_files(&job, operands);
    game_set_destroy(job.known);
    pf_openings_destroy(openings);
    double seconds = seconds_now() - start;
    if (job.totals.opened == 0 && !job.totals.stopped) { /* a table of zeros would be useless */
        json_broken_destroy(job.broken_list);
        return STATUS_WRONG_INPUT;
    }

    if (options->json && sums && job.totals.stopped) {
        json_broken_destroy(job.broken_list);
    } else if (options->json && sums) {
        json_print_pgn(&job.totals.sums, job.totals.broken, job.broken_list, job.totals.bytes, seconds,
                       job.task == PGN_SKIM);
    } else if (sums) {
        if (options->check && !options->stats)
            print_check(&job);
        else
            print_stats(&job);
        flush_output();
        if (seconds > 0)
            fprintf(stderr, "Time: %.2f s, %.0f MB/s, %.0f games/s\n", seconds,
                    (double)job.totals.bytes / 1e6 / seconds, (double)job.totals.games_read / seconds);
    }
    if (job.totals.stopped) {
        flush_output();
        complain("stopped: %" PRIu64 " game%s read completely", job.totals.games_read, plural(job.totals.games_read));
        return STATUS_INTERRUPTED;
    }
    say_if_none_is_kept(&job.totals, &options->filter);
    if (job.totals.unreadable) return STATUS_WRONG_INPUT;
    return job.totals.broken > 0 && (options->check || !sums) ? STATUS_FAILED : STATUS_OK;
}

static void read_move_form(void *value, const struct option_word *word)
{
    static const char *const words[] = {"uci", "san"};
    *(enum move_form *)value = read_choice(word, words, 2) == 0 ? MOVES_UCI : MOVES_SAN;
}

static void read_castling_moves(void *value, const struct option_word *word)
{
    static const char *const words[] = {"auto", "standard", "chess960"};
    *(enum castling_moves *)value = (enum castling_moves)read_choice(word, words, 3);
}

static void check_pgn(void *context, const struct given *given)
{
    static const struct option_rule rules[] = {
        {"castling", NEEDS, "moves"},
        {"castling", EXCLUDES, "chess960"},
        {"tags-only", NEEDS, "write"},
        {"no-comments", NEEDS, "write"},
        {"no-variations", NEEDS, "write"},
        {"json", EXCLUDES, "write"},
        {"tags-only", EXCLUDES, "no-comments"},
        {"tags-only", EXCLUDES, "no-variations"},
        {"memory", NEEDS, "unique"},
        {"columns", NEEDS, "parquet"},
        {"positions", NEEDS, "parquet"},
        {"skip-broken", NEEDS, "parquet"},
        {"force", NEEDS, "parquet"},
        {"json", EXCLUDES, "parquet"},
    };
    const struct pgn_options *options = context;
    CHECK_RULES(given, rules);
    if (options->filter.min_plies > options->filter.max_plies) refuse("--min-plies is more than --max-plies");
    if (is_given(given, "castling") && options->moves == MOVES_SAN) refuse("--castling works with --moves uci only");
}

static const struct option_row option_rows[] = {
    CHESS960_ROW(struct pgn_options, chess960),
    OPTION("variant", "NAME", "the rules of games without a Variant tag (default: standard)", read_variant,
           struct pgn_options, variant),
    CPU_BACKEND_ROW(struct pgn_options),
    THREADS_ROW(struct pgn_options, threads),
    OPTION("stats", NULL, "print the totals (default)", read_flag, struct pgn_options, stats),
    OPTION("check", NULL, "list the broken games; the exit status is 1 if there are any", read_flag, struct pgn_options,
           check),
    OPTION("moves", "FORM", "print the moves of each game on one line, as uci or san", read_move_form,
           struct pgn_options, moves),
    OPTION("castling", "STYLE", "standard (e1g1), chess960 (e1h1) or auto: in --moves uci (default: auto, by the game)",
           read_castling_moves, struct pgn_options, castling),
    OPTION("headers", NULL, "print the tags of each game; movetext is skipped", read_flag, struct pgn_options, headers),
    OPTION("epd", NULL, "print every position of the main lines", read_flag, struct pgn_options, epd),
    OPTION("eco", "FILE", "print the opening of each game: ECO code, name and plies, looked up in FILE", read_file_name,
           struct pgn_options, eco),
    OPTION("write", NULL, "write the games as PGN in export form, without the broken ones", read_flag,
           struct pgn_options, write),
    OPTION("tags-only", NULL, "with --write: only the tags and the result", read_flag, struct pgn_options, tags_only),
    OPTION("no-comments", NULL, "with --write: without comments", read_flag, struct pgn_options, no_comments),
    OPTION("no-variations", NULL, "with --write: without variations", read_flag, struct pgn_options, no_variations),
    OPTION("bytes", "RANGE", "only the games that begin in bytes A-B of the file (zstd: in frames that begin there)",
           read_range, struct pgn_options, range),
    OPTION("parquet", "FILE", "write a table with a row per game, as Parquet; broken games are rows with a parse_error",
           read_report_name, struct pgn_options, parquet),
    OPTION("columns", "LIST", "with --parquet: these columns, by name, and tags; default means the usual ones",
           read_text, struct pgn_options, columns),
    OPTION("positions", NULL, "with --parquet: a row per position of the main lines", read_flag, struct pgn_options,
           positions),
    OPTION("skip-broken", NULL, "with --parquet: no rows for broken games", read_flag, struct pgn_options, skip_broken),
    OPTION("force", NULL, "with --parquet: replace the file if it exists", read_flag, struct pgn_options, force),
    FILTER_ROWS(struct pgn_options),
    UNFAIR_ROW(struct pgn_options),
    OPTION("strict", NULL, "refuse text that is otherwise skipped with a warning", read_flag, struct pgn_options,
           strict),
    OPTION("max-game", "SIZE", "the maximum size of a game; a longer one is broken (default: 64M)", read_max_game,
           struct pgn_options, max_game),
    JSON_ROW(struct pgn_options),
    END_OF_OPTIONS,
};

static const struct pgn_options defaults = {.filter = FILTER_DEFAULTS};

const struct command pgn_command = {
    .name = "pgn",
    .operands = "FILE...",
    .min_operands = 1,
    .max_operands = INT_MAX,
    COMMAND_OPTIONS(option_rows, defaults),
    .check = check_pgn,
    .summary = "read PGN files: totals, broken games, moves, tags, positions; select and write games",
    .description =
        "Reads PGN files (- is standard input; zstd, gzip, bzip2 and xz are decompressed), plays every move of every\n"
        "game and variation, and prints totals, or the broken games, or the moves, tags, positions or PGN of each "
        "game.\n"
        "A game is played by the rules that its Variant tag names: standard chess, Chess960 or a lichess variant.\n"
        "A broken game is reported with file, line, byte and reason, and reading continues with the next one.\n"
        "Text that cannot be part of a game is skipped with a warning; with --strict it breaks the game.",
    .example = "  plyforge pgn --check --threads 2 games.pgn",
    .run = run_pgn,
};
