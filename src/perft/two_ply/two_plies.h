/* Counts two plies at once: the null-move count.
 *
 * At a node two plies above the leaves, most of our moves leave most of the replies unchanged. So the replies to a pass
 * are counted once, together with maps of the squares that matter, and each move is counted by what it changes:
 *
 *   nothing that matters    whole target sets at a time: as many replies as to a pass, a few pawn moves up or down
 *   the replying king       which of its squares we attack is known from our attack sets: no position is needed
 *   the replying army       its moves are counted anew: a ray is opened or cut, a piece is taken
 *   checks, new pins        the same, limited to the squares that answer the check, or by the pin
 *   other lines             the move is played and the replies are counted from scratch
 *
 * "We" are the side to move, "they" the replying side. */
#ifndef PLYFORGE_TWO_PLIES_H
#define PLYFORGE_TWO_PLIES_H

#include "perft/two_ply/replies.h"
#include "perft/two_ply/replies_ep.h"
#include "perft/two_ply/tally.h"

/* ---- Our moves ---- */

/* A node two plies above the leaves while it is counted. */
typedef struct pf_node {
    const pf_position *position;
    uint64_t total;
    pf_army army;
    pf_replies replies;
    pf_tally tally;
    pf_bitboard remaining[16]; /* targets of our pieces that affect more than pawns */
    /* Moves after which their army must be counted again, each with the number of their king's moves. */
    uint32_t changed;
    uint8_t from[PF_CHESS_MOVES + 32], to[PF_CHESS_MOVES + 64], king[PF_CHESS_MOVES + 32];
    /* Moves that must be played. */
    uint32_t played;
    pf_move moves[PF_CHESS_MOVES];
} pf_node;

/* Counts the replies to the listed moves of node that change the moves of their army, whose pins are given, and empties
 * the list. */
typedef void pf_count_changed(pf_node *node, const pf_checks_and_pins *pins, pf_colour us, pf_sliders sliders);

PF_TEMPLATE pf_bitboard pf_attacks_after(pf_piece_type type, pf_square from, pf_square to, pf_bitboard occupied,
                                         pf_colour us, pf_sliders sliders)
{
    occupied = (occupied ^ pf_bit(from)) | pf_bit(to);
    switch (type) {
    case PF_PAWN: return pf_pawn_attacks[us][to];
    case PF_KNIGHT: return pf_knight_attacks[to];
    case PF_BISHOP: return pf_bishop_attacks(to, occupied, sliders);
    case PF_ROOK: return pf_rook_attacks(to, occupied, sliders);
    case PF_QUEEN: return pf_bishop_attacks(to, occupied, sliders) | pf_rook_attacks(to, occupied, sliders);
    default: return pf_king_attacks[to];
    }
}

/* The number of moves of their king after a move of ours; attacks are the squares that the piece attacked before it
 * moved. */
PF_TEMPLATE uint32_t pf_count_king_after(const pf_node *node, pf_square from, pf_square to, pf_piece_type type,
                                         pf_bitboard attacks, bool in_check, pf_colour us, pf_sliders sliders)
{
    const pf_replies *replies = &node->replies;
    pf_bitboard bit = pf_bit(to);
    /* A king that steps back from a slider remains on its line. */
    pf_bitboard occupied = pf_position_occupied(node->position) ^ pf_position_pieces(node->position, us ^ 1, PF_KING);
    pf_bitboard danger = node->army.reach.once & ~(attacks & ~node->army.reach.twice);
    for (uint32_t i = 0; i < replies->king.sole_count; i++)
        if (bit & replies->king.sole_gap[i]) danger &= ~replies->king.sole_square[i];
    danger |= pf_attacks_after(type, from, to, occupied, us, sliders);

    uint32_t count = pf_popcount(replies->king.steps & ~danger);
    if (bit & replies->king.beside & ~danger) count++; /* recaptures a piece that we have captured */
    for (uint32_t i = 0; i < replies->king.rights; i++)
        count += !in_check && !(replies->king.crossed[i] & danger) && !(bit & replies->king.path[i]);
    return count;
}

