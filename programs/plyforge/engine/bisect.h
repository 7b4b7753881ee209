/* The result of plyforge bisect, for the functions that print it. */
#ifndef PLYFORGE_PROGRAM_BISECT_H
#define PLYFORGE_PROGRAM_BISECT_H

#include "engine/engine.h"

struct bisect_options {
    struct position_options position;
    struct engine_options engine;
    const char *divide_file; /* NULL: no file; "-" is standard input */
    struct drawing drawing;
    const char *html; /* NULL: no HTML report */
    pf_svg_theme theme;
    bool json;
};

/* A question of the first two stages and its answer. */
struct bisect_step {
    pf_bisect_stage stage;
    unsigned depth;
    pf_count ours, theirs;
    pf_position position;
    pf_move last_move, next; /* next is followed from here; PF_NO_MOVE if the moves of this position differ */
    char moves[PF_PERFT_MAX_DEPTH * PF_UCI_SIZE];
};

/* Enough for any depth that an engine can count. */
enum { BISECT_MOST_STEPS = 64 };

struct bisect_report {
    char engine[ENGINE_LINE_SIZE];
    char variant[ENGINE_LINE_SIZE]; /* the value of UCI_Variant; "" in standard chess */
    unsigned depth;
    pf_uci_castling castling;
    char failure[2 * LINE_SIZE]; /* "" unless the engine failed */
    const char *diagnosis;       /* the common cause of all differences; NULL: no known cause */
    bool by_totals;              /* the engine did not print which moves it counts */
    const char *last[ENGINE_LAST_LINES];
    size_t last_size;
    pf_bisect_report found;
    char root[PF_FEN_SIZE];
    struct bisect_step steps[BISECT_MOST_STEPS];
    size_t step_count;
};

/* bisect_html.c: writes the report as an HTML page; false if that fails. */
bool write_bisect_page(FILE *file, const struct bisect_report *report, bool stopped,
                       const struct bisect_options *options);

/* bisect_divide.c: compares the divide of --divide; returns the exit status. */
int run_bisect_divide(const struct bisect_options *options, unsigned depth);

/* Prints sentences about the moves that only one side lists, at most eight of them, and the number of the others. */
void print_differences(const pf_divide_comparison *comparison, const pf_position *position, pf_uci_castling castling);

/* The same for JSON, all of them. */
struct json;
void json_differences(struct json *json, const pf_divide_comparison *comparison, const pf_position *position,
                      pf_uci_castling castling);

/* Prints a line of the moves with that verdict, or "-". */
void print_moves_with(const char *label, const pf_divide_comparison *comparison, pf_divide_verdict verdict);

#endif
