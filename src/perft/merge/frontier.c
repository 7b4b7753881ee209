/* Making frontiers and counting their moves; see frontier.h. Counting below them is in below.c. */
#include "perft/merge/frontier.h"

#include "base/text.h"

/* Positions that a thread takes at a time. */
enum { STEP = 64 };

/* How full a table may become, and how many consecutive slots are searched. */
#define FILL_LIMIT(slots) ((slots) / 16 * 14)
enum { LONGEST_SEARCH = 8192 };

size_t pf_frontier_slot_bytes(pf_variant variant)
{
    return sizeof(pf_slot) + (pf_has_additions(variant) ? sizeof(pf_additions) : 0);
}

static bool allocate(pf_frontier *out, uint64_t slots, pf_colour turn, pf_variant variant)
{
    *out = (pf_frontier){.size = slots, .turn = turn, .variant = variant};
    if (slots > SIZE_MAX / pf_frontier_slot_bytes(variant)) return false;
    out->pages = pf_pages_allocate((size_t)slots * sizeof(pf_slot));
    if (!pf_has_additions(variant)) return out->pages.memory != NULL;
    out->additions = pf_pages_allocate((size_t)slots * sizeof(pf_additions));
    if (out->pages.memory && out->additions.memory) return true;
    pf_frontier_free(out);
    return false;
}

static inline pf_quad quad_of(const pf_position *position)
{
    if (PF_LIKELY(pf_position_variant(position) == PF_VARIANT_STANDARD)) return pf_quad_of(position);
    return pf_quad_marking(position, pf_ep_legal_in_variant(position) != PF_NO_SQUARE);
}

pf_status pf_frontier_begin(pf_frontier *out, const pf_position *position, pf_error *error)
{
    if (!allocate(out, 1, position->turn, pf_position_variant(position)))
        return pf_fail(error, PF_ERROR_NO_ROOM, 0, "not enough memory for the positions");
    pf_slot *slot = pf_slots_of(out);
    slot->quad = quad_of(position);
    pf_additions *additions = out->additions.memory;
    if (additions) *additions = pf_additions_of(position);
    atomic_init(&slot->ways, 1);
    out->distinct = 1;
    return PF_OK;
}

void pf_frontier_free(pf_frontier *frontier)
{
    pf_pages_free(&frontier->pages);
    pf_pages_free(&frontier->additions);
}

