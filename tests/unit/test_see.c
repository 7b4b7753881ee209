/* Static exchange evaluation against an exchange search that plays every capture on the board. */
#include "support.h"

static const int32_t usual[5] = {PF_SEE_PAWN, PF_SEE_KNIGHT, PF_SEE_BISHOP, PF_SEE_ROOK, PF_SEE_QUEEN};

/* The order in which pieces take: by value, of equal values by type, the king last. */
static int32_t rank_of(pf_piece_type type, const int32_t *values)
{
    return type >= PF_KING ? INT32_MAX - 6 + (int32_t)type : values[type] * 8 + (int32_t)type;
}

/* What the side to move can gain on the square: it stops, or takes with the least valuable piece that may. */
static int32_t searched(const pf_position *position, pf_square square, const int32_t *values)
{
    pf_move_list list;
    pf_move best = PF_NO_MOVE;
    pf_generate(position, PF_CAPTURES, &list);
    pf_piece_type least = PF_NO_PIECE_TYPE;
    for (uint32_t i = 0; i < list.size; i++) {
        pf_move move = list.moves[i];
        if (pf_move_to(move) != square) continue;
        pf_piece_type type = pf_piece_type_of(pf_position_piece_at(position, pf_move_from(move)));
        if (rank_of(type, values) > rank_of(least, values)) continue;
        if (type == least && pf_move_from(move) > pf_move_from(best)) continue;
        least = type;
        best = move;
    }
    if (best == PF_NO_MOVE) return 0;
    int32_t gain = values[pf_piece_type_of(pf_position_piece_at(position, square))];
    if (pf_move_kind_of(best) == PF_MOVE_PROMOTION) gain += values[PF_QUEEN] - values[PF_PAWN];
    pf_position after = *position;
    pf_position_play_unchecked(&after, best);
    gain -= searched(&after, square, values);
    return gain > 0 ? gain : 0;
}

static int32_t searched_move(const pf_position *position, pf_move move, const int32_t *values)
{
    if (pf_move_kind_of(move) == PF_MOVE_CASTLING) return 0;
    pf_piece taken = pf_move_captured_piece(position, move);
    int32_t gain = taken == PF_NO_PIECE ? 0 : values[pf_piece_type_of(taken)];
    if (pf_move_kind_of(move) == PF_MOVE_PROMOTION) gain += values[pf_move_promotion(move)] - values[PF_PAWN];
    pf_position after = *position;
    pf_position_play_unchecked(&after, move);
    return gain - searched(&after, pf_move_to(move), values);
}

