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
    bool has_thread;        /* a search was started, and its thread is not joined yet */
    pthread_mutex_t lock;   /* for the condition below */
    pthread_cond_t changed; /* stop or pondering has changed */
} engine;

static bool is(const char *word, const char *name)
{
    return strcasecmp(word, name) == 0;
}

/* ---- The search thread ---- */

static void *run_search(void *context)
{
    engine *e = context;
    search *s = e->search;
    search_run(s);
    /* With "infinite" and "ponder" the GUI decides when the answer is due, even if the search has ended. */
    pthread_mutex_lock(&e->lock);
    while ((s->limits.infinite || atomic_load(&s->pondering)) && !atomic_load(&s->stop))
        pthread_cond_wait(&e->changed, &e->lock);
    pthread_mutex_unlock(&e->lock);
    char best[PF_UCI_SIZE] = "", ponder[PF_UCI_SIZE] = "";
    pf_move_to_uci(best, sizeof best, s->best, s->castling);
    if (s->ponder != PF_NO_MOVE) pf_move_to_uci(ponder, sizeof ponder, s->ponder, s->castling);
    printf("bestmove %s%s%s\n", s->best == PF_NO_MOVE ? "(none)" : best, ponder[0] ? " ponder " : "", ponder);
    return NULL;
}

static void change(engine *e, atomic_bool *flag, bool value)
{
    pthread_mutex_lock(&e->lock);
    atomic_store(flag, value);
    pthread_cond_signal(&e->changed);
    pthread_mutex_unlock(&e->lock);
}

/* Waits for the end of the search. One that would not end by itself is stopped. */
static void finish_search(engine *e)
{
    if (!e->has_thread) return;
    if (e->search->limits.infinite || atomic_load(&e->search->pondering)) change(e, &e->search->stop, true);
    pthread_join(e->thread, NULL);
    e->has_thread = false;
}

/* ---- Options ---- */

static void introduce(void)
{
    printf("id name Anvil %s\nid author the Plyforge authors\n", PF_VERSION_TEXT);
    printf("option name Hash type spin default %d min 1 max %d\n", DEFAULT_HASH, MAX_HASH);
    printf("option name Clear Hash type button\n");
    printf("option name Ponder type check default false\n");
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
    if (value) {
        *value = '\0';
        value = strtok(value + 6, blanks);
    }
    name = name ? name + 5 : rest;
    name[strcspn(name, "\r\n")] = '\0';
    int64_t mib;
    if (is(name, "Hash")) {
        if (read_number(&mib, name, value, 1, MAX_HASH) && !table_resize(&e->search->table, (size_t)mib))
            printf("info string Hash %s: no memory for it; the old table stays\n", value);
    } else if (is(name, "Clear Hash")) {
        search_forget(e->search);
    } else if (is(name, "Move Overhead")) {
        read_number(&e->overhead, name, value, 0, MAX_OVERHEAD);
    } else if (is(name, "UCI_Chess960")) {
        bool on = value && is(value, "true");
        if (on || (value && is(value, "false")))
            e->chess960 = on;
        else
            printf("info string UCI_Chess960 '%s': ignored; expected true or false\n", value ? value : "");
    } else if (!is(name, "Ponder")) {
        printf("info string setoption '%s': no such option; 'uci' lists them\n", name);
    }
}

/* ---- Positions ---- */

/* Reads what stands before the moves: "startpos", or "fen" and a FEN. */
static bool read_start(const engine *e, pf_position *out, char *text)
{
    text += strspn(text, blanks);
    for (size_t end = strlen(text); end > 0 && strchr(blanks, text[end - 1]); end--) text[end - 1] = '\0';
    *out = pf_position_start();
    if (is(text, "startpos")) return true;
    if (strncmp(text, "fen ", 4) != 0) {
        printf("info string position '%s': ignored; expected 'startpos' or 'fen' and a FEN\n", text);
        return false;
    }
    text += 4;
    pf_problems problems;
    pf_error error;
    pf_accept accept = PF_ACCEPT_LENIENT | (e->chess960 ? PF_ACCEPT_CHESS960 : 0u);
    if (pf_position_from_fen(out, text, strlen(text), accept, &problems, &error) != PF_OK) {
        printf("info string position '%s': ignored; at offset %u: %s\n", text, (unsigned)error.offset, error.message);
        return false;
    }
    char repaired[400];
    pf_problems_to_text(repaired, sizeof repaired, problems);
    if (problems) printf("info string position '%s': repaired or tolerated: %s\n", text, repaired);
    return true;
}

/* A position with an error anywhere is ignored as a whole: the last good one stays. */
static void set_position(engine *e, char *rest)
{
    finish_search(e);
    char *moves = strstr(rest, " moves"), *next = NULL;
    if (moves) *moves = '\0';
    pf_position start;
    if (!read_start(e, &start, rest)) return;
    pf_game *game = pf_game_create(&start);
    if (!game) return;
    char *word = moves ? strtok_r(moves + 6, blanks, &next) : NULL;
    for (; word; word = strtok_r(NULL, blanks, &next)) {
        pf_move move;
        pf_error error;
        pf_status status = pf_move_from_uci(&move, pf_game_position(game), word, strlen(word), &error);
        if (status == PF_OK) status = pf_game_play(game, move, &error);
        if (status == PF_OK) continue;
        printf("info string position: ignored; move '%s': %s\n", word, error.message);
        pf_game_destroy(game);
        return;
    }
    pf_game_destroy(e->game);
    e->game = game;
}

