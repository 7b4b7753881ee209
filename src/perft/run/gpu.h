/* Counting on GPUs: the interface of the device side, perft/cuda/gpu.cu, to the C side. One pf_gpu is one device with
 * its memory, used by one thread. A build without CUDA has perft/run/gpu_none.c instead. */
#ifndef PLYFORGE_GPU_H
#define PLYFORGE_GPU_H

#include <plyforge/experimental/stored.h>

#include "base/compiler.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pf_gpu pf_gpu;

/* A position as its side to move and its four planes: see perft/quad.h. */
typedef struct pf_gpu_root {
    uint64_t plane[4];
    pf_colour turn;
} pf_gpu_root;

/* Called often while a device counts: stops tells whether to stop, and advance reports the fraction of the current call
 * that is done. */
typedef struct pf_gpu_hooks {
    void *context;
    bool (*stops)(void *context);
    void (*advance)(void *context, double fraction);
} pf_gpu_hooks;

/* The number of devices, after initialising all of them. If there is none, the error explains why. */
PF_PRIVATE pf_status pf_gpu_devices(int *count, pf_error *error);

/* Opens a device, which may use this many bytes of its memory; 0 means most of the free memory, divided by sharers. */
PF_PRIVATE pf_status pf_gpu_open(pf_gpu **out, int device, size_t memory, unsigned sharers, pf_error *error);
PF_PRIVATE void pf_gpu_close(pf_gpu *gpu);

/* Adds perft(depth) of a position to *total. */
PF_PRIVATE pf_status pf_gpu_count(pf_gpu *gpu, pf_count *total, const pf_gpu_root *root, unsigned depth,
                                  const pf_gpu_hooks *hooks, pf_error *error);

/* The same, merging equal positions while that is faster and memory allows: up to *plies whole plies, then one more, of
 * which only the positions of this part (of parts, by hash) are counted. *plies becomes the number of whole plies that
 * were merged. The totals of all parts add up to perft(depth) only if this number is the same for each. */
PF_PRIVATE pf_status pf_gpu_merge(pf_gpu *gpu, pf_count *total, unsigned *plies, const pf_gpu_root *root,
                                  unsigned depth, unsigned part, unsigned parts, const pf_gpu_hooks *hooks,
                                  pf_error *error);

/* The number of distinct positions of each ply up to depth. */
PF_PRIVATE pf_status pf_gpu_distinct(pf_gpu *gpu, const pf_gpu_root *root, unsigned depth, const pf_gpu_hooks *hooks,
                                     pf_perft_on_ply *on_ply, void *context, pf_error *error);

/* The plies below the buckets that a GPU counts: one is merged within the bucket, and three are counted. */
enum { PF_GPU_BELOW_BUCKETS = 4 };

/* Counts the buckets that the store wants; see pf_perft_stored. All plies above them must fit into memory. */
PF_PRIVATE pf_status pf_gpu_buckets(pf_gpu *gpu, const pf_gpu_root *root, unsigned depth, const pf_perft_store *store,
                                    const pf_gpu_hooks *hooks, pf_error *error);

/* rows[1] to rows[depth], as pf_perft_stats. */
PF_PRIVATE pf_status pf_gpu_stats(pf_gpu *gpu, pf_perft_row *rows, const pf_gpu_root *root, unsigned depth,
                                  const pf_gpu_hooks *hooks, pf_error *error);

#ifdef __cplusplus
}
#endif

#endif
