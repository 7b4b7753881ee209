/* The move generator, one body for both colours, every category and every sink. Legality by masks: the squares the
 * enemy attacks with our king lifted off the board, the squares that answer a check, and the rays that pinned pieces
 * must stay on. Nothing is made or unmade, and what was asked for as legal is legal when it leaves the generator. */
#ifndef PLYFORGE_GENERATE_H
#define PLYFORGE_GENERATE_H

#include <plyforge/moves.h>

#include "board/checks.h"
#include "board/en_passant.h"
#include "moves/castling.h"
#include "moves/emit.h"
#include "moves/generators.h"
#include "moves/gives_check.h"

/* Whether pins and attacks on our king are respected. */
typedef enum pf_keep { PF_KEEP_PSEUDO, PF_KEEP_LEGAL } pf_keep;

/* Inside the generator only, for variants: everything but the moves that give check, for pieces and kings, which is all
 * that Racing Kings has; and non-evasions against an opponent without a king, in Horde. */
enum { PF_CHECKLESS = 6, PF_AGAINST_HORDE = 7 };

/* What each category is made of. Inside the generator PF_LEGAL is said as PF_NON_EVASIONS with PF_KEEP_LEGAL. */
PF_TEMPLATE bool pf_category_has_quiets(pf_category category)
{
    return category != PF_CAPTURES;
}

PF_TEMPLATE bool pf_category_has_captures(pf_category category)
{
    return category != PF_QUIETS && category != PF_QUIET_CHECKS;
}

/* How many moves a pawn or king has in it, and how many any other piece. */
PF_TEMPLATE pf_density pf_category_density(pf_category category)
{
    return category == PF_QUIETS || category == PF_NON_EVASIONS ? PF_MANY : PF_FEW;
}

PF_TEMPLATE pf_density pf_category_density_of_pieces(pf_category category)
{
    return pf_category_density(category) == PF_MANY ? PF_MANY : PF_FEW_OF_PIECE;
}

/* Where pieces other than pawns may go for the category, as far as what stands there matters. */
PF_TEMPLATE pf_bitboard pf_category_targets(const pf_position *position, pf_colour us, pf_category category)
{
    if (!pf_category_has_quiets(category)) return position->by_colour[us ^ 1];
    if (!pf_category_has_captures(category)) return ~pf_position_occupied(position);
    return ~position->by_colour[us];
}

/* Where the piece on from gives check, directly or anywhere off the line that it blocks, for quiet checks; where it
 * does not, for checkless moves; everywhere for all other categories. */
PF_TEMPLATE pf_bitboard pf_checking_targets(const pf_check_chances *chances, pf_square from, pf_bitboard direct,
                                            pf_category category)
{
    if (category != PF_QUIET_CHECKS && category != PF_CHECKLESS) return ~UINT64_C(0);
    if (chances->discoverers & pf_bit(from)) direct |= ~pf_squares_on_line(chances->king, from);
    return category == PF_CHECKLESS ? ~direct : direct;
}

/* The rooks with a castling right and no piece between them and the king. In most positions there is none, which ends
 * the work on castling early. */
PF_TEMPLATE pf_bitboard pf_rooks_with_clear_path(const pf_position *position, pf_square king, pf_colour us,
                                                 pf_sliders sliders)
{
    pf_bitboard rooks = position->castling & pf_relative_rank(0, us);
    return rooks ? rooks & pf_rook_attacks(king, pf_position_occupied(position), sliders) : 0;
}

/* Castling with each of the rooks. Legal castling is for a king that is not in check. */
PF_TEMPLATE void pf_emit_castling_category(pf_moves_out *out, const pf_position *position, pf_bitboard rooks,
                                           pf_bitboard danger, pf_colour us, pf_category category, pf_keep keep,
                                           pf_sink sink, pf_sliders sliders)
{
    pf_square king = pf_king_square(position, us);
    while (rooks) {
        pf_square rook = pf_pop_lowest(&rooks);
        pf_move move = pf_move_of(king, rook, PF_MOVE_CASTLING);
        if (pf_castling_obstacles(position, king, rook)) continue;
        if (keep == PF_KEEP_LEGAL) {
            if (pf_castling_king_path(king, rook) & danger) continue;
            if (pf_castling_uncovers_king(position, king, rook, us, sliders)) continue;
        }
        if (category == PF_QUIET_CHECKS) {
            pf_new_checkers checkers = pf_find_new_checkers(position, move, us, sliders);
            if (!(checkers.direct | checkers.discovered)) continue;
        }
        pf_emit_one(out, move, sink);
    }
}

