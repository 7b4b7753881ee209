/* Making, moving through and counting below frontiers; see frontier.h. */
#include "perft/merge/frontier.h"

#include "board/text.h"
#include "perft/leaves/transposed.h"

/* Positions that a thread takes at a time. */
enum { STEP = 64 };

/* How full a table may become, and how many slots in a row are searched. */
#define FILL_LIMIT(slots) ((slots) / 16 * 14)
enum { LONGEST_SEARCH = 8192 };

static pf_slot *slots_of(const pf_frontier *frontier)
{
    return frontier->pages.memory;
}

static uint64_t ways_of(pf_slot *slot)
{
    return atomic_load_explicit(&slot->ways, memory_order_relaxed);
}

static bool allocate(pf_frontier *out, uint64_t slots, pf_colour turn)
{
    *out = (pf_frontier){.size = slots, .turn = turn};
    if (slots <= SIZE_MAX / sizeof(pf_slot)) out->pages = pf_pages_allocate((size_t)slots * sizeof(pf_slot));
    return out->pages.memory != NULL;
}

pf_status pf_frontier_begin(pf_frontier *out, const pf_position *position, pf_error *error)
{
    if (!allocate(out, 1, position->turn)) return pf_fail(error, PF_ERROR_NO_ROOM, 0, "no memory for the positions");
    pf_slot *slot = slots_of(out);
    slot->quad = pf_quad_of(position);
    atomic_init(&slot->ways, 1);
    out->distinct = 1;
    return PF_OK;
}

void pf_frontier_free(pf_frontier *frontier)
{
    pf_pages_free(&frontier->pages);
}

void pf_frontier_pack(pf_frontier *frontier)
{
    pf_slot *slots = slots_of(frontier);
    uint64_t kept = 0;
    for (uint64_t i = 0; i < frontier->size; i++) {
        uint64_t ways = ways_of(&slots[i]);
        if (ways == 0) continue;
        slots[kept].quad = slots[i].quad;
        atomic_store_explicit(&slots[kept].ways, ways, memory_order_relaxed);
        kept++;
    }
    frontier->size = kept;
    pf_pages_shrink(&frontier->pages, (size_t)kept * sizeof(pf_slot));
}

/* ---- Work over all positions of a frontier ---- */

typedef struct sweep {
    pf_job *job;
    const pf_frontier *frontier;
    pf_queue queue;

    /* counting moves */
    pf_frontier_moves below;

    /* making the next ply */
    pf_frontier *next;
    pf_hash_range range;
    struct arrivals *arrivals; /* one for each thread */
    atomic_uint threads;       /* that have taken theirs */
    _Atomic uint64_t distinct;
    atomic_bool full;

    /* counting leaves */
    unsigned depth;
    const uint64_t *orders;  /* NULL: slots are taken as they come */
    pf_transposed *children; /* one for each thread */
    pf_uint128 total;
    double done, share;
} sweep;

static sweep sweep_over(pf_job *job, const pf_frontier *frontier)
{
    return (sweep){.job = job, .frontier = frontier, .queue = {.size = frontier->size, .step = STEP}};
}

static pf_status run(sweep *it, pf_team_work *work, pf_error *error)
{
    bool small = it->frontier->size <= STEP;
    return pf_team_run(small ? 1 : it->job->threads, work, it, &it->job->stop, error);
}

/* ---- Counting moves ---- */

static void count_moves(void *context)
{
    sweep *it = context;
    pf_frontier_moves below = {0, 0};
    for (uint64_t i, end; !pf_job_stops(it->job) && pf_queue_take(&it->queue, &i, &end);)
        for (; i < end; i++) {
            pf_slot *slot = &slots_of(it->frontier)[i];
            pf_position position = pf_position_of_quad(&slot->quad, it->frontier->turn);
            uint32_t moves = pf_count_legal(&position);
            below.moves += moves;
            below.ways += (pf_uint128)ways_of(slot) * moves;
        }
    pthread_mutex_lock(&it->job->lock);
    it->below.moves += below.moves;
    it->below.ways += below.ways;
    pthread_mutex_unlock(&it->job->lock);
}

pf_status pf_frontier_count_moves(pf_frontier_moves *out, pf_job *job, const pf_frontier *frontier, pf_error *error)
{
    sweep it = sweep_over(job, frontier);
    pf_status status = run(&it, count_moves, error);
    *out = it.below;
    return status;
}

