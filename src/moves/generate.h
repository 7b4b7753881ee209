/* The legal move generator, one body for both colours and every sink. Legality by masks: the squares the enemy attacks
 * with our king lifted off the board, the squares that answer a check, and the rays that pinned pieces must stay on.
 * Nothing is made or unmade, and a move that leaves the generator is legal. */
#ifndef PLYFORGE_GENERATE_H
#define PLYFORGE_GENERATE_H

#include <plyforge/moves.h>

#include "board/view.h"

/* Where moves go: into a list, into a number, or nowhere once there is one. */
typedef enum pf_sink { PF_SINK_LIST, PF_SINK_COUNT, PF_SINK_ANY } pf_sink;

/* What the sinks share: list is advanced past each move written, count is the number so far (count and any only). */
typedef struct pf_moves_out {
    pf_move *list;
    uint32_t count;
} pf_moves_out;

/* All moves from one square to each square of targets. */
PF_TEMPLATE void pf_emit_from(pf_moves_out *out, pf_square from, pf_bitboard targets, pf_sink sink)
{
    if (sink == PF_SINK_LIST) {
        pf_move base = pf_move_of(from, 0, PF_MOVE_NORMAL);
        while (targets) *out->list++ = (pf_move)(base | pf_pop_lowest(&targets));
    } else {
        out->count += pf_popcount(targets);
    }
}

/* Pawn moves to each square of targets, all by the same step (to - from). */
PF_TEMPLATE void pf_emit_pawns(pf_moves_out *out, pf_bitboard targets, int step, pf_sink sink)
{
    if (sink == PF_SINK_LIST) {
        while (targets) {
            pf_square to = pf_pop_lowest(&targets);
            *out->list++ = pf_move_of((pf_square)((int)to - step), to, PF_MOVE_NORMAL);
        }
    } else {
        out->count += pf_popcount(targets);
    }
}

PF_TEMPLATE void pf_emit_promotions(pf_moves_out *out, pf_bitboard targets, int step, pf_sink sink)
{
    if (sink == PF_SINK_LIST) {
        while (targets) {
            pf_square to = pf_pop_lowest(&targets);
            pf_square from = (pf_square)((int)to - step);
            for (pf_piece_type type = PF_QUEEN; type >= PF_KNIGHT; type--)
                *out->list++ = pf_move_of_promotion(from, to, type);
        }
    } else {
        out->count += 4 * pf_popcount(targets);
    }
}

PF_TEMPLATE void pf_emit_one(pf_moves_out *out, pf_move move, pf_sink sink)
{
    if (sink == PF_SINK_LIST)
        *out->list++ = move;
    else
        out->count++;
}

/* Every square that them attack, as their king's opponent must see it: our king does not shield the squares behind it.
 */
PF_TEMPLATE pf_bitboard pf_king_danger(const pf_position *position, pf_colour us, pf_sliders sliders)
{
    pf_colour them = us ^ 1;
    pf_bitboard occupied = pf_position_occupied(position) ^ pf_position_pieces(position, us, PF_KING);
    pf_bitboard pawns = pf_position_pieces(position, them, PF_PAWN);
    pf_bitboard danger = pf_forward_left(pawns, them) | pf_forward_right(pawns, them);

    danger |= pf_king_attacks[pf_king_square(position, them)];
    for (pf_bitboard set = pf_position_pieces(position, them, PF_KNIGHT); set;)
        danger |= pf_knight_attacks[pf_pop_lowest(&set)];
    for (pf_bitboard set = pf_bishops_and_queens(position, them); set;)
        danger |= pf_bishop_attacks(pf_pop_lowest(&set), occupied, sliders);
    for (pf_bitboard set = pf_rooks_and_queens(position, them); set;)
        danger |= pf_rook_attacks(pf_pop_lowest(&set), occupied, sliders);
    return danger;
}

/* The enemy pieces that give check, and the rays from our king to each slider that pins a piece of ours: slider
 * included, king not. A piece pinned on one kind of ray can only move along that kind, and the rays of one kind never
 * meet, so two unions say everything. */
