/* Two plies counted at once: the null-move count.
 *
 * At a node two plies above the leaves, most of our moves leave most of the replies as they were. So the replies to
 * "pass" are counted once, together with maps of the squares that matter, and each move is counted by what it changes:
 *
 *   nothing that matters    whole target sets at a time: as many replies as to a pass, a few pawn moves up or down
 *   the replying king       which of its squares we attack is known from our attack sets: no position is needed
 *   the replying army       a ray is opened or cut, a piece is taken: its moves are counted anew, on a changed
 * occupancy but with the pins as they were (this is what lanes of an instruction set do best) checks, pins, lines the
 * move is played and the replies are counted from nothing
 *
 * "We" are the side to move, "they" the replying side. */
#ifndef PLYFORGE_TWO_PLIES_H
#define PLYFORGE_TWO_PLIES_H

#include "moves/generate.h"

/* ---- What we attack ---- */

/* Our pieces other than pawns and king, and what our whole army attacks. */
typedef struct pf_army {
    uint32_t size;
    uint8_t square[16];
    uint8_t type[16];
    pf_bitboard attacks[16];
    pf_bitboard once, twice;        /* attacked at least once, at least twice */
    pf_bitboard straight, diagonal; /* attacked by a slider along such a line */
} pf_army;

PF_TEMPLATE void pf_army_attack(pf_army *army, pf_bitboard attacks)
{
    army->twice |= army->once & attacks;
    army->once |= attacks;
}

PF_TEMPLATE void pf_army_add(pf_army *army, const pf_position *position, pf_colour us, pf_piece_type type,
                             pf_sliders sliders)
{
    pf_bitboard occupied = pf_position_occupied(position);
    for (pf_bitboard set = pf_position_pieces(position, us, type); set;) {
        pf_square square = pf_pop_lowest(&set);
        pf_bitboard attacks = type == PF_KNIGHT ? pf_knight_attacks[square] : 0;
        if (type == PF_BISHOP || type == PF_QUEEN) {
            pf_bitboard diagonal = pf_bishop_attacks(square, occupied, sliders);
            army->diagonal |= diagonal;
            attacks |= diagonal;
        }
        if (type == PF_ROOK || type == PF_QUEEN) {
            pf_bitboard straight = pf_rook_attacks(square, occupied, sliders);
            army->straight |= straight;
            attacks |= straight;
        }
        pf_army_attack(army, attacks);
        army->square[army->size] = (uint8_t)square;
        army->type[army->size] = (uint8_t)type;
        army->attacks[army->size++] = attacks;
    }
}

PF_TEMPLATE void pf_army_muster(pf_army *army, const pf_position *position, pf_colour us, pf_sliders sliders)
{
    pf_bitboard pawns = pf_position_pieces(position, us, PF_PAWN);
    army->size = 0;
    army->straight = army->diagonal = 0;
    army->once = pf_forward_left(pawns, us);
    army->twice = 0;
    pf_army_attack(army, pf_forward_right(pawns, us));
    pf_army_attack(army, pf_king_attacks[pf_king_square(position, us)]);
    pf_army_add(army, position, us, PF_KNIGHT, sliders);
    pf_army_add(army, position, us, PF_BISHOP, sliders);
    pf_army_add(army, position, us, PF_ROOK, sliders);
    pf_army_add(army, position, us, PF_QUEEN, sliders);
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
    pf_bitboard steps, crossed[2];
    uint32_t rights;
    pf_bitboard crowded, between; /* squares of those that two of ours attack; stepping between matters to both */
    pf_bitboard king_from,
        king_to[6]; /* our attacks on those squares change; to is by type of the piece that arrives */
    pf_bitboard line_from, line_to[6]; /* a check, a pin or the line of another piece is involved: play it out */
} pf_replies;

/* Their pins, and the pieces of ours that must not leave a line to their king unnoticed: they shield it from another of
 * ours, or keep that one from pinning a piece. At most two pieces stand between the king and such a slider. */
