/* The answer of perft --stats, as one process (perft.c) or many (programs/plyforge-mpi) print it. */
#ifndef PLYFORGE_PROGRAM_STATS_TABLE_H
#define PLYFORGE_PROGRAM_STATS_TABLE_H

#include "common.h"

struct stats_answer {
    const pf_position *position;
    const pf_perft_row *rows; /* 0 to depth */
    unsigned depth;
    double seconds;
    bool chess960, json;
};
void print_stats_answer(const struct stats_answer *answer);

/* Refuses --stats beside options that ask for another way to count. */
_Noreturn void refuse_stats_with_others(void);

#endif
