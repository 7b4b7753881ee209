/* Counts two plies of several sibling nodes at once: the null-move count, one node per lane.
 *
 * Their replies to a pass are counted once for each node, together with two kinds of maps:
 *
 *   changes      for every square, by how much the number of replies changes when a piece of ours arrives there,
 *                takes the piece there, or when the piece there leaves: rays that are cut or extended,
 *                pawns that are stopped, freed, or gain a capture, the moves of a piece that is captured, and
 *                the pieces that guard it
 *   reply king   squares that affect their king: where a piece gives check, pins, sees a square the king could
 *                step on, or leaves such a square
 *
 * The replies to a move are those to a pass, plus the change of arriving and that of leaving, for whole target sets at
 * a time. If it changes where their king may step, the moves of the king are counted again; if it gives check, touches
 * a pin, or leaves and arrives on one line of a ray, it is listed and counted by itself (leaf_parents.h). */
#ifndef PLYFORGE_SIBLINGS_H
#define PLYFORGE_SIBLINGS_H

#include "moves/generate.h"
#include "moves/make.h"
#include "perft/two_ply/leaf_parents.h"
#include "perft/two_ply/replies_ep.h"

/* ---- Their attacks, and the changes in the number of their replies ---- */

typedef struct pf_reply_changes {
    pf_lanes army_moves;     /* the number of their replies to a pass, those of the king excluded */
    pf_lanes bit[PF_SLICES]; /* bit slices of the change for each square, as signed two's complement numbers */
    pf_lanes sign;
    pf_lanes on_axis[4]; /* a piece that leaves one of these squares along the axis does more than leave one square and
                            arrive on another */
    pf_lanes leaving;    /* squares that a piece cannot leave without a possible change */
} pf_reply_changes;

/* Adds to the sum of each square of mask how far a ray reaches from there in one direction: 0 to 7 squares, including a
 * first blocker that is not theirs and so can be captured. */
PF_TEMPLATE void pf_add_runs(pf_slices *sum, pf_lanes mask, pf_lanes empty, pf_lanes not_theirs, pf_direction direction)
{
    pf_lanes next_empty = pf_lanes_step_back(empty, direction);
    pf_lanes at_least[8];
    at_least[1] = pf_lanes_step_back(not_theirs, direction);
    PF_UNROLL
    for (int i = 2; i < 8; i++) at_least[i] = next_empty & pf_lanes_shift(at_least[i - 1], -(int)direction);
    pf_lanes number[3];
    number[0] = pf_lanes_odd(at_least[1], at_least[2], at_least[3]);
    number[0] = pf_lanes_odd(number[0], at_least[4], at_least[5]);
    number[0] = pf_lanes_odd(number[0], at_least[6], at_least[7]) & mask;
    number[1] = pf_lanes_odd(at_least[2], at_least[4], at_least[6]) & mask;
    number[2] = at_least[4] & mask;
    pf_slices_add(sum, number, 3);
}

/* Adds the share of their sliders along one axis. The slider's own square gets the number of its moves, which are lost
 * when it is captured. Empty squares and ours on its ray get the length of the ray beyond them, which is lost when we
 * arrive there and gained when we leave. Their own pieces on the ray are guarded. */
PF_TEMPLATE void pf_add_sliders(pf_slices *runs, pf_lanes guards[2], pf_reply_changes *changes, pf_lanes sliders,
                                pf_lanes empty, pf_lanes theirs, pf_axis axis, pf_kind_set kinds)
{
    changes->on_axis[axis] = guards[0] = guards[1] = pf_lanes_of(0);
    if (!pf_has_axis(kinds, axis)) return;
    pf_direction direction = pf_axis_direction(axis), opposite = (pf_direction)(-(int)direction);
    pf_lanes up = pf_lanes_rays(sliders, empty, direction);
    pf_lanes down = pf_lanes_rays(sliders, empty, opposite);
    changes->on_axis[axis] = up | down;
    guards[0] = up & theirs;
    guards[1] = down & theirs;
    pf_add_runs(runs, (up & ~theirs) | sliders, empty, ~theirs, direction);
    pf_add_runs(runs, (down & ~theirs) | sliders, empty, ~theirs, opposite);
}

PF_TEMPLATE void pf_add_knight(pf_lanes *moves, pf_lanes *guards, pf_lanes knights, pf_lanes theirs, int ranks,
                               int files)
{
    *moves = knights & pf_lanes_jump(~theirs, -ranks, -files);
    *guards = pf_lanes_jump(knights, ranks, files) & theirs;
}

PF_TEMPLATE void pf_add_knights(pf_slices *lost, pf_slices *gained, pf_lanes knights, pf_lanes theirs)
{
    pf_lanes moves[8], guards[8], sum[4];
    pf_add_knight(&moves[0], &guards[0], knights, theirs, 2, 1);
    pf_add_knight(&moves[1], &guards[1], knights, theirs, 2, -1);
    pf_add_knight(&moves[2], &guards[2], knights, theirs, 1, 2);
    pf_add_knight(&moves[3], &guards[3], knights, theirs, 1, -2);
    pf_add_knight(&moves[4], &guards[4], knights, theirs, -1, 2);
    pf_add_knight(&moves[5], &guards[5], knights, theirs, -1, -2);
    pf_add_knight(&moves[6], &guards[6], knights, theirs, -2, 1);
    pf_add_knight(&moves[7], &guards[7], knights, theirs, -2, -1);
    pf_lanes_add_eight(sum, moves);
    pf_slices_add(lost, sum, 4);
    pf_lanes_add_eight(sum, guards);
    pf_slices_add(gained, sum, 4);
}

