/* Counting a node two plies above the leaves where thousands of nodes are counted side by side, one to a thread.
 *
 * The idea is that of two_plies.h: replies to a pass are counted once, and each move of ours is sorted by what it
 * changes. A GPU thread should not keep long lists or diverge from the others for long, so moves are sorted with sets
 * only:
 *
 *   plain     the moves of their army change by known numbers, those of their king do not change: counted here, whole
 *             target sets at a time
 *   changed   the moves of their army change, or the pins by one ray: the army is counted again
 *   king      the moves of their king change, those of their army by known numbers: the king is counted again
 *   both      both change, or the piece that moves gives check: both are counted again
 *   played    anything else: the move is played and all replies are counted
 *
 * All but plain moves become items for a second step, where neighbouring threads do the same thing. Everything here
 * compiles for the CPU too, which is how it is tested. "We" are the side to move, "they" the replying side. */
#ifndef PLYFORGE_CUDA_NODE_H
#define PLYFORGE_CUDA_NODE_H

#include "perft/cuda/items.h"

#include "perft/cuda/army_map.h"

/* ---- What a move can change ---- */

/* Their king: a move from a square of from, or to a square of to, may change its moves. */
typedef struct pf_map_reply_king {
    pf_square square;
    pf_bitboard zone;               /* the squares where the king could go, or that it crosses to castle */
    pf_bitboard sole;               /* the squares of the zone with a sole attacker */
    pf_bitboard from, to;           /* the same for every type of piece */
    pf_bitboard hard_from, hard_to; /* the subsets on lines to the king itself, or needed for castling */
    pf_bitboard straight, diagonal; /* the squares that the zone sees: a slider that arrives there attacks it */
} pf_map_reply_king;

/* Everything that is needed to sort our moves. */
typedef struct pf_node_maps {
    pf_map_reply_king king;
    pf_army_map army;
    uint32_t army_moves, king_moves;            /* their replies to a pass */
    pf_bitboard pinners, army_from, army_to;    /* as in pf_replies */
    pf_checks_and_pins pins;                    /* pins of their pieces */
    pf_bitboard check_straight, check_diagonal; /* the squares where one of our sliders gives check */
    pf_bitboard pin_straight, pin_diagonal;     /* the squares where it pins one of their pieces */
} pf_node_maps;

/* The plain moves, and the sum of their changes. */
typedef struct pf_plain {
    uint32_t moves;
    int32_t change;
} pf_plain;

/* The squares that our whole army attacks. */
PF_TEMPLATE pf_reach pf_find_reach(const pf_position *position, pf_colour us, pf_sliders sliders)
{
    pf_bitboard occupied = pf_position_occupied(position);
    pf_reach reach = pf_reach_begin(position, us);
    for (pf_bitboard set = pf_position_pieces(position, us, PF_KNIGHT); set;)
        pf_reach_add(&reach, pf_knight_attacks[pf_pop_lowest(&set)]);
    for (pf_bitboard set = pf_bishops_and_queens(position, us); set;) {
        pf_bitboard attacks = pf_bishop_attacks(pf_pop_lowest(&set), occupied, sliders);
        reach.diagonal |= attacks;
        pf_reach_add(&reach, attacks);
    }
    for (pf_bitboard set = pf_rooks_and_queens(position, us); set;) {
        pf_bitboard attacks = pf_rook_attacks(pf_pop_lowest(&set), occupied, sliders);
        reach.straight |= attacks;
        pf_reach_add(&reach, attacks);
    }
    return reach;
}

PF_TEMPLATE pf_bitboard pf_knight_attacks_of_set(pf_bitboard set)
{
    pf_bitboard one = (set & ~PF_FILE_A) >> 1 | (set & ~PF_FILE_H) << 1;
    pf_bitboard two = (set & ~(PF_FILE_A | PF_FILE_A << 1)) >> 2 | (set & ~(PF_FILE_H | PF_FILE_H >> 1)) << 2;
    return one << 16 | one >> 16 | two << 8 | two >> 8;
}

