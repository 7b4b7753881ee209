/* The items of a node two plies above the leaves: moves of ours whose replies are counted one move at a time, each by a
 * separate thread. node.h explains which moves become which sort of item. "We" are the side to move, "they" the
 * replying side.
 */
#ifndef PLYFORGE_CUDA_ITEMS_H
#define PLYFORGE_CUDA_ITEMS_H

#include "moves/write_tight.h"

#include "perft/quad.h"
#include "perft/two_ply/replies.h"

/* Two halves of 220 rows, each with two sorts of items; no position has more legal moves than that. */
enum { PF_ITEM_ROWS = 2 * 220 };

typedef enum pf_item_sort { PF_ITEM_CHANGED, PF_ITEM_PLAYED, PF_ITEM_KING, PF_ITEM_BOTH, PF_ITEM_SORTS } pf_item_sort;

/* The items of one node, in a column of PF_ITEM_ROWS rows. In the first half, changed ones start at the first row and
 * played ones at the last, backwards; likewise king and both in the second half. Columns of neighbouring nodes are
 * adjacent, so that their threads write to adjacent memory. An item is the move with, in the higher bits, the number
 * that is already known: of the moves of their king (changed) or of their army (king). Flags say whether the piece that
 * moves no longer pins one of theirs, pins another, or gives check. */
typedef struct pf_items {
    uint32_t *column;
    uint32_t next[PF_ITEM_SORTS]; /* the row of the next item */
    uint32_t stride;              /* the distance from one row to the next */
} pf_items;

enum { PF_ITEM_KNOWN_SHIFT = 16, PF_ITEM_KNOWN_MASK = 255 };
#define PF_ITEM_UNPINS (UINT32_C(1) << 31)
#define PF_ITEM_PINS   (UINT32_C(1) << 30)
#define PF_ITEM_CHECKS (UINT32_C(1) << 29)

/* The position of the item with this number in its column. */
PF_TEMPLATE uint32_t pf_item_place(uint32_t i, uint32_t stride, pf_item_sort sort)
{
    switch (sort) {
    case PF_ITEM_CHANGED: return i * stride;
    case PF_ITEM_PLAYED: return (PF_ITEM_ROWS / 2 - 1 - i) * stride;
    case PF_ITEM_KING: return (PF_ITEM_ROWS / 2 + i) * stride;
    default: return (PF_ITEM_ROWS - 1 - i) * stride;
    }
}

PF_TEMPLATE bool pf_items_go_down(pf_item_sort sort)
{
    return sort == PF_ITEM_PLAYED || sort == PF_ITEM_BOTH;
}

PF_TEMPLATE pf_items pf_items_in(uint32_t *column, uint32_t stride)
{
    pf_items items = {column,
                      {pf_item_place(0, stride, PF_ITEM_CHANGED), pf_item_place(0, stride, PF_ITEM_PLAYED),
                       pf_item_place(0, stride, PF_ITEM_KING), pf_item_place(0, stride, PF_ITEM_BOTH)},
                      stride};
    return items;
}

PF_TEMPLATE uint32_t pf_items_size(const pf_items *items, pf_item_sort sort)
{
    uint32_t first = pf_item_place(0, items->stride, sort), next = items->next[sort];
    return (pf_items_go_down(sort) ? first - next : next - first) / items->stride;
}

PF_TEMPLATE void pf_add_item(pf_items *items, uint32_t item, pf_item_sort sort)
{
    items->column[items->next[sort]] = item;
    if (pf_items_go_down(sort))
        items->next[sort] -= items->stride;
    else
        items->next[sort] += items->stride;
}

PF_TEMPLATE void pf_add_played(pf_items *items, pf_move move)
{
    pf_add_item(items, move, PF_ITEM_PLAYED);
}

/* ---- Counting ---- */

/* Their pins after the move of an item. */
PF_TEMPLATE pf_checks_and_pins pf_pins_after(const pf_position *position, pf_checks_and_pins pins, uint32_t item,
                                             pf_colour us)
{
    pf_square king = pf_king_square(position, us ^ 1);
    pf_square from = pf_move_from((pf_move)item), to = pf_move_to((pf_move)item);
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
    return pins;
}

PF_TEMPLATE uint64_t pf_count_changed_item(const pf_position *position, pf_checks_and_pins pins, uint32_t item,
                                           pf_colour us, pf_sliders sliders)
{
    pf_bitboard from = pf_bit(pf_move_from((pf_move)item)), to = pf_bit(pf_move_to((pf_move)item));
    pf_bitboard occupied = (pf_position_occupied(position) & ~from) | to;
    pins = pf_pins_after(position, pins, item, us);
    return (item >> PF_ITEM_KNOWN_SHIFT & PF_ITEM_KNOWN_MASK) +
           pf_count_army(position, &pins, occupied, to, ~UINT64_C(0), us ^ 1, sliders);
}

PF_TEMPLATE pf_bitboard pf_moved_set(pf_bitboard set, pf_bitboard from, pf_bitboard to)
{
    return set & from ? (set & ~from) | to : set;
}

