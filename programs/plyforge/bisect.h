/* What plyforge bisect finds out, for those who print it. */
#ifndef PLYFORGE_PROGRAM_BISECT_H
#define PLYFORGE_PROGRAM_BISECT_H

#include "engine.h"

struct bisect_report {
    char engine[ENGINE_LINE_SIZE];
    unsigned depth;
    pf_uci_castling castling;
    char failure[LINE_SIZE]; /* "" unless the engine failed */
    const char *last[ENGINE_LAST_LINES];
    size_t last_size;
    pf_bisect_report found;
};

/* bisect --divide: a divide that was read from a file, compared with ours. */
struct divide_report {
    const char *name; /* of the file */
    unsigned depth;
    pf_uci_castling castling;
    pf_position position;
    pf_divide divide;
    pf_divide_comparison comparison;
};

/* bisect_divide.c: compares the divide of --divide; returns the exit status. */
int run_bisect_divide(const struct request *request, unsigned depth);

/* The sentences about the moves that only one side lists, eight at most, and how many more there are. */
void print_differences(const pf_divide_comparison *comparison, const pf_position *position, pf_uci_castling castling);

/* A line of the moves with that verdict, or "-". */
void print_moves_with(const char *label, const pf_divide_comparison *comparison, pf_divide_verdict verdict);

#endif
