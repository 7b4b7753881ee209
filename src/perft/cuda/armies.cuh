/* Merging one more ply where it is only counted. Parents are sorted by the army of the side that waits: a move that
 * takes nothing leaves that army as it is, so nearly all transpositions of a child come from parents that are now
 * neighbours. The children of one slice of parents at a time are merged. A position that two slices have is counted in
 * both, each time with the ways of its slice, so the sum is exact. */
#ifndef PLYFORGE_CUDA_ARMIES_CUH
#define PLYFORGE_CUDA_ARMIES_CUH

#include "perft/cuda/merge.cuh"

/* Groups of armies, and parents of a slice. Larger slices are not faster, and smaller ones wait for the host. */
enum { PF_ARMY_GROUPS = 1 << 15, PF_SLICE_PARENTS = 1 << 20, FEWEST_SLICE_PARENTS = 1 << 12 };

/* ---- On the device ---- */

static __global__ void __launch_bounds__(PF_BLOCK) pf_count_armies(uint32_t *sizes, pf_records records, pf_colour turn)
{
    uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < records.size) atomicAdd(&sizes[pf_bucket_of(&records.first[i].quad, turn, PF_ARMY_GROUPS)], 1u);
}

static __global__ void __launch_bounds__(PF_BLOCK)
    pf_place_by_army(pf_record *out, uint32_t *next, pf_records records, pf_colour turn)
{
    uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= records.size) return;
    pf_record record = records.first[i];
    out[atomicAdd(&next[pf_bucket_of(&record.quad, turn, PF_ARMY_GROUPS)], 1u)] = record;
}

/* Moves the records of a table to a chunk, in any order, and leaves the table empty. */
static __global__ void __launch_bounds__(PF_BLOCK) pf_empty_table(pf_chunk out, uint32_t *size, pf_records table)
{
    uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    bool taken = i < table.size && table.first[i].tag;
    uint32_t votes = __ballot_sync(~0u, taken);
    uint32_t base = 0;
    if (pf_lane() == 0 && votes) base = atomicAdd(size, (uint32_t)__popc(votes));
    base = __shfl_sync(~0u, base, 0);
    if (!taken) return;
    uint32_t at = base + __popc(votes & ((1u << pf_lane()) - 1));
    pf_quad quad = table.first[i].quad;
    pf_store_quad(&out, at, &quad);
    out.ways[at] = table.first[i].ways;
    table.first[i].tag = 0;
}

/* ---- On the host ---- */

/* Copies records to out, sorted by the army that waits. */
static pf_status sort_by_army(pf_gpu *gpu, pf_record *out, pf_records records, pf_colour turn)
{
    static_assert(PF_ARMY_GROUPS % 2 == 0, "two sizes have the room of a place");
    uint32_t sizes[PF_ARMY_GROUPS], sum = 0;
    uint32_t *on_device = (uint32_t *)gpu->places;
    TRY_CUDA("device memory", cudaMemsetAsync(on_device, 0, sizeof sizes));
    TRY_LAUNCH(pf_count_armies<<<blocks_for(records.size), PF_BLOCK>>>(on_device, records, turn));
    TRY_CUDA("a kernel failed", cudaMemcpy(sizes, on_device, sizeof sizes, cudaMemcpyDeviceToHost));
    for (uint32_t group = 0; group < PF_ARMY_GROUPS; group++) {
        uint32_t size = sizes[group];
        sizes[group] = sum;
        sum += size;
    }
    TRY_CUDA("device memory", cudaMemcpy(on_device, sizes, sizeof sizes, cudaMemcpyHostToDevice));
    TRY_LAUNCH(pf_place_by_army<<<blocks_for(records.size), PF_BLOCK>>>(out, on_device, records, turn));
    return PF_OK;
}

/* A table for the children of a slice, empty between slices. */
struct slice_table {
    pf_records room;
    uint32_t parents; /* of a slice */
    double ratio;     /* the share of children that were distinct in the last slice */
};

/* Where more children than this are distinct, merging costs more than it saves. */
static const double WORTH_MERGING_BY_ARMY = 0.75;