PF_TEMPLATE void pf_find_king_lines(pf_replies *replies, const pf_position *position, pf_colour us, pf_sliders sliders)
{
    pf_colour them = us ^ 1;
    pf_square king = pf_king_square(position, them);
    pf_bitboard occupied = pf_position_occupied(position);
    pf_bitboard theirs = position->by_colour[them];
    pf_checks_and_pins pins = {0, 0, 0};
    replies->line_from = replies->pinners = 0;

    /* Each look sees one piece further: to the first, through one, through two. Arriving on a line gives check, or pins
     * the piece of theirs that stands first. */
    pf_bitboard seen = pf_rook_attacks(king, occupied, sliders);
    pf_bitboard through = pf_rook_attacks(king, occupied & ~seen, sliders);
    pf_bitboard snipers = pf_rook_attacks(king, occupied & ~through, sliders) & pf_rooks_and_queens(position, us);
    replies->line_to[PF_ROOK] = pf_rook_attacks(king, occupied & ~(seen & theirs), sliders);
    while (snipers) {
        pf_square sniper = pf_pop_lowest(&snipers);
        pf_bitboard ray = pf_between_squares[king][sniper];
        pf_bitboard shield = ray & occupied;
        replies->line_from |= shield;
        if (!(shield & (shield - 1)) && (shield & theirs)) {
            pins.straight |= ray | pf_bit(sniper);
            replies->pinners |= pf_bit(sniper);
        }
    }
    seen = pf_bishop_attacks(king, occupied, sliders);
    through = pf_bishop_attacks(king, occupied & ~seen, sliders);
    snipers = pf_bishop_attacks(king, occupied & ~through, sliders) & pf_bishops_and_queens(position, us);
    replies->line_to[PF_BISHOP] = pf_bishop_attacks(king, occupied & ~(seen & theirs), sliders);
    while (snipers) {
        pf_square sniper = pf_pop_lowest(&snipers);
        pf_bitboard ray = pf_between_squares[king][sniper];
        pf_bitboard shield = ray & occupied;
        replies->line_from |= shield;
        if (!(shield & (shield - 1)) && (shield & theirs)) {
            pins.diagonal |= ray | pf_bit(sniper);
            replies->pinners |= pf_bit(sniper);
        }
    }
    replies->pins = pins;
}

/* Where a slider may still go along one kind of line: everywhere, along the rays of that kind if it is pinned on one,
 * and nowhere if it is pinned across. */
