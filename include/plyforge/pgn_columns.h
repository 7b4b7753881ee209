/* Plyforge: PGN games as columns: moves, results, tags, clocks and evaluations of many games in your arrays, without an
 * event for each token. This is the fastest way to get games into numpy, typed arrays and training data. Nothing is
 * allocated. Every move is checked, as by pf_pgn_next, and the moves, results and errors are the same.
 *
 * It costs little more than pf_pgn_read_game, which only validates. A reader and its columns belong to one thread at a
 * time; different ones are independent. */
#ifndef PLYFORGE_PGN_COLUMNS_H
#define PLYFORGE_PGN_COLUMNS_H

#include <plyforge/pgn.h>
#include <plyforge/questions.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The values for a move without a clock, and for one without an evaluation. */
#define PF_PGN_NO_CLOCK (-1)
#define PF_PGN_NO_EVAL  INT32_MIN

/* Evaluations are centipawns from White's point of view, or, for mate in n moves, PF_PGN_MATE - n if White mates and
 * n - PF_PGN_MATE if Black does. The absolute value of a mate is above PF_PGN_MATE_LIMIT, that of any other evaluation
 * is not. */
#define PF_PGN_MATE       1000000000
#define PF_PGN_MATE_LIMIT 900000000

/* The values of one tag, unescaped, one after the other: that of game i is text[ends[i - 1]] to text[ends[i]], from 0
 * for the first game. It is empty if the game does not have the tag; if it has several, the last one counts. */
typedef struct pf_pgn_tag_column {
    const char *name; /* NUL-terminated */
    char *text;
    size_t text_room;   /* capacity of text in bytes */
    size_t *ends;       /* one for each game */
    size_t text_length; /* filled */
} pf_pgn_tag_column;

/* The bits of the column flags. */
enum pf_pgn_flag {
    PF_PGN_FLAG_BROKEN = 1,   /* it has an error; the moves before the error are included */
    PF_PGN_FLAG_WARNED = 2,   /* text was skipped */
    PF_PGN_FLAG_SET_UP = 4,   /* it has a FEN tag */
    PF_PGN_FLAG_CHESS960 = 8, /* it is a game of Chess960, see pf_pgn_is_chess960 */
};

/* Where and why a game is broken. */
typedef struct pf_pgn_fault {
    size_t game;
    pf_pgn_warning place;
} pf_pgn_fault;

/* Which column is full. */
typedef enum pf_pgn_full {
    PF_PGN_FULL_NONE,
    PF_PGN_FULL_GAMES,
    PF_PGN_FULL_MOVES,
    PF_PGN_FULL_TEXT, /* of a tag */
    PF_PGN_FULL_FAULTS
} pf_pgn_full;

/* The columns. Start with a zeroed struct and set the arrays that you want and their sizes. NULL arrays are not filled;
 * move_ends and moves are required. */
typedef struct pf_pgn_columns {
    /* One row for each game. */
    size_t game_room;
    uint64_t *offsets; /* offset of its first byte in the input */
    size_t *move_ends; /* its moves are moves[move_ends[i - 1]] to moves[move_ends[i] - 1], from 0 for the first */
    uint8_t *results;  /* a pf_result */
    uint8_t *flags;    /* pf_pgn_flag */
    /* The first position, with its variant; standard chess if the game is broken before that is known. */
    pf_position *starts;
    pf_pgn_tag_column *tags;
    size_t tag_count;

    /* One row for each half-move of the main lines. */
    size_t move_room;
    pf_move *moves;  /* PF_NO_MOVE for a null move */
    int32_t *clocks; /* [%clk] in milliseconds, or PF_PGN_NO_CLOCK */
    int32_t *evals;  /* [%eval], or PF_PGN_NO_EVAL */

    /* One row for each broken game. */
    size_t fault_room;
    pf_pgn_fault *faults;

    /* Filled by the reader: the numbers of complete games, of their moves, and of broken games among them. */
    size_t game_count;
    size_t move_count;
    size_t fault_count;
    size_t moves_used; /* with the moves of a game that is not complete */
    pf_pgn_full full;
} pf_pgn_columns;

/* Reads games from the reader and adds them to the columns. Returns PF_OK at the end of the input. PF_ERROR_NO_ROOM if
 * a column is full: game_count games are complete, and reading continues with the next call, after you have
 * either enlarged the arrays, keeping their contents, or emptied them with pf_pgn_columns_clear. If they are full again
 * without a complete game, a single game does not fit. Between two calls for the same input, do not use the reader in
 * any other way.
 *
 * The reading may also begin in the middle of a game, after the event MOVETEXT: the first row is then the rest of that
 * game, without its tags and its first position. With a game_room of 1 the call returns after that game, and the next
 * event is the one after its GAME_END. So a program can select games by their tags, or read tags as events, and still
 * read movetext as fast as possible.
 *
 *     while (pf_pgn_read_columns(reader, &columns) == PF_ERROR_NO_ROOM) {
 *         use(&columns);
 *         pf_pgn_columns_clear(&columns);
 *     }
 *     use(&columns);
 */
PF_API pf_status pf_pgn_read_columns(pf_pgn_reader *reader, pf_pgn_columns *columns);

/* Removes the complete games. The part of an incomplete game moves to the start of the arrays. */
PF_API void pf_pgn_columns_clear(pf_pgn_columns *columns);

#ifdef __cplusplus
}
#endif

#endif
