/* The result of a benchmark, for the functions that print it. */
#ifndef PLYFORGE_PROGRAM_BENCH_H
#define PLYFORGE_PROGRAM_BENCH_H

#include <plyforge.h>

#define BENCH_SIZE           6
#define BENCH_SIGNATURE_SIZE (PF_COUNT_TEXT_SIZE + 9) /* the sum, a dash, eight hexadecimal digits */

struct bench_row {
    const char *name;
    const char *fen;
    unsigned depth;
    pf_count nodes;
    double seconds;
};

struct bench {
    struct bench_row rows[BENCH_SIZE];
    unsigned size; /* rows measured; fewer than BENCH_SIZE after Ctrl-C */
    pf_count nodes;
    double seconds;
    char signature[BENCH_SIGNATURE_SIZE];
};

/* One way to do something, measured: lookups per second of bishops, rooks and all sliders of a side at once, or moves
 * per second listed and counted. */
struct bench_way {
    const char *group;
    const char *name;
    double moves_per_position; /* 0 for lookups */
    double first, second, third;
};

struct bench_ways {
    const char *what; /* "sliders" or "generation" */
    struct bench_way rows[64];
    size_t size;
};

double nanoseconds_per_position(const struct bench_way *way, double moves_per_second);

struct bench_options {
    unsigned reduce; /* plies, for slow machines */
    bool backend;    /* was given; the library already uses it */
    bool json;
};

/* bench with an operand: what is "sliders" or "generation". */
int run_bench_ways(const char *what, const struct bench_options *options);

#endif