PF_TEMPLATE pf_bitboard pf_king_attacks_of_set(pf_bitboard set)
{
    pf_bitboard row = set | (set & ~PF_FILE_A) >> 1 | (set & ~PF_FILE_H) << 1;
    return row | row << 8 | row >> 8;
}

/* Counts the moves of their king and finds its zone. */
PF_TEMPLATE void pf_map_zone(pf_node_maps *maps, const pf_replies *replies, const pf_position *position,
                             const pf_reach *reach, pf_colour us, pf_sliders sliders)
{
    pf_colour them = us ^ 1;
    pf_map_reply_king *map = &maps->king;
    pf_square king = pf_king_square(position, them);
    pf_bitboard theirs = position->by_colour[them];
    pf_bitboard zone = pf_king_attacks[king] & ~theirs;
    uint32_t king_moves = pf_popcount(zone & ~reach->once);
    map->square = king;
    map->hard_from = replies->lines.from;
    map->to = 0;
    for (pf_bitboard rooks = position->castling & pf_relative_rank(0, them); rooks;) {
        pf_reply_castling castling = pf_find_reply_castling(position, king, pf_pop_lowest(&rooks), us, sliders);
        map->hard_from |= castling.lines;
        map->to |= castling.lines;
        if (!castling.open) continue;
        king_moves += !(castling.crossed & reach->once);
        zone |= castling.crossed & ~pf_bit(king);
        map->to |= castling.path & ~pf_bit(king);
    }
    map->hard_to = map->to | replies->pins.straight | replies->pins.diagonal;
    maps->king_moves = king_moves;
    map->zone = zone;
    map->sole = zone & reach->once & ~reach->twice;
}

/* Maps the squares where a move of ours changes the number of their king's moves. The view is that of its zone. */
PF_TEMPLATE void pf_map_king(pf_map_reply_king *map, const pf_view *view, const pf_position *position,
                             const pf_reach *reach, pf_colour us)
{
    /* A square that one of our sliders and a square of the zone both see along the same kind of line: leaving it may
     * open the line between them, and arriving there may close it. */
    pf_bitboard between = (view->straight & reach->straight) | (view->diagonal & reach->diagonal);
    map->straight = view->straight;
    map->diagonal = view->diagonal;
    map->from = map->hard_from | between;
    /* When one of their pieces beside the king is captured, the king may recapture. */
    map->to |= between | (pf_king_attacks[map->square] & position->by_colour[us ^ 1]);
}

/* Sets that depend on the type of our piece: where it would give check, where it would pin one of their pieces, and
 * where it would attack the zone. */
typedef struct pf_arriving {
    pf_bitboard check, pin, seen;
} pf_arriving;

/* Targets where a piece of ours may change the moves of their king. */
PF_TEMPLATE pf_bitboard pf_king_to(const pf_node_maps *maps, const pf_arriving *arrivals)
{
    return maps->king.to | maps->king.hard_to | arrivals->check | arrivals->seen;
}

/* ---- Our moves, sorted ---- */

/* Plain moves of a piece; leaving its square adds `leaving` to the number of replies. */
PF_TEMPLATE void pf_add_plain(pf_plain *plain, const pf_node_maps *maps, pf_bitboard targets, int32_t leaving,
                              pf_detail detail)
{
    uint32_t size = pf_popcount(targets);
    plain->moves += size;
    plain->change += pf_changes_at(&maps->army, targets, size, detail) + leaving * (int32_t)size;
}

/* Targets of moves that may change the moves of their king, and which of them must be played, change their army by an
 * unknown number, give check, or pin a piece of theirs. */
typedef struct pf_king_targets {
    pf_bitboard all, hard, army, check, pins;
} pf_king_targets;

/* Adds items for the moves of a piece of ours on a square, or of our pawns with a step. Leaving the square changes the
 * replies of their army by so much. */