/* ---- Making the next ply ---- */

typedef enum insertion { INSERTED, MERGED, NO_ROOM } insertion;

/* The hash's low bits decide, because the high ones choose the range. */
static uint64_t place_of(const pf_frontier *frontier, uint64_t hash)
{
    return (uint64_t)((pf_uint128)(hash * UINT64_C(0xff51afd7ed558ccd)) * frontier->size >> 64);
}

static insertion insert(pf_frontier *frontier, uint64_t place, const pf_quad *quad, uint64_t ways)
{
    pf_slot *slots = slots_of(frontier);
    uint64_t limit = frontier->size < LONGEST_SEARCH ? frontier->size : LONGEST_SEARCH;
    for (uint64_t n = 0; n < limit; n++) {
        pf_slot *slot = &slots[place];
        uint64_t found = atomic_load_explicit(&slot->ways, memory_order_acquire);
        if (found == 0 && atomic_compare_exchange_strong_explicit(&slot->ways, &found, PF_SLOT_BUSY,
                                                                  memory_order_acquire, memory_order_acquire)) {
            slot->quad = *quad;
            atomic_store_explicit(&slot->ways, ways, memory_order_release);
            return INSERTED;
        }
        /* Another thread writes four words there; that does not take long. */
        while (found == PF_SLOT_BUSY) found = atomic_load_explicit(&slot->ways, memory_order_acquire);
        if (pf_quad_equal(&slot->quad, quad)) {
            atomic_fetch_add_explicit(&slot->ways, ways, memory_order_relaxed);
            return MERGED;
        }
        if (++place == frontier->size) place = 0;
    }
    return NO_ROOM;
}

/* A position on its way into the table. */
typedef struct arrival {
    uint64_t place, ways;
    pf_quad quad;
} arrival;

/* Memory and its address caches do not like one access here and one there. So the table is seen as regions, and each
 * thread collects what goes into a region until it is worth going there. */
enum { REGION_BITS = 12, MOST_REGIONS = 1024, COLLECTED = 32 };

typedef struct arrivals {
    uint32_t size[MOST_REGIONS];
    arrival waiting[MOST_REGIONS][COLLECTED];
} arrivals;

static unsigned region_shift(const pf_frontier *frontier)
{
    unsigned shift = REGION_BITS;
    while (frontier->size >> shift >= MOST_REGIONS) shift++;
    return shift;
}

/* Puts what waits for a region into the table, and returns how many were new. */
static uint64_t deliver(sweep *it, arrivals *from, uint64_t region)
{
    const arrival *waiting = from->waiting[region];
    uint32_t size = from->size[region];
    uint64_t inserted = 0;
    for (uint32_t i = 0; i < size; i++) {
        const char *slot = (const char *)&slots_of(it->next)[waiting[i].place];
        PF_PREFETCH(slot);
        PF_PREFETCH(slot + sizeof(pf_slot) - 1);
    }
    for (uint32_t i = 0; i < size; i++) {
        insertion result = insert(it->next, waiting[i].place, &waiting[i].quad, waiting[i].ways);
        inserted += result == INSERTED;
        if (result == NO_ROOM) atomic_store(&it->full, true);
    }
    from->size[region] = 0;
    return inserted;
}

/* Collects the children of a position; returns how many positions have become known meanwhile. */
static uint64_t make_children(sweep *it, arrivals *out, const pf_position *position, uint64_t ways, unsigned shift)
{
    uint64_t inserted = 0;
    pf_move_list list;
    pf_generate_legal(position, &list);
    for (uint32_t m = 0; m < list.size; m++) {
        pf_position child = *position;
        pf_play_without_key(&child, list.moves[m]);
        pf_quad quad = pf_quad_of(&child);
        uint64_t hash = pf_quad_hash(&quad);
        if (hash < it->range.first || hash > it->range.last) continue;
        uint64_t place = place_of(it->next, hash);
        uint64_t region = place >> shift;
        out->waiting[region][out->size[region]++] = (arrival){place, ways, quad};
        if (out->size[region] == COLLECTED) inserted += deliver(it, out, region);
    }
    return inserted;
}

static void add_distinct(sweep *it, uint64_t inserted)
{
    inserted += atomic_fetch_add_explicit(&it->distinct, inserted, memory_order_relaxed);
    if (inserted > FILL_LIMIT(it->next->size)) atomic_store(&it->full, true);
}

