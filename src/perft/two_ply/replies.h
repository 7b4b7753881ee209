/* The replies to a pass, and maps of the squares on which a move would change them: the first half of counting two
 * plies at once. two_plies.h uses them. "We" are the side to move, "they" the replying side. */
#ifndef PLYFORGE_REPLIES_H
#define PLYFORGE_REPLIES_H

#include "perft/two_ply/army.h"

/* ---- What we attack ---- */

/* The squares that an army attacks: at least once, at least twice, and by sliders along either kind of line (diagonal
 * or straight). */
typedef struct pf_reach {
    pf_bitboard once, twice, straight, diagonal;
} pf_reach;

PF_TEMPLATE void pf_reach_add(pf_reach *reach, pf_bitboard attacks)
{
    reach->twice |= reach->once & attacks;
    reach->once |= attacks;
}

/* Starts with the squares that our pawns and our king attack. */
PF_TEMPLATE pf_reach pf_reach_begin(const pf_position *position, pf_colour us)
{
    pf_bitboard pawns = pf_position_pieces(position, us, PF_PAWN);
    pf_reach reach = {pf_forward_left(pawns, us), 0, 0, 0};
    pf_reach_add(&reach, pf_forward_right(pawns, us));
    pf_reach_add(&reach, pf_king_attacks[pf_king_square(position, us)]);
    return reach;
}

/* Our pieces other than pawns and king. pf_army_gather fills it in and completes reach, the squares that our whole army
 * attacks. */
typedef struct pf_army {
    uint32_t size;
    uint8_t square[16 + 8];
    uint8_t type[16];
    pf_bitboard attacks[16];
    pf_bitboard targets[16]; /* their targets, before our own pieces and checks are considered */
    pf_reach reach;
} pf_army;

PF_TEMPLATE void pf_army_add(pf_army *army, const pf_position *position, pf_colour us, pf_piece_type type,
                             pf_sliders sliders)
{
    pf_bitboard occupied = pf_position_occupied(position);
    for (pf_bitboard set = pf_position_pieces(position, us, type); set;) {
        pf_square square = pf_pop_lowest(&set);
        pf_bitboard attacks = type == PF_KNIGHT ? pf_knight_attacks[square] : 0;
        if (type == PF_BISHOP || type == PF_QUEEN) {
            pf_bitboard diagonal = pf_bishop_attacks(square, occupied, sliders);
            army->reach.diagonal |= diagonal;
            attacks |= diagonal;
        }
        if (type == PF_ROOK || type == PF_QUEEN) {
            pf_bitboard straight = pf_rook_attacks(square, occupied, sliders);
            army->reach.straight |= straight;
            attacks |= straight;
        }
        pf_reach_add(&army->reach, attacks);
        army->square[army->size] = (uint8_t)square;
        army->type[army->size] = (uint8_t)type;
        army->targets[army->size] = attacks;
        army->attacks[army->size++] = attacks;
    }
}

PF_TEMPLATE void pf_army_gather(pf_army *army, const pf_position *position, pf_colour us, pf_sliders sliders)
{
    army->size = 0;
    army->reach = pf_reach_begin(position, us);
    pf_army_add(army, position, us, PF_KNIGHT, sliders);
    pf_army_add(army, position, us, PF_BISHOP, sliders);
    pf_army_add(army, position, us, PF_ROOK, sliders);
    pf_army_add(army, position, us, PF_QUEEN, sliders);
}

/* pf_evasion_targets for our king. In check, *danger becomes the king danger, with our king removed from the board. */
PF_TEMPLATE pf_bitboard pf_find_answers(pf_bitboard *danger, const pf_position *position, pf_bitboard checkers,
                                        pf_colour us, pf_sliders sliders)
{
    if (PF_UNLIKELY(checkers)) *danger = pf_king_danger(position, us, sliders);
    return pf_evasion_targets(checkers, pf_king_square(position, us));
}

/* ---- Lines ---- */

/* Whether a pinned piece still has no move at all after the piece that pins it moves from one square of the line to
 * another. */
