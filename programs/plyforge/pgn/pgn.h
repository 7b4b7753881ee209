/* The results of `plyforge pgn` and its parts: reading games into an answer (pgn_games.c), cutting the input into
 * pieces (pgn_pieces.c), reading them with several threads (pgn_threads.c), and printing (commands/pgn.c, json_pgn.c).
 */
#ifndef PLYFORGE_PROGRAM_PGN_H
#define PLYFORGE_PROGRAM_PGN_H

#include "common.h"
#include "output/text.h"
#include "parquet/codec.h"
#include "parquet/game_table.h"
#include "pgn/pgn_pieces.h"
#include "pgn/pgn_select.h"

/* How castling is written in lists of moves: as each game's variant requires, or always in the same form. */
enum castling_moves { CASTLING_MOVES_AUTO, CASTLING_MOVES_STANDARD, CASTLING_MOVES_CHESS960 };

enum move_form { MOVES_NONE, MOVES_UCI, MOVES_SAN };

struct pgn_options {
    bool chess960;
    bool backend;     /* was given; it has already been passed to the library */
    unsigned threads; /* 0: all cores */
    bool stats, check, headers, epd, strict, json;
    bool write, tags_only, no_comments, no_variations;
    size_t max_game; /* bytes; 0: the library's default */
    enum move_form moves;
    const char *eco;             /* the file of openings; NULL: none */
    const pf_openings *openings; /* the openings in that file */
    enum castling_moves castling;
    pf_variant variant; /* the variant of games without a Variant tag */
    struct pgn_filter filter;
    struct pgn_range range;            /* the byte range of the only file */
    const struct train_options *train; /* the options of PGN_TRAIN */
    const char *parquet, *columns;     /* the file to write and its columns; NULL: no file, the default columns */
    bool positions, skip_broken, force;
    const struct game_table *table; /* the options of PGN_ROWS */
};

/* The output for each game. */
enum pgn_task {
    PGN_SUM,     /* read and check everything, but keep only the totals */
    PGN_SKIM,    /* totals from the tags alone; movetext is skipped */
    PGN_MOVES,   /* the moves of the main line */
    PGN_HEADERS, /* the tags; movetext is skipped */
    PGN_EPD,     /* the positions of the main line */
    PGN_ECO,     /* the opening */
    PGN_WRITE,   /* the game as PGN */
    PGN_ROWS,    /* notes for rows of a table */
    PGN_TRAIN    /* training records */
};

/* A game that cannot be read, or a warning. Offsets and line numbers count from the start of its piece of the file. */
struct pgn_broken {
    bool is_warning;
    uint64_t game; /* 0 is the first */
    uint64_t offset;
    uint64_t line;
    size_t object_end; /* offset in the output of the brace that closes the game's JSON object; 0: there is none */
    char message[sizeof((pf_error *)NULL)->message];
};

struct pgn_sums {
    uint64_t games, tags, plies, variation_plies, variations, comments, nags, warnings, records;
    uint64_t only_reported; /* games that are broken, and games that the filter excludes */
    uint64_t results[5];    /* games that are not broken, by pf_result */
};

/* A game or record that counts only if no earlier one has the same hash: its part of the output and of the totals. */
struct pgn_entry {
    uint64_t moves[2];
    size_t begin, end;
    struct pgn_sums sums;
};

/* The contents of a piece of input. */
struct pgn_answer {
    struct pgn_sums sums;
    uint64_t games_read;       /* selected or not */
    struct pgn_entry *entries; /* with --unique: one entry for each game that is not broken */
    size_t entry_count, entry_capacity;
    struct pgn_broken *broken;
    size_t broken_size, broken_capacity;
    struct text output;
    struct game_batch *batch; /* with a table: the rows of the games in output, once they have been made */
    uint64_t line_ends;       /* the lines of the piece, unless its text stays in memory */
    bool has_end;             /* the last game has its result; never set for a broken game, or if only tags are read */
};

