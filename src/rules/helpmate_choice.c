/* Which move serves a plan best. */
#include <plyforge/attacks.h>
#include <plyforge/play.h>

#include "board/view.h"
#include "moves/gives_check.h"
#include "rules/helpmate_plan.h"

enum {
    TRIES = 4,     /* the number of moves that are tried in a position */
    MIDDLE = 8192, /* larger than the absolute value of any negative score */
    OUT_OF_REACH = 60
};

static pf_bitboard attacks_of(const pf_position *position, pf_colour colour, pf_bitboard occupied)
{
    pf_bitboard own = position->by_colour[colour];
    pf_bitboard pawns = position->by_type[PF_PAWN] & own;
    pf_bitboard all = pf_forward_left(pawns, colour) | pf_forward_right(pawns, colour);
    for (pf_bitboard set = position->by_type[PF_KNIGHT] & own; set;) all |= pf_knight_attacks[pf_pop_lowest(&set)];
    for (pf_bitboard set = pf_bishops_and_queens(position, colour); set;)
        all |= pf_bishop_attacks(pf_pop_lowest(&set), occupied, PF_SLIDERS_MAGIC);
    for (pf_bitboard set = pf_rooks_and_queens(position, colour); set;)
        all |= pf_rook_attacks(pf_pop_lowest(&set), occupied, PF_SLIDERS_MAGIC);
    return all | pf_king_attacks[pf_king_square(position, colour)];
}

static bool is_mate(const pf_position *position)
{
    return !pf_any_legal(position) && pf_position_checkers(position);
}

/* A number for each square; bits[i] holds bit i of all the numbers. */
typedef struct counts {
    pf_bitboard bits[4];
} counts;

typedef struct sight {
    pf_bitboard zone, ring, flights; /* the squares around the loser's king, and those of them it could go to */
    pf_bitboard attacked;            /* squares attacked by the winner */
    pf_bitboard path;                /* the squares in front of the best pawn */
    pf_bitboard bait;                /* squares where a blocked pawn of the winner could capture */
    pf_square king, pawn;
    pf_bitboard occupied;
    counts reach[PF_KING]; /* indexed by type, except pawns: the number of squares of interest that a piece would attack
                              from each square */
} sight;

/* The origin of a piece. */
typedef struct origin {
    pf_square square;
    pf_piece_type type;
    int count; /* the number of squares of interest that it attacks now, 0 for pawns and kings */
} origin;

/* Adds 1 << bit for each square of the set. */
PF_TEMPLATE void add(counts *c, pf_bitboard set, unsigned bit)
{
    for (unsigned i = bit; i < 4; i++) {
        pf_bitboard carry = c->bits[i] & set;
        c->bits[i] ^= set;
        set = carry;
    }
}

PF_TEMPLATE int count_at(const counts *c, pf_square square)
{
    return (int)((c->bits[0] >> square & 1) | (c->bits[1] >> square & 1) << 1 | (c->bits[2] >> square & 1) << 2 |
                 (c->bits[3] >> square & 1) << 3);
}

/* The squares of the set count double if they are in twice. */
static void count_attacks(sight *s, const pf_position *position, pf_colour side, pf_bitboard set, pf_bitboard twice)
{
    pf_bitboard occupied = s->occupied & ~pf_bit(s->king);
    bool diagonal = pf_bishops_and_queens(position, side), straight = pf_rooks_and_queens(position, side);
    pf_memset(s->reach, 0, sizeof s->reach);
    while (set) {
        unsigned bit = (set & (0 - set) & twice) != 0;
        pf_square square = pf_pop_lowest(&set);
        if (diagonal) add(&s->reach[PF_BISHOP], pf_bishop_attacks(square, occupied, PF_SLIDERS_MAGIC), bit);
        if (straight) add(&s->reach[PF_ROOK], pf_rook_attacks(square, occupied, PF_SLIDERS_MAGIC), bit);
        add(&s->reach[PF_KNIGHT], pf_knight_attacks[square], bit);
    }
    if (!(position->by_type[PF_QUEEN] & position->by_colour[side])) return;
    s->reach[PF_QUEEN] = s->reach[PF_BISHOP];
    for (unsigned i = 0; i < 4; i++) add(&s->reach[PF_QUEEN], s->reach[PF_ROOK].bits[i], i);
}

