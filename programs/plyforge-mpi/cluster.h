/* A count with stored plies, run by many processes. Each file of a ply stays in the folder of the process that wrote
 * it: processes that share the folder read it directly, and the others are sent its records. Each bucket has one owner,
 * which generates its children or counts the leaves below it. Rank 0 keeps the ledger. Statistics keep the plies in
 * memory instead, as if each process had a separate folder, and have no ledger. */
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

    /* Folders. The leader of a folder is the lowest rank that can access it. */
    int *leaders;       /* the leader of each rank's folder */
    int place, sharers; /* this process's index among those that share its folder, and their number */

    /* The ply that is being generated, or was generated last. */
    unsigned ply;      /* 0: none yet */
    uint64_t *holders; /* for each file, the leader of the folder that contains it, or NO_HOLDER */
    bool is_ready;     /* the owners of its buckets have received their records */

    /* The buckets of the ply above while a ply is being generated, and afterwards those of the last ply. */
    bool *needed;
    int *owners;         /* NO_OWNER if a bucket is not needed */
    uint64_t *sizes;     /* measured in records */
    uint64_t *received;  /* the number of records that this process has received */
    uint64_t *digests;   /* the checksum of the records sent to the owner */
    uint64_t to_count;   /* the number of records in all buckets to be counted */
    uint64_t counted;    /* the number of records in buckets already counted */
    pf_count nodes;      /* leaves, counted in this run */
    uint64_t bytes_sent; /* sent by all processes together */
    double next_line;    /* when rank 0 prints the next progress line */
    int ended;           /* the number of processes whose last report has reached rank 0 */
    bool is_stopped;     /* a ply is incomplete because the time limit was reached */
};

/* MPICH 4.0 treats numbers as signed when it computes a minimum. */
#define NO_HOLDER ((uint64_t)INT64_MAX)
enum { NO_OWNER = -1 };

/* Prints one line with the rank, and ends all processes. */
_Noreturn void give_up(const struct cluster *it, const char *reason);

/* Where a process keeps the records of a ply that it has generated and those that it has received. Any failure ends all
 * processes.
 */
struct keeping {
    void (*write)(struct cluster *it, const pf_perft_children *children);

    /* Reports which files of a ply already exist when work on it begins. Called only in the leader of a folder. */
    void (*list)(struct cluster *it, unsigned ply, bool *files);

    /* Opens the part of a ply that is stored here, which files describes; *out receives its totals. */
    void (*open)(struct cluster *it, struct store_ply *out, unsigned ply, const bool *files);

    /* The records of the open ply that are stored here and belong to a bucket. They are read once. */
    uint64_t (*size)(const struct cluster *it, uint32_t bucket);
    void (*read)(struct cluster *it, uint32_t bucket, pf_perft_record *records);

    /* Adds records that another process has sent; the caller counts them in received[bucket]. The second function reads
     * all of them; the third discards them once the results are stored. */
    void (*receive)(struct cluster *it, uint32_t bucket, const pf_perft_record *records, uint64_t size);
    void (*read_received)(struct cluster *it, unsigned ply, uint32_t bucket, pf_perft_record *records);
    void (*drop_received)(struct cluster *it, unsigned ply, uint32_t bucket);
};

/* ---- keep_folder.c, keep_memory.c ---- */

extern const struct keeping in_folder, in_memory;

/* For in_memory. If a ply needs more bytes in this process, all processes end. */
struct memory_plies *memory_plies_create(uint32_t buckets, size_t bytes);
void memory_plies_destroy(struct memory_plies *memory, uint32_t buckets);

/* ---- folders.c ---- */

/* Collective: finds out which processes share a folder. */
void find_sharers(struct cluster *it);

/* Collective: takes the locks of all folders, so that no other run works on them. */
void lock_folders(struct cluster *it);

/* ---- plies.c ---- */

/* Collective: begins to generate a ply. The records of the ply above have been sent to the owners of their buckets.
 */
void begin_ply(struct cluster *it, unsigned ply);

/* Collective: sends the records of the last ply to the owners of their buckets. */
void begin_counting(struct cluster *it);

/* Collective: the numbers of positions of plies 0 to depth - 1, if everything has been counted. */
void find_distinct(struct cluster *it, uint64_t distinct[PF_PERFT_MAX_DEPTH + 1]);

bool is_own(const struct cluster *it, uint32_t bucket);

/* ---- exchange.c ---- */

/* Collective: sends the records of all needed buckets to their owners, in rounds of bounded size. The ply must be open.
 */
void exchange(struct cluster *it);

/* The first function returns the received records of a bucket, after checking that they equal those that were sent; the
 * second one releases them. */
void read_received(struct cluster *it, unsigned ply, uint32_t bucket, pf_perft_record *records);
void drop_received(struct cluster *it, unsigned ply, uint32_t bucket);

/* ---- count.c ---- */

/* Counts, and returns the exit status. */
int run_cluster(struct cluster *it, const struct stored_perft *options);

/* The common part of run_cluster and run_cluster_stats: arrays for all buckets, and the callbacks of the library. */
void create_buckets(struct cluster *it);
void destroy_buckets(struct cluster *it);
pf_perft_store cluster_store(struct cluster *it);

/* On rank 0: reports how many buckets have been counted. */
void show_progress(struct cluster *it, uint32_t done, uint32_t total);

/* ---- stats.c ---- */

/* Statistics; of options->store, only the number of buckets is used. Returns the exit status. */
int run_cluster_stats(const struct team *team, const struct stored_perft *options);

#endif