PF_TEMPLATE void pf_emit_castling(pf_moves_out *out, const pf_position *position, pf_bitboard danger, pf_colour us,
                                  pf_sink sink, pf_sliders sliders)
{
    pf_bitboard rooks = pf_rooks_with_clear_path(position, pf_king_square(position, us), us, sliders);
    pf_emit_castling_category(out, position, rooks, danger, us, PF_NON_EVASIONS, PF_KEEP_LEGAL, sink, sliders);
}

/* Where the pawns of one side may go, by kind of step; whole sets at a time, promotions included. */
typedef struct pf_pawn_targets {
    pf_bitboard one, two, left, right;
} pf_pawn_targets;

/* For these pawns on a board occupied so; victims are the pieces they may take. */
PF_TEMPLATE pf_pawn_targets pf_pawn_targets_of(pf_bitboard pawns, pf_bitboard occupied, pf_bitboard victims,
                                               const pf_checks_and_pins *pins, pf_colour us)
{
    pf_pawn_targets to;
    pf_bitboard pinned = pawns & (pins->straight | pins->diagonal);
    pf_bitboard loose = pawns ^ pinned;

    to.one = pf_forward(loose, us) & ~occupied;
    to.left = pf_forward_left(loose, us) & victims;
    to.right = pf_forward_right(loose, us) & victims;
    if (PF_UNLIKELY(pinned)) {
        /* A pinned pawn can be pushed along a file, and along a diagonal it can take the piece that pins it. */
        to.one |= pf_forward(pinned & pins->straight, us) & pins->straight & ~occupied;
        to.left |= pf_forward_left(pinned & pins->diagonal, us) & pins->diagonal & victims;
        to.right |= pf_forward_right(pinned & pins->diagonal, us) & pins->diagonal & victims;
    }
    to.two = pf_forward(to.one & pf_relative_rank(2, us), us) & ~occupied;
    return to;
}

/* For all our pawns. allowed are the squares that answer a check, or all of them. */
PF_TEMPLATE pf_pawn_targets pf_find_pawn_targets(const pf_position *position, const pf_checks_and_pins *pins,
                                                 pf_bitboard allowed, pf_colour us)
{
    pf_pawn_targets to = pf_pawn_targets_of(pf_position_pieces(position, us, PF_PAWN), pf_position_occupied(position),
                                            position->by_colour[us ^ 1], pins, us);
    to.one &= allowed;
    to.two &= allowed;
    to.left &= allowed;
    to.right &= allowed;
    return to;
}

/* Narrows the targets to quiet checks. A pawn that shields their king along a file still does so one or two steps
 * further; along a rank or a diagonal it does not. Captures are of no interest here, but those that may promote stay.
 */
PF_TEMPLATE void pf_narrow_pawns_to_checks(pf_pawn_targets *to, const pf_position *position,
                                           const pf_check_chances *chances, pf_colour us)
{
    pf_bitboard file = PF_FILE_A << pf_square_file(chances->king);
    pf_bitboard aside = pf_forward(pf_position_pieces(position, us, PF_PAWN) & chances->discoverers & ~file, us);
    pf_bitboard promoting = pf_relative_rank(7, us) & chances->knight;
    to->one &= ((chances->pawn | aside) & ~pf_relative_rank(7, us)) | promoting;
    to->two &= chances->pawn | pf_forward(aside, us);
    to->left &= promoting;
    to->right &= promoting;
}