/* The squares that we attack after a move, with their king removed from the board. */
PF_TEMPLATE pf_bitboard pf_danger_after(const pf_position *position, pf_bitboard from, pf_bitboard to, pf_colour us,
                                        pf_sliders sliders)
{
    pf_bitboard occupied = ((pf_position_occupied(position) & ~from) | to) &
                           ~pf_position_pieces(position, us ^ 1, PF_KING);
    pf_bitboard pawns = pf_moved_set(pf_position_pieces(position, us, PF_PAWN), from, to);
    pf_bitboard kings = pf_moved_set(pf_position_pieces(position, us, PF_KING), from, to);
    pf_bitboard danger = pf_forward_left(pawns, us) | pf_forward_right(pawns, us) | pf_king_attacks[pf_lowest(kings)];
    for (pf_bitboard set = pf_moved_set(pf_position_pieces(position, us, PF_KNIGHT), from, to); set;)
        danger |= pf_knight_attacks[pf_pop_lowest(&set)];
    return danger | pf_all_slider_attacks(pf_moved_set(pf_bishops_and_queens(position, us), from, to),
                                          pf_moved_set(pf_rooks_and_queens(position, us), from, to), occupied, sliders);
}

/* The captures en passant that answer a double step of ours, which does not give check: those that do not uncover their
 * king. */
PF_TEMPLATE uint32_t pf_count_ep_answers(const pf_position *position, pf_bitboard from, pf_bitboard to, pf_colour us,
                                         pf_sliders sliders)
{
    pf_square king = pf_king_square(position, us ^ 1);
    pf_bitboard beside = (to & ~PF_FILE_A) >> 1 | (to & ~PF_FILE_H) << 1;
    uint32_t count = 0;
    for (pf_bitboard set = beside & pf_position_pieces(position, us ^ 1, PF_PAWN); set;) {
        pf_square taker = pf_pop_lowest(&set);
        pf_bitboard occupied = (pf_position_occupied(position) & ~(from | pf_bit(taker))) | pf_forward(from, us);
        count += !((pf_rook_attacks(king, occupied, sliders) & pf_rooks_and_queens(position, us)) |
                   (pf_bishop_attacks(king, occupied, sliders) & pf_bishops_and_queens(position, us)));
    }
    return count;
}

PF_TEMPLATE uint64_t pf_count_king_item(const pf_position *position, uint32_t item, pf_colour us, pf_sliders sliders)
{
    pf_square king = pf_king_square(position, us ^ 1);
    pf_bitboard from = pf_bit(pf_move_from((pf_move)item)), to = pf_bit(pf_move_to((pf_move)item));
    pf_bitboard danger = pf_danger_after(position, from, to, us, sliders);
    pf_bitboard theirs = position->by_colour[us ^ 1] & ~to;
    uint32_t count = item >> PF_ITEM_KNOWN_SHIFT & PF_ITEM_KNOWN_MASK;
    for (pf_bitboard rooks = position->castling & pf_relative_rank(0, us ^ 1); rooks;) {
        pf_reply_castling castling = pf_find_reply_castling(position, king, pf_pop_lowest(&rooks), us, sliders);
        count += castling.open && !(castling.crossed & danger);
    }
    if ((position->by_type[PF_PAWN] & from) && to == pf_forward(pf_forward(from, us), us))
        count += pf_count_ep_answers(position, from, to, us, sliders);
    return count + pf_popcount(pf_king_attacks[king] & ~(theirs | danger));
}

/* A move that changes the moves of their king and of their army, or gives check with the piece that moves. */
PF_TEMPLATE uint64_t pf_count_both_item(const pf_position *position, pf_checks_and_pins pins, uint32_t item,
                                        pf_colour us, pf_sliders sliders)
{
    pf_square king = pf_king_square(position, us ^ 1);
    pf_bitboard from = pf_bit(pf_move_from((pf_move)item)), to = pf_bit(pf_move_to((pf_move)item));
    pf_bitboard danger = pf_danger_after(position, from, to, us, sliders);
    pf_bitboard occupied = (pf_position_occupied(position) & ~from) | to;
    pf_bitboard theirs = position->by_colour[us ^ 1] & ~to, allowed = ~UINT64_C(0);
    uint32_t count = pf_popcount(pf_king_attacks[king] & ~(theirs | danger));
    pins = pf_pins_after(position, pins, item, us);
    if (item & PF_ITEM_CHECKS) {
        allowed = pf_squares_between(king, pf_move_to((pf_move)item)) | to;
    } else {
        for (pf_bitboard rooks = position->castling & pf_relative_rank(0, us ^ 1); rooks;) {
            pf_reply_castling castling = pf_find_reply_castling(position, king, pf_pop_lowest(&rooks), us, sliders);
            count += castling.open && !(castling.crossed & danger);
        }
    }
    return count + pf_count_army(position, &pins, occupied, to, allowed, us ^ 1, sliders);
}

PF_TEMPLATE uint64_t pf_count_played_item(const pf_quad *quad, uint32_t item, pf_colour us, pf_sliders sliders)
{
    pf_quad after = pf_quad_after(quad, (pf_move)item, us, PF_EP_IF_BESIDE, sliders);
    pf_position child = pf_position_of_quad(&after, us ^ 1);
    return pf_generate_body(&child, NULL, us ^ 1, PF_SINK_COUNT, sliders);
}

#endif
