/* Checks and pins: who attacks a king, who stands in the way, and where its own side may not go because of that. The
 * generator, the questions and the reasons all begin here. */
#ifndef PLYFORGE_CHECKS_H
#define PLYFORGE_CHECKS_H

#include "board/view.h"

/* The enemy pieces that give check to us. */
PF_TEMPLATE pf_bitboard pf_find_checkers(const pf_position *position, pf_colour us, pf_sliders sliders)
{
    pf_bitboard occupied = pf_position_occupied(position);
    return pf_attackers_to(position, pf_king_square(position, us), occupied, sliders) & position->by_colour[us ^ 1];
}

/* Every square that them attack, their king aside. Our king does not shield the squares behind it. */
PF_TEMPLATE pf_bitboard pf_danger_of_pieces(const pf_position *position, pf_colour us, pf_sliders sliders)
{
    pf_colour them = us ^ 1;
    pf_bitboard occupied = pf_position_occupied(position) ^ pf_position_pieces(position, us, PF_KING);
    pf_bitboard pawns = pf_position_pieces(position, them, PF_PAWN);
    pf_bitboard danger = pf_forward_left(pawns, them) | pf_forward_right(pawns, them);

    for (pf_bitboard set = pf_position_pieces(position, them, PF_KNIGHT); set;)
        danger |= pf_knight_attacks[pf_pop_lowest(&set)];
    return danger | pf_all_slider_attacks(pf_bishops_and_queens(position, them), pf_rooks_and_queens(position, them),
                                          occupied, sliders);
}

/* Every square on which our king would be attacked. */
PF_TEMPLATE pf_bitboard pf_king_danger(const pf_position *position, pf_colour us, pf_sliders sliders)
{
    return pf_king_attacks[pf_king_square(position, us ^ 1)] | pf_danger_of_pieces(position, us, sliders);
}

/* The enemy pieces that give check, and the rays from our king to each slider that pins a piece of ours: slider
 * included, king not. A piece pinned on one kind of ray can only move along that kind, and the rays of one kind never
 * meet, so two unions say everything. */
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

    /* With our own pieces transparent the king sees every slider that checks it (none of ours between) or pins (one).
     * What a slider does is chosen without a branch: it is as good as random. */
    pf_bitboard straight = pf_rook_attacks(king, theirs, sliders) & pf_rooks_and_queens(position, them);
    pf_bitboard diagonal = pf_bishop_attacks(king, theirs, sliders) & pf_bishops_and_queens(position, them);
    for (pf_bitboard set = straight | diagonal; set;) {
        pf_square sniper = pf_pop_lowest(&set);
        pf_bitboard ray = pf_between_squares[king][sniper];
        pf_bitboard shield = ray & ours;
        pf_bitboard pin = shield && !(shield & (shield - 1)) ? ray | pf_bit(sniper) : 0;
        found.checkers |= shield ? 0 : pf_bit(sniper);
        found.straight |= straight & pf_bit(sniper) ? pin : 0;
        found.diagonal |= straight & pf_bit(sniper) ? 0 : pin;
    }
    return found;
}

/* The pieces of either colour that stand alone between a king and an enemy slider, and the sliders that pin one of the
 * king's own side by it. */
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
        pf_bitboard shield = pf_between_squares[king][sniper] & occupied;
        if (!shield || (shield & (shield - 1))) continue;
        found.blockers |= shield;
        if (shield & position->by_colour[side]) found.pinners |= pf_bit(sniper);
    }
    return found;
}

/* How we can give check: the squares from which a piece of ours would attack their king, by the way it attacks, and the
 * pieces of ours that need only step aside for another. */
typedef struct pf_check_chances {
    pf_square king; /* theirs */
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
