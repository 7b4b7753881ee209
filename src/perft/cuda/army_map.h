/* How a move of ours changes the number of replies of their army, as a number for each square: one for leaving it and
 * one for arriving on it. Numbers are stored as bit slices, one bitboard for each binary digit, so that popcounts give
 * the sum over a set of targets. "We" are the side to move, "they" the replying side. */
#ifndef PLYFORGE_CUDA_ARMY_MAP_H
#define PLYFORGE_CUDA_ARMY_MAP_H

#include "board/directions.h"
#include "perft/two_ply/replies.h"

/* A rough map covers only the effects on their pawns; every move that touches a ray or captures is unknown. It is
 * faster where few moves do so, in closed positions and endgames. */
typedef enum pf_detail { PF_ROUGH, PF_FINE } pf_detail;

/* The number of digits. A number is the change plus the bias, so it is never negative. */
enum { PF_NUMBER_PLANES = 5, PF_NUMBER_BIAS = 18 };

PF_TEMPLATE uint32_t pf_number_planes(pf_detail detail)
{
    return detail == PF_FINE ? PF_NUMBER_PLANES : 3;
}

PF_TEMPLATE int32_t pf_number_bias(pf_detail detail)
{
    return detail == PF_FINE ? PF_NUMBER_BIAS : 2;
}

/* The number of an empty square is for arriving there, that of a square with our piece for leaving it, and that of a
 * square with their piece for capturing it. Leaving and arriving add up unless both squares are on one ray, or the move
 * captures one of their pawns from a square that the pawn attacks or is blocked on. A rough map has neither ray nor
 * by_pawn. */
typedef struct pf_army_map {
    pf_bitboard number[PF_NUMBER_PLANES];
    pf_bitboard ray[4];  /* the rays of their sliders that are not pinned, by axis */
    pf_bitboard by_pawn; /* squares that their pawns attack or are blocked on */
    pf_bitboard unknown; /* squares without a number */
} pf_army_map;

PF_TEMPLATE pf_bitboard pf_carry(pf_bitboard a, pf_bitboard b, pf_bitboard c)
{
    return (a & b) | (c & (a | b));
}

/* The four-digit sums over the rays, and the squares where they overflow. */
typedef struct pf_ray_sums {
    pf_bitboard digit[4], overflow;
} pf_ray_sums;

PF_TEMPLATE void pf_ray_sums_add(pf_ray_sums *sums, pf_bitboard low, pf_bitboard middle, pf_bitboard high)
{
    pf_bitboard *digit = sums->digit;
    pf_bitboard carry = digit[0] & low;
    digit[0] ^= low;
    pf_bitboard next = pf_carry(digit[1], middle, carry);
    digit[1] ^= middle ^ carry;
    carry = pf_carry(digit[2], high, next);
    digit[2] ^= high ^ next;
    sums->overflow |= digit[3] & carry;
    digit[3] ^= carry;
}

/* ---- Lines ---- */

/* Placed before a loop that a GPU must not unroll, because the kernel that sorts nodes is larger than the instruction
 * cache. */
#ifdef __CUDACC__
#define PF_ROLLED _Pragma("unroll 1")
#else
#define PF_ROLLED
#endif

/* The step from one square of an axis to the next, and where steps up and down can end without wrapping around. */
PF_TEMPLATE int pf_axis_step(int axis)
{
    return axis == PF_AXIS_RANK ? 1 : axis == PF_AXIS_FILE ? 8 : axis == PF_AXIS_DIAGONAL ? 9 : 7;
}

PF_TEMPLATE pf_bitboard pf_axis_ends(int axis, bool up)
{
    if (axis == PF_AXIS_FILE) return ~UINT64_C(0);
    return (axis == PF_AXIS_ANTIDIAGONAL) == up ? ~PF_FILE_H : ~PF_FILE_A;
}

PF_TEMPLATE pf_bitboard pf_shift_along(pf_bitboard set, int steps, bool up)
{
    return up ? set << steps : set >> steps;
}

