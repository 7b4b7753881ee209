/* Columns of games and positions, notes of games, and batches of rows; see game_table.h. */
#include "parquet/game_table.h"
#include "common.h"
#include "output/utf8.h"
#include "parquet/game_values.h"

#include <parquet/moves.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Columns ---- */

enum { USUAL = 1, OF_GAMES = 2, OF_POSITIONS = 4, OF_OPENINGS = 8, TEXT = PARQUET_UTF8, NONE = PARQUET_NO_MEANING };

/* A column with a name of ours; a tag that its values come from. */
static const struct known_column {
    const char *name;
    enum game_value value;
    const char *tag;
    enum parquet_type type;
    enum parquet_meaning meaning;
    bool is_list;
    unsigned where;
} known_columns[] = {
    {"game", VALUE_GAME, NULL, PARQUET_INT64, NONE, false, USUAL | OF_GAMES | OF_POSITIONS},
    {"file", VALUE_FILE, NULL, PARQUET_BYTES, TEXT, false, OF_GAMES | OF_POSITIONS},
    {"event", VALUE_TAG, "Event", PARQUET_BYTES, TEXT, false, USUAL | OF_GAMES},
    {"site", VALUE_TAG, "Site", PARQUET_BYTES, TEXT, false, USUAL | OF_GAMES},
    {"white", VALUE_TAG, "White", PARQUET_BYTES, TEXT, false, USUAL | OF_GAMES},
    {"black", VALUE_TAG, "Black", PARQUET_BYTES, TEXT, false, USUAL | OF_GAMES},
    {"result", VALUE_RESULT, NULL, PARQUET_BYTES, TEXT, false, USUAL | OF_GAMES},
    {"utc_timestamp", VALUE_TIMESTAMP, "UTCDate", PARQUET_INT64, PARQUET_TIMESTAMP_MILLIS, false, USUAL | OF_GAMES},
    {"white_elo", VALUE_SMALL_NUMBER, "WhiteElo", PARQUET_INT32, PARQUET_INT_16, false, USUAL | OF_GAMES},
    {"black_elo", VALUE_SMALL_NUMBER, "BlackElo", PARQUET_INT32, PARQUET_INT_16, false, USUAL | OF_GAMES},
    {"white_rating_diff", VALUE_SMALL_NUMBER, "WhiteRatingDiff", PARQUET_INT32, PARQUET_INT_16, false,
     USUAL | OF_GAMES},
    {"black_rating_diff", VALUE_SMALL_NUMBER, "BlackRatingDiff", PARQUET_INT32, PARQUET_INT_16, false,
     USUAL | OF_GAMES},
    {"white_title", VALUE_TAG, "WhiteTitle", PARQUET_BYTES, TEXT, false, USUAL | OF_GAMES},
    {"black_title", VALUE_TAG, "BlackTitle", PARQUET_BYTES, TEXT, false, USUAL | OF_GAMES},
    {"eco", VALUE_TAG, "ECO", PARQUET_BYTES, TEXT, false, USUAL | OF_GAMES},
    {"opening", VALUE_TAG, "Opening", PARQUET_BYTES, TEXT, false, USUAL | OF_GAMES},
    {"time_initial", VALUE_INITIAL_TIME, "TimeControl", PARQUET_INT32, NONE, false, USUAL | OF_GAMES},
    {"time_increment", VALUE_INCREMENT, "TimeControl", PARQUET_INT32, PARQUET_INT_16, false, USUAL | OF_GAMES},
    {"termination", VALUE_TAG, "Termination", PARQUET_BYTES, TEXT, false, USUAL | OF_GAMES},
    {"variant", VALUE_TAG, "Variant", PARQUET_BYTES, TEXT, false, USUAL | OF_GAMES},
    {"start_fen", VALUE_TAG, "FEN", PARQUET_BYTES, TEXT, false, USUAL | OF_GAMES},
    {"ply_count", VALUE_PLY_COUNT, NULL, PARQUET_INT32, NONE, false, USUAL | OF_GAMES},
    {"moves", VALUE_MOVES, NULL, PARQUET_INT32, PARQUET_UINT_16, true, USUAL | OF_GAMES},
    {"moves_uci", VALUE_MOVES_UCI, NULL, PARQUET_BYTES, TEXT, true, OF_GAMES},
    {"moves_san", VALUE_MOVES_SAN, NULL, PARQUET_BYTES, TEXT, true, OF_GAMES},
    {"clocks", VALUE_CLOCKS, NULL, PARQUET_INT32, NONE, true, USUAL | OF_GAMES},
    {"evals", VALUE_EVALS, NULL, PARQUET_INT32, PARQUET_INT_16, true, USUAL | OF_GAMES},
    {"opening_eco", VALUE_OPENING_ECO, NULL, PARQUET_BYTES, TEXT, false, USUAL | OF_GAMES | OF_OPENINGS},
    {"opening_name", VALUE_OPENING_NAME, NULL, PARQUET_BYTES, TEXT, false, USUAL | OF_GAMES | OF_OPENINGS},
    {"opening_plies", VALUE_OPENING_PLIES, NULL, PARQUET_INT32, NONE, false, USUAL | OF_GAMES | OF_OPENINGS},
    {"unfair_timeout", VALUE_UNFAIR, NULL, PARQUET_BOOLEAN, NONE, false, OF_GAMES},
    {"parse_error", VALUE_ERROR, NULL, PARQUET_BYTES, TEXT, false, USUAL | OF_GAMES},
    {"ply", VALUE_PLY, NULL, PARQUET_INT32, NONE, false, USUAL | OF_POSITIONS},
    {"fen", VALUE_FEN, NULL, PARQUET_BYTES, TEXT, false, USUAL | OF_POSITIONS},
    {"position", VALUE_POSITION, NULL, PARQUET_FIXED_BYTES, NONE, false, OF_POSITIONS},
    {"move", VALUE_MOVE, NULL, PARQUET_INT32, PARQUET_UINT_16, false, USUAL | OF_POSITIONS},
    {"move_uci", VALUE_MOVE_UCI, NULL, PARQUET_BYTES, TEXT, false, OF_POSITIONS},
    {"clock", VALUE_CLOCK, NULL, PARQUET_INT32, NONE, false, USUAL | OF_POSITIONS},
    {"eval", VALUE_EVAL, NULL, PARQUET_INT32, PARQUET_INT_16, false, USUAL | OF_POSITIONS},
    {"result", VALUE_RESULT, NULL, PARQUET_BYTES, TEXT, false, USUAL | OF_POSITIONS},
};
enum { KNOWN_COUNT = sizeof known_columns / sizeof known_columns[0] };

