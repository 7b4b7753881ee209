/* One device and how it counts. A tree is walked in chunks: the children of a slice of one ply fill the buffer of the
 * next, which is walked before the next slice is taken. So memory is bounded, whatever the position and the depth. */
#include "perft/gpu.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "perft/cuda/kernels.cuh"
#include "perft/cuda/merge.cuh"
#include "perft/cuda/stats.cuh"

/* No position has more legal moves than this; and more than this are rare. */
enum { MOST_MOVES = 218, USUAL_MOVES = 60 };

/* The largest buffers that still pay, and the smallest that make sense. */
static const uint32_t MOST_CHILDREN = 64u << 20, FEWEST_CHILDREN = 256; /* one parent's, in whole blocks */
static const uint32_t MOST_NODES = 8u << 20, FEWEST_NODES = 1u << 12;

/* Memory for one child in a level's buffers, and for one node that is sorted. */
static const size_t CHILD_BYTES = sizeof(pf_quad) + sizeof(uint64_t) + sizeof(uint32_t) + sizeof(pf_move);
static const size_t NODE_BYTES = PF_ITEM_ROWS * sizeof(uint32_t) + sizeof(uint32_t) + 2 * sizeof(pf_bitboard);

/* What is left to count below the last ply that is merged for certain. One more is merged if it fits into memory as a
 * whole and becomes much smaller by that: to merge a position costs about half as much as to count two plies below it.
 */
enum { DEPTH_BELOW_MERGING = 3 };
static const double WORTH_MERGING = 0.45;

/* The buffers of one ply. */
struct level {
    pf_chunk chunk;
    pf_births births;
    double moves; /* to expect of a parent */
};

/* Small numbers that kernels write and the host reads. */
struct figures {
    pf_wide_sum sum;
    pf_breadth breadth;
    pf_merge_report report;
    uint32_t births, packed;
    unsigned long long row[PF_COLUMNS];
};

enum { MOST_LEVELS = 256 };

struct pf_gpu {
    int device, multiprocessors;
    size_t memory; /* that may be used */
    char *arena;   /* what is in use, cut up anew for each call */
    size_t size, used;
    figures *on_device; /* on the device */
    figures *read;      /* its copy on the host, page-locked */

    level levels[MOST_LEVELS];
    unsigned level_count;
    uint32_t children; /* a level's capacity */
    pf_sorted sorted;
    uint32_t nodes; /* its capacity */
    uint64_t *places;
    pf_record *packed; /* as many as children */

    const pf_gpu_hooks *hooks;
    double done, share; /* the part of the work that the walk at hand stands for */
    pf_error *error;
};

/* ---- Failing ---- */

static pf_status fail(pf_gpu *gpu, pf_status status, const char *message)
{
    if (gpu->error) {
        gpu->error->code = status;
        gpu->error->offset = 0;
        snprintf(gpu->error->message, sizeof gpu->error->message, "%s", message);
    }
    return status;
}

static pf_status stopped(pf_gpu *gpu)
{
    return fail(gpu, PF_ERROR_STOPPED, "the count was stopped");
}

static pf_status fail_cuda(pf_error *error, cudaError_t code, const char *what)
{
    pf_status status = PF_ERROR_DEVICE;
    cudaGetLastError(); /* it is told now, and not to whoever asks next */
    if (code == cudaErrorMemoryAllocation) status = PF_ERROR_NO_ROOM;
    if (code == cudaErrorNoDevice || code == cudaErrorInsufficientDriver || code == cudaErrorNoKernelImageForDevice ||
        code == cudaErrorUnsupportedPtxVersion || code == cudaErrorInvalidDevice)
        status = PF_ERROR_UNSUPPORTED;
    if (error) {
        error->code = status;
        error->offset = 0;
        snprintf(error->message, sizeof error->message, "%s: %s", what, cudaGetErrorString(code));
    }
    return status;
}

/* Leaves the function when a call of the CUDA runtime has failed, or one of ours. */
#define TRY_CUDA(what, call)                                                                                           \
    do {                                                                                                               \
        cudaError_t code_ = (call);                                                                                    \
        if (code_ != cudaSuccess) return fail_cuda(gpu->error, code_, what);                                           \
    } while (0)

#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        pf_status status_ = (call);                                                                                    \
        if (status_ != PF_OK) return status_;                                                                          \
    } while (0)

