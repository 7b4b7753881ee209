/* Plyforge: further keys besides the one in a position: the key after a move that has not been played yet, and keys of
 * parts of the board (pawns, material, the pieces of one side) for separate tables.
 *
 * All of them are made from pf_piece_key, whose numbers are the same on every machine and in every build of a version.
 * Every function reads only what it is given and is safe to call from any thread. */
#ifndef PLYFORGE_KEYS_H
#define PLYFORGE_KEYS_H

#include <plyforge/changes.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The number that a piece on a square contributes to a key by exclusive or; 0 for PF_NO_PIECE and any other value
 * that is not a piece. Only the low six bits of square count. position->key contains it once for each piece. One table
 * look-up. */
PF_API uint64_t pf_piece_key(pf_piece piece, pf_square square);

/* The key that the position will have after a legal move, or after a null move (PF_NO_MOVE): exactly, with castling
 * rights and en passant. In standard chess this is cheaper than playing the move, so a search can prefetch its hash
 * entry first; in variants it costs as much as playing it. For an illegal move the result is meaningless. */
PF_API uint64_t pf_position_key_after(const pf_position *position, pf_move move);

/* Keys of parts of the board. None of them includes side to move, castling rights, en passant or pockets.
 *
 *     pawns      pf_piece_key of all pawns, by exclusive or
 *     material   the sum modulo 2^64 of pf_piece_key(piece, PF_A1) of all pieces but the kings: it depends on how many
 *                pieces of each kind there are, not on their squares. It is a sum because exclusive or would cancel two
 *                equal pieces.
 *     pieces     by side: pf_piece_key of its pieces other than pawns, the king included, by exclusive or */
typedef struct pf_keys {
    uint64_t pawns;
    uint64_t material;
    uint64_t pieces[2];
} pf_keys;

/* The keys of a position, computed from scratch: a step for each piece. */
PF_API pf_keys pf_position_keys(const pf_position *position);

/* Updates the keys of the position before a move to those that pf_position_keys computes after it. A few table
 * look-ups. */
PF_API void pf_keys_update(pf_keys *keys, const pf_changes *changes);

#ifdef __cplusplus
}
#endif

#endif
