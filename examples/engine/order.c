/* Killers and history, and the callback by which the picker asks for the score of a move. */
#include "engine.h"

/* Captures: the most valuable victim first, then the least valuable attacker. Quiet moves: by history. Among evasions
 * both are compared with each other, and captures come first. The move itself decides between equals: the order of
 * generation is not the same on every machine, and the search should be. */
static int32_t score_move(void *context, const pf_position *position, pf_move move, pf_stage stage)
{
    enum { CAPTURE = 25000 }; /* more than history can be */
    const order *o = context;
    pf_piece victim = pf_move_captured_piece(position, move);
    int32_t score = 0;
    (void)stage;
    if (victim != PF_NO_PIECE) score = CAPTURE + 16 * (int32_t)pf_piece_type_of(victim);
    if (pf_move_kind_of(move) == PF_MOVE_PROMOTION)
        score = pf_move_promotion(move) == PF_QUEEN ? CAPTURE + 64 : -CAPTURE;
    if (score > 0) score -= (int32_t)pf_piece_type_of(pf_move_moved_piece(position, move));
    if (score == 0) score = o->history[position->turn][move & 4095];
    return score * 65536 + move;
}

pf_picker_options order_options(order *o, pf_move hash, int ply)
{
    const pf_move *killers = o->killers[ply];
    return (pf_picker_options){.hash = hash, .killers = {killers[0], killers[1]}, .score = score_move, .context = o};
}

void order_reward(order *o, pf_colour side, const pf_move *tried, int count, int depth, int ply)
{
    enum { LIMIT = 12000 };
    pf_move best = tried[count - 1], *killers = o->killers[ply];
    if (killers[0] != best) killers[1] = killers[0];
    killers[0] = best;
    int bonus = depth < 12 ? 12 * depth * depth : 1700;
    for (int i = 0; i < count; i++) {
        /* The value moves towards the limit by less the nearer it is, so it never overflows. */
        int16_t *value = &o->history[side][tried[i] & 4095];
        *value = (int16_t)(*value + (tried[i] == best ? bonus : -bonus) - *value * bonus / LIMIT);
    }
}
