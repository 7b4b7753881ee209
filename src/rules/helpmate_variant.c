/* A win by the rules of a variant: random games in which both sides prefer, half of the time, the move that comes
 * nearest to that win. Most wins of variants are close if both sides cooperate: a king walks to the hill, a piece gives
 * its third check, an explosion takes a king. The result is a line of legal moves that ends in the win. */
#include <plyforge/bitboard.h>
#include <plyforge/moves.h>
#include <plyforge/play.h>
#include <plyforge/questions.h>

#include "board/view.h"
#include "rules/helpmate.h"
#include "rules/outcome.h"

enum { GAME = 200 }; /* the length at which a game is abandoned */

static bool has_won(const pf_position *position, pf_colour colour)
{
    pf_result result = pf_board_outcome(position).result;
    return result == (colour == PF_WHITE ? PF_RESULT_WHITE_WINS : PF_RESULT_BLACK_WINS);
}

/* An estimate of the distance to the win. */
static unsigned distance_to_win(const pf_position *position, pf_colour colour)
{
    pf_bitboard ours = position->by_colour[colour], king = position->by_type[PF_KING] & ours;
    unsigned steps = 8;
    switch (pf_position_variant(position)) {
    case PF_VARIANT_KING_OF_THE_HILL:
        for (pf_bitboard hill = pf_bit(PF_D4) | pf_bit(PF_E4) | pf_bit(PF_D5) | pf_bit(PF_E5); hill && king;) {
            unsigned way = pf_square_distance(pf_lowest(king), pf_pop_lowest(&hill));
            if (way < steps) steps = way;
        }
        return steps;
    case PF_VARIANT_RACING_KINGS: return king ? 7 - pf_lowest(king) / 8 : steps;
    case PF_VARIANT_THREE_CHECK: return 3u - position->checks_given[colour];
    case PF_VARIANT_ANTICHESS: return pf_popcount(ours);
    case PF_VARIANT_HORDE: return colour == PF_BLACK ? pf_popcount(position->by_colour[PF_WHITE]) : 0;
    case PF_VARIANT_ATOMIC: return pf_popcount(position->by_colour[colour ^ 1] & ~position->by_type[PF_KING]);
    default: return 0;
    }
}

/* Chooses the next move of a game: a winning one if there is one, otherwise at random a good one or any. */
static pf_move next_move(const pf_position *position, const pf_move_list *list, pf_colour colour, uint64_t chance)
{
    pf_move best = list->moves[(chance >> 8) % list->size];
    bool any = chance & 1;
    unsigned least = UINT32_MAX;
    for (uint32_t i = 0; i < list->size; i++) {
        pf_move move = list->moves[(i + (chance >> 8)) % list->size];
        pf_position child = *position;
        pf_position_play_unchecked(&child, move);
        if (has_won(&child, colour)) return move;
        unsigned way = any ? 0 : distance_to_win(&child, colour);
        if (!any && way < least) least = way, best = move;
    }
    return best;
}

bool pf_seek_variant_win(pf_helpmate *out, const pf_position *position, pf_colour colour, uint32_t node_budget)
{
    uint64_t chance = position->key | 1;
    if (has_won(position, colour)) return true;
    while (out->nodes < node_budget) {
        pf_position now = *position;
        uint32_t before = out->nodes;
        for (uint32_t ply = 0; ply < GAME && out->nodes < node_budget; ply++) {
            pf_move_list list;
            if (pf_board_outcome(&now).result != PF_RESULT_UNDECIDED || !pf_generate_legal(&now, &list)) break;
            out->nodes++;
            chance ^= chance << 13, chance ^= chance >> 7, chance ^= chance << 17;
            out->moves[ply] = next_move(&now, &list, colour, chance);
            pf_position_play_unchecked(&now, out->moves[ply]);
            if (!has_won(&now, colour)) continue;
            out->size = ply + 1;
            return true;
        }
        if (out->nodes == before) return false; /* the game is over */
    }
    return false;
}