enum { TAG_HASHES = 64 };

struct game_table {
    bool positions, has_openings;
    bool needs_start, needs_unfair, needs_clocks, needs_evals;
    struct parquet_column columns[MAX_TABLE_COLUMNS];
    enum game_value values[MAX_TABLE_COLUMNS];
    unsigned tags_of[MAX_TABLE_COLUMNS]; /* the tag of each column, or the first of several */
    size_t count;
    struct parquet_moves *moves;
    struct {
        const char *name;
        size_t length;
    } tags[MAX_TABLE_TAGS];
    unsigned tag_count;
    uint64_t tags_by_hash[TAG_HASHES]; /* bit i: tag i */
    char *list;                        /* a copy, which holds the names */
    uint64_t games;                    /* games written so far */
    char note[400];
    const char *metadata[2];
    struct parquet_writer *writer;
    const char *name; /* the name of the output file */
};

static unsigned tag_hash(const char *name, size_t length)
{
    return length == 0
               ? 0
               : (unsigned)(length + 5 * (unsigned char)name[0] + 3 * (unsigned char)name[length - 1]) % TAG_HASHES;
}

/* The index of a tag, which is added if it is new, or added again if it must directly follow another one. */
static unsigned add_tag(struct game_table *table, const char *name, bool again)
{
    for (unsigned i = 0; i < table->tag_count && !again; i++)
        if (strcmp(table->tags[i].name, name) == 0) return i;
    if (table->tag_count == MAX_TABLE_TAGS) refuse("--columns takes %d tags at most", MAX_TABLE_TAGS);
    table->tags[table->tag_count].name = name;
    table->tags[table->tag_count].length = strlen(name);
    table->tags_by_hash[tag_hash(name, strlen(name))] |= UINT64_C(1) << table->tag_count;
    return table->tag_count++;
}

