/* plyforge pgn: reads PGN files and prints what was asked for: sums, broken games, moves, tags or positions. */
#include "pgn.h"
#include "interrupt.h"
#include "json.h"
#include "pgn_input.h"
#include "progress.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The work on all files so far, and where it stands in the one that is being read. */
struct job {
    const struct pgn_options *options;
    int file_count;
    enum pgn_task task;
    struct pgn_totals totals;
    pgn_sink *sink; /* NULL: standard output */
    void *sink_context;
    struct json_broken_list *broken_list;
    struct game_set *known; /* NULL unless games with the same moves are left out */
    struct progress progress;

    const struct pgn_input *input;
    uint64_t games_before; /* in this file */
    size_t lines_counted_to;
    uint64_t lines;
};

static void print_output(struct text *output)
{
    if (fwrite(output->bytes, 1, output->length, stdout) < output->length)
        fail("cannot write to standard output: %s", strerror(errno));
    output->printed += output->length;
    output->length = 0;
}

/* Lines before the piece of the file that begins there. They are counted only when a game is broken. */
static uint64_t lines_before(struct job *job, size_t begin)
{
    if (job->input->text == NULL) return 0;
    job->lines += count_line_ends(job->input->text + job->lines_counted_to, begin - job->lines_counted_to);
    job->lines_counted_to = begin;
    return job->lines;
}

static void report_broken(struct job *job, const struct pgn_broken *broken, size_t begin)
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

/* [#######.............] 73.5 of 220.0 MB, 34661 games, 78774 games/s, about 1.2 s to go */
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
        length += snprintf(line, sizeof line, "%s ", bar);
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

/* Prints the output. The objects of broken games get the place of their error, which counts from the start of the
 * file. */
static void print_answer(struct job *job, struct pgn_answer *answer, size_t begin)
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

static void take_answer(void *context, struct pgn_answer *answer, size_t begin, size_t end)
{
    struct job *job = context;
    if (job->known != NULL) pgn_answer_drop_known(answer, job->known);
    if (job->sink != NULL) {
        job->sink(job->sink_context, answer->output.bytes, answer->output.length);
    } else if (answer->output.length > 0) {
        progress_erase(&job->progress);
        print_answer(job, answer, begin);
    }
    for (size_t i = 0; i < answer->broken_size; i++) report_broken(job, &answer->broken[i], begin);
    pgn_sums_add(&job->totals.sums, &answer->sums);
    job->games_before += answer->games_read;
    job->totals.games_read += answer->games_read;
    show_progress(job, end);
}

/* A few games, so that output and progress keep coming; false when there are no more. Where Ctrl-C cut the stream, the
 * last game is left out unless it has its result: the rest of it may be missing, and be why it looks broken. */
static bool read_some(struct pgn_answer *answer, struct pgn_worker *worker, const struct job *job)
{
    const struct pgn_stream *stream = job->input->stream;
    pgn_answer_clear(answer);
    struct pgn_answer whole = *answer; /* as it was after the last game that is */
    for (unsigned i = 0;; i++) {
        bool is_enough = i == 256 || answer->output.length >= 65536;
        if (is_enough && !pgn_stream_was_cut(stream)) return true;
        struct pgn_answer before = *answer;
        if (!pgn_read_one(worker, answer, job->task, job->options, print_output)) break;
        whole = !pgn_stream_was_cut(stream) || answer->has_end ? *answer : before;
    }
    if (!pgn_stream_was_cut(stream)) return false;
    answer->sums = whole.sums;
    answer->games_read = whole.games_read;
    answer->entry_count = whole.entry_count;
    answer->broken_size = whole.broken_size;
    /* Of a game so long that a part of it is out, what was read is printed, too, so that its line has an end. */
    if (answer->output.printed == whole.output.printed) answer->output.length = whole.output.length;
    return false;
}

