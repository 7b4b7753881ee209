/* Who makes and counts what. A ply is made by the owners of the buckets of the ply above. When all its files are
 * there, its own buckets get owners, the largest ones first and each to the process that has the least to do. */
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
    if (it->place == 0 && !store_list(folder, ply, files)) give_up(it, folder->message);
    for (uint32_t i = 0; i < folder->buckets; i++) it->holders[i] = files[i] ? (uint64_t)it->team.rank : NOBODY;
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

static void choose_owners(struct cluster *it)
{
    uint32_t buckets = it->count.store.folder.buckets, size = 0;
    struct load *loads = allocated(calloc(buckets, sizeof *loads));
    uint64_t *work = allocated(calloc((size_t)it->team.size, sizeof *work));
    for (uint32_t i = 0; i < buckets; i++) {
        it->owners[i] = NO_OWNER;
        if (it->needed[i]) loads[size++] = (struct load){it->sizes[i], i};
    }
    qsort(loads, size, sizeof *loads, compare_loads);
    for (uint32_t i = 0; i < size; i++) {
        int least = 0;
        for (int rank = 1; rank < it->team.size; rank++)
            if (work[rank] < work[least]) least = rank;
        it->owners[loads[i].bucket] = least;
        work[least] += loads[i].size + 1; /* an empty bucket is some work, too */
    }
    free(loads);
    free(work);
}

/* ---- From ply to ply ---- */

/* Compares the sums of a ply with those of the ply above and with what is known. */
static void check_sums(struct cluster *it, pf_count ways, pf_count parent_ways, uint64_t parents)
{
    struct stored_count *count = &it->count;
    if (it->team.rank != 0) return;
    store_check_sums(&count->store, count->options->position, it->ply - 1, parent_ways, parents);
    bool follows = count->ply.ply + 1 == it->ply && !pf_count_equal(count->ply.ways, pf_count_of(0));
    if (follows && !pf_count_equal(count->ply.ways, parent_ways))
        fail("store '%s': the ways to ply %u do not add up: a fault of this machine or program",
             count->store.folder.path, it->ply - 1);
    (void)ways;
}

/* Collective: replaces the sums of a ply's files by those of all folders. */
static void add_up_ply(struct cluster *it, struct store_ply *ply)
{
    enum { LIMB = 32, NUMBERS = 10 };
    bool speaks = it->place == 0;
    const uint64_t low = ((uint64_t)1 << LIMB) - 1;
    const uint64_t words[] = {ply->ways.lo, ply->ways.hi, ply->parent_ways.lo, ply->parent_ways.hi};
    uint64_t numbers[NUMBERS] = {0};
    for (int i = 0; speaks && i < 4; i++) {
        numbers[2 * i] = words[i] & low;
        numbers[2 * i + 1] = words[i] >> LIMB;
    }
    if (speaks) {
        numbers[8] = ply->parents;
        numbers[9] = ply->records;
    }
    team_add(numbers, NUMBERS);
    pf_count sums[2];
    for (int i = 0; i < 2; i++) {
        const uint64_t *limbs = numbers + 4 * i;
        uint64_t carry = limbs[0] >> LIMB, second = limbs[1] + carry;
        sums[i].lo = second << LIMB | (limbs[0] & low);
        sums[i].hi = (second >> LIMB) + limbs[2] + (limbs[3] << LIMB);
    }
    ply->ways = sums[0];
    ply->parent_ways = sums[1];
    ply->parents = numbers[8];
    ply->records = numbers[9];
}

/* Opens the files of the ply that are in the folder of this process. */
static void open_ply(struct cluster *it)
{
    struct stored_count *count = &it->count;
    struct store_folder *folder = &count->store.folder;
    uint64_t leader = (uint64_t)it->leaders[it->team.rank];
    bool *files = allocated(calloc(folder->buckets, sizeof *files));
    struct store_ply ply;
    for (uint32_t i = 0; i < folder->buckets; i++) files[i] = it->holders[i] == leader;
    if (!store_open_some(&ply, folder, it->ply, files)) give_up(it, folder->message);
    free(files);
    add_up_ply(it, &ply);
    check_sums(it, ply.ways, ply.parent_ways, ply.parents);
    store_close_ply(&count->ply);
    count->ply = ply;
}

/* Collective: sends what belongs to the needed buckets of the ply to their owners. */
static void deal_out(struct cluster *it)
{
    struct store_folder *folder = &it->count.store.folder;
    uint32_t needed = 0;
    for (uint32_t i = 0; i < folder->buckets; i++) needed += it->needed[i];
    memset(it->sizes, 0, folder->buckets * sizeof *it->sizes);
    if (needed > 0 && it->ply > 0) {
        uint64_t before = it->bytes_sent;
        open_ply(it);
        for (uint32_t i = 0; i < folder->buckets; i++)
            if (it->place == 0 && it->needed[i]) it->sizes[i] = store_size(&it->count.ply, folder, i);
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

/* Collective: whether all files of the ply are there. If not, time was up, and all processes stop. */
static bool is_complete(struct cluster *it)
{
    uint32_t buckets = it->count.store.folder.buckets;
    team_least(it->holders, buckets);
    for (uint32_t i = 0; i < buckets; i++)
        if (it->holders[i] == NOBODY) it->is_stopped = true;
    return !it->is_stopped;
}

void begin_ply(struct cluster *it, unsigned ply)
{
    uint32_t buckets = it->count.store.folder.buckets;
    if (it->ply > 0 && !is_complete(it)) return;
    uint64_t *above = it->holders;
    it->holders = allocated(calloc(buckets, sizeof *it->holders));
    find_holders(it, ply);
    for (uint32_t i = 0; i < buckets; i++) it->needed[i] = it->holders[i] == NOBODY;
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