/* pf_fill_attacks for an axis that is known only at run time. */
PF_TEMPLATE pf_bitboard pf_fill_along(pf_bitboard set, pf_bitboard empty, int axis, bool up)
{
    int step = pf_axis_step(axis);
    pf_bitboard ends = pf_axis_ends(axis, up), open = empty & ends;
    set |= open & pf_shift_along(set, step, up);
    open &= pf_shift_along(open, step, up);
    set |= open & pf_shift_along(set, 2 * step, up);
    open &= pf_shift_along(open, 2 * step, up);
    set |= open & pf_shift_along(set, 4 * step, up);
    return pf_shift_along(set, step, up) & ends;
}

/* Their sliders in one direction. The sum of a square on a ray grows by the number of targets behind it, which is
 * counted over one, two, four and then eight squares. The sum of one of their own pieces on a ray, which is defended,
 * grows by one. Returns the ray. */
PF_TEMPLATE pf_bitboard pf_map_direction(pf_ray_sums *sums, pf_bitboard set, pf_bitboard empty, pf_bitboard theirs,
                                         int axis, bool up)
{
    int step = pf_axis_step(axis);
    pf_bitboard ray = pf_fill_along(set, empty, axis, up), ends = pf_axis_ends(axis, !up);
    pf_bitboard one = pf_shift_along(~theirs, step, !up) & ends, open = pf_shift_along(empty, step, !up) & ends;

    pf_bitboard more = open & pf_shift_along(one, step, !up);
    pf_bitboard low = one ^ more, middle = one & more;
    open &= pf_shift_along(open, step, !up);

    pf_bitboard more_low = open & pf_shift_along(low, 2 * step, !up);
    pf_bitboard more_middle = open & pf_shift_along(middle, 2 * step, !up);
    pf_bitboard carry = low & more_low;
    low ^= more_low;
    pf_bitboard high = pf_carry(middle, more_middle, carry);
    middle ^= more_middle ^ carry;
    open &= pf_shift_along(open, 2 * step, !up);

    more_low = open & pf_shift_along(low, 4 * step, !up);
    more_middle = open & pf_shift_along(middle, 4 * step, !up);
    pf_bitboard more_high = open & pf_shift_along(high, 4 * step, !up);
    carry = low & more_low;
    low ^= more_low;
    high ^= more_high ^ pf_carry(middle, more_middle, carry);
    middle ^= more_middle ^ carry;

    pf_ray_sums_add(sums, ray & (low | theirs), ray & middle & ~theirs, ray & high & ~theirs);
    return ray;
}

/* The squares that a set of squares sees along straight and diagonal lines over empty squares. */
typedef struct pf_view {
    pf_bitboard set, empty, straight, diagonal;
} pf_view;

/* All four axes: the rays of their sliders that are not pinned, and the view. An axis without sliders of either side is
 * skipped. Returns the number of moves of these sliders. */
PF_TEMPLATE uint32_t pf_map_axes(pf_army_map *map, pf_ray_sums *sums, pf_view *view, const pf_position *position,
                                 pf_bitboard pinned, pf_colour them)
{
    pf_bitboard empty = ~pf_position_occupied(position), theirs = position->by_colour[them];
    uint32_t count = 0;
    view->straight = view->diagonal = 0;
    map->ray[0] = map->ray[1] = map->ray[2] = map->ray[3] = 0;
    PF_ROLLED
    for (int axis = 0; axis < 4; axis++) {
        bool is_straight = axis < PF_AXIS_DIAGONAL;
        pf_bitboard all = is_straight ? position->by_type[PF_ROOK] : position->by_type[PF_BISHOP];
        all |= position->by_type[PF_QUEEN];
        if (!all) continue;
        pf_bitboard set = all & theirs & ~pinned;
        pf_bitboard up = pf_map_direction(sums, set, empty, theirs, axis, true);
        pf_bitboard down = pf_map_direction(sums, set, empty, theirs, axis, false);
        count += pf_popcount(up & ~theirs) + pf_popcount(down & ~theirs);
        pf_bitboard seen = pf_fill_along(view->set, view->empty, axis, true) |
                           pf_fill_along(view->set, view->empty, axis, false);
        for (int i = 0; i < 4; i++) map->ray[i] |= axis == i ? up | down : 0;
        view->straight |= is_straight ? seen : 0;
        view->diagonal |= is_straight ? 0 : seen;
    }
    return count;
}