/* Queens are made by captures, the other pieces by quiets; a quiet check makes knights. */
PF_TEMPLATE void pf_emit_pawn_category(pf_moves_out *out, const pf_position *position, const pf_pawn_targets *to,
                                       pf_colour us, pf_category category, pf_sink sink)
{
    int up = pf_forward_step(us);
    pf_density density = pf_category_density(category);
    pf_bitboard last_rank = pf_relative_rank(7, us);

    if (pf_category_has_quiets(category)) {
        pf_emit_pawns_expecting(out, to->one & ~last_rank, up, sink, density);
        pf_emit_pawns_expecting(out, to->two, 2 * up, sink, density);
    }
    /* Where most moves are others, a list skips captures that are not there. */
    bool skip = sink == PF_SINK_LIST && density == PF_MANY && !((to->left | to->right) & ~last_rank);
    if (pf_category_has_captures(category) && !PF_LIKELY(skip)) {
        pf_emit_pawns_expecting(out, to->left & ~last_rank, up - 1, sink, density);
        pf_emit_pawns_expecting(out, to->right & ~last_rank, up + 1, sink, density);
    }
    if (PF_UNLIKELY(pf_position_pieces(position, us, PF_PAWN) & pf_relative_rank(6, us))) {
        pf_piece_type low = category == PF_CAPTURES ? PF_QUEEN : PF_KNIGHT;
        pf_piece_type high = category == PF_QUIETS ? PF_ROOK : category == PF_QUIET_CHECKS ? PF_KNIGHT : PF_QUEEN;
        pf_emit_promotions_to(out, to->one & last_rank, up, high, low, sink);
        pf_emit_promotions_to(out, to->left & last_rank, up - 1, high, low, sink);
        pf_emit_promotions_to(out, to->right & last_rank, up + 1, high, low, sink);
    }
}

/* Knights, bishops, rooks and queens among the movers, to the squares of targets. A queen is a rook and a bishop on one
 * square, and gives check as both whichever way it came. */
PF_TEMPLATE void pf_emit_all_pieces(pf_moves_out *out, const pf_position *position, const pf_checks_and_pins *pins,
                                    const pf_check_chances *chances, pf_bitboard movers, pf_bitboard targets,
                                    pf_colour us, pf_category category, pf_sink sink, pf_sliders sliders)
{
    pf_bitboard occupied = pf_position_occupied(position);
    pf_bitboard pinned = pins->straight | pins->diagonal;
    pf_bitboard queens = position->by_type[PF_QUEEN];
    pf_density density = pf_category_density_of_pieces(category);

    for (pf_bitboard set = pf_position_pieces(position, us, PF_KNIGHT) & movers & ~pinned; set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_bitboard checking = pf_checking_targets(chances, from, chances->knight, category);
        pf_emit_from_expecting(out, from, pf_knight_attacks[from] & targets & checking, PF_KNIGHT, sink, density);
    }
    pf_bitboard diagonal = pf_bishops_and_queens(position, us) & movers & ~pins->straight;
    for (pf_bitboard set = diagonal & ~pins->diagonal; set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_bitboard direct = chances->diagonal | (queens & pf_bit(from) ? chances->straight : 0);
        pf_bitboard checking = pf_checking_targets(chances, from, direct, category);
        pf_emit_from_expecting(out, from, pf_bishop_attacks(from, occupied, sliders) & targets & checking, PF_BISHOP,
                               sink, density);
    }
    for (pf_bitboard set = diagonal & pins->diagonal; set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_bitboard direct = chances->diagonal | (queens & pf_bit(from) ? chances->straight : 0);
        pf_bitboard checking = pf_checking_targets(chances, from, direct, category) & pins->diagonal;
        pf_emit_from_expecting(out, from, pf_bishop_attacks(from, occupied, sliders) & targets & checking, PF_BISHOP,
                               sink, density);
    }
    pf_bitboard straight = pf_rooks_and_queens(position, us) & movers & ~pins->diagonal;
    for (pf_bitboard set = straight & ~pins->straight; set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_bitboard direct = chances->straight | (queens & pf_bit(from) ? chances->diagonal : 0);
        pf_bitboard checking = pf_checking_targets(chances, from, direct, category);
        pf_emit_from_expecting(out, from, pf_rook_attacks(from, occupied, sliders) & targets & checking, PF_ROOK, sink,
                               density);
    }
    for (pf_bitboard set = straight & pins->straight; set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_bitboard direct = chances->straight | (queens & pf_bit(from) ? chances->diagonal : 0);
        pf_bitboard checking = pf_checking_targets(chances, from, direct, category) & pins->straight;
        pf_emit_from_expecting(out, from, pf_rook_attacks(from, occupied, sliders) & targets & checking, PF_ROOK, sink,
                               density);
    }
}