/* ---- Searching ---- */

/* Reads the words of "go". What cannot be read is reported and left out. */
static void read_limits(const engine *e, limits *out, char *rest)
{
    *out = (limits){{-1, -1}, {-1, -1}, -1, -1, -1, -1, -1, false, false, {.size = 0}};
    static const char *const names[] = {"wtime",    "btime", "winc",  "binc", "movestogo",
                                        "movetime", "depth", "nodes", "mate"};
    int64_t *const numbers[] = {&out->time[0],      &out->time[1],     &out->increment[0],
                                &out->increment[1], &out->moves_to_go, &out->move_time,
                                &out->depth,        &out->nodes,       &out->mate};
    char *next = NULL;
    for (char *word = strtok_r(rest, blanks, &next); word; word = strtok_r(NULL, blanks, &next)) {
        size_t i = 0, count = sizeof names / sizeof *names;
        while (i < count && !is(word, names[i])) i++;
        pf_move move;
        if (i < count) {
            read_number(numbers[i], word, strtok_r(NULL, blanks, &next), INT32_MIN, INT64_MAX / 8);
            if (i < 2 && *numbers[i] < 0) *numbers[i] = 0; /* some GUIs let a clock run below zero */
        } else if (is(word, "infinite")) {
            out->infinite = true;
        } else if (is(word, "ponder")) {
            out->ponder = true;
        } else if (pf_move_from_uci(&move, pf_game_position(e->game), word, strlen(word), NULL) == PF_OK) {
            if (!pf_move_list_contains(&out->only, move)) out->only.moves[out->only.size++] = move;
        } else if (!is(word, "searchmoves")) {
            printf("info string go '%s': ignored; not a limit and not a legal move\n", word);
        }
    }
    bool limited = out->time[pf_game_position(e->game)->turn] >= 0 || out->move_time >= 0 || out->depth > 0 ||
                   out->nodes >= 0 || out->mate > 0;
    if (!limited) out->infinite = true; /* a plain "go" ends with "stop" */
}

static void start_search(engine *e, char *rest)
{
    int64_t started = now_ms();
    finish_search(e);
    search *s = e->search;
    read_limits(e, &s->limits, rest);
    s->root = *pf_game_position(e->game);
    pf_repetition_from_game(&s->line, e->game);
    s->budget = limits_budget(&s->limits, s->root.turn, e->overhead);
    s->castling = e->chess960 ? PF_UCI_KING_TAKES_ROOK : PF_UCI_KING_STEP;
    atomic_store(&s->stop, false);
    atomic_store(&s->pondering, s->limits.ponder);
    atomic_store(&s->started, started);
    e->has_thread = pthread_create(&e->thread, NULL, run_search, e) == 0;
    if (e->has_thread) return;
    atomic_store(&s->stop, true); /* without a thread: some legal move, at once */
    run_search(e);
}

static void run_bench(engine *e, char *rest)
{
    finish_search(e);
    char *word = strtok(rest, blanks);
    int64_t depth = BENCH_DEPTH;
    if (!word || read_number(&depth, "bench", word, 1, MAX_PLY - 1)) bench((int)depth);
}

/* ---- The loop ---- */

/* Runs one line; false for "quit". */
static bool run_line(engine *e, char *line)
{
    char *word = line + strspn(line, blanks), *rest = word + strcspn(word, blanks);
    if (*rest != '\0') *rest++ = '\0';
    search *s = e->search;
    if (is(word, "quit")) return false;
    if (is(word, "ponderhit")) atomic_store(&s->started, now_ms());
    if (is(word, "ucinewgame")) finish_search(e);
    if (is(word, "uci"))
        introduce();
    else if (is(word, "isready"))
        printf("readyok\n");
    else if (is(word, "setoption"))
        set_option(e, rest);
    else if (is(word, "position"))
        set_position(e, rest);
    else if (is(word, "go"))
        start_search(e, rest);
    else if (is(word, "stop"))
        change(e, &s->stop, true);
    else if (is(word, "ponderhit"))
        change(e, &s->pondering, false);
    else if (is(word, "ucinewgame"))
        search_forget(s);
    else if (is(word, "bench"))
        run_bench(e, rest);
    else if (*word != '\0')
        printf("info string '%.80s': no such command\n", word);
    return true;
}

int main(int argc, char **argv)
{
    setvbuf(stdout, NULL, _IOLBF, 0); /* a GUI reads lines */
    pf_position start = pf_position_start();
    engine e = {.overhead = DEFAULT_OVERHEAD, .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
    e.game = pf_game_create(&start);
    e.search = calloc(1, sizeof *e.search);
    if (!e.game || !e.search || !table_resize(&e.search->table, DEFAULT_HASH)) return 1;
    char *line = NULL;
    size_t size = 0;
    bool go_on = true;
    if (argc > 1) /* an argument is a line: engine "bench 8" */
        run_line(&e, argv[1]);
    else
        while (go_on && getline(&line, &size, stdin) >= 0) go_on = run_line(&e, line);
    /* After "quit" no search goes on; at the end of the input one with limits may finish. */
    if (!go_on) change(&e, &e.search->stop, true);
    finish_search(&e);
    pf_game_destroy(e.game);
    free(e.search->table.entries);
    free(e.search);
    free(line);
    return 0;
}
