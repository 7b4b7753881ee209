/* perft with a store: the plies are kept in files, the counts of buckets in a ledger, and an interrupted count resumes
 * where it stopped. */
#include "count/counting.h"
#include "platform/interrupt.h"
#include "store/stored_count.h"

#include <string.h>

/* ---- The callbacks of the library ---- */

/* Only one run generates plies, and no other run counts meanwhile. */
static bool has(void *context, unsigned ply, uint32_t bucket)
{
    struct stored_count *count = context;
    struct store_folder *folder = &count->store.folder;
    if (store_has(folder, ply, bucket)) return true;
    if (!count->makes && !store_lock(folder, STORE_EXCLUSIVE, STORE_PLIES, 1))
        refuse("store '%s': its plies are not complete, and another run is working on it; make them first with "
               "--buckets 0/%u",
               folder->path, count->options->store->parts > 0 ? count->options->store->parts : 1);
    count->makes = true;
    return store_has(folder, ply, bucket);
}

static bool write_children(void *context, const pf_perft_children *children)
{
    return store_write(&((struct stored_count *)context)->store.folder, children);
}

/* Opens a ply for reading, and compares its totals with those of the ply above. */
static bool open_ply(struct stored_count *count, unsigned ply)
{
    if (count->ply.sections != NULL && count->ply.ply == ply) return true;
    pf_count above = count->ply.ways;
    bool follows = count->ply.sections != NULL && count->ply.ply + 1 == ply;
    store_close_ply(&count->ply);
    if (!store_open_ply(&count->ply, &count->store.folder, ply)) return false;
    store_check_sums(&count->store, count->options->position, ply - 1, count->ply.parent_ways, count->ply.parents);
    if (follows && !pf_count_equal(above, count->ply.parent_ways))
        fail("store '%s': internal error: the path counts of ply %u do not add up", count->store.folder.path, ply - 1);
    return true;
}

static bool size_of_bucket(void *context, unsigned ply, uint32_t bucket, uint64_t *size)
{
    struct stored_count *count = context;
    if (!open_ply(count, ply)) return false;
    *size = store_size(&count->ply, &count->store.folder, bucket);
    return true;
}

static bool read_bucket(void *context, unsigned ply, uint32_t bucket, pf_perft_record *records)
{
    struct stored_count *count = context;
    return open_ply(count, ply) && store_read(&count->ply, &count->store.folder, bucket, records);
}

static bool wants(void *context, uint32_t bucket)
{
    struct stored_count *count = context;
    if (!count->counts && count->makes) store_lock(&count->store.folder, STORE_SHARED, STORE_PLIES, 1);
    count->counts = true;
    if (bucket < count->first || bucket >= count->end || count->store.known[bucket] || count->is_late) return false;
    return stored_begins_bucket(count);
}

static bool counted(void *context, const pf_perft_bucket *bucket)
{
    struct stored_count *count = context;
    struct ledger_bucket row = stored_row(count, bucket);
    return stored_keep(count, &row);
}

static bool should_stop(void *context)
{
    const struct stored_count *count = context;
    return was_interrupted() || seconds_now() > count->deadline;
}

static bool on_progress(void *context, const pf_perft_progress *progress)
{
    struct stored_count *count = context;
    progress_update(&count->progress, progress->done, progress->total, progress->fraction, progress->nodes);
    return true;
}

/* ---- The run ---- */

int run_stored_perft(const struct stored_perft *options)
{
    struct stored_count count = {.options = options, .start = seconds_now()};
    pf_perft_options perft = counting_options(options->counting);
    pf_error error;
    stored_begin(&count, perft.device);
    perft.context = &count;
    perft.should_stop = should_stop;
    perft.on_progress = on_progress;
    count.progress = progress_begin("distinct positions");
    catch_interrupts();
    const pf_perft_store store = {.ply = count.store.ply,
                                  .buckets = count.store.folder.buckets,
                                  .context = &count,
                                  .has = has,
                                  .write = write_children,
                                  .size = size_of_bucket,
                                  .read = read_bucket,
                                  .wants = wants,
                                  .counted = counted};
    bool is_complete = count.store.counted == store.buckets;
    pf_status status = PF_OK;
    if (!is_complete) status = pf_perft_stored(options->position, options->depth, &perft, &store, &error);
    progress_erase(&count.progress);
    int result = stored_finish(&count, status, &error);
    stored_end(&count);
    return result;
}

/* ---- Options ---- */

void read_store(void *value, const struct option_word *word)
{
    if (!ledger_is_available()) refuse("--store is not available: this plyforge was built without SQLite");
    if (word->text[0] == '\0') refuse("--store needs the name of a folder");
    read_text(value, word);
}

void read_store_buckets(void *value, const struct option_word *word)
{
    *(unsigned *)value = read_positive(word, "number", STORE_MAX_BUCKETS);
}

void read_part(void *value, const struct option_word *word)
{
    struct store_options *store = value;
    const char *slash = strchr(word->text, '/');
    if (slash == NULL || !read_number(&store->parts, slash + 1, strlen(slash + 1), PF_PERFT_MAX_BUCKETS) ||
        store->parts == 0 || !read_number(&store->part, word->text, (size_t)(slash - word->text), store->parts))
        refuse("--buckets takes I/N, part I of N parts, as in 3/64, not '%s'", word->text);
}

void read_time_limit(void *value, const struct option_word *word)
{
    static const char units[] = "smh";
    static const unsigned seconds[] = {1, 60, 3600};
    size_t length = strlen(word->text);
    const char *unit = length > 0 ? strchr(units, word->text[length - 1]) : NULL;
    unsigned scale = unit != NULL ? seconds[unit - units] : 1, number;
    if (!read_number(&number, word->text, length - (unit != NULL), 100000000 / scale) || number == 0)
        refuse("--time-limit takes a time such as 90s, 9m or 2h, not '%s'", word->text);
    *(unsigned *)value = number * scale;
}
