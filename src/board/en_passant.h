/* En passant: who attacks the square, and which captures are legal. This is decided here for the whole library, because
 * the key and FEN need it as much as generation does. Only the two-ply counters have their own version, in
 * perft/two_ply/replies_ep.h. */
#ifndef PLYFORGE_BOARD_EN_PASSANT_H
#define PLYFORGE_BOARD_EN_PASSANT_H

#include "board/view.h"

/* The pawns of us, the side to move, that attack the en passant square. There is no branch: after a double push there
 * always is such a square, but hardly ever such a pawn. */
PF_TEMPLATE pf_bitboard pf_ep_capturers_of(const pf_position *position, pf_colour us)
{
    pf_bitboard target = (uint64_t)(position->ep_square != PF_NO_SQUARE) << (position->ep_square & 63);
    return (pf_forward_left(target, us ^ 1) | pf_forward_right(target, us ^ 1)) & position->by_type[PF_PAWN] &
           position->by_colour[us];
}

PF_TEMPLATE pf_bitboard pf_ep_capturers(const pf_position *position)
{
    return pf_ep_capturers_of(position, position->turn);
}

/* Is this en passant capture legal? Both pawns leave their squares and ours arrives on a third, which can open or close
 * any line to the king:
 *
 *      . . . . . . . .        the rook sees the king once both pawns have
 *      K . . p P . . r   ->   left the rank, though neither is pinned
 *
 * So the capture is carried out on the occupancy, and any piece may turn out to attack the king.
 */
PF_TEMPLATE bool pf_ep_capture_is_legal(const pf_position *position, pf_square from, pf_sliders sliders)
{
    pf_colour us = position->turn;
    pf_bitboard captured = pf_bit(position->ep_square ^ 8);
    return !pf_attackers_after(position, pf_king_square(position, us), from, position->ep_square, captured, us,
                               sliders);
}

/* Whether any en passant capture is legal. Only then is the en passant square part of the position's identity. */
PF_TEMPLATE bool pf_ep_is_legal(const pf_position *position, pf_sliders sliders)
{
    for (pf_bitboard pawns = pf_ep_capturers(position); pawns;)
        if (pf_ep_capture_is_legal(position, pf_pop_lowest(&pawns), sliders)) return true;
    return false;
}

#endif
