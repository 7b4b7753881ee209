/* The parts that all benchmarks share: options, positions and measuring. */
#ifndef PLYFORGE_PROGRAM_BENCH_H
#define PLYFORGE_PROGRAM_BENCH_H

#include <plyforge.h>

struct bench_options {
    unsigned reduce; /* plies, for slow machines */
    bool backend;    /* --backend was given, and the library already uses it */
    bool json;
};

/* bench with an operand: what is "sliders" or "generation". */
int run_bench_ways(const char *what, const struct bench_options *options);
int run_bench_reading(const struct bench_options *options);

/* ---- Shared by all benchmarks ---- */

#define BENCH_POSITIONS 10000

/* Positions from random games, the same on every machine. */
void bench_make_positions(pf_position positions[BENCH_POSITIONS]);

/* How many seconds each measurement of a function takes. */
double bench_stretch(const struct bench_options *options);

/* The measured function: does all the work once and returns its amount. */
typedef uint64_t bench_work(const void *context);

/* The best rate of a few measurements, in units of work per second. Meaningless after Ctrl-C. */
double bench_measure(bench_work *once, const void *context, double stretch);

#endif