/* Adds the share of their pawns. On an empty square or a piece of ours in front of a pawn, arriving stops the push and
 * leaving frees it. On a square that the pawn attacks, arriving adds a capture and leaving removes one. */
PF_TEMPLATE void pf_add_pawns(pf_slices *lost, pf_slices *gained, pf_reply_changes *changes, const pf_family *family,
                              const pf_lane_pins *pins, pf_colour them)
{
    pf_lanes pawns = family->their[PF_PAWNS], theirs = family->theirs, empty = ~family->occupied;
    pf_lanes takers_left = pawns & ~pins->across[pf_left_axis(them)];
    pf_lanes takers_right = pawns & ~pins->across[pf_right_axis(them)];
    pf_lanes left = pf_lanes_step(takers_left, pf_left_direction(them));
    pf_lanes right = pf_lanes_step(takers_right, pf_right_direction(them));
    pf_bitboard third_rank = pf_relative_rank(2, them);

    pf_lanes front = pf_lanes_forward(pawns & ~pins->across[PF_AXIS_FILE], them) & ~theirs;
    pf_lanes one = front & empty;
    pf_lanes second = pf_lanes_forward(one & third_rank, them) & ~theirs;
    pf_lanes passed = front & third_rank & pf_lanes_forward(empty, them ^ 1);
    pf_lanes two = second & empty;
    /* The moves of each pawn are added on its own square. */
    pf_lanes slot0 = front | pf_lanes_forward(one, them ^ 1);
    pf_lanes slot1 = second | pf_lanes_forward(pf_lanes_forward(two, them ^ 1), them ^ 1);
    pf_lanes slot2 = passed | pf_lanes_step_back(left & family->ours, pf_left_direction(them));
    pf_lanes slot3 = pf_lanes_step_back(right & family->ours, pf_right_direction(them));
    changes->on_axis[PF_AXIS_FILE] |= front | second;
    changes->leaving |= left | right;

    pf_lanes takes[3] = {left ^ right, left & right, pf_lanes_of(0)};
    if (PF_UNLIKELY(pf_lanes_any(pawns & pf_relative_rank(6, them)))) {
        /* A promotion is four moves, so these bits are added two slices higher. */
        pf_lanes promotes = (theirs & pf_relative_rank(6, them)) | (~theirs & pf_relative_rank(7, them));
        pf_lanes number[4];
        number[0] = number[1] = pf_lanes_of(0);
        pf_lanes carry = pf_lanes_add(&number[2], slot0 & promotes, slot2 & promotes, slot3 & promotes);
        number[3] = carry;
        pf_slices_add(lost, number, 4);
        slot0 &= ~promotes;
        slot2 &= ~promotes;
        slot3 &= ~promotes;
        pf_bitboard last_rank = pf_relative_rank(7, them);
        number[2] = takes[0] & last_rank;
        number[3] = takes[1] & last_rank;
        pf_slices_add(gained, number, 4);
        takes[0] &= ~last_rank;
        takes[1] &= ~last_rank;
    }
    pf_slices_add(gained, takes, 2);
    pf_lanes number[3], sum;
    pf_lanes carry0 = pf_lanes_add(&sum, slot0, slot1, slot2);
    pf_lanes carry1 = sum & slot3;
    number[0] = sum ^ slot3;
    number[1] = carry0 ^ carry1;
    number[2] = carry0 & carry1;
    pf_slices_add(lost, number, 3);
}

/* Finds the changes caused by their army without the king; pins are theirs. */
PF_TEMPLATE void pf_find_changes(pf_reply_changes *changes, const pf_family *family, const pf_lane_pins *pins,
                                 pf_colour us, pf_kind_set kinds)
{
    pf_lanes theirs = family->theirs, empty = ~family->occupied;
    pf_slices lost = pf_slices_zero(), gained = pf_slices_zero();
    pf_lanes guards[8], sum[4];
    changes->leaving = pf_lanes_of(0);
    PF_UNROLL
    for (pf_axis axis = PF_AXIS_RANK; axis <= PF_AXIS_ANTIDIAGONAL; axis++)
        pf_add_sliders(&lost, guards + 2 * axis, changes, family->their[pf_axis_kind(axis)] & ~pins->across[axis],
                       empty, theirs, axis, kinds);
    pf_lanes_add_eight(sum, guards);
    pf_slices_add(&gained, sum, 4);
    if (pf_has_kind(kinds, PF_KNIGHTS)) pf_add_knights(&lost, &gained, family->their[PF_KNIGHTS] & ~pins->all, theirs);
    pf_add_pawns(&lost, &gained, changes, family, pins, us ^ 1);
    PF_UNROLL
    for (int axis = 0; axis < 4; axis++) changes->leaving |= changes->on_axis[axis];

    changes->army_moves = pf_slices_total(&lost, theirs);
    /* Arriving changes the replies by gained - lost, leaving by lost - gained. */
    pf_lanes carry = pf_lanes_of(~UINT64_C(0));
    PF_UNROLL
    for (int i = 0; i < PF_SLICES; i++) {
        pf_lanes plus = pf_lanes_select(family->ours, lost.bit[i], gained.bit[i]);
        pf_lanes minus = pf_lanes_select(family->ours, gained.bit[i], lost.bit[i]);
        carry = pf_lanes_add(&changes->bit[i], plus, ~minus, carry);
    }
    changes->sign = ~carry;
}

/* ---- Their king. docs/perft.md explains the words that all counters share. ---- */