static void add_column(struct game_table *table, const struct known_column *known)
{
    unsigned where = table->positions ? OF_POSITIONS : OF_GAMES;
    for (size_t i = 0; i < table->count; i++)
        if (strcmp(table->columns[i].name, known->name) == 0) refuse("--columns has %s twice", known->name);
    if (table->count == MAX_TABLE_COLUMNS) refuse("--columns takes %d columns at most", MAX_TABLE_COLUMNS);
    bool is_fixed = known->type == PARQUET_FIXED_BYTES;
    /* String columns get dictionaries, except those whose values differ in every row. */
    bool is_move = known->value == VALUE_MOVES || known->value == VALUE_MOVE;
    bool is_early = known->is_list || is_fixed || known->value == VALUE_FEN ||
                    (where == OF_POSITIONS && known->type == PARQUET_INT32);
    table->columns[table->count] = (struct parquet_column){.name = known->name,
                                                           .type = known->type,
                                                           .meaning = known->meaning,
                                                           .fixed_size = is_fixed ? sizeof(pf_packed) : 0,
                                                           .is_list = known->is_list,
                                                           .is_early = is_early,
                                                           .known = is_move ? &table->moves->known : NULL};
    table->values[table->count] = known->value;
    bool is_time = known->value == VALUE_TIMESTAMP;
    if (known->tag != NULL) table->tags_of[table->count] = add_tag(table, known->tag, is_time);
    if (is_time) add_tag(table, "UTCTime", true), add_tag(table, "Date", true);
    if (known->where & OF_OPENINGS && !table->has_openings)
        refuse("--columns: %s needs --eco, whose file has the names of openings", known->name);
    table->needs_unfair |= known->value == VALUE_UNFAIR;
    table->needs_clocks |= known->value == VALUE_CLOCKS || known->value == VALUE_CLOCK;
    table->needs_evals |= known->value == VALUE_EVALS || known->value == VALUE_EVAL;
    table->needs_start |= known->value == VALUE_MOVES_SAN || known->value == VALUE_MOVES_UCI || table->positions;
    table->count++;
}

static void add_usual_columns(struct game_table *table)
{
    unsigned where = USUAL | (table->positions ? OF_POSITIONS : OF_GAMES);
    for (size_t i = 0; i < KNOWN_COUNT; i++)
        if ((known_columns[i].where & where) == where &&
            (table->has_openings || !(known_columns[i].where & OF_OPENINGS)))
            add_column(table, &known_columns[i]);
}

/* Adds a column of ours, the default columns, or the column of a tag. */
static void add_named(struct game_table *table, const char *name)
{
    const struct known_column *known = NULL;
    if (strcmp(name, "default") == 0) {
        add_usual_columns(table);
        return;
    }
    for (size_t i = 0; i < KNOWN_COUNT; i++)
        if (strcmp(known_columns[i].name, name) == 0 &&
            (known == NULL || known_columns[i].where & (table->positions ? OF_POSITIONS : OF_GAMES)))
            known = &known_columns[i];
    bool fits = known == NULL || !table->positions || (known->where & OF_POSITIONS) || !known->is_list;
    if (known != NULL && (!fits || (!table->positions && !(known->where & OF_GAMES))))
        refuse("--columns: %s is a column of %s", name,
               table->positions ? "games, without --positions" : "--positions");
    struct known_column tag = {name, VALUE_TAG, name, PARQUET_BYTES, PARQUET_UTF8, false, OF_GAMES};
    if (name[0] == '\0' ||
        name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] != '\0')
        refuse("--columns takes names of columns and tags, with commas between them, not '%s'", name);
    add_column(table, known != NULL ? known : &tag);
}

