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

bool cpu_takes_over(const struct request *request, pf_perft_options *options, const pf_error *error)
{
    bool gpu_failed = options->device == PF_PERFT_CUDA && error->code != PF_ERROR_STOPPED;
    if (!gpu_failed || request == NULL || request->gpu_use != GPU_IF_POSSIBLE) return false;
    fprintf(stderr, "Counting on the CPU: %s\n", error->message);
    options->device = PF_PERFT_CPU;
    return true;
}

bool count_leaves_or_stop(pf_count *nodes, const pf_position *position, unsigned depth, pf_perft_options *options,
                          const struct request *request)
{
    pf_error error;
    pf_status status = pf_perft_run(nodes, position, depth, options, &error);
    if (status != PF_OK && cpu_takes_over(request, options, &error))
        status = pf_perft_run(nodes, position, depth, options, &error);
    if (status == PF_OK) return true;
    if (status == PF_ERROR_STOPPED && was_interrupted()) return false;
    complain("%s", error.message);
    exit(STATUS_FAILED);
}

pf_count count_leaves(const pf_position *position, unsigned depth, pf_perft_options *options,
                      const struct request *request)
{
    pf_count nodes;
    if (!count_leaves_or_stop(&nodes, position, depth, options, request)) exit(STATUS_INTERRUPTED);
    return nodes;
}

double table_risk(const pf_perft_table_report *report)
{
    double risk = (double)report->probes * (double)report->entries;
    for (unsigned bit = 0; bit < report->key_bits; bit++) risk /= 2;
    return risk;
}
