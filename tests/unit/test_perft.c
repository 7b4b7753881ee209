/* Perft: known counts, every way of counting the same, deep trees beyond the 64-bit depth, divide and its callback; in
 * every variant. MAX_NODES, for the suites of the variants, can be given as the first argument. */
#include "variant_support.h"

#include <inttypes.h>

#include "reference/reference.h"

static void assert_count(pf_count count, uint64_t expected)
{
    assert_true(pf_count_equal(count, pf_count_of(expected)));
}

/* The six well-known positions, and some that strict loaders refuse. */
static const struct {
    const char *fen;
    uint64_t counts[4]; /* of depth 1 to 4; 0 where it would take long */
} known[] = {
    {START_FEN, {20, 400, 8902, 197281}},
    {KIWIPETE, {48, 2039, 97862}},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", {14, 191, 2812, 43238}},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", {6, 264, 9467, 422333}},
    {"r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", {6, 264, 9467, 422333}},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", {44, 1486, 62379}},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", {46, 2079, 89890}},
    {"8/8/8/5k2/3p4/8/4P3/4K3 w - - 0 1", {6, 54, 343, 2810}},
    {"1rrrrrk1/1PPPPPPP/8/8/8/8/8/6K1 b - - 0 1", {3, 131, 1919}},
    {"1q4k1/3r1Ppp/5NP1/pP6/8/1Q6/3B4/2K2R2 b - - 0 1", {2, 98, 2826}},
    {"2b5/1nbn4/n3n3/1kn5/n3n3/1n1n4/5RQ1/2KQ1R2 w K - 0 1", {2, 104, 3382}},
    /* Two plies counted at once went wrong here: a pawn pinned on a rank, castling onto the rook's square, a promotion
     * that looks back, two pins, en passant counted twice, a pinning piece that can be taken, king and rook leaving
     * together. */
    {"8/2p5/3p4/1P6/1R3pk1/K5Pr/4P3/8 b - - 0 3", {15, 225}},
    {"bbnrqkrn/pp1ppppp/2p5/8/8/1N5P/PPPPPPP1/BB1RQKRN b KQkq - 0 2", {25, 497}},
    {"8/2p5/3p4/1P5r/1K5k/8/4p1P1/5R2 b - - 1 3", {23, 386}},
    {"3rkbr1/2n1pp1p/5np1/p1P5/pP6/2P4b/3B1P1P/1RNK1BqR b - - 0 1", {46, 810}},
    {"8/8/3p1p2/1p4p1/p1k5/P7/1P3P2/K3Qq2 w - - 2 2", {10, 135}},
    {"r4rk1/1pp1qppp/p1np1n2/4p3/2B1P1bB/P1NPbN2/1PP2PPP/R2Q1RK1 b - - 3 11", {50, 1859}},
    {"rkr5/1p1n1p2/p2K4/PpPP4/1bP1p2P/P1Pp4/p7/6n1 b ca - 0 3", {33, 217}},
    {"8/2PP1ppP/3P2Q1/3PpP2/R7/1p1kpP2/1P6/1KR5 w C - 2 9", {51, 307}},
};

static void known_counts(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        pf_position position = position_accepted(known[i].fen, PF_ACCEPT_CHESS960 | PF_ACCEPT_LENIENT);
        for (unsigned depth = 1; depth <= 4 && known[i].counts[depth - 1]; depth++) {
            assert_count(pf_perft(&position, depth), known[i].counts[depth - 1]);
            assert_count(pf_perft_plain(&position, depth, PF_PERFT_BULK), known[i].counts[depth - 1]);
            assert_count(pf_perft_plain(&position, depth, PF_PERFT_PLAY_LEAVES), known[i].counts[depth - 1]);
        }
    }
}

