/* Names the bugs that only generators of variants have. After a move of a variant that changes more than standard chess
 * does, a bug is a wrong idea of the board. Each such idea is tried: the bug of one difference is the first that makes
 * the extra move legal or the missing move illegal, the bug of a whole list the one that comes closest to the list. */
#include <plyforge/fen.h>
#include <plyforge/play.h>

#include "board/view.h"
#include "variants/single.h"
#include "workbench/bugs.h"

/* ---- Extra moves ---- */

static pf_bug bug_of_playing_on(const pf_position *position)
{
    switch (pf_position_variant(position)) {
    case PF_VARIANT_ATOMIC: return PF_BUG_PAST_EXPLOSION;
    case PF_VARIANT_KING_OF_THE_HILL: return PF_BUG_PAST_HILL;
    case PF_VARIANT_THREE_CHECK: return PF_BUG_PAST_THIRD_CHECK;
    case PF_VARIANT_HORDE: return PF_BUG_PAST_HORDE;
    case PF_VARIANT_RACING_KINGS:
        return pf_position_pieces(position, PF_BLACK, PF_KING) & PF_RANK_8 ? PF_BUG_PAST_BLACK_ARRIVAL
                                                                           : PF_BUG_PAST_WHITE_ARRIVAL;
    default: return PF_BUG_UNKNOWN;
    }
}

static bool can_only_capture_en_passant(const pf_position *position)
{
    pf_move_list list;
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size; i++)
        if (pf_move_kind_of(list.moves[i]) != PF_MOVE_EN_PASSANT) return false;
    return true;
}

pf_bug pf_bug_of_extra_in_variant(const pf_position *position, const pf_why *why)
{
    pf_variant variant = pf_position_variant(position);
    bool drop = pf_move_is_drop(why->move);
    bool has_castling = variant != PF_VARIANT_ANTICHESS && variant != PF_VARIANT_RACING_KINGS;
    if (!has_castling && !drop && pf_move_kind_of(why->move) == PF_MOVE_CASTLING &&
        pf_piece_type_of(why->mover.piece) == PF_KING)
        return PF_BUG_CASTLING_NOT_IN_VARIANT;
    switch ((pf_why_reason)why->reason) {
    case PF_WHY_GAME_OVER: return bug_of_playing_on(position);
    case PF_WHY_MALFORMED:
    case PF_WHY_NOT_IN_POCKET: return drop ? PF_BUG_DROP_NOT_IN_POCKET : PF_BUG_UNKNOWN;
    case PF_WHY_DROP_OCCUPIED: return PF_BUG_DROP_OCCUPIED;
    case PF_WHY_DROP_PAWN_RANK: return PF_BUG_DROP_PAWN_RANK;
    case PF_WHY_DOUBLE_CHECK:
    case PF_WHY_CHECK_UNANSWERED: return drop ? PF_BUG_DROP_CHECK_UNANSWERED : PF_BUG_UNKNOWN;
    case PF_WHY_KING_CAPTURES: return PF_BUG_KING_CAPTURES;
    case PF_WHY_OWN_KING_EXPLODES: return PF_BUG_OWN_KING_EXPLODES;
    case PF_WHY_EXPLOSION_EXPOSES_KING: return PF_BUG_EXPLOSION_EXPOSES_KING;
    case PF_WHY_MUST_CAPTURE: return can_only_capture_en_passant(position) ? PF_BUG_EP_COMPULSION : PF_BUG_COMPULSION;
    case PF_WHY_GIVES_CHECK:
        return why->attacker.square == pf_move_from(why->move) ? PF_BUG_GIVES_CHECK : PF_BUG_DISCOVERS_CHECK;
    case PF_WHY_KING_ATTACKED:
        return variant == PF_VARIANT_KING_OF_THE_HILL && (pf_bit(pf_move_to(why->move)) & PF_HILL)
                   ? PF_BUG_HILL_ATTACKED
                   : PF_BUG_UNKNOWN;
    default: return PF_BUG_UNKNOWN;
    }
}

/* ---- Missing moves ---- */

static pf_bug bug_of_missing_drop(const pf_position *position, pf_move move)
{
    bool seventh = pf_bit(pf_move_to(move)) & pf_relative_rank(6, position->turn);
    if (pf_position_in_check(position)) return PF_BUG_DROP_BLOCK_MISSING;
    if (pf_move_gives_check(position, move)) return PF_BUG_DROP_CHECK_MISSING;
    return seventh && pf_move_dropped(move) == PF_PAWN ? PF_BUG_DROP_ON_SEVENTH_MISSING : PF_BUG_DROP_MISSING;
}