/* Whether the captures of all pieces are generated at once. Only lists gain by it: counting has few branches anyway. */
PF_TEMPLATE bool pf_category_is_at_once(pf_category category, pf_sink sink)
{
    return PF_CAPTURES_AT_ONCE && category == PF_CAPTURES && sink == PF_SINK_LIST;
}

/* Lists these captures for pieces that are not pinned; for legal moves, without the king. Returns the pieces whose
 * captures are not listed yet. */
PF_TEMPLATE pf_bitboard pf_emit_loose_captures(pf_moves_out *out, const pf_position *position,
                                               const pf_checks_and_pins *pins, pf_bitboard targets, pf_colour us,
                                               pf_keep keep)
{
    pf_bitboard pieces = position->by_colour[us] & ~position->by_type[PF_PAWN];
    if (keep == PF_KEEP_LEGAL) pieces &= ~position->by_type[PF_KING];
    pf_bitboard pinned = pieces & (pins->straight | pins->diagonal), left;
    out->list = pf_write_captures_at_once(out->list, &left, position, pieces ^ pinned, targets);
    return pinned | left;
}

PF_TEMPLATE void pf_emit_en_passant_kept(pf_moves_out *out, const pf_position *position, pf_keep keep, pf_sink sink,
                                         pf_sliders sliders)
{
    for (pf_bitboard set = pf_ep_capturers(position); set;) {
        pf_square from = pf_pop_lowest(&set);
        if (keep == PF_KEEP_PSEUDO || pf_ep_capture_is_legal(position, from, sliders))
            pf_emit_one(out, pf_move_of(from, position->ep_square, PF_MOVE_EN_PASSANT), sink);
    }
}

PF_TEMPLATE void pf_emit_en_passant(pf_moves_out *out, const pf_position *position, pf_sink sink, pf_sliders sliders)
{
    pf_emit_en_passant_kept(out, position, PF_KEEP_LEGAL, sink, sliders);
}

/* The moves of the king and castling. King danger is computed last: it is the most expensive mask and often unused. */
PF_TEMPLATE void pf_emit_king(pf_moves_out *out, const pf_position *position, pf_bitboard checkers,
                              const pf_check_chances *chances, pf_colour us, pf_category category, pf_keep keep,
                              pf_sink sink, pf_sliders sliders)
{
    pf_square king = pf_king_square(position, us);
    pf_bitboard targets = pf_king_attacks[king] & pf_category_targets(position, us, category) &
                          pf_checking_targets(chances, king, 0, category);
    pf_bitboard castling = 0;
    if (category != PF_CAPTURES && category != PF_EVASIONS && !checkers)
        castling = pf_rooks_with_clear_path(position, king, us, sliders);

    if (keep == PF_KEEP_PSEUDO && category == PF_EVASIONS) {
        pf_bitboard lines = checkers & ~(position->by_type[PF_PAWN] | position->by_type[PF_KNIGHT]);
        while (lines) {
            pf_square slider = pf_pop_lowest(&lines);
            targets &= ~pf_squares_on_line(king, slider) | pf_bit(slider);
        }
    }
    if (targets | castling) {
        pf_enemy enemy = category == PF_AGAINST_HORDE ? PF_ENEMY_WITHOUT_KING : PF_ENEMY_WITH_KING;
        pf_king_zone zone = PF_UNLIKELY(castling) ? pf_whole_board() : pf_zone_of_king(king, sliders);
        pf_bitboard danger = keep == PF_KEEP_LEGAL ? pf_danger_from(position, zone, us, sliders, enemy) : 0;
        pf_emit_from_expecting(out, king, targets & ~danger, PF_KING, sink, pf_category_density(category));
        if (PF_UNLIKELY(castling))
            pf_emit_castling_category(out, position, castling, danger, us, category, keep, sink, sliders);
    }
}

/* The moves of one category for the side to move, which is us. Returns their number; for PF_SINK_ANY, 0 or something
 * else. */
