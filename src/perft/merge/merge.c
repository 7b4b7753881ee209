/* Counting by distinct positions: perft(a + b) is the sum of ways * perft(b) over the distinct positions at ply a. The
 * plies are made one after the other, as long as merging one more costs less than it saves and memory allows. A ply
 * that does not fit is made and counted in parts: the children of one range of armies after the other. */
#include "perft/merge/merge.h"

#include "base/text.h"

/* Merging stops this many plies above the leaves: a smaller subtree costs less to count than to merge. The first of
 * these plies is merged too, but only in groups of transposed children that fit into the cache. */
enum { MIN_DEPTH_BELOW = 3 };

#define DEFAULT_MEMORY ((size_t)2 << 30)

/* A ply that does not fit into memory is not split if fewer than MIN_PART slots would fit. */
enum { MIN_PART = 4096 };

pf_merge pf_merge_of(pf_job *job)
{
    size_t memory = job->options->memory_bytes;
    return (pf_merge){.job = job, .ratio = 1, .memory = memory ? memory : DEFAULT_MEMORY};
}

/* How many slots for the next ply fit into memory next to the current frontier. */
static uint64_t slots_free(const pf_merge *it)
{
    uint64_t used = it->frontier.pages.bytes + it->frontier.additions.bytes;
    uint64_t each = pf_frontier_slot_bytes(it->frontier.variant) + PF_ORDER_BYTES;
    return used < it->memory ? (it->memory - used) / each : 0;
}

/* The table is fastest when it is half empty, and still works when only a sixth of it is empty. */
static uint64_t slots_for(double positions)
{
    return (uint64_t)(positions * 2) + 64;
}

static uint64_t slots_at_least(double positions)
{
    return (uint64_t)(positions * 1.2) + 64;
}

/* An estimate of the number of distinct positions at the next ply. */
static double estimate(const pf_merge *it)
{
    return (double)it->below.moves * it->ratio;
}

pf_status pf_too_many_ways(pf_error *error)
{
    return pf_fail(error, PF_ERROR_UNSUPPORTED, 0, "more paths to a ply than 63 bits can count");
}

pf_status pf_merge_step(pf_merge *it, bool *fits, pf_error *error)
{
    if (it->below.ways >= PF_MOST_WAYS) return pf_too_many_ways(error);
    uint64_t slots = slots_for(estimate(it)), most = slots_for((double)it->below.moves), room = slots_free(it);
    if (slots > room && slots_at_least(estimate(it)) <= room) slots = room;
    pf_frontier next;
    bool full = true;
    for (*fits = true; full; slots *= 2) {
        if (slots > most) slots = most;
        if (slots > room) {
            *fits = false;
            return PF_OK;
        }
        pf_status status = pf_frontier_next(&next, &full, it->job, &it->frontier, PF_WHOLE_RANGE, slots, error);
        if (status) return status;
        if (atomic_load(&it->job->stop)) {
            pf_frontier_free(&next);
            return PF_OK;
        }
    }
    pf_frontier_pack(&next);
    /* One piece of code counted the moves and another played them, so the sums can differ only by an error. */
    if (next.ways != it->below.ways) {
        pf_frontier_free(&next);
        return pf_fail(error, PF_ERROR_DEVICE, 0, "internal error: the path counts of a ply do not add up");
    }
    it->ratio = it->below.moves ? (double)next.distinct / (double)it->below.moves : 1;
    pf_frontier_free(&it->frontier);
    it->frontier = next;
    return PF_OK;
}

uint64_t pf_merge_parts(const pf_merge *it)
{
    uint64_t room = slots_free(it);
    return room < MIN_PART ? UINT64_MAX : slots_at_least(estimate(it)) / room + 1;
}

pf_status pf_merge_in_parts(pf_merge *it, pf_split split, pf_merge_work *work, void *context, pf_error *error)
{
    uint64_t room = slots_free(it);
    uint64_t parts = pf_merge_parts(it);
    uint64_t width = UINT64_MAX / parts;
    for (uint64_t first = 0;;) {
        uint64_t last = UINT64_MAX - first <= width ? UINT64_MAX : first + width;
        pf_frontier part;
        bool full;
        pf_key_range range = {first, last, split};
        pf_status status = pf_frontier_next(&part, &full, it->job, &it->frontier, range, room, error);
        if (status) return status;
        if (full) {
            width /= 2;
            continue;
        }
        double done = (double)first * 0x1p-64, share = ((double)last - (double)first) * 0x1p-64;
        if (!atomic_load(&it->job->stop)) status = work(context, &part, done, share, error);
        pf_frontier_free(&part);
        if (status || last == UINT64_MAX || atomic_load(&it->job->stop)) return status;
        first = last + 1;
    }
}

