/* Counting below a frontier: leaves three or more plies below it, and moves by class. The ply after the frontier is
 * merged in buckets of armies (transposed.h) without being stored. */
#include "perft/merge/frontier.h"

#include "perft/two_ply/transposed.h"

/* Positions that a thread takes at a time where they are counted one by one. */
enum { SLOTS_AT_ONCE = 64 };

/* The work of all threads on one frontier. */
typedef struct sweep {
    pf_job *job;
    const pf_frontier *frontier;
    pf_queue queue;
    const uint64_t *orders;  /* NULL: slots are taken in the order of the table */
    pf_transposed *children; /* one for each thread; NULL if there are no orders */
    atomic_uint threads;     /* the number of threads that have taken theirs */
    double done, share;

    /* counting leaves */
    unsigned depth;
    pf_uint128 total;

    /* counting moves by class */
    pf_uint128 sums[PF_CLASSES];
} sweep;

static sweep sweep_over(pf_job *job, const pf_frontier *frontier, double done, double share)
{
    return (sweep){
        .job = job,
        .frontier = frontier,
        .queue = {.size = frontier->size, .step = SLOTS_AT_ONCE},
        .done = done,
        .share = share,
    };
}

/* Reports the work up to end, of which positions were not empty. Needs the lock. */
static void advance(sweep *it, uint64_t end, uint64_t positions, pf_uint128 leaves)
{
    pf_count nodes = {(uint64_t)leaves, (uint64_t)(leaves >> 64)};
    pf_job_advance(it->job, positions, nodes, it->done + it->share * ((double)end / (double)it->queue.size));
}

/* ---- Buckets: transposed children ---- */

/* An order is the number of a slot in the low bits, and above it the hash of the waiting army of its position. */
enum { SLOT_BITS = 40, DIGIT_BITS = 12, DIGITS = 1 << DIGIT_BITS };

static uint64_t slot_number(uint64_t order)
{
    return order & ((UINT64_C(1) << SLOT_BITS) - 1);
}

/* Sorts orders by one more digit; they are already sorted by the lower digits. */
static void sort_by_digit(uint64_t *out, const uint64_t *orders, uint64_t size, unsigned shift)
{
    uint64_t starts[DIGITS] = {0}, sum = 0;
    for (uint64_t i = 0; i < size; i++) starts[orders[i] >> shift & (DIGITS - 1)]++;
    for (unsigned digit = 0; digit < DIGITS; digit++) {
        uint64_t count = starts[digit];
        starts[digit] = sum;
        sum += count;
    }
    for (uint64_t i = 0; i < size; i++) out[starts[orders[i] >> shift & (DIGITS - 1)]++] = orders[i];
}

/* Finds an order in which equal armies are adjacent; there is space for two arrays. Returns the number of orders. */
static uint64_t order_slots(const pf_frontier *frontier, uint64_t *orders)
{
    uint64_t size = 0;
    for (uint64_t i = 0; i < frontier->size; i++) {
        pf_slot *slot = &pf_slots_of(frontier)[i];
        if (pf_ways_of(slot) == 0) continue;
        orders[size++] = pf_army_hash(&slot->quad, frontier->turn) << SLOT_BITS | i;
    }
    sort_by_digit(orders + frontier->distinct, orders, size, SLOT_BITS);
    sort_by_digit(orders, orders + frontier->distinct, size, SLOT_BITS + DIGIT_BITS);
    return size;
}

/* Roughly how many orders a thread takes at a time: few enough that the last thread does not finish long after the
 * others. */
enum { SMALLEST_STEP = 64, LARGEST_STEP = 32768, STEPS_PER_THREAD = 16, LOOK_AHEAD = 8 };

/* After this many orders, which take a few milliseconds, a thread checks whether the job has been stopped. */
enum { ASK_STEP = 1024 };

static uint64_t order_step(uint64_t size, unsigned threads)
{
    uint64_t step = size / ((uint64_t)threads * STEPS_PER_THREAD);
    return step < SMALLEST_STEP ? SMALLEST_STEP : step > LARGEST_STEP ? LARGEST_STEP : step;
}

static bool same_bucket(const uint64_t *orders, uint64_t i)
{
    return orders[i] >> SLOT_BITS == orders[i - 1] >> SLOT_BITS;
}

/* The actual start of the step that begins at i: the next bucket, because positions on both sides of a cut are not
 * merged. A bucket of more than two steps is cut. */
