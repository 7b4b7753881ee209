/* The kernels of raw counting. A chunk of positions of one ply lies in device memory as quads; either it is two plies
 * above the leaves and is counted, or its children are made:
 *
 *     list_moves      a thread per parent: how many moves, room for them, the moves themselves
 *     make_children   a thread per child
 *
 *     sort_nodes      a thread per node: plain moves are counted, the others become items
 *     count_items     a block per PF_GROUP nodes: their items of two sorts, spread evenly over its threads
 *
 * The second number of __launch_bounds__, blocks that a multiprocessor should hold at once, limits the registers of a
 * thread; it was found by measuring.
 *
 * Each position may have a path count, by which the count below it is multiplied. */
#ifndef PLYFORGE_CUDA_KERNELS_CUH
#define PLYFORGE_CUDA_KERNELS_CUH

#include "perft/cuda/node.h"
#include "perft/quad.h"

#ifndef PF_WRITES_TIGHTLY
#error "another writer was included first: threads would write into the lists of their neighbours"
#endif

/* Look-ups were faster than any method of computing attacks. */
#define PF_CUDA_SLIDERS PF_SLIDERS_MAGIC

/* The threads of a warp, the threads of a block, and the nodes whose items a block counts. */
enum { PF_WARP = 32, PF_BLOCK = 128, PF_GROUP = 256 };

/* Positions of one ply in device memory. */
typedef struct pf_chunk {
    pf_quad *quads;
    uint64_t *ways; /* NULL: one path to each */
    uint32_t size;
} pf_chunk;

/* A sum in two words, added to by many threads. */
typedef struct pf_wide_sum {
    unsigned long long lo, hi;
} pf_wide_sum;

static __device__ void pf_add_wide(pf_wide_sum *sum, pf_uint128 value)
{
    for (int step = PF_WARP / 2; step > 0; step /= 2) {
        uint64_t lo = __shfl_down_sync(~0u, (uint64_t)value, step);
        uint64_t hi = __shfl_down_sync(~0u, (uint64_t)(value >> 64), step);
        value += (pf_uint128)hi << 64 | lo;
    }
    if (threadIdx.x % PF_WARP) return;
    unsigned long long lo = (unsigned long long)value;
    unsigned long long before = atomicAdd(&sum->lo, lo);
    unsigned long long carry = before + lo < before;
    atomicAdd(&sum->hi, (unsigned long long)(value >> 64) + carry);
}

static __device__ pf_quad pf_load_quad(const pf_chunk *chunk, uint32_t index)
{
    const ulonglong2 *words = (const ulonglong2 *)&chunk->quads[index];
    ulonglong2 low = words[0], high = words[1];
    pf_quad quad = {{low.x, low.y, high.x, high.y}};
    return quad;
}

static __device__ void pf_store_quad(const pf_chunk *chunk, uint32_t index, const pf_quad *quad)
{
    ulonglong2 *words = (ulonglong2 *)&chunk->quads[index];
    words[0] = make_ulonglong2(quad->plane[0], quad->plane[1]);
    words[1] = make_ulonglong2(quad->plane[2], quad->plane[3]);
}

static __device__ pf_position pf_load(const pf_chunk *chunk, uint32_t index, pf_colour turn)
{
    pf_quad quad = pf_load_quad(chunk, index);
    return pf_position_of_quad(&quad, turn);
}

static __device__ uint64_t pf_ways(const pf_chunk *chunk, uint32_t index)
{
    return chunk->ways ? chunk->ways[index] : 1;
}

static __device__ uint32_t pf_lane(void)
{
    return threadIdx.x % PF_WARP;
}

static __device__ uint32_t pf_prefix_sum(uint32_t value)
{
    for (uint32_t step = 1; step < PF_WARP; step *= 2) {
        uint32_t below = __shfl_up_sync(~0u, value, step);
        if (pf_lane() >= step) value += below;
    }
    return value;
}

/* ---- One ply further ---- */

/* The next ply under construction: each parent and its move. */
typedef struct pf_births {
    uint32_t *parent;
    pf_move *move;
    uint32_t *size;    /* the number of children, */
    uint32_t capacity; /* and the capacity: if there are more, some are missing */
} pf_births;

