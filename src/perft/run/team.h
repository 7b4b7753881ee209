/* A team of threads that share one piece of work: starting them, handing out work items from a counter, joining them.
 */
#ifndef PLYFORGE_TEAM_H
#define PLYFORGE_TEAM_H

#include <stdatomic.h>

#include <plyforge/base.h>

#include "base/compiler.h"

/* The work of each thread; it returns when nothing is left to do. */
typedef void pf_team_work(void *context);

/* The number of cores of this machine, which is the default number of threads. */
PF_PRIVATE unsigned pf_team_cores(void);

/* Runs work on this many threads, including the caller's, and waits for all of them. If a thread cannot be started,
 * sets *stop, so that the others can finish early, and returns PF_ERROR_THREAD. */
PF_PRIVATE pf_status pf_team_run(unsigned threads, pf_team_work *work, void *context, atomic_bool *stop,
                                 pf_error *error);

/* A queue of work items 0 to size - 1. Each item is taken once; a thread takes step of them at a time. */
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
