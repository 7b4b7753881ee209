/* The table that `plyforge pgn --parquet` writes: its columns, and rows of games or of their positions. A thread that
 * reads games notes each of them as bytes, which can still be discarded. It then makes parts of columns from a batch of
 * notes, and the writing thread adds these to the file. */
#ifndef PLYFORGE_PROGRAM_GAME_TABLE_H
#define PLYFORGE_PROGRAM_GAME_TABLE_H

#include <plyforge.h>

#include <parquet/writer.h>

#include "output/text.h"
#include "parquet/game_values.h"

#include <stdio.h>

enum { MAX_TABLE_COLUMNS = 64 };

struct game_table;

/* A table with the columns of a list, in which "default" means the default ones; NULL means only those. Any name that
 * is not one of our columns is that of a tag. has_openings: openings are known, so the default columns include them.
 * Refuses an invalid list. */
struct game_table *game_table_create(const char *columns, bool positions, bool has_openings);
void game_table_destroy(struct game_table *table);
bool game_table_needs_unfair(const struct game_table *table);
bool game_table_needs_start(const struct game_table *table);

/* ---- Noting games ---- */

struct game_note;
struct game_note *game_note_create(const struct game_table *table);
void game_note_destroy(struct game_note *note);

void game_note_begin(struct game_note *note);
void game_note_tag(struct game_note *note, const pf_pgn_event *event);
/* If the table needs the first position. */
void game_note_start(struct game_note *note, const pf_position *start, pf_uci_castling castling);

/* The rest of a game, after its MOVETEXT event. */
struct game_movetext {
    pf_result result;
    bool is_broken;
    pf_pgn_warning fault;
    const pf_move *moves; /* of the main line, valid until the next game */
    uint32_t plies;
};
struct game_movetext game_note_read(struct game_note *note, pf_pgn_reader *reader);
void game_note_found(struct game_note *note, const struct game_finding *found);
/* Adds the game to the bytes; error is NULL unless it is broken. */
void game_note_end(struct game_note *note, pf_result result, const char *error, struct text *out);

/* ---- Rows ---- */

struct game_batch {
    struct parquet_part parts[MAX_TABLE_COLUMNS];
    uint64_t games, rows;
    bool is_made;
};

void game_batch_clear(struct game_batch *batch);
void game_batch_free(struct game_batch *batch);

/* Makes the rows of the games that were noted. */
void game_batch_make(struct game_batch *batch, const struct game_table *table, const struct text *notes,
                     struct parquet_codec *codec);

/* The file and its rows; input is the name of the file that the games come from. A write error ends the program with a
 * message that contains the name. */
void game_table_begin(struct game_table *table, FILE *file, const char *name, struct parquet_codec *codec);
void game_table_add(struct game_table *table, struct game_batch *batch, const char *input);
void game_table_end(struct game_table *table);

#endif
