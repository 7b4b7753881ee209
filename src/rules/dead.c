/* Whether a side can still win. The material is examined first. Then a search by plan (helpmate.c) finds a mate in
 * nearly every position from real games. If it does not, the proof that needs no search (dead_proof.c) follows, then a
 * best-first search for a mate through the reachable positions. If that finds one, the position is not dead. If it
 * exhausts all positions, the position is dead. If it runs out of memory, the answer is unknown.
 *
 * For "dead" to be exact, the search must never mistake a new position for one that it has seen: positions are stored
 * whole (packed, 24 bytes), and keys only select the bucket. */
#include <plyforge/attacks.h>
#include <plyforge/moves.h>
#include <plyforge/packed.h>
#include <plyforge/play.h>

#include "board/view.h"
#include "entry/entry.h"
#include "rules/dead.h"
#include "rules/helpmate.h"
#include "rules/outcome.h"

typedef struct node {
    pf_packed packed;
    uint32_t next;  /* the next node with the same score */
    uint32_t older; /* the next node in the same bucket */
    uint32_t parent;
    uint16_t depth; /* half-moves from the start */
    pf_move move;   /* the move from the parent to this node */
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
    bool cut;                 /* whether a position was not expanded because its line is too long */
    uint32_t parent;          /* of the positions that are stored now, NO_NODE for the first */
} search;

