/* Whether a side can still win. First come the proofs that need no search, then a best-first search for a mate through
 * the reachable positions. If it finds one, the position is not dead. If it exhausts all positions, the position is
 * dead. If it runs out of memory, the answer is unknown.
 *
 * For "dead" to be exact, the search must never mistake a new position for one that it has seen: positions are stored
 * whole (packed, 24 bytes), and keys only select the bucket. */
#include <plyforge/attacks.h>
#include <plyforge/moves.h>
#include <plyforge/packed.h>
#include <plyforge/play.h>

#include "board/view.h"
#include "rules/dead.h"

typedef struct node {
    pf_packed packed;
    uint32_t next;  /* the next node with the same score */
    uint32_t older; /* the next node in the same bucket */
} node;

_Static_assert(sizeof(node) + sizeof(uint32_t) == PF_DEAD_BYTES_PER_NODE, "the header promises the size of a node");

#define NO_NODE UINT32_MAX

enum { PROMISES = 160 }; /* the number of scores; 0 is the best */

typedef struct search {
    node *nodes;
    uint32_t *buckets;
    uint32_t capacity, size;
    uint32_t first[PROMISES]; /* one stack for each score */
    unsigned best;            /* all stacks before this one are empty */
    pf_colour winner;         /* the side that mates */
    bool either;              /* whether a mate by the other side counts too */
} search;

static bool begin(search *s, uint32_t budget, void *scratch, size_t size)
{
    size_t skip = (0 - (uintptr_t)scratch) % _Alignof(node);
    if (!scratch || size < skip) return false;
    size_t capacity = (size - skip) / (sizeof(node) + sizeof(uint32_t));
    if (capacity > budget) capacity = budget;
    if (capacity == 0) return false;
    s->nodes = (node *)(void *)((unsigned char *)scratch + skip);
    s->buckets = (uint32_t *)(void *)(s->nodes + capacity);
    s->capacity = (uint32_t)capacity;
    return true;
}

static void clear(search *s)
{
    s->size = 0;
    s->best = PROMISES;
    for (uint32_t i = 0; i < s->capacity; i++) s->buckets[i] = NO_NODE;
    for (unsigned i = 0; i < PROMISES; i++) s->first[i] = NO_NODE;
}

static unsigned distance(pf_square a, pf_square b)
{
    unsigned files = pf_square_file(a) > pf_square_file(b) ? (a & 7) - (b & 7) : (b & 7) - (a & 7);
    unsigned ranks = a >> 3 > b >> 3 ? (a >> 3) - (b >> 3) : (b >> 3) - (a >> 3);
    return files > ranks ? files : ranks;
}

/* A heuristic distance from a mate by winner, which only orders the search. Good signs are an enemy king in a corner
 * with few squares, the other king near it, and material that can mate. */
static unsigned guess_distance(const pf_position *position, pf_colour winner)
{
    pf_colour loser = winner ^ 1;
    pf_square king = pf_king_square(position, loser);
    pf_bitboard ours = position->by_colour[winner];
    pf_bitboard occupied = pf_position_occupied(position) & ~pf_bit(king);

    unsigned flights = 0;
    for (pf_bitboard set = pf_king_attacks[king] & ~position->by_colour[loser]; set;)
        flights += !(pf_attackers_to(position, pf_pop_lowest(&set), occupied, PF_SLIDERS_MAGIC) & ours);

    unsigned file = pf_square_file(king), rank = pf_square_rank(king);
    unsigned side = file < 4 ? file : 7 - file, end = rank < 4 ? rank : 7 - rank;
    unsigned kings = distance(king, pf_king_square(position, winner));
    unsigned guess = 2 * flights + side + end + 2 * (side < end ? side : end) + 2 * (kings > 2 ? kings - 2 : 0);

    /* Material that can mate is a heavy piece or a pawn that may promote. With it, fewer defenders are better; with
     * minor pieces alone, the loser's own pieces must block the king's squares. */
    bool heavy = ours & (position->by_type[PF_QUEEN] | position->by_type[PF_ROOK]);
    pf_bitboard pawns = ours & position->by_type[PF_PAWN];
    if (!heavy) guess += 8;
    if (!heavy && pawns) {
        unsigned way = winner == PF_WHITE ? 7 - pf_highest(pawns) / 8 : pf_lowest(pawns) / 8;
        guess += 4 * way;
    }
    if (heavy || pawns) guess += 4 * pf_popcount(position->by_colour[loser]);
    return guess;
}