PF_TEMPLATE void pf_add_king_items(pf_items *items, const pf_node_maps *maps, const pf_king_targets *targets, int from,
                                   int step, int32_t leaving, pf_detail detail)
{
    pf_bitboard known = targets->all & ~(targets->hard | targets->army | targets->check);
    for (pf_bitboard set = targets->all & ~(targets->hard | known); set;) {
        pf_square to = pf_pop_lowest(&set);
        uint32_t item = pf_move_of((pf_square)(step ? (int)to - step : from), to, PF_MOVE_NORMAL);
        if (targets->pins & pf_bit(to)) item |= PF_ITEM_PINS;
        if (targets->check & pf_bit(to)) item |= PF_ITEM_CHECKS;
        pf_add_item(items, item, PF_ITEM_BOTH);
    }
    int32_t army = (int32_t)maps->army_moves + leaving;
    while (known) {
        pf_square to = pf_pop_lowest(&known);
        uint32_t item = pf_move_of((pf_square)(step ? (int)to - step : from), to, PF_MOVE_NORMAL);
        uint32_t moves = (uint32_t)(army + pf_change_at(&maps->army, to, detail));
        pf_add_item(items, item | moves << PF_ITEM_KNOWN_SHIFT, PF_ITEM_KING);
    }
    for (pf_bitboard set = targets->all & targets->hard; set;) {
        pf_square to = pf_pop_lowest(&set);
        pf_add_played(items, pf_move_of((pf_square)(step ? (int)to - step : from), to, PF_MOVE_NORMAL));
    }
}

/* The moves of a piece that pins one of theirs. Off the line the pin ends. Along the line it remains, and if the pinned
 * piece cannot move anyway, only the other effects of the move matter. Returns the targets that must be played. */
PF_TEMPLATE pf_bitboard pf_played_by_pinner(const pf_node_maps *maps, const pf_position *position, pf_square from,
                                            pf_bitboard targets, const pf_arriving *arrivals, pf_colour us)
{
    pf_square king = maps->king.square;
    pf_bitboard line = pf_squares_on_line(king, from);
    pf_bitboard pinned = pf_squares_between(king, from) & position->by_colour[us ^ 1];
    pf_bitboard played = targets & line;
    if (pf_pin_holds(position, pinned, (pinned & maps->pins.straight) != 0, ((king ^ from) & 7) == 0)) {
        pf_bitboard matters = maps->king.to | arrivals->seen | pinned;
        /* A pawn that is pinned on a diagonal can capture the pinning piece if it is adjacent. */
        if (pinned & position->by_type[PF_PAWN]) matters |= pf_king_attacks[pf_lowest(pinned)];
        played &= matters;
    }
    return played | (targets & ~line & pf_king_to(maps, arrivals));
}

PF_TEMPLATE void pf_sort_piece(pf_plain *plain, pf_items *items, const pf_node_maps *maps, const pf_position *position,
                               pf_square from, pf_bitboard attacks, pf_bitboard targets, const pf_arriving *arrivals,
                               pf_colour us, pf_detail detail)
{
    pf_bitboard bit = pf_bit(from);
    pf_bitboard pins = targets & arrivals->pin, unpins = 0;
    pf_bitboard army_to = maps->army.unknown | pins, hard = maps->king.hard_to;
    pf_bitboard king = targets & pf_king_to(maps, arrivals);
    int32_t leaving = 0;
    if (bit & maps->army_from) {
        bool unknown = detail == PF_ROUGH || (bit & maps->army.unknown);
        army_to |= unknown ? ~UINT64_C(0) : pf_entangled_targets(&maps->army, position, from, us);
        if (detail == PF_FINE) leaving = pf_change_at(&maps->army, from, detail);
    }
    if (PF_UNLIKELY(bit & maps->pinners)) {
        army_to = ~UINT64_C(0);
        unpins = ~pf_squares_on_line(maps->king.square, from);
        pins &= unpins;
        king = pf_played_by_pinner(maps, position, from, targets, arrivals, us);
    }
    if ((bit & maps->king.from) || (attacks & maps->king.sole)) king = targets;
    pf_bitboard changed = targets & ~king & army_to;
    pf_add_plain(plain, maps, targets & ~(king | changed), leaving, detail);
    while (changed) {
        pf_square to = pf_pop_lowest(&changed);
        uint32_t item = pf_move_of(from, to, PF_MOVE_NORMAL) | maps->king_moves << PF_ITEM_KNOWN_SHIFT;
        if (pins & pf_bit(to)) item |= PF_ITEM_PINS;
        if (unpins & pf_bit(to)) item |= PF_ITEM_UNPINS;
        pf_add_item(items, item, PF_ITEM_CHANGED);
    }
    if (!king) return;
    if (bit & (maps->king.hard_from | maps->pinners)) hard = ~UINT64_C(0);
    pf_king_targets to = {king, hard, army_to, arrivals->check, pins};
    pf_add_king_items(items, maps, &to, (int)from, 0, leaving, detail);
}

