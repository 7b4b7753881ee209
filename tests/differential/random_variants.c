#include "random_variants.h"

pf_move random_variant_move(random_stream *random, const pf_position *position, const pf_move *moves, unsigned size)
{
    pf_move move = moves[random_below(random, size)];
    for (unsigned tries = 0; tries < 4 && random_below(random, 2); tries++) {
        pf_move other = moves[random_below(random, size)];
        if (!pf_move_is_drop(other) && pf_position_piece_at(position, pf_move_to(other)) != PF_NO_PIECE) move = other;
    }
    return move;
}

pf_position random_variant_reachable(random_stream *random, pf_variant variant)
{
    pf_position position = pf_random_variant_start(random, variant, true);
    for (unsigned plies = random_below(random, 80); plies > 0; plies--) {
        pf_move_list list;
        if (pf_generate_legal(&position, &list) == 0) break;
        pf_position_play_unchecked(&position, random_variant_move(random, &position, list.moves, list.size));
    }
    return position;
}
