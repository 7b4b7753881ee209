/* The common part of counts with a store: opening it, storing the counts, and reporting what is done or left; see
 * stored_count.h. */
#include "store/stored_count.h"
#include "output/json.h"
#include "platform/interrupt.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* By default a bucket has a few hundred thousand positions when counting from the start position, and a few hundred
 * million on a GPU. */
uint32_t stored_default_buckets(unsigned depth, pf_perft_device device)
{
    if (device == PF_PERFT_CUDA) return depth <= 11 ? 8 : depth <= 13 ? 64 : 1024;
    return depth <= 8 ? 64 : depth <= 10 ? 256 : depth == 11 ? 1024 : 4096;
}

/* Refuses a store that belongs to another count. */
static void check_is_same_job(const struct store *store, const char *fen, unsigned depth)
{
    if (store->ledgers == 0) return;
    char other[LINE_SIZE];
    if (strcmp(store->job.fen, fen) == 0 && store->job.depth == depth) return;
    ledger_describe_job(other, &store->job);
    refuse("store '%s': it belongs to another job, %s", store->folder.path, other);
}

void stored_set_conditions(struct stored_count *count, pf_perft_device device)
{
    unsigned seconds = count->options->store->seconds;
    count->backend = device == PF_PERFT_CUDA ? "cuda" : pf_level_name(pf_perft_level());
    count->deadline = seconds > 0 ? count->start + seconds : 1e300;
}

void stored_begin(struct stored_count *count, pf_perft_device device)
{
    const struct stored_perft *options = count->options;
    const struct store_options *chosen = options->store;
    count->store = store_begin(chosen->path, STORE_CREATE);
    store_read_ledgers(&count->store);
    struct store_folder *folder = &count->store.folder;
    char fen[KEPT_FEN_SIZE];
    ledger_write_fen(fen, options->position);
    check_is_same_job(&count->store, fen, options->depth);
    unsigned ply = options->distinct ? options->depth : pf_perft_stored_ply(options->depth, device);
    struct ledger_store shape = {ply, folder->buckets};
    if (count->store.ledgers > 0 && store_is_of_distinct(&count->store) != options->distinct)
        refuse("store '%s': it was created by %s", folder->path, options->distinct ? "perft" : "plyforge-mpi unique");
    if (count->store.ledgers > 0 && shape.ply != count->store.ply)
        refuse("store '%s': it was created %s --backend cuda", folder->path,
               device == PF_PERFT_CUDA ? "without" : "with");
    if (count->store.ledgers > 0 && chosen->buckets > 0 && chosen->buckets != folder->buckets)
        refuse("store '%s': has %" PRIu32 " buckets, not %u", folder->path, folder->buckets, chosen->buckets);
    if (count->store.ledgers == 0)
        shape.buckets = chosen->buckets > 0
                            ? chosen->buckets
                            : stored_default_buckets(options->depth + (options->distinct ? 3 : 0), device);

    uint64_t parts = chosen->parts > 0 ? chosen->parts : 1, part = chosen->parts > 0 ? chosen->part : 1;
    count->first = part > 0 ? (uint32_t)(shape.buckets * (part - 1) / parts) : 0;
    count->end = (uint32_t)(shape.buckets * part / parts);
    if (!store_lock(folder, STORE_EXCLUSIVE, STORE_BUCKETS + count->first, count->end - count->first) ||
        !store_lock(folder, STORE_SHARED, STORE_PLIES, 1))
        refuse("%s", folder->message);

    char *name = count->ledger_name;
    if (chosen->parts > 1 && part > 0)
        snprintf(name, STORE_NAME_SIZE, "%s/%u-of-%u" STORE_LEDGER, folder->path, chosen->part, chosen->parts);
    else
        snprintf(name, STORE_NAME_SIZE, "%s/all" STORE_LEDGER, folder->path);
    count->ledger = ledger_begin_store(name, options->position, options->depth, &shape);
    store_read_ledgers(&count->store); /* read them now that no other run counts these buckets */
    stored_set_conditions(count, device);
}

bool stored_begins_bucket(struct stored_count *count)
{
    count->bucket_start = seconds_now();
    count->is_late = count->bucket_start + count->longest > count->deadline;
    return !count->is_late;
}

struct ledger_bucket stored_row(struct stored_count *count, const pf_perft_bucket *bucket)
{
    struct ledger_bucket row = {.bucket = bucket->bucket,
                                .positions = bucket->positions,
                                .ways = bucket->ways,
                                .leaves = bucket->leaves,
                                .seconds = seconds_now() - count->bucket_start};
    snprintf(row.backend, sizeof row.backend, "%s", count->backend);
    if (row.seconds > count->longest) count->longest = row.seconds;
    return row;
}