/* Our pinned pieces, the squares that answer a check, and the squares that they attack. */
typedef struct pf_our_limits {
    pf_bitboard pinned, allowed, danger;
} pf_our_limits;

/* Our pieces and our king. One loop for all types is faster than one for each: less code. */
PF_TEMPLATE void pf_sort_pieces(pf_plain *plain, pf_items *items, const pf_node_maps *maps, const pf_position *position,
                                const pf_our_limits *limits, pf_colour us, pf_detail detail, pf_sliders sliders)
{
    pf_bitboard ours = position->by_colour[us], occupied = pf_position_occupied(position);
    pf_square king = pf_king_square(position, us);
    const pf_bitboard *type = position->by_type;
    pf_bitboard knight_seen = pf_knight_attacks_of_set(maps->king.zone);
    pf_bitboard king_seen = pf_king_attacks_of_set(maps->king.zone);
    PF_ROLLED
    for (pf_bitboard set = ours & ~(type[PF_PAWN] | (type[PF_KNIGHT] & limits->pinned)); set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_bitboard bit = pf_bit(from), attacks = 0, targets = limits->allowed;
        pf_arriving arrivals = {0, 0, 0};
        if (bit & type[PF_KNIGHT]) {
            attacks = pf_knight_attacks[from];
            arrivals.check = pf_knight_attacks[maps->king.square];
            arrivals.seen = knight_seen;
        } else if (from == king) {
            attacks = pf_king_attacks[from];
            arrivals.seen = king_seen;
            targets = ~limits->danger;
        }
        if (bit & (type[PF_BISHOP] | type[PF_QUEEN])) {
            attacks = pf_bishop_attacks(from, occupied, sliders);
            arrivals.check = maps->check_diagonal;
            arrivals.pin = maps->pin_diagonal;
            arrivals.seen = maps->king.diagonal;
        }
        if (bit & (type[PF_ROOK] | type[PF_QUEEN])) {
            attacks |= pf_rook_attacks(from, occupied, sliders);
            arrivals.check |= maps->check_straight;
            arrivals.pin |= maps->pin_straight;
            arrivals.seen |= maps->king.straight;
        }
        if (bit & limits->pinned) targets &= pf_squares_on_line(king, from);
        pf_sort_piece(plain, items, maps, position, from, attacks, attacks & targets & ~ours, &arrivals, us, detail);
    }
}

/* Shared by all pawn moves. */
typedef struct pf_pawn_maps {
    pf_pawn_targets targets;
    pf_bitboard king_to, hard_to, check,
        beside; /* beside their pawns: a double step to there may be answered en passant */
    pf_bitboard king_from, changed_from;
} pf_pawn_maps;