static uint64_t bucket_after(const sweep *it, uint64_t i)
{
    uint64_t last = it->queue.size - i < it->queue.step ? it->queue.size : i + it->queue.step;
    if (i > 0)
        while (i < last && same_bucket(it->orders, i)) i++;
    return i;
}

static void use_bucket(sweep *it, pf_transposed *children, uint64_t first, uint64_t end)
{
    pf_slot *slots = pf_slots_of(it->frontier);
    pf_quad army = pf_waiting_army(&slots[slot_number(it->orders[first])].quad, it->frontier->turn);
    pf_transposed_begin(children, end - first);
    for (uint64_t i = first; i < end; i++) {
        if (it->queue.size - i > LOOK_AHEAD) PF_PREFETCH(&slots[slot_number(it->orders[i + LOOK_AHEAD])]);
        pf_slot *slot = &slots[slot_number(it->orders[i])];
        pf_record parent = {slot->quad, pf_ways_of(slot)};
        pf_quad here = pf_waiting_army(&parent.quad, it->frontier->turn);
        if (PF_UNLIKELY(!pf_quad_equal(&here, &army))) {
            /* The two armies share a hash without being equal; siblings must have one army in common. */
            pf_transposed_end(children);
            pf_transposed_begin(children, end - i);
            army = here;
        }
        it->job->counters.gather_transposed(children, &parent, it->frontier->turn);
    }
    pf_transposed_end(children);
}

/* Merges the children of the buckets that begin at orders first to end - 1, and uses them. Meaningless if the job stops
 * meanwhile. */
static void use_orders(sweep *it, pf_transposed *children, uint64_t first, uint64_t end)
{
    first = bucket_after(it, first);
    end = bucket_after(it, end);
    uint64_t ask = first + ASK_STEP;
    for (uint64_t next; first < end; first = next) {
        if (first >= ask) {
            if (pf_job_stops(it->job)) return;
            ask = first + ASK_STEP;
        }
        for (next = first + 1; next < end && same_bucket(it->orders, next);) next++;
        use_bucket(it, children, first, next);
    }
}

/* Prepares to gather transposed children. Without the memory for it the result is the same and takes longer. */
static void order(sweep *it, pf_pages *orders, pf_pages *children)
{
    const pf_frontier *frontier = it->frontier;
    *orders = pf_pages_allocate((size_t)frontier->distinct * PF_ORDER_BYTES);
    *children = pf_pages_allocate(it->job->threads * sizeof(pf_transposed));
    if (!orders->memory || !children->memory || frontier->size >> SLOT_BITS) return;
    it->orders = orders->memory;
    it->children = children->memory;
    uint64_t size = order_slots(frontier, orders->memory);
    it->queue = (pf_queue){.size = size, .step = order_step(size, it->job->threads)};
}

static pf_transposed *own_children(sweep *it, pf_use_part *use, void *context)
{
    if (!it->children) return NULL;
    pf_transposed *children = &it->children[atomic_fetch_add(&it->threads, 1)];
    children->use = use;
    children->context = context;
    return children;
}

/* Runs work on all threads, in buckets if requested. */
static pf_status run(sweep *it, pf_team_work *work, pf_below below, pf_error *error)
{
    pf_pages orders = {NULL, 0}, children = {NULL, 0};
    if (below == PF_BELOW_TRANSPOSED && it->job->counters.gather_transposed) order(it, &orders, &children);
    pf_status status = pf_team_run(it->job->threads, work, it, &it->job->stop, error);
    pf_pages_free(&orders);
    pf_pages_free(&children);
    return status;
}

/* ---- Counting leaves ---- */

/* Counts below slots first to end - 1, one after the other; *positions receives how many are not empty. */
static pf_uint128 count_slots(sweep *it, pf_table_use *use, uint64_t first, uint64_t end, uint64_t *positions)
{
    pf_uint128 total = 0;
    *positions = 0;
    for (uint64_t i = first; i < end; i++) {
        pf_slot *slot = &pf_slots_of(it->frontier)[i];
        uint64_t ways = pf_ways_of(slot);
        if (ways == 0) continue;
        pf_position position;
        pf_frontier_position(&position, it->frontier, i);
        pf_count nodes = pf_job_count(it->job, use, &position, it->depth);
        total += ((pf_uint128)nodes.hi << 64 | nodes.lo) * ways;
        ++*positions;
    }
    return total;
}

static pf_uint128 count_orders(sweep *it, pf_transposed *children, uint64_t first, uint64_t end)
{
    children->total = 0;
    use_orders(it, children, first, end);
    return children->total;
}

