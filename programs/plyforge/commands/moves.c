/* plyforge moves: the legal moves of a position, one per line, in UCI notation or SAN. */
#include "common.h"
#include "output/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct moves_options {
    struct position_options position;
    bool san; /* print SAN, in alphabetical order; JSON has both notations */
    bool json;
};

static int compare_san(const void *a, const void *b)
{
    return strcmp(((const struct root *)a)->san, ((const struct root *)b)->san);
}

static void print_json(const char *fen, const struct root *moves, size_t size)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    json_string(&json, "fen", fen);
    json_unsigned(&json, "count", size);
    json_open_array(&json, "moves");
    for (size_t i = 0; i < size; i++) json_string(&json, NULL, moves[i].uci);
    json_close_array(&json);
    json_open_array(&json, "san");
    for (size_t i = 0; i < size; i++) json_string(&json, NULL, moves[i].san);
    json_close_array(&json);
    json_finish(&json);
}

static int run_moves(const void *context, const struct operands *operands)
{
    const struct moves_options *options = context;
    (void)operands;
    static struct root moves[PF_MOVE_LIST_CAPACITY];
    pf_position position = requested_position(&options->position);
    pf_move_list list;
    pf_generate_legal(&position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        write_move(moves[i].uci, list.moves[i], options->position.chess960);
        pf_move_to_san(moves[i].san, sizeof moves[i].san, &position, list.moves[i], PF_SAN_LETTERS);
    }
    sort_roots(moves, list.size);
    if (options->json) {
        char fen[PF_FEN_SIZE];
        write_fen(fen, &position, options->position.chess960);
        print_json(fen, moves, list.size);
        return STATUS_OK;
    }
    if (options->san) qsort(moves, list.size, sizeof *moves, compare_san);
    for (uint32_t i = 0; i < list.size; i++) puts(options->san ? moves[i].san : moves[i].uci);
    return STATUS_OK;
}

static const struct option_row option_rows[] = {
    POSITION_ROWS(struct moves_options),
    VARIANT_ROW(struct moves_options, position.variant),
    OPTION("san", NULL, "print SAN (Nf3) instead of UCI notation; --json has both", read_flag, struct moves_options,
           san),
    JSON_ROW(struct moves_options),
    END_OF_OPTIONS,
};

static const struct moves_options defaults = {.position = POSITION_DEFAULTS};

const struct command moves_command = {
    .name = "moves",
    .operands = "",
    COMMAND_OPTIONS(option_rows, defaults),
    .summary = "list the legal moves",
    .description = "Lists the legal moves of a position in UCI notation or SAN, one per line, in alphabetical order.\n"
                   "Castling is written as the king's step (e1g1), or with --chess960 as king takes rook (e1h1).",
    .example = "  plyforge moves --fen \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"",
    .run = run_moves,
};
