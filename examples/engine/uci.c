/* The engine as a GUI sees it: commands in, answers out (the UCI protocol). This thread reads commands and nothing
 * else, so "isready" and "stop" are answered while the other thread searches. */
#define _POSIX_C_SOURCE 200809L
#include "engine.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { DEFAULT_HASH = 16, MAX_HASH = 4096, DEFAULT_OVERHEAD = 50, MAX_OVERHEAD = 5000, BENCH_DEPTH = 10 };
static const char blanks[] = " \t\r\n";

typedef struct engine {
    pf_game *game; /* the position to search, with the moves that led to it */
    bool chess960;
    int64_t overhead;
    search *search;
    pthread_t thread;
    bool has_thread; /* a search was started, and its thread is not joined yet */
} engine;

static bool is(const char *word, const char *name)
{
    return strcasecmp(word, name) == 0;
}

/* ---- The search thread ---- */

static void print_best(const search *s)
{
    char move[PF_UCI_SIZE];
    pf_move_to_uci(move, sizeof move, s->best, s->castling);
    printf("bestmove %s\n", s->best == PF_NO_MOVE ? "(none)" : move);
}

static void *run_search(void *context)
{
    search *s = context;
    search_run(s);
    if (!s->limits.infinite) print_best(s);
    return NULL;
}

/* Waits for the end of the search. An infinite one is ended and answered here: the GUI decides when its answer is due,
 * even if the search has found all there is. */
static void finish_search(engine *e)
{
    if (!e->has_thread) return;
    if (e->search->limits.infinite) atomic_store(&e->search->stop, true);
    pthread_join(e->thread, NULL);
    if (e->search->limits.infinite) print_best(e->search);
    e->has_thread = false;
}

/* ---- Options ---- */

static void introduce(void)
{
    printf("id name Anvil %s\nid author the Plyforge authors\n", PF_VERSION_TEXT);
    printf("option name Hash type spin default %d min 1 max %d\n", DEFAULT_HASH, MAX_HASH);
    printf("option name Move Overhead type spin default %d min 0 max %d\n", DEFAULT_OVERHEAD, MAX_OVERHEAD);
    printf("option name UCI_Chess960 type check default false\nuciok\n");
}

/* Reads a whole number within limits; anything else is reported and changes nothing. */
static bool read_number(int64_t *out, const char *name, const char *text, int64_t min, int64_t max)
{
    char *end = NULL;
    long long value = text ? strtoll(text, &end, 10) : 0;
    bool good = text && end != text && *end == '\0' && value >= min && value <= max;
    if (good) *out = value;
    if (!good)
        printf("info string %s '%s': ignored; expected a number from %lld to %lld\n", name, text ? text : "",
               (long long)min, (long long)max);
    return good;
}

static void set_option(engine *e, char *rest)
{
    finish_search(e);
    char *value = strstr(rest, " value"), *name = strstr(rest, "name ");
    if (value) *value = '\0';
    value = value ? strtok(value + 6, blanks) : NULL;
    name = name ? name + 5 : rest;
    name[strcspn(name, "\r\n")] = '\0';
    int64_t mib;
    if (is(name, "Hash")) {
        if (read_number(&mib, name, value, 1, MAX_HASH) && !table_resize(&e->search->table, (size_t)mib))
            printf("info string Hash %s: no memory for it; the old table stays\n", value);
    } else if (is(name, "Move Overhead")) {
        read_number(&e->overhead, name, value, 0, MAX_OVERHEAD);
    } else if (!is(name, "UCI_Chess960")) {
        printf("info string setoption '%s': no such option; 'uci' lists them\n", name);
    } else if (value && (is(value, "true") || is(value, "false"))) {
        e->chess960 = is(value, "true");
    } else {
        printf("info string UCI_Chess960 '%s': ignored; expected true or false\n", value ? value : "");
    }
}

/* ---- Positions ---- */

/* A position with an error anywhere is ignored as a whole: the last good one stays. */
static void set_position(engine *e, const char *text)
{
    finish_search(e);
    pf_problems problems;
    pf_error error;
    pf_accept accept = PF_ACCEPT_LENIENT | (e->chess960 ? PF_ACCEPT_CHESS960 : 0u);
    if (pf_game_from_uci(e->game, text, strlen(text), accept, &problems, &error) != PF_OK) {
        const char *fault = text + error.offset;
        printf("info string position: ignored; '%.*s': %s\n", (int)strcspn(fault, blanks), fault, error.message);
    } else if (problems) {
        char repaired[400];
        pf_problems_to_text(repaired, sizeof repaired, problems);
        printf("info string position: repaired or tolerated: %s\n", repaired);
    }
}