static pf_bug bug_of_missing_atomic(const pf_position *position, pf_move move)
{
    pf_position after = *position;
    pf_position_play_unchecked(&after, move);
    if (pf_position_is_variant_end(&after)) return PF_BUG_WINNING_EXPLOSION_MISSING;
    return pf_kings_touch(&after) ? PF_BUG_TOUCHING_KINGS_MISSING : PF_BUG_UNKNOWN;
}

static pf_bug bug_of_missing_antichess(const pf_position *board, pf_move move)
{
    pf_square from = pf_move_from(move), to = pf_move_to(move);
    if (pf_move_is_king_promotion(move)) return PF_BUG_KING_PROMOTION_MISSING;
    if (!(board->by_type[PF_KING] & pf_bit(from))) return PF_BUG_UNKNOWN;
    pf_bitboard attackers = pf_attackers_to(board, to, pf_position_occupied(board) & ~pf_bit(from), PF_SLIDERS_MAGIC);
    return attackers & board->by_colour[board->turn ^ 1] ? PF_BUG_ROYAL_KING : PF_BUG_UNKNOWN;
}

/* Racing Kings: whether White's king has arrived, so that this is Black's last move. */
static bool is_last_answer(const pf_position *position)
{
    return pf_position_variant(position) == PF_VARIANT_RACING_KINGS && position->turn == PF_BLACK &&
           (pf_position_pieces(position, PF_WHITE, PF_KING) & PF_RANK_8);
}

pf_bug pf_bug_of_missing_in_variant(const pf_position *position, pf_move move)
{
    if (pf_move_is_drop(move)) return bug_of_missing_drop(position, move);
    switch (pf_position_variant(position)) {
    case PF_VARIANT_ATOMIC: return bug_of_missing_atomic(position, move);
    case PF_VARIANT_ANTICHESS: return bug_of_missing_antichess(position, move);
    case PF_VARIANT_HORDE: return pf_is_horde_jump(position, move) ? PF_BUG_FIRST_RANK_JUMP_MISSING : PF_BUG_UNKNOWN;
    case PF_VARIANT_RACING_KINGS: return is_last_answer(position) ? PF_BUG_RACE_ANSWER_MISSING : PF_BUG_UNKNOWN;
    default: return PF_BUG_UNKNOWN;
    }
}

pf_bug pf_bug_of_silence_in_variant(const pf_position *position)
{
    bool ends = pf_position_variant(position) != PF_VARIANT_STANDARD &&
                pf_position_variant(position) != PF_VARIANT_CRAZYHOUSE;
    bool touching = pf_position_variant(position) == PF_VARIANT_ATOMIC && pf_kings_touch(position);
    if (!ends || touching || pf_position_in_check(position) || is_last_answer(position)) return PF_BUG_UNKNOWN;
    return PF_BUG_ENDS_EARLY;
}

/* ---- Differences only after the other generator has played a move ---- */

/* The first move of the line, and the position before it. */
typedef struct pf_first_move {
    const pf_position *before;
    pf_colour us;
    pf_square from, to;
    pf_square victim; /* the square of the captured piece; PF_NO_SQUARE if the move is not a capture */
    pf_move move;
} pf_first_move;

/* Restores everything that was on these squares before the move. */
static void put_back(pf_setup *after, const pf_first_move *first, pf_bitboard squares)
{
    for (; squares; squares &= squares - 1) {
        pf_square square = pf_lowest(squares);
        after->squares[square] = (uint8_t)pf_position_piece_at(first->before, square);
    }
}

static void clear(pf_setup *after, pf_bitboard squares)
{
    for (; squares; squares &= squares - 1) after->squares[pf_lowest(squares)] = PF_NO_PIECE;
}

/* Atomic: the wrong board after a capture. */
static bool imagine_explosion(pf_setup *after, const pf_first_move *first, pf_bug bug)
{
    const pf_position *before = first->before;
    pf_bitboard around = pf_king_attacks[first->to];
    if (pf_position_variant(first->before) != PF_VARIANT_ATOMIC || first->victim == PF_NO_SQUARE) return false;
    switch (bug) {
    case PF_BUG_EXPLOSION_CAPTURER_STAYS:
        after->squares[first->to] = (uint8_t)pf_position_piece_at(before, first->from);
        return true;
    case PF_BUG_EXPLOSION_PIECE_STAYS:
        put_back(after, first,
                 around & pf_position_occupied(before) & ~before->by_type[PF_PAWN] & ~pf_bit(first->from));
        return true;
    case PF_BUG_EXPLOSION_TAKES_PAWN: clear(after, around & before->by_type[PF_PAWN]); return true;
    case PF_BUG_EXPLOSION_EP_CENTRE:
        if (first->victim == first->to) return false;
        put_back(after, first, around & ~pf_bit(first->from) & ~pf_bit(first->victim));
        clear(after, pf_king_attacks[first->victim] & ~before->by_type[PF_PAWN]);
        return true;
    default: return false;
    }
}

