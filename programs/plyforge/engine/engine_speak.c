/* Talking to engines: greetings, positions and questions in each protocol; see engine_state.h. */
#include "engine/engine_state.h"

#include "platform/interrupt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Looks for the variant in "option name UCI_Variant type combo default chess var atomic var ...". An engine that does
 * not list it would ignore the option and play chess. */
static void find_variant(struct engine *engine, char *line)
{
    if (strncmp(line, "option name UCI_Variant ", 24) != 0) return;
    bool is_choice = false;
    for (char *word = strtok(line, " "); word != NULL; word = strtok(NULL, " ")) {
        pf_variant variant;
        if (is_choice && pf_variant_from_name(&variant, word, strlen(word)) && variant == engine->variant &&
            strcmp(word, "chess960") != 0)
            snprintf(engine->variant_name, sizeof engine->variant_name, "%.*s", ENGINE_LINE_SIZE - 1, word);
        is_choice = strcmp(word, "var") == 0;
    }
}

/* Tells the engine the rules, if they are not those of standard chess. */
static enum engine_status choose_variant(struct engine *engine)
{
    char text[LINE_SIZE];
    if (engine->variant == PF_VARIANT_STANDARD) return ENGINE_OK;
    if (engine->variant_name[0] == '\0') {
        engine_stop(engine, true);
        snprintf(engine->failure, sizeof engine->failure,
                 "does not offer %s among the values of its option UCI_Variant, and would play chess",
                 pf_variant_name(engine->variant));
        return ENGINE_NO_VARIANT;
    }
    snprintf(text, sizeof text, "setoption name UCI_Variant value %s\n", engine->variant_name);
    return engine_say(engine, text) ? ENGINE_OK : engine_died(engine);
}

/* ---- Templates ---- */

/* Sends the template with its {words} replaced, and a line end; \n in it begins a new line. */
static bool say_template(struct engine *engine, const char *template, const char *fen, const char *moves,
                         const char *depth)
{
    const struct {
        const char *word, *text;
    } words[] = {{"{fen}", fen}, {"{moves}", moves}, {"{depth}", depth}, {"\\n", "\n"}};
    enum { COUNT = sizeof words / sizeof words[0] };
    char one[2] = {0};
    bool said = true;
    while (*template != '\0' && said) {
        size_t i = 0;
        while (i < COUNT && (words[i].text == NULL || strncmp(template, words[i].word, strlen(words[i].word)) != 0))
            i++;
        one[0] = *template;
        said = engine_say(engine, i < COUNT ? words[i].text : one);
        template += i < COUNT ? strlen(words[i].word) : 1;
    }
    return said && engine_say(engine, "\n");
}

/* Sends the position after the moves, for an engine to which no moves are sent. */
static void play_moves(char fen[PF_FEN_SIZE], const struct engine *engine, const char *before, const char *moves)
{
    pf_position position;
    pf_accept accept = acceptance(true, engine->chess960, engine->variant);
    snprintf(fen, PF_FEN_SIZE, "%s", before);
    if (moves[0] == '\0' || pf_position_from_fen(&position, before, strlen(before), accept, NULL, NULL) != PF_OK)
        return;
    while (moves += strspn(moves, " "), *moves != '\0') {
        pf_move move;
        size_t length = strcspn(moves, " ");
        if (pf_move_from_uci(&move, &position, moves, length, NULL) != PF_OK) return;
        pf_position_play_unchecked(&position, move);
        moves += length;
    }
    pf_position_to_fen(fen, PF_FEN_SIZE, &position, engine->chess960 ? PF_CASTLING_XFEN : PF_CASTLING_STANDARD,
                       PF_EP_ALWAYS);
}

/* Sends the moves after setboard, one per line. */
static bool say_moves(struct engine *engine, const char *moves)
{
    bool said = true;
    while (said && (moves += strspn(moves, " "), *moves != '\0')) {
        char line[64];
        size_t length = strcspn(moves, " ");
        snprintf(line, sizeof line, "%s%.*s\n", engine->usermove ? "usermove " : "", (int)length, moves);
        said = engine_say(engine, line);
        moves += length;
    }
    return said;
}

bool engine_say_position(struct engine *engine, const char *fen, const char *moves)
{
    char after[PF_FEN_SIZE];
    const char *template = engine->position_template;
    if (template != NULL && strstr(template, "{moves}") == NULL) {
        play_moves(after, engine, fen, moves);
        return say_template(engine, template, after, "", NULL);
    }
    if (template != NULL) return say_template(engine, template, fen, moves, NULL);
    switch (engine->protocol) {
    case PROTOCOL_XBOARD:
        return say_template(engine, "new\\nforce\\nsetboard {fen}", fen, "", NULL) && say_moves(engine, moves);
    case PROTOCOL_CONSOLE:
        play_moves(after, engine, fen, moves);
        return say_template(engine, "setboard {fen}", after, "", NULL);
    default:
        return say_template(engine, moves[0] != '\0' ? "position fen {fen} moves {moves}" : "position fen {fen}", fen,
                            moves, NULL);
    }
}

