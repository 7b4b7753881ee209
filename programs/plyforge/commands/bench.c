/* plyforge bench: counts six well-known positions and two endgames at fixed depths and prints the speed. The node
 * signature of the six is the same on every machine; a different one means a bug in the generator. */
#include "bench/bench.h"
#include "common.h"
#include "output/json.h"
#include "platform/interrupt.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define BENCH_SIZE 8
#define BENCH_SIGNED                                                                                                   \
    6 /* total and signature cover only the first six rows, so that they stay comparable over                          \
         the years */
#define BENCH_SIGNATURE_SIZE (PF_COUNT_TEXT_SIZE + 9) /* the sum, a dash, eight hexadecimal digits */

struct bench_row {
    const char *name;
    const char *fen;
    unsigned depth;
    pf_count nodes;
    double seconds;
};

struct bench {
    struct bench_row rows[BENCH_SIZE];
    unsigned size;  /* rows measured; fewer than BENCH_SIZE after Ctrl-C */
    pf_count nodes; /* of the first BENCH_SIGNED rows, like seconds and signature */
    double seconds;
    char signature[BENCH_SIGNATURE_SIZE];
};

static const struct {
    const char *name;
    const char *fen;
    unsigned depth;
    uint64_t nodes[8]; /* the known counts for depths 0, 1, 2 ... */
} positions[BENCH_SIZE] = {
    {"start",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     6,
     {1, 20, 400, 8902, 197281, 4865609, 119060324}},
    {"kiwipete",
     "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
     5,
     {1, 48, 2039, 97862, 4085603, 193690690}},
    {"position-3",
     "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
     7,
     {1, 14, 191, 2812, 43238, 674624, 11030083, 178633661}},
    {"position-4",
     "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
     6,
     {1, 6, 264, 9467, 422333, 15833292, 706045033}},
    {"position-5",
     "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
     5,
     {1, 44, 1486, 62379, 2103487, 89941194}},
    {"position-6",
     "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
     5,
     {1, 46, 2079, 89890, 3894594, 164075551}},
    {"rook-ending", "8/5pk1/4p1p1/7p/R6P/4P1P1/r4PK1/8 w - - 0 1", 6, {1, 20, 381, 6835, 127905, 2235370, 41582931}},
    {"queen-ending",
     "8/5pk1/4p1p1/7p/4Q2P/4P1P1/q4PK1/8 w - - 0 1",
     6,
     {1, 25, 573, 13611, 317372, 7310668, 171511146}},
};

static struct bench_row count_position(unsigned i, unsigned reduce)
{
    struct bench_row row = {.name = positions[i].name, .fen = positions[i].fen};
    row.depth = positions[i].depth > reduce ? positions[i].depth - reduce : 0;
    pf_position position;
    pf_position_from_fen(&position, row.fen, strlen(row.fen), PF_ACCEPT_STRICT, NULL, NULL);
    double start = seconds_now();
    row.nodes = pf_perft(&position, row.depth);
    row.seconds = seconds_now() - start;
    return row;
}

/* Two errors may cancel out in the sum; they will not cancel out in a hash of the counts (FNV-1a, byte by byte). */
static void write_signature(char signature[BENCH_SIGNATURE_SIZE], const struct bench *bench)
{
    uint32_t hash = UINT32_C(2166136261);
    for (unsigned i = 0; i < BENCH_SIGNED; i++)
        for (unsigned shift = 0; shift < 64; shift += 8)
            hash = (hash ^ (uint32_t)(bench->rows[i].nodes.lo >> shift & 0xff)) * UINT32_C(16777619);
    snprintf(signature, BENCH_SIGNATURE_SIZE, "%s-%08" PRIx32, COUNT_TEXT(bench->nodes), hash);
}

static int check_counts(const struct bench *bench)
{
    int status = STATUS_OK;
    for (unsigned i = 0; i < bench->size; i++) {
        const struct bench_row *row = &bench->rows[i];
        pf_count expected = pf_count_of(positions[i].nodes[row->depth]);
        if (pf_count_equal(row->nodes, expected)) continue;
        complain("wrong count: %s at depth %u has %s nodes, not %s", row->name, row->depth, COUNT_TEXT(expected),
                 COUNT_TEXT(row->nodes));
        status = STATUS_FAILED;
    }
    return status;
}

