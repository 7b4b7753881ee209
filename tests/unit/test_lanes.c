/* Each instruction set does what perft/two_ply/lanes_portable.h does, operation by operation and on random input; and
 * counting in lanes gives the right numbers on any implementation of the contract. */
#include "support.h"

#include "reference/reference.h"

#include "lanes_perft.h"
#include "lanes_run.h"

#include <plyforge/experimental/cpu.h>

#include <string.h>

#define RESULT_NAME(name) #name,
static const char *const result_names[] = {LANES_RESULTS(RESULT_NAME)};

/* Sets with many squares, with few, and none. */
static uint64_t random_set(test_random *random)
{
    uint64_t set = random_next(random);
    switch (random_next(random) % 4) {
    case 0: return set;
    case 1: return set & random_next(random) & random_next(random);
    case 2: return set | random_next(random);
    default: return set & random_next(random) & random_next(random) & random_next(random) & 0xff00ff;
    }
}

static lanes_input random_input(test_random *random)
{
    lanes_input input;
    for (uint32_t i = 0; i < MAX_LANES; i++) {
        input.a[i] = random_set(random);
        input.b[i] = random_set(random);
        input.c[i] = random_set(random);
        input.shift[i] = random_next(random) % 5 ? random_next(random) % 80 : random_next(random);
        input.lane[i] = random_next(random) % 4;
        input.numbers[i] = (uint32_t)random_next(random);
        input.small[0][i] = (uint32_t)random_next(random);
        input.small[1][i] = (uint32_t)random_next(random);
        input.square[i] = (uint32_t)(random_next(random) % 64);
        for (uint32_t k = 0; k < 8; k++) input.sets[i][k] = random_set(random);
    }
    input.first = (uint32_t)(random_next(random) % 12);
    input.base = (uint32_t)random_next(random) & 0xffffff00;
    do input.written = random_set(random);
    while (__builtin_popcountll(input.written) > MAX_NUMBERS);
    return input;
}

/* Not used on machines without vector levels. */
__attribute__((unused)) static void compare(lanes_run *run, lanes_run *judge, uint32_t lanes)
{
    test_random random = {77};
    for (int i = 0; i < 20000; i++) {
        lanes_input input = random_input(&random);
        lanes_result got, wanted;
        memset(&got, 0, sizeof got);
        memset(&wanted, 0, sizeof wanted);
        run(&got, &input);
        judge(&wanted, &input);
        for (unsigned row = 0; row < RESULT_COUNT; row++)
            if (memcmp(got.row[row], wanted.row[row], lanes * sizeof(uint64_t)) != 0)
                fail_msg("input %d: another result for pf_lanes_%s", i, result_names[row]);
        assert_int_equal(got.numbers_size, wanted.numbers_size);
        assert_memory_equal(got.numbers, wanted.numbers, got.numbers_size * sizeof *got.numbers);
    }
}

static void avx2_does_what_portable_lanes_do(void **state)
{
    (void)state;
#ifdef TEST_LANES_avx2
    if (pf_cpu() & PF_CPU_AVX2) {
        compare(run_lanes_avx2, run_lanes_portable_4, 4);
        return;
    }
#endif
    skip_because("no AVX2 in this build or at this level");
}

static void avx512_does_what_portable_lanes_do(void **state)
{
    (void)state;
#ifdef TEST_LANES_avx512
    if (pf_cpu() & PF_CPU_AVX512) {
        compare(run_lanes_avx512, run_lanes_portable_8, 8);
        return;
    }
#endif
    skip_because("no AVX-512 in this build or at this level");
}

#ifdef TEST_LANES_neon
static void neon_does_what_portable_lanes_do(void **state)
{
    (void)state;
    compare(run_lanes_neon, run_lanes_portable_2, 2);
}
#endif

/* The judge itself, on what can be seen at a glance. */
static void portable_lanes_are_right(void **state)
{
    (void)state;
    lanes_input input;
    lanes_result result;
    memset(&input, 0, sizeof input);
    for (uint32_t i = 0; i < MAX_LANES; i++) {
        input.a[i] = i + 1;
        input.lane[i] = 3 - i % 4;
        input.square[i] = PF_D4;
        input.b[i] = UINT64_C(1) << PF_B4 | UINT64_C(1) << PF_D7 | UINT64_C(1) << PF_F6 | UINT64_C(1) << PF_G1;
    }
    input.first = 2;
    input.written = UINT64_C(0x8000000000000001);
    input.base = 256;
    run_lanes_portable_4(&result, &input);
    assert_int_equal(result.row[RESULT_of][3], 1);
    assert_int_equal(result.row[RESULT_first][1], UINT64_MAX);
    assert_int_equal(result.row[RESULT_first][2], 0);
    assert_int_equal(result.row[RESULT_pick][0], 4);
    assert_int_equal(result.row[RESULT_pick][3], 1);
    assert_int_equal(result.row[RESULT_sum][0], 1 + 2 + 3 + 4);
    assert_int_equal(result.row[RESULT_popcount][2], 2);
    assert_int_equal(result.row[RESULT_see_rank][0], UINT64_C(0x00000000f6000000));
    assert_int_equal(result.row[RESULT_see_file][1], UINT64_C(0x0008080800080808));
    assert_int_equal(result.row[RESULT_see_diagonal][2], UINT64_C(0x0000201000040201));
    assert_int_equal(result.row[RESULT_see_antidiagonal][3], UINT64_C(0x0001020400102040));
    assert_int_equal(result.numbers_size, 2);
    assert_int_equal(result.numbers[0], 256);
    assert_int_equal(result.numbers[1], 256 + 63);
}

