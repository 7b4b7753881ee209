/* Finds out which protocol and perft command an engine understands, by trying every protocol, and every known perft
 * command in it, on the start position. The first command answered with moves and counts is kept, else the first
 * answered with a total, else one with wrong counts. An engine that answers none of them may still show which moves are
 * legal. */
#include "engine/engine_state.h"
#include "platform/interrupt.h"

#include <stdio.h>
#include <string.h>

enum { TRIAL_DEPTH = 2, START_TOTAL = 400 };

/* The result of a command. If the count is wrong, the command may mean something else: another depth, or a depth may be
 * missing. */
enum trial { TRIAL_NOTHING, TRIAL_WRONG_DIVIDE, TRIAL_TOTAL, TRIAL_DIVIDE };

/* Tries perft_template. */
static enum trial try_command(struct engine *engine)
{
    static pf_divide answer;
    answer = (pf_divide){.size = 0};
    if (engine->process == 0 && engine_greet(engine) != ENGINE_OK) return TRIAL_NOTHING;
    engine->spoke_perft = false;
    engine->prints_totals = false;
    bool said = engine_say_position(engine, START_FEN, "") && engine_say_perft(engine, TRIAL_DEPTH);
    engine->trying = true;
    enum engine_status status = said ? engine_read_divide(engine, &answer, TRIAL_DEPTH) : engine_died(engine);
    engine->trying = false;
    bool listed = status == ENGINE_OK && answer.size > 1;
    bool counted = (status == ENGINE_NO_DIVIDE || status == ENGINE_OK) && answer.size == 0 &&
                   (answer.total.lo == START_TOTAL || (engine->own_perft && answer.total.lo > 1));
    /* It may be searching in a separate thread. */
    if (!listed && !counted) engine_stop(engine, true);
    if (listed) return answer.sum.lo == START_TOTAL ? TRIAL_DIVIDE : TRIAL_WRONG_DIVIDE;
    return counted ? TRIAL_TOTAL : TRIAL_NOTHING;
}

/* Tries the commands of the protocol. */
static enum engine_means try_commands(struct engine *engine)
{
    static const char *const commands[] = {"go perft {depth}",       "perft {depth}",     "divide {depth}",
                                           "go perft depth {depth}", "perft {depth} div", "perftdiv {depth}",
                                           "perft depth {depth}"};
    static const enum engine_means means[] = {
        [TRIAL_NOTHING] = MEANS_UNKNOWN,
        [TRIAL_WRONG_DIVIDE] = MEANS_DIVIDE,
        [TRIAL_TOTAL] = MEANS_TOTALS,
        [TRIAL_DIVIDE] = MEANS_DIVIDE,
    };
    enum { COUNT = sizeof commands / sizeof commands[0] };
    char best_command[ENGINE_TEMPLATE_SIZE] = "";
    enum trial best = TRIAL_NOTHING;
    if (engine->own_perft) return means[try_command(engine)];
    for (size_t i = 0; i < COUNT && !engine_gives_up(engine); i++) {
        snprintf(engine->perft_template, sizeof engine->perft_template, "%s", commands[i]);
        enum trial trial = try_command(engine);
        if (trial == TRIAL_DIVIDE) return MEANS_DIVIDE;
        if (trial <= best) continue;
        best = trial;
        memcpy(best_command, engine->perft_template, sizeof best_command);
    }
    memcpy(engine->perft_template, best_command, sizeof best_command);
    if (best == TRIAL_NOTHING) return MEANS_UNKNOWN;
    engine_stop(engine, true); /* the commands tried later may have left it in any state */
    engine->spoke_perft = engine->prints_totals = false;
    return means[best];
}

/* If the process cannot be run at all, no other protocol is tried. */
static bool cannot_be_run(const struct engine *engine)
{
    return strncmp(engine->failure, "could not be run", 16) == 0;
}

enum engine_status engine_find_means(struct engine *engine)
{
    if (engine->tried) return ENGINE_NO_PERFT;
    static const enum engine_protocol protocols[] = {PROTOCOL_UCI, PROTOCOL_XBOARD, PROTOCOL_CONSOLE};
    enum { COUNT = sizeof protocols / sizeof protocols[0] };
    enum engine_status status = ENGINE_NO_UCI, first = engine->not_uci ? ENGINE_NO_UCI : ENGINE_OK;
    char failure[sizeof engine->failure] = "";
    for (size_t i = engine->not_uci ? 1 : 0; i < COUNT && !engine_gives_up(engine); i++) {
        engine->protocol = protocols[i];
        engine->syncs = engine->pings = engine->usermove = false;
        status = engine_greet(engine);
        if (i == 0) {
            first = status;
            memcpy(failure, engine->failure, sizeof failure);
        }
        if (status == ENGINE_NO_VARIANT || (i == 0 && status == ENGINE_DIED && cannot_be_run(engine))) return status;
        if (engine->no_setboard) break;
        if (status != ENGINE_OK) continue;
        engine->means = try_commands(engine);
        if (engine->means == MEANS_UNKNOWN && !engine->own_perft && !engine_gives_up(engine) &&
            engine->protocol != PROTOCOL_CONSOLE && engine_find_moves_method(engine))
            engine->means = MEANS_MOVES;
        if (engine->means != MEANS_UNKNOWN) return ENGINE_OK;
        engine_stop(engine, true);
        if (engine->protocol == PROTOCOL_UCI) break; /* this has been reported */
    }
    engine->protocol = PROTOCOL_UCI;
    if (was_interrupted()) return ENGINE_INTERRUPTED;
    if (engine->no_setboard) return ENGINE_NO_PERFT; /* the reason has been reported */
    if (first != ENGINE_OK) {
        memcpy(engine->failure, failure, sizeof failure);
        return first;
    }
    const char *reason = engine->own_perft ? "does not answer the command of --perft-command with counts"
                                           : "knows none of the usual commands, and does not show which moves are "
                                             "legal; set its command with --perft-command";
    if (engine_gives_up(engine)) reason = "did not answer any command in time; --timeout allows more time";
    snprintf(engine->failure, sizeof engine->failure, "does not speak perft: it %s", reason);
    return ENGINE_NO_PERFT;
}
