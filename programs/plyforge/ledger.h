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
    char fen[PF_FEN_SIZE]; /* without clocks, castling rights by the file of the rook */
    unsigned depth;
    char version[32];
    bool finished;
    pf_count result;
};

/* Opens the ledger of this job, or begins it. A file that is something else, or the ledger of another job or of
 * another version, is left as it is and ends the program. */
struct ledger *ledger_begin(const char *path, const pf_position *position, unsigned depth,
                            const struct counting *counting);

/* Opens an existing ledger; ends the program if the file is not one. */
struct ledger *ledger_open(const char *path);
void ledger_close(struct ledger *ledger);

void ledger_read_job(struct ledger *ledger, struct ledger_job *job);

/* A subtree that has been counted before. */
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
};

uint64_t ledger_size(struct ledger *ledger);

/* Up to size rows, taken at random; returns how many. */
unsigned ledger_sample(struct ledger *ledger, struct ledger_row *rows, unsigned size);

#endif
