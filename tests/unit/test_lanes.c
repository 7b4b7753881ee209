/* Each instruction set does what perft/leaves/lanes_portable.h does, operation by operation and on random input; and
 * counting in lanes gives the right numbers on any implementation of the contract. */
#include "support.h"

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
    skip();
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
    skip();
}

static void neon_does_what_portable_lanes_do(void **state)
{
    (void)state;
#ifdef TEST_LANES_neon
    compare(run_lanes_neon, run_lanes_portable_2, 2);
#else
    skip();
#endif
}

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(portable_lanes_are_right),
        cmocka_unit_test(avx2_does_what_portable_lanes_do),
        cmocka_unit_test(avx512_does_what_portable_lanes_do),
        cmocka_unit_test(neon_does_what_portable_lanes_do),
        cmocka_unit_test(counting_needs_nothing_but_the_contract),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
