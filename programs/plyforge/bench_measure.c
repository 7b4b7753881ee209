/* What the benchmarks of single functions share: positions from random games, the same everywhere, and the clock. */
#include "bench.h"
#include "interrupt.h"

#include <time.h>

enum { REPEATS = 3 };

/* SplitMix64. */
uint64_t bench_random(uint64_t *state, uint64_t limit)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (z ^ (z >> 31)) % limit;
}

void bench_make_positions(pf_position positions[BENCH_POSITIONS])
{
    uint64_t state = 1;
    pf_position position = pf_position_start();
    unsigned plies = 0;
    for (unsigned i = 0; i < BENCH_POSITIONS;) {
        pf_move_list list;
        if (plies++ == 120 || pf_generate_legal(&position, &list) == 0) {
            position = pf_position_start();
            plies = 0;
            continue;
        }
        pf_position_play_unchecked(&position, list.moves[bench_random(&state, list.size)]);
        if (plies % 4 == 0) positions[i++] = position; /* neighbours are too much alike */
    }
}

double bench_stretch(const struct bench_options *options)
{
    double stretch = 0.1;
    for (unsigned i = 0; i < options->reduce && i < 10; i++) stretch /= 2;
    return stretch;
}

/* Processor time, so that other work on the machine matters less. */
static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double bench_measure(bench_work *once, const void *context, double stretch)
{
    double best = 0;
    once(context);
    for (unsigned repeat = 0; repeat < REPEATS && !was_interrupted(); repeat++) {
        uint64_t done = 0;
        double start = processor_seconds(), seconds;
        do {
            done += once(context);
            seconds = processor_seconds() - start;
        } while (seconds < stretch);
        if ((double)done / seconds > best) best = (double)done / seconds;
    }
    return best;
}
