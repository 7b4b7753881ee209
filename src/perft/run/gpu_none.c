/* A build without CUDA: it reports that there are no devices. */
#include "perft/run/gpu.h"

#include "base/text.h"

static pf_status none(pf_error *error)
{
    return pf_fail(error, PF_ERROR_UNSUPPORTED, 0, "this build has no CUDA back end (build with the preset cuda)");
}

pf_status pf_gpu_devices(int *count, pf_error *error)
{
    *count = 0;
    return none(error);
}

pf_status pf_gpu_open(pf_gpu **out, int device, size_t memory, unsigned sharers, pf_error *error)
{
    (void)device, (void)memory, (void)sharers;
    *out = NULL;
    return none(error);
}

void pf_gpu_close(pf_gpu *gpu)
{
    (void)gpu;
}

pf_status pf_gpu_count(pf_gpu *gpu, pf_count *total, const pf_gpu_root *root, unsigned depth, const pf_gpu_hooks *hooks,
                       pf_error *error)
{
    (void)gpu, (void)total, (void)root, (void)depth, (void)hooks;
    return none(error);
}

pf_status pf_gpu_merge(pf_gpu *gpu, pf_count *total, unsigned *plies, const pf_gpu_root *root, unsigned depth,
                       unsigned part, unsigned parts, const pf_gpu_hooks *hooks, pf_error *error)
{
    (void)gpu, (void)total, (void)plies, (void)root, (void)depth, (void)part, (void)parts, (void)hooks;
    return none(error);
}

pf_status pf_gpu_distinct(pf_gpu *gpu, const pf_gpu_root *root, unsigned depth, const pf_gpu_hooks *hooks,
                          pf_perft_on_ply *on_ply, void *context, pf_error *error)
{
    (void)gpu, (void)root, (void)depth, (void)hooks, (void)on_ply, (void)context;
    return none(error);
}

pf_status pf_gpu_buckets(pf_gpu *gpu, const pf_gpu_root *root, unsigned depth, const pf_perft_store *store,
                         const pf_gpu_hooks *hooks, pf_error *error)
{
    (void)gpu, (void)root, (void)depth, (void)store, (void)hooks;
    return none(error);
}

pf_status pf_gpu_stats(pf_gpu *gpu, pf_perft_row *rows, const pf_gpu_root *root, unsigned depth,
                       const pf_gpu_hooks *hooks, pf_error *error)
{
    (void)gpu, (void)rows, (void)root, (void)depth, (void)hooks;
    return none(error);
}
