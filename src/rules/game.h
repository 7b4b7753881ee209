/* The data of a game, for the two files that create one: in caller memory and on the heap. */
#ifndef PLYFORGE_GAME_STATE_H
#define PLYFORGE_GAME_STATE_H

#include <plyforge/game.h>

#include "base/compiler.h"

/* A position of the game and the move that led to it. */
typedef struct pf_game_entry {
    uint32_t older;       /* the entry before this one in its bucket, or PF_NO_ENTRY */
    uint16_t occurrences; /* how often this position has occurred up to here; stays at 65535 */
    pf_move move;         /* the move that led here; PF_NO_MOVE for the first entry and for a null move */
    pf_position position;
} pf_game_entry;

#define PF_NO_ENTRY UINT32_MAX

/* Entry 0 is the first position of the game, entry n the position after n half-moves. Each entry up to last is in a
 * bucket chosen by its key, latest first, so that undo removes the head of a bucket.
 *
 *     entries   0  1  2  3  4 | 5  6      last = 4, known = 6: moves 5 and 6 were undone
 *     buckets   [4 -> 0] [1] [] [3] [2] ...
 */
struct pf_game {
    pf_game_entry *entries;
    uint32_t *buckets;           /* their number equals the capacity */
    bool (*grow)(pf_game *game); /* allocates more memory; NULL in caller memory */
    uint32_t capacity;           /* the number of entries that fit, at least 1 */
    uint32_t last;               /* the current entry */
    uint32_t known;              /* the last entry that redo can reach */
    uint32_t after_null; /* the last entry, up to the current one, that a null move led to; 0 if there is none */
};

/* Makes this the first position. */
PF_PRIVATE void pf_game_begin(pf_game *game, const pf_position *start);

/* Makes sure that this many half-moves fit; false if memory has run out. */
PF_PRIVATE bool pf_game_reserve(pf_game *game, size_t plies);

/* Rebuilds the buckets from the entries up to last, after the number of buckets has changed. */
PF_PRIVATE void pf_game_refill_buckets(pf_game *game);

#endif
