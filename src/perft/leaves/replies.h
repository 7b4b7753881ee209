/* The replies to a pass, and maps of the squares on which a move would change them: the first half of counting two
 * plies at once. What is done with them is in two_plies.h. "We" are the side to move, "they" the replying side. */
#ifndef PLYFORGE_REPLIES_H
#define PLYFORGE_REPLIES_H

#include "perft/leaves/army.h"

/* ---- What we attack ---- */

/* The squares that an army attacks: at least once, at least twice, and by sliders along either kind of line. */
typedef struct pf_reach {
    pf_bitboard once, twice, straight, diagonal;
} pf_reach;

PF_TEMPLATE void pf_reach_add(pf_reach *reach, pf_bitboard attacks)
{
    reach->twice |= reach->once & attacks;
    reach->once |= attacks;
}

/* What our pawns and our king attack. */
PF_TEMPLATE pf_reach pf_reach_begin(const pf_position *position, pf_colour us)
{
    pf_bitboard pawns = pf_position_pieces(position, us, PF_PAWN);
    pf_reach reach = {pf_forward_left(pawns, us), 0, 0, 0};
    pf_reach_add(&reach, pf_forward_right(pawns, us));
    pf_reach_add(&reach, pf_king_attacks[pf_king_square(position, us)]);
    return reach;
}

/* Our pieces other than pawns and king, and what our whole army attacks. */
typedef struct pf_army {
    uint32_t size;
    uint8_t square[16 + 8];
    uint8_t type[16];
    pf_bitboard attacks[16];
    pf_bitboard targets[16]; /* where they may go, our own pieces and checks not yet considered */
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

PF_TEMPLATE void pf_army_muster(pf_army *army, const pf_position *position, pf_colour us, pf_sliders sliders)
{
    army->size = 0;
    army->reach = pf_reach_begin(position, us);
    pf_army_add(army, position, us, PF_KNIGHT, sliders);
    pf_army_add(army, position, us, PF_BISHOP, sliders);
    pf_army_add(army, position, us, PF_ROOK, sliders);
    pf_army_add(army, position, us, PF_QUEEN, sliders);
}

/* ---- Lines ---- */

/* Whether a pinned piece has no move at all while the piece that pins it goes from one square of the line to another.
 */
PF_TEMPLATE bool pf_pin_holds(const pf_position *position, pf_bitboard pinned, bool straight, bool file)
{
    const pf_bitboard *type = position->by_type;
    if (pinned & type[PF_KNIGHT]) return true;
    if (straight) return (pinned & type[PF_BISHOP]) || ((pinned & type[PF_PAWN]) && !file);
    return (pinned & (type[PF_ROOK] | type[PF_PAWN])) != 0;
}

/* ---- The replies to a pass ---- */

/* Their replies to a pass, and where a move of ours would change them. The sets "from" hold squares that matter when a
 * piece leaves them, the sets "to" squares that matter when one arrives. */
typedef struct pf_replies {
    uint64_t army;           /* moves of their knights, sliders and pawns */
    uint32_t king;           /* moves of their king, castling included */
    pf_checks_and_pins pins; /* their pinned pieces */
    pf_bitboard pinners;     /* ours */
    pf_bitboard attacked;    /* by them: no place for our king */
    pf_bitboard rays;        /* of their sliders: from and to */
    pf_bitboard intricate;   /* their pawns' affairs that no correction below covers: from and to */
    /* Their pawns' affairs that are corrected one by one: what arrives stops a push to one, two or past passed and can
     * be taken on left or right; what leaves can no longer be taken there, and frees a push on front. */
    pf_bitboard one, two, passed, left, right, front;
    /* Their king's affairs: where it could step, and the squares it crosses to castle, for each right that it has with
     * an open path. */
    pf_bitboard steps, crossed[2], path[2]; /* path: where any piece is in the way, the rook's own square included */
    uint32_t rights;
    pf_bitboard beside; /* pieces of theirs next to it: when one is taken, it may take back */
    /* Of those squares, the ones that a single slider of ours attacks, and the gap where stepping between frees each;
     * and the ones that two attack, with all their gaps together. */
    uint32_t lonely;
    pf_bitboard lonely_square[12], lonely_gap[12], gaps;
    pf_bitboard crowded, crowded_gaps;
    /* Our attacks on those squares change; "to" is by type of the piece that arrives. */
    pf_bitboard king_from, king_to[6];
    /* A line is involved. Arriving there gives check, or pins the piece of theirs between; all else must be played. */
    pf_bitboard check_to[6], pin_to[6];
    pf_bitboard line_from, line_to;
    /* All of the above together: a piece that leaves no square of from and arrives on none of to changes nothing but
     * pawns' affairs. */
    pf_bitboard from, to[8];
    pf_bitboard army_from, army_to; /* of these, what changes the moves of their army */
} pf_replies;

/* What a rook or a bishop on a square attacks. */
PF_TEMPLATE pf_bitboard pf_line_attacks(pf_piece_type type, pf_square square, pf_bitboard occupied, pf_sliders sliders)
{
    return type == PF_ROOK ? pf_rook_attacks(square, occupied, sliders) : pf_bishop_attacks(square, occupied, sliders);
}

/* Their pins along one kind of line, and the pieces of ours that must not leave such a line to their king unnoticed:
 * they shield it from another of ours, or keep that one from pinning a piece. At most two pieces stand between the king
 * and such a slider. Returns the rays of the pins. */
PF_TEMPLATE pf_bitboard pf_find_king_lines(pf_replies *replies, const pf_position *position, pf_piece_type type,
                                           pf_colour us, pf_sliders sliders)
{
    pf_square king = pf_king_square(position, us ^ 1);
    pf_bitboard occupied = pf_position_occupied(position);
    pf_bitboard theirs = position->by_colour[us ^ 1];
    pf_bitboard ours = type == PF_ROOK ? pf_rooks_and_queens(position, us) : pf_bishops_and_queens(position, us);

    /* Each look sees one piece further: to the first, through one, through two. Arriving on a line gives check, or pins
     * the piece of theirs that stands first. */
    pf_bitboard seen = pf_line_attacks(type, king, occupied, sliders);
    pf_bitboard beyond = pf_line_attacks(type, king, occupied & ~(seen & theirs), sliders);
    pf_bitboard through = pf_line_attacks(type, king, occupied & ~seen, sliders);
    pf_bitboard snipers = pf_line_attacks(type, king, occupied & ~through, sliders) & ours;
    pf_bitboard pins = 0;
    replies->check_to[type] = seen;
    replies->pin_to[type] = beyond & ~seen;
    while (snipers) {
        pf_square sniper = pf_pop_lowest(&snipers);
        pf_bitboard ray = pf_between_squares[king][sniper];
        pf_bitboard shield = ray & occupied;
        replies->line_from |= shield;
        if (!(shield & (shield - 1)) && (shield & theirs)) {
            pins |= ray | pf_bit(sniper);
            replies->pinners |= pf_bit(sniper);
        }
    }
    return pins;
}

/* Their knights, bishops, rooks and queens: where they go, and the rays of sliders. */
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
    replies->army = count;
}

