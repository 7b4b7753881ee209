/* The first move to try, without a list of moves: for each piece only its best target is looked for, with a few
 * operations on sets, and only the move that is chosen is tested for legality. If that fails, the move is chosen from
 * the list (helpmate_choice.c). Castling, en passant and promotion to less than a queen are left to the list. */

#include "board/checks.h"
#include "rules/helpmate_sight.h"

enum { LOWEST = -(1 << 20) }; /* less than any score */

/* The best move of the side to move so far. */
typedef struct pick {
    const pf_mate_plan *plan;
    const pf_position *position;
    const pf_sight *sight;
    pf_bitboard movers, allowed; /* the pieces that may move, and where pieces other than the king may go */
    uint64_t noise;
    int value;
    pf_move move;
} pick;

PF_TEMPLATE void offer(pick *k, pf_square from, pf_square to, int score)
{
    int value = score * 8 + (int)(k->noise >> ((from + to) & 31) & ((1u << k->plan->weights->chance) - 1));
    if (value > k->value) k->value = value, k->move = pf_move_of(from, to, PF_MOVE_NORMAL);
}

/* A square of the set where the count is highest, or lowest. */
PF_TEMPLATE pf_square extreme(const pf_counts *c, pf_bitboard set, bool highest, uint64_t noise)
{
    for (unsigned i = 4; i-- > 0;) {
        pf_bitboard part = set & (highest ? c->bits[i] : ~c->bits[i]);
        if (part) set = part;
    }
    return noise & 1 ? pf_lowest(set) : pf_highest(set);
}

/* The squares of the set that are in wanted too, or if there are none, all of them. */
PF_TEMPLATE pf_bitboard preferring(pf_bitboard set, pf_bitboard wanted)
{
    return set & wanted ? set & wanted : set;
}

PF_TEMPLATE pf_bitboard seen_from(pf_piece_type type, pf_square from, pf_bitboard occupied)
{
    if (type == PF_KNIGHT) return pf_knight_attacks[from];
    pf_bitboard seen = type == PF_ROOK ? 0 : pf_bishop_attacks(from, occupied, PF_SLIDERS_MAGIC);
    return type == PF_BISHOP ? seen : seen | pf_rook_attacks(from, occupied, PF_SLIDERS_MAGIC);
}

/* The best pawn's steps, and the captures of all pawns. */
PF_TEMPLATE void offer_pawns_of_winner(pick *k, pf_colour us)
{
    const pf_sight *s = k->sight;
    const pf_mate_plan *p = k->plan;
    const pf_mate_weights *w = p->weights;
    pf_bitboard best = s->pawn == PF_NO_SQUARE ? 0 : pf_bit(s->pawn) & k->movers;
    pf_bitboard one = pf_forward(best, us) & ~s->occupied;
    pf_bitboard two = pf_forward(one & pf_relative_rank(2, us), us) & ~s->occupied;
    for (pf_bitboard set = (one | two) & k->allowed; set;) {
        pf_square to = pf_pop_lowest(&set);
        offer(k, s->pawn, to, w->pawn * (p->pawn_way[s->pawn] - p->pawn_way[to]));
    }
    pf_bitboard pawns = k->position->by_type[PF_PAWN] & k->position->by_colour[us] & k->movers;
    for (int side = -1; side <= 1; side += 2) {
        pf_bitboard set = side < 0 ? pf_forward_left(pawns, us) : pf_forward_right(pawns, us);
        for (set &= k->position->by_colour[us ^ 1] & k->allowed; set;) {
            pf_square to = pf_pop_lowest(&set), from = (pf_square)((int)to - pf_forward_step(us) - side);
            int gain = w->pawn * (p->pawn_way[from] - p->pawn_way[to]);
            int taken = w->capture * (1 + pf_worth(pf_type_at(k->position, to)));
            offer(k, from, to, taken + (from == s->pawn ? gain : gain / 4));
        }
    }
}