#define TRY_LAUNCH(...)                                                                                                \
    do {                                                                                                               \
        __VA_ARGS__;                                                                                                   \
        TRY_CUDA("a kernel could not be started", cudaGetLastError());                                                 \
    } while (0)

/* Starts kernel<colour><<<blocks, PF_BLOCK>>>(...). */
#define LAUNCH_FOR(turn, kernel, blocks, ...)                                                                          \
    TRY_LAUNCH(if ((turn) == PF_WHITE) kernel<PF_WHITE><<<(blocks), PF_BLOCK>>>(__VA_ARGS__);                          \
               else kernel<PF_BLACK><<<(blocks), PF_BLOCK>>>(__VA_ARGS__))

static uint32_t blocks_for(uint64_t threads)
{
    return (uint32_t)((threads + PF_BLOCK - 1) / PF_BLOCK);
}

/* Waits for the device, and reads what it has written. */
static pf_status read_figures(pf_gpu *gpu)
{
    TRY_CUDA("a kernel failed", cudaMemcpy(gpu->read, gpu->on_device, sizeof(figures), cudaMemcpyDeviceToHost));
    return PF_OK;
}

#define CLEAR(field) TRY_CUDA("device memory", cudaMemsetAsync(&gpu->on_device->field, 0, sizeof gpu->on_device->field))

/* ---- A device and its memory ---- */

pf_status pf_gpu_devices(int *count, pf_error *error)
{
    *count = 0;
    cudaError_t code = cudaGetDeviceCount(count);
    if (code != cudaSuccess) return fail_cuda(error, code, "no GPU to use");
    if (*count == 0) return fail_cuda(error, cudaErrorNoDevice, "no GPU to use");
    for (int i = *count; i-- > 0;) {
        code = cudaSetDevice(i);
        if (code == cudaSuccess) code = cudaFree(NULL); /* the first call of any kind starts a device */
        if (code != cudaSuccess) return fail_cuda(error, code, "a GPU cannot be used");
    }
    return PF_OK;
}

static pf_status open_device(pf_gpu *gpu, size_t memory, unsigned sharers)
{
    size_t free_bytes, total_bytes;
    TRY_CUDA("the GPU cannot be used", cudaSetDevice(gpu->device));
    TRY_CUDA("the GPU cannot be used",
             cudaDeviceGetAttribute(&gpu->multiprocessors, cudaDevAttrMultiProcessorCount, gpu->device));
    cudaFuncAttributes attributes;
    TRY_CUDA("this build has no code for this GPU", cudaFuncGetAttributes(&attributes, pf_sort_nodes<PF_WHITE>));
    TRY_CUDA("the GPU's memory cannot be measured", cudaMemGetInfo(&free_bytes, &total_bytes));
    size_t most = free_bytes / 16 * 15 / sharers;
    memory /= sharers;
    gpu->memory = (memory && memory < most ? memory : most) & ~(size_t)255;
    if (gpu->memory < ((size_t)64 << 20))
        return fail(gpu, PF_ERROR_NO_ROOM, "a GPU needs at least 64 MiB of its memory for this");
    TRY_CUDA("no memory on the GPU", cudaMalloc(&gpu->on_device, sizeof(figures)));
    TRY_CUDA("no memory for the GPU", cudaMallocHost(&gpu->read, sizeof(figures)));
    return PF_OK;
}

pf_status pf_gpu_open(pf_gpu **out, int device, size_t memory, unsigned sharers, pf_error *error)
{
    *out = NULL;
    pf_gpu *gpu = (pf_gpu *)calloc(1, sizeof *gpu);
    if (!gpu) return fail_cuda(error, cudaErrorMemoryAllocation, "no memory for the GPU");
    gpu->device = device;
    gpu->error = error;
    pf_status status = open_device(gpu, memory, sharers);
    if (status)
        pf_gpu_close(gpu);
    else
        *out = gpu;
    return status;
}

void pf_gpu_close(pf_gpu *gpu)
{
    if (!gpu) return;
    cudaSetDevice(gpu->device);
    cudaFree(gpu->arena);
    cudaFree(gpu->on_device);
    cudaFreeHost(gpu->read);
    free(gpu);
}

template <typename item> static item *take(pf_gpu *gpu, uint64_t count)
{
    item *memory = (item *)(gpu->arena + gpu->used);
    gpu->used += (count * sizeof(item) + 255) & ~(size_t)255;
    return memory;
}

