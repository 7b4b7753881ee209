/* plyforge store: shows or checks the store of a perft, or removes its plies. */
#include "store/store.h"
#include "count/counting.h"
#include "output/json.h"
#include "platform/interrupt.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct command_options {
    struct counting counting; /* only the threads and the memory can be chosen */
    unsigned sample;
    bool json;
};

static struct store open_existing(const char *path, enum store_use use)
{
    struct store store = store_begin(path, use);
    store_read_ledgers(&store);
    if (store.ledgers == 0) refuse("store '%s': it has no ledger", path);
    return store;
}

/* The number of files of a ply. */
static uint32_t files_of(struct store *store, unsigned ply)
{
    bool *listed = allocated(malloc(store->folder.buckets * sizeof *listed));
    uint32_t files = 0;
    if (!store_list(&store->folder, ply, listed)) fail("%s", store->folder.message);
    for (uint32_t i = 0; i < store->folder.buckets; i++) files += listed[i];
    free(listed);
    return files;
}

/* ---- show ---- */

static void show_ply(struct store *store, unsigned ply, struct json *json)
{
    struct store_ply index;
    uint32_t files = files_of(store, ply);
    bool complete = files == store->folder.buckets;
    if (files == 0) return;
    if (complete && !store_open_ply(&index, &store->folder, ply)) refuse("%s", store->folder.message);
    if (json != NULL)
        json_add_ply(json, ply, files, complete ? &index : NULL);
    else if (complete)
        printf("ply %u: %" PRIu32 " files, %" PRIu64 " records, %" PRIu64 " bytes, %s paths\n", ply, files,
               index.records, index.bytes, COUNT_TEXT(index.ways));
    else
        printf("ply %u: %" PRIu32 " of %" PRIu32 " files\n", ply, files, store->folder.buckets);
    if (complete) store_close_ply(&index);
}

static int show(struct store *store, const struct command_options *options)
{
    bool finished = store->counted == store->folder.buckets;
    struct json json = {0};
    if (options->json) {
        json_begin_store(&json, store);
    } else {
        if (store->job.variant != PF_VARIANT_STANDARD) printf("variant: %s\n", pf_variant_name(store->job.variant));
        printf("position: %s\n", store->job.shown);
        printf("depth: %u\n", store->job.depth);
        printf("version: %s\n", store->job.version);
    }
    for (unsigned ply = 1; ply <= store->ply; ply++) show_ply(store, ply, options->json ? &json : NULL);
    if (options->json) {
        json_print_store(&json);
        return STATUS_OK;
    }
    printf("counted: %" PRIu32 " of %" PRIu32 " buckets of ply %u\n", store->counted, store->folder.buckets,
           store->ply);
    printf("seconds: %.3f\n", store->seconds);
    printf("result: %s\n", finished ? COUNT_TEXT(store->leaves) : "not finished");
    return STATUS_OK;
}

/* ---- check ---- */

struct recount {
    struct store *store;
    const pf_position *position;
    struct store_ply *ply; /* the last stored ply; NULL if it is not stored */
    bool *sampled;
    uint64_t memory; /* the maximum size of the records of a bucket */
    unsigned done, wrong;
    bool json;
};

/* Reads every record of a ply; true if the ply is there. */
static bool check_ply(struct recount *it, unsigned ply, struct store_ply *index, pf_count *above)
{
    struct store *store = it->store;
    if (files_of(store, ply) < store->folder.buckets) return false;
    if (!store_open_ply(index, &store->folder, ply)) fail("%s", store->folder.message);
    store_check_sums(store, it->position, ply - 1, index->parent_ways, index->parents);
    if (above->lo > 0 && !pf_count_equal(*above, index->parent_ways))
        fail("store '%s': the path counts of ply %u do not add up", store->folder.path, ply - 1);
    pf_count ways = {0, 0};
    for (uint32_t bucket = 0; bucket < store->folder.buckets && !was_interrupted(); bucket++) {
        uint64_t size = store_size(index, &store->folder, bucket);
        if (size >= it->memory / sizeof(pf_perft_record))
            fail("store '%s': a bucket does not fit into the memory allowed; see --memory", store->folder.path);
        pf_perft_record *records = allocated(calloc((size_t)size + 1, sizeof *records));
        if (!store_read(index, &store->folder, bucket, records)) fail("%s", store->folder.message);
        for (uint64_t i = 0; i < size; i++) ways = pf_count_add(ways, pf_count_of(records[i].ways));
        free(records);
    }
    if (!was_interrupted() && !pf_count_equal(ways, index->ways))
        fail("store '%s': the path counts of ply %u do not add up", store->folder.path, ply);
    *above = index->ways;
    return true;
}

