/* The move generator, one body for both colours, every category and every sink. Legality by masks: the squares the
 * enemy attacks with our king lifted off the board, the squares that answer a check, and the rays that pinned pieces
 * must stay on. Nothing is made or unmade, and what was asked for as legal is legal when it leaves the generator. */
#ifndef PLYFORGE_GENERATE_H
#define PLYFORGE_GENERATE_H

#include <plyforge/moves.h>

#include "board/checks.h"
#include "moves/castling.h"
#include "moves/emit.h"
#include "moves/gives_check.h"

/* Whether pins and attacks on our king are looked at. */
typedef enum pf_keep { PF_KEEP_PSEUDO, PF_KEEP_LEGAL } pf_keep;

/* What each category is made of. Inside the generator PF_LEGAL is said as PF_NON_EVASIONS with PF_KEEP_LEGAL. */
PF_TEMPLATE bool pf_category_has_quiets(pf_category category)
{
    return category != PF_CAPTURES;
}

PF_TEMPLATE bool pf_category_has_captures(pf_category category)
{
    return category != PF_QUIETS && category != PF_QUIET_CHECKS;
}

PF_TEMPLATE pf_density pf_category_density(pf_category category)
{
    return category == PF_QUIETS || category == PF_NON_EVASIONS ? PF_MANY : PF_FEW;
}

/* Where pieces other than pawns may go for the category, as far as what stands there matters. */
PF_TEMPLATE pf_bitboard pf_category_targets(const pf_position *position, pf_colour us, pf_category category)
{
    if (!pf_category_has_quiets(category)) return position->by_colour[us ^ 1];
    if (!pf_category_has_captures(category)) return ~pf_position_occupied(position);
    return ~position->by_colour[us];
}

/* Where the piece on from gives check, for quiet checks: directly, or anywhere off the line that it blocks. No other
 * category minds. */
PF_TEMPLATE pf_bitboard pf_checking_targets(const pf_check_chances *chances, pf_square from, pf_bitboard direct,
                                            pf_category category)
{
    if (category != PF_QUIET_CHECKS) return ~UINT64_C(0);
    if (chances->discoverers & pf_bit(from)) direct |= ~pf_line_squares[chances->king][from];
    return direct;
}

