/* The goals of a plan, and the maps that lead there.
 *
 * The loser's king is to be mated on an edge square, with the winner's king two squares in front of it; of all such
 * squares, the plan takes the one where the kings meet soonest. Minor pieces without a pawn mate in a corner: the
 * loser's king is in it, one of its own pieces blocks one square beside it, and the winner's king guards the other two.
 */
#include <plyforge/bitboard.h>

#include "board/view.h"
#include "rules/helpmate_plan.h"
#include "rules/outcome.h"

enum {
    FAR = 30 /* more steps than any king needs */
};

static pf_bitboard king_step(pf_bitboard set)
{
    set |= (set & ~PF_FILE_H) << 1 | (set & ~PF_FILE_A) >> 1;
    return set | set << 8 | set >> 8;
}

/* The steps of a king from the squares that matter to the nearest of goals, around walls. */
PF_TEMPLATE void map_king_on(uint8_t way[64], pf_bitboard goals, pf_bitboard walls, pf_bitboard matter)
{
    pf_bitboard reached = goals, fresh = goals;
    pf_memset(way, FAR, 64);
    for (uint8_t steps = 0; fresh; steps++) {
        for (pf_bitboard set = fresh & matter; set;) way[pf_pop_lowest(&set)] = steps;
        fresh = king_step(fresh) & ~reached & ~walls;
        reached |= fresh;
    }
}

static void map_king(uint8_t way[64], pf_bitboard goals, pf_bitboard walls)
{
    map_king_on(way, goals, walls, ~UINT64_C(0));
}

/* The square two steps before a square of the edge that is no corner. */
static pf_square opposite(pf_square edge)
{
    if (edge < 8) return edge + 16;
    if (edge >= 56) return edge - 16;
    return edge & 7 ? edge - 2 : edge + 2;
}

static pf_bitboard mating_squares(pf_square edge)
{
    unsigned file = edge & 7, rank = edge >> 3;
    pf_bitboard squares = 0;
    if (rank == 0) squares |= pf_bit(edge + 16);
    if (rank == 7) squares |= pf_bit(edge - 16);
    if (file == 0) squares |= pf_bit(edge + 2);
    if (file == 7) squares |= pf_bit(edge - 2);
    if ((rank == 0 || rank == 7) && (file == 0 || file == 7)) squares = king_step(squares) & ~king_step(pf_bit(edge));
    return squares;
}

/* Chooses the square where the kings meet soonest. */
static void map_kings(pf_mate_plan *p, const pf_position *position, unsigned round)
{
    pf_colour winner = p->winner, loser = winner ^ 1;
    pf_square king = pf_king_square(position, loser), other = pf_king_square(position, winner);
    pf_bitboard pawns = position->by_type[PF_PAWN];
    pf_bitboard ours = pawns & position->by_colour[winner], theirs = pawns & position->by_colour[loser];
    pf_bitboard walls = theirs | pf_forward_left(ours, winner) | pf_forward_right(ours, winner);
    pf_bitboard other_walls = ours | pf_forward_left(theirs, loser) | pf_forward_right(theirs, loser);
    pf_bitboard edges = PF_RANK_1 | PF_RANK_8 | PF_FILE_A | PF_FILE_H;
    map_king_on(p->king_way, pf_bit(king), walls, edges);
    map_king(p->other_way, pf_bit(other), other_walls);
    unsigned best = UINT32_MAX, corner = p->seed & 1;
    pf_square goal = 0;
    for (pf_bitboard set = edges; set;) {
        pf_square edge = pf_pop_lowest(&set);
        if (3u * p->king_way[edge] >= best) continue; /* it costs at least that */
        bool is_corner = edge == 0 || edge == 7 || edge == 56 || edge == 63;
        unsigned steps = is_corner ? FAR : p->other_way[opposite(edge)];
        for (pf_bitboard squares = is_corner ? mating_squares(edge) : 0; squares;) {
            pf_square square = pf_pop_lowest(&squares);
            if (p->other_way[square] < steps) steps = p->other_way[square];
        }
        unsigned longer = steps > p->king_way[edge] ? steps : p->king_way[edge];
        unsigned cost = 2 * longer + steps + p->king_way[edge] + (is_corner ? 0 : 1 + 3 * corner);
        if (round) cost += (unsigned)((p->seed + edge) * UINT64_C(0x9e3779b97f4a7c15) >> 61);
        if (cost < best) best = cost, goal = edge;
    }
    map_king(p->king_way, pf_bit(goal), walls);
    map_king(p->other_way, mating_squares(goal), other_walls);
}

static void map_knight(uint8_t way[64], pf_square goal)
{
    pf_bitboard reached = pf_bit(goal), fresh = reached;
    for (uint8_t steps = 0; fresh; steps++) {
        pf_bitboard next = 0;
        while (fresh) {
            pf_square square = pf_pop_lowest(&fresh);
            way[square] = steps;
            next |= pf_knight_attacks[square];
        }
        fresh = next & ~reached;
        reached |= fresh;
    }
}

