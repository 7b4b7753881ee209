/* What `plyforge pgn --json` prints, made with jansson. */
#include "json.h"
#include "json_values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *number_json(uint64_t number)
{
    return json_integer((json_int_t)number);
}

/* ---- Sums ---- */

struct json_broken_list {
    json_t *games, *warnings;
};

struct json_broken_list *json_broken_create(void)
{
    struct json_broken_list *list = allocated(malloc(sizeof *list));
    list->games = json_made(json_array());
    list->warnings = json_made(json_array());
    return list;
}

void json_broken_destroy(struct json_broken_list *list)
{
    if (list == NULL) return;
    json_decref(list->games);
    json_decref(list->warnings);
    free(list);
}

void json_broken_add(struct json_broken_list *list, bool is_warning, const char *file, uint64_t line, uint64_t offset,
                     uint64_t game, const char *message)
{
    json_append(is_warning ? list->warnings : list->games,
                json_pack("{s:o, s:o, s:o, s:o, s:o}", "file", json_text(file), "line", number_json(line), "byte",
                          number_json(offset), "game", number_json(game), "message", json_text(message)));
}

void json_print_pgn(const struct pgn_sums *sums, uint64_t broken, struct json_broken_list *list, uint64_t bytes,
                    double seconds, bool skimmed)
{
    json_t *object = json_made(json_object());
    json_set(object, "games", number_json(sums->games));
    json_set(object, "tags", number_json(sums->tags));
    if (!skimmed) {
        json_set(object, "broken", number_json(broken));
        json_set(object, "warnings", number_json(sums->warnings));
        json_set(object, "white_wins", number_json(sums->results[PF_RESULT_WHITE_WINS]));
        json_set(object, "black_wins", number_json(sums->results[PF_RESULT_BLACK_WINS]));
        json_set(object, "draws", number_json(sums->results[PF_RESULT_DRAW]));
        json_set(object, "undecided", number_json(sums->results[PF_RESULT_UNDECIDED]));
        json_set(object, "without_result", number_json(sums->results[PF_RESULT_NOT_GIVEN]));
        json_set(object, "plies", number_json(sums->plies));
        json_set(object, "variations", number_json(sums->variations));
        json_set(object, "variation_plies", number_json(sums->variation_plies));
        json_set(object, "comments", number_json(sums->comments));
        json_set(object, "nags", number_json(sums->nags));
        json_object_set(object, "broken_games", list->games);
        json_object_set(object, "warning_places", list->warnings);
    }
    json_set(object, "bytes", number_json(bytes));
    json_set(object, "seconds", json_real(seconds));
    json_print(object, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    json_decref(object);
    json_broken_destroy(list);
}

/* ---- Training records ---- */

void json_print_train(const struct train_made *made)
{
    json_t *object = json_made(json_pack("{s:o, s:o, s:o, s:o, s:o}", "games", number_json(made->games), "broken",
                                         number_json(made->broken), "without_result", number_json(made->without_result),
                                         "positions", number_json(made->positions), "records",
                                         number_json(made->records)));
    json_print(object, JSON_INDENT(2));
    json_decref(object);
}

void json_print_record(const pf_train_record *record)
{
    char fen[PF_FEN_SIZE], uci[PF_UCI_SIZE];
    /* As pf_train_to_plain() writes them: one record has one FEN. */
    pf_position_to_fen(fen, sizeof fen, &record->position, PF_CASTLING_XFEN, PF_EP_ALWAYS);
    pf_move_to_uci(uci, sizeof uci, record->move, PF_UCI_KING_STEP);
    bool has_score = record->score != PF_TRAIN_NO_SCORE;
    json_t *object = json_made(json_pack("{s:s, s:s, s:o, s:i, s:i}", "fen", fen, "move", uci, "score",
                                         has_score ? json_integer(record->score) : json_null(), "ply", (int)record->ply,
                                         "result", (int)record->result));
    json_print(object, JSON_COMPACT);
    json_decref(object);
}

/* ---- Games ---- */

/* The main line, or a variation that is being read. The JSON values belong to the line around it, or to the game. */
struct json_line {
    json_t *moves, *annotations;
    json_t *annotation;         /* of the last move; NULL: there is none yet */
    json_t *object;             /* of the variation */
    unsigned ply;               /* of the last move, from the start of the game */
    pf_variant_position before; /* the next move */
};

struct json_game {
    const struct pgn_options *options;
    json_t *tags, *moves, *annotations, *positions, *error;
    struct json_line *lines; /* the line at each depth */
    size_t depth, capacity;
    struct text comment; /* the pieces so far of a comment that continues */
};

struct json_game *json_game_begin(const struct pgn_options *options)
{
    struct json_game *game = allocated(calloc(1, sizeof *game));
    game->options = options;
    game->tags = json_made(json_object());
    game->capacity = 1;
    game->lines = allocated(calloc(1, sizeof *game->lines));
    if (options->moves != MOVES_NONE) {
        game->lines[0].moves = game->moves = json_made(json_array());
        game->lines[0].annotations = game->annotations = json_made(json_array());
    }
    if (options->epd) game->positions = json_made(json_array());
    return game;
}

void json_game_tag(struct json_game *game, const pf_pgn_event *event)
{
    char *name = allocated(malloc(event->name_length + 1)), *value = allocated(malloc(event->length + 1));
    memcpy(name, event->name, event->name_length);
    name[event->name_length] = '\0';
    size_t length = pf_pgn_unescape(value, event->length + 1, event->text, event->length);
    json_t *text = json_bytes(value, length);
    if (json_object_set(game->tags, name, text) != 0) json_object_set(game->tags, "?", text); /* not UTF-8 */
    json_decref(text);
    free(name);
    free(value);
}

const pf_variant_position *json_game_before(const struct json_game *game)
{
    return &game->lines[game->depth].before;
}

void json_game_move(struct json_game *game, const char *move, const pf_variant_position *after)
{
    struct json_line *line = &game->lines[game->depth];
    json_append(line->moves, json_string(move));
    line->annotation = NULL;
    line->ply++;
    line->before = *after;
}

/* The object for what is said about the last move. */
static json_t *annotation(struct json_game *game)
{
    struct json_line *line = &game->lines[game->depth];
    if (line->annotation == NULL) {
        line->annotation = json_made(json_pack("{s:o}", "ply", number_json(line->ply)));
        json_append(line->annotations, line->annotation);
    }
    return line->annotation;
}

/* Adds a value to a list of the annotation. */
static void annotate(struct json_game *game, const char *list, json_t *value)
{
    json_t *object = annotation(game), *array = json_object_get(object, list);
    if (array == NULL) {
        array = json_made(json_array());
        json_set(object, list, array);
    }
    json_append(array, value);
}

void json_game_nag(struct json_game *game, unsigned nag)
{
    annotate(game, "nags", number_json(nag));
}

void json_game_comment(struct json_game *game, const pf_pgn_event *event)
{
    pf_pgn_commands commands = event->commands;
    struct text *pieces = &game->comment;
    if (event->continues || pieces->length > 0) text_add(pieces, event->text, event->length);
    if (event->continues) return;
    bool whole = pieces->length == 0;
    if (!whole) pf_pgn_commands_from_text(&commands, pieces->bytes, pieces->length);
    annotate(game, "comments",
             whole ? json_bytes(event->text, event->length) : json_bytes(pieces->bytes, pieces->length));
    pieces->length = 0;
    json_t *object = annotation(game);
    if (commands.clock >= 0) json_set(object, "clock", json_real((double)commands.clock / 1000));
    if (commands.elapsed >= 0) json_set(object, "elapsed", json_real((double)commands.elapsed / 1000));
    if (commands.eval_kind == PF_PGN_EVAL_NONE) return;
    const char *unit = commands.eval_kind == PF_PGN_EVAL_MATE ? "mate" : "centipawns";
    json_t *eval = json_made(json_pack("{s:i}", unit, (int)commands.eval));
    if (commands.eval_depth >= 0) json_set(eval, "depth", json_integer(commands.eval_depth));
    json_set(object, "eval", eval);
}

void json_game_begin_variation(struct json_game *game, const pf_variant_position *start)
{
    json_t *moves = json_made(json_array()), *annotations = json_made(json_array());
    json_t *object = json_made(json_pack("{s:o, s:o}", "moves", moves, "annotations", annotations));
    annotate(game, "variations", object);
    if (++game->depth == game->capacity) {
        game->capacity *= 2;
        game->lines = allocated(realloc(game->lines, game->capacity * sizeof *game->lines));
    }
    unsigned ply = game->lines[game->depth - 1].ply;
    game->lines[game->depth] = (struct json_line){moves, annotations, NULL, object, ply > 0 ? ply - 1 : 0, *start};
}

void json_game_end_variation(struct json_game *game)
{
    struct json_line *line = &game->lines[game->depth];
    if (game->depth == 0) return;
    if (json_array_size(line->annotations) == 0) json_object_del(line->object, "annotations");
    game->depth--;
}

void json_game_position(struct json_game *game, const pf_variant_position *position)
{
    char fen[PF_VARIANT_FEN_SIZE];
    game->lines[0].before = *position;
    if (game->positions == NULL) return;
    pf_variant_to_fen(fen, sizeof fen, position, PF_CASTLING_XFEN, PF_EP_LEGAL);
    json_append(game->positions, json_string(fen));
}

void json_game_error(struct json_game *game, const char *message)
{
    if (game->error == NULL) game->error = json_text(message);
}

void json_game_end(struct json_game *game, const pf_pgn_event *end, struct text *output)
{
    if (end != NULL) {
        json_t *object = json_made(json_pack("{s:O}", "tags", game->tags));
        if (game->moves != NULL) json_object_set(object, "moves", game->moves);
        if (json_array_size(game->annotations) > 0) json_object_set(object, "annotations", game->annotations);
        if (game->positions != NULL) json_object_set(object, "positions", game->positions);
        if (!game->options->headers) {
            json_set(object, "result", json_string(pf_result_text(end->result)));
            json_set(object, "broken", json_boolean(end->broken));
            json_set(object, "warnings", number_json(end->warnings));
            if (game->error != NULL) json_object_set(object, "error", game->error);
        }
        char *line = json_to_text(object, JSON_COMPACT | JSON_REAL_PRECISION(15));
        text_add_string(output, line);
        text_add_string(output, "\n");
        free(line);
        json_decref(object);
    }
    json_decref(game->tags);
    json_decref(game->moves);
    json_decref(game->annotations);
    json_decref(game->positions);
    json_decref(game->error);
    free(game->lines);
    free(game->comment.bytes);
    free(game);
}
