/* Merging duplicates in device memory. The distinct positions of a ply are records in a hash table; positions are
 * merged by the whole position, never by a hash, in two steps, so that no thread ever waits for another:
 *
 *     claim    each child looks for a slot by its hash; the first to find an empty one takes it and writes itself there
 *     merge    every other child compares itself with the record in the slot that has its hash, and adds its path count
 *
 * Two positions that share all 64 bits of a hash meet in the second step; the later one starts again with another hash. */
#ifndef PLYFORGE_CUDA_MERGE_CUH
#define PLYFORGE_CUDA_MERGE_CUH

#include "perft/cuda/walk.cuh"

/* ---- On the device ---- */

/* The slots where the children of a chunk found their hash. */
#define PF_PLACE_NONE     (~UINT64_C(0))     /* the child was first, or does not matter */
#define PF_PLACE_COLLIDED (~UINT64_C(0) - 1) /* another position has it */

enum { PF_LONGEST_SEARCH = 4096 };

/* A test may be built with few bits, so that positions collide; there must be more hashes than positions in a ply. */
#ifndef PF_TAG_MASK
#define PF_TAG_MASK (~UINT64_C(0))
#endif

static __device__ void pf_count_threads(unsigned long long *counter, bool condition)
{
    uint32_t votes = __ballot_sync(~0u, condition);
    if (pf_lane() == 0 && votes) atomicAdd(counter, (unsigned long long)__popc(votes));
}

/* The next free index in an output of *size items, for each thread that asks for one. All threads of a warp call it. */
static __device__ uint32_t pf_next_place(uint32_t *size, bool asks)
{
    uint32_t votes = __ballot_sync(~0u, asks);
    uint32_t base = 0;
    if (pf_lane() == 0 && votes) base = atomicAdd(size, (uint32_t)__popc(votes));
    return __shfl_sync(~0u, base, 0) + __popc(votes & ((1u << pf_lane()) - 1));
}

static __device__ uint64_t pf_claim(pf_records table, const pf_quad *quad, uint64_t ways, uint64_t tag, bool *inserted,
                                    uint32_t *full)
{
    uint64_t place = __umul64hi(tag * UINT64_C(0xff51afd7ed558ccd), table.size);
    uint64_t limit = table.size < PF_LONGEST_SEARCH ? table.size : PF_LONGEST_SEARCH;
    for (uint64_t n = 0; n < limit; n++) {
        pf_record *record = &table.first[place];
        unsigned long long found = *(volatile unsigned long long *)&record->tag;
        if (!found) found = atomicCAS(&record->tag, 0ull, (unsigned long long)tag);
        if (!found) {
            ulonglong2 *words = (ulonglong2 *)&record->quad;
            words[0] = make_ulonglong2(quad->plane[0], quad->plane[1]);
            words[1] = make_ulonglong2(quad->plane[2], quad->plane[3]);
            record->ways = ways;
            *inserted = true;
            return PF_PLACE_NONE;
        }
        if (found == tag) return place;
        if (++place == table.size) place = 0;
    }
    *full = 1;
    return PF_PLACE_NONE;
}

/* The order in which a ply is cut into parts: by the waiting army, so that positions with the same waiting army are
 * in one part, and within an army by the position, so that even a single army can be split if necessary. */
static __device__ uint64_t pf_part_key(const pf_quad *quad, pf_colour turn)
{
    const uint64_t upper = UINT64_C(0xffffffff) << 32;
    return (pf_army_hash(quad, turn) & upper) | (pf_quad_hash(quad) & ~upper);
}

static __device__ bool pf_is_selected(const pf_selection *part, const pf_quad *quad)
{
    if (part->first == 0 && part->last == UINT64_MAX) return true;
    uint64_t key = pf_part_key(quad, part->turn);
    return key >= part->first && key <= part->last;
}

