/* Decides for JavaScript whether a side can still win. The memory of a search is allocated for the call; a small search
 * comes first, because it is sufficient for nearly every position from a real game. */
#include "module.h"

#include <stdlib.h>

enum { SMALL_BUDGET = 2000 };

static void *room_for(uint32_t budget)
{
    return budget ? malloc((size_t)budget * PF_DEAD_BYTES_PER_NODE) : NULL;
}

/* io.out: verdict, reason, number of nodes and of moves, and the address of the moves. The result is not PF_OK if
 * memory has run out. */
uint32_t EXPORT(helpmate)(uint32_t colour, uint32_t budget)
{
    static pf_helpmate answer;
    for (uint32_t tried = budget < SMALL_BUDGET ? budget : SMALL_BUDGET;; tried = budget) {
        void *room = room_for(tried);
        if (tried && !room) return PF_ERROR_NO_ROOM;
        pf_position_find_helpmate(&answer, current, colour & 1, tried, room, (size_t)tried * PF_DEAD_BYTES_PER_NODE);
        free(room);
        if (answer.unwinnable != PF_VERDICT_UNKNOWN || tried == budget) break;
    }
    io.out[0] = answer.unwinnable;
    io.out[1] = answer.reason;
    io.out[2] = answer.nodes;
    io.out[3] = answer.size;
    io.out[4] = (uint32_t)(uintptr_t)answer.moves;
    return PF_OK;
}

/* io.out[0]: the outcome if the time of this side has run out, in the format of outcome in fast.c. */
uint32_t EXPORT(timeout)(uint32_t colour, uint32_t budget)
{
    void *room = room_for(budget);
    if (budget && !room) return PF_ERROR_NO_ROOM;
    pf_outcome outcome = pf_position_timeout(current, colour & 1, budget, room,
                                             (size_t)budget * PF_DEAD_BYTES_PER_NODE);
    free(room);
    io.out[0] = (uint32_t)outcome.result | (uint32_t)outcome.reason << 8;
    return PF_OK;
}
