/* A store as a whole: the folder with the plies (store_file.h) and what its ledgers say about the counted buckets. Each
 * part of a count (perft --buckets I/N) writes a ledger of its own, and all of them are read. */
#ifndef PLYFORGE_PROGRAM_STORE_H
#define PLYFORGE_PROGRAM_STORE_H

#include "ledger.h"
#include "store_file.h"

struct store {
    struct store_folder folder;
    unsigned ledgers; /* how many there are; without any, what follows is not known */
    struct ledger_job job;
    unsigned ply;               /* whose buckets are counted; the number of buckets is in the folder */
    struct ledger_bucket *rows; /* one for each bucket */
    bool *known;                /* whether it is counted */
    uint32_t counted;
    unsigned damaged;      /* rows that are left out, because they do not fit to their checksums */
    bool was_read;         /* the ledgers were read before, and what is damaged has been reported */
    pf_count leaves, ways; /* sums over the counted ones */
    uint64_t positions;
    double seconds;
};

/* Opens the folder; ends the program if that is not possible. Ledgers are not read yet. */
struct store store_begin(const char *path, enum store_use use);
void store_end(struct store *store);

/* Reads all ledgers. One that is damaged, or belongs to another count than the others, ends the program. */
void store_read_ledgers(struct store *store);

/* Whether its positions are counted, not the leaves below them: see struct stored_perft. */
bool store_is_of_distinct(const struct store *store);

/* Adds a bucket that has been counted. */
void store_add(struct store *store, const struct ledger_bucket *bucket);

/* Checks sums against what is known about a ply: the ways to it are its perft, and for the start position the number of
 * distinct positions is published. Ends the program if they differ. Call for complete plies. */
void store_check_sums(const struct store *store, const pf_position *position, unsigned ply, pf_count ways,
                      uint64_t distinct);

/* The same where only the ways are known. */
void store_check_ways(const struct store *store, const pf_position *position, unsigned ply, pf_count ways);

/* Says why a count with a store failed, and, where its files are at fault, what to do. */
void store_complain_of(const struct store *store, const pf_error *error);

/* ---- perft_store.c ---- */

struct store_options {
    const char *path;     /* NULL: no store */
    unsigned buckets;     /* 0: by the depth */
    unsigned part, parts; /* parts is 0: all buckets; part 0 makes the plies and counts nothing */
    unsigned seconds;     /* 0: no limit */
};

option_reader read_store;         /* const char *; refuses where there are no ledgers */
option_reader read_store_buckets; /* unsigned */
option_reader read_part;          /* struct store_options */
option_reader read_time_limit;    /* unsigned */

struct stored_perft {
    const struct store_options *store;
    const struct counting *counting;
    const pf_position *position;
    unsigned depth;
    bool distinct; /* counts the different positions of ply depth, not leaves; in plyforge-mpi only */
    bool chess960, json;
};
int run_stored_perft(const struct stored_perft *options);

#endif
