/* All the parts of the engine, in the order in which they build on each other. README.md says where to begin. */
#ifndef ENGINE_H
#define ENGINE_H

#include <plyforge.h>
#include <stdatomic.h>

/* Scores are in centipawns. Mate in n plies is MATE - n; MATE_BOUND is below every mate that the search can see. */
enum { MAX_PLY = 120, MATE = 30000, MATE_BOUND = MATE - 2 * MAX_PLY, INFINITE = 32000 };

/* ---- evaluate.c: how good a position is ---- */

/* A score for the middlegame and one for the endgame. The pieces that are left decide how they are mixed. */
typedef struct tapered {
    int middle, end;
} tapered;

/* A position together with the part of its evaluation that every move brings up to date. */
typedef struct board {
    pf_position position;
    tapered squares; /* material and piece-square values, as White sees them */
    int phase;       /* 24 with all pieces on the board, 0 with kings and pawns only */
} board;

void board_set(board *b, const pf_position *position);
void board_play(board *after, const board *before, pf_move move); /* before stays as it is: nothing is ever undone */
int evaluate(const board *b);                                     /* for the side to move */

/* ---- table.c: what the search found out about positions ---- */

/* Whether the score of an entry is exact, or the position is at least or at most as good. */
typedef enum bound { BOUND_NONE, BOUND_LOWER, BOUND_UPPER, BOUND_EXACT } bound;

typedef struct entry {
    uint64_t key;
    pf_move move; /* the best one, or the one that refuted; any 16 bits after a collision: the picker tests it */
    int16_t score;
    int16_t eval; /* the static evaluation */
    uint8_t depth;
    unsigned bound : 2, age : 6; /* age: the number of the search, modulo 64 */
} entry;

typedef struct table {
    entry *entries;
    size_t size;
    unsigned age; /* of this search; entries of earlier ones are always replaced */
} table;

bool table_resize(table *t, size_t mib);                  /* without memory for it: false, and nothing is changed */
entry table_probe(const table *t, uint64_t key, int ply); /* BOUND_NONE if there is none */
void table_store(table *t, entry result, int ply);

/* ---- order.c: which moves are tried first ---- */

typedef struct order {
    pf_move killers[MAX_PLY + 1][2]; /* refuted another move at this ply */
    int16_t history[2][4096];        /* by side, origin and target: how often the move was good */
} order;

pf_picker_options order_options(order *o, pf_move hash, int ply);

/* The last of these quiet moves was too good for the opponent; those that were tried before it were not. */
void order_reward(order *o, pf_colour side, const pf_move *tried, int count, int depth, int ply);

/* ---- limits.c: how long to think ---- */

/* The words of "go". Times are in milliseconds. -1 stands for a number that was not given. */
typedef struct limits {
    int64_t time[2], increment[2], moves_to_go, move_time, depth, nodes;
    bool infinite;
} limits;

/* No iteration starts after `soft`, and `hard` ends the search wherever it is; both count from the start. */
typedef struct budget {
    int64_t soft, hard;
} budget;

budget limits_budget(const limits *l, pf_colour side, int64_t overhead);
int64_t now_ms(void);

/* ---- search.c: from a position and limits to a move ---- */

/* The best line from a position of the line that is searched. */
typedef struct variation {
    pf_move moves[MAX_PLY + 1];
    int size;
} variation;

typedef struct search {
    pf_position root;   /* from here to `silent`: set by the caller */
    pf_repetition line; /* the game before the root, and the line that is searched */
    limits limits;
    budget budget;
    int64_t started;
    pf_uci_castling castling; /* how moves are printed */
    bool silent;
    table table; /* kept from one search to the next, as the order of moves */
    order order;
    variation pv[MAX_PLY + 1]; /* by the distance from the root */
    uint64_t nodes;
    pf_move best;     /* the result; PF_NO_MOVE only if there is no legal move */
    atomic_bool stop; /* all that the thread which reads commands touches while a search runs */
} search;

void search_run(search *s);    /* until a limit is reached or stop is set */
void search_forget(search *s); /* everything about earlier games */

void bench(int depth); /* bench.c: a fixed job */

#endif