template <pf_colour us> __global__ void __launch_bounds__(PF_BLOCK) pf_list_moves(pf_chunk parents, pf_births births)
{
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    bool active = i < parents.size;
    pf_position position;
    uint32_t count = 0;
    if (active) {
        position = pf_load(&parents, i, us);
        count = pf_generate_body(&position, NULL, us, PF_SINK_COUNT, PF_CUDA_SLIDERS);
    }
    uint32_t end = pf_prefix_sum(count);
    uint32_t base = 0;
    if (pf_lane() == PF_WARP - 1) base = atomicAdd(births.size, end);
    base = __shfl_sync(~0u, base, PF_WARP - 1) + end - count;
    /* The parents of all moves of the warp, one after the other. */
    uint32_t total = __shfl_sync(~0u, end, PF_WARP - 1), first = base - (end - count);
    for (uint32_t n = pf_lane(); n - pf_lane() < total; n += PF_WARP) {
        uint32_t owner = 0;
        for (uint32_t step = PF_WARP / 2; step > 0; step /= 2)
            if (__shfl_sync(~0u, end, owner + step - 1) <= n) owner += step;
        if (n < total && first + n < births.capacity) births.parent[first + n] = i - pf_lane() + owner;
    }
    if (!active || base + count > births.capacity) return;
    pf_generate_body(&position, births.move + base, us, PF_SINK_LIST, PF_CUDA_SLIDERS);
}

template <pf_colour us>
__global__ void __launch_bounds__(PF_BLOCK) pf_make_children(pf_chunk children, pf_chunk parents, pf_births births)
{
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= *births.size) return;
    uint32_t parent = births.parent[i];
    pf_quad quad = pf_load_quad(&parents, parent);
    pf_quad child = pf_quad_after(&quad, births.move[i], us, PF_EP_IF_LEGAL, PF_CUDA_SLIDERS);
    pf_store_quad(&children, i, &child);
    if (children.ways) children.ways[i] = pf_ways(&parents, parent);
}

template <pf_colour us> __global__ void __launch_bounds__(PF_BLOCK) pf_count_moves(pf_chunk nodes, pf_wide_sum *sum)
{
    pf_uint128 total = 0;
    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < nodes.size; i += gridDim.x * blockDim.x) {
        pf_position position = pf_load(&nodes, i, us);
        total += (pf_uint128)pf_ways(&nodes, i) * pf_generate_body(&position, NULL, us, PF_SINK_COUNT, PF_CUDA_SLIDERS);
    }
    pf_add_wide(sum, total);
}

/* ---- Two plies at once ---- */

/* The output of pf_sort_nodes, which pf_count_items reads. */
typedef struct pf_sorted {
    uint32_t *items; /* a column for each node, 32 columns side by side */
    uint64_t *tally; /* how many of each sort a node has, 8 bits each; then whether they have pinned pieces */
    pf_bitboard *straight, *diagonal; /* the pins of nodes that have any */
} pf_sorted;

enum { PF_TALLY_PINS = 8 * PF_ITEM_SORTS };

static __device__ size_t pf_column_of(uint32_t node)
{
    return (size_t)(node / PF_WARP) * PF_ITEM_ROWS * PF_WARP + node % PF_WARP;
}

template <pf_colour us, pf_detail detail>
__global__ void __launch_bounds__(PF_BLOCK, 4) pf_sort_nodes(pf_sorted out, pf_chunk nodes, pf_wide_sum *sum)
{
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    pf_uint128 total = 0;
    if (i < nodes.size) {
        pf_position position = pf_load(&nodes, i, us);
        pf_items items = pf_items_in(out.items + pf_column_of(i), PF_WARP);
        pf_checks_and_pins pins;
        pf_node_maps maps;
        total = (pf_uint128)pf_ways(&nodes, i) *
                pf_sort_node(&items, &pins, &maps, &position, us, detail, PF_CUDA_SLIDERS);
        bool pinned = (pins.straight | pins.diagonal) != 0;
        uint64_t tally = (uint64_t)pinned << PF_TALLY_PINS;
        for (int sort = 0; sort < PF_ITEM_SORTS; sort++)
            tally |= (uint64_t)pf_items_size(&items, (pf_item_sort)sort) << 8 * sort;
        out.tally[i] = tally;
        if (pinned) {
            out.straight[i] = pins.straight;
            out.diagonal[i] = pins.diagonal;
        }
    }
    pf_add_wide(sum, total);
}

static __device__ pf_checks_and_pins pf_load_pins(const pf_sorted *sorted, uint32_t i)
{
    pf_checks_and_pins pins = {0, 0, 0};
    if (sorted->tally[i] >> PF_TALLY_PINS) {
        pins.straight = sorted->straight[i];
        pins.diagonal = sorted->diagonal[i];
    }
    return pins;
}

/* The items of PF_GROUP nodes are spread over the threads of a block: ends are the running totals. Returns the node in
 * whose share item n lies. */
