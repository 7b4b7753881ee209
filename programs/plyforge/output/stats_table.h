/* The output of perft --stats, from one process (perft.c) or several (programs/plyforge-mpi). */
#ifndef PLYFORGE_PROGRAM_STATS_TABLE_H
#define PLYFORGE_PROGRAM_STATS_TABLE_H

#include "common.h"

struct stats_answer {
    const pf_position *position;
    const pf_perft_row *rows; /* for depths 0 to depth */
    unsigned depth;
    double seconds;
    bool chess960, json;
};
void print_stats_answer(const struct stats_answer *answer);

/* Refuses --stats together with options that select another counting method. */
_Noreturn void refuse_stats_with_others(void);

#endif
