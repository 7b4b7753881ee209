/* A count with a store by many processes. Each file of a ply stays in the folder of the process that made it; processes
 * that see the same folder read it directly, to the others records are sent. A bucket has one owner, which makes its
 * children or counts the leaves below it. Rank 0 keeps the ledger. */
#ifndef PLYFORGE_MPI_CLUSTER_H
#define PLYFORGE_MPI_CLUSTER_H

#include "stored_count.h"
#include "team.h"

struct cluster {
    struct team team;
    struct stored_count count; /* of its members, only rank 0 has the ledger and all rows */

    /* Folders. The leader of a folder is the lowest rank that sees it. */
    int *leaders;       /* of each rank */
    int place, sharers; /* among the processes with the same folder, and how many those are */

    /* The ply that is made, or was made last. */
    unsigned ply;      /* 0: none yet */
    uint64_t *holders; /* for each file, the leader of the folder that has it, or NO_HOLDER */
    bool is_ready;     /* the owners of its buckets have what belongs to them */

    /* Buckets of the ply above while a ply is made, and then of the last ply. */
    bool *needed;
    int *owners;         /* NO_OWNER if a bucket is not needed */
    uint64_t *sizes;     /* in records */
    uint64_t *received;  /* how many records this process has received */
    uint64_t *digests;   /* what the records sent to the owner add up to */
    uint64_t to_count;   /* records of all buckets to be counted, */
    uint64_t counted;    /* and of those that are */
    pf_count nodes;      /* leaves, counted in this run */
    uint64_t bytes_sent; /* by all processes */
    double next_line;    /* when rank 0 writes the next line of progress */
    int ended;           /* processes whose last report rank 0 has */
    bool is_stopped;     /* a ply is not complete, because time was up */
};

/* MPICH 4.0 takes numbers for signed ones when it looks for the least. */
#define NO_HOLDER ((uint64_t)INT64_MAX)
enum { NO_OWNER = -1 };

/* One line with the rank, and the end of all processes. */
_Noreturn void give_up(const struct cluster *it, const char *reason);

/* ---- folders.c ---- */

/* Collective: finds out which processes share a folder. */
void find_sharers(struct cluster *it);

/* Collective: takes the locks of all folders, so that no other run works on them. */
void lock_folders(struct cluster *it);

/* ---- plies.c ---- */

/* Collective: begins to make a ply, after what belongs to the buckets of the ply above has been sent to their owners.
 */
void begin_ply(struct cluster *it, unsigned ply);

/* Collective: sends what belongs to the buckets of the last ply. */
void begin_counting(struct cluster *it);

/* Collective: the positions of the plies 0 to depth - 1, where all is counted. */
void find_distinct(struct cluster *it, uint64_t distinct[PF_PERFT_MAX_DEPTH + 1]);

bool is_own(const struct cluster *it, uint32_t bucket);

/* ---- exchange.c ---- */

/* Collective: sends the records of all needed buckets to their owners, in rounds of bounded size. The ply is open. */
void exchange(struct cluster *it);

/* The received records of a bucket; and that they are no longer needed. */
void read_received(struct cluster *it, unsigned ply, uint32_t bucket, pf_perft_record *records);
void drop_received(struct cluster *it, unsigned ply, uint32_t bucket);

/* ---- count.c ---- */

/* Counts, and returns the exit status. */
int run_cluster(struct cluster *it, const struct stored_perft *options);

#endif