struct game_table *game_table_create(const char *columns, bool positions, bool has_openings)
{
    struct game_table *table = allocated(calloc(1, sizeof *table));
    table->positions = positions;
    table->has_openings = has_openings;
    table->moves = allocated(parquet_moves_create());
    table->list = allocated(strdup(columns != NULL ? columns : "default"));
    for (char *name = table->list, *comma; name != NULL; name = comma) {
        comma = strchr(name, ',');
        if (comma != NULL) *comma++ = '\0';
        add_named(table, name);
    }
    return table;
}

void game_table_destroy(struct game_table *table)
{
    if (table == NULL) return;
    parquet_writer_destroy(table->writer);
    free(table->moves);
    free(table->list);
    free(table);
}

bool game_table_needs_unfair(const struct game_table *table)
{
    return table->needs_unfair;
}

bool game_table_needs_start(const struct game_table *table)
{
    return table->needs_start;
}

/* ---- Notes ---- */

/* A noted game consists of this header, where each of the table's tags is in the texts, these texts, the error, the
 * first position if it is needed, moves, clocks and evaluations, each aligned for its type. */
struct note_head {
    uint32_t size;
    uint32_t plies;
    uint32_t texts_size;
    uint32_t error_size;
    struct game_finding found;
    uint8_t result, castling;
    bool has_start, has_clocks, has_evals, is_broken;
};

/* A tag's value among the texts of a game. */
struct tag_place {
    uint32_t at, size; /* TAG_MISSING if the game does not have the tag */
};

struct game_note {
    const struct game_table *table;
    struct text texts;
    struct tag_place tags[MAX_TABLE_TAGS];
    pf_position start;
    bool has_start, has_clocks, has_evals;
    struct game_finding found;
    pf_uci_castling castling;
    size_t move_end;
    uint8_t result, flags;
    pf_pgn_fault fault;
    pf_pgn_columns columns; /* one game, in the members above and arrays of its own */
};

static void enlarge(pf_pgn_columns *columns, const struct game_table *table)
{
    columns->move_room = 2 * columns->move_room + 512;
    columns->moves = resized(columns->moves, columns->move_room, sizeof *columns->moves);
    if (table->needs_clocks) columns->clocks = resized(columns->clocks, columns->move_room, sizeof *columns->clocks);
    if (table->needs_evals) columns->evals = resized(columns->evals, columns->move_room, sizeof *columns->evals);
}

struct game_note *game_note_create(const struct game_table *table)
{
    struct game_note *note = allocated(calloc(1, sizeof *note));
    note->table = table;
    note->columns = (pf_pgn_columns){.game_room = 1,
                                     .move_ends = &note->move_end,
                                     .results = &note->result,
                                     .flags = &note->flags,
                                     .fault_room = 1,
                                     .faults = &note->fault};
    enlarge(&note->columns, table);
    return note;
}

void game_note_destroy(struct game_note *note)
{
    if (note == NULL) return;
    free(note->texts.bytes);
    free(note->columns.moves);
    free(note->columns.clocks);
    free(note->columns.evals);
    free(note);
}

void game_note_begin(struct game_note *note)
{
    for (unsigned i = 0; i < note->table->tag_count; i++) note->tags[i] = (struct tag_place){0, TAG_MISSING};
    note->texts.length = 0;
    note->has_start = note->has_clocks = note->has_evals = false;
    note->found = (struct game_finding){0};
    pf_pgn_columns_clear(&note->columns);
}