static void count_leaves(void *context)
{
    sweep *it = context;
    pf_job *job = it->job;
    pf_table_use use = {0, 0};
    pf_transposed *children = own_children(it, job->counters.count_transposed, NULL);
    for (uint64_t i, end; !pf_job_stops(job) && pf_queue_take(&it->queue, &i, &end);) {
        uint64_t positions = end - i;
        pf_uint128 sum = children ? count_orders(it, children, i, end) : count_slots(it, &use, i, end, &positions);
        pthread_mutex_lock(&job->lock);
        if (!pf_job_stops(job)) {
            it->total += sum;
            advance(it, end, positions, sum);
        }
        pthread_mutex_unlock(&job->lock);
    }
}

pf_status pf_frontier_count(pf_uint128 *total, pf_job *job, const pf_frontier *frontier, unsigned depth, pf_below below,
                            double done, double share, pf_error *error)
{
    sweep it = sweep_over(job, frontier, done, share);
    it.depth = depth;
    /* Deep trees below a few positions should not be left to a single thread. */
    if (depth > 3) it.queue.step = 1;
    pf_status status = run(&it, count_leaves, below, error);
    *total += it.total;
    return status;
}

/* ---- Moves by class ---- */

/* The moves that one thread has classified since it last added to the common sums. */
typedef struct class_sums {
    pf_job *job;
    uint64_t positions;
    pf_uint128 sums[PF_CLASSES];
} class_sums;

static void classify(class_sums *out, const pf_position *position, uint64_t ways)
{
    uint32_t classes[PF_CLASSES];
    out->job->counters.classify(classes, position);
    for (unsigned i = 0; i < PF_CLASSES; i++)
        if (classes[i]) out->sums[i] += (pf_uint128)ways * classes[i];
}

/* A pf_use_part. */
static void classify_part(pf_transposed *children, uint32_t part, uint32_t size)
{
    for (uint32_t i = 0; i < size; i++) {
        const pf_record *record = &children->records[part][i];
        pf_position position;
        pf_quad_to_position(&position, &record->quad, children->home.turn ^ 1);
        classify(children->context, &position, record->ways);
    }
}

/* The moves of all positions depth - 1 plies below this one. */
static void classify_below(class_sums *out, const pf_position *position, uint64_t ways, unsigned depth)
{
    if (depth == 1) {
        classify(out, position, ways);
        return;
    }
    if (depth >= out->job->counters.tree.moment && pf_job_stops(out->job)) return;
    pf_move_list list;
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_position child = *position;
        pf_play_without_key(&child, list.moves[i]);
        classify_below(out, &child, ways, depth - 1);
    }
}

static void classify_slots(sweep *it, class_sums *out, uint64_t first, uint64_t end)
{
    for (uint64_t i = first; i < end; i++) {
        pf_slot *slot = &pf_slots_of(it->frontier)[i];
        if (pf_ways_of(slot) == 0) continue;
        pf_position position;
        pf_frontier_position(&position, it->frontier, i);
        classify_below(out, &position, pf_ways_of(slot), it->depth);
        out->positions++;
    }
}

static void classify_all(void *context)
{
    sweep *it = context;
    pf_job *job = it->job;
    class_sums own = {.job = job};
    pf_transposed *children = own_children(it, classify_part, &own);
    for (uint64_t i, end; !pf_job_stops(job) && pf_queue_take(&it->queue, &i, &end);) {
        own = (class_sums){.job = job};
        if (children) {
            use_orders(it, children, i, end);
            own.positions = end - i;
        } else {
            classify_slots(it, &own, i, end);
        }
        pthread_mutex_lock(&job->lock);
        if (!pf_job_stops(job)) {
            for (unsigned k = 0; k < PF_CLASSES; k++) it->sums[k] += own.sums[k];
            if (it->share > 0) advance(it, end, own.positions, own.sums[PF_CLASS_NODES]);
        }
        pthread_mutex_unlock(&job->lock);
    }
}

pf_status pf_frontier_classify(pf_uint128 sums[PF_CLASSES], pf_job *job, const pf_frontier *frontier, unsigned depth,
                               pf_below below, double done, double share, pf_error *error)
{
    sweep it = sweep_over(job, frontier, done, share);
    it.depth = depth;
    if (depth > 3) it.queue.step = 1;
    pf_status status = run(&it, classify_all, below, error);
    for (unsigned i = 0; i < PF_CLASSES; i++) sums[i] += it.sums[i];
    return status;
}
