/* Killers, counter moves and history, and the callback by which the picker asks for the score of a move. */
#include "engine.h"

#include <stdlib.h>

unsigned piece_target(const pf_position *position, pf_move move)
{
    return pf_move_moved_piece(position, move) * 64 + pf_move_to(move);
}

/* Captures: the most valuable victim first, then the least valuable attacker. Quiet moves: by history. Among evasions
 * both are compared with each other, and captures come first. The move itself decides between equals: the order of
 * generation is not the same on every machine, and the search should be. */
static int32_t score_move(void *context, const pf_position *position, pf_move move, pf_stage stage)
{
    enum { CAPTURE = 25000 }; /* more than history can be */
    const order_context *it = context;
    pf_piece victim = pf_move_captured_piece(position, move);
    int32_t score = 0;
    (void)stage;
    if (victim != PF_NO_PIECE) score = CAPTURE + 16 * (int32_t)pf_piece_type_of(victim);
    if (pf_move_kind_of(move) == PF_MOVE_PROMOTION)
        score = pf_move_promotion(move) == PF_QUEEN ? CAPTURE + 64 : -CAPTURE;
    if (score > 0) score -= (int32_t)pf_piece_type_of(pf_move_moved_piece(position, move));
    if (score == 0)
        score = it->order->history[position->turn][move & 4095] +
                it->order->replies[it->previous][piece_target(position, move)];
    return score * 65536 + move;
}

pf_picker_options order_options(order_context *context, pf_move hash, int ply)
{
    const order *o = context->order;
    return (pf_picker_options){.hash = hash,
                               .killers = {o->killers[ply][0], o->killers[ply][1]},
                               .counter = o->counters[context->previous],
                               .score = score_move,
                               .context = context};
}

/* Moves the value towards the limit in the direction of the bonus, by less the nearer it is, so it never overflows. */
static void adjust(int16_t *value, int bonus)
{
    enum { LIMIT = 12000 };
    *value = (int16_t)(*value + bonus - *value * abs(bonus) / LIMIT);
}

void order_reward(order *o, const pf_position *position, unsigned previous, const pf_move *tried, int count, int depth,
                  int ply)
{
    pf_move best = tried[count - 1];
    if (o->killers[ply][0] != best) {
        o->killers[ply][1] = o->killers[ply][0];
        o->killers[ply][0] = best;
    }
    o->counters[previous] = best;
    int bonus = depth < 12 ? 12 * depth * depth : 1700;
    for (int i = 0; i < count; i++) {
        int change = i == count - 1 ? bonus : -bonus;
        adjust(&o->history[position->turn][tried[i] & 4095], change);
        adjust(&o->replies[previous][piece_target(position, tried[i])], change);
    }
}