static struct tag_place add_value(struct text *texts, const pf_pgn_event *event)
{
    size_t begin = texts->length;
    if (memchr(event->text, '\\', event->length) == NULL) {
        text_add_as_utf8(texts, event->text, event->length);
    } else {
        char *plain = allocated(malloc(event->length + 1));
        size_t size = pf_pgn_unescape(plain, event->length + 1, event->text, event->length);
        text_add_as_utf8(texts, plain, size);
        free(plain);
    }
    return (struct tag_place){(uint32_t)begin, (uint32_t)(texts->length - begin)};
}

void game_note_tag(struct game_note *note, const pf_pgn_event *event)
{
    const struct game_table *table = note->table;
    struct tag_place place = {0, TAG_MISSING};
    pf_bitboard candidates = table->tags_by_hash[tag_hash(event->name, event->name_length)]; /* a set of tags */
    while (candidates != 0) {
        unsigned i = pf_bitboard_pop(&candidates);
        if (table->tags[i].length != event->name_length ||
            memcmp(table->tags[i].name, event->name, event->name_length) != 0)
            continue;
        if (place.size == TAG_MISSING) place = add_value(&note->texts, event);
        note->tags[i] = place;
    }
}

void game_note_start(struct game_note *note, const pf_position *start, pf_uci_castling castling)
{
    note->castling = castling;
    note->start = *start;
    note->has_start = true;
}

static bool has_number(const int32_t *numbers, size_t count, int32_t missing)
{
    for (size_t i = 0; i < count; i++)
        if (numbers[i] != missing) return true;
    return false;
}

struct game_movetext game_note_read(struct game_note *note, pf_pgn_reader *reader)
{
    pf_pgn_columns *columns = &note->columns;
    while (pf_pgn_read_columns(reader, columns) == PF_ERROR_NO_ROOM && columns->full == PF_PGN_FULL_MOVES)
        enlarge(columns, note->table);
    size_t plies = columns->move_count;
    note->has_clocks = columns->clocks != NULL && has_number(columns->clocks, plies, PF_PGN_NO_CLOCK);
    note->has_evals = columns->evals != NULL && has_number(columns->evals, plies, PF_PGN_NO_EVAL);
    return (struct game_movetext){.result = (pf_result)note->result,
                                  .is_broken = note->flags & PF_PGN_FLAG_BROKEN,
                                  .fault = note->fault.place,
                                  .moves = columns->moves,
                                  .plies = (uint32_t)plies};
}

void game_note_found(struct game_note *note, const struct game_finding *found)
{
    note->found = *found;
}

/* Everything in a note is at a multiple of eight bytes. */
static void add_aligned(struct text *out, const void *bytes, size_t size)
{
    static const char zeros[8];
    text_add(out, bytes, size);
    text_add(out, zeros, (0 - size) & 7);
}

void game_note_end(struct game_note *note, pf_result result, const char *error, struct text *out)
{
    const pf_pgn_columns *columns = &note->columns;
    size_t begin = out->length, plies = columns->move_count;
    struct text message = {0}; /* which may quote bytes of the game */
    if (error != NULL) text_add_as_utf8(&message, error, strlen(error) + 1);
    struct note_head head = {.plies = (uint32_t)plies,
                             .texts_size = (uint32_t)note->texts.length,
                             .error_size = (uint32_t)message.length,
                             .found = note->found,
                             .result = (uint8_t)result,
                             .castling = (uint8_t)note->castling,
                             .has_start = note->has_start,
                             .has_clocks = note->has_clocks,
                             .has_evals = note->has_evals,
                             .is_broken = error != NULL};
    add_aligned(out, &head, sizeof head);
    add_aligned(out, note->tags, note->table->tag_count * sizeof note->tags[0]);
    add_aligned(out, note->texts.bytes, note->texts.length);
    add_aligned(out, message.bytes, message.length);
    free(message.bytes);
    if (head.has_start) add_aligned(out, &note->start, sizeof note->start);
    add_aligned(out, columns->moves, plies * sizeof columns->moves[0]);
    if (head.has_clocks) add_aligned(out, columns->clocks, plies * sizeof columns->clocks[0]);
    if (head.has_evals) add_aligned(out, columns->evals, plies * sizeof columns->evals[0]);
    head.size = (uint32_t)(out->length - begin);
    memcpy(out->bytes + begin, &head, sizeof head);
}

