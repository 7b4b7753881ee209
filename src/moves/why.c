/* Why a move is not legal in standard chess. The rules are tested one by one, in the order in which a person would
 * object, and the first one that is broken is reported together with the squares that prove it. pf_move_is_legal does
 * not use this file; a test compares the two. The variants use the parts that are declared in why.h. */
#include "moves/why.h"

#include "base/text.h"
#include "moves/legality.h"

_Static_assert(sizeof(pf_why) == 14, "pf_why is part of the ABI");

/* The square of a set that is nearest to square. All squares of the set, which is not empty, are on one line with it.
 */
static pf_square nearest(pf_square square, pf_bitboard set)
{
    pf_square best = pf_lowest(set);
    while (set) {
        pf_square other = pf_pop_lowest(&set);
        if ((other > square ? other - square : square - other) < (best > square ? best - square : square - best))
            best = other;
    }
    return best;
}

/* ---- How the piece moves ---- */

static pf_why_reason blocked_at(pf_why *why, const pf_position *position, pf_square square)
{
    why->square = pf_square_piece_on(position, square);
    return PF_WHY_PATH_BLOCKED;
}

static pf_why_reason own_piece_on(pf_why *why, const pf_position *position, pf_square square)
{
    why->square = pf_square_piece_on(position, square);
    return PF_WHY_OWN_PIECE;
}

pf_why_reason pf_why_not_push(pf_why *why, const pf_position *position, pf_bitboard way)
{
    pf_square to = pf_move_to(why->move);
    pf_bitboard obstacles = way & pf_position_occupied(position);
    if (!obstacles) return PF_WHY_LEGAL;
    pf_square first = nearest(pf_move_from(why->move), obstacles);
    if (first == to && (position->by_colour[why->turn] & pf_bit(to))) return own_piece_on(why, position, to);
    return blocked_at(why, position, first);
}

static pf_why_reason why_not_pawn(pf_why *why, const pf_position *position)
{
    pf_square from = pf_move_from(why->move);
    pf_square to = pf_move_to(why->move);
    pf_colour us = why->turn;
    pf_bitboard one = pf_forward(pf_bit(from), us);
    pf_bitboard two = pf_forward(one, us);

    if (pf_bit(to) == one) return pf_why_not_push(why, position, one);
    if (pf_bit(to) == two)
        return pf_bit(from) & pf_relative_rank(1, us) ? pf_why_not_push(why, position, one | two)
                                                      : PF_WHY_PAWN_HAS_MOVED;
    if (!(pf_pawn_attacks[us][from] & pf_bit(to))) return PF_WHY_PIECE_MOVEMENT;
    if (position->by_colour[us] & pf_bit(to)) return own_piece_on(why, position, to);
    if (position->by_colour[us ^ 1] & pf_bit(to)) return PF_WHY_LEGAL;
    return to == position->ep_square ? PF_WHY_EN_PASSANT_UNMARKED : PF_WHY_NOTHING_TO_CAPTURE;
}

static pf_why_reason why_not_piece(pf_why *why, const pf_position *position, pf_piece_type type)
{
    pf_square from = pf_move_from(why->move);
    pf_square to = pf_move_to(why->move);
    if (!(pf_attacks(why->turn, type, from, 0) & pf_bit(to))) return PF_WHY_PIECE_MOVEMENT;
    pf_bitboard obstacles = pf_squares_between(from, to) & pf_position_occupied(position);
    if (obstacles) return blocked_at(why, position, nearest(from, obstacles));
    if (position->by_colour[why->turn] & pf_bit(to)) return own_piece_on(why, position, to);
    return PF_WHY_LEGAL;
}

static pf_why_reason why_not_en_passant(const pf_why *why, const pf_position *position, pf_piece_type type)
{
    pf_square to = pf_move_to(why->move);
    if (type != PF_PAWN || to != position->ep_square) return PF_WHY_NO_EN_PASSANT;
    if (!(pf_pawn_attacks[why->turn][pf_move_from(why->move)] & pf_bit(to))) return PF_WHY_PIECE_MOVEMENT;
    return PF_WHY_LEGAL;
}

pf_why_reason pf_why_not_pseudo_legal(pf_why *why, const pf_position *position)
{
    pf_piece_type type = pf_piece_type_of(why->mover.piece);
    bool on_last_rank = pf_relative_rank(7, why->turn) & pf_bit(pf_move_to(why->move));
    pf_move_kind kind = pf_move_kind_of(why->move);

    if (kind == PF_MOVE_EN_PASSANT) return why_not_en_passant(why, position, type);
    if (kind == PF_MOVE_PROMOTION && (type != PF_PAWN || !on_last_rank)) return PF_WHY_PROMOTION_NOT_ALLOWED;
    if (type != PF_PAWN) return why_not_piece(why, position, type);
    pf_why_reason reason = why_not_pawn(why, position);
    if (reason == PF_WHY_LEGAL && on_last_rank && kind == PF_MOVE_NORMAL) return PF_WHY_PROMOTION_MISSING;
    return reason;
}

/* ---- Castling ---- */

pf_why_reason pf_why_not_castling_way(pf_why *why, const pf_position *position)
{
    pf_square king = pf_move_from(why->move);
    pf_square rook = pf_move_to(why->move);
    why->square = pf_square_piece_on(position, rook);
    if (pf_piece_type_of(why->mover.piece) != PF_KING || why->square.piece != pf_piece_of(why->turn, PF_ROOK))
        return PF_WHY_CASTLING_PIECES;
    if (!(position->castling & pf_bit(rook))) return PF_WHY_CASTLING_RIGHT;

    pf_bitboard obstacles = pf_castling_obstacles(position, king, rook);
    if (obstacles) {
        why->square = pf_square_piece_on(position, nearest(king, obstacles));
        return PF_WHY_CASTLING_BLOCKED;
    }
    return PF_WHY_LEGAL;
}

