/* Who makes and counts what. A ply is made by the owners of the buckets of the ply above. When all its files are there,
 * its own buckets get owners: the largest buckets first, each given to the process with the least work. */
#include "cluster.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool is_own(const struct cluster *it, uint32_t bucket)
{
    return it->owners[bucket] == it->team.rank;
}

/* Fills holders with who has the files of a ply now. */
static void find_holders(struct cluster *it, unsigned ply)
{
    struct store_folder *folder = &it->count.store.folder;
    bool *files = allocated(calloc(folder->buckets, sizeof *files));
    if (it->place == 0) it->keeping->list(it, ply, files);
    for (uint32_t i = 0; i < folder->buckets; i++) it->holders[i] = files[i] ? (uint64_t)it->team.rank : NO_HOLDER;
    free(files);
    team_least(it->holders, folder->buckets);
}

/* ---- Owners ---- */

struct load {
    uint64_t size;
    uint32_t bucket;
};

static int compare_loads(const void *a, const void *b)
{
    const struct load *x = a, *y = b;
    if (x->size != y->size) return x->size < y->size ? 1 : -1;
    return x->bucket < y->bucket ? -1 : x->bucket > y->bucket;
}

/* With buckets by the army of the side to move, nearly all records are in the file with the number of the bucket, so
 * such buckets stay in the folder of that file. */
static bool stays(const struct cluster *it)
{
    return it->count.options->distinct && it->ply > 0 && it->ply == it->count.store.ply;
}

/* The process with the least work, of those that may own a bucket. */
static int least_busy(const struct cluster *it, const uint64_t *work, uint32_t bucket)
{
    int least = NO_OWNER;
    for (int rank = 0; rank < it->team.size; rank++) {
        if (stays(it) && (uint64_t)it->leaders[rank] != it->holders[bucket]) continue;
        if (least == NO_OWNER || work[rank] < work[least]) least = rank;
    }
    return least;
}

static void choose_owners(struct cluster *it)
{
    uint32_t buckets = it->count.store.folder.buckets, size = 0;
    struct load *loads = allocated(calloc(buckets > 0 ? buckets : 1, sizeof *loads));
    uint64_t *work = allocated(calloc((size_t)it->team.size, sizeof *work));
    for (uint32_t i = 0; i < buckets; i++) {
        it->owners[i] = NO_OWNER;
        if (it->needed[i]) loads[size++] = (struct load){it->sizes[i], i};
    }
    qsort(loads, size, sizeof *loads, compare_loads);
    for (uint32_t i = 0; i < size; i++) {
        int owner = least_busy(it, work, loads[i].bucket);
        it->owners[loads[i].bucket] = owner;
        work[owner] += loads[i].size + 1; /* even an empty bucket is some work */
    }
    free(loads);
    free(work);
}

/* ---- From ply to ply ---- */

/* Compares the sums of a ply with those of the ply above and with known values. */
static void check_sums(struct cluster *it, const struct store_ply *ply)
{
    struct stored_count *count = &it->count;
    if (it->team.rank != 0) return;
    store_check_sums(&count->store, count->options->position, ply->ply - 1, ply->parent_ways, ply->parents);
    bool follows = count->ply.ply > 0 && count->ply.ply + 1 == ply->ply;
    if (follows && !pf_count_equal(count->ply.ways, ply->parent_ways))
        fail("store '%s': internal error: the path counts of ply %u do not add up", count->store.folder.path,
             ply->ply - 1);
}

/* Collective: replaces the sums of a ply's files by those of all folders. */
static void add_up_ply(struct cluster *it, struct store_ply *ply)
{
    pf_count ways[2] = {{0, 0}, {0, 0}};
    uint64_t numbers[2] = {0, 0};
    if (it->place == 0) {
        ways[0] = ply->ways;
        ways[1] = ply->parent_ways;
        numbers[0] = ply->parents;
        numbers[1] = ply->records;
    }
    team_add_counts(ways, 2);
    team_add(numbers, 2);
    ply->ways = ways[0];
    ply->parent_ways = ways[1];
    ply->parents = numbers[0];
    ply->records = numbers[1];
}

