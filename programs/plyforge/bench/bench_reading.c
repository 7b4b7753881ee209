/* plyforge bench reading: the cost of reading positions (setups, FENs, packed positions, one by one and in batches) and
 * games (PGN by events, into columns, and checked only). The input is the same on every machine. */
#include "bench/bench.h"
#include "common.h"
#include "output/json.h"
#include "platform/interrupt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A measurement of reading: nanoseconds per position or half-move, and bytes of input per second. */
struct bench_reading_row {
    const char *input; /* "position" or the kind of the PGN text */
    const char *name;
    double nanoseconds;
    double bytes_per_second;
};

struct bench_reading {
    struct bench_reading_row rows[16];
    size_t size;
};

enum { ROWS = 1000, TEXT_BYTES = 1000000, GAME_BYTES = 1 << 14, GAMES = 2048, MOVES = 1 << 18, MAX_PLIES = 140 };

/* ---- Positions ---- */

struct position_input {
    pf_setup setups[ROWS];
    char fens[ROWS][PF_FEN_SIZE];
    const char *texts[ROWS];
    size_t lengths[ROWS];
    char lines[ROWS * PF_FEN_SIZE];
    size_t lines_length;
    pf_packed packed[ROWS];
    pf_position read[ROWS];
    uint8_t statuses[ROWS];
    pf_position_rows rows;
};

static void make_position_input(struct position_input *in)
{
    static pf_position positions[BENCH_POSITIONS];
    bench_make_positions(positions);
    for (size_t i = 0; i < ROWS; i++) {
        const pf_position *position = &positions[i * (BENCH_POSITIONS / ROWS)];
        pf_setup_from_position(&in->setups[i], position);
        in->texts[i] = in->fens[i];
        in->lengths[i] = pf_position_to_fen(in->fens[i], PF_FEN_SIZE, position, PF_CASTLING_STANDARD, PF_EP_ALWAYS);
        memcpy(in->lines + in->lines_length, in->fens[i], in->lengths[i]);
        in->lines_length += in->lengths[i];
        in->lines[in->lines_length++] = '\n';
        pf_position_pack(&in->packed[i], position);
    }
    in->rows = (pf_position_rows){in->read, in->statuses, NULL};
}

static struct position_input position_input;

static uint64_t read_setups(const void *context)
{
    struct position_input *in = &position_input;
    (void)context;
    for (size_t i = 0; i < ROWS; i++)
        pf_position_from_setup(&in->read[i], &in->setups[i], PF_ACCEPT_STRICT, NULL, NULL);
    return ROWS;
}

static uint64_t read_fens(const void *context)
{
    struct position_input *in = &position_input;
    (void)context;
    for (size_t i = 0; i < ROWS; i++)
        pf_position_from_fen(&in->read[i], in->fens[i], in->lengths[i], PF_ACCEPT_STRICT, NULL, NULL);
    return ROWS;
}

static uint64_t read_fen_batch(const void *context)
{
    struct position_input *in = &position_input;
    (void)context;
    return ROWS - pf_positions_from_fens(&in->rows, in->texts, in->lengths, ROWS, PF_ACCEPT_STRICT);
}

static uint64_t read_fen_lines(const void *context)
{
    struct position_input *in = &position_input;
    (void)context;
    return ROWS -
           pf_positions_from_fen_lines(&in->rows, ROWS, in->lines, in->lines_length, PF_ACCEPT_STRICT, NULL, NULL);
}

static uint64_t unpack(const void *context)
{
    struct position_input *in = &position_input;
    (void)context;
    for (size_t i = 0; i < ROWS; i++) pf_position_unpack(&in->read[i], &in->packed[i], PF_ACCEPT_STRICT, NULL);
    return ROWS;
}

static uint64_t unpack_batch(const void *context)
{
    struct position_input *in = &position_input;
    (void)context;
    return ROWS - pf_positions_unpack(&in->rows, in->packed, sizeof in->packed[0], ROWS, PF_ACCEPT_STRICT);
}

/* ---- Games ---- */

struct game_input {
    char text[TEXT_BYTES + GAME_BYTES];
    size_t length;
    uint64_t plies;
};

static bool write_text(void *context, const void *bytes, size_t size)
{
    struct game_input *in = context;
    if (size > sizeof in->text - in->length) return false;
    memcpy(in->text + in->length, bytes, size);
    in->length += size;
    return true;
}

static void write_game(pf_pgn_writer *writer, struct game_input *in, uint64_t *state, bool annotated)
{
    pf_position position = pf_position_start();
    pf_pgn_write_tag(writer, "Event", 5, "bench", 5);
    pf_pgn_write_tag(writer, "White", 5, "A", 1);
    pf_pgn_write_tag(writer, "Black", 5, "B", 1);
    pf_pgn_write_start(writer, &position);
    for (unsigned ply = 0; ply < MAX_PLIES; ply++) {
        pf_move_list list;
        if (pf_generate_legal(&position, &list) == 0) break;
        pf_move move = list.moves[random_number(state, list.size)];
        pf_pgn_write_move(writer, move);
        pf_position_play_unchecked(&position, move);
        in->plies++;
        if (!annotated) continue;
        char text[64];
        unsigned seconds = 600 - ply, eval = (unsigned)random_number(state, 400);
        int length = snprintf(text, sizeof text, "[%%eval %s%u.%02u] [%%clk 0:%02u:%02u]", ply % 2 ? "-" : "",
                              eval / 100, eval % 100, seconds / 60, seconds % 60);
        pf_pgn_write_comment(writer, text, (size_t)length);
    }
    pf_pgn_write_end(writer, PF_RESULT_DRAW);
}

