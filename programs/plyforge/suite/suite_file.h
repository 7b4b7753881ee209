/* A perft suite in memory: every count of every position in the files that is within the limits. */
#ifndef PLYFORGE_PROGRAM_SUITE_FILE_H
#define PLYFORGE_PROGRAM_SUITE_FILE_H

#include "common.h"

/* The options of suite; torture takes some of them. */
struct suite_options {
    bool chess960;
    bool lenient; /* the option has no effect, because suites are always read leniently */
    pf_variant variant;
    struct counting counting;
    pf_count max_nodes;
    unsigned max_depth;
    struct engine_options engine;
    bool unreachable;  /* an engine's failure in a position that no game reaches is a failure */
    const char *junit; /* NULL: no such report */
    struct drawing drawing;
    bool json;
};
#define SUITE_DEFAULTS                                                                                                 \
    {                                                                                                                  \
        .counting = COUNTING_DEFAULTS, .max_nodes = {UINT64_MAX, UINT64_MAX}, .max_depth = PF_PERFT_MAX_DEPTH,         \
        .engine = ENGINE_DEFAULTS                                                                                      \
    }
#define JUNIT_ROW(type) OPTION("junit", "FILE", "also write a report as JUnit XML", read_report_name, type, junit)

struct suite_test {
    const char *file;
    size_t line;
    pf_position position;
    unsigned depth;
    pf_count expected;
    bool dropped_castling; /* the position was read without castling rights that are possible only in Chess960, so its
                              counts may differ */
    bool is_marked;        /* its id marks it as a position that no game reaches */
    const char *id;        /* the name of the position in the file; NULL: no name */
    const struct way *way; /* how to count it; NULL: as the options require */
};

struct suite {
    struct suite_test *tests;
    size_t size;
    size_t capacity;
    size_t positions;  /* positions read, with or without counts */
    size_t counts;     /* counts read, within the limits or not */
    size_t skipped;    /* counts outside the limits */
    size_t unreadable; /* lines that cannot be parsed; each was reported on standard output */
    size_t unusual;    /* positions that were repaired or tolerated; problems has all their problems */
    pf_problems problems;
    const char *unusual_file;
    size_t unusual_line;
    char **ids; /* the texts that the tests point to */
    size_t id_count;
};

/* Adds the tests of one file ("-" is standard input) to the suite. Refuses a file that cannot be read or contains no
 * tests. */
void suite_read(struct suite *suite, const char *file, const struct suite_options *options);

/* Like suite_read, for text in memory; messages use this name for it. */
void suite_read_text(struct suite *suite, const char *name, const char *text, size_t length,
                     const struct suite_options *options);

/* Releases the memory of the suite. */
void suite_clear(struct suite *suite);

#endif
