/* Plyforge: the changes that a move makes on the board. Use them to update data that you keep beside a position: a
 * mailbox board, the accumulator of a neural network, a piece-square score, keys (<plyforge/keys.h>).
 *
 * Every function takes a few nanoseconds, only reads the position, and is safe to call from any thread. */
#ifndef PLYFORGE_CHANGES_H
#define PLYFORGE_CHANGES_H

#include <plyforge/position.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One piece that moves from one square to another, leaves the board (to is PF_NO_SQUARE), or appears on it (from is
 * PF_NO_SQUARE).
 */
typedef struct pf_change {
    uint8_t piece; /* a pf_piece */
    uint8_t from;
    uint8_t to;
} pf_change;

/* The most changes of any move: an explosion in Atomic takes the capturer, the captured piece and eight around it. In
 * the other variants it is at most 3. */
#define PF_MAX_CHANGES 10

/* All changes of a move, those of the moving piece first:
 *
 *     normal move        the piece moves
 *     capture            the piece moves, the captured piece leaves (en passant: from its own square)
 *     promotion          the pawn leaves, the new piece appears, the captured piece, if any, leaves
 *     castling           the king moves, the rook moves; in Chess960 one of them may stay, and then has no entry
 *     drop               the piece appears
 *     capture in Atomic  the capturer leaves, then every other piece that the explosion takes
 *
 * Clear all origin squares before you fill the target squares: a captured piece leaves the square that another piece
 * reaches, and in Chess960 king and rook may swap squares. pf_changes_apply does this. Pockets, marks of
 * promoted pieces and counted checks are not on the board and have no entries. */
typedef struct pf_changes {
    uint8_t size;
    pf_change list[PF_MAX_CHANGES];
} pf_changes;

/* Fills out with the changes that a pseudo-legal move makes in this position, and returns their number.
 * PF_NO_MOVE (a null move) changes nothing. For any other value that is not pseudo-legal, the entries are meaningless.
 */
PF_API unsigned pf_move_changes(const pf_position *position, pf_move move, pf_changes *out);

/* Updates a mailbox board of pf_piece values. */
PF_INLINE void pf_changes_apply(const pf_changes *changes, uint8_t squares[64])
{
    for (unsigned i = 0; i < changes->size; i++)
        if (changes->list[i].from != PF_NO_SQUARE) squares[changes->list[i].from] = PF_NO_PIECE;
    for (unsigned i = 0; i < changes->size; i++)
        if (changes->list[i].to != PF_NO_SQUARE) squares[changes->list[i].to] = changes->list[i].piece;
}

/* Undoes the changes: restores the board before the move. */
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
