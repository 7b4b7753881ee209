/* Plyforge: what a move changes on the board, for whatever is kept up to date beside a position: a mailbox board, the
 * accumulator of a neural network, a piece-square score, keys (<plyforge/keys.h>).
 *
 * Every function takes a few nanoseconds, reads the position only, and is safe to call from any thread. */
#ifndef PLYFORGE_CHANGES_H
#define PLYFORGE_CHANGES_H

#include <plyforge/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One piece goes from a square to another; or leaves the board (to is PF_NO_SQUARE), or arrives (from is PF_NO_SQUARE).
 */
typedef struct pf_change {
    uint8_t piece; /* a pf_piece */
    uint8_t from;
    uint8_t to;
} pf_change;

/* No move changes more. */
#define PF_MAX_CHANGES 3

/* All that a move changes, the piece that moves first:
 *
 *     normal move        the piece goes
 *     capture            the piece goes, the taken piece leaves; en passant: from the square where it stands
 *     promotion          the pawn leaves, the new piece arrives, the taken piece, if any, leaves
 *     castling           the king goes, the rook goes; in Chess960 one of them may stay, and then has no entry
 *
 * Clear all the squares that are left before you fill those that are reached: a captured piece leaves the square that
 * another reaches, and in Chess960 king and rook may change places. pf_changes_apply does it. */
typedef struct pf_changes {
    uint8_t size;
    pf_change list[PF_MAX_CHANGES];
} pf_changes;

/* Fills out with what the move, which must be pseudo-legal, changes in the position before it, and returns the size.
 * PF_NO_MOVE (a null move) changes nothing. For other values that are not pseudo-legal the entries have no meaning. */
PF_API unsigned pf_move_changes(const pf_position *position, pf_move move, pf_changes *out);

/* Brings a mailbox board of pf_piece values up to date. */
PF_INLINE void pf_changes_apply(const pf_changes *changes, uint8_t squares[64])
{
    for (unsigned i = 0; i < changes->size; i++)
        if (changes->list[i].from != PF_NO_SQUARE) squares[changes->list[i].from] = PF_NO_PIECE;
    for (unsigned i = 0; i < changes->size; i++)
        if (changes->list[i].to != PF_NO_SQUARE) squares[changes->list[i].to] = changes->list[i].piece;
}

/* Takes the changes back: the board is the one before the move. */
PF_INLINE void pf_changes_revert(const pf_changes *changes, uint8_t squares[64])
{
    for (unsigned i = 0; i < changes->size; i++)
        if (changes->list[i].to != PF_NO_SQUARE) squares[changes->list[i].to] = PF_NO_PIECE;
    for (unsigned i = 0; i < changes->size; i++)
        if (changes->list[i].from != PF_NO_SQUARE) squares[changes->list[i].from] = changes->list[i].piece;
}

#ifdef __cplusplus
}
#endif

#endif
