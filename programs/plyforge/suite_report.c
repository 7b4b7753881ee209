/* The report of a suite as JUnit XML: a test suite for each file, a test case for each count. */
#include "suite_report.h"

#include <string.h>

void write_test_fen(char fen[PF_FEN_SIZE], const struct suite_test *test, const struct request *request)
{
    pf_position_to_fen(fen, PF_FEN_SIZE, &test->position, request->castling, PF_EP_ALWAYS);
}

void describe_test(char line[LINE_SIZE], const struct suite_test *test, const struct suite_report *report)
{
    char fen[PF_FEN_SIZE];
    bool named = report->named && test->id != NULL;
    write_test_fen(fen, test, report->request);
    snprintf(line, LINE_SIZE, "%.200s%s%s depth %u%s%s%s", named ? test->id : "", named ? ": " : "", fen, test->depth,
             test->way != NULL ? " (" : "", test->way != NULL ? test->way->name : "", test->way != NULL ? ")" : "");
}

void describe_result(char line[LINE_SIZE], const struct suite_test *test, const struct suite_result *result)
{
    if (result->has_got)
        snprintf(line, LINE_SIZE, "expected %s, got %s", COUNT_TEXT(test->expected), COUNT_TEXT(result->got));
    else
        snprintf(line, LINE_SIZE, "expected %s, but the engine %s", COUNT_TEXT(test->expected), result->message);
}

void print_verdict(const struct suite_report *report)
{
    printf("%s%zu passed, %zu failed%s\n", paint(report->request, report->failed == 0 ? PAINT_GOOD : PAINT_BAD),
           report->passed, report->failed, paint(report->request, PAINT_NONE));
}

/* Text for an attribute. What XML cannot say at all becomes a question mark. */
static void print_escaped(FILE *file, const char *text)
{
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        switch (c) {
        case '&': fputs("&amp;", file); break;
        case '<': fputs("&lt;", file); break;
        case '>': fputs("&gt;", file); break;
        case '"': fputs("&quot;", file); break;
        default: fputc(c < 32 || c > 126 ? '?' : c, file); break;
        }
    }
}

static void write_test(FILE *file, const struct suite_test *test, const struct suite_result *result,
                       const struct suite_report *report)
{
    char line[LINE_SIZE];
    fputs("    <testcase classname=\"", file);
    print_escaped(file, test->file);
    describe_test(line, test, report);
    fprintf(file, "\" name=\"line %zu: ", test->line);
    print_escaped(file, line);
    fprintf(file, "\" time=\"%.3f\"", result->seconds);
    if (result->passed) {
        fputs("/>\n", file);
        return;
    }
    describe_result(line, test, result);
    fprintf(file, ">\n      <%s message=\"", result->has_got ? "failure" : "error");
    print_escaped(file, line);
    fputs("\"/>\n    </testcase>\n", file);
}

/* The tests of one file stand together. */
static size_t write_file(FILE *file, const struct suite_report *report, size_t first)
{
    const struct suite_test *tests = report->suite->tests;
    size_t end = first, failures = 0, errors = 0;
    double seconds = 0;
    for (; end < report->suite->size && strcmp(tests[end].file, tests[first].file) == 0; end++) {
        const struct suite_result *result = &report->results[end];
        if (!result->passed) *(result->has_got ? &failures : &errors) += 1;
        seconds += result->seconds;
    }
    fputs("  <testsuite name=\"", file);
    print_escaped(file, tests[first].file);
    fprintf(file, "\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" time=\"%.3f\">\n", end - first, failures, errors,
            seconds);
    for (size_t i = first; i < end; i++) write_test(file, &tests[i], &report->results[i], report);
    fputs("  </testsuite>\n", file);
    return end;
}

void write_junit(FILE *file, const struct suite_report *report)
{
    size_t unreadable = report->suite->unreadable, failures = 0;
    for (size_t i = 0; i < report->suite->size; i++)
        failures += !report->results[i].passed && report->results[i].has_got;
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
                "      <error message=\"%zu cannot\"/>\n    </testcase>\n  </testsuite>\n",
                unreadable);
    fputs("</testsuites>\n", file);
}
