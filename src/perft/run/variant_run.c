/* Counting in a variant with threads: the positions after two plies are handed out one by one, and their counts are
 * added up by root move when all are done. */
#include <stdlib.h>

#include <plyforge/perft.h>
#include <plyforge/variant.h>

#include "board/text.h"
#include "perft/run/team.h"

typedef struct task {
    pf_variant_position position;
    pf_count nodes;
    uint32_t root; /* number of the root move */
} task;

typedef struct variant_job {
    task *tasks;
    size_t size, capacity;
    unsigned depth; /* below each task */
    const pf_perft_options *options;
    pf_queue queue;
    atomic_bool stop;
} variant_job;

static void work(void *context)
{
    variant_job *job = context;
    uint64_t begin, end;
    while (pf_queue_take(&job->queue, &begin, &end)) {
        if (job->options->should_stop && job->options->should_stop(job->options->context))
            atomic_store(&job->stop, true);
        if (atomic_load(&job->stop)) return;
        job->tasks[begin].nodes = pf_variant_perft(&job->tasks[begin].position, job->depth);
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
    job->tasks[job->size].root = root;
    job->tasks[job->size++].nodes = pf_count_of(0);
    return true;
}

/* The positions after two plies, or after one where that is all there is to play. */
static bool add_tasks(variant_job *job, const pf_variant_position *position, const pf_variant_move_list *roots)
{
    for (uint32_t i = 0; i < roots->size; i++) {
        pf_variant_position child = *position;
        pf_variant_play_unchecked(&child, roots->moves[i]);
        pf_variant_move_list replies;
        pf_variant_generate(&child, &replies);
        for (uint32_t k = 0; k < replies.size; k++) {
            pf_variant_position grandchild = child;
            pf_variant_play_unchecked(&grandchild, replies.moves[k]);
            if (!add_task(job, &grandchild, i)) return false;
        }
    }
    return true;
}

/* Adds up, and reports each root move; false if the callback stopped it. */
static bool add_up(pf_count *total, const variant_job *job, const pf_variant_move_list *roots)
{
    const task *next = job->tasks, *end = job->tasks + job->size;
    *total = pf_count_of(0);
    for (uint32_t i = 0; i < roots->size; i++) {
        pf_count nodes = {0, 0};
        for (; next < end && next->root == i; next++) nodes = pf_count_add(nodes, next->nodes);
        *total = pf_count_add(*total, nodes);
        const pf_perft_options *options = job->options;
        if (options->on_root && !options->on_root(options->context, roots->moves[i], nodes, i, roots->size))
            return false;
    }
    return true;
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
    variant_job job = {.depth = depth - 2, .options = options};
    pf_variant_move_list roots;
    pf_variant_generate(position, &roots);
    pf_status status = PF_OK;
    if (!add_tasks(&job, position, &roots)) {
        status = pf_fail(error, PF_ERROR_NO_ROOM, 0, "not enough memory");
    } else {
        job.queue.size = job.size;
        job.queue.step = 1;
        status = pf_team_run(options->threads ? options->threads : pf_team_cores(), work, &job, &job.stop, error);
    }
    if (status == PF_OK && (atomic_load(&job.stop) || !add_up(&sum, &job, &roots)))
        status = pf_fail(error, PF_ERROR_STOPPED, 0, "stopped by the caller");
    free(job.tasks);
    if (status == PF_OK) *total = sum;
    return status;
}
