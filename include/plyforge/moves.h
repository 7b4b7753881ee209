/* Plyforge: which moves are legal. */
#ifndef PLYFORGE_MOVES_H
#define PLYFORGE_MOVES_H

#include <plyforge/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Fills the list with the legal moves, each once, in no promised order, and returns their number. Whatever the list
 * held before is forgotten. */
PF_API uint32_t pf_generate_legal(const pf_position *position, pf_move_list *list);

/* How many legal moves there are, without listing them: about three times as fast as listing. */
PF_API uint32_t pf_count_legal(const pf_position *position);

/* Whether there is a legal move at all; if not, it is checkmate or stalemate. */
PF_API bool pf_any_legal(const pf_position *position);

/* Whether move, which may be any 16-bit value, is a legal move here. */
PF_API bool pf_move_is_legal(const pf_position *position, pf_move move);

static inline bool pf_move_list_contains(const pf_move_list *list, pf_move move)
{
    for (uint32_t i = 0; i < list->size; i++)
        if (list->moves[i] == move) return true;
    return false;
}

#ifdef __cplusplus
}
#endif

#endif
