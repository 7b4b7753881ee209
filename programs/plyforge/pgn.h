/* What `plyforge pgn` finds out about games, and the parts it is made of: reading games into an answer (pgn_games.c),
 * several threads on one file (pgn_threads.c), and what is printed (pgn.c, json.c). */
#ifndef PLYFORGE_PROGRAM_PGN_H
#define PLYFORGE_PROGRAM_PGN_H

#include "common.h"
#include "pgn_select.h"
#include "text.h"

/* How castling is written among the moves of games: by each game's variant, or always the same way. */
enum castling_moves { CASTLING_MOVES_AUTO, CASTLING_MOVES_STANDARD, CASTLING_MOVES_CHESS960 };

enum move_form { MOVES_NONE, MOVES_UCI, MOVES_SAN };

struct pgn_options {
    bool chess960;
    bool backend;     /* was given; the library already uses it */
    unsigned threads; /* 0: all cores */
    bool stats, check, headers, epd, strict, json;
    bool write, tags_only, no_comments, no_variations;
    size_t max_game; /* bytes; 0: the library's default */
    enum move_form moves;
    enum castling_moves castling;
    pf_variant variant; /* of games without a Variant tag */
    struct pgn_filter filter;
    const struct train_options *train; /* of PGN_TRAIN */
};

/* What is wanted of each game. */
enum pgn_task {
    PGN_SUM,     /* everything is read and checked, and only the sums are kept */
    PGN_SKIM,    /* the sums of the tags; movetext is skipped */
    PGN_MOVES,   /* the moves of the main line */
    PGN_HEADERS, /* the tags; movetext is skipped */
    PGN_EPD,     /* the positions of the main line */
    PGN_WRITE,   /* the game as PGN */
    PGN_TRAIN    /* training records */
};

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
    uint64_t games, tags, plies, variation_plies, variations, comments, nags, warnings, records;
    uint64_t only_reported; /* of games: broken, and not what the filter asks for */
    uint64_t results[5];    /* by pf_result, of the games that are not broken */
};

/* A game or record of which only the first with the same hash counts: its part of the output and of the sums. */
struct pgn_entry {
    uint64_t moves[2];
    size_t begin, end;
    struct pgn_sums sums;
};

/* What a piece of input contains. */
struct pgn_answer {
    struct pgn_sums sums;
    uint64_t games_read;       /* selected or not */
    struct pgn_entry *entries; /* with --unique: of the games that are not broken */
    size_t entry_count, entry_capacity;
    struct pgn_broken *broken;
    size_t broken_size, broken_capacity;
    struct text output;
    bool has_end; /* the last game has its result; never set for a broken game, or if only tags are read */
};

/* What one thread reads and writes with. */
struct pgn_worker {
    pf_pgn_reader *reader;
    pf_pgn_writer *writer;           /* NULL unless games are written */
    const struct pgn_stream *stream; /* what the reader reads; NULL for a text in memory */
    const char *text, *text_end;     /* that text */
    struct text *output;             /* where the writer's bytes go */
    pf_train_record *records;        /* of a game */
    size_t record_capacity;
};

/* Running out of memory ends the program. A worker must not be moved between these calls. */
void pgn_worker_begin(struct pgn_worker *worker, const struct pgn_options *options);
void pgn_worker_end(struct pgn_worker *worker);

void pgn_sums_add(struct pgn_sums *sums, const struct pgn_sums *more);
void pgn_sums_subtract(struct pgn_sums *sums, const struct pgn_sums *less);
void pgn_answer_clear(struct pgn_answer *answer);
void pgn_answer_free(struct pgn_answer *answer);

/* Adds the error of a game, which is valid until the next one is added, or a warning. */
size_t pgn_add_broken(struct pgn_answer *answer, uint64_t offset, uint64_t line, const pf_error *error);
void pgn_add_warning(struct pgn_answer *answer, uint64_t offset, uint64_t line, const pf_error *error);

/* Adds an entry, to be filled by the caller. */
struct pgn_entry *pgn_answer_add_entry(struct pgn_answer *answer);

/* Takes the games out of the answer that are in the set, and adds the others to it. */
void pgn_answer_drop_known(struct pgn_answer *answer, struct game_set *set);

/* Reads the next game and adds it to the answer; false when there is none. For a long game, output may be handed on
 * before it is over: flush, unless NULL, is called when there is much of it. */
bool pgn_read_one(struct pgn_worker *worker, struct pgn_answer *answer, enum pgn_task task,
                  const struct pgn_options *options, void (*flush)(struct text *output));

/* For a game that has just been read and has no result: whether the input failed in it, so that the rest of it is
 * missing. The fault then has the place and the reason. It may begin the next game of the reader. */
bool pgn_is_cut_off(struct pgn_worker *worker, pf_pgn_event *fault);

/* Called with the answers of the pieces of a text, in the order of the text: the answer, and where its piece begins and
 * ends. */
typedef void pgn_on_answer(void *context, struct pgn_answer *answer, size_t begin, size_t end);

/* Reads a text in memory piece by piece, with as many threads as the options say. Returns how much of it was read:
 * all, unless Ctrl-C came; then up to the beginning of a game. */
size_t pgn_read_text(const char *text, size_t size, enum pgn_task task, const struct pgn_options *options,
                     pgn_on_answer *on_answer, void *context);

/* What came of reading files. */
struct pgn_totals {
    struct pgn_sums sums;
    uint64_t broken;
    uint64_t games_read; /* kept or not */
    uint64_t bytes;      /* of text, after decompression */
    unsigned opened;     /* how many files have been; not those of which no byte could be read */
    bool unreadable;     /* a file could not be opened or read to its end */
    bool stopped;        /* by Ctrl-C, before everything was read */
};

/* Takes the output of games, in the order of the input. */
typedef void pgn_sink(void *context, const char *bytes, size_t length);

/* Reads all files; broken games are reported on standard error. known is NULL, or what is to be left out. */
struct pgn_totals pgn_read_files(const struct pgn_options *options, const struct operands *operands, enum pgn_task task,
                                 struct game_set *known, pgn_sink *sink, void *context);

#endif