/* ---- Their army ---- */

/* Their knights, bishops, rooks and queens, as in pf_count_reply_pieces, with the numbers for rays and defenders. */
PF_TEMPLATE void pf_map_pieces(pf_army_map *map, pf_ray_sums *sums, pf_view *view, pf_replies *replies,
                               const pf_position *position, pf_colour them, pf_sliders sliders)
{
    pf_bitboard occupied = pf_position_occupied(position), theirs = position->by_colour[them];
    pf_bitboard pinned = replies->pins.straight | replies->pins.diagonal;
    pf_bitboard attacked = 0;
    uint64_t count = pf_map_axes(map, sums, view, position, pinned, them);

    pf_bitboard rays = map->ray[0] | map->ray[1] | map->ray[2] | map->ray[3];
    for (pf_bitboard set = pf_position_pieces(position, them, PF_KNIGHT); set;) {
        pf_square from = pf_pop_lowest(&set);
        attacked |= pf_knight_attacks[from];
        if (pf_bit(from) & pinned) continue;
        count += pf_popcount(pf_knight_attacks[from] & ~theirs);
        pf_ray_sums_add(sums, pf_knight_attacks[from] & theirs, 0, 0);
    }
    pf_bitboard diagonal = pf_bishops_and_queens(position, them), straight = pf_rooks_and_queens(position, them);
    if (PF_UNLIKELY((diagonal | straight) & pinned)) {
        count += pf_count_pinned_sliders(diagonal, straight, &replies->pins, occupied, ~theirs, sliders);
        pf_bitboard all = pf_all_slider_attacks(diagonal & pinned, straight & pinned, occupied, sliders);
        rays |= all;
        map->unknown |= all;
    }
    replies->attacked = attacked | rays;
    replies->rays = rays;
    replies->army_moves = count;
}

/* The number of moves of each of their pieces that we attack, as bit slices: these moves are lost when the piece is
 * captured. */
PF_TEMPLATE void pf_map_losses(pf_bitboard *lost, pf_army_map *map, const pf_replies *replies,
                               const pf_position *position, pf_bitboard attacked, pf_colour us, pf_sliders sliders)
{
    pf_colour them = us ^ 1;
    pf_bitboard occupied = pf_position_occupied(position), theirs = position->by_colour[them];
    pf_bitboard pawns = position->by_type[PF_PAWN];
    const pf_reply_pawns *to = &replies->pawns;
    /* Pawns, all at once: one step, two steps and captures. */
    pf_bitboard enemies = theirs ^ occupied;
    pf_bitboard one = pf_forward(to->one, us), two = pf_forward(to->passed, us);
    pf_bitboard left = pf_forward_right(to->left & enemies, us), right = pf_forward_left(to->right & enemies, us);
    pf_bitboard step_sum = one ^ two, step_carry = one & two, take_sum = left ^ right, take_carry = left & right;
    pf_bitboard carry = step_sum & take_sum;
    lost[0] = step_sum ^ take_sum;
    lost[1] = step_carry ^ take_carry ^ carry;
    lost[2] = pf_carry(step_carry, take_carry, carry);
    lost[3] = lost[4] = 0;
    map->unknown |= pawns & theirs & pf_relative_rank(6, them);

    for (pf_bitboard set = attacked & theirs & ~(pawns | position->by_type[PF_KING]); set;) {
        pf_square square = pf_pop_lowest(&set);
        pf_bitboard bit = pf_bit(square), attacks = 0;
        if (bit & position->by_type[PF_KNIGHT]) attacks = pf_knight_attacks[square];
        if (bit & pf_bishops_and_queens(position, them)) attacks |= pf_bishop_attacks(square, occupied, sliders);
        if (bit & pf_rooks_and_queens(position, them)) attacks |= pf_rook_attacks(square, occupied, sliders);
        uint32_t moves = pf_popcount(attacks & ~theirs);
        for (uint32_t i = 0; i < PF_NUMBER_PLANES; i++) lost[i] |= moves >> i & 1 ? bit : 0;
        if (moves > PF_NUMBER_BIAS) map->unknown |= bit;
    }
}

