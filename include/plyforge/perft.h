/* Plyforge: counting the leaves of the tree of legal moves. */
#ifndef PLYFORGE_PERFT_H
#define PLYFORGE_PERFT_H

#include <plyforge/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The greatest depth; greater depths are reduced to it. */
#define PF_PERFT_MAX_DEPTH 255

/* How the last ply is counted: without playing the moves (bulk), by playing each move, or by writing the legal moves
 * into lists, as the perft of most engines does. */
typedef enum pf_perft_leaves { PF_PERFT_BULK, PF_PERFT_PLAY_LEAVES, PF_PERFT_LIST_LEAVES } pf_perft_leaves;

/* The number of move sequences of length depth; 1 for depth 0. Uses the fastest code for this machine. A position that
 * is over by a rule of its variant has no moves, so nothing is counted below it. */
PF_API pf_count pf_perft(const pf_position *position, unsigned depth);

/* The same count by the simplest code, which is the reference for every other counting method. */
PF_API pf_count pf_perft_plain(const pf_position *position, unsigned depth, pf_perft_leaves leaves);

/* Called after each root move of a divide: the move, the leaves below it, its index and the number of root moves.
 * Return false to stop. */
typedef bool pf_perft_on_root(void *context, pf_move move, pf_count nodes, uint32_t index, uint32_t total);

/* perft(depth), split by root move. *total receives the sum over the moves that were finished. Returns false when the
 * callback stopped it. Depth 0 has no root moves and the total 1. */
PF_API bool pf_perft_divide(pf_count *total, const pf_position *position, unsigned depth, pf_perft_leaves leaves,
                            pf_perft_on_root *on_root, void *context);

/* The kinds of a check: by the piece that moved (castling: by the rook), by one other piece, by the piece that moved
 * and another one, or by two others, which only a capture en passant can do. */
typedef enum pf_check_kind {
    PF_CHECK_KIND_DIRECT,
    PF_CHECK_KIND_DISCOVERED,
    PF_CHECK_KIND_DOUBLE,
    PF_CHECK_KIND_DOUBLE_DISCOVERED,
    PF_CHECK_KINDS
} pf_check_kind;

/* The columns of the published perft tables: statistics of the last moves of all sequences of one length. Checks
 * include mates; the other convention, checks that are not mates, is checks minus mates. A check by two pieces is a
 * double check and not a discovered one. Published tables use different conventions; the checks by kind and the mates
 * among them are enough to compute every one of them. */
typedef struct pf_perft_row {
    pf_count nodes;
    pf_count captures; /* en passant included */
    pf_count en_passant;
    pf_count castles;
    pf_count promotions;
    pf_count checks;
    pf_count discovered_checks;
    pf_count double_checks;
    pf_count mates;
    pf_count checks_by_kind[PF_CHECK_KINDS]; /* mates included */
    pf_count mates_by_kind[PF_CHECK_KINDS];
} pf_perft_row;

/* Fills rows[0] to rows[depth]: the row of each length up to depth, in one walk through the tree; row 0 has one node
 * and nothing else. Depths above PF_PERFT_MAX_DEPTH are reduced to it. Every move is examined, so it is a few hundred
 * times slower than pf_perft. */
PF_API void pf_perft_stats(pf_perft_row *rows, const pf_position *position, unsigned depth);

/* ---- Long counts: threads, a table, merging of duplicates ---- */

/* The method of pf_perft_run. Both methods are exact as long as no table is used. */
typedef enum pf_perft_method {
    PF_PERFT_TREE,  /* walks the tree of moves */
    PF_PERFT_MERGE, /* generates the distinct positions of each ply and how many paths lead to each, as long as that
                       saves time; counts the tree below each of them once */
} pf_perft_method;

/* The device of pf_perft_run. */
typedef enum pf_perft_device {
    PF_PERFT_CPU,
    PF_PERFT_CUDA, /* on GPUs, where the last ply is always counted in bulk, without tables and subtree callbacks */
} pf_perft_device;

/* Sets *count to the number of usable GPUs and initialises them, which takes a moment the first time. Fails with
 * PF_ERROR_UNSUPPORTED and the reason if there is none, or if the library was built without CUDA. */
PF_API pf_status pf_perft_gpus(unsigned *count, pf_error *error);

/* The progress of a run. */
typedef struct pf_perft_progress {
    uint64_t done;   /* subtrees counted */
    uint64_t total;  /* out of this many; 0 while that is unknown */
    double fraction; /* estimated fraction of the work done, 0 to 1; never decreases */
    pf_count nodes;  /* leaves counted */
} pf_perft_progress;

