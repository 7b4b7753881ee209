/* The engine as a GUI sees it: commands in, answers out (the UCI protocol). This thread reads commands and nothing
 * else, so "isready" and "stop" are answered while the other thread searches. */
#define _POSIX_C_SOURCE 200809L
#include "engine.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char blanks[] = " \t\r\n";
enum { DEFAULT_HASH = 16, MAX_HASH = 4096, DEFAULT_OVERHEAD = 30, MAX_OVERHEAD = 5000, BENCH_DEPTH = 10 };

typedef struct engine {
    pf_game *game; /* the position to search, with the moves that led to it */
    bool chess960;
    int64_t overhead;
    search *search;
    bool has_thread; /* a search was started and its thread not joined */
    pthread_t thread;
    pthread_mutex_t lock; /* for waiting until stop or pondering changes */
    pthread_cond_t changed;
} engine;

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
    char best[PF_UCI_SIZE], ponder[PF_UCI_SIZE];
    pf_move_to_uci(best, sizeof best, s->best, s->castling);
    pf_move_to_uci(ponder, sizeof ponder, s->ponder, s->castling);
    bool has_ponder = s->ponder != PF_NO_MOVE;
    printf("bestmove %s%s%s\n", s->best ? best : "(none)", has_ponder ? " ponder " : "", has_ponder ? ponder : "");
    return NULL;
}

static void stop_search(engine *e)
{
    pthread_mutex_lock(&e->lock);
    atomic_store(&e->search->stop, true);
    pthread_cond_signal(&e->changed);
    pthread_mutex_unlock(&e->lock);
}

/* Waits for the end of the search. One that would not end by itself is stopped. */
static void finish_search(engine *e)
{
    if (!e->has_thread) return;
    if (e->search->limits.infinite || atomic_load(&e->search->pondering)) stop_search(e);
    pthread_join(e->thread, NULL);
    e->has_thread = false;
}

/* ---- Commands; rest is the text behind the word ---- */

static void do_uci(engine *e, char *rest)
{
    (void)e, (void)rest;
    printf("id name Anvil %s\nid author the Plyforge authors\n", PF_VERSION_TEXT);
    printf("option name Hash type spin default %d min 1 max %d\n", DEFAULT_HASH, MAX_HASH);
    printf("option name Clear Hash type button\n");
    printf("option name Ponder type check default false\n");
    printf("option name Move Overhead type spin default %d min 0 max %d\n", DEFAULT_OVERHEAD, MAX_OVERHEAD);
    printf("option name UCI_Chess960 type check default false\nuciok\n");
}

static void do_isready(engine *e, char *rest)
{
    (void)e, (void)rest;
    printf("readyok\n");
}

static void do_ucinewgame(engine *e, char *rest)
{
    (void)rest;
    finish_search(e);
    search_forget(e->search);
}

/* Reads a whole number within limits. Otherwise it says so, and returns false. */
static bool read_number(int64_t *out, const char *name, const char *text, int64_t min, int64_t max)
{
    char *end = NULL;
    long long value = text ? strtoll(text, &end, 10) : 0;
    if (text && end != text && *end == '\0' && value >= min && value <= max) {
        *out = value;
        return true;
    }
    printf("info string %s '%s': ignored; expected a number from %lld to %lld\n", name, text ? text : "",
           (long long)min, (long long)max);
    return false;
}

static void do_setoption(engine *e, char *rest)
{
    finish_search(e);
    char *value = strstr(rest, " value");
    if (value) {
        *value = '\0';
        value = strtok(value + 6, blanks);
    }
    char *name = rest + strspn(rest, blanks);
    bool has_name = strncmp(name, "name ", 5) == 0;
    if (has_name) name += 5;
    name[strcspn(name, "\r\n")] = '\0';
    int64_t number;
    if (!has_name) {
        printf("info string setoption '%s': ignored; expected 'setoption name NAME value VALUE'\n", name);
    } else if (strcasecmp(name, "Hash") == 0) {
        if (read_number(&number, "Hash", value, 1, MAX_HASH) && !table_resize(&e->search->table, (size_t)number))
            printf("info string Hash '%s': no memory for it; the old table stays\n", value);
    } else if (strcasecmp(name, "Clear Hash") == 0) {
        search_forget(e->search);
    } else if (strcasecmp(name, "Move Overhead") == 0) {
        read_number(&e->overhead, "Move Overhead", value, 0, MAX_OVERHEAD);
    } else if (strcasecmp(name, "UCI_Chess960") == 0) {
        e->chess960 = value && strcasecmp(value, "true") == 0;
        if (!e->chess960 && (!value || strcasecmp(value, "false") != 0))
            printf("info string UCI_Chess960 '%s': expected true or false; it is false now\n", value ? value : "");
    } else if (strcasecmp(name, "Ponder") != 0) {
        printf("info string setoption '%s': there is no such option\n", name);
    }
}