/* The reader and the writer of one thread. */
struct pgn_worker {
    pf_pgn_reader *reader;
    pf_pgn_writer *writer;           /* NULL unless games are written */
    const struct pgn_pieces *pieces; /* where the long piece comes from; NULL for text in memory */
    const char *text, *text_end;     /* the text in memory */
    const char *error;               /* why the input ends with this piece, or NULL */
    struct text *output;             /* receives the writer's bytes */
    struct game_note *note;          /* notes for the table; NULL without one */
    struct parquet_codec *codec;
    void *scratch;            /* for --unfair and unfair_timeout */
    pf_train_record *records; /* the records of one game */
    size_t record_capacity;
};

/* Running out of memory ends the program. A worker must not be moved between these calls. */
void pgn_worker_begin(struct pgn_worker *worker, const struct pgn_options *options);
void pgn_worker_end(struct pgn_worker *worker);

void pgn_sums_add(struct pgn_sums *sums, const struct pgn_sums *more);
void pgn_sums_subtract(struct pgn_sums *sums, const struct pgn_sums *less);
void pgn_answer_clear(struct pgn_answer *answer);
void pgn_answer_free(struct pgn_answer *answer);

/* Restores the earlier state of the answer. If the beginning of a game has already been printed, it stays, and the game
 * is printed as far as it was read, so that its line is complete. */
void pgn_answer_cut(struct pgn_answer *answer, const struct pgn_answer *before);

/* Adds the error of a game, which is valid until the next one is added, or a warning. */
size_t pgn_add_broken(struct pgn_answer *answer, uint64_t offset, uint64_t line, const pf_error *error);
void pgn_add_warning(struct pgn_answer *answer, uint64_t offset, uint64_t line, const pf_error *error);

/* With a table, makes the rows of the games that were noted, unless that has been done. */
void pgn_answer_make_rows(struct pgn_answer *answer, const struct game_table *table, struct parquet_codec *codec);

/* Adds an entry, to be filled by the caller. */
struct pgn_entry *pgn_answer_add_entry(struct pgn_answer *answer);

/* Removes the games that are in the set from the answer, and adds the others to the set. */
void pgn_answer_drop_known(struct pgn_answer *answer, struct game_set *set);

/* Reads the next game and adds it to the answer; false when there is none. The output of a long game may be passed on
 * before the game is over: flush, unless NULL, is called when there is a lot of output. */
bool pgn_read_one(struct pgn_worker *worker, struct pgn_answer *answer, enum pgn_task task,
                  const struct pgn_options *options, void (*flush)(struct text *output));

/* For a game that has just been read and has no result: whether the input failed within the game, so that its end is
 * missing. The fault then has the position and the reason. May start reading the next game. */
bool pgn_is_cut_off(struct pgn_worker *worker, pf_pgn_event *fault);

/* Receives the results in the order of the input: the answer of a piece, or a piece so long that it must be read as a
 * stream, with pgn_pieces_read_long. */
struct pgn_takers {
    void (*on_answer)(void *context, struct pgn_answer *answer, const struct pgn_piece *piece);
    void (*read_long)(void *context, struct pgn_pieces *pieces, const struct pgn_piece *piece);
    void *context;
};

/* Reads all pieces, or those before Ctrl-C, with the number of threads in the options. */
void pgn_read_pieces(struct pgn_pieces *pieces, enum pgn_task task, const struct pgn_options *options,
                     const struct pgn_takers *takers);
unsigned pgn_thread_count(const struct pgn_options *options);

/* The result of reading files. */
struct pgn_totals {
    struct pgn_sums sums;
    uint64_t broken;
    uint64_t games_read; /* all games, kept or not */
    uint64_t bytes;      /* bytes of text, after decompression */
    unsigned opened;     /* the number of files of which at least one byte could be read */
    bool unreadable;     /* a file could not be opened, or not read to its end */
    bool stopped;        /* Ctrl-C came before everything was read */
};

/* Receives the output of games, in the order of the input. */
typedef void pgn_sink(void *context, const char *bytes, size_t length);

/* Reads all files and reports broken games on standard error. known is NULL or the set of games to leave out. */
struct pgn_totals pgn_read_files(const struct pgn_options *options, const struct operands *operands, enum pgn_task task,
                                 struct game_set *known, pgn_sink *sink, void *context);

#endif
