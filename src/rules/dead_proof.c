/* A proof without search that a side can never mate: which squares can each piece ever reach, and could it mate from
 * there?
 *
 * For every piece the set of squares that it can ever stand on is overestimated: a set may be too large, never too
 * small. It grows from "no piece can move or be captured" by these rules until no rule adds anything.
 *
 *   A square may be empty if it is empty now, or if the piece on it can move or be captured.
 *   A piece may move from a square it can stand on to a square it attacks from there, over squares that may be empty,
 *   if the target may be empty or an enemy piece can stand on it; that enemy piece can then be captured.
 *   A king cannot enter a square attacked by an enemy piece that can neither move nor be captured.
 *   A pawn moves forward to squares that may be empty, and captures, en passant too, where an enemy piece can stand.
 *   Two pawns that face each other on a file never pass: a pawn that stays on its file stays in front of every enemy
 *   pawn ahead of it that stays on the file too and cannot be captured.
 *
 * Every rule is monotonic: larger sets never allow less. So there is one smallest solution, and by induction over the
 * moves of any legal game it contains each of its moves: a path square that is empty in the game was empty at the start
 * or has lost its piece, and so on. Squares outside these sets are never reached.
 *
 * If the sets confine the pawns to their walls and the kings behind them, mate is then excluded square by square: for
 * each square that the losing king can stand on and be attacked on, and each square of the other king, there must be a
 * flight square that no piece could ever attack or block. */
#include <plyforge/attacks.h>

#include "board/view.h"
#include "rules/dead.h"

typedef struct piece {
    pf_bitboard reach; /* the squares that it can ever reach */
    uint8_t home;      /* its present square */
    uint8_t type;
    uint8_t colour;
    bool taken; /* whether it can ever be taken */
} piece;

typedef struct picture {
    piece pieces[32];
    unsigned count;
    pf_bitboard maybe_empty;
    pf_bitboard maybe_there[2]; /* squares where a piece of this side, the king aside, can stand */
    pf_bitboard guarded[2];     /* squares attacked by pieces of this side that can neither move nor be captured */
    pf_square ep_square;
    bool promotes; /* a pawn can promote: the proof does not apply */
} picture;

static bool stays(const piece *p)
{
    return p->reach == pf_bit(p->home) && !p->taken;
}

static void draw(picture *view, const pf_position *position)
{
    view->count = 0;
    view->ep_square = position->ep_square;
    view->promotes = false;
    for (pf_bitboard set = pf_position_occupied(position); set;) {
        pf_square square = pf_pop_lowest(&set);
        piece *p = &view->pieces[view->count++];
        p->home = (uint8_t)square;
        p->type = (uint8_t)pf_type_at(position, square);
        p->colour = position->by_colour[PF_BLACK] >> square & 1;
        p->reach = pf_bit(square);
        p->taken = false;
    }
}

/* Derives the sets of each side from the sets of the pieces. */
static void look_around(picture *view)
{
    view->maybe_empty = ~UINT64_C(0);
    view->maybe_there[PF_WHITE] = view->maybe_there[PF_BLACK] = 0;
    view->guarded[PF_WHITE] = view->guarded[PF_BLACK] = 0;
    for (unsigned i = 0; i < view->count; i++) {
        const piece *p = &view->pieces[i];
        if (p->type != PF_KING) view->maybe_there[p->colour] |= p->reach;
        if (!stays(p)) continue;
        view->maybe_empty &= ~pf_bit(p->home);
        /* On a full board a slider attacks only its neighbours: those it attacks on any board. */
        view->guarded[p->colour] |= pf_attacks(p->colour, p->type, p->home, ~UINT64_C(0));
    }
}

/* The enemy pieces that can be on one of these squares can be taken. */
static void take(picture *view, pf_colour them, pf_bitboard squares)
{
    for (unsigned i = 0; i < view->count; i++) {
        piece *p = &view->pieces[i];
        if (p->colour == them && p->type != PF_KING && (p->reach & squares)) p->taken = true;
    }
}

/* For en passant from square to target: is there an enemy pawn that has made, or could make, the double step? */
static bool may_take_en_passant(picture *view, pf_colour us, pf_square target)
{
    pf_bitboard landing = pf_forward(pf_bit(target), us ^ 1);
    pf_bitboard origin = pf_forward(pf_bit(target), us);
    bool possible = false;
    for (unsigned i = 0; i < view->count; i++) {
        piece *p = &view->pieces[i];
        if (p->colour == us || p->type != PF_PAWN || !(p->reach & landing)) continue;
        if (!(p->reach & origin) && target != view->ep_square) continue;
        p->taken = true;
        possible = true;
    }
    return possible;
}

static bool stays_on_file(const piece *pawn)
{
    return !(pawn->reach & ~(PF_FILE_A << (pawn->home & 7)));
}

/* The squares on its file that a pawn cannot step to because an enemy pawn that it faces never leaves them: the square
 * of that pawn and all squares behind it. */