/* Reads the position before the moves: "startpos", or "fen" and a FEN. */
static bool read_start(const engine *e, pf_position *out, char *text)
{
    text += strspn(text, blanks);
    for (size_t end = strlen(text); end > 0 && strchr(blanks, text[end - 1]); end--) text[end - 1] = '\0';
    if (strcmp(text, "startpos") == 0) {
        *out = pf_position_start();
        return true;
    }
    if (strncmp(text, "fen ", 4) != 0) {
        printf("info string position '%s': ignored; expected 'startpos' or 'fen' and a FEN, then 'moves'\n", text);
        return false;
    }
    pf_accept accept = PF_ACCEPT_LENIENT | (e->chess960 ? PF_ACCEPT_CHESS960 : 0u);
    pf_problems problems;
    pf_error error;
    text += 4;
    if (pf_position_from_fen(out, text, strlen(text), accept, &problems, &error) != PF_OK) {
        printf("info string position '%s': ignored; at offset %u: %s\n", text, (unsigned)error.offset, error.message);
        return false;
    }
    char repaired[400];
    pf_problems_to_text(repaired, sizeof repaired, problems);
    if (problems) printf("info string position '%s': repaired: %s\n", text, repaired);
    return true;
}

/* A position with an error anywhere is ignored as a whole: the last good one stays. */
static void do_position(engine *e, char *rest)
{
    finish_search(e);
    char *moves = strstr(rest, " moves"), *next = NULL;
    if (moves) {
        *moves = '\0';
        moves += 6;
    }
    pf_position start;
    if (!read_start(e, &start, rest)) return;
    pf_game *game = pf_game_create(NULL, &start);
    pf_status status = game ? PF_OK : PF_ERROR_NO_ROOM;
    pf_error error = {.message = "no memory"};
    char *word = game && moves ? strtok_r(moves, blanks, &next) : NULL;
    for (; word && status == PF_OK; word = strtok_r(NULL, blanks, &next)) {
        pf_move move;
        status = pf_move_from_uci(&move, pf_game_position(game), word, strlen(word), &error);
        if (status == PF_OK) status = pf_game_play(game, move, &error);
        if (status != PF_OK) printf("info string position: ignored; move '%s': %s\n", word, error.message);
    }
    pf_game_destroy(status == PF_OK ? e->game : game);
    if (status == PF_OK) e->game = game;
}

/* Reads the words of "go". What cannot be read is reported and left out. */
static void read_limits(const engine *e, limits *out, char *rest)
{
    const pf_position *position = pf_game_position(e->game);
    *out = (limits){{-1, -1}, {-1, -1}, -1, -1, -1, -1, -1, false, false, {.size = 0}};
    struct {
        const char *name;
        int64_t *value;
    } numbers[] = {{"wtime", &out->time[PF_WHITE]},
                   {"btime", &out->time[PF_BLACK]},
                   {"winc", &out->increment[PF_WHITE]},
                   {"binc", &out->increment[PF_BLACK]},
                   {"movestogo", &out->moves_to_go},
                   {"movetime", &out->move_time},
                   {"depth", &out->depth},
                   {"nodes", &out->nodes},
                   {"mate", &out->mate}};
    char *next = NULL;
    bool in_moves = false;
    for (char *word = strtok_r(rest, blanks, &next); word; word = strtok_r(NULL, blanks, &next)) {
        size_t i = 0, count = sizeof numbers / sizeof *numbers;
        while (i < count && strcmp(word, numbers[i].name) != 0) i++;
        pf_move move;
        if (i < count) {
            /* A clock below zero is one that has nearly run out. */
            if (read_number(numbers[i].value, word, strtok_r(NULL, blanks, &next), INT32_MIN, INT64_MAX / 8) &&
                *numbers[i].value < 0)
                *numbers[i].value = 0;
        } else if (strcmp(word, "infinite") == 0) {
            out->infinite = true;
        } else if (strcmp(word, "ponder") == 0) {
            out->ponder = true;
        } else if (strcmp(word, "searchmoves") == 0) {
            in_moves = true;
        } else if (in_moves && pf_move_from_uci(&move, position, word, strlen(word), NULL) == PF_OK) {
            if (!pf_move_list_contains(&out->only, move)) out->only.moves[out->only.size++] = move;
        } else {
            printf("info string go '%s': ignored\n", word);
        }
    }
}