PF_TEMPLATE void offer_pieces_of_winner(pick *k, pf_colour us)
{
    const pf_sight *s = k->sight;
    const pf_mate_plan *p = k->plan;
    pf_bitboard ours = k->position->by_colour[us] & k->movers, theirs = k->position->by_colour[us ^ 1];
    /* If nothing around the king counts, quiet moves do not, except that they leave the pawn's path. */
    pf_bitboard idle = p->weights->ring || k->value < 8 << p->weights->chance ? 0 : ~s->path;
    for (pf_piece_type type = PF_KNIGHT; type <= PF_QUEEN; type++) {
        for (pf_bitboard set = k->position->by_type[type] & ours; set;) {
            pf_square from = pf_pop_lowest(&set);
            pf_bitboard seen = seen_from(type, from, s->occupied) & k->allowed, taken = seen & theirs;
            pf_bitboard quiet = idle >> from & 1 ? 0 : seen & ~s->occupied;
            if (!(quiet | taken)) continue;
            pf_mate_origin o = pf_mate_origin_of(p, s, from, type, true);
            if (quiet) {
                pf_square to = extreme(&s->reach[type], preferring(quiet, ~s->path), true, k->noise);
                offer(k, from, to, pf_plain_score(p, s, &o, to, true));
            }
            while (taken) {
                pf_square to = pf_pop_lowest(&taken);
                int worth = 1 + pf_worth(pf_type_at(k->position, to));
                offer(k, from, to, pf_plain_score(p, s, &o, to, true) + p->weights->capture * worth);
            }
        }
    }
}

PF_TEMPLATE void offer_moves_of_winner(pick *k, pf_colour us)
{
    const pf_mate_plan *p = k->plan;
    offer_pawns_of_winner(k, us);
    pf_square king = pf_king_square(k->position, us);
    for (pf_bitboard set = pf_king_attacks[king] & ~k->sight->occupied & ~k->sight->zone; set;) {
        pf_square to = pf_pop_lowest(&set);
        offer(k, king, to, p->weights->other * (p->other_way[king] - p->other_way[to]));
    }
    offer_pieces_of_winner(k, us);
}

/* Quiet moves only: the loser should keep the pieces of the winner on the board. */
PF_TEMPLATE void offer_moves_of_loser(pick *k, pf_colour us)
{
    const pf_sight *s = k->sight;
    const pf_mate_plan *p = k->plan;
    const pf_mate_weights *w = p->weights;
    pf_bitboard ours = k->position->by_colour[us];
    for (pf_piece_type type = PF_KNIGHT; type <= PF_QUEEN; type++) {
        for (pf_bitboard set = k->position->by_type[type] & ours & k->movers; set;) {
            pf_mate_origin o = pf_mate_origin_of(p, s, pf_pop_lowest(&set), type, false);
            pf_bitboard quiet = seen_from(type, o.square, s->occupied) & ~s->occupied & k->allowed;
            if (!quiet) continue;
            quiet = preferring(quiet, ~s->path);
            pf_square to = extreme(&s->reach[type], quiet, false, k->noise);
            offer(k, o.square, to, pf_plain_score(p, s, &o, to, false));
            if (!(quiet & s->flights)) continue;
            to = extreme(&s->reach[type], quiet & s->flights, false, k->noise);
            offer(k, o.square, to, pf_plain_score(p, s, &o, to, false));
        }
    }
    pf_bitboard pawns = k->position->by_type[PF_PAWN] & ours & k->movers & ~pf_relative_rank(6, us);
    pf_bitboard steps = pf_forward(pawns, us) & ~s->occupied & k->allowed;
    if (steps) {
        steps = preferring(preferring(steps, ~s->path), s->flights);
        pf_square to = k->noise & 2 ? pf_lowest(steps) : pf_highest(steps);
        pf_square from = (pf_square)((int)to - pf_forward_step(us));
        int score = 2 * w->pawn * (pf_is_in(s->path, from) - pf_is_in(s->path, to));
        offer(k, from, to, score + w->flights * (pf_is_in(s->flights, to) - pf_is_in(s->zone & ~s->attacked, from)));
    }
    int now = w->flights ? (int)pf_popcount(s->flights) : 0;
    for (pf_bitboard set = s->zone & ~s->occupied & ~s->attacked; set;) {
        pf_square to = pf_pop_lowest(&set);
        int open = w->flights ? (int)pf_popcount(pf_king_attacks[to] & ~ours & ~s->attacked) : 0;
        offer(k, s->king, to, w->king * (p->king_way[s->king] - p->king_way[to]) + w->flights * (now - open));
    }
}

