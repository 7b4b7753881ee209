/* plyforge unmoves: the positions and moves that a position can have come from, or how many lines lead to it. */
#include "unmoves.h"

#include "interrupt.h"
#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pf_retro_options options_of(const struct request *request)
{
    pf_retro_options options = {
        .accept = acceptance(request),
        .castling = request->all_rights ? PF_RETRO_CASTLING_ALL : PF_RETRO_CASTLING_SAME,
        .ep = request->ep_before,
        .no_unpromotions = request->no_unpromotions,
        .use_pockets = request->use_pockets,
    };
    memcpy(options.pockets, request->pockets, sizeof options.pockets);
    return options;
}

/* ---- One move back ---- */

static int compare_predecessors(const void *a, const void *b)
{
    const struct predecessor *x = a, *y = b;
    int order = strcmp(x->uci, y->uci);
    return order != 0 ? order : strcmp(x->fen, y->fen);
}

/* The en passant square is written whether it can be captured on or not: it was asked for. */
static void describe(struct predecessor *out, const pf_position *before, const pf_retraction *how,
                     const struct request *request)
{
    write_move(out->uci, how->move, request);
    out->captured = how->captured == PF_NO_PIECE_TYPE ? '\0' : "PNBRQ"[how->captured];
    if (out->captured != '\0' && before->turn == PF_WHITE) out->captured = "pnbrq"[how->captured];
    pf_position_to_fen(out->fen, sizeof out->fen, before, request->castling, PF_EP_ALWAYS);
}

static int list_predecessors(const pf_position *position, const pf_retro_options *options,
                             const struct request *request)
{
    size_t size = (size_t)pf_count_predecessors(position, options), i = 0;
    struct predecessor *list = calloc(size > 0 ? size : 1, sizeof *list);
    if (list == NULL) {
        complain("there is no memory for %zu predecessors", size);
        return STATUS_FAILED;
    }
    pf_predecessors all;
    pf_position before;
    pf_retraction how;
    pf_predecessors_init(&all, position, options);
    for (; pf_predecessors_next(&all, &before, &how); i++) describe(&list[i], &before, &how, request);
    qsort(list, size, sizeof *list, compare_predecessors);

    if (request->json) {
        char fen[PF_FEN_SIZE];
        write_fen(fen, position, request);
        json_print_unmoves(fen, list, size);
    } else {
        for (i = 0; i < size; i++) printf("%-5s %s\n", list[i].uci, list[i].fen);
    }
    free(list);
    return STATUS_OK;
}

/* ---- Several moves back ---- */

/* Lines of depth moves that lead here. What was taken comes out of the pocket. Stops early after Ctrl-C. */
static pf_count count_lines(const pf_position *position, const pf_retro_options *options, unsigned depth)
{
    if (depth == 0) return pf_count_of(1);
    if (depth == 1) return pf_count_of(pf_count_predecessors(position, options));
    pf_count sum = pf_count_of(0);
    pf_predecessors all;
    pf_position before;
    pf_retraction how;
    pf_predecessors_init(&all, position, options);
    while (!was_interrupted() && pf_predecessors_next(&all, &before, &how)) {
        pf_retro_options rest = *options;
        if (how.captured != PF_NO_PIECE_TYPE && rest.use_pockets) rest.pockets[position->turn][how.captured]--;
        sum = pf_count_add(sum, count_lines(&before, &rest, depth - 1));
    }
    return sum;
}

static int count_plies(const pf_position *position, const pf_retro_options *options, const struct request *request)
{
    pf_count lines[PF_PERFT_MAX_DEPTH + 1];
    catch_interrupts();
    for (unsigned ply = 1; ply <= request->depth; ply++) {
        lines[ply] = count_lines(position, options, ply);
        if (was_interrupted()) {
            complain("stopped: the plies above are complete");
            return STATUS_INTERRUPTED;
        }
        if (request->json) continue;
        printf("%u: %s\n", ply, COUNT_TEXT(lines[ply]));
        flush_output();
    }
    if (request->json) {
        char fen[PF_FEN_SIZE];
        write_fen(fen, position, request);
        json_print_unmove_counts(fen, lines, request->depth);
    }
    return STATUS_OK;
}

static int run_unmoves(const struct request *request)
{
    struct request with_fen = *request;
    with_fen.fen = request->operands[0];
    pf_position position = requested_position(&with_fen);
    pf_retro_options options = options_of(request);
    bool counts = (request->given & OPTION_SET(OPTION_DEPTH)) != 0;
    return counts ? count_plies(&position, &options, request) : list_predecessors(&position, &options, request);
}

const struct command unmoves_command = {
    .name = "unmoves",
    .operands = "FEN",
    .min_operands = 1,
    .max_operands = 1,
    .options = OPTION_SET(OPTION_DEPTH) | OPTION_SET(OPTION_CHESS960) | OPTION_SET(OPTION_CASTLING) |
               OPTION_SET(OPTION_LENIENT) | OPTION_SET(OPTION_ALL_RIGHTS) | OPTION_SET(OPTION_EP_BEFORE) |
               OPTION_SET(OPTION_NO_UNPROMOTIONS) | OPTION_SET(OPTION_POCKETS) | OPTION_SET(OPTION_JSON),
    .summary = "list the moves that can have led to a position",
    .description =
        "Lists the moves that can have been the last one, each with the position before it, in alphabetical order;\n"
        "with --depth, counts the lines of 1, 2 ... N moves that lead to the position, one line a ply.\n"
        "An en passant square in the FEN says that the double push was the last move. Clocks are not looked at.",
    .example = "  plyforge unmoves \"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1\"",
    .run = run_unmoves,
};