pf_why_reason pf_why_not_castling(pf_why *why, const pf_position *position)
{
    pf_why_reason reason = pf_why_not_castling_way(why, position);
    if (reason != PF_WHY_LEGAL) return reason;
    pf_square king = pf_move_from(why->move);
    pf_square rook = pf_move_to(why->move);
    pf_bitboard checkers = pf_position_checkers(position);
    if (checkers) {
        why->attacker = pf_square_piece_on(position, pf_lowest(checkers));
        return PF_WHY_CASTLING_IN_CHECK;
    }
    pf_square attacked = pf_castling_attacked_square(position, king, rook);
    if (attacked == PF_NO_SQUARE) return PF_WHY_LEGAL;
    pf_bitboard attackers = pf_attackers_of_castling(position, attacked, pf_bit(king) | pf_bit(rook));
    why->square = pf_square_piece_on(position, attacked);
    why->attacker = pf_square_piece_on(position, pf_lowest(attackers));
    return PF_WHY_CASTLING_ATTACKED;
}

/* ---- The king ---- */

pf_why_reason pf_why_in_check(pf_why *why, const pf_position *position, pf_bitboard attackers)
{
    pf_bitboard checkers = pf_position_checkers(position);
    if (checkers & (checkers - 1)) {
        why->attacker = pf_square_piece_on(position, pf_pop_lowest(&checkers));
        why->second = pf_square_piece_on(position, pf_lowest(checkers));
        return PF_WHY_DOUBLE_CHECK;
    }
    if (attackers & checkers) {
        why->attacker = pf_square_piece_on(position, pf_lowest(checkers));
        return PF_WHY_CHECK_UNANSWERED;
    }
    return PF_WHY_LEGAL;
}

/* Finds the pieces that attack the king after a move of another piece. Those that gave check before still do; any other
 * piece attacks along a line that the move has opened. */
static pf_why_reason why_not_safe(pf_why *why, const pf_position *position)
{
    pf_square from = pf_move_from(why->move);
    bool en_passant = pf_move_kind_of(why->move) == PF_MOVE_EN_PASSANT;
    pf_bitboard attackers = pf_attackers_after_move(position, why->move);
    if (!attackers) return PF_WHY_LEGAL;
    pf_why_reason reason = pf_why_in_check(why, position, attackers);
    if (reason != PF_WHY_LEGAL) return reason;

    pf_square attacker = pf_lowest(attackers);
    why->attacker = pf_square_piece_on(position, attacker);
    if (!en_passant) return PF_WHY_PINNED;
    pf_square captured = position->ep_square ^ 8u;
    pf_bitboard line = pf_squares_between(why->king.square, attacker);
    if (!(line & pf_bit(captured))) return PF_WHY_PINNED;
    why->square = pf_square_piece_on(position, captured);
    return line & pf_bit(from) ? PF_WHY_EN_PASSANT_RANK_PIN : PF_WHY_EN_PASSANT_CAPTURED_SHIELD;
}

static pf_why_reason why_not_king(pf_why *why, const pf_position *position)
{
    pf_bitboard attackers = pf_attackers_after_move(position, why->move);
    if (!attackers) return PF_WHY_LEGAL;
    why->attacker = pf_square_piece_on(position, pf_lowest(attackers));
    return PF_WHY_KING_ATTACKED;
}

pf_why_reason pf_why_not_safe(pf_why *why, const pf_position *position)
{
    return pf_move_from(why->move) == why->king.square ? why_not_king(why, position) : why_not_safe(why, position);
}

pf_why pf_why_begin(const pf_position *position, pf_move move)
{
    static const pf_square_piece none = {PF_NO_SQUARE, PF_NO_PIECE};
    pf_why why = {.move = move, .turn = position->turn};
    why.mover = why.king = why.square = why.attacker = why.second = none;
    return why;
}

pf_why_reason pf_why_not_squares(pf_why *why, const pf_position *position)
{
    pf_square from = pf_move_from(why->move);
    if (pf_move_is_malformed(why->move)) return PF_WHY_MALFORMED;
    if (!(pf_position_occupied(position) & pf_bit(from))) return PF_WHY_NO_PIECE;

    why->mover = pf_square_piece_on(position, from);
    if (pf_position_pieces(position, why->turn, PF_KING))
        why->king = pf_square_piece_on(position, pf_king_square(position, why->turn));
    if (pf_piece_colour(why->mover.piece) != why->turn) return PF_WHY_NOT_YOUR_TURN;
    return from == pf_move_to(why->move) ? PF_WHY_SAME_SQUARE : PF_WHY_LEGAL;
}

static pf_why_reason find_reason(pf_why *why, const pf_position *position)
{
    if (why->move == PF_NO_MOVE) return PF_WHY_NO_MOVE;
    pf_why_reason reason = pf_why_not_squares(why, position);
    if (reason != PF_WHY_LEGAL) return reason;
    if (pf_move_kind_of(why->move) == PF_MOVE_CASTLING) return pf_why_not_castling(why, position);
    reason = pf_why_not_pseudo_legal(why, position);
    return reason != PF_WHY_LEGAL ? reason : pf_why_not_safe(why, position);
}

pf_why_reason pf_why_in_chess(const pf_position *position, pf_move move, pf_why *out)
{
    pf_why why = pf_why_begin(position, move);
    pf_why_reason reason = find_reason(&why, position);
    why.reason = (uint8_t)reason;
    if (out) *out = why;
    return reason;
}