static __device__ uint32_t pf_owner(const uint32_t *ends, uint32_t n)
{
    uint32_t owner = 0;
    for (uint32_t step = PF_GROUP / 2; step > 0; step /= 2)
        if (ends[owner + step - 1] <= n) owner += step;
    return owner;
}

/* The sum of the values of all threads of the block before this one. */
static __device__ uint32_t pf_block_sum_before(uint32_t value)
{
    __shared__ uint32_t warps[PF_BLOCK / PF_WARP];
    uint32_t sum = pf_prefix_sum(value);
    __syncthreads(); /* other threads may still be reading the previous contents */
    if (pf_lane() == PF_WARP - 1) warps[threadIdx.x / PF_WARP] = sum;
    __syncthreads();
    for (uint32_t i = 0; i < threadIdx.x / PF_WARP; i++) sum += warps[i];
    return sum - value;
}

/* Running totals over a group of nodes, in shared memory. */
static __device__ void pf_sum_up(uint32_t *ends, const uint64_t *tally, uint32_t first_node, uint32_t size,
                                 pf_item_sort sort)
{
    enum { EACH = PF_GROUP / PF_BLOCK };
    uint32_t counts[EACH], sum = 0;
    for (uint32_t k = 0; k < EACH; k++) {
        uint32_t node = first_node + threadIdx.x * EACH + k;
        counts[k] = node < size ? (uint32_t)(tally[node] >> 8 * sort) & 255 : 0;
        sum += counts[k];
    }
    uint32_t end = pf_block_sum_before(sum);
    for (uint32_t k = 0; k < EACH; k++) ends[threadIdx.x * EACH + k] = end += counts[k];
    __syncthreads();
}

/* The items of one sort. The thread with this number takes the first one, so that threads without an item of one sort
 * begin with the next; returns the number for that. */
template <pf_colour us, pf_item_sort sort>
static __device__ __forceinline__ uint32_t pf_count_sort(pf_uint128 *total, const uint32_t *ends, uint32_t first_thread,
                                                         const pf_sorted &sorted, const pf_chunk &nodes)
{
    uint32_t size = ends[PF_GROUP - 1];
    for (uint32_t n = (threadIdx.x - first_thread) % PF_BLOCK; n < size; n += PF_BLOCK) {
        uint32_t owner = pf_owner(ends, n);
        uint32_t first = owner ? ends[owner - 1] : 0;
        uint32_t node = blockIdx.x * PF_GROUP + owner;
        uint32_t item = sorted.items[pf_column_of(node) + pf_item_place(n - first, PF_WARP, sort)];
        pf_quad quad = pf_load_quad(&nodes, node);
        pf_position position = pf_position_of_quad(&quad, us);
        uint64_t leaves;
        switch (sort) {
        case PF_ITEM_CHANGED:
            leaves = pf_count_changed_item(&position, pf_load_pins(&sorted, node), item, us, PF_CUDA_SLIDERS);
            break;
        case PF_ITEM_KING: leaves = pf_count_king_item(&position, item, us, PF_CUDA_SLIDERS); break;
        case PF_ITEM_BOTH:
            leaves = pf_count_both_item(&position, pf_load_pins(&sorted, node), item, us, PF_CUDA_SLIDERS);
            break;
        default: leaves = pf_count_played_item(&quad, item, us, PF_CUDA_SLIDERS);
        }
        *total += nodes.ways ? (pf_uint128)nodes.ways[node] * leaves : leaves;
    }
    return (first_thread + size) % PF_BLOCK;
}

/* The items of two sorts, the more expensive ones first; the code for all four sorts is larger than the instruction
 * cache. If counted is not NULL, the number of items of the first sort is added to it. */
template <pf_colour us, pf_item_sort first, pf_item_sort second>
__global__ void __launch_bounds__(PF_BLOCK, 8)
    pf_count_items(pf_sorted sorted, pf_chunk nodes, pf_wide_sum *sum, unsigned long long *counted)
{
    __shared__ uint32_t ends[2][PF_GROUP];
    uint32_t first_node = blockIdx.x * PF_GROUP;
    pf_sum_up(ends[0], sorted.tally, first_node, nodes.size, first);
    pf_sum_up(ends[1], sorted.tally, first_node, nodes.size, second);
    if (counted && threadIdx.x == 0) atomicAdd(counted, (unsigned long long)ends[0][PF_GROUP - 1]);

    pf_uint128 total = 0;
    uint32_t thread = pf_count_sort<us, first>(&total, ends[0], 0, sorted, nodes);
    pf_count_sort<us, second>(&total, ends[1], thread, sorted, nodes);
    __syncwarp();
    pf_add_wide(sum, total);
}

#endif