typedef struct pf_lane_reply_king {
    pf_lanes king_moves; /* the number of its replies to a pass, castling included */
    /* Squares that change the moves of the king and nothing else. */
    pf_lanes king_to[6], king_from; /* king_to is indexed by the type of the piece that arrives */
    /* Squares of checks, of pins and of pieces beside the king: a move there may change anything. */
    pf_lanes to[6], from;
    pf_lanes sole;   /* squares of the zone with a sole attacker, which matter if it leaves */
    pf_lanes zone;   /* squares where the king could step, or that it crosses to castle */
    pf_lanes checks; /* squares where a pawn gives check, and squares on the line of a pin */
} pf_lane_reply_king;

/* Our army: the squares that it attacks at least once, at least twice, and along each axis. */
typedef struct pf_lane_army {
    uint32_t size;
    uint8_t square[16], type[16];
    pf_lanes see[16][4]; /* by axis, with the piece itself still on the board */
    pf_lanes once, twice, along[4];
} pf_lane_army;

PF_TEMPLATE void pf_lane_army_attack(pf_lane_army *army, pf_lanes attacks)
{
    army->twice = pf_lanes_or_both(army->twice, army->once, attacks);
    army->once |= attacks;
}

PF_TEMPLATE void pf_lane_army_add(pf_lane_army *army, const pf_family *family, pf_square square, pf_piece_type type)
{
    pf_lanes bit = pf_lanes_of(pf_bit(square));
    pf_lanes *see = army->see[army->size];
    pf_lanes attacks = pf_lanes_of(0);
    if (type == PF_KNIGHT) attacks = pf_lanes_if_meet(pf_lanes_of(pf_knight_attacks[square]), family->ours, bit);
    PF_UNROLL
    for (pf_axis axis = PF_AXIS_RANK; axis <= PF_AXIS_ANTIDIAGONAL; axis++) {
        if (!(pf_kinds_of(type) & 1u << pf_axis_kind(axis))) continue;
        see[axis] = pf_lanes_if_meet(pf_lanes_look_from(square, family->occupied, axis), family->ours, bit);
        army->along[axis] |= see[axis];
        attacks |= see[axis];
    }
    pf_lane_army_attack(army, attacks);
    army->square[army->size] = (uint8_t)square;
    army->type[army->size++] = (uint8_t)type;
}

PF_TEMPLATE void pf_lane_army_gather(pf_lane_army *army, const pf_family *family, const pf_position *home, pf_colour us,
                                     pf_kind_set kinds)
{
    army->size = 0;
    PF_UNROLL
    for (int axis = 0; axis < 4; axis++) army->along[axis] = pf_lanes_of(0);
    army->once = pf_lanes_step(family->our[PF_PAWNS], pf_left_direction(us));
    army->twice = pf_lanes_of(0);
    pf_lane_army_attack(army, pf_lanes_step(family->our[PF_PAWNS], pf_right_direction(us)));
    pf_lane_army_attack(army, pf_lanes_of(pf_king_attacks[pf_king_square(home, us)]));
    PF_UNROLL
    for (pf_piece_type type = PF_KNIGHT; type <= PF_QUEEN; type++) {
        if (pf_kinds_of(type) & ~(uint32_t)kinds) continue;
        for (pf_bitboard set = pf_position_pieces(home, us, type); set;)
            pf_lane_army_add(army, family, pf_pop_lowest(&set), type);
    }
}

/* The squares that can be seen from their king along each axis: squares where a slider of ours gives check (seen) or
 * pins a piece (pin_to), and squares on which a move of ours opens or closes a line to their king (line_from, line_to).
 * Such a move may discover a check, or begin or end a pin. */
typedef struct pf_king_views {
    pf_lanes seen[4], pin_to[4], line_from, line_to;
} pf_king_views;

PF_TEMPLATE void pf_find_king_views(pf_king_views *views, pf_lane_pins *pins, const pf_family *family,
                                    const pf_lane_army *army, pf_kind_set kinds)
{
    pf_lanes ours = family->ours, theirs = family->theirs, occupied = family->occupied;
    views->line_from = views->line_to = pf_lanes_of(0);
    PF_UNROLL
    for (pf_axis axis = PF_AXIS_RANK; axis <= PF_AXIS_ANTIDIAGONAL; axis++) {
        views->seen[axis] = views->pin_to[axis] = pf_lanes_of(0);
        if (!pf_has_axis(kinds, axis)) continue;
        pf_lanes seen = pf_lanes_look(&family->king_lines, occupied, axis);
        pf_lanes beyond = pf_lanes_look(&family->king_lines, occupied & ~(seen & theirs), axis) & ~seen;
        pf_lanes through = pf_lanes_look(&family->king_lines, occupied & ~seen, axis) & ~seen;
        pf_lanes along = army->along[axis];
        views->seen[axis] = seen;
        views->pin_to[axis] = beyond;
        /* Three patterns: king, ours, slider; king, any piece, ours, slider; and king, ours, theirs, slider. */
        views->line_from |= (seen | through) & along & ours;
        views->line_from |= pf_lanes_if_meet(seen & ours, through & theirs, along);
        /* The pattern king, theirs, slider. */
        views->line_from |= beyond & family->our[pf_axis_kind(axis)];
        views->line_to |= pf_lanes_if_meet(seen | beyond, seen & theirs, along);
    }
    *pins = pf_lanes_find_pins(views->seen, army->along, theirs, ~occupied);
}

