/* Counting according to the options of the command line; see counting.h. */
#include "count/counting.h"
#include "platform/interrupt.h"

#include <stdio.h>
#include <stdlib.h>

/* Looks for a GPU if one is wanted. */
static pf_perft_device counting_device(const struct counting *counting)
{
    unsigned count;
    pf_error error;
    if (counting->gpu_use == GPU_NEVER) return PF_PERFT_CPU;
    if (pf_perft_gpus(&count, &error) == PF_OK) return PF_PERFT_CUDA;
    if (counting->gpu_use == GPU_ALWAYS) refuse("--backend cuda: %s", error.message);
#ifdef PLYFORGE_HAVE_CUDA
    fprintf(stderr, "Counting on the CPU: %s\n", error.message);
#endif
    return PF_PERFT_CPU;
}

pf_perft_options counting_options(const struct counting *counting)
{
    return (pf_perft_options){
        .method = counting->exact_dedupe ? PF_PERFT_MERGE : PF_PERFT_TREE,
        .leaves = counting->leaves,
        .threads = counting->threads,
        .table_bytes = counting->hash,
        .seed = counting->seed,
        .memory_bytes = counting->memory,
        .should_stop = stop_when_interrupted,
        .device = counting_device(counting),
        .gpus = counting->gpus,
    };
}

bool cpu_takes_over(const struct counting *counting, pf_perft_options *options, const pf_error *error)
{
    bool gpu_failed = options->device == PF_PERFT_CUDA && error->code != PF_ERROR_STOPPED;
    if (!gpu_failed || counting == NULL || counting->gpu_use != GPU_IF_POSSIBLE) return false;
    fprintf(stderr, "Counting on the CPU: %s\n", error->message);
    options->device = PF_PERFT_CPU;
    return true;
}

bool add_root(void *divided, pf_move move, pf_count nodes, uint32_t index, uint32_t total)
{
    struct divided *divide = divided;
    uint32_t place = 0;
    (void)index, (void)total;
    while (place < divide->size && divide->moves[place] != move) place++;
    if (place == divide->size) divide->moves[divide->size++] = move;
    write_move(divide->roots[place].uci, move, divide->chess960);
    divide->roots[place].nodes = nodes;
    return true;
}

void print_divided(const struct divided *divided)
{
    for (uint32_t i = 0; i < divided->size; i++)
        printf("%s: %s\n", divided->roots[i].uci, COUNT_TEXT(divided->roots[i].nodes));
}

bool count_leaves_or_stop(pf_count *nodes, const pf_position *position, unsigned depth, pf_perft_options *options,
                          const struct counting *counting)
{
    pf_error error;
    pf_status status = pf_perft_run(nodes, position, depth, options, &error);
    if (status != PF_OK && cpu_takes_over(counting, options, &error))
        status = pf_perft_run(nodes, position, depth, options, &error);
    if (status == PF_OK) return true;
    if (status == PF_ERROR_STOPPED && was_interrupted()) return false;
    fail("%s", error.message);
}

static pf_count count_plain(const pf_position *position, unsigned depth, const struct counting *counting)
{
    if (counting->legality != PF_LEGALITY_COUNT)
        return pf_perft_plain_by_strategy(position, depth, counting->leaves, counting->legality);
    if (counting->sliders != PF_SLIDERS_COUNT)
        return pf_perft_plain_using_sliders(position, depth, counting->leaves, counting->sliders);
    return pf_perft_plain(position, depth, counting->leaves);
}

static void list_plain(pf_move_list *list, const pf_position *position, const struct counting *counting)
{
    if (counting->legality != PF_LEGALITY_COUNT)
        pf_generate_legal_by_strategy(position, list, counting->legality);
    else if (counting->sliders != PF_SLIDERS_COUNT)
        pf_generate_legal_using_sliders(position, list, counting->sliders);
    else
        pf_generate_legal(position, list);
}

/* The plain counter cannot be stopped, so it is called only for small trees. */
bool count_plain_or_stop(pf_count *nodes, const pf_position *position, unsigned depth, const struct counting *counting)
{
    const unsigned moment = position->variant == PF_VARIANT_STANDARD ? 4 : 3;
    if (was_interrupted()) return false;
    if (depth <= moment) {
        *nodes = count_plain(position, depth, counting);
        return true;
    }
    pf_move_list list;
    list_plain(&list, position, counting);
    *nodes = pf_count_of(0);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_position child = *position;
        pf_count below;
        pf_position_play_unchecked(&child, list.moves[i]);
        if (!count_plain_or_stop(&below, &child, depth - 1, counting)) return false;
        *nodes = pf_count_add(*nodes, below);
    }
    return true;
}

double table_risk(const pf_perft_table_report *report)
{
    double risk = (double)report->probes * (double)report->entries;
    for (unsigned bit = 0; bit < report->key_bits; bit++) risk /= 2;
    return risk;
}
