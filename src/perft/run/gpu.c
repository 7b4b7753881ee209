/* Counting on all GPUs of the machine, with one host thread (a worker) for each. Without merging, the workers take
 * subtrees from a queue; with merging, each counts a share of the last merged ply. */
#include "perft/run/gpu.h"

#include <limits.h>
#include <stdlib.h>

#include "base/text.h"
#include "perft/quad.h"
#include "perft/run/job.h"

/* With several GPUs, the tree is cut into at least this many subtrees per GPU, if it has as many. */
enum { SUBTREES_EACH = 24 };

/* The data that the workers share. */
typedef struct gpu_run {
    pf_job *job;
    unsigned devices, workers;
    const pf_gpu_root *roots; /* the queue of subtrees; when merging, a single position */
    pf_queue queue;
    unsigned depth; /* below the roots */

    atomic_uint started;
    unsigned most_plies; /* the maximum number of plies merged before the last merged one */
    unsigned *plies;     /* the number of plies that each worker has merged */
    double *fraction;    /* for each worker, the fraction of its work that is done */
    pf_count total;
    pf_status status; /* the first failure */
    pf_error *error;
} gpu_run;

/* The context of a worker's hooks. */
typedef struct gpu_worker {
    gpu_run *run;
    unsigned number;
    double done, share; /* the current call is this share of the worker's work, after done */
} gpu_worker;

static pf_gpu_root root_of(const pf_position *position)
{
    pf_quad quad = pf_quad_of(position);
    return (pf_gpu_root){{quad.plane[0], quad.plane[1], quad.plane[2], quad.plane[3]}, position->turn};
}

static bool worker_stops(void *context)
{
    return pf_job_stops(((gpu_worker *)context)->run->job);
}

static void worker_advances(void *context, double fraction)
{
    gpu_worker *worker = context;
    gpu_run *run = worker->run;
    pthread_mutex_lock(&run->job->lock);
    if (pf_job_stops(run->job)) { /* the callback of another worker may have asked for it */
        pthread_mutex_unlock(&run->job->lock);
        return;
    }
    run->fraction[worker->number] = worker->done + worker->share * fraction;
    double sum = 0;
    for (unsigned i = 0; i < run->workers; i++) sum += run->fraction[i];
    pf_job_advance(run->job, 0, pf_count_of(0), sum / run->workers);
    pthread_mutex_unlock(&run->job->lock);
}

/* All work of one GPU; the first failure stops the other workers. */
static pf_status work_with(gpu_run *run, gpu_worker *worker, pf_gpu *gpu, pf_count *total, pf_error *error)
{
    pf_gpu_hooks hooks = {worker, worker_stops, worker_advances};
    if (run->job->options->method == PF_PERFT_MERGE) {
        unsigned plies = run->most_plies;
        worker->share = 1;
        pf_status status = pf_gpu_merge(gpu, total, &plies, run->roots, run->depth, worker->number, run->workers,
                                        &hooks, error);
        run->plies[worker->number] = plies;
        return status;
    }
    pf_status status = PF_OK;
    for (uint64_t i, end; status == PF_OK && pf_queue_take(&run->queue, &i, &end);) {
        worker->done = (double)i / (double)run->queue.size;
        worker->share = 1 / (double)run->queue.size;
        status = pf_gpu_count(gpu, total, &run->roots[i], run->depth, &hooks, error);
    }
    if (status == PF_OK) { /* the queue is empty, even if another device still counts the last subtree */
        worker->share = 1;
        worker_advances(worker, 1 - worker->done);
    }
    return status;
}

static void work(void *context)
{
    gpu_run *run = context;
    gpu_worker worker = {.run = run, .number = atomic_fetch_add(&run->started, 1)};
    unsigned sharers = (run->workers + run->devices - 1) / run->devices;
    pf_gpu *gpu;
    pf_count total = {0, 0};
    pf_error error;
    pf_status status = pf_gpu_open(&gpu, (int)(worker.number % run->devices), run->job->options->memory_bytes, sharers,
                                   &error);
    if (status == PF_OK) status = work_with(run, &worker, gpu, &total, &error);
    /* Stop the other workers before anything else, so that none begins another subtree. */
    if (status != PF_OK) atomic_store(&run->job->stop, true);
    pf_gpu_close(gpu);

    pthread_mutex_lock(&run->job->lock);
    run->total = pf_count_add(run->total, total);
    if (status != PF_OK && run->status == PF_OK && status != PF_ERROR_STOPPED) {
        run->status = status;
        if (run->error) *run->error = error;
    }
    pthread_mutex_unlock(&run->job->lock);
}

/* All children of the given positions, in a new array; NULL if there is not enough memory. */
static pf_position *next_ply(uint64_t *count, const pf_position *ply, uint64_t size)
{
    uint64_t room = 1;
    for (uint64_t i = 0; i < size; i++) room += pf_count_legal(&ply[i]);
    pf_position *next = malloc(room * sizeof *next);
    *count = 0;
    for (uint64_t i = 0; next && i < size; i++) {
        pf_move_list list;
        pf_generate_legal(&ply[i], &list);
        for (uint32_t m = 0; m < list.size; m++) {
            next[*count] = ply[i];
            pf_position_play_unchecked(&next[(*count)++], list.moves[m]);
        }
    }
    return next;
}

/* Cuts a tree into subtrees: all positions of one ply, with *depth plies below each. Returns false if there is not
 * enough memory. */