/* Merges the children of a slice; *merged is false if they do not fit into the table. */
static pf_status merge_slice(pf_gpu *gpu, slice_table *it, const pf_chunk *children, pf_chunk *out, bool *merged)
{
    const pf_selection all = hash_range(0, UINT64_MAX);
    double expected = children->size * (it->ratio * 1.1 < 1 ? it->ratio * 1.1 : 1);
    pf_records table = {it->room.first, slots_for(expected)};
    *merged = table.size <= it->room.size && it->ratio < WORTH_MERGING_BY_ARMY;
    if (!*merged) return PF_OK;
    CLEAR(report);
    CLEAR(packed);
    TRY(insert(gpu, table, children, &all));
    if (gpu->read->report.full) {
        *merged = false;
        it->ratio = (it->ratio + 1) / 2;
        TRY_CUDA("device memory", cudaMemsetAsync(table.first, 0, table.size * sizeof(pf_record)));
        return PF_OK;
    }
    out->size = (uint32_t)gpu->read->report.inserted;
    it->ratio = (double)out->size / children->size;
    TRY_LAUNCH(pf_empty_table<<<blocks_for(table.size), PF_BLOCK>>>(*out, &gpu->on_device->packed, table));
    return PF_OK;
}

/* Adds the leaves three plies below sorted records, which are the fraction share of the work after the fraction done.
 */
static pf_status count_slices(pf_gpu *gpu, slice_table *table, pf_records sorted, pf_colour turn, double done,
                              double share)
{
    level *parents = &gpu->levels[0], *children = &gpu->levels[1], *merged = &gpu->levels[2];
    for (uint64_t at = 0; at < sorted.size; at += parents->chunk.size) {
        uint64_t left = sorted.size - at;
        TRY(unpack(gpu, &parents->chunk, &sorted, at, left < table->parents ? (uint32_t)left : table->parents));
        for (uint32_t first = 0; first < parents->chunk.size;) {
            pf_chunk slice = slice_of(&parents->chunk, first, parents->chunk.size - first);
            bool fits = false;
            TRY(list_moves(gpu, children, &slice, turn));
            TRY(make_children(gpu, children, &slice, turn));
            if (children->chunk.size) TRY(merge_slice(gpu, table, &children->chunk, &merged->chunk, &fits));
            if (children->chunk.size) TRY(count_two_plies(gpu, fits ? &merged->chunk : &children->chunk, turn ^ 1));
            first += slice.size;
        }
        TRY(advance(gpu, done + share * (double)(at + parents->chunk.size) / (double)sorted.size));
    }
    return PF_OK;
}

/* Adds the leaves below records, which lie before all free memory; context is the depth. The ply below the records is
 * merged if that leaves three plies, in as many steps as there is memory to sort in. */
static pf_status count_below_by_army(pf_gpu *gpu, pf_records records, pf_colour turn, void *context)
{
    pf_record *unused = records.first + records.size;
    uint64_t room = (size_t)(gpu->arena + gpu->size - (char *)unused) / sizeof(pf_record), slots = room / 4;
    uint64_t parents = slots / slots_for(USUAL_MOVES);
    if (*(const unsigned *)context != 3 || gpu->children < PF_ARMY_GROUPS / 2 || parents < FEWEST_SLICE_PARENTS)
        return count_below(gpu, records, turn, context);
    if (parents > gpu->children) parents = gpu->children;
    if (parents > PF_SLICE_PARENTS) {
        parents = PF_SLICE_PARENTS;
        slots = slots_for((double)parents * USUAL_MOVES);
    }
    slice_table table = {{unused, slots}, (uint32_t)parents, 0.5};
    pf_record *sorted = unused + slots;
    room -= slots;
    TRY_CUDA("device memory", cudaMemsetAsync(unused, 0, slots * sizeof(pf_record)));
    for (uint64_t at = 0; at < records.size;) {
        uint64_t left = records.size - at, size = left < room ? left : room;
        pf_records part = {records.first + at, size}, in_order = {sorted, size};
        if (size > UINT32_MAX) size = part.size = in_order.size = UINT32_MAX;
        TRY(sort_by_army(gpu, sorted, part, turn));
        TRY(count_slices(gpu, &table, in_order, turn, (double)at / (double)records.size,
                         (double)size / (double)records.size));
        at += size;
    }
    return PF_OK;
}

#endif