PF_TEMPLATE bool pf_pin_holds(const pf_position *position, pf_bitboard pinned, bool straight, bool file)
{
    const pf_bitboard *type = position->by_type;
    if (pinned & type[PF_KNIGHT]) return true;
    if (straight) return (pinned & type[PF_BISHOP]) || ((pinned & type[PF_PAWN]) && !file);
    return (pinned & (type[PF_ROOK] | type[PF_PAWN])) != 0;
}

/* ---- The replies to a pass ---- */

/* Below, a set called "from" contains squares that matter when a piece of ours leaves them, and a set called "to"
 * squares that matter when a piece of ours arrives. */

/* The effects of a move of ours on their pawns. A piece that arrives blocks a single push (one), the landing square of
 * a double push (two) or the square that it passes (passed), and can be captured on left or right. A piece that leaves
 * can no longer be captured there, and unblocks a push on front. */
typedef struct pf_reply_pawns {
    pf_bitboard one, two, passed, left, right, front;
    pf_bitboard intricate; /* effects that no sum of these covers, for from and to */
} pf_reply_pawns;

/* The squares where their king can go, and those where a move of ours changes our attacks on them. */
typedef struct pf_reply_king {
    pf_bitboard steps;               /* squares beside it that are empty or ours */
    pf_bitboard beside;              /* their pieces beside it: if we capture one, the king may recapture */
    uint32_t rights;                 /* castling rights with an open path */
    pf_bitboard crossed[2], path[2]; /* for each right, the squares that the king crosses, and those where any piece is
                                        in the way, including the rook's own square */
    /* Squares whose only attacker is a slider, and the gap where a piece blocks it. */
    uint32_t sole_count;
    pf_bitboard sole_square[12], sole_gap[12];
    pf_bitboard gaps;                    /* the union of these gaps and the paths */
    pf_bitboard multiple, multiple_gaps; /* squares with several attackers, sliders among them; the union of their
                                            gaps */
    pf_bitboard from, to[6];             /* to is indexed by the type of the piece that arrives */
} pf_reply_king;

/* Lines to their king. Arriving on check_to gives check, and arriving on pin_to pins a piece of theirs in between. A
 * move that leaves a square of from or arrives on one of to must be played. */
typedef struct pf_reply_lines {
    pf_bitboard check_to[6], pin_to[6]; /* indexed by the type of the piece that arrives */
    pf_bitboard from, to;
} pf_reply_lines;

/* Their replies to a pass, and the squares where a move of ours would change those replies. */
typedef struct pf_replies {
    uint64_t army_moves;     /* of their knights, sliders and pawns */
    uint32_t king_moves;     /* castling included */
    pf_checks_and_pins pins; /* their pinned pieces */
    pf_bitboard pinners;     /* our pieces that pin theirs */
    pf_bitboard attacked;    /* squares that they attack, which our king cannot enter */
    pf_bitboard rays;        /* of their sliders; counts for both from and to */
    pf_reply_pawns pawns;
    pf_reply_king king;
    pf_reply_lines lines;
    /* The union of all the above: a piece that leaves no square of from and arrives on none of to only has effects on
     * pawns. */
    pf_bitboard from, to[8];
    pf_bitboard army_from, army_to; /* the subset of them that changes the moves of their army */
} pf_replies;

/* The squares that a rook or a bishop on a square attacks. */
PF_TEMPLATE pf_bitboard pf_line_attacks(pf_piece_type type, pf_square square, pf_bitboard occupied, pf_sliders sliders)
{
    return type == PF_ROOK ? pf_rook_attacks(square, occupied, sliders) : pf_bishop_attacks(square, occupied, sliders);
}

/* Finds their pins along one kind of line, and the pieces of ours that cannot leave such a line to their king without
 * consequence: they shield the king from another piece of ours, or keep that piece from pinning one of theirs. At most
 * two pieces are between the king and such a slider. Returns the rays of the pins. */
