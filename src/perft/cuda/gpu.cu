/* Counting on one device: the functions of perft/run/gpu.h. The kernels and the code that drives them are in the
 * headers. The compiler sees all of it as one file, so the device has one copy of the tables. */
#include <cstdlib>

#include "perft/cuda/armies.cuh"
#include "perft/cuda/merge.cuh"
#include "perft/cuda/stats.cuh"
#include "perft/cuda/walk.cuh"

/* ---- Opening ---- */

pf_status pf_gpu_devices(int *count, pf_error *error)
{
    *count = 0;
    cudaError_t code = cudaGetDeviceCount(count);
    if (code != cudaSuccess) return fail_cuda(error, code, "no usable GPU");
    if (*count == 0) return fail_cuda(error, cudaErrorNoDevice, "no usable GPU");
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
    TRY_CUDA("this build has no code for this GPU",
             cudaFuncGetAttributes(&attributes, pf_sort_nodes<PF_WHITE, PF_ROUGH>));
    TRY_CUDA("the GPU's memory cannot be measured", cudaMemGetInfo(&free_bytes, &total_bytes));
    size_t most = free_bytes / 16 * 15 / sharers;
    memory /= sharers;
    gpu->memory = (memory && memory < most ? memory : most) & ~(size_t)255;
    if (gpu->memory < ((size_t)64 << 20))
        return fail(gpu, PF_ERROR_NO_ROOM, "a GPU needs at least 64 MiB of its memory for this");
    TRY_CUDA("not enough memory on the GPU", cudaMalloc(&gpu->on_device, sizeof(figures)));
    TRY_CUDA("not enough memory for the GPU", cudaMallocHost(&gpu->read, sizeof(figures)));
    TRY_CUDA("not enough memory for the GPU", cudaMallocHost(&gpu->army_sizes, PF_ARMY_GROUPS * sizeof *gpu->army_sizes));
    for (cudaStream_t &stream : gpu->streams) TRY_CUDA("cannot create a stream on the GPU", cudaStreamCreate(&stream));
    return PF_OK;
}

pf_status pf_gpu_open(pf_gpu **out, int device, size_t memory, unsigned sharers, pf_error *error)
{
    *out = NULL;
    pf_gpu *gpu = (pf_gpu *)calloc(1, sizeof *gpu);
    if (!gpu) return fail_cuda(error, cudaErrorMemoryAllocation, "not enough memory for the GPU");
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
    for (cudaStream_t stream : gpu->streams)
        if (stream) cudaStreamDestroy(stream);
    cudaFree(gpu->arena);
    cudaFree(gpu->on_device);
    cudaFreeHost(gpu->army_sizes);
    cudaFreeHost(gpu->read);
    free(gpu);
}

/* ---- Counting ---- */

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

/* Counts below the last ply that is certainly merged. One more is merged as a whole if it fits into
 * memory and merging makes it much smaller: merging a position costs about half as much as counting two plies below
 * it. Otherwise it is merged by army, which finds fewer transpositions where there are many captures. */
enum { DEPTH_BELOW_MERGING = 3 };
static const double WORTH_MERGING = 0.45;

/* Memory for the first plies. If they or the plies after them need more, they are made again, which takes less time
 * than freeing memory that was not needed. */
static const pf_room FIRST_ROOM = {1u << 20, 16u << 20};

/* An estimate of the memory that pf_gpu_merge needs after the frontier: for the next ply, and then for the ply after
 * it, merged as a whole or by army. */
