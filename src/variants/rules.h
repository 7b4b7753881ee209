/* What the variants differ in, as questions with the variant as the last, constant parameter: whether a side has a king
 * to look after, whether it is in check, whether the game is over, whether an en passant capture is legal. */
#ifndef PLYFORGE_VARIANT_RULES_H
#define PLYFORGE_VARIANT_RULES_H

#include "variants/atomic.h"
#include "variants/horde.h"
#include "variants/racing_kings.h"

/* d4, e4, d5 and e5. */
#define PF_HILL UINT64_C(0x0000001818000000)

enum { PF_CHECKS_TO_WIN = 3 };

/* Whether the side has a king that must not be left in check. */
PF_TEMPLATE bool pf_has_royal_king(pf_colour us, pf_variant variant)
{
    return variant != PF_VARIANT_ANTICHESS && !(variant == PF_VARIANT_HORDE && us == PF_WHITE);
}

PF_TEMPLATE bool pf_is_in_check(const pf_position *board, pf_colour us, pf_sliders sliders, pf_variant variant)
{
    if (!pf_has_royal_king(us, variant)) return false;
    if (variant == PF_VARIANT_ATOMIC) return pf_atomic_is_in_check(board, us, sliders);
    return pf_find_checkers(board, us, sliders) != 0;
}

/* Whether the game is over by a rule that standard chess does not have; us is the side to move. Antichess is not here:
 * it ends when there is no move. */
PF_TEMPLATE bool pf_is_decided(const pf_variant_position *position, pf_colour us, pf_sliders sliders,
                               pf_variant variant)
{
    const pf_position *board = &position->board;
    switch (variant) {
    case PF_VARIANT_ATOMIC:
        return !pf_position_pieces(board, PF_WHITE, PF_KING) || !pf_position_pieces(board, PF_BLACK, PF_KING);
    case PF_VARIANT_KING_OF_THE_HILL: return (board->by_type[PF_KING] & PF_HILL) != 0;
    case PF_VARIANT_THREE_CHECK:
        return position->checks_given[PF_WHITE] >= PF_CHECKS_TO_WIN ||
               position->checks_given[PF_BLACK] >= PF_CHECKS_TO_WIN;
    case PF_VARIANT_HORDE: return !board->by_colour[PF_WHITE];
    case PF_VARIANT_RACING_KINGS: return pf_race_is_over(board, us, sliders);
    default: return false;
    }
}

/* Whether the pawn on from, which attacks the en passant square, may capture there. */
PF_TEMPLATE bool pf_variant_ep_capture_is_legal(const pf_position *board, pf_square from, pf_colour us,
                                                pf_sliders sliders, pf_variant variant)
{
    if (!pf_has_royal_king(us, variant)) return true;
    if (variant == PF_VARIANT_ATOMIC)
        return pf_atomic_capture_is_legal(board, from, board->ep_square, board->ep_square ^ 8u, us, sliders);
    return pf_ep_capture_is_legal(board, from, sliders);
}

/* Whether any en passant capture is legal: then, and only then, the square is part of what the position is. */
PF_TEMPLATE bool pf_variant_ep_is_legal(const pf_variant_position *position, pf_sliders sliders, pf_variant variant)
{
    const pf_position *board = &position->board;
    pf_bitboard pawns = pf_ep_capturers(board);
    if (!pawns || pf_is_decided(position, board->turn, sliders, variant)) return false;
    while (pawns)
        if (pf_variant_ep_capture_is_legal(board, pf_pop_lowest(&pawns), board->turn, sliders, variant)) return true;
    return false;
}

#endif