PF_TEMPLATE pf_bitboard pf_find_king_lines(pf_replies *replies, const pf_position *position, pf_piece_type type,
                                           pf_colour us, pf_sliders sliders)
{
    pf_square king = pf_king_square(position, us ^ 1);
    pf_bitboard occupied = pf_position_occupied(position);
    pf_bitboard theirs = position->by_colour[us ^ 1];
    pf_bitboard ours = type == PF_ROOK ? pf_rooks_and_queens(position, us) : pf_bishops_and_queens(position, us);

    /* Each step sees one piece further: up to the first piece, through one, through two. Arriving on a line gives
     * check, or pins the first of their pieces on it. */
    pf_bitboard seen = pf_line_attacks(type, king, occupied, sliders);
    pf_bitboard beyond = pf_line_attacks(type, king, occupied & ~(seen & theirs), sliders);
    pf_bitboard through = pf_line_attacks(type, king, occupied & ~seen, sliders);
    pf_bitboard snipers = pf_line_attacks(type, king, occupied & ~through, sliders) & ours;
    pf_bitboard pins = 0;
    replies->lines.check_to[type] = seen;
    replies->lines.pin_to[type] = beyond & ~seen;
    while (snipers) {
        pf_square sniper = pf_pop_lowest(&snipers);
        pf_bitboard ray = pf_squares_between(king, sniper);
        pf_bitboard shield = ray & occupied;
        replies->lines.from |= shield;
        if (!(shield & (shield - 1)) && (shield & theirs)) {
            pins |= ray | pf_bit(sniper);
            replies->pinners |= pf_bit(sniper);
        }
    }
    return pins;
}

/* Counts their knights, bishops, rooks and queens, and collects the rays of sliders. */
PF_TEMPLATE void pf_count_reply_pieces(pf_replies *replies, const pf_position *position, pf_colour them,
                                       pf_sliders sliders)
{
    pf_bitboard occupied = pf_position_occupied(position);
    pf_bitboard targets = ~position->by_colour[them];
    pf_bitboard pinned = replies->pins.straight | replies->pins.diagonal;
    pf_bitboard attacked = 0, rays = 0;
    uint64_t count = 0;

    for (pf_bitboard set = pf_position_pieces(position, them, PF_KNIGHT); set;) {
        pf_square from = pf_pop_lowest(&set);
        attacked |= pf_knight_attacks[from];
        if (!(pf_bit(from) & pinned)) count += pf_popcount(pf_knight_attacks[from] & targets);
    }
    pf_bitboard diagonal = pf_bishops_and_queens(position, them);
    pf_bitboard straight = pf_rooks_and_queens(position, them);
    for (pf_bitboard set = diagonal & ~pinned; set;) {
        pf_bitboard attacks = pf_bishop_attacks(pf_pop_lowest(&set), occupied, sliders);
        rays |= attacks;
        count += pf_popcount(attacks & targets);
    }
    for (pf_bitboard set = straight & ~pinned; set;) {
        pf_bitboard attacks = pf_rook_attacks(pf_pop_lowest(&set), occupied, sliders);
        rays |= attacks;
        count += pf_popcount(attacks & targets);
    }
    if (PF_UNLIKELY((diagonal | straight) & pinned)) {
        count += pf_count_pinned_sliders(diagonal, straight, &replies->pins, occupied, targets, sliders);
        for (pf_bitboard set = diagonal & pinned; set;)
            rays |= pf_bishop_attacks(pf_pop_lowest(&set), occupied, sliders);
        for (pf_bitboard set = straight & pinned; set;) rays |= pf_rook_attacks(pf_pop_lowest(&set), occupied, sliders);
    }
    replies->attacked = attacked | rays;
    replies->rays = rays;
    replies->army_moves = count;
}