const char *engine_position_command(const struct engine *engine)
{
    static const char *const commands[] = {
        [PROTOCOL_UCI] = "position fen {fen} moves {moves}",
        [PROTOCOL_XBOARD] = "setboard {fen}, then each move",
        [PROTOCOL_CONSOLE] = "setboard {fen}",
    };
    return engine->position_template != NULL ? engine->position_template : commands[engine->protocol];
}

bool engine_say_perft(struct engine *engine, unsigned depth)
{
    char number[16];
    snprintf(number, sizeof number, "%u", depth);
    return say_template(engine, engine->perft_template, NULL, NULL, number) && engine_say_sync(engine);
}

/* ---- Synchronizing ---- */

/* An engine without ping complains about a command that does not exist. */
#define NOBODYS_COMMAND "pfwait"

bool engine_say_sync(struct engine *engine)
{
    char line[64];
    if (engine->protocol == PROTOCOL_UCI) return engine_say(engine, "isready\n");
    if (!engine->pings) return engine_say(engine, NOBODYS_COMMAND "\n");
    snprintf(line, sizeof line, "ping %u\n", ++engine->pinged);
    return engine_say(engine, line);
}

bool engine_is_sync(const struct engine *engine, const char *line)
{
    char pong[32];
    if (engine->protocol == PROTOCOL_UCI) return strcmp(line, "readyok") == 0;
    if (!engine->pings) return strstr(line, NOBODYS_COMMAND) != NULL;
    snprintf(pong, sizeof pong, "pong %u", engine->pinged);
    return strstr(line, pong) != NULL;
}

/* ---- Greetings ---- */

static void keep_name(struct engine *engine, const char *name, size_t length)
{
    snprintf(engine->name, sizeof engine->name, "%.*s",
             (int)(length < ENGINE_LINE_SIZE ? length : ENGINE_LINE_SIZE - 1), name);
    make_printable(engine->name);
}

/* Stores the properties of the engine that a line of the greeting reports. */
static void learn(struct engine *engine, char *line)
{
    static const char myname[] = "myname=\"";
    const char *name = strstr(line, myname);
    if (strncmp(line, "id name ", 8) == 0) keep_name(engine, line + 8, strlen(line + 8));
    if (name != NULL) keep_name(engine, name + sizeof myname - 1, strcspn(name + sizeof myname - 1, "\""));
    if (strncmp(line, "option name UCI_Chess960 ", 25) == 0) engine->offers_chess960 = true;
    if (strstr(line, "ping=1") != NULL) engine->pings = true;
    if (strstr(line, "usermove=1") != NULL) engine->usermove = true;
    if (strncmp(line, "option name ", 12) == 0 && strncasecmp(line + 12, "MultiPV ", 8) == 0) {
        const char *most = strstr(line, " max ");
        engine->multipv = most != NULL ? (unsigned)strtoul(most + 5, NULL, 10) : 0;
    }
    find_variant(engine, line);
}

/* A silent engine gets less time than a count may take. */
static double greeting_limit(const struct engine *engine)
{
    static const double most = 15;
    return engine_limit(engine, most);
}

bool engine_say_multipv(struct engine *engine)
{
    char line[64];
    unsigned most = engine->multipv < PF_MOVE_LIST_CAPACITY ? engine->multipv : PF_MOVE_LIST_CAPACITY;
    snprintf(line, sizeof line, "setoption name MultiPV value %u\n", most);
    return engine_say(engine, line);
}

/* Reads until "uciok". An engine that prints something else and then falls silent does not speak UCI. */
static enum reading wait_for_uciok(struct engine *engine)
{
    static const double long_silence = 30, refusal_silence = 2;
    double deadline = seconds_now() + greeting_limit(engine);
    char line[ENGINE_BUFFER_SIZE / 4]; /* lists of variants are long */
    bool has_spoken = false, is_uci = false;
    for (;;) {
        double patience = seconds_now() + (is_uci ? long_silence : refusal_silence);
        if (!has_spoken || patience > deadline) patience = deadline;
        enum reading reading = engine_read_line(engine, line, sizeof line, patience);
        if (reading != READ_LINE) return reading;
        if (strcmp(line, "uciok") == 0) return reading;
        is_uci |= strncmp(line, "id ", 3) == 0 || strncmp(line, "option ", 7) == 0;
        /* A banner may come long before an interpreter reads its first command; a complaint shows that it has. */
        has_spoken |= is_uci || strstr(line, "uci") != NULL || seconds_now() + 3 > deadline;
        learn(engine, line);
    }
}