/* The bit slices of all numbers. Empty square: bias - targets behind it - pawn steps it blocks + pawns that can capture
 * there. Our square: bias + targets behind it + pawn steps it blocks - pawns that can capture there. Their square: bias
 * + defenders - moves of the piece. */
PF_TEMPLATE void pf_map_numbers(pf_army_map *map, const pf_ray_sums *sums, const pf_bitboard *lost,
                                const pf_replies *replies, const pf_position *position, pf_colour us)
{
    pf_bitboard ours = position->by_colour[us], theirs = position->by_colour[us ^ 1], empty = ~(ours | theirs);
    const pf_reply_pawns *pawns = &replies->pawns;
    pf_bitboard taken = pawns->left ^ pawns->right, taken_twice = pawns->left & pawns->right;
    pf_bitboard blocked = pawns->one | pawns->two;
    pf_bitboard two = ~blocked, one = blocked & ~pawns->passed; /* two minus what is blocked */
    pf_bitboard carry = one & taken;
    pf_bitboard low = one ^ taken, middle = two ^ taken_twice ^ carry;
    pf_bitboard high = (two & (taken_twice | carry)) | (taken_twice & carry);
    low = (low & ~ours) | ((pawns->front ^ taken) & ours);
    middle = (middle & ~ours) | ((~(taken | taken_twice) | (taken & pawns->front)) & ours);
    high &= ~ours;

    /* The sum is subtracted for an empty square: its complement plus one is added. */
    pf_bitboard *number = map->number;
    pf_bitboard digit[4];
    for (int i = 0; i < 4; i++) digit[i] = sums->digit[i] ^ empty;
    number[0] = digit[0] ^ low ^ empty;
    carry = pf_carry(digit[0], low, empty);
    number[1] = digit[1] ^ middle ^ carry;
    carry = pf_carry(digit[1], middle, carry);
    number[2] = digit[2] ^ high ^ carry;
    carry = pf_carry(digit[2], high, carry);
    number[3] = digit[3] ^ carry;
    carry &= digit[3];
    number[4] = ~empty ^ carry;
    map->unknown |= sums->overflow | (carry & ~empty);

    /* On their squares, the moves lost are subtracted. */
    carry = theirs;
    for (int i = 0; i < PF_NUMBER_PLANES; i++) {
        pf_bitboard less = theirs & ~lost[i], sum = number[i] ^ less ^ carry;
        carry = pf_carry(number[i], less, carry);
        number[i] = sum;
    }
}

/* Lines to their king. All other maps depend on the pins. */
PF_TEMPLATE void pf_map_pins(pf_replies *replies, const pf_position *position, pf_colour us, pf_sliders sliders)
{
    replies->lines.from = replies->pinners = 0;
    replies->pins.checkers = 0;
    replies->pins.straight = pf_find_king_lines(replies, position, PF_ROOK, us, sliders);
    replies->pins.diagonal = pf_find_king_lines(replies, position, PF_BISHOP, us, sliders);
}

PF_TEMPLATE pf_bitboard pf_view_straight(pf_bitboard set, pf_bitboard empty)
{
    return pf_fill_attacks(set, empty, PF_EAST) | pf_fill_attacks(set, empty, PF_NORTH) |
           pf_fill_attacks(set, empty, PF_WEST) | pf_fill_attacks(set, empty, PF_SOUTH);
}

