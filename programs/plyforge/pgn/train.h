/* Training records from games: train.c has the command, train_games.c reads the games. */
#ifndef PLYFORGE_PROGRAM_TRAIN_H
#define PLYFORGE_PROGRAM_TRAIN_H

#include "pgn/pgn.h"

struct train_options {
    struct pgn_options pgn; /* how games are read; its train points to these options while games are read */
    const char *output;     /* NULL: standard output, with read */
    pf_train_format format;
    bool read, force, json;
    bool no_checks, no_captures, scored, unique;
    unsigned skip_plies, per_game; /* 0: all positions of a game */
    unsigned min_score, max_score;
    uint64_t seed;
    size_t memory;
};

/* Reads the next game and adds its records to the output of the answer, as bytes or as plain text; false when there is
 * none. */
bool train_read_game(struct pgn_worker *worker, struct pgn_answer *answer, const struct train_options *options);

#endif
