/* Counting as the command line asks for it; see counting.h. */
#include "counting.h"

#include <stdlib.h>

pf_perft_options counting_options(const struct request *request)
{
    return (pf_perft_options){
        .method = request->exact_dedupe ? PF_PERFT_MERGE : PF_PERFT_TREE,
        .leaves = request->leaves,
        .threads = request->threads,
        .table_bytes = request->hash,
        .seed = request->seed,
        .memory_bytes = request->memory,
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
