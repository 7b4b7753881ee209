/* How a position looks to a plan: what the two ways of choosing a move (helpmate_choice.c from the list of legal moves,
 * helpmate_swift.c without one) know about it, and the parts of a score that they share. */
#ifndef PLYFORGE_HELPMATE_SIGHT_H
#define PLYFORGE_HELPMATE_SIGHT_H

#include <plyforge/attacks.h>
#include <plyforge/play.h>

#include "board/view.h"
#include "rules/helpmate_plan.h"

/* A number for each square; bits[i] holds bit i of all the numbers. */
typedef struct pf_counts {
    pf_bitboard bits[4];
} pf_counts;

typedef struct pf_sight {
    pf_bitboard zone, ring, flights; /* the squares around the loser's king, those that are not its own pieces', and
                                        those of them that it could go to */
    pf_bitboard attacked;            /* squares attacked by the winner, as if the loser's king were not there */
    pf_bitboard path;                /* the squares in front of the best pawn */
    pf_bitboard bait;                /* squares where a blocked pawn of the winner could capture */
    pf_bitboard occupied;
    pf_square king, pawn;     /* the loser's king, the winner's best pawn */
    pf_counts reach[PF_KING]; /* indexed by type, except pawns: the number of squares of interest that a piece of the
                                 side to move would attack from each square */
} pf_sight;

PF_PRIVATE void pf_look(pf_sight *sight, const pf_mate_plan *plan, const pf_position *position);

/* The squares that the pieces of a side attack, its king perhaps left out. */
PF_PRIVATE pf_bitboard pf_attacks_of(const pf_position *position, pf_colour colour, pf_bitboard occupied,
                                     bool with_king);

/* What pf_mate_plan_choose does for the first move to try, without a list of moves. If it finds a mate, it returns
 * true; if it finds none and chooses no move either, the choice must be made from the list. */
PF_PRIVATE bool pf_choose_swiftly(pf_mate_choice *choice, const pf_mate_plan *plan, const pf_position *position,
                                  const pf_sight *sight);

PF_TEMPLATE bool pf_is_in(pf_bitboard set, pf_square square)
{
    return set >> square & 1;
}

PF_TEMPLATE int pf_count_at(const pf_counts *c, pf_square square)
{
    return (int)((c->bits[0] >> square & 1) | (c->bits[1] >> square & 1) << 1 | (c->bits[2] >> square & 1) << 2 |
                 (c->bits[3] >> square & 1) << 3);
}

/* The score of taking a piece, of promoting to it, and so on, depends on this. */
PF_TEMPLATE int pf_worth(pf_piece_type type)
{
    static const int8_t worth[] = {1, 3, 3, 5, 9, 0, 0};
    return worth[type];
}

/* The origin of a piece. */
typedef struct pf_mate_origin {
    pf_square square;
    pf_piece_type type;
    int count;   /* the number of squares of interest that it attacks now, 0 for pawns and kings */
    int leaving; /* the part of the score of each quiet move that its square decides */
    bool plain;  /* whether pf_plain_score is right for its quiet moves */
} pf_mate_origin;

PF_TEMPLATE pf_mate_origin pf_mate_origin_of(const pf_mate_plan *p, const pf_sight *s, pf_square square,
                                             pf_piece_type type, bool ours)
{
    const pf_mate_weights *w = p->weights;
    pf_mate_origin o = {.square = square, .type = type};
    if (type == PF_PAWN || type == PF_KING) return o;
    o.plain = ours || p->block == PF_NO_SQUARE;
    if (ours ? w->ring : w->guard) o.count = pf_count_at(&s->reach[type], square);
    if (ours) {
        o.leaving = (pf_is_in(s->path, square) ? w->pawn : 0) - w->ring * o.count;
    } else {
        o.leaving = (pf_is_in(s->path, square) ? 2 * w->pawn : 0) + w->guard * o.count;
        if (pf_is_in(s->zone & ~s->attacked, square)) o.leaving -= w->flights;
    }
    return o;
}

/* The score of a quiet move of a piece other than a pawn or a king. */
PF_TEMPLATE int pf_plain_score(const pf_mate_plan *p, const pf_sight *s, const pf_mate_origin *o, pf_square to,
                               bool ours)
{
    const pf_mate_weights *w = p->weights;
    int count = (ours ? w->ring : w->guard) ? pf_count_at(&s->reach[o->type], to) : 0, path = pf_is_in(s->path, to);
    if (ours) return o->leaving + w->ring * count - w->pawn * path;
    return o->leaving - w->guard * count + w->flights * pf_is_in(s->flights, to) + w->corner * pf_is_in(s->bait, to) -
           2 * w->pawn * path;
}

/* The squares that are left to the loser's king when a piece other than a pawn moves to a square and checks from there.
 * Lines that the move opens are not seen. */
PF_TEMPLATE pf_bitboard pf_flights_left(const pf_sight *s, pf_piece_type type, pf_square from, pf_square to)
{
    pf_bitboard left = s->flights & ~pf_bit(to), occupied = s->occupied & ~pf_bit(s->king) & ~pf_bit(from);
    if (type == PF_KNIGHT) left &= ~pf_knight_attacks[to];
    if (left && (type == PF_BISHOP || type == PF_QUEEN)) left &= ~pf_bishop_attacks(to, occupied, PF_SLIDERS_MAGIC);
    if (left && (type == PF_ROOK || type == PF_QUEEN)) left &= ~pf_rook_attacks(to, occupied, PF_SLIDERS_MAGIC);
    return left;
}

/* Whether a legal move mates. */
PF_TEMPLATE bool pf_move_mates(const pf_position *position, pf_move move)
{
    pf_position child = *position;
    pf_position_play_unchecked(&child, move);
    return !pf_any_legal(&child) && pf_position_checkers(&child);
}

#endif