/* Finds their castling. Squares on which any change may open it are treated as squares of lines. */
PF_TEMPLATE void pf_find_castling_of_lanes(pf_lane_reply_king *reply_king, pf_lanes *lines, pf_lanes *barred,
                                           const pf_family *family, const pf_lane_army *army, pf_colour us)
{
    for (uint32_t i = 0; i < family->their_rights.size; i++) {
        const pf_right *right = &family->their_rights.right[i];
        pf_lanes rook = pf_lanes_of(pf_bit(right->rook)), path = pf_lanes_of(right->path);
        pf_lanes king = pf_lanes_of(pf_bit(right->king));
        pf_lanes open = pf_lanes_castling_open(right, family->castling, family->occupied, family->our[PF_STRAIGHTS]);
        /* No move of ours opens a path that a piece of theirs blocks: a piece that captures it blocks the path too. */
        pf_lanes others = family->theirs & ~(king | rook);
        pf_lanes may = pf_lanes_if_miss(pf_lanes_if_meet(pf_lanes_of(~UINT64_C(0)), family->castling, rook), others,
                                        path);
        *lines |= may & ~open & path;
        if (PF_UNLIKELY(pf_castling_rook_shields(right->rook))) *lines |= may & pf_relative_rank(0, us ^ 1);
        *barred |= open & (path | rook) & ~king;
        reply_king->zone |= open & right->crossed & ~king;
        reply_king->king_moves += pf_lanes_if_miss(open, army->once, pf_lanes_of(right->crossed)) & 1;
    }
}

/* Returns the squares seen from a set of squares along one axis, and adds to *shared those of them that our sliders
 * attack along the same axis. */
PF_TEMPLATE pf_lanes pf_views_along(pf_lanes *shared, pf_lanes squares, const pf_family *family,
                                    const pf_lane_army *army, pf_axis axis, pf_kind_set kinds)
{
    if (!pf_has_axis(kinds, axis)) return pf_lanes_of(0);
    pf_lanes rays = pf_lanes_axis_rays(squares, ~family->occupied, axis);
    *shared |= rays & army->along[axis];
    return rays;
}

PF_TEMPLATE void pf_find_reply_king_of_lanes(pf_lane_reply_king *reply_king, const pf_family *family,
                                             const pf_lane_army *army, const pf_king_views *views, pf_colour us,
                                             pf_kind_set kinds)
{
    pf_colour them = us ^ 1;
    pf_lanes king = family->their[PF_KINGS];
    pf_lanes around = pf_lanes_king_attacks(king);
    pf_lanes lines = pf_lanes_of(0), barred = pf_lanes_of(0);
    pf_lanes steps = around & ~family->theirs;
    reply_king->zone = steps;
    reply_king->king_moves = pf_lanes_total(pf_lanes_popcount(steps & ~army->once));
    if (family->their_rights.size) pf_find_castling_of_lanes(reply_king, &lines, &barred, family, army, us);

    /* Squares near the king that we do not attack: a move matters if it attacks one of them or opens the line of a
     * slider of ours to it. Squares that we do attack: a move matters if their only attacker leaves, or if it blocks
     * the attack. */
    pf_lanes safe = reply_king->zone & ~army->once, unsafe = reply_king->zone & army->once;
    pf_lanes shared = pf_lanes_of(0), gaps = pf_lanes_of(0);
    pf_lanes straight = pf_views_along(&shared, safe, family, army, PF_AXIS_RANK, kinds) |
                        pf_views_along(&shared, safe, family, army, PF_AXIS_FILE, kinds);
    pf_lanes diagonal = pf_views_along(&shared, safe, family, army, PF_AXIS_DIAGONAL, kinds) |
                        pf_views_along(&shared, safe, family, army, PF_AXIS_ANTIDIAGONAL, kinds);
    pf_views_along(&gaps, unsafe, family, army, PF_AXIS_RANK, kinds);
    pf_views_along(&gaps, unsafe, family, army, PF_AXIS_FILE, kinds);
    pf_views_along(&gaps, unsafe, family, army, PF_AXIS_DIAGONAL, kinds);
    pf_views_along(&gaps, unsafe, family, army, PF_AXIS_ANTIDIAGONAL, kinds);
    reply_king->sole = unsafe & ~army->twice;
    reply_king->king_from = (shared | gaps) & family->ours;
    reply_king->from = views->line_from | lines;

    pf_lanes stepping = (gaps & ~family->occupied) | barred;
    reply_king->king_to[PF_PAWN] = stepping | pf_lanes_pawn_attacks(safe, them);
    reply_king->king_to[PF_KNIGHT] = stepping | pf_lanes_knight_attacks(safe);
    reply_king->king_to[PF_BISHOP] = stepping | diagonal;
    reply_king->king_to[PF_ROOK] = stepping | straight;
    reply_king->king_to[PF_QUEEN] = stepping | straight | diagonal;
    reply_king->king_to[PF_KING] = stepping | pf_lanes_king_attacks(safe);

    pf_lanes common = views->line_to | lines | (around & family->theirs);
    straight = views->seen[PF_AXIS_RANK] | views->seen[PF_AXIS_FILE] | views->pin_to[PF_AXIS_RANK] |
               views->pin_to[PF_AXIS_FILE];
    diagonal = views->seen[PF_AXIS_DIAGONAL] | views->seen[PF_AXIS_ANTIDIAGONAL] | views->pin_to[PF_AXIS_DIAGONAL] |
               views->pin_to[PF_AXIS_ANTIDIAGONAL];
    reply_king->checks = views->line_to | lines | pf_lanes_pawn_attacks(king, them);
    reply_king->to[PF_PAWN] = common | pf_lanes_pawn_attacks(king, them);
    reply_king->to[PF_KNIGHT] = common | pf_lanes_knight_attacks(king);
    reply_king->to[PF_BISHOP] = common | diagonal;
    reply_king->to[PF_ROOK] = common | straight;
    reply_king->to[PF_QUEEN] = common | straight | diagonal;
    reply_king->to[PF_KING] = common;
}