static void do_go(engine *e, char *rest)
{
    int64_t started = now_ms();
    finish_search(e);
    search *s = e->search;
    read_limits(e, &s->limits, rest);
    const limits *l = &s->limits;
    if (l->time[PF_WHITE] < 0 && l->time[PF_BLACK] < 0 && l->move_time < 0 && l->depth <= 0 && l->nodes < 0 &&
        l->mate <= 0)
        s->limits.infinite = true; /* nothing else would end it */
    s->root = *pf_game_position(e->game);
    pf_repetition_from_game(&s->line, e->game);
    s->budget = limits_budget(l, s->root.turn, e->overhead);
    s->castling = e->chess960 ? PF_UCI_KING_TAKES_ROOK : PF_UCI_KING_STEP;
    atomic_store(&s->stop, false);
    atomic_store(&s->pondering, l->ponder);
    atomic_store(&s->started, started);
    e->has_thread = pthread_create(&e->thread, NULL, run_search, e) == 0;
    if (!e->has_thread) {
        printf("info string go: no thread could be started; thinking briefly without one\n");
        s->limits = (struct limits){.depth = 1, .nodes = -1, .mate = -1};
        atomic_store(&s->pondering, false);
        run_search(e);
    }
}

static void do_stop(engine *e, char *rest)
{
    (void)rest;
    stop_search(e);
}

static void do_ponderhit(engine *e, char *rest)
{
    (void)rest;
    pthread_mutex_lock(&e->lock);
    atomic_store(&e->search->started, now_ms());
    atomic_store(&e->search->pondering, false);
    pthread_cond_signal(&e->changed);
    pthread_mutex_unlock(&e->lock);
}

static void do_bench(engine *e, char *rest)
{
    finish_search(e);
    char *word = strtok(rest, blanks);
    int64_t depth = BENCH_DEPTH;
    if (!word || read_number(&depth, "bench", word, 1, MAX_PLY - 1)) bench((int)depth);
}

/* ---- The loop ---- */

static const struct {
    const char *name;
    void (*run)(engine *e, char *rest);
} commands[] = {{"uci", do_uci},    {"isready", do_isready}, {"setoption", do_setoption}, {"position", do_position},
                {"go", do_go},      {"stop", do_stop},       {"ponderhit", do_ponderhit}, {"ucinewgame", do_ucinewgame},
                {"bench", do_bench}};

/* Runs one line; false for "quit". */
static bool run_line(engine *e, char *line)
{
    char *word = line + strspn(line, blanks);
    size_t length = strcspn(word, blanks);
    if (length == 4 && strncmp(word, "quit", 4) == 0) return false;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strlen(commands[i].name) == length && strncmp(word, commands[i].name, length) == 0) {
            commands[i].run(e, word + length);
            return true;
        }
    if (length > 0) printf("info string '%.*s': no such command\n", (int)(length < 80 ? length : 80), word);
    return true;
}

int main(int argc, char **argv)
{
    setvbuf(stdout, NULL, _IOLBF, 0); /* a GUI reads lines */
    pf_position start = pf_position_start();
    engine e = {.game = pf_game_create(NULL, &start),
                .overhead = DEFAULT_OVERHEAD,
                .search = calloc(1, sizeof *e.search),
                .lock = PTHREAD_MUTEX_INITIALIZER,
                .changed = PTHREAD_COND_INITIALIZER};
    if (!e.game || !e.search || !table_resize(&e.search->table, DEFAULT_HASH)) {
        fprintf(stderr, "no memory\n");
        return 1;
    }
    char *line = NULL;
    size_t size = 0;
    bool quit = false;
    if (argc > 1) /* the arguments are one command, as in "engine bench" */
        quit = true, run_line(&e, argv[1]);
    while (!quit && getline(&line, &size, stdin) >= 0) quit = !run_line(&e, line);
    /* At the end of the input a search with limits may finish; after "quit" none does. */
    if (quit) stop_search(&e);
    finish_search(&e);
    free(line);
    free(e.search->table.entries);
    free(e.search);
    pf_game_destroy(e.game);
    return 0;
}
