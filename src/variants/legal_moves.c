/* Whether a single move of a variant, given as any 16 bits, is legal; no list is generated. This is outside hot loops,
 * so it uses the slider back end that every machine has. */
#include "variants/single.h"

static bool drop_is_legal(const pf_position *position, pf_move move)
{
    pf_piece_type type = pf_move_dropped(move);
    pf_bitboard to = pf_bit(pf_move_to(move));
    if (type > PF_QUEEN || !position->pockets[position->turn][type]) return false;
    if (type == PF_PAWN && (to & (PF_RANK_1 | PF_RANK_8))) return false;
    pf_bitboard checkers = pf_find_checkers(position, position->turn, PF_SLIDERS_MAGIC);
    return (to & ~pf_position_occupied(position) &
            pf_evasion_targets(checkers, pf_king_square(position, position->turn))) != 0;
}

/* The move must be pseudo-legal. */
static bool atomic_is_legal(const pf_position *board, pf_move move)
{
    pf_colour us = board->turn;
    pf_square from = pf_move_from(move);
    pf_square to = pf_move_to(move);
    if (pf_move_kind_of(move) == PF_MOVE_CASTLING)
        return !pf_atomic_is_in_check(board, us, PF_SLIDERS_MAGIC) &&
               pf_atomic_castling_attacked(board, from, to) == PF_NO_SQUARE;
    if (pf_pseudo_is_capture(board, move)) {
        if (pf_position_pieces(board, us, PF_KING) & pf_bit(from)) return false;
        pf_square victim = pf_move_kind_of(move) == PF_MOVE_EN_PASSANT ? to ^ 8u : to;
        return pf_atomic_capture_is_legal(board, from, to, victim, us, PF_SLIDERS_MAGIC);
    }
    return !pf_atomic_attackers_after(board, move);
}

static bool horde_jump_is_legal(const pf_position *board, pf_square from)
{
    return !(pf_position_occupied(board) & (pf_bit(from + 8) | pf_bit(from + 16)));
}

bool pf_is_legal_in_variant(const pf_position *position, pf_move move)
{
    pf_variant variant = (pf_variant)position->variant;
    if (pf_is_variant_end(position)) return false;
    if (variant == PF_VARIANT_CRAZYHOUSE && pf_move_is_drop(move)) return drop_is_legal(position, move);
    if (variant == PF_VARIANT_ANTICHESS && pf_move_is_king_promotion(move))
        move = pf_move_of_promotion(pf_move_from(move), pf_move_to(move), PF_QUEEN);
    if (pf_is_horde_jump(position, move)) return horde_jump_is_legal(position, pf_move_from(move));
    switch (variant) {
    case PF_VARIANT_ATOMIC: return pf_is_pseudo_legal_in_chess(position, move) && atomic_is_legal(position, move);
    case PF_VARIANT_ANTICHESS:
        return pf_is_pseudo_legal_in_chess(position, move) &&
               (pf_pseudo_is_capture(position, move) || pf_find_capture(position) == PF_NO_MOVE);
    case PF_VARIANT_HORDE:
        return position->turn == PF_WHITE ? pf_is_pseudo_legal_in_chess(position, move)
                                          : pf_is_legal_in_chess(position, move);
    case PF_VARIANT_RACING_KINGS:
        return pf_is_legal_in_chess(position, move) && !pf_move_checkers_in_chess(position, move);
    default: return pf_is_legal_in_chess(position, move);
    }
}
