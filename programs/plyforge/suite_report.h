/* What became of each count of a suite, and its report as JUnit XML, which the CI systems of this world read. */
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

struct suite_report {
    const struct suite *suite;
    struct suite_result *results; /* one for each test of the suite */
    const struct request *request;
    const char *engine; /* NULL: our own counts */
    size_t passed, failed;
    double seconds;
};

/* "expected 20, got 19", or what the engine did instead. */
void describe_result(char line[LINE_SIZE], const struct suite_test *test, const struct suite_result *result);

void write_junit(FILE *file, const struct suite_report *report);

#endif
