/* Why a move is not legal in a variant: the variant's own rules, which are checked before or after those of standard
 * chess in moves/why.c. pf_move_is_legal does not use this file; a test compares the two. */
#include "moves/why.h"
#include "variants/single.h"

/* ---- Drops ---- */

static pf_why_reason why_not_drop(pf_why *why, const pf_position *position)
{
    pf_piece_type type = pf_move_dropped(why->move);
    pf_square to = pf_move_to(why->move);
    if (position->variant != PF_VARIANT_CRAZYHOUSE || type > PF_QUEEN) return PF_WHY_MALFORMED;
    pf_square king = pf_king_square(position, why->turn);
    why->king = pf_square_piece_on(position, king);
    why->mover.piece = (uint8_t)pf_piece_of(why->turn, type);
    if (!position->pockets[why->turn][type]) return PF_WHY_NOT_IN_POCKET;
    if (pf_position_occupied(position) & pf_bit(to)) {
        why->square = pf_square_piece_on(position, to);
        return PF_WHY_DROP_OCCUPIED;
    }
    if (type == PF_PAWN && (pf_bit(to) & (PF_RANK_1 | PF_RANK_8))) return PF_WHY_DROP_PAWN_RANK;
    pf_bitboard checkers = pf_find_checkers(position, why->turn, PF_SLIDERS_MAGIC);
    return pf_evasion_targets(checkers, king) & pf_bit(to) ? PF_WHY_LEGAL : pf_why_in_check(why, position, checkers);
}

/* ---- Atomic ---- */

static pf_why_reason why_not_atomic_castling(pf_why *why, const pf_position *board)
{
    pf_square king = pf_move_from(why->move);
    pf_square rook = pf_move_to(why->move);
    pf_why_reason reason = pf_why_not_castling_way(why, board);
    if (reason != PF_WHY_LEGAL) return reason;
    if (pf_atomic_is_in_check(board, why->turn, PF_SLIDERS_MAGIC)) {
        why->attacker = pf_square_piece_on(board, pf_lowest(pf_find_checkers(board, why->turn, PF_SLIDERS_MAGIC)));
        return PF_WHY_CASTLING_IN_CHECK;
    }
    pf_square attacked = pf_atomic_castling_attacked(board, king, rook);
    if (attacked == PF_NO_SQUARE) return PF_WHY_LEGAL;
    why->square = pf_square_piece_on(board, attacked);
    why->attacker = pf_square_piece_on(board, pf_lowest(pf_atomic_castling_attackers(board, king, rook, attacked)));
    return PF_WHY_CASTLING_ATTACKED;
}

static pf_why_reason why_not_atomic(pf_why *why, const pf_position *board)
{
    pf_square from = pf_move_from(why->move);
    pf_square to = pf_move_to(why->move);
    pf_bitboard our_king = pf_bit(why->king.square);
    bool capture = pf_pseudo_is_capture(board, why->move);
    if (capture) {
        pf_bitboard gone = pf_explosion(board, to) | pf_bit(from);
        if (our_king & pf_bit(from)) return PF_WHY_KING_CAPTURES;
        if (our_king & gone) return PF_WHY_OWN_KING_EXPLODES;
        if (pf_position_pieces(board, why->turn ^ 1u, PF_KING) & gone) return PF_WHY_LEGAL;
    }
    pf_bitboard attackers = pf_atomic_attackers_after(board, why->move);
    if (!attackers) return PF_WHY_LEGAL;
    if (!capture) return pf_why_not_safe(why, board);
    pf_why_reason reason = pf_why_in_check(why, board, attackers);
    if (reason != PF_WHY_LEGAL) return reason;
    why->attacker = pf_square_piece_on(board, pf_lowest(attackers));
    return PF_WHY_EXPLOSION_EXPOSES_KING;
}

/* ---- The other variants ---- */

/* Antichess: square is that of a piece that can be captured, attacker a piece that can capture it. */
static pf_why_reason why_not_antichess(pf_why *why, const pf_position *board)
{
    if (pf_pseudo_is_capture(board, why->move)) return PF_WHY_LEGAL;
    pf_move capture = pf_find_capture(board);
    if (capture == PF_NO_MOVE) return PF_WHY_LEGAL;
    bool en_passant = pf_move_kind_of(capture) == PF_MOVE_EN_PASSANT;
    why->square = pf_square_piece_on(board, en_passant ? pf_move_to(capture) ^ 8u : pf_move_to(capture));
    why->attacker = pf_square_piece_on(board, pf_move_from(capture));
    return PF_WHY_MUST_CAPTURE;
}

/* Racing Kings: attacker is the piece that would give check; one that has moved is still on its old square. */
static pf_why_reason why_not_racing_kings(pf_why *why, const pf_position *board)
{
    pf_why_reason reason = pf_why_not_safe(why, board);
    if (reason != PF_WHY_LEGAL) return reason;
    pf_bitboard checkers = pf_move_checkers_in_chess(board, why->move);
    if (!checkers) return PF_WHY_LEGAL;
    bool direct = (checkers & pf_bit(pf_move_to(why->move))) != 0;
    why->attacker = pf_square_piece_on(board, direct ? pf_move_from(why->move) : pf_lowest(checkers));
    why->square = pf_square_piece_on(board, pf_king_square(board, why->turn ^ 1u));
    return PF_WHY_GIVES_CHECK;
}

/* The move must be pseudo-legal and not castling. */
static pf_why_reason why_not_by_variant(pf_why *why, const pf_position *position)
{
    switch ((pf_variant)position->variant) {
    case PF_VARIANT_ATOMIC: return why_not_atomic(why, position);
    case PF_VARIANT_ANTICHESS: return why_not_antichess(why, position);
    case PF_VARIANT_RACING_KINGS: return why_not_racing_kings(why, position);
    case PF_VARIANT_HORDE: return why->turn == PF_WHITE ? PF_WHY_LEGAL : pf_why_not_safe(why, position);
    default: return pf_why_not_safe(why, position);
    }
}

static pf_why_reason find_reason(pf_why *why, const pf_position *position)
{
    pf_move move = why->move;
    if (move == PF_NO_MOVE) return PF_WHY_NO_MOVE;
    if (pf_is_variant_end(position)) return PF_WHY_GAME_OVER;
    if (pf_move_is_drop(move)) return why_not_drop(why, position);
    /* As a move, a promotion to king is the same as one to queen. */
    if (position->variant == PF_VARIANT_ANTICHESS && pf_move_is_king_promotion(move))
        why->move = pf_move_of_promotion(pf_move_from(move), pf_move_to(move), PF_QUEEN);

    pf_why_reason reason = pf_why_not_squares(why, position);
    if (reason == PF_WHY_LEGAL && pf_move_kind_of(move) == PF_MOVE_CASTLING)
        return position->variant == PF_VARIANT_ATOMIC ? why_not_atomic_castling(why, position)
                                                      : pf_why_not_castling(why, position);
    if (reason == PF_WHY_LEGAL)
        reason = pf_is_horde_jump(position, move)
                     ? pf_why_not_push(why, position, pf_bit(pf_move_to(move)) | pf_bit(pf_move_to(move) - 8))
                     : pf_why_not_pseudo_legal(why, position);
    if (reason == PF_WHY_LEGAL) reason = why_not_by_variant(why, position);
    why->move = move;
    return reason;
}

pf_why_reason pf_why_in_variant(const pf_position *position, pf_move move, pf_why *out)
{
    pf_why why = pf_why_begin(position, move);
    pf_why_reason reason = find_reason(&why, position);
    why.reason = (uint8_t)reason;
    if (out) *out = why;
    return reason;
}
