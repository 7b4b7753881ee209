/* plyforge suite: counts every position of perft suites, or has an engine count it, and compares with what the files
 * say. Reading the files is in suite_file.c, talking to engines in engine.c. */
#include "counting.h"
#include "engine.h"
#include "json.h"
#include "progress.h"
#include "suite_report.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Asks the engine for one count. One that has taken too long for a position is not asked for a deeper count of it. */
static void ask_engine(struct suite_result *result, const struct suite_test *test, struct engine *engine,
                       const struct suite_test **too_long, const struct request *request)
{
    static struct engine_answer answer;
    char fen[PF_FEN_SIZE];
    enum engine_status status = ENGINE_TIMEOUT;
    const struct suite_test *last = *too_long;
    bool hopeless = last != NULL && last->file == test->file && last->line == test->line && test->depth >= last->depth;
    if (!hopeless) {
        pf_position_to_fen(fen, sizeof fen, &test->position, request->castling, PF_EP_ALWAYS);
        status = engine_ask(engine, fen, "", test->depth, &answer);
    }
    if (status == ENGINE_OK || status == ENGINE_NO_DIVIDE) {
        result->has_got = true;
        result->got = answer.total;
        return;
    }
    if (status == ENGINE_TIMEOUT) *too_long = test;
    const char *message = hopeless ? "was too slow at a smaller depth" : engine_failure(engine, status);
    result->message = strdup(message);
    if (result->message == NULL) refuse("out of memory");
    if (engine_has_answered(engine)) return;
    /* Nothing to go on with: every other question would end like this one. */
    const char *lines[ENGINE_LAST_LINES];
    size_t size = engine_last_lines(engine, lines);
    complain("%s %s%s%s", engine_name(engine), message, size > 0 ? "; its last line was: " : "",
             size > 0 ? lines[size - 1] : "");
    engine_destroy(engine);
    exit(STATUS_FAILED);
}

static void print_failure(const struct suite_test *test, const struct suite_result *result,
                          const struct request *request)
{
    char fen[PF_FEN_SIZE], line[LINE_SIZE];
    if (request->json) return;
    write_fen(fen, &test->position, request);
    describe_result(line, test, result);
    printf("%s:%zu: %s depth %u: %s\n", test->file, test->line, fen, test->depth, line);
    flush_output();
}

/* Runs all tests. */
static void run_tests(struct suite_report *report, struct engine *engine)
{
    const struct suite *suite = report->suite;
    double work = 0; /* in expected nodes, which is what time is proportional to */
    for (size_t i = 0; i < suite->size; i++) work += count_to_double(suite->tests[i].expected);

    pf_perft_options options = counting_options(report->request);
    struct progress progress = progress_begin("counts");
    const struct suite_test *too_long = NULL;
    pf_count nodes = {0};
    double work_done = 0, start = seconds_now();
    for (size_t i = 0; i < suite->size; i++) {
        const struct suite_test *test = &suite->tests[i];
        struct suite_result *result = &report->results[i];
        double test_start = seconds_now();
        if (engine != NULL && test->depth > 0) { /* engines have no perft 0 */
            ask_engine(result, test, engine, &too_long, report->request);
        } else {
            const struct request *request = report->request;
            result->got = request->plain ? count_plain(&test->position, test->depth, request)
                                         : count_leaves(&test->position, test->depth, &options);
            result->has_got = true;
        }
        result->seconds = seconds_now() - test_start;
        result->passed = result->has_got && pf_count_equal(result->got, test->expected);
        if (!result->passed) {
            report->failed++;
            progress_erase(&progress);
            print_failure(test, result, report->request);
        }
        nodes = pf_count_add(nodes, result->got);
        work_done += count_to_double(test->expected);
        progress_update(&progress, i + 1, suite->size, work > 0 ? work_done / work : 1, nodes);
    }
    progress_erase(&progress);
    report->seconds = seconds_now() - start;
    report->passed = suite->size - report->failed;
}

static void warn_of_problems(const struct suite *suite)
{
    if (suite->unusual == 0) return;
    char line[LINE_SIZE];
    describe_problems(line, suite->problems);
    complain("warning: %s:%zu (and %zu more) %s", suite->unusual_file, suite->unusual_line, suite->unusual - 1, line);
}

static FILE *open_junit(const struct request *request)
{
    if (request->junit == NULL) return NULL;
    FILE *file = fopen(request->junit, "w");
    if (file == NULL) refuse("cannot write %s: %s", request->junit, strerror(errno));
    return file;
}

static struct engine *open_engine(const struct request *request)
{
    if (request->engine != NULL && request->script != NULL) refuse("--engine and --script do not go together");
    if (request->engine == NULL && request->script == NULL) return NULL;
    if (request->plain || request->leaves != PF_PERFT_BULK)
        refuse("--plain, --no-bulk and --list-leaves do not go together with --engine or --script");
    bool is_script = request->script != NULL;
    return engine_create(is_script ? request->script : request->engine, is_script, request);
}

static void print_summary(const struct suite_report *report)
{
    const struct suite *suite = report->suite;
    printf("positions read: %zu, counts read: %zu, skipped by the limits: %zu\n", suite->positions, suite->counts,
           suite->skipped);
    printf("%zu passed, %zu failed\n", report->passed, report->failed);
}

static int run_suite(const struct request *request)
{
    struct suite suite = {0};
    struct engine *engine = open_engine(request);
    for (int i = 0; i < request->operand_count; i++) suite_read(&suite, request->operands[i], request);
    warn_of_problems(&suite);
    FILE *junit = open_junit(request);

    struct suite_report report = {
        .suite = &suite,
        .results = calloc(suite.size + 1, sizeof *report.results),
        .request = request,
    };
    if (report.results == NULL) refuse("out of memory");
    run_tests(&report, engine);
    report.failed += suite.unreadable;
    report.engine = engine != NULL ? engine_name(engine) : NULL;
    if (junit != NULL) {
        write_junit(junit, &report);
        if (fclose(junit) != 0) refuse("cannot write %s: %s", request->junit, strerror(errno));
    }
    if (request->json)
        json_print_suite(&report);
    else
        print_summary(&report);

    for (size_t i = 0; i < suite.size; i++) free(report.results[i].message);
    free(report.results);
    free(suite.tests);
    engine_destroy(engine);
    if (report.failed > 0) return STATUS_FAILED;
    if (report.passed == 0) refuse("nothing was run: every count is outside the limits");
    return STATUS_OK;
}

const struct command suite_command = {
    .name = "suite",
    .operands = "FILE...",
    .min_operands = 1,
    .max_operands = INT_MAX,
    .options = OPTIONS_COUNTING | OPTION_SET(OPTION_CHESS960) | OPTION_SET(OPTION_MAX_NODES) |
               OPTION_SET(OPTION_MAX_DEPTH) | OPTION_SET(OPTION_ENGINE) | OPTION_SET(OPTION_SCRIPT) |
               OPTION_SET(OPTION_TIMEOUT) | OPTION_SET(OPTION_JUNIT) | OPTION_SET(OPTION_JSON),
    .summary = "check every count of perft suites",
    .description =
        "Reads perft suites (\"FEN ;D1 20 ;D2 400\", \"FEN; D1 20; D2 400;\", or blocks of id, epd and perft\n"
        "lines; - is standard input), counts every position to every depth within the limits, and prints a\n"
        "line for each count that differs and each line that cannot be read. The last line is\n"
        "\"N passed, N failed\". With --engine or --script another program counts; one that dies or takes too\n"
        "long for a count fails it.",
    .example = "  plyforge suite positions.epd --max-nodes 1000000",
    .run = run_suite,
};
