/* The ledgers of a store, and the totals in them; see store.h. */
#include "store/store.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct store store_begin(const char *path, enum store_use use)
{
    struct store store = {.ledgers = 0};
    if (!store_open(&store.folder, path, use)) refuse("%s", store.folder.message);
    return store;
}

static void forget_rows(struct store *store)
{
    free(store->rows);
    free(store->known);
    store->rows = NULL;
    store->known = NULL;
}

void store_end(struct store *store)
{
    forget_rows(store);
    store_close(&store->folder);
}

/* Leaves are counted from a few plies above them, or from ply 0. */
bool store_is_of_distinct(const struct store *store)
{
    return store->ply > 0 && store->ply == store->job.depth;
}

void store_add(struct store *store, const struct ledger_bucket *bucket)
{
    store->rows[bucket->bucket] = *bucket;
    store->known[bucket->bucket] = true;
    store->counted++;
    store->positions += bucket->positions;
    store->ways = pf_count_add(store->ways, bucket->ways);
    store->leaves = pf_count_add(store->leaves, bucket->leaves);
    store->seconds += bucket->seconds;
}

/* A bucket may be in two ledgers if a part was counted twice on different machines; it is used only once. */
static void use_bucket(void *context, const struct ledger_bucket *bucket)
{
    struct store *store = context;
    const struct ledger_bucket *row = &store->rows[bucket->bucket];
    if (!store->known[bucket->bucket])
        store_add(store, bucket);
    else if (row->positions != bucket->positions || !pf_count_equal(row->ways, bucket->ways) ||
             !pf_count_equal(row->leaves, bucket->leaves))
        refuse("store '%s': its ledgers have different counts for bucket %" PRIu32, store->folder.path, bucket->bucket);
}

static void use_ledger(struct store *store, const char *path)
{
    struct ledger *ledger = ledger_open_if_begun(path, true);
    struct ledger_job job;
    struct ledger_store shape;
    if (ledger == NULL) return;
    ledger_read_job(ledger, &job);
    ledger_read_store(ledger, &shape);
    if (shape.buckets == 0) refuse("ledger '%s': it is a ledger of subtrees, not of a store", path);
    if (store->ledgers++ == 0) {
        store->job = job;
        store->ply = shape.ply;
        store->folder.buckets = shape.buckets;
        memcpy(store->folder.fen, job.fen, sizeof store->folder.fen);
        store->rows = allocated(calloc(shape.buckets, sizeof *store->rows));
        store->known = allocated(calloc(shape.buckets, sizeof *store->known));
    }
    if (strcmp(job.fen, store->job.fen) != 0 || job.depth != store->job.depth || shape.ply != store->ply ||
        shape.buckets != store->folder.buckets)
        refuse("ledger '%s': it belongs to a different run than the other ledgers of the store", path);
    unsigned damaged = ledger_read_buckets(ledger, use_bucket, store);
    if (damaged > 0 && !store->was_read)
        complain("warning: ledger '%s': %u of its buckets are damaged, and are treated as not counted", path, damaged);
    store->damaged += damaged;
    ledger_close(ledger);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void store_read_ledgers(struct store *store)
{
    char **names = NULL;
    size_t size = 0;
    DIR *entries = opendir(store->folder.path);
    if (entries == NULL) fail("cannot read store '%s': %s", store->folder.path, strerror(errno));
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        if (!store_is_ledger_name(entry->d_name)) continue;
        names = allocated(realloc(names, (size + 1) * sizeof *names));
        names[size] = allocated(malloc(strlen(store->folder.path) + strlen(entry->d_name) + 2));
        sprintf(names[size++], "%s/%s", store->folder.path, entry->d_name);
    }
    closedir(entries);
    if (size > 0) qsort(names, size, sizeof *names, compare_names);
    forget_rows(store);
    bool was_read = store->was_read;
    *store = (struct store){.folder = store->folder, .was_read = was_read};
    for (size_t i = 0; i < size; i++) {
        use_ledger(store, names[i]);
        free(names[i]);
    }
    free(names);
    store->was_read = true;
}

void store_complain_of(const struct store *store, const pf_error *error)
{
    if (error->code == PF_ERROR_POSITION)
        complain("store '%s' is damaged: %s; remove its plies with 'plyforge store drop' to have them generated again",
                 store->folder.path, error->message);
    else
        complain("%s", error->message);
}

/* ---- Sums ---- */

/* perft and the number of distinct positions (OEIS A083276) of the start position. */
static const struct {
    uint64_t ways, distinct;
} start_plies[] = {
    {1, 1},
    {20, 20},
    {400, 400},
    {8902, 5362},
    {197281, 72078},
    {4865609, 822518},
    {119060324, 9417681},
    {3195901860, 96400068},
    {84998978956, 988187354},
    {2439530234167, 9183421888},
    {69352859712417, 85375278064},
    {2097651003696806, 726155461002},
};

/* Up to this ply, the positions are counted again for the comparison. For deeper plies this would take too long. */
enum { RECOUNTED_PLY = 5 };

/* Whether the counts of a ply have been published, which is the case for the first plies of the start position. */
static bool is_published(const struct store *store, unsigned ply)
{
    static const char start_fen[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";
    return strcmp(store->folder.fen, start_fen) == 0 && ply < sizeof start_plies / sizeof *start_plies;
}

void store_check_ways(const struct store *store, const pf_position *position, unsigned ply, pf_count ways)
{
    pf_count expected = ways;
    if (is_published(store, ply))
        expected = pf_count_of(start_plies[ply].ways);
    else if (ply <= RECOUNTED_PLY)
        expected = pf_perft(position, ply);
    if (!pf_count_equal(ways, expected))
        fail("store '%s': internal error: %s paths lead to ply %u, but the store has %s", store->folder.path,
             COUNT_TEXT(expected), ply, COUNT_TEXT(ways));
}

void store_check_sums(const struct store *store, const pf_position *position, unsigned ply, pf_count ways,
                      uint64_t distinct)
{
    store_check_ways(store, position, ply, ways);
    if (is_published(store, ply) && distinct != start_plies[ply].distinct)
        fail("store '%s': internal error: ply %u has %" PRIu64 " distinct positions, but the store has %" PRIu64,
             store->folder.path, ply, start_plies[ply].distinct, distinct);
}
