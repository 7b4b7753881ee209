/* A count by many processes: the callbacks of the library, and the work of rank 0 on the reports. */
#include "cluster.h"
#include "count/counting.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Seconds between progress lines if standard error is not a terminal. */
static const double progress_interval = 60;

/* ---- Reports ---- */

void show_progress(struct cluster *it, uint32_t done, uint32_t total)
{
    struct progress *progress = &it->count.progress;
    double fraction = it->to_count > 0 ? (double)it->counted / (double)it->to_count : 0;
    progress_update(progress, done, total, fraction, it->nodes);
    double now = seconds_now();
    if (!isinf(progress->next) || now < it->next_line || fraction <= 0) return;
    it->next_line = now + progress_interval;
    char line[LINE_SIZE];
    progress_describe(line, progress, done, total, fraction, it->nodes);
    fprintf(stderr, "%s\n", line);
}

/* On rank 0: keeps a row in the ledger. */
static bool keep_row(struct cluster *it, const struct ledger_bucket *row)
{
    if (row->bucket >= it->count.store.folder.buckets || it->count.store.known[row->bucket])
        give_up(it, "internal error: a bucket was counted twice");
    if (!stored_keep(&it->count, row)) return false;
    it->counted += it->sizes[row->bucket] + 1;
    it->nodes = pf_count_add(it->nodes, row->leaves);
    show_progress(it, it->count.store.counted, it->count.store.folder.buckets);
    return true;
}

/* On rank 0: takes the reports that have arrived. */
static bool take_reports(struct cluster *it)
{
    struct team_report report;
    while (team_take_report(&report)) {
        if (report.is_last)
            it->ended++;
        else if (!keep_row(it, &report.row))
            return false;
    }
    return true;
}

/* ---- Callbacks of the library ---- */

static bool has_file(void *context, unsigned ply, uint32_t bucket)
{
    struct cluster *it = context;
    if (it->is_stopped) return true;
    if (it->ply != ply) begin_ply(it, ply);
    if (seconds_now() > it->count.deadline) it->count.is_late = true;
    return it->is_stopped || it->count.is_late || it->holders[bucket] != NO_HOLDER || !is_own(it, bucket);
}

static bool write_file(void *context, const pf_perft_children *children)
{
    struct cluster *it = context;
    it->keeping->write(it, children);
    it->holders[children->bucket] = (uint64_t)it->leaders[it->team.rank];
    drop_received(it, children->ply - 1, children->bucket);
    return true;
}

static bool size_of_records(void *context, unsigned ply, uint32_t bucket, uint64_t *size)
{
    struct cluster *it = context;
    (void)ply; /* the one that is open now */
    *size = it->keeping->size(it, bucket) + it->received[bucket];
    return true;
}

static bool read_records(void *context, unsigned ply, uint32_t bucket, pf_perft_record *records)
{
    struct cluster *it = context;
    uint64_t size = it->keeping->size(it, bucket);
    it->keeping->read(it, bucket, records);
    read_received(it, ply, bucket, records + size);
    return true;
}

static bool wants_bucket(void *context, uint32_t bucket)
{
    struct cluster *it = context;
    struct stored_count *count = &it->count;
    if (!it->is_stopped && !it->is_ready) begin_counting(it);
    if (it->is_stopped || count->is_late || !is_own(it, bucket)) return false;
    count->counts = true;
    return stored_begins_bucket(count);
}

static bool report_bucket(void *context, const pf_perft_bucket *bucket)
{
    struct cluster *it = context;
    struct team_report report = {.row = stored_row(&it->count, bucket)};
    drop_received(it, bucket->ply, bucket->bucket);
    if (it->team.rank == 0) return keep_row(it, &report.row);
    team_report(&report);
    return true;
}

/* Generating a ply never stops in the middle of a bucket. */
static bool should_stop(void *context)
{
    const struct stored_count *count = &((struct cluster *)context)->count;
    return count->counts && seconds_now() > count->deadline;
}

static bool on_progress(void *context, const pf_perft_progress *progress)
{
    struct cluster *it = context;
    (void)progress;
    if (it->team.rank != 0) return true;
    return take_reports(it);
}

pf_perft_store cluster_store(struct cluster *it)
{
    return (pf_perft_store){.ply = it->count.store.ply,
                            .buckets = it->count.store.folder.buckets,
                            .context = it,
                            .last_by_turn = it->count.options->distinct,
                            .has = has_file,
                            .write = write_file,
                            .size = size_of_records,
                            .read = read_records,
                            .wants = wants_bucket,
                            .counted = report_bucket};
}

/* ---- The run ---- */

