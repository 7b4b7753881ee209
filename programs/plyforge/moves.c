/* plyforge moves: the legal moves of a position, one a line, in UCI notation or SAN. */
#include "common.h"
#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct moves_options {
    struct position_options position;
    struct move_listing listing;
};

static int compare_san(const void *a, const void *b)
{
    return strcmp(((const struct root *)a)->san, ((const struct root *)b)->san);
}

void print_moves(const char *fen, struct root *moves, size_t size, const struct move_listing *listing)
{
    sort_roots(moves, size);
    if (listing->san && !listing->json) qsort(moves, size, sizeof *moves, compare_san);
    if (listing->json)
        json_print_moves(fen, moves, size);
    else
        for (size_t i = 0; i < size; i++) puts(listing->san ? moves[i].san : moves[i].uci);
}

static int run_moves(const void *context, const struct operands *operands)
{
    const struct moves_options *options = context;
    (void)operands;
    if (options->position.variant != PF_VARIANT_STANDARD)
        return run_variant_moves(&options->position, &options->listing);
    pf_position position = requested_position(&options->position);
    pf_move_list list;
    pf_generate_legal(&position, &list);
    struct root moves[PF_MOVE_LIST_CAPACITY] = {0};
    for (uint32_t i = 0; i < list.size; i++) {
        write_move(moves[i].uci, list.moves[i], options->position.chess960);
        pf_move_to_san(moves[i].san, sizeof moves[i].san, &position, list.moves[i], PF_SAN_LETTERS);
    }
    char fen[PF_FEN_SIZE];
    write_fen(fen, &position, options->position.chess960);
    print_moves(fen, moves, list.size, &options->listing);
    return STATUS_OK;
}

static const struct option_row option_rows[] = {
    POSITION_ROWS(struct moves_options),
    VARIANT_ROW(struct moves_options, position.variant),
    OPTION("san", NULL, "print SAN (Nf3) instead of UCI notation; --json has both", read_flag, struct moves_options,
           listing.san),
    OPTION("json", NULL, "print one JSON object", read_flag, struct moves_options, listing.json),
    END_OF_OPTIONS,
};

static const struct moves_options defaults = {.position = POSITION_DEFAULTS};

const struct command moves_command = {
    .name = "moves",
    .operands = "",
    COMMAND_OPTIONS(option_rows, defaults),
    .summary = "list the legal moves",
    .description = "Lists the legal moves of a position in UCI notation or SAN, one a line, in alphabetical order.\n"
                   "Castling is the king's step (e1g1), with --chess960 the king taking its rook (e1h1).",
    .example = "  plyforge moves --fen \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"",
    .run = run_moves,
};
