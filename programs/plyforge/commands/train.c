/* plyforge train: makes training records from games, and reads files of them. */
#include "pgn/train.h"
#include "output/json.h"
#include "pgn/pgn_input.h"
#include "platform/interrupt.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where records are written to. */
struct sink {
    const struct train_options *options;
    struct output_file output; /* unused if records go to standard output */
    FILE *file;
    const char *name;
    pf_train_writer writer;
};

static bool write_bytes(void *context, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, ((struct sink *)context)->file) == size;
}

static void begin_sink(struct sink *sink, const struct train_options *options)
{
    sink->options = options;
    sink->name = options->output != NULL ? options->output : "to standard output";
    if (options->output != NULL) sink->output = open_output_file(options->output, options->force);
    sink->file = options->output != NULL ? sink->output.stream : stdout;
    pf_train_writer_init(&sink->writer, options->format, write_bytes, sink);
}

static void end_sink(struct sink *sink)
{
    if (!pf_train_writer_finish(&sink->writer)) fail("cannot write %s: %s", sink->name, strerror(errno));
    if (sink->options->output != NULL && !close_output_file(&sink->output, true))
        fail("cannot write %s: %s", sink->name, strerror(errno));
}

/* ---- From games ---- */

static void take_records(void *context, const char *bytes, size_t length)
{
    struct sink *sink = context;
    bool written = true;
    if (sink->options->format == PF_TRAIN_PLAIN)
        written = write_bytes(sink, bytes, length);
    else
        for (size_t i = 0; i < length; i += PF_TRAIN_RECORD_SIZE)
            written = pf_train_write_bytes(&sink->writer, (const uint8_t *)bytes + i) && written;
    if (!written) fail("cannot write %s: %s", sink->name, strerror(errno));
}

/* The numbers of games, positions and records to print. */
struct train_made {
    uint64_t games, broken, without_result, positions, records;
};

static void print_made_json(const struct train_made *made)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    json_unsigned(&json, "games", made->games);
    json_unsigned(&json, "broken", made->broken);
    json_unsigned(&json, "without_result", made->without_result);
    json_unsigned(&json, "positions", made->positions);
    json_unsigned(&json, "records", made->records);
    json_close_object(&json);
    json_print(&json);
}

static void print_made(const struct train_made *made, bool json)
{
    if (json) {
        print_made_json(made);
        return;
    }
    printf("%" PRIu64 " game%s, %" PRIu64 " broken, %" PRIu64 " without a result; %" PRIu64 " position%s, %" PRIu64
           " record%s\n",
           made->games, plural(made->games), made->broken, made->without_result, made->positions,
           plural(made->positions), made->records, plural(made->records));
}

static int make(const struct train_options *options, const struct operands *operands)
{
    static struct sink sink;
    struct pgn_options pgn = options->pgn;
    pgn.train = options;
    if (options->output == NULL)
        refuse("train needs --output FILE for the records of games, or --read to print records");
    begin_sink(&sink, options);
    struct game_set *known = options->unique ? game_set_create(options->memory) : NULL;
    struct pgn_totals totals = pgn_read_files(&pgn, operands, PGN_TRAIN, known, take_records, &sink);
    game_set_destroy(known);
    if (totals.stopped) {
        complain("stopped: %s was not written", options->output);
        return STATUS_INTERRUPTED;
    }
    if (totals.unreadable) {
        complain("%s was not written", options->output);
        return STATUS_WRONG_INPUT;
    }
    end_sink(&sink);
    const uint64_t *results = totals.sums.results;
    struct train_made made = {.games = totals.sums.games,
                              .broken = totals.broken,
                              .without_result = results[PF_RESULT_UNDECIDED] + results[PF_RESULT_NOT_GIVEN],
                              .positions = totals.sums.plies,
                              .records = totals.sums.records};
    print_made(&made, options->json);
    return totals.broken > 0 ? STATUS_FAILED : STATUS_OK;
}

/* ---- From files of records ---- */

/* A file of records, which may be compressed. */
struct record_file {
    struct pgn_input input;
    size_t at; /* the offset in a mapped file */
};