PF_TEMPLATE pf_bitboard pf_pin_limit(pf_bitboard along, pf_bitboard across, pf_bitboard bit)
{
    if (PF_UNLIKELY(bit & (along | across))) return bit & across ? 0 : along;
    return ~UINT64_C(0);
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
    for (pf_bitboard set = pf_bishops_and_queens(position, them); set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_bitboard attacks = pf_bishop_attacks(from, occupied, sliders);
        rays |= attacks;
        count += pf_popcount(attacks & targets &
                             pf_pin_limit(replies->pins.diagonal, replies->pins.straight, pf_bit(from)));
    }
    for (pf_bitboard set = pf_rooks_and_queens(position, them); set;) {
        pf_square from = pf_pop_lowest(&set);
        pf_bitboard attacks = pf_rook_attacks(from, occupied, sliders);
        rays |= attacks;
        count += pf_popcount(attacks & targets &
                             pf_pin_limit(replies->pins.straight, replies->pins.diagonal, pf_bit(from)));
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

/* The castling that they may still do. Returns the squares on which any change is a matter of lines: a path that is or
 * may be blocked, and the rooks themselves. */
PF_TEMPLATE pf_bitboard pf_find_reply_castling(pf_replies *replies, const pf_position *position, pf_colour us,
                                               pf_sliders sliders)
{
    pf_colour them = us ^ 1;
    pf_square king = pf_king_square(position, them);
    pf_bitboard occupied = pf_position_occupied(position);
    pf_bitboard lines = 0;
    for (pf_bitboard rooks = position->castling & pf_relative_rank(0, them); rooks;) {
        pf_square rook = pf_pop_lowest(&rooks);
        pf_square king_to = (king & 56u) + (rook > king ? 6 : 2);
        pf_square rook_to = (king & 56u) + (rook > king ? 5 : 3);
        pf_bitboard others = occupied ^ pf_bit(king) ^ pf_bit(rook);
        pf_bitboard crossed = pf_between_squares[king][king_to] | pf_bit(king_to);
        pf_bitboard path = crossed | pf_between_squares[rook][rook_to] | pf_bit(rook_to);
        /* No move of ours opens a path that a piece of theirs blocks: whoever takes it blocks it too. */
        if (path & others & position->by_colour[them]) continue;
        lines |= path | pf_bit(rook);
        bool open = !(path & others);
        /* A rook that is not in the corner may shield its king from a slider of ours behind it. */
        if (pf_bit(rook) & ~(PF_FILE_A | PF_FILE_H)) {
            lines |= pf_relative_rank(0, them);
            pf_bitboard seen = pf_rook_attacks(king_to, others | pf_bit(rook_to), sliders) & pf_relative_rank(0, them);
            open = open && !(seen & pf_rooks_and_queens(position, us));
        }
        if (open) replies->crossed[replies->rights++] = crossed;
    }
    return lines;
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
    replies->rights = 0;
    pf_bitboard lines = replies->pins.straight | replies->pins.diagonal;
    pf_bitboard zone = replies->steps;
    if (PF_UNLIKELY(position->castling & pf_relative_rank(0, them))) {
        pf_bitboard path = pf_find_reply_castling(replies, position, us, sliders);
        lines |= path;
        replies->line_from |= path;
        for (uint32_t i = 0; i < replies->rights; i++) zone |= replies->crossed[i] & ~pf_bit(king);
    }
    replies->king = pf_count_king_replies(replies, army->once);

    /* Squares that we do not attack: attacking one matters, and so does opening the line of a slider of ours to it. */
    pf_bitboard safe = zone & ~army->once;
    pf_bitboard lonely = zone & army->once & ~army->twice;
    pf_bitboard knight = 0, straight = 0, diagonal = 0, beside = 0;
    for (pf_bitboard set = safe; set;) {
        pf_square square = pf_pop_lowest(&set);
        pf_bitboard rook_view = pf_rook_attacks(square, occupied, sliders);
        pf_bitboard bishop_view = pf_bishop_attacks(square, occupied, sliders);
        knight |= pf_knight_attacks[square];
        beside |= pf_king_attacks[square];
        straight |= rook_view;
        diagonal |= bishop_view;
        replies->line_from |= ours & ((rook_view & army->straight) | (bishop_view & army->diagonal));
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
    if (lonely) {
        pf_bitboard king_bit = pf_position_pieces(position, us, PF_KING);
        replies->king_from = pf_forward_left(lonely, them) | pf_forward_right(lonely, them);
        if (pf_king_attacks[pf_lowest(king_bit)] & lonely) replies->king_from |= king_bit;
        for (uint32_t i = 0; i < army->size; i++)
            if (army->attacks[i] & lonely) replies->king_from |= pf_bit(army->square[i]);
        for (pf_bitboard set = lonely; set;) {
            pf_square square = pf_pop_lowest(&set);
            pf_bitboard view = (pf_rook_attacks(square, occupied, sliders) & army->straight) |
                               (pf_bishop_attacks(square, occupied, sliders) & army->diagonal);
            replies->line_from |= view & ours;
            lines |= view & ~occupied;
        }
    }
    /* Squares that two attack: one that leaves and steps between the other and its aim frees them. */
    replies->crowded = zone & army->twice & (army->straight | army->diagonal);
    replies->between = 0;
    for (pf_bitboard set = replies->crowded; set;) {
        pf_square square = pf_pop_lowest(&set);
        replies->between |= (pf_rook_attacks(square, occupied, sliders) & army->straight) |
                            (pf_bishop_attacks(square, occupied, sliders) & army->diagonal);
    }

    replies->line_to[PF_PAWN] = pf_pawn_attacks[them][king] | lines;
    replies->line_to[PF_KNIGHT] = pf_knight_attacks[king] | lines;
    replies->line_to[PF_BISHOP] |= lines;
    replies->line_to[PF_ROOK] |= lines;
    replies->line_to[PF_QUEEN] = replies->line_to[PF_BISHOP] | replies->line_to[PF_ROOK];
    replies->line_to[PF_KING] = lines;
}

PF_TEMPLATE void pf_count_replies(pf_replies *replies, const pf_position *position, const pf_army *army, pf_colour us,
                                  pf_sliders sliders)
{
    pf_find_king_lines(replies, position, us, sliders);
    pf_count_reply_pieces(replies, position, us ^ 1, sliders);
    pf_count_reply_pawns(replies, position, us);
    pf_count_reply_king(replies, position, army, us, sliders);
}

/* ---- Our moves ---- */

/* Moves whose replies are still to be counted: those after which their army must be looked at again, with the number of
 * their king's moves beside it, and those that must be played out. */
typedef struct pf_remainder {
    uint32_t changed;
    uint32_t size;
    uint8_t from[PF_MOVE_LIST_CAPACITY + 8], to[PF_MOVE_LIST_CAPACITY + 8], king[PF_MOVE_LIST_CAPACITY + 8];
    pf_move moves[PF_MOVE_LIST_CAPACITY];
} pf_remainder;

/* How the replies change, summed over all of targets, because a piece of ours arrives there. */
PF_TEMPLATE uint64_t pf_arrival_change(const pf_replies *replies, pf_bitboard targets)
{
    return (uint64_t)pf_popcount(targets & replies->left) + pf_popcount(targets & replies->right) -
           pf_popcount(targets & replies->one) - pf_popcount(targets & replies->two) -
           pf_popcount(targets & replies->passed);
}

/* The same because one leaves each of these squares. */
PF_TEMPLATE uint64_t pf_departure_change(const pf_replies *replies, pf_bitboard froms)
{
    return (uint64_t)pf_popcount(froms & replies->front) - pf_popcount(froms & replies->left) -
           pf_popcount(froms & replies->right);
}

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

/* One move that the maps do not let pass. type is what arrives, attacks what the piece attacked before. */
PF_TEMPLATE uint64_t pf_count_move(pf_remainder *rest, const pf_replies *replies, const pf_position *position,
                                   const pf_army *army, pf_move move, pf_piece_type type, pf_bitboard attacks,
                                   pf_colour us, pf_sliders sliders)
{
    pf_bitboard from = pf_bit(pf_move_from(move)), to = pf_bit(pf_move_to(move));
    /* What a pawn becomes may look back through the square that the pawn has left. */
    pf_bitboard view = pf_move_kind_of(move) == PF_MOVE_PROMOTION ? from | to : to;
    pf_bitboard occupied = pf_position_occupied(position);
    pf_bitboard beside = to & occupied & pf_king_attacks[pf_king_square(position, us ^ 1)]; /* their king may retake */
    if ((from & replies->line_from) || (view & replies->line_to[type]) ||
        ((attacks & replies->crowded) && (to & replies->between)) ||
        (beside && (from & (army->straight | army->diagonal)))) {
        rest->moves[rest->size++] = move;
        return 0;
    }
    uint32_t king = replies->king;
    if ((from & replies->king_from) || (view & replies->king_to[type]) || beside) {
        pf_bitboard danger = army->once & ~(attacks & ~army->twice);
        danger |= pf_attacks_after(type, pf_move_from(move), pf_move_to(move), occupied, us, sliders);
        king = pf_count_king_replies(replies, danger) + (beside && !(beside & danger));
    }
    if (((from | to) & (replies->rays | replies->intricate)) || (to & occupied)) {
        rest->from[rest->changed] = (uint8_t)pf_move_from(move);
        rest->to[rest->changed] = (uint8_t)pf_move_to(move);
        rest->king[rest->changed++] = (uint8_t)king;
        return 0;
    }
    return replies->army + king + pf_departure_change(replies, from) + pf_arrival_change(replies, to);
}

/* The moves of one piece. */
PF_TEMPLATE uint64_t pf_count_piece(pf_remainder *rest, const pf_replies *replies, const pf_position *position,
                                    const pf_army *army, pf_square from, pf_bitboard targets, pf_piece_type type,
                                    pf_bitboard attacks, pf_colour us, pf_sliders sliders)
{
    pf_bitboard matters = replies->line_from | replies->king_from | replies->rays | replies->intricate;
    pf_bitboard quiet = 0;
    if (!(pf_bit(from) & matters))
        quiet = targets & ~(pf_position_occupied(position) | replies->line_to[type] | replies->king_to[type] |
                            replies->rays | replies->intricate);
    if (attacks & replies->crowded) quiet &= ~replies->between;
    uint64_t total = pf_popcount(quiet) * (replies->army + replies->king + pf_departure_change(replies, pf_bit(from))) +
                     pf_arrival_change(replies, quiet);
    for (pf_bitboard set = targets ^ quiet; set;) {
        pf_move move = pf_move_of(from, pf_pop_lowest(&set), PF_MOVE_NORMAL);
        total += pf_count_move(rest, replies, position, army, move, type, attacks, us, sliders);
    }
    return total;
}

/* Pawn moves to targets, all by the same step; the quiet ones among them that avoid the maps go as a set. */
PF_TEMPLATE uint64_t pf_count_pawns(pf_remainder *rest, const pf_replies *replies, const pf_position *position,
                                    const pf_army *army, pf_bitboard targets, pf_bitboard quiet, int step, pf_colour us,
                                    pf_sliders sliders)
{
    uint64_t total = pf_popcount(quiet) * (replies->army + replies->king) + pf_arrival_change(replies, quiet);
    for (pf_bitboard set = targets ^ quiet; set;) {
        pf_square to = pf_pop_lowest(&set);
        pf_square from = (pf_square)((int)to - step);
        pf_bitboard attacks = pf_pawn_attacks[us][from];
        if (PF_LIKELY(!(pf_bit(to) & pf_relative_rank(7, us)))) {
            pf_move move = pf_move_of(from, to, PF_MOVE_NORMAL);
            total += pf_count_move(rest, replies, position, army, move, PF_PAWN, attacks, us, sliders);
            continue;
        }
        for (pf_piece_type type = PF_KNIGHT; type <= PF_QUEEN; type++) {
            pf_move move = pf_move_of_promotion(from, to, type);
            total += pf_count_move(rest, replies, position, army, move, type, attacks, us, sliders);
        }
    }
    return total;
}

PF_TEMPLATE uint64_t pf_count_all_pawns(pf_remainder *rest, const pf_replies *replies, const pf_position *position,
                                        const pf_army *army, const pf_checks_and_pins *pins, pf_colour us,
                                        pf_sliders sliders)
{
    int up = pf_forward_step(us);
    pf_colour them = us ^ 1;
    pf_bitboard theirs = pf_position_pieces(position, them, PF_PAWN);
    pf_bitboard from = replies->line_from | replies->king_from | replies->rays | replies->intricate;
    pf_bitboard to = replies->line_to[PF_PAWN] | replies->king_to[PF_PAWN] | replies->rays | replies->intricate |
                     replies->between | pf_relative_rank(7, us);
    pf_pawn_targets pawns = pf_find_pawn_targets(position, pins, ~UINT64_C(0), us);

    /* En passant answers a jump that lands beside a pawn: such jumps are played out. */
    pf_bitboard beside = (theirs & ~PF_FILE_A) >> 1 | (theirs & ~PF_FILE_H) << 1;
    for (pf_bitboard set = pawns.two & beside; set;) {
        pf_square square = pf_pop_lowest(&set);
        rest->moves[rest->size++] = pf_move_of((pf_square)((int)square - 2 * up), square, PF_MOVE_NORMAL);
    }
    pawns.two &= ~beside;

    pf_bitboard one = pawns.one & ~to & ~pf_forward(from, us);
    pf_bitboard two = pawns.two & ~to & ~pf_forward(pf_forward(from, us), us);
    uint64_t total = pf_count_pawns(rest, replies, position, army, pawns.one, one, up, us, sliders) +
                     pf_count_pawns(rest, replies, position, army, pawns.two, two, 2 * up, us, sliders) +
                     pf_count_pawns(rest, replies, position, army, pawns.left, 0, up - 1, us, sliders) +
                     pf_count_pawns(rest, replies, position, army, pawns.right, 0, up + 1, us, sliders);
    return total + pf_departure_change(replies, pf_forward(one, them)) +
           pf_departure_change(replies, pf_forward(pf_forward(two, them), them));
}

typedef uint64_t pf_count_changed(const pf_remainder *rest, const pf_checks_and_pins *pins, const pf_position *position,
                                  pf_colour us, pf_sliders sliders);

/* The moves of a piece that pins one of theirs. Off the line it pins no more; on it, play it out. */
PF_TEMPLATE uint64_t pf_count_pinner(pf_remainder *rest, pf_replies *replies, const pf_position *position,
                                     const pf_army *army, pf_square from, pf_bitboard targets, pf_piece_type type,
                                     pf_bitboard attacks, pf_count_changed *changed, pf_colour us, pf_sliders sliders)
{
    pf_square king = pf_king_square(position, us ^ 1);
    pf_bitboard line = pf_line_squares[king][from];
    pf_bitboard ray = pf_between_squares[king][from] | pf_bit(from);
    pf_checks_and_pins pins = {0, replies->pins.straight & ~ray, replies->pins.diagonal & ~ray};
    uint64_t total = 0;

    for (pf_bitboard set = targets & line; set;)
        rest->moves[rest->size++] = pf_move_of(from, pf_pop_lowest(&set), PF_MOVE_NORMAL);
    pf_bitboard intricate = replies->intricate;
    replies->intricate |= pf_bit(from); /* so that nothing is counted on the old pins */
    for (pf_bitboard set = targets & ~line; set;) {
        pf_move move = pf_move_of(from, pf_pop_lowest(&set), PF_MOVE_NORMAL);
        total += pf_count_move(rest, replies, position, army, move, type, attacks, us, sliders);
    }
    replies->intricate = intricate;
    total += changed(rest, &pins, position, us, sliders);
    rest->changed = 0;
    return total;
}

/* perft(2) of a position whose side to move, us, is not in check, short of the moves that rest receives to be played.
 */
PF_TEMPLATE uint64_t pf_count_two_plies(pf_remainder *rest, const pf_position *position, const pf_checks_and_pins *pins,
                                        pf_count_changed *changed, pf_colour us, pf_sliders sliders)
{
    pf_army army;
    pf_replies replies;
    pf_square king = pf_king_square(position, us);
    pf_bitboard ours = position->by_colour[us];
    uint64_t total = 0;

    rest->changed = rest->size = 0;
    pf_army_muster(&army, position, us, sliders);
    pf_count_replies(&replies, position, &army, us, sliders);

    for (uint32_t i = 0; i < army.size; i++) {
        if (PF_LIKELY(!(pf_bit(army.square[i]) & replies.pinners))) continue;
        pf_square from = army.square[i];
        pf_bitboard targets = army.attacks[i] & ~ours;
        if (pf_bit(from) & (pins->straight | pins->diagonal)) targets &= pf_line_squares[king][from];
        total += pf_count_pinner(rest, &replies, position, &army, from, targets, army.type[i], army.attacks[i], changed,
                                 us, sliders);
    }
    for (uint32_t i = 0; i < army.size; i++) {
        pf_square from = army.square[i];
        pf_bitboard targets = army.attacks[i] & ~ours;
        if (PF_UNLIKELY(pf_bit(from) & replies.pinners)) continue;
        if (PF_UNLIKELY(pf_bit(from) & (pins->straight | pins->diagonal)))
            targets &= army.type[i] == PF_KNIGHT ? 0 : pf_line_squares[king][from];
        total += pf_count_piece(rest, &replies, position, &army, from, targets, army.type[i], army.attacks[i], us,
                                sliders);
    }
    total += pf_count_piece(rest, &replies, position, &army, king, pf_king_attacks[king] & ~ours & ~replies.attacked,
                            PF_KING, pf_king_attacks[king], us, sliders);
    total += pf_count_all_pawns(rest, &replies, position, &army, pins, us, sliders);
    total += changed(rest, &replies.pins, position, us, sliders);

    pf_moves_out out = {rest->moves + rest->size, 0};
    if (position->castling & pf_relative_rank(0, us))
        pf_emit_castling(&out, position, replies.attacked, us, PF_SINK_LIST, sliders);
    if (PF_UNLIKELY(position->ep_square != PF_NO_SQUARE)) pf_emit_en_passant(&out, position, PF_SINK_LIST, sliders);
    rest->size = (uint32_t)(out.list - rest->moves);
    return total;
}

#endif
