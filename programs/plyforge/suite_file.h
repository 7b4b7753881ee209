/* A perft suite in memory: every count of every position that the files hold and the limits let through. */
#ifndef PLYFORGE_PROGRAM_SUITE_FILE_H
#define PLYFORGE_PROGRAM_SUITE_FILE_H

#include "common.h"

/* The options of suite; torture takes some of them. */
struct suite_options {
    bool chess960;
    bool lenient; /* whether given or not */
    pf_variant variant;
    struct counting counting;
    pf_count max_nodes;
    unsigned max_depth;
    struct engine_options engine;
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
    pf_variant_position position;
    unsigned depth;
    pf_count expected;
    bool dropped_castling; /* the position was read without rights that only Chess960 has, so its counts may differ */
    const char *id;        /* what the file calls the position; NULL: nothing */
    const struct way *way; /* how to count it; NULL: as the options say */
};

struct suite {
    struct suite_test *tests;
    size_t size;
    size_t capacity;
    size_t positions;  /* read, with or without counts */
    size_t counts;     /* read, within the limits or not */
    size_t skipped;    /* counts outside the limits */
    size_t unreadable; /* lines that cannot be parsed; each was reported on standard output */
    size_t unusual;    /* positions that were repaired or tolerated; problems has all their problems */
    pf_problems problems;
    const char *unusual_file;
    size_t unusual_line;
    char **ids; /* the texts that the tests point to */
    size_t id_count;
};

/* Adds the tests of one file ("-" is standard input) to the suite. Refuses a file that cannot be read or has nothing to
 * test in it. */
void suite_read(struct suite *suite, const char *file, const struct suite_options *options);

/* The same for text in memory, which is called by that name. */
void suite_read_text(struct suite *suite, const char *name, const char *text, size_t length,
                     const struct suite_options *options);

/* Releases what the suite holds. */
void suite_clear(struct suite *suite);

#endif
