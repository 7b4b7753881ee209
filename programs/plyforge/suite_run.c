/* Running the tests of a suite; see suite_report.h. */
#include "counting.h"
#include "engine.h"
#include "interrupt.h"
#include "progress.h"
#include "suite_report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Asks the engine for one count; false if Ctrl-C came instead. One that has taken too long for a position is not asked
 * for a deeper count of it. */
static bool ask_engine(struct suite_result *result, const struct suite_test *test, struct engine *engine,
                       const struct suite_test **too_long, bool chess960)
{
    static pf_divide answer;
    char fen[PF_VARIANT_FEN_SIZE];
    enum engine_status status = ENGINE_TIMEOUT;
    const struct suite_test *last = *too_long;
    bool hopeless = last != NULL && last->file == test->file && last->line == test->line && test->depth >= last->depth;
    if (!hopeless) {
        write_test_fen(fen, test, chess960);
        status = engine_ask(engine, fen, "", test->depth, &answer);
    }
    if (status == ENGINE_INTERRUPTED) return false;
    if (status == ENGINE_OK || status == ENGINE_NO_DIVIDE) {
        result->has_got = true;
        result->got = answer.total;
        return true;
    }
    if (status == ENGINE_TIMEOUT) *too_long = test;
    const char *message = hopeless ? "was too slow at a smaller depth" : engine_failure(engine, status);
    result->message = allocated(strdup(message));
    if (engine_has_answered(engine)) return true;
    /* Nothing to go on with: every other question would end like this one. */
    const char *lines[ENGINE_LAST_LINES];
    size_t size = engine_last_lines(engine, lines);
    complain("%s %s%s%s", engine_name(engine), message, size > 0 ? "; its last line was: " : "",
             size > 0 ? lines[size - 1] : "");
    engine_destroy(engine);
    exit(STATUS_FAILED);
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
    printf("%s: %s%s%s\n", place, paint(&report->options->drawing, PAINT_BAD), line,
           paint(&report->options->drawing, PAINT_NONE));
    flush_output(); /* the next count may take long */
}

/* Counts, or returns false if Ctrl-C came. */
static bool count_here(struct suite_result *result, const struct suite_test *test, const struct counting *counting,
                       pf_perft_options *options)
{
    result->has_got = true;
    if (test->way != NULL)
        result->got = test->way->count(test->way, &test->position, test->depth);
    else if (test->position.variant != PF_VARIANT_STANDARD)
        result->has_got = count_variant_or_stop(&result->got, &test->position, test->depth, options);
    else if (counting->plain)
        result->has_got = count_plain_or_stop(&result->got, &test->position.board, test->depth, counting);
    else
        result->has_got = count_leaves_or_stop(&result->got, &test->position.board, test->depth, options, counting);
    return result->has_got;
}

void suite_run(struct suite_report *report, struct engine *engine)
{
    const struct suite *suite = report->suite;
    double work = 0; /* in expected nodes, which is what time is proportional to */
    for (size_t i = 0; i < suite->size; i++) work += count_to_double(suite->tests[i].expected);

    pf_perft_options options = counting_options(&report->options->counting);
    struct progress progress = progress_begin("counts");
    const struct suite_test *too_long = NULL;
    pf_count nodes = {0};
    double work_done = 0, start = seconds_now();
    catch_interrupts();
    while (report->run < suite->size && !was_interrupted()) {
        const struct suite_test *test = &suite->tests[report->run];
        struct suite_result *result = &report->results[report->run];
        double test_start = seconds_now();
        bool by_engine = engine != NULL && test->depth > 0; /* engines have no perft 0 */
        if (by_engine ? !ask_engine(result, test, engine, &too_long, report->options->chess960)
                      : !count_here(result, test, &report->options->counting, &options))
            break;
        report->run++;
        result->seconds = seconds_now() - test_start;
        result->passed = result->has_got && pf_count_equal(result->got, test->expected);
        if (!result->passed) {
            report->failed++;
            progress_erase(&progress);
            print_failure(test, result, report);
        }
        nodes = pf_count_add(nodes, result->got);
        work_done += count_to_double(test->expected);
        progress_update(&progress, report->run, suite->size, work > 0 ? work_done / work : 1, nodes);
    }
    progress_erase(&progress);
    report->seconds = seconds_now() - start;
    report->passed = report->run - report->failed;
}

struct output_file suite_open_junit(const struct suite_options *options)
{
    return options->junit != NULL ? open_output_file(options->junit, true) : (struct output_file){0};
}

struct engine *suite_open_engine(const struct suite_options *options)
{
    if (options->engine.engine != NULL && options->engine.script != NULL)
        refuse("--engine and --script do not go together");
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
