/* Atomic chess. A capture removes the capturer, the captured piece and every piece but pawns on the eight squares
 * around the square of capture. Blowing up your own king is illegal, and blowing up the other king wins at once.
 * Adjacent kings cannot be attacked, because the capture would blow up both.
 *
 * The masks of standard chess decide whether a quiet move is legal, except that there are no checks, pins or danger
 * squares while the kings are adjacent. Captures change too much for masks, so they are tried one by one. */
#ifndef PLYFORGE_ATOMIC_H
#define PLYFORGE_ATOMIC_H

#include <plyforge/position.h>

#include "moves/write_pairs.h"

#include "moves/generate.h"

PF_TEMPLATE bool pf_kings_touch(const pf_position *board)
{
    return (pf_king_attacks[pf_king_square(board, PF_WHITE)] & pf_position_pieces(board, PF_BLACK, PF_KING)) != 0;
}

/* The squares that a capture on this square empties, other than the capturer's and that of a pawn taken en passant.
 */
PF_TEMPLATE pf_bitboard pf_explosion(const pf_position *board, pf_square to)
{
    return pf_bit(to) | (pf_king_attacks[to] & ~board->by_type[PF_PAWN]);
}

/* The side must have a king; if the other side has none, there is no check. */
PF_TEMPLATE bool pf_atomic_is_in_check(const pf_position *board, pf_colour us, pf_sliders sliders)
{
    if (!pf_position_pieces(board, us, PF_KING) || !pf_position_pieces(board, us ^ 1, PF_KING)) return false;
    return !pf_kings_touch(board) && pf_find_checkers(board, us, sliders);
}

/* Whether a pseudo-legal capture by a piece other than the king is legal. victim is to, or the pawn taken en passant.
 * Both kings are on the board. */
PF_TEMPLATE bool pf_atomic_capture_is_legal(const pf_position *board, pf_square from, pf_square to, pf_square victim,
                                            pf_colour us, pf_sliders sliders)
{
    pf_bitboard gone = pf_explosion(board, to) | pf_bit(from) | pf_bit(victim);
    if (gone & pf_position_pieces(board, us, PF_KING)) return false;
    if (gone & pf_position_pieces(board, us ^ 1, PF_KING)) return true;
    if (pf_kings_touch(board)) return true;
    pf_bitboard occupied = pf_position_occupied(board) & ~gone;
    pf_bitboard attackers = pf_attackers_to(board, pf_king_square(board, us), occupied, sliders);
    return !(attackers & board->by_colour[us ^ 1] & ~gone);
}

/* The king does not capture. Next to the other king it is safe everywhere, even while castling. The square where
 * castling takes it is examined with the rook on its new square: the rook may shield the king from an attacker that was
 * harmless while the kings were adjacent. */
PF_TEMPLATE void pf_emit_atomic_king(pf_moves_out *out, const pf_position *board, bool is_in_check, pf_colour us,
                                     pf_sink sink, pf_sliders sliders)
{
    pf_square king = pf_king_square(board, us);
    pf_bitboard shelter = pf_king_attacks[pf_king_square(board, us ^ 1)];
    pf_bitboard danger = pf_king_danger(board, us, sliders) & ~shelter;
    pf_bitboard targets = pf_king_attacks[king] & ~pf_position_occupied(board) & ~danger;
    pf_emit_from_expecting(out, king, targets, PF_KING, sink, PF_MANY);
    if (is_in_check) return;
    for (pf_bitboard rooks = pf_rooks_with_clear_path(board, king, us, sliders); rooks;) {
        pf_square rook = pf_pop_lowest(&rooks);
        if (pf_castling_obstacles(board, king, rook)) continue;
        pf_square king_to = pf_castled_king(king, rook);
        if (pf_squares_between(king, king_to) & danger) continue;
        pf_bitboard occupied = pf_castled_occupied(board, king, rook);
        pf_bitboard attackers = pf_attackers_to(board, king_to, occupied, sliders) & board->by_colour[us ^ 1];
        if (attackers && !(shelter & pf_bit(king_to))) continue;
        pf_emit_one(out, pf_move_of(king, rook, PF_MOVE_CASTLING), sink);
    }
}