static void read_stream(struct job *job)
{
    struct pgn_stream *stream = job->input->stream;
    struct pgn_answer answer = {0};
    struct pgn_worker worker;
    pgn_worker_begin(&worker, job->options);
    worker.stream = stream;
    if (pf_pgn_reader_from_stream(worker.reader, pgn_stream_read, stream) != PF_OK) fail("not enough memory");
    for (bool go_on = true; go_on;) {
        go_on = read_some(&answer, &worker, job);
        take_answer(job, &answer, 0, (size_t)pgn_stream_used(stream));
    }
    job->totals.bytes += pgn_stream_text(stream);
    job->totals.stopped = pgn_stream_was_cut(stream);
    pgn_answer_free(&answer);
    pgn_worker_end(&worker);
    if (pgn_stream_error(stream) != NULL) {
        progress_erase(&job->progress);
        complain("%s: %s", job->input->name, pgn_stream_error(stream));
        job->totals.unreadable = true;
        if (pgn_stream_text(stream) == 0) job->totals.opened--;
    }
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
    if (input.text != NULL) {
        size_t bytes = pgn_read_text(input.text, input.size, job->task, job->options, take_answer, job);
        job->totals.bytes += bytes;
        job->totals.stopped = bytes < input.size;
    } else {
        read_stream(job);
    }
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
    int outputs = (options->moves != MOVES_NONE) + options->headers + options->epd + options->write;
    if (outputs > 1) refuse("choose one of --moves, --headers, --epd and --write");
    if (options->check && outputs > 0) refuse("--check reads whole games and goes with --stats only");
    if (options->stats && (options->moves != MOVES_NONE || options->epd || options->write))
        refuse("--stats goes with --check or --headers only");
    if (options->headers) return sums ? PGN_SKIM : PGN_HEADERS;
    if (options->moves != MOVES_NONE) return PGN_MOVES;
    if (options->write) return PGN_WRITE;
    return options->epd ? PGN_EPD : PGN_SUM;
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

/* Empty output may be what was asked for, or a mistake in a condition. */
static void say_if_none_is_kept(const struct pgn_totals *totals, const struct pgn_filter *filter)
{
    char names[FILTER_NAMES_SIZE];
    filter_names(names, filter);
    if (names[0] == '\0' || totals->games_read == 0 || totals->sums.games > totals->sums.only_reported) return;
    flush_output();
    complain("no game of %" PRIu64 " fulfils %s", totals->games_read, names);
}

static int run_pgn(const void *context, const struct operands *operands)
{
    const struct pgn_options *options = context;
    struct job job = {.options = options,
                      .file_count = operands->count,
                      .task = chosen_task(options),
                      .progress = progress_begin("games")};
    bool sums = job.task == PGN_SUM || job.task == PGN_SKIM;
    if (options->json && sums) job.broken_list = json_broken_create();
    if (options->filter.unique) job.known = game_set_create(options->filter.memory);
    double start = seconds_now();
    read_files(&job, operands);
    game_set_destroy(job.known);
    double seconds = seconds_now() - start;
    if (job.totals.opened == 0 && !job.totals.stopped) { /* a table of zeros would say nothing */
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
        complain("stopped: %" PRIu64 " game%s read, all of them to their end", job.totals.games_read,
                 plural(job.totals.games_read));
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
        {"castling", NEEDS, "moves"},           {"castling", EXCLUDES, "chess960"},       {"tags-only", NEEDS, "write"},
        {"no-comments", NEEDS, "write"},        {"no-variations", NEEDS, "write"},        {"json", EXCLUDES, "write"},
        {"tags-only", EXCLUDES, "no-comments"}, {"tags-only", EXCLUDES, "no-variations"}, {"memory", NEEDS, "unique"},
    };
    const struct pgn_options *options = context;
    CHECK_RULES(given, rules);
    if (options->filter.min_plies > options->filter.max_plies) refuse("--min-plies is more than --max-plies");
    if (is_given(given, "castling") && options->moves == MOVES_SAN) refuse("--castling goes with --moves uci only");
}

static const struct option_row option_rows[] = {
    CHESS960_ROW(struct pgn_options, chess960),
    OPTION("variant", "NAME", "the rules of games without a Variant tag (default: standard)", read_variant,
           struct pgn_options, variant),
    CPU_BACKEND_ROW(struct pgn_options),
    THREADS_ROW(struct pgn_options, threads),
    OPTION("stats", NULL, "print the sums (default)", read_flag, struct pgn_options, stats),
    OPTION("check", NULL, "list the broken games; the exit status is 1 if there are any", read_flag, struct pgn_options,
           check),
    OPTION("moves", "FORM", "print the moves of each game on a line, as uci or san", read_move_form, struct pgn_options,
           moves),
    OPTION("castling", "STYLE", "standard (e1g1), chess960 (e1h1) or auto: in --moves uci (default: auto, by the game)",
           read_castling_moves, struct pgn_options, castling),
    OPTION("headers", NULL, "print the tags of each game; movetext is skipped", read_flag, struct pgn_options, headers),
    OPTION("epd", NULL, "print every position of the main lines", read_flag, struct pgn_options, epd),
    OPTION("write", NULL, "write the games as PGN in export form, without the broken ones", read_flag,
           struct pgn_options, write),
    OPTION("tags-only", NULL, "with --write: only the tags and the result", read_flag, struct pgn_options, tags_only),
    OPTION("no-comments", NULL, "with --write: without comments", read_flag, struct pgn_options, no_comments),
    OPTION("no-variations", NULL, "with --write: without variations", read_flag, struct pgn_options, no_variations),
    FILTER_ROWS(struct pgn_options),
    OPTION("strict", NULL, "refuse what is otherwise skipped with a warning", read_flag, struct pgn_options, strict),
    OPTION("max-game", "SIZE", "the most bytes of a game; a longer one is broken (default: 64M)", read_max_game,
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
    .summary = "read PGN files: sums, broken games, moves, tags, positions; select and write games",
    .description =
        "Reads PGN files (- is standard input; zstd, gzip and bzip2 are decompressed), plays every move of every\n"
        "game and variation, and prints the sums, or the broken games, or the moves, tags, positions or PGN of each "
        "game.\n"
        "A game is played by the rules that its Variant tag names: standard chess, Chess960 or a lichess variant.\n"
        "A broken game is reported with file, line, byte and reason, and reading goes on with the next one.\n"
        "What cannot be part of a game is skipped and reported as a warning; with --strict it breaks the game.",
    .example = "  plyforge pgn --check --threads 2 games.pgn",
    .run = run_pgn,
};
