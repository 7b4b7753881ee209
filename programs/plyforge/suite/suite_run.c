/* Running the tests of a suite; see suite_report.h. */
#include "count/counting.h"
#include "engine/diagnose.h"
#include "engine/engine.h"
#include "output/progress.h"
#include "platform/interrupt.h"
#include "suite/suite_report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The bug that a wrong list of moves shows; NULL if it shows the one that the position is named after, or none that is
 * known. A position for moves that are listed twice may also fail because some are missing. */
static const char *find_other_bug(pf_divide *answer, const struct suite_test *test, bool chess960)
{
    static pf_divide_comparison comparison;
    pf_divide_resolve(answer, &test->position);
    pf_divide_compare(&comparison, answer, &test->position, 1, uci_castling(chess960), NULL, NULL);
    bool no_promotions = comparison.bug == PF_BUG_PROMOTION_MISSING; /* so underpromotions are missing as well */
    for (uint32_t i = 0; i < comparison.size && !no_promotions; i++)
        if (comparison.rows[i].verdict >= PF_DIVIDE_MISSING &&
            strcmp(pf_bug_name(comparison.rows[i].bug), test->id) == 0)
            return NULL;
    return comparison.bug != PF_BUG_UNKNOWN ? pf_bug_name(comparison.bug) : NULL;
}

/* Asks the engine for one count; false after Ctrl-C. If an engine took too long for a position, it is not asked for
 * deeper counts of the same position. */
static bool ask_engine(struct suite_result *result, const struct suite_test *test, struct engine *engine,
                       const struct suite_test **too_long, bool chess960)
{
    static pf_divide answer;
    char fen[PF_FEN_SIZE];
    enum engine_status status = ENGINE_TIMEOUT;
    const struct suite_test *last = *too_long;
    bool hopeless = last != NULL && last->file == test->file && last->line == test->line && test->depth >= last->depth;
    if (!hopeless) {
        write_test_fen(fen, test, chess960);
        status = engine_ask(engine, fen, "", test->depth, &answer);
    }
    if (status == ENGINE_INTERRUPTED) return false;
    if (engine_means(engine) == MEANS_MOVES && status == ENGINE_NO_PERFT) {
        result->excused = true;
        result->message = allocated(strdup(engine_failure(engine, status)));
        return true;
    }
    /* If the counts do not add up to the total and one of the two is right, the other one was misread, and the right
       one is used. */
    if (status == ENGINE_OK && pf_divide_contradicts_itself(&answer)) {
        if (pf_count_equal(answer.sum, test->expected)) answer.total = answer.sum;
        if (!pf_count_equal(answer.total, test->expected)) {
            char line[LINE_SIZE];
            snprintf(line, sizeof line,
                     "printed counts that add up to %s, but a total of %s: the output was not understood",
                     COUNT_TEXT(answer.sum), COUNT_TEXT(answer.total));
            result->message = allocated(strdup(line));
            return true;
        }
    }
    if (status == ENGINE_OK || status == ENGINE_NO_DIVIDE) {
        result->has_got = true;
        result->got = answer.total;
        bool lists = status == ENGINE_OK && test->depth == 1 && test->id != NULL && answer.size > 0;
        if (lists && !pf_count_equal(result->got, test->expected))
            result->bug = find_other_bug(&answer, test, chess960);
        return true;
    }
    if (status == ENGINE_TIMEOUT) *too_long = test;
    const char *message = hopeless ? "was too slow at a smaller depth" : engine_failure(engine, status);
    result->message = allocated(strdup(message));
    if (engine_has_answered(engine)) return true;
    /* Continuing is pointless: every other question would end in the same way. */
    const char *lines[ENGINE_LAST_LINES];
    size_t size = engine_last_lines(engine, lines);
    complain("%s %s%s%s", engine_name(engine), message, size > 0 ? "; its last line was: " : "",
             size > 0 ? lines[size - 1] : "");
    engine_destroy(engine);
    exit(STATUS_FAILED);
}

/* In a position that the file marks as unreachable, the failure of an engine is ignored unless the options say
 * otherwise. */
static bool is_excused(const struct suite_report *report, const struct suite_test *test)
{
    return test->is_marked && !report->options->unreachable;
}

static bool has_predecessor(const struct suite_test *test)
{
    return pf_position_variant(&test->position) != PF_VARIANT_STANDARD || pf_position_has_predecessor(&test->position);
}

static void print_failure(const struct suite_test *test, const struct suite_result *result,
                          const struct suite_report *report)
{
    char name[LINE_SIZE], line[LINE_SIZE], place[2 * LINE_SIZE];
    if (report->options->json) return;
    describe_test(name, test, report);
    describe_result(line, test, result);
    snprintf(place, sizeof place, "%s:%zu: %s", test->file, test->line, name);
    make_printable(place);
    bool by_engine = test->way == NULL && report->engine != NULL;
    printf("%s: %s%s%s%s\n", place, paint(&report->options->drawing, PAINT_BAD), line,
           paint(&report->options->drawing, PAINT_NONE),
           by_engine && !has_predecessor(test) && !test->is_marked ? " (no game reaches this position)" : "");
    flush_output(); /* the next count may take a long time */
}

