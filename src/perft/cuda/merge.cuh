/* Merging duplicates in device memory. The distinct positions of a ply are records in a hash table; positions are
 * merged by the whole position, never by a hash, in two steps, so that no thread ever waits for another:
 *
 *     claim    each child looks for a slot by its hash; the first to find an empty one takes it and writes itself there
 *     merge    each of the others compares itself with what stands in the slot that has its hash, and adds its ways
 *
 * Two positions that share all 64 bits of a hash meet in the second step; the one that came late starts again with
 * another hash. */
#ifndef PLYFORGE_CUDA_MERGE_CUH
#define PLYFORGE_CUDA_MERGE_CUH

#include "perft/cuda/kernels.cuh"

typedef struct pf_record {
    pf_quad quad;
    unsigned long long ways;
    unsigned long long tag; /* the hash; 0: empty. Of no meaning once the table is packed */
} pf_record;

typedef struct pf_records {
    pf_record *first;
    uint64_t size;
} pf_records;

/* What the host reads after each step. */
typedef struct pf_merge_report {
    unsigned long long inserted; /* distinct positions so far */
    uint32_t collided;           /* children that have to start again */
    uint32_t full;               /* whether one found no place */
} pf_merge_report;

/* Where the children of a chunk found their hash. */
#define PF_PLACE_NONE     (~UINT64_C(0))     /* they were first, or are of no interest */
#define PF_PLACE_COLLIDED (~UINT64_C(0) - 1) /* something else has it */

enum { PF_LONGEST_SEARCH = 4096 };

/* A test may build with few bits, so that positions collide; there must be more hashes than positions of a ply. */
#ifndef PF_TAG_MASK
#define PF_TAG_MASK (~UINT64_C(0))
#endif

static __device__ void pf_count_threads(unsigned long long *counter, bool condition)
{
    uint32_t votes = __ballot_sync(~0u, condition);
    if (pf_lane() == 0 && votes) atomicAdd(counter, (unsigned long long)__popc(votes));
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

/* The children whose hash lies from first to last; in a later round, those of them that collided. */
static __global__ void __launch_bounds__(PF_BLOCK)
    pf_claim_places(pf_records table, pf_chunk children, uint64_t *places, uint64_t first, uint64_t last,
                    uint32_t round, pf_merge_report *report)
{
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    bool inserted = false;
    if (i < children.size && (round == 0 || places[i] == PF_PLACE_COLLIDED)) {
        pf_quad quad = pf_load_quad(&children, i);
        uint64_t hash = pf_quad_hash(&quad);
        uint64_t place = PF_PLACE_NONE;
        if (hash >= first && hash <= last) {
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

/* Copies the records of a part of a table, closed up, in any order. */
static __global__ void __launch_bounds__(PF_BLOCK) pf_pack_records(pf_record *out, uint32_t *size, pf_records part)
{
    uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    bool taken = i < part.size && part.first[i].tag;
    uint32_t votes = __ballot_sync(~0u, taken);
    uint32_t base = 0;
    if (pf_lane() == 0 && votes) base = atomicAdd(size, (uint32_t)__popc(votes));
    base = __shfl_sync(~0u, base, 0);
    if (taken) out[base + __popc(votes & ((1u << pf_lane()) - 1))] = part.first[i];
}

static __global__ void __launch_bounds__(PF_BLOCK) pf_unpack_records(pf_chunk out, pf_records part)
{
    uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= part.size) return;
    pf_quad quad = part.first[i].quad;
    pf_store_quad(&out, i, &quad);
    out.ways[i] = part.first[i].ways;
}

/* The moves of all positions, and the ways to all children. */
typedef struct pf_breadth {
    unsigned long long moves;
    pf_wide_sum ways;
} pf_breadth;

template <pf_colour us>
__global__ void __launch_bounds__(PF_BLOCK) pf_measure_records(pf_records frontier, pf_breadth *breadth)
{
    unsigned long long moves = 0;
    pf_uint128 ways = 0;
    for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < frontier.size;
         i += (uint64_t)gridDim.x * blockDim.x) {
        pf_quad quad = frontier.first[i].quad;
        pf_position position = pf_position_of_quad(&quad, us);
        uint32_t count = pf_generate_body(&position, NULL, us, PF_SINK_COUNT, PF_CUDA_SLIDERS);
        moves += count;
        ways += (pf_uint128)frontier.first[i].ways * count;
    }
    for (int step = PF_WARP / 2; step > 0; step /= 2) moves += __shfl_down_sync(~0u, moves, step);
    if (pf_lane() == 0) atomicAdd(&breadth->moves, moves);
    pf_add_wide(&breadth->ways, ways);
}

#endif