static bool write_waiting(struct stored_count *count)
{
    unsigned size = count->waiting_size;
    count->waiting_size = 0;
    count->waiting_seconds = 0;
    return ledger_add_buckets(count->ledger, count->waiting, size);
}

bool stored_keep(struct stored_count *count, const struct ledger_bucket *row)
{
    count->waiting[count->waiting_size++] = *row;
    count->waiting_seconds += row->seconds;
    store_add(&count->store, row);
    return (count->waiting_size < WAITING_ROWS && count->waiting_seconds < 0.5) || write_waiting(count);
}

/* Reports what has been counted, what is left, and how long that will take at the average rate so far. Returns the exit
 * status. */
static int tell_rest(const struct stored_count *count)
{
    const struct store *store = &count->store;
    const struct store_options *chosen = count->options->store;
    uint32_t left = store->folder.buckets - store->counted, left_here = 0;
    char time[DURATION_SIZE], part[64] = "";
    for (uint32_t i = count->first; i < count->end; i++) left_here += !store->known[i];
    describe_seconds(time, store->counted > 0 ? store->seconds / store->counted * left : 0);
    if (chosen->parts > 1) snprintf(part, sizeof part, ", %" PRIu32 " of them in part %u", left_here, chosen->part);
    flush_output();
    fprintf(stderr, "Store: %" PRIu32 " of %" PRIu32 " buckets counted, %" PRIu32 " left%s", store->counted,
            store->folder.buckets, left, part);
    if (store->counted > 0) fprintf(stderr, ", about %s of work on one such machine", time);
    fputc('\n', stderr);
    if (was_interrupted()) return STATUS_INTERRUPTED;
    return left_here > 0 || count->is_late ? STATUS_UNFINISHED : STATUS_OK;
}

static void print_answer(const struct stored_count *count, double seconds)
{
    const struct stored_perft *options = count->options;
    const struct store *store = &count->store;
    uint64_t distinct[PF_PERFT_MAX_DEPTH + 1] = {0};
    char fen[PF_FEN_SIZE];
    write_fen(fen, options->position, options->chess960);
    if (options->distinct) {
        memcpy(distinct, count->distinct, options->depth * sizeof *distinct);
        distinct[options->depth] = store->positions;
    }
    if (options->json && options->distinct)
        json_print_unique(fen, distinct, options->depth);
    else if (options->json)
        json_print_perft(fen, options->depth, store->leaves, seconds, NULL, 0, NULL);
    else if (options->distinct)
        for (unsigned ply = 1; ply <= options->depth; ply++) printf("%u: %" PRIu64 "\n", ply, distinct[ply]);
    else
        printf("Nodes searched: %s\n", COUNT_TEXT(store->leaves));
}

static int tell_result(const struct stored_count *count)
{
    const struct stored_perft *options = count->options;
    const struct store *store = &count->store;
    double seconds = seconds_now() - count->start;
    store_check_sums(store, options->position, store->ply, store->ways, store->positions);
    if (count->ply.sections != NULL && count->ply.ply == store->ply && !pf_count_equal(count->ply.ways, store->ways))
        fail("store '%s': internal error: the path counts of ply %u do not add up", store->folder.path, store->ply);
    if (!ledger_finish(count->ledger, store->leaves)) return STATUS_FAILED;
    print_answer(count, seconds);
    if (options->json) return STATUS_OK;
    flush_output();
    fprintf(stderr, "Time: %.3f s, all runs: %.3f s for %" PRIu32 " buckets\n", seconds, store->seconds,
            store->counted);
    return STATUS_OK;
}

int stored_finish(struct stored_count *count, pf_status status, const pf_error *error)
{
    if (!write_waiting(count)) return STATUS_FAILED;
    if (status == PF_ERROR_STOPPED && count->store.folder.message[0] != '\0') {
        complain("%s", count->store.folder.message);
        return STATUS_FAILED;
    }
    if (status == PF_ERROR_NO_ROOM) {
        complain("%s; see --memory and --store-buckets", error->message);
        return STATUS_FAILED;
    }
    bool is_late = status == PF_ERROR_STOPPED && seconds_now() > count->deadline;
    if (status != PF_OK && !is_late && !was_interrupted()) {
        if (status != PF_ERROR_STOPPED) store_complain_of(&count->store, error);
        return STATUS_FAILED; /* the ledger has already reported the error */
    }
    count->is_late = count->is_late || is_late;
    store_read_ledgers(&count->store); /* other runs may have counted their parts by now */
    if (count->store.ledgers == 0)
        fail("store '%s': its ledgers were removed during the run", count->store.folder.path);
    return count->store.counted == count->store.folder.buckets ? tell_result(count) : tell_rest(count);
}

void stored_end(struct stored_count *count)
{
    store_close_ply(&count->ply);
    ledger_close(count->ledger);
    store_end(&count->store);
}