/* Their pawns. */
PF_TEMPLATE void pf_count_reply_pawns(pf_replies *replies, const pf_position *position, pf_colour us)
{
    pf_colour them = us ^ 1;
    pf_bitboard empty = ~pf_position_occupied(position);
    pf_bitboard pawns = pf_position_pieces(position, them, PF_PAWN);
    pf_bitboard loose = pawns & ~(replies->pins.straight | replies->pins.diagonal);
    pf_pawn_targets to = pf_find_pawn_targets(position, &replies->pins, ~UINT64_C(0), them);

    replies->army += pf_popcount(to.one) + pf_popcount(to.two) + pf_popcount(to.left) + pf_popcount(to.right);
    replies->attacked |= pf_forward_left(pawns, them) | pf_forward_right(pawns, them);
    replies->left = pf_forward_left(loose, them);
    replies->right = pf_forward_right(loose, them);
    replies->front = pf_forward(loose, them);
    replies->one = to.one;
    replies->two = to.two;
    replies->passed = pf_forward(to.two, us);

    /* Whoever holds up a double push may step into it; a promotion counts four times. */
    pf_bitboard held = replies->front & pf_relative_rank(2, them);
    replies->intricate = (held | pf_forward(held & empty, them)) & ~empty;
    if (PF_UNLIKELY(pawns & pf_relative_rank(6, them))) {
        pf_bitboard last_rank = pf_relative_rank(7, them);
        replies->army += 3 * (pf_popcount(to.one & last_rank) + pf_popcount(to.left & last_rank) +
                              pf_popcount(to.right & last_rank));
        replies->intricate |= (replies->one | replies->left | replies->right | replies->front) & last_rank;
    }
}

/* One way in which they may still castle. */
typedef struct pf_reply_castling {
    bool open;           /* nothing is in the way; whether it is attacked is another question */
    pf_bitboard crossed; /* by the king */
    pf_bitboard path;    /* where any piece is in the way, the rook's own square included */
    pf_bitboard lines;   /* any change there is a matter of lines: the squares that a piece of ours blocks, and a whole
                            rank where a rook may shield its king */
} pf_reply_castling;