static void change_pocket(pf_setup *after, pf_colour colour, pf_piece_type type, int by)
{
    pf_setup_set_pocket(after, colour, type, pf_setup_pocket(after, colour, type) + (unsigned)by);
}

/* Crazyhouse: the wrong pockets after a capture or a drop. */
static bool imagine_pocket(pf_setup *after, const pf_first_move *first, pf_bug bug)
{
    if (pf_position_variant(first->before) != PF_VARIANT_CRAZYHOUSE) return false;
    pf_colour us = first->us, them = us ^ 1u;
    if (bug == PF_BUG_POCKET_ENDLESS || bug == PF_BUG_CASTLING_ROOK_DROPPED) {
        if (!pf_move_is_drop(first->move)) return false;
        if (bug == PF_BUG_POCKET_ENDLESS)
            change_pocket(after, us, pf_move_dropped(first->move), 1);
        else
            after->castling |= pf_bit(first->to);
        return true;
    }
    if (first->victim == PF_NO_SQUARE) return false;
    pf_piece_type type = pf_piece_type_of(pf_position_piece_at(first->before, first->victim));
    bool promoted = pf_promoted_pieces(first->before) & pf_bit(first->victim);
    bool en_passant = first->victim != first->to;
    change_pocket(after, us, promoted ? (pf_piece_type)PF_PAWN : type, -1);
    switch (bug) {
    case PF_BUG_POCKET_PROMOTED: change_pocket(after, us, type, 1); return promoted;
    case PF_BUG_POCKET_OWNER: change_pocket(after, them, type, 1); return true;
    case PF_BUG_POCKET_EN_PASSANT: return en_passant;
    case PF_BUG_POCKET_CAPTURE: return !en_passant;
    default: return false;
    }
}

/* Three-check: the wrong number of checks after a check. */
static bool imagine_checks(pf_setup *after, const pf_first_move *first, const pf_position *board, pf_bug bug)
{
    if (pf_position_variant(first->before) != PF_VARIANT_THREE_CHECK) return false;
    pf_bitboard checkers = pf_find_checkers(board, first->us ^ 1u, PF_SLIDERS_MAGIC);
    bool castling = pf_move_kind_of(first->move) == PF_MOVE_CASTLING;
    unsigned ours = pf_setup_checks_given(after, first->us), theirs = pf_setup_checks_given(after, first->us ^ 1u);
    if (!checkers) return false;
    switch (bug) {
    case PF_BUG_CHECK_COUNTED_TWICE:
        if (ours < PF_CHECKS_TO_WIN) pf_setup_set_checks_given(after, first->us, ours + 1);
        return (checkers & (checkers - 1)) != 0;
    case PF_BUG_CHECK_DISCOVERED:
        pf_setup_set_checks_given(after, first->us, ours - 1);
        return !castling && !(checkers & pf_bit(first->to));
    case PF_BUG_CHECK_COUNT:
        pf_setup_set_checks_given(after, first->us, ours - 1);
        if (theirs < PF_CHECKS_TO_WIN) pf_setup_set_checks_given(after, first->us ^ 1u, theirs + 1);
        return true;
    default: return false;
    }
}

/* A line that was played with a wrong idea of the board after its first move. */
typedef struct pf_imagined {
    pf_position position;
    bool is_over; /* Atomic: a king is gone, so the game is over */
} pf_imagined;

/* False if the idea does not apply to the first move, or the line is not legal with it. */
static bool imagine(pf_imagined *out, pf_bug bug, const pf_position *base, const pf_move *line, size_t size)
{
    pf_setup setup;
    pf_position after = *base;
    pf_first_move first = {.before = base, .us = base->turn, .move = line[0], .victim = PF_NO_SQUARE};
    first.to = pf_move_to(line[0]);
    first.from = pf_move_is_drop(line[0]) ? first.to : pf_move_from(line[0]);
    if (!pf_move_is_drop(line[0]) && pf_pseudo_is_capture(base, line[0]))
        first.victim = pf_move_kind_of(line[0]) == PF_MOVE_EN_PASSANT ? first.to ^ 8u : first.to;
    pf_position_play_unchecked(&after, line[0]);
    pf_setup_from_position(&setup, &after);
    if (!imagine_explosion(&setup, &first, bug) && !imagine_pocket(&setup, &first, bug) &&
        !imagine_checks(&setup, &first, &after, bug))
        return false;
    unsigned kings = 0;
    for (pf_square square = 0; square < 64; square++)
        kings += setup.squares[square] != PF_NO_PIECE && pf_piece_type_of(setup.squares[square]) == PF_KING;
    out->is_over = pf_position_variant(base) == PF_VARIANT_ATOMIC && kings < 2;
    if (out->is_over) return size == 1;
    pf_accept accept = PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960;
    if (pf_position_from_setup(&out->position, &setup, accept, NULL, NULL) != PF_OK) return false;
    for (size_t i = 1; i < size; i++)
        if (pf_position_play(&out->position, line[i], NULL) != PF_OK) return false;
    return true;
}

