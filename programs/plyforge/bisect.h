/* What plyforge bisect finds out, for those who print it. */
#ifndef PLYFORGE_PROGRAM_BISECT_H
#define PLYFORGE_PROGRAM_BISECT_H

#include "engine.h"

struct bisect_difference {
    char uci[PF_UCI_SIZE];
    pf_move move;
    pf_difference kind;
    pf_bug bug;
};

/* A question to the engine and what was wrong with the answer. */
struct bisect_place {
    char base_fen[PF_FEN_SIZE];                   /* what the engine was given */
    char moves[PF_PERFT_MAX_DEPTH * PF_UCI_SIZE]; /* that it then played */
    pf_position position;                         /* after them */
    unsigned depth;
    pf_count ours, theirs;
    struct bisect_difference differences[PF_MOVE_LIST_CAPACITY + ENGINE_MAX_ROOTS];
    size_t size;
    bool counts_differ; /* below moves that both list */
    pf_move where;      /* the first of those */
};

struct bisect_report {
    char engine[ENGINE_LINE_SIZE];
    unsigned depth;
    pf_uci_castling castling;
    bool agrees;
    char failure[LINE_SIZE]; /* "" unless the engine failed */
    const char *last[ENGINE_LAST_LINES];
    size_t last_size;
    struct bisect_place first, smallest;
    unsigned pieces; /* of the smallest position */
    pf_bug bug;
};

#endif