PF_TEMPLATE pf_bitboard pf_view_diagonal(pf_bitboard set, pf_bitboard empty)
{
    return pf_fill_attacks(set, empty, PF_NORTH_EAST) | pf_fill_attacks(set, empty, PF_NORTH_WEST) |
           pf_fill_attacks(set, empty, PF_SOUTH_EAST) | pf_fill_attacks(set, empty, PF_SOUTH_WEST);
}

/* A rough map; otherwise as pf_map_army. */
PF_TEMPLATE void pf_map_army_roughly(pf_army_map *map, pf_view *view, pf_replies *replies, const pf_position *position,
                                     pf_colour us, pf_sliders sliders)
{
    const pf_reply_pawns *pawns = &replies->pawns;
    pf_count_reply_pieces(replies, position, us ^ 1, sliders);
    pf_count_reply_pawns(replies, position, us);
    view->straight = pf_view_straight(view->set, view->empty);
    view->diagonal = pf_bishops_and_queens(position, us) ? pf_view_diagonal(view->set, view->empty) : 0;
    pf_bitboard blocked = pawns->one | pawns->two;
    pf_bitboard two = ~blocked, one = blocked & ~pawns->passed; /* two minus what is blocked */
    pf_bitboard taken = pawns->left ^ pawns->right, taken_twice = pawns->left & pawns->right;
    pf_bitboard carry = one & taken;
    map->number[0] = one ^ taken;
    map->number[1] = two ^ taken_twice ^ carry;
    map->number[2] = (two & (taken_twice | carry)) | (taken_twice & carry);
    replies->army_from = replies->rays | pawns->intricate | pawns->front | pawns->left | pawns->right;
    replies->army_to = pf_position_occupied(position) | replies->rays | pawns->intricate;
    map->unknown = replies->army_to;
}

/* Their replies to a pass, except those of the king, and the map. attacked: the squares that we attack. */
PF_TEMPLATE void pf_map_army(pf_army_map *map, pf_view *view, pf_replies *replies, const pf_position *position,
                             pf_bitboard attacked, pf_colour us, pf_sliders sliders)
{
    pf_ray_sums sums = {{0, 0, 0, 0}, 0};
    pf_bitboard lost[PF_NUMBER_PLANES];
    map->unknown = 0;
    pf_map_pieces(map, &sums, view, replies, position, us ^ 1, sliders);
    pf_count_reply_pawns(replies, position, us);
    pf_map_losses(lost, map, replies, position, attacked, us, sliders);
    pf_map_numbers(map, &sums, lost, replies, position, us);
    map->unknown |= replies->pawns.intricate;
    map->by_pawn = replies->pawns.front | replies->pawns.left | replies->pawns.right;
    replies->army_from = replies->rays | replies->pawns.intricate | map->by_pawn;
    replies->army_to = pf_position_occupied(position) | replies->rays | replies->pawns.intricate;
}

PF_TEMPLATE int32_t pf_change_at(const pf_army_map *map, pf_square square, pf_detail detail)
{
    uint32_t number = 0;
    for (uint32_t i = 0; i < pf_number_planes(detail); i++) number |= (uint32_t)(map->number[i] >> square & 1) << i;
    return (int32_t)number - pf_number_bias(detail);
}

/* The sum of the changes of a set of targets. */
PF_TEMPLATE int32_t pf_changes_at(const pf_army_map *map, pf_bitboard targets, uint32_t size, pf_detail detail)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < pf_number_planes(detail); i++) sum += pf_popcount(targets & map->number[i]) << i;
    return (int32_t)sum - pf_number_bias(detail) * (int32_t)size;
}

/* The targets where leaving from and arriving there do not simply add up. */
PF_TEMPLATE pf_bitboard pf_entangled_targets(const pf_army_map *map, const pf_position *position, pf_square from,
                                             pf_colour us)
{
    pf_bitboard bit = pf_bit(from), targets = 0;
    for (int axis = 0; axis < 4; axis++)
        if (map->ray[axis] & bit) targets |= pf_half_lines[from][axis].both;
    if (map->by_pawn & bit) targets |= pf_position_pieces(position, us ^ 1, PF_PAWN);
    return targets;
}

#endif