static pf_status measure_room(pf_gpu *gpu, pf_room *out, const frontier *it)
{
    TRY(measure(gpu, it));
    double moves = (double)gpu->read->breadth.moves, next = moves * it->ratio, parents = slice_parents((uint64_t)next);
    double breadth = it->records.size ? moves / it->records.size : 0;
    double after = it->ratio < 1.2 * WORTH_MERGING ? next * breadth * it->ratio : 0;
    double children = parents * (1.3 * breadth < USUAL_MOVES ? 1.3 * breadth : USUAL_MOVES);
    double step = it->records.size + 1.2 * slots_for(next), by_army = 2 * next + slots_for(parents * USUAL_MOVES);
    double records = next + 1.2 * slots_for(after);
    if (records < step) records = step;
    if (records < by_army) records = by_army;
    *out = ALL_ROOM;
    if (children < out->children) out->children = (uint64_t)children;
    if (records < out->records) out->records = (uint64_t)records;
    return PF_OK;
}

/* Whether more memory is needed than has been requested so far; the larger amount is then requested. */
static bool grow(pf_room *wanted, pf_room needed)
{
    bool grows = needed.children > wanted->children || needed.records > wanted->records;
    if (needed.children > wanted->children) wanted->children = needed.children;
    if (needed.records > wanted->records) wanted->records = needed.records;
    return grows;
}

pf_status pf_gpu_merge(pf_gpu *gpu, pf_count *total, unsigned *most_plies, const pf_gpu_root *root, unsigned depth,
                       unsigned part, unsigned parts, const pf_gpu_hooks *hooks, pf_error *error)
{
    /* The last merged ply is divided into shares, so there must be one. */
    if (depth <= DEPTH_BELOW_MERGING) {
        *most_plies = 0;
        return part == 0 ? pf_gpu_count(gpu, total, root, depth, hooks, error) : PF_OK;
    }
    TRY(begin(gpu, hooks, error));

    /* Below the last merged ply, the walk needs one level for the current slice and one for each ply that it makes. */
    frontier it;
    unsigned levels = DEPTH_BELOW_MERGING, most = depth - DEPTH_BELOW_MERGING - 1, plies, below;
    if (most > *most_plies) most = *most_plies;
    gpu->wanted = parts == 1 ? FIRST_ROOM : ALL_ROOM;
    for (;;) {
        pf_room needed = ALL_ROOM;
        plies = most;
        TRY(merge_plies(gpu, &it, &plies, root, levels));
        below = depth - plies - 1;
        if (plies == most) TRY(measure_room(gpu, &needed, &it));
        if (grow(&gpu->wanted, needed)) continue;
        if (levels >= below - 1) break;
        levels = below - 1;
    }
    *most_plies = plies;

    bool fits = false;
    if (parts == 1) TRY(step(gpu, &it, &fits, WAYS_MATTER));
    if (fits) {
        if (below == DEPTH_BELOW_MERGING && it.ratio < WORTH_MERGING) {
            TRY(step(gpu, &it, &fits, WAYS_MATTER));
            below -= fits;
        }
        TRY(count_below_by_army(gpu, it.records, it.turn, &below));
    } else {
        uint64_t width = UINT64_MAX / parts;
        uint64_t from = part * width, to = part + 1 == parts ? UINT64_MAX : from + width - 1;
        TRY(step_in_parts(gpu, &it, from, to, count_below_by_army, &below));
    }
    return finish(gpu, total);
}

/* Generates one bucket of the ply after the frontier, as a separate frontier. moves is the number of moves of the
 * frontier.
 */
static pf_status make_bucket(pf_gpu *gpu, frontier *out, const frontier *it, uint64_t moves, uint32_t bucket,
                             uint32_t buckets)
{
    uint64_t room = it->room - it->records.size;
    pf_colour turn = it->turn ^ 1;
    /* Buckets differ in size, so this one may be larger than average. */
    uint64_t slots = slots_for((double)moves * it->ratio / buckets * 1.25);
    /* pf_bucket_of multiplies the upper half of the hash, which is also that of pf_part_key, so each bucket is a
     * range. */
    uint64_t first = (((uint64_t)bucket << 32) + buckets - 1) / buckets << 32;
    uint64_t next = (((uint64_t)(bucket + 1) << 32) + buckets - 1) / buckets << 32; /* 0 after the last bucket */
    pf_selection part = {first, next - 1, turn};
    for (bool full = true; full; slots *= 2) {
        pf_records table;
        if (slots > room) slots = room;
        TRY(make_table(gpu, &table, &full, it, slots, part));
        if (full && slots == room) return fail(gpu, PF_ERROR_NO_ROOM, "a bucket does not fit into the GPU's memory");
        if (full) continue;
        out->records = table;
        TRY(pack(gpu, &out->records, table));
        out->turn = turn;
        out->room = room;
        out->ratio = it->ratio;
    }
    return PF_OK;
}