static void depth_zero(void **state)
{
    (void)state;
    static const char *const fens[] = {START_FEN, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"};
    for (size_t i = 0; i < COUNT_OF(fens); i++) {
        pf_position position = position_of(fens[i]);
        pf_count total;
        assert_count(pf_perft(&position, 0), 1);
        assert_count(pf_perft_plain(&position, 0, PF_PERFT_BULK), 1);
        assert_count(pf_perft_plain(&position, 0, PF_PERFT_PLAY_LEAVES), 1);
        assert_true(pf_perft_divide(&total, &position, 0, PF_PERFT_BULK, NULL, NULL));
        assert_count(total, 1);
    }
}

/* Where the game is over there is nothing to count, at any depth. */
static void no_moves(void **state)
{
    (void)state;
    pf_position mate = position_of("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    for (unsigned depth = 1; depth < 1000; depth += 111) {
        pf_count total;
        assert_count(pf_perft(&mate, depth), 0);
        assert_count(pf_perft_plain(&mate, depth, PF_PERFT_BULK), 0);
        assert_true(pf_perft_divide(&total, &mate, depth, PF_PERFT_PLAY_LEAVES, NULL, NULL));
        assert_count(total, 0);
    }
}

static void against_reference(void **state)
{
    (void)state;
    test_random random = {14};
    for (int i = 0; i < 1000; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        reference_board board;
        reference_board_from_position(&board, &position);
        uint64_t expected = reference_perft(&board, 2);
        assert_count(pf_perft(&position, 2), expected);
        assert_count(pf_perft_plain(&position, 2, PF_PERFT_PLAY_LEAVES), expected);
        assert_true(pf_count_equal(pf_perft(&position, 3), pf_perft_plain(&position, 3, PF_PERFT_BULK)));
    }
}

/* Kings shut in by pawns that cannot move. In a cage of two squares the king always has exactly one move; in a corridor
 * of eight it walks to a neighbouring square, so the leaves are walks on a path of eight and can be counted by hand. */
static uint64_t walks(unsigned steps)
{
    uint64_t ways[10] = {0, 1}; /* squares 1 to 8, from the first */
    while (steps-- > 0) {
        uint64_t next[10] = {0};
        for (unsigned square = 1; square <= 8; square++) next[square] = ways[square - 1] + ways[square + 1];
        memcpy(ways, next, sizeof ways);
    }
    uint64_t total = 0;
    for (unsigned square = 1; square <= 8; square++) total += ways[square];
    return total;
}

static void deep_trees(void **state)
{
    (void)state;
    pf_position cages = position_of("k1b5/1p1p4/1P1P4/8/8/1p1p4/1P1P4/K1B5 w - - 0 1");
    pf_position one = position_of("k1b5/1p1p4/1P1P4/8/8/1p1p1p1p/1P1P1P1P/K7 w - - 0 1");
    pf_position two = position_of("k7/1p1p1p1p/1P1P1P1P/8/8/1p1p1p1p/1P1P1P1P/K7 w - - 0 1");
    for (unsigned depth = 0; depth <= 300; depth++) { /* what is deeper than 255 is cut */
        assert_count(pf_perft(&cages, depth), 1);
        assert_count(pf_perft_plain(&cages, depth, PF_PERFT_BULK), 1);
    }
    for (unsigned depth = 0; depth <= 32; depth++) assert_count(pf_perft(&one, depth), walks((depth + 1) / 2));
    for (unsigned depth = 0; depth <= 22; depth++) {
        uint64_t expected = walks((depth + 1) / 2) * walks(depth / 2);
        assert_count(pf_perft(&two, depth), expected);
        if (depth > 18) continue;
        pf_count total;
        assert_count(pf_perft_plain(&two, depth, PF_PERFT_PLAY_LEAVES), expected);
        assert_true(pf_perft_divide(&total, &two, depth, PF_PERFT_PLAY_LEAVES, NULL, NULL));
        assert_count(total, expected);
    }
}

typedef struct collected {
    pf_move_list moves;
    pf_count sum;
    uint32_t total, stop_at;
} collected;

static bool collect(void *context, pf_move move, pf_count nodes, uint32_t index, uint32_t total)
{
    collected *into = context;
    assert_int_equal(index, into->moves.size);
    into->moves.moves[into->moves.size++] = move;
    into->sum = pf_count_add(into->sum, nodes);
    into->total = total;
    return into->moves.size != into->stop_at;
}

static void divide(void **state)
{
    (void)state;
    pf_position position = position_of(KIWIPETE);
    for (unsigned leaves = PF_PERFT_BULK; leaves <= PF_PERFT_PLAY_LEAVES; leaves++) {
        collected got = {0};
        pf_count total;
        assert_true(pf_perft_divide(&total, &position, 3, (pf_perft_leaves)leaves, collect, &got));
        assert_count(total, 97862);
        assert_count(got.sum, 97862);
        assert_int_equal(got.total, 48);
        assert_int_equal(got.moves.size, 48);
        for (uint32_t i = 0; i < got.moves.size; i++) assert_true(pf_move_is_legal(&position, got.moves.moves[i]));
    }
    collected got = {0};
    pf_count total;
    assert_true(pf_perft_divide(&total, &position, 1, PF_PERFT_BULK, collect, &got));
    assert_count(got.sum, 48);
    assert_true(pf_perft_divide(&total, &position, 0, PF_PERFT_BULK, collect, &got));
    assert_int_equal(got.moves.size, 48); /* depth 0 has no root moves */
}

static void divide_stops(void **state)
{
    (void)state;
    pf_position position = pf_position_start();
    for (uint32_t stop_at = 1; stop_at <= 20; stop_at++) {
        collected got = {.stop_at = stop_at};
        pf_count total;
        assert_false(pf_perft_divide(&total, &position, 2, PF_PERFT_BULK, collect, &got));
        assert_int_equal(got.moves.size, stop_at);
        assert_count(total, 20 * stop_at); /* every first move has 20 answers */
    }
}

/* ---- Variants ---- */

static uint64_t max_nodes = 1000000;

static void assert_in_variant(const pf_position *position, unsigned depth, uint64_t nodes, const char *fen)
{
    pf_count counted = pf_perft(position, depth);
    if (!pf_count_equal(counted, pf_count_of(nodes)))
        fail_msg("%s: %s: depth %u: %llu, not %llu", pf_variant_name(pf_position_variant(position)), fen, depth,
                 (unsigned long long)counted.lo, (unsigned long long)nodes);
}

#if PF_VARIANTS && !defined _WIN32 /* which has no glob */
static void suites_of_variants(void **state)
{
    (void)state;
    for (unsigned variant = PF_VARIANT_CRAZYHOUSE; variant < PF_VARIANT_COUNT; variant++) {
        unsigned visited = visit_variant_counts((pf_variant)variant, max_nodes, assert_in_variant);
        print_message("%s: %u counts\n", pf_variant_name((pf_variant)variant), visited);
    }
}
#endif

/* Also where King of the Hill and Three-check go over from the counters of standard chess to their own. */
static void plain_in_variants(void **state)
{
    (void)state;
    static const struct {
        pf_variant variant;
        const char *fen;
        unsigned depth;
    } cases[] = {
        {PF_VARIANT_KING_OF_THE_HILL, "8/8/8/2k5/8/8/4K3/8 w - - 0 1", 5},
        {PF_VARIANT_KING_OF_THE_HILL, "8/3k4/8/8/8/8/8/4K3 b - - 0 1", 6},
        {PF_VARIANT_KING_OF_THE_HILL, "8/8/8/3k4/8/8/8/4K3 w - - 0 1", 3},
        {PF_VARIANT_THREE_CHECK, "7k/8/8/8/8/8/8/R6K w - - 3+3 0 1", 5},
        {PF_VARIANT_THREE_CHECK, "7k/8/8/8/8/8/8/R6K w - - 2+1 0 1", 5},
        {PF_VARIANT_THREE_CHECK, "7k/8/8/8/8/8/8/R5rK w - - 1+1 0 1", 4},
        {PF_VARIANT_THREE_CHECK, "7k/8/8/8/8/8/8/R6K w - - 3+0 0 1", 3},
        {PF_VARIANT_STANDARD, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 4},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = position_accepted(cases[i].fen,
                                                 PF_ACCEPT_CHESS960 | pf_accept_variant(cases[i].variant));
        for (unsigned depth = 0; depth <= cases[i].depth; depth++)
            assert_in_variant(&position, depth, pf_perft_plain(&position, depth, PF_PERFT_PLAY_LEAVES).lo,
                              cases[i].fen);
    }
}

/* Deeper than the counters of 64 bits: a race of two pawns that ends. */
static void deep_in_variants(void **state)
{
    (void)state;
    pf_position position = position_accepted("8/1p6/8/8/8/8/P7/8 w - - 0 1", pf_accept_variant(PF_VARIANT_ANTICHESS));
    static const uint64_t counts[] = {1, 2, 4, 4, 3, 1, 0, 0, 0};
    for (unsigned depth = 0; depth < COUNT_OF(counts); depth++)
        assert_in_variant(&position, depth, counts[depth], "two pawns");
    pf_position kings = position_accepted("7k/8/8/8/8/8/8/K7 w - - 0 1", pf_accept_variant(PF_VARIANT_ATOMIC));
    assert_in_variant(&kings, 7, pf_perft_plain(&kings, 7, PF_PERFT_PLAY_LEAVES).lo, "two kings");
}

/* With every way to count the leaves. */
static void divide_in_variants(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < PF_VARIANT_COUNT; variant++) {
        pf_position position = pf_variant_start((pf_variant)variant);
        for (unsigned depth = 0; depth <= 3; depth++) {
            for (pf_perft_leaves leaves = PF_PERFT_BULK; leaves <= PF_PERFT_LIST_LEAVES; leaves++) {
                collected got = {0}, stopped = {.stop_at = 1};
                pf_count total, first;
                assert_true(pf_perft_divide(&total, &position, depth, leaves, collect, &got));
                assert_true(pf_count_equal(total, pf_perft(&position, depth)));
                assert_true(pf_count_equal(total, pf_perft_plain(&position, depth, leaves)));
                if (depth == 0) continue;
                assert_true(pf_count_equal(got.sum, total));
                assert_false(pf_perft_divide(&first, &position, depth, leaves, collect, &stopped));
                assert_true(pf_count_equal(first, stopped.sum));
            }
        }
    }
}

int main(int argc, char **argv)
{
    if (argc > 1) sscanf(argv[1], "%" SCNu64, &max_nodes);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_counts),
        cmocka_unit_test(depth_zero),
        cmocka_unit_test(no_moves),
        cmocka_unit_test(against_reference),
        cmocka_unit_test(deep_trees),
        cmocka_unit_test(divide),
        cmocka_unit_test(divide_stops),
        cmocka_unit_test(plain_in_variants),
        cmocka_unit_test(deep_in_variants),
        cmocka_unit_test(divide_in_variants),
#if PF_VARIANTS && !defined _WIN32
        cmocka_unit_test(suites_of_variants),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
