/* How a position looks to a plan. */
#include "rules/helpmate_sight.h"

pf_bitboard pf_attacks_of(const pf_position *position, pf_colour colour, pf_bitboard occupied, bool with_king)
{
    pf_bitboard own = position->by_colour[colour];
    pf_bitboard pawns = position->by_type[PF_PAWN] & own;
    pf_bitboard all = pf_forward_left(pawns, colour) | pf_forward_right(pawns, colour);
    for (pf_bitboard set = position->by_type[PF_KNIGHT] & own; set;) all |= pf_knight_attacks[pf_pop_lowest(&set)];
    for (pf_bitboard set = pf_bishops_and_queens(position, colour); set;)
        all |= pf_bishop_attacks(pf_pop_lowest(&set), occupied, PF_SLIDERS_MAGIC);
    for (pf_bitboard set = pf_rooks_and_queens(position, colour); set;)
        all |= pf_rook_attacks(pf_pop_lowest(&set), occupied, PF_SLIDERS_MAGIC);
    return with_king ? all | pf_king_attacks[pf_king_square(position, colour)] : all;
}

/* Adds 1 << bit for each square of the set. */
PF_TEMPLATE void add(pf_counts *c, pf_bitboard set, unsigned bit)
{
    for (unsigned i = bit; i < 4; i++) {
        pf_bitboard carry = c->bits[i] & set;
        c->bits[i] ^= set;
        set = carry;
    }
}

/* Counts each square of the set 1 << bit times. */
PF_TEMPLATE void count_squares(pf_sight *s, const pf_position *position, pf_colour side, pf_bitboard set, unsigned bit)
{
    pf_bitboard occupied = s->occupied & ~pf_bit(s->king);
    bool diagonal = pf_bishops_and_queens(position, side), straight = pf_rooks_and_queens(position, side);
    bool knights = position->by_type[PF_KNIGHT] & position->by_colour[side];
    while (set) {
        pf_square square = pf_pop_lowest(&set);
        if (diagonal) add(&s->reach[PF_BISHOP], pf_bishop_attacks(square, occupied, PF_SLIDERS_MAGIC), bit);
        if (straight) add(&s->reach[PF_ROOK], pf_rook_attacks(square, occupied, PF_SLIDERS_MAGIC), bit);
        if (knights) add(&s->reach[PF_KNIGHT], pf_knight_attacks[square], bit);
    }
}

/* The squares of the set count double if they are in twice. */
static void count_attacks(pf_sight *s, const pf_position *position, pf_colour side, pf_bitboard set, pf_bitboard twice)
{
    count_squares(s, position, side, set & ~twice, 0);
    if (set & twice) count_squares(s, position, side, set & twice, 1);
    if (!(position->by_type[PF_QUEEN] & position->by_colour[side])) return;
    s->reach[PF_QUEEN] = s->reach[PF_BISHOP];
    for (unsigned i = 0; i < 4; i++) add(&s->reach[PF_QUEEN], s->reach[PF_ROOK].bits[i], i);
}

/* The winner's pawn with the shortest way to promotion, and what it needs. */
static void look_at_pawns(pf_sight *s, const pf_mate_plan *p, const pf_position *position)
{
    pf_colour winner = p->winner;
    pf_bitboard pawns = position->by_type[PF_PAWN], ours = pawns & position->by_colour[winner];
    if (p->weights->corner && !(ours & ~pf_bitboard_front_span(pawns & ~ours, winner ^ 1)))
        s->bait = pf_bitboard_pawn_attacks(ours, winner);
    unsigned best = PF_OUT_OF_REACH;
    while (ours) {
        pf_square square = pf_pop_lowest(&ours);
        if (p->pawn_way[square] < best) best = p->pawn_way[square], s->pawn = square;
    }
    if (s->pawn != PF_NO_SQUARE) s->path = pf_bitboard_front_span(pf_bit(s->pawn), winner);
}

void pf_look(pf_sight *s, const pf_mate_plan *p, const pf_position *position)
{
    pf_colour winner = p->winner, loser = winner ^ 1;
    s->king = pf_king_square(position, loser);
    s->occupied = pf_position_occupied(position);
    s->attacked = pf_attacks_of(position, winner, s->occupied & ~pf_bit(s->king), true);
    s->zone = pf_king_attacks[s->king];
    s->ring = s->zone & ~position->by_colour[loser];
    s->flights = s->ring & ~s->attacked;
    s->pawn = PF_NO_SQUARE;
    s->path = s->bait = 0;
    if (p->weights->pawn) look_at_pawns(s, p, position);
    pf_memset(s->reach, 0, sizeof s->reach);
    if (position->turn == winner && p->weights->ring)
        count_attacks(s, position, winner, s->ring, p->weights->swift ? 0 : s->flights);
    if (position->turn == loser && p->weights->guard) count_attacks(s, position, loser, s->zone, 0);
}
