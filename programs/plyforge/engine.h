/* Another program as a child process that is asked for perft: over UCI, or as a script that is run once per question
 * (perftree's protocol: COMMAND DEPTH FEN MOVES). A question always returns: with the counts, or with what went wrong
 * and the last lines that the program printed. */
#ifndef PLYFORGE_PROGRAM_ENGINE_H
#define PLYFORGE_PROGRAM_ENGINE_H

#include "common.h"

enum engine_status {
    ENGINE_OK,
    ENGINE_TIMEOUT,    /* no answer in time; the engine was killed */
    ENGINE_DIED,       /* it ended, or could not be started */
    ENGINE_NO_UCI,     /* it did not answer "uci" with "uciok" */
    ENGINE_NO_VARIANT, /* it does not list the variant; it would ignore the option and play chess */
    ENGINE_NO_PERFT,   /* it answered "go perft" with nothing, or with a search */
    ENGINE_NO_DIVIDE,  /* a total, but no counts by move; fine where a total is enough */
    ENGINE_INTERRUPTED /* by Ctrl-C; the engine was killed and is not asked again */
};

enum { ENGINE_LAST_LINES = 8, ENGINE_LINE_SIZE = 160 };

struct engine;

/* Stores how to run the engine. The first question starts it, and so does the next one after it has died. A UCI engine
 * gets the variant by UCI_Variant if it lists it. */
struct engine *engine_create(const struct engine_options *options, bool chess960, pf_variant variant);
void engine_destroy(struct engine *engine);

/* Asks for perft(depth) after the moves (UCI, separated by blanks, "" for none) from the FEN. The moves of the answer
 * are texts: pf_divide_resolve has not been called. */
enum engine_status engine_ask(struct engine *engine, const char *fen, const char *moves, unsigned depth,
                              pf_divide *answer);

/* Whether it has ever answered a question with counts. */
bool engine_has_answered(const struct engine *engine);

/* The variant as the engine spells it in UCI_Variant; "" in standard chess, or if it does not offer it. */
const char *engine_variant_name(const struct engine *engine);

/* The name that the engine gave, or its command. */
const char *engine_name(const struct engine *engine);

/* What went wrong, as in "did not answer within 60 s"; for the status of the last question. */
const char *engine_failure(const struct engine *engine, enum engine_status status);

/* The last lines that it printed, the oldest first. */
size_t engine_last_lines(const struct engine *engine, const char *lines[ENGINE_LAST_LINES]);

#endif