/* The number of their replies to a move that gives check, or that pins the only piece between the one that moved and
 * their king. */
PF_TEMPLATE uint64_t pf_count_line_replies(const pf_node *node, pf_square from, pf_square to, pf_piece_type type,
                                           pf_bitboard attacks, bool in_check, pf_colour us, pf_sliders sliders)
{
    pf_square king = pf_king_square(node->position, us ^ 1);
    pf_bitboard occupied = (pf_position_occupied(node->position) & ~pf_bit(from)) | pf_bit(to);
    pf_bitboard ray = pf_squares_between(king, to) | pf_bit(to);
    pf_bitboard allowed = ~UINT64_C(0);
    pf_checks_and_pins pins = node->replies.pins;
    if (in_check)
        allowed = ray;
    else if (((king ^ to) & 7) == 0 || ((king ^ to) & 56) == 0)
        pins.straight |= ray;
    else
        pins.diagonal |= ray;
    return pf_count_king_after(node, from, to, type, attacks, in_check, us, sliders) +
           pf_count_army(node->position, &pins, occupied, pf_bit(to), allowed, us ^ 1, sliders);
}

/* Adds moves from one square to each square of targets; no piece has more than 28 of them. */
PF_TEMPLATE void pf_add_changed(pf_node *node, pf_square from, pf_bitboard targets, uint32_t king)
{
    pf_memset(node->from + node->changed, (int)from, 32);
    pf_memset(node->king + node->changed, (int)king, 32);
    node->changed += pf_write_squares(node->to + node->changed, targets);
}

/* Counts the moves of one piece to targets, at least some of which change something. A promotion is treated as the move
 * of a piece that arrives with the new type but attacked as a pawn; view is then the square it leaves, through which it
 * may look back. Otherwise view is empty. */
static PF_OUTLINE void pf_count_piece(pf_node *node, pf_square from, pf_bitboard targets, pf_piece_type type,
                                      pf_bitboard attacks, pf_bitboard view, pf_colour us, pf_sliders sliders)
{
    const pf_replies *replies = &node->replies;
    pf_bitboard bit = pf_bit(from);
    pf_bitboard beside = replies->king.beside;

    pf_bitboard checks = targets & replies->lines.check_to[type];
    pf_bitboard pins = targets & replies->lines.pin_to[type];
    pf_bitboard played = targets & replies->lines.to;
    if (PF_UNLIKELY(attacks & replies->king.multiple)) played |= targets & replies->king.multiple_gaps;
    if (PF_UNLIKELY(bit & (node->army.reach.straight | node->army.reach.diagonal))) played |= targets & beside;
    pf_bitboard lines = replies->lines.check_to[type] | replies->lines.pin_to[type];
    if (PF_UNLIKELY((bit & replies->lines.from) || (view & lines))) played = targets;
    targets &= ~(played | checks | pins);

    pf_bitboard king = targets & (replies->king.to[type] | replies->king.gaps | beside);
    if ((bit & replies->king.from) || (view & replies->king.to[type])) king = targets;
    pf_bitboard changed = targets & replies->army_to;
    if (bit & replies->army_from) changed = targets;

    pf_tally_add(&node->tally, targets & ~changed);
    pf_add_changed(node, from, changed & ~king, replies->king_moves);
    while (king) {
        pf_square to = pf_pop_lowest(&king);
        uint32_t count = pf_count_king_after(node, from, to, type, attacks, false, us, sliders);
        if (pf_bit(to) & changed) {
            node->from[node->changed] = (uint8_t)from;
            node->to[node->changed] = (uint8_t)to;
            node->king[node->changed++] = (uint8_t)count;
        } else {
            node->total += (uint64_t)count - replies->king_moves;
        }
    }
    checks &= ~played;
    pins &= ~played;
    for (pf_bitboard set = checks | pins; set;) {
        pf_square to = pf_pop_lowest(&set);
        node->total += pf_count_line_replies(node, from, to, type, attacks, (pf_bit(to) & checks) != 0, us, sliders);
    }
    while (played) {
        pf_square to = pf_pop_lowest(&played);
        node->moves[node->played++] = view ? pf_move_of_promotion(from, to, type)
                                           : pf_move_of(from, to, PF_MOVE_NORMAL);
    }
}

