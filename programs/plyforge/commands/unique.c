/* plyforge unique: counts the distinct positions after each ply. */
#include "count/counting.h"
#include "output/json.h"
#include "platform/interrupt.h"

#include <inttypes.h>
#include <stdio.h>

struct unique_options {
    struct position_options position;
    struct counting counting; /* its other members keep their defaults */
    bool json;
};

struct plies {
    bool json;
    uint64_t distinct[PF_PERFT_MAX_DEPTH + 1];
};

static bool on_ply(void *context, unsigned ply, uint64_t distinct)
{
    struct plies *plies = context;
    bool known = plies->distinct[ply] != 0; /* already reported by a GPU that failed later */
    plies->distinct[ply] = distinct;
    if (plies->json || known) return true;
    printf("%u: %" PRIu64 "\n", ply, distinct);
    flush_output();
    return true;
}

static int run_unique(const void *context, const struct operands *operands)
{
    const struct unique_options *options = context;
    const struct counting *counting = &options->counting;
    unsigned depth = read_depth("DEPTH", operands->words[0], 0);
    pf_position position = requested_position(&options->position);
    pf_perft_options perft = counting_options(counting);
    struct plies plies = {.json = options->json};
    pf_error error;
    perft.context = &plies;
    catch_interrupts();
    if (counting->gpus > 1) refuse("unique uses one GPU, not %u", counting->gpus);
    pf_status status = pf_perft_distinct(&position, depth, &perft, on_ply, &error);
    if (status != PF_OK && cpu_takes_over(counting, &perft, &error))
        status = pf_perft_distinct(&position, depth, &perft, on_ply, &error);
    if (status == PF_ERROR_STOPPED && was_interrupted()) {
        complain("stopped: the plies above are complete");
        return STATUS_INTERRUPTED;
    }
    if (status != PF_OK) {
        complain("%s%s", error.message, error.code == PF_ERROR_NO_ROOM ? "; see --memory" : "");
        return STATUS_FAILED;
    }
    if (options->json) {
        char fen[PF_FEN_SIZE];
        write_fen(fen, &position, options->position.chess960);
        json_print_unique(fen, plies.distinct, depth);
    }
    return STATUS_OK;
}

static void check_unique(void *options, const struct given *given)
{
    struct unique_options *chosen = options;
    check_variant(chosen->position.variant, given);
    check_counting(&chosen->counting, chosen->position.variant, given);
}

static const struct option_row option_rows[] = {
    POSITION_ROWS(struct unique_options), VARIANT_ROW(struct unique_options, position.variant),
    DEVICE_ROWS(struct unique_options),   MEMORY_ROW(struct unique_options),
    JSON_ROW(struct unique_options),      END_OF_OPTIONS,
};

static const struct unique_options defaults = {.position = POSITION_DEFAULTS, .counting = COUNTING_DEFAULTS};

const struct command unique_command = {
    .name = "unique",
    .operands = "DEPTH",
    .min_operands = 1,
    .max_operands = 1,
    COMMAND_OPTIONS(option_rows, defaults),
    .check = check_unique,
    .summary = "count the distinct positions after each ply",
    .description =
        "Counts the distinct positions that can be reached with 1, 2 ... DEPTH legal moves, one line per ply.\n"
        "Positions are compared in full, including pockets, promoted pieces and checks given; the en passant square\n"
        "matters only where the capture is legal.",
    .example = "  plyforge unique 6 --threads 2",
    .run = run_unique,
};