void pf_frontier_pack(pf_frontier *frontier)
{
    pf_slot *slots = pf_slots_of(frontier);
    pf_additions *additions = frontier->additions.memory;
    uint64_t kept = 0;
    frontier->ways = 0;
    for (uint64_t i = 0; i < frontier->size; i++) {
        uint64_t ways = pf_ways_of(&slots[i]);
        if (ways == 0) continue;
        slots[kept].quad = slots[i].quad;
        if (additions) additions[kept] = additions[i];
        frontier->ways += ways;
        atomic_store_explicit(&slots[kept].ways, ways, memory_order_relaxed);
        kept++;
    }
    frontier->size = kept;
    pf_pages_shrink(&frontier->pages, (size_t)kept * sizeof(pf_slot));
    if (additions) pf_pages_shrink(&frontier->additions, (size_t)kept * sizeof(pf_additions));
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
    pf_key_range range;
    struct arrivals *arrivals;           /* one for each thread */
    struct arrived_additions *additions; /* the same; NULL if there are none */
    atomic_uint threads;                 /* the number of threads that have taken theirs */
    _Atomic uint64_t distinct;
    atomic_bool full;
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
            pf_position position;
            pf_frontier_position(&position, it->frontier, i);
            uint32_t moves = pf_count_legal(&position);
            below.moves += moves;
            below.ways += (pf_uint128)pf_ways_of(&pf_slots_of(it->frontier)[i]) * moves;
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

static bool same_additions(const pf_additions *a, const pf_additions *b)
{
    return a->word[0] == b->word[0] && a->word[1] == b->word[1] && a->word[2] == b->word[2];
}

static uint64_t hash_with(uint64_t hash, const pf_additions *additions)
{
    const uint64_t *word = additions->word;
    return pf_quad_hash(&(pf_quad){{hash, word[0], word[1], word[2]}});
}

/* The hash's low bits decide, because the high ones choose the part. */
static uint64_t place_of(const pf_frontier *frontier, uint64_t hash)
{
    return (uint64_t)((pf_uint128)(hash * UINT64_C(0xff51afd7ed558ccd)) * frontier->size >> 64);
}

/* additions is NULL if the frontier has none. */
static insertion insert(pf_frontier *frontier, uint64_t place, const pf_quad *quad, const pf_additions *additions,
                        uint64_t ways)
{
    pf_slot *slots = pf_slots_of(frontier);
    pf_additions *kept = frontier->additions.memory;
    uint64_t limit = frontier->size < LONGEST_SEARCH ? frontier->size : LONGEST_SEARCH;
    for (uint64_t n = 0; n < limit; n++) {
        pf_slot *slot = &slots[place];
        uint64_t found = atomic_load_explicit(&slot->ways, memory_order_acquire);
        if (found == 0 && atomic_compare_exchange_strong_explicit(&slot->ways, &found, PF_SLOT_BUSY,
                                                                  memory_order_acquire, memory_order_acquire)) {
            slot->quad = *quad;
            if (additions) kept[place] = *additions;
            atomic_store_explicit(&slot->ways, ways, memory_order_release);
            return INSERTED;
        }
        /* Another thread is writing four words there, which takes only a moment. */
        while (found == PF_SLOT_BUSY) found = atomic_load_explicit(&slot->ways, memory_order_acquire);
        if (pf_quad_equal(&slot->quad, quad) && (!additions || same_additions(&kept[place], additions))) {
            atomic_fetch_add_explicit(&slot->ways, ways, memory_order_relaxed);
            return MERGED;
        }
        if (++place == frontier->size) place = 0;
    }
    return NO_ROOM;
}

/* A position that waits to be put into the table. */
typedef struct arrival {
    uint64_t place, ways;
    pf_quad quad;
} arrival;

/* Scattered accesses are slow, because they miss the data caches and the TLB. So the table is divided into regions, and
 * each thread collects the positions for a region until there are enough of them. */
enum { REGION_BITS = 12, MOST_REGIONS = 1024, COLLECTED = 32 };

typedef struct arrivals {
    uint32_t size[MOST_REGIONS];
    arrival waiting[MOST_REGIONS][COLLECTED];
} arrivals;

/* Stored beside the arrivals of a thread, if the frontier has additions. */
typedef struct arrived_additions {
    pf_additions waiting[MOST_REGIONS][COLLECTED];
} arrived_additions;

/* The positions that one thread collects. */
typedef struct collection {
    arrivals *arrivals;
    arrived_additions *additions; /* NULL: none */
} collection;

static unsigned region_shift(const pf_frontier *frontier)
{
    unsigned shift = REGION_BITS;
    while (frontier->size >> shift >= MOST_REGIONS) shift++;
    return shift;
}

/* Puts the positions that wait for a region into the table, and returns how many were new. */
static uint64_t deliver(sweep *it, collection from, uint64_t region)
{
    const arrival *waiting = from.arrivals->waiting[region];
    const pf_additions *additions = from.additions ? from.additions->waiting[region] : NULL;
    uint32_t size = from.arrivals->size[region];
    uint64_t inserted = 0;
    for (uint32_t i = 0; i < size; i++) {
        const char *slot = (const char *)&pf_slots_of(it->next)[waiting[i].place];
        PF_PREFETCH(slot);
        PF_PREFETCH(slot + sizeof(pf_slot) - 1);
    }
    for (uint32_t i = 0; i < size; i++) {
        insertion result = insert(it->next, waiting[i].place, &waiting[i].quad, additions ? &additions[i] : NULL,
                                  waiting[i].ways);
        inserted += result == INSERTED;
        if (result == NO_ROOM) atomic_store(&it->full, true);
    }
    from.arrivals->size[region] = 0;
    return inserted;
}

/* The bits of a key that come from the parent's army, and those that come from the position. */
#define ARMY_BITS UINT64_C(0xffffffff00000000)

/* Collects the children of a position; returns how many new positions were found meanwhile. */
static uint64_t make_children(sweep *it, collection out, uint64_t parent, unsigned shift)
{
    pf_slot *slot = &pf_slots_of(it->frontier)[parent];
    uint64_t inserted = 0, army = 0, ways = pf_ways_of(slot);
    bool by_army = it->range.split == PF_SPLIT_BY_ARMY;
    if (by_army) {
        army = pf_army_hash(&slot->quad, it->frontier->turn) & ARMY_BITS;
        if ((army | ~ARMY_BITS) < it->range.first || army > it->range.last) return 0;
    }
    pf_position position;
    pf_frontier_position(&position, it->frontier, parent);
    pf_move_list list;
    pf_generate_legal(&position, &list);
    for (uint32_t m = 0; m < list.size; m++) {
        pf_position child = position;
        pf_play_without_key(&child, list.moves[m]);
        pf_quad quad = quad_of(&child);
        pf_additions additions;
        uint64_t hash = pf_quad_hash(&quad);
        if (out.additions) {
            additions = pf_additions_of(&child);
            hash = hash_with(hash, &additions);
        }
        uint64_t key = by_army ? army | hash >> 32 : hash;
        if (key < it->range.first || key > it->range.last) continue;
        uint64_t place = place_of(it->next, hash);
        uint64_t region = place >> shift;
        uint32_t last = out.arrivals->size[region]++;
        out.arrivals->waiting[region][last] = (arrival){place, ways, quad};
        if (out.additions) out.additions->waiting[region][last] = additions;
        if (last + 1 == COLLECTED) inserted += deliver(it, out, region);
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
    unsigned thread = atomic_fetch_add(&it->threads, 1);
    collection collected = {&it->arrivals[thread], it->additions ? &it->additions[thread] : NULL};
    unsigned shift = region_shift(it->next);
    for (uint64_t i, end; !pf_job_stops(it->job) && !atomic_load_explicit(&it->full, memory_order_relaxed) &&
                          pf_queue_take(&it->queue, &i, &end);) {
        uint64_t inserted = 0;
        for (; i < end; i++) inserted += make_children(it, collected, i, shift);
        add_distinct(it, inserted);
    }
    for (uint64_t region = 0; region < MOST_REGIONS; region++) add_distinct(it, deliver(it, collected, region));
}

pf_status pf_frontier_next(pf_frontier *out, bool *full, pf_job *job, const pf_frontier *parents, pf_key_range range,
                           uint64_t slots, pf_error *error)
{
    *full = false;
    bool adds = pf_has_additions(parents->variant);
    pf_pages waiting = pf_pages_allocate(job->threads * sizeof(arrivals)), additions = {NULL, 0};
    if (adds) additions = pf_pages_allocate(job->threads * sizeof(arrived_additions));
    if (!waiting.memory || (adds && !additions.memory) || !allocate(out, slots, parents->turn ^ 1, parents->variant)) {
        pf_pages_free(&waiting);
        pf_pages_free(&additions);
        return pf_fail(error, PF_ERROR_NO_ROOM, 0, "not enough memory for the positions of the next ply");
    }
    sweep it = sweep_over(job, parents);
    it.next = out;
    it.range = range;
    it.arrivals = waiting.memory;
    it.additions = additions.memory;
    pf_status status = run(&it, make_next, error);
    pf_pages_free(&waiting);
    pf_pages_free(&additions);
    out->distinct = it.distinct;
    *full = it.full;
    if (status || *full) pf_frontier_free(out);
    return status;
}

/* ---- A ply from records ---- */

typedef struct filling {
    pf_job *job;
    pf_frontier *frontier;
    const pf_perft_record *records;
    pf_queue queue;
    _Atomic uint64_t distinct;
    atomic_bool full;
} filling;

static void fill(void *context)
{
    filling *it = context;
    for (uint64_t i, end; !pf_job_stops(it->job) && pf_queue_take(&it->queue, &i, &end);) {
        arrival some[STEP];
        uint64_t size = end - i, inserted = 0;
        for (uint64_t k = 0; k < size; k++) {
            arrival *next = &some[k];
            pf_memcpy(next->quad.plane, it->records[i + k].planes, sizeof next->quad.plane);
            next->ways = it->records[i + k].ways;
            next->place = place_of(it->frontier, pf_quad_hash(&next->quad));
            PF_PREFETCH(&pf_slots_of(it->frontier)[next->place]);
        }
        for (uint64_t k = 0; k < size; k++) {
            insertion result = insert(it->frontier, some[k].place, &some[k].quad, NULL, some[k].ways);
            inserted += result == INSERTED;
            if (result == NO_ROOM) atomic_store(&it->full, true);
        }
        atomic_fetch_add_explicit(&it->distinct, inserted, memory_order_relaxed);
    }
}

pf_status pf_frontier_fill(pf_frontier *out, pf_job *job, const pf_perft_record *records, uint64_t size, pf_colour turn,
                           pf_variant variant, pf_error *error)
{
    *out = (pf_frontier){.turn = turn, .variant = variant};
    if (size == 0) return PF_OK;
    if (!allocate(out, size + size / 2 + STEP, turn, variant))
        return pf_fail(error, PF_ERROR_NO_ROOM, 0, "not enough memory for the positions of a bucket");
    filling it = {.job = job, .frontier = out, .records = records, .queue = {.size = size, .step = STEP}};
    pf_status status = pf_team_run(size <= STEP ? 1 : job->threads, fill, &it, &job->stop, error);
    if (!status && it.full) status = pf_fail(error, PF_ERROR_NO_ROOM, 0, "a bucket does not fit into memory");
    out->distinct = it.distinct;
    if (status)
        pf_frontier_free(out);
    else
        pf_frontier_pack(out);
    return status;
}