/* The steps of the loser's pawns to the square, or to promotion and from there as a minor piece. */
static void map_block_pawns(pf_mate_plan *p, const pf_position *position, pf_square goal)
{
    pf_colour loser = p->winner ^ 1;
    pf_bitboard file = pf_bitboard_front_span(pf_bit(goal), p->winner) | pf_bit(goal);
    for (pf_square square = 0; square < 64; square++) {
        unsigned rank = loser == PF_WHITE ? square >> 3 : 7 - (square >> 3);
        unsigned goal_rank = loser == PF_WHITE ? goal >> 3 : 7 - (goal >> 3);
        p->block_pawn[square] = (uint8_t)(goal_rank < 7 && (file & pf_bit(square)) ? goal_rank - rank : 7 - rank + 2);
        pf_bitboard front = pf_bitboard_front_span(pf_bit(square), loser);
        if (front & position->by_type[PF_PAWN] & position->by_colour[p->winner]) p->block_pawn[square] += 6;
    }
}

static unsigned block_cost(pf_mate_plan *p, const pf_position *position, pf_square goal)
{
    pf_bitboard theirs = position->by_colour[p->winner ^ 1];
    const pf_bitboard *type = position->by_type;
    if ((type[PF_PAWN] | type[PF_KNIGHT] | type[PF_BISHOP]) & theirs & pf_bit(goal)) return 0;
    unsigned best = FAR;
    for (pf_bitboard set = type[PF_KNIGHT] & theirs; set;) {
        unsigned cost = p->block_knight[pf_pop_lowest(&set)];
        if (cost < best) best = cost;
    }
    bool light = PF_LIGHT_SQUARES & pf_bit(goal);
    if (type[PF_BISHOP] & theirs & (light ? PF_LIGHT_SQUARES : ~PF_LIGHT_SQUARES) && best > 2) best = 2;
    for (pf_bitboard set = type[PF_PAWN] & theirs; set;) {
        unsigned cost = p->block_pawn[pf_pop_lowest(&set)];
        if (cost < best) best = cost;
    }
    return best;
}

/* The corner where minor pieces mate soonest. */
static void map_corner(pf_mate_plan *p, const pf_position *position)
{
    pf_colour winner = p->winner, loser = winner ^ 1;
    pf_square king = pf_king_square(position, loser), other = pf_king_square(position, winner);
    const pf_bitboard *type = position->by_type;
    pf_bitboard ours = type[PF_PAWN] & position->by_colour[winner], theirs = type[PF_PAWN] & position->by_colour[loser];
    pf_bitboard walls = pf_forward_left(ours, winner) | pf_forward_right(ours, winner);
    pf_bitboard other_walls = ours | pf_forward_left(theirs, loser) | pf_forward_right(theirs, loser);
    map_king(p->king_way, pf_bit(king), walls);
    map_king(p->other_way, pf_bit(other), other_walls);
    static const int8_t beside[4][2] = {{1, 8}, {-1, 8}, {1, -8}, {-1, -8}};
    static const uint8_t corners[4] = {0, 7, 56, 63};
    pf_bitboard bishops = type[PF_BISHOP] & position->by_colour[winner];
    bool knights = type[PF_KNIGHT] & position->by_colour[winner];
    unsigned best = UINT32_MAX;
    pf_bitboard best_others = 0;
    pf_square best_corner = 0;
    for (unsigned i = 0; i < 8; i++) {
        pf_square corner = corners[i / 2];
        bool light = PF_LIGHT_SQUARES & pf_bit(corner);
        if (!knights && !(bishops & (light ? PF_LIGHT_SQUARES : ~PF_LIGHT_SQUARES))) continue;
        pf_square block = (pf_square)((int)corner + beside[i / 2][i & 1]);
        pf_square flight = (pf_square)((int)corner + beside[i / 2][~i & 1]);
        pf_square middle = (pf_square)((int)flight + beside[i / 2][i & 1]);
        pf_bitboard others = pf_king_attacks[flight] & pf_king_attacks[middle] & ~pf_king_attacks[corner] &
                             ~pf_bit(corner);
        unsigned steps = FAR;
        for (pf_bitboard set = others; set;) {
            pf_square square = pf_pop_lowest(&set);
            if (p->other_way[square] < steps) steps = p->other_way[square];
        }
        map_knight(p->block_knight, block);
        map_block_pawns(p, position, block);
        unsigned cost = 2 * (steps + p->king_way[corner]) + 3 * block_cost(p, position, block);
        if (p->round) cost += (unsigned)((p->seed + i) * UINT64_C(0x9e3779b97f4a7c15) >> (60 - p->round / 2));
        if (cost < best) best = cost, best_corner = corner, p->block = block, best_others = others;
    }
    map_knight(p->block_knight, p->block);
    map_block_pawns(p, position, p->block);
    map_king(p->king_way, pf_bit(best_corner), walls);
    map_king(p->other_way, best_others, other_walls);
}

