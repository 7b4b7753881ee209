/* Plyforge: repetition for a search: the keys of the positions since the last irreversible move, before the root and
 * along the line that is searched, as one plain value. pf_game (<plyforge/game.h>) keeps whole games instead, compares
 * whole positions, and knows claims; this is what a search needs at every node.
 *
 *     pf_repetition line;
 *     pf_repetition_from_game(&line, game);            // the root, and what was played before it
 *     ...
 *     pf_position child = position;
 *     pf_position_play_unchecked(&child, move);
 *     pf_repetition_push(&line, &child);
 *     if (pf_repetition_is_draw(&line)) score = 0;
 *     ...
 *     pf_repetition_pop(&line);
 *
 * Positions are compared by their 64-bit keys. Nothing is allocated; copies with = are right, 5 KiB each. One object
 * may be used by one thread at a time. */
#ifndef PLYFORGE_REPETITION_H
#define PLYFORGE_REPETITION_H

#include <plyforge/game.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Positions that there is room for. At least half of them are left for the search below the root. */
#define PF_REPETITION_CAPACITY 512

/* The fields are private. */
typedef struct pf_repetition {
    uint32_t size; /* the last one is the current position */
    uint32_t root; /* its place */
    uint64_t keys[PF_REPETITION_CAPACITY];
    uint16_t windows[PF_REPETITION_CAPACITY]; /* so many positions before this one can be the same */
} pf_repetition;

/* Begins with this position as the root and nothing before it. */
PF_API void pf_repetition_init(pf_repetition *out, const pf_position *root);

/* Begins with the current position of the game as the root, and the positions before it that can come again, the last
 * 255 if there are more. One step for each. */
PF_API void pf_repetition_from_game(pf_repetition *out, const pf_game *game);

/* Goes on to the position after a move, or after a null move: what was before a null move is no repetition of what
 * comes after it. false, and nothing is changed, when there is no room: at least 256 plies below the root there is.
 * A few instructions. */
PF_API bool pf_repetition_push(pf_repetition *line, const pf_position *after);
PF_API bool pf_repetition_push_null(pf_repetition *line, const pf_position *after);

/* Goes back by one, move or null move; false at the root. */
PF_API bool pf_repetition_pop(pf_repetition *line);

/* Makes the current position the root: the moves that led here were played, not searched. */
PF_API void pf_repetition_set_root(pf_repetition *line);

/* Half-moves from the root to the current position, null moves included. */
PF_API unsigned pf_repetition_ply(const pf_repetition *line);

/* How often the current position is in the line, this time and before the root included; and how many half-moves ago it
 * was there last, 0 if it was not. At most a comparison for every second position since the last irreversible move. */
PF_API unsigned pf_repetition_count(const pf_repetition *line);
PF_API unsigned pf_repetition_distance(const pf_repetition *line);

/* Whether a search should take the current position for a draw by repetition: it was there once before, below the root;
 * or twice before, at the root or earlier. Cost as above. */
PF_API bool pf_repetition_is_draw(const pf_repetition *line);

/* A legal move after which pf_repetition_is_draw would say true, or PF_NO_MOVE if there is none: the side to move can
 * have at least a draw. position is the current one. Exact, without generating moves: the difference of two keys is
 * looked up in a table of all reversible moves (a cuckoo hash table). At most two look-ups for every second position
 * since the last irreversible move. */
PF_API pf_move pf_repetition_upcoming(const pf_repetition *line, const pf_position *position);

#ifdef __cplusplus
}
#endif

#endif
