/* The move generator, one body for both colours, every category and every sink. Legality is decided by masks: the
 * squares the enemy attacks with our king lifted off the board, the squares that answer a check, and the rays that
 * pinned pieces must stay on. Nothing is made or unmade: if legal moves are asked for, every move is legal when it
 * leaves the generator. */
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

/* Which moves are wanted, by the check that they give: quiet checks must give check, and moves in Racing Kings must
 * not. */
typedef enum pf_giving { PF_CHECK_OR_NOT, PF_CHECK_ONLY, PF_NO_CHECK } pf_giving;

/* The plan of a generation. Every field is a constant where the generator is instantiated, so that each instance has
 * only the code that it needs. Inside the generator PF_LEGAL is expressed as PF_NON_EVASIONS with PF_KEEP_LEGAL. */
typedef struct pf_plan {
    pf_colour us;         /* the side to move */
    pf_category category; /* without the PF_PSEUDO bit */
    pf_keep keep;
    pf_giving giving;
    pf_enemy enemy;
    pf_sink sink;
    pf_sliders sliders;
} pf_plan;

PF_TEMPLATE pf_plan pf_plan_of(pf_colour us, pf_category category, pf_keep keep, pf_sink sink, pf_sliders sliders)
{
    pf_giving giving = category == PF_QUIET_CHECKS ? PF_CHECK_ONLY : PF_CHECK_OR_NOT;
    pf_plan plan = {us, category, keep, giving, PF_ENEMY_WITH_KING, sink, sliders};
    return plan;
}

/* The state of one generation: the position, its checks and pins, and the sink for the moves. */
typedef struct pf_generation {
    const pf_position *position;
    pf_checks_and_pins pins;
    pf_check_chances chances; /* only filled if giving is not PF_CHECK_OR_NOT */
    pf_moves_out out;
} pf_generation;

/* The next two functions tell which kinds of moves a category contains. */
PF_TEMPLATE bool pf_category_has_quiets(pf_category category)
{
    return category != PF_CAPTURES;
}

PF_TEMPLATE bool pf_category_has_captures(pf_category category)
{
    return category != PF_QUIETS && category != PF_QUIET_CHECKS;
}

/* How many moves to expect in the category from a pawn or king, and from any other piece. */
PF_TEMPLATE pf_density pf_category_density(pf_category category)
{
    return category == PF_QUIETS || category == PF_NON_EVASIONS ? PF_MANY : PF_FEW;
}

PF_TEMPLATE pf_density pf_category_density_of_pieces(pf_category category)
{
    return pf_category_density(category) == PF_MANY ? PF_MANY : PF_FEW_OF_PIECE;
}

/* The targets of pieces other than pawns in the category, according to the contents of each square. */
PF_TEMPLATE pf_bitboard pf_category_targets(const pf_position *position, pf_colour us, pf_category category)
{
    if (!pf_category_has_quiets(category)) return position->by_colour[us ^ 1];
    if (!pf_category_has_captures(category)) return ~pf_position_occupied(position);
    return ~position->by_colour[us];
}

/* The squares on which the piece on from gives check, directly or by leaving the line that it blocks; or those on which
 * it does not; or all squares. direct are the squares from which it attacks their king. */
PF_TEMPLATE pf_bitboard pf_checking_targets(const pf_check_chances *chances, pf_square from, pf_bitboard direct,
                                            pf_giving giving)
{
    if (giving == PF_CHECK_OR_NOT) return ~UINT64_C(0);
    if (chances->discoverers & pf_bit(from)) direct |= ~pf_squares_on_line(chances->king, from);
    return giving == PF_NO_CHECK ? ~direct : direct;
}

/* The rooks with a castling right and no piece between them and the king. In most positions there is none, which ends
 * the work on castling early. */
