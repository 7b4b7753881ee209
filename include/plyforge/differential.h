/* Plyforge: a differential kit for authors of move generators who can link C. Give it your functions; it plays random
 * games with them, compares everything with what it knows itself, and when something differs it makes the position as
 * small as it can be and says what is wrong and why.
 *
 *     static bool my_set(void *board, const char *fen) { return board_read(board, fen); }
 *     ...
 *     pf_generator mine = {.board = &board, .set = my_set, .generate = my_generate, .make = my_make,
 *                          .unmake = my_unmake, .key = my_key};
 *     pf_differential_report report;
 *     if (pf_differential_run(&report, &mine, NULL, NULL) == PF_OK && report.flaw != PF_FLAW_NONE) puts(report.text);
 *
 * examples/differential.c is a whole program. */
#ifndef PLYFORGE_DIFFERENTIAL_H
#define PLYFORGE_DIFFERENTIAL_H

#include <plyforge/workbench.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Somebody's generator. board is handed to every function. Moves are UCI text; castling is read in both forms
 * (<plyforge/uci.h>), and given to make as the king's step, with chess960 as the king taking its rook. */
typedef struct pf_generator {
    void *board;

    /* Forgets everything and sets the position up; the FEN has all six fields, the en passant square after every double
     * push. False if it cannot, which is a flaw. */
    bool (*set)(void *board, const char *fen);

    /* Writes the legal moves, capacity of them at most, in any order, and returns how many it has written. */
    size_t (*generate)(void *board, char (*moves)[PF_UCI_SIZE], size_t capacity);

    /* Plays a legal move. False if it cannot, which is a flaw. */
    bool (*make)(void *board, const char *move);

    /* Takes the last move that was made back. */
    void (*unmake)(void *board);

    /* The key of the position; NULL: keys are not checked. */
    uint64_t (*key)(void *board);

    /* Whether a move, which may be any nonsense, is legal; NULL: not asked. It is what hash moves and killers need. */
    bool (*is_legal)(void *board, const char *move);
} pf_generator;

/* Zero-initialised: standard chess, the default numbers. */
typedef struct pf_differential_options {
    uint64_t seed;  /* another seed, other games */
    uint32_t games; /* 0: 1000; three of four begin with a small random position, and before each of them the moves of
                       32 such positions are compared */
    uint32_t plies; /* of the longest game, at most PF_DIFFERENTIAL_MAX_PLIES; 0: 60 */
    bool chess960;
} pf_differential_options;

/* The longest game that can be asked for. */
#define PF_DIFFERENTIAL_MAX_PLIES 512

/* What can be wrong. */
typedef enum pf_flaw {
    PF_FLAW_NONE,
    PF_FLAW_SET,         /* a position was refused */
    PF_FLAW_MOVES,       /* moves are missing, made up or listed twice; bug says which mistake that is */
    PF_FLAW_PROBE,       /* is_legal is wrong about move */
    PF_FLAW_MAKE,        /* the legal move was refused */
    PF_FLAW_UNMAKE,      /* after move was made and taken back, other moves are listed than before */
    PF_FLAW_KEY_UNMADE,  /* after move was made and taken back, the key is another one than before */
    PF_FLAW_KEY_MADE,    /* after move the key is not the one that the same position has when it is set up */
    PF_FLAW_KEY_THE_SAME /* two positions that differ have the same key */
} pf_flaw;

/* As in "wrong moves"; "" for a value that is no flaw. A static string. */
PF_API const char *pf_flaw_name(pf_flaw flaw);

/* Room for the story of any flaw, NUL included. */
#define PF_DIFFERENTIAL_TEXT_SIZE 2048

/* What was found, and what was looked at before that. */
typedef struct pf_differential_report {
    pf_flaw flaw;
    pf_bug bug;         /* PF_FLAW_MOVES and PF_FLAW_PROBE; else PF_BUG_UNKNOWN */
    uint64_t games;     /* played to their end */
    uint64_t positions; /* in which the moves were compared */
    uint64_t probes;    /* answers of is_legal that were compared */

    /* How to see it again: set this position, make these moves, and look. */
    pf_position position;
    pf_move line[PF_DIFFERENTIAL_MAX_PLIES];
    uint32_t line_size;
    pf_move move; /* the first one that is missing, made up, misjudged, refused or taken back; may be PF_NO_MOVE */

    char text[PF_DIFFERENTIAL_TEXT_SIZE]; /* all that in words, several lines; "" if there is no flaw */
} pf_differential_report;

/* Checks the generator until the games are played or something is wrong; the report says which. PF_ERROR_OPTION if a
 * function other than key and is_legal is missing or there are too many plies, PF_ERROR_NO_ROOM without memory.
 * options may be NULL. Not a word is printed. Safe to call from several threads with different boards. */
PF_API pf_status pf_differential_run(pf_differential_report *out, const pf_generator *generator,
                                     const pf_differential_options *options, pf_error *error);

#ifdef __cplusplus
}
#endif

#endif
