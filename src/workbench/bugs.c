/* Names the bug behind an extra or a missing move of another generator. The bug of an extra move follows from the
 * reason why the move is illegal, that of a missing move from its kind and circumstances. If the other generator is
 * wrong only after it has played a move itself, playing that move is the bug. Bugs that only variants have are in
 * variant_bugs.c, the names are in bug_names.c. */
#include <plyforge/attacks.h>
#include <plyforge/play.h>

#include "board/view.h"
#include "notation/written_castling.h"
#include "variants/single.h"
#include "workbench/bugs.h"

static unsigned distance(unsigned a, unsigned b)
{
    return a < b ? b - a : a - b;
}

/* ---- Extra moves ---- */

static pf_bug bug_of_movement(const pf_why *why)
{
    pf_square from = pf_move_from(why->move), to = pf_move_to(why->move);
    pf_piece_type type = pf_piece_type_of(why->mover.piece);
    unsigned files = distance(pf_square_file(from), pf_square_file(to));
    /* Castling with a rook that is not there, written king takes rook. */
    if (type == PF_KING && pf_is_along_back_rank(why->turn, from, to)) return PF_BUG_CASTLING_RIGHT;
    bool steps = type == PF_PAWN || type == PF_KNIGHT || type == PF_KING;
    return steps && files >= 5 ? PF_BUG_EDGE_WRAP : PF_BUG_PIECE_MOVEMENT;
}

/* A pawn moves diagonally to an empty square. If an enemy pawn stands beside it, this is en passant without the right.
 */
static pf_bug bug_of_empty_capture(const pf_position *position, const pf_why *why)
{
    pf_square beside = pf_move_to(why->move) ^ 8u;
    pf_colour us = why->turn;
    unsigned rank = pf_square_rank(pf_move_from(why->move));
    bool fifth = rank == (us == PF_WHITE ? 4u : 3u);
    bool pawn = pf_position_piece_at(position, beside) == pf_piece_of(us ^ 1, PF_PAWN);
    return fifth && pawn ? PF_BUG_EP_STALE : PF_BUG_PAWN_CAPTURE;
}

static pf_bug bug_of_king_step(const pf_position *position, const pf_why *why)
{
    pf_square from = pf_move_from(why->move), to = pf_move_to(why->move), attacker = why->attacker.square;
    pf_piece_type type = pf_piece_type_of(why->attacker.piece);
    bool slider = type == PF_BISHOP || type == PF_ROOK || type == PF_QUEEN;
    bool checks = (pf_position_checkers(position) & pf_bit(attacker)) != 0;
    if (slider && checks && (pf_line(attacker, from) & pf_bit(to))) return PF_BUG_KING_BACK_ALONG_RAY;
    if (type == PF_KING) return PF_BUG_KINGS_ADJACENT;
    return pf_position_piece_at(position, to) != PF_NO_PIECE ? PF_BUG_KING_TAKES_PROTECTED : PF_BUG_KING_INTO_CHECK;
}

/* Whether the castling rook stands between the attacker and the square that must not be attacked. */
static bool rook_shields(const pf_position *position, pf_square rook, pf_square square)
{
    pf_bitboard occupied = pf_position_occupied(position) & ~pf_bit(pf_position_king(position, position->turn));
    return (pf_position_attackers_to(position, square, occupied) & position->by_colour[position->turn ^ 1u]) == 0 &&
           (pf_position_attackers_to(position, square, occupied & ~pf_bit(rook)) &
            position->by_colour[position->turn ^ 1u]);
}