static void make_next(void *context)
{
    sweep *it = context;
    arrivals *collected = &it->arrivals[atomic_fetch_add(&it->threads, 1)];
    unsigned shift = region_shift(it->next);
    for (uint64_t i, end; !pf_job_stops(it->job) && !atomic_load_explicit(&it->full, memory_order_relaxed) &&
                          pf_queue_take(&it->queue, &i, &end);) {
        uint64_t inserted = 0;
        for (; i < end; i++) {
            pf_slot *slot = &slots_of(it->frontier)[i];
            pf_position position = pf_position_of_quad(&slot->quad, it->frontier->turn);
            inserted += make_children(it, collected, &position, ways_of(slot), shift);
        }
        add_distinct(it, inserted);
    }
    for (uint64_t region = 0; region < MOST_REGIONS; region++) add_distinct(it, deliver(it, collected, region));
}

pf_status pf_frontier_next(pf_frontier *out, bool *full, pf_job *job, const pf_frontier *parents, pf_hash_range range,
                           uint64_t slots, pf_error *error)
{
    *full = false;
    pf_pages waiting = pf_pages_allocate(job->threads * sizeof(arrivals));
    if (!waiting.memory || !allocate(out, slots, parents->turn ^ 1)) {
        pf_pages_free(&waiting);
        return pf_fail(error, PF_ERROR_NO_ROOM, 0, "no memory for the positions of the next ply");
    }
    sweep it = sweep_over(job, parents);
    it.next = out;
    it.range = range;
    it.arrivals = waiting.memory;
    pf_status status = run(&it, make_next, error);
    pf_pages_free(&waiting);
    out->distinct = it.distinct;
    *full = it.full;
    if (status || *full) pf_frontier_free(out);
    return status;
}

/* ---- Counting three plies, by transposed children ---- */

/* An order is the number of a slot with, above it, the hash of the army that is not to move there. */
enum { SLOT_BITS = 40, DIGIT_BITS = 12, DIGITS = 1 << DIGIT_BITS };

static uint64_t slot_number(uint64_t order)
{
    return order & ((UINT64_C(1) << SLOT_BITS) - 1);
}

/* Moves orders, which are sorted by lower digits, into the order of one digit more. */
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

static pf_quad waiting_army(const pf_frontier *frontier, const pf_quad *quad)
{
    pf_bitboard waiting = frontier->turn == PF_WHITE ? quad->plane[3] : ~quad->plane[3];
    pf_quad army = {{quad->plane[0] & waiting, quad->plane[1] & waiting, quad->plane[2] & waiting, 0}};
    return army;
}

/* Finds an order in which equal armies stand together; there is room for two arrays. Returns how many there are. */
static uint64_t order_slots(const pf_frontier *frontier, uint64_t *orders)
{
    uint64_t size = 0;
    for (uint64_t i = 0; i < frontier->size; i++) {
        pf_slot *slot = &slots_of(frontier)[i];
        if (ways_of(slot) == 0) continue;
        pf_quad army = waiting_army(frontier, &slot->quad);
        orders[size++] = pf_quad_hash(&army) << SLOT_BITS | i;
    }
    sort_by_digit(orders + frontier->distinct, orders, size, SLOT_BITS);
    sort_by_digit(orders, orders + frontier->distinct, size, SLOT_BITS + DIGIT_BITS);
    return size;
}

/* How many orders a thread takes at a time, about: few enough that the last thread does not finish long after the
 * others. */
enum { SMALLEST_STEP = 64, LARGEST_STEP = 32768, STEPS_PER_THREAD = 16, LOOK_AHEAD = 8 };

static uint64_t order_step(uint64_t size, unsigned threads)
{
    uint64_t step = size / ((uint64_t)threads * STEPS_PER_THREAD);
    return step < SMALLEST_STEP ? SMALLEST_STEP : step > LARGEST_STEP ? LARGEST_STEP : step;
}

static bool same_bucket(const uint64_t *orders, uint64_t i)
{
    return orders[i] >> SLOT_BITS == orders[i - 1] >> SLOT_BITS;
}

/* Where the work of the step that begins at i really begins: at the next bucket, because what meets across a cut is not
 * merged. A bucket of more than two steps is cut. */
