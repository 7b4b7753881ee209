/* Some threads that do one thing together: nothing but starting them, handing out work by a counter, and joining. */
#ifndef PLYFORGE_TEAM_H
#define PLYFORGE_TEAM_H

#include <stdatomic.h>

#include <plyforge/base.h>

#include "compiler.h"

/* What each thread does until there is no more work. */
typedef void pf_team_work(void *context);

/* How many threads "as many as there are cores" means. */
PF_PRIVATE unsigned pf_team_cores(void);

/* Runs work on so many threads, of which the caller's is one, and waits for all of them. Where one cannot be started,
 * *stop is set, so that the others may finish early, and PF_ERROR_THREAD is returned. */
PF_PRIVATE pf_status pf_team_run(unsigned threads, pf_team_work *work, void *context, atomic_bool *stop,
                                 pf_error *error);

/* A queue of things that are numbered from 0 to size - 1: each is taken once, several at a time where they are small.
 */
typedef struct pf_queue {
    _Atomic uint64_t next;
    uint64_t size;
    uint64_t step;
} pf_queue;

PF_TEMPLATE bool pf_queue_take(pf_queue *queue, uint64_t *begin, uint64_t *end)
{
    *begin = atomic_fetch_add_explicit(&queue->next, queue->step, memory_order_relaxed);
    if (*begin >= queue->size) return false;
    *end = queue->size - *begin < queue->step ? queue->size : *begin + queue->step;
    return true;
}

#endif
