/* plyforge random: positions from random games. */
#include "output/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_POSITIONS = 10000000, MOST_PLIES = 1000, CHESS960_STARTS = 960 };

struct random_options {
    struct position_options position; /* the start position of the games */
    unsigned plies;                   /* the maximum number of half-moves */
    uint64_t seed;
    bool json;
};

static pf_position first_position(const struct random_options *options, const pf_position *given, uint64_t *state)
{
    const struct position_options *place = &options->position;
    bool any_start = place->chess960 && is_start(place->fen) && place->moves == NULL;
    if (!any_start || place->variant != PF_VARIANT_STANDARD) return *given;
    return pf_position_chess960_start((unsigned)random_number(state, CHESS960_STARTS));
}

/* Plays between 0 and plies random moves. A game that ends earlier is started again with fewer moves, so that every
 * position has a legal move. */
static pf_position random_position(const struct random_options *options, const pf_position *given, uint64_t *state)
{
    unsigned plies = (unsigned)random_number(state, options->plies + 1u);
    for (;;) {
        pf_position position = first_position(options, given, state);
        pf_move_list list;
        for (unsigned ply = 0; pf_generate_legal(&position, &list) > 0; ply++) {
            if (ply == plies) return position;
            pf_position_play_unchecked(&position, list.moves[random_number(state, list.size)]);
        }
        plies = (unsigned)random_number(state, plies);
    }
}

static int run_random(const void *context, const struct operands *operands)
{
    const struct random_options *options = context;
    unsigned count = 1;
    if (operands->count > 0 &&
        (!read_number(&count, operands->words[0], strlen(operands->words[0]), MOST_POSITIONS) || count == 0))
        refuse("COUNT must be a number from 1 to %u, not '%s'", (unsigned)MOST_POSITIONS, operands->words[0]);
    pf_position given = requested_position(&options->position);
    if (!pf_any_legal(&given)) refuse("the position has no legal moves");

    uint64_t state = options->seed;
    struct json json = {0};
    if (options->json) {
        json_open_object(&json, NULL);
        json_unsigned(&json, "seed", options->seed);
        json_open_array(&json, "fens");
    }
    for (unsigned i = 0; i < count; i++) {
        pf_position position = random_position(options, &given, &state);
        char fen[PF_FEN_SIZE];
        write_fen(fen, &position, options->position.chess960);
        if (options->json)
            json_string(&json, NULL, fen);
        else
            puts(fen);
        if (ferror(stdout)) break;
    }
    if (options->json) {
        json_close_array(&json);
        json_finish(&json);
    }
    return STATUS_OK;
}

static void read_plies(void *value, const struct option_word *word)
{
    *(unsigned *)value = read_positive(word, "number", MOST_PLIES);
}

static const struct option_row option_rows[] = {
    POSITION_ROWS(struct random_options),
    VARIANT_ROW(struct random_options, position.variant),
    OPTION("plies", "N", "play at most N half-moves (default: 80)", read_plies, struct random_options, plies),
    OPTION("seed", "N", "the seed of the random games (default: 0)", read_seed, struct random_options, seed),
    JSON_ROW(struct random_options),
    END_OF_OPTIONS,
};

static const struct random_options defaults = {.position = POSITION_DEFAULTS, .plies = 80};

const struct command random_command = {
    .name = "random",
    .operands = "[COUNT]",
    .max_operands = 1,
    COMMAND_OPTIONS(option_rows, defaults),
    .summary = "print positions from random games",
    .description =
        "Prints the FENs of COUNT positions (default: 1), each from a game of random legal moves that stops\n"
        "after 0 to --plies half-moves. Every position has a legal move. The same seed prints the same\n"
        "positions on every machine. With --chess960, games begin from random start positions.",
    .example = "  plyforge random 1000 --seed 7 >positions.txt",
    .run = run_random,
};