/* Pawn moves of one kind: one step, two steps, captures to the left and to the right. Returns the plain ones. */
PF_TEMPLATE pf_bitboard pf_sort_pawns(pf_items *items, const pf_node_maps *maps, const pf_pawn_maps *pawns, int kind,
                                      pf_colour us, pf_detail detail)
{
    bool up = us == PF_WHITE;
    const pf_pawn_targets *to = &pawns->targets;
    pf_bitboard targets = kind == 0 ? to->one : kind == 1 ? to->two : kind == 2 ? to->left : to->right;
    int distance = kind == 0 ? 8 : kind == 1 ? 16 : (kind == 2) == up ? 7 : 9, step = up ? distance : -distance;
    pf_bitboard last = targets & pf_relative_rank(7, us), beside = kind == 1 ? pawns->beside : 0;
    pf_bitboard king = targets & ~last & (pawns->king_to | beside | pf_shift_along(pawns->king_from, distance, up));
    pf_bitboard army = maps->army.unknown | pf_shift_along(pawns->changed_from, distance, up);
    pf_bitboard changed = targets & ~(last | king) & army, plain = targets & ~(last | king | changed);
    while (changed) {
        pf_square square = pf_pop_lowest(&changed);
        uint32_t item = pf_move_of((pf_square)((int)square - step), square, PF_MOVE_NORMAL);
        pf_add_item(items, item | maps->king_moves << PF_ITEM_KNOWN_SHIFT, PF_ITEM_CHANGED);
    }
    if (king) {
        pf_bitboard hard = pawns->hard_to | pf_shift_along(maps->king.hard_from, distance, up);
        hard |= beside & (army | pawns->check);
        pf_king_targets sets = {king, hard, army, pawns->check, 0};
        pf_add_king_items(items, maps, &sets, 0, step, 0, detail);
    }
    while (last) {
        pf_square square = pf_pop_lowest(&last);
        for (pf_piece_type type = PF_KNIGHT; type <= PF_QUEEN; type++)
            pf_add_played(items, pf_move_of_promotion((pf_square)((int)square - step), square, type));
    }
    return plain;
}

PF_TEMPLATE void pf_sort_all_pawns(pf_plain *plain, pf_items *items, const pf_node_maps *maps,
                                   const pf_position *position, const pf_checks_and_pins *pins, pf_bitboard allowed,
                                   pf_colour us, pf_detail detail)
{
    pf_colour them = us ^ 1;
    pf_bitboard theirs = pf_position_pieces(position, them, PF_PAWN);
    pf_bitboard zone = maps->king.zone, sole = maps->king.sole;
    pf_arriving arrivals = {pf_pawn_attacks[them][maps->king.square], 0,
                            pf_forward_left(zone, them) | pf_forward_right(zone, them)};
    pf_pawn_maps pawns;
    pawns.targets = pf_find_pawn_targets(position, pins, allowed, us);
    pawns.king_to = pf_king_to(maps, &arrivals);
    pawns.hard_to = maps->king.hard_to;
    pawns.check = arrivals.check;
    pawns.beside = (theirs & ~PF_FILE_A) >> 1 | (theirs & ~PF_FILE_H) << 1;
    pawns.king_from = maps->king.from | pf_forward_left(sole, them) | pf_forward_right(sole, them);
    pawns.changed_from = detail == PF_FINE ? maps->army_from | maps->army.unknown : maps->army_from;

    /* Two pawns can go to the same square only by capturing left and right. */
    pf_bitboard apart = 0, right = 0;
    PF_ROLLED
    for (int kind = 0; kind < 4; kind++) {
        right = pf_sort_pawns(items, maps, &pawns, kind, us, detail);
        if (kind < 3) apart |= right;
    }
    pf_add_plain(plain, maps, apart, 0, detail);
    pf_add_plain(plain, maps, right, 0, detail);
}

/* Castling is plain if neither piece, nor the two together, does anything that must be played: along our back rank they
 * could open or close a line, and they may leave a square next to our king. */
