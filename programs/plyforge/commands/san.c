/* plyforge san: converts moves from UCI notation to SAN and back. */
#include "output/json.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

struct san_options {
    struct position_options position; /* the option --moves does not apply */
    bool json;
};

/* "N@f3" is the UCI notation of a drop, and its SAN as well if it gives no check. */
static bool is_uci(const char *text, size_t length, pf_variant variant)
{
    const char *letters = variant == PF_VARIANT_ANTICHESS ? "nbrqk" : "nbrq";
    pf_square square;
    if (variant == PF_VARIANT_CRAZYHOUSE && length == 4 && text[1] == '@') return true;
    if (length == 5 && strchr(letters, text[4]) == NULL) return false;
    return (length == 4 || length == 5) && pf_square_from_text(&square, text, 2) &&
           pf_square_from_text(&square, text + 2, 2);
}

/* Reads the move in one notation, prints it in the other unless JSON is wanted, and plays it. */
static void translate(struct json *json, pf_position *position, const char *text, const struct san_options *options)
{
    size_t length = strlen(text);
    pf_move move;
    pf_error error;
    char san[PF_SAN_SIZE], uci[PF_UCI_SIZE];
    bool from_uci = is_uci(text, length, options->position.variant);
    if (from_uci) {
        if (pf_move_from_uci(&move, position, text, length, &error) != PF_OK)
            refuse("'%s' at offset %u: %s", text, (unsigned)error.offset, error.message);
    } else {
        pf_san_accept accept = options->position.lenient ? PF_SAN_LENIENT : PF_SAN_STRICT;
        if (pf_move_from_san(&move, position, text, length, accept, &error) != PF_OK)
            refuse("'%s' at offset %u: %s", text, (unsigned)error.offset, error.message);
    }
    pf_move_to_san(san, sizeof san, position, move, PF_SAN_LETTERS);
    write_move(uci, move, options->position.chess960);
    if (options->json) {
        json_open_object(json, NULL);
        json_string(json, "uci", uci);
        json_string(json, "san", san);
        json_close_object(json);
    } else {
        puts(from_uci ? san : uci);
    }
    pf_position_play_unchecked(position, move);
}

static int run_san(const void *context, const struct operands *operands)
{
    const struct san_options *options = context;
    bool chess960 = options->position.chess960;
    pf_position position = requested_position(&options->position);
    char first[PF_FEN_SIZE], last[PF_FEN_SIZE];
    struct json json = {0};
    write_fen(first, &position, chess960);
    if (options->json) {
        json_open_object(&json, NULL);
        json_string(&json, "fen", first);
        json_open_array(&json, "moves");
    }
    for (int i = 0; i < operands->count; i++) translate(&json, &position, operands->words[i], options);
    if (options->json) {
        write_fen(last, &position, chess960);
        json_close_array(&json);
        json_string(&json, "final_fen", last);
        json_finish(&json);
    }
    return STATUS_OK;
}

static const struct option_row option_rows[] = {
    FEN_ROW(struct san_options),
    CHESS960_ROW(struct san_options, position.chess960),
    VARIANT_ROW(struct san_options, position.variant),
    LENIENT_ROW(struct san_options, position.lenient),
    JSON_ROW(struct san_options),
    END_OF_OPTIONS,
};

static const struct san_options defaults = {.position = {.lenient = false}};

const struct command san_command = {
    .name = "san",
    .operands = "MOVE...",
    .min_operands = 1,
    .max_operands = INT_MAX,
    COMMAND_OPTIONS(option_rows, defaults),
    .summary = "translate moves from UCI notation to SAN and back",
    .description = "Reads a sequence of moves in UCI notation (e2e4) or SAN (e4), and prints each in the other\n"
                   "notation, one per line. SAN must be exact; --lenient accepts the usual variations (0-0, e2-e4,\n"
                   "Ngf3, e8Q, exd6 e.p.), as long as only one legal move fits. The option also applies to the FEN.",
    .example = "  plyforge san e2e4 e5 g1f3",
    .run = run_san,
};
