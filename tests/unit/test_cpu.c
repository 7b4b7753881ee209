/* The forced instruction-set mask: it cuts down what the machine has, and no mask changes an answer. */
#include "support.h"

#include <plyforge/experimental.h>

enum { ALL_SETS = 1 << 5 }; /* the masks that can be forced */

static int restore(void **state)
{
    (void)state;
    pf_cpu_force(~0u);
    return 0;
}

static void cuts_down(void **state)
{
    (void)state;
    pf_cpu_features machine = pf_cpu();
    for (pf_cpu_features mask = 0; mask < ALL_SETS; mask++) {
        pf_cpu_force(mask);
        assert_int_equal(pf_cpu(), machine & mask);
    }
    pf_cpu_force(~0u);
    assert_int_equal(pf_cpu(), machine);
}

/* A slow PEXT lowers only the level of code that uses it. */
static void level_without_pext(void **state)
{
    (void)state;
    pf_level level = pf_cpu_level_without_pext();
    if (pf_cpu() & PF_CPU_FAST_PEXT) assert_int_equal(pf_cpu_level(), level);
    pf_cpu_force(~(pf_cpu_features)PF_CPU_FAST_PEXT);
    assert_int_equal(pf_cpu_level_without_pext(), level);
    assert_false(pf_level_features(pf_cpu_level()) & PF_CPU_FAST_PEXT);
    pf_cpu_force(0);
    assert_int_equal(pf_cpu_level_without_pext(), PF_LEVEL_PORTABLE);
    pf_cpu_force(~0u);
}

/* What a position answers, its list as a sum that forgets the order. */
typedef struct answers {
    uint32_t size, count, any;
    uint64_t moves;
    pf_count perft, divide;
} answers;

static answers ask(const pf_position *position)
{
    answers result = {0};
    pf_move_list list;
    result.size = pf_generate_legal(position, &list);
    result.count = pf_count_legal(position);
    result.any = pf_any_legal(position);
    for (uint32_t i = 0; i < list.size; i++) result.moves += (list.moves[i] + 1u) * (list.moves[i] + 1u);
    result.perft = pf_perft(position, 2);
    pf_perft_divide(&result.divide, position, 2, PF_PERFT_PLAY_LEAVES, NULL, NULL);
    return result;
}

static void same_answers(void **state)
{
    (void)state;
    test_random random = {2};
    for (int i = 0; i < 2000; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        pf_cpu_force(0);
        answers portable = ask(&position);
        for (pf_cpu_features mask = 1; mask < ALL_SETS; mask++) {
            pf_cpu_force(mask);
            answers fast = ask(&position);
            assert_int_equal(portable.size, fast.size);
            assert_int_equal(portable.count, fast.count);
            assert_int_equal(portable.any, fast.any);
            assert_int_equal(portable.moves, fast.moves);
            assert_true(pf_count_equal(portable.perft, fast.perft));
            assert_true(pf_count_equal(portable.divide, fast.divide));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(cuts_down, restore),
        cmocka_unit_test_teardown(level_without_pext, restore),
        cmocka_unit_test_teardown(same_answers, restore),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