/* Whether a move that pieces could make leaves the own king safe. */
PF_TEMPLATE bool leaves_king_safe(const pf_position *position, pf_square from, pf_square to, pf_colour us)
{
    pf_square king = pf_king_square(position, us);
    if (from == king) king = to;
    return !pf_attackers_after(position, king, from, to, pf_bit(to), us, PF_SLIDERS_MAGIC);
}

/* A mate by a knight, bishop, rook or queen that no piece can take, or PF_NO_MOVE. */
static pf_move spot_mate(const pf_sight *s, const pf_position *position)
{
    pf_colour us = position->turn;
    pf_bitboard diagonal = pf_bishop_attacks(s->king, s->occupied, PF_SLIDERS_MAGIC);
    pf_bitboard straight = pf_rook_attacks(s->king, s->occupied, PF_SLIDERS_MAGIC);
    pf_bitboard checks[6] = {0, pf_knight_attacks[s->king], diagonal, straight, diagonal | straight, 0};
    pf_bitboard ours = position->by_colour[us], safe = ~(ours | pf_attacks_of(position, us ^ 1, s->occupied, false));
    for (pf_piece_type type = PF_KNIGHT; type <= PF_QUEEN; type++) {
        for (pf_bitboard set = position->by_type[type] & ours; set;) {
            pf_square from = pf_pop_lowest(&set);
            for (pf_bitboard checking = checks[type] & seen_from(type, from, s->occupied) & safe; checking;) {
                pf_square to = pf_pop_lowest(&checking);
                if (pf_flights_left(s, type, from, to)) continue;
                if (!leaves_king_safe(position, from, to, us)) continue;
                pf_move move = pf_move_of(from, to, PF_MOVE_NORMAL);
                if (pf_move_mates(position, move)) return move;
            }
        }
    }
    return PF_NO_MOVE;
}

/* The best move among those whose pieces may move, and to squares that they may go to; the king may go anywhere. */
static bool pick_move(pick *k, pf_bitboard movers, pf_bitboard allowed)
{
    pf_colour us = k->position->turn;
    k->movers = movers;
    k->allowed = allowed;
    k->value = LOWEST;
    k->move = PF_NO_MOVE;
    if (us == k->plan->winner)
        us == PF_WHITE ? offer_moves_of_winner(k, PF_WHITE) : offer_moves_of_winner(k, PF_BLACK);
    else
        us == PF_WHITE ? offer_moves_of_loser(k, PF_WHITE) : offer_moves_of_loser(k, PF_BLACK);
    return k->move != PF_NO_MOVE && leaves_king_safe(k->position, pf_move_from(k->move), pf_move_to(k->move), us);
}

bool pf_choose_swiftly(pf_mate_choice *choice, const pf_mate_plan *p, const pf_position *position, const pf_sight *s)
{
    pf_colour us = position->turn;
    bool ours = us == p->winner, in_check = !ours && pf_is_in(s->attacked, s->king);
    choice->move = ours ? spot_mate(s, position) : PF_NO_MOVE;
    if (choice->move != PF_NO_MOVE) return true;
    pick k = {.plan = p, .position = position, .sight = s};
    k.noise = (position->key ^ p->seed) * UINT64_C(0x9e3779b97f4a7c15) >> 20;
    if (in_check || !pick_move(&k, ~UINT64_C(0), ~UINT64_C(0))) {
        /* There is a check or a pin. */
        pf_checks_and_pins pins = pf_find_checks_and_pins(position, us, PF_SLIDERS_MAGIC);
        pf_bitboard allowed = pf_evasion_targets(pins.checkers, pf_king_square(position, us));
        if (!pick_move(&k, ~(pins.straight | pins.diagonal), allowed)) return false;
    }
    pf_square from = pf_move_from(k.move), to = pf_move_to(k.move);
    if ((position->by_type[PF_PAWN] & pf_bit(from)) && (pf_bit(to) & pf_relative_rank(7, us)))
        k.move = pf_move_of_promotion(from, to, PF_QUEEN);
    choice->move = k.move;
    choice->value = UINT32_MAX;
    return false;
}
