/* Counting as the command line asks for it; see counting.h. */
#include "counting.h"
#include "interrupt.h"

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
        .should_stop = stop_when_interrupted,
        .device = counting_device(request),
        .gpus = request->gpus,
    };
}

bool count_leaves_or_stop(pf_count *nodes, const pf_position *position, unsigned depth, const pf_perft_options *options)
{
    pf_error error;
    pf_status status = pf_perft_run(nodes, position, depth, options, &error);
    if (status == PF_OK) return true;
    if (status == PF_ERROR_STOPPED && was_interrupted()) return false;
    complain("%s", error.message);
    exit(STATUS_FAILED);
}

pf_count count_leaves(const pf_position *position, unsigned depth, const pf_perft_options *options)
{
    pf_count nodes;
    if (!count_leaves_or_stop(&nodes, position, depth, options)) exit(STATUS_INTERRUPTED);
    return nodes;
}

double table_risk(const pf_perft_table_report *report)
{
    double risk = (double)report->probes * (double)report->entries;
    for (unsigned bit = 0; bit < report->key_bits; bit++) risk /= 2;
    return risk;
}
