/* Keeps plies in memory, for counts that store nothing: the ply that is being generated, the one above it, and the
 * records received from other processes. Records are freed once they have been read. */
#include "cluster.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pile {
    pf_perft_record *records;
    uint64_t size, room;
};

struct memory_plies {
    struct pile *made, *open, *received; /* one pile for each bucket */
    struct store_ply sums;               /* the totals of the ply that is being generated */
    size_t used, limit;                  /* bytes */
};

static struct pile *create_piles(uint32_t buckets)
{
    return allocated(calloc(buckets, sizeof(struct pile)));
}

struct memory_plies *memory_plies_create(uint32_t buckets, size_t bytes)
{
    struct memory_plies *memory = allocated(calloc(1, sizeof *memory));
    memory->made = create_piles(buckets);
    memory->open = create_piles(buckets);
    memory->received = create_piles(buckets);
    memory->limit = bytes;
    return memory;
}

static void empty(struct memory_plies *memory, struct pile *pile)
{
    memory->used -= (size_t)pile->room * sizeof *pile->records;
    free(pile->records);
    *pile = (struct pile){.size = 0};
}

void memory_plies_destroy(struct memory_plies *memory, uint32_t buckets)
{
    for (uint32_t i = 0; i < buckets; i++) {
        empty(memory, &memory->made[i]);
        empty(memory, &memory->open[i]);
        empty(memory, &memory->received[i]);
    }
    free(memory->made);
    free(memory->open);
    free(memory->received);
    free(memory);
}

/* Adds records to a pile. The capacity grows by at least a quarter, so that many small additions cause few copies. */
static void put(struct cluster *it, struct pile *pile, const pf_perft_record *records, uint64_t size)
{
    struct memory_plies *memory = it->memory;
    uint64_t needed = pile->size + size, grown = pile->room + pile->room / 4;
    if (size == 0) return;
    if (needed > pile->room) {
        uint64_t room = needed > grown ? needed : grown;
        memory->used += (size_t)(room - pile->room) * sizeof *records;
        if (memory->used > memory->limit)
            give_up(it,
                    "the positions of a ply do not fit into the memory allowed; see --memory, or use more processes");
        pile->records = allocated(realloc(pile->records, (size_t)room * sizeof *records));
        pile->room = room;
    }
    memcpy(pile->records + pile->size, records, (size_t)size * sizeof *records);
    pile->size = needed;
}

static void take(struct memory_plies *memory, struct pile *pile, pf_perft_record *records)
{
    if (pile->size > 0) memcpy(records, pile->records, (size_t)pile->size * sizeof *records);
    empty(memory, pile);
}

static void write_children(struct cluster *it, const pf_perft_children *children)
{
    struct store_ply *sums = &it->memory->sums;
    const uint64_t *starts = children->starts;
    uint32_t buckets = it->count.store.folder.buckets;
    for (uint32_t i = 0; i < buckets; i++)
        put(it, &it->memory->made[i], children->records + starts[i], starts[i + 1] - starts[i]);
    sums->ways = pf_count_add(sums->ways, children->ways);
    sums->parent_ways = pf_count_add(sums->parent_ways, children->parent_ways);
    sums->parents += children->parents;
    sums->records += starts[buckets];
}

static void list(struct cluster *it, unsigned ply, bool *files)
{
    (void)ply;
    memset(files, 0, it->count.store.folder.buckets * sizeof *files);
}

/* The ply that was generated last is now the open one. */
static void open_made(struct cluster *it, struct store_ply *out, unsigned ply, const bool *files)
{
    struct memory_plies *memory = it->memory;
    struct pile *free_piles = memory->open;
    (void)files;
    memory->open = memory->made;
    memory->made = free_piles;
    *out = memory->sums;
    out->ply = ply;
    memory->sums = (struct store_ply){.ply = 0};
}

static uint64_t size_of_bucket(const struct cluster *it, uint32_t bucket)
{
    return it->memory->open[bucket].size;
}

static void read_bucket(struct cluster *it, uint32_t bucket, pf_perft_record *records)
{
    take(it->memory, &it->memory->open[bucket], records);
}

static void receive(struct cluster *it, uint32_t bucket, const pf_perft_record *records, uint64_t size)
{
    put(it, &it->memory->received[bucket], records, size);
}

static void read_all_received(struct cluster *it, unsigned ply, uint32_t bucket, pf_perft_record *records)
{
    (void)ply;
    take(it->memory, &it->memory->received[bucket], records);
}

static void drop(struct cluster *it, unsigned ply, uint32_t bucket)
{
    (void)ply;
    empty(it->memory, &it->memory->received[bucket]);
}

const struct keeping in_memory = {.write = write_children,
                                  .list = list,
                                  .open = open_made,
                                  .size = size_of_bucket,
                                  .read = read_bucket,
                                  .receive = receive,
                                  .read_received = read_all_received,
                                  .drop_received = drop};
