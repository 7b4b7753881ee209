/* Shared by the files about engines: the state of an engine, its process, and the functions that talk to it. */
#ifndef PLYFORGE_PROGRAM_ENGINE_STATE_H
#define PLYFORGE_PROGRAM_ENGINE_STATE_H

#include "engine/engine.h"

#include <sys/types.h>

#define START_FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

enum { ENGINE_BUFFER_SIZE = 1 << 16, ENGINE_TEMPLATE_SIZE = 128 };

/* How an engine without perft shows which moves it plays; see engine_moves.c. */
enum moves_method {
    METHOD_REPLY,       /* ignores an illegal move, and then finds a move for the side that would have made it */
    METHOD_COMPLAINT,   /* prints something if the move is illegal, and nothing if it is legal */
    METHOD_MULTIPV,     /* searches all moves at depth 1 and prints a line for each */
    METHOD_SEARCHMOVES, /* searches the one move that it is given, if that is legal */
    METHOD_COUNT
};

/* How the engine is greeted, and how a position is sent. */
enum engine_protocol {
    PROTOCOL_UCI,    /* uci; position fen F moves M */
    PROTOCOL_XBOARD, /* xboard, protover 2, force; setboard F, then the moves one by one */
    PROTOCOL_CONSOLE /* no greeting; setboard F */
};

struct engine {
    char *command; /* for the shell */
    bool is_script;
    bool chess960;
    bool offers_chess960; /* lists UCI_Chess960 */
    bool warned;          /* the user knows that the engine does not list it */
    pf_variant variant;
    char variant_name[ENGINE_LINE_SIZE]; /* the engine's spelling; "" if it does not offer the variant */
    double timeout;
    double give_up_at; /* when the search for its protocol ends, found or not; 0: there is no such search */

    pid_t process; /* 0: not running */
    int in, out;   /* our ends of its standard input and output */
    bool at_end;   /* its output has ended */
    char buffer[ENGINE_BUFFER_SIZE];
    size_t used, size; /* the bytes of the lines already returned, and all bytes in the buffer */
    bool discarding;   /* the buffer holds the rest of a line that was too long for it */

    enum engine_protocol protocol;
    enum engine_means means;
    enum moves_method moves_method; /* the method of MEANS_MOVES */
    unsigned multipv;               /* the largest value of its option MultiPV; 0: it has no such option */
    bool complains_late;            /* xboard: "Illegal move" has come after the answer to a later question */
    double patience;                /* how long to wait for a late complaint in any case, in seconds; 0: not at all */
    const char *position_template;  /* from --position-command; NULL: as in the protocol */
    char perft_template[ENGINE_TEMPLATE_SIZE];
    bool own_perft; /* perft_template is that of --perft-command */
    bool said_uciok;
    bool not_uci;     /* according to the first question */
    bool tried;       /* all commands have been tried, without success */
    bool pings;       /* xboard: answers ping */
    bool usermove;    /* xboard: expects "usermove" before each move */
    bool no_setboard; /* xboard: has reported setboard=0 */
    bool no_features; /* xboard: answers, but has not reported any features */
    bool syncs;       /* answers a synchronizing question, so that the end of its output is known */
    unsigned pinged;
    bool is_first; /* the first question, which has a shorter time limit */
    bool trying;   /* a perft command that may not be one */

    bool spoke_perft; /* has answered before, so silence means "no moves" */
    bool prints_totals;
    unsigned settled_reads; /* consecutive divides that were complete at "readyok" */
    char name[ENGINE_LINE_SIZE];
    char failure[2 * ENGINE_LINE_SIZE];
    char last[ENGINE_LAST_LINES][ENGINE_LINE_SIZE]; /* a ring */
    size_t last_count;
};

/* ---- The process: engine.c ---- */

enum reading { READ_LINE, READ_TIMEOUT, READ_END };

bool engine_start(struct engine *engine, char *const arguments[3]);
int engine_stop(struct engine *engine, bool kill_it);
bool engine_say(struct engine *engine, const char *text);

/* The next line, without its end, before the deadline and the end of the search for its protocol; Ctrl-C ends the
 * wait. */
enum reading engine_read_line(struct engine *engine, char *line, size_t line_size, double deadline);

/* Whether no more commands should be tried: the time for the search is over, or Ctrl-C was pressed. */
bool engine_gives_up(const struct engine *engine);

/* A limit in seconds, or --timeout if that is less. */
double engine_limit(const struct engine *engine, double seconds);

/* These store the failure and return the status. */
enum engine_status engine_not_started(struct engine *engine);
enum engine_status engine_died(struct engine *engine);
enum engine_status engine_timed_out(struct engine *engine);

/* Reads the answer to a perft command. */
enum engine_status engine_read_divide(struct engine *engine, pf_divide *answer, unsigned depth);

/* ---- Speaking: engine_speak.c ---- */

/* Starts the engine and greets it in the protocol that was found. */
enum engine_status engine_greet(struct engine *engine);

bool engine_say_position(struct engine *engine, const char *fen, const char *moves);
bool engine_say_perft(struct engine *engine, unsigned depth);

/* Sets the option MultiPV to its largest value. */
bool engine_say_multipv(struct engine *engine);

/* Asks a question that is answered after all earlier ones; engine_is_sync recognizes the answer. */
bool engine_say_sync(struct engine *engine);
bool engine_is_sync(const struct engine *engine, const char *line);

/* Starts the engine and finds the protocol. */
enum engine_status engine_find_protocol(struct engine *engine);

/* ---- Finding out how to ask: engine_try.c ---- */

enum engine_status engine_find_means(struct engine *engine);

/* ---- Engines without perft: engine_moves.c ---- */

/* Finds a method that shows which moves it considers legal, using the start position; false if there is none. */
bool engine_find_moves_method(struct engine *engine);

/* Makes a divide from the moves that the engine plays in each position. ENGINE_NO_PERFT if that takes too many
 * positions, or if the engine cannot print all the moves of one of them. */
enum engine_status engine_list_moves(struct engine *engine, const char *fen, const char *moves, unsigned depth,
                                     pf_divide *answer);

#endif