static enum engine_status greet_uci(struct engine *engine)
{
    if (!engine_start(engine, NULL)) return engine_not_started(engine);
    if (!engine_say(engine, "uci\n")) return engine_died(engine);
    enum reading reading = wait_for_uciok(engine);
    if (reading == READ_END) return engine_died(engine);
    if (reading == READ_TIMEOUT) {
        engine_stop(engine, true);
        snprintf(engine->failure, sizeof engine->failure, "does not speak UCI: no \"uciok\" within %g s%s",
                 greeting_limit(engine),
                 engine->last_count > 0 ? ""
                                        : "; if it does not flush its output, 'stdbuf -oL ' before its command helps");
        return ENGINE_NO_UCI;
    }
    engine->syncs = engine->said_uciok = true;
    if (engine->chess960 && !engine->offers_chess960 && !engine->warned) {
        complain("warning: %s does not list the option UCI_Chess960, and may know only standard chess", engine->name);
        engine->warned = true;
    }
    if (engine->chess960 && !engine_say(engine, "setoption name UCI_Chess960 value true\n")) return engine_died(engine);
    if (engine->moves_method == METHOD_MULTIPV && !engine_say_multipv(engine)) return engine_died(engine);
    enum engine_status status = choose_variant(engine);
    if (status != ENGINE_OK) return status;
    return engine_say(engine, "ucinewgame\n") ? ENGINE_OK : engine_died(engine); /* some need it */
}

/* Reads the features of an xboard engine; one of them may be ping. Nothing else is sent first, because some engines
 * exit on an unknown command. */
static enum reading read_features(struct engine *engine)
{
    static const double patience = 2;
    char line[ENGINE_BUFFER_SIZE / 4];
    double deadline = seconds_now() + engine_limit(engine, patience);
    for (enum reading reading;;) {
        reading = engine_read_line(engine, line, sizeof line, deadline);
        if (reading != READ_LINE) return reading;
        learn(engine, line);
        if (strstr(line, "setboard=0") != NULL) engine->no_setboard = true;
        if (engine->pings || strstr(line, "done=1") != NULL) return reading;
    }
}

static enum engine_status has_no_setboard(struct engine *engine)
{
    engine_stop(engine, true);
    snprintf(engine->failure, sizeof engine->failure,
             "says setboard=0: it is an xboard engine that cannot set up a position from a FEN");
    return ENGINE_NO_PERFT;
}

/* Greets an engine that does not speak UCI, and reads until it has answered or is silent. */
static enum engine_status greet_other(struct engine *engine)
{
    static const double patience = 2;
    char line[LINE_SIZE];
    bool answered = false;
    if (!engine_start(engine, NULL)) return engine_not_started(engine);
    bool xboard = engine->protocol == PROTOCOL_XBOARD;
    if (xboard && !engine_say(engine, "xboard\nprotover 2\n")) return engine_died(engine);
    enum reading features = xboard && !engine->no_features ? read_features(engine) : READ_LINE;
    if (features == READ_END) return engine_died(engine);
    if (xboard && engine->no_setboard && engine->position_template == NULL) return has_no_setboard(engine);
    if ((xboard && !engine_say(engine, "force\n")) || !engine_say_sync(engine)) return engine_died(engine);
    double deadline = seconds_now() + engine_limit(engine, patience);
    while (!answered) {
        enum reading reading = engine_read_line(engine, line, sizeof line, deadline);
        if (reading == READ_END) return engine_died(engine);
        if (reading == READ_TIMEOUT) break;
        bool pinged = engine->pings;
        learn(engine, line);
        if (engine->pings && !pinged && !engine_say_sync(engine)) return engine_died(engine);
        answered = engine_is_sync(engine, line);
    }
    engine->syncs = answered;
    /* After a restart it is only asked to synchronize, which shows that it is ready. */
    engine->no_features |= features == READ_TIMEOUT && answered;
    return ENGINE_OK;
}

enum engine_status engine_greet(struct engine *engine)
{
    if (engine->protocol == PROTOCOL_UCI) return greet_uci(engine);
    if (engine->chess960 || engine->variant != PF_VARIANT_STANDARD) {
        snprintf(engine->failure, sizeof engine->failure,
                 "does not speak UCI, by which alone it could be told to play %s",
                 engine->chess960 ? "Chess960" : pf_variant_name(engine->variant));
        return ENGINE_NO_UCI;
    }
    return greet_other(engine);
}

const char *engine_protocol_name(const struct engine *engine)
{
    static const char *const names[] = {
        [PROTOCOL_UCI] = "UCI", [PROTOCOL_XBOARD] = "xboard", [PROTOCOL_CONSOLE] = "console"};
    return names[engine->protocol];
}
