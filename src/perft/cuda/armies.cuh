/* Merges one more ply, for counting only. Parents are sorted by the army of the side not to move. A move that
 * captures nothing leaves that army unchanged, so nearly all transpositions of a child come from parents that are now
 * neighbours. Children are merged one slice of parents at a time. A position that occurs in two slices is counted in
 * both, each time with the path count of that slice, so the sum is exact. */
#ifndef PLYFORGE_CUDA_ARMIES_CUH
#define PLYFORGE_CUDA_ARMIES_CUH

#include "perft/cuda/merge.cuh"

/* The number of parents in a slice. Larger slices are no faster, and smaller ones spend time waiting for the host. */
enum { PF_SLICE_PARENTS = 1 << 20, FEWEST_SLICE_PARENTS = 1 << 12 };

/* A run of consecutive groups of armies, and the number of their records. */
struct army_groups {
    uint32_t first, end, records;
};

/* ---- On the device ---- */

static __global__ void __launch_bounds__(PF_BLOCK) pf_count_armies(uint32_t *sizes, pf_records records, pf_colour turn)
{
    uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < records.size) atomicAdd(&sizes[pf_bucket_of(&records.first[i].quad, turn, PF_ARMY_GROUPS)], 1u);
}

static __global__ void __launch_bounds__(PF_BLOCK)
    pf_place_by_army(pf_record *out, uint32_t *next, pf_records records, pf_colour turn, army_groups groups)
{
    uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= records.size) return;
    pf_record record = records.first[i];
    uint32_t group = pf_bucket_of(&record.quad, turn, PF_ARMY_GROUPS);
    if (group >= groups.first && group < groups.end) out[atomicAdd(&next[group], 1u)] = record;
}

/* Moves the records of a table to a chunk, in any order, and leaves the table empty. */
static __global__ void __launch_bounds__(PF_BLOCK) pf_empty_table(pf_chunk out, uint32_t *size, pf_records table)
{
    uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    bool taken = i < table.size && table.first[i].tag;
    uint32_t at = pf_next_place(size, taken);
    if (!taken) return;
    pf_quad quad = table.first[i].quad;
    pf_store_quad(&out, at, &quad);
    out.ways[at] = table.first[i].ways;
    table.first[i].tag = 0;
}

/* ---- On the host ---- */

/* Counts the records of each group of armies; *largest is the size of the largest group. */
static pf_status measure_armies(pf_gpu *gpu, uint32_t *largest, pf_records records, pf_colour turn)
{
    static_assert(PF_ARMY_GROUPS % 2 == 0, "two sizes have the room of a place");
    const size_t bytes = PF_ARMY_GROUPS * sizeof *gpu->army_sizes;
    uint32_t *on_device = (uint32_t *)gpu->places;
    TRY_CUDA("device memory", cudaMemsetAsync(on_device, 0, bytes));
    TRY_LAUNCH(pf_count_armies<<<blocks_for(records.size), PF_BLOCK>>>(on_device, records, turn));
    TRY_CUDA("a kernel failed", cudaMemcpy(gpu->army_sizes, on_device, bytes, cudaMemcpyDeviceToHost));
    *largest = 0;
    for (uint32_t group = 0; group < PF_ARMY_GROUPS; group++)
        if (gpu->army_sizes[group] > *largest) *largest = gpu->army_sizes[group];
    return PF_OK;
}

/* Copies as many of the next groups to out as fit, sorted by the army of the side not to move. A single group always
 * fits. */
static pf_status sort_next_armies(pf_gpu *gpu, pf_record *out, uint64_t room, army_groups *it, pf_records records,
                                  pf_colour turn)
{
    const size_t bytes = PF_ARMY_GROUPS * sizeof *gpu->army_sizes;
    uint32_t *on_device = (uint32_t *)gpu->places;
    it->first = it->end;
    it->records = 0;
    if (room > UINT32_MAX) room = UINT32_MAX;
    for (; it->end < PF_ARMY_GROUPS && gpu->army_sizes[it->end] <= room - it->records; it->end++) {
        uint32_t size = gpu->army_sizes[it->end];
        gpu->army_sizes[it->end] = it->records;
        it->records += size;
    }
    TRY_CUDA("device memory", cudaMemcpy(on_device, gpu->army_sizes, bytes, cudaMemcpyHostToDevice));
    TRY_LAUNCH(pf_place_by_army<<<blocks_for(records.size), PF_BLOCK>>>(out, on_device, records, turn, *it));
    return PF_OK;
}

/* How many records are merged together. */
static uint64_t slice_parents(uint64_t records)
{
    return records < FEWEST_SLICE_PARENTS ? FEWEST_SLICE_PARENTS
           : records < PF_SLICE_PARENTS   ? records
                                          : PF_SLICE_PARENTS;
}

/* A table for the children of a slice, empty between slices. */
struct slice_table {
    pf_records room;
    uint32_t parents; /* of a slice */
    double ratio;     /* the share of children that were distinct in the last slice */
};

/* If a larger share of the children is distinct, merging costs more than it saves. */
static const double WORTH_MERGING_BY_ARMY = 0.75;

/* Merges the children of a slice; *merged is false if they do not fit into the table. */
static pf_status merge_slice(pf_gpu *gpu, slice_table *it, const pf_chunk *children, pf_chunk *out, bool *merged)
{
    double expected = children->size * (it->ratio * 1.1 < 1 ? it->ratio * 1.1 : 1);
    pf_records table = {it->room.first, slots_for(expected)};
    *merged = table.size <= it->room.size && it->ratio < WORTH_MERGING_BY_ARMY;
    if (!*merged) return PF_OK;
    CLEAR(report);
    CLEAR(packed);
    TRY(insert(gpu, table, children, &WHOLE_PLY));
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
 * merged if that leaves three plies and there is memory to sort in. Sorting takes several steps if memory is short,
 * each with whole groups of armies. */
static pf_status count_below_by_army(pf_gpu *gpu, pf_records records, pf_colour turn, void *context)
{
    pf_record *unused = records.first + records.size;
    uint64_t room = (size_t)(gpu->arena + gpu->size - (char *)unused) / sizeof(pf_record), slots = room / 4;
    if (room > records.size && room - records.size > slots) slots = room - records.size;
    uint64_t parents = slots / slots_for(USUAL_MOVES);
    if (records.size == 0 || *(const unsigned *)context != 3 || gpu->children < PF_ARMY_GROUPS / 2 ||
        parents < FEWEST_SLICE_PARENTS)
        return count_below(gpu, records, turn, context);
    if (parents > gpu->children) parents = gpu->children;
    if (parents > slice_parents(records.size)) {
        parents = slice_parents(records.size);
        slots = slots_for((double)parents * USUAL_MOVES);
    }
    slice_table table = {{unused, slots}, (uint32_t)parents, 0.5};
    pf_record *sorted = unused + slots;
    uint32_t largest;
    room -= slots;
    TRY(measure_armies(gpu, &largest, records, turn));
    if (largest > room) return count_below(gpu, records, turn, context);
    TRY_CUDA("device memory", cudaMemsetAsync(unused, 0, slots * sizeof(pf_record)));
    army_groups groups = {};
    for (uint64_t done = 0; done < records.size; done += groups.records) {
        TRY(sort_next_armies(gpu, sorted, room, &groups, records, turn));
        pf_records in_order = {sorted, groups.records};
        TRY(count_slices(gpu, &table, in_order, turn, (double)done / (double)records.size,
                         (double)groups.records / (double)records.size));
    }
    return PF_OK;
}

#endif
