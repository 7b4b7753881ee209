/* The parts that benchmarks of single functions share: positions from random games, the same everywhere, and the
 * clock. */
#include "bench/bench.h"
#include "common.h"
#include "platform/interrupt.h"

#include <time.h>

enum { REPEATS = 3 };

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
        pf_position_play_unchecked(&position, list.moves[random_number(&state, list.size)]);
        if (plies % 4 == 0) positions[i++] = position; /* adjacent positions are too similar */
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