/* Counts the moves of their pawns. */
PF_TEMPLATE void pf_count_reply_pawns(pf_replies *replies, const pf_position *position, pf_colour us)
{
    pf_colour them = us ^ 1;
    pf_bitboard empty = ~pf_position_occupied(position);
    pf_bitboard pawns = pf_position_pieces(position, them, PF_PAWN);
    pf_bitboard loose = pawns & ~(replies->pins.straight | replies->pins.diagonal);
    pf_pawn_targets to = pf_find_pawn_targets(position, &replies->pins, ~UINT64_C(0), them);

    replies->army_moves += pf_popcount(to.one | to.two | to.left) + pf_popcount(to.right); /* as in pf_count_army */
    replies->attacked |= pf_forward_left(pawns, them) | pf_forward_right(pawns, them);
    replies->pawns.left = pf_forward_left(loose, them);
    replies->pawns.right = pf_forward_right(loose, them);
    replies->pawns.front = pf_forward(loose, them);
    replies->pawns.one = to.one;
    replies->pawns.two = to.two;
    replies->pawns.passed = pf_forward(to.two, us);

    /* The piece that blocks a double push may move to the square of the push; a promotion counts four times. */
    pf_bitboard held = replies->pawns.front & pf_relative_rank(2, them);
    replies->pawns.intricate = (held | pf_forward(held & empty, them)) & ~empty;
    if (PF_UNLIKELY(pawns & pf_relative_rank(6, them))) {
        pf_bitboard last_rank = pf_relative_rank(7, them);
        replies->army_moves += 3 * (pf_popcount(to.one & last_rank) + pf_popcount(to.left & last_rank) +
                                    pf_popcount(to.right & last_rank));
        replies->pawns.intricate |= (replies->pawns.one | replies->pawns.left | replies->pawns.right |
                                     replies->pawns.front) &
                                    last_rank;
    }
}

/* A castling move that they may still have the right to make. */
typedef struct pf_reply_castling {
    bool open;           /* no piece is in the way; attacks are not considered */
    pf_bitboard crossed; /* by the king */
    pf_bitboard path;    /* where any piece is in the way, the rook's own square included */
    pf_bitboard lines;   /* any change there is handled as a change of lines: the squares that a piece of ours blocks,
                            and a whole rank where a rook may shield its king */
} pf_reply_castling;

PF_TEMPLATE pf_reply_castling pf_find_reply_castling(const pf_position *position, pf_square king, pf_square rook,
                                                     pf_colour us, pf_sliders sliders)
{
    pf_colour them = us ^ 1;
    pf_reply_castling castling = {false, 0, 0, 0};
    if (pf_squares_between(king, rook) & position->by_colour[them])
        return castling; /* the most frequent case needs no more work */
    pf_bitboard others = pf_position_occupied(position) ^ pf_bit(king) ^ pf_bit(rook);
    castling.crossed = pf_castling_king_path(king, rook);
    castling.path = castling.crossed | pf_castling_rook_path(king, rook);
    /* No move of ours opens a path that a piece of theirs blocks, because a piece that captures it blocks the path as
     * well. */
    if (castling.path & others & position->by_colour[them]) return castling;
    castling.open = !(castling.path & others);
    if (!castling.open) castling.lines = castling.path;
    if (PF_UNLIKELY(pf_castling_rook_shields(rook))) {
        castling.lines |= pf_relative_rank(0, them);
        castling.open = castling.open && !pf_castling_uncovers_king(position, king, rook, them, sliders);
    }
    castling.path |= pf_bit(rook);
    return castling;
}

/* The number of moves of their king, given the squares that we attack. */
PF_TEMPLATE uint32_t pf_count_king_replies(const pf_replies *replies, pf_bitboard danger)
{
    uint32_t count = pf_popcount(replies->king.steps & ~danger);
    for (uint32_t i = 0; i < replies->king.rights; i++) count += !(replies->king.crossed[i] & danger);
    return count;
}

/* Finds castling of their king: the rights with an open path, and the lines on which a move of ours may open or close a
 * path. Returns the squares that the king crosses. */
PF_TEMPLATE pf_bitboard pf_map_reply_castling(pf_replies *replies, const pf_position *position, pf_colour us,
                                              pf_sliders sliders)
{
    pf_square king = pf_king_square(position, us ^ 1);
    pf_bitboard crossed = 0;
    for (pf_bitboard rooks = position->castling & pf_relative_rank(0, us ^ 1); rooks;) {
        pf_reply_castling castling = pf_find_reply_castling(position, king, pf_pop_lowest(&rooks), us, sliders);
        replies->lines.from |= castling.lines;
        replies->lines.to |= castling.lines;
        if (!castling.open) continue;
        replies->king.crossed[replies->king.rights] = castling.crossed;
        replies->king.path[replies->king.rights++] = castling.path;
        crossed |= castling.crossed & ~pf_bit(king);
        replies->king.gaps |= castling.path & ~pf_bit(king);
    }
    return crossed;
}

