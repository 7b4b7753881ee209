/* A store as a whole: the folder with the plies (store_file.h) and the counted buckets in its ledgers. Each part of a
 * count (perft --buckets I/N) writes its own ledger, and all of them are read. */
#ifndef PLYFORGE_PROGRAM_STORE_H
#define PLYFORGE_PROGRAM_STORE_H

#include "store/ledger.h"
#include "store/store_file.h"

struct store {
    struct store_folder folder;
    unsigned ledgers; /* the number of ledgers; if it is 0, the members below are unknown */
    struct ledger_job job;
    unsigned ply;               /* the ply whose buckets are counted; the number of buckets is in the folder */
    struct ledger_bucket *rows; /* one for each bucket */
    bool *known;                /* whether each bucket has been counted */
    uint32_t counted;
    unsigned damaged;      /* the number of rows that are ignored because they do not match their checksums */
    bool was_read;         /* the ledgers have already been read, and damage has been reported */
    pf_count leaves, ways; /* totals over the buckets that have been counted */
    uint64_t positions;
    double seconds;
};

/* Opens the folder; ends the program if that is not possible. Ledgers are not read yet. */
struct store store_begin(const char *path, enum store_use use);
void store_end(struct store *store);

/* Reads all ledgers. If one is damaged, or belongs to a different count than the others, the program ends. */
void store_read_ledgers(struct store *store);

/* Whether the store counts its positions rather than the leaves below them: see struct stored_perft. */
bool store_is_of_distinct(const struct store *store);

/* Adds a bucket that has been counted. */
void store_add(struct store *store, const struct ledger_bucket *bucket);

/* Compares totals with known values for a ply: its path count equals its perft, and the number of distinct positions
 * from the start position has been published. Ends the program if they differ. Call this for complete plies. */
void store_check_sums(const struct store *store, const pf_position *position, unsigned ply, pf_count ways,
                      uint64_t distinct);

/* Like store_check_sums, if only the path count is known. */
void store_check_ways(const struct store *store, const pf_position *position, unsigned ply, pf_count ways);

/* Reports why a count with a store failed and, if its files are the cause, what to do. */
void store_complain_of(const struct store *store, const pf_error *error);

/* ---- perft_store.c ---- */

struct store_options {
    const char *path;     /* NULL: no store */
    unsigned buckets;     /* 0: chosen by the depth */
    unsigned part, parts; /* parts is 0: count all buckets; part is 0: make the plies and count nothing */
    unsigned seconds;     /* 0: no limit */
};

option_reader read_store;         /* const char *; refused in builds without ledgers */
option_reader read_store_buckets; /* unsigned */
option_reader read_part;          /* struct store_options */
option_reader read_time_limit;    /* unsigned */

struct stored_perft {
    const struct store_options *store;
    const struct counting *counting;
    const pf_position *position;
    unsigned depth;
    bool distinct; /* counts the distinct positions of ply depth, not leaves; in plyforge-mpi only */
    bool chess960, json;
};
int run_stored_perft(const struct stored_perft *options);

#endif
