/* The result of a benchmark, for those who print it. */
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
    pf_count nodes;
    double seconds;
    char signature[BENCH_SIGNATURE_SIZE];
};

#endif