/* Collective: opens the files of a ply that are in the folder of this process; its sums are those of all files. */
static void open_ply(struct cluster *it, unsigned number)
{
    struct stored_count *count = &it->count;
    struct store_folder *folder = &count->store.folder;
    uint64_t leader = (uint64_t)it->leaders[it->team.rank];
    bool *files = allocated(calloc(folder->buckets, sizeof *files));
    struct store_ply ply;
    for (uint32_t i = 0; i < folder->buckets; i++) files[i] = it->holders[i] == leader;
    it->keeping->open(it, &ply, number, files);
    free(files);
    add_up_ply(it, &ply);
    check_sums(it, &ply);
    store_close_ply(&count->ply);
    count->ply = ply;
}

/* Collective: sends the records of the needed buckets of the ply to their owners. */
static void deal_out(struct cluster *it)
{
    struct store_folder *folder = &it->count.store.folder;
    uint32_t needed = 0;
    for (uint32_t i = 0; i < folder->buckets; i++) needed += it->needed[i];
    memset(it->sizes, 0, folder->buckets * sizeof *it->sizes);
    if (needed > 0 && it->ply > 0) {
        uint64_t before = it->bytes_sent;
        open_ply(it, it->ply);
        for (uint32_t i = 0; i < folder->buckets; i++)
            if (it->place == 0 && it->needed[i]) it->sizes[i] = it->keeping->size(it, i);
        team_add(it->sizes, folder->buckets);
        choose_owners(it);
        exchange(it);
        if (it->team.rank == 0)
            fprintf(stderr, "Ply %u: %" PRIu64 " records, %.1f MB sent\n", it->ply, it->count.ply.records,
                    (double)(it->bytes_sent - before) * 1e-6);
    } else {
        choose_owners(it);
    }
}

static bool has_all(const struct cluster *it)
{
    for (uint32_t i = 0; i < it->count.store.folder.buckets; i++)
        if (it->holders[i] == NO_HOLDER) return false;
    return true;
}

/* Collective: whether all files of the ply exist. If not, time has run out, and all processes stop. */
static bool is_complete(struct cluster *it)
{
    team_least(it->holders, it->count.store.folder.buckets);
    it->is_stopped = !has_all(it);
    return !it->is_stopped;
}

void begin_ply(struct cluster *it, unsigned ply)
{
    uint32_t buckets = it->count.store.folder.buckets;
    if (it->ply > 0 && !is_complete(it)) return;
    uint64_t *above = it->holders;
    it->holders = allocated(calloc(buckets, sizeof *it->holders));
    find_holders(it, ply);
    for (uint32_t i = 0; i < buckets; i++) it->needed[i] = it->holders[i] == NO_HOLDER;
    uint64_t *own = it->holders;
    it->holders = above;
    deal_out(it);
    it->holders = own;
    free(above);
    it->ply = ply;
}

void begin_counting(struct cluster *it)
{
    uint32_t buckets = it->count.store.folder.buckets;
    it->is_ready = true;
    if (it->ply > 0 && !is_complete(it)) return;
    for (uint32_t i = 0; i < buckets; i++) it->needed[i] = !it->count.store.known[i];
    deal_out(it);
    for (uint32_t i = 0; i < buckets; i++) it->to_count += it->needed[i] ? it->sizes[i] + 1 : 0;
}

/* ---- Distinct positions ---- */

static bool keep_distinct(void *context, unsigned ply, uint64_t distinct)
{
    ((uint64_t *)context)[ply] = distinct;
    return true;
}

void find_distinct(struct cluster *it, uint64_t distinct[PF_PERFT_MAX_DEPTH + 1])
{
    const struct stored_perft *options = it->count.options;
    unsigned ply = options->depth;
    for (; ply > 0; ply--) { /* a file contains the number of positions of the ply above */
        find_holders(it, ply);
        if (!has_all(it)) break;
        open_ply(it, ply);
        distinct[ply - 1] = it->count.ply.parents;
    }
    if (it->team.rank != 0) return;
    /* The plies above were not stored, because they are small. */
    if (ply == options->depth && ply > 0) ply--;
    pf_perft_options perft = {
        .threads = options->counting->threads, .memory_bytes = options->counting->memory, .context = distinct};
    pf_error error;
    if (pf_perft_distinct(options->position, ply, &perft, keep_distinct, &error) != PF_OK) fail("%s", error.message);
}