/* ---- Searching ---- */

/* Reads the words of "go". What cannot be read is reported and left out. */
static void read_limits(const engine *e, limits *out, char *rest)
{
    *out = (limits){{-1, -1}, {-1, -1}, -1, -1, -1, -1, false};
    const struct {
        const char *name;
        int64_t *number, least; /* GUIs let clocks run below zero, and round: smaller numbers become the least */
    } words[] = {{"wtime", &out->time[0], 0},         {"btime", &out->time[1], 0},
                 {"winc", &out->increment[0], 0},     {"binc", &out->increment[1], 0},
                 {"movestogo", &out->moves_to_go, 0}, {"movetime", &out->move_time, 1},
                 {"depth", &out->depth, 1},           {"nodes", &out->nodes, 1}};
    char *next = NULL;
    for (char *word = strtok_r(rest, blanks, &next); word; word = strtok_r(NULL, blanks, &next)) {
        size_t i = 0, count = sizeof words / sizeof *words;
        while (i < count && !is(word, words[i].name)) i++;
        if (i < count) {
            int64_t min = i < 4 ? INT32_MIN : 0, least = words[i].least;
            if (read_number(words[i].number, word, strtok_r(NULL, blanks, &next), min, INT64_MAX / 8))
                *words[i].number = *words[i].number > least ? *words[i].number : least;
        } else if (is(word, "infinite")) {
            out->infinite = true;
        } else {
            printf("info string go '%s': ignored; not a limit\n", word);
        }
    }
    bool has_clock = out->time[pf_game_position(e->game)->turn] >= 0 || out->move_time >= 0;
    if (!has_clock && out->depth < 0 && out->nodes < 0) out->infinite = true; /* until "stop" */
}

static void start_search(engine *e, char *rest)
{
    search *s = e->search;
    int64_t started = now_ms();
    finish_search(e);
    s->started = started;
    read_limits(e, &s->limits, rest);
    s->root = *pf_game_position(e->game);
    pf_repetition_from_game(&s->line, e->game);
    s->budget = limits_budget(&s->limits, s->root.turn, e->overhead);
    s->castling = e->chess960 ? PF_UCI_KING_TAKES_ROOK : PF_UCI_KING_STEP;
    atomic_store(&s->stop, false);
    e->has_thread = pthread_create(&e->thread, NULL, run_search, s) == 0;
    if (!e->has_thread) run_search(s); /* no thread to be had: this one searches and hears nothing meanwhile */
}

/* ---- The loop ---- */

/* Runs one line; false for "quit". */
static bool run_line(engine *e, char *line)
{
    char *word = line + strspn(line, blanks), *rest = word + strcspn(word, blanks);
    if (*rest != '\0') *rest++ = '\0';
    int64_t depth = BENCH_DEPTH;
    bool stops = is(word, "quit") || is(word, "stop"), new_game = is(word, "ucinewgame");
    if (stops) atomic_store(&e->search->stop, true);
    if (stops || new_game) finish_search(e);
    if (new_game) search_forget(e->search);
    /* clang-format off */
    if (is(word, "uci")) introduce();
    else if (is(word, "isready")) printf("readyok\n");
    else if (is(word, "setoption")) set_option(e, rest);
    else if (is(word, "position")) set_position(e, rest);
    else if (is(word, "go")) start_search(e, rest);
    else if (is(word, "bench")) {
        if (!*rest || read_number(&depth, word, strtok(rest, blanks), 1, MAX_PLY - 1)) bench((int)depth);
    } else if (*word != '\0' && !stops && !new_game) printf("info string '%.80s': no such command\n", word);
    /* clang-format on */
    return !is(word, "quit");
}

int main(int argc, char **argv)
{
    setvbuf(stdout, NULL, _IOLBF, 0); /* a GUI reads lines */
    pf_position start = pf_position_start();
    engine e = {.overhead = DEFAULT_OVERHEAD, .game = pf_game_create(&start), .search = calloc(1, sizeof *e.search)};
    if (!e.game || !e.search || !table_resize(&e.search->table, DEFAULT_HASH)) return 1;
    char *line = NULL;
    size_t size = 0;
    if (argc > 1) run_line(&e, argv[1]); /* an argument is a line: engine "bench 8" */
    while (argc == 1 && getline(&line, &size, stdin) >= 0 && run_line(&e, line)) continue;
    finish_search(&e); /* at the end of the input a search with limits may finish */
    pf_game_destroy(e.game);
    free(e.search->table.entries);
    free(e.search);
    free(line);
    return 0;
}