/* Prepares a search through at most this many positions; false if the memory is too small even for one. */
static bool begin(search *s, const pf_search_room *room, uint32_t nodes)
{
    size_t capacity = room->size / (sizeof(node) + sizeof(uint32_t));
    if (capacity > nodes) capacity = nodes;
    if (capacity == 0) return false;
    s->nodes = room->memory;
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

/* A heuristic distance from a mate by winner, which only orders the search. Good signs are an enemy king confined to a
 * corner, the other king near it, and material that can mate. */
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

/* Stores the position after move for later if it is new. Returns false if there is no memory left. */
static bool store(search *s, pf_position *position, pf_move move)
{
    /* An en passant square without a legal capture is not part of the position's identity. */
    position->ep_square = (uint8_t)pf_position_ep_legal(position);
    pf_packed packed;
    pf_position_pack(&packed, position);
    uint32_t *bucket = &s->buckets[(position->key >> 32) * s->capacity >> 32];
    for (uint32_t i = *bucket; i != NO_NODE; i = s->nodes[i].older)
        if (same(&s->nodes[i].packed, &packed)) return true;
    if (s->size == s->capacity) return false;
    node *new = &s->nodes[s->size];
    new->packed = packed;
    new->older = *bucket;
    new->parent = s->parent;
    new->depth = s->parent == NO_NODE ? 0 : (uint16_t)(s->nodes[s->parent].depth + 1);
    new->move = move;
    *bucket = s->size;
    put(s, position, s->size++);
    return true;
}

/* Whether the search must expand this position: a side whose mate counts still has the material to win. */
static bool matters(const search *s, const pf_position *position)
{
    return pf_position_can_win(position, s->winner) || (s->either && pf_position_can_win(position, s->winner ^ 1));
}

/* Writes the moves that lead to a node, and one more unless it is 0. */
static void write_line(const search *s, uint32_t index, pf_move last, pf_helpmate *out)
{
    out->size = s->nodes[index].depth;
    for (uint32_t i = out->size; i-- > 0; index = s->nodes[index].parent) out->moves[i] = s->nodes[index].move;
    if (last) out->moves[out->size++] = last;
}

/* NO: a mate was found, and out has the line. YES: there is none. UNKNOWN: out of memory, or lines are too long. */
static pf_verdict run(search *s, const pf_position *start, pf_helpmate *out)
{
    pf_position position = *start;
    clear(s);
    s->parent = NO_NODE;
    s->cut = false;
    if (!store(s, &position, 0)) return PF_VERDICT_UNKNOWN;
    for (uint32_t index; (index = take(s)) != NO_NODE;) {
        const pf_accept any = PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960;
        if (pf_position_unpack(&position, &s->nodes[index].packed, any, NULL) != PF_OK) return PF_VERDICT_UNKNOWN;
        pf_move_list list;
        pf_generate_legal(&position, &list);
        s->parent = index;
        if (list.size == 0 && pf_position_checkers(&position) && (s->either || position.turn != s->winner)) {
            write_line(s, index, 0, out); /* the position itself is mate */
            return PF_VERDICT_NO;
        }
        if (s->nodes[index].depth + 1 >= PF_HELPMATE_CAPACITY) s->cut = true, list.size = 0;
        for (uint32_t i = 0; i < list.size; i++) {
            pf_position child = position;
            pf_position_play_unchecked(&child, list.moves[i]);
            if (!pf_any_legal(&child)) {
                if (!pf_position_checkers(&child) || !(s->either || position.turn == s->winner)) continue;
                write_line(s, index, list.moves[i], out);
                return PF_VERDICT_NO;
            }
            if (matters(s, &child) && !store(s, &child, list.moves[i])) return PF_VERDICT_UNKNOWN;
        }
    }
    return s->cut ? PF_VERDICT_UNKNOWN : PF_VERDICT_YES;
}

static pf_verdict settle(pf_helpmate *out, pf_verdict unwinnable, pf_win_reason reason)
{
    out->unwinnable = unwinnable;
    out->reason = reason;
    return unwinnable;
}

/* The memory from its first aligned byte on. */
static pf_search_room room_of(uint32_t node_budget, void *scratch, size_t size)
{
    size_t skip = (0 - (uintptr_t)scratch) % _Alignof(uint64_t);
    if (!scratch || size < skip) return (pf_search_room){.nodes = 0};
    return (pf_search_room){(unsigned char *)scratch + skip, size - skip, node_budget};
}

/* Settles a game that is over, or one that a line of legal moves decides; otherwise nothing is known beyond the
 * material. */
static pf_verdict find_variant_win(pf_helpmate *out, const pf_position *position, pf_colour colour,
                                   uint32_t node_budget)
{
    pf_result result = pf_board_outcome(position).result;
    pf_result won = colour == PF_WHITE ? PF_RESULT_WHITE_WINS : PF_RESULT_BLACK_WINS;
    if (result != PF_RESULT_UNDECIDED && result != won) return settle(out, PF_VERDICT_YES, PF_WIN_EXHAUSTED);
    if (pf_seek_variant_win(out, position, colour, node_budget)) return settle(out, PF_VERDICT_NO, PF_WIN_MATE);
    return settle(out, PF_VERDICT_UNKNOWN, PF_WIN_UNSETTLED);
}

/* Searches for a mate by winner, through at most this many positions. */
static pf_verdict exhaust(pf_helpmate *out, const pf_position *position, pf_colour winner, pf_search_room *room,
                          uint32_t nodes)
{
    search s = {.winner = winner};
    if (!begin(&s, room, nodes)) return PF_VERDICT_UNKNOWN;
    pf_verdict verdict = run(&s, position, out);
    out->nodes += s.size;
    room->nodes -= s.size;
    return verdict;
}

pf_verdict pf_position_find_helpmate(pf_helpmate *out, const pf_position *position, pf_colour colour,
                                     uint32_t node_budget, void *scratch, size_t size)
{
    colour &= 1;
    out->size = out->nodes = 0;
    if (!pf_position_can_win(position, colour)) return settle(out, PF_VERDICT_YES, PF_WIN_MATERIAL);
    if (PF_IS_VARIANT(position)) return find_variant_win(out, position, colour, node_budget);

    pf_search_room room = room_of(node_budget, scratch, size);
    if (pf_seek_helpmate(out, position, colour, &room, PF_EFFORT_QUICK)) return settle(out, PF_VERDICT_NO, PF_WIN_MATE);
    if (pf_is_provably_unwinnable(position, colour)) return settle(out, PF_VERDICT_YES, PF_WIN_WALL);
    if (pf_seek_helpmate(out, position, colour, &room, PF_EFFORT_THOROUGH))
        return settle(out, PF_VERDICT_NO, PF_WIN_MATE);
    /* If few positions can be reached, this settles it; otherwise the patient attempts come next. Both use a small part
     * of the budget. */
    pf_verdict verdict = exhaust(out, position, colour, &room, room.nodes / 64);
    if (verdict == PF_VERDICT_UNKNOWN) {
        pf_search_room part = {room.memory, room.size, room.nodes / 20};
        room.nodes -= part.nodes;
        if (pf_seek_helpmate(out, position, colour, &part, PF_EFFORT_PATIENT))
            return settle(out, PF_VERDICT_NO, PF_WIN_MATE);
        room.nodes += part.nodes;
        verdict = exhaust(out, position, colour, &room, room.nodes);
    }
    static const pf_win_reason reasons[] = {PF_WIN_UNSETTLED, PF_WIN_MATE, PF_WIN_EXHAUSTED};
    return settle(out, verdict, reasons[verdict]);
}

pf_verdict pf_position_is_unwinnable(const pf_position *position, pf_colour colour, uint32_t node_budget, void *scratch,
                                     size_t size)
{
    pf_helpmate helpmate;
    return pf_position_find_helpmate(&helpmate, position, colour, node_budget, scratch, size);
}

pf_outcome pf_position_timeout(const pf_position *position, pf_colour colour, uint32_t node_budget, void *scratch,
                               size_t size)
{
    pf_colour other = (colour & 1) ^ 1;
    pf_outcome outcome = pf_position_outcome(position, PF_POLICY_FIDE);
    if (outcome.result != PF_RESULT_UNDECIDED) return outcome;
    switch (pf_position_is_unwinnable(position, other, node_budget, scratch, size)) {
    case PF_VERDICT_YES: return pf_draw_by(PF_REASON_TIMEOUT);
    case PF_VERDICT_NO: return pf_won_by(other, PF_REASON_TIMEOUT);
    default: return (pf_outcome){PF_RESULT_UNDECIDED, PF_REASON_TIMEOUT};
    }
}

const char *pf_win_reason_text(pf_win_reason reason)
{
    static const char *const texts[] = {"", "mate", "material", "wall", "exhausted"};
    return (unsigned)reason < sizeof texts / sizeof *texts ? texts[reason] : "";
}

pf_verdict pf_position_is_dead(const pf_position *position, uint32_t node_budget, void *scratch, size_t size)
{
    search s;
    pf_helpmate line = {.nodes = 0}; /* the caller did not ask for it */
    if (PF_IS_VARIANT(position)) {
        pf_verdict white = pf_position_find_helpmate(&line, position, PF_WHITE, node_budget, scratch, size);
        if (white == PF_VERDICT_NO) return white;
        pf_verdict black = pf_position_find_helpmate(&line, position, PF_BLACK, node_budget, scratch, size);
        return black == PF_VERDICT_NO ? black : white == black ? white : PF_VERDICT_UNKNOWN;
    }
    pf_search_room room = room_of(node_budget, scratch, size);
    bool lost[2];
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
        lost[colour] = !pf_position_can_win(position, colour);
        if (!lost[colour] && pf_seek_helpmate(&line, position, colour, &room, PF_EFFORT_QUICK)) return PF_VERDICT_NO;
    }
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++)
        lost[colour] = lost[colour] || pf_is_provably_unwinnable(position, colour);
    if (lost[PF_WHITE] && lost[PF_BLACK]) return PF_VERDICT_YES;
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++)
        if (!lost[colour] && pf_seek_helpmate(&line, position, colour, &room, PF_EFFORT_THOROUGH)) return PF_VERDICT_NO;
    if (!begin(&s, &room, room.nodes)) return PF_VERDICT_UNKNOWN;

    /* Each side's mate gets half of the budget, unless one side is known to have none. */
    uint32_t whole = s.capacity;
    pf_verdict verdict = PF_VERDICT_UNKNOWN;
    s.either = !lost[PF_WHITE] && !lost[PF_BLACK];
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK && verdict == PF_VERDICT_UNKNOWN; colour++) {
        if (lost[colour]) continue;
        s.winner = colour;
        s.capacity = s.either && colour == PF_WHITE ? (whole + 1) / 2 : whole;
        verdict = run(&s, position, &line);
    }
    return verdict;
}
