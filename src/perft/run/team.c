/* Starting and joining threads; see team.h. */
#define _POSIX_C_SOURCE 200809L

#include "perft/run/team.h"

#include <pthread.h>
#include <unistd.h>

#include <plyforge/perft.h>

#include "base/text.h"

typedef struct member {
    pf_team_work *work;
    void *context;
} member;

static void *run_member(void *argument)
{
    member *it = argument;
    it->work(it->context);
    return NULL;
}

unsigned pf_team_cores(void)
{
#ifdef _WIN32
    long cores = pthread_num_processors_np();
#else
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    if (cores < 1) return 1;
    return cores < PF_PERFT_MAX_THREADS ? (unsigned)cores : PF_PERFT_MAX_THREADS;
}

pf_status pf_team_run(unsigned threads, pf_team_work *work, void *context, atomic_bool *stop, pf_error *error)
{
    pthread_t others[PF_PERFT_MAX_THREADS];
    member it = {work, context};
    pf_status status = PF_OK;
    unsigned started = 0;
    while (started + 1 < threads && pthread_create(&others[started], NULL, run_member, &it) == 0) started++;
    if (started + 1 < threads) {
        status = pf_fail(error, PF_ERROR_THREAD, 0, "a thread could not be started");
        atomic_store(stop, true);
    }
    work(context);
    while (started > 0) pthread_join(others[--started], NULL);
    return status;
}
