/* The columns of perft against the tables that are published for the six well-known positions. */
#include "support.h"

#include <stdatomic.h>

struct row {
    unsigned depth;
    uint64_t nodes, captures, en_passant, castles, promotions, checks, discovered, doubles, mates;
};

static void check_position(const pf_position *position, const struct row *expected)
{
    pf_perft_row rows[8];
    pf_perft_stats(rows, position, expected->depth);
    const pf_perft_row *row = &rows[expected->depth];
    assert_int_equal(row->nodes.lo, expected->nodes);
    assert_int_equal(row->captures.lo, expected->captures);
    assert_int_equal(row->en_passant.lo, expected->en_passant);
    assert_int_equal(row->castles.lo, expected->castles);
    assert_int_equal(row->promotions.lo, expected->promotions);
    assert_int_equal(row->checks.lo, expected->checks);
    assert_int_equal(row->discovered_checks.lo, expected->discovered);
    assert_int_equal(row->double_checks.lo, expected->doubles);
    assert_int_equal(row->mates.lo, expected->mates);
    for (unsigned depth = 0; depth <= expected->depth; depth++)
        assert_true(pf_count_equal(rows[depth].nodes, pf_perft(position, depth)));
}

static void check(const char *fen, const struct row *expected)
{
    pf_position position = position_of(fen);
    check_position(&position, expected);
}

static void published(void **state)
{
    (void)state;
    static const char endgame[] = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    static const char mirrored[] = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1";
    check(START_FEN, &(struct row){4, 197281, 1576, 0, 0, 0, 469, 0, 0, 8});
    check(START_FEN, &(struct row){5, 4865609, 82719, 258, 0, 0, 27351, 6, 0, 347});
    check(KIWIPETE, &(struct row){3, 97862, 17102, 45, 3162, 0, 993, 0, 0, 1});
    check(KIWIPETE, &(struct row){4, 4085603, 757163, 1929, 128013, 15172, 25523, 42, 6, 43});
    check(endgame, &(struct row){5, 674624, 52051, 1165, 0, 0, 52950, 1292, 3, 0});
    check(endgame, &(struct row){6, 11030083, 940350, 33325, 0, 7552, 452473, 26067, 0, 2733});
    check(mirrored, &(struct row){4, 422333, 131393, 0, 7795, 60032, 15492, 19, 0, 5});
}

/* The two of the six for which only node counts are published, and a position without moves. */
static void nodes_only(void **state)
{
    (void)state;
    static const char *const fens[] = {
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    };
    for (size_t i = 0; i < COUNT_OF(fens); i++) {
        pf_position position = position_of(fens[i]);
        pf_perft_row rows[4];
        pf_perft_stats(rows, &position, 3);
        for (unsigned depth = 0; depth <= 3; depth++)
            assert_true(pf_count_equal(rows[depth].nodes, pf_perft(&position, depth)));
    }
}

/* Any number of threads, the same rows. */
static void threads(void **state)
{
    (void)state;
    pf_position position = position_of(KIWIPETE);
    for (unsigned depth = 0; depth <= 4; depth++) {
        pf_perft_row expected[5];
        pf_perft_stats(expected, &position, depth);
        for (unsigned count = 0; count <= 3; count++) {
            pf_perft_row rows[5];
            pf_perft_options options = {.threads = count};
            memset(rows, 0xff, sizeof rows);
            assert_int_equal(pf_perft_stats_run(rows, &position, depth, &options, NULL), PF_OK);
            assert_memory_equal(rows, expected, (depth + 1) * sizeof *rows);
        }
    }
    pf_position mated = position_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    pf_perft_row rows[5];
    assert_int_equal(pf_perft_stats_run(rows, &mated, 4, NULL, NULL), PF_OK);
    assert_int_equal(rows[0].nodes.lo, 1);
    assert_int_equal(rows[1].nodes.lo, 0);
    assert_int_equal(rows[4].nodes.lo, 0);
}

