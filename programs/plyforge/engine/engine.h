/* Another program as a child process that is asked for perft: over UCI, as an xboard engine, on its console, or as a
 * script that is run once per question (perftree's protocol: COMMAND DEPTH FEN MOVES). The right commands are found out
 * before the first question. An engine without perft is asked which moves it plays. A question always returns: with
 * the counts, or with an error and the last lines that the program printed. */
#ifndef PLYFORGE_PROGRAM_ENGINE_H
#define PLYFORGE_PROGRAM_ENGINE_H

#include "common.h"

enum engine_status {
    ENGINE_OK,
    ENGINE_TIMEOUT,    /* no answer in time; the engine was killed */
    ENGINE_DIED,       /* it exited, or could not be started */
    ENGINE_NO_UCI,     /* it does not speak any protocol that we know */
    ENGINE_NO_VARIANT, /* it does not list the variant; it would ignore the option and play chess */
    ENGINE_NO_PERFT,   /* it has no perft command and does not otherwise show its moves, or not for this count */
    ENGINE_NO_DIVIDE,  /* a total, but no counts by move; acceptable if a total is enough */
    ENGINE_INTERRUPTED /* Ctrl-C: the engine was killed and is not asked again */
};

enum { ENGINE_LAST_LINES = 8, ENGINE_LINE_SIZE = 160 };

/* How an engine answers. */
enum engine_means {
    MEANS_UNKNOWN,
    MEANS_DIVIDE, /* each move with its count */
    MEANS_TOTALS, /* only the total of a perft */
    MEANS_MOVES   /* no perft, but it shows which moves it plays */
};

struct engine;

/* Stores how to run the engine. The first question starts it, and so does the first question after it has died. A UCI
 * engine is told the variant with UCI_Variant if it lists the variant. */
struct engine *engine_create(const struct engine_options *options, bool chess960, pf_variant variant);
void engine_destroy(struct engine *engine);

/* Asks for perft(depth) after the moves (UCI, separated by blanks, "" for none) from the FEN. The moves of the answer
 * are texts: pf_divide_resolve has not been called. */
enum engine_status engine_ask(struct engine *engine, const char *fen, const char *moves, unsigned depth,
                              pf_divide *answer);

/* Whether it has ever answered a question with counts. */
bool engine_has_answered(const struct engine *engine);

/* How it answers; the first question finds out. */
enum engine_means engine_means(const struct engine *engine);

/* How an engine with MEANS_MOVES shows which moves it plays, in words. */
const char *engine_describe_moves(const struct engine *engine);

/* Finds out how to ask the engine, without asking anything. */
enum engine_status engine_open(struct engine *engine);

/* The findings: "UCI", "xboard" or "console"; the perft command or ""; and how a position is sent. */
const char *engine_protocol_name(const struct engine *engine);
const char *engine_perft_command(const struct engine *engine);
const char *engine_position_command(const struct engine *engine);

/* Whether it has listed its UCI options, and UCI_Chess960 among them. */
bool engine_lists_options(const struct engine *engine);
bool engine_offers_chess960(const struct engine *engine);

/* The variant as the engine spells it in UCI_Variant; "" in standard chess, or if it does not offer it. */
const char *engine_variant_name(const struct engine *engine);

/* The name that the engine gave, or its command. */
const char *engine_name(const struct engine *engine);

/* The error of the last question, such as "did not answer within 60 s". */
const char *engine_failure(const struct engine *engine, enum engine_status status);

/* The last lines that it printed, oldest first. */
size_t engine_last_lines(const struct engine *engine, const char *lines[ENGINE_LAST_LINES]);

#endif
