/* plyforge san: moves from UCI notation to SAN and back. */
#include "json.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static bool is_uci(const char *text, size_t length)
{
    if (length == 5 && strchr("nbrq", text[4]) == NULL) return false;
    pf_square square;
    return (length == 4 || length == 5) && pf_square_from_text(&square, text, 2) &&
           pf_square_from_text(&square, text + 2, 2);
}

/* Reads the move in one notation, prints it in the other unless JSON is wanted, and plays it. */
static void translate(struct json_san *json, pf_position *position, const char *text, const struct request *request)
{
    size_t length = strlen(text);
    pf_move move;
    pf_error error;
    char san[PF_SAN_SIZE], uci[PF_UCI_SIZE];
    bool from_uci = is_uci(text, length);
    if (from_uci) {
        if (pf_move_from_uci(&move, position, text, length, &error) != PF_OK)
            refuse("'%s' at offset %u: %s", text, (unsigned)error.offset, error.message);
    } else {
        pf_san_accept accept = request->lenient ? PF_SAN_LENIENT : PF_SAN_STRICT;
        if (pf_move_from_san(&move, position, text, length, accept, &error) != PF_OK)
            refuse("'%s' at offset %u: %s", text, (unsigned)error.offset, error.message);
    }
    pf_move_to_san(san, sizeof san, position, move, PF_SAN_LETTERS);
    write_move(uci, move, request);
    if (request->json)
        json_san_add(json, uci, san);
    else
        puts(from_uci ? san : uci);
    pf_position_play_unchecked(position, move);
}

static int run_san(const struct request *request)
{
    pf_position position = requested_position(request);
    char first[PF_FEN_SIZE], last[PF_FEN_SIZE];
    struct json_san *json = request->json ? json_san_create() : NULL;
    write_fen(first, &position, request);
    for (int i = 0; i < request->operand_count; i++) translate(json, &position, request->operands[i], request);
    write_fen(last, &position, request);
    if (request->json) json_print_san(json, first, last);
    return STATUS_OK;
}

const struct command san_command = {
    .name = "san",
    .operands = "MOVE...",
    .min_operands = 1,
    .max_operands = INT_MAX,
    .options = OPTION_SET(OPTION_FEN) | OPTION_SET(OPTION_CHESS960) | OPTION_SET(OPTION_LENIENT) |
               OPTION_SET(OPTION_JSON),
    .summary = "translate moves from UCI notation to SAN and back",
    .description =
        "Reads moves that follow one another, in UCI notation (e2e4) or SAN (e4), and prints each in the other\n"
        "notation, one a line. SAN must be exact; with --lenient it may be written as people do (0-0, e2-e4,\n"
        "Ngf3, e8Q, exd6 e.p.), as long as it means one legal move. The same option goes for the FEN.",
    .example = "  plyforge san e2e4 e5 g1f3",
    .run = run_san,
};