static size_t read_bytes(void *context, void *buffer, size_t size)
{
    struct record_file *file = context;
    if (file->input.stream != NULL) return pgn_stream_read(file->input.stream, buffer, size);
    size_t left = file->input.size - file->at;
    if (size > left) size = left;
    memcpy(buffer, file->input.text + file->at, size);
    file->at += size;
    return size;
}

/* Prints a record as an object on its own line. */
static void print_record_json(const pf_train_record *record)
{
    char fen[PF_FEN_SIZE], uci[PF_UCI_SIZE];
    struct json json = {.is_compact = true};
    /* Uses the same style as pf_train_to_plain(), so that a record always has the same FEN. */
    pf_position_to_fen(fen, sizeof fen, &record->position, PF_CASTLING_XFEN, PF_EP_ALWAYS);
    pf_move_to_uci(uci, sizeof uci, record->move, PF_UCI_KING_STEP);
    json_open_object(&json, NULL);
    json_string(&json, "fen", fen);
    json_string(&json, "move", uci);
    if (record->score != PF_TRAIN_NO_SCORE)
        json_integer(&json, "score", record->score);
    else
        json_null(&json, "score");
    json_integer(&json, "ply", record->ply);
    json_integer(&json, "result", record->result);
    json_close_object(&json);
    json_print(&json);
}

/* Passes all records of a file on to the sink. */
static pf_status pass_records(struct sink *sink, pf_train_reader *reader, pf_error *error)
{
    while (!was_interrupted()) {
        pf_train_record record;
        bool end;
        pf_status status = pf_train_read(reader, &record, &end, error);
        if (status != PF_OK || end) return status;
        if (record.score == PF_TRAIN_NO_SCORE && sink->options->scored) continue;
        if (sink->options->json)
            print_record_json(&record);
        else if (!pf_train_write(&sink->writer, &record))
            fail("cannot write %s: %s", sink->name, strerror(errno));
    }
    return PF_OK;
}

/* Reads a file and passes its records on; false after an error message. */
static bool read_records(struct sink *sink, const char *name)
{
    static pf_train_reader reader;
    struct record_file file = {.at = 0};
    pf_error error;
    if (!pgn_input_open(&file.input, name)) return false;
    pf_train_reader_init(&reader, read_bytes, &file);
    pf_status status = pass_records(sink, &reader, &error);
    const char *damage = file.input.stream != NULL ? pgn_stream_error(file.input.stream) : NULL;
    bool good = damage == NULL && (status == PF_OK || was_interrupted());
    if (!good) {
        if (!sink->options->json && sink->options->output == NULL) pf_train_writer_finish(&sink->writer);
        complain("%s: %s", file.input.name, damage != NULL ? damage : error.message);
    }
    return pgn_input_close(&file.input) && good;
}

static int read_files(const struct train_options *options, const struct operands *operands)
{
    static struct sink sink;
    struct train_options printed = *options;
    if (options->output == NULL)
        printed.format = PF_TRAIN_PLAIN;
    else if (options->format == PF_TRAIN_PLAIN)
        printed.scored = true;
    catch_interrupts();
    begin_sink(&sink, &printed);
    for (int i = 0; i < operands->count; i++)
        if (!read_records(&sink, operands->words[i])) return STATUS_WRONG_INPUT;
    if (was_interrupted()) return STATUS_INTERRUPTED;
    if (!options->json) end_sink(&sink);
    if (options->output != NULL) {
        uint64_t records = sink.writer.records;
        printf("%" PRIu64 " record%s\n", records, plural(records));
    }
    return STATUS_OK;
}

static int run_train(const void *context, const struct operands *operands)
{
    const struct train_options *options = context;
    for (int i = 0; i < operands->count; i++)
        refuse_replacing(operands->words[i], options->read ? "records" : "games", "output", options->output);
    return options->read ? read_files(options, operands) : make(options, operands);
}

/* ---- The options ---- */

static void read_format(void *value, const struct option_word *word)
{
    static const char *const words[] = {"binary", "plain"};
    *(pf_train_format *)value = (pf_train_format)read_choice(word, words, 2);
}

static void read_score_limit(void *value, const struct option_word *word)
{
    if (!read_number(value, word->text, strlen(word->text), PF_TRAIN_MATE))
        refuse("--%s must be a number from 0 to %d, not '%s'", word->row->name, PF_TRAIN_MATE, word->text);
}

