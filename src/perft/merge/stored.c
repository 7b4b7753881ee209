/* Counting with stored plies; see plyforge/experimental/stored.h. The unit of work is one bucket: its records are read
 * and merged, and then either its children are made and written or the leaves below it are counted. Both can be done
 * again with the same result, so a count that was interrupted at any moment resumes where it stopped. For statistics,
 * moves are classified on the way. */
#include <plyforge/experimental/stored.h>

#include <stdlib.h>

#include "base/text.h"
#include "board/setup.h"
#include "perft/merge/merge.h"
#include "perft/run/gpu.h"

/* A ply is stored if the positions above it have more moves than this, times the number of buckets. It must not depend
 * on threads or memory, because a store may be continued with others. */
enum { MOVES_PER_BUCKET = 512 };

/* Counting begins this many plies above the leaves, as in merge.c, and classifying as in stats.c. */
enum { DEPTH_BELOW_STORED = 3, DEPTH_BELOW_STATS = 2 };

/* The approximate share of the work that making the plies takes. */
static const double making_share = 0.15;

/* The positions of a ply, grouped by bucket. */
typedef struct groups {
    pf_pages records;
    uint64_t *starts; /* buckets + 1 */
} groups;

typedef struct stored {
    pf_job *job;
    const pf_perft_store *store;
    pf_colour turn;
    pf_variant variant;
    unsigned depth;
    unsigned first;     /* the ply that is in memory; those below it are stored */
    unsigned last;      /* the ply whose buckets are counted */
    groups upper;       /* ply first */
    pf_perft_row *rows; /* NULL: only leaves are counted */
} stored;

static pf_count count_of(pf_uint128 sum)
{
    return (pf_count){(uint64_t)sum, (uint64_t)(sum >> 64)};
}

static pf_uint128 sum_of(pf_count count)
{
    return (pf_uint128)count.hi << 64 | count.lo;
}

static pf_status stopped(pf_error *error)
{
    return pf_fail(error, PF_ERROR_STOPPED, 0, "the count was stopped");
}

static pf_status no_room(pf_error *error)
{
    return pf_fail(error, PF_ERROR_NO_ROOM, 0, "a bucket does not fit into the memory allowed");
}

static void free_groups(groups *it)
{
    pf_pages_free(&it->records);
    free(it->starts);
    it->starts = NULL;
}

/* Groups a packed frontier of a ply, and frees it. */
static pf_status group(groups *out, const stored *it, pf_frontier *from, unsigned ply, pf_error *error)
{
    uint32_t buckets = it->store->buckets;
    pf_colour turn = from->turn ^ (pf_colour)(it->store->last_by_turn && ply == it->last);
    out->starts = calloc(buckets + 2u, sizeof *out->starts);
    out->records = (pf_pages){NULL, 0};
    if (from->size > 0) out->records = pf_pages_allocate((size_t)from->size * sizeof(pf_perft_record));
    if (!out->starts || (from->size > 0 && !out->records.memory)) {
        pf_frontier_free(from);
        free_groups(out);
        return no_room(error);
    }
    pf_slot *slots = pf_slots_of(from);
    pf_perft_record *records = out->records.memory;
    uint64_t *next = out->starts + 1; /* while records are placed, the index of the next record of each bucket */
    for (uint64_t i = 0; i < from->size; i++) next[pf_bucket_of(&slots[i].quad, turn, buckets) + 1]++;
    for (uint32_t i = 1; i <= buckets; i++) next[i] += next[i - 1];
    for (uint64_t i = 0; i < from->size; i++) {
        pf_perft_record *record = &records[next[pf_bucket_of(&slots[i].quad, turn, buckets)]++];
        pf_memcpy(record->planes, slots[i].quad.plane, sizeof record->planes);
        record->ways = pf_ways_of(&slots[i]);
    }
    pf_frontier_free(from);
    return PF_OK;
}

/* ---- Statistics ---- */