/* Counts pawn moves to targets, all by the same step: those that must be examined one by one, those that change the
 * moves of their army, and the rest, which only affect pawns. */
PF_TEMPLATE void pf_count_pawns(pf_node *node, pf_bitboard targets, pf_bitboard special, pf_bitboard changed, int step,
                                pf_colour us, pf_sliders sliders)
{
    special &= targets;
    changed &= targets & ~special;
    pf_tally_add(&node->tally, targets & ~(special | changed));
    if (changed) {
        pf_memset(node->king + node->changed, (int)node->replies.king_moves, 8);
        uint32_t size = pf_write_squares(node->to + node->changed, changed);
        for (uint32_t i = 0; i < 8; i++) node->from[node->changed + i] = (uint8_t)(node->to[node->changed + i] - step);
        node->changed += size;
    }

    while (special) {
        pf_square to = pf_pop_lowest(&special);
        pf_square from = (pf_square)((int)to - step);
        pf_bitboard attacks = pf_pawn_attacks[us][from];
        if (PF_LIKELY(!(pf_bit(to) & pf_relative_rank(7, us)))) {
            pf_count_piece(node, from, pf_bit(to), PF_PAWN, attacks, 0, us, sliders);
            continue;
        }
        for (pf_piece_type type = PF_KNIGHT; type <= PF_QUEEN; type++)
            pf_count_piece(node, from, pf_bit(to), type, attacks, pf_bit(from), us, sliders);
    }
}

PF_TEMPLATE void pf_count_all_pawns(pf_node *node, const pf_checks_and_pins *pins, pf_bitboard allowed, pf_colour us,
                                    pf_sliders sliders)
{
    const pf_replies *replies = &node->replies;
    int up = pf_forward_step(us);
    pf_bitboard theirs = pf_position_pieces(node->position, us ^ 1, PF_PAWN);
    pf_pawn_targets pawns = pf_find_pawn_targets(node->position, pins, allowed, us);

    /* A double push that lands beside a pawn of theirs can be answered en passant. */
    pf_bitboard jumps = pawns.two & ((theirs & ~PF_FILE_A) >> 1 | (theirs & ~PF_FILE_H) << 1);
    while (PF_UNLIKELY(jumps)) {
        pf_square to = pf_pop_lowest(&jumps);
        pf_square from = (pf_square)((int)to - 2 * up);
        pf_bitboard matters = replies->lines.to | replies->lines.check_to[PF_PAWN] | replies->king.multiple_gaps;
        if ((pf_bit(from) & replies->lines.from) || (pf_bit(to) & matters)) {
            node->moves[node->played++] = pf_move_of(from, to, PF_MOVE_NORMAL);
            pawns.two ^= pf_bit(to);
        } else {
            node->total += pf_count_ep_replies(node->position, from, to, us, sliders);
        }
    }
    pf_bitboard special = replies->lines.to | replies->lines.check_to[PF_PAWN] | replies->king.to[PF_PAWN] |
                          replies->king.gaps | replies->king.multiple_gaps | replies->king.beside |
                          pf_relative_rank(7, us);
    pf_bitboard from = replies->lines.from | replies->king.from;
    pf_count_pawns(node, pawns.one, special | pf_forward(from, us),
                   replies->army_to | pf_forward(replies->army_from, us), up, us, sliders);
    if (pawns.two)
        pf_count_pawns(node, pawns.two, special | pf_forward(pf_forward(from, us), us),
                       replies->army_to | pf_forward(pf_forward(replies->army_from, us), us), 2 * up, us, sliders);
    pf_bitboard all = ~UINT64_C(0);
    if (pawns.left) pf_count_pawns(node, pawns.left, special | pf_forward_left(from, us), all, up - 1, us, sliders);
    if (pawns.right) pf_count_pawns(node, pawns.right, special | pf_forward_right(from, us), all, up + 1, us, sliders);
}

