/* Static exchange evaluation against a search that plays every capture of the exchange. */
#include "line.h"

static const int32_t values[7] = {PF_SEE_PAWN, PF_SEE_KNIGHT, PF_SEE_BISHOP, PF_SEE_ROOK, PF_SEE_QUEEN, 0, 0};

/* The capture on the square by the least valuable piece, of equals the one on the lowest square; or none. */
static pf_move least_capture(const pf_position *position, pf_square square)
{
    pf_move_list list;
    pf_move best = PF_NO_MOVE;
    pf_piece_type least = PF_NO_PIECE_TYPE;
    pf_generate(position, PF_CAPTURES, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_move move = list.moves[i];
        pf_piece_type type = pf_piece_type_of(pf_position_piece_at(position, pf_move_from(move)));
        if (pf_move_to(move) != square || type > least) continue;
        if (type == least && pf_move_from(move) > pf_move_from(best)) continue;
        least = type;
        best = move;
    }
    return best;
}

/* What the move gains at once. */
static int32_t gain_of(const pf_position *position, pf_move move)
{
    pf_piece taken = pf_move_captured_piece(position, move);
    int32_t gain = taken == PF_NO_PIECE ? 0 : values[pf_piece_type_of(taken)];
    if (pf_move_kind_of(move) == PF_MOVE_PROMOTION) gain += values[pf_move_promotion(move)] - PF_SEE_PAWN;
    return gain;
}

static int32_t searched(const pf_position *position, pf_move move)
{
    if (pf_move_kind_of(move) == PF_MOVE_CASTLING) return 0;
    pf_position after = *position;
    pf_position_play_unchecked(&after, move);
    pf_move reply = least_capture(&after, pf_move_to(move));
    int32_t answer = reply == PF_NO_MOVE ? 0 : searched(&after, reply);
    return gain_of(position, move) - (answer > 0 ? answer : 0);
}

static void check(const pf_position *position, bytes *in)
{
    (void)in;
    pf_move_list list;
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_move move = list.moves[i];
        int32_t value = searched(position, move);
        REQUIRE(pf_see(position, move) == value);
        REQUIRE(pf_see_at_least(position, move, value) && !pf_see_at_least(position, move, value + 1));
        REQUIRE(pf_see_at_least(position, move, 0) == (value >= 0));
        pf_exchange exchange;
        REQUIRE(pf_see_exchange(position, move, &exchange) == value && exchange.value == value);
        REQUIRE(exchange.size >= 1 && exchange.played >= 1 && exchange.played <= exchange.size);
        REQUIRE(exchange.moves[0] == move && exchange.balance[exchange.played - 1] == value);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    walk(data, size, check);
    return 0;
}