/* Maps the squares of the zone that we do not attack: a move matters if it attacks one of them or opens the line of a
 * slider of ours to it. occupied is the board without their king. */
PF_TEMPLATE void pf_map_safe_squares(pf_replies *replies, const pf_position *position, const pf_army *army,
                                     pf_bitboard safe, pf_bitboard occupied, pf_colour us, pf_sliders sliders)
{
    pf_colour them = us ^ 1;
    pf_bitboard ours = position->by_colour[us];
    pf_bitboard knight = 0, straight = 0, diagonal = 0, beside = 0;
    for (pf_bitboard set = safe; set;) {
        pf_square square = pf_pop_lowest(&set);
        pf_bitboard rook_view = pf_rook_attacks(square, occupied, sliders);
        pf_bitboard bishop_view = pf_bishop_attacks(square, occupied, sliders);
        knight |= pf_knight_attacks[square];
        beside |= pf_king_attacks[square];
        straight |= rook_view;
        diagonal |= bishop_view;
        replies->lines.from |= ours & ((rook_view & army->reach.straight) | (bishop_view & army->reach.diagonal));
    }
    replies->king.to[PF_PAWN] = pf_forward_left(safe, them) | pf_forward_right(safe, them);
    replies->king.to[PF_KNIGHT] = knight;
    replies->king.to[PF_BISHOP] = diagonal;
    replies->king.to[PF_ROOK] = straight;
    replies->king.to[PF_QUEEN] = straight | diagonal;
    replies->king.to[PF_KING] = beside;
}

/* Maps the squares of the zone with one attacker: such a square becomes safe when the attacker leaves, unless that
 * opens the line of another attacker, and when a piece blocks the attack. */
PF_TEMPLATE void pf_map_sole_attackers(pf_replies *replies, const pf_position *position, const pf_army *army,
                                       pf_bitboard sole, pf_bitboard occupied, pf_colour us, pf_sliders sliders)
{
    pf_colour them = us ^ 1;
    pf_bitboard ours = position->by_colour[us];
    pf_bitboard king_bit = pf_position_pieces(position, us, PF_KING);
    replies->king.from = pf_forward_left(sole, them) | pf_forward_right(sole, them);
    if (pf_king_attacks[pf_lowest(king_bit)] & sole) replies->king.from |= king_bit;
    for (uint32_t i = 0; i < army->size; i++)
        if (army->attacks[i] & sole) replies->king.from |= pf_bit(army->square[i]);
    for (pf_bitboard set = sole; set;) {
        pf_square square = pf_pop_lowest(&set);
        pf_bitboard straight_view = pf_rook_attacks(square, occupied, sliders);
        pf_bitboard diagonal_view = pf_bishop_attacks(square, occupied, sliders);
        replies->lines.from |= ours & ((straight_view & army->reach.straight) | (diagonal_view & army->reach.diagonal));
        pf_bitboard slider = (straight_view & pf_rooks_and_queens(position, us)) |
                             (diagonal_view & pf_bishops_and_queens(position, us));
        if (!slider) continue;
        pf_bitboard gap = pf_squares_between(square, pf_lowest(slider));
        replies->king.sole_square[replies->king.sole_count] = pf_bit(square);
        replies->king.sole_gap[replies->king.sole_count++] = gap;
        replies->king.gaps |= gap;
    }
}

/* Maps the squares of the zone with several attackers: such a square becomes safe when one attacker leaves and blocks
 * another. */
PF_TEMPLATE void pf_map_multiple_attackers(pf_replies *replies, const pf_army *army, pf_bitboard zone,
                                           pf_bitboard occupied, pf_sliders sliders)
{
    replies->king.multiple = zone & army->reach.twice & (army->reach.straight | army->reach.diagonal);
    replies->king.multiple_gaps = 0;
    for (pf_bitboard set = replies->king.multiple; set;) {
        pf_square square = pf_pop_lowest(&set);
        replies->king.multiple_gaps |= (pf_rook_attacks(square, occupied, sliders) & army->reach.straight) |
                                       (pf_bishop_attacks(square, occupied, sliders) & army->reach.diagonal);
    }
}

