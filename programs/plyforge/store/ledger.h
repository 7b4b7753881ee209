/* The ledger of a long run: a file with a row for each subtree that has been counted, so that a run can be killed at
 * any moment and started again. ledger_file.c keeps it in an SQLite database; in a build without SQLite, ledger_none.c
 * replaces it and --ledger is refused before any work is done. */
#ifndef PLYFORGE_PROGRAM_LEDGER_H
#define PLYFORGE_PROGRAM_LEDGER_H

#include "common.h"

struct ledger;

bool ledger_is_available(void);

/* The count that a ledger belongs to. */
struct ledger_job {
    char fen[KEPT_FEN_SIZE]; /* without clocks, and with castling rights given by the file of the rook */
    char shown[PF_FEN_SIZE]; /* the FEN in the usual notation, with KQkq */
    pf_variant variant;
    unsigned depth;
    char version[32];
    bool finished;
    bool is_damaged; /* the result is not a number or does not match its checksum; it is treated as unfinished */
    pf_count result;
};

/* Opens the ledger of this job, or creates it. A file that is not a ledger, belongs to another job or has a different
 * layout is left unchanged, and the program ends. */
struct ledger *ledger_begin(const char *path, const pf_position *position, unsigned depth,
                            const struct counting *counting);

/* Opens an existing ledger of subtrees; ends the program if the file is not one. */
struct ledger *ledger_open(const char *path);

/* Like ledger_open, but returns NULL for a file that is still empty, because the run that created it was killed before
 * it wrote anything. A store may come from an untrusted source, so if a ledger in it is a symbolic link, it is refused
 * rather than followed. */
struct ledger *ledger_open_if_begun(const char *path, bool is_in_store);
void ledger_close(struct ledger *ledger);

/* Writes "depth 6 of FEN", with the name of a variant before the FEN. */
void ledger_describe_job(char text[LINE_SIZE], const struct ledger_job *job);

/* Ends the program if the job is damaged, so call this before reading anything else. */
void ledger_read_job(struct ledger *ledger, struct ledger_job *job);

/* Writes the text by which ledgers and stores identify a position: see KEPT_FEN_SIZE. */
void ledger_write_fen(char fen[KEPT_FEN_SIZE], const pf_position *position);

/* Finds a subtree that has been counted before. If its row is damaged, it is not found, after a warning. */
bool ledger_find(struct ledger *ledger, const pf_position *position, unsigned depth, pf_count *nodes);

/* Stores a subtree, or the result of the job; false, after an error message, if it cannot be written. */
bool ledger_add(struct ledger *ledger, const pf_position *position, unsigned depth, pf_count nodes);
bool ledger_finish(struct ledger *ledger, pf_count result);

/* One row. */
struct ledger_row {
    char fen[KEPT_FEN_SIZE];
    unsigned depth;
    pf_count nodes;
    char backend[16];
    char keys[64];
    bool is_damaged; /* the row does not match its checksum */
};

/* ---- Buckets of a store (store_file.h) ---- */

/* A bucket of the last stored ply. */
struct ledger_bucket {
    uint32_t bucket;
    uint64_t positions;
    pf_count ways, leaves;
    double seconds; /* the time to count it; 0 if it is not counted */
    char backend[16];
};

/* The store that a ledger belongs to; it has 0 buckets if the ledger does not belong to a store. */
struct ledger_store {
    unsigned ply;
    uint32_t buckets;
};

/* Like ledger_begin, for a store; *store is written to a new ledger, and read from an existing one. Such a ledger is a
 * single file at every moment, with no separate log, so that it can be copied. */
struct ledger *ledger_begin_store(const char *path, const pf_position *position, unsigned depth,
                                  struct ledger_store *store);
void ledger_read_store(struct ledger *ledger, struct ledger_store *store);

/* Stores counted buckets, all or none; false, after an error message, if they cannot be written. */
bool ledger_add_buckets(struct ledger *ledger, const struct ledger_bucket *buckets, unsigned size);

/* Calls use for all counted buckets except those whose rows are damaged; returns the number of damaged ones. */
typedef void ledger_use_bucket(void *context, const struct ledger_bucket *bucket);
unsigned ledger_read_buckets(struct ledger *ledger, ledger_use_bucket *use, void *context);

/* ---- Subtrees ---- */

uint64_t ledger_size(struct ledger *ledger);

/* The depth of the subtrees; 0 if there are none, or if they have different depths, with and without --divide. */
unsigned ledger_subtree_depth(struct ledger *ledger);

/* The depth that most subtrees have; 0 if there are none. */
unsigned ledger_usual_depth(struct ledger *ledger);

/* Selects up to size rows at random; returns how many there are. */
unsigned ledger_sample(struct ledger *ledger, struct ledger_row *rows, unsigned size);

#endif
