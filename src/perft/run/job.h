/* One run of pf_perft_run in progress: the data its threads share, and how each of them counts below a position. */
#ifndef PLYFORGE_JOB_H
#define PLYFORGE_JOB_H

#include <pthread.h>

#include <plyforge/experimental/stored.h>
#include <plyforge/moves.h>

#include "moves/make.h"
#include "perft/perft.h"
#include "perft/run/table.h"
#include "perft/run/team.h"
#include "variants/variants.h"

typedef struct pf_job {
    const pf_perft_options *options;
    pf_counters counters;  /* used for small trees */
    const pf_table *table; /* NULL: none */
    unsigned threads;
    atomic_bool stop;

    pthread_mutex_t lock; /* held while a callback other than should_stop is called, and to access the members below */
    pf_perft_progress progress;
    double done, share; /* the fraction of all work that is done, and the share of the current run */
    pf_table_use use;
} pf_job;

/* Whether a run is to stop: either *stop is already set, or should_stop requests it now, in which case *stop is set. */
PF_PRIVATE bool pf_run_stops(atomic_bool *stop, const pf_perft_options *options);

/* Whether to stop; this also asks the caller. */
PF_PRIVATE bool pf_job_stops(pf_job *job);

/* Reports work that has been done to the caller. Needs the lock. */
PF_PRIVATE void pf_job_advance(pf_job *job, uint64_t done, pf_count nodes, double fraction);

/* The leaves of a tree, with the table if there is one. Meaningless if the job stops meanwhile. */
PF_PRIVATE pf_count pf_job_count(pf_job *job, pf_table_use *use, const pf_position *position, unsigned depth);

/* The two methods. On success *total is the answer, unless the job was stopped. */
PF_PRIVATE pf_status pf_tree_run(pf_job *job, pf_count *total, const pf_position *position, unsigned depth,
                                 pf_error *error);
PF_PRIVATE pf_status pf_merge_run(pf_job *job, pf_count *total, const pf_position *position, unsigned depth,
                                  pf_error *error);

/* The distinct positions of each ply. */
PF_PRIVATE pf_status pf_distinct_run(pf_job *job, const pf_position *position, unsigned depth, pf_perft_on_ply *on_ply,
                                     pf_error *error);

/* The columns of each ply; rows are left alone on failure. */
PF_PRIVATE pf_status pf_stats_run(pf_job *job, pf_perft_row *rows, const pf_position *position, unsigned depth,
                                  pf_error *error);

/* The buckets of a store; see plyforge/experimental/stored.h. */
PF_PRIVATE pf_status pf_stored_run(pf_job *job, const pf_position *position, unsigned depth,
                                   const pf_perft_store *store, pf_error *error);
PF_PRIVATE pf_status pf_stored_run_stats(pf_job *job, pf_perft_row *rows, unsigned *whole, const pf_position *position,
                                         unsigned depth, const pf_perft_store *store, pf_error *error);

/* The same on GPUs, for either method. */
PF_PRIVATE pf_status pf_gpu_run(pf_job *job, pf_count *total, const pf_position *position, unsigned depth,
                                pf_error *error);
PF_PRIVATE pf_status pf_gpu_run_distinct(pf_job *job, const pf_position *position, unsigned depth,
                                         pf_perft_on_ply *on_ply, pf_error *error);
PF_PRIVATE pf_status pf_gpu_run_stored(pf_job *job, const pf_position *position, unsigned depth,
                                       const pf_perft_store *store, pf_error *error);
PF_PRIVATE pf_status pf_gpu_run_stats(pf_job *job, pf_perft_row *rows, const pf_position *position, unsigned depth,
                                      pf_error *error);

/* Plays a legal move; the key, which counting does not need, is meaningless afterwards. */
PF_TEMPLATE void pf_play_without_key(pf_position *position, pf_move move)
{
    if (PF_UNLIKELY(pf_position_variant(position) != PF_VARIANT_STANDARD))
        pf_play_in_variant(position, move);
    else if (position->turn == PF_WHITE)
        pf_make_body(position, move, PF_WHITE, PF_WITHOUT_KEY, PF_SLIDERS_MAGIC);
    else
        pf_make_body(position, move, PF_BLACK, PF_WITHOUT_KEY, PF_SLIDERS_MAGIC);
}

#endif