typedef struct pf_checks_and_pins {
    pf_bitboard checkers;
    pf_bitboard straight;
    pf_bitboard diagonal;
} pf_checks_and_pins;

PF_TEMPLATE pf_checks_and_pins pf_find_checks_and_pins(const pf_position *position, pf_colour us, pf_sliders sliders)
{
    pf_colour them = us ^ 1;
    pf_square king = pf_king_square(position, us);
    pf_bitboard ours = position->by_colour[us];
    pf_bitboard theirs = position->by_colour[them];
    pf_checks_and_pins found;
    found.checkers = (pf_pawn_attacks[us][king] & pf_position_pieces(position, them, PF_PAWN)) |
                     (pf_knight_attacks[king] & pf_position_pieces(position, them, PF_KNIGHT));
    found.straight = found.diagonal = 0;

    /* With our own pieces transparent the king sees every slider that checks it (none of ours between) or pins (one).
     */
    for (pf_bitboard set = pf_rook_attacks(king, theirs, sliders) & pf_rooks_and_queens(position, them); set;) {
        pf_square sniper = pf_pop_lowest(&set);
        pf_bitboard ray = pf_between_squares[king][sniper];
        pf_bitboard shield = ray & ours;
        if (!shield)
            found.checkers |= pf_bit(sniper);
        else if (!(shield & (shield - 1)))
            found.straight |= ray | pf_bit(sniper);
    }
    for (pf_bitboard set = pf_bishop_attacks(king, theirs, sliders) & pf_bishops_and_queens(position, them); set;) {
        pf_square sniper = pf_pop_lowest(&set);
        pf_bitboard ray = pf_between_squares[king][sniper];
        pf_bitboard shield = ray & ours;
        if (!shield)
            found.checkers |= pf_bit(sniper);
        else if (!(shield & (shield - 1)))
            found.diagonal |= ray | pf_bit(sniper);
    }
    return found;
}

/* Castling, for a king that is not in check. King and rook end on the g- and f-file or on the c- and d-file, wherever
 * they began; their paths may overlap each other and themselves:
 *
 *      . R K . . . . .   ->   . . K R . . . .     the king stands where it will stand
 */
