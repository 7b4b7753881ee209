/* The columns of the published tables from distinct positions: the moves of each are classified once and multiplied by
 * the path count of the position. pf_perft_stats of run/run_stats.c examines every move of the tree instead; tests
 * compare the two. */
#include "perft/merge/merge.h"

#include <stdlib.h>

#include "base/text.h"

/* Counts rows first and first + 1 for each part of a frontier. */
typedef struct stats {
    pf_job *job;
    pf_perft_row *rows;
    unsigned first;
    pf_below below;
} stats;

/* Adds to a row the moves depth - 1 plies below the frontier. */
static pf_status add_row(pf_perft_row *row, pf_job *job, const pf_frontier *frontier, unsigned depth, pf_below below,
                         double done, double share, pf_error *error)
{
    pf_uint128 sums[PF_CLASSES] = {0};
    pf_status status = pf_frontier_classify(sums, job, frontier, depth, below, done, share, error);
    for (unsigned i = 0; i < PF_CLASSES; i++)
        pf_row_add(row, i, (pf_count){(uint64_t)sums[i], (uint64_t)(sums[i] >> 64)});
    return status;
}

pf_status pf_stats_below(pf_perft_row *rows, pf_job *job, const pf_frontier *frontier, unsigned depth, pf_below below,
                         double done, double share, pf_error *error)
{
    pf_status status = PF_OK;
    if (share > 0) job->progress.total += frontier->distinct;
    for (unsigned i = 1; i <= depth && !status && !pf_job_stops(job); i++)
        status = add_row(&rows[i - 1], job, frontier, i, i == depth ? below : PF_BELOW_SINGLY, done,
                         i == depth ? share : 0, error);
    return status;
}

/* The last two rows. */
static pf_status add_part(void *context, const pf_frontier *part, double done, double share, pf_error *error)
{
    stats *it = context;
    return pf_stats_below(&it->rows[it->first], it->job, part, 2, it->below, done, share, error);
}

/* All rows from first on, below a frontier after which no more plies are merged. */
static pf_status add_rows(stats *it, const pf_frontier *frontier, unsigned depth, pf_error *error)
{
    return pf_stats_below(&it->rows[it->first], it->job, frontier, depth - it->first + 1, PF_BELOW_SINGLY, 0, 1, error);
}

static pf_status add_plies(stats *it, pf_merge *merge, unsigned depth, pf_error *error)
{
    pf_job *job = it->job;
    for (it->first = 1; it->first + 1 < depth; it->first++) {
        bool fits;
        pf_status status = pf_frontier_count_moves(&merge->below, job, &merge->frontier, error);
        if (status || pf_job_stops(job)) return status;
        it->below = pf_merge_has_room(merge) ? PF_BELOW_TRANSPOSED : PF_BELOW_SINGLY;
        if (merge->below.ways >= PF_MOST_WAYS) return add_rows(it, &merge->frontier, depth, error);
        status = pf_stats_below(&it->rows[it->first], job, &merge->frontier, 1, PF_BELOW_SINGLY, 0, 0, error);
        if (status || pf_job_stops(job)) return status;
        status = pf_merge_step(merge, &fits, error);
        if (status || pf_job_stops(job)) return status;
        if (fits) continue;
        if (it->first + 2 < depth || pf_merge_parts(merge) > PF_MOST_PARTS) {
            it->rows[it->first] = (pf_perft_row){0};
            return add_rows(it, &merge->frontier, depth, error);
        }
        it->first++;
        return pf_merge_in_parts(merge, PF_SPLIT_BY_ARMY, add_part, it, error);
    }
    return depth > 1 ? add_part(it, &merge->frontier, 0, 1, error) : add_rows(it, &merge->frontier, depth, error);
}

pf_status pf_stats_run(pf_job *job, pf_perft_row *rows, const pf_position *position, unsigned depth, pf_error *error)
{
    pf_merge merge = pf_merge_of(job);
    stats it = {.job = job, .rows = calloc(depth + 1u, sizeof *rows), .below = PF_BELOW_TRANSPOSED};
    if (!it.rows) return pf_fail(error, PF_ERROR_NO_ROOM, 0, "not enough memory for the table");
    it.rows[0].nodes = pf_count_of(1);
    pf_status status = depth > 0 ? pf_frontier_begin(&merge.frontier, position, error) : PF_OK;
    if (!status && depth > 0) status = add_plies(&it, &merge, depth, error);
    if (!status && pf_job_stops(job)) status = pf_fail(error, PF_ERROR_STOPPED, 0, "the count was stopped");
    for (unsigned i = 0; i <= depth && !status; i++) rows[i] = it.rows[i];
    pf_frontier_free(&merge.frontier);
    free(it.rows);
    return status;
}