/* The children of a part; in a later round, those of them that collided. */
static __global__ void __launch_bounds__(PF_BLOCK)
    pf_claim_places(pf_records table, pf_chunk children, uint64_t *places, pf_selection part, uint32_t round,
                    pf_merge_report *report)
{
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    bool inserted = false;
    if (i < children.size && (round == 0 || places[i] == PF_PLACE_COLLIDED)) {
        pf_quad quad = pf_load_quad(&children, i);
        uint64_t place = PF_PLACE_NONE;
        if (pf_is_selected(&part, &quad)) {
            uint64_t hash = pf_quad_hash(&quad);
            uint64_t tag = (hash + round * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xd6e8feb86659fd93) & PF_TAG_MASK;
            place = pf_claim(table, &quad, children.ways[i], tag ? tag : 1, &inserted, &report->full);
        }
        places[i] = place;
    }
    pf_count_threads(&report->inserted, inserted);
}

static __global__ void __launch_bounds__(PF_BLOCK)
    pf_merge_ways(pf_records table, pf_chunk children, uint64_t *places, pf_merge_report *report)
{
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= children.size || places[i] >= PF_PLACE_COLLIDED) return;
    pf_quad quad = pf_load_quad(&children, i);
    pf_record *record = &table.first[places[i]];
    if (pf_quad_equal(&quad, &record->quad)) {
        atomicAdd(&record->ways, (unsigned long long)children.ways[i]);
        places[i] = PF_PLACE_NONE;
    } else {
        places[i] = PF_PLACE_COLLIDED;
        atomicAdd(&report->collided, 1u);
    }
}

/* Copies the records of a part of a table without gaps, in any order. */
static __global__ void __launch_bounds__(PF_BLOCK) pf_pack_records(pf_record *out, uint32_t *size, pf_records part)
{
    uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    bool taken = i < part.size && part.first[i].tag;
    uint32_t at = pf_next_place(size, taken);
    if (taken) out[at] = part.first[i];
}

static __global__ void __launch_bounds__(PF_BLOCK) pf_unpack_records(pf_chunk out, pf_records part)
{
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= part.size) return;
    pf_quad quad = part.first[i].quad;
    pf_store_quad(&out, i, &quad);
    out.ways[i] = part.first[i].ways;
}

template <pf_colour us>
__global__ void __launch_bounds__(PF_BLOCK) pf_measure_records(pf_records frontier, pf_breadth *breadth)
{
    unsigned long long moves = 0;
    pf_uint128 ways = 0, own_ways = 0;
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < frontier.size;
         i += (uint64_t)gridDim.x * blockDim.x) {
        pf_quad quad = frontier.first[i].quad;
        pf_position position = pf_position_of_quad(&quad, us);
        uint32_t count = pf_generate_body(&position, NULL, us, PF_SINK_COUNT, PF_CUDA_SLIDERS);
        moves += count;
        ways += (pf_uint128)frontier.first[i].ways * count;
        own_ways += frontier.first[i].ways;
    }
    for (int step = PF_WARP / 2; step > 0; step /= 2) moves += __shfl_down_sync(~0u, moves, step);
    if (pf_lane() == 0) atomicAdd(&breadth->moves, moves);
    pf_add_wide(&breadth->ways, ways);
    pf_add_wide(&breadth->own_ways, own_ways);
}

/* ---- On the host: one ply after another ---- */

/* The last ply that has been merged, and the memory after it. */
struct frontier {
    pf_records records;
    pf_colour turn;
    uint64_t room; /* the number of records that fit */
    double ratio;  /* distinct positions per move at the last ply; the next ply has at most about as many */
};

static pf_status begin_frontier(pf_gpu *gpu, frontier *out, const pf_gpu_root *root)
{
    pf_record record = {};
    memcpy(record.quad.plane, root->plane, sizeof record.quad.plane);
    record.ways = 1;
    out->room = (gpu->size - gpu->used) / sizeof(pf_record);
    out->records.first = (pf_record *)(gpu->arena + gpu->used);
    out->records.size = 1;
    out->turn = root->turn;
    out->ratio = 1;
    if (out->room < 64) return fail(gpu, PF_ERROR_NO_ROOM, "too little memory is free on the GPU to merge positions");
    TRY_CUDA("device memory", cudaMemcpy(out->records.first, &record, sizeof record, cudaMemcpyHostToDevice));
    return PF_OK;
}

static pf_status measure(pf_gpu *gpu, const frontier *it)
{
    CLEAR(breadth);
    LAUNCH_FOR(it->turn, pf_measure_records, (uint32_t)gpu->multiprocessors * 8, it->records, &gpu->on_device->breadth);
    return read_figures(gpu);
}