/* ---- Batches ---- */

static const char *pass(const char **at, size_t size)
{
    const char *begin = *at;
    *at += (size + 7) & ~(size_t)7;
    return begin;
}

/* Finds the parts of a note; start is a copy, because positions must be aligned. Returns the beginning of the next
 * note. */
static const char *read_note(struct game_row *row, const struct game_table *table, const char *note, pf_position *start)
{
    struct note_head head;
    struct tag_place places[MAX_TABLE_TAGS];
    const char *at = note;
    memcpy(&head, pass(&at, sizeof head), sizeof head);
    memcpy(places, pass(&at, table->tag_count * sizeof places[0]), table->tag_count * sizeof places[0]);
    const char *texts = pass(&at, head.texts_size);
    for (unsigned i = 0; i < table->tag_count; i++) {
        row->tag_sizes[i] = places[i].size;
        row->tags[i] = texts + places[i].at;
    }
    const char *error = pass(&at, head.error_size);
    row->error = head.is_broken ? error : NULL;
    row->start = NULL;
    if (head.has_start) {
        memcpy(start, pass(&at, sizeof *start), sizeof *start);
        row->start = start;
    }
    row->found = head.found;
    row->result = (pf_result)head.result;
    row->castling = (pf_uci_castling)head.castling;
    row->plies = head.plies;
    row->moves = (const pf_move *)(const void *)pass(&at, head.plies * sizeof(pf_move));
    row->clocks = head.has_clocks ? (const int32_t *)(const void *)pass(&at, head.plies * sizeof(int32_t)) : NULL;
    row->evals = head.has_evals ? (const int32_t *)(const void *)pass(&at, head.plies * sizeof(int32_t)) : NULL;
    return note + head.size;
}

static void add_game(struct game_batch *batch, const struct game_table *table, const struct game_row *row,
                     struct list_space *space)
{
    for (size_t i = 0; i < table->count; i++)
        add_game_value(&batch->parts[i].values, row, table->values[i], table->tags_of[i], space);
    batch->rows++;
}

static void add_positions(struct game_batch *batch, const struct game_table *table, const struct game_row *row,
                          struct list_space *space)
{
    if (row->start == NULL) return; /* the game was broken before it had a position */
    pf_position position = *row->start;
    for (uint32_t ply = 0; ply <= row->plies; ply++) {
        for (size_t i = 0; i < table->count; i++) {
            struct parquet_values *values = &batch->parts[i].values;
            if (table->values[i] >= VALUE_PLY)
                add_position_value(values, row, table->values[i], &position, ply);
            else
                add_game_value(values, row, table->values[i], table->tags_of[i], space);
        }
        if (ply < row->plies) play_or_pass(&position, row->moves[ply]);
        batch->rows++;
    }
}

void game_batch_clear(struct game_batch *batch)
{
    for (size_t i = 0; i < MAX_TABLE_COLUMNS; i++) parquet_part_clear(&batch->parts[i]);
    batch->games = batch->rows = 0;
    batch->is_made = false;
}

void game_batch_free(struct game_batch *batch)
{
    for (size_t i = 0; i < MAX_TABLE_COLUMNS; i++) parquet_part_free(&batch->parts[i]);
}

/* Makes pages from the values collected for the early columns. */
static void make_pages(struct game_batch *batch, const struct game_table *table, struct parquet_codec *codec)
{
    for (size_t i = 0; i < table->count; i++) {
        struct parquet_part *part = &batch->parts[i];
        if (!table->columns[i].is_early) continue;
        parquet_page(&part->pages, &table->columns[i], &part->values, codec);
        parquet_values_clear(&part->values);
    }
}

