/* Why a move is not legal. The rules are asked one by one, in the order in which a person would object, and the first
 * that is broken is named with the squares that prove it. pf_move_is_legal knows nothing of this file; a test holds
 * the two together. */
#include <plyforge/questions.h>

#include "board/text.h"
#include "moves/legality.h"

_Static_assert(sizeof(pf_why) == 14, "pf_why is part of the ABI");

static pf_witness witness(const pf_position *position, pf_square square)
{
    pf_witness seen = {(uint8_t)square, (uint8_t)pf_position_piece_at(position, square)};
    return seen;
}

/* The member of a set on one line with square that is nearest to it; set is not empty. */
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
    why->square = witness(position, square);
    return PF_WHY_PATH_BLOCKED;
}

static pf_why_reason own_piece_on(pf_why *why, const pf_position *position, pf_square square)
{
    why->square = witness(position, square);
    return PF_WHY_OWN_PIECE;
}

/* Straight ahead, one step or two: every square on the way and the last one must be empty. */
static pf_why_reason why_not_push(pf_why *why, const pf_position *position, pf_bitboard way)
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

    if (pf_bit(to) == one) return why_not_push(why, position, one);
    if (pf_bit(to) == two)
        return pf_bit(from) & pf_relative_rank(1, us) ? why_not_push(why, position, one | two) : PF_WHY_PAWN_HAS_MOVED;
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
    pf_bitboard obstacles = pf_between_squares[from][to] & pf_position_occupied(position);
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

/* Everything but the king's safety, castling aside. PF_WHY_LEGAL means pseudo-legal. */
static pf_why_reason why_not_pseudo_legal(pf_why *why, const pf_position *position)
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

static pf_why_reason why_not_castling(pf_why *why, const pf_position *position)
{
    pf_square king = pf_move_from(why->move);
    pf_square rook = pf_move_to(why->move);
    why->square = witness(position, rook);
    if (pf_piece_type_of(why->mover.piece) != PF_KING || why->square.piece != pf_piece_of(why->turn, PF_ROOK))
        return PF_WHY_CASTLING_PIECES;
    if (!(position->castling & pf_bit(rook))) return PF_WHY_CASTLING_RIGHT;

    pf_bitboard obstacles = pf_castling_obstacles(position, king, rook);
    if (obstacles) {
        why->square = witness(position, nearest(king, obstacles));
        return PF_WHY_CASTLING_BLOCKED;
    }
    pf_bitboard checkers = pf_position_checkers(position);
    if (checkers) {
        why->attacker = witness(position, pf_lowest(checkers));
        return PF_WHY_CASTLING_IN_CHECK;
    }
    pf_square attacked = pf_castling_attacked_square(position, king, rook);
    if (attacked == PF_NO_SQUARE) return PF_WHY_LEGAL;
    pf_bitboard attackers = pf_attackers_of_castling(position, attacked, pf_bit(king) | pf_bit(rook));
    why->square = witness(position, attacked);
    why->attacker = witness(position, pf_lowest(attackers));
    return PF_WHY_CASTLING_ATTACKED;
}

/* ---- The king ---- */

/* What a move of another piece than the king leaves attacking it. Those that gave check before still do; any other one
 * sees the king along a line that the move has opened. */
static pf_why_reason why_not_safe(pf_why *why, const pf_position *position)
{
    pf_square from = pf_move_from(why->move);
    bool en_passant = pf_move_kind_of(why->move) == PF_MOVE_EN_PASSANT;
    pf_bitboard attackers = pf_attackers_after_move(position, why->move);
    if (!attackers) return PF_WHY_LEGAL;

    pf_bitboard checkers = pf_position_checkers(position);
    if (checkers & (checkers - 1)) {
        why->attacker = witness(position, pf_pop_lowest(&checkers));
        why->second = witness(position, pf_lowest(checkers));
        return PF_WHY_DOUBLE_CHECK;
    }
    if (attackers & checkers) {
        why->attacker = witness(position, pf_lowest(checkers));
        return PF_WHY_CHECK_UNANSWERED;
    }
    pf_square attacker = pf_lowest(attackers);
    why->attacker = witness(position, attacker);
    if (!en_passant) return PF_WHY_PINNED;
    pf_square captured = position->ep_square ^ 8u;
    pf_bitboard line = pf_between_squares[why->king.square][attacker];
    if (!(line & pf_bit(captured))) return PF_WHY_PINNED;
    why->square = witness(position, captured);
    return line & pf_bit(from) ? PF_WHY_EN_PASSANT_RANK_PIN : PF_WHY_EN_PASSANT_CAPTURED_SHIELD;
}

static pf_why_reason why_not_king(pf_why *why, const pf_position *position)
{
    pf_bitboard attackers = pf_attackers_after_move(position, why->move);
    if (!attackers) return PF_WHY_LEGAL;
    why->attacker = witness(position, pf_lowest(attackers));
    return PF_WHY_KING_ATTACKED;
}

static pf_why_reason find_reason(pf_why *why, const pf_position *position)
{
    pf_square from = pf_move_from(why->move);
    if (why->move == PF_NO_MOVE) return PF_WHY_NO_MOVE;
    if (pf_move_is_malformed(why->move)) return PF_WHY_MALFORMED;
    if (!(pf_position_occupied(position) & pf_bit(from))) return PF_WHY_NO_PIECE;

    why->mover = witness(position, from);
    why->king = witness(position, pf_king_square(position, why->turn));
    if (pf_piece_colour(why->mover.piece) != why->turn) return PF_WHY_NOT_YOUR_TURN;
    if (from == pf_move_to(why->move)) return PF_WHY_SAME_SQUARE;
    if (pf_move_kind_of(why->move) == PF_MOVE_CASTLING) return why_not_castling(why, position);

    pf_why_reason reason = why_not_pseudo_legal(why, position);
    if (reason != PF_WHY_LEGAL) return reason;
    return from == why->king.square ? why_not_king(why, position) : why_not_safe(why, position);
}

pf_why_reason pf_move_why_illegal(const pf_position *position, pf_move move, pf_why *out)
{
    static const pf_witness none = {PF_NO_SQUARE, PF_NO_PIECE};
    pf_why why = {.move = move, .turn = position->turn};
    why.mover = why.king = why.square = why.attacker = why.second = none;
    pf_why_reason reason = find_reason(&why, position);
    why.reason = (uint8_t)reason;
    if (out) *out = why;
    return reason;
}
