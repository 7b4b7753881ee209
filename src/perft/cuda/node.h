/* Counting a node two plies above the leaves where thousands of nodes are counted side by side, one to a thread.
 *
 * The idea is that of two_plies.h: replies to a pass are counted once, and each move of ours is sorted by what it
 * changes. What differs is the price of things. A thread of a GPU must not keep long lists or go its own way for long,
 * so there are three sorts of moves instead of five, decided by sets alone:
 *
 *   plain     it has effects on pawns only: counted here, whole target sets at a time
 *   changed   the moves of their army change, or the pins by one ray: an item for pf_count_changed_item
 *   played    anything else: an item for pf_count_played_item, which plays the move and counts from scratch
 *
 * and the items go to a second step, where neighbouring threads do the same thing. Everything here compiles for the CPU
 * too, which is how it is tested. "We" are the side to move, "they" the replying side. */
#ifndef PLYFORGE_CUDA_NODE_H
#define PLYFORGE_CUDA_NODE_H

#include "moves/write_tight.h"

#include "perft/leaves/replies.h"
#include "perft/quad.h"

/* No position has more legal moves than rows. */
enum { PF_ITEM_ROWS = 220 };

typedef enum pf_item_sort { PF_ITEM_CHANGED, PF_ITEM_PLAYED, PF_ITEM_SORTS } pf_item_sort;

/* The items of one node, in a column of PF_ITEM_ROWS rows: changed ones from the first row on, played ones from the
 * last row backwards. Columns of neighbouring nodes lie side by side, so that their threads write to one place. An item
 * is the move and, above it, the number of moves that their king has; and whether the piece that moves pins one of
 * theirs no more, or a new one. */
typedef struct pf_items {
    uint32_t *column;
    uint32_t next[PF_ITEM_SORTS]; /* where the next one goes */
    uint32_t stride;              /* from one row to the next */
} pf_items;

enum { PF_ITEM_KING_SHIFT = 16, PF_ITEM_KING_MASK = 255 };
#define PF_ITEM_UNPINS (UINT32_C(1) << 31)
#define PF_ITEM_PINS   (UINT32_C(1) << 30)

/* Where in its column the item with this number is. */
PF_TEMPLATE uint32_t pf_item_place(uint32_t i, uint32_t stride, pf_item_sort sort)
{
    return (sort == PF_ITEM_PLAYED ? PF_ITEM_ROWS - 1 - i : i) * stride;
}

PF_TEMPLATE pf_items pf_items_in(uint32_t *column, uint32_t stride)
{
    pf_items items = {
        column, {pf_item_place(0, stride, PF_ITEM_CHANGED), pf_item_place(0, stride, PF_ITEM_PLAYED)}, stride};
    return items;
}

PF_TEMPLATE uint32_t pf_items_size(const pf_items *items, pf_item_sort sort)
{
    uint32_t first = pf_item_place(0, items->stride, sort), next = items->next[sort];
    return (sort == PF_ITEM_PLAYED ? first - next : next - first) / items->stride;
}

PF_TEMPLATE void pf_add_item(pf_items *items, uint32_t item, pf_item_sort sort)
{
    items->column[items->next[sort]] = item;
    if (sort == PF_ITEM_PLAYED)
        items->next[sort] -= items->stride;
    else
        items->next[sort] += items->stride;
}

PF_TEMPLATE void pf_add_played(pf_items *items, pf_move move)
{
    pf_add_item(items, move, PF_ITEM_PLAYED);
}

/* ---- What a move can change ---- */

/* What matters about their king: a piece that leaves a square of from, or arrives on one of to, must be played. */
typedef struct pf_king_map {
    pf_square square;
    pf_bitboard zone;               /* where it could go, or must pass to castle */
    pf_bitboard sole;               /* of these, the squares that one piece of ours alone attacks */
    pf_bitboard from, to;           /* whatever the piece is */
    pf_bitboard straight, diagonal; /* the squares that the zone sees: a slider that arrives there attacks it */
} pf_king_map;

