/* A perft suite in memory: every count of every position that the files hold and the limits let through. */
#ifndef PLYFORGE_PROGRAM_SUITE_FILE_H
#define PLYFORGE_PROGRAM_SUITE_FILE_H

#include "common.h"

struct suite_test {
    const char *file;
    size_t line;
    pf_variant_position position;
    unsigned depth;
    pf_count expected;
    const char *id;        /* what the file calls the position; NULL: nothing */
    const struct way *way; /* how to count it; NULL: as the request says */
};

struct suite {
    struct suite_test *tests;
    size_t size;
    size_t capacity;
    size_t positions;  /* read, with or without counts */
    size_t counts;     /* read, within the limits or not */
    size_t skipped;    /* counts outside the limits */
    size_t unreadable; /* lines that no one can make sense of; each was reported on standard output */
    size_t unusual;    /* positions that were mended or tolerated, what was wrong with any of them, and the first */
    pf_problems problems;
    const char *unusual_file;
    size_t unusual_line;
    char **ids; /* the texts that the tests point to */
    size_t id_count;
};

/* Adds the tests of one file ("-" is standard input) to the suite. Refuses a file that cannot be read or has nothing to
 * test in it. */
void suite_read(struct suite *suite, const char *file, const struct request *request);

/* The same for text in memory, which is called by that name. */
void suite_read_text(struct suite *suite, const char *name, const char *text, size_t length,
                     const struct request *request);

/* Releases what the suite holds. */
void suite_clear(struct suite *suite);

#endif
