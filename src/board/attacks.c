/* The public questions about attacks, checks and pins. They are asked of any position from outside hot loops, so they
 * use the slider back end that every machine has. */
#include <plyforge/attacks.h>

#include "board/view.h"

pf_bitboard pf_attacks(pf_colour colour, pf_piece_type type, pf_square square, pf_bitboard occupied)
{
    square &= 63;
    switch (type) {
    case PF_PAWN: return pf_pawn_attacks[colour & 1][square];
    case PF_KNIGHT: return pf_knight_attacks[square];
    case PF_BISHOP: return pf_bishop_attacks(square, occupied, PF_SLIDERS_MAGIC);
    case PF_ROOK: return pf_rook_attacks(square, occupied, PF_SLIDERS_MAGIC);
    case PF_QUEEN:
        return pf_bishop_attacks(square, occupied, PF_SLIDERS_MAGIC) |
               pf_rook_attacks(square, occupied, PF_SLIDERS_MAGIC);
    case PF_KING: return pf_king_attacks[square];
    default: return 0;
    }
}

pf_bitboard pf_between(pf_square a, pf_square b)
{
    return pf_between_squares[a & 63][b & 63];
}

pf_bitboard pf_line(pf_square a, pf_square b)
{
    return pf_line_squares[a & 63][b & 63];
}

pf_bitboard pf_position_attackers_to(const pf_position *position, pf_square square, pf_bitboard occupied)
{
    return pf_attackers_to(position, square & 63, occupied, PF_SLIDERS_MAGIC);
}

bool pf_position_is_square_attacked(const pf_position *position, pf_square square, pf_colour by)
{
    pf_bitboard attackers = pf_position_attackers_to(position, square, pf_position_occupied(position));
    return (attackers & position->by_colour[by & 1]) != 0;
}

pf_bitboard pf_position_checkers(const pf_position *position)
{
    pf_square king = pf_king_square(position, position->turn);
    pf_bitboard attackers = pf_position_attackers_to(position, king, pf_position_occupied(position));
    return attackers & position->by_colour[position->turn ^ 1];
}

unsigned pf_position_checker_count(const pf_position *position)
{
    return pf_popcount(pf_position_checkers(position));
}

pf_bitboard pf_position_pinned(const pf_position *position, pf_colour colour)
{
    colour &= 1;
    pf_square king = pf_king_square(position, colour);
    pf_bitboard ours = position->by_colour[colour];
    pf_bitboard theirs = position->by_colour[colour ^ 1];

    /* Seen from the king with our own pieces transparent, the sliders that give check or would if one piece left. */
    pf_bitboard snipers = (pf_bishop_attacks(king, theirs, PF_SLIDERS_MAGIC) &
                           pf_bishops_and_queens(position, colour ^ 1)) |
                          (pf_rook_attacks(king, theirs, PF_SLIDERS_MAGIC) & pf_rooks_and_queens(position, colour ^ 1));

    pf_bitboard pinned = 0;
    while (snipers) {
        pf_bitboard shield = pf_between_squares[king][pf_pop_lowest(&snipers)] & ours;
        if (pf_popcount(shield) == 1) pinned |= shield;
    }
    return pinned;
}
