/* What the cmocka tests share: positions from FEN, a small deterministic random generator, and the rows of the large
 * corpora. A test whose corpus is absent is skipped and counted; one whose corpus has no rows fails. */
#ifndef PLYFORGE_TESTS_SUPPORT_H
#define PLYFORGE_TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include <plyforge.h>

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

/* ---- Positions ---- */

#define START_FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define KIWIPETE  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

/* The position, or the test fails and says why. position_of is strict and takes the rights of Chess960 too. */
pf_position position_of(const char *fen);
pf_position position_accepted(const char *fen, pf_accept accept);
pf_position variant_position_of(const char *fen, pf_variant variant);

/* Plays a UCI move, or the test fails. */
void play_uci(pf_position *position, const char *uci);

/* The move of a list that is written so in UCI, in either way to write castling; false if there is none. */
bool find_uci(pf_move *out, const char *uci, const pf_move *list, unsigned size);

/* The position must be written as this FEN. */
void assert_fen(const pf_position *position, pf_castling_style castling, pf_ep_mode ep, const char *expected);

/* ---- Random numbers, the same on every machine ---- */

typedef struct test_random {
    uint64_t state;
} test_random;

uint64_t random_next(test_random *random);
unsigned random_below(test_random *random, unsigned limit);

/* Plays a random legal move; false if there is none. */
bool play_random(test_random *random, pf_position *position);

/* A position from a random game that began in standard chess or Chess960, and one with pieces thrown on the board,
 * which no game may reach. */
pf_position random_game_position(test_random *random);
pf_position random_board_position(test_random *random);

/* Skips a test and prints why, in the form that scripts/skips looks for. */
#define skip_because(...) (print_message("skipped: " __VA_ARGS__), print_message("\n"), skip())

/* ---- Corpora ---- */

/* The exit status of a program none of whose tests found its corpus; CTest counts it as skipped. */
enum { ALL_SKIPPED = 77 };

/* How many corpora were not found. */
unsigned corpora_missing(void);

/* Tab-separated rows under a row of column names; lines that begin with '#' are comments. Opening skips the test when
 * the file is not there; closing prints how many rows were read and fails on none. */
typedef struct tsv {
    const char *name;
    FILE *file;
    char *header;
    char *line;
    size_t rows;
} tsv;

tsv tsv_open(const char *name);
bool tsv_next(tsv *in);
const char *tsv_get(const tsv *in, const char *column);
void tsv_close(tsv *in);

/* One JSON object a line; the first, which describes the others, is skipped. */
typedef struct jsonl {
    const char *name;
    FILE *file;
    json_t *row;
    size_t rows;
} jsonl;

jsonl jsonl_open(const char *name);
bool jsonl_next(jsonl *in);
/* The text of a member, or NULL if there is none or it is null. */
const char *jsonl_get(const jsonl *in, const char *member);
void jsonl_close(jsonl *in);

/* ---- Perft suites ---- */

/* Calls visit with every position of tests/perft/ and of the perft suites among the corpora, if they are here. Prints
 * how many there were and fails on none, or on one that cannot be read. */
void visit_suites(void (*visit)(const pf_position *position, void *context), void *context);

#endif
