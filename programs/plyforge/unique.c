/* plyforge unique: how many different positions there are after each ply. */
#include "counting.h"
#include "interrupt.h"

#include <inttypes.h>
#include <stdio.h>

static bool on_ply(void *context, unsigned ply, uint64_t distinct)
{
    (void)context;
    printf("%u: %" PRIu64 "\n", ply, distinct);
    flush_output();
    return true;
}

static int run_unique(const struct request *request)
{
    unsigned depth = read_depth("DEPTH", request->operands[0]);
    pf_position position = requested_position(request);
    pf_perft_options options = counting_options(request);
    pf_error error;
    catch_interrupts();
    pf_status status = pf_perft_distinct(&position, depth, &options, on_ply, &error);
    if (status == PF_OK) return STATUS_OK;
    if (status == PF_ERROR_STOPPED && was_interrupted()) {
        complain("stopped: the plies above are complete");
        return STATUS_INTERRUPTED;
    }
    complain("%s%s", error.message, error.code == PF_ERROR_NO_ROOM ? "; see --memory" : "");
    return STATUS_FAILED;
}

const struct command unique_command = {
    .name = "unique",
    .operands = "DEPTH",
    .min_operands = 1,
    .max_operands = 1,
    .options = OPTIONS_POSITION | OPTION_SET(OPTION_THREADS) | OPTION_SET(OPTION_MEMORY),
    .summary = "count the different positions after each ply",
    .description =
        "Counts the different positions that can be reached with 1, 2 ... DEPTH legal moves, one line a ply.\n"
        "Positions are compared as a whole; en passant is a difference only where the capture is legal.",
    .example = "  plyforge unique 6 --threads 2",
    .run = run_unique,
};