/* Counts the moves of their king, and maps every effect that a move of ours can have on them. */
PF_TEMPLATE void pf_count_reply_king(pf_replies *replies, const pf_position *position, const pf_army *army,
                                     pf_colour us, pf_sliders sliders)
{
    pf_colour them = us ^ 1;
    pf_square king = pf_king_square(position, them);
    pf_bitboard occupied = pf_position_occupied(position) ^ pf_bit(king);
    pf_bitboard theirs = position->by_colour[them];

    replies->attacked |= pf_king_attacks[king];
    replies->king.steps = pf_king_attacks[king] & ~theirs;
    replies->king.beside = pf_king_attacks[king] & theirs;
    replies->king.rights = 0;
    replies->lines.to = replies->pins.straight | replies->pins.diagonal;
    replies->king.gaps = 0;
    pf_bitboard zone = replies->king.steps;
    if (PF_UNLIKELY(position->castling & pf_relative_rank(0, them)))
        zone |= pf_map_reply_castling(replies, position, us, sliders);
    replies->king_moves = pf_count_king_replies(replies, army->reach.once);

    pf_map_safe_squares(replies, position, army, zone & ~army->reach.once, occupied, us, sliders);
    pf_bitboard sole = zone & army->reach.once & ~army->reach.twice;
    replies->king.from = 0;
    replies->king.sole_count = 0;
    if (sole) pf_map_sole_attackers(replies, position, army, sole, occupied, us, sliders);
    pf_map_multiple_attackers(replies, army, zone, occupied, sliders);

    replies->lines.check_to[PF_PAWN] = pf_pawn_attacks[them][king];
    replies->lines.check_to[PF_KNIGHT] = pf_knight_attacks[king];
    replies->lines.check_to[PF_QUEEN] = replies->lines.check_to[PF_BISHOP] | replies->lines.check_to[PF_ROOK];
    replies->lines.check_to[PF_KING] = 0;
    replies->lines.pin_to[PF_PAWN] = replies->lines.pin_to[PF_KNIGHT] = replies->lines.pin_to[PF_KING] = 0;
    replies->lines.pin_to[PF_QUEEN] = replies->lines.pin_to[PF_BISHOP] | replies->lines.pin_to[PF_ROOK];
}

/* Fills replies with everything except the moves of their king: the lines to it, the moves of their pieces and pawns,
 * and the squares where a move of ours changes these. */
PF_TEMPLATE void pf_count_army_replies(pf_replies *replies, const pf_position *position, pf_colour us,
                                       pf_sliders sliders)
{
    replies->lines.from = replies->pinners = 0;
    replies->pins.checkers = 0;
    replies->pins.straight = pf_find_king_lines(replies, position, PF_ROOK, us, sliders);
    replies->pins.diagonal = pf_find_king_lines(replies, position, PF_BISHOP, us, sliders);
    pf_count_reply_pieces(replies, position, us ^ 1, sliders);
    pf_count_reply_pawns(replies, position, us);
    replies->army_from = replies->rays | replies->pawns.intricate | replies->pawns.front | replies->pawns.left |
                         replies->pawns.right;
    replies->army_to = pf_position_occupied(position) | replies->rays | replies->pawns.intricate;
}

PF_TEMPLATE void pf_count_replies(pf_replies *replies, const pf_position *position, const pf_army *army, pf_colour us,
                                  pf_sliders sliders)
{
    pf_count_army_replies(replies, position, us, sliders);
    pf_count_reply_king(replies, position, army, us, sliders);
    replies->from = replies->lines.from | replies->king.from | replies->army_from | replies->pinners;
    pf_bitboard to = replies->army_to | replies->king.gaps | replies->king.multiple_gaps | replies->lines.to;
    for (pf_piece_type type = PF_PAWN; type <= PF_KING; type++)
        replies->to[type] = to | replies->lines.check_to[type] | replies->lines.pin_to[type] | replies->king.to[type];
}

#endif
