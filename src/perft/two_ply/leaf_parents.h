/* Counts the replies to several moves at once, one move per lane, with checks, pins and king danger computed from
 * scratch. Moves that siblings.h cannot count from its maps are counted here.
 *
 * Include one lanes_*.h before this header. */
#ifndef PLYFORGE_LEAF_PARENTS_H
#define PLYFORGE_LEAF_PARENTS_H

#include "perft/two_ply/family.h"

/* Adds the squares that pieces attack in one direction to their attacks along that axis, and to the danger for a king,
 * which cannot step back along the line of a check. */
PF_TEMPLATE void pf_lanes_threaten(pf_lanes *along, pf_lanes *danger, pf_lanes pieces, pf_lanes empty, pf_lanes king,
                                   pf_direction direction)
{
    pf_lanes rays = pf_lanes_rays(pieces, empty, direction);
    *along |= rays;
    *danger |= rays | pf_lanes_step(rays & king, direction);
}

PF_TEMPLATE void pf_lanes_threaten_along(pf_lanes along[4], pf_lanes *danger, pf_lanes pieces, pf_lanes empty,
                                         pf_lanes king, pf_axis axis)
{
    pf_direction direction = pf_axis_direction(axis);
    along[axis] = pf_lanes_of(0);
    pf_lanes_threaten(&along[axis], danger, pieces, empty, king, direction);
    pf_lanes_threaten(&along[axis], danger, pieces, empty, king, (pf_direction)(-(int)direction));
}

/* Checks to one king and pins of its own pieces. */
typedef struct pf_lane_pins {
    pf_lanes checkers, between; /* between: the empty squares where a check can be blocked */
    pf_lanes across[4];         /* by axis: pieces pinned on another axis, which cannot move along this one */
    pf_lanes all;               /* all pinned pieces */
} pf_lane_pins;

/* seen has the squares that the king sees along each axis, along those that the other side's sliders attack. If both
 * contain a square along one axis, then a piece of the king's side on it is pinned; if the square is empty, there is no
 * piece between king and slider. */
PF_TEMPLATE pf_lane_pins pf_lanes_find_pins(const pf_lanes seen[4], const pf_lanes along[4], pf_lanes own,
                                            pf_lanes empty)
{
    pf_lane_pins found;
    pf_lanes pinned[4];
    found.checkers = found.between = found.all = pf_lanes_of(0);
    PF_UNROLL
    for (pf_axis axis = PF_AXIS_RANK; axis <= PF_AXIS_ANTIDIAGONAL; axis++) {
        pf_lanes both = seen[axis] & along[axis];
        pinned[axis] = both & own;
        found.between |= both & empty;
        found.all |= pinned[axis];
    }
    PF_UNROLL
    for (pf_axis axis = PF_AXIS_RANK; axis <= PF_AXIS_ANTIDIAGONAL; axis++)
        found.across[axis] = found.all & ~pinned[axis];
    return found;
}

/* pf_evasion_targets of board/checks.h for lanes: it has no branches, and the squares between are already known. */
PF_TEMPLATE pf_lanes pf_lanes_answers(const pf_lane_pins *pins)
{
    pf_lanes second = pins->checkers & (pins->checkers - 1);
    return pf_lanes_if_miss(pf_lanes_of(~UINT64_C(0)), pins->checkers, pins->checkers) |
           pf_lanes_if_miss(pins->checkers | pins->between, second, second);
}

PF_TEMPLATE pf_lanes pf_lanes_count_rays(pf_lanes pieces, pf_lanes empty, pf_lanes targets, pf_axis axis)
{
    pf_direction direction = pf_axis_direction(axis);
    return pf_lanes_popcount(pf_lanes_rays(pieces, empty, direction) & targets) +
           pf_lanes_popcount(pf_lanes_rays(pieces, empty, (pf_direction)(-(int)direction)) & targets);
}

PF_TEMPLATE pf_lanes pf_lanes_count_knights(pf_lanes knights, pf_lanes targets)
{
    return pf_lanes_popcount(pf_lanes_jump(knights, 2, 1) & targets) +
           pf_lanes_popcount(pf_lanes_jump(knights, 2, -1) & targets) +
           pf_lanes_popcount(pf_lanes_jump(knights, 1, 2) & targets) +
           pf_lanes_popcount(pf_lanes_jump(knights, 1, -2) & targets) +
           pf_lanes_popcount(pf_lanes_jump(knights, -1, 2) & targets) +
           pf_lanes_popcount(pf_lanes_jump(knights, -1, -2) & targets) +
           pf_lanes_popcount(pf_lanes_jump(knights, -2, 1) & targets) +
           pf_lanes_popcount(pf_lanes_jump(knights, -2, -1) & targets);
}

