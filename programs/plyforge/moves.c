/* plyforge moves: the legal moves of a position, one UCI move a line, in alphabetical order. */
#include "common.h"
#include "json.h"

#include <stdio.h>

struct moves_options {
    struct position_options position;
    bool json;
};

void print_moves(const char *fen, struct root *moves, size_t size, bool json)
{
    sort_roots(moves, size);
    if (json)
        json_print_moves(fen, moves, size);
    else
        for (size_t i = 0; i < size; i++) puts(moves[i].uci);
}

static int run_moves(const void *context, const struct operands *operands)
{
    const struct moves_options *options = context;
    (void)operands;
    if (options->position.variant != PF_VARIANT_STANDARD) return run_variant_moves(&options->position, options->json);
    pf_position position = requested_position(&options->position);
    pf_move_list list;
    pf_generate_legal(&position, &list);
    struct root moves[PF_MOVE_LIST_CAPACITY] = {0};
    for (uint32_t i = 0; i < list.size; i++) write_move(moves[i].uci, list.moves[i], options->position.chess960);
    char fen[PF_FEN_SIZE];
    write_fen(fen, &position, options->position.chess960);
    print_moves(fen, moves, list.size, options->json);
    return STATUS_OK;
}

static const struct option_row option_rows[] = {
    POSITION_ROWS(struct moves_options),
    VARIANT_ROW(struct moves_options, position.variant),
    JSON_ROW(struct moves_options),
    END_OF_OPTIONS,
};

static const struct moves_options defaults = {.position = POSITION_DEFAULTS};

const struct command moves_command = {
    .name = "moves",
    .operands = "",
    COMMAND_OPTIONS(option_rows, defaults),
    .summary = "list the legal moves",
    .description = "Lists the legal moves of a position in UCI notation, one a line, in alphabetical order.\n"
                   "Castling is the king's step (e1g1), with --chess960 the king taking its rook (e1h1).",
    .example = "  plyforge moves --fen \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"",
    .run = run_moves,
};