PF_TEMPLATE pf_bitboard pf_rooks_with_clear_path(const pf_position *position, pf_square king, pf_colour us,
                                                 pf_sliders sliders)
{
    pf_bitboard rooks = position->castling & pf_relative_rank(0, us);
    return rooks ? rooks & pf_rook_attacks(king, pf_position_occupied(position), sliders) : 0;
}

/* Castling with each of the rooks. If only legal moves are wanted, the king is not in check. */
PF_TEMPLATE void pf_emit_castling_of(pf_moves_out *out, const pf_position *position, pf_bitboard rooks,
                                     pf_bitboard danger, pf_plan plan)
{
    pf_square king = pf_king_square(position, plan.us);
    while (rooks) {
        pf_square rook = pf_pop_lowest(&rooks);
        pf_move move = pf_move_of(king, rook, PF_MOVE_CASTLING);
        if (pf_castling_obstacles(position, king, rook)) continue;
        if (plan.keep == PF_KEEP_LEGAL) {
            if (pf_castling_king_path(king, rook) & danger) continue;
            if (pf_castling_uncovers_king(position, king, rook, plan.us, plan.sliders)) continue;
        }
        if (plan.category == PF_QUIET_CHECKS) {
            pf_new_checkers checkers = pf_find_new_checkers(position, move, plan.us, plan.sliders);
            if (!(checkers.direct | checkers.discovered)) continue;
        }
        pf_emit_one(out, move, plan.sink);
    }
}

PF_TEMPLATE void pf_emit_castling(pf_moves_out *out, const pf_position *position, pf_bitboard danger, pf_colour us,
                                  pf_sink sink, pf_sliders sliders)
{
    pf_bitboard rooks = pf_rooks_with_clear_path(position, pf_king_square(position, us), us, sliders);
    pf_emit_castling_of(out, position, rooks, danger, pf_plan_of(us, PF_NON_EVASIONS, PF_KEEP_LEGAL, sink, sliders));
}

/* The targets of the pawns of one side by kind of step, as whole sets; promotions are included. */
typedef struct pf_pawn_targets {
    pf_bitboard one, two, left, right;
} pf_pawn_targets;

/* The targets of these pawns on a board with these occupied squares; victims are the pieces that they may capture. */
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
        /* A pinned pawn can be pushed along the file of its pin, and along a diagonal it can capture the piece that
           pins it. */
        to.one |= pf_forward(pinned & pins->straight, us) & pins->straight & ~occupied;
        to.left |= pf_forward_left(pinned & pins->diagonal, us) & pins->diagonal & victims;
        to.right |= pf_forward_right(pinned & pins->diagonal, us) & pins->diagonal & victims;
    }
    to.two = pf_forward(to.one & pf_relative_rank(2, us), us) & ~occupied;
    return to;
}

/* The targets of all our pawns. allowed are the squares that answer a check, or all squares. */
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
 * further; along a rank or a diagonal it does not. Other captures do not matter here, but those that may promote are
 * kept. */
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

/* Promotions to queen count as captures, those to other pieces as quiets; a quiet check can be a promotion to
 * knight. */
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
    /* In categories that mostly contain other moves, a list first tests whether there are any pawn captures. */
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

/* Moves of bishops and queens (type PF_BISHOP), or of rooks and queens (PF_ROOK), along the lines of that type. allowed
 * is the ray of their pins, or the whole board. A queen is treated as a rook and a bishop on one square, and gives
 * check as either of them, whichever of the two moved. */