/* ---- perft ---- */

typedef struct leaves {
    pf_job *job;
    unsigned depth;
    pf_below below;
    pf_uint128 total;
} leaves;

static pf_status count_part(void *context, const pf_frontier *part, double done, double share, pf_error *error)
{
    leaves *it = context;
    it->job->progress.total += part->distinct;
    return pf_frontier_count(&it->total, it->job, part, it->depth, it->below, done, share, error);
}

/* Chooses how to count below the last frontier. */
static pf_below below_of(const pf_merge *it, unsigned depth)
{
    bool bulk = it->job->options->leaves == PF_PERFT_BULK;
    return depth == MIN_DEPTH_BELOW && pf_merge_has_room(it) && bulk ? PF_BELOW_TRANSPOSED : PF_BELOW_SINGLY;
}

static pf_status count_merged(pf_merge *it, leaves *out, unsigned depth, pf_error *error)
{
    for (; depth > MIN_DEPTH_BELOW; depth--) {
        bool fits;
        pf_status status = pf_frontier_count_moves(&it->below, it->job, &it->frontier, error);
        if (status || pf_job_stops(it->job)) return status;
        if (it->below.ways >= PF_MOST_WAYS) break;
        status = pf_merge_step(it, &fits, error);
        if (status || pf_job_stops(it->job)) return status;
        if (!fits && pf_merge_parts(it) <= PF_MOST_PARTS) {
            out->depth = depth - 1;
            out->below = below_of(it, depth - 1);
            return pf_merge_in_parts(it, PF_SPLIT_BY_ARMY, count_part, out, error);
        }
        if (!fits) break;
    }
    out->depth = depth;
    out->below = below_of(it, depth);
    return count_part(out, &it->frontier, 0, 1, error);
}

pf_status pf_merge_run(pf_job *job, pf_count *total, const pf_position *position, unsigned depth, pf_error *error)
{
    pf_merge it = pf_merge_of(job);
    leaves out = {.job = job};
    pf_status status = pf_frontier_begin(&it.frontier, position, error);
    if (!status) status = count_merged(&it, &out, depth, error);
    pf_frontier_free(&it.frontier);
    *total = (pf_count){(uint64_t)out.total, (uint64_t)(out.total >> 64)};
    return status;
}

/* ---- Distinct positions ---- */

static pf_status add_part(void *context, const pf_frontier *part, double done, double share, pf_error *error)
{
    uint64_t *distinct = context;
    (void)done, (void)share, (void)error;
    *distinct += part->distinct;
    return PF_OK;
}

static pf_status count_ply(pf_merge *it, uint64_t *distinct, bool last, pf_error *error)
{
    bool fits;
    pf_status status = pf_frontier_count_moves(&it->below, it->job, &it->frontier, error);
    if (status || pf_job_stops(it->job)) return status;
    status = pf_merge_step(it, &fits, error);
    *distinct = it->frontier.distinct;
    if (status || fits) return status;
    if (!last || pf_merge_parts(it) > PF_MOST_PARTS)
        return pf_fail(error, PF_ERROR_NO_ROOM, 0, "the positions of a ply do not fit into the memory allowed");
    *distinct = 0;
    return pf_merge_in_parts(it, PF_SPLIT_BY_POSITION, add_part, distinct, error);
}

static pf_status count_plies(pf_merge *it, unsigned depth, pf_perft_on_ply *on_ply, pf_error *error)
{
    for (unsigned ply = 1; ply <= depth; ply++) {
        uint64_t distinct = 0;
        pf_status status = count_ply(it, &distinct, ply == depth, error);
        if (status) return status;
        if (!pf_job_stops(it->job) && !on_ply(it->job->options->context, ply, distinct))
            atomic_store(&it->job->stop, true);
        if (pf_job_stops(it->job)) return pf_fail(error, PF_ERROR_STOPPED, 0, "the count was stopped");
    }
    return PF_OK;
}

pf_status pf_distinct_run(pf_job *job, const pf_position *position, unsigned depth, pf_perft_on_ply *on_ply,
                          pf_error *error)
{
    pf_merge it = pf_merge_of(job);
    pf_status status = pf_frontier_begin(&it.frontier, position, error);
    if (!status) status = count_plies(&it, depth, on_ply, error);
    pf_frontier_free(&it.frontier);
    return status;
}