static void counting_needs_nothing_but_the_contract(void **state)
{
    (void)state;
    test_random random = {78};
    for (int i = 0; i < 300; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        for (unsigned depth = 1; depth <= 3; depth++) {
            uint64_t wanted = pf_perft_plain(&position, depth, PF_PERFT_BULK).lo;
            assert_int_equal(pf_perft_64_lanes(&position, depth, PF_PERFT_BULK), wanted);
        }
    }
}

/* Counting in lanes has an instance for boards with nothing but pawns, rooks and kings, on which no pawn of ours is
 * about to promote. These are such boards, boards that miss the condition by one piece on either side, and parents of
 * which some children meet it and others do not: by a capture, a promotion, or a pawn that reaches the seventh rank. */
static const char *const around_rook_endings[] = {
    "8/5pk1/4p1p1/7p/R6P/4P1P1/r4PK1/8 w - - 0 1",
    "8/5pk1/4p1p1/7p/R6P/4P1P1/r4PK1/8 b - - 0 1",
    "8/8/8/2k5/8/8/5K2/8 w - - 0 1",
    "3k4/3r4/8/3R4/8/8/3K4/8 b - - 0 1",
    "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1",
    "r3k2r/p6p/8/8/8/8/P6P/R3K2R b KQkq - 0 1",
    "8/8/8/KPpP3r/1R3p1k/8/4P1P1/8 w - c6 0 1",
    "8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - e3 0 1",
    /* One piece too many: of the side to move, of the other side. */
    "8/5pk1/4p1p1/7p/R6P/4P1P1/r3NPK1/8 w - - 0 1",
    "8/5pk1/4p1p1/7p/R6P/4P1P1/r3nPK1/8 w - - 0 1",
    "8/5pk1/4p1p1/7p/R5BP/4P1P1/r4PK1/8 w - - 0 1",
    "8/5pk1/4p1p1/7p/R5bP/4P1P1/r4PK1/8 w - - 0 1",
    "8/5pk1/4p1p1/7p/4Q2P/4P1P1/r4PK1/8 w - - 0 1",
    "8/5pk1/4p1p1/7p/R6P/4P1P1/q4PK1/8 w - - 0 1",
    /* A pawn on the seventh rank of the side to move, of the other side, one and two moves before it gets there. */
    "1r6/P4pk1/4p3/7p/R7/6P1/5PK1/8 w - - 0 1",
    "1r6/P4pk1/4p3/7p/R7/6P1/5PK1/8 b - - 0 1",
    "8/6k1/8/7p/1r6/6P1/p4PK1/1R6 w - - 0 1",
    "8/6k1/P7/7p/1r6/6P1/p4PK1/1R6 b - - 0 1",
    "1r6/6k1/P7/8/8/p7/6K1/1R6 w - - 0 1",
    "1r6/6k1/P7/8/8/p7/6K1/1R6 b - - 0 1",
    /* The last knight, bishop or queen can be taken, in some children only. */
    "8/6k1/8/3n3p/3R4/r7/6K1/8 w - - 0 1",
    "8/6k1/8/3N3p/3r4/R7/6K1/8 w - - 0 1",
    "8/6k1/4b3/3R3p/8/r7/6K1/8 w - - 0 1",
    "8/6k1/8/2Q4p/3r4/1p6/6K1/R7 b - - 0 1",
};

static void rook_endings_and_what_is_close_to_them(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(around_rook_endings); i++) {
        pf_position position = position_of(around_rook_endings[i]);
        reference_board board;
        reference_board_from_position(&board, &position);
        for (unsigned depth = 2; depth <= 3; depth++) {
            uint64_t wanted = reference_perft(&board, depth);
            assert_int_equal(pf_perft_64_lanes(&position, depth, PF_PERFT_BULK), wanted);
            for (pf_level level = PF_LEVEL_PORTABLE; pf_level_name(level); level++) {
                if (!pf_level_is_available(level)) continue;
                pf_cpu_force(pf_level_features(level));
                assert_int_equal(pf_perft(&position, depth).lo, wanted);
                pf_cpu_force(~0u);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(portable_lanes_are_right),
        cmocka_unit_test(avx2_does_what_portable_lanes_do),
        cmocka_unit_test(avx512_does_what_portable_lanes_do),
#ifdef TEST_LANES_neon
        cmocka_unit_test(neon_does_what_portable_lanes_do),
#endif
        cmocka_unit_test(counting_needs_nothing_but_the_contract),
        cmocka_unit_test(rook_endings_and_what_is_close_to_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