void create_buckets(struct cluster *it)
{
    uint32_t buckets = it->count.store.folder.buckets;
    it->holders = allocated(calloc(buckets, sizeof *it->holders));
    it->needed = allocated(calloc(buckets, sizeof *it->needed));
    it->owners = allocated(calloc(buckets, sizeof *it->owners));
    it->sizes = allocated(calloc(buckets, sizeof *it->sizes));
    it->received = allocated(calloc(buckets, sizeof *it->received));
    it->digests = allocated(calloc(buckets, sizeof *it->digests));
    it->next_line = seconds_now() + progress_interval;
}

void destroy_buckets(struct cluster *it)
{
    free(it->leaders);
    free(it->holders);
    free(it->needed);
    free(it->owners);
    free(it->sizes);
    free(it->received);
    free(it->digests);
}

/* The data about the store that all processes need. */
struct shape {
    unsigned ply;
    uint32_t buckets;
    char fen[KEPT_FEN_SIZE];
};

/* Opens the store: rank 0 first, with its ledger; then the others open the folder that has this name on their machine.
 */
static void begin(struct cluster *it, const struct stored_perft *options, pf_perft_device device)
{
    struct stored_count *count = &it->count;
    struct store *store = &count->store;
    struct shape shape = {.ply = 0};
    if (it->team.rank == 0) {
        stored_begin(count, device);
        shape = (struct shape){.ply = store->ply, .buckets = store->folder.buckets};
        memcpy(shape.fen, store->folder.fen, sizeof shape.fen);
    }
    team_agree(true);
    team_share(&shape, sizeof shape);
    if (it->team.rank != 0) {
        *store = store_begin(options->store->path, STORE_CREATE);
        store->ply = shape.ply;
        store->folder.buckets = shape.buckets;
        memcpy(store->folder.fen, shape.fen, sizeof shape.fen);
        store->known = allocated(calloc(shape.buckets, sizeof *store->known));
        stored_set_conditions(count, device);
    }
    team_share(store->known, shape.buckets * sizeof *store->known);
    team_share(&store->counted, sizeof store->counted);
    find_sharers(it);
    lock_folders(it);
    create_buckets(it);
    count->progress = progress_begin("buckets");
}

static void end(struct cluster *it)
{
    destroy_buckets(it);
    if (it->team.rank == 0) {
        stored_end(&it->count);
    } else {
        store_close_ply(&it->count.ply);
        store_end(&it->count.store);
    }
}

/* Waits for the others, and reports the result. If one process fails, all of them end. */
static int finish(struct cluster *it, pf_status status, const pf_error *error)
{
    struct stored_count *count = &it->count;
    bool is_late = status == PF_ERROR_STOPPED && seconds_now() > count->deadline;
    int result = STATUS_OK;
    if (status != PF_OK && !is_late && it->team.rank != 0)
        give_up(it, status == PF_ERROR_NO_ROOM ? "a bucket does not fit into the memory allowed; see --memory"
                                               : error->message);
    if (it->team.rank != 0) team_report(&(struct team_report){.is_last = true});
    while (it->team.rank == 0 && (status == PF_OK || is_late) && it->ended < it->team.size - 1) {
        if (!take_reports(it)) team_abort(STATUS_FAILED);
        team_pause();
    }
    uint64_t distinct[PF_PERFT_MAX_DEPTH + 1] = {0};
    if (count->options->distinct && (status == PF_OK || is_late)) {
        team_share(&count->store.counted, sizeof count->store.counted);
        if (count->store.counted == count->store.folder.buckets) find_distinct(it, distinct);
        count->distinct = distinct;
    }
    if (it->team.rank == 0) {
        progress_erase(&count->progress);
        result = stored_finish(count, status, error);
        if (result == STATUS_FAILED) team_abort(result);
        if (it->bytes_sent > 0) fprintf(stderr, "Sent: %" PRIu64 " bytes\n", it->bytes_sent);
    }
    team_meet();
    return result;
}

int run_cluster(struct cluster *it, const struct stored_perft *options)
{
    struct stored_count *count = &it->count;
    pf_perft_options perft = counting_options(options->counting);
    pf_error error = {0};
    *count = (struct stored_count){.options = options, .start = seconds_now()};
    it->keeping = &in_folder;
    begin(it, options, perft.device);
    perft.context = it;
    perft.should_stop = should_stop;
    perft.on_progress = on_progress;
    const pf_perft_store store = cluster_store(it);
    pf_status status = PF_OK;
    if (count->store.counted < store.buckets)
        status = pf_perft_stored(options->position, options->depth, &perft, &store, &error);
    int result = finish(it, status, &error);
    end(it);
    return result;
}
