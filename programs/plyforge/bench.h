/* The result of a benchmark, for the functions that print it. */
#ifndef PLYFORGE_PROGRAM_BENCH_H
#define PLYFORGE_PROGRAM_BENCH_H

#include <plyforge.h>

#define BENCH_SIZE           8
#define BENCH_SIGNED         6 /* total and signature are of the first six, so that they can be compared over the years */
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
    unsigned size;  /* rows measured; fewer than BENCH_SIZE after Ctrl-C */
    pf_count nodes; /* of the first BENCH_SIGNED rows, and so are seconds and signature */
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

/* Reading, measured: nanoseconds for a position or half-move, and bytes of input a second. */
struct bench_reading_row {
    const char *input; /* "position" or the kind of the PGN text */
    const char *name;
    double nanoseconds;
    double bytes_per_second;
};

struct bench_reading {
    struct bench_reading_row rows[16];
    size_t size;
};

struct bench_options {
    unsigned reduce; /* plies, for slow machines */
    bool backend;    /* was given; the library already uses it */
    bool json;
};

/* bench with an operand: what is "sliders" or "generation". */
int run_bench_ways(const char *what, const struct bench_options *options);
int run_bench_reading(const struct bench_options *options);

/* ---- What they share ---- */

#define BENCH_POSITIONS 10000

/* Positions from random games, the same on every machine. */
void bench_make_positions(pf_position positions[BENCH_POSITIONS]);

/* A number below limit. */
uint64_t bench_random(uint64_t *state, uint64_t limit);

/* How many seconds each function is measured at a time. */
double bench_stretch(const struct bench_options *options);

/* The measured function: does all the work once and returns its amount. */
typedef uint64_t bench_work(const void *context);

/* The best of a few stretches of time; units of work per second. After Ctrl-C the value is meaningless. */
double bench_measure(bench_work *once, const void *context, double stretch);

#endif