/* Counts with our own code; false after Ctrl-C. */
static bool count_here(struct suite_result *result, const struct suite_test *test, const struct counting *counting,
                       pf_perft_options *options)
{
    result->has_got = true;
    if (test->way != NULL)
        result->got = test->way->count(test->way, &test->position, test->depth);
    else if (counting->plain)
        result->has_got = count_plain_or_stop(&result->got, &test->position, test->depth, counting);
    else
        result->has_got = count_leaves_or_stop(&result->got, &test->position, test->depth, options, counting);
    return result->has_got;
}

/* Looks for a single cause of all failures. */
static const char *find_diagnosis(const struct suite_report *report)
{
    size_t size = 0;
    struct engine_answer *answers = allocated(calloc(report->run + 1, sizeof *answers));
    for (size_t i = 0; i < report->run; i++) {
        const struct suite_test *test = &report->suite->tests[i];
        const struct suite_result *result = &report->results[i];
        if (!result->has_got || test->depth == 0) continue;
        answers[size++] = (struct engine_answer){&test->position, test->depth, test->expected, result->got};
    }
    const char *diagnosis = diagnose_counts(answers, size);
    free(answers);
    return diagnosis;
}

/* Prints the failures of an engine, once it is known whether they have a single cause. */
static void print_failures(const struct suite_report *report)
{
    for (size_t i = 0; i < report->run; i++)
        if (!report->results[i].passed && !report->results[i].excused)
            print_failure(&report->suite->tests[i], &report->results[i], report);
}

void suite_run(struct suite_report *report, struct engine *engine)
{
    const struct suite *suite = report->suite;
    double work = 0; /* measured in expected nodes, because the time is proportional to them */
    for (size_t i = 0; i < suite->size; i++) work += count_to_double(suite->tests[i].expected);

    pf_perft_options options = counting_options(&report->options->counting);
    struct progress progress = progress_begin("counts");
    const struct suite_test *too_long = NULL;
    pf_count nodes = {0};
    double work_done = 0, start = seconds_now();
    bool late = engine != NULL && report->named;
    report->engine = engine != NULL ? engine_name(engine) : NULL;
    catch_interrupts();
    while (report->run < suite->size && !was_interrupted()) {
        const struct suite_test *test = &suite->tests[report->run];
        struct suite_result *result = &report->results[report->run];
        double test_start = seconds_now();
        bool by_engine = engine != NULL && test->depth > 0; /* engines do not support perft 0 */
        if (by_engine ? !ask_engine(result, test, engine, &too_long, report->options->chess960)
                      : !count_here(result, test, &report->options->counting, &options))
            break;
        report->run++;
        result->seconds = seconds_now() - test_start;
        result->passed = result->has_got && pf_count_equal(result->got, test->expected);
        if (!result->passed && by_engine && is_excused(report, test)) result->excused = true;
        if (result->excused) {
            report->excused++;
        } else if (!result->passed) {
            report->failed++;
            progress_erase(&progress);
            if (!late) print_failure(test, result, report);
        }
        nodes = pf_count_add(nodes, result->got);
        work_done += count_to_double(test->expected);
        progress_update(&progress, report->run, suite->size, work > 0 ? work_done / work : 1, nodes);
    }
    progress_erase(&progress);
    report->seconds = seconds_now() - start;
    report->passed = report->run - report->failed - report->excused;
    if (engine != NULL && report->options->variant == PF_VARIANT_STANDARD) report->diagnosis = find_diagnosis(report);
    if (late && report->diagnosis == NULL) print_failures(report);
}

struct output_file suite_open_junit(const struct suite_options *options)
{
    return options->junit != NULL ? open_output_file(options->junit, true) : (struct output_file){0};
}

struct engine *suite_open_engine(const struct suite_options *options)
{
    if (options->engine.engine != NULL && options->engine.script != NULL)
        refuse("--engine and --script cannot be combined");
    if (options->engine.engine == NULL && options->engine.script == NULL) return NULL;
    return engine_create(&options->engine, options->chess960, options->variant);
}

void suite_finish(struct suite_report *report, struct engine *engine, struct output_file *junit)
{
    report->failed += report->suite->unreadable;
    report->engine = engine != NULL ? engine_name(engine) : NULL;
    if (junit->stream == NULL) return;
    write_junit(junit->stream, report);
    report->unwritten = !close_output_file(junit, true);
    if (report->unwritten) complain("cannot write %s: %s", report->options->junit, strerror(errno));
}

int suite_status(const struct suite_report *report)
{
    size_t size = report->suite->size;
    if (report->run == size) return report->failed > 0 || report->unwritten ? STATUS_FAILED : STATUS_OK;
    complain("stopped: %zu of %zu counts checked, %zu failed", report->run, size, report->failed);
    return STATUS_INTERRUPTED;
}

void suite_release(struct suite_report *report, struct engine *engine)
{
    for (size_t i = 0; i < report->suite->size; i++) free(report->results[i].message);
    free(report->results);
    suite_clear(report->suite);
    engine_destroy(engine);
}
