/* Plyforge: a game: a position with the moves that led to it, so that repetitions can be counted, draws claimed and
 * moves undone. It is a game of standard chess (Chess960 included) or of a variant, by the position that it starts
 * from; all functions take both. It is in memory of the caller (pf_game_init) or in memory that grows (pf_game_create).
 * A game may be used by one thread at a time; different games by different threads. */
#ifndef PLYFORGE_GAME_H
#define PLYFORGE_GAME_H

#include <plyforge/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A position and the moves that led to it. */
typedef struct pf_game pf_game;

/* Bytes that hold a game of this many half-moves: of standard chess for pf_game_init, of any variant for
 * pf_game_init_variant. */
#define PF_GAME_MEMORY(plies)         (72 + 100 * (PF_CAST(size_t, plies) + 1))
#define PF_GAME_MEMORY_VARIANT(plies) (72 + 124 * (PF_CAST(size_t, plies) + 1))

/* Makes a game of standard chess in the caller's memory, which must outlive it and needs no alignment and no release.
 * Returns NULL when size does not hold even the first position.
 *
 *     static unsigned char memory[PF_GAME_MEMORY(1000)];
 *     pf_position start = pf_position_start();
 *     pf_game *game = pf_game_init(memory, sizeof memory, &start);
 */
PF_API pf_game *pf_game_init(void *memory, size_t size, const pf_position *start);

/* The same for a game by the rules of this position, which may be standard chess. */
PF_API pf_game *pf_game_init_variant(void *memory, size_t size, const pf_variant_position *start);

/* Makes a game that grows as needed; NULL if memory cannot be allocated. Only such a game may, and must, be destroyed;
 * pf_game_destroy accepts NULL. */
PF_API pf_game *pf_game_create(const pf_position *start);
PF_API pf_game *pf_game_create_variant(const pf_variant_position *start);
PF_API void pf_game_destroy(pf_game *game);

/* Discards all moves and starts from this position, in the same memory. A game of a variant needs
 * pf_game_restart_variant with a position of the same variant. Both return false and change nothing if the position has
 * other rules than the game. */
PF_API bool pf_game_restart(pf_game *game, const pf_position *start);
PF_API bool pf_game_restart_variant(pf_game *game, const pf_variant_position *start);

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

/* The rules that the game is played by. */
PF_API pf_variant pf_game_variant(const pf_game *game);

/* The current position; valid until the game changes. In a game of a variant it is the board alone, for the functions
 * that <plyforge/variant_position.h> lists. */
PF_API const pf_position *pf_game_position(const pf_game *game);

/* The current position of a game by any rules, as a copy. */
PF_API pf_variant_position pf_game_variant_position(const pf_game *game);

/* The number of half-moves played. */
PF_API uint32_t pf_game_ply(const pf_game *game);

/* The position after that many half-moves (0: the first position), and the move that led to it (1: the first move).
 * NULL, false (out untouched) and PF_NO_MOVE if there is none; PF_NO_MOVE for a null move, too. */
PF_API const pf_position *pf_game_position_at(const pf_game *game, uint32_t ply);
PF_API bool pf_game_variant_position_at(pf_variant_position *out, const pf_game *game, uint32_t ply);
PF_API pf_move pf_game_move_at(const pf_game *game, uint32_t ply);

/* How often the current position has occurred in the game, this time included. Positions are the same if
 * pf_position_equal says so: pieces, side to move, castling rights and a legal en passant capture; in a variant
 * pf_variant_equal, with pockets and checks. In Crazyhouse captures and pawn moves do not end repetition. The number is
 * stored with each move: keys find the candidates in constant time, and whole positions are compared. */
PF_API unsigned pf_game_repetitions(const pf_game *game);

/* Whether and why the game is over. Checked in this order: the ends of a variant, checkmate, stalemate, insufficient
 * material, the clock (not in Crazyhouse), repetition. */
PF_API pf_outcome pf_game_outcome(const pf_game *game, pf_policy policy);

/* The draws that the player to move may claim (FIDE Laws 9.2 and 9.3), as a set. */
typedef unsigned pf_claims;
/* The bits of pf_claims. */
enum pf_claims_bit { PF_CLAIM_FIFTY_MOVES = 1, PF_CLAIM_THREEFOLD_REPETITION = 2 };

/* What may be claimed in the current position. Nothing once the game is over. */
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