static uint64_t bucket_after(const sweep *it, uint64_t i)
{
    uint64_t last = it->queue.size - i < it->queue.step ? it->queue.size : i + it->queue.step;
    if (i > 0)
        while (i < last && same_bucket(it->orders, i)) i++;
    return i;
}

static void count_bucket(sweep *it, pf_transposed *children, uint64_t first, uint64_t end)
{
    pf_slot *slots = slots_of(it->frontier);
    pf_quad army = waiting_army(it->frontier, &slots[slot_number(it->orders[first])].quad);
    pf_transposed_begin(children, end - first);
    for (uint64_t i = first; i < end; i++) {
        if (it->queue.size - i > LOOK_AHEAD) PF_PREFETCH(&slots[slot_number(it->orders[i + LOOK_AHEAD])]);
        pf_slot *slot = &slots[slot_number(it->orders[i])];
        pf_record parent = {slot->quad, ways_of(slot)};
        pf_quad here = waiting_army(it->frontier, &parent.quad);
        if (PF_UNLIKELY(!pf_quad_equal(&here, &army))) {
            /* Two armies with the same hash; siblings must have one army in common. */
            pf_transposed_end(children);
            pf_transposed_begin(children, end - i);
            army = here;
        }
        it->job->counters.gather_transposed(children, &parent, it->frontier->turn);
    }
    pf_transposed_end(children);
}

static pf_uint128 count_orders(sweep *it, pf_transposed *children, uint64_t first, uint64_t end)
{
    first = bucket_after(it, first);
    end = bucket_after(it, end);
    children->use = it->job->counters.count_transposed;
    children->total = 0;
    for (uint64_t next; first < end; first = next) {
        for (next = first + 1; next < end && same_bucket(it->orders, next);) next++;
        count_bucket(it, children, first, next);
    }
    return children->total;
}

/* ---- Counting leaves ---- */

/* Slots first to end - 1, one after the other; *positions is how many are not empty. */
static pf_uint128 count_slots(sweep *it, pf_table_use *use, uint64_t first, uint64_t end, uint64_t *positions)
{
    pf_uint128 total = 0;
    *positions = 0;
    for (uint64_t i = first; i < end; i++) {
        pf_slot *slot = &slots_of(it->frontier)[i];
        uint64_t ways = ways_of(slot);
        if (ways == 0) continue;
        pf_position position = pf_position_of_quad(&slot->quad, it->frontier->turn);
        pf_count nodes = pf_job_count(it->job, use, &position, it->depth);
        total += ((pf_uint128)nodes.hi << 64 | nodes.lo) * ways;
        ++*positions;
    }
    return total;
}

static void count_leaves(void *context)
{
    sweep *it = context;
    pf_job *job = it->job;
    pf_table_use use = {0, 0};
    pf_transposed *children = it->children ? &it->children[atomic_fetch_add(&it->threads, 1)] : NULL;
    for (uint64_t i, end; !pf_job_stops(job) && pf_queue_take(&it->queue, &i, &end);) {
        uint64_t done = end - i;
        pf_uint128 sum = children ? count_orders(it, children, i, end) : count_slots(it, &use, i, end, &done);
        pthread_mutex_lock(&job->lock);
        if (!pf_job_stops(job)) {
            it->total += sum;
            pf_count nodes = {(uint64_t)sum, (uint64_t)(sum >> 64)};
            pf_job_advance(job, done, nodes, it->done + it->share * ((double)end / (double)it->queue.size));
        }
        pthread_mutex_unlock(&job->lock);
    }
}

/* Prepares to gather transposed children. Without the memory for it the count is the same and takes longer. */
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

pf_status pf_frontier_count(pf_uint128 *total, pf_job *job, const pf_frontier *frontier, unsigned depth, pf_below below,
                            double done, double share, pf_error *error)
{
    sweep it = sweep_over(job, frontier);
    pf_pages orders = {NULL, 0}, children = {NULL, 0};
    it.depth = depth;
    it.done = done;
    it.share = share;
    /* Deep trees below few positions are not to be done by one thread. */
    if (depth > 3) it.queue.step = 1;
    if (below == PF_BELOW_TRANSPOSED) order(&it, &orders, &children);
    pf_status status = pf_team_run(job->threads, count_leaves, &it, &job->stop, error);
    pf_pages_free(&orders);
    pf_pages_free(&children);
    *total += it.total;
    return status;
}