PF_TEMPLATE pf_lanes pf_lanes_count_pawns(pf_lanes pawns, pf_lanes empty, pf_lanes victims, pf_lanes allowed,
                                          const pf_lane_pins *pins, pf_colour us)
{
    pf_lanes one = pf_lanes_forward(pawns & ~pins->across[PF_AXIS_FILE], us) & empty;
    pf_lanes two = pf_lanes_forward(one & pf_relative_rank(2, us), us) & empty & allowed;
    pf_lanes takers_left = pawns & ~pins->across[pf_left_axis(us)];
    pf_lanes takers_right = pawns & ~pins->across[pf_right_axis(us)];
    pf_lanes left = pf_lanes_step(takers_left, pf_left_direction(us)) & victims & allowed;
    pf_lanes right = pf_lanes_step(takers_right, pf_right_direction(us)) & victims & allowed;
    one &= allowed;
    pf_lanes count = pf_lanes_popcount(one) + pf_lanes_popcount(two) + pf_lanes_popcount(left) +
                     pf_lanes_popcount(right);
    if (PF_UNLIKELY(pf_lanes_any(pawns & pf_relative_rank(6, us)))) {
        pf_bitboard last_rank = pf_relative_rank(7, us);
        count += 3 * (pf_lanes_popcount(one & last_rank) + pf_lanes_popcount(left & last_rank) +
                      pf_lanes_popcount(right & last_rank));
    }
    return count;
}

/* The boards after one listed move in each lane. */
typedef struct pf_lane_boards {
    pf_lane_choice lane;
    pf_lanes to, our[PF_KINDS], their[PF_KINDS], theirs, occupied;
} pf_lane_boards;

PF_TEMPLATE void pf_lanes_play(pf_lane_boards *after, const pf_family *family, const pf_listed_move *list,
                               pf_kind_set kinds)
{
    pf_lanes numbers = pf_lanes_numbers(list);
    pf_lanes to = pf_lanes_up(pf_lanes_of(1), numbers & 63);
    pf_lanes from = pf_lanes_up(pf_lanes_of(1), numbers >> 8 & 63);
    pf_lanes mover = numbers >> 24;
    pf_lane_choice lane = pf_lanes_choose(numbers >> 16 & 7);
    PF_UNROLL
    for (int kind = 0; kind < PF_KINDS; kind++) {
        if (!pf_has_kind(kinds, (pf_kind)kind)) {
            after->our[kind] = after->their[kind] = pf_lanes_of(0);
            continue;
        }
        pf_lanes arrives = pf_lanes_if_meet(to, mover, pf_lanes_of(UINT64_C(1) << kind));
        after->our[kind] = (pf_lanes_pick(family->our[kind], lane) & ~from) | arrives;
        after->their[kind] = pf_lanes_pick(family->their[kind], lane) & ~to;
    }
    after->lane = lane;
    after->to = to;
    after->occupied = (pf_lanes_pick(family->occupied, lane) & ~from) | to;
    after->theirs = pf_lanes_pick(family->theirs, lane) & ~to;
}

/* The number of moves of their king, castling included. */
PF_TEMPLATE pf_lanes pf_lanes_count_king(const pf_family *family, const pf_lane_boards *after, pf_lanes danger)
{
    pf_lanes king = after->their[PF_KINGS];
    pf_lanes total = pf_lanes_total(pf_lanes_popcount(pf_lanes_king_attacks(king) & ~after->theirs & ~danger));
    for (uint32_t i = 0; i < family->their_rights.size; i++) {
        const pf_right *right = &family->their_rights.right[i];
        pf_lanes castling = pf_lanes_pick(family->castling, after->lane) & ~after->to;
        pf_lanes can = pf_lanes_castling_open(right, castling, after->occupied, after->our[PF_STRAIGHTS]);
        can = pf_lanes_if_miss(can, danger, pf_lanes_of(right->crossed) | king);
        total += can & 1;
    }
    return total;
}

PF_TEMPLATE pf_lanes pf_lanes_leap_attacks(const pf_lanes pieces[PF_KINDS], pf_colour us, pf_kind_set kinds)
{
    pf_lanes attacks = pf_lanes_pawn_attacks(pieces[PF_PAWNS], us) | pf_lanes_king_attacks(pieces[PF_KINGS]);
    return pf_has_kind(kinds, PF_KNIGHTS) ? attacks | pf_lanes_knight_attacks(pieces[PF_KNIGHTS]) : attacks;
}

