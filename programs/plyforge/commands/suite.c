/* plyforge suite: counts every position of perft suites, or has an engine count it, and compares the counts with those
 * in the files. Reading the files is in suite_file.c, running the tests in suite_run.c, and the communication with
 * engines in engine.c. */
#include "output/json.h"
#include "suite/suite_report.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void warn_of_problems(const struct suite *suite)
{
    if (suite->unusual == 0) return;
    char line[LINE_SIZE];
    describe_problems(line, suite->problems, "--chess960", (struct quoted_fen){0});
    char others[48] = "";
    if (suite->unusual > 1) snprintf(others, sizeof others, " (and %zu more)", suite->unusual - 1);
    complain("warning: %s:%zu%s: %s", suite->unusual_file, suite->unusual_line, others, line);
}

static void print_summary(const struct suite_report *report)
{
    const struct suite *suite = report->suite;
    printf("positions read: %zu, counts read: %zu, skipped by the limits: %zu\n", suite->positions, suite->counts,
           suite->skipped);
    print_verdict(report);
    print_diagnosis(report);
}

static void print_json(const struct suite_report *report)
{
    struct json json = {0};
    json_begin_suite(&json, report);
    json_unsigned(&json, "skipped", report->suite->skipped);
    json_unsigned(&json, "unreadable", report->suite->unreadable);
    json_suite_verdicts(&json, report);
    json_suite_failures(&json, report);
    json_real(&json, "seconds", report->seconds);
    json_finish(&json);
}

static int run_suite(const void *context, const struct operands *operands)
{
    const struct suite_options *options = context;
    struct suite suite = {0};
    for (int i = 0; i < operands->count; i++)
        refuse_replacing(operands->words[i], "positions", "junit", options->junit);
    struct engine *engine = suite_open_engine(options);
    for (int i = 0; i < operands->count; i++) suite_read(&suite, operands->words[i], options);
    warn_of_problems(&suite);
    struct output_file junit = suite_open_junit(options);

    struct suite_report report = {
        .suite = &suite,
        .results = allocated(calloc(suite.size + 1, sizeof *report.results)),
        .options = options,
    };
    suite_run(&report, engine);
    suite_finish(&report, engine, &junit);
    if (!options->json)
        print_summary(&report);
    else if (report.run == suite.size)
        print_json(&report);

    int status = suite_status(&report);
    suite_release(&report, engine);
    if (status == STATUS_OK && report.passed == 0) refuse("nothing was run: every count is outside the limits");
    return status;
}

static void read_max_nodes(void *value, const struct option_word *word)
{
    if (!pf_count_from_text(value, word->text, strlen(word->text)))
        refuse("--max-nodes must be a whole number, not '%s'", word->text);
}

static void check_suite(void *options, const struct given *given)
{
    struct suite_options *chosen = options;
    check_variant(chosen->variant, given);
    check_engine(given);
    check_engine_commands(&((struct suite_options *)options)->engine);
    check_counting(&chosen->counting, chosen->variant, given);
}

static const struct option_row option_rows[] = {
    CHESS960_ROW(struct suite_options, chess960),
    LENIENT_BY_DEFAULT_ROW(struct suite_options, lenient),
    VARIANT_ROW(struct suite_options, variant),
    METHOD_ROWS(struct suite_options),
    OPTION("max-nodes", "N", "skip counts greater than N", read_max_nodes, struct suite_options, max_nodes),
    OPTION("max-depth", "D", "skip counts deeper than D", read_depth_option, struct suite_options, max_depth),
    ENGINE_ROWS(struct suite_options),
    OPTION("unreachable", NULL, "count an engine's failures in positions marked \"(no game reaches this)\"", read_flag,
           struct suite_options, unreachable),
    JUNIT_ROW(struct suite_options),
    DEVICE_ROWS(struct suite_options),
    TABLE_ROWS(struct suite_options),
    MERGE_ROWS(struct suite_options),
    COLOR_ROW(struct suite_options),
    JSON_ROW(struct suite_options),
    END_OF_OPTIONS,
};

static const struct suite_options defaults = SUITE_DEFAULTS;

const struct command suite_command = {
    .name = "suite",
    .operands = "FILE...",
    .min_operands = 1,
    .max_operands = INT_MAX,
    COMMAND_OPTIONS(option_rows, defaults),
    .check = check_suite,
    .summary = "check every count of perft suites",
    .description =
        "Reads perft suites (\"FEN ;D1 20 ;D2 400\", \"FEN; D1 20; D2 400;\", or blocks of id, epd and perft\n"
        "lines; - is standard input), counts every position to every depth within the limits, and prints a\n"
        "line for each count that differs and each line that cannot be read. The last line is\n"
        "\"N passed, N failed\", with \"N not run\" after Ctrl-C. With --engine or --script another program\n"
        "counts; one that dies or takes too long for a count fails it. Failures in positions that the\n"
        "file marks \"(no game reaches this)\" are not counted.",
    .example = "  plyforge suite positions.epd --max-nodes 1000000",
    .run = run_suite,
};