PF_TEMPLATE void pf_emit_sliders(pf_generation *at, pf_bitboard pieces, pf_piece_type type, pf_bitboard targets,
                                 pf_bitboard allowed, pf_plan plan)
{
    pf_bitboard occupied = pf_position_occupied(at->position);
    pf_bitboard queens = at->position->by_type[PF_QUEEN];
    bool bishops = type == PF_BISHOP;
    while (pieces) {
        pf_square from = pf_pop_lowest(&pieces);
        pf_bitboard direct = bishops ? at->chances.diagonal : at->chances.straight;
        if (queens & pf_bit(from)) direct |= bishops ? at->chances.straight : at->chances.diagonal;
        pf_bitboard checking = pf_checking_targets(&at->chances, from, direct, plan.giving) & allowed;
        pf_bitboard seen = bishops ? pf_bishop_attacks(from, occupied, plan.sliders)
                                   : pf_rook_attacks(from, occupied, plan.sliders);
        pf_emit_from_expecting(&at->out, from, seen & targets & checking, type, plan.sink,
                               pf_category_density_of_pieces(plan.category));
    }
}

/* Moves of knights, bishops, rooks and queens among the movers, to the squares of targets. */
PF_TEMPLATE void pf_emit_pieces(pf_generation *at, pf_bitboard movers, pf_bitboard targets, pf_plan plan)
{
    const pf_position *position = at->position;
    const pf_bitboard everywhere = ~UINT64_C(0);
    pf_bitboard straight_pins = at->pins.straight, diagonal_pins = at->pins.diagonal;

    for (pf_bitboard set = pf_position_pieces(position, plan.us, PF_KNIGHT) & movers & ~(straight_pins | diagonal_pins);
         set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_bitboard checking = pf_checking_targets(&at->chances, from, at->chances.knight, plan.giving);
        pf_emit_from_expecting(&at->out, from, pf_knight_attacks[from] & targets & checking, PF_KNIGHT, plan.sink,
                               pf_category_density_of_pieces(plan.category));
    }
    pf_bitboard diagonal = pf_bishops_and_queens(position, plan.us) & movers & ~straight_pins;
    pf_emit_sliders(at, diagonal & ~diagonal_pins, PF_BISHOP, targets, everywhere, plan);
    pf_emit_sliders(at, diagonal & diagonal_pins, PF_BISHOP, targets, diagonal_pins, plan);
    pf_bitboard straight = pf_rooks_and_queens(position, plan.us) & movers & ~diagonal_pins;
    pf_emit_sliders(at, straight & ~straight_pins, PF_ROOK, targets, everywhere, plan);
    pf_emit_sliders(at, straight & straight_pins, PF_ROOK, targets, straight_pins, plan);
}

/* Whether the captures of all pieces are generated at once. Only lists benefit: counting has few branches anyway. */
PF_TEMPLATE bool pf_category_is_at_once(pf_category category, pf_sink sink)
{
    return PF_CAPTURES_AT_ONCE && category == PF_CAPTURES && sink == PF_SINK_LIST;
}

/* Lists the captures on these targets by pieces that are not pinned; if only legal moves are wanted, the king is left
 * out. Returns the pieces whose captures are not listed yet. */
