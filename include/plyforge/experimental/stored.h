/* Plyforge: counting with plies that you store, for example on disk. The positions of a ply are divided into buckets by
 * the army of the side not to move. An army is the piece placement of one side. A move that captures nothing leaves
 * that army unchanged, so duplicate children almost always land in the same bucket and are merged there. */
#ifndef PLYFORGE_EXPERIMENTAL_STORED_H
#define PLYFORGE_EXPERIMENTAL_STORED_H

#include <plyforge/perft.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A position without the side to move, and the number of paths to it. */
typedef struct pf_perft_record {
    uint64_t planes[4];
    uint64_t ways;
} pf_perft_record;

/* The children of the positions in one bucket. They are distinct; the same position can also be a child of another
 * bucket, by a capture. Records starts[i] to starts[i + 1] - 1 belong to bucket i of their own ply. */
typedef struct pf_perft_children {
    unsigned ply;    /* ply of the children */
    uint32_t bucket; /* the bucket of the parents */
    uint64_t parents;
    pf_count parent_ways;
    pf_count ways; /* the sum of the path counts of all records */
    const uint64_t *starts;
    const pf_perft_record *records;
} pf_perft_children;

/* A bucket of the last stored ply, counted. */
typedef struct pf_perft_bucket {
    unsigned ply;
    uint32_t bucket;
    uint64_t positions; /* distinct */
    pf_count ways;
    pf_count leaves;
} pf_perft_bucket;

/* The maximum number of buckets of a ply. */
#define PF_PERFT_MAX_BUCKETS 65536

/* The storage, which the caller provides. The callbacks are called by the thread that called pf_perft_stored; one that
 * returns false stops the count. If has, write, size and read are all NULL, nothing is stored, and the whole ply must
 * fit into memory.
 */
typedef struct pf_perft_store {
    unsigned ply;     /* the ply whose buckets are counted, at most the depth: see pf_perft_stored_ply */
    uint32_t buckets; /* 1 to PF_PERFT_MAX_BUCKETS; like the ply, the same for all counts with one store */
    void *context;

    /* Whether the children of a bucket, which belong to this ply, are stored. */
    bool (*has)(void *context, unsigned ply, uint32_t bucket);
    bool (*write)(void *context, const pf_perft_children *children);

    /* The number of records of a ply that belong to a bucket, and the records. Called when the children of all buckets
     * are stored. */
    bool (*size)(void *context, unsigned ply, uint32_t bucket, uint64_t *size);
    bool (*read)(void *context, unsigned ply, uint32_t bucket, pf_perft_record *records);

    /* Whether to count a bucket now; a bucket has been counted. */
    bool (*wants)(void *context, uint32_t bucket);
    bool (*counted)(void *context, const pf_perft_bucket *bucket);

    /* Whether the last ply is bucketed by the army of the side to move instead. Then only captures leave the bucket of
     * their parents, but the leaves below take longer to count. Use it to count distinct positions, with the depth as
     * the ply. */
    bool last_by_turn;
} pf_perft_store;

/* The best ply for perft(depth) on a device. */
PF_API unsigned pf_perft_stored_ply(unsigned depth, pf_perft_device device);

/* Stores the plies of perft(depth) that are not stored yet, unless they are small enough to be generated again quickly,
 * and counts the wanted buckets of the last one. perft(depth) is the sum of the leaves of all buckets. Of the options,
 * threads, leaves, memory_bytes, context, on_progress and should_stop matter. Fails as pf_perft_run does;
 * PF_ERROR_NO_ROOM also when a bucket does not fit into memory_bytes, and PF_ERROR_POSITION when a record cannot have
 * been written by this function: the records that read returns need not be trusted.
 *
 * A GPU stores nothing: it generates the plies above in its own memory, and calls only wants and counted. It counts
 * buckets of the ply that pf_perft_stored_ply returns, from depth 5 on. */
PF_API pf_status pf_perft_stored(const pf_position *position, unsigned depth, const pf_perft_options *options,
                                 const pf_perft_store *store, pf_error *error);

/* The same with the columns of pf_perft_stats_run, which are not stored, so begin with an empty store. The best ply for
 * the buckets is two plies above the leaves. rows[0] to rows[depth] receive the contributions of the buckets that this
 * call has made or counted. rows[0] to rows[*whole] are complete: those plies are small, and every call makes them as a
 * whole. If several calls share the work, so that each bucket of each ply is made or counted by one of them, the rows
 * after that are the sums over the calls. On failure rows are meaningless; a GPU is refused with PF_ERROR_OPTION. */
PF_API pf_status pf_perft_stored_stats(pf_perft_row *rows, unsigned *whole, const pf_position *position, unsigned depth,
                                       const pf_perft_options *options, const pf_perft_store *store, pf_error *error);

#ifdef __cplusplus
}
#endif

#endif
