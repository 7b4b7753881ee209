/* plyforge unique: how many different positions there are after each ply. */
#include "counting.h"
#include "interrupt.h"
#include "json.h"

#include <inttypes.h>
#include <stdio.h>

struct plies {
    const struct request *request;
    uint64_t distinct[PF_PERFT_MAX_DEPTH + 1];
};

static bool on_ply(void *context, unsigned ply, uint64_t distinct)
{
    struct plies *plies = context;
    bool known = plies->distinct[ply] != 0; /* to a GPU that failed later */
    plies->distinct[ply] = distinct;
    if (plies->request->json || known) return true;
    printf("%u: %" PRIu64 "\n", ply, distinct);
    flush_output();
    return true;
}

static int run_unique(const struct request *request)
{
    unsigned depth = read_depth("DEPTH", request->operands[0]);
    pf_position position = requested_position(request);
    pf_perft_options options = counting_options(request);
    struct plies plies = {.request = request};
    pf_error error;
    options.context = &plies;
    catch_interrupts();
    if (request->gpus > 1) refuse("unique uses one GPU, not %u", request->gpus);
    pf_status status = pf_perft_distinct(&position, depth, &options, on_ply, &error);
    if (status != PF_OK && cpu_takes_over(request, &options, &error))
        status = pf_perft_distinct(&position, depth, &options, on_ply, &error);
    if (status == PF_ERROR_STOPPED && was_interrupted()) {
        complain("stopped: the plies above are complete");
        return STATUS_INTERRUPTED;
    }
    if (status != PF_OK) {
        complain("%s%s", error.message, error.code == PF_ERROR_NO_ROOM ? "; see --memory" : "");
        return STATUS_FAILED;
    }
    if (request->json) {
        char fen[PF_FEN_SIZE];
        write_fen(fen, &position, request);
        json_print_unique(fen, plies.distinct, depth);
    }
    return STATUS_OK;
}

const struct command unique_command = {
    .name = "unique",
    .operands = "DEPTH",
    .min_operands = 1,
    .max_operands = 1,
    .options = OPTIONS_POSITION | OPTION_SET(OPTION_THREADS) | OPTION_SET(OPTION_MEMORY) | OPTION_SET(OPTION_BACKEND) |
               OPTION_SET(OPTION_GPUS) | OPTION_SET(OPTION_JSON),
    .summary = "count the different positions after each ply",
    .description =
        "Counts the different positions that can be reached with 1, 2 ... DEPTH legal moves, one line a ply.\n"
        "Positions are compared as a whole; en passant is a difference only where the capture is legal.",
    .example = "  plyforge unique 6 --threads 2",
    .run = run_unique,
};