typedef struct pf_node_maps {
    pf_replies replies;
    pf_king_map king;
    pf_bitboard plane[3];   /* see pf_map_pawns */
    uint32_t moves, change; /* plain moves, and the numbers of the squares they go to */
} pf_node_maps;

/* What our whole army attacks. */
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

PF_TEMPLATE pf_bitboard pf_straight_view_of_set(pf_bitboard set, pf_bitboard empty)
{
    return pf_fill_attacks(set, empty, PF_EAST) | pf_fill_attacks(set, empty, PF_NORTH) |
           pf_fill_attacks(set, empty, PF_WEST) | pf_fill_attacks(set, empty, PF_SOUTH);
}

PF_TEMPLATE pf_bitboard pf_diagonal_view_of_set(pf_bitboard set, pf_bitboard empty)
{
    return pf_fill_attacks(set, empty, PF_NORTH_EAST) | pf_fill_attacks(set, empty, PF_NORTH_WEST) |
           pf_fill_attacks(set, empty, PF_SOUTH_EAST) | pf_fill_attacks(set, empty, PF_SOUTH_WEST);
}

/* Counts the moves of their king and maps the squares where a move of ours changes that number. The views from all
 * squares around the king are computed at once, by fills, not square by square. */
PF_TEMPLATE void pf_map_king(pf_node_maps *maps, const pf_position *position, const pf_reach *reach, pf_colour us,
                             pf_sliders sliders)
{
    pf_colour them = us ^ 1;
    pf_replies *replies = &maps->replies;
    pf_king_map *map = &maps->king;
    pf_square king = pf_king_square(position, them);
    pf_bitboard theirs = position->by_colour[them];

    replies->attacked |= pf_king_attacks[king];
    pf_bitboard zone = pf_king_attacks[king] & ~theirs;
    replies->king_moves = pf_popcount(zone & ~reach->once);
    map->square = king;
    map->from = replies->lines.from;
    map->to = pf_king_attacks[king] & theirs; /* when one of these is taken, the king may take back */
    if (PF_UNLIKELY(position->castling & pf_relative_rank(0, them))) {
        for (pf_bitboard rooks = position->castling & pf_relative_rank(0, them); rooks;) {
            pf_reply_castling castling = pf_find_reply_castling(position, king, pf_pop_lowest(&rooks), us, sliders);
            map->from |= castling.lines;
            map->to |= castling.lines;
            if (!castling.open) continue;
            replies->king_moves += !(castling.crossed & reach->once);
            zone |= castling.crossed & ~pf_bit(king);
            map->to |= castling.path & ~pf_bit(king);
        }
    }

    /* A slider of ours and a square of the zone that look at the same square along the same kind of line: leaving it
     * may open the line between them, arriving there may close it. */
    pf_bitboard empty = ~(pf_position_occupied(position) ^ pf_bit(king));
    map->zone = zone;
    map->sole = zone & reach->once & ~reach->twice;
    map->straight = pf_straight_view_of_set(zone, empty);
    map->diagonal = pf_diagonal_view_of_set(zone, empty);
    pf_bitboard between = (map->straight & reach->straight) | (map->diagonal & reach->diagonal);
    map->from |= between;
    map->to |= between;
}

/* The squares from which a piece of ours would attack the zone. */
PF_TEMPLATE pf_bitboard pf_zone_seen_by(const pf_king_map *king, pf_piece_type type, pf_colour us)
{
    switch (type) {
    case PF_PAWN: return pf_forward_left(king->zone, us ^ 1) | pf_forward_right(king->zone, us ^ 1);
    case PF_KNIGHT: return pf_knight_attacks_of_set(king->zone);
    case PF_BISHOP: return king->diagonal;
    case PF_ROOK: return king->straight;
    case PF_QUEEN: return king->diagonal | king->straight;
    default: return pf_king_attacks_of_set(king->zone);
    }
}

