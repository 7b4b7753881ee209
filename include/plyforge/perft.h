/* Plyforge: counting the leaves of the tree of legal moves. */
#ifndef PLYFORGE_PERFT_H
#define PLYFORGE_PERFT_H

#include <plyforge/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The deepest tree that can be asked for; what is deeper is cut to this. */
#define PF_PERFT_MAX_DEPTH 255

/* The last ply: counted without playing the moves (bulk), played move by move, or written out as legal move lists that
 * nobody reads, which is how much work an engine's perft does. */
typedef enum pf_perft_leaves { PF_PERFT_BULK, PF_PERFT_PLAY_LEAVES, PF_PERFT_LIST_LEAVES } pf_perft_leaves;

/* The number of move sequences of length depth; 1 for depth 0. The fastest way this machine has. */
PF_API pf_count pf_perft(const pf_position *position, unsigned depth);

/* The same by the simplest code: the yardstick for every other way to count. */
PF_API pf_count pf_perft_plain(const pf_position *position, unsigned depth, pf_perft_leaves leaves);

/* Called after each root move of a divide: the move, the leaves below it, its place and the number of root moves.
 * Return false to stop. */
typedef bool pf_perft_on_root(void *context, pf_move move, pf_count nodes, uint32_t index, uint32_t total);

/* perft(depth), split by root move. *total receives the sum over the moves that were finished. Returns false when the
 * callback stopped it. Depth 0 has no root moves and the total 1. */
PF_API bool pf_perft_divide(pf_count *total, const pf_position *position, unsigned depth, pf_perft_leaves leaves,
                            pf_perft_on_root *on_root, void *context);

#ifdef __cplusplus
}
#endif

#endif
