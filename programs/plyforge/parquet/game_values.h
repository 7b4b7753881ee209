/* The values of columns, from the notes of a game. */
#ifndef PLYFORGE_PROGRAM_GAME_VALUES_H
#define PLYFORGE_PROGRAM_GAME_VALUES_H

#include <plyforge.h>

#include <parquet/column.h>

enum { MAX_TABLE_TAGS = 64 };

/* The content of a column. */
enum game_value {
    VALUE_TAG,
    VALUE_GAME,
    VALUE_RESULT,
    VALUE_TIMESTAMP,
    VALUE_SMALL_NUMBER, /* the number in a tag, in 16 bits */
    VALUE_INITIAL_TIME,
    VALUE_INCREMENT,
    VALUE_PLY_COUNT,
    VALUE_ERROR,
    VALUE_MOVES,
    VALUE_MOVES_UCI,
    VALUE_MOVES_SAN,
    VALUE_CLOCKS,
    VALUE_EVALS,
    VALUE_OPENING_ECO, /* available only with --eco */
    VALUE_OPENING_NAME,
    VALUE_OPENING_PLIES,
    VALUE_UNFAIR,
    VALUE_FILE, /* the same for the whole batch; added with it */
    /* Of positions */
    VALUE_PLY,
    VALUE_FEN,
    VALUE_POSITION,
    VALUE_MOVE,
    VALUE_MOVE_UCI,
    VALUE_CLOCK,
    VALUE_EVAL
};

/* Facts about a game that are computed while it is read. */
struct game_finding {
    const char *eco, *opening; /* the last named opening; NULL without one. Valid as long as the table of names. */
    uint32_t opening_plies;    /* before it */
    bool is_unfair;            /* won on time by a side that could not win */
};

/* A game. Its texts are stored elsewhere. */
struct game_row {
    uint64_t number; /* its number within the batch */
    const char *tags[MAX_TABLE_TAGS];
    uint32_t tag_sizes[MAX_TABLE_TAGS]; /* TAG_MISSING if the game does not have the tag */
    pf_result result;
    pf_uci_castling castling;
    const pf_position *start; /* NULL if it is unknown */
    uint32_t plies;
    const pf_move *moves;
    const int32_t *clocks, *evals; /* as in pf_pgn_columns, one for each move; NULL if there are none */
    const char *error;             /* NULL unless the game is broken */
    struct game_finding found;
};
#define TAG_MISSING UINT32_MAX

/* Memory for lists. */
struct list_space {
    bool *is_null;
    size_t capacity;
};

/* Adds the value of a column. tag is the index of the tag that it comes from; for a timestamp, of the first of three
 * tags. */
void add_game_value(struct parquet_values *values, const struct game_row *row, enum game_value value, unsigned tag,
                    struct list_space *space);

/* Adds the value of a column of positions; position is the one after ply half-moves. */
void add_position_value(struct parquet_values *values, const struct game_row *row, enum game_value value,
                        const pf_position *position, uint32_t ply);

/* Plays a move, which may be a null move. */
void play_or_pass(pf_position *position, pf_move move);

#endif