static pf_bug bug_of_extra(const pf_position *played, pf_move move)
{
    const pf_position *position = played;
    pf_why why;
    pf_why_reason reason = pf_move_why_illegal(played, move, &why);
    pf_bug of_variant = pf_bug_of_extra_in_variant(played, &why);
    if (of_variant != PF_BUG_UNKNOWN) return of_variant;
    bool en_passant = pf_move_kind_of(move) == PF_MOVE_EN_PASSANT;
    bool pawn = pf_piece_type_of(why.mover.piece) == PF_PAWN;
    pf_square from = pf_move_from(move), to = pf_move_to(move);

    switch (reason) {
    case PF_WHY_LEGAL: return PF_BUG_LISTED_TWICE; /* a legal move is extra only if it is listed twice */
    case PF_WHY_NO_MOVE:
    case PF_WHY_MALFORMED:
    case PF_WHY_NO_PIECE:
    case PF_WHY_NOT_YOUR_TURN: return PF_BUG_NO_SUCH_PIECE;
    case PF_WHY_SAME_SQUARE: return PF_BUG_PIECE_MOVEMENT;
    case PF_WHY_PIECE_MOVEMENT: return bug_of_movement(&why);
    case PF_WHY_PATH_BLOCKED:
        if (!pawn) return PF_BUG_SLIDER_JUMPS;
        return distance(from, to) == 16 && why.square.square != to ? PF_BUG_DOUBLE_PUSH_JUMPS : PF_BUG_PUSH_BLOCKED;
    case PF_WHY_OWN_PIECE:
        return pawn && pf_square_file(from) == pf_square_file(to) ? PF_BUG_PUSH_BLOCKED : PF_BUG_OWN_CAPTURE;
    case PF_WHY_PAWN_HAS_MOVED: return PF_BUG_DOUBLE_PUSH_RANK;
    case PF_WHY_NO_EN_PASSANT:
    case PF_WHY_EN_PASSANT_UNMARKED:
    case PF_WHY_NOTHING_TO_CAPTURE: return bug_of_empty_capture(position, &why);
    case PF_WHY_PROMOTION_MISSING:
    case PF_WHY_PROMOTION_NOT_ALLOWED: return PF_BUG_PROMOTION_FORCED;
    case PF_WHY_CASTLING_PIECES: return PF_BUG_CASTLING_RIGHT;
    case PF_WHY_CASTLING_RIGHT:
        return pf_rights_of_side(position, from, to) ? PF_BUG_CASTLING_WRONG_ROOK : PF_BUG_CASTLING_RIGHT;
    case PF_WHY_CASTLING_BLOCKED: return PF_BUG_CASTLING_BLOCKED;
    case PF_WHY_CASTLING_IN_CHECK: return PF_BUG_CASTLING_OUT_OF_CHECK;
    case PF_WHY_CASTLING_ATTACKED:
        if (rook_shields(position, to, why.square.square)) return PF_BUG_CASTLING_ROOK_SHIELDS;
        return pf_square_file(why.square.square) == (to > from ? 6u : 2u) ? PF_BUG_CASTLING_INTO_CHECK
                                                                          : PF_BUG_CASTLING_THROUGH;
    case PF_WHY_KING_ATTACKED: return bug_of_king_step(position, &why);
    case PF_WHY_DOUBLE_CHECK: return PF_BUG_DOUBLE_CHECK;
    case PF_WHY_CHECK_UNANSWERED: return en_passant ? PF_BUG_EP_CHECK_UNANSWERED : PF_BUG_CHECK_UNANSWERED;
    case PF_WHY_PINNED: return en_passant ? PF_BUG_EP_PIN : PF_BUG_PIN_OFF_RAY;
    case PF_WHY_EN_PASSANT_RANK_PIN: return PF_BUG_EP_RANK_PIN;
    case PF_WHY_EN_PASSANT_CAPTURED_SHIELD: return PF_BUG_EP_CAPTURED_SHIELD;
    default: break;
    }
    return PF_BUG_UNKNOWN;
}

/* ---- Missing moves ---- */

/* Whether the square is on the rank of a and b, from a to b inclusive. */
static bool is_between(pf_square square, pf_square a, pf_square b)
{
    return a < b ? a <= square && square <= b : b <= square && square <= a;
}

