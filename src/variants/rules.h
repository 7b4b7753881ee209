/* The differences between variants, as questions whose last parameter is the variant, a constant: whether a side has a
 * king to protect, whether it is in check, whether the game is over, whether an en passant capture is legal. */
#ifndef PLYFORGE_VARIANT_RULES_H
#define PLYFORGE_VARIANT_RULES_H

#include "board/variant_fields.h"
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

/* Whether the game is over by a rule that standard chess does not have; us is the side to move. Antichess has no such
 * rule: it ends when there is no move. */
PF_TEMPLATE bool pf_is_decided(const pf_position *position, pf_colour us, pf_sliders sliders, pf_variant variant)
{
    switch (variant) {
    case PF_VARIANT_ATOMIC:
        return !pf_position_pieces(position, PF_WHITE, PF_KING) || !pf_position_pieces(position, PF_BLACK, PF_KING);
    case PF_VARIANT_KING_OF_THE_HILL: return (position->by_type[PF_KING] & PF_HILL) != 0;
    case PF_VARIANT_THREE_CHECK:
        return pf_checks_given(position, PF_WHITE) >= PF_CHECKS_TO_WIN ||
               pf_checks_given(position, PF_BLACK) >= PF_CHECKS_TO_WIN;
    case PF_VARIANT_HORDE: return !position->by_colour[PF_WHITE];
    case PF_VARIANT_RACING_KINGS: return pf_race_is_over(position, us, sliders);
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

/* Whether any en passant capture is legal: only then is the square part of the position's identity. */
PF_TEMPLATE bool pf_variant_ep_is_legal(const pf_position *position, pf_sliders sliders, pf_variant variant)
{
    pf_bitboard pawns = pf_ep_capturers(position);
    if (!pawns || pf_is_decided(position, position->turn, sliders, variant)) return false;
    while (pawns)
        if (pf_variant_ep_capture_is_legal(position, pf_pop_lowest(&pawns), position->turn, sliders, variant))
            return true;
    return false;
}

#endif
