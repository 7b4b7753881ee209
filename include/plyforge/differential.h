/* Plyforge: differential testing of a move generator that you can link to. The library plays random games with the
 * caller's functions and compares the moves, make, unmake and keys with its own. When something differs, it shrinks the
 * position and reports what is wrong and why.
 *
 *     static bool my_set(void *board, const char *fen) { return board_read(board, fen); }
 *     ...
 *     pf_generator mine = {.board = &board, .set = my_set, .generate = my_generate, .make = my_make,
 *                          .unmake = my_unmake, .key = my_key};
 *     pf_differential_report report;
 *     if (pf_differential_run(&report, &mine, NULL, NULL) == PF_OK && report.flaw != PF_FLAW_NONE) puts(report.text);
 *
 * examples/differential.c is a complete program. */
#ifndef PLYFORGE_DIFFERENTIAL_H
#define PLYFORGE_DIFFERENTIAL_H

#include <plyforge/workbench.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The generator under test. board is passed to every function. Moves are UCI text. Castling is read in both forms
 * (<plyforge/uci.h>), and passed to make as the king's step, or with chess960 as king takes rook. */
typedef struct pf_generator {
    void *board;

    /* Discards all state and sets up the position. The FEN has all six fields and the en passant square after every
     * double push. Returning false is a flaw. */
    bool (*set)(void *board, const char *fen);

    /* Writes at most capacity legal moves, in any order, and returns their number. */
    size_t (*generate)(void *board, char (*moves)[PF_UCI_SIZE], size_t capacity);

    /* Plays a legal move. Returning false is a flaw. */
    bool (*make)(void *board, const char *move);

    /* Takes back the last move. */
    void (*unmake)(void *board);

    /* The key of the position; NULL: keys are not checked. */
    uint64_t (*key)(void *board);

    /* Whether any given text is a legal move, the test that a search makes for hash moves and killers; NULL: not
     * checked. */
    bool (*is_legal)(void *board, const char *move);
} pf_generator;

/* Zero-initialised: standard chess, the default numbers. With a variant, moves may be drops and promotions to king,
 * FENs have pockets and checks as pf_position_to_fen writes them, and there may be PF_MOVE_LIST_CAPACITY moves. */
typedef struct pf_differential_options {
    uint64_t seed;  /* selects the games */
    uint32_t games; /* 0: 1000. Three games in four start from a small random position; before each of those, the moves
                       of 32 such positions are compared */
    uint32_t plies; /* the length of the longest game, at most PF_DIFFERENTIAL_MAX_PLIES; 0: 60 */
    bool chess960;
    pf_variant variant;
} pf_differential_options;

/* The largest value of plies. */
#define PF_DIFFERENTIAL_MAX_PLIES 512

/* Kinds of errors. */
typedef enum pf_flaw {
    PF_FLAW_NONE,
    PF_FLAW_SET,          /* a position was refused */
    PF_FLAW_MOVES,        /* moves are missing, extra or listed twice; the report names the bug */
    PF_FLAW_IS_LEGAL,     /* is_legal is wrong about move */
    PF_FLAW_MAKE,         /* the legal move was refused */
    PF_FLAW_UNMAKE,       /* after make and unmake of move, the listed moves differ from before */
    PF_FLAW_KEY_UNMAKE,   /* after make and unmake of move, the key differs from before */
    PF_FLAW_KEY_MAKE,     /* after move, the key differs from that of the same position set up from FEN */
    PF_FLAW_KEY_COLLISION /* two different positions have the same key */
} pf_flaw;

/* The name of a flaw, such as "wrong moves"; "" for a value that is not a flaw. A static string. */
PF_API const char *pf_flaw_name(pf_flaw flaw);

/* Enough for the text of any report, NUL included. If the line is longer than a hundred moves, the text shows the first
 * hundred. */
#define PF_DIFFERENTIAL_TEXT_SIZE 2048

/* The result: the flaw, if any, and how much was compared. */
typedef struct pf_differential_report {
    pf_flaw flaw;
    pf_bug bug;         /* PF_FLAW_MOVES and PF_FLAW_IS_LEGAL; else PF_BUG_UNKNOWN */
    uint64_t games;     /* games played to their end */
    uint64_t positions; /* positions in which the moves were compared */
    uint64_t probes;    /* answers of is_legal that were compared */

    /* How to reproduce the flaw: set this position and make these moves. */
    pf_position position;
    pf_move line[PF_DIFFERENTIAL_MAX_PLIES];
    uint32_t line_size;
    pf_move move; /* the move at fault, the first of several; may be PF_NO_MOVE */

    char text[PF_DIFFERENTIAL_TEXT_SIZE]; /* the report in words, several lines; "" if there is no flaw */
} pf_differential_report;

/* Tests the generator until all games are played or a flaw is found. PF_ERROR_OPTION if a function other than key and
 * is_legal is NULL or plies is too large, PF_ERROR_NO_ROOM if memory cannot be allocated. options and error may be
 * NULL. Nothing is printed. Safe to call from several threads with different boards. */
PF_API pf_status pf_differential_run(pf_differential_report *out, const pf_generator *generator,
                                     const pf_differential_options *options, pf_error *error);

#ifdef __cplusplus
}
#endif

#endif