/* All leaves below a bucket: the next ply is merged within it, in parts if it does not fit as a whole. */
static pf_status count_bucket(pf_gpu *gpu, pf_perft_bucket *out, const frontier *it)
{
    unsigned below = PF_GPU_BELOW_BUCKETS - 1;
    CLEAR(sum);
    out->positions = it->records.size;
    if (it->records.size == 0) return PF_OK;
    TRY(step_in_parts(gpu, it, 0, UINT64_MAX, count_below_by_army, &below));
    TRY(finish(gpu, &out->leaves));
    out->ways.lo = gpu->read->breadth.own_ways.lo; /* step_in_parts has measured the bucket */
    out->ways.hi = gpu->read->breadth.own_ways.hi;
    return PF_OK;
}

/* The progress within one bucket as part of the total progress. */
struct bucket_progress {
    const pf_gpu_hooks *hooks;
    uint32_t bucket, buckets;
};

static bool bucket_stops(void *context)
{
    const pf_gpu_hooks *hooks = ((bucket_progress *)context)->hooks;
    return hooks->stops(hooks->context);
}

static void bucket_advances(void *context, double fraction)
{
    const bucket_progress *it = (bucket_progress *)context;
    it->hooks->advance(it->hooks->context, (it->bucket + fraction) / it->buckets);
}

pf_status pf_gpu_buckets(pf_gpu *gpu, const pf_gpu_root *root, unsigned depth, const pf_perft_store *store,
                         const pf_gpu_hooks *hooks, pf_error *error)
{
    (void)depth; /* determined by the ply of the buckets */
    bucket_progress progress = {hooks, 0, store->buckets};
    const pf_gpu_hooks own_hooks = {&progress, bucket_stops, bucket_advances};
    TRY(begin(gpu, &own_hooks, error));
    gpu->wanted = ALL_ROOM;
    TRY(plan(gpu, DEPTH_BELOW_MERGING, RECORDS));
    frontier it;
    TRY(begin_frontier(gpu, &it, root));
    for (unsigned ply = 1; ply < store->ply; ply++) {
        bool fits;
        TRY(step(gpu, &it, &fits, WAYS_MATTER));
        if (!fits) return fail(gpu, PF_ERROR_NO_ROOM, "a ply above the buckets does not fit into the GPU's memory");
    }
    TRY(measure(gpu, &it));
    uint64_t moves = gpu->read->breadth.moves;
    if (gpu->read->breadth.ways.hi || gpu->read->breadth.ways.lo > MOST_WAYS / MOST_MOVES)
        return fail(gpu, PF_ERROR_UNSUPPORTED, "more paths to a ply than 62 bits can count");
    for (uint32_t bucket = 0; bucket < store->buckets; bucket++) {
        frontier positions;
        pf_perft_bucket out = {};
        if (!store->wants(store->context, bucket)) continue;
        progress.bucket = bucket;
        out.ply = store->ply;
        out.bucket = bucket;
        TRY(make_bucket(gpu, &positions, &it, moves, bucket, store->buckets));
        TRY(count_bucket(gpu, &out, &positions));
        if (hooks->stops(hooks->context) || !store->counted(store->context, &out)) return stopped(gpu);
    }
    return PF_OK;
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
    gpu->wanted = ALL_ROOM;
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