/* False if out of memory. */
static bool make_game_input(struct game_input *in, bool annotated)
{
    uint64_t state = 3;
    pf_pgn_writer *writer = pf_pgn_writer_create(write_text, in);
    if (writer == NULL) return false;
    while (in->length < TEXT_BYTES) write_game(writer, in, &state, annotated);
    pf_pgn_writer_destroy(writer);
    return true;
}

/* The input of a measurement, and the reader. */
struct game_work {
    pf_pgn_reader *reader;
    const struct game_input *in;
};

static uint64_t check_games(const void *context)
{
    const struct game_work *work = context;
    pf_pgn_summary summary;
    uint64_t plies = 0;
    pf_pgn_reader_from_memory(work->reader, work->in->text, work->in->length);
    while (pf_pgn_read_game(work->reader, &summary)) plies += summary.plies;
    return plies;
}

static uint64_t read_events(const void *context)
{
    const struct game_work *work = context;
    pf_pgn_event event;
    uint64_t plies = 0;
    pf_pgn_reader_from_memory(work->reader, work->in->text, work->in->length);
    while (pf_pgn_next(work->reader, &event) != PF_PGN_END) plies += event.type == PF_PGN_MOVE;
    return plies;
}

static uint64_t read_columns(const void *context)
{
    static size_t move_ends[GAMES];
    static uint8_t results[GAMES];
    static pf_move moves[MOVES];
    static int32_t clocks[MOVES], evals[MOVES];
    const struct game_work *work = context;
    pf_pgn_columns columns = {.game_room = GAMES,
                              .move_ends = move_ends,
                              .results = results,
                              .move_room = MOVES,
                              .moves = moves,
                              .clocks = clocks,
                              .evals = evals};
    uint64_t plies = 0;
    pf_status status;
    pf_pgn_reader_from_memory(work->reader, work->in->text, work->in->length);
    do {
        status = pf_pgn_read_columns(work->reader, &columns);
        plies += columns.move_count;
        pf_pgn_columns_clear(&columns);
    } while (status == PF_ERROR_NO_ROOM);
    return plies;
}

/* ---- The whole table ---- */

/* Adds a row; units and bytes are the totals of the whole input. */
static void add_row(struct bench_reading *reading, const char *input, const char *name, double units_per_second,
                    double bytes_per_unit)
{
    if (was_interrupted()) return;
    reading->rows[reading->size++] = (struct bench_reading_row){
        .input = input,
        .name = name,
        .nanoseconds = units_per_second > 0 ? 1e9 / units_per_second : 0,
        .bytes_per_second = units_per_second * bytes_per_unit,
    };
}

static void measure_positions(struct bench_reading *reading, double stretch)
{
    static const struct {
        const char *name;
        bench_work *work;
        size_t bytes; /* the size of a row; 0 for text */
    } ways[] = {
        {"setup", read_setups, sizeof(pf_setup)}, {"FEN", read_fens, 0},
        {"FEN batch", read_fen_batch, 0},         {"FEN lines", read_fen_lines, 0},
        {"unpack", unpack, sizeof(pf_packed)},    {"unpack batch", unpack_batch, sizeof(pf_packed)},
    };
    make_position_input(&position_input);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        double bytes = ways[i].bytes ? (double)ways[i].bytes : (double)position_input.lines_length / ROWS;
        add_row(reading, "positions", ways[i].name, bench_measure(ways[i].work, NULL, stretch), bytes);
    }
}

static void measure_games(struct bench_reading *reading, const char *input, bool annotated, double stretch)
{
    static const struct {
        const char *name;
        bench_work *work;
    } ways[] = {{"check", check_games}, {"events", read_events}, {"columns", read_columns}};
    struct game_input *in = allocated(calloc(1, sizeof *in));
    struct game_work work = {allocated(pf_pgn_reader_create()), in};
    if (!make_game_input(in, annotated)) allocated(NULL);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        add_row(reading, input, ways[i].name, bench_measure(ways[i].work, &work, stretch),
                (double)in->length / (double)in->plies);
    pf_pgn_reader_destroy(work.reader);
    free(in);
}

static void print_json(const struct bench_reading *reading)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    json_string(&json, "measured", "reading");
    json_open_array(&json, "rows");
    for (size_t i = 0; i < reading->size; i++) {
        const struct bench_reading_row *row = &reading->rows[i];
        json_open_object(&json, NULL);
        json_string(&json, "input", row->input);
        json_string(&json, "name", row->name);
        json_real(&json, "nanoseconds", row->nanoseconds);
        json_real(&json, "bytes_per_second", row->bytes_per_second);
        json_close_object(&json);
    }
    json_close_array(&json);
    json_finish(&json);
}

int run_bench_reading(const struct bench_options *options)
{
    static struct bench_reading reading;
    double stretch = bench_stretch(options);
    catch_interrupts();
    measure_positions(&reading, stretch);
    measure_games(&reading, "bare PGN", false, stretch);
    measure_games(&reading, "annotated PGN", true, stretch);
    bool stopped = was_interrupted();
    if (options->json && !stopped) print_json(&reading);
    if (!options->json) {
        printf("%-14s %-14s %8s %8s\n", "input", "way", "ns", "MB/s");
        for (size_t i = 0; i < reading.size; i++) {
            const struct bench_reading_row *row = &reading.rows[i];
            printf("%-14s %-14s %8.1f %8.0f\n", row->input, row->name, row->nanoseconds, row->bytes_per_second * 1e-6);
        }
    }
    if (!stopped) return STATUS_OK;
    complain("stopped: %zu methods measured", reading.size);
    return STATUS_INTERRUPTED;
}
