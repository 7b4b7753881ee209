/* The output of `plyforge pgn --json`. */
#include "output/json_pgn.h"

#include "output/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Adds an array of the values that another writer wrote, and releases them. */
static void add_array(struct json *json, const char *name, struct json *values)
{
    json_open_array(json, name);
    json_values(json, values);
    json_close_array(json);
    free(values->text.bytes);
    *values = (struct json){0};
}

/* ---- Sums ---- */

enum { LIST_DEPTH = 2 }; /* the depth of the elements of an array in the object */

struct json_broken_list {
    struct json games, warnings;
};

struct json_broken_list *json_broken_create(void)
{
    struct json_broken_list *list = allocated(malloc(sizeof *list));
    *list = (struct json_broken_list){{.depth = LIST_DEPTH}, {.depth = LIST_DEPTH}};
    return list;
}

void json_broken_destroy(struct json_broken_list *list)
{
    if (list == NULL) return;
    free(list->games.text.bytes);
    free(list->warnings.text.bytes);
    free(list);
}

void json_broken_add(struct json_broken_list *list, bool is_warning, const char *file, uint64_t line, uint64_t offset,
                     uint64_t game, const char *message)
{
    struct json *json = is_warning ? &list->warnings : &list->games;
    json_open_object(json, NULL);
    json_string(json, "file", file);
    json_unsigned(json, "line", line);
    json_unsigned(json, "byte", offset);
    json_unsigned(json, "game", game);
    json_string(json, "message", message);
    json_close_object(json);
}

void json_print_pgn(const struct pgn_sums *sums, uint64_t broken, struct json_broken_list *list, uint64_t bytes,
                    double seconds, bool skimmed)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    json_unsigned(&json, "games", sums->games);
    json_unsigned(&json, "tags", sums->tags);
    if (!skimmed) {
        json_unsigned(&json, "broken", broken);
        json_unsigned(&json, "warnings", sums->warnings);
        json_unsigned(&json, "white_wins", sums->results[PF_RESULT_WHITE_WINS]);
        json_unsigned(&json, "black_wins", sums->results[PF_RESULT_BLACK_WINS]);
        json_unsigned(&json, "draws", sums->results[PF_RESULT_DRAW]);
        json_unsigned(&json, "undecided", sums->results[PF_RESULT_UNDECIDED]);
        json_unsigned(&json, "without_result", sums->results[PF_RESULT_NOT_GIVEN]);
        json_unsigned(&json, "plies", sums->plies);
        json_unsigned(&json, "variations", sums->variations);
        json_unsigned(&json, "variation_plies", sums->variation_plies);
        json_unsigned(&json, "comments", sums->comments);
        json_unsigned(&json, "nags", sums->nags);
        add_array(&json, "broken_games", &list->games);
        add_array(&json, "warning_places", &list->warnings);
    }
    json_unsigned(&json, "bytes", bytes);
    json_real(&json, "seconds", seconds);
    json_close_object(&json);
    json_print(&json);
    json_broken_destroy(list);
}

/* ---- Games ---- */

struct json_tag {
    char *name, *value;
    size_t length;    /* the length of the value */
    bool is_replaced; /* by a later tag with the same name */
};

/* The comments, NAGs and variations after the last move; other members belong to the last comment that has them. */
struct json_annotation {
    bool is_begun;
    struct json nags, comments, variations;
    pf_pgn_commands commands;
};

/* The main line, or an open variation. */
struct json_line {
    struct json moves, annotations;
    struct json_annotation annotation;
    unsigned ply;       /* the ply of the last move, from the start of the game */
    pf_position before; /* the position before the next move */
};

struct json_game {
    const struct pgn_options *options;
    struct json_tag *tags;
    size_t tag_count, tag_capacity;
    struct json positions;
    char *error;
    struct json_line *lines; /* the line at each depth */
    size_t depth, capacity;
    struct text comment; /* the part read so far of a comment that continues */
    pf_opening opening;  /* eco is NULL if there is none */
    unsigned opening_plies;
};

static const struct json compact = {.is_compact = true};

static void begin_annotation(struct json_annotation *annotation)
{
    *annotation = (struct json_annotation){.nags = compact, .comments = compact, .variations = compact};
    pf_pgn_commands_from_text(&annotation->commands, "", 0);
}

static void begin_json_line(struct json_line *line, unsigned ply, const pf_position *before)
{
    line->moves = line->annotations = compact;
    line->ply = ply;
    if (before != NULL) line->before = *before;
    begin_annotation(&line->annotation);
}

