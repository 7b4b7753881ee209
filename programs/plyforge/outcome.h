/* The result of plyforge outcome, for the two ways to print it. */
#ifndef PLYFORGE_PROGRAM_OUTCOME_H
#define PLYFORGE_PROGRAM_OUTCOME_H

#include "common.h"

/* A legal move and what declaring it allows to claim. */
struct claim_by_move {
    char uci[PF_UCI_SIZE];
    pf_claims claims;
};

struct outcome_report {
    char fen[PF_VARIANT_FEN_SIZE];
    pf_outcome fide, engine;
    unsigned repetitions;
    unsigned halfmove_clock;
    pf_claims claims;
    struct claim_by_move by_move[PF_VARIANT_LIST_CAPACITY]; /* in alphabetical order, those with claims only */
    size_t by_move_size;
    pf_verdict unwinnable[2];
    pf_verdict dead;
};

#endif
