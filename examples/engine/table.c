/* The hash table: what is known of a position is not found out again after a transposition or in the next iteration. */
#include "engine.h"

#include <stdlib.h>

bool table_resize(table *t, size_t mib)
{
    size_t size = mib * 1024 * 1024 / sizeof(entry);
    entry *entries = calloc(size, sizeof(entry));
    if (!entries) return false;
    free(t->entries);
    t->entries = entries;
    t->size = size;
    return true;
}

/* The upper half of the key chooses the entry, for any size below 2^32. */
static entry *entry_of(const table *t, uint64_t key)
{
    return &t->entries[(key >> 32) * t->size >> 32];
}

/* In the table a mate counts from the position, in the search from the root; ply is the distance between them. */
static int shift_mate(int score, int ply)
{
    return score >= MATE_BOUND ? score + ply : score <= -MATE_BOUND ? score - ply : score;
}

entry table_probe(const table *t, uint64_t key, int ply)
{
    entry found = *entry_of(t, key);
    if (found.key != key || found.bound == BOUND_NONE) return (entry){.bound = BOUND_NONE};
    found.score = (int16_t)shift_mate(found.score, -ply);
    return found;
}

/* A much deeper result of this search about another position stays: it was more work. */
void table_store(table *t, entry result, int ply)
{
    entry *old = entry_of(t, result.key);
    bool same = old->key == result.key;
    if (!same && old->age == t->age % 64 && old->depth > result.depth + 4) return;
    if (same && result.move == PF_NO_MOVE) result.move = old->move;
    result.score = (int16_t)shift_mate(result.score, ply);
    result.age = t->age % 64;
    *old = result;
}
