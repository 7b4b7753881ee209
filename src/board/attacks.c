/* The public functions about attacks and pins, which are the same in every variant. They are not called from hot loops,
 * so they use the slider back end that every machine has. */
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

unsigned pf_position_checker_count(const pf_position *position)
{
    return pf_popcount(pf_position_checkers(position));
}

/* ---- Around a king ----
 *
 * In a variant there may be no king that can be attacked; then the answer is the empty set. */

static bool has_king(const pf_position *position, pf_colour colour)
{
    return pf_position_variant(position) != PF_VARIANT_ANTICHESS && pf_position_pieces(position, colour & 1, PF_KING);
}

pf_bitboard pf_position_blockers(const pf_position *position, pf_colour colour)
{
    return has_king(position, colour) ? pf_find_shields(position, colour & 1, PF_SLIDERS_MAGIC).blockers : 0;
}

pf_bitboard pf_position_pinned(const pf_position *position, pf_colour colour)
{
    return pf_position_blockers(position, colour) & position->by_colour[colour & 1];
}

pf_bitboard pf_position_pinners(const pf_position *position, pf_colour colour)
{
    return has_king(position, colour) ? pf_find_shields(position, colour & 1, PF_SLIDERS_MAGIC).pinners : 0;
}

pf_bitboard pf_position_discovered_check_candidates(const pf_position *position, pf_colour colour)
{
    return pf_position_blockers(position, colour ^ 1) & position->by_colour[colour & 1];
}

pf_bitboard pf_position_check_squares(const pf_position *position, pf_colour colour, pf_piece_type type)
{
    pf_colour them = (colour & 1) ^ 1;
    if (type >= PF_KING || !has_king(position, them)) return 0;
    /* A piece attacks the king from exactly the squares that it would attack if it stood on the king's square; for a
     * pawn, one of the other colour. */
    return pf_attacks(them, type, pf_king_square(position, them), pf_position_occupied(position));
}

pf_bitboard pf_position_king_danger(const pf_position *position, pf_colour colour)
{
    if (!has_king(position, colour)) return 0;
    pf_enemy enemy = has_king(position, colour ^ 1) ? PF_ENEMY_WITH_KING : PF_ENEMY_WITHOUT_KING;
    return pf_danger_from(position, pf_whole_board(), colour & 1, PF_SLIDERS_MAGIC, enemy);
}

static pf_bitboard evasion_targets(const pf_position *position)
{
    if (!has_king(position, position->turn)) return ~UINT64_C(0);
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