static void look(sight *s, const pf_mate_plan *p, const pf_position *position)
{
    pf_colour winner = p->winner, loser = winner ^ 1;
    s->king = pf_king_square(position, loser);
    s->occupied = pf_position_occupied(position);
    s->attacked = attacks_of(position, winner, s->occupied & ~pf_bit(s->king));
    s->zone = pf_king_attacks[s->king];
    s->ring = pf_king_attacks[s->king] & ~position->by_colour[loser];
    s->flights = s->ring & ~s->attacked;
    s->pawn = PF_NO_SQUARE;
    s->path = s->bait = 0;
    if (!p->weights->pawn) return;
    if (p->weights->corner) {
        pf_bitboard pawns = position->by_type[PF_PAWN], ours = pawns & position->by_colour[winner];
        if (!(ours & ~pf_bitboard_front_span(pawns & ~ours, loser))) s->bait = pf_bitboard_pawn_attacks(ours, winner);
    }
    unsigned best = OUT_OF_REACH;
    for (pf_bitboard set = position->by_type[PF_PAWN] & position->by_colour[winner]; set;) {
        pf_square square = pf_pop_lowest(&set);
        if (p->pawn_way[square] < best) best = p->pawn_way[square], s->pawn = square;
    }
    if (s->pawn != PF_NO_SQUARE) s->path = pf_bitboard_front_span(pf_bit(s->pawn), winner);
}

static int value(pf_piece_type type)
{
    static const int8_t values[] = {1, 3, 3, 5, 9, 0, 0};
    return values[type];
}

PF_TEMPLATE int score_winner(const pf_mate_plan *p, const pf_position *position, const sight *s, const origin *o,
                             pf_move move)
{
    const pf_mate_weights *w = p->weights;
    pf_square from = o->square, to = pf_move_to(move);
    pf_piece_type type = o->type;
    int score = 0;
    if (pf_move_kind_of(move) == PF_MOVE_PROMOTION) score += 4 * value(pf_move_promotion(move)) * (w->pawn + 1);
    if (pf_move_kind_of(move) == PF_MOVE_CASTLING) return 0;
    if (s->occupied & pf_bit(to)) score += w->capture * (1 + value(pf_type_at(position, to)));
    if (type == PF_KING) return score + w->other * (p->other_way[from] - p->other_way[to]);
    if (type == PF_PAWN) {
        int gain = p->pawn_way[from] - p->pawn_way[to];
        score += from == s->pawn ? w->pawn * gain : w->pawn * gain / 4;
        if (w->ring)
            score += w->ring * (int)(pf_popcount(pf_pawn_attacks[p->winner][to] & s->ring) -
                                     pf_popcount(pf_pawn_attacks[p->winner][from] & s->ring));
        return score;
    }
    if (w->ring) score += w->ring * (count_at(&s->reach[type], to) - o->count);
    if ((s->path & pf_bit(from))) score += w->pawn;
    if ((s->path & pf_bit(to))) score -= w->pawn;
    return score;
}

PF_TEMPLATE int score_loser(const pf_mate_plan *p, const pf_position *position, const sight *s, const origin *o,
                            pf_move move)
{
    const pf_mate_weights *w = p->weights;
    pf_square from = o->square, to = pf_move_to(move);
    pf_piece_type type = o->type;
    int score = 0;
    if (pf_move_kind_of(move) == PF_MOVE_CASTLING) return -2;
    if (p->opening && ((s->occupied & pf_bit(to)) || pf_move_kind_of(move) == PF_MOVE_PROMOTION)) score += 30;
    if (w->opens && type == PF_PAWN) score += w->corner;
    if (s->occupied & pf_bit(to)) score -= 3 * (1 + value(pf_type_at(position, to)));
    if (type == PF_KING) {
        pf_bitboard open = pf_king_attacks[to] & ~position->by_colour[p->winner ^ 1] & ~s->attacked;
        score += w->flights * ((int)pf_popcount(s->flights) - (int)pf_popcount(open));
        return score + w->king * (p->king_way[from] - p->king_way[to]);
    }
    if (type != PF_PAWN && (s->bait & pf_bit(to))) score += w->corner;
    if (p->block != PF_NO_SQUARE) {
        pf_bitboard blocker = position->by_type[PF_PAWN] | position->by_type[PF_KNIGHT] | position->by_type[PF_BISHOP];
        bool blocked = blocker & position->by_colour[p->winner ^ 1] & pf_bit(p->block);
        bool minor = type == PF_KNIGHT || type == PF_BISHOP;
        if (blocked && from == p->block) score -= 4 * w->corner;
        if (!blocked && type == PF_PAWN && pf_move_kind_of(move) != PF_MOVE_PROMOTION)
            score += w->corner * (p->block_pawn[from] - p->block_pawn[to]);
        if (!blocked && pf_move_kind_of(move) == PF_MOVE_PROMOTION)
            score += pf_move_promotion(move) == PF_KNIGHT || pf_move_promotion(move) == PF_BISHOP ? 2 * w->corner : -20;
        if (!blocked && type == PF_KNIGHT) score += w->corner * (p->block_knight[from] - p->block_knight[to]);
        if (!blocked && minor && to == p->block) score += 2 * w->corner;
    } else if (pf_move_kind_of(move) == PF_MOVE_PROMOTION)
        score -= 2 * value(pf_move_promotion(move));
    if (w->guard && type != PF_PAWN) score += w->guard * (o->count - count_at(&s->reach[type], to));
    if (pf_bit(to) & s->flights) score += w->flights;
    if ((pf_bit(from) & pf_king_attacks[s->king]) && !(pf_bit(from) & s->attacked)) score -= w->flights;
    if (s->path & pf_bit(from)) score += 2 * w->pawn;
    if (s->path & pf_bit(to)) score -= 2 * w->pawn;
    return score;
}