static void assert_same_rows(const pf_position *position, unsigned depth, const pf_perft_options *options)
{
    pf_perft_row rows[9], expected[9];
    pf_perft_stats(expected, position, depth);
    assert_int_equal(pf_perft_stats_run(rows, position, depth, options, NULL), PF_OK);
    assert_memory_equal(rows, expected, (depth + 1) * sizeof *rows);
}

/* Every class of moves, in positions of all kinds. */
static void merged_as_walked(void **state)
{
    (void)state;
    test_random random = {5};
    pf_perft_options options = {.threads = 1};
    for (int i = 0; i < 2000; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        assert_same_rows(&position, i % 20 ? 1 : 3, &options);
    }
    pf_position castles = position_of("5k2/4p1p1/4P1P1/8/8/8/8/4K2R w K - 0 1");
    pf_position twice = position_of("8/8/4k3/3pP3/8/1B6/8/K3R3 w - d6 0 1");
    for (unsigned depth = 0; depth <= 4; depth++) {
        assert_same_rows(&castles, depth, &options);
        assert_same_rows(&twice, depth, &options);
    }
    /* The capture en passant opens the lines of rook and bishop. */
    pf_perft_row rows[2];
    assert_int_equal(pf_perft_stats_run(rows, &twice, 1, &options, NULL), PF_OK);
    assert_int_equal(rows[1].checks_by_kind[PF_CHECK_KIND_DOUBLE_DISCOVERED].lo, 1);
    assert_int_equal(rows[1].double_checks.lo, 1);
}

