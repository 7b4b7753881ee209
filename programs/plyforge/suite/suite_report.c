/* The report of a suite: the lines of text, the JSON that suite and torture share, and JUnit XML, with a test suite for
 * each file and a test case for each count. */
#include "suite/suite_report.h"
#include "output/json.h"

#include <string.h>

void write_test_fen(char fen[PF_FEN_SIZE], const struct suite_test *test, bool chess960)
{
    pf_position_to_fen(fen, PF_FEN_SIZE, &test->position, chess960 ? PF_CASTLING_XFEN : PF_CASTLING_STANDARD,
                       PF_EP_ALWAYS);
}

const char *bug_shown(const struct suite_report *report, const struct suite_test *test)
{
    const struct suite_test *first = report->suite->tests;
    /* What is wrong at depth 1 makes the deeper counts of the position wrong, too. */
    for (const struct suite_test *at = test; at->file == test->file && at->line == test->line; at--) {
        if (report->results[at - first].bug != NULL) return report->results[at - first].bug;
        if (at == first) break;
    }
    return test->id;
}

void describe_test(char line[LINE_SIZE], const struct suite_test *test, const struct suite_report *report)
{
    char fen[PF_FEN_SIZE];
    const char *bug = bug_shown(report, test);
    bool named = report->named && bug != NULL;
    write_test_fen(fen, test, report->options->chess960);
    snprintf(line, LINE_SIZE, "%.200s%s%s depth %u%s%s%s", named ? bug : "", named ? ": " : "", fen, test->depth,
             test->way != NULL ? " (" : "", test->way != NULL ? test->way->name : "", test->way != NULL ? ")" : "");
}

void describe_result(char line[LINE_SIZE], const struct suite_test *test, const struct suite_result *result)
{
    if (result->has_got)
        snprintf(line, LINE_SIZE, "expected %s, got %s%s", COUNT_TEXT(test->expected), COUNT_TEXT(result->got),
                 test->dropped_castling ? " without castling rights that only Chess960 has: try --chess960" : "");
    else
        snprintf(line, LINE_SIZE, "expected %s, but the engine %s", COUNT_TEXT(test->expected), result->message);
}

void print_verdict(const struct suite_report *report)
{
    size_t left = report->suite->size - report->run;
    printf("%s%zu passed, %zu failed%s", paint(&report->options->drawing, report->failed == 0 ? PAINT_GOOD : PAINT_BAD),
           report->passed, report->failed, paint(&report->options->drawing, PAINT_NONE));
    if (report->excused > 0) printf(", %zu not counted", report->excused);
    if (left > 0) printf(", %zu not run", left);
    putchar('\n');
}

void print_diagnosis(const struct suite_report *report)
{
    if (report->diagnosis == NULL) return;
    printf("Diagnosis: %s%s%s\n", paint(&report->options->drawing, PAINT_STRONG), report->diagnosis,
           paint(&report->options->drawing, PAINT_NONE));
}

/* ---- JSON ---- */

static void add_failure(struct json *json, const struct suite_report *report, size_t number)
{
    const struct suite_test *test = &report->suite->tests[number];
    const struct suite_result *result = &report->results[number];
    char fen[PF_FEN_SIZE];
    write_test_fen(fen, test, report->options->chess960);
    json_open_object(json, NULL);
    json_string(json, "file", test->file);
    json_unsigned(json, "line", test->line);
    json_string(json, "fen", fen);
    json_integer(json, "depth", test->depth);
    json_count(json, "expected", test->expected);
    json_count_if(json, "got", result->has_got, result->got);
    json_string(json, "message", result->message);
    json_real(json, "seconds", result->seconds);
    if (report->named) {
        json_string(json, "bug", bug_shown(report, test));
        json_string(json, "way", test->way != NULL ? test->way->name : NULL);
    }
    json_close_object(json);
}

void json_suite_verdicts(struct json *json, const struct suite_report *report)
{
    json_unsigned(json, "passed", report->passed);
    json_unsigned(json, "failed", report->failed);
    if (report->engine != NULL) json_unsigned(json, "not_counted", report->excused);
    if (report->diagnosis != NULL) json_string(json, "diagnosis", report->diagnosis);
}