/* Adds the moves of the positions 0 to depth - 1 plies below a frontier to the rows from first on. */
static pf_status classify(stored *it, const pf_frontier *frontier, unsigned first, unsigned depth, pf_below below,
                          double done, double share, pf_error *error)
{
    pf_frontier_moves moves;
    if (depth == 0) return PF_OK;
    pf_status status = pf_frontier_count_moves(&moves, it->job, frontier, error);
    pf_count expected = pf_count_add(it->rows[first].nodes, count_of(moves.ways));
    if (!status) status = pf_stats_below(&it->rows[first], it->job, frontier, depth, below, done, share, error);
    if (status || pf_job_stops(it->job)) return status;
    /* One piece of code counted the moves and another classified them, so the sums can differ only by an error. */
    if (!pf_count_equal(it->rows[first].nodes, expected))
        return pf_fail(error, PF_ERROR_DEVICE, 0, "internal error: the moves by class do not add up");
    return PF_OK;
}

/* ---- Plies in memory ---- */

static pf_status make_upper(stored *it, const pf_position *position, pf_error *error)
{
    pf_merge merge = pf_merge_of(it->job);
    pf_status status = pf_frontier_begin(&merge.frontier, position, error);
    bool fits = true;
    while (!status && it->first < it->last) {
        status = pf_frontier_count_moves(&merge.below, it->job, &merge.frontier, error);
        if (status || pf_job_stops(it->job)) break;
        if (it->store->write && merge.below.moves > (uint64_t)MOVES_PER_BUCKET * it->store->buckets) break;
        if (it->rows) status = classify(it, &merge.frontier, it->first + 1, 1, PF_BELOW_SINGLY, 0, 0, error);
        if (status) break;
        status = pf_merge_step(&merge, &fits, error);
        if (!status && !fits) status = no_room(error);
        it->first++;
    }
    if (!status && pf_job_stops(it->job)) status = stopped(error);
    if (!status) status = group(&it->upper, it, &merge.frontier, it->first, error);
    pf_frontier_free(&merge.frontier);
    return status;
}

/* ---- Records ---- */

/* Records come from untrusted files, which may have correct checksums all the same. So a record is expanded only after
 * it has been checked to be a position with a path count that fits into a slot. */
typedef struct examination {
    pf_job *job;
    const pf_perft_record *records;
    pf_colour turn;
    pf_variant variant;
    pf_queue queue;
    pf_uint128 ways;
    bool wrong;
} examination;

static bool is_right(const pf_perft_record *record, pf_colour turn, pf_variant variant)
{
    pf_quad quad;
    pf_memcpy(quad.plane, record->planes, sizeof quad.plane);
    pf_bitboard jumped = quad.plane[0] & quad.plane[1] & quad.plane[2] & ~PF_OUTER_RANKS;
    pf_position position = pf_position_of_quad(&quad, turn);
    if (record->ways == 0 || jumped & (jumped - 1)) return false;
    if (variant == PF_VARIANT_STANDARD) return pf_board_is_playable(&position);
    PF_SET_FIELD(&position, variant, (uint8_t)variant);
    position.key = pf_position_compute_key(&position);
    return pf_position_is_sound(&position);
}

static void examine(void *context)
{
    examination *it = context;
    pf_uint128 ways = 0;
    bool wrong = false;
    for (uint64_t i, end; !pf_job_stops(it->job) && pf_queue_take(&it->queue, &i, &end);)
        for (; i < end; i++) {
            ways += it->records[i].ways;
            wrong |= !is_right(&it->records[i], it->turn, it->variant);
        }
    pthread_mutex_lock(&it->job->lock);
    it->ways += ways;
    it->wrong |= wrong;
    pthread_mutex_unlock(&it->job->lock);
}

static pf_status examine_records(stored *from, const pf_perft_record *records, uint64_t size, pf_colour turn,
                                 pf_error *error)
{
    enum { STEP = 256 };
    pf_job *job = from->job;
    examination it = {
        .job = job, .records = records, .turn = turn, .variant = from->variant, .queue = {.size = size, .step = STEP}};
    pf_status status = pf_team_run(size <= STEP ? 1 : job->threads, examine, &it, &job->stop, error);
    if (status) return status;
    if (it.wrong) return pf_fail(error, PF_ERROR_POSITION, 0, "a stored record is not a position with its path count");
    return it.ways < PF_MOST_WAYS ? PF_OK : pf_too_many_ways(error);
}

/* ---- Buckets ---- */

