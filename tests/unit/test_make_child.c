/* Playing as perft plays: pf_make_child has a body of its own for most moves, and counting never reads the clocks.
 * Its result must equal that of the public function, except for the key and for what only variants have. */
#include "support.h"

#include "moves/make.h"

static unsigned compare_all_moves(const pf_position *position)
{
    pf_move_list list;
    pf_generate_legal(position, &list);
    for (uint32_t m = 0; m < list.size; m++) {
        pf_position child, played = *position;
        child.key = position->key;
        pf_position_play_unchecked(&played, list.moves[m]);
        if (position->turn == PF_WHITE)
            pf_make_child(&child, position, list.moves[m], PF_WHITE, PF_SLIDERS_MAGIC);
        else
            pf_make_child(&child, position, list.moves[m], PF_BLACK, PF_SLIDERS_MAGIC);
        assert_int_equal(child.key, position->key);
        child.key = played.key;
        assert_memory_equal(&child, &played, offsetof(pf_position, promoted));
    }
    return list.size;
}

static void children_are_what_play_gives(void **state)
{
    (void)state;
    test_random random = {31};
    unsigned moves = 0;
    for (int i = 0; i < 5000; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        moves += compare_all_moves(&position);
    }
    print_message("%u moves\n", moves);
    assert_true(moves > 50000);
}

static void counters_at_their_limit(void **state)
{
    (void)state;
    for (pf_colour turn = PF_WHITE; turn <= PF_BLACK; turn++) {
        pf_position position = position_of(turn == PF_WHITE ? "4k3/8/3p4/4P3/8/8/8/4K3 w - - 0 1"
                                                            : "4k3/8/3p4/4P3/8/8/8/4K3 b - - 0 1");
        for (unsigned below = 0; below < 3; below++) {
            position.halfmove_clock = (uint16_t)(UINT16_MAX - below);
            position.fullmove_number = UINT32_MAX - below;
            assert_true(compare_all_moves(&position) > 5);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(children_are_what_play_gives),
        cmocka_unit_test(counters_at_their_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
