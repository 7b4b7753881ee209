/* Plyforge: more keys than the one that a position carries: the key after a move that is not played yet, and keys of a
 * part of the board (pawns, material, the pieces of a side) for tables of their own.
 *
 * All of them are made from pf_piece_key, whose numbers are the same on every machine and in every build of a version.
 * Every function reads only what it is given and is safe to call from any thread. */
#ifndef PLYFORGE_KEYS_H
#define PLYFORGE_KEYS_H

#include <plyforge/changes.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The number that a piece on a square contributes to a key by exclusive or; 0 for PF_NO_PIECE and every other value
 * that is no piece. Only the low six bits of square count. position->key contains it once for each piece. One table
 * look-up. */
PF_API uint64_t pf_piece_key(pf_piece piece, pf_square square);

/* The key that the position will have after a legal move, or after a null move (PF_NO_MOVE): exactly, with castling
 * rights and en passant. Cheaper than playing the move, so that a search can prefetch its hash entry first; a double
 * push beside an enemy pawn costs as much as playing it. For a move that is not legal the result has no meaning. */
PF_API uint64_t pf_position_key_after(const pf_position *position, pf_move move);

/* Keys of parts of the board. Side to move, castling rights and en passant are in none of them.
 *
 *     pawns      pf_piece_key of all pawns, by exclusive or
 *     material   the sum modulo 2^64 of pf_piece_key(piece, PF_A1) of all pieces but the kings: it depends on how many
 *                pieces of each kind there are, not on where they stand. A sum, because an exclusive or would lose two
 *                equal pieces.
 *     pieces     by side: pf_piece_key of its pieces other than pawns, the king included, by exclusive or */
typedef struct pf_keys {
    uint64_t pawns;
    uint64_t material;
    uint64_t pieces[2];
} pf_keys;

/* The keys of a position, computed from scratch: a step for each piece. */
PF_API pf_keys pf_position_keys(const pf_position *position);

/* Brings the keys of the position before a move up to date: then they are what pf_position_keys says after it. A few
 * table look-ups. */
PF_API void pf_keys_update(pf_keys *keys, const pf_changes *changes);

#ifdef __cplusplus
}
#endif

#endif