/* Reads a bucket and merges equal positions; out has no positions if the bucket is empty. */
static pf_status load(pf_frontier *out, stored *it, unsigned ply, uint32_t bucket, pf_error *error)
{
    const pf_perft_store *store = it->store;
    pf_colour turn = it->turn ^ (pf_colour)(ply & 1);
    *out = (pf_frontier){.turn = turn, .variant = it->variant};
    if (ply == it->first) {
        const uint64_t *starts = it->upper.starts;
        /* make_upper has filled it. NOLINTNEXTLINE(clang-analyzer-core.NullDereference) */
        const pf_perft_record *records = (const pf_perft_record *)it->upper.records.memory + starts[bucket];
        return pf_frontier_fill(out, it->job, records, starts[bucket + 1] - starts[bucket], turn, it->variant, error);
    }
    uint64_t size;
    if (!store->size(store->context, ply, bucket, &size)) return stopped(error);
    if (size == 0) return PF_OK;
    if (size > it->job->options->memory_bytes / sizeof(pf_perft_record) && it->job->options->memory_bytes)
        return no_room(error);
    pf_pages records = pf_pages_allocate((size_t)size * sizeof(pf_perft_record));
    if (!records.memory) return no_room(error);
    pf_status status = store->read(store->context, ply, bucket, records.memory) ? PF_OK : stopped(error);
    if (!status) status = examine_records(it, records.memory, size, turn, error);
    if (!status) status = pf_frontier_fill(out, it->job, records.memory, size, turn, it->variant, error);
    pf_pages_free(&records);
    return status;
}

/* Replaces the positions of a bucket by their children. */
static pf_status expand(pf_merge *merge, pf_error *error)
{
    bool fits;
    pf_status status = pf_frontier_count_moves(&merge->below, merge->job, &merge->frontier, error);
    if (status || pf_job_stops(merge->job)) return status;
    status = pf_merge_step(merge, &fits, error);
    return status || fits ? status : no_room(error);
}

static pf_status make_children(stored *it, pf_merge *merge, unsigned ply, uint32_t bucket, pf_error *error)
{
    groups children;
    pf_perft_children out = {.ply = ply, .bucket = bucket};
    merge->frontier = (pf_frontier){.size = 0};
    pf_status status = load(&merge->frontier, it, ply - 1, bucket, error);
    out.parents = merge->frontier.distinct;
    out.parent_ways = count_of(merge->frontier.ways);
    bool empty = merge->frontier.size == 0;
    if (!status && !empty && it->rows) status = classify(it, &merge->frontier, ply, 1, PF_BELOW_SINGLY, 0, 0, error);
    if (!status && !empty) status = expand(merge, error);
    if (!status && pf_job_stops(it->job)) status = stopped(error);
    if (status) {
        pf_frontier_free(&merge->frontier);
        return status;
    }
    out.ways = count_of(merge->frontier.ways);
    status = group(&children, it, &merge->frontier, ply, error);
    if (status) return status;
    out.starts = children.starts;
    out.records = children.records.memory;
    if (!it->store->write(it->store->context, &out)) status = stopped(error);
    free_groups(&children);
    return status;
}

static void report(stored *it, double fraction)
{
    pthread_mutex_lock(&it->job->lock);
    pf_job_advance(it->job, 0, pf_count_of(0), fraction);
    pthread_mutex_unlock(&it->job->lock);
}

static pf_status make_plies(stored *it, pf_error *error)
{
    const pf_perft_store *store = it->store;
    pf_merge merge = pf_merge_of(it->job);
    merge.memory /= 2; /* grouping the children needs the same amount of memory again */
    pf_status status = PF_OK;
    for (unsigned ply = it->first + 1; ply <= it->last; ply++)
        for (uint32_t bucket = 0; bucket < store->buckets && !status; bucket++) {
            if (store->has(store->context, ply, bucket)) continue;
            if (ply == it->last) report(it, making_share * bucket / store->buckets);
            status = pf_job_stops(it->job) ? stopped(error) : make_children(it, &merge, ply, bucket, error);
        }
    return status;
}

/* ---- Counting ---- */