void game_batch_make(struct game_batch *batch, const struct game_table *table, const struct text *notes,
                     struct parquet_codec *codec)
{
    enum { PAGE_ROWS = 20000 };
    struct game_row row;
    struct list_space space = {0};
    pf_position start;
    uint64_t paged = 0;
    game_batch_clear(batch);
    for (const char *at = notes->bytes, *end = at + notes->length; at < end; batch->games++) {
        row.number = batch->games;
        at = read_note(&row, table, at, &start);
        if (table->positions)
            add_positions(batch, table, &row, &space);
        else
            add_game(batch, table, &row, &space);
        if (batch->rows - paged < PAGE_ROWS) continue;
        make_pages(batch, table, codec);
        paged = batch->rows;
    }
    make_pages(batch, table, codec);
    batch->is_made = true;
    free(space.is_null);
}

/* ---- The file ---- */

static bool put(void *context, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, context) == size;
}

static void expect(const struct game_table *table, enum parquet_status status)
{
    if (status == PARQUET_NO_MEMORY) fail("not enough memory");
    if (status == PARQUET_NOT_WRITTEN) fail("cannot write %s: %s", table->name, strerror(errno));
}

void game_table_begin(struct game_table *table, FILE *file, const char *name, struct parquet_codec *codec)
{
    snprintf(table->note, sizeof table->note,
             "{\"version\":\"" PF_VERSION_TEXT "\",\"table\":\"%s\",\"moves\":\"16 bits: target square 0-5 (a1 = 0, "
             "h8 = 63), origin 6-11, promotion piece less knight 12-13, kind 14-15 (0 normal, 1 promotion, 2 en "
             "passant, 3 castling, "
             "king takes rook); 0 is a null move\"}",
             table->positions ? "positions" : "games");
    table->metadata[0] = "plyforge";
    table->metadata[1] = table->note;
    table->name = name;
    const struct parquet_description description = {.columns = table->columns,
                                                    .count = table->count,
                                                    .note = table->metadata,
                                                    .writer = "plyforge version " PF_VERSION_TEXT,
                                                    .codec = codec};
    table->writer = allocated(parquet_begin(&description, (struct parquet_sink){.put = put, .context = file}));
}

/* The games of a batch are numbered from its first. */
static void renumber(struct game_table *table, struct game_batch *batch)
{
    for (size_t i = 0; i < table->count; i++) {
        if (table->values[i] != VALUE_GAME) continue;
        unsigned char *bytes = (unsigned char *)batch->parts[i].values.plain.bytes;
        for (size_t at = 0; at < batch->parts[i].values.plain.length; at += 8) {
            uint64_t number = 0;
            for (unsigned j = 8; j-- > 0;) number = number << 8 | bytes[at + j];
            number += table->games;
            for (unsigned j = 0; j < 8; j++) bytes[at + j] = (unsigned char)(number >> 8 * j);
        }
    }
    table->games += batch->games;
}

static void add_file_names(const struct game_table *table, struct game_batch *batch, const char *input)
{
    struct text name = {0};
    text_add_as_utf8(&name, input, strlen(input));
    for (size_t i = 0; i < table->count; i++)
        for (uint64_t row = 0; table->values[i] == VALUE_FILE && row < batch->rows; row++)
            parquet_bytes(&batch->parts[i].values, name.bytes, name.length);
    free(name.bytes);
}

void game_table_add(struct game_table *table, struct game_batch *batch, const char *input)
{
    renumber(table, batch);
    add_file_names(table, batch, input);
    if (batch->rows > 0) expect(table, parquet_add_rows(table->writer, batch->parts, batch->rows));
}

void game_table_end(struct game_table *table)
{
    expect(table, parquet_end(table->writer));
}