static pf_bug bug_of_missing_castling(const pf_position *position, pf_move move)
{
    pf_square rank = pf_move_from(move) & ~7u;
    bool a_side = pf_move_to(move) < pf_move_from(move);
    bool attacked = pf_position_is_square_attacked(position, rank + 1, position->turn ^ 1u);
    pf_square king = pf_move_from(move), rook = pf_move_to(move);
    pf_square king_target = rank + (a_side ? 2 : 6), rook_target = rank + (a_side ? 3 : 5);
    if (king == king_target) return PF_BUG_CASTLING_KING_STAYS_MISSING;
    if (is_between(rook, king, king_target) || is_between(king, rook, rook_target))
        return PF_BUG_CASTLING_OVERLAP_MISSING;
    return a_side && attacked ? PF_BUG_CASTLING_B_FILE_MISSING : PF_BUG_CASTLING_MISSING;
}

static pf_bug bug_of_missing_pawn_move(const pf_position *position, pf_move move)
{
    if (pf_position_piece_at(position, pf_move_to(move)) != PF_NO_PIECE) return PF_BUG_PAWN_CAPTURE_MISSING;
    return distance(pf_move_from(move), pf_move_to(move)) == 16 ? PF_BUG_DOUBLE_PUSH_MISSING : PF_BUG_PUSH_MISSING;
}

/* The king of the side; PF_NO_SQUARE if it has none. */
static pf_square king_of(const pf_position *position, pf_colour us)
{
    return pf_position_pieces(position, us, PF_KING) ? pf_position_king(position, us) : PF_NO_SQUARE;
}

static pf_bug bug_of_missing(const pf_position *played, pf_move move)
{
    const pf_position *position = played;
    pf_bug of_variant = pf_bug_of_missing_in_variant(played, move);
    if (of_variant != PF_BUG_UNKNOWN) return of_variant;
    pf_piece_type type = pf_piece_type_of(pf_position_piece_at(position, pf_move_from(move)));
    pf_bitboard checkers = pf_position_in_check(played) ? pf_position_checkers(position) : 0;
    bool royal = pf_has_royal_king(position->turn, pf_position_variant(played));
    pf_move_kind kind = pf_move_kind_of(move);

    if (kind == PF_MOVE_CASTLING) return bug_of_missing_castling(position, move);
    if (kind == PF_MOVE_EN_PASSANT) return checkers ? PF_BUG_EP_EVASION_MISSING : PF_BUG_EP_MISSING;
    if (kind == PF_MOVE_PROMOTION)
        return pf_move_promotion(move) == PF_QUEEN ? PF_BUG_PROMOTION_MISSING : PF_BUG_UNDERPROMOTION_MISSING;
    if (type == PF_KING) return PF_BUG_KING_MOVE_MISSING;
    if (royal && (pf_position_pinned(position, position->turn) & pf_bit(pf_move_from(move))))
        return PF_BUG_PIN_ALONG_RAY_MISSING;
    if (checkers) return checkers & pf_bit(pf_move_to(move)) ? PF_BUG_CHECKER_CAPTURE_MISSING : PF_BUG_BLOCK_MISSING;
    return type == PF_PAWN ? bug_of_missing_pawn_move(position, move) : PF_BUG_PIECE_MOVE_MISSING;
}

/* ---- Differences only after the other generator has played a move ---- */

/* The side to move has no right to castle on the side of the king where the rook stands or stood. Finds the move of the
 * line that ended the right. */