/* Of two sets by kind of line, those that a slider of this type moves along. */
PF_TEMPLATE pf_bitboard pf_squares_on_lines(const pf_bitboard *to, pf_piece_type type)
{
    switch (type) {
    case PF_BISHOP: return to[PF_BISHOP];
    case PF_ROOK: return to[PF_ROOK];
    case PF_QUEEN: return to[PF_BISHOP] | to[PF_ROOK];
    default: return 0;
    }
}

/* Where it would give check, and where it would pin a piece of theirs. */
PF_TEMPLATE pf_bitboard pf_check_squares(const pf_node_maps *maps, pf_piece_type type, pf_colour us)
{
    if (type == PF_PAWN) return pf_pawn_attacks[us ^ 1][maps->king.square];
    if (type == PF_KNIGHT) return pf_knight_attacks[maps->king.square];
    return pf_squares_on_lines(maps->replies.lines.check_to, type);
}

PF_TEMPLATE pf_bitboard pf_pin_squares(const pf_node_maps *maps, pf_piece_type type)
{
    return pf_squares_on_lines(maps->replies.lines.pin_to, type);
}

/* Arriving there, a piece of ours must be played. */
PF_TEMPLATE pf_bitboard pf_played_to(const pf_node_maps *maps, pf_piece_type type, pf_colour us)
{
    return maps->king.to | pf_zone_seen_by(&maps->king, type, us) | pf_check_squares(maps, type, us) |
           maps->replies.pins.straight | maps->replies.pins.diagonal;
}

/* ---- Our moves, sorted ---- */

/* Each square has a number from 0 to 4: two more than what a plain move to it changes. What arrives there stops a pawn
 * of theirs from going one step (one less), or one and two (two less), or two (one less); and one or two pawns can take
 * it. The three planes of that number make the sum over a set of targets a matter of counting bits. */
PF_TEMPLATE void pf_map_pawns(pf_node_maps *maps)
{
    const pf_replies *replies = &maps->replies;
    pf_bitboard blocked = replies->pawns.one | replies->pawns.two;
    pf_bitboard two = ~blocked, one = blocked & ~replies->pawns.passed; /* two less what is blocked */
    pf_bitboard taken = replies->pawns.left ^ replies->pawns.right,
                taken_twice = replies->pawns.left & replies->pawns.right;
    pf_bitboard carry = one & taken;
    maps->plane[0] = one ^ taken;
    maps->plane[1] = two ^ taken_twice ^ carry;
    maps->plane[2] = (two & (taken_twice | carry)) | (taken_twice & carry);
}

PF_TEMPLATE void pf_add_plain(pf_node_maps *maps, pf_bitboard targets)
{
    maps->moves += pf_popcount(targets);
    maps->change += pf_popcount(targets & maps->plane[0]) + 2 * pf_popcount(targets & maps->plane[1]) +
                    4 * pf_popcount(targets & maps->plane[2]);
}

/* The moves of a piece that pins one of theirs: off the line it pins no more; along the line it does, and if the piece
 * that it pins cannot move anyway, only what else it does there matters. Returns the targets that must be played. */
PF_TEMPLATE pf_bitboard pf_played_by_pinner(const pf_node_maps *maps, const pf_position *position, pf_square from,
                                            pf_bitboard targets, pf_piece_type type, pf_colour us)
{
    pf_square king = maps->king.square;
    pf_bitboard line = pf_squares_on_line(king, from);
    pf_bitboard pinned = pf_squares_between(king, from) & position->by_colour[us ^ 1];
    pf_bitboard played = targets & line;
    if (pf_pin_holds(position, pinned, (pinned & maps->replies.pins.straight) != 0, ((king ^ from) & 7) == 0)) {
        pf_bitboard matters = maps->king.to | pf_zone_seen_by(&maps->king, type, us) | pinned;
        /* A pawn that is pinned on a diagonal can take the piece right before it. */
        if (pinned & position->by_type[PF_PAWN]) matters |= pf_king_attacks[pf_lowest(pinned)];
        played &= matters;
    }
    return played | (targets & ~line & pf_played_to(maps, type, us));
}