/* Statistics of a table. A wrong count needs two positions with the same key_bits bits; the probability that a run with
 * this many probes meets such a pair is less than probes * entries / 2^key_bits. All zero if no table was used. */
typedef struct pf_perft_table_report {
    uint64_t entries; /* capacity */
    uint64_t probes;
    uint64_t hits;
    unsigned key_bits;
} pf_perft_table_report;

/* Asks whether you already know this subtree: if so, store its number of leaves in *nodes and return true. */
typedef bool pf_perft_known(void *context, const pf_position *position, unsigned depth, pf_count *nodes);

/* A subtree has been counted. Return false to stop. */
typedef bool pf_perft_on_subtree(void *context, const pf_position *position, unsigned depth, pf_count nodes);

/* Some work has been done. Return false to stop. */
typedef bool pf_perft_on_progress(void *context, const pf_perft_progress *progress);

/* Called often by every thread, possibly at the same time; return true to stop. */
typedef bool pf_perft_should_stop(void *context);

/* Options of pf_perft_run. Zero-initialised: the tree, all cores, no table, no callbacks. The callbacks other than
 * should_stop are called by one thread at a time, but not always by the same. */
typedef struct pf_perft_options {
    pf_perft_method method;
    pf_perft_leaves leaves;
    unsigned threads;    /* 0: as many as the machine has cores; at most PF_PERFT_MAX_THREADS */
    size_t table_bytes;  /* PF_PERFT_TREE: the maximum size of a table of subtrees, at least 64; 0: no table */
    uint64_t seed;       /* selects the keys of the table */
    size_t memory_bytes; /* PF_PERFT_MERGE: the memory limit for positions, at least 1 MiB; 0: 2 GiB; on a GPU, with
                            either method, the limit for everything; 0: most of the free memory */
    void *context;       /* passed to every callback */
    pf_perft_on_root *on_root;       /* after each root move, in any order; merging then works below each root move */
    pf_perft_known *known;           /* PF_PERFT_TREE: called before a subtree is counted */
    pf_perft_on_subtree *on_subtree; /* PF_PERFT_TREE: called after a subtree has been counted, unless it was known */
    pf_perft_on_progress *on_progress;
    pf_perft_should_stop *should_stop;
    pf_perft_table_report *report; /* filled when the run is over, unless NULL */
    pf_perft_device device;
    unsigned gpus; /* PF_PERFT_CUDA: how many GPUs to use, 0 for all; if there are fewer, they are shared; at most
                      PF_PERFT_MAX_THREADS */
} pf_perft_options;

/* The maximum number of threads, or GPUs, of a run. */
#define PF_PERFT_MAX_THREADS 1024

/* Sets *total to perft(depth). On failure *total is unchanged: PF_ERROR_OPTION (an option out of range),
 * PF_ERROR_NO_ROOM (memory), PF_ERROR_THREAD (a thread could not be started), PF_ERROR_STOPPED (by a callback),
 * PF_ERROR_UNSUPPORTED (no GPU, or no code for it), PF_ERROR_DEVICE (a GPU failed). options may be NULL. Two runs may
 * be active at the same time. */
PF_API pf_status pf_perft_run(pf_count *total, const pf_position *position, unsigned depth,
                              const pf_perft_options *options, pf_error *error);

/* pf_perft_stats with threads or on a GPU. The CPU merges equal positions as PF_PERFT_MERGE does and examines the moves
 * of each distinct position once, which is far faster. The only options that matter are threads, device, memory_bytes,
 * context, on_progress and should_stop. It fails in the same cases as pf_perft_run; rows are then unchanged. */
PF_API pf_status pf_perft_stats_run(pf_perft_row *rows, const pf_position *position, unsigned depth,
                                    const pf_perft_options *options, pf_error *error);

/* Receives the number of distinct positions of a ply. Return false to stop. */
typedef bool pf_perft_on_ply(void *context, unsigned ply, uint64_t distinct);

/* Counts the distinct positions that are depth legal moves away (the first of them on_ply(1), not the position itself):
 * the same pieces, side to move, castling rights and, where the capture is legal, en passant square. The only options
 * that matter are threads, memory_bytes, device, context and should_stop. Fails as pf_perft_run does; PF_ERROR_NO_ROOM
 * also when the positions of a ply before the last do not fit into memory_bytes. */
PF_API pf_status pf_perft_distinct(const pf_position *position, unsigned depth, const pf_perft_options *options,
                                   pf_perft_on_ply *on_ply, pf_error *error);

#ifdef __cplusplus
}
#endif

#endif