PF_TEMPLATE void pf_emit_atomic_captures(pf_moves_out *out, const pf_position *board, pf_colour us, pf_sink sink,
                                         pf_sliders sliders)
{
    pf_bitboard movers = board->by_colour[us] & ~board->by_type[PF_KING];
    pf_bitboard near_king = pf_king_attacks[pf_king_square(board, us)];
    for (pf_bitboard victims = board->by_colour[us ^ 1] & ~near_king; victims;) {
        pf_square to = pf_pop_lowest(&victims);
        pf_bitboard capturers = pf_attackers_to(board, to, pf_position_occupied(board), sliders) & movers;
        while (capturers) {
            pf_square from = pf_pop_lowest(&capturers);
            if (!pf_atomic_capture_is_legal(board, from, to, to, us, sliders)) continue;
            if ((board->by_type[PF_PAWN] & pf_bit(from)) && (pf_relative_rank(7, us) & pf_bit(to)))
                pf_emit_promotions(out, pf_bit(to), (int)to - (int)from, sink);
            else
                pf_emit_one(out, pf_move_of(from, to, PF_MOVE_NORMAL), sink);
        }
    }
    for (pf_bitboard set = pf_ep_capturers(board); set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_square to = board->ep_square;
        if (pf_atomic_capture_is_legal(board, from, to, to ^ 8u, us, sliders))
            pf_emit_one(out, pf_move_of(from, to, PF_MOVE_EN_PASSANT), sink);
    }
}

/* All legal moves while both kings are on the board. */
PF_TEMPLATE void pf_emit_atomic(pf_generation *at, pf_colour us, pf_sink sink, pf_sliders sliders)
{
    const pf_position *board = at->position;
    if (!pf_kings_touch(board)) at->pins = pf_find_checks_and_pins(board, us, sliders);
    pf_bitboard checkers = at->pins.checkers;

    pf_emit_atomic_king(&at->out, board, checkers != 0, us, sink, sliders);
    pf_emit_atomic_captures(&at->out, board, us, sink, sliders);
    if (sink == PF_SINK_ANY && at->out.count) return;

    pf_bitboard targets = ~pf_position_occupied(board);
    if (PF_UNLIKELY(checkers)) {
        if (checkers & (checkers - 1)) return;
        targets &= pf_squares_between(pf_king_square(board, us), pf_lowest(checkers));
    }
    pf_emit_pieces(at, ~UINT64_C(0), targets, pf_plan_of(us, PF_NON_EVASIONS, PF_KEEP_LEGAL, sink, sliders));
    pf_pawn_targets pawns = pf_pawn_targets_of(pf_position_pieces(board, us, PF_PAWN), pf_position_occupied(board), 0,
                                               &at->pins, us);
    pawns.one &= targets;
    pawns.two &= targets;
    pf_emit_pawn_category(&at->out, board, &pawns, us, PF_NON_EVASIONS, sink);
}

/* Removes the pieces that a capture on this square blows up, after the capturer has arrived there. Castling rights
 * disappear with the king or rook. */
PF_TEMPLATE void pf_explode(pf_position *board, pf_square to)
{
    pf_bitboard stay = ~pf_explosion(board, to);
    for (pf_piece_type type = PF_PAWN; type <= PF_KING; type++) board->by_type[type] &= stay;
    board->by_colour[PF_WHITE] &= stay;
    board->by_colour[PF_BLACK] &= stay;
    board->castling &= stay;
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++)
        if (!pf_position_pieces(board, colour, PF_KING)) board->castling &= ~pf_relative_rank(0, colour);
}

#endif
