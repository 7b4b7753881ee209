/* What `plyforge pgn` finds out about games, and the parts it is made of: reading games into an answer (pgn_games.c),
 * several threads on one file (pgn_threads.c), and what is printed (pgn.c, json.c). */
#ifndef PLYFORGE_PROGRAM_PGN_H
#define PLYFORGE_PROGRAM_PGN_H

#include "common.h"

/* How castling is written among the moves of games: by each game's variant, or always the same way. */
enum castling_moves { CASTLING_MOVES_AUTO, CASTLING_MOVES_STANDARD, CASTLING_MOVES_CHESS960 };

enum move_form { MOVES_NONE, MOVES_UCI, MOVES_SAN };

struct pgn_options {
    bool chess960;
    bool backend;     /* was given; the library already uses it */
    unsigned threads; /* 0: all cores */
    bool stats, check, headers, epd, strict, json;
    enum move_form moves;
    enum castling_moves castling;
    pf_variant variant; /* of games without a Variant tag */
};

/* What is wanted of each game. */
enum pgn_task {
    PGN_SUM,     /* everything is read and checked, and only the sums are kept */
    PGN_SKIM,    /* the sums of the tags; movetext is skipped */
    PGN_MOVES,   /* the moves of the main line */
    PGN_HEADERS, /* the tags; movetext is skipped */
    PGN_EPD      /* the positions of the main line */
};

/* Text that grows. Running out of memory ends the program. */
struct text {
    char *bytes;
    size_t length, capacity;
    uint64_t printed; /* how much of it is out already, and is not in bytes any more */
};

void text_add(struct text *text, const char *bytes, size_t length);
void text_add_string(struct text *text, const char *string);

/* A game that cannot be read, or a warning. Offsets and lines count from the start of the piece of the file that it is
 * in. */
struct pgn_broken {
    bool is_warning;
    uint64_t game; /* 0 is the first */
    uint64_t offset;
    uint64_t line;
    size_t object_end; /* in the output, where the brace is that closes the game's JSON object; 0: there is none */
    char message[sizeof((pf_error *)NULL)->message];
};

struct pgn_sums {
    uint64_t games, tags, plies, variation_plies, variations, comments, nags, warnings;
    uint64_t results[5]; /* by pf_result, of the games that are not broken */
};

/* What a piece of input contains. */
struct pgn_answer {
    struct pgn_sums sums;
    struct pgn_broken *broken;
    size_t broken_size, broken_capacity;
    struct text output;
    bool has_end; /* the last game has its result; never set for a broken game, or if only tags are read */
};

/* A reader in the mode of the options. Running out of memory ends the program. */
pf_pgn_reader *pgn_create_reader(const struct pgn_options *options);

void pgn_sums_add(struct pgn_sums *sums, const struct pgn_sums *more);
void pgn_answer_clear(struct pgn_answer *answer);
void pgn_answer_free(struct pgn_answer *answer);

/* Reads the next game and adds it to the answer; false when there is none. For a long game, output may be handed on
 * before it is over: flush, unless NULL, is called when there is much of it. */
bool pgn_read_one(pf_pgn_reader *reader, struct pgn_answer *answer, enum pgn_task task,
                  const struct pgn_options *options, void (*flush)(struct text *output));

/* Called with the answers of the pieces of a text, in the order of the text: the answer, and where its piece begins and
 * ends. */
typedef void pgn_on_answer(void *context, struct pgn_answer *answer, size_t begin, size_t end);

/* Reads a text in memory piece by piece, with as many threads as the options say. Returns how much of it was read:
 * all, unless Ctrl-C came; then up to the beginning of a game. */
size_t pgn_read_text(const char *text, size_t size, enum pgn_task task, const struct pgn_options *options,
                     pgn_on_answer *on_answer, void *context);

#endif
