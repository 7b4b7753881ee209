/* Statistics by many processes: the plies are held in memory, each process classifies the moves of its buckets, and the
 * results are added up. Nothing is stored, so a job that loses a process must start again from the beginning. */
#include "cluster.h"
#include "count/counting.h"
#include "output/stats_table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The last ply held in memory is this far above the leaves; the one below it is merged within each bucket. */
enum { PLIES_BELOW = 2 };

/* Totals of the last ply, first for this process and then for all of them. */
struct last_ply {
    uint32_t done, total; /* buckets */
    uint64_t positions;
    pf_count ways;
};

/* One run. The cluster comes first: it is the context of all callbacks. */
struct stats_run {
    struct cluster cluster;
    struct last_ply last;
};

/* Half of the memory is for plies, the other half for the bucket being processed. */
static size_t half_of_memory(size_t memory)
{
    const size_t least = 1 << 20, most_by_default = (size_t)2 << 30;
    size_t half = (memory > 0 ? memory : most_by_default) / 2;
    return half > least ? half : least;
}

static void begin(struct cluster *it)
{
    struct stored_count *count = &it->count;
    const struct stored_perft *options = count->options;
    unsigned depth = options->depth;
    count->deadline = 1e300;
    count->store.ply = depth > PLIES_BELOW ? depth - PLIES_BELOW : 0;
    uint32_t buckets = options->store->buckets;
    if (buckets == 0) buckets = stored_default_buckets(depth + 3 - PLIES_BELOW, PF_PERFT_CPU);
    count->store.folder = (struct store_folder){.path = "in memory", .buckets = buckets, .lock = -1};
    ledger_write_fen(count->store.folder.fen, options->position);
    count->store.known = allocated(calloc(buckets, sizeof *count->store.known));
    it->keeping = &in_memory;
    it->memory = memory_plies_create(buckets, half_of_memory(options->counting->memory));
    /* As if each process had its own folder. */
    it->leaders = allocated(calloc((size_t)it->team.size, sizeof *it->leaders));
    for (int rank = 0; rank < it->team.size; rank++) it->leaders[rank] = rank;
    it->sharers = 1;
    create_buckets(it);
    count->progress = progress_begin("buckets of rank 0");
}

static void end(struct cluster *it)
{
    memory_plies_destroy(it->memory, it->count.store.folder.buckets);
    destroy_buckets(it);
    free(it->count.store.known);
}

static bool add_bucket(void *context, const pf_perft_bucket *bucket)
{
    struct stats_run *run = context;
    struct cluster *it = &run->cluster;
    drop_received(it, bucket->ply, bucket->bucket);
    run->last.done++;
    run->last.positions += bucket->positions;
    run->last.ways = pf_count_add(run->last.ways, bucket->ways);
    if (it->team.rank != 0) return true;
    if (run->last.total == 0) {
        it->to_count = 0;
        for (uint32_t i = 0; i < it->count.store.folder.buckets; i++) {
            if (!is_own(it, i)) continue;
            run->last.total++;
            it->to_count += it->sizes[i] + 1;
        }
    }
    it->counted += it->sizes[bucket->bucket] + 1;
    it->nodes = pf_count_add(it->nodes, bucket->leaves);
    show_progress(it, run->last.done, run->last.total);
    return true;
}

/* Collective: adds up the rows after whole; every column of them is a count. */
static void add_rows(pf_perft_row *rows, unsigned whole, unsigned depth)
{
    enum { COLUMNS = sizeof *rows / sizeof(pf_count) };
    pf_count *first = (pf_count *)(rows + whole + 1);
    if (depth > whole) team_add_counts(first, (size_t)(depth - whole) * COLUMNS);
}

/* Collective: adds up the last ply, and compares it with the ply above and with known values. */
static void check_last_ply(struct stats_run *run)
{
    struct stored_count *count = &run->cluster.count;
    const struct store *store = &count->store;
    team_add(&run->last.positions, 1);
    team_add_counts(&run->last.ways, 1);
    if (run->cluster.team.rank != 0) return;
    store_check_sums(store, count->options->position, store->ply, run->last.ways, run->last.positions);
    if (count->ply.ply == store->ply && store->ply > 0 && !pf_count_equal(count->ply.ways, run->last.ways))
        fail("store '%s': internal error: the path counts of ply %u do not add up", store->folder.path, store->ply);
}

static void tell_result(struct stats_run *run, const pf_perft_row *rows)
{
    struct stored_count *count = &run->cluster.count;
    const struct stored_perft *options = count->options;
    progress_erase(&count->progress);
    for (unsigned i = 0; i <= options->depth; i++) store_check_ways(&count->store, options->position, i, rows[i].nodes);
    print_stats_answer(&(struct stats_answer){.position = options->position,
                                              .rows = rows,
                                              .depth = options->depth,
                                              .seconds = seconds_now() - count->start,
                                              .chess960 = options->chess960,
                                              .json = options->json});
    if (run->cluster.bytes_sent > 0) fprintf(stderr, "Sent: %" PRIu64 " bytes\n", run->cluster.bytes_sent);
}

int run_cluster_stats(const struct team *team, const struct stored_perft *options)
{
    struct stats_run run = {.cluster = {.team = *team, .count = {.options = options, .start = seconds_now()}}};
    struct cluster *it = &run.cluster;
    pf_perft_row *rows = allocated(calloc(options->depth + 1u, sizeof *rows));
    unsigned whole = 0;
    pf_error error = {0};
    pf_perft_options perft = counting_options(options->counting);
    perft.memory_bytes = half_of_memory(perft.memory_bytes);
    team_agree(true);
    begin(it);
    pf_perft_store store = cluster_store(it);
    store.counted = add_bucket;
    pf_status status = pf_perft_stored_stats(rows, &whole, options->position, options->depth, &perft, &store, &error);
    if (status == PF_ERROR_NO_ROOM)
        give_up(it, "a bucket does not fit into the memory allowed; see --memory and --store-buckets");
    if (status != PF_OK) give_up(it, error.message);
    check_last_ply(&run);
    add_rows(rows, whole, options->depth);
    if (team->rank == 0) tell_result(&run, rows);
    team_meet();
    end(it);
    free(rows);
    return STATUS_OK;
}
