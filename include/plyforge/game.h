/* Plyforge: a game: a position with everything that was played before it, so that repetition can be counted, draws
 * claimed and moves taken back. In memory of the caller (pf_game_init) or in memory that grows (pf_game_create).
 * A game may be used by one thread at a time; different games by different threads. */
#ifndef PLYFORGE_GAME_H
#define PLYFORGE_GAME_H

#include <plyforge/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A position and how it came about. */
typedef struct pf_game pf_game;

/* Bytes that hold a game of this many half-moves, for pf_game_init. */
#define PF_GAME_MEMORY(plies) (72 + 100 * (PF_CAST(size_t, plies) + 1))

/* Makes a game in the caller's memory, which must outlive it and needs no alignment and no release. Returns NULL when
 * size does not hold even the first position. rules NULL means standard chess.
 *
 *     static unsigned char memory[PF_GAME_MEMORY(1000)];
 *     pf_position start = pf_position_start();
 *     pf_game *game = pf_game_init(memory, sizeof memory, NULL, &start);
 */
PF_API pf_game *pf_game_init(void *memory, size_t size, const pf_rules *rules, const pf_position *start);

/* Makes a game that grows as it needs to; NULL when there is no memory. Only such a game may, and must, be destroyed;
 * NULL is accepted there. */
PF_API pf_game *pf_game_create(const pf_rules *rules, const pf_position *start);
PF_API void pf_game_destroy(pf_game *game);

/* Forgets all moves and begins again from this position, with the same rules and the same memory. */
PF_API void pf_game_restart(pf_game *game, const pf_position *start);

/* Plays any 16-bit value if it is a legal move. PF_ERROR_MOVE_ILLEGAL if it is not, PF_ERROR_NO_ROOM when memory has
 * run out; the game is then as it was. Whether the game is over is not asked: after a draw by rule one may play on. */
PF_API pf_status pf_game_play(pf_game *game, pf_move move, pf_error *error);

/* The same for a move that the caller knows to be legal. false when memory has run out. */
PF_API bool pf_game_play_unchecked(pf_game *game, pf_move move);

/* Takes the last move back, or plays again one that was taken back; false when there is none. Playing another move
 * forgets what was taken back. */
PF_API bool pf_game_undo(pf_game *game);
PF_API bool pf_game_redo(pf_game *game);

/* The rules that the game is played by. */
PF_API const pf_rules *pf_game_rules(const pf_game *game);

/* The current position; valid until the game changes. */
PF_API const pf_position *pf_game_position(const pf_game *game);

/* How many half-moves have been played. */
PF_API uint32_t pf_game_ply(const pf_game *game);

/* The position after that many half-moves (0: where the game began), and the move that led to it (1: the first move).
 * NULL and PF_NO_MOVE where there is none. */
PF_API const pf_position *pf_game_position_at(const pf_game *game, uint32_t ply);
PF_API pf_move pf_game_move_at(const pf_game *game, uint32_t ply);

/* How often the current position has been on the board since the game began, this time included. Two positions are the
 * same as pf_position_equal says: pieces, turn, castling rights and a legal en passant capture. The number is kept
 * with each move: keys find the candidates in constant time, the whole position confirms them. */
PF_API unsigned pf_game_repetitions(const pf_game *game);

/* Whether and why the game is over. In this order: checkmate, stalemate, insufficient material (or the ends of a
 * variant), then the clock, then repetition. */
PF_API pf_outcome pf_game_outcome(const pf_game *game, pf_policy policy);

/* The draws that the player to move may claim (FIDE Laws 9.2 and 9.3), as a set. */
typedef unsigned pf_claims;
/* The bits of pf_claims. */
enum pf_claims_bit { PF_CLAIM_FIFTY_MOVES = 1, PF_CLAIM_THREEFOLD_REPETITION = 2 };

/* What may be claimed of the position on the board. Nothing once the game is over. */
PF_API pf_claims pf_game_claims(const pf_game *game);

/* What may be claimed by declaring this move, which is not played. Nothing if it is not legal, or if it ends the game
 * by mate, stalemate or material. */
PF_API pf_claims pf_game_claims_by_move(const pf_game *game, pf_move move);

/* What may be claimed by declaring some legal move. */
PF_API pf_claims pf_game_claims_by_any_move(const pf_game *game);

#ifdef __cplusplus
}
#endif

#endif
