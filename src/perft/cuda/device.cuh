/* One device: the buffers into which its memory is divided, the small numbers that are read back from it, and the
 * handling of failed CUDA calls. */
#ifndef PLYFORGE_CUDA_DEVICE_CUH
#define PLYFORGE_CUDA_DEVICE_CUH

#include <cstdio>
#include <cstring>

#include "perft/classes.h"
#include "perft/cuda/kernels.cuh"
#include "perft/run/gpu.h"

/* ---- Contents of device memory ---- */

/* A position and its path count. */
typedef struct pf_record {
    pf_quad quad;
    unsigned long long ways;
    unsigned long long tag; /* the hash; 0: empty. Unused once the table is packed */
} pf_record;

typedef struct pf_records {
    pf_record *first;
    uint64_t size;
} pf_records;

/* The numbers that the host reads after each step. */
typedef struct pf_merge_report {
    unsigned long long inserted; /* distinct positions so far */
    uint32_t collided;           /* children that must be inserted again, with another hash */
    uint32_t full;               /* whether a child found no free slot */
} pf_merge_report;

/* The moves of all positions, the path counts of all children, and the path counts of the positions themselves. */
typedef struct pf_breadth {
    unsigned long long moves;
    pf_wide_sum ways, own_ways;
} pf_breadth;

/* A part of a ply: the positions whose pf_part_key is from first to last; turn is the side to move in them. */
typedef struct pf_selection {
    uint64_t first, last;
    pf_colour turn;
} pf_selection;

/* The buffers of one ply. */
struct level {
    pf_chunk chunk;
    pf_births births;
    double moves; /* expected per parent */
};

/* Small numbers that kernels write and the host reads. */
struct figures {
    pf_wide_sum sum;
    pf_breadth breadth;
    pf_merge_report report;
    uint32_t births, packed;
    unsigned long long row[PF_CLASSES]; /* see perft/classes.h */
    unsigned long long changed;         /* moves in a sample that change their army */
};

/* Positions are sorted by the group that their waiting army belongs to. */
enum { MOST_LEVELS = 256, PF_ARMY_GROUPS = 1 << 18 };

/* How much memory merging is known to need; never more than is available. */
struct pf_room {
    uint64_t children; /* bytes in the buffers of a level */
    uint64_t records;  /* bytes after the buffers */
};

/* Slices are counted by several streams, so that the device stays busy when one stream has only a few blocks left.
 * They wait for the kernels of the default stream, and it waits for theirs. */
enum { PF_STREAMS = 2 };

struct pf_gpu {
    int device, multiprocessors;
    size_t memory; /* the bytes that may be used */
    char *arena;   /* the part in use, divided again for each call */
    size_t size, used;
    pf_room wanted;     /* where positions are merged */
    figures *on_device; /* on the device */
    figures *read;      /* its copy on the host, page-locked */

    level levels[MOST_LEVELS];
    unsigned level_count;
    uint32_t children; /* the largest capacity of a level */
    pf_sorted sorted[PF_STREAMS];
    uint32_t nodes; /* the capacity of each */
    cudaStream_t streams[PF_STREAMS];
    unsigned stream; /* the next one to use */
    uint64_t *places;
    pf_record *packed;    /* one for each child, if positions are merged */
    uint32_t *army_sizes; /* records in each group of armies; on the host, page-locked */

    pf_detail detail; /* whether the maps of nodes are rough */
    bool sampled;     /* whether a sample has decided that */