static void map_pawns(pf_mate_plan *p, const pf_position *position)
{
    pf_colour us = p->winner, them = us ^ 1;
    pf_bitboard ours = position->by_colour[us], theirs = position->by_colour[them];
    pf_memset(p->pawn_way, 0, 64);
    pf_bitboard ahead = position->by_type[PF_PAWN] & ours; /* all squares that these pawns may come to */
    for (unsigned i = 0; i < 6; i++)
        ahead |= pf_forward(ahead, us) | pf_forward_left(ahead, us) | pf_forward_right(ahead, us);
    for (unsigned rank = 6; rank >= 1; rank--) {
        for (pf_bitboard set = pf_relative_rank(rank, us) & ahead; set;) {
            pf_square square = pf_pop_lowest(&set), front = (pf_square)((int)square + pf_forward_step(us));
            unsigned cost = p->pawn_way[front] + 2u;
            if (ours & pf_bit(front)) cost += 3;
            if (theirs & pf_bit(front)) cost += position->by_type[PF_PAWN] & pf_bit(front) ? 12 : 3;
            for (unsigned side = 0; side < 2; side++) {
                if (pf_square_file(square) == (side ? 7 : 0)) continue;
                pf_square target = side ? front + 1 : front - 1;
                unsigned taking = p->pawn_way[target] + (theirs >> target & 1 ? 2u : 8u);
                if (taking < cost) cost = taking;
            }
            p->pawn_way[square] = (uint8_t)(cost > PF_OUT_OF_REACH ? PF_OUT_OF_REACH : cost);
        }
    }
}

/* A random square of a set. */
static pf_bitboard choose_square(pf_bitboard set, uint64_t chance)
{
    unsigned count = pf_popcount(set);
    for (unsigned i = count ? (unsigned)(chance >> 33) % count : 0; i > 0; i--) set &= set - 1;
    return set & (0 - set);
}

/* Each king walks to an enemy piece, so that captures open a wall that separates the sides. */
static void map_prey(pf_mate_plan *p, const pf_position *position)
{
    pf_colour winner = p->winner, loser = winner ^ 1;
    uint64_t chance = (p->seed ^ pf_position_occupied(position)) * UINT64_C(0x9e3779b97f4a7c15);
    p->opening = p->weights->opens && (chance >> 32 & 1);
    if (!p->opening) return;
    pf_bitboard pawns = position->by_type[PF_PAWN], others = ~position->by_type[PF_KING];
    pf_bitboard ours = pawns & position->by_colour[winner], theirs = pawns & position->by_colour[loser];
    pf_bitboard feared = pf_bitboard_pawn_attacks(ours, winner), other_feared = pf_bitboard_pawn_attacks(theirs, loser);
    pf_bitboard prey = choose_square(position->by_colour[winner] & others & ~feared, chance);
    pf_bitboard other_prey = choose_square(position->by_colour[loser] & others & ~other_feared, chance << 7);
    map_king(p->king_way, prey, feared | theirs);
    map_king(p->other_way, other_prey, other_feared | ours);
}

void pf_mate_plan_draw(pf_mate_plan *p, const pf_position *position)
{
    pf_bitboard ours = position->by_colour[p->winner];
    pf_bitboard strong = position->by_type[PF_PAWN] | position->by_type[PF_ROOK] | position->by_type[PF_QUEEN];
    map_pawns(p, position);
    p->block = PF_NO_SQUARE;
    if (p->weights->corner && (ours & (position->by_type[PF_BISHOP] | position->by_type[PF_KNIGHT])) &&
        (!(ours & strong) || (p->round & 1)))
        map_corner(p, position);
    else
        map_kings(p, position, p->round);
    map_prey(p, position);
    if (p->opening || !p->weights->corner || (ours & (strong & ~position->by_type[PF_PAWN]))) return;
    /* If every pawn is blocked by a pawn, the goal is to capture one of the blockers. */
    pf_bitboard theirs = position->by_type[PF_PAWN] & ~ours, goals = 0;
    for (pf_bitboard set = position->by_type[PF_PAWN] & ours; set;) {
        pf_bitboard front = pf_bitboard_front_span(pf_bit(pf_pop_lowest(&set)), p->winner) & theirs;
        if (!front) return;
        goals |= front;
    }
    if (!goals) return;
    theirs = pf_forward_left(theirs, p->winner ^ 1) | pf_forward_right(theirs, p->winner ^ 1);
    map_king(p->other_way, goals, (position->by_type[PF_PAWN] & ours) | theirs);
}