static void put(search *s, const pf_position *position, uint32_t index)
{
    unsigned promise = guess_distance(position, s->winner);
    if (promise >= PROMISES) promise = PROMISES - 1;
    s->nodes[index].next = s->first[promise];
    s->first[promise] = index;
    if (promise < s->best) s->best = promise;
}

static uint32_t take(search *s)
{
    while (s->best < PROMISES && s->first[s->best] == NO_NODE) s->best++;
    if (s->best == PROMISES) return NO_NODE;
    uint32_t index = s->first[s->best];
    s->first[s->best] = s->nodes[index].next;
    return index;
}

static bool same(const pf_packed *a, const pf_packed *b)
{
    uint64_t x[3], y[3];
    pf_memcpy(x, a, sizeof x);
    pf_memcpy(y, b, sizeof y);
    return x[0] == y[0] && x[1] == y[1] && x[2] == y[2];
}

/* Stores the position for later if it is new. Returns false if there is no room. */
static bool store(search *s, pf_position *position)
{
    /* An en passant square without a legal capture is not part of the position's identity. */
    position->ep_square = (uint8_t)pf_position_ep_legal(position);
    pf_packed packed;
    pf_position_pack(&packed, position);
    uint32_t *bucket = &s->buckets[(position->key >> 32) * s->capacity >> 32];
    for (uint32_t i = *bucket; i != NO_NODE; i = s->nodes[i].older)
        if (same(&s->nodes[i].packed, &packed)) return true;
    if (s->size == s->capacity) return false;
    s->nodes[s->size].packed = packed;
    s->nodes[s->size].older = *bucket;
    *bucket = s->size;
    put(s, position, s->size++);
    return true;
}

/* Whether the search must expand this position: a side whose mate counts still has the material to win. */
static bool matters(const search *s, const pf_position *position)
{
    return pf_position_can_win(position, s->winner) || (s->either && pf_position_can_win(position, s->winner ^ 1));
}

/* NO: a mate was found. YES: there is none. UNKNOWN: out of room. */
static pf_verdict run(search *s, const pf_position *start)
{
    pf_position position = *start;
    clear(s);
    if (!store(s, &position)) return PF_VERDICT_UNKNOWN;
    for (uint32_t index; (index = take(s)) != NO_NODE;) {
        const pf_accept any = PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960;
        if (pf_position_unpack(&position, &s->nodes[index].packed, any, NULL) != PF_OK) return PF_VERDICT_UNKNOWN;
        pf_move_list list;
        pf_generate_legal(&position, &list);
        if (list.size == 0 && pf_position_checkers(&position) && (s->either || position.turn != s->winner))
            return PF_VERDICT_NO; /* the position itself is mate */
        for (uint32_t i = 0; i < list.size; i++) {
            pf_position child = position;
            pf_position_play_unchecked(&child, list.moves[i]);
            if (!pf_any_legal(&child)) {
                if (pf_position_checkers(&child) && (s->either || position.turn == s->winner)) return PF_VERDICT_NO;
                continue;
            }
            if (matters(s, &child) && !store(s, &child)) return PF_VERDICT_UNKNOWN;
        }
    }
    return PF_VERDICT_YES;
}

pf_verdict pf_position_is_unwinnable(const pf_position *position, pf_colour colour, uint32_t node_budget, void *scratch,
                                     size_t size)
{
    search s;
    colour &= 1;
    if (pf_is_provably_unwinnable(position, colour)) return PF_VERDICT_YES;
    if (!begin(&s, node_budget, scratch, size)) return PF_VERDICT_UNKNOWN;
    s.winner = colour;
    s.either = false;
    return run(&s, position);
}

pf_verdict pf_position_is_dead(const pf_position *position, uint32_t node_budget, void *scratch, size_t size)
{
    search s;
    bool lost[2] = {pf_is_provably_unwinnable(position, PF_WHITE), pf_is_provably_unwinnable(position, PF_BLACK)};
    if (lost[PF_WHITE] && lost[PF_BLACK]) return PF_VERDICT_YES;
    if (!begin(&s, node_budget, scratch, size)) return PF_VERDICT_UNKNOWN;

    /* Each side's mate gets half of the budget, unless one side is known to have none. */
    uint32_t whole = s.capacity;
    pf_verdict verdict = PF_VERDICT_UNKNOWN;
    s.either = !lost[PF_WHITE] && !lost[PF_BLACK];
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK && verdict == PF_VERDICT_UNKNOWN; colour++) {
        if (lost[colour]) continue;
        s.winner = colour;
        s.capacity = s.either && colour == PF_WHITE ? (whole + 1) / 2 : whole;
        verdict = run(&s, position);
    }
    return verdict;
}
