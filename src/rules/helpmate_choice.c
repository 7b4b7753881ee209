/* Chooses the move that serves a plan best. */
#include "moves/gives_check.h"
#include "rules/helpmate_sight.h"

enum {
    TRIES = 4,    /* the number of moves that are tried in a position */
    MIDDLE = 8192 /* larger than the absolute value of any negative score */
};

/* The number of squares in a set of at most two. */
PF_TEMPLATE int count_two(pf_bitboard set)
{
    return (set != 0) + ((set & (set - 1)) != 0);
}

PF_TEMPLATE int score_winner(const pf_mate_plan *p, const pf_position *position, const pf_sight *s,
                             const pf_mate_origin *o, pf_move move)
{
    const pf_mate_weights *w = p->weights;
    pf_square from = o->square, to = pf_move_to(move);
    pf_piece_type type = o->type;
    int score = 0;
    if (pf_move_kind_of(move) == PF_MOVE_PROMOTION) score += 4 * pf_worth(pf_move_promotion(move)) * (w->pawn + 1);
    if (pf_move_kind_of(move) == PF_MOVE_CASTLING) return 0;
    if (s->occupied & pf_bit(to)) score += w->capture * (1 + pf_worth(pf_type_at(position, to)));
    if (type == PF_KING) return score + w->other * (p->other_way[from] - p->other_way[to]);
    if (type == PF_PAWN) {
        int gain = p->pawn_way[from] - p->pawn_way[to];
        score += from == s->pawn ? w->pawn * gain : w->pawn * gain / 4;
        if (w->ring)
            score += w->ring * (count_two(pf_pawn_attacks[p->winner][to] & s->ring) -
                                count_two(pf_pawn_attacks[p->winner][from] & s->ring));
        return score;
    }
    if (w->ring) score += w->ring * (pf_count_at(&s->reach[type], to) - o->count);
    if ((s->path & pf_bit(from))) score += w->pawn;
    if ((s->path & pf_bit(to))) score -= w->pawn;
    return score;
}

PF_TEMPLATE int score_loser(const pf_mate_plan *p, const pf_position *position, const pf_sight *s,
                            const pf_mate_origin *o, pf_move move)
{
    const pf_mate_weights *w = p->weights;
    pf_square from = o->square, to = pf_move_to(move);
    pf_piece_type type = o->type;
    int score = 0;
    if (pf_move_kind_of(move) == PF_MOVE_CASTLING) return -2;
    if (p->opening && ((s->occupied & pf_bit(to)) || pf_move_kind_of(move) == PF_MOVE_PROMOTION)) score += 30;
    if (w->opens && type == PF_PAWN) score += w->corner;
    if (s->occupied & pf_bit(to)) score -= 3 * (1 + pf_worth(pf_type_at(position, to)));
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
        score -= 2 * pf_worth(pf_move_promotion(move));
    if (w->guard && type != PF_PAWN) score += w->guard * (o->count - pf_count_at(&s->reach[type], to));
    if (pf_bit(to) & s->flights) score += w->flights;
    if ((pf_bit(from) & pf_king_attacks[s->king]) && !(pf_bit(from) & s->attacked)) score -= w->flights;
    if (s->path & pf_bit(from)) score += 2 * w->pawn;
    if (s->path & pf_bit(to)) score -= 2 * w->pawn;
    return score;
}

/* A move of the list that mates, or PF_NO_MOVE. A few mates by discovered lines are missed. */
static pf_move find_mate(const pf_sight *s, const pf_position *position, const pf_move_list *list)
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
            if (!(discoverers >> from & 1) &&
                (!(checks[type] >> to & 1) || (type != PF_PAWN && pf_flights_left(s, type, from, to))))
                continue;
        } else {
            pf_new_checkers found = pf_new_checkers_of(position, move);
            if (!(found.direct | found.discovered)) continue;
        }
        if (pf_move_mates(position, move)) return move;
    }
    return PF_NO_MOVE;
}

/* The best move of the list whose value is below a limit; 0 if there is none. The low ten bits are its index. */
PF_TEMPLATE uint32_t find_best(const pf_mate_plan *p, const pf_position *position, const pf_sight *s,
                               const pf_move_list *list, uint32_t limit, bool ours)
{
    uint64_t noise = (position->key ^ p->seed) * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t chance = (1u << p->weights->chance) - 1, best = 0;
    pf_mate_origin o = {.square = PF_NO_SQUARE};
    for (uint32_t i = 0; i < list->size; i++) {
        pf_move move = list->moves[i];
        pf_square from = pf_move_from(move);
        if (from != o.square) o = pf_mate_origin_of(p, s, from, pf_type_at(position, from), ours);
        int score;
        if (o.plain && !pf_is_in(s->occupied, pf_move_to(move)))
            score = pf_plain_score(p, s, &o, pf_move_to(move), ours);
        else
            score = ours ? score_winner(p, position, s, &o, move) : score_loser(p, position, s, &o, move);
        uint32_t value = (uint32_t)(score + MIDDLE) * 8 + ((uint32_t)(noise >> (move * 13 & 63)) & chance);
        value = value << 10 | i; /* no two are equal */
        if (value < limit && value > best) best = value;
    }
    return best;
}

static bool choose_from_list(pf_mate_choice *choice, const pf_mate_plan *p, const pf_position *position,
                             const pf_sight *s, uint32_t limit)
{
    pf_move_list list;
    bool ours = position->turn == p->winner;
    if (!pf_generate_legal(position, &list)) return !ours && pf_position_checkers(position);
    if (ours && choice->tried == 1 && (choice->move = find_mate(s, position, &list)) != PF_NO_MOVE) return true;
    choice->value = ours ? find_best(p, position, s, &list, limit, true)
                         : find_best(p, position, s, &list, limit, false);
    if (choice->value) choice->move = list.moves[choice->value & 1023];
    return false;
}

bool pf_mate_plan_choose(pf_mate_choice *choice, const pf_mate_plan *p, const pf_position *position)
{
    bool first = choice->tried++ == 0;
    choice->move = PF_NO_MOVE;
    if (choice->tried > TRIES) return false;
    pf_sight s;
    pf_look(&s, p, position);
    if (first && p->weights->swift && p->block == PF_NO_SQUARE && !p->opening) {
        if (pf_choose_swiftly(choice, p, position, &s)) return true;
        if (choice->move != PF_NO_MOVE) return false;
    }
    return choose_from_list(choice, p, position, &s, first ? UINT32_MAX : choice->value);
}
