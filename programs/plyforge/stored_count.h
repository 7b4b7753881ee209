/* A count with a store, as one process (perft_store.c) or many (programs/plyforge-mpi) do it. */
#ifndef PLYFORGE_PROGRAM_STORED_COUNT_H
#define PLYFORGE_PROGRAM_STORED_COUNT_H

#include "progress.h"
#include "store.h"

/* A row of a ledger is synchronised with the disk, which takes longer than a small bucket. So rows wait until they
 * stand for half a second of work: that much is counted again after a kill. */
enum { WAITING_ROWS = 512 };

struct stored_count {
    const struct stored_perft *options;
    struct store store;
    struct ledger *ledger;
    char ledger_name[STORE_NAME_SIZE]; /* which the ledger does not copy */
    const char *backend;
    uint32_t first, end;    /* the buckets of this part */
    struct store_ply ply;   /* the one that is read */
    bool makes, counts;     /* which work is going on, and so which locks are held */
    double start, deadline; /* a deadline of 1e300 is none */
    double bucket_start, longest;
    struct ledger_bucket waiting[WAITING_ROWS];
    unsigned waiting_size;
    double waiting_seconds;
    bool is_late;
    const uint64_t *distinct; /* if positions are counted: those of the plies 0 to depth - 1, for the answer */
    struct progress progress;
};

/* Into how many buckets a ply is split where the user does not say: for a perft of this depth, whose last stored ply is
 * three above the leaves. */
uint32_t stored_default_buckets(unsigned depth, pf_perft_device device);

/* Reads what is there, takes the locks of this part and opens its ledger. options and start are set. */
void stored_begin(struct stored_count *count, pf_perft_device device);

/* Sets backend and deadline; stored_begin does it, too. */
void stored_set_conditions(struct stored_count *count, pf_perft_device device);
void stored_end(struct stored_count *count);

/* Begins a bucket, unless it would probably not be done in time; then is_late is set. */
bool stored_begins_bucket(struct stored_count *count);

/* The row of a bucket that has been counted since bucket_start. */
struct ledger_bucket stored_row(struct stored_count *count, const pf_perft_bucket *bucket);

/* Keeps a row in the ledger, soon; false, after a complaint, when it cannot be written. */
bool stored_keep(struct stored_count *count, const struct ledger_bucket *row);

/* Prints the result, or what is left, or why the count failed. Returns the exit status. */
int stored_finish(struct stored_count *count, pf_status status, const pf_error *error);

#endif