static void print_total(const struct bench *bench)
{
    printf("%-12s %5s %12s %9.3f %8.1f\n", "total", "", COUNT_TEXT(bench->nodes), bench->seconds,
           speed(bench->nodes, bench->seconds) * 1e-6);
}

static void print_json(const struct bench *bench)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    json_open_array(&json, "positions");
    for (unsigned i = 0; i < BENCH_SIZE; i++) {
        const struct bench_row *row = &bench->rows[i];
        json_open_object(&json, NULL);
        json_string(&json, "name", row->name);
        json_string(&json, "fen", row->fen);
        json_integer(&json, "depth", row->depth);
        json_count(&json, "nodes", row->nodes);
        json_speed(&json, row->nodes, row->seconds);
        json_close_object(&json);
    }
    json_close_array(&json);
    json_count(&json, "nodes", bench->nodes);
    json_speed(&json, bench->nodes, bench->seconds);
    json_string(&json, "signature", bench->signature);
    json_finish(&json);
}

static int run_bench(const void *context, const struct operands *operands)
{
    const struct bench_options *options = context;
    if (operands->count == 1) {
        const char *what = operands->words[0];
        if (strcmp(what, "reading") == 0) return run_bench_reading(options);
        if (strcmp(what, "sliders") != 0 && strcmp(what, "generation") != 0)
            refuse("bench measures sliders, generation or reading, not '%s'", what);
        if (options->backend) refuse("bench %s and --backend cannot be combined", what);
        return run_bench_ways(what, options);
    }
    struct bench bench = {0};
    if (!options->json) printf("%-12s %5s %12s %9s %8s\n", "position", "depth", "nodes", "seconds", "Mnps");
    catch_interrupts();
    while (bench.size < BENCH_SIZE && !was_interrupted()) {
        struct bench_row *row = &bench.rows[bench.size];
        *row = count_position(bench.size++, options->reduce);
        if (bench.size <= BENCH_SIGNED) {
            bench.nodes = pf_count_add(bench.nodes, row->nodes);
            bench.seconds += row->seconds;
        }
        if (options->json) continue;
        printf("%-12s %5u %12s %9.3f %8.1f\n", row->name, row->depth, COUNT_TEXT(row->nodes), row->seconds,
               speed(row->nodes, row->seconds) * 1e-6);
        if (bench.size == BENCH_SIGNED) print_total(&bench);
        flush_output();
    }
    int status = check_counts(&bench);
    if (bench.size < BENCH_SIZE) {
        complain("stopped: %u of %u positions counted", bench.size, BENCH_SIZE);
        return STATUS_INTERRUPTED;
    }
    write_signature(bench.signature, &bench);
    if (options->json)
        print_json(&bench);
    else
        printf("signature %s\n", bench.signature);
    return status;
}

static const struct option_row option_rows[] = {
    OPTION("reduce", "N", "count N plies fewer than usual, for slow machines", read_depth_option, struct bench_options,
           reduce),
    CPU_BACKEND_ROW(struct bench_options),
    JSON_ROW(struct bench_options),
    END_OF_OPTIONS,
};

static const struct bench_options defaults = {0};

const struct command bench_command = {
    .name = "bench",
    .operands = "[sliders|generation|reading]",
    .max_operands = 1,
    COMMAND_OPTIONS(option_rows, defaults),
    .summary = "measure the speed of counting, of sliders, of generation, or of reading",
    .description = "Counts six well-known positions at fixed depths and prints nodes, time and millions of nodes per\n"
                   "second for each and in total, the same for two endgames, then a signature of the node counts of\n"
                   "the six. A wrong count is an error.\n"
                   "bench sliders measures every slider back end in lookups per second, bench generation\n"
                   "every legality strategy, slider back end, category and writer in moves per second, bench reading\n"
                   "the cost of reading positions and games: setups, FEN, packed positions, PGN.",
    .example = "  plyforge bench --backend portable",
    .run = run_bench,
};