PF_TEMPLATE void pf_sort_piece(pf_node_maps *maps, pf_items *items, const pf_position *position, pf_square from,
                               pf_bitboard attacks, pf_bitboard targets, pf_bitboard played, pf_piece_type type,
                               pf_colour us)
{
    const pf_replies *replies = &maps->replies;
    bool slides = type == PF_BISHOP || type == PF_ROOK || type == PF_QUEEN;
    pf_bitboard bit = pf_bit(from);
    pf_bitboard pins = targets & pf_pin_squares(maps, type), unpins = 0;
    pf_bitboard army_to = replies->army_to | pins;
    if (bit & replies->army_from) army_to = ~UINT64_C(0);
    played &= targets;
    if (slides && PF_UNLIKELY(bit & replies->pinners)) {
        army_to = ~UINT64_C(0);
        unpins = ~pf_squares_on_line(maps->king.square, from);
        pins &= unpins;
        played = pf_played_by_pinner(maps, position, from, targets, type, us);
    }
    if ((bit & maps->king.from) || (attacks & maps->king.sole)) played = targets;
    pf_bitboard changed = targets & ~played & army_to;
    pf_add_plain(maps, targets & ~(played | changed));
    uint32_t base = pf_move_of(from, 0, PF_MOVE_NORMAL) | replies->king_moves << PF_ITEM_KING_SHIFT;
    if (slides) {
        for (pf_bitboard special = changed & (pins | unpins); special;) {
            pf_square to = pf_pop_lowest(&special);
            uint32_t item = base | to;
            if (pins & pf_bit(to)) item |= PF_ITEM_PINS;
            if (unpins & pf_bit(to)) item |= PF_ITEM_UNPINS;
            pf_add_item(items, item, PF_ITEM_CHANGED);
        }
        changed &= ~(pins | unpins);
    }
    while (changed) pf_add_item(items, base | pf_pop_lowest(&changed), PF_ITEM_CHANGED);
    while (played) pf_add_played(items, pf_move_of(from, pf_pop_lowest(&played), PF_MOVE_NORMAL));
}

/* Our bishops, rooks or queens, to the squares of targets; a pinned one stays on the line to our king. */
PF_TEMPLATE void pf_sort_sliders(pf_node_maps *maps, pf_items *items, const pf_position *position, pf_bitboard pinned,
                                 pf_bitboard targets, pf_piece_type type, pf_colour us, pf_sliders sliders)
{
    pf_bitboard occupied = pf_position_occupied(position);
    pf_bitboard played = pf_played_to(maps, type, us);
    for (pf_bitboard set = pf_position_pieces(position, us, type); set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_bitboard attacks = type == PF_ROOK ? 0 : pf_bishop_attacks(from, occupied, sliders);
        if (type != PF_BISHOP) attacks |= pf_rook_attacks(from, occupied, sliders);
        pf_bitboard limit = targets;
        if (pf_bit(from) & pinned) limit &= pf_squares_on_line(pf_king_square(position, us), from);
        pf_sort_piece(maps, items, position, from, attacks, attacks & limit, played, type, us);
    }
}

/* Pawn moves to targets, all by the same step; played and changed are the targets that are so. */
PF_TEMPLATE void pf_sort_pawns(pf_node_maps *maps, pf_items *items, pf_bitboard targets, pf_bitboard played,
                               pf_bitboard changed, int step, pf_colour us)
{
    played &= targets;
    changed &= targets & ~played;
    pf_add_plain(maps, targets & ~(played | changed));
    while (changed) {
        pf_square to = pf_pop_lowest(&changed);
        uint32_t item = pf_move_of((pf_square)((int)to - step), to, PF_MOVE_NORMAL);
        pf_add_item(items, item | maps->replies.king_moves << PF_ITEM_KING_SHIFT, PF_ITEM_CHANGED);
    }
    while (played) {
        pf_square to = pf_pop_lowest(&played);
        pf_square from = (pf_square)((int)to - step);
        if (PF_LIKELY(!(pf_bit(to) & pf_relative_rank(7, us)))) {
            pf_add_played(items, pf_move_of(from, to, PF_MOVE_NORMAL));
            continue;
        }
        for (pf_piece_type type = PF_KNIGHT; type <= PF_QUEEN; type++)
            pf_add_played(items, pf_move_of_promotion(from, to, type));
    }
}