static uint32_t clamp(uint64_t value, uint32_t least, uint32_t most)
{
    return value < least ? least : value > most ? most : (uint32_t)value;
}

/* What the rest of the arena is for: nothing, or records. */
enum rest { NO_RECORDS, RECORDS };

/* Makes the arena and cuts it up: buffers for so many plies, which are most of it or a small part, and the rest. */
static pf_status plan(pf_gpu *gpu, unsigned levels, rest use)
{
    size_t room = use == RECORDS ? gpu->memory / 6 : gpu->memory / 8 * 7;
    if (levels >= MOST_LEVELS) return fail(gpu, PF_ERROR_OPTION, "too deep for a GPU");
    gpu->level_count = levels;
    gpu->nodes = clamp(room / 4 / NODE_BYTES, FEWEST_NODES, MOST_NODES) / PF_GROUP * PF_GROUP;
    size_t node_bytes = gpu->nodes * NODE_BYTES;
    size_t child_bytes = CHILD_BYTES * levels + sizeof(uint64_t) + sizeof(pf_record);
    gpu->children = clamp(room > node_bytes ? (room - node_bytes) / child_bytes : 0, FEWEST_CHILDREN, MOST_CHILDREN) /
                    PF_BLOCK * PF_BLOCK;
    size_t needed = node_bytes + gpu->children * child_bytes + (levels * 4 + 16) * 256;
    if (needed > gpu->memory) return fail(gpu, PF_ERROR_NO_ROOM, "too little memory is free on the GPU for this depth");

    size_t size = use == RECORDS ? gpu->memory : needed;
    gpu->used = 0;
    if (gpu->size < size) {
        cudaFree(gpu->arena);
        gpu->arena = NULL;
        gpu->size = 0;
        TRY_CUDA("no memory on the GPU", cudaMalloc(&gpu->arena, size));
        gpu->size = size;
    }
    for (unsigned i = 0; i < levels; i++) {
        level *it = &gpu->levels[i];
        it->chunk.quads = take<pf_quad>(gpu, gpu->children);
        it->chunk.ways = take<uint64_t>(gpu, gpu->children);
        it->births.parent = take<uint32_t>(gpu, gpu->children);
        it->births.move = take<pf_move>(gpu, gpu->children);
        it->births.size = &gpu->on_device->births;
        it->births.capacity = gpu->children;
        it->moves = USUAL_MOVES;
    }
    pf_sorted *sorted = &gpu->sorted;
    sorted->items = take<uint32_t>(gpu, (uint64_t)gpu->nodes * PF_ITEM_ROWS);
    sorted->tally = take<uint32_t>(gpu, gpu->nodes);
    sorted->straight = take<pf_bitboard>(gpu, gpu->nodes);
    sorted->diagonal = take<pf_bitboard>(gpu, gpu->nodes);
    gpu->places = take<uint64_t>(gpu, gpu->children);
    gpu->packed = take<pf_record>(gpu, gpu->children);
    return PF_OK;
}

/* ---- Walking ---- */

static pf_chunk slice_of(const pf_chunk *chunk, uint32_t first, uint32_t size)
{
    pf_chunk slice = {chunk->quads + first, chunk->ways ? chunk->ways + first : NULL, size};
    return slice;
}

/* A whole split into equal slices, none larger than most. */
static uint32_t slice_size(uint64_t whole, uint32_t most)
{
    uint64_t slices = (whole + most - 1) / most;
    return slices ? (uint32_t)((whole + slices - 1) / slices) : 1;
}

static pf_status advance(pf_gpu *gpu, double fraction)
{
    if (gpu->hooks->stops(gpu->hooks->context)) return stopped(gpu);
    gpu->hooks->advance(gpu->hooks->context, gpu->done + gpu->share * fraction);
    return PF_OK;
}

static pf_status count_two_plies(pf_gpu *gpu, const pf_chunk *chunk, pf_colour turn)
{
    uint32_t step = (slice_size(chunk->size, gpu->nodes) + PF_GROUP - 1) / PF_GROUP * PF_GROUP;
    for (uint32_t first = 0; first < chunk->size; first += step) {
        uint32_t size = chunk->size - first < step ? chunk->size - first : step;
        pf_chunk slice = slice_of(chunk, first, size);
        uint32_t blocks = blocks_for(size), groups = (size + PF_GROUP - 1) / PF_GROUP;
        pf_wide_sum *sum = &gpu->on_device->sum;
        LAUNCH_FOR(turn, pf_sort_nodes, blocks, gpu->sorted, slice, sum);
        LAUNCH_FOR(turn, pf_count_items, groups, gpu->sorted, slice, sum);
    }
    return PF_OK;
}