void json_suite_failures(struct json *json, const struct suite_report *report)
{
    json_open_array(json, "failures");
    for (size_t i = 0; i < report->suite->size; i++)
        if (!report->results[i].passed && !report->results[i].excused) add_failure(json, report, i);
    json_close_array(json);
}

void json_begin_suite(struct json *json, const struct suite_report *report)
{
    json_open_object(json, NULL);
    json_string(json, "engine", report->engine);
    json_unsigned(json, "positions", report->suite->positions);
    json_unsigned(json, "counts", report->suite->counts);
}

/* ---- JUnit ---- */

enum outcome { PASSED, FAILURE, ERROR, SKIPPED, OUTCOME_COUNT };

static enum outcome outcome_of(const struct suite_report *report, size_t i)
{
    const struct suite_result *result = &report->results[i];
    if (i >= report->run || result->excused) return SKIPPED;
    if (result->passed) return PASSED;
    return result->has_got ? FAILURE : ERROR;
}

static void write_test(FILE *file, const struct suite_report *report, size_t i)
{
    static const char *const elements[OUTCOME_COUNT] = {NULL, "failure", "error", "skipped"};
    const struct suite_test *test = &report->suite->tests[i];
    const struct suite_result *result = &report->results[i];
    enum outcome outcome = outcome_of(report, i);
    char line[LINE_SIZE];
    fputs("    <testcase classname=\"", file);
    print_escaped(file, test->file);
    describe_test(line, test, report);
    fprintf(file, "\" name=\"line %zu: ", test->line);
    print_escaped(file, line);
    fprintf(file, "\" time=\"%.3f\"", result->seconds);
    if (outcome == PASSED) {
        fputs("/>\n", file);
        return;
    }
    if (outcome == SKIPPED && result->excused)
        snprintf(line, sizeof line, "%s", result->message != NULL ? result->message : "no game reaches the position");
    else if (outcome == SKIPPED)
        snprintf(line, sizeof line, "stopped before it was counted");
    else
        describe_result(line, test, result);
    fprintf(file, ">\n      <%s message=\"", elements[outcome]);
    print_escaped(file, line);
    fputs("\"/>\n    </testcase>\n", file);
}

/* The tests of one file are adjacent. */
static size_t write_file(FILE *file, const struct suite_report *report, size_t first)
{
    const struct suite_test *tests = report->suite->tests;
    size_t end = first, counts[OUTCOME_COUNT] = {0};
    double seconds = 0;
    for (; end < report->suite->size && strcmp(tests[end].file, tests[first].file) == 0; end++) {
        counts[outcome_of(report, end)]++;
        seconds += report->results[end].seconds;
    }
    fputs("  <testsuite name=\"", file);
    print_escaped(file, tests[first].file);
    fprintf(file, "\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\" time=\"%.3f\">\n", end - first,
            counts[FAILURE], counts[ERROR], counts[SKIPPED], seconds);
    for (size_t i = first; i < end; i++) write_test(file, report, i);
    fputs("  </testsuite>\n", file);
    return end;
}

void write_junit(FILE *file, const struct suite_report *report)
{
    size_t unreadable = report->suite->unreadable, failures = 0;
    for (size_t i = 0; i < report->suite->size; i++) failures += outcome_of(report, i) == FAILURE;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"", file);
    print_escaped(file, report->engine != NULL ? report->engine : "plyforge");
    fprintf(file, "\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" time=\"%.3f\">\n",
            report->suite->size + (unreadable > 0), failures, report->failed - failures - unreadable + (unreadable > 0),
            report->seconds);
    for (size_t i = 0; i < report->suite->size;) i = write_file(file, report, i);
    if (unreadable > 0)
        fprintf(file,
                "  <testsuite name=\"reading\" tests=\"1\" failures=\"0\" errors=\"1\">\n"
                "    <testcase classname=\"reading\" name=\"every line can be read\">\n"
                "      <error message=\"lines that cannot be read: %zu\"/>\n    </testcase>\n  </testsuite>\n",
                unreadable);
    fputs("</testsuites>\n", file);
}
