/* Running a suite: the result of each count, and the report as JUnit XML, which CI systems can read. */
#ifndef PLYFORGE_PROGRAM_SUITE_REPORT_H
#define PLYFORGE_PROGRAM_SUITE_REPORT_H

#include "suite/suite_file.h"

#include <stdio.h>

struct suite_result {
    bool passed;
    bool contradicts; /* torture: the engine is right after each of the moves, but wrong about the position itself */
    bool excused;     /* did not pass, but is not a failure: no game reaches the position, or the engine was not
                         asked */
    bool has_got;
    pf_count got;    /* valid if has_got is set */
    const char *bug; /* the bug that the listed moves show, if it is not the one that the position is named after; else
                        NULL */
    char *message;   /* why there is no count; NULL if there is one */
    double seconds;
};

/* One of our own counting methods, and its name. */
struct way {
    const char *name;
    pf_count (*count)(const struct way *way, const pf_position *position, unsigned depth);
    unsigned choice; /* an argument of the function count */
};

struct engine;

struct suite_report {
    struct suite *suite;
    struct suite_result *results; /* one for each test of the suite */
    const struct suite_options *options;
    const char *engine; /* NULL: our own counts */
    bool named;         /* whether to print the names of the positions */
    size_t run;         /* the number of tests that were run, which is smaller after Ctrl-C */
    size_t passed, failed, excused;
    const char *diagnosis; /* one cause of all failures of an engine; NULL if none is known */
    bool unwritten;        /* whether writing the JUnit report failed */
    double seconds;
};

/* The position of the test, with the en passant square as it was given. */
void write_test_fen(char fen[PF_FEN_SIZE], const struct suite_test *test, bool chess960);

/* Identifies the test, without file and line: "FEN depth 2", with the name of the position and of the counting method
 * if they are to be printed. */
void describe_test(char line[LINE_SIZE], const struct suite_test *test, const struct suite_report *report);

/* The name of the bug that a failure of this test shows; NULL if it has none. */
const char *bug_shown(const struct suite_report *report, const struct suite_test *test);

/* Writes "expected 20, got 19", or the engine's failure. */
void describe_result(char line[LINE_SIZE], const struct suite_test *test, const struct suite_result *result);

/* Opens what the options request: the engine (NULL: none), and the file for JUnit XML (NULL: none). */
struct engine *suite_open_engine(const struct suite_options *options);
struct output_file suite_open_junit(const struct suite_options *options);

/* Runs all tests, or those before Ctrl-C; prints a line for each one that fails, unless JSON was requested. */
void suite_run(struct suite_report *report, struct engine *engine);

/* Adds the lines that could not be read, records the engine's name and writes the JUnit report. */
void suite_finish(struct suite_report *report, struct engine *engine, struct output_file *junit);

/* The exit status; prints a message if some tests were not run. */
int suite_status(const struct suite_report *report);

/* Releases the results, the suite and the engine. */
void suite_release(struct suite_report *report, struct engine *engine);

/* Prints the last line: "N passed, N failed", and "N not run" if any were left out. */
void print_verdict(const struct suite_report *report);

/* Prints "Diagnosis: ..." if the failures of an engine have one cause. */
void print_diagnosis(const struct suite_report *report);

/* The JSON of suite and torture: the members that both begin with, how many tests passed and failed, and the failures.
 * The caller closes the object. */
struct json;
void json_begin_suite(struct json *json, const struct suite_report *report);
void json_suite_verdicts(struct json *json, const struct suite_report *report);
void json_suite_failures(struct json *json, const struct suite_report *report);

void write_junit(FILE *file, const struct suite_report *report);

#endif