static pf_bitboard beyond_facing_pawns(const picture *view, const piece *pawn)
{
    pf_bitboard beyond = 0, ahead = pf_bitboard_front_span(pf_bit(pawn->home), pawn->colour);
    if (!stays_on_file(pawn)) return 0;
    for (unsigned i = 0; i < view->count; i++) {
        const piece *p = &view->pieces[i];
        if (p->colour == pawn->colour || p->type != PF_PAWN || p->taken || !stays_on_file(p)) continue;
        if (ahead & pf_bit(p->home)) beyond |= pf_bit(p->home) | pf_bitboard_front_span(pf_bit(p->home), pawn->colour);
    }
    return beyond;
}

static pf_bitboard pawn_targets(picture *view, const piece *p, pf_square from)
{
    pf_colour us = p->colour;
    pf_bitboard empty = view->maybe_empty & ~beyond_facing_pawns(view, p);
    pf_bitboard step = pf_forward(pf_bit(from), us) & empty;
    pf_bitboard targets = step;
    if (pf_bit(from) & pf_relative_rank(1, us)) targets |= pf_forward(step, us) & empty;
    pf_bitboard captures = pf_pawn_attacks[us][from];
    targets |= captures & view->maybe_there[us ^ 1];
    for (pf_bitboard set = captures & pf_relative_rank(5, us); set;) {
        pf_square target = pf_pop_lowest(&set);
        if (may_take_en_passant(view, us, target)) targets |= pf_bit(target);
    }
    take(view, us ^ 1, captures & view->maybe_there[us ^ 1]);
    if (targets & pf_relative_rank(7, us)) view->promotes = true;
    return targets;
}

static pf_bitboard piece_targets(picture *view, const piece *p, pf_square from)
{
    pf_colour us = p->colour;
    pf_bitboard targets = pf_attacks(us, p->type, from, ~view->maybe_empty);
    targets &= view->maybe_empty | view->maybe_there[us ^ 1];
    if (p->type == PF_KING) targets &= ~view->guarded[us ^ 1];
    take(view, us ^ 1, targets & view->maybe_there[us ^ 1]);
    return targets;
}

/* Applies every rule once; returns whether anything was added. */
static bool spread(picture *view)
{
    bool grown = false;
    look_around(view);
    for (unsigned i = 0; i < view->count; i++) {
        piece *p = &view->pieces[i];
        pf_bitboard targets = 0;
        for (pf_bitboard set = p->reach; set;) {
            pf_square from = pf_pop_lowest(&set);
            targets |= p->type == PF_PAWN ? pawn_targets(view, p, from) : piece_targets(view, p, from);
        }
        if (targets & ~p->reach) grown = true;
        p->reach |= targets;
    }
    return grown;
}

/* How many pieces can be captured. The rules are applied again while this number grows, even if no set of squares has
 * grown: a piece that can be captured may leave its square empty. */
static unsigned count_taken(const picture *view)
{
    unsigned count = 0;
    for (unsigned i = 0; i < view->count; i++) count += view->pieces[i].taken;
    return count;
}

static const piece *find_king(const picture *view, pf_colour colour)
{
    const piece *king = view->pieces;
    while (king->type != PF_KING || king->colour != colour) king++;
    return king;
}

/* Whether the loser has enough movable pieces to occupy all of these squares at once. */
static bool could_block(const picture *view, pf_colour loser, pf_bitboard squares)
{
    unsigned blockers = 0;
    for (unsigned i = 0; i < view->count; i++) {
        const piece *p = &view->pieces[i];
        if (p->colour == loser && p->type != PF_KING && !stays(p) && (p->reach & squares)) blockers++;
    }
    return blockers >= pf_popcount(squares);
}

/* Whether the winner may be able to mate. */
static bool could_mate(const picture *view, pf_colour winner)
{
    pf_colour loser = winner ^ 1;
    pf_bitboard attacked = 0; /* squares attacked by any piece except the king */
    pf_bitboard walls = 0;    /* squares where pieces of the loser stand that can neither move nor be captured */
    for (unsigned i = 0; i < view->count; i++) {
        const piece *p = &view->pieces[i];
        if (p->colour == loser && p->type != PF_KING && stays(p)) walls |= pf_bit(p->home);
        if (p->colour == loser || p->type == PF_KING) continue;
        for (pf_bitboard set = p->reach; set;)
            attacked |= pf_attacks(p->colour, p->type, pf_pop_lowest(&set), ~view->maybe_empty);
    }
    for (pf_bitboard mated = find_king(view, loser)->reach & attacked; mated;) {
        pf_square square = pf_pop_lowest(&mated);
        pf_bitboard around = pf_king_attacks[square];
        for (pf_bitboard kings = find_king(view, winner)->reach & ~around & ~pf_bit(square); kings;) {
            pf_bitboard flights = around & ~pf_king_attacks[pf_pop_lowest(&kings)] & ~attacked & ~walls;
            if (could_block(view, loser, flights)) return true;
        }
    }
    return false;
}

bool pf_is_provably_unwinnable(const pf_position *position, pf_colour winner)
{
    if (!pf_position_can_win(position, winner)) return true;
    if (position->castling) return false; /* castling is not among the rules above */

    picture view;
    draw(&view, position);
    for (;;) {
        unsigned taken = count_taken(&view);
        bool grown = spread(&view);
        if (view.promotes) return false;
        if (!grown && count_taken(&view) == taken) break;
    }
    return !could_mate(&view, winner);
}