/* Lists the moves of parents in the level's births: of as many, from the first on, as there is room for, which becomes
 * the size of the chunk. */
static pf_status list_moves(pf_gpu *gpu, level *it, pf_chunk *parents, pf_colour turn)
{
    for (;;) {
        /* Never so many that their number could need more than 32 bits. */
        uint32_t most = clamp((uint64_t)(gpu->children / it->moves), gpu->children / MOST_MOVES,
                              UINT32_MAX / MOST_MOVES);
        parents->size = slice_size(parents->size, most);
        CLEAR(births);
        LAUNCH_FOR(turn, pf_list_moves, blocks_for(parents->size), *parents, it->births);
        TRY(read_figures(gpu));
        it->chunk.size = gpu->read->births;
        it->moves = (double)it->chunk.size / parents->size * 1.1 + 1;
        if (it->chunk.size <= gpu->children) return PF_OK;
    }
}

static pf_status make_children(pf_gpu *gpu, level *it, const pf_chunk *parents, pf_colour turn)
{
    if (it->chunk.size) LAUNCH_FOR(turn, pf_make_children, blocks_for(it->chunk.size), it->chunk, *parents, it->births);
    return PF_OK;
}

/* Adds the leaves below a chunk to the sum. The chunk stands for the work from done on, so much of the whole. */
static pf_status walk(pf_gpu *gpu, unsigned at, const pf_chunk *chunk, unsigned depth, pf_colour turn, double done,
                      double share)
{
    uint32_t blocks = (uint32_t)gpu->multiprocessors * 8;
    if (chunk->size == 0) return PF_OK;
    if (depth == 2) return count_two_plies(gpu, chunk, turn);
    if (depth == 1) LAUNCH_FOR(turn, pf_count_moves, blocks, *chunk, &gpu->on_device->sum);
    if (depth <= 1) return PF_OK;

    level *next = &gpu->levels[at];
    for (uint32_t first = 0; first < chunk->size;) {
        pf_chunk slice = slice_of(chunk, first, chunk->size - first);
        TRY(list_moves(gpu, next, &slice, turn));
        TRY(make_children(gpu, next, &slice, turn));
        double slice_done = done + share * first / chunk->size, slice_share = share * slice.size / chunk->size;
        TRY(walk(gpu, at + 1, &next->chunk, depth - 1, turn ^ 1, slice_done, slice_share));
        TRY(advance(gpu, slice_done + slice_share));
        first += slice.size;
    }
    return PF_OK;
}

static pf_status begin(pf_gpu *gpu, const pf_gpu_hooks *hooks, pf_error *error)
{
    gpu->hooks = hooks;
    gpu->error = error;
    gpu->done = 0;
    gpu->share = 1;
    TRY_CUDA("the GPU cannot be used", cudaSetDevice(gpu->device));
    CLEAR(sum);
    return PF_OK;
}

static pf_status finish(pf_gpu *gpu, pf_count *total)
{
    TRY(read_figures(gpu));
    pf_count sum = {gpu->read->sum.lo, gpu->read->sum.hi};
    *total = pf_count_add(*total, sum);
    return PF_OK;
}

/* Puts one position where a walk begins, which is nobody's place while there are no records. */
static pf_status begin_chunk(pf_gpu *gpu, pf_chunk *out, const pf_gpu_root *root)
{
    for (unsigned i = 0; i < gpu->level_count; i++) gpu->levels[i].chunk.ways = NULL;
    out->quads = (pf_quad *)gpu->packed;
    out->ways = NULL;
    out->size = 1;
    TRY_CUDA("device memory", cudaMemcpy(out->quads, root->plane, sizeof(pf_quad), cudaMemcpyHostToDevice));
    return PF_OK;
}