/* The next positions of a frontier, as a chunk. */
static pf_status unpack(pf_gpu *gpu, pf_chunk *out, const pf_records *records, uint64_t first, uint32_t size)
{
    pf_records part = {records->first + first, size};
    out->size = size;
    TRY_LAUNCH(pf_unpack_records<<<blocks_for(size), PF_BLOCK>>>(*out, part));
    return PF_OK;
}

/* A second round is needed only if two positions share a 64-bit hash. If this many rounds are not enough, the code or
 * the device is broken. */
enum { MOST_ROUNDS = 256 };

/* Inserts a chunk of children into the table. */
static pf_status insert(pf_gpu *gpu, pf_records table, const pf_chunk *children, const pf_selection *part)
{
    uint32_t blocks = blocks_for(children->size);
    pf_merge_report *report = &gpu->on_device->report;
    for (uint32_t round = 0; round < MOST_ROUNDS; round++) {
        CLEAR(report.collided);
        TRY_LAUNCH(pf_claim_places<<<blocks, PF_BLOCK>>>(table, *children, gpu->places, *part, round, report));
        TRY_LAUNCH(pf_merge_ways<<<blocks, PF_BLOCK>>>(table, *children, gpu->places, report));
        TRY(read_figures(gpu));
        if (gpu->read->report.full || gpu->read->report.collided == 0) return PF_OK;
    }
    return fail(gpu, PF_ERROR_DEVICE, "positions share every hash with others");
}

/* All positions of a ply. */
static const pf_selection WHOLE_PLY = {0, UINT64_MAX, PF_WHITE};

/* Inserts a part of the next ply into a table after the frontier. *full is true if it did not fit. */
static pf_status make_table(pf_gpu *gpu, pf_records *out, bool *full, const frontier *it, uint64_t slots,
                            pf_selection part)
{
    level *parents = &gpu->levels[0], *children = &gpu->levels[1];
    pf_records table = {it->records.first + it->records.size, slots};
    TRY_CUDA("device memory", cudaMemsetAsync(table.first, 0, slots * sizeof(pf_record)));
    CLEAR(report);
    for (uint64_t at = 0; at < it->records.size;) {
        uint64_t left = it->records.size - at;
        TRY(unpack(gpu, &parents->chunk, &it->records, at, left < gpu->children ? (uint32_t)left : gpu->children));
        for (uint32_t first = 0; first < parents->chunk.size;) {
            pf_chunk slice = slice_of(&parents->chunk, first, parents->chunk.size - first);
            TRY(list_moves(gpu, children, &slice, it->turn));
            TRY(make_children(gpu, children, &slice, it->turn));
            if (children->chunk.size) TRY(insert(gpu, table, &children->chunk, &part));
            if (gpu->hooks->stops(gpu->hooks->context)) return stopped(gpu);
            if (gpu->read->report.full) break;
            first += slice.size;
        }
        if (gpu->read->report.full) break;
        at += parents->chunk.size;
    }
    TRY(read_figures(gpu));
    *full = gpu->read->report.full != 0;
    *out = table;
    return PF_OK;
}

/* Moves the records of a table to the start of out, which is at or before the table. */
static pf_status pack(pf_gpu *gpu, pf_records *out, pf_records table)
{
    uint64_t kept = 0;
    for (uint64_t at = 0; at < table.size; at += gpu->children) {
        uint64_t left = table.size - at;
        pf_records part = {table.first + at, left < gpu->children ? left : gpu->children};
        CLEAR(packed);
        TRY_LAUNCH(pf_pack_records<<<blocks_for(part.size), PF_BLOCK>>>(gpu->packed, &gpu->on_device->packed, part));
        TRY(read_figures(gpu));
        TRY_CUDA("device memory", cudaMemcpyAsync(out->first + kept, gpu->packed, gpu->read->packed * sizeof(pf_record),
                                                  cudaMemcpyDeviceToDevice));
        kept += gpu->read->packed;
    }
    out->size = kept;
    return PF_OK;
}

/* The size of a table for this many positions. A third of it stays empty. */
static uint64_t slots_for(double positions)
{
    return (uint64_t)(positions * 1.5) + 64;
}

static const uint64_t MOST_WAYS = UINT64_C(1) << 62;

