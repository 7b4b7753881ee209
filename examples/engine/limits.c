/* Time management. The one rule that counts: the time that is left, less the overhead, is never exceeded. */
#define _POSIX_C_SOURCE 200809L
#include "engine.h"

#include <time.h>

int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t at_least_one(int64_t value)
{
    return value > 1 ? value : 1;
}

budget limits_budget(const limits *l, pf_colour side, int64_t overhead)
{
    int64_t exact = at_least_one(l->move_time - overhead);
    if (l->move_time >= 0) return (budget){exact, exact};
    if (l->infinite || l->time[side] < 0) return (budget){INT64_MAX, INT64_MAX};
    int64_t left = at_least_one(l->time[side] - overhead);
    int64_t increment = l->increment[side] > 0 ? l->increment[side] : 0;
    int64_t moves = l->moves_to_go > 0 && l->moves_to_go < 25 ? l->moves_to_go : 25;
    int64_t share = left / moves + increment * 3 / 4;
    int64_t most = moves == 1 ? left - left / 10 : left / 3;
    int64_t hard = share * 3 < most ? share * 3 : most;
    int64_t soft = share * 6 / 10 < hard ? share * 6 / 10 : hard;
    return (budget){at_least_one(soft), at_least_one(hard)};
}