/* The number of replies to one listed move in each lane. */
PF_TEMPLATE pf_lanes pf_count_laneful(const pf_family *family, const pf_listed_move *list, pf_colour us,
                                      pf_kind_set kinds)
{
    pf_colour them = us ^ 1;
    pf_lane_boards after;
    pf_lanes_play(&after, family, list, kinds);
    pf_lanes theirs = after.theirs, occupied = after.occupied, empty = ~after.occupied;
    pf_lanes king = after.their[PF_KINGS];
    pf_lane_lines lines;
    lines.bit = king;
    PF_UNROLL
    for (int axis = 0; axis < 4; axis++) {
        lines.below[axis] = pf_lanes_pick(family->king_lines.below[axis], after.lane);
        lines.above[axis] = pf_lanes_pick(family->king_lines.above[axis], after.lane);
    }

    /* The squares that we attack. */
    pf_lanes danger = pf_lanes_leap_attacks(after.our, us, kinds);
    pf_lanes along[4], seen[4];
    PF_UNROLL
    for (pf_axis axis = PF_AXIS_RANK; axis <= PF_AXIS_ANTIDIAGONAL; axis++) {
        along[axis] = seen[axis] = pf_lanes_of(0);
        if (!pf_has_axis(kinds, axis)) continue;
        pf_lanes_threaten_along(along, &danger, after.our[pf_axis_kind(axis)], empty, king, axis);
        seen[axis] = pf_lanes_look(&lines, occupied, axis);
    }
    pf_lane_pins pins = pf_lanes_find_pins(seen, along, theirs, empty);
    pins.checkers = ((seen[PF_AXIS_RANK] | seen[PF_AXIS_FILE]) & after.our[PF_STRAIGHTS]) |
                    ((seen[PF_AXIS_DIAGONAL] | seen[PF_AXIS_ANTIDIAGONAL]) & after.our[PF_DIAGONALS]) |
                    (pf_lanes_pawn_attacks(king, them) & after.our[PF_PAWNS]);
    if (pf_has_kind(kinds, PF_KNIGHTS)) pins.checkers |= pf_lanes_knight_attacks(king) & after.our[PF_KNIGHTS];
    pf_lanes allowed = pf_lanes_answers(&pins);
    pf_lanes targets = allowed & ~theirs;

    /* Their moves. */
    pf_lanes count = pf_lanes_count_pawns(after.their[PF_PAWNS], empty, occupied & ~theirs, allowed, &pins, them);
    if (pf_has_kind(kinds, PF_KNIGHTS)) count += pf_lanes_count_knights(after.their[PF_KNIGHTS] & ~pins.all, targets);
    PF_UNROLL
    for (pf_axis axis = PF_AXIS_RANK; axis <= PF_AXIS_ANTIDIAGONAL; axis++)
        if (pf_has_axis(kinds, axis))
            count += pf_lanes_count_rays(after.their[pf_axis_kind(axis)] & ~pins.across[axis], empty, targets, axis);
    return pf_lanes_total(count) + pf_lanes_count_king(family, &after, danger);
}

/* The number of moves of their king after one move in each lane, none of which gives check. */
PF_TEMPLATE pf_lanes pf_count_king_laneful(const pf_family *family, const pf_listed_move *list, pf_colour us,
                                           pf_kind_set kinds)
{
    pf_lane_boards after;
    pf_lanes_play(&after, family, list, kinds);
    pf_lanes danger = pf_lanes_leap_attacks(after.our, us, kinds);
    PF_UNROLL
    for (pf_axis axis = PF_AXIS_RANK; axis <= PF_AXIS_ANTIDIAGONAL; axis++)
        if (pf_has_axis(kinds, axis))
            danger |= pf_lanes_axis_rays(after.our[pf_axis_kind(axis)], ~after.occupied, axis);
    return pf_lanes_count_king(family, &after, danger);
}

typedef pf_lanes pf_laneful_counter(const pf_family *family, const pf_listed_move *list, pf_colour us,
                                    pf_kind_set kinds);

/* Counts the moves of a list. Each is counted in the lane of its node, or in any lane if only the sum matters. */
PF_TEMPLATE void pf_count_list(pf_family *family, pf_listed_move *list, uint32_t size, pf_laneful_counter *count,
                               bool each, pf_colour us, pf_kind_set kinds)
{
    uint64_t counts[PF_LANES], totals[PF_LANES] = {0};
    pf_memset(list + size, 0, PF_LANES * sizeof *list);
    for (uint32_t i = 0; i < size; i += PF_LANES) {
        pf_lanes laneful = count(family, list + i, us, kinds) & pf_lanes_first(size - i);
        if (PF_LIKELY(!each)) {
            family->total += laneful;
            continue;
        }
        pf_lanes_store(counts, laneful);
        for (uint32_t k = 0; k < PF_LANES; k++) totals[list[i + k] >> 16 & (PF_LANES - 1)] += counts[k];
    }
    pf_lanes sums;
    pf_memcpy(&sums, totals, sizeof sums);
    family->total += sums;
}

#endif