/* Whether the path counts of a ply are used and must therefore fit into 64 bits. */
enum ways_matter { WAYS_DO_NOT_MATTER, WAYS_MATTER };

/* Replaces the frontier by the next ply. *fits is false if the ply, or its path counts, did not fit. */
static pf_status step(pf_gpu *gpu, frontier *it, bool *fits, ways_matter ways)
{
    TRY(measure(gpu, it));
    const pf_breadth *breadth = &gpu->read->breadth;
    uint64_t moves = breadth->moves, room = it->room - it->records.size;
    uint64_t slots = slots_for((double)moves * it->ratio), most = slots_for((double)moves);
    *fits = false;
    if (ways == WAYS_MATTER && (breadth->ways.hi || breadth->ways.lo > MOST_WAYS)) return PF_OK;
    if (slots > room && slots_for((double)moves * it->ratio * 0.8) <= room) slots = room;
    for (;; slots *= 2) {
        if (slots > most) slots = most;
        if (slots > room) return PF_OK;
        pf_records table;
        bool full;
        TRY(make_table(gpu, &table, &full, it, slots, WHOLE_PLY));
        if (full && slots < most) continue;
        if (full) return fail(gpu, PF_ERROR_DEVICE, "positions found no place in a table that is large enough");
        it->ratio = moves ? (double)gpu->read->report.inserted / (double)moves : 1;
        TRY(pack(gpu, &it->records, table));
        it->turn ^= 1;
        *fits = true;
        return PF_OK;
    }
}

/* Called with each part of a ply that does not fit into memory, or of which only a share is counted. */
typedef pf_status part_work(pf_gpu *gpu, pf_records part, pf_colour turn, void *context);

static pf_status step_in_parts(pf_gpu *gpu, const frontier *it, uint64_t from, uint64_t to, part_work *work,
                               void *context)
{
    TRY(measure(gpu, it));
    uint64_t room = it->room - it->records.size;
    double expected = (double)gpu->read->breadth.moves * it->ratio;
    double parts = (double)slots_for(expected) / (double)room + 1;
    uint64_t width = (uint64_t)(0x1p63 / parts) * 2 + 1;
    double whole = (double)to - (double)from;
    for (uint64_t first = from;;) {
        uint64_t last = to - first <= width ? to : first + width;
        pf_records table;
        bool full;
        const pf_selection selection = {first, last, it->turn ^ 1};
        TRY(make_table(gpu, &table, &full, it, room, selection));
        if (full && width < 1024) return fail(gpu, PF_ERROR_NO_ROOM, "too little memory on the GPU to merge positions");
        if (full) {
            width /= 2;
            continue;
        }
        pf_records part = table;
        TRY(pack(gpu, &part, table));
        gpu->done = ((double)first - (double)from) / whole;
        gpu->share = ((double)last - (double)first) / whole;
        TRY(work(gpu, part, it->turn ^ 1, context));
        if (last == to) return PF_OK;
        first = last + 1;
    }
}

/* Adds the leaves below records; context is the depth. */
static pf_status count_below(pf_gpu *gpu, pf_records records, pf_colour turn, void *context)
{
    unsigned depth = *(const unsigned *)context;
    level *first = &gpu->levels[0];
    uint32_t step = slice_size(records.size, gpu->children);
    for (uint64_t at = 0; at < records.size; at += step) {
        uint64_t left = records.size - at;
        uint32_t size = left < step ? (uint32_t)left : step;
        double done = (double)at / (double)records.size, share = (double)size / (double)records.size;
        TRY(unpack(gpu, &first->chunk, &records, at, size));
        TRY(walk(gpu, 1, &first->chunk, depth, turn, done, share));
        TRY(advance(gpu, done + share));
    }
    return PF_OK;
}

/* Merges all plies before the last one to be merged, or fewer if memory is too small. */
static pf_status merge_plies(pf_gpu *gpu, frontier *it, unsigned *plies, const pf_gpu_root *root, unsigned levels)
{
    bool fits = true;
    unsigned ply = 0;
    TRY(plan(gpu, levels, RECORDS));
    TRY(begin_frontier(gpu, it, root));
    for (; ply < *plies && fits; ply += fits) TRY(step(gpu, it, &fits, WAYS_MATTER));
    *plies = ply;
    return PF_OK;
}

#endif