pf_status pf_gpu_count(pf_gpu *gpu, pf_count *total, const pf_gpu_root *root, unsigned depth, const pf_gpu_hooks *hooks,
                       pf_error *error)
{
    TRY(begin(gpu, hooks, error));
    if (depth == 0) {
        *total = pf_count_add(*total, pf_count_of(1));
        return PF_OK;
    }
    pf_chunk chunk;
    TRY(plan(gpu, depth > 2 ? depth - 2 : 0, NO_RECORDS));
    TRY(begin_chunk(gpu, &chunk, root));
    TRY(walk(gpu, 0, &chunk, depth, root->turn, 0, 1));
    return finish(gpu, total);
}

/* ---- Merging ---- */

/* The ply that has been merged so far, and the memory behind it. */
struct frontier {
    pf_records records;
    pf_colour turn;
    uint64_t room; /* records that fit from the first one on */
    double ratio;  /* distinct positions for each move of the ply before: an upper estimate for the next */
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

/* Two positions in 2^64 need a second round: that so many do not help means that something is broken. */
enum { MOST_ROUNDS = 256 };

/* Puts a chunk of children into the table. */
static pf_status insert(pf_gpu *gpu, pf_records table, const pf_chunk *children, uint64_t first, uint64_t last)
{
    uint32_t blocks = blocks_for(children->size);
    pf_merge_report *report = &gpu->on_device->report;
    for (uint32_t round = 0; round < MOST_ROUNDS; round++) {
        CLEAR(report.collided);
        TRY_LAUNCH(pf_claim_places<<<blocks, PF_BLOCK>>>(table, *children, gpu->places, first, last, round, report));
        TRY_LAUNCH(pf_merge_ways<<<blocks, PF_BLOCK>>>(table, *children, gpu->places, report));
        TRY(read_figures(gpu));
        if (gpu->read->report.full || gpu->read->report.collided == 0) return PF_OK;
    }
    return fail(gpu, PF_ERROR_DEVICE, "positions share every hash with others");
}

/* Makes the part of the next ply with hashes in that range, in a table behind the frontier. *full says that there
 * was no room. */
static pf_status make_table(pf_gpu *gpu, pf_records *out, bool *full, const frontier *it, uint64_t slots,
                            uint64_t first_hash, uint64_t last_hash)
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
            if (children->chunk.size) TRY(insert(gpu, table, &children->chunk, first_hash, last_hash));
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

/* Moves the records of a table to where out begins, which is not behind it. */
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

/* How much of a table may be taken. */
static uint64_t slots_for(double positions)
{
    return (uint64_t)(positions * 1.5) + 64;
}

static const uint64_t MOST_WAYS = UINT64_C(1) << 62;

/* Whether the ways to a ply must fit into 64 bits, or nobody looks at them. */
enum ways_matter { WAYS_DO_NOT_MATTER, WAYS_MATTER };

/* One ply further as a whole; *fits says whether there was room, also for the ways. */
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
        TRY(make_table(gpu, &table, &full, it, slots, 0, UINT64_MAX));
        if (full && slots < most) continue;
        if (full) return fail(gpu, PF_ERROR_DEVICE, "positions found no place in a table that is large enough");
        it->ratio = moves ? (double)gpu->read->report.inserted / (double)moves : 1;
        TRY(pack(gpu, &it->records, table));
        it->turn ^= 1;
        *fits = true;
        return PF_OK;
    }
}

/* What is done with each part of a ply that does not fit, or of which only a share is wanted. */
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
        TRY(make_table(gpu, &table, &full, it, room, first, last));
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

/* Merges all plies but the last that is to be merged, or fewer where memory ends. */
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

