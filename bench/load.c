/* Load: many threads call the library at once, each on positions of its own, for as long as asked. The library has no
 * lock and shares nothing but constant tables, so each thread must go as fast beside the others as it goes alone, as
 * far as the machine has cores; and every answer is checked against the one that a single thread gave before.
 *
 *     load [SECONDS [THREADS]]     10 seconds, twice as many threads as cores */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <plyforge.h>

enum { MAX_THREADS = 1024, LINE_PLIES = 80 };

static atomic_bool stop;

typedef struct worker {
    pthread_t thread;
    unsigned number;
    uint64_t rounds; /* lines played */
    uint64_t wrong;
    double cpu_seconds;
} worker;

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
}

/* Plays one line of a Chess960 game and asks a bit of everything; the answer depends on all of it. */
static uint64_t play_line(uint64_t seed)
{
    pf_position position = pf_position_chess960_start((unsigned)(seed % 960));
    uint64_t hash = seed;
    for (unsigned ply = 0; ply < LINE_PLIES; ply++) {
        pf_move_list list;
        if (pf_generate_legal(&position, &list) == 0) break;
        pf_move move = list.moves[hash % list.size];
        char fen[PF_FEN_SIZE], san[PF_SAN_SIZE];
        pf_position again;
        size_t length = pf_position_to_fen(fen, sizeof fen, &position, PF_CASTLING_SHREDDER, PF_EP_LEGAL);
        pf_position_from_fen(&again, fen, length, PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960, NULL, NULL);
        pf_move_to_san(san, sizeof san, &position, move, PF_SAN_LETTERS);
        hash = mix(hash, again.key);
        hash = mix(hash, (uint64_t)(uint32_t)pf_see(&position, move) + (uint8_t)san[0]);
        hash = mix(hash, pf_count_moves(&position, PF_QUIET_CHECKS));
        if (ply % 16 == 0) hash = mix(hash, pf_perft(&position, 3).lo);
        pf_position_play_unchecked(&position, move);
    }
    return hash;
}

/* The lines that all threads play, each beginning at another one, with their answers. */
enum { LINES = 64 };
static uint64_t answers[LINES];

static void *work(void *context)
{
    worker *it = context;
    for (unsigned line = it->number; !atomic_load_explicit(&stop, memory_order_relaxed); line++) {
        it->wrong += play_line(line % LINES) != answers[line % LINES];
        it->rounds++;
    }
    it->cpu_seconds = seconds(CLOCK_THREAD_CPUTIME_ID);
    return NULL;
}

/* Lines for each second of processor time, over all threads; -1 if a thread could not be started. */
static double run(unsigned threads, double duration, uint64_t *lines, uint64_t *wrong)
{
    static worker workers[MAX_THREADS];
    unsigned started = 0;
    double cpu_seconds = 0;
    atomic_store(&stop, false);
    for (; started < threads; started++) {
        workers[started] = (worker){.number = started};
        if (pthread_create(&workers[started].thread, NULL, work, &workers[started]) != 0) break;
    }
    struct timespec pause = {(time_t)duration, (long)((duration - (double)(time_t)duration) * 1e9)};
    if (started == threads) nanosleep(&pause, NULL);
    atomic_store(&stop, true);
    *lines = *wrong = 0;
    for (unsigned i = 0; i < started; i++) {
        pthread_join(workers[i].thread, NULL);
        *lines += workers[i].rounds;
        *wrong += workers[i].wrong;
        cpu_seconds += workers[i].cpu_seconds;
    }
    return started < threads || cpu_seconds <= 0 ? -1 : (double)*lines / cpu_seconds;
}

int main(int argc, char **argv)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    double duration = argc > 1 ? strtod(argv[1], NULL) : 10;
    long threads = argc > 2 ? strtol(argv[2], NULL, 10) : 2 * cores;
    if (!(duration > 0 && duration <= 86400) || threads < 1 || threads > MAX_THREADS || argc > 3) {
        fprintf(stderr, "usage: load [SECONDS [THREADS]], up to 86400 and %d\n", MAX_THREADS);
        return 2;
    }
    for (unsigned i = 0; i < LINES; i++) answers[i] = play_line(i);

    /* One thread alone before and after: a machine that gets slower meanwhile is not the library's fault. */
    uint64_t lines, wrong, all_wrong = 0;
    double alone = run(1, duration * 0.1, &lines, &wrong);
    all_wrong += wrong;
    double together = run((unsigned)threads, duration * 0.8, &lines, &wrong);
    all_wrong += wrong;
    uint64_t together_lines = lines;
    double after = run(1, duration * 0.1, &lines, &wrong);
    all_wrong += wrong;
    if (alone < 0 || together < 0 || after < 0) {
        fprintf(stderr, "load: a thread could not be started\n");
        return 1;
    }
    double single = (alone + after) / 2;
    printf("%ld threads on %ld cores: %" PRIu64 " lines, %" PRIu64 " wrong answers\n", threads, cores, together_lines,
           all_wrong);
    printf("lines for a second of processor time: %.0f alone (%.0f before, %.0f after), %.0f together: %.2f of that\n",
           single, alone, after, together, together / single);
    return all_wrong > 0;
}