PF_TEMPLATE void pf_sort_all_pawns(pf_node_maps *maps, pf_items *items, const pf_position *position,
                                   const pf_checks_and_pins *pins, pf_bitboard allowed, pf_colour us)
{
    pf_colour them = us ^ 1;
    const pf_replies *replies = &maps->replies;
    int up = pf_forward_step(us);
    pf_bitboard theirs = pf_position_pieces(position, them, PF_PAWN);
    pf_pawn_targets pawns = pf_find_pawn_targets(position, pins, allowed, us);
    pf_bitboard played = pf_played_to(maps, PF_PAWN, us) | pf_relative_rank(7, us);
    pf_bitboard jumped = (theirs & ~PF_FILE_A) >> 1 | (theirs & ~PF_FILE_H) << 1; /* en passant may answer */
    pf_bitboard played_from = maps->king.from | pf_forward_left(maps->king.sole, them) |
                              pf_forward_right(maps->king.sole, them);
    pf_bitboard changed = replies->army_to, changed_from = replies->army_from;

    pf_sort_pawns(maps, items, pawns.one, played | pf_forward(played_from, us), changed | pf_forward(changed_from, us),
                  up, us);
    pf_sort_pawns(maps, items, pawns.two, played | jumped | pf_forward(pf_forward(played_from, us), us),
                  changed | pf_forward(pf_forward(changed_from, us), us), 2 * up, us);
    pf_sort_pawns(maps, items, pawns.left, played | pf_forward_left(played_from, us), changed, up - 1, us);
    pf_sort_pawns(maps, items, pawns.right, played | pf_forward_right(played_from, us), changed, up + 1, us);
}

/* Castling is plain if neither piece does anything that must be played, nor both together: along our own back rank they
 * could open or close a line, and beside our king leave a square. */
PF_TEMPLATE void pf_sort_castling(pf_node_maps *maps, pf_items *items, const pf_position *position, pf_bitboard danger,
                                  pf_colour us, pf_sliders sliders)
{
    const pf_replies *replies = &maps->replies;
    pf_bitboard near = pf_relative_rank(0, us) | pf_king_attacks[pf_king_square(position, us)];
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
        if (apart && !(from & (maps->king.from | replies->army_from | replies->pinners)) &&
            !(rook_attacks & maps->king.sole) && !((king_to | rook_to) & replies->army_to) &&
            !(king_to & pf_played_to(maps, PF_KING, us)) &&
            !(rook_to & (pf_played_to(maps, PF_ROOK, us) | pf_pin_squares(maps, PF_ROOK)))) {
            pf_add_plain(maps, king_to | rook_to);
            maps->moves--; /* two pieces, one move: the second square is two more than it changes */
            maps->change -= 2;
        } else {
            pf_add_played(items, *move);
        }
    }
}

/* Returns the leaves below the plain moves of a position, whose side to move is us, and writes an item for each of the
 * others; their_pins receives what pf_count_changed_item needs. */