PF_TEMPLATE pf_reply_castling pf_find_reply_castling(const pf_position *position, pf_square king, pf_square rook,
                                                     pf_colour us, pf_sliders sliders)
{
    pf_colour them = us ^ 1;
    pf_reply_castling castling = {false, 0, 0, 0};
    if (pf_between_squares[king][rook] & position->by_colour[them]) return castling; /* most often, and at once */
    pf_bitboard others = pf_position_occupied(position) ^ pf_bit(king) ^ pf_bit(rook);
    castling.crossed = pf_castling_king_path(king, rook);
    castling.path = castling.crossed | pf_castling_rook_path(king, rook);
    /* No move of ours opens a path that a piece of theirs blocks: whoever takes it blocks it too. */
    if (castling.path & others & position->by_colour[them]) return castling;
    castling.open = !(castling.path & others);
    if (!castling.open) castling.lines = castling.path;
    /* A rook that is not in the corner may shield its king from a slider of ours behind it. */
    if (pf_bit(rook) & ~(PF_FILE_A | PF_FILE_H)) {
        castling.lines |= pf_relative_rank(0, them);
        pf_bitboard seen = pf_rook_attacks(pf_castled_king(king, rook), pf_castled_occupied(position, king, rook),
                                           sliders);
        castling.open = castling.open && !(seen & pf_relative_rank(0, them) & pf_rooks_and_queens(position, us));
    }
    castling.path |= pf_bit(rook);
    return castling;
}

/* How many moves their king has if we attack these squares. */
PF_TEMPLATE uint32_t pf_count_king_replies(const pf_replies *replies, pf_bitboard danger)
{
    uint32_t count = pf_popcount(replies->steps & ~danger);
    for (uint32_t i = 0; i < replies->rights; i++) count += !(replies->crossed[i] & danger);
    return count;
}

