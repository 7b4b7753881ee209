/* Who can still win: how many questions about the positions of a file are settled, rightly, how fast and by how many
 * positions searched. Every mating line is replayed and must end in mate. Times are those of the processor, without the
 * time that it takes to read the clock.
 *
 *     unwinnable FILE [NODES] [--list]
 *
 * A line of FILE is a FEN, or "WB FEN", "W- FEN", "-B FEN" or "-- FEN", which names the sides that can win. Each
 * position is two questions, one for each side, with a budget of NODES positions, PF_DEAD_BUDGET if not given. --list
 * prints those that stay unknown. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <plyforge.h>

enum { MAX_LINE = 200, MAX_QUESTIONS = 1 << 20 };

static struct {
    const char *path;
    uint32_t nodes;
    bool list;
    void *scratch;
    size_t size;
} asked = {.nodes = PF_DEAD_BUDGET};

static struct {
    unsigned questions, refused, wrong, broken, longest; /* broken: a line that does not end in mate */
    unsigned reasons[5];
    double reason_time[5];
    uint64_t nodes;
    uint32_t most_nodes;
} seen;

static double times[MAX_QUESTIONS]; /* in microseconds */
static double reading_time;         /* how long it takes to read the clock */

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time); /* what others do on this machine does not count */
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

static void time_the_clock(void)
{
    enum { READINGS = 1000 };
    double start = now();
    for (int i = 0; i < READINGS; i++) now();
    reading_time = (now() - start) / (READINGS + 1);
}

static bool ends_in_mate(const pf_helpmate *helpmate, pf_position position, pf_colour winner)
{
    for (uint32_t i = 0; i < helpmate->size; i++)
        if (pf_position_play(&position, helpmate->moves[i], NULL) != PF_OK) return false;
    return position.turn != winner && !pf_any_legal(&position) && pf_position_checkers(&position);
}

/* winner is PF_WHITE or PF_BLACK; expected 'W', 'B' or '-', or 0 if nobody knows. */
static void ask(const pf_position *position, pf_colour winner, char expected, const char *fen)
{
    static pf_helpmate helpmate;
    double start = now();
    pf_verdict verdict = pf_position_find_helpmate(&helpmate, position, winner, asked.nodes, asked.scratch, asked.size);
    double time = now() - start - reading_time;
    if (time < 0) time = 0;
    times[seen.questions++] = time;
    seen.reasons[helpmate.reason]++;
    seen.reason_time[helpmate.reason] += time;
    seen.nodes += helpmate.nodes;
    if (helpmate.nodes > seen.most_nodes) seen.most_nodes = helpmate.nodes;
    if (helpmate.size > seen.longest) seen.longest = helpmate.size;
    const char *side = winner == PF_WHITE ? "White" : "Black";
    if (verdict == PF_VERDICT_UNKNOWN && asked.list) printf("unknown for %s: %s\n", side, fen);
    if (verdict != PF_VERDICT_UNKNOWN && expected && (verdict == PF_VERDICT_NO) != (expected != '-')) {
        seen.wrong++;
        printf("wrong for %s: %s\n", side, fen);
    }
    if (verdict == PF_VERDICT_NO && !ends_in_mate(&helpmate, *position, winner)) {
        seen.broken++;
        printf("not a mating line for %s: %s\n", side, fen);
    }
}

static int compare_times(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void report(void)
{
    if (seen.questions == 0) return;
    double total = 0;
    for (unsigned i = 0; i < seen.questions; i++) total += times[i];
    qsort(times, seen.questions, sizeof *times, compare_times);
    printf("%u questions, budget %u: %u unknown, %u wrong, %u lines broken, %u positions refused\n", seen.questions,
           (unsigned)asked.nodes, seen.reasons[PF_WIN_UNSETTLED], seen.wrong, seen.broken, seen.refused);
    printf("CPU time in us: mean %.2f, median %.2f, 99%% %.1f, 99.9%% %.1f, worst %.0f\n", total / seen.questions,
           times[seen.questions / 2], times[(uint64_t)seen.questions * 99 / 100],
           times[(uint64_t)seen.questions * 999 / 1000], times[seen.questions - 1]);
    printf("nodes:          mean %.1f, worst %u; longest line %u\n", (double)seen.nodes / seen.questions,
           (unsigned)seen.most_nodes, seen.longest);
    for (int reason = 0; reason < 5; reason++)
        if (seen.reasons[reason])
            printf("%-12s %7u, mean %.2f us\n", reason ? pf_win_reason_text((pf_win_reason)reason) : "unknown",
                   seen.reasons[reason], seen.reason_time[reason] / seen.reasons[reason]);
}

static void read_line(char *line)
{
    char sides[2] = {0};
    line[strcspn(line, "\r\n")] = '\0';
    if (line[0] != '\0' && line[1] != '\0' && line[2] == ' ' && strchr("W-", line[0]) && strchr("B-", line[1])) {
        memcpy(sides, line, sizeof sides);
        line += 3;
    }
    pf_position position;
    if (line[0] == '\0' || seen.questions + 2 > MAX_QUESTIONS) return;
    if (pf_position_from_fen(&position, line, strlen(line), PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960, NULL, NULL)) {
        seen.refused++;
        return;
    }
    for (pf_colour winner = PF_WHITE; winner <= PF_BLACK; winner++) ask(&position, winner, sides[winner], line);
}

int main(int count, char **arguments)
{
    for (int i = 1; i < count; i++) {
        if (strcmp(arguments[i], "--list") == 0)
            asked.list = true;
        else if (!asked.path)
            asked.path = arguments[i];
        else
            asked.nodes = (uint32_t)strtoul(arguments[i], NULL, 10);
    }
    FILE *file = asked.path ? fopen(asked.path, "r") : NULL;
    if (!file) {
        fprintf(stderr, "usage: unwinnable FILE [NODES] [--list]\n");
        return 2;
    }
    asked.size = (size_t)asked.nodes * PF_DEAD_BYTES_PER_NODE;
    asked.scratch = malloc(asked.size + 1);
    char line[MAX_LINE];
    time_the_clock();
    while (fgets(line, sizeof line, file)) read_line(line);
    fclose(file);
    free(asked.scratch);
    report();
    return seen.wrong || seen.broken;
}