PF_TEMPLATE pf_bitboard pf_emit_loose_captures(pf_generation *at, pf_bitboard targets, pf_plan plan)
{
    const pf_position *position = at->position;
    pf_bitboard pieces = position->by_colour[plan.us] & ~position->by_type[PF_PAWN];
    if (plan.keep == PF_KEEP_LEGAL) pieces &= ~position->by_type[PF_KING];
    pf_bitboard pinned = pieces & (at->pins.straight | at->pins.diagonal), left;
    at->out.list = pf_write_captures_at_once(at->out.list, &left, position, pieces ^ pinned, targets);
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
PF_TEMPLATE void pf_emit_king(pf_generation *at, pf_plan plan)
{
    const pf_position *position = at->position;
    pf_square king = pf_king_square(position, plan.us);
    pf_bitboard targets = pf_king_attacks[king] & pf_category_targets(position, plan.us, plan.category) &
                          pf_checking_targets(&at->chances, king, 0, plan.giving);
    pf_bitboard castling = 0;
    if (plan.category != PF_CAPTURES && plan.category != PF_EVASIONS && !at->pins.checkers)
        castling = pf_rooks_with_clear_path(position, king, plan.us, plan.sliders);

    if (plan.keep == PF_KEEP_PSEUDO && plan.category == PF_EVASIONS) {
        pf_bitboard lines = at->pins.checkers & ~(position->by_type[PF_PAWN] | position->by_type[PF_KNIGHT]);
        while (lines) {
            pf_square slider = pf_pop_lowest(&lines);
            targets &= ~pf_squares_on_line(king, slider) | pf_bit(slider);
        }
    }
    if (targets | castling) {
        pf_king_zone zone = PF_UNLIKELY(castling) ? pf_whole_board() : pf_zone_of_king(king, plan.sliders);
        pf_bitboard danger = plan.keep == PF_KEEP_LEGAL
                                 ? pf_danger_from(position, zone, plan.us, plan.sliders, plan.enemy)
                                 : 0;
        pf_emit_from_expecting(&at->out, king, targets & ~danger, PF_KING, plan.sink,
                               pf_category_density(plan.category));
        if (PF_UNLIKELY(castling)) pf_emit_castling_of(&at->out, position, castling, danger, plan);
    }
}

/* Generates the moves of the plan and returns their number; for PF_SINK_ANY, zero or nonzero. The side to move is
 * plan.us. */
PF_TEMPLATE uint32_t pf_generate_planned(const pf_position *position, pf_move *list, pf_plan plan)
{
    pf_generation at = {position, {0, 0, 0}, {0, 0, 0, 0, 0, 0}, {list, 0}};
    if (plan.keep == PF_KEEP_LEGAL)
        at.pins = pf_find_checks_and_pins(position, plan.us, plan.sliders);
    else if (plan.category == PF_EVASIONS)
        at.pins.checkers = pf_find_checkers(position, plan.us, plan.sliders);
    if (plan.category == PF_EVASIONS && !at.pins.checkers) return 0;
    if (plan.giving != PF_CHECK_OR_NOT) at.chances = pf_find_check_chances(position, plan.us, plan.sliders);

    bool at_once = pf_category_is_at_once(plan.category, plan.sink);
    if (!at_once || plan.keep == PF_KEEP_LEGAL) pf_emit_king(&at, plan);
    if (plan.sink == PF_SINK_ANY && at.out.count) return at.out.count;

    /* In check, pinned pieces need no special case: their rays and the checking ray have only the king's square in
     * common, so no allowed square lies on them. */
    pf_bitboard allowed = pf_evasion_targets(at.pins.checkers, pf_king_square(position, plan.us));
    if (PF_UNLIKELY(!allowed)) return plan.sink == PF_SINK_LIST ? (uint32_t)(at.out.list - list) : at.out.count;
    pf_bitboard targets = allowed & pf_category_targets(position, plan.us, plan.category);
    pf_bitboard movers = ~UINT64_C(0);
    if (at_once) movers = pf_emit_loose_captures(&at, targets, plan);
    if (!at_once || PF_UNLIKELY(movers)) pf_emit_pieces(&at, movers, targets, plan);
    if (plan.sink == PF_SINK_ANY && at.out.count) return at.out.count;
    pf_pawn_targets pawns = pf_find_pawn_targets(position, &at.pins, allowed, plan.us);
    if (plan.category == PF_QUIET_CHECKS) pf_narrow_pawns_to_checks(&pawns, position, &at.chances, plan.us);
    pf_emit_pawn_category(&at.out, position, &pawns, plan.us, plan.category, plan.sink);
    if (pf_category_has_captures(plan.category) && PF_UNLIKELY(pf_ep_capturers_of(position, plan.us))) {
        /* The captured pawn is not on the target square, so the move may answer a check on either square. */
        bool answers = plan.keep == PF_KEEP_LEGAL || plan.category != PF_EVASIONS ||
                       (at.pins.checkers & pf_bit(position->ep_square ^ 8)) || (allowed & pf_bit(position->ep_square));
        if (answers) pf_emit_en_passant_kept(&at.out, position, plan.keep, plan.sink, plan.sliders);
    }
    return plan.sink == PF_SINK_LIST ? (uint32_t)(at.out.list - list) : at.out.count;
}

/* Generates all legal moves. */
PF_TEMPLATE uint32_t pf_generate_body(const pf_position *position, pf_move *list, pf_colour us, pf_sink sink,
                                      pf_sliders sliders)
{
    return pf_generate_planned(position, list, pf_plan_of(us, PF_NON_EVASIONS, PF_KEEP_LEGAL, sink, sliders));
}

/* ---- One instance for each instruction set ---- */

/* Generates one category for either side to move. */
PF_TEMPLATE uint32_t pf_generate_category(const pf_position *position, pf_move *list, pf_category category,
                                          pf_keep keep, pf_sink sink, pf_sliders sliders)
{
    return position->turn == PF_WHITE
               ? pf_generate_planned(position, list, pf_plan_of(PF_WHITE, category, keep, sink, sliders))
               : pf_generate_planned(position, list, pf_plan_of(PF_BLACK, category, keep, sink, sliders));
}

/* Instantiates one category as three functions. They are not inlined, so that each has a stack frame of the size that
 * it needs. */
#define PF_DEFINE_CATEGORY(list_moves, count_moves, any_move, category, keep, sliders)                                 \
    static PF_NOINLINE uint32_t list_moves(const pf_position *position, pf_move_list *list)                            \
    {                                                                                                                  \
        return list->size = pf_generate_category(position, list->moves, category, keep, PF_SINK_LIST, sliders);        \
    }                                                                                                                  \
    static PF_NOINLINE uint32_t count_moves(const pf_position *position)                                               \
    {                                                                                                                  \
        return pf_generate_category(position, NULL, category, keep, PF_SINK_COUNT, sliders);                           \
    }                                                                                                                  \
    static PF_NOINLINE uint32_t any_move(const pf_position *position)                                                  \
    {                                                                                                                  \
        return pf_generate_category(position, NULL, category, keep, PF_SINK_ANY, sliders);                             \
    }

/* Instantiates the generator for one slider back end: a pf_generators called name, which the public functions in
 * entry/lists.c call. */
#define PF_DEFINE_GENERATORS(name, sliders)                                                                            \
    PF_DEFINE_CATEGORY(list_legal, count_legal, any_legal, PF_NON_EVASIONS, PF_KEEP_LEGAL, sliders)                    \
    PF_DEFINE_CATEGORY(list_captures, count_captures, any_capture, PF_CAPTURES, PF_KEEP_LEGAL, sliders)                \
    PF_DEFINE_CATEGORY(list_quiets, count_quiets, any_quiet, PF_QUIETS, PF_KEEP_LEGAL, sliders)                        \
    PF_DEFINE_CATEGORY(list_quiet_checks, count_quiet_checks, any_quiet_check, PF_QUIET_CHECKS, PF_KEEP_LEGAL,         \
                       sliders)                                                                                        \
    PF_DEFINE_CATEGORY(list_evasions, count_evasions, any_evasion, PF_EVASIONS, PF_KEEP_LEGAL, sliders)                \
    PF_DEFINE_CATEGORY(list_pseudo_captures, count_pseudo_captures, any_pseudo_capture, PF_CAPTURES, PF_KEEP_PSEUDO,   \
                       sliders)                                                                                        \
    PF_DEFINE_CATEGORY(list_pseudo_quiets, count_pseudo_quiets, any_pseudo_quiet, PF_QUIETS, PF_KEEP_PSEUDO, sliders)  \
    PF_DEFINE_CATEGORY(list_pseudo_quiet_checks, count_pseudo_quiet_checks, any_pseudo_quiet_check, PF_QUIET_CHECKS,   \
                       PF_KEEP_PSEUDO, sliders)                                                                        \
    PF_DEFINE_CATEGORY(list_pseudo_evasions, count_pseudo_evasions, any_pseudo_evasion, PF_EVASIONS, PF_KEEP_PSEUDO,   \
                       sliders)                                                                                        \
    PF_DEFINE_CATEGORY(list_pseudo_non_evasions, count_pseudo_non_evasions, any_pseudo_non_evasion, PF_NON_EVASIONS,   \
                       PF_KEEP_PSEUDO, sliders)                                                                        \
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
        return pf_find_checkers(position, position->turn, sliders) ? any_pseudo_evasion(position)                      \
                                                                   : any_pseudo_non_evasion(position);                 \
    }                                                                                                                  \
    const pf_generators name = {.list = {[PF_CAPTURES] = list_captures,                                                \
                                         [PF_QUIETS] = list_quiets,                                                    \
                                         [PF_QUIET_CHECKS] = list_quiet_checks,                                        \
                                         [PF_EVASIONS] = list_evasions,                                                \
                                         [PF_NON_EVASIONS] = list_legal,                                               \
                                         [PF_LEGAL] = list_legal,                                                      \
                                         [PF_PSEUDO | PF_CAPTURES] = list_pseudo_captures,                             \
                                         [PF_PSEUDO | PF_QUIETS] = list_pseudo_quiets,                                 \
                                         [PF_PSEUDO | PF_QUIET_CHECKS] = list_pseudo_quiet_checks,                     \
                                         [PF_PSEUDO | PF_EVASIONS] = list_pseudo_evasions,                             \
                                         [PF_PSEUDO | PF_NON_EVASIONS] = list_pseudo_non_evasions,                     \
                                         [PF_PSEUDO | PF_LEGAL] = list_pseudo},                                        \
                                .count = {[PF_CAPTURES] = count_captures,                                              \
                                          [PF_QUIETS] = count_quiets,                                                  \
                                          [PF_QUIET_CHECKS] = count_quiet_checks,                                      \
                                          [PF_EVASIONS] = count_evasions,                                              \
                                          [PF_NON_EVASIONS] = count_legal,                                             \
                                          [PF_LEGAL] = count_legal,                                                    \
                                          [PF_PSEUDO | PF_CAPTURES] = count_pseudo_captures,                           \
                                          [PF_PSEUDO | PF_QUIETS] = count_pseudo_quiets,                               \
                                          [PF_PSEUDO | PF_QUIET_CHECKS] = count_pseudo_quiet_checks,                   \
                                          [PF_PSEUDO | PF_EVASIONS] = count_pseudo_evasions,                           \
                                          [PF_PSEUDO | PF_NON_EVASIONS] = count_pseudo_non_evasions,                   \
                                          [PF_PSEUDO | PF_LEGAL] = count_pseudo},                                      \
                                .any = {[PF_CAPTURES] = any_capture,                                                   \
                                        [PF_QUIETS] = any_quiet,                                                       \
                                        [PF_QUIET_CHECKS] = any_quiet_check,                                           \
                                        [PF_EVASIONS] = any_evasion,                                                   \
                                        [PF_NON_EVASIONS] = any_legal,                                                 \
                                        [PF_LEGAL] = any_legal,                                                        \
                                        [PF_PSEUDO | PF_CAPTURES] = any_pseudo_capture,                                \
                                        [PF_PSEUDO | PF_QUIETS] = any_pseudo_quiet,                                    \
                                        [PF_PSEUDO | PF_QUIET_CHECKS] = any_pseudo_quiet_check,                        \
                                        [PF_PSEUDO | PF_EVASIONS] = any_pseudo_evasion,                                \
                                        [PF_PSEUDO | PF_NON_EVASIONS] = any_pseudo_non_evasion,                        \
                                        [PF_PSEUDO | PF_LEGAL] = any_pseudo}};

#endif