static bool has_all(void *context, unsigned ply, uint32_t bucket)
{
    (void)context, (void)ply, (void)bucket;
    return true;
}

static bool write_nothing(void *context, const pf_perft_children *children)
{
    (void)context, (void)children;
    return false;
}

static bool size_of_bucket(void *context, unsigned ply, uint32_t bucket, uint64_t *size)
{
    struct recount *it = context;
    (void)ply; /* only the last one matters */
    *size = store_size(it->ply, &it->store->folder, bucket);
    return true;
}

static bool read_bucket(void *context, unsigned ply, uint32_t bucket, pf_perft_record *records)
{
    struct recount *it = context;
    (void)ply;
    if (store_read(it->ply, &it->store->folder, bucket, records)) return true;
    fail("%s", it->store->folder.message);
}

static bool is_sampled(void *context, uint32_t bucket)
{
    return ((struct recount *)context)->sampled[bucket];
}

static bool compare(void *context, const pf_perft_bucket *bucket)
{
    struct recount *it = context;
    const struct ledger_bucket *row = &it->store->rows[bucket->bucket];
    it->done++;
    if (row->positions == bucket->positions && pf_count_equal(row->ways, bucket->ways) &&
        pf_count_equal(row->leaves, bucket->leaves))
        return true;
    it->wrong++;
    if (!it->json)
        printf("bucket %" PRIu32 ": the ledger has %s leaves of %" PRIu64 " positions, recounted %s of %" PRIu64 "\n",
               bucket->bucket, COUNT_TEXT(row->leaves), row->positions, COUNT_TEXT(bucket->leaves), bucket->positions);
    return true;
}

/* Chooses counted buckets at random. */
static void choose_sample(struct recount *it, unsigned size)
{
    const struct store *store = it->store;
    uint64_t random = (uint64_t)(seconds_now() * 1e9) | 1;
    uint32_t left = store->counted;
    for (uint32_t i = 0; i < store->folder.buckets && size > 0; i++) {
        if (!store->known[i]) continue;
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        it->sampled[i] = (random >> 33) % left-- < size;
        size -= it->sampled[i];
    }
}

/* Counts sampled buckets again with the portable counters, or, if those counted them the first time, with the fastest
 * ones. */
static pf_status count_again(struct recount *it, const struct counting *counting, pf_error *error)
{
    const struct store *store = it->store;
    uint32_t first = 0;
    while (first < store->folder.buckets && !it->sampled[first]) first++;
    if (first == store->folder.buckets) return PF_OK;
    bool was_portable = strcmp(store->rows[first].backend, pf_level_name(PF_LEVEL_PORTABLE)) == 0;
    pf_cpu_force(was_portable ? ~0u : pf_level_features(PF_LEVEL_PORTABLE));
    pf_perft_options options = {.threads = counting->threads,
                                .memory_bytes = counting->memory,
                                .context = it,
                                .should_stop = stop_when_interrupted};
    pf_perft_store callbacks = {.ply = store->ply,
                                .buckets = store->folder.buckets,
                                .context = it,
                                .last_by_turn = store_is_of_distinct(store),
                                .wants = is_sampled,
                                .counted = compare};
    if (it->ply != NULL) {
        callbacks.has = has_all;
        callbacks.write = write_nothing;
        callbacks.size = size_of_bucket;
        callbacks.read = read_bucket;
    }
    pf_status status = pf_perft_stored(it->position, store->job.depth, &options, &callbacks, error);
    pf_cpu_force(~0u);
    return status;
}

