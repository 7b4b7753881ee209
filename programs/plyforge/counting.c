/* Counting as the command line asks for it; see counting.h. */
#include "counting.h"

#include <stdio.h>
#include <stdlib.h>

/* Looks for a GPU if one is wanted. */
static pf_perft_device counting_device(const struct request *request)
{
    unsigned count;
    pf_error error;
    if (request->gpu_use == GPU_NEVER) return PF_PERFT_CPU;
    if (pf_perft_gpus(&count, &error) == PF_OK) return PF_PERFT_CUDA;
    if (request->gpu_use == GPU_ALWAYS) refuse("--backend cuda: %s", error.message);
#ifdef PLYFORGE_HAVE_CUDA
    fprintf(stderr, "Counting on the CPU: %s\n", error.message);
#endif
    return PF_PERFT_CPU;
}

pf_perft_options counting_options(const struct request *request)
{
    return (pf_perft_options){
        .method = request->exact_dedupe ? PF_PERFT_MERGE : PF_PERFT_TREE,
        .leaves = request->leaves,
        .threads = request->threads,
        .table_bytes = request->hash,
        .seed = request->seed,
        .memory_bytes = request->memory,
        .device = counting_device(request),
        .gpus = request->gpus,
    };
}

pf_count count_leaves(const pf_position *position, unsigned depth, const pf_perft_options *options)
{
    pf_count nodes;
    pf_error error;
    if (pf_perft_run(&nodes, position, depth, options, &error) != PF_OK) {
        complain("%s", error.message);
        exit(STATUS_FAILED);
    }
    return nodes;
}

double table_risk(const pf_perft_table_report *report)
{
    double risk = (double)report->probes * (double)report->entries;
    for (unsigned bit = 0; bit < report->key_bits; bit++) risk /= 2;
    return risk;
}
