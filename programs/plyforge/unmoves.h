/* What plyforge unmoves hands to the writer of JSON. */
#ifndef PLYFORGE_PROGRAM_UNMOVES_H
#define PLYFORGE_PROGRAM_UNMOVES_H

#include "common.h"

/* A predecessor as text. */
struct predecessor {
    char uci[PF_UCI_SIZE];
    char captured; /* the letter of the piece that was taken, as in a FEN; '\0' if nothing was */
    char fen[PF_FEN_SIZE];
};

#endif
