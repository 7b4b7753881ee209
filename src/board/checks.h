/* Checks and pins: attackers of a king, blockers, and the squares that checks, pins and attacks leave to its side. The
 * generator, the questions about moves and the reasons for illegal moves all use this file. */
#ifndef PLYFORGE_CHECKS_H
#define PLYFORGE_CHECKS_H

#include "board/view.h"

/* The enemy pieces that give check to us. */
PF_TEMPLATE pf_bitboard pf_find_checkers(const pf_position *position, pf_colour us, pf_sliders sliders)
{
    pf_bitboard occupied = pf_position_occupied(position);
    return pf_attackers_to(position, pf_king_square(position, us), occupied, sliders) & position->by_colour[us ^ 1];
}

/* Where a piece other than the king may go because of checks to the king on this square: anywhere if there is no check,
 * to the checker or between it and the king if there is one, nowhere if there are two. An en passant capture also
 * answers the check of the pawn that it takes. pf_lanes_answers (perft/two_ply/leaf_parents.h) does the same for
 * vectors. */
PF_TEMPLATE pf_bitboard pf_evasion_targets(pf_bitboard checkers, pf_square king)
{
    if (PF_LIKELY(!checkers)) return ~UINT64_C(0);
    if (checkers & (checkers - 1)) return 0;
    return checkers | pf_squares_between(king, pf_lowest(checkers));
}

/* Only in Horde can the enemy be without a king. */
typedef enum pf_enemy { PF_ENEMY_WITH_KING, PF_ENEMY_WITHOUT_KING } pf_enemy;

/* The squares that enemy pieces attack with our king removed from the board, so that the king does not shield the
 * squares behind it. Knights and sliders are considered only if they are on squares of the zone. */
PF_TEMPLATE pf_bitboard pf_danger_from(const pf_position *position, pf_king_zone zone, pf_colour us, pf_sliders sliders,
                                       pf_enemy enemy)
{
    pf_colour them = us ^ 1;
    pf_bitboard occupied = pf_position_occupied(position) ^ pf_position_pieces(position, us, PF_KING);
    pf_bitboard pawns = pf_position_pieces(position, them, PF_PAWN);
    pf_bitboard danger = pf_forward_left(pawns, them) | pf_forward_right(pawns, them);

    if (enemy == PF_ENEMY_WITH_KING) danger |= pf_king_attacks[pf_king_square(position, them)];
    for (pf_bitboard set = pf_position_pieces(position, them, PF_KNIGHT) & zone.knight; set;)
        danger |= pf_knight_attacks[pf_pop_lowest(&set)];
    return danger | pf_all_slider_attacks(pf_bishops_and_queens(position, them) & zone.diagonal,
                                          pf_rooks_and_queens(position, them) & zone.straight, occupied, sliders);
}

PF_TEMPLATE pf_king_zone pf_whole_board(void)
{
    pf_king_zone zone = {~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0)};
    return zone;
}

/* The zone with every piece that affects the steps of a king. It saves table look-ups, which are done piece by piece. A
 * fill takes the same time for any number of pieces, while the threads of a GPU wait for the one with the most
 * pieces. */
PF_TEMPLATE pf_king_zone pf_zone_of_king(pf_square king, pf_sliders sliders)
{
#if !defined(PF_SMALL) && !defined(__CUDACC__)
    if (sliders == PF_SLIDERS_MAGIC || sliders == PF_SLIDERS_PEXT) return pf_king_zones[king];
#endif
    (void)king, (void)sliders;
    return pf_whole_board();
}

/* Every square that the enemy attacks with our king removed from the board. */
PF_TEMPLATE pf_bitboard pf_king_danger(const pf_position *position, pf_colour us, pf_sliders sliders)
{
    return pf_danger_from(position, pf_whole_board(), us, sliders, PF_ENEMY_WITH_KING);
}

/* The enemy pieces that give check, and the rays from our king to each slider that pins a piece of ours, slider
 * included, king excluded. A piece that is pinned on a rank or file can move only along ranks and files, a diagonally
 * pinned one only along diagonals. Rays of one kind do not intersect, so one union for each kind is enough. */