/* Plies that do not fit into memory are made in parts, or not merged. */
static void little_memory(void **state)
{
    (void)state;
    const char *const fens[] = {KIWIPETE, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"};
    for (size_t i = 0; i < COUNT_OF(fens); i++) {
        pf_position position = position_of(fens[i]);
        pf_perft_options options = {.threads = 2, .memory_bytes = 1 << 20};
        assert_same_rows(&position, 3, &options);
        assert_same_rows(&position, i == 0 ? 4 : 6, &options);
    }
}

/* Deep subtrees are walked with an eye on the caller. */
static void deep(void **state)
{
    (void)state;
    pf_position position = position_of("8/8/8/8/p7/k7/8/K7 w - - 0 1");
    pf_perft_row rows[9], expected[9];
    pf_perft_options options = {.threads = 2};
    pf_perft_stats(expected, &position, 8);
    assert_int_equal(pf_perft_stats_run(rows, &position, 8, &options, NULL), PF_OK);
    assert_memory_equal(rows, expected, sizeof rows);
}

/* Rows of variants: what their own moves and ends count as. */
static void in_variants(void **state)
{
    (void)state;
    static const struct {
        pf_variant variant;
        const char *fen;
        unsigned depth;
        struct row last;
    } cases[] = {
        /* A pawn promotes to five pieces, the king among them, and nobody is ever in check. */
        {PF_VARIANT_ANTICHESS, "8/P7/8/8/8/8/8/7k w - - 0 1", 3, {1, 5, 0, 0, 0, 5, 0, 0, 0, 0}},
        /* Drops give check on 7 squares of each line, and mate on a7, b7 and c8 to h8. */
        {PF_VARIANT_CRAZYHOUSE, "k7/8/1K6/8/8/8/8/8[Q] w - - 0 1", 2, {1, 68, 0, 0, 0, 0, 21, 0, 0, 8}},
        /* The third check ends the game. */
        {PF_VARIANT_THREE_CHECK, "7k/8/8/8/8/8/8/R6K w - - 1+3 0 1", 3, {1, 16, 0, 0, 0, 0, 1, 0, 0, 1}},
        {PF_VARIANT_THREE_CHECK, "7k/8/8/8/8/8/8/R6K w - - 2+3 0 1", 3, {1, 16, 0, 0, 0, 0, 1, 0, 0, 0}},
        /* The capture blows up the king, which is no check. */
        {PF_VARIANT_ATOMIC, "4k3/4r3/8/8/8/8/4R3/K7 w - - 0 1", 3, {1, 16, 1, 0, 0, 0, 0, 0, 0, 0}},
        {PF_VARIANT_RACING_KINGS, "8/8/5n1K/8/4k3/8/8/8 w - - 0 1", 3, {1, 3, 0, 0, 0, 0, 0, 0, 0, 0}},
        {PF_VARIANT_KING_OF_THE_HILL, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 3, {1, 16, 0, 0, 1, 0, 1, 0, 0, 0}},
        {PF_VARIANT_HORDE, "3k1r2/8/8/8/8/2p5/8/2PP4 w - - 0 1", 4, {1, 3, 0, 0, 0, 0, 0, 0, 0, 0}},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = position_accepted(cases[i].fen, pf_accept_variant(cases[i].variant));
        check_position(&position, &cases[i].last);
        pf_perft_options options = {.threads = 2};
        for (unsigned depth = 0; depth <= cases[i].depth; depth++) assert_same_rows(&position, depth, &options);
    }
}

static bool stop_soon(void *context, const pf_perft_progress *progress)
{
    unsigned *calls = context;
    assert_true(progress->done <= progress->total && progress->total == 5362);
    return ++*calls < 10;
}

static bool stop_later(void *context)
{
    atomic_uint *calls = context;
    return atomic_fetch_add(calls, 1) >= 5;
}

static bool stop_now(void *context)
{
    (void)context;
    return true;
}

/* How often a thread asks whether to stop between two reports of progress. */
struct asking {
    unsigned asked, reports, most;
};

static bool count_asking(void *context)
{
    ((struct asking *)context)->asked++;
    return false;
}

static bool end_asking(void *context, const pf_perft_progress *progress)
{
    struct asking *it = context;
    (void)progress;
    if (it->reports++ > 0 && it->asked > it->most) it->most = it->asked;
    it->asked = 0;
    return true;
}

/* A step of a thread has thousands of positions, and classifying the moves below them takes seconds. */
static void stopping_within_a_step(void **state)
{
    (void)state;
    pf_position position = position_of(KIWIPETE);
    pf_perft_row rows[6];
    struct asking it = {0, 0, 0};
    pf_perft_options options = {.threads = 1, .context = &it, .should_stop = count_asking, .on_progress = end_asking};
    assert_int_equal(pf_perft_stats_run(rows, &position, 5, &options, NULL), PF_OK);
    assert_int_equal(rows[5].nodes.lo, 193690690);
    assert_in_range(it.reports, 10, 30);
    assert_true(it.most >= 4); /* before and after a step, and in between */
}

static void stopping_and_wrong_options(void **state)
{
    (void)state;
    pf_position position = pf_position_start();
    pf_perft_row rows[6];
    unsigned calls = 0;
    pf_error error;
    pf_perft_options options = {.threads = 2, .context = &calls, .on_progress = stop_soon};
    memset(rows, 0xff, sizeof rows);
    assert_int_equal(pf_perft_stats_run(rows, &position, 5, &options, &error), PF_ERROR_STOPPED);
    assert_int_equal(calls, 10);
    assert_int_equal(rows[0].nodes.lo, UINT64_MAX);
    options = (pf_perft_options){.threads = 2, .should_stop = stop_now};
    assert_int_equal(pf_perft_stats_run(rows, &position, 5, &options, &error), PF_ERROR_STOPPED);
    atomic_uint asked = 0;
    options = (pf_perft_options){.threads = 1, .context = &asked, .should_stop = stop_later};
    assert_int_equal(pf_perft_stats_run(rows, &position, 9, &options, &error), PF_ERROR_STOPPED);
    assert_true(asked < 10);
    options = (pf_perft_options){.threads = PF_PERFT_MAX_THREADS + 1};
    assert_int_equal(pf_perft_stats_run(rows, &position, 5, &options, &error), PF_ERROR_OPTION);
    assert_string_equal(error.message, "a run has at most 1024 threads");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published),
        cmocka_unit_test(nodes_only),
        cmocka_unit_test(threads),
        cmocka_unit_test(merged_as_walked),
        cmocka_unit_test(little_memory),
        cmocka_unit_test(deep),
        cmocka_unit_test(in_variants),
        cmocka_unit_test(stopping_within_a_step),
        cmocka_unit_test(stopping_and_wrong_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