PF_TEMPLATE uint64_t pf_sort_node(pf_items *items, pf_checks_and_pins *their_pins, const pf_position *position,
                                  pf_colour us, pf_sliders sliders)
{
    pf_square king = pf_king_square(position, us);
    pf_bitboard ours = position->by_colour[us];
    pf_checks_and_pins pins = pf_find_checks_and_pins(position, us, sliders);
    pf_reach reach = pf_find_reach(position, us, sliders);
    pf_node_maps maps;
    pf_replies *replies = &maps.replies;
    maps.moves = maps.change = 0;

    pf_count_army_replies(replies, position, us, sliders);
    pf_map_king(&maps, position, &reach, us, sliders);
    pf_map_pawns(&maps);
    *their_pins = replies->pins;

    pf_bitboard danger = replies->attacked;
    pf_bitboard allowed = pf_find_answers(&danger, position, pins.checkers, us, sliders);
    pf_bitboard targets = ~ours & allowed;
    pf_bitboard pinned = pins.straight | pins.diagonal;

    pf_bitboard played = pf_played_to(&maps, PF_KNIGHT, us);
    for (pf_bitboard set = pf_position_pieces(position, us, PF_KNIGHT) & ~pinned; set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_bitboard attacks = pf_knight_attacks[from];
        pf_sort_piece(&maps, items, position, from, attacks, attacks & targets, played, PF_KNIGHT, us);
    }
    pf_sort_sliders(&maps, items, position, pinned, targets, PF_BISHOP, us, sliders);
    pf_sort_sliders(&maps, items, position, pinned, targets, PF_ROOK, us, sliders);
    pf_sort_sliders(&maps, items, position, pinned, targets, PF_QUEEN, us, sliders);
    pf_sort_piece(&maps, items, position, king, pf_king_attacks[king], pf_king_attacks[king] & ~ours & ~danger,
                  pf_played_to(&maps, PF_KING, us), PF_KING, us);
    pf_sort_all_pawns(&maps, items, position, &pins, allowed, us);
    if (PF_UNLIKELY(position->castling & pf_relative_rank(0, us)) && !pins.checkers)
        pf_sort_castling(&maps, items, position, danger, us, sliders);
    if (PF_UNLIKELY(position->ep_square != PF_NO_SQUARE)) {
        pf_move moves[2];
        pf_moves_out out = {moves, 0};
        pf_emit_en_passant(&out, position, PF_SINK_LIST, sliders);
        for (const pf_move *move = moves; move < out.list; move++) pf_add_played(items, *move);
    }
    return (uint64_t)maps.moves * (replies->army_moves + replies->king_moves) + maps.change - 2 * maps.moves;
}

/* ---- The items ---- */

PF_TEMPLATE uint64_t pf_count_changed_item(const pf_position *position, pf_checks_and_pins pins, uint32_t item,
                                           pf_colour us, pf_sliders sliders)
{
    pf_square king = pf_king_square(position, us ^ 1);
    pf_square from = pf_move_from((pf_move)item), to = pf_move_to((pf_move)item);
    pf_bitboard occupied = (pf_position_occupied(position) & ~pf_bit(from)) | pf_bit(to);
    if (PF_UNLIKELY(item & PF_ITEM_UNPINS)) {
        pf_bitboard ray = pf_squares_between(king, from) | pf_bit(from);
        pins.straight &= ~ray;
        pins.diagonal &= ~ray;
    }
    if (PF_UNLIKELY(item & PF_ITEM_PINS)) {
        pf_bitboard ray = pf_squares_between(king, to) | pf_bit(to);
        if (((king ^ to) & 7) == 0 || ((king ^ to) & 56) == 0)
            pins.straight |= ray;
        else
            pins.diagonal |= ray;
    }
    return (item >> PF_ITEM_KING_SHIFT & PF_ITEM_KING_MASK) +
           pf_count_army(position, &pins, occupied, pf_bit(to), ~UINT64_C(0), us ^ 1, sliders);
}

PF_TEMPLATE uint64_t pf_count_played_item(const pf_quad *quad, uint32_t item, pf_colour us, pf_sliders sliders)
{
    pf_quad after = pf_quad_after(quad, (pf_move)item, us, PF_EP_IF_BESIDE, sliders);
    pf_position child = pf_position_of_quad(&after, us ^ 1);
    return pf_generate_body(&child, NULL, us ^ 1, PF_SINK_COUNT, sliders);
}

#endif