/* ---- Our moves ---- */

/* Moves that are counted together: how many there are, and how often a piece arrives on or leaves each square. */
typedef struct pf_sums {
    pf_lanes moves;
    pf_lanes kings;   /* how many of these need the king's replies counted; those are in another list as well */
    pf_slices visits; /* at most 24 on a square: from 15 pieces and the king, and from pawns by four kinds of step,
                         whose departures also count */
    pf_lanes change;  /* in the number of replies, over all moves counted */
} pf_sums;

/* Multiplies visits by changes. */
PF_TEMPLATE void pf_sums_settle(pf_sums *sums, const pf_reply_changes *changes)
{
    pf_lanes plus[2 * PF_SLICES - 1], minus[PF_SLICES];
    PF_UNROLL
    for (int i = 0; i < 2 * PF_SLICES - 1; i++) plus[i] = pf_lanes_of(0);
    PF_UNROLL
    for (int i = 0; i < PF_SLICES; i++) {
        PF_UNROLL
        for (int k = 0; k < PF_SLICES; k++) plus[i + k] += pf_lanes_popcount(sums->visits.bit[i] & changes->bit[k]);
        minus[i] = pf_lanes_popcount(sums->visits.bit[i] & changes->sign);
    }
    PF_UNROLL
    for (int i = 0; i < 2 * PF_SLICES - 1; i++) sums->change += pf_lanes_total(plus[i]) << i;
    PF_UNROLL
    for (int i = 0; i < PF_SLICES; i++) sums->change -= pf_lanes_total(minus[i]) << (i + PF_SLICES);
}

/* The input and the results of counting one family. */
typedef struct pf_lane_count {
    pf_family *family;
    const pf_lane_army *army;      /* our army */
    pf_lane_pins pins;             /* pins of our pieces */
    pf_reply_changes changes;      /* changes of their army's replies */
    pf_lane_reply_king reply_king; /* effects on their king */
    pf_sums sums;
    pf_count_after *count_after; /* counts the replies to a move by playing it */
} pf_lane_count;

/* Counts the moves of one piece. The free ones among its targets are those that it reaches without leaving and arriving
 * on the same ray. */
PF_TEMPLATE void pf_count_lane_piece(pf_lane_count *count, pf_square square, pf_lanes attacks, pf_lanes targets,
                                     pf_lanes free, pf_piece_type type)
{
    pf_family *family = count->family;
    pf_sums *sums = &count->sums;
    const pf_lane_reply_king *reply_king = &count->reply_king;
    pf_lanes bit = pf_lanes_of(pf_bit(square));
    free = pf_lanes_if_miss(free & targets & ~reply_king->to[type], reply_king->from, bit);
    pf_lanes king = (free & reply_king->king_to[type]) | pf_lanes_if_meet(free, reply_king->king_from, bit) |
                    pf_lanes_if_meet(free, attacks, reply_king->sole);
    pf_lanes moves = pf_lanes_total(pf_lanes_popcount(free));
    sums->moves += moves;
    pf_slices_add(&sums->visits, &free, 1);
    if (pf_lanes_any(count->changes.leaving & bit)) {
        PF_UNROLL
        for (int i = 0; i < PF_SLICES; i++)
            sums->visits.bit[i] |= pf_lanes_if_meet(bit, moves, pf_lanes_of(UINT64_C(1) << i));
    }
    family->listed = pf_list_moves(family->list, family->listed, square, targets & ~free, type);
    family->king_listed = pf_list_moves(family->king_list, family->king_listed, square, king, type);
    sums->kings += pf_lanes_popcount(king);
}

/* Counts the moves of a slider of our army. If it captures a pawn that attacked it, more changes than the loss of the
 * pawn. */
PF_TEMPLATE void pf_count_lane_slider(pf_lane_count *count, uint32_t number, pf_lanes mask, pf_piece_type type,
                                      pf_colour us)
{
    pf_square square = count->army->square[number];
    const pf_lanes *see = count->army->see[number];
    pf_lanes bit = pf_lanes_of(pf_bit(square));
    pf_lanes attacks = pf_lanes_of(0), targets = pf_lanes_of(0), free = pf_lanes_of(0);
    PF_UNROLL
    for (pf_axis axis = PF_AXIS_RANK; axis <= PF_AXIS_ANTIDIAGONAL; axis++) {
        if (!(pf_kinds_of(type) & 1u << pf_axis_kind(axis))) continue;
        attacks |= see[axis];
        targets |= pf_lanes_if_miss(see[axis], count->pins.across[axis], bit);
        free |= pf_lanes_if_miss(see[axis], count->changes.on_axis[axis], bit);
    }
    if (type != PF_ROOK) free &= ~(count->family->their[PF_PAWNS] & pf_pawn_attacks[us][square]);
    pf_count_lane_piece(count, square, attacks, targets & mask, free, type);
}