static void release_line(struct json_line *line)
{
    free(line->moves.text.bytes);
    free(line->annotations.text.bytes);
    free(line->annotation.nags.text.bytes);
    free(line->annotation.comments.text.bytes);
    free(line->annotation.variations.text.bytes);
}

struct json_game *json_game_begin(const struct pgn_options *options)
{
    struct json_game *game = allocated(calloc(1, sizeof *game));
    game->options = options;
    game->positions = compact;
    game->capacity = 1;
    game->lines = allocated(calloc(1, sizeof *game->lines));
    begin_json_line(&game->lines[0], 0, NULL);
    return game;
}

void json_game_tag(struct json_game *game, const pf_pgn_event *event)
{
    if (game->tag_count == game->tag_capacity) {
        game->tag_capacity = 2 * game->tag_capacity + 16;
        game->tags = allocated(realloc(game->tags, game->tag_capacity * sizeof *game->tags));
    }
    struct json_tag tag = {.name = allocated(malloc(event->name_length + 1)),
                           .value = allocated(malloc(event->length + 1))};
    memcpy(tag.name, event->name, event->name_length);
    tag.name[event->name_length] = '\0';
    tag.length = pf_pgn_unescape(tag.value, event->length + 1, event->text, event->length);
    game->tags[game->tag_count++] = tag;
}

/* Sorts by name, and in the order of the game if the names are equal. */
static int compare_tags(const void *left, const void *right)
{
    const struct json_tag *a = *(struct json_tag *const *)left, *b = *(struct json_tag *const *)right;
    int order = strcmp(a->name, b->name);
    return order != 0 ? order : (a > b) - (a < b);
}

/* Members of an object have different names: the last tag of each name counts. */
static void add_tags(struct json *json, struct json_game *game)
{
    struct json_tag **sorted = allocated(malloc((game->tag_count + 1) * sizeof *sorted));
    for (size_t i = 0; i < game->tag_count; i++) sorted[i] = &game->tags[i];
    qsort(sorted, game->tag_count, sizeof *sorted, compare_tags);
    for (size_t i = 1; i < game->tag_count; i++)
        sorted[i - 1]->is_replaced = strcmp(sorted[i - 1]->name, sorted[i]->name) == 0;
    free(sorted);
    json_open_object(json, "tags");
    for (size_t i = 0; i < game->tag_count; i++)
        if (!game->tags[i].is_replaced) json_bytes(json, game->tags[i].name, game->tags[i].value, game->tags[i].length);
    json_close_object(json);
}

const pf_position *json_game_before(const struct json_game *game)
{
    return &game->lines[game->depth].before;
}

static void add_commands(struct json *json, const pf_pgn_commands *commands)
{
    if (commands->clock >= 0) json_real(json, "clock", (double)commands->clock / 1000);
    if (commands->elapsed >= 0) json_real(json, "elapsed", (double)commands->elapsed / 1000);
    if (commands->eval_kind == PF_PGN_EVAL_NONE) return;
    json_open_object(json, "eval");
    json_integer(json, commands->eval_kind == PF_PGN_EVAL_MATE ? "mate" : "centipawns", commands->eval);
    if (commands->eval_depth >= 0) json_integer(json, "depth", commands->eval_depth);
    json_close_object(json);
}

/* Ends the annotations of the last move. */
static void finish_annotation(struct json_line *line)
{
    struct json_annotation *annotation = &line->annotation;
    struct json *json = &line->annotations;
    if (!annotation->is_begun) return;
    json_open_object(json, NULL);
    json_unsigned(json, "ply", line->ply);
    if (annotation->nags.has_value) add_array(json, "nags", &annotation->nags);
    if (annotation->comments.has_value) add_array(json, "comments", &annotation->comments);
    add_commands(json, &annotation->commands);
    if (annotation->variations.has_value) add_array(json, "variations", &annotation->variations);
    json_close_object(json);
    begin_annotation(annotation);
}

static struct json_annotation *annotation_of(struct json_game *game)
{
    struct json_annotation *annotation = &game->lines[game->depth].annotation;
    annotation->is_begun = true;
    return annotation;
}

void json_game_move(struct json_game *game, const char *move, const pf_position *after)
{
    struct json_line *line = &game->lines[game->depth];
    finish_annotation(line);
    json_string(&line->moves, NULL, move);
    line->ply++;
    line->before = *after;
}

void json_game_nag(struct json_game *game, unsigned nag)
{
    json_unsigned(&annotation_of(game)->nags, NULL, nag);
}

