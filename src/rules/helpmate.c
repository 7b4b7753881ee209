/* A search for a mate with the help of the other side that follows a plan. It searches depth first: in each position it
 * tries the few moves that serve the plan best, never visits a position twice in one attempt, and after a number of
 * positions gives up and tries another plan. */
#include "rules/helpmate.h"

#include <plyforge/attacks.h>
#include <plyforge/moves.h>
#include <plyforge/play.h>

#include "board/bits.h"
#include "rules/helpmate_plan.h"

enum {
    DEPTH = 160, /* the maximum length of a line, in half-moves */
    SEEN = 1024, /* slots for the positions seen, a power of two */
    FEWEST = 16  /* the longest line worth searching */
};

_Static_assert((int)DEPTH <= (int)PF_HELPMATE_CAPACITY, "every line fits");

typedef struct mate_frame {
    pf_position position;
    pf_mate_choice choice;
} mate_frame;

typedef struct seeker {
    uint32_t *seen;
    mate_frame *frames;
    unsigned depth; /* the number of frames */
    uint32_t nodes, limit;
} seeker;

/* Whether the position is new in this attempt. A wrong answer only skips a position. */
static bool is_new(seeker *s, const pf_mate_plan *plan, const pf_position *position)
{
    uint64_t key = position->key ^ plan->seed;
    uint32_t *slot = &s->seen[key & (SEEN - 1)], mark = (uint32_t)(key >> 32) | 1;
    if (*slot == mark) return false;
    *slot = mark;
    return true;
}

static void write_line(const seeker *s, unsigned depth, pf_helpmate *out)
{
    for (unsigned i = 0; i <= depth; i++) out->moves[i] = s->frames[i].choice.move;
    out->size = s->frames[depth].choice.move == PF_NO_MOVE ? depth : depth + 1;
}

/* Whether either side captured something or a pawn was promoted, so that other goals may now be nearer. */
static bool changes_goals(const pf_position *before, pf_move move)
{
    pf_bitboard occupied = pf_position_occupied(before);
    return (occupied & pf_bit(pf_move_to(move))) || pf_move_kind_of(move) == PF_MOVE_PROMOTION;
}

static bool attempt(seeker *s, pf_mate_plan *plan, const pf_position *start, pf_helpmate *out)
{
    unsigned depth = 0;
    uint32_t end = s->nodes + s->limit;
    s->frames[0] = (mate_frame){.position = *start};
    for (;;) {
        mate_frame *now = &s->frames[depth], *next = now + 1;
        if (now->choice.tried == 0 && s->nodes++ == end) return s->nodes--, false;
        if (pf_mate_plan_choose(&now->choice, plan, &now->position)) {
            write_line(s, depth, out);
            return true;
        }
        if (now->choice.move == PF_NO_MOVE || depth + 1 == s->depth) {
            if (depth-- == 0) return false;
            continue;
        }
        next->position = now->position;
        pf_position_play_unchecked(&next->position, now->choice.move);
        if (!is_new(s, plan, &next->position) || !pf_position_can_win(&next->position, plan->winner)) continue;
        next->choice = (pf_mate_choice){0};
        depth++;
        if (plan->weights->again && changes_goals(&now->position, now->choice.move))
            pf_mate_plan_draw(plan, &next->position);
    }
}

/* ---- Attempts ---- */

/* Tuned on positions from real games, so that bench/unwinnable counts few positions. Other values would be just as
 * correct. */
static const pf_mate_weights with_queen = {7, 3, 5, 3, 13, 3, 6, 0, 14, true, false, false};
static const pf_mate_weights with_rook = {5, 3, 6, 10, 15, 3, 6, 0, 15, true, false, false};
static const pf_mate_weights with_pawn = {0, 0, 10, 10, 6, 5, 5, 0, 3, true, false, false};
static const pf_mate_weights with_other = {0, 0, 23, 8, 10, 1, 5, 4, 0, true, true, false};
static const pf_mate_weights staged = {2, 2, 12, 5, 4, 2, 5, 6, 0, false, true, false};
static const pf_mate_weights chancy = {2, 1, 8, 5, 4, 2, 7, 6, 0, false, true, false};
static const pf_mate_weights opening = {0, 0, 6, 6, 3, 5, 7, 4, 0, false, true, true};

/* Whether the winner has a pawn with no enemy pawn in front of it. */
static bool has_free_pawn(const pf_position *position, pf_colour winner)
{
    pf_bitboard pawns = position->by_type[PF_PAWN], ours = pawns & position->by_colour[winner];
    return ours & ~pf_bitboard_front_span(pawns & ~ours, winner ^ 1);
}

static const pf_mate_weights *suited(const pf_position *position, pf_colour winner)
{
    pf_bitboard ours = position->by_colour[winner];
    if (ours & position->by_type[PF_QUEEN]) return &with_queen;
    if (ours & position->by_type[PF_ROOK]) return &with_rook;
    if (!(ours & position->by_type[PF_PAWN])) return &staged;
    return has_free_pawn(position, winner) ? &with_pawn : &with_other;
}

/* Takes the memory: the positions seen, and as many frames as fit. */
static bool settle_in(seeker *s, const pf_search_room *room)
{
    size_t seen = SEEN * sizeof *s->seen;
    if (!room->memory || room->size < seen + FEWEST * sizeof(mate_frame)) return false;
    s->seen = room->memory;
    s->frames = (mate_frame *)(void *)(s->seen + SEEN);
    size_t fitting = (room->size - seen) / sizeof(mate_frame);
    s->depth = fitting < DEPTH ? (unsigned)fitting : DEPTH;
    pf_memset(s->seen, 0, seen);
    return true;
}

bool pf_seek_helpmate(pf_helpmate *out, const pf_position *position, pf_colour winner, pf_search_room *room,
                      pf_effort effort)
{
    static const struct {
        const pf_mate_weights *weights; /* NULL: the weights that suit the pieces */
        uint16_t nodes;
    } attempts[] = {{NULL, 80},     {NULL, 60},     {NULL, 60},     {&staged, 100}, {&staged, 100},
                    {&chancy, 200}, {&staged, 300}, {&chancy, 300}, {&staged, 400}, {&chancy, 400},
                    {&staged, 400}, {&chancy, 400}, {&chancy, 400}, {&staged, 500}, {&chancy, 500},
                    {&staged, 500}, {&chancy, 500}, {&staged, 500}, {&chancy, 500}, {&opening, 300}};
    enum { LAST = sizeof attempts / sizeof *attempts - 1 };
    static const uint8_t ends[] = {3, LAST, LAST + 20}; /* where the attempts of each effort end */
    seeker s = {.nodes = 0};
    if (!settle_in(&s, room)) return false;
    pf_mate_plan plan = {.winner = winner};
    bool found = false;
    for (unsigned i = effort ? ends[effort - 1] : 0; i < ends[effort] && !found && s.nodes < room->nodes; i++) {
        unsigned row = i < LAST ? i : LAST;
        plan.weights = attempts[row].weights ? attempts[row].weights : suited(position, winner);
        plan.seed = (i == 1 || i == 2 ? 99 + i : i ? i - 1 : 0) * UINT64_C(0xd1b54a32d192ed03);
        plan.round = i < ends[0] ? 0 : i - ends[0];
        pf_mate_plan_draw(&plan, position);
        s.limit = room->nodes - s.nodes < attempts[row].nodes ? room->nodes - s.nodes : attempts[row].nodes;
        found = attempt(&s, &plan, position, out);
    }
    out->nodes += s.nodes;
    room->nodes -= s.nodes;
    return found;
}