/* Counts the leaves below a bucket of the last ply, or classifies its moves and those below. */
static pf_status count_below(pf_uint128 *leaves, stored *it, const pf_frontier *frontier, uint32_t bucket,
                             pf_error *error)
{
    unsigned depth = it->depth - it->last;
    double share = (1 - making_share) / it->store->buckets, done = making_share + share * bucket;
    /* A bound for the path counts of the children, of which each position has fewer than a list can hold. */
    bool room = frontier->ways < PF_MOST_WAYS / PF_CHESS_MOVES / PF_CHESS_MOVES;
    bool bulk = it->job->options->leaves == PF_PERFT_BULK;
    if (it->rows) {
        pf_count before = it->rows[it->depth].nodes;
        pf_below below = depth == DEPTH_BELOW_STATS && room ? PF_BELOW_TRANSPOSED : PF_BELOW_SINGLY;
        pf_status status = classify(it, frontier, it->last + 1, depth, below, done, share, error);
        *leaves = depth > 0 ? sum_of(it->rows[it->depth].nodes) - sum_of(before) : frontier->ways;
        return status;
    }
    pf_below below = depth == DEPTH_BELOW_STORED && room && bulk ? PF_BELOW_TRANSPOSED : PF_BELOW_SINGLY;
    it->job->progress.total += frontier->distinct;
    return pf_frontier_count(leaves, it->job, frontier, depth, below, done, share, error);
}

static pf_status count_bucket(stored *it, uint32_t bucket, pf_error *error)
{
    const pf_perft_store *store = it->store;
    pf_perft_bucket out = {.ply = it->last, .bucket = bucket};
    pf_frontier frontier;
    pf_uint128 leaves = 0;
    pf_status status = load(&frontier, it, it->last, bucket, error);
    if (!status && frontier.size > 0) status = count_below(&leaves, it, &frontier, bucket, error);
    out.positions = frontier.distinct;
    out.ways = count_of(frontier.ways);
    out.leaves = count_of(leaves);
    pf_frontier_free(&frontier);
    if (!status && (pf_job_stops(it->job) || !store->counted(store->context, &out))) status = stopped(error);
    return status;
}

static pf_status count_buckets(stored *it, pf_error *error)
{
    const pf_perft_store *store = it->store;
    pf_status status = PF_OK;
    for (uint32_t bucket = 0; bucket < store->buckets && !status; bucket++) {
        if (!store->wants(store->context, bucket)) continue;
        status = pf_job_stops(it->job) ? stopped(error) : count_bucket(it, bucket, error);
    }
    return status;
}

unsigned pf_perft_stored_ply(unsigned depth, pf_perft_device device)
{
    unsigned below = device == PF_PERFT_CUDA ? PF_GPU_BELOW_BUCKETS : DEPTH_BELOW_STORED;
    depth = pf_perft_limited(depth);
    return depth > below ? depth - below : 0;
}

static pf_status run(stored *it, const pf_position *position, pf_error *error)
{
    if (pf_has_additions(it->variant))
        return pf_fail(error, PF_ERROR_UNSUPPORTED, 0, "records have no fields for pockets and checks given");
    pf_status status = make_upper(it, position, error);
    if (!status) status = make_plies(it, error);
    if (!status) status = count_buckets(it, error);
    free_groups(&it->upper);
    return status;
}

pf_status pf_stored_run(pf_job *job, const pf_position *position, unsigned depth, const pf_perft_store *store,
                        pf_error *error)
{
    stored it = {.job = job,
                 .store = store,
                 .turn = position->turn,
                 .variant = pf_position_variant(position),
                 .depth = depth,
                 .last = store->ply};
    return run(&it, position, error);
}

pf_status pf_stored_run_stats(pf_job *job, pf_perft_row *rows, unsigned *whole, const pf_position *position,
                              unsigned depth, const pf_perft_store *store, pf_error *error)
{
    static const pf_perft_row none;
    stored it = {.job = job,
                 .store = store,
                 .turn = position->turn,
                 .variant = pf_position_variant(position),
                 .depth = depth,
                 .last = store->ply,
                 .rows = rows};
    for (unsigned i = 0; i <= depth; i++) rows[i] = none;
    rows[0].nodes = pf_count_of(1);
    pf_status status = run(&it, position, error);
    *whole = it.first;
    return status;
}
