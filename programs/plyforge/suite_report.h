/* Running a suite: the result of each count, and the report as JUnit XML, which CI systems read. */
#ifndef PLYFORGE_PROGRAM_SUITE_REPORT_H
#define PLYFORGE_PROGRAM_SUITE_REPORT_H

#include "suite_file.h"

#include <stdio.h>

struct suite_result {
    bool passed;
    bool has_got;
    pf_count got;  /* if has_got */
    char *message; /* why there is no count; NULL where there is one */
    double seconds;
};

/* A way to count of our own, and its name. */
struct way {
    const char *name;
    pf_count (*count)(const struct way *way, const pf_variant_position *position, unsigned depth);
    unsigned choice; /* for count */
};

struct engine;

struct suite_report {
    struct suite *suite;
    struct suite_result *results; /* one for each test of the suite */
    const struct suite_options *options;
    const char *engine; /* NULL: our own counts */
    bool named;         /* print the names of the positions */
    size_t run;         /* so many tests; Ctrl-C leaves out the others */
    size_t passed, failed;
    bool unwritten; /* the JUnit report could not be written */
    double seconds;
};

/* The position of the test, with the en passant square as it was given. */
void write_test_fen(char fen[PF_VARIANT_FEN_SIZE], const struct suite_test *test, bool chess960);

/* Which test it is, apart from file and line: "FEN depth 2", with the name of the position and the way if they are to
 * be printed. */
void describe_test(char line[LINE_SIZE], const struct suite_test *test, const struct suite_report *report);

/* "expected 20, got 19", or what the engine did instead. */
void describe_result(char line[LINE_SIZE], const struct suite_test *test, const struct suite_result *result);

/* What the options ask for: the engine (NULL: none), and the file for JUnit XML (NULL: none). */
struct engine *suite_open_engine(const struct suite_options *options);
struct output_file suite_open_junit(const struct suite_options *options);

/* Runs all tests, or those before Ctrl-C; prints a line for each that fails, unless JSON is wanted. */
void suite_run(struct suite_report *report, struct engine *engine);

/* Adds what could not be read, notes the engine's name and writes the JUnit report. */
void suite_finish(struct suite_report *report, struct engine *engine, struct output_file *junit);

/* The exit status; says so if not all tests were run. */
int suite_status(const struct suite_report *report);

/* Releases the results, the suite and the engine. */
void suite_release(struct suite_report *report, struct engine *engine);

/* The last line, "N passed, N failed", and "N not run" if there are such. */
void print_verdict(const struct suite_report *report);

void write_junit(FILE *file, const struct suite_report *report);

#endif