    const pf_gpu_hooks *hooks;
    double done, share; /* fractions of the work: before the current walk, and within it */
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
    cudaGetLastError(); /* reported here, so that the next call does not return it again */
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

/* Returns from the function if a call to the CUDA runtime or to our own code has failed. */
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

/* Waits for the device and copies its figures to the host. */
static pf_status read_figures(pf_gpu *gpu)
{
    TRY_CUDA("a kernel failed", cudaMemcpy(gpu->read, gpu->on_device, sizeof(figures), cudaMemcpyDeviceToHost));
    return PF_OK;
}

#define CLEAR(field) TRY_CUDA("device memory", cudaMemsetAsync(&gpu->on_device->field, 0, sizeof gpu->on_device->field))

/* ---- Dividing memory ---- */

/* No position has more legal moves than this, and most have at most the usual number. */
enum { MOST_MOVES = 218, USUAL_MOVES = 60 };

/* Limits for the sizes of buffers. Larger ones are not faster, and freeing them takes a millisecond for each GiB. */
static const uint32_t MOST_CHILDREN = 32u << 20, MOST_MERGED_CHILDREN = 64u << 20;
static const uint32_t FEWEST_CHILDREN = 256; /* enough for one parent, in whole blocks */
static const uint32_t MOST_NODES = 4u << 20, FEWEST_NODES = 1u << 12;

/* Memory for one child in a level's buffers, and for one node that is sorted. */
static const size_t CHILD_BYTES = sizeof(pf_quad) + sizeof(uint64_t) + sizeof(uint32_t) + sizeof(pf_move);
static const size_t NODE_BYTES = PF_ITEM_ROWS * sizeof(uint32_t) + sizeof(uint64_t) + 2 * sizeof(pf_bitboard);

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

/* What the rest of the arena is used for: nothing, or records. */
enum rest { NO_RECORDS, RECORDS };

/* As many records as fit. */
static const pf_room ALL_ROOM = {MOST_MERGED_CHILDREN, UINT64_MAX / sizeof(pf_record)};

/* How many children a level can hold at once: those of one root after this many plies, or as many as fit. */
static uint32_t capacity_of(const pf_gpu *gpu, unsigned at, rest use)
{
    uint64_t most = MOST_MOVES;
    for (; at > 0 && most < gpu->children; at--) most *= MOST_MOVES;
    if (use == RECORDS || most > gpu->children) return gpu->children;
    return (uint32_t)((most + PF_BLOCK - 1) / PF_BLOCK * PF_BLOCK);
}

/* Allocates the arena and divides it into buffers for this many plies, which take most of it or a small part, and
 * the rest. */
static pf_status plan(pf_gpu *gpu, unsigned levels, rest use)
{
    size_t room = use == RECORDS ? gpu->memory / 6 : gpu->memory / 8 * 7;
    if (levels >= MOST_LEVELS) return fail(gpu, PF_ERROR_OPTION, "too deep for a GPU");
    gpu->level_count = levels;
    uint32_t most = use == RECORDS ? clamp(gpu->wanted.children, FEWEST_CHILDREN, MOST_MERGED_CHILDREN) : MOST_CHILDREN;
    uint32_t most_nodes = most < FEWEST_NODES ? FEWEST_NODES : most < MOST_NODES ? most : MOST_NODES;
    gpu->nodes = clamp(room / 4 / NODE_BYTES, FEWEST_NODES, most_nodes) / PF_STREAMS / PF_GROUP * PF_GROUP;
    size_t node_bytes = gpu->nodes * NODE_BYTES * PF_STREAMS;
    size_t child_bytes = CHILD_BYTES * levels + sizeof(uint64_t) + sizeof(pf_record);
    gpu->children = clamp(room > node_bytes ? (room - node_bytes) / child_bytes : 0, FEWEST_CHILDREN, most) / PF_BLOCK *
                    PF_BLOCK;
    uint32_t merged = use == RECORDS ? gpu->children : 1; /* the root, where a walk begins */
    size_t size = node_bytes + merged * (sizeof(uint64_t) + sizeof(pf_record)) +
                  (levels * 4 + PF_STREAMS * 4 + 16) * 256;
    for (unsigned i = 0; i < levels; i++) size += capacity_of(gpu, i, use) * CHILD_BYTES;
    if (size > gpu->memory) return fail(gpu, PF_ERROR_NO_ROOM, "too little memory is free on the GPU for this depth");

    if (use == RECORDS) {
        uint64_t left = (gpu->memory - size) / sizeof(pf_record);
        size += (gpu->wanted.records < left ? gpu->wanted.records : left) * sizeof(pf_record);
    }
    gpu->used = 0;
    if (gpu->size < size) {
        cudaFree(gpu->arena);
        gpu->arena = NULL;
        gpu->size = 0;
        TRY_CUDA("not enough memory on the GPU", cudaMalloc(&gpu->arena, size));
        gpu->size = size;
    }
    for (unsigned i = 0; i < levels; i++) {
        level *it = &gpu->levels[i];
        uint32_t capacity = capacity_of(gpu, i, use);
        it->chunk.quads = take<pf_quad>(gpu, capacity);
        it->chunk.ways = take<uint64_t>(gpu, capacity);
        it->births.parent = take<uint32_t>(gpu, capacity);
        it->births.move = take<pf_move>(gpu, capacity);
        it->births.size = &gpu->on_device->births;
        it->births.capacity = capacity;
        it->moves = USUAL_MOVES;
    }
    for (pf_sorted *sorted = gpu->sorted; sorted < gpu->sorted + PF_STREAMS; sorted++) {
        sorted->items = take<uint32_t>(gpu, (uint64_t)gpu->nodes * PF_ITEM_ROWS);
        sorted->tally = take<uint64_t>(gpu, gpu->nodes);
        sorted->straight = take<pf_bitboard>(gpu, gpu->nodes);
        sorted->diagonal = take<pf_bitboard>(gpu, gpu->nodes);
    }
    gpu->places = take<uint64_t>(gpu, merged);
    gpu->packed = take<pf_record>(gpu, merged);
    return PF_OK;
}

#endif