/* Lists pawn moves by one step, each promotion as four moves; returns the new size. */
PF_TEMPLATE uint32_t pf_list_pawns(pf_listed_move *list, uint32_t size, pf_lanes targets, int step, pf_colour us)
{
    pf_lane_sets sets;
    pf_lane_sets_store(&sets, targets);
    while (sets.lanes) {
        uint32_t lane = pf_pop_lowest_32(&sets.lanes);
        for (pf_bitboard set = sets.set[lane]; set;) {
            pf_square to = pf_pop_lowest(&set);
            pf_square from = (pf_square)((int)to - step);
            if (PF_LIKELY(!(pf_bit(to) & pf_relative_rank(7, us)))) {
                list[size++] = pf_listed(lane, from, to, PF_PAWN);
                continue;
            }
            for (pf_piece_type type = PF_KNIGHT; type <= PF_QUEEN; type++)
                list[size++] = pf_listed(lane, from, to, type);
        }
    }
    return size;
}

/* Pawn moves by one step, to targets. Those in free cause no change other than that of leaving and arriving; those of
 * them that are also in king change the moves of their king. */
typedef struct pf_lane_pawns {
    int step;
    pf_lanes targets, free, king;
} pf_lane_pawns;

/* Counts the arrivals and departures of the free moves as visits. */
PF_TEMPLATE void pf_count_lane_pawns(pf_lane_count *count, pf_lanes visits[2], pf_lane_pawns pawns, pf_colour us)
{
    pf_family *family = count->family;
    pf_lanes free = pawns.free & pawns.targets, king = pawns.king & free, targets = pawns.targets;
    int step = pawns.step;
    count->sums.moves += pf_lanes_total(pf_lanes_popcount(free));
    count->sums.kings += pf_lanes_popcount(king);
    visits[0] = free;
    visits[1] = pf_lanes_shift(free, -step);
    family->listed = pf_list_pawns(family->list, family->listed, targets & ~free, step, us);
    family->king_listed = pf_list_pawns(family->king_list, family->king_listed, king, step, us);
}

/* Counts the replies to a move by playing it in the node of this lane. */
PF_TEMPLATE void pf_count_played(pf_family *family, uint32_t lane, pf_move move, pf_count_after *count_after)
{
    family->total[lane] += count_after(&family->nodes[lane], move);
}

/* Counts double pushes, which may be answered en passant if they land beside a pawn; returns the ones that were played
 * because of that. */
PF_TEMPLATE pf_lanes pf_count_jumps(pf_lane_count *count, pf_lanes jumps, pf_colour us, pf_sliders sliders)
{
    pf_family *family = count->family;
    uint64_t sets[PF_LANES], lines_from[PF_LANES], lines_to[PF_LANES];
    pf_lanes_store(sets, jumps);
    pf_lanes_store(lines_from, count->reply_king.from);
    pf_lanes_store(lines_to, count->reply_king.checks);
    for (uint32_t lane = 0; lane < family->size; lane++) {
        pf_bitboard played = 0;
        for (pf_bitboard set = sets[lane]; set;) {
            pf_square to = pf_pop_lowest(&set);
            pf_square from = (pf_square)((int)to - 2 * pf_forward_step(us));
            if ((pf_bit(from) & lines_from[lane]) || (pf_bit(to) & lines_to[lane])) {
                pf_count_played(family, lane, pf_move_of(from, to, PF_MOVE_NORMAL), count->count_after);
                played |= pf_bit(to);
            } else {
                family->total[lane] += pf_count_ep_replies(&family->nodes[lane], from, to, us, sliders);
            }
        }
        sets[lane] = played;
    }
    pf_lanes result;
    pf_memcpy(&result, sets, sizeof result);
    return result;
}

PF_TEMPLATE void pf_count_all_lane_pawns(pf_lane_count *count, pf_lanes allowed, pf_colour us, pf_sliders sliders)
{
    const pf_family *family = count->family;
    const pf_reply_changes *changes = &count->changes;
    const pf_lane_reply_king *reply_king = &count->reply_king;
    const pf_lane_pins *pins = &count->pins;
    int up = pf_forward_step(us);
    pf_lanes pawns = family->our[PF_PAWNS], empty = ~family->occupied;
    pf_lanes their_pawns = family->their[PF_PAWNS];
    pf_axis left_axis = pf_left_axis(us), right_axis = pf_right_axis(us);
    pf_direction to_left = pf_left_direction(us), to_right = pf_right_direction(us);
    pf_lanes one = pf_lanes_forward(pawns & ~pins->across[PF_AXIS_FILE], us) & empty;
    pf_lanes two = pf_lanes_forward(one & pf_relative_rank(2, us), us) & empty & allowed;
    pf_lanes left = pf_lanes_step(pawns & ~pins->across[left_axis], to_left) & family->theirs & allowed;
    pf_lanes right = pf_lanes_step(pawns & ~pins->across[right_axis], to_right) & family->theirs & allowed;
    one &= allowed;

    pf_lanes jumps = two & (pf_lanes_step(their_pawns, PF_EAST) | pf_lanes_step(their_pawns, PF_WEST));
    if (PF_UNLIKELY(pf_lanes_any(jumps))) two &= ~pf_count_jumps(count, jumps, us, sliders);

    pf_lanes from = reply_king->from, to = reply_king->to[PF_PAWN] | pf_relative_rank(7, us);
    pf_lanes king_from = reply_king->king_from | pf_lanes_pawn_attacks(reply_king->sole, us ^ 1);
    pf_lanes king_to = reply_king->king_to[PF_PAWN];
    pf_lanes pushed = pf_lanes_forward(from | changes->on_axis[PF_AXIS_FILE], us);
    pf_lanes king_pushed = pf_lanes_forward(king_from, us);
    pf_lanes taking_left = ~(to | pf_lanes_step(from | changes->on_axis[left_axis], to_left));
    pf_lanes taking_right = ~(to | pf_lanes_step(from | changes->on_axis[right_axis], to_right));
    pf_lanes visits[8], visited[4];
    const pf_lane_pawns push = {up, one, ~(to | pushed), king_to | king_pushed};
    const pf_lane_pawns jump = {2 * up, two, ~(to | pf_lanes_forward(pushed, us)),
                                king_to | pf_lanes_forward(king_pushed, us)};
    const pf_lane_pawns take_left = {up - 1, left, taking_left, king_to | pf_lanes_step(king_from, to_left)};
    const pf_lane_pawns take_right = {up + 1, right, taking_right, king_to | pf_lanes_step(king_from, to_right)};
    pf_count_lane_pawns(count, visits, push, us);
    pf_count_lane_pawns(count, visits + 2, jump, us);
    pf_count_lane_pawns(count, visits + 4, take_left, us);
    pf_count_lane_pawns(count, visits + 6, take_right, us);
    pf_lanes_add_eight(visited, visits);
    pf_slices_add(&count->sums.visits, visited, 4);
    /* A pawn that is captured by a pawn attacked it, so the capture it could have made was subtracted twice. */
    pf_lanes mutual = pf_lanes_popcount(left & taking_left & their_pawns) +
                      pf_lanes_popcount(right & taking_right & their_pawns);
    count->sums.change += pf_lanes_total(mutual);
}

