/* A count with a store, as performed by one process (perft_store.c) or by many (programs/plyforge-mpi). */
#ifndef PLYFORGE_PROGRAM_STORED_COUNT_H
#define PLYFORGE_PROGRAM_STORED_COUNT_H

#include "output/progress.h"
#include "store/store.h"

/* Adding rows to a ledger waits for the disk, which takes longer than counting a small bucket. So rows are collected
 * until they represent half a second of work; at most this much has to be counted again after a kill. */
enum { WAITING_ROWS = 512 };

struct stored_count {
    const struct stored_perft *options;
    struct store store;
    struct ledger *ledger;
    char ledger_name[STORE_NAME_SIZE]; /* kept here because the ledger does not copy it */
    const char *backend;
    uint32_t first, end;    /* the buckets of this part */
    struct store_ply ply;   /* the ply that is being read */
    bool makes, counts;     /* the work in progress, which determines the locks that are held */
    double start, deadline; /* 1e300 means that there is no deadline */
    double bucket_start, longest;
    struct ledger_bucket waiting[WAITING_ROWS];
    unsigned waiting_size;
    double waiting_seconds;
    bool is_late;
    const uint64_t *distinct; /* if positions are counted: the numbers of positions of plies 0 to depth - 1, for the
                                 result */
    struct progress progress;
};

/* The default number of buckets per ply for a perft of this depth; its last stored ply is three plies above the
 * leaves. */
uint32_t stored_default_buckets(unsigned depth, pf_perft_device device);

/* Reads the existing files, takes the locks of this part and opens its ledger. options and start must be set. */
void stored_begin(struct stored_count *count, pf_perft_device device);

/* Sets backend and deadline; stored_begin does so as well. */
void stored_set_conditions(struct stored_count *count, pf_perft_device device);
void stored_end(struct stored_count *count);

/* Begins a bucket, unless it would probably not be finished in time; in that case is_late is set. */
bool stored_begins_bucket(struct stored_count *count);

/* The row of a bucket that has been counted since bucket_start. */
struct ledger_bucket stored_row(struct stored_count *count, const pf_perft_bucket *bucket);

/* Stores a row in the ledger, now or soon; false, after an error message, if it cannot be written. */
bool stored_keep(struct stored_count *count, const struct ledger_bucket *row);

/* Prints the result, the remaining work, or why the count failed. Returns the exit status. */
int stored_finish(struct stored_count *count, pf_status status, const pf_error *error);

#endif