typedef struct pf_checks_and_pins {
    pf_bitboard checkers;
    pf_bitboard straight;
    pf_bitboard diagonal;
} pf_checks_and_pins;

PF_TEMPLATE pf_checks_and_pins pf_find_checks_and_pins(const pf_position *position, pf_colour us, pf_sliders sliders)
{
    pf_colour them = us ^ 1;
    pf_square king = pf_king_square(position, us);
    pf_bitboard ours = position->by_colour[us];
    pf_bitboard theirs = position->by_colour[them];
    pf_checks_and_pins found;
    found.checkers = (pf_pawn_attacks[us][king] & pf_position_pieces(position, them, PF_PAWN)) |
                     (pf_knight_attacks[king] & pf_position_pieces(position, them, PF_KNIGHT));
    found.straight = found.diagonal = 0;

    /* If our own pieces are made transparent, the king sees every slider that gives check (no piece of ours is between)
     * or pins (one piece of ours is between). Which of the two it is cannot be predicted, so it is selected without a
     * branch. */
    pf_bitboard straight = pf_rook_attacks(king, theirs, sliders) & pf_rooks_and_queens(position, them);
    pf_bitboard diagonal = pf_bishop_attacks(king, theirs, sliders) & pf_bishops_and_queens(position, them);
    for (pf_bitboard set = straight | diagonal; set;) {
        pf_square sniper = pf_pop_lowest(&set);
        pf_bitboard ray = pf_squares_between(king, sniper);
        pf_bitboard shield = ray & ours;
        pf_bitboard pin = shield && !(shield & (shield - 1)) ? ray | pf_bit(sniper) : 0;
        found.checkers |= shield ? 0 : pf_bit(sniper);
        found.straight |= straight & pf_bit(sniper) ? pin : 0;
        found.diagonal |= straight & pf_bit(sniper) ? 0 : pin;
    }
    return found;
}

/* The pieces of either colour that are the only ones between a king and an enemy slider, and the sliders that pin a
 * piece of the king's side in this way. */
typedef struct pf_shields {
    pf_bitboard blockers;
    pf_bitboard pinners;
} pf_shields;

PF_TEMPLATE pf_shields pf_find_shields(const pf_position *position, pf_colour side, pf_sliders sliders)
{
    pf_square king = pf_king_square(position, side);
    pf_bitboard occupied = pf_position_occupied(position);
    pf_shields found = {0, 0};
    for (pf_bitboard set = (pf_rook_attacks(king, 0, sliders) & pf_rooks_and_queens(position, side ^ 1)) |
                           (pf_bishop_attacks(king, 0, sliders) & pf_bishops_and_queens(position, side ^ 1));
         set;) {
        pf_square sniper = pf_pop_lowest(&set);
        pf_bitboard shield = pf_squares_between(king, sniper) & occupied;
        if (!shield || (shield & (shield - 1))) continue;
        found.blockers |= shield;
        if (shield & position->by_colour[side]) found.pinners |= pf_bit(sniper);
    }
    return found;
}

/* How we can give check: the squares from which a piece of ours would attack their king, by type of attack, and the
 * pieces of ours that discover a check when they move away. */
typedef struct pf_check_chances {
    pf_square king; /* their king */
    pf_bitboard pawn, knight, diagonal, straight;
    pf_bitboard discoverers;
} pf_check_chances;

PF_TEMPLATE pf_check_chances pf_find_check_chances(const pf_position *position, pf_colour us, pf_sliders sliders)
{
    pf_colour them = us ^ 1;
    pf_square king = pf_king_square(position, them);
    pf_bitboard occupied = pf_position_occupied(position);
    pf_check_chances found;
    found.king = king;
    found.pawn = pf_pawn_attacks[them][king];
    found.knight = pf_knight_attacks[king];
    found.diagonal = pf_bishop_attacks(king, occupied, sliders);
    found.straight = pf_rook_attacks(king, occupied, sliders);
    found.discoverers = pf_find_shields(position, them, sliders).blockers & position->by_colour[us];
    return found;
}

#endif
