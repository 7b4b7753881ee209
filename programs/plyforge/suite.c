/* plyforge suite: counts every position of perft suites, or has an engine count it, and compares with what the files
 * say. Reading the files is in suite_file.c, running the tests in suite_run.c, talking to engines in engine.c. */
#include "json.h"
#include "suite_report.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static void warn_of_problems(const struct suite *suite)
{
    if (suite->unusual == 0) return;
    char line[LINE_SIZE];
    describe_problems(line, suite->problems, "--chess960");
    complain("warning: %s:%zu (and %zu more) %s", suite->unusual_file, suite->unusual_line, suite->unusual - 1, line);
}

static void print_summary(const struct suite_report *report)
{
    const struct suite *suite = report->suite;
    printf("positions read: %zu, counts read: %zu, skipped by the limits: %zu\n", suite->positions, suite->counts,
           suite->skipped);
    print_verdict(report);
}

static int run_suite(const struct request *request)
{
    struct suite suite = {0};
    struct engine *engine = suite_open_engine(request);
    for (int i = 0; i < request->operand_count; i++) suite_read(&suite, request->operands[i], request);
    warn_of_problems(&suite);
    FILE *junit = suite_open_junit(request);

    struct suite_report report = {
        .suite = &suite,
        .results = calloc(suite.size + 1, sizeof *report.results),
        .request = request,
    };
    if (report.results == NULL) refuse("out of memory");
    suite_run(&report, engine);
    suite_finish(&report, engine, junit);
    if (!request->json)
        print_summary(&report);
    else if (report.run == suite.size)
        json_print_suite(&report);

    int status = suite_status(&report);
    suite_release(&report, engine);
    if (status == STATUS_OK && report.passed == 0) refuse("nothing was run: every count is outside the limits");
    return status;
}

const struct command suite_command = {
    .name = "suite",
    .operands = "FILE...",
    .min_operands = 1,
    .max_operands = INT_MAX,
    .options = OPTIONS_COUNTING | OPTION_SET(OPTION_CHESS960) | OPTION_SET(OPTION_VARIANT) |
               OPTION_SET(OPTION_MAX_NODES) | OPTION_SET(OPTION_MAX_DEPTH) | OPTIONS_ENGINE | OPTION_SET(OPTION_JUNIT) |
               OPTION_SET(OPTION_COLOR) | OPTION_SET(OPTION_JSON),
    .summary = "check every count of perft suites",
    .description =
        "Reads perft suites (\"FEN ;D1 20 ;D2 400\", \"FEN; D1 20; D2 400;\", or blocks of id, epd and perft\n"
        "lines; - is standard input), counts every position to every depth within the limits, and prints a\n"
        "line for each count that differs and each line that cannot be read. The last line is\n"
        "\"N passed, N failed\", with \"N not run\" after Ctrl-C. With --engine or --script another program\n"
        "counts; one that dies or takes too long for a count fails it.",
    .example = "  plyforge suite positions.epd --max-nodes 1000000",
    .run = run_suite,
};
