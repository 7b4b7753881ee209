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
    size_t buckets;
    unsigned age; /* of this search; entries of earlier ones are replaced first */
} table;

bool table_resize(table *t, size_t mib); /* without memory for it: false, and nothing is changed */
void table_clear(table *t);
entry table_probe(const table *t, uint64_t key, int ply); /* BOUND_NONE if there is none */
void table_store(table *t, entry result, int ply);

/* ---- order.c: which moves are tried first ---- */

/* A move as "this piece went to that square": 16 values of pf_piece by 64 squares. 0 is a null move or none. */
enum { PIECE_TARGETS = 16 * 64 };
unsigned piece_target(const pf_position *position, pf_move move);

typedef struct order {
    pf_move killers[MAX_PLY + 1][2];               /* refuted another move at this ply */
    pf_move counters[PIECE_TARGETS];               /* refuted this move of the opponent */
    int16_t history[2][4096];                      /* by side, origin and target: how often the move was good */
    int16_t replies[PIECE_TARGETS][PIECE_TARGETS]; /* the same, as a reply to a move of the opponent */
} order;

/* What the score callback of the picker needs: the tables, and the opponent's last move. */
typedef struct order_context {
    const order *order;
    unsigned previous;
} order_context;

/* The options of a picker; the context must stay valid as long as the picker. */
pf_picker_options order_options(order_context *context, pf_move hash, int ply);

/* The last of these quiet moves was too good for the opponent; those that were tried before it were not. */
void order_reward(order *o, const pf_position *position, unsigned previous, const pf_move *tried, int count, int depth,
                  int ply);

/* ---- limits.c: how long to think ---- */

/* The words of "go". Times are in milliseconds. -1 stands for a number that was not given. */
typedef struct limits {
    int64_t time[2], increment[2], moves_to_go, move_time, depth, nodes, mate;
    bool infinite, ponder;
    pf_move_list only; /* searchmoves; empty: all moves */
} limits;

/* No iteration starts after `soft`, and `hard` ends the search wherever it is; both count from the start. */
typedef struct budget {
    int64_t soft, hard;
} budget;

budget limits_budget(const limits *l, pf_colour side, int64_t overhead);
int64_t now_ms(void);

/* ---- search.c: from a position and limits to a move ---- */

/* What is kept for each position of the line that is searched. */
typedef struct frame {
    unsigned moved; /* the move that leads on from here, as piece_target; 0 for a null move */
    pf_move pv[MAX_PLY + 1];
    int pv_size;
} frame;

typedef struct search {
    pf_position root;   /* from here to `silent`: set by the caller */
    pf_repetition line; /* the game before the root, and the line that is searched */
    limits limits;
    budget budget;
    pf_uci_castling castling; /* how moves are printed */
    bool silent;
    table table; /* kept from one search to the next, as the order of moves */
    order order;
    frame frames[MAX_PLY + 1];
    uint64_t nodes;
    int deepest;
    pf_move best, ponder;  /* the result; best is PF_NO_MOVE only if there is no legal move */
    atomic_bool stop;      /* these three are all that the thread which reads commands touches while a search runs */
    atomic_bool pondering; /* the clock does not count yet */
    atomic_llong started;  /* when it began to count */
} search;

void search_run(search *s);    /* until a limit is reached or stop is set */
void search_forget(search *s); /* everything about earlier games */

void bench(int depth); /* bench.c: a fixed job */

#endif