static int check(struct store *store, const struct command_options *options)
{
    pf_position position;
    struct store_ply index = {.sections = NULL};
    pf_count above = {0, 0};
    pf_error error;
    unsigned plies = 0;
    if (!read_kept_fen(&position, store->job.fen, &error)) fail("store '%s': %s", store->folder.path, error.message);
    struct recount it = {.store = store,
                         .position = &position,
                         .memory = options->counting.memory > 0 ? options->counting.memory : UINT64_C(2) << 30,
                         .wrong = store->damaged,
                         .json = options->json};
    catch_interrupts();
    for (unsigned ply = 1; ply <= store->ply && !was_interrupted(); ply++) {
        store_close_ply(&index);
        plies += check_ply(&it, ply, &index, &above);
    }
    bool complete = store->counted == store->folder.buckets;
    if (complete) store_check_sums(store, &position, store->ply, store->ways, store->positions);
    if (complete && above.lo > 0 && !pf_count_equal(above, store->ways))
        fail("store '%s': the path counts of the counted buckets do not add up", store->folder.path);
    it.sampled = allocated(calloc(store->folder.buckets, sizeof *it.sampled));
    it.ply = index.sections != NULL && index.ply == store->ply ? &index : NULL;
    pf_status status = PF_OK;
    /* If no ply is stored, all of them are computed in memory. */
    if (it.ply != NULL || plies == 0) {
        choose_sample(&it, options->sample);
        status = count_again(&it, &options->counting, &error);
    }
    store_close_ply(&index);
    free(it.sampled);
    if (was_interrupted()) {
        complain("stopped: %u buckets counted again, %u wrong", it.done, it.wrong);
        return STATUS_INTERRUPTED;
    }
    if (status == PF_ERROR_NO_ROOM && plies == 0) {
        complain("cannot recount a bucket: the plies are not stored and do not fit into memory; see --memory");
    } else if (status != PF_OK) {
        store_complain_of(store, &error);
        return STATUS_FAILED;
    }
    if (options->json)
        json_print_store_check(plies, it.done, store->counted, it.wrong);
    else
        printf("stored plies: %u, all totals correct; buckets: %u of %" PRIu32 " counted again, %u wrong\n", plies,
               it.done, store->counted, it.wrong);
    return it.wrong > 0 ? STATUS_FAILED : STATUS_OK;
}

/* ---- drop ---- */

static int drop(struct store *store, const struct command_options *options)
{
    unsigned removed;
    if (!store_lock(&store->folder, STORE_EXCLUSIVE, STORE_PLIES, STORE_BUCKETS + PF_PERFT_MAX_BUCKETS))
        refuse("%s", store->folder.message);
    if (!store_remove(&store->folder, &removed)) fail("%s", store->folder.message);
    if (options->json)
        json_print_store_drop(removed);
    else
        printf("%u files removed; the ledgers are kept\n", removed);
    return STATUS_OK;
}

static int run_store(const void *context, const struct operands *operands)
{
    static int (*const actions[])(struct store *, const struct command_options *) = {show, check, drop};
    static const char *const names[] = {"show", "check", "drop"};
    unsigned action = 0;
    while (action < 3 && strcmp(operands->words[0], names[action]) != 0) action++;
    if (action == 3) refuse("store takes show, check or drop, not '%s'", operands->words[0]);
    if (!ledger_is_available()) refuse("stores are not available: this plyforge was built without SQLite");
    struct store store = open_existing(operands->words[1], actions[action] == drop ? STORE_CHANGE : STORE_LOOK);
    int status = actions[action](&store, context);
    store_end(&store);
    return status;
}

static void read_sample(void *value, const struct option_word *word)
{
    *(unsigned *)value = read_positive(word, "number", PF_PERFT_MAX_BUCKETS);
}

static const struct option_row option_rows[] = {
    THREADS_ROW(struct command_options, counting.threads),
    OPTION("sample", "N", "check: count N buckets again (default: 4)", read_sample, struct command_options, sample),
    MEMORY_ROW(struct command_options),
    JSON_ROW(struct command_options),
    END_OF_OPTIONS,
};

static const struct command_options defaults = {.counting = COUNTING_DEFAULTS, .sample = 4};

const struct command store_command = {
    .name = "store",
    .operands = "show|check|drop DIR",
    .min_operands = 2,
    .max_operands = 2,
    COMMAND_OPTIONS(option_rows, defaults),
    .summary = "show or check the store of a deep perft, or remove its plies",
    .description =
        "show prints which count the store of a perft with --store belongs to, which plies it has and how many "
        "buckets\n"
        "are counted. check reads every file, compares the totals, and counts a random sample of buckets again\n"
        "with different code. drop removes the plies, which take up most of the space, and keeps the counts.",
    .example = "  plyforge store check run.store --sample 10",
    .run = run_store,
};
