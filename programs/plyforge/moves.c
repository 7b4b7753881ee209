/* plyforge moves: the legal moves of a position, one UCI move a line, in alphabetical order. */
#include "common.h"
#include "json.h"

#include <stdio.h>

static int run_moves(const struct request *request)
{
    if (request->variant != PF_VARIANT_STANDARD) return run_variant_moves(request);
    pf_position position = requested_position(request);
    pf_move_list list;
    pf_generate_legal(&position, &list);
    struct root moves[PF_MOVE_LIST_CAPACITY] = {0};
    for (uint32_t i = 0; i < list.size; i++) write_move(moves[i].uci, list.moves[i], request);
    sort_roots(moves, list.size);

    if (request->json) {
        char fen[PF_FEN_SIZE];
        write_fen(fen, &position, request);
        json_print_moves(fen, moves, list.size);
        return STATUS_OK;
    }
    for (uint32_t i = 0; i < list.size; i++) puts(moves[i].uci);
    return STATUS_OK;
}

const struct command moves_command = {
    .name = "moves",
    .operands = "",
    .options = OPTIONS_POSITION | OPTION_SET(OPTION_VARIANT) | OPTION_SET(OPTION_JSON),
    .summary = "list the legal moves",
    .description = "Lists the legal moves of a position in UCI notation, one a line, in alphabetical order.\n"
                   "Castling is the king's step (e1g1), with --chess960 the king taking its rook (e1h1).",
    .example = "  plyforge moves --fen \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"",
    .run = run_moves,
};