PF_TEMPLATE void pf_emit_castling(pf_moves_out *out, const pf_position *position, pf_bitboard danger, pf_colour us,
                                  pf_sink sink, pf_sliders sliders)
{
    pf_square king = pf_king_square(position, us);
    pf_bitboard occupied = pf_position_occupied(position);
    for (pf_bitboard rooks = position->castling & pf_relative_rank(0, us); rooks;) {
        pf_square rook = pf_pop_lowest(&rooks);
        pf_square back = us == PF_WHITE ? 0 : 56;
        pf_square king_to = back + (rook > king ? 6 : 2);
        pf_square rook_to = back + (rook > king ? 5 : 3);
        pf_bitboard king_path = pf_between_squares[king][king_to] | pf_bit(king_to);
        pf_bitboard rook_path = pf_between_squares[rook][rook_to] | pf_bit(rook_to);
        pf_bitboard others = occupied ^ pf_bit(king) ^ pf_bit(rook);
        if ((king_path | rook_path) & others) continue;
        if (king_path & danger) continue;
        /* A rook that leaves the b- to g-file may have shielded the king from behind. */
        if (pf_bit(rook) & ~(PF_FILE_A | PF_FILE_H)) {
            pf_bitboard seen = pf_rook_attacks(king_to, others | pf_bit(rook_to), sliders);
            if (seen & pf_rooks_and_queens(position, us ^ 1)) continue;
        }
        pf_emit_one(out, pf_move_of(king, rook, PF_MOVE_CASTLING), sink);
    }
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

    /* Pushing leaves a diagonal for good, and a straight ray too unless the ray is a file. */
    pf_bitboard pushers = pawns & ~pins->diagonal;
    to.one = pf_forward(pushers & ~pins->straight, us) & ~occupied;
    to.one |= pf_forward(pushers & pins->straight, us) & pins->straight & ~occupied;
    to.two = pf_forward(to.one & pf_relative_rank(2, us), us) & ~occupied;

    /* Capturing leaves a straight ray for good; along a diagonal ray it can only take the pinning piece. */
    pf_bitboard takers = pawns & ~pins->straight;
    pf_bitboard loose = takers & ~pins->diagonal;
    pf_bitboard bound = takers & pins->diagonal;
    to.left = (pf_forward_left(loose, us) | (pf_forward_left(bound, us) & pins->diagonal)) & victims;
    to.right = (pf_forward_right(loose, us) | (pf_forward_right(bound, us) & pins->diagonal)) & victims;
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

PF_TEMPLATE void pf_emit_all_pawns(pf_moves_out *out, const pf_pawn_targets *to, pf_colour us, pf_sink sink)
{
    int up = pf_forward_step(us);
    pf_bitboard last_rank = pf_relative_rank(7, us);

    pf_emit_pawns(out, to->one & ~last_rank, up, sink);
    pf_emit_pawns(out, to->two, 2 * up, sink);
    pf_emit_pawns(out, to->left & ~last_rank, up - 1, sink);
    pf_emit_pawns(out, to->right & ~last_rank, up + 1, sink);
    if (PF_UNLIKELY((to->one | to->left | to->right) & last_rank)) {
        pf_emit_promotions(out, to->one & last_rank, up, sink);
        pf_emit_promotions(out, to->left & last_rank, up - 1, sink);
        pf_emit_promotions(out, to->right & last_rank, up + 1, sink);
    }
}

/* Knights, bishops, rooks and queens. A queen is a rook and a bishop on one square. */
PF_TEMPLATE void pf_emit_all_pieces(pf_moves_out *out, const pf_position *position, const pf_checks_and_pins *pins,
                                    pf_bitboard allowed, pf_colour us, pf_sink sink, pf_sliders sliders)
{
    pf_bitboard occupied = pf_position_occupied(position);
    pf_bitboard targets = allowed & ~position->by_colour[us];
    pf_bitboard pinned = pins->straight | pins->diagonal;

    for (pf_bitboard set = pf_position_pieces(position, us, PF_KNIGHT) & ~pinned; set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_emit_from(out, from, pf_knight_attacks[from] & targets, sink);
    }
    pf_bitboard diagonal = pf_bishops_and_queens(position, us) & ~pins->straight;
    for (pf_bitboard set = diagonal & ~pins->diagonal; set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_emit_from(out, from, pf_bishop_attacks(from, occupied, sliders) & targets, sink);
    }
    for (pf_bitboard set = diagonal & pins->diagonal; set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_emit_from(out, from, pf_bishop_attacks(from, occupied, sliders) & targets & pins->diagonal, sink);
    }
    pf_bitboard straight = pf_rooks_and_queens(position, us) & ~pins->diagonal;
    for (pf_bitboard set = straight & ~pins->straight; set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_emit_from(out, from, pf_rook_attacks(from, occupied, sliders) & targets, sink);
    }
    for (pf_bitboard set = straight & pins->straight; set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_emit_from(out, from, pf_rook_attacks(from, occupied, sliders) & targets & pins->straight, sink);
    }
}

PF_TEMPLATE void pf_emit_en_passant(pf_moves_out *out, const pf_position *position, pf_sink sink, pf_sliders sliders)
{
    for (pf_bitboard set = pf_ep_capturers(position); set;) {
        pf_square from = pf_pop_lowest(&set);
        if (pf_ep_capture_is_legal(position, from, sliders))
            pf_emit_one(out, pf_move_of(from, position->ep_square, PF_MOVE_EN_PASSANT), sink);
    }
}

/* All legal moves of the side to move, which is us. Returns their number; for PF_SINK_ANY, 0 or something else. */
PF_TEMPLATE uint32_t pf_generate_body(const pf_position *position, pf_move *list, pf_colour us, pf_sink sink,
                                      pf_sliders sliders)
{
    pf_moves_out out = {list, 0};
    pf_square king = pf_king_square(position, us);
    pf_checks_and_pins pins = pf_find_checks_and_pins(position, us, sliders);

    /* King danger is the dearest mask, and often nobody asks. */
    pf_bitboard king_targets = pf_king_attacks[king] & ~position->by_colour[us];
    pf_bitboard castling = pins.checkers ? 0 : position->castling & pf_relative_rank(0, us);
    if (king_targets | castling) {
        pf_bitboard danger = pf_king_danger(position, us, sliders);
        pf_emit_from(&out, king, king_targets & ~danger, sink);
        if (PF_UNLIKELY(castling)) pf_emit_castling(&out, position, danger, us, sink, sliders);
    }
    if (sink == PF_SINK_ANY && out.count) return out.count;

    pf_bitboard allowed = ~UINT64_C(0);
    if (PF_UNLIKELY(pins.checkers)) {
        /* A double check is answered by the king alone; a single one by taking the checker or stepping between. */
        if (pins.checkers & (pins.checkers - 1)) return sink == PF_SINK_LIST ? (uint32_t)(out.list - list) : out.count;
        allowed = pins.checkers | pf_between_squares[king][pf_lowest(pins.checkers)];
        /* A pinned piece needs no special care: its ray meets the checking ray in the king's square only, so nothing
         * that is allowed lies on it. */
    }
    pf_emit_all_pieces(&out, position, &pins, allowed, us, sink, sliders);
    if (sink == PF_SINK_ANY && out.count) return out.count;
    pf_pawn_targets pawns = pf_find_pawn_targets(position, &pins, allowed, us);
    pf_emit_all_pawns(&out, &pawns, us, sink);
    if (PF_UNLIKELY(position->ep_square != PF_NO_SQUARE)) pf_emit_en_passant(&out, position, sink, sliders);
    return sink == PF_SINK_LIST ? (uint32_t)(out.list - list) : out.count;
}

/* Instantiates the generator for one slider back end, as functions that share the suffix. */
#define PF_DEFINE_GENERATORS(suffix, sliders)                                                                          \
    uint32_t pf_generate_legal_##suffix(const pf_position *position, pf_move *list)                                    \
    {                                                                                                                  \
        return position->turn == PF_WHITE ? pf_generate_body(position, list, PF_WHITE, PF_SINK_LIST, sliders)          \
                                          : pf_generate_body(position, list, PF_BLACK, PF_SINK_LIST, sliders);         \
    }                                                                                                                  \
    uint32_t pf_count_legal_##suffix(const pf_position *position)                                                      \
    {                                                                                                                  \
        return position->turn == PF_WHITE ? pf_generate_body(position, NULL, PF_WHITE, PF_SINK_COUNT, sliders)         \
                                          : pf_generate_body(position, NULL, PF_BLACK, PF_SINK_COUNT, sliders);        \
    }                                                                                                                  \
    bool pf_any_legal_##suffix(const pf_position *position)                                                            \
    {                                                                                                                  \
        return position->turn == PF_WHITE ? pf_generate_body(position, NULL, PF_WHITE, PF_SINK_ANY, sliders) != 0      \
                                          : pf_generate_body(position, NULL, PF_BLACK, PF_SINK_ANY, sliders) != 0;     \
    }

#define PF_DECLARE_GENERATORS(suffix)                                                                                  \
    PF_PRIVATE uint32_t pf_generate_legal_##suffix(const pf_position *position, pf_move *list);                        \
    PF_PRIVATE uint32_t pf_count_legal_##suffix(const pf_position *position);                                          \
    PF_PRIVATE bool pf_any_legal_##suffix(const pf_position *position);

PF_DECLARE_GENERATORS(portable)
PF_DECLARE_GENERATORS(bmi2)

#endif