void json_game_comment(struct json_game *game, const pf_pgn_event *event)
{
    pf_pgn_commands commands = event->commands;
    struct text *pieces = &game->comment;
    if (event->continues || pieces->length > 0) text_add(pieces, event->text, event->length);
    if (event->continues) return;
    struct json_annotation *annotation = annotation_of(game);
    if (pieces->length == 0) {
        json_bytes(&annotation->comments, NULL, event->text, event->length);
    } else {
        pf_pgn_commands_from_text(&commands, pieces->bytes, pieces->length);
        json_bytes(&annotation->comments, NULL, pieces->bytes, pieces->length);
        pieces->length = 0;
    }
    pf_pgn_commands *known = &annotation->commands;
    if (commands.clock >= 0) known->clock = commands.clock;
    if (commands.elapsed >= 0) known->elapsed = commands.elapsed;
    if (commands.eval_kind == PF_PGN_EVAL_NONE) return;
    known->eval_kind = commands.eval_kind;
    known->eval = commands.eval;
    known->eval_depth = commands.eval_depth;
}

void json_game_begin_variation(struct json_game *game, const pf_position *start)
{
    annotation_of(game);
    if (++game->depth == game->capacity) {
        game->capacity *= 2;
        game->lines = resized(game->lines, game->capacity, sizeof *game->lines);
    }
    unsigned ply = game->lines[game->depth - 1].ply;
    begin_json_line(&game->lines[game->depth], ply > 0 ? ply - 1 : 0, start);
}

/* Adds the moves and annotations of a line as members of the open object. */
static void add_line(struct json *json, struct json_line *line)
{
    finish_annotation(line);
    add_array(json, "moves", &line->moves);
    if (line->annotations.has_value) add_array(json, "annotations", &line->annotations);
}

void json_game_end_variation(struct json_game *game)
{
    if (game->depth == 0) return;
    struct json_line *line = &game->lines[game->depth--];
    struct json *json = &annotation_of(game)->variations;
    json_open_object(json, NULL);
    add_line(json, line);
    json_close_object(json);
}

void json_game_position(struct json_game *game, const pf_position *position)
{
    char fen[PF_FEN_SIZE];
    game->lines[0].before = *position;
    if (!game->options->epd) return;
    pf_position_to_fen(fen, sizeof fen, position, PF_CASTLING_XFEN, PF_EP_LEGAL);
    json_string(&game->positions, NULL, fen);
}

void json_game_opening(struct json_game *game, const pf_opening *opening, unsigned plies)
{
    game->opening = *opening;
    game->opening_plies = plies;
}

/* Adds null if no position of the game has a name. */
static void add_opening(struct json *json, const struct json_game *game)
{
    if (game->opening.eco == NULL) {
        json_null(json, "opening");
        return;
    }
    json_open_object(json, "opening");
    json_string(json, "eco", game->opening.eco);
    json_string(json, "name", game->opening.name);
    json_unsigned(json, "plies", game->opening_plies);
    json_close_object(json);
}

void json_game_error(struct json_game *game, const char *message)
{
    if (game->error != NULL) return;
    game->error = allocated(malloc(strlen(message) + 1));
    strcpy(game->error, message);
}

static void add_game(struct text *output, struct json_game *game, const pf_pgn_event *end)
{
    struct json json = compact;
    json_open_object(&json, NULL);
    add_tags(&json, game);
    while (game->depth > 0) json_game_end_variation(game); /* only a broken game has open variations here */
    if (game->options->moves != MOVES_NONE) add_line(&json, &game->lines[0]);
    if (game->options->epd) add_array(&json, "positions", &game->positions);
    if (game->options->eco != NULL) add_opening(&json, game);
    if (!game->options->headers) {
        json_string(&json, "result", pf_result_text(end->result));
        json_boolean(&json, "broken", end->broken);
        json_unsigned(&json, "warnings", end->warnings);
        if (game->error != NULL) json_string(&json, "error", game->error);
    }
    json_close_object(&json);
    text_add(output, json.text.bytes, json.text.length);
    text_add(output, "\n", 1);
    free(json.text.bytes);
}

void json_game_end(struct json_game *game, const pf_pgn_event *end, struct text *output)
{
    if (end != NULL) add_game(output, game, end);
    for (size_t i = 0; i < game->tag_count; i++) {
        free(game->tags[i].name);
        free(game->tags[i].value);
    }
    free(game->tags);
    for (size_t i = 0; i <= game->depth; i++) release_line(&game->lines[i]);
    free(game->lines);
    free(game->positions.text.bytes);
    free(game->error);
    free(game->comment.bytes);
    free(game);
}
