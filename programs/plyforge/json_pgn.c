/* What `plyforge pgn --json` prints, made with jansson. Texts in PGN files are often not UTF-8, which JSON must be:
 * bytes that are not are taken for Latin-1. */
#include "json.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *or_fail(json_t *value)
{
    if (value != NULL) return value;
    fail("cannot make the JSON text");
}

static json_t *number_json(uint64_t number)
{
    return json_integer((json_int_t)number);
}

static json_t *text_json(const char *text, size_t length)
{
    json_t *value = json_stringn(text, length);
    if (value != NULL) return value;
    char *utf8 = malloc(2 * length + 1);
    if (utf8 == NULL) return NULL;
    size_t size = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte >= 0x80) utf8[size++] = (char)(0xc0 | byte >> 6);
        utf8[size++] = (char)(byte < 0x80 ? byte : 0x80 | (byte & 0x3f));
    }
    value = json_stringn(utf8, size);
    free(utf8);
    return value;
}

/* ---- Sums ---- */

struct json_broken_list {
    json_t *games, *warnings;
};

struct json_broken_list *json_broken_create(void)
{
    struct json_broken_list *list = malloc(sizeof *list);
    if (list == NULL) or_fail(NULL);
    list->games = or_fail(json_array());
    list->warnings = or_fail(json_array());
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
    json_array_append_new(is_warning ? list->warnings : list->games,
                          or_fail(json_pack("{s:o, s:o, s:o, s:o, s:o}", "file", text_json(file, strlen(file)), "line",
                                            number_json(line), "byte", number_json(offset), "game", number_json(game),
                                            "message", text_json(message, strlen(message)))));
}

void json_print_pgn(const struct pgn_sums *sums, uint64_t broken, struct json_broken_list *list, uint64_t bytes,
                    double seconds, bool skimmed)
{
    json_t *object = or_fail(json_object());
    json_object_set_new(object, "games", number_json(sums->games));
    json_object_set_new(object, "tags", number_json(sums->tags));
    if (!skimmed) {
        json_object_set_new(object, "broken", number_json(broken));
        json_object_set_new(object, "warnings", number_json(sums->warnings));
        json_object_set_new(object, "white_wins", number_json(sums->results[PF_RESULT_WHITE_WINS]));
        json_object_set_new(object, "black_wins", number_json(sums->results[PF_RESULT_BLACK_WINS]));
        json_object_set_new(object, "draws", number_json(sums->results[PF_RESULT_DRAW]));
        json_object_set_new(object, "undecided", number_json(sums->results[PF_RESULT_UNDECIDED]));
        json_object_set_new(object, "without_result", number_json(sums->results[PF_RESULT_NOT_GIVEN]));
        json_object_set_new(object, "plies", number_json(sums->plies));
        json_object_set_new(object, "variations", number_json(sums->variations));
        json_object_set_new(object, "variation_plies", number_json(sums->variation_plies));
        json_object_set_new(object, "comments", number_json(sums->comments));
        json_object_set_new(object, "nags", number_json(sums->nags));
        json_object_set(object, "broken_games", list->games);
        json_object_set(object, "warning_places", list->warnings);
    }
    json_object_set_new(object, "bytes", number_json(bytes));
    json_object_set_new(object, "seconds", json_real(seconds));
    json_dumpf(object, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6)); /* main notices what could not be written */
    putchar('\n');
    json_decref(object);
    json_broken_destroy(list);
}

/* ---- Games ---- */

struct json_game {
    const struct pgn_options *options;
    json_t *tags, *moves, *positions, *error;
};

struct json_game *json_game_begin(const struct pgn_options *options)
{
    struct json_game *game = calloc(1, sizeof *game);
    if (game == NULL) or_fail(NULL);
    game->options = options;
    game->tags = or_fail(json_object());
    if (options->moves != MOVES_NONE) game->moves = or_fail(json_array());
    if (options->epd) game->positions = or_fail(json_array());
    return game;
}

void json_game_tag(struct json_game *game, const pf_pgn_event *event)
{
    char *name = malloc(event->name_length + 1), *value = malloc(event->length + 1);
    if (name == NULL || value == NULL) or_fail(NULL);
    memcpy(name, event->name, event->name_length);
    name[event->name_length] = '\0';
    size_t length = pf_pgn_unescape(value, event->length + 1, event->text, event->length);
    json_t *text = text_json(value, length);
    if (json_object_set(game->tags, name, text) != 0) json_object_set(game->tags, "?", text); /* not UTF-8 */
    json_decref(text);
    free(name);
    free(value);
}

void json_game_move(struct json_game *game, const char *move)
{
    json_array_append_new(game->moves, json_string(move));
}

void json_game_position(struct json_game *game, const pf_variant_position *position)
{
    char fen[PF_VARIANT_FEN_SIZE];
    if (game->positions == NULL) return;
    pf_variant_to_fen(fen, sizeof fen, position, PF_CASTLING_XFEN, PF_EP_LEGAL);
    json_array_append_new(game->positions, json_string(fen));
}

void json_game_error(struct json_game *game, const char *message)
{
    if (game->error == NULL) game->error = or_fail(text_json(message, strlen(message)));
}

void json_game_end(struct json_game *game, const pf_pgn_event *end, struct text *output)
{
    if (end != NULL) {
        json_t *object = or_fail(json_pack("{s:O}", "tags", game->tags));
        if (game->moves != NULL) json_object_set(object, "moves", game->moves);
        if (game->positions != NULL) json_object_set(object, "positions", game->positions);
        if (!game->options->headers) {
            json_object_set_new(object, "result", json_string(pf_result_text(end->result)));
            json_object_set_new(object, "broken", json_boolean(end->broken));
            json_object_set_new(object, "warnings", number_json(end->warnings));
            if (game->error != NULL) json_object_set(object, "error", game->error);
        }
        char *line = json_dumps(object, JSON_COMPACT);
        if (line == NULL) or_fail(NULL);
        text_add_string(output, line);
        text_add_string(output, "\n");
        free(line);
        json_decref(object);
    }
    json_decref(game->tags);
    json_decref(game->moves);
    json_decref(game->positions);
    json_decref(game->error);
    free(game);
}
