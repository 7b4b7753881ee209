/* One table of subtree counts for all threads of a run. It has no locks: an entry is two words that check each other,
 * so that a half-written one is not found.
 *
 *     bucket   one cache line of four entries
 *     word 0   key b (64 bits), exclusive or word 1
 *     word 1   the low 16 bits of key a | count (48 bits)
 *
 * The bucket is chosen by the upper 48 bits of key a. So a position is identified by its bucket and 80 stored bits. The
 * keys are sums of random numbers made from the seed: for any two positions, all keys are equally probable. Depth and
 * side to move are part of them. */
#ifndef PLYFORGE_TABLE_H
#define PLYFORGE_TABLE_H

#include <stdatomic.h>

#include "board/en_passant.h"
#include "perft/run/pages.h"

/* Counting a tree of fewer plies takes about as long as waiting for memory. */
enum { PF_TABLE_MIN_DEPTH = 3 };

enum { PF_TABLE_BUCKET = 4, PF_TABLE_MIN_BYTES = 64 };

/* More than a pocket can have: a game of Crazyhouse has at most 32 pieces, and two of them are kings. */
enum { PF_TABLE_POCKET = 31 };

typedef struct pf_table_key {
    uint64_t a, b;
} pf_table_key;

typedef struct pf_table_entry {
    _Atomic uint64_t check, data;
} pf_table_entry;

typedef struct pf_table {
    pf_pages pages;
    uint64_t buckets;
    pf_table_key pieces[2][6][64];
    pf_table_key castling[64]; /* indexed by the square of the rook */
    pf_table_key ep_file[8];
    pf_table_key black_to_move;
    pf_table_key depth[256];
    pf_table_key promoted[64]; /* used only by variants */
    pf_table_key pockets[2][5][PF_TABLE_POCKET];
    pf_table_key checks_given[2][4];
} pf_table;

/* The statistics of one thread's use of a table. */
typedef struct pf_table_use {
    uint64_t probes, hits;
} pf_table_use;

/* False if out of memory. */
PF_PRIVATE bool pf_table_create(pf_table *table, size_t bytes, uint64_t seed);
PF_PRIVATE void pf_table_destroy(pf_table *table);

PF_PRIVATE uint64_t pf_table_entries(const pf_table *table);
PF_PRIVATE unsigned pf_table_key_bits(const pf_table *table);

PF_PRIVATE pf_table_key pf_table_key_of(const pf_table *table, const pf_position *position, unsigned depth);
PF_PRIVATE bool pf_table_find(const pf_table *table, pf_table_use *use, pf_table_key key, uint64_t *count);

/* Counts of more than 48 bits are not kept. */
PF_PRIVATE void pf_table_store(const pf_table *table, pf_table_key key, pf_count count);

#endif