/* Counts the moves of a piece of ours that pins one of theirs. If it leaves the line, the pin is gone, and their army
 * is counted with the other pins only. If it stays on the line, the pin remains; if the pinned piece then has more or
 * fewer moves, the move is played. */
static PF_OUTLINE void pf_count_pinner(pf_node *node, pf_square from, pf_bitboard allowed, pf_count_changed *changed,
                                       pf_colour us, pf_sliders sliders)
{
    const pf_position *position = node->position;
    pf_replies *replies = &node->replies;
    uint32_t i = 0;
    while (node->army.square[i] != from) i++;
    pf_piece_type type = node->army.type[i];
    pf_bitboard attacks = node->army.attacks[i];
    pf_bitboard targets = node->army.targets[i] & ~position->by_colour[us] & allowed;

    pf_square king = pf_king_square(position, us ^ 1);
    pf_bitboard line = pf_squares_on_line(king, from);
    pf_bitboard ray = pf_squares_between(king, from) | pf_bit(from);
    pf_bitboard pinned = ray & position->by_colour[us ^ 1];
    pf_bitboard line_to = replies->lines.to, pin_to = replies->lines.pin_to[type], army_from = replies->army_from;

    /* Moves along the line. A pawn that is pinned on a diagonal can capture the piece directly in front of it on that
       diagonal. */
    replies->lines.to = (line_to & ~ray) | pinned;
    replies->lines.pin_to[type] &= ~ray;
    if (pf_pin_holds(position, pinned, (ray & replies->pins.straight) != 0, ((king ^ from) & 7) == 0)) {
        if (pinned & position->by_type[PF_PAWN]) replies->lines.to |= pf_king_attacks[pf_lowest(pinned)];
    } else {
        replies->lines.to |= line;
    }
    replies->army_from |= pf_bit(from);
    pf_count_piece(node, from, targets & line, type, attacks, 0, us, sliders);
    changed(node, &replies->pins, us, sliders);
    replies->lines.to = line_to;
    replies->lines.pin_to[type] = pin_to;

    /* Moves off the line. */
    pf_checks_and_pins old = replies->pins;
    pf_checks_and_pins pins = {0, old.straight & ~ray, old.diagonal & ~ray};
    replies->pins = pins;
    pf_count_piece(node, from, targets & ~line, type, attacks, 0, us, sliders);
    changed(node, &pins, us, sliders);
    replies->pins = old;
    replies->army_from = army_from;
}

/* Castling moves two pieces at once. If it affects more than pawns, it is played. */
PF_TEMPLATE void pf_count_castling(pf_node *node, pf_bitboard danger, pf_colour us, pf_sliders sliders)
{
    const pf_replies *replies = &node->replies;
    pf_move moves[2];
    pf_moves_out out = {moves, 0};
    pf_emit_castling(&out, node->position, danger, us, PF_SINK_LIST, sliders);

    /* Along our own back rank king and rook could open or close a line together, and if they are beside their king,
       they could leave a square together. */
    pf_bitboard aims = replies->king.steps | pf_position_pieces(node->position, us ^ 1, PF_KING);
    for (uint32_t i = 0; i < replies->king.rights; i++) aims |= replies->king.crossed[i];
    pf_bitboard near = pf_relative_rank(0, us) | pf_king_attacks[pf_king_square(node->position, us)];
    bool apart = !(aims & near);
    for (pf_move *move = moves; move < out.list; move++) {
        pf_square king = pf_move_from(*move), rook = pf_move_to(*move);
        pf_bitboard from = pf_bit(king) | pf_bit(rook);
        pf_bitboard king_to = pf_bit(pf_castled_king(king, rook));
        pf_bitboard rook_to = pf_bit(pf_castled_rook(king, rook));
        if (apart && !(from & replies->from) && !(king_to & replies->to[PF_KING]) &&
            !(rook_to & replies->to[PF_ROOK])) {
            pf_tally pair = pf_tally_begin(&replies->pawns);
            pf_tally_add(&pair, king_to | rook_to);
            node->total += pf_tally_total(&pair, 0) + replies->army_moves + replies->king_moves;
        } else {
            node->moves[node->played++] = *move;
        }
    }
}