PF_TEMPLATE void pf_sort_castling(pf_plain *plain, pf_items *items, const pf_node_maps *maps,
                                  const pf_position *position, pf_bitboard danger, pf_colour us, pf_detail detail,
                                  pf_sliders sliders)
{
    pf_bitboard near = pf_relative_rank(0, us) | pf_king_attacks[pf_king_square(position, us)];
    pf_bitboard rook_changes = maps->king.straight | maps->check_straight | maps->pin_straight;
    bool apart = !(near & (maps->king.zone | pf_bit(maps->king.square)));
    pf_move moves[2];
    pf_moves_out out = {moves, 0};
    pf_emit_castling(&out, position, danger, us, PF_SINK_LIST, sliders);
    for (const pf_move *move = moves; move < out.list; move++) {
        pf_square king = pf_move_from(*move), rook = pf_move_to(*move);
        pf_bitboard from = pf_bit(king) | pf_bit(rook);
        pf_bitboard king_to = pf_bit(pf_castled_king(king, rook));
        pf_bitboard rook_to = pf_bit(pf_castled_rook(king, rook));
        pf_bitboard rook_attacks = pf_rook_attacks(rook, pf_position_occupied(position), sliders);
        if (apart && !(from & (maps->king.from | maps->army_from | maps->pinners)) &&
            !(rook_attacks & maps->king.sole) && !((king_to | rook_to) & maps->army_to) &&
            !((king_to | rook_to) & (maps->king.to | maps->king.hard_to)) &&
            !(king_to & pf_king_attacks_of_set(maps->king.zone)) && !(rook_to & rook_changes)) {
            pf_add_plain(plain, maps, king_to | rook_to, 0, detail);
            plain->moves--; /* two pieces, one move */
        } else {
            pf_add_played(items, *move);
        }
    }
}

/* Fills the maps. Returns the squares that they attack. */
PF_TEMPLATE pf_bitboard pf_map_node(pf_node_maps *maps, const pf_position *position, pf_colour us, pf_detail detail,
                                    pf_sliders sliders)
{
    pf_replies replies;
    pf_reach reach = pf_find_reach(position, us, sliders);
    pf_map_pins(&replies, position, us, sliders);
    pf_map_zone(maps, &replies, position, &reach, us, sliders);
    pf_view view = {maps->king.zone, ~(pf_position_occupied(position) ^ pf_bit(maps->king.square)), 0, 0};
    if (detail == PF_FINE)
        pf_map_army(&maps->army, &view, &replies, position, reach.once, us, sliders);
    else
        pf_map_army_roughly(&maps->army, &view, &replies, position, us, sliders);
    pf_map_king(&maps->king, &view, position, &reach, us);
    maps->army_moves = (uint32_t)replies.army_moves;
    maps->pinners = replies.pinners;
    maps->army_from = replies.army_from;
    maps->army_to = replies.army_to;
    maps->pins = replies.pins;
    maps->check_straight = replies.lines.check_to[PF_ROOK];
    maps->check_diagonal = replies.lines.check_to[PF_BISHOP];
    maps->pin_straight = replies.lines.pin_to[PF_ROOK];
    maps->pin_diagonal = replies.lines.pin_to[PF_BISHOP];
    return replies.attacked | pf_king_attacks[maps->king.square];
}

/* Returns the leaves below the plain moves of a position, whose side to move is us, and writes an item for each of the
 * others; their_pins receives what pf_count_changed_item needs. */
PF_TEMPLATE uint64_t pf_sort_node(pf_items *items, pf_checks_and_pins *their_pins, pf_node_maps *maps,
                                  const pf_position *position, pf_colour us, pf_detail detail, pf_sliders sliders)
{
    pf_checks_and_pins pins = pf_find_checks_and_pins(position, us, sliders);
    pf_bitboard danger = pf_map_node(maps, position, us, detail, sliders);
    pf_bitboard allowed = pf_find_answers(&danger, position, pins.checkers, us, sliders);
    pf_plain plain = {0, 0};
    *their_pins = maps->pins;

    const pf_our_limits limits = {pins.straight | pins.diagonal, allowed, danger};
    pf_sort_pieces(&plain, items, maps, position, &limits, us, detail, sliders);
    pf_sort_all_pawns(&plain, items, maps, position, &pins, allowed, us, detail);
    if (PF_UNLIKELY(position->castling & pf_relative_rank(0, us)) && !pins.checkers)
        pf_sort_castling(&plain, items, maps, position, danger, us, detail, sliders);
    if (PF_UNLIKELY(position->ep_square != PF_NO_SQUARE)) {
        pf_move moves[2];
        pf_moves_out out = {moves, 0};
        pf_emit_en_passant(&out, position, PF_SINK_LIST, sliders);
        for (const pf_move *move = moves; move < out.list; move++) pf_add_played(items, *move);
    }
    return (uint64_t)((int64_t)plain.moves * (maps->army_moves + maps->king_moves) + plain.change);
}

#endif