PF_TEMPLATE uint32_t pf_generate_category_body(const pf_position *position, pf_move *list, pf_colour us,
                                               pf_category category, pf_keep keep, pf_sink sink, pf_sliders sliders)
{
    pf_moves_out out = {list, 0};
    pf_checks_and_pins pins = {0, 0, 0};
    if (keep == PF_KEEP_LEGAL)
        pins = pf_find_checks_and_pins(position, us, sliders);
    else if (category == PF_EVASIONS)
        pins.checkers = pf_find_checkers(position, us, sliders);
    if (category == PF_EVASIONS && !pins.checkers) return 0;

    pf_check_chances chances = {0, 0, 0, 0, 0, 0};
    if (category == PF_QUIET_CHECKS || category == PF_CHECKLESS) chances = pf_find_check_chances(position, us, sliders);

    bool at_once = pf_category_is_at_once(category, sink);
    if (!at_once || keep == PF_KEEP_LEGAL)
        pf_emit_king(&out, position, pins.checkers, &chances, us, category, keep, sink, sliders);
    if (sink == PF_SINK_ANY && out.count) return out.count;

    /* In check, pinned pieces need no special case: their rays meet the checking ray in the king's square only, so no
     * allowed square lies on them. */
    pf_bitboard allowed = pf_evasion_targets(pins.checkers, pf_king_square(position, us));
    if (PF_UNLIKELY(!allowed)) return sink == PF_SINK_LIST ? (uint32_t)(out.list - list) : out.count;
    pf_bitboard targets = allowed & pf_category_targets(position, us, category);
    pf_bitboard movers = ~UINT64_C(0);
    if (at_once) movers = pf_emit_loose_captures(&out, position, &pins, targets, us, keep);
    if (!at_once || PF_UNLIKELY(movers))
        pf_emit_all_pieces(&out, position, &pins, &chances, movers, targets, us, category, sink, sliders);
    if (sink == PF_SINK_ANY && out.count) return out.count;
    pf_pawn_targets pawns = pf_find_pawn_targets(position, &pins, allowed, us);
    if (category == PF_QUIET_CHECKS) pf_narrow_pawns_to_checks(&pawns, position, &chances, us);
    pf_emit_pawn_category(&out, position, &pawns, us, category, sink);
    if (pf_category_has_captures(category) && PF_UNLIKELY(pf_ep_capturers_of(position, us))) {
        /* The pawn that is taken need not be where we go, so a check is answered in either place. */
        bool answers = keep == PF_KEEP_LEGAL || category != PF_EVASIONS ||
                       (pins.checkers & pf_bit(position->ep_square ^ 8)) || (allowed & pf_bit(position->ep_square));
        if (answers) pf_emit_en_passant_kept(&out, position, keep, sink, sliders);
    }
    return sink == PF_SINK_LIST ? (uint32_t)(out.list - list) : out.count;
}

/* All legal moves. */
PF_TEMPLATE uint32_t pf_generate_body(const pf_position *position, pf_move *list, pf_colour us, pf_sink sink,
                                      pf_sliders sliders)
{
    return pf_generate_category_body(position, list, us, PF_NON_EVASIONS, PF_KEEP_LEGAL, sink, sliders);
}

/* Instantiates one category: functions of this file alone. Not inlined, so that each has a frame of its own size. */
#define PF_DEFINE_LIST_AND_COUNT(name, category, keep, sliders)                                                        \
    static PF_NOINLINE uint32_t list_##name(const pf_position *position, pf_move_list *list)                           \
    {                                                                                                                  \
        pf_move *moves = list->moves;                                                                                  \
        return list->size = position->turn == PF_WHITE                                                                 \
                                ? pf_generate_category_body(position, moves, PF_WHITE, category, keep, PF_SINK_LIST,   \
                                                            sliders)                                                   \
                                : pf_generate_category_body(position, moves, PF_BLACK, category, keep, PF_SINK_LIST,   \
                                                            sliders);                                                  \
    }                                                                                                                  \
    static PF_NOINLINE uint32_t count_##name(const pf_position *position)                                              \
    {                                                                                                                  \
        return position->turn == PF_WHITE                                                                              \
                   ? pf_generate_category_body(position, NULL, PF_WHITE, category, keep, PF_SINK_COUNT, sliders)       \
                   : pf_generate_category_body(position, NULL, PF_BLACK, category, keep, PF_SINK_COUNT, sliders);      \
    }