/* Whether the text of the move is that of a legal one in the imagined position. */
static bool is_imagined(const pf_imagined *imagined, pf_move move)
{
    pf_move same;
    char uci[PF_UCI_SIZE];
    if (imagined->is_over) return false;
    size_t length = pf_move_to_uci(uci, sizeof uci, move, PF_UCI_KING_TAKES_ROOK);
    return pf_move_from_uci(&same, &imagined->position, uci, length, NULL) == PF_OK;
}

static const pf_bug ideas[] = {
    PF_BUG_EXPLOSION_EP_CENTRE,   PF_BUG_EXPLOSION_CAPTURER_STAYS,
    PF_BUG_EXPLOSION_PIECE_STAYS, PF_BUG_EXPLOSION_TAKES_PAWN,
    PF_BUG_POCKET_PROMOTED,       PF_BUG_POCKET_EN_PASSANT,
    PF_BUG_POCKET_CAPTURE,        PF_BUG_POCKET_OWNER,
    PF_BUG_POCKET_ENDLESS,        PF_BUG_CASTLING_ROOK_DROPPED,
    PF_BUG_CHECK_COUNTED_TWICE,   PF_BUG_CHECK_DISCOVERED,
    PF_BUG_CHECK_COUNT,
};
enum { IDEA_COUNT = sizeof ideas / sizeof ideas[0] };

/* Horde: whether the move is the capture of a pawn that has just jumped from the first rank. */
static bool takes_first_rank_jump(const pf_position *before, pf_move last, pf_move move)
{
    return pf_is_horde_jump(before, last) && pf_move_to(move) == pf_move_from(last) + 8 &&
           (pf_position_pieces(before, PF_BLACK, PF_PAWN) & pf_bit(pf_move_from(move))) &&
           pf_square_file(pf_move_from(move)) != pf_square_file(pf_move_to(move));
}

pf_bug pf_bug_of_playing_in_variant(const pf_position *base, const pf_move *line, size_t size, pf_move move,
                                    pf_difference difference)
{
    pf_imagined imagined;
    if (pf_position_variant(base) == PF_VARIANT_STANDARD) return PF_BUG_UNKNOWN;
    pf_position before_last = *base;
    for (size_t i = 0; i + 1 < size; i++) pf_position_play_unchecked(&before_last, line[i]);
    if (takes_first_rank_jump(&before_last, line[size - 1], move)) return PF_BUG_EP_FIRST_RANK;
    for (unsigned i = 0; i < IDEA_COUNT; i++)
        if (imagine(&imagined, ideas[i], base, line, size) && is_imagined(&imagined, move) == (difference == PF_EXTRA))
            return ideas[i];
    bool exploded = pf_position_variant(base) == PF_VARIANT_ATOMIC && pf_pseudo_is_capture(base, line[0]);
    return exploded && pf_move_kind_of(move) != PF_MOVE_CASTLING ? PF_BUG_PLAY_EXPLOSION : PF_BUG_UNKNOWN;
}

pf_bug pf_bug_of_list_in_variant(const pf_position *base, const pf_move *line, size_t size, const pf_move *theirs,
                                 uint32_t count, uint32_t differences)
{
    pf_imagined imagined;
    pf_bug best = PF_BUG_UNKNOWN;
    if (pf_position_variant(base) == PF_VARIANT_STANDARD || size == 0) return best;
    for (unsigned i = 0; i < IDEA_COUNT; i++) {
        if (!imagine(&imagined, ideas[i], base, line, size)) continue;
        uint32_t common = 0, legal = imagined.is_over ? 0 : pf_count_legal(&imagined.position);
        for (uint32_t at = 0; at < count; at++) common += is_imagined(&imagined, theirs[at]);
        uint32_t left = count + legal >= 2 * common ? count + legal - 2 * common : 0;
        if (left >= differences) continue;
        differences = left;
        best = ideas[i];
    }
    return best;
}