/* Castling moves two pieces at once. If it affects more than pawns, it is played. */
PF_TEMPLATE void pf_count_lane_castling(pf_lane_count *count, pf_lanes danger, pf_lanes active, pf_colour us)
{
    pf_family *family = count->family;
    const pf_lane_army *army = count->army;
    const pf_reply_changes *changes = &count->changes;
    const pf_lane_reply_king *reply_king = &count->reply_king;
    for (uint32_t i = 0; i < family->our_rights.size; i++) {
        const pf_right *right = &family->our_rights.right[i];
        pf_square king = right->king, rook = right->rook;
        pf_bitboard king_to = pf_bit(pf_castled_king(king, rook)), rook_to = pf_bit(pf_castled_rook(king, rook));
        pf_lanes can = pf_lanes_castling_open(right, family->castling, family->occupied, family->their[PF_STRAIGHTS]);
        can = pf_lanes_if_miss(can & active, danger, pf_lanes_of(right->crossed | pf_bit(king)));
        uint32_t lanes = pf_lanes_any(can);
        if (!lanes) continue;

        /* Along our own back rank king and rook could open or close a line together, and if they are beside their king,
         * they could leave a square together. */
        pf_bitboard near = pf_relative_rank(0, us) | pf_king_attacks[king];
        pf_lanes from = pf_lanes_of(pf_bit(king) | pf_bit(rook)), to = pf_lanes_of(king_to | rook_to);
        pf_lanes matter = (reply_king->zone | family->their[PF_KINGS]) & near;
        matter |= (reply_king->from | reply_king->king_from | changes->leaving) & from;
        matter |= (changes->on_axis[PF_AXIS_RANK] | changes->on_axis[PF_AXIS_FILE] |
                   changes->on_axis[PF_AXIS_DIAGONAL] | changes->on_axis[PF_AXIS_ANTIDIAGONAL]) &
                  (to | from);
        matter |= (reply_king->to[PF_KING] | reply_king->king_to[PF_KING]) & king_to;
        matter |= (reply_king->to[PF_ROOK] | reply_king->king_to[PF_ROOK]) & rook_to;
        uint32_t j = 0;
        while (j < army->size && army->square[j] != rook) j++;
        matter |= reply_king->sole & (army->see[j][PF_AXIS_RANK] | army->see[j][PF_AXIS_FILE] | pf_king_attacks[king]);
        uint32_t played = pf_lanes_any(matter) & lanes;
        lanes &= ~played;
        if (lanes) {
            pf_sums pair = {pf_lanes_of(0), pf_lanes_of(0), pf_slices_zero(), pf_lanes_of(0)};
            pf_slices_add(&pair.visits, &to, 1);
            pf_sums_settle(&pair, changes);
            pf_lanes quiet = pf_lanes_if_miss(can, matter, matter);
            family->total += quiet & (pair.change + changes->army_moves + reply_king->king_moves);
        }
        while (played)
            pf_count_played(family, pf_pop_lowest_32(&played), pf_move_of(king, rook, PF_MOVE_CASTLING),
                            count->count_after);
    }
}

/* Finds checks to our king, our pins, and the squares that they attack with our king removed from the board. Their
 * pinned pieces attack as well. */
PF_TEMPLATE pf_lanes pf_find_our_danger(pf_lane_pins *pins, const pf_family *family, pf_square king, pf_colour us,
                                        pf_kind_set kinds)
{
    pf_lanes empty = ~family->occupied, king_bit = pf_lanes_of(pf_bit(king));
    pf_lanes danger = pf_lanes_leap_attacks(family->their, us ^ 1, kinds);
    pf_lanes along[4], seen[4];
    PF_UNROLL
    for (pf_axis axis = PF_AXIS_RANK; axis <= PF_AXIS_ANTIDIAGONAL; axis++) {
        along[axis] = seen[axis] = pf_lanes_of(0);
        if (!pf_has_axis(kinds, axis)) continue;
        pf_lanes_threaten_along(along, &danger, family->their[pf_axis_kind(axis)], empty, king_bit, axis);
        seen[axis] = pf_lanes_look_from(king, family->occupied, axis);
    }
    *pins = pf_lanes_find_pins(seen, along, family->ours, empty);
    pins->checkers = ((seen[PF_AXIS_RANK] | seen[PF_AXIS_FILE]) & family->their[PF_STRAIGHTS]) |
                     ((seen[PF_AXIS_DIAGONAL] | seen[PF_AXIS_ANTIDIAGONAL]) & family->their[PF_DIAGONALS]) |
                     (family->their[PF_KNIGHTS] & pf_knight_attacks[king]) |
                     (family->their[PF_PAWNS] & pf_pawn_attacks[us][king]);
    return danger;
}