/* Restricts our pinned pieces to the line to our king. */
PF_TEMPLATE void pf_army_bind(pf_army *army, const pf_position *position, pf_bitboard pinned, pf_colour us)
{
    pf_square king = pf_king_square(position, us);
    for (uint32_t i = 0; i < army->size; i++)
        if (pf_bit(army->square[i]) & pinned)
            army->targets[i] &= army->type[i] == PF_KNIGHT ? 0 : pf_squares_on_line(king, army->square[i]);
}

/* perft(2) of node->position, where us is to move, in node->total; the moves that must be played are not included
 * yet. */
PF_TEMPLATE void pf_count_two_plies(pf_node *node, pf_count_changed *changed, pf_colour us, pf_sliders sliders)
{
    const pf_position *position = node->position;
    const pf_army *army = &node->army;
    const pf_replies *replies = &node->replies;
    pf_square king = pf_king_square(position, us);
    pf_bitboard ours = position->by_colour[us];

    node->total = 0;
    node->changed = node->played = 0;
    pf_checks_and_pins pins = pf_find_checks_and_pins(position, us, sliders);
    pf_army_gather(&node->army, position, us, sliders);
    pf_count_replies(&node->replies, position, army, us, sliders);
    /* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): pf_count_replies filled them, but too deep for the analyser
     */
    node->tally = pf_tally_begin(&replies->pawns);

    /* In check a pass is not a legal move, but a move still leaves the same replies unchanged; there are just fewer
     * moves. */
    pf_bitboard danger = replies->attacked;
    pf_bitboard allowed = pf_find_answers(&danger, position, pins.checkers, us, sliders);

    pf_bitboard pinned = pins.straight | pins.diagonal;
    if (PF_UNLIKELY(pinned & ours)) pf_army_bind(&node->army, position, pinned, us);
    uint32_t pieces = pf_tally_add_army(&node->tally, node->remaining, army, replies, ~ours & allowed);
    while (pieces) {
        uint32_t i = pf_pop_lowest_32(&pieces);
        if (PF_LIKELY(!(pf_bit(army->square[i]) & replies->pinners)))
            pf_count_piece(node, army->square[i], node->remaining[i], army->type[i], army->attacks[i], 0, us, sliders);
    }
    pf_bitboard steps = pf_king_attacks[king] & ~ours & ~danger;
    if (steps) pf_count_piece(node, king, steps, PF_KING, pf_king_attacks[king], 0, us, sliders);
    pf_count_all_pawns(node, &pins, allowed, us, sliders);
    changed(node, &replies->pins, us, sliders);
    for (pf_bitboard set = replies->pinners; set;)
        pf_count_pinner(node, pf_pop_lowest(&set), allowed, changed, us, sliders);
    node->total += pf_tally_total(&node->tally, replies->army_moves + replies->king_moves);

    if ((position->castling & pf_relative_rank(0, us)) && !pins.checkers) pf_count_castling(node, danger, us, sliders);
    if (PF_UNLIKELY(position->ep_square != PF_NO_SQUARE)) {
        pf_moves_out out = {node->moves + node->played, 0};
        pf_emit_en_passant(&out, position, PF_SINK_LIST, sliders);
        node->played = (uint32_t)(out.list - node->moves);
    }
}

#endif