/* The rooks that may castle, but for those with a piece between them and the king: most often, and seen at once. */
PF_TEMPLATE pf_bitboard pf_rooks_with_clear_path(const pf_position *position, pf_square king, pf_colour us)
{
    pf_bitboard clear = 0;
    for (pf_bitboard rooks = position->castling & pf_relative_rank(0, us); rooks;) {
        pf_square rook = pf_pop_lowest(&rooks);
        if (!(pf_between_squares[king][rook] & pf_position_occupied(position))) clear |= pf_bit(rook);
    }
    return clear;
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
    pf_bitboard rooks = pf_rooks_with_clear_path(position, pf_king_square(position, us), us);
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
PF_TEMPLATE void pf_emit_pawn_category(pf_moves_out *out, const pf_pawn_targets *to, pf_colour us, pf_category category,
                                       pf_sink sink)
{
    int up = pf_forward_step(us);
    pf_density density = pf_category_density(category);
    pf_bitboard last_rank = pf_relative_rank(7, us);

    if (pf_category_has_quiets(category)) {
        pf_emit_pawns_expecting(out, to->one & ~last_rank, up, sink, density);
        pf_emit_pawns_expecting(out, to->two, 2 * up, sink, density);
    }
    if (pf_category_has_captures(category)) {
        pf_emit_pawns_expecting(out, to->left & ~last_rank, up - 1, sink, density);
        pf_emit_pawns_expecting(out, to->right & ~last_rank, up + 1, sink, density);
    }
    if (PF_UNLIKELY((to->one | to->left | to->right) & last_rank)) {
        pf_piece_type low = category == PF_CAPTURES ? PF_QUEEN : PF_KNIGHT;
        pf_piece_type high = category == PF_QUIETS ? PF_ROOK : category == PF_QUIET_CHECKS ? PF_KNIGHT : PF_QUEEN;
        pf_emit_promotions_to(out, to->one & last_rank, up, high, low, sink);
        pf_emit_promotions_to(out, to->left & last_rank, up - 1, high, low, sink);
        pf_emit_promotions_to(out, to->right & last_rank, up + 1, high, low, sink);
    }
}

PF_TEMPLATE void pf_emit_all_pawns(pf_moves_out *out, const pf_pawn_targets *to, pf_colour us, pf_sink sink)
{
    pf_emit_pawn_category(out, to, us, PF_NON_EVASIONS, sink);
}

/* Knights, bishops, rooks and queens, to the squares of targets. A queen is a rook and a bishop on one square, and
 * gives check as both whichever way it came. */
PF_TEMPLATE void pf_emit_all_pieces(pf_moves_out *out, const pf_position *position, const pf_checks_and_pins *pins,
                                    const pf_check_chances *chances, pf_bitboard targets, pf_colour us,
                                    pf_category category, pf_sink sink, pf_sliders sliders)
{
    pf_bitboard occupied = pf_position_occupied(position);
    pf_bitboard pinned = pins->straight | pins->diagonal;
    pf_bitboard queens = position->by_type[PF_QUEEN];
    pf_density density = pf_category_density(category);

    for (pf_bitboard set = pf_position_pieces(position, us, PF_KNIGHT) & ~pinned; set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_bitboard checking = pf_checking_targets(chances, from, chances->knight, category);
        pf_emit_from_expecting(out, from, pf_knight_attacks[from] & targets & checking, sink, density);
    }
    pf_bitboard diagonal = pf_bishops_and_queens(position, us) & ~pins->straight;
    for (pf_bitboard set = diagonal & ~pins->diagonal; set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_bitboard direct = chances->diagonal | (queens & pf_bit(from) ? chances->straight : 0);
        pf_bitboard checking = pf_checking_targets(chances, from, direct, category);
        pf_emit_from_expecting(out, from, pf_bishop_attacks(from, occupied, sliders) & targets & checking, sink,
                               density);
    }
    for (pf_bitboard set = diagonal & pins->diagonal; set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_bitboard direct = chances->diagonal | (queens & pf_bit(from) ? chances->straight : 0);
        pf_bitboard checking = pf_checking_targets(chances, from, direct, category) & pins->diagonal;
        pf_emit_from_expecting(out, from, pf_bishop_attacks(from, occupied, sliders) & targets & checking, sink,
                               density);
    }
    pf_bitboard straight = pf_rooks_and_queens(position, us) & ~pins->diagonal;
    for (pf_bitboard set = straight & ~pins->straight; set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_bitboard direct = chances->straight | (queens & pf_bit(from) ? chances->diagonal : 0);
        pf_bitboard checking = pf_checking_targets(chances, from, direct, category);
        pf_emit_from_expecting(out, from, pf_rook_attacks(from, occupied, sliders) & targets & checking, sink, density);
    }
    for (pf_bitboard set = straight & pins->straight; set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_bitboard direct = chances->straight | (queens & pf_bit(from) ? chances->diagonal : 0);
        pf_bitboard checking = pf_checking_targets(chances, from, direct, category) & pins->straight;
        pf_emit_from_expecting(out, from, pf_rook_attacks(from, occupied, sliders) & targets & checking, sink, density);
    }
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

/* Where the king goes and castling. King danger is the dearest mask, and often nobody asks. */
PF_TEMPLATE void pf_emit_king(pf_moves_out *out, const pf_position *position, pf_bitboard checkers,
                              const pf_check_chances *chances, pf_colour us, pf_category category, pf_keep keep,
                              pf_sink sink, pf_sliders sliders)
{
    pf_square king = pf_king_square(position, us);
    pf_bitboard targets = pf_king_attacks[king] & pf_category_targets(position, us, category) &
                          pf_checking_targets(chances, king, 0, category);
    pf_bitboard castling = 0;
    if (category != PF_CAPTURES && category != PF_EVASIONS && !checkers)
        castling = pf_rooks_with_clear_path(position, king, us);

    if (keep == PF_KEEP_PSEUDO && category == PF_EVASIONS) {
        pf_bitboard lines = checkers & ~(position->by_type[PF_PAWN] | position->by_type[PF_KNIGHT]);
        while (lines) {
            pf_square slider = pf_pop_lowest(&lines);
            targets &= ~pf_line_squares[king][slider] | pf_bit(slider);
        }
    }
    if (targets | castling) {
        pf_bitboard danger = keep == PF_KEEP_LEGAL ? pf_king_danger(position, us, sliders) : 0;
        pf_emit_from_expecting(out, king, targets & ~danger, sink, pf_category_density(category));
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
    if (category == PF_QUIET_CHECKS) chances = pf_find_check_chances(position, us, sliders);

    pf_emit_king(&out, position, pins.checkers, &chances, us, category, keep, sink, sliders);
    if (sink == PF_SINK_ANY && out.count) return out.count;

    pf_bitboard allowed = ~UINT64_C(0);
    if (PF_UNLIKELY(pins.checkers)) {
        /* A double check is answered by the king alone; a single one by taking the checker or stepping between. */
        if (pins.checkers & (pins.checkers - 1)) return sink == PF_SINK_LIST ? (uint32_t)(out.list - list) : out.count;
        allowed = pins.checkers | pf_between_squares[pf_king_square(position, us)][pf_lowest(pins.checkers)];
        /* A pinned piece needs no special care: its ray meets the checking ray in the king's square only, so nothing
         * that is allowed lies on it. */
    }
    pf_bitboard targets = allowed & pf_category_targets(position, us, category);
    pf_emit_all_pieces(&out, position, &pins, &chances, targets, us, category, sink, sliders);
    if (sink == PF_SINK_ANY && out.count) return out.count;
    pf_pawn_targets pawns = pf_find_pawn_targets(position, &pins, allowed, us);
    if (category == PF_QUIET_CHECKS) pf_narrow_pawns_to_checks(&pawns, position, &chances, us);
    pf_emit_pawn_category(&out, &pawns, us, category, sink);
    if (pf_category_has_captures(category) && PF_UNLIKELY(position->ep_square != PF_NO_SQUARE)) {
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
    static PF_NOINLINE uint32_t list_##name(const pf_position *position, pf_move *list)                                \
    {                                                                                                                  \
        return position->turn == PF_WHITE                                                                              \
                   ? pf_generate_category_body(position, list, PF_WHITE, category, keep, PF_SINK_LIST, sliders)        \
                   : pf_generate_category_body(position, list, PF_BLACK, category, keep, PF_SINK_LIST, sliders);       \
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

/* Finds the instance: verb is list, count or any, and what follows it is passed on. */
#define PF_SWITCH_CATEGORY(verb, category, sliders, ...)                                                               \
    switch (category) {                                                                                                \
    case PF_CAPTURES: return verb##_captures(__VA_ARGS__);                                                             \
    case PF_QUIETS: return verb##_quiets(__VA_ARGS__);                                                                 \
    case PF_QUIET_CHECKS: return verb##_quiet_checks(__VA_ARGS__);                                                     \
    case PF_EVASIONS: return verb##_evasions(__VA_ARGS__);                                                             \
    case PF_NON_EVASIONS: return verb##_legal(__VA_ARGS__);                                                            \
    case PF_LEGAL: return verb##_legal(__VA_ARGS__);                                                                   \
    case PF_CAPTURES | PF_PSEUDO: return verb##_pseudo_captures(__VA_ARGS__);                                          \
    case PF_QUIETS | PF_PSEUDO: return verb##_pseudo_quiets(__VA_ARGS__);                                              \
    case PF_QUIET_CHECKS | PF_PSEUDO: return verb##_pseudo_quiet_checks(__VA_ARGS__);                                  \
    case PF_EVASIONS | PF_PSEUDO: return verb##_pseudo_evasions(__VA_ARGS__);                                          \
    case PF_NON_EVASIONS | PF_PSEUDO: return verb##_pseudo_non_evasions(__VA_ARGS__);                                  \
    case PF_LEGAL | PF_PSEUDO:                                                                                         \
        return pf_find_checkers(position, position->turn, sliders) ? verb##_pseudo_evasions(__VA_ARGS__)               \
                                                                   : verb##_pseudo_non_evasions(__VA_ARGS__);          \
    default: return 0;                                                                                                 \
    }

/* Instantiates the generator for one slider back end, as functions that share the suffix. */
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
    uint32_t pf_generate_legal_##suffix(const pf_position *position, pf_move *list)                                    \
    {                                                                                                                  \
        return list_legal(position, list);                                                                             \
    }                                                                                                                  \
    uint32_t pf_count_legal_##suffix(const pf_position *position)                                                      \
    {                                                                                                                  \
        return count_legal(position);                                                                                  \
    }                                                                                                                  \
    bool pf_any_legal_##suffix(const pf_position *position)                                                            \
    {                                                                                                                  \
        return any_legal(position) != 0;                                                                               \
    }                                                                                                                  \
    uint32_t pf_generate_##suffix(const pf_position *position, pf_category category, pf_move *list){                   \
        PF_SWITCH_CATEGORY(list, category, sliders, position,                                                          \
                           list)} uint32_t pf_count_moves_##suffix(const pf_position *position, pf_category category){ \
        PF_SWITCH_CATEGORY(count, category, sliders,                                                                   \
                           position)} uint32_t pf_any_move_##suffix(const pf_position *position, pf_category category) \
    {                                                                                                                  \
        PF_SWITCH_CATEGORY(any, category, sliders, position)                                                           \
    }

#define PF_DECLARE_GENERATORS(suffix)                                                                                  \
    PF_PRIVATE uint32_t pf_generate_legal_##suffix(const pf_position *position, pf_move *list);                        \
    PF_PRIVATE uint32_t pf_count_legal_##suffix(const pf_position *position);                                          \
    PF_PRIVATE bool pf_any_legal_##suffix(const pf_position *position);                                                \
    PF_PRIVATE uint32_t pf_generate_##suffix(const pf_position *position, pf_category category, pf_move *list);        \
    PF_PRIVATE uint32_t pf_count_moves_##suffix(const pf_position *position, pf_category category);                    \
    PF_PRIVATE uint32_t pf_any_move_##suffix(const pf_position *position, pf_category category);

PF_DECLARE_GENERATORS(portable)
PF_DECLARE_GENERATORS(bmi2)
PF_DECLARE_GENERATORS(avx512)

#endif
