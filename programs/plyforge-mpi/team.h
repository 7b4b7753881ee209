/* The processes of a count on a cluster, and all communication between them. Every MPI call of Plyforge is in team.c.
 * Functions marked collective are called by all processes, in the same order. A process that waits leaves the processor
 * to others.
 */
#ifndef PLYFORGE_MPI_TEAM_H
#define PLYFORGE_MPI_TEAM_H

#include "store/ledger.h"

#include <plyforge.h>
#include <plyforge/experimental.h>

struct team {
    int rank, size;
    int place, neighbours; /* this process's index among those on the same machine, and their number */
};

/* Rank 0 reads the command line and opens the store. If it refuses the input, it exits, and the others, which wait in
 * team_agree, then exit as well. is_last: from now on, a process that exits early ends the whole job. */
struct team team_begin(int *word_count, char ***words);
void team_agree(bool is_last);
void team_end(void);

/* Ends all processes. */
_Noreturn void team_abort(int status);

/* A collective operation: waits until all processes have called it. */
void team_meet(void);

/* Collective: sends rank 0's data to all processes. */
void team_share(void *bytes, size_t size);

/* Collective: replaces each number by its sum, or its minimum, over all processes. */
void team_add(uint64_t *numbers, size_t size);
void team_least(uint64_t *numbers, size_t size);
void team_add_counts(pf_count *counts, size_t size);

/* Collective: sends records and receives others. counts[i] records go to rank i, and the records are in the order of
 * the ranks; the caller frees *received. Returns how many were received. */
size_t team_swap(const struct team *team, pf_perft_record **received, const pf_perft_record *records,
                 const int *counts);

/* A message from a process to rank 0: a counted bucket, or the notice that no more will follow. */
struct team_report {
    bool is_last;
    struct ledger_bucket row;
};
void team_report(const struct team_report *report);

/* On rank 0: the next report, if there is one. */
bool team_take_report(struct team_report *report);

/* The number of cores that this process may use, and whether the machine has more. */
unsigned team_cores(void);
bool team_is_bound(void);

/* A short sleep. */
void team_pause(void);

#endif