/* Their king, and every way in which a move of ours could change where it may go. */
PF_TEMPLATE void pf_count_reply_king(pf_replies *replies, const pf_position *position, const pf_army *army,
                                     pf_colour us, pf_sliders sliders)
{
    pf_colour them = us ^ 1;
    pf_square king = pf_king_square(position, them);
    pf_bitboard occupied = pf_position_occupied(position) ^ pf_bit(king);
    pf_bitboard ours = position->by_colour[us];
    pf_bitboard theirs = position->by_colour[them];

    replies->attacked |= pf_king_attacks[king];
    replies->steps = pf_king_attacks[king] & ~theirs;
    replies->beside = pf_king_attacks[king] & theirs;
    replies->rights = 0;
    replies->line_to = replies->pins.straight | replies->pins.diagonal;
    replies->gaps = 0;
    pf_bitboard zone = replies->steps;
    if (PF_UNLIKELY(position->castling & pf_relative_rank(0, them))) {
        for (pf_bitboard rooks = position->castling & pf_relative_rank(0, them); rooks;) {
            pf_reply_castling castling = pf_find_reply_castling(position, king, pf_pop_lowest(&rooks), us, sliders);
            replies->line_from |= castling.lines;
            replies->line_to |= castling.lines;
            if (!castling.open) continue;
            replies->crossed[replies->rights] = castling.crossed;
            replies->path[replies->rights++] = castling.path;
            zone |= castling.crossed & ~pf_bit(king);
            replies->gaps |= castling.path & ~pf_bit(king);
        }
    }
    replies->king = pf_count_king_replies(replies, army->reach.once);

    /* Squares that we do not attack: attacking one matters, and so does opening the line of a slider of ours to it. */
    pf_bitboard safe = zone & ~army->reach.once;
    pf_bitboard lonely = zone & army->reach.once & ~army->reach.twice;
    pf_bitboard knight = 0, straight = 0, diagonal = 0, beside = 0;
    for (pf_bitboard set = safe; set;) {
        pf_square square = pf_pop_lowest(&set);
        pf_bitboard rook_view = pf_rook_attacks(square, occupied, sliders);
        pf_bitboard bishop_view = pf_bishop_attacks(square, occupied, sliders);
        knight |= pf_knight_attacks[square];
        beside |= pf_king_attacks[square];
        straight |= rook_view;
        diagonal |= bishop_view;
        replies->line_from |= ours & ((rook_view & army->reach.straight) | (bishop_view & army->reach.diagonal));
    }
    replies->king_to[PF_PAWN] = pf_forward_left(safe, them) | pf_forward_right(safe, them);
    replies->king_to[PF_KNIGHT] = knight;
    replies->king_to[PF_BISHOP] = diagonal;
    replies->king_to[PF_ROOK] = straight;
    replies->king_to[PF_QUEEN] = straight | diagonal;
    replies->king_to[PF_KING] = beside;

    /* Squares that one piece of ours alone attacks: they are freed when it leaves, unless that opens another's line,
     * and when something steps between. */
    replies->king_from = 0;
    replies->lonely = 0;
    if (lonely) {
        pf_bitboard king_bit = pf_position_pieces(position, us, PF_KING);
        replies->king_from = pf_forward_left(lonely, them) | pf_forward_right(lonely, them);
        if (pf_king_attacks[pf_lowest(king_bit)] & lonely) replies->king_from |= king_bit;
        for (uint32_t i = 0; i < army->size; i++)
            if (army->attacks[i] & lonely) replies->king_from |= pf_bit(army->square[i]);
        for (pf_bitboard set = lonely; set;) {
            pf_square square = pf_pop_lowest(&set);
            pf_bitboard straight_view = pf_rook_attacks(square, occupied, sliders);
            pf_bitboard diagonal_view = pf_bishop_attacks(square, occupied, sliders);
            replies->line_from |= ours &
                                  ((straight_view & army->reach.straight) | (diagonal_view & army->reach.diagonal));
            pf_bitboard slider = (straight_view & pf_rooks_and_queens(position, us)) |
                                 (diagonal_view & pf_bishops_and_queens(position, us));
            if (!slider) continue;
            pf_bitboard gap = pf_between_squares[square][pf_lowest(slider)];
            replies->lonely_square[replies->lonely] = pf_bit(square);
            replies->lonely_gap[replies->lonely++] = gap;
            replies->gaps |= gap;
        }
    }
    /* Squares that two attack: one that leaves and steps between the other and its aim frees them. */
    replies->crowded = zone & army->reach.twice & (army->reach.straight | army->reach.diagonal);
    replies->crowded_gaps = 0;
    for (pf_bitboard set = replies->crowded; set;) {
        pf_square square = pf_pop_lowest(&set);
        replies->crowded_gaps |= (pf_rook_attacks(square, occupied, sliders) & army->reach.straight) |
                                 (pf_bishop_attacks(square, occupied, sliders) & army->reach.diagonal);
    }

    replies->check_to[PF_PAWN] = pf_pawn_attacks[them][king];
    replies->check_to[PF_KNIGHT] = pf_knight_attacks[king];
    replies->check_to[PF_QUEEN] = replies->check_to[PF_BISHOP] | replies->check_to[PF_ROOK];
    replies->check_to[PF_KING] = 0;
    replies->pin_to[PF_PAWN] = replies->pin_to[PF_KNIGHT] = replies->pin_to[PF_KING] = 0;
    replies->pin_to[PF_QUEEN] = replies->pin_to[PF_BISHOP] | replies->pin_to[PF_ROOK];
}

/* Everything but the king: lines to it, pieces and pawns, and what changes their moves. */
PF_TEMPLATE void pf_count_army_replies(pf_replies *replies, const pf_position *position, pf_colour us,
                                       pf_sliders sliders)
{
    replies->line_from = replies->pinners = 0;
    replies->pins.checkers = 0;
    replies->pins.straight = pf_find_king_lines(replies, position, PF_ROOK, us, sliders);
    replies->pins.diagonal = pf_find_king_lines(replies, position, PF_BISHOP, us, sliders);
    pf_count_reply_pieces(replies, position, us ^ 1, sliders);
    pf_count_reply_pawns(replies, position, us);
    replies->army_from = replies->rays | replies->intricate | replies->front | replies->left | replies->right;
    replies->army_to = pf_position_occupied(position) | replies->rays | replies->intricate;
}

PF_TEMPLATE void pf_count_replies(pf_replies *replies, const pf_position *position, const pf_army *army, pf_colour us,
                                  pf_sliders sliders)
{
    pf_count_army_replies(replies, position, us, sliders);
    pf_count_reply_king(replies, position, army, us, sliders);
    replies->from = replies->line_from | replies->king_from | replies->army_from | replies->pinners;
    pf_bitboard to = replies->army_to | replies->gaps | replies->crowded_gaps | replies->line_to;
    for (pf_piece_type type = PF_PAWN; type <= PF_KING; type++)
        replies->to[type] = to | replies->check_to[type] | replies->pin_to[type] | replies->king_to[type];
}

#endif
