/* Counting without merging. The tree is walked in chunks: the children of a part of one ply fill the buffer of the next
 * ply and are walked before the next part is taken. Memory is bounded for every position and depth. */
#ifndef PLYFORGE_CUDA_WALK_CUH
#define PLYFORGE_CUDA_WALK_CUH

#include "perft/cuda/device.cuh"

static pf_chunk slice_of(const pf_chunk *chunk, uint32_t first, uint32_t size)
{
    pf_chunk slice = {chunk->quads + first, chunk->ways ? chunk->ways + first : NULL, size};
    return slice;
}

/* The size of equal parts of a chunk, none larger than most. */
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

/* Adds the leaves two plies below a slice of at most gpu->nodes. If counted is not NULL, the number of moves that
 * change their army by an unknown number is added to it. */
template <pf_colour us> static pf_status count_slice(pf_gpu *gpu, pf_chunk slice, unsigned long long *counted)
{
    uint32_t blocks = blocks_for(slice.size), groups = (slice.size + PF_GROUP - 1) / PF_GROUP;
    pf_wide_sum *sum = &gpu->on_device->sum;
    cudaStream_t stream = gpu->streams[gpu->stream];
    pf_sorted sorted = gpu->sorted[gpu->stream];
    gpu->stream = (gpu->stream + 1) % PF_STREAMS;
    if (gpu->detail == PF_FINE)
        TRY_LAUNCH(pf_sort_nodes<us, PF_FINE><<<blocks, PF_BLOCK, 0, stream>>>(sorted, slice, sum));
    else
        TRY_LAUNCH(pf_sort_nodes<us, PF_ROUGH><<<blocks, PF_BLOCK, 0, stream>>>(sorted, slice, sum));
    TRY_LAUNCH(pf_count_items<us, PF_ITEM_PLAYED, PF_ITEM_BOTH>
               <<<groups, PF_BLOCK, 0, stream>>>(sorted, slice, sum, NULL));
    TRY_LAUNCH(pf_count_items<us, PF_ITEM_CHANGED, PF_ITEM_KING>
               <<<groups, PF_BLOCK, 0, stream>>>(sorted, slice, sum, counted));
    return PF_OK;
}

/* The first nodes are a sample, counted with rough maps. Fine maps pay where a node has more such moves than this. */
enum { SAMPLE_NODES = 1 << 16, WORTH_NUMBERING = 10 };

static pf_status count_two_plies(pf_gpu *gpu, const pf_chunk *chunk, pf_colour turn)
{
    uint32_t step = (slice_size(chunk->size, gpu->nodes) + PF_GROUP - 1) / PF_GROUP * PF_GROUP;
    for (uint32_t first = 0; first < chunk->size;) {
        uint32_t size = chunk->size - first < step ? chunk->size - first : step;
        bool samples = !gpu->sampled && size > SAMPLE_NODES;
        if (samples) {
            size = SAMPLE_NODES;
            CLEAR(changed);
        }
        pf_chunk slice = slice_of(chunk, first, size);
        unsigned long long *counted = samples ? &gpu->on_device->changed : NULL;
        TRY(turn == PF_WHITE ? count_slice<PF_WHITE>(gpu, slice, counted) : count_slice<PF_BLACK>(gpu, slice, counted));
        if (samples) {
            TRY(read_figures(gpu));
            gpu->sampled = true;
            gpu->detail = gpu->read->changed > (uint64_t)SAMPLE_NODES * WORTH_NUMBERING ? PF_FINE : PF_ROUGH;
        }
        first += size;
    }
    return PF_OK;
}

/* Lists the moves of parents in the level's births, for as many parents as fit, beginning with the first; their
 * number becomes the size of the chunk. */
static pf_status list_moves(pf_gpu *gpu, level *it, pf_chunk *parents, pf_colour turn)
{
    for (;;) {
        /* Few enough that their number always fits into 32 bits. */
        uint32_t room = it->births.capacity;
        uint32_t most = clamp((uint64_t)(room / it->moves), room / MOST_MOVES, UINT32_MAX / MOST_MOVES);
        parents->size = slice_size(parents->size, most);
        CLEAR(births);
        LAUNCH_FOR(turn, pf_list_moves, blocks_for(parents->size), *parents, it->births);
        TRY(read_figures(gpu));
        it->chunk.size = gpu->read->births;
        it->moves = (double)it->chunk.size / parents->size * 1.1 + 1;
        if (it->chunk.size <= room) return PF_OK;
    }
}

static pf_status make_children(pf_gpu *gpu, level *it, const pf_chunk *parents, pf_colour turn)
{
    if (it->chunk.size) LAUNCH_FOR(turn, pf_make_children, blocks_for(it->chunk.size), it->chunk, *parents, it->births);
    return PF_OK;
}

/* Adds the leaves below a chunk to the sum. For progress reports, the fraction done of the work precedes the chunk, and
 * the chunk is the fraction share. */
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
    gpu->sampled = false;
    gpu->detail = PF_ROUGH;
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

/* Copies one position to where a walk begins. That memory is unused while there are no records. */
static pf_status begin_chunk(pf_gpu *gpu, pf_chunk *out, const pf_gpu_root *root)
{
    for (unsigned i = 0; i < gpu->level_count; i++) gpu->levels[i].chunk.ways = NULL;
    out->quads = (pf_quad *)gpu->packed;
    out->ways = NULL;
    out->size = 1;
    TRY_CUDA("device memory", cudaMemcpy(out->quads, root->plane, sizeof(pf_quad), cudaMemcpyHostToDevice));
    return PF_OK;
}

#endif
