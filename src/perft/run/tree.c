/* Walking the tree with several threads: the tree is cut a few plies below the root into many subtrees, which the
 * threads take from one queue. */
#include "perft/run/job.h"

#include <stdlib.h>

#include "base/text.h"

typedef struct subtree {
    pf_position position;
    uint32_t root; /* the root move it belongs to */
} subtree;

/* A root move while its subtrees are counted. */
typedef struct root_move {
    pf_move move;
    uint32_t pending; /* subtrees not yet counted */
    pf_count nodes;
} root_move;

typedef struct tree {
    pf_job *job;
    unsigned depth; /* the depth of the subtrees */
    subtree *subtrees;
    size_t size;
    uint32_t root_count; /* 0: the root itself is the only subtree */
    root_move roots[PF_MOVE_LIST_CAPACITY];
    pf_queue queue;
    pf_count total;
} tree;

/* Enough subtrees per thread that the last thread never finishes long after the others. */
enum { SUBTREES_PER_THREAD = 256 };

/* A caller that keeps the results wants subtrees that finish soon, but not millions of them. */
enum { KEPT_SUBTREE = 5, KEPT_SUBTREES = 20000 };

static bool is_cut_finely(const tree *it)
{
    const pf_perft_options *options = it->job->options;
    if (it->root_count == 0 && options->on_root) return it->depth == 0;
    if (it->depth <= it->job->counters.tree.moment) return true; /* splitting further would only cost time */
    if (options->on_subtree) return it->depth <= KEPT_SUBTREE || it->size >= KEPT_SUBTREES;
    if (it->job->threads == 1 && !options->on_progress) return true;
    return it->size >= (size_t)SUBTREES_PER_THREAD * it->job->threads;
}

/* Replaces each subtree by its subtrees one ply further down. False if out of memory. */
static bool cut(tree *it)
{
    size_t room = it->size * 40 + PF_MOVE_LIST_CAPACITY, size = 0;
    subtree *below = malloc(room * sizeof *below);
    for (size_t i = 0; below && i < it->size; i++) {
        pf_move_list list;
        pf_generate_legal(&it->subtrees[i].position, &list);
        if (room - size < list.size) {
            room = room * 2 + PF_MOVE_LIST_CAPACITY;
            subtree *larger = realloc(below, room * sizeof *below);
            if (!larger) free(below);
            below = larger;
            if (!below) break;
        }
        for (uint32_t m = 0; m < list.size; m++) {
            subtree *child = &below[size++];
            *child = it->subtrees[i];
            pf_position_play_unchecked(&child->position, list.moves[m]);
            if (it->root_count == 0) child->root = m;
        }
        if (it->root_count == 0) {
            for (uint32_t m = 0; m < list.size; m++) it->roots[m] = (root_move){.move = list.moves[m]};
            it->root_count = list.size;
        }
    }
    if (!below) return false;
    free(it->subtrees);
    it->subtrees = below;
    it->size = size;
    it->depth--;
    return true;
}

static void tell_root(tree *it, uint32_t root)
{
    const pf_perft_options *options = it->job->options;
    const root_move *move = &it->roots[root];
    if (options->on_root && !options->on_root(options->context, move->move, move->nodes, root, it->root_count))
        atomic_store(&it->job->stop, true);
}

static bool is_known(tree *it, const pf_position *position, pf_count *nodes)
{
    const pf_perft_options *options = it->job->options;
    if (!options->known) return false;
    pthread_mutex_lock(&it->job->lock);
    bool known = options->known(options->context, position, it->depth, nodes);
    pthread_mutex_unlock(&it->job->lock);
    return known;
}

/* Records that a subtree is done. Needs the lock. */
static void add_subtree(tree *it, const subtree *done, pf_count nodes, bool known)
{
    pf_job *job = it->job;
    const pf_perft_options *options = job->options;
    if (!known && options->on_subtree && !options->on_subtree(options->context, &done->position, it->depth, nodes))
        atomic_store(&job->stop, true);
    it->total = pf_count_add(it->total, nodes);
    pf_job_advance(job, 1, nodes, (double)(job->progress.done + 1) / (double)it->size);
    if (it->root_count == 0) return;
    root_move *root = &it->roots[done->root];
    root->nodes = pf_count_add(root->nodes, nodes);
    if (--root->pending == 0) tell_root(it, done->root);
}

static void work(void *context)
{
    tree *it = context;
    pf_job *job = it->job;
    pf_table_use use = {0, 0};
    for (uint64_t i, end; !pf_job_stops(job) && pf_queue_take(&it->queue, &i, &end);) {
        pf_count nodes = {0, 0};
        bool known = is_known(it, &it->subtrees[i].position, &nodes);
        if (!known) nodes = pf_job_count(job, &use, &it->subtrees[i].position, it->depth);
        pthread_mutex_lock(&job->lock);
        /* Under the lock, so that no callback runs after a stop. */
        if (!pf_job_stops(job)) add_subtree(it, &it->subtrees[i], nodes, known);
        pthread_mutex_unlock(&job->lock);
    }
    pthread_mutex_lock(&job->lock);
    job->use.probes += use.probes;
    job->use.hits += use.hits;
    pthread_mutex_unlock(&job->lock);
}

static pf_status count(tree *it, pf_error *error)
{
    pf_job *job = it->job;
    for (size_t i = 0; i < it->size; i++) it->roots[it->subtrees[i].root].pending++;
    for (uint32_t i = 0; i < it->root_count && !pf_job_stops(job); i++)
        if (it->roots[i].pending == 0) tell_root(it, i); /* mate or stalemate before the cut */
    it->queue = (pf_queue){.size = it->size, .step = 1};
    job->progress.total = it->size;
    bool small = it->depth < job->counters.tree.moment || it->size == 1;
    return pf_team_run(small ? 1 : job->threads, work, it, &job->stop, error);
}

pf_status pf_tree_run(pf_job *job, pf_count *total, const pf_position *position, unsigned depth, pf_error *error)
{
    tree it = {.job = job, .depth = depth, .size = 1};
    bool room = (it.subtrees = malloc(sizeof *it.subtrees)) != NULL;
    if (room) it.subtrees[0] = (subtree){*position, 0};
    while (room && it.size > 0 && !is_cut_finely(&it)) room = cut(&it);
    pf_status status = room ? count(&it, error)
                            : pf_fail(error, PF_ERROR_NO_ROOM, 0, "not enough memory for the subtrees");
    free(it.subtrees);
    *total = it.total;
    return status;
}