static void known(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *uci;
        int32_t value;
    } cases[] = {
        {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", PF_SEE_PAWN},
        {"4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0},
        {"4k3/8/4p3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 2 * PF_SEE_PAWN - PF_SEE_ROOK},
        {"4k3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", PF_SEE_PAWN}, /* the second rook stands behind the first */
        {"4k3/8/8/3p4/2n5/8/8/4K3 w - - 0 1", "e1e2", 0},
        {"4k3/8/8/8/8/3p4/8/2K5 w - - 0 1", "c1c2", PF_SEE_ILLEGAL},
        {"4k3/8/8/8/3p4/8/1P6/4K3 w - - 0 1", "b2b3", 0},
        {"4k3/8/8/8/3p4/8/2P5/4K3 w - - 0 1", "c2c4", 0}, /* en passant is no reply */
        {"4k3/8/8/8/3n4/8/4N3/4K3 w - - 0 1", "e2d4", PF_SEE_KNIGHT},
        /* A pinned defender does not defend, and one that is pinned along the way does. */
        {"3rk3/8/8/3p4/4P3/8/8/3QK3 w - - 0 1", "e4d5", PF_SEE_PAWN},
        {"4k3/4r3/8/3nR3/8/8/4R3/4K3 w - - 0 1", "e5d5", PF_SEE_KNIGHT},
        {"4k3/4n3/8/3p4/2N5/8/4R3/4K3 w - - 0 1", "c4d6", 0},
        {"4k3/4n3/8/3p4/8/2N5/4R3/4K3 w - - 0 1", "c3d5", PF_SEE_PAWN},
        {"4k3/4n3/8/3p4/8/2N5/3R4/4K3 w - - 0 1", "c3d5", PF_SEE_PAWN},
        /* Promotions, of the move and of a reply. */
        {"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", PF_SEE_KNIGHT + PF_SEE_QUEEN - PF_SEE_PAWN},
        {"rn2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", PF_SEE_KNIGHT - PF_SEE_PAWN},
        {"4k3/8/8/8/8/8/p3K3/1n5R w - - 0 1", "h1b1", PF_SEE_KNIGHT - PF_SEE_ROOK - PF_SEE_QUEEN + PF_SEE_PAWN},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", PF_SEE_PAWN},
        {"4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", 0},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = position_of(cases[i].fen);
        pf_move move = PF_NO_MOVE;
        bool legal = pf_move_from_uci(&move, &position, cases[i].uci, strlen(cases[i].uci), NULL) == PF_OK;
        assert_int_equal(legal, cases[i].value != PF_SEE_ILLEGAL);
        if (pf_see(&position, move) != cases[i].value)
            fail_msg("%s %s: %d", cases[i].fen, cases[i].uci, (int)pf_see(&position, move));
    }
}

/* Every legal move: value, thresholds around it, and the exchange as data, each move of which can be played. */
static void compare(const pf_position *position, pf_move move, const int32_t *values)
{
    int32_t expected = searched_move(position, move, values ? values : usual);
    pf_exchange exchange;
    if (!values) {
        assert_int_equal(pf_see(position, move), expected);
        assert_int_equal(pf_see_exchange(position, move, &exchange), expected);
        assert_true(pf_see_at_least(position, move, expected));
        assert_false(pf_see_at_least(position, move, expected + 1));
    }
    assert_int_equal(pf_see_with(position, move, values), expected);
    assert_int_equal(pf_see_exchange_with(position, move, values, &exchange), expected);
    for (int32_t threshold = expected - 101; threshold <= expected + 101; threshold += 50)
        assert_int_equal(pf_see_at_least_with(position, move, threshold, values), expected >= threshold);
    assert_true(pf_see_at_least_with(position, move, expected, values));
    assert_false(pf_see_at_least_with(position, move, expected + 1, values));
    assert_true(pf_see_at_least_with(position, move, INT32_MIN, values));
    assert_false(pf_see_at_least_with(position, move, INT32_MAX, values));
    assert_true(expected > PF_SEE_ILLEGAL);

    assert_in_range(exchange.size, 1, COUNT_OF(exchange.moves));
    assert_in_range(exchange.played, 1, exchange.size);
    assert_int_equal(exchange.balance[exchange.played - 1], exchange.value);
    assert_int_equal(exchange.moves[0], move);
    pf_position played = *position;
    for (uint32_t i = 0; i < exchange.size; i++) {
        if (i) assert_int_equal(pf_move_to(exchange.moves[i]), pf_move_to(move));
        assert_int_equal(pf_position_play(&played, exchange.moves[i], NULL), PF_OK);
    }
}

static void against_search(void **state)
{
    (void)state;
    test_random random = {31};
    unsigned moves = 0, longest = 0, negative = 0;
    for (int i = 0; i < 10000; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        pf_move_list list;
        pf_generate_legal(&position, &list);
        for (uint32_t m = 0; m < list.size; m++) {
            pf_exchange exchange;
            compare(&position, list.moves[m], NULL);
            pf_see_exchange(&position, list.moves[m], &exchange);
            if (exchange.size > longest) longest = exchange.size;
            negative += exchange.value < 0;
            moves++;
        }
    }
    print_message("%u moves, %u of them lose, the longest exchange has %u captures\n", moves, negative, longest);
    assert_true(negative > 1000 && longest >= 6);
}

/* Values of the caller: any order, equal ones, the limits, and what is beyond them. */
static void with_values(void **state)
{
    (void)state;
    test_random random = {32};
    unsigned differ = 0;
    for (int i = 0; i < 10000; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        int32_t values[5];
        unsigned limit = random_below(&random, 3) ? PF_SEE_MAX_VALUE + 1 : 4;
        for (unsigned type = 0; type < 5; type++) values[type] = (int32_t)random_below(&random, limit);
        if (i % 10 == 0) values[random_below(&random, 5)] = PF_SEE_MAX_VALUE;
        pf_move_list list;
        pf_generate_legal(&position, &list);
        for (uint32_t m = 0; m < list.size; m++) {
            compare(&position, list.moves[m], values);
            differ += pf_see(&position, list.moves[m]) != pf_see_with(&position, list.moves[m], values);
        }
    }
    assert_true(differ > 10000);

    /* A bishop that is worth less than a knight takes first, whatever the types are called. */
    pf_position position = position_of("4k3/8/4p3/3p4/8/1B2N3/8/4K3 w - - 0 1");
    static const int32_t dear_knights[5] = {100, 350, 300, 500, 900}, dear_bishops[5] = {100, 300, 350, 500, 900};
    pf_position black = position_of("4k3/8/4p3/3p4/8/1B2N3/8/4K3 b - - 0 1");
    pf_move push = pf_move_of(PF_E6, PF_E5, PF_MOVE_NORMAL), take = pf_move_of(PF_B3, PF_D5, PF_MOVE_NORMAL);
    assert_int_equal(pf_see_with(&black, push, dear_knights), 0);
    assert_int_equal(pf_see_with(&position, take, dear_knights), 200 - 300);
    assert_int_equal(pf_see_with(&position, take, dear_bishops), 200 - 350);
    assert_int_equal(pf_see_with(&position, take, NULL), pf_see(&position, take));

    /* Out of the limits. */
    static const int32_t wild[5] = {-5, INT32_MAX, INT32_MIN, 15001, INT32_MAX};
    static const int32_t tame[5] = {0, PF_SEE_MAX_VALUE, 0, PF_SEE_MAX_VALUE, PF_SEE_MAX_VALUE};
    position = position_of(KIWIPETE);
    pf_move_list list;
    pf_generate_legal(&position, &list);
    for (uint32_t m = 0; m < list.size; m++)
        assert_int_equal(pf_see_with(&position, list.moves[m], wild), pf_see_with(&position, list.moves[m], tame));
}

static void any_code(void **state)
{
    (void)state;
    pf_position position = position_of(KIWIPETE);
    for (unsigned code = 0; code <= UINT16_MAX; code++) {
        if (pf_move_is_legal(&position, (pf_move)code)) continue;
        pf_exchange exchange;
        assert_int_equal(pf_see(&position, (pf_move)code), PF_SEE_ILLEGAL);
        assert_false(pf_see_at_least(&position, (pf_move)code, INT32_MIN));
        pf_see_exchange(&position, (pf_move)code, &exchange);
        assert_int_equal(exchange.size, 0);
    }
}

static void variants(void **state)
{
    (void)state;
    static const struct {
        pf_variant variant;
        const char *fen, *uci;
        int32_t value;
    } cases[] = {
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/3p4/8/8/8/8/4K3[N] w - - 0 1", "N@e5", -PF_SEE_KNIGHT},
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/3p4/8/3P4/8/8/4K3[N] w - - 0 1", "N@e5", PF_SEE_PAWN - PF_SEE_KNIGHT},
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/3q4/8/3P4/8/8/4K3[N] w - - 0 1", "N@e5", 0},
        {PF_VARIANT_KING_OF_THE_HILL, "4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0},
        {PF_VARIANT_THREE_CHECK, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 3+3 0 1", "e4d5", PF_SEE_PAWN},
        {PF_VARIANT_HORDE, "4k3/8/4p3/3p4/4P3/8/8/P7 w - - 0 1", "e4d5", 0},
        {PF_VARIANT_HORDE, "4k3/8/8/8/8/8/1r6/P1P5 b - - 0 1", "b2b3", 0},
        {PF_VARIANT_HORDE, "4k3/8/8/8/8/1r6/8/P1P5 b - - 0 1", "b3b2", -PF_SEE_ROOK},
        {PF_VARIANT_ATOMIC, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", PF_SEE_ILLEGAL},
        {PF_VARIANT_ANTICHESS, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", PF_SEE_ILLEGAL},
        {PF_VARIANT_RACING_KINGS, "8/8/8/8/8/8/k6K/r6R w - - 0 1", "h1a1", PF_SEE_ILLEGAL},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = variant_position_of(cases[i].fen, cases[i].variant);
        pf_move move = PF_NO_MOVE;
        pf_exchange exchange;
        int32_t value = cases[i].value;
        pf_move_from_uci(&move, &position, cases[i].uci, strlen(cases[i].uci), NULL);
        if (pf_see(&position, move) != value)
            fail_msg("%s %s: %d", cases[i].fen, cases[i].uci, (int)pf_see(&position, move));
        assert_int_equal(pf_see_at_least(&position, move, value), value != PF_SEE_ILLEGAL);
        assert_false(pf_see_at_least(&position, move, value + 1));
        assert_int_equal(pf_see_exchange(&position, move, &exchange), value);
        assert_int_equal(exchange.size == 0, value == PF_SEE_ILLEGAL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known),    cmocka_unit_test(against_search), cmocka_unit_test(with_values),
        cmocka_unit_test(any_code), cmocka_unit_test(variants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