pf_status pf_gpu_merge(pf_gpu *gpu, pf_count *total, unsigned *most_plies, const pf_gpu_root *root, unsigned depth,
                       unsigned part, unsigned parts, const pf_gpu_hooks *hooks, pf_error *error)
{
    /* The last merged ply is what is cut into shares, so there must be one. */
    if (depth <= DEPTH_BELOW_MERGING) {
        *most_plies = 0;
        return part == 0 ? pf_gpu_count(gpu, total, root, depth, hooks, error) : PF_OK;
    }
    TRY(begin(gpu, hooks, error));

    /* Below the last merged ply, the walk needs a level for the slice at hand and one for each ply that it makes. */
    frontier it;
    unsigned levels = DEPTH_BELOW_MERGING, plies, below, needed = levels;
    do {
        levels = needed;
        plies = depth - DEPTH_BELOW_MERGING - 1;
        if (plies > *most_plies) plies = *most_plies;
        TRY(merge_plies(gpu, &it, &plies, root, levels));
        below = depth - plies - 1;
        needed = below - 1;
    } while (needed > levels);
    *most_plies = plies;

    bool fits = false;
    if (parts == 1) TRY(step(gpu, &it, &fits, WAYS_MATTER));
    if (fits) {
        if (below == DEPTH_BELOW_MERGING && it.ratio < WORTH_MERGING) {
            TRY(step(gpu, &it, &fits, WAYS_MATTER));
            below -= fits;
        }
        TRY(count_below(gpu, it.records, it.turn, &below));
    } else {
        uint64_t width = UINT64_MAX / parts;
        uint64_t from = part * width, to = part + 1 == parts ? UINT64_MAX : from + width - 1;
        TRY(step_in_parts(gpu, &it, from, to, count_below, &below));
    }
    return finish(gpu, total);
}

static pf_status add_size(pf_gpu *gpu, pf_records records, pf_colour turn, void *context)
{
    (void)gpu, (void)turn;
    *(uint64_t *)context += records.size;
    return PF_OK;
}

pf_status pf_gpu_distinct(pf_gpu *gpu, const pf_gpu_root *root, unsigned depth, const pf_gpu_hooks *hooks,
                          pf_perft_on_ply *on_ply, void *context, pf_error *error)
{
    TRY(begin(gpu, hooks, error));
    TRY(plan(gpu, 2, RECORDS));
    frontier it;
    TRY(begin_frontier(gpu, &it, root));
    for (unsigned ply = 1; ply <= depth; ply++) {
        bool fits;
        uint64_t distinct = 0;
        TRY(step(gpu, &it, &fits, WAYS_DO_NOT_MATTER));
        if (fits)
            distinct = it.records.size;
        else if (ply == depth)
            TRY(step_in_parts(gpu, &it, 0, UINT64_MAX, add_size, &distinct));
        else
            return fail(gpu, PF_ERROR_NO_ROOM, "the positions of a ply do not fit into the GPU's memory");
        if (!on_ply(context, ply, distinct)) return stopped(gpu);
    }
    return PF_OK;
}

/* ---- Columns ---- */

static pf_status tally(pf_gpu *gpu, pf_perft_row *rows, unsigned at, const pf_chunk *chunk, unsigned depth,
                       pf_colour turn, double done, double share)
{
    level *next = &gpu->levels[at];
    for (uint32_t first = 0; first < chunk->size;) {
        pf_chunk slice = slice_of(chunk, first, chunk->size - first);
        TRY(list_moves(gpu, next, &slice, turn));
        double slice_done = done + share * first / chunk->size, slice_share = share * slice.size / chunk->size;
        CLEAR(row);
        if (next->chunk.size)
            LAUNCH_FOR(turn, pf_tally_moves, blocks_for(next->chunk.size), gpu->on_device->row, slice, next->births);
        TRY(read_figures(gpu));
        const unsigned long long *row = gpu->read->row;
        pf_count *const columns[PF_COLUMNS] = {
            &rows->nodes,  &rows->captures,          &rows->en_passant,    &rows->castles, &rows->promotions,
            &rows->checks, &rows->discovered_checks, &rows->double_checks, &rows->mates};
        for (unsigned i = 0; i < PF_COLUMNS; i++) *columns[i] = pf_count_add(*columns[i], pf_count_of(row[i]));
        if (depth > 1) {
            TRY(make_children(gpu, next, &slice, turn));
            TRY(tally(gpu, rows + 1, at + 1, &next->chunk, depth - 1, turn ^ 1, slice_done, slice_share));
        }
        TRY(advance(gpu, slice_done + slice_share));
        first += slice.size;
    }
    return PF_OK;
}

pf_status pf_gpu_stats(pf_gpu *gpu, pf_perft_row *rows, const pf_gpu_root *root, unsigned depth,
                       const pf_gpu_hooks *hooks, pf_error *error)
{
    if (depth == 0) return PF_OK;
    TRY(begin(gpu, hooks, error));
    TRY(plan(gpu, depth, NO_RECORDS));
    pf_chunk chunk;
    TRY(begin_chunk(gpu, &chunk, root));
    return tally(gpu, rows + 1, 0, &chunk, depth, root->turn, 0, 1);
}
