/* The public functions about attacks, checks and pins. They are not called from hot loops, so they use the slider back
 * end that every machine has. */
#include <plyforge/attacks.h>

#include "board/checks.h"

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
    return pf_squares_between(a & 63, b & 63);
}

pf_bitboard pf_line(pf_square a, pf_square b)
{
    return pf_squares_on_line(a & 63, b & 63);
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
    return pf_find_checkers(position, position->turn, PF_SLIDERS_MAGIC);
}

unsigned pf_position_checker_count(const pf_position *position)
{
    return pf_popcount(pf_position_checkers(position));
}

/* ---- Around a king ---- */

pf_bitboard pf_position_blockers(const pf_position *position, pf_colour colour)
{
    return pf_find_shields(position, colour & 1, PF_SLIDERS_MAGIC).blockers;
}

pf_bitboard pf_position_pinned(const pf_position *position, pf_colour colour)
{
    return pf_position_blockers(position, colour) & position->by_colour[colour & 1];
}

pf_bitboard pf_position_pinners(const pf_position *position, pf_colour colour)
{
    return pf_find_shields(position, colour & 1, PF_SLIDERS_MAGIC).pinners;
}

pf_bitboard pf_position_discovered_check_candidates(const pf_position *position, pf_colour colour)
{
    return pf_position_blockers(position, colour ^ 1) & position->by_colour[colour & 1];
}

pf_bitboard pf_position_check_squares(const pf_position *position, pf_colour colour, pf_piece_type type)
{
    pf_colour them = (colour & 1) ^ 1;
    if (type >= PF_KING) return 0;
    /* A piece attacks the king from exactly the squares that it would attack from the king's square, a pawn as one of
     * the other colour. */
    return pf_attacks(them, type, pf_king_square(position, them), pf_position_occupied(position));
}

pf_bitboard pf_position_king_danger(const pf_position *position, pf_colour colour)
{
    return pf_king_danger(position, colour & 1, PF_SLIDERS_MAGIC);
}

static pf_bitboard evasion_targets(const pf_position *position)
{
    return pf_evasion_targets(pf_position_checkers(position), pf_king_square(position, position->turn));
}

pf_bitboard pf_position_capture_mask(const pf_position *position)
{
    return evasion_targets(position) & position->by_colour[position->turn ^ 1];
}

pf_bitboard pf_position_push_mask(const pf_position *position)
{
    return evasion_targets(position) & ~pf_position_occupied(position);
}

pf_bitboard pf_xray_attacks(pf_piece_type type, pf_square square, pf_bitboard occupied, pf_bitboard through)
{
    if (type != PF_BISHOP && type != PF_ROOK && type != PF_QUEEN) return 0;
    pf_bitboard attacks = pf_attacks(PF_WHITE, type, square, occupied);
    return attacks ^ pf_attacks(PF_WHITE, type, square, occupied & ~(attacks & through));
}