/* Counts the moves of our knights and sliders to squares of mask. */
PF_TEMPLATE void pf_count_lane_army(pf_lane_count *count, pf_lanes mask, pf_colour us, pf_kind_set kinds)
{
    for (uint32_t i = 0; i < count->army->size; i++) {
        pf_square square = count->army->square[i];
        switch (kinds == PF_ROOK_ENDING ? PF_ROOK : count->army->type[i]) {
        case PF_KNIGHT: {
            pf_lanes bit = pf_lanes_of(pf_bit(square));
            pf_lanes attacks = pf_lanes_if_meet(pf_lanes_of(pf_knight_attacks[square]), count->family->ours, bit);
            pf_lanes targets = pf_lanes_if_miss(attacks, count->pins.all, bit) & mask;
            pf_count_lane_piece(count, square, attacks, targets, targets, PF_KNIGHT);
            break;
        }
        case PF_BISHOP: pf_count_lane_slider(count, i, mask, PF_BISHOP, us); break;
        case PF_ROOK: pf_count_lane_slider(count, i, mask, PF_ROOK, us); break;
        default: pf_count_lane_slider(count, i, mask, PF_QUEEN, us);
        }
    }
}

/* Counts the steps of our king. */
PF_TEMPLATE void pf_count_lane_king(pf_lane_count *count, pf_square king, pf_lanes steps, pf_colour us)
{
    pf_lanes free = ~(count->family->their[PF_PAWNS] & pf_pawn_attacks[us][king]);
    PF_UNROLL
    for (pf_axis axis = PF_AXIS_RANK; axis <= PF_AXIS_ANTIDIAGONAL; axis++) {
        pf_lanes line = pf_lanes_of(pf_half_lines[king][axis].both);
        free &= ~pf_lanes_if_meet(line, count->changes.on_axis[axis], pf_lanes_of(pf_bit(king)));
    }
    pf_count_lane_piece(count, king, pf_lanes_of(pf_king_attacks[king]), steps, free, PF_KING);
}

/* Counts our en passant captures by playing them. */
PF_TEMPLATE void pf_count_lane_en_passant(pf_family *family, pf_count_after *count_after, pf_sliders sliders)
{
    for (uint32_t lane = 0; lane < family->size; lane++) {
        if (PF_LIKELY(family->nodes[lane].ep_square == PF_NO_SQUARE)) continue;
        pf_move moves[2];
        pf_moves_out out = {moves, 0};
        pf_emit_en_passant(&out, &family->nodes[lane], PF_SINK_LIST, sliders);
        for (pf_move *move = moves; move < out.list; move++) pf_count_played(family, lane, *move, count_after);
    }
}

/* The sum of perft(2) over the nodes of a family, or perft(2) of each if the caller provides an array. count_after
 * counts the replies to a move by playing it. */
PF_TEMPLATE uint64_t pf_count_family(pf_family *family, const pf_position *home, uint64_t *each,
                                     pf_count_after *count_after, pf_colour us, pf_sliders sliders, pf_kind_set kinds)
{
    pf_lane_army army;
    pf_lane_count count;
    pf_king_views views;
    pf_lane_pins their_pins;
    count.family = family;
    count.army = &army;
    count.count_after = count_after;
    pf_lane_army_gather(&army, family, home, us, kinds);
    pf_find_king_views(&views, &their_pins, family, &army, kinds);
    pf_find_changes(&count.changes, family, &their_pins, us, kinds);
    pf_find_reply_king_of_lanes(&count.reply_king, family, &army, &views, us, kinds);

    pf_square king = pf_king_square(home, us);
    pf_lanes danger = pf_find_our_danger(&count.pins, family, king, us, kinds);
    pf_lanes active = pf_lanes_first(family->size);
    pf_lanes allowed = pf_lanes_answers(&count.pins) & active;
    pf_lanes steps = pf_lanes_of(pf_king_attacks[king]) & ~family->ours & ~danger & active;

    pf_sums *sums = &count.sums;
    *sums = (pf_sums){pf_lanes_of(0), pf_lanes_of(0), pf_slices_zero(), pf_lanes_of(0)};
    pf_count_lane_army(&count, allowed & ~family->ours, us, kinds);
    pf_count_lane_king(&count, king, steps, us);
    pf_count_all_lane_pawns(&count, allowed, us, sliders);
    pf_sums_settle(sums, &count.changes);
    pf_lanes replies = count.changes.army_moves + count.reply_king.king_moves;
    family->total += pf_lanes_times(sums->moves, replies) + sums->change;
    family->total -= pf_lanes_times(pf_lanes_total(sums->kings), count.reply_king.king_moves);

    if (family->our_rights.size) pf_count_lane_castling(&count, danger, active, us);
    pf_count_lane_en_passant(family, count_after, sliders);
    pf_count_list(family, family->list, family->listed, pf_count_laneful, each != NULL, us, kinds);
    pf_count_list(family, family->king_list, family->king_listed, pf_count_king_laneful, each != NULL, us, kinds);
    if (each) {
        uint64_t totals[PF_LANES];
        pf_lanes_store(totals, family->total);
        pf_memcpy(each, totals, family->size * sizeof *each);
    }
    return pf_lanes_sum(family->total);
}

#endif
