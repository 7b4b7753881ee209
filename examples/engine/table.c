/* The hash table: what is known of a position is not found out again after a transposition or in the next iteration.
 * Buckets have four entries, of which the shallowest or oldest one is replaced. */
#include "engine.h"

#include <stdlib.h>
#include <string.h>

enum { BUCKET = 4 };

bool table_resize(table *t, size_t mib)
{
    size_t buckets = mib * 1024 * 1024 / (BUCKET * sizeof(entry));
    entry *entries = calloc(buckets * BUCKET, sizeof(entry));
    if (!entries) return false;
    free(t->entries);
    t->entries = entries;
    t->buckets = buckets;
    return true;
}

void table_clear(table *t)
{
    memset(t->entries, 0, t->buckets * BUCKET * sizeof(entry));
}

/* The upper half of the key chooses the bucket, for any number of buckets below 2^32. */
static entry *bucket_of(const table *t, uint64_t key)
{
    return t->entries + BUCKET * ((key >> 32) * t->buckets >> 32);
}

/* In the table a mate counts from the position, in the search from the root; ply is the distance between them. */
static int shift_mate(int score, int ply)
{
    return score >= MATE_BOUND ? score + ply : score <= -MATE_BOUND ? score - ply : score;
}

entry table_probe(const table *t, uint64_t key, int ply)
{
    const entry *bucket = bucket_of(t, key);
    for (int i = 0; i < BUCKET; i++) {
        entry found = bucket[i];
        if (found.key != key || found.bound == BOUND_NONE) continue;
        found.score = (int16_t)shift_mate(found.score, -ply);
        return found;
    }
    return (entry){.bound = BOUND_NONE};
}

void table_store(table *t, entry result, int ply)
{
    entry *bucket = bucket_of(t, result.key), *oldest = bucket;
    int lowest = INFINITE;
    for (int i = 0; i < BUCKET; i++) {
        if (bucket[i].key == result.key) {
            oldest = &bucket[i];
            if (result.move == PF_NO_MOVE) result.move = oldest->move;
            break;
        }
        int worth = bucket[i].depth - 2 * (int)((t->age - bucket[i].age) % 64); /* two plies less for each search */
        if (worth >= lowest) continue;
        lowest = worth;
        oldest = &bucket[i];
    }
    result.score = (int16_t)shift_mate(result.score, ply);
    result.age = t->age % 64;
    *oldest = result;
}