/* Whether a piece that moves to a square and checks from there leaves the king no square to go to. Lines that the move
 * opens are not seen. */
static bool covers(const sight *s, pf_piece_type type, pf_square from, pf_square to)
{
    pf_bitboard left = s->flights & ~pf_bit(to), occupied = s->occupied & ~pf_bit(s->king) & ~pf_bit(from);
    if (type == PF_KNIGHT) left &= ~pf_knight_attacks[to];
    if (left && (type == PF_BISHOP || type == PF_QUEEN)) left &= ~pf_bishop_attacks(to, occupied, PF_SLIDERS_MAGIC);
    if (left && (type == PF_ROOK || type == PF_QUEEN)) left &= ~pf_rook_attacks(to, occupied, PF_SLIDERS_MAGIC);
    return !left || type == PF_PAWN;
}

/* A move of the list that mates, or PF_NO_MOVE. A few mates by discovered lines are missed. */
static pf_move find_mate(const sight *s, const pf_position *position, const pf_move_list *list)
{
    pf_bitboard diagonal = pf_bishop_attacks(s->king, s->occupied, PF_SLIDERS_MAGIC);
    pf_bitboard straight = pf_rook_attacks(s->king, s->occupied, PF_SLIDERS_MAGIC);
    pf_bitboard checks[6] = {pf_pawn_attacks[position->turn ^ 1][s->king],
                             pf_knight_attacks[s->king],
                             diagonal,
                             straight,
                             diagonal | straight,
                             0};
    pf_bitboard any = diagonal | straight | checks[PF_KNIGHT] | checks[PF_PAWN];
    pf_bitboard discoverers = pf_position_discovered_check_candidates(position, position->turn);
    for (uint32_t i = 0; i < list->size; i++) {
        pf_move move = list->moves[i];
        pf_square from = pf_move_from(move), to = pf_move_to(move);
        if (pf_move_kind_of(move) == PF_MOVE_NORMAL) {
            if (!((any >> to | discoverers >> from) & 1)) continue;
            pf_piece_type type = pf_type_at(position, from);
            if (!(discoverers >> from & 1) && (!(checks[type] >> to & 1) || !covers(s, type, from, to))) continue;
        } else {
            pf_new_checkers found = pf_new_checkers_of(position, move);
            if (!(found.direct | found.discovered)) continue;
        }
        pf_position child = *position;
        pf_position_play_unchecked(&child, move);
        if (is_mate(&child)) return move;
    }
    return PF_NO_MOVE;
}

bool pf_mate_plan_choose(pf_mate_choice *choice, const pf_mate_plan *p, const pf_position *position)
{
    pf_move_list list;
    bool ours = position->turn == p->winner, first = choice->tried++ == 0;
    choice->move = PF_NO_MOVE;
    if (!pf_generate_legal(position, &list)) return !ours && pf_position_checkers(position);
    sight s;
    look(&s, p, position);
    if (ours && first && (choice->move = find_mate(&s, position, &list)) != PF_NO_MOVE) return true;
    if (ours && p->weights->ring)
        count_attacks(&s, position, p->winner, s.ring, s.flights);
    else if (!ours && p->weights->guard)
        count_attacks(&s, position, p->winner ^ 1, s.zone, 0);

    uint64_t noise = (position->key ^ p->seed) * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t chance = (1u << p->weights->chance) - 1, best = 0;
    bool counted = ours ? p->weights->ring : p->weights->guard;
    origin o = {.square = PF_NO_SQUARE};
    for (uint32_t i = 0; i < list.size; i++) {
        pf_move move = list.moves[i];
        if (pf_move_from(move) != o.square) {
            o.square = pf_move_from(move);
            o.type = pf_type_at(position, o.square);
            o.count = counted && o.type != PF_PAWN && o.type != PF_KING ? count_at(&s.reach[o.type], o.square) : 0;
        }
        int score = ours ? score_winner(p, position, &s, &o, move) : score_loser(p, position, &s, &o, move);
        uint32_t value = (uint32_t)(score + MIDDLE) * 8 + ((uint32_t)(noise >> (move * 13 & 63)) & chance);
        value = value << 10 | i; /* no two are equal */
        if ((first || value < choice->value) && value > best) best = value;
    }
    choice->value = best;
    if (best && choice->tried <= TRIES) choice->move = list.moves[best & 1023];
    return false;
}
