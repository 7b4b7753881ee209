/* Plyforge: a game: a position with the moves that led to it, so that repetitions can be counted, draws claimed and
 * moves undone. It follows the rules of the position that it starts from, and lives in your memory (pf_game_init)
 * or in memory that grows (pf_game_create). A game may be used by one thread at a time; different games
 * by different threads. */
#ifndef PLYFORGE_GAME_H
#define PLYFORGE_GAME_H

#include <plyforge/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A position and the moves that led to it. */
typedef struct pf_game pf_game;

/* The number of bytes for a game of this many half-moves, for pf_game_init. */
#define PF_GAME_MEMORY(plies) (72 + (sizeof(pf_position) + 12) * (PF_CAST(size_t, plies) + 1))

/* Makes a game in your memory, which must outlive the game and need not be aligned. There is nothing to release.
 * Returns NULL if size is too small for even the first position.
 *
 *     static unsigned char memory[PF_GAME_MEMORY(1000)];
 *     pf_position start = pf_position_start();
 *     pf_game *game = pf_game_init(memory, sizeof memory, &start);
 */
PF_API pf_game *pf_game_init(void *memory, size_t size, const pf_position *start);

/* Makes a game that grows as needed; NULL if memory cannot be allocated. Such a game must be destroyed with
 * pf_game_destroy, which accepts NULL; a game made by pf_game_init must not. */
PF_API pf_game *pf_game_create(const pf_position *start);
PF_API void pf_game_destroy(pf_game *game);

/* Discards all moves and starts from this position, in the same memory. */
PF_API void pf_game_restart(pf_game *game, const pf_position *start);

/* Plays any 16-bit value if it is a legal move. PF_ERROR_MOVE_ILLEGAL if it is not, with the reason as the message;
 * PF_ERROR_NO_ROOM if memory has run out. The game is then unchanged. Moves may be played after the end of the game, as
 * long as they are legal. */
PF_API pf_status pf_game_play(pf_game *game, pf_move move, pf_error *error);

/* The same for a move that the caller knows to be legal. false when memory has run out. */
PF_API bool pf_game_play_unchecked(pf_game *game, pf_move move);

/* Passes the turn, as a search does; pf_game_move_at then returns PF_NO_MOVE. Positions before the null move do not
 * count as repetitions of those after it. PF_ERROR_MOVE_ILLEGAL in check and after the end of a variant,
 * PF_ERROR_NO_ROOM if memory has run out; the game is then unchanged. */
PF_API pf_status pf_game_play_null(pf_game *game, pf_error *error);

/* Undoes the last move, or plays the last undone move again; false if there is none. Playing another move discards the
 * undone ones. */
PF_API bool pf_game_undo(pf_game *game);
PF_API bool pf_game_redo(pf_game *game);

/* The current position; valid until the game changes. */
PF_API const pf_position *pf_game_position(const pf_game *game);

/* The number of half-moves played. */
PF_API uint32_t pf_game_ply(const pf_game *game);

/* The position after that many half-moves (0: the first position), and the move that led to it (1: the first move).
 * NULL and PF_NO_MOVE if there is none; also PF_NO_MOVE for a null move. */
PF_API const pf_position *pf_game_position_at(const pf_game *game, uint32_t ply);
PF_API pf_move pf_game_move_at(const pf_game *game, uint32_t ply);

/* How often the current position has occurred in the game, this time included. Positions are the same if
 * pf_position_equal returns true. In Crazyhouse captures and pawn moves do not end repetition. The number is stored
 * with each move: keys find the candidates in constant time, and whole positions are compared. */
PF_API unsigned pf_game_repetitions(const pf_game *game);

/* Whether and why the game is over. Checked in this order: the variant's own endings, checkmate, stalemate,
 * insufficient material, the clock (not in Crazyhouse), repetition. */
PF_API pf_outcome pf_game_outcome(const pf_game *game, pf_policy policy);

/* The draws that the player to move may claim (FIDE Laws 9.2 and 9.3), as a set. */
typedef unsigned pf_claims;
/* The bits of pf_claims. */
enum pf_claims_bit { PF_CLAIM_FIFTY_MOVES = 1, PF_CLAIM_THREEFOLD_REPETITION = 2 };

/* The draws that can be claimed in the current position: none once the game is over. */
PF_API pf_claims pf_game_claims(const pf_game *game);

/* The draws that can be claimed by declaring this move without playing it: none if it is illegal or ends the game by
 * mate, stalemate or insufficient material. */
PF_API pf_claims pf_game_claims_by_move(const pf_game *game, pf_move move);

/* The draws that can be claimed by declaring any of the legal moves. */
PF_API pf_claims pf_game_claims_by_any_move(const pf_game *game);

#ifdef __cplusplus
}
#endif

#endif