#define PF_DEFINE_CATEGORY(name, category, keep, sliders)                                                              \
    PF_DEFINE_LIST_AND_COUNT(name, category, keep, sliders)                                                            \
    static PF_NOINLINE uint32_t any_##name(const pf_position *position)                                                \
    {                                                                                                                  \
        return position->turn == PF_WHITE                                                                              \
                   ? pf_generate_category_body(position, NULL, PF_WHITE, category, keep, PF_SINK_ANY, sliders)         \
                   : pf_generate_category_body(position, NULL, PF_BLACK, category, keep, PF_SINK_ANY, sliders);        \
    }

/* verb is list, count or any. */
#define PF_CATEGORY_TABLE(verb)                                                                                        \
    {                                                                                                                  \
        verb##_captures, verb##_quiets, verb##_quiet_checks, verb##_evasions, verb##_legal, verb##_legal,              \
            verb##_nothing, verb##_nothing, verb##_pseudo_captures, verb##_pseudo_quiets, verb##_pseudo_quiet_checks,  \
            verb##_pseudo_evasions, verb##_pseudo_non_evasions, verb##_pseudo, verb##_nothing, verb##_nothing          \
    }

/* Instantiates the generator for one slider back end, as pf_generators_SUFFIX. */
#define PF_DEFINE_GENERATORS(suffix, sliders)                                                                          \
    PF_DEFINE_CATEGORY(legal, PF_NON_EVASIONS, PF_KEEP_LEGAL, sliders)                                                 \
    PF_DEFINE_CATEGORY(captures, PF_CAPTURES, PF_KEEP_LEGAL, sliders)                                                  \
    PF_DEFINE_CATEGORY(quiets, PF_QUIETS, PF_KEEP_LEGAL, sliders)                                                      \
    PF_DEFINE_CATEGORY(quiet_checks, PF_QUIET_CHECKS, PF_KEEP_LEGAL, sliders)                                          \
    PF_DEFINE_CATEGORY(evasions, PF_EVASIONS, PF_KEEP_LEGAL, sliders)                                                  \
    PF_DEFINE_CATEGORY(pseudo_captures, PF_CAPTURES, PF_KEEP_PSEUDO, sliders)                                          \
    PF_DEFINE_CATEGORY(pseudo_quiets, PF_QUIETS, PF_KEEP_PSEUDO, sliders)                                              \
    PF_DEFINE_CATEGORY(pseudo_quiet_checks, PF_QUIET_CHECKS, PF_KEEP_PSEUDO, sliders)                                  \
    PF_DEFINE_CATEGORY(pseudo_evasions, PF_EVASIONS, PF_KEEP_PSEUDO, sliders)                                          \
    PF_DEFINE_CATEGORY(pseudo_non_evasions, PF_NON_EVASIONS, PF_KEEP_PSEUDO, sliders)                                  \
                                                                                                                       \
    static uint32_t list_pseudo(const pf_position *position, pf_move_list *list)                                       \
    {                                                                                                                  \
        return pf_find_checkers(position, position->turn, sliders) ? list_pseudo_evasions(position, list)              \
                                                                   : list_pseudo_non_evasions(position, list);         \
    }                                                                                                                  \
    static uint32_t count_pseudo(const pf_position *position)                                                          \
    {                                                                                                                  \
        return pf_find_checkers(position, position->turn, sliders) ? count_pseudo_evasions(position)                   \
                                                                   : count_pseudo_non_evasions(position);              \
    }                                                                                                                  \
    static uint32_t any_pseudo(const pf_position *position)                                                            \
    {                                                                                                                  \
        return pf_find_checkers(position, position->turn, sliders) ? any_pseudo_evasions(position)                     \
                                                                   : any_pseudo_non_evasions(position);                \
    }                                                                                                                  \
    static uint32_t list_nothing(const pf_position *position, pf_move_list *list)                                      \
    {                                                                                                                  \
        (void)position;                                                                                                \
        return list->size = 0;                                                                                         \
    }                                                                                                                  \
    static uint32_t count_nothing(const pf_position *position)                                                         \
    {                                                                                                                  \
        (void)position;                                                                                                \
        return 0;                                                                                                      \
    }                                                                                                                  \
    static uint32_t any_nothing(const pf_position *position)                                                           \
    {                                                                                                                  \
        return count_nothing(position);                                                                                \
    }                                                                                                                  \
    const pf_generators pf_generators_##suffix = {PF_CATEGORY_TABLE(list), PF_CATEGORY_TABLE(count),                   \
                                                  PF_CATEGORY_TABLE(any)};

#endif
