/* A count with stored plies by many processes. Each file of a ply stays in the folder of the process that made it;
 * processes that see the same folder read it directly; the others are sent its records. A bucket has one owner, which
 * makes its children or counts the leaves below it. Rank 0 keeps the ledger. Statistics keep the plies in memory
 * instead, as if each process had a separate folder, and have no ledger. */
#ifndef PLYFORGE_MPI_CLUSTER_H
#define PLYFORGE_MPI_CLUSTER_H

#include "store/stored_count.h"
#include "team.h"

struct keeping;
struct memory_plies;

struct cluster {
    struct team team;
    struct stored_count count; /* the ledger and the complete rows exist only on rank 0 */
    const struct keeping *keeping;
    struct memory_plies *memory; /* NULL: the plies are in folders */

    /* Folders. The leader of a folder is the lowest rank that sees it. */
    int *leaders;       /* the leader of each rank's folder */
    int place, sharers; /* the index among the processes that share a folder, and their number */

    /* The ply that is made, or was made last. */
    unsigned ply;      /* 0: none yet */
    uint64_t *holders; /* for each file, the leader of the folder that has it, or NO_HOLDER */
    bool is_ready;     /* the owners of its buckets have received their records */

    /* Buckets of the ply above while a ply is made, and then of the last ply. */
    bool *needed;
    int *owners;         /* NO_OWNER if a bucket is not needed */
    uint64_t *sizes;     /* measured in records */
    uint64_t *received;  /* how many records this process has received */
    uint64_t *digests;   /* the sum over the records sent to the owner */
    uint64_t to_count;   /* the number of records in all buckets to be counted */
    uint64_t counted;    /* the number of records in buckets already counted */
    pf_count nodes;      /* leaves, counted in this run */
    uint64_t bytes_sent; /* sent by all processes */
    double next_line;    /* when rank 0 writes the next line of progress */
    int ended;           /* processes whose last report rank 0 has */
    bool is_stopped;     /* a ply is incomplete because the time limit was reached */
};

/* MPICH 4.0 takes numbers for signed ones when it looks for the least. */
#define NO_HOLDER ((uint64_t)INT64_MAX)
enum { NO_OWNER = -1 };

/* One line with the rank, and the end of all processes. */
_Noreturn void give_up(const struct cluster *it, const char *reason);

/* Where a process keeps the records of a ply that it has made and those it has received. A failure ends all processes.
 */
struct keeping {
    void (*write)(struct cluster *it, const pf_perft_children *children);

    /* Reports which children of a ply exist when it is begun. Called only in the leader of a folder. */
    void (*list)(struct cluster *it, unsigned ply, bool *files);

    /* Opens the part of a ply that is here, which files describes; *out receives its sums. */
    void (*open)(struct cluster *it, struct store_ply *out, unsigned ply, const bool *files);

    /* The records of the open ply that are here and belong to a bucket. They are read once. */
    uint64_t (*size)(const struct cluster *it, uint32_t bucket);
    void (*read)(struct cluster *it, uint32_t bucket, pf_perft_record *records);

    /* Adds records that another process has sent; the caller counts them in received[bucket]. Reads all of them.
     * Forgets them, when what was made of them is kept. */
    void (*receive)(struct cluster *it, uint32_t bucket, const pf_perft_record *records, uint64_t size);
    void (*read_received)(struct cluster *it, unsigned ply, uint32_t bucket, pf_perft_record *records);
    void (*drop_received)(struct cluster *it, unsigned ply, uint32_t bucket);
};

/* ---- keep_folder.c, keep_memory.c ---- */

extern const struct keeping in_folder, in_memory;

/* For in_memory. A ply that needs more bytes in this process ends all processes. */
struct memory_plies *memory_plies_create(uint32_t buckets, size_t bytes);
void memory_plies_destroy(struct memory_plies *memory, uint32_t buckets);

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

/* Returns the received records of a bucket, after checking that they are those that were sent; and releases them. */
void read_received(struct cluster *it, unsigned ply, uint32_t bucket, pf_perft_record *records);
void drop_received(struct cluster *it, unsigned ply, uint32_t bucket);

/* ---- count.c ---- */

/* Counts, and returns the exit status. */
int run_cluster(struct cluster *it, const struct stored_perft *options);

/* The common part of run_cluster and run_cluster_stats: arrays for all buckets, and the callbacks of the library. */
void create_buckets(struct cluster *it);
void destroy_buckets(struct cluster *it);
pf_perft_store cluster_store(struct cluster *it);

/* On rank 0: tells how many buckets are counted. */
void show_progress(struct cluster *it, uint32_t done, uint32_t total);

/* ---- stats.c ---- */

/* Statistics; of options->store, only the number of buckets is used. Returns the exit status. */
int run_cluster_stats(const struct team *team, const struct stored_perft *options);

#endif