static pf_bug bug_of_kept_right(const pf_position *base, const pf_move *line, size_t size, pf_square rook)
{
    pf_position position = *base;
    pf_colour us = size % 2 == 0 ? base->turn : base->turn ^ 1u;
    for (size_t i = 0; i < size; i++) {
        pf_square king = king_of(&position, us);
        pf_bitboard had = king != PF_NO_SQUARE ? pf_rights_of_side(&position, king, rook) : 0;
        pf_colour mover = position.turn;
        bool exploded = pf_position_variant(&position) == PF_VARIANT_ATOMIC &&
                        pf_pseudo_is_capture(&position, line[i]) && !(had & pf_bit(pf_move_to(line[i])));
        pf_position_play_unchecked(&position, line[i]);
        if ((had & ~position.castling) == 0) continue;
        if (exploded && pf_move_from(line[i]) != rook) return PF_BUG_CASTLING_ROOK_EXPLODED;
        if (mover != us) return PF_BUG_CASTLING_ROOK_TAKEN;
        if (pf_move_kind_of(line[i]) == PF_MOVE_CASTLING) return PF_BUG_PLAY_CASTLING;
        return pf_move_from(line[i]) == king ? PF_BUG_CASTLING_KING_MOVED : PF_BUG_CASTLING_ROOK_MOVED;
    }
    return PF_BUG_CASTLING_RIGHT;
}

/* The line is as short as possible, so its first move is needed to show the bug. */
static pf_bug bug_of_playing(const pf_position *before, pf_move first, pf_bug seen)
{
    switch (pf_move_kind_of(first)) {
    case PF_MOVE_EN_PASSANT: return PF_BUG_PLAY_EN_PASSANT;
    case PF_MOVE_CASTLING: return PF_BUG_PLAY_CASTLING;
    case PF_MOVE_PROMOTION: return PF_BUG_PLAY_PROMOTION;
    default: break;
    }
    if (pf_move_is_king_promotion(first)) return PF_BUG_PLAY_PROMOTION;
    if (pf_move_is_drop(first)) return PF_BUG_PLAY_MOVE;
    bool pawn = pf_piece_type_of(pf_move_moved_piece(before, first)) == PF_PAWN;
    bool double_push = pawn && distance(pf_move_from(first), pf_move_to(first)) == 16;
    if (double_push && (seen == PF_BUG_EP_MISSING || seen == PF_BUG_EP_EVASION_MISSING)) return PF_BUG_PLAY_DOUBLE_PUSH;
    return pf_pseudo_is_capture(before, first) ? PF_BUG_PLAY_CAPTURE : PF_BUG_PLAY_MOVE;
}

/* Whether a position of the line before its last move had this en passant square. */
static bool had_ep_square(const pf_position *base, const pf_move *line, size_t size, pf_square square)
{
    pf_position position = *base;
    for (size_t i = 0; i < size; i++) {
        if (position.ep_square == square) return true;
        pf_position_play_unchecked(&position, line[i]);
    }
    return false;
}

pf_bug pf_bug_of(const pf_position *base, const pf_move *line, size_t size, pf_move move, pf_difference difference)
{
    pf_position position = *base;
    for (size_t i = 0; i < size; i++) pf_position_play_unchecked(&position, line[i]);
    pf_bug seen = difference == PF_MISSING ? bug_of_missing(&position, move) : bug_of_extra(&position, move);
    if (size == 0) return seen;
    pf_bug of_variant = pf_bug_of_playing_in_variant(base, line, size, move, difference);
    if (of_variant != PF_BUG_UNKNOWN) return of_variant;
    /* A king's move to the square of a rook that had a castling right is assumed to be castling, although it may be
     * another move with the same text. */
    bool believed = difference == PF_EXTRA && !pf_move_is_drop(move) &&
                    (base->castling & ~position.castling & pf_bit(pf_move_to(move))) &&
                    pf_move_from(move) == king_of(&position, position.turn);
    if (seen == PF_BUG_CASTLING_RIGHT || believed) return bug_of_kept_right(base, line, size, pf_move_to(move));
    if (seen == PF_BUG_EP_STALE) return seen;
    /* A square that is never cleared can also be captured on by pawns of the same side. */
    if (seen == PF_BUG_PAWN_CAPTURE && had_ep_square(base, line, size, pf_move_to(move))) return PF_BUG_EP_STALE;
    return bug_of_playing(base, line[0], seen);
}
