/* Counting in a variant with threads: the positions after two plies are handed out one by one, and a root move is
 * reported when all positions below it are counted. */
#include <pthread.h>
#include <stdlib.h>

#include <plyforge/perft.h>
#include <plyforge/variant.h>

#include "base/text.h"
#include "perft/run/job.h"

typedef struct task {
    pf_variant_position position;
    uint32_t root; /* number of the root move */
} task;

/* A root move while the tasks below it are counted. */
typedef struct variant_root {
    uint32_t pending; /* tasks not yet counted */
    pf_count nodes;
} variant_root;

typedef struct variant_job {
    task *tasks;
    size_t size, capacity;
    unsigned depth; /* below each task */
    const pf_perft_options *options;
    pf_variant_move_list moves;
    variant_root roots[PF_VARIANT_LIST_CAPACITY];
    pf_count total;
    pthread_mutex_t lock; /* for roots, total and on_root */
    pf_queue queue;
    atomic_bool stop;
} variant_job;

/* A subtree of this depth is counted without asking should_stop. Its 300 * 300 inner nodes, with full pockets in
 * Crazyhouse, take some milliseconds. */
enum { VARIANT_ASK_DEPTH = 3 };

static bool variant_job_stops(variant_job *job)
{
    return pf_run_stops(&job->stop, job->options);
}

/* Too small after a stop. */
static pf_count count_until_stop(variant_job *job, const pf_variant_position *position, unsigned depth)
{
    pf_count total = {0, 0};
    if (variant_job_stops(job)) return total;
    if (depth <= VARIANT_ASK_DEPTH) return pf_variant_perft(position, depth);
    pf_variant_move_list list;
    pf_variant_generate(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_variant_position child = *position;
        pf_variant_play_unchecked(&child, list.moves[i]);
        total = pf_count_add(total, count_until_stop(job, &child, depth - 1));
    }
    return total;
}

/* With the lock held, or before the threads start: everything below a root move is counted. */
static void report_root(variant_job *job, uint32_t root)
{
    const pf_perft_options *options = job->options;
    if (options->on_root &&
        !options->on_root(options->context, job->moves.moves[root], job->roots[root].nodes, root, job->moves.size))
        atomic_store(&job->stop, true);
}

static void work(void *context)
{
    variant_job *job = context;
    uint64_t next, end;
    while (!variant_job_stops(job) && pf_queue_take(&job->queue, &next, &end)) {
        variant_root *root = &job->roots[job->tasks[next].root];
        pf_count nodes = count_until_stop(job, &job->tasks[next].position, job->depth);
        pthread_mutex_lock(&job->lock);
        /* Under the lock, so that no callback runs after a stop. */
        if (!variant_job_stops(job)) {
            job->total = pf_count_add(job->total, nodes);
            root->nodes = pf_count_add(root->nodes, nodes);
            if (--root->pending == 0) report_root(job, job->tasks[next].root);
        }
        pthread_mutex_unlock(&job->lock);
    }
}

static bool add_task(variant_job *job, const pf_variant_position *position, uint32_t root)
{
    if (job->size == job->capacity) {
        size_t capacity = job->capacity ? 2 * job->capacity : 1024;
        task *tasks = realloc(job->tasks, capacity * sizeof *tasks);
        if (!tasks) return false;
        job->tasks = tasks;
        job->capacity = capacity;
    }
    job->tasks[job->size].position = *position;
    job->tasks[job->size++].root = root;
    return true;
}

/* Adds the positions after two plies. */
static bool add_tasks(variant_job *job, const pf_variant_position *position)
{
    for (uint32_t i = 0; i < job->moves.size; i++) {
        pf_variant_position child = *position;
        pf_variant_play_unchecked(&child, job->moves.moves[i]);
        pf_variant_move_list replies;
        pf_variant_generate(&child, &replies);
        job->roots[i] = (variant_root){.pending = replies.size};
        for (uint32_t k = 0; k < replies.size; k++) {
            pf_variant_position grandchild = child;
            pf_variant_play_unchecked(&grandchild, replies.moves[k]);
            if (!add_task(job, &grandchild, i)) return false;
        }
    }
    return true;
}

static pf_status count_tasks(variant_job *job, const pf_variant_position *position, pf_error *error)
{
    unsigned threads = job->options->threads;
    pf_variant_generate(position, &job->moves);
    if (!add_tasks(job, position)) return pf_fail(error, PF_ERROR_NO_ROOM, 0, "not enough memory");
    for (uint32_t i = 0; i < job->moves.size && !variant_job_stops(job); i++)
        if (job->roots[i].pending == 0) report_root(job, i); /* the game is over after this move */
    job->queue = (pf_queue){.size = job->size, .step = 1};
    return pf_team_run(threads ? threads : pf_team_cores(), work, job, &job->stop, error);
}

pf_status pf_variant_perft_run(pf_count *total, const pf_variant_position *position, unsigned depth,
                               const pf_perft_options *options, pf_error *error)
{
    static const pf_perft_options defaults;
    if (!options) options = &defaults;
    if (options->threads > PF_PERFT_MAX_THREADS || options->leaves != PF_PERFT_BULK ||
        options->method != PF_PERFT_TREE || options->table_bytes || options->device != PF_PERFT_CPU)
        return pf_fail(error, PF_ERROR_OPTION, 0, "variants are counted on the CPU, in bulk and without a table");
    if (depth > PF_PERFT_MAX_DEPTH) depth = PF_PERFT_MAX_DEPTH;
    pf_count sum;
    if (depth < 3) {
        if (!pf_variant_perft_divide(&sum, position, depth, options->on_root, options->context))
            return pf_fail(error, PF_ERROR_STOPPED, 0, "stopped by the caller");
        *total = sum;
        return PF_OK;
    }
    variant_job job = {.depth = depth - 2, .options = options, .lock = PTHREAD_MUTEX_INITIALIZER};
    pf_status status = count_tasks(&job, position, error);
    if (status == PF_OK && atomic_load(&job.stop))
        status = pf_fail(error, PF_ERROR_STOPPED, 0, "stopped by the caller");
    pthread_mutex_destroy(&job.lock);
    free(job.tasks);
    if (status == PF_OK) *total = job.total;
    return status;
}
