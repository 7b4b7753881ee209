/* plyforge suite: counts every position of perft suites and compares with what the files say. Reading the files is in
 * suite_file.c. */
#include "progress.h"
#include "suite_file.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static bool go_on(void *context, pf_move move, pf_count nodes, uint32_t index, uint32_t total)
{
    (void)context, (void)move, (void)nodes, (void)index, (void)total;
    return true;
}

static pf_count count_leaves(const pf_position *position, unsigned depth, const struct request *request)
{
    if (request->plain) return count_plain(position, depth, request);
    if (request->leaves == PF_PERFT_BULK) return pf_perft(position, depth);
    pf_count total;
    pf_perft_divide(&total, position, depth, request->leaves, go_on, NULL);
    return total;
}

static void print_failure(const struct suite_test *test, pf_count got, const struct request *request)
{
    char fen[PF_FEN_SIZE];
    write_fen(fen, &test->position, request);
    printf("%s:%zu: %s depth %u: expected %s, got %s\n", test->file, test->line, fen, test->depth,
           COUNT_TEXT(test->expected), COUNT_TEXT(got));
    flush_output();
}

/* Runs all tests and returns how many failed. */
static size_t run_tests(const struct suite *suite, const struct request *request)
{
    double work = 0; /* in expected nodes, which is what time is proportional to */
    for (size_t i = 0; i < suite->size; i++) work += count_to_double(suite->tests[i].expected);

    struct progress progress = progress_begin("counts");
    pf_count nodes = {0};
    double work_done = 0;
    size_t failed = 0;
    for (size_t i = 0; i < suite->size; i++) {
        const struct suite_test *test = &suite->tests[i];
        pf_count got = count_leaves(&test->position, test->depth, request);
        if (!pf_count_equal(got, test->expected)) {
            failed++;
            progress_erase(&progress);
            print_failure(test, got, request);
        }
        nodes = pf_count_add(nodes, got);
        work_done += count_to_double(test->expected);
        progress_update(&progress, i + 1, suite->size, work > 0 ? work_done / work : 1, nodes);
    }
    progress_erase(&progress);
    return failed;
}

static void warn_of_problems(const struct suite *suite)
{
    if (suite->unusual == 0) return;
    char line[LINE_SIZE];
    describe_problems(line, suite->problems);
    complain("warning: %s:%zu (and %zu more) %s", suite->unusual_file, suite->unusual_line, suite->unusual - 1, line);
}

static int run_suite(const struct request *request)
{
    struct suite suite = {0};
    for (int i = 0; i < request->operand_count; i++) suite_read(&suite, request->operands[i], request);
    warn_of_problems(&suite);

    size_t failed = run_tests(&suite, request);
    size_t passed = suite.size - failed;
    failed += suite.unreadable;
    printf("positions read: %zu, counts read: %zu, skipped by the limits: %zu\n", suite.positions, suite.counts,
           suite.skipped);
    printf("%zu passed, %zu failed\n", passed, failed);
    free(suite.tests);
    if (failed > 0) return STATUS_FAILED;
    if (passed == 0) refuse("nothing was run: every count is outside the limits");
    return STATUS_OK;
}

const struct command suite_command = {
    .name = "suite",
    .operands = "FILE...",
    .min_operands = 1,
    .max_operands = INT_MAX,
    .options = OPTION_SET(OPTION_CHESS960) | OPTION_SET(OPTION_MAX_NODES) | OPTION_SET(OPTION_MAX_DEPTH) |
               OPTION_SET(OPTION_NO_BULK) | OPTION_SET(OPTION_LIST_LEAVES) | OPTION_SET(OPTION_LEGALITY) |
               OPTION_SET(OPTION_SLIDERS) | OPTION_SET(OPTION_PLAIN) | OPTION_SET(OPTION_BACKEND),
    .summary = "check every count of perft suites",
    .description =
        "Reads perft suites (\"FEN ;D1 20 ;D2 400\", \"FEN; D1 20; D2 400;\", or blocks of id, epd and perft\n"
        "lines; - is standard input), counts every position to every depth within the limits, and prints a\n"
        "line for each count that differs and each line that cannot be read. The last line is\n"
        "\"N passed, N failed\".",
    .example = "  plyforge suite positions.epd --max-nodes 1000000",
    .run = run_suite,
};