static void read_per_game(void *value, const struct option_word *word)
{
    *(unsigned *)value = read_positive(word, "number", 1000000);
}

static void check_train(void *context, const struct given *given)
{
    static const char *const of_games[] = {"no-checks", "no-captures", "unique",  "skip-plies", "per-game",
                                           "min-score", "max-score",   "threads", "strict",     "fallback-result"};
    static const struct option_rule rules[] = {
        {"memory", NEEDS, "unique"}, {"seed", NEEDS, "per-game"}, {"force", NEEDS, "output"}};
    const struct train_options *options = context;
    CHECK_RULES(given, rules);
    if (options->min_score > options->max_score) refuse("--min-score is more than --max-score");
    for (size_t i = 0; options->read && i < sizeof of_games / sizeof of_games[0]; i++)
        if (is_given(given, of_games[i]))
            refuse("--%s applies to games and cannot be combined with --read", of_games[i]);
    if (options->read && options->json && options->output != NULL)
        refuse("--json and --output cannot be combined with --read");
    if (options->read && options->output == NULL && is_given(given, "format")) refuse("--format needs --output");
}

static const struct option_row option_rows[] = {
    OPTION("output", "FILE", "the file to write; also -o", read_report_name, struct train_options, output),
    OPTION("format", "NAME", "binary (32 bytes per record) or plain, the text of nnue-pytorch (default: binary)",
           read_format, struct train_options, format),
    OPTION("force", NULL, "replace the file if it exists", read_flag, struct train_options, force),
    OPTION("read", NULL,
           "read files of records, compressed or not, and print them as text, or convert them with --output", read_flag,
           struct train_options, read),
    OPTION("no-checks", NULL, "leave out positions in check", read_flag, struct train_options, no_checks),
    OPTION("no-captures", NULL, "leave out positions whose move is a capture or promotion", read_flag,
           struct train_options, no_captures),
    OPTION("skip-plies", "N", "leave out the first N positions of each game", read_plies_limit, struct train_options,
           skip_plies),
    OPTION("scored", NULL, "leave out positions without a score, also with --read; a plain file implies it", read_flag,
           struct train_options, scored),
    OPTION("min-score", "N", "leave out scores closer to 0 than N centipawns", read_score_limit, struct train_options,
           min_score),
    OPTION("max-score", "N", "leave out scores farther from 0 than N centipawns; mates are above 31000",
           read_score_limit, struct train_options, max_score),
    OPTION("unique", NULL, "leave out positions that occurred before", read_flag, struct train_options, unique),
    OPTION("memory", "SIZE",
           "with --unique: use at most this much memory (default: 1G, enough for 62 million positions)", read_memory,
           struct train_options, memory),
    OPTION("per-game", "N", "at most N positions of a game, chosen at random", read_per_game, struct train_options,
           per_game),
    OPTION("seed", "N", "with --per-game: the seed of the random choice (default: 0)", read_seed, struct train_options,
           seed),
    OPTION("fallback-result", NULL, "if the movetext has no result, use the Result tag", read_flag,
           struct train_options, pgn.filter.fallback_result),
    OPTION("strict", NULL, "refuse text that is otherwise skipped with a warning", read_flag, struct train_options,
           pgn.strict),
    THREADS_ROW(struct train_options, pgn.threads),
    JSON_ROW(struct train_options),
    END_OF_OPTIONS,
};

static const struct train_options defaults = {
    .pgn = {.filter = FILTER_DEFAULTS}, .max_score = PF_TRAIN_MATE, .memory = (size_t)1 << 30};

const struct command train_command = {
    .name = "train",
    .operands = "FILE...",
    .min_operands = 1,
    .max_operands = INT_MAX,
    COMMAND_OPTIONS(option_rows, defaults),
    .check = check_train,
    .summary = "make training records from games, or read them",
    .description =
        "Writes a record for each position of the main lines of PGN files, compressed or not (- is standard input):\n"
        "the position, the move played, the score, the result and the ply. The score is the [%eval] of the comment\n"
        "before the move. Games without a result, broken games, and moves after a null move are left out. The file\n"
        "appears under its name only when it is complete. Score and result refer to the side to move.",
    .example = "  plyforge train games.pgn -o games.plyt --scored --no-checks --no-captures --skip-plies 16",
    .run = run_train,
};
