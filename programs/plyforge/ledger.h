/* The ledger of a long run: a file with a row for each subtree that has been counted, so that a run can be killed at
 * any moment and started again. ledger_file.c keeps it in an SQLite database; where that is absent, ledger_none.c
 * stands in and --ledger is refused before any work is done. */
#ifndef PLYFORGE_PROGRAM_LEDGER_H
#define PLYFORGE_PROGRAM_LEDGER_H

#include "common.h"

struct ledger;

bool ledger_is_available(void);

/* The count that a ledger belongs to. */
struct ledger_job {
    char fen[PF_FEN_SIZE];   /* without clocks, castling rights by the file of the rook */
    char shown[PF_FEN_SIZE]; /* the same as people write it: KQkq */
    unsigned depth;
    char version[32];
    bool finished;
    bool is_damaged; /* the result is not a number or does not fit its checksum, and counts as not finished */
    pf_count result;
};

/* Opens the ledger of this job, or begins it. A file that is something else, the ledger of another job, or one with
 * another layout, is left as it is and ends the program. */
struct ledger *ledger_begin(const char *path, const pf_position *position, unsigned depth,
                            const struct counting *counting);

/* Opens an existing ledger of subtrees; ends the program if the file is not one. */
struct ledger *ledger_open(const char *path);

/* The same; NULL for a file that is still empty, because the run that created it was killed before it wrote anything.
 * A store may be somebody else's, so a ledger in it that is a symbolic link is refused, not followed. */
struct ledger *ledger_open_if_begun(const char *path, bool is_in_store);
void ledger_close(struct ledger *ledger);

/* Ends the program if the job is damaged, so it is read before anything else. */
void ledger_read_job(struct ledger *ledger, struct ledger_job *job);

/* The FEN by which ledgers and stores know a position. */
void ledger_write_fen(char fen[PF_FEN_SIZE], const pf_position *position);

/* A subtree that has been counted before. One whose row is damaged is not found, after a warning. */
bool ledger_find(struct ledger *ledger, const pf_position *position, unsigned depth, pf_count *nodes);

/* Keeps a subtree, or the result of the job; false, after a complaint, when it cannot be written. */
bool ledger_add(struct ledger *ledger, const pf_position *position, unsigned depth, pf_count nodes);
bool ledger_finish(struct ledger *ledger, pf_count result);

/* One row. */
struct ledger_row {
    char fen[PF_FEN_SIZE];
    unsigned depth;
    pf_count nodes;
    char backend[16];
    char keys[64];
    bool is_damaged; /* the row does not fit to its checksum */
};

/* ---- Buckets of a store (store_file.h) ---- */

/* A bucket of the last stored ply. */
struct ledger_bucket {
    uint32_t bucket;
    uint64_t positions;
    pf_count ways, leaves;
    double seconds; /* that it took; 0 if it is not counted */
    char backend[16];
};

/* What the ledger of a store says about the store: 0 buckets if it is not the ledger of one. */
struct ledger_store {
    unsigned ply;
    uint32_t buckets;
};

/* ledger_begin for a store; *store is what a new ledger begins with, and what an old one has. Such a ledger is one file
 * at every moment, without a log beside it, so that it can be copied. */
struct ledger *ledger_begin_store(const char *path, const pf_position *position, unsigned depth,
                                  struct ledger_store *store);
void ledger_read_store(struct ledger *ledger, struct ledger_store *store);

/* Keeps counted buckets, all or none; false, after a complaint, when they cannot be written. */
bool ledger_add_buckets(struct ledger *ledger, const struct ledger_bucket *buckets, unsigned size);

/* Calls use for all counted buckets but those whose rows are damaged; returns how many those are. */
typedef void ledger_use_bucket(void *context, const struct ledger_bucket *bucket);
unsigned ledger_read_buckets(struct ledger *ledger, ledger_use_bucket *use, void *context);

/* ---- Subtrees ---- */

uint64_t ledger_size(struct ledger *ledger);

/* The depth of the subtrees; 0 if there are none, or if they have different depths, with and without --divide. */
unsigned ledger_subtree_depth(struct ledger *ledger);

/* The depth that most subtrees have; 0 if there are none. */
unsigned ledger_usual_depth(struct ledger *ledger);

/* Up to size rows, taken at random; returns how many. */
unsigned ledger_sample(struct ledger *ledger, struct ledger_row *rows, unsigned size);

#endif