static bool cut(pf_gpu_root **roots, uint64_t *size, unsigned *depth, const pf_position *position, uint64_t wanted)
{
    pf_position *ply = malloc(sizeof *ply);
    uint64_t count = 1;
    unsigned left = *depth;
    if (ply) *ply = *position;
    for (; ply && count > 0 && count < wanted && left > 3; left--) {
        pf_position *next = next_ply(&count, ply, count);
        free(ply);
        ply = next;
    }
    *roots = ply ? malloc((count + 1) * sizeof **roots) : NULL;
    for (uint64_t i = 0; *roots && i < count; i++) (*roots)[i] = root_of(&ply[i]);
    free(ply);
    *size = count;
    *depth = left;
    return *roots != NULL;
}

/* Whether all workers have merged the same number of plies; if not, none may merge more than the one with the fewest.
 */
static bool all_even(gpu_run *run)
{
    unsigned fewest = run->plies[0], most = run->plies[0];
    for (unsigned i = 1; i < run->workers; i++) {
        if (run->plies[i] < fewest) fewest = run->plies[i];
        if (run->plies[i] > most) most = run->plies[i];
    }
    run->most_plies = fewest;
    return fewest == most;
}

pf_status pf_gpu_run(pf_job *job, pf_count *total, const pf_position *position, unsigned depth, pf_error *error)
{
    int devices;
    pf_status status = pf_gpu_devices(&devices, error);
    if (status) return status;
    unsigned workers = job->options->gpus ? job->options->gpus : (unsigned)devices;
    gpu_run run = {.job = job, .devices = (unsigned)devices, .workers = workers, .depth = depth, .error = error};
    pf_gpu_root *roots = NULL;
    uint64_t size;
    uint64_t wanted = workers > 1 && job->options->method == PF_PERFT_TREE ? (uint64_t)workers * SUBTREES_EACH : 1;
    run.fraction = calloc(workers, sizeof *run.fraction);
    run.plies = calloc(workers, sizeof *run.plies);
    if (run.fraction && run.plies && cut(&roots, &size, &run.depth, position, wanted)) {
        run.roots = roots;
        run.queue = (pf_queue){.size = size, .step = 1};
        /* Shares of different plies cannot be added: then all workers count again, with no more plies than the one that
         * merged fewest. */
        run.most_plies = UINT_MAX;
        do {
            atomic_store(&run.started, 0);
            for (unsigned i = 0; i < workers; i++) run.plies[i] = 0;
            run.total = pf_count_of(0);
            status = pf_team_run(workers, work, &run, &job->stop, error);
            if (status == PF_OK) status = run.status;
        } while (status == PF_OK && !atomic_load(&job->stop) && !all_even(&run));
        *total = run.total;
    } else {
        status = pf_fail(error, PF_ERROR_NO_ROOM, 0, "not enough memory for the subtrees");
    }
    free(roots);
    free(run.plies);
    free(run.fraction);
    return status;
}

/* ---- What one GPU does alone ---- */

/* A run on the first GPU only, and what its hooks need. */
typedef struct gpu_alone {
    pf_gpu *gpu;
    gpu_run run;
    gpu_worker worker;
    pf_gpu_hooks hooks;
    double fraction;
    pf_gpu_root root;
} gpu_alone;

/* Prepares a run on the first GPU and opens that GPU. The caller closes it->gpu even if this fails. */
static pf_status open_alone(gpu_alone *it, pf_job *job, const pf_position *position, pf_error *error)
{
    int devices;
    *it = (gpu_alone){.root = root_of(position)};
    it->run = (gpu_run){.job = job, .devices = 1, .workers = 1, .fraction = &it->fraction};
    it->worker = (gpu_worker){.run = &it->run, .share = 1};
    it->hooks = (pf_gpu_hooks){&it->worker, worker_stops, worker_advances};
    pf_status status = pf_gpu_devices(&devices, error);
    return status ? status : pf_gpu_open(&it->gpu, 0, job->options->memory_bytes, 1, error);
}

pf_status pf_gpu_run_distinct(pf_job *job, const pf_position *position, unsigned depth, pf_perft_on_ply *on_ply,
                              pf_error *error)
{
    gpu_alone it;
    pf_status status = open_alone(&it, job, position, error);
    if (status == PF_OK)
        status = pf_gpu_distinct(it.gpu, &it.root, depth, &it.hooks, on_ply, job->options->context, error);
    pf_gpu_close(it.gpu);
    return status;
}

pf_status pf_gpu_run_stored(pf_job *job, const pf_position *position, unsigned depth, const pf_perft_store *store,
                            pf_error *error)
{
    gpu_alone it;
    pf_status status = open_alone(&it, job, position, error);
    if (status == PF_OK) status = pf_gpu_buckets(it.gpu, &it.root, depth, store, &it.hooks, error);
    pf_gpu_close(it.gpu);
    return status;
}

pf_status pf_gpu_run_stats(pf_job *job, pf_perft_row *rows, const pf_position *position, unsigned depth,
                           pf_error *error)
{
    gpu_alone it;
    pf_perft_row *found = calloc(depth + 1u, sizeof *found);
    if (!found) return pf_fail(error, PF_ERROR_NO_ROOM, 0, "not enough memory for the table");
    found[0].nodes = pf_count_of(1);
    pf_status status = open_alone(&it, job, position, error);
    if (status == PF_OK) status = pf_gpu_stats(it.gpu, found, &it.root, depth, &it.hooks, error);
    for (unsigned i = 0; i <= depth && status == PF_OK; i++) rows[i] = found[i];
    pf_gpu_close(it.gpu);
    free(found);
    return status;
}

pf_status pf_perft_gpus(unsigned *count, pf_error *error)
{
    int devices;
    pf_status status = pf_gpu_devices(&devices, error);
    *count = (unsigned)devices;
    return status;
}
