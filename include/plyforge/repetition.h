/* Plyforge: repetition for a search: the keys of the positions since the last irreversible move, before the root and
 * along the line that is searched, as one plain value. pf_game (<plyforge/game.h>) keeps whole games, compares whole
 * positions and knows claims; this is the small part of it that a search needs at every node.
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
 * In Crazyhouse no move is irreversible. Positions are compared by their 64-bit keys. Nothing is allocated. It may
 * be copied with = and takes 5 KiB. An object must not be used by several threads at once. */
#ifndef PLYFORGE_REPETITION_H
#define PLYFORGE_REPETITION_H

#include <plyforge/game.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The capacity in positions. At least half of it is left for the search below the root. */
#define PF_REPETITION_CAPACITY 512

/* The fields are private. */
typedef struct pf_repetition {
    uint32_t size; /* the number of keys; the last one is that of the current position */
    uint32_t root; /* the index of the root */
    uint64_t keys[PF_REPETITION_CAPACITY];
    uint16_t windows[PF_REPETITION_CAPACITY]; /* how many positions before this one can be equal to it */
} pf_repetition;

/* Starts with this position as the root and no history. */
PF_API void pf_repetition_init(pf_repetition *out, const pf_position *root);

/* Starts with the current position of the game as the root, preceded by the positions that can still recur, at most
 * the last 255. Takes one step for each. */
PF_API void pf_repetition_from_game(pf_repetition *out, const pf_game *game);

/* Appends the position after a move, or after a null move; positions before a null move do not count as repetitions of
 * later ones. Returns false and changes nothing if it is full, which cannot happen within 256 plies of the root. Takes
 * a few instructions. */
PF_API bool pf_repetition_push(pf_repetition *line, const pf_position *after);
PF_API bool pf_repetition_push_null(pf_repetition *line, const pf_position *after);

/* Removes the last position; false at the root. */
PF_API bool pf_repetition_pop(pf_repetition *line);

/* Makes the current position the root: the moves that led here were played, not searched. */
PF_API void pf_repetition_set_root(pf_repetition *line);

/* Half-moves from the root to the current position, null moves included. */
PF_API unsigned pf_repetition_ply(const pf_repetition *line);

/* How often the current position has occurred, this time and before the root included; and how many half-moves ago it
 * last occurred, 0 if it never did. At most one comparison for every second position since the last irreversible move.
 */
PF_API unsigned pf_repetition_count(const pf_repetition *line);
PF_API unsigned pf_repetition_distance(const pf_repetition *line);

/* Whether a search should score the current position as a draw by repetition: it has occurred once before, below the
 * root, or twice before, at the root or earlier. Cost as above. */
PF_API bool pf_repetition_is_draw(const pf_repetition *line);

/* A legal move after which pf_repetition_is_draw would be true, or PF_NO_MOVE if there is none: with it, the side to
 * move has at least a draw. position is the current one. Exact, without generating moves: the difference of two keys is
 * looked up in a table of all reversible moves (a cuckoo hash table). At most two look-ups for every second position
 * since the last irreversible move. In Crazyhouse, where captures and drops can repeat a position as well, every legal
 * move is tried instead. */
PF_API pf_move pf_repetition_upcoming(const pf_repetition *line, const pf_position *position);

#ifdef __cplusplus
}
#endif

#endif
