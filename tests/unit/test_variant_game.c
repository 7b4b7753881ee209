/* Games of the variants: playing and taking back, repetition, outcomes, claims and null moves. */
#include "variant_support.h"

#include <stdlib.h>

static unsigned char memory[1 + PF_GAME_MEMORY_VARIANT(400)];

static pf_game *game_of(pf_variant variant, const char *fen)
{
    pf_variant_position start = variant_position_of(fen, variant);
    pf_game *game = pf_game_init_variant(memory + 1, sizeof memory - 1, &start);
    assert_non_null(game);
    assert_int_equal(pf_game_variant(game), variant);
    return game;
}

static void play(pf_game *game, const char *moves)
{
    while (*moves) {
        size_t length = strcspn(moves, " ");
        pf_variant_position position = pf_game_variant_position(game);
        pf_move move;
        if (pf_variant_move_from_uci(&move, &position, moves, length, NULL) != PF_OK) fail_msg("%s", moves);
        assert_int_equal(pf_game_play(game, move, NULL), PF_OK);
        moves += length;
        moves += strspn(moves, " ");
    }
}

static void captures_do_not_end_repetition_in_crazyhouse(void **state)
{
    (void)state;
    /* A rook is dropped and taken, and the taken one is dropped and taken by the other side. */
    pf_game *game = game_of(PF_VARIANT_CRAZYHOUSE, "k7/8/8/8/8/8/8/7K[R] w - - 0 1");
    for (unsigned times = 2; times <= 3; times++) {
        play(game, "R@b8 a8b8 h1g1 R@h1 g1h1 b8a8");
        assert_int_equal(pf_game_repetitions(game), times);
    }
    assert_int_equal(pf_game_claims(game), PF_CLAIM_THREEFOLD_REPETITION);
    assert_int_equal(pf_game_outcome(game, PF_POLICY_ENGINE).reason, PF_REASON_THREEFOLD_REPETITION);
    assert_int_equal(pf_game_outcome(game, PF_POLICY_FIDE).reason, PF_REASON_NONE);

    /* Lost castling rights end it. */
    game = game_of(PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K2R[] w K - 0 1");
    play(game, "h1h2 e8d8 h2h1 d8e8");
    assert_int_equal(pf_game_repetitions(game), 1);
}

static void clocks(void **state)
{
    (void)state;
    pf_game *game = game_of(PF_VARIANT_CRAZYHOUSE, "k7/8/8/8/8/8/8/6RK[] w - - 199 150");
    assert_int_equal(pf_game_outcome(game, PF_POLICY_ENGINE).reason, PF_REASON_NONE);
    assert_int_equal(pf_game_claims(game), 0);
    assert_int_equal(pf_game_claims_by_any_move(game), 0);
    game = game_of(PF_VARIANT_ATOMIC, "k7/8/8/8/8/8/8/5QRK w - - 100 150");
    assert_int_equal(pf_game_outcome(game, PF_POLICY_ENGINE).reason, PF_REASON_FIFTY_MOVES);
    assert_int_equal(pf_game_claims(game), PF_CLAIM_FIFTY_MOVES);
    assert_int_equal(pf_game_claims_by_any_move(game), PF_CLAIM_FIFTY_MOVES);
    /* A move that ends the game by a rule of the variant allows no claim. */
    game = game_of(PF_VARIANT_KING_OF_THE_HILL, "k7/8/8/8/8/4K3/8/1R6 w - - 120 150");
    pf_move to_hill = pf_move_of(PF_E3, PF_E4, PF_MOVE_NORMAL);
    assert_int_equal(pf_game_claims_by_move(game, to_hill), 0);
    assert_int_equal(pf_game_claims_by_move(game, pf_move_of(PF_E3, PF_E2, PF_MOVE_NORMAL)), PF_CLAIM_FIFTY_MOVES);
    assert_int_equal(pf_game_claims_by_move(game, pf_move_of(PF_E3, PF_E8, PF_MOVE_NORMAL)), 0);
    assert_int_equal(pf_game_play(game, to_hill, NULL), PF_OK);
    assert_int_equal(pf_game_outcome(game, PF_POLICY_FIDE).reason, PF_REASON_KING_ON_HILL);
    assert_int_equal(pf_game_claims(game), 0);
    pf_error error;
    assert_int_equal(pf_game_play(game, pf_move_of(PF_A8, PF_A7, PF_MOVE_NORMAL), &error), PF_ERROR_MOVE_ILLEGAL);
    assert_int_equal(pf_game_play_null(game, &error), PF_ERROR_MOVE_ILLEGAL);
    assert_string_equal(error.message, "the game is over");
}

static void null_moves(void **state)
{
    (void)state;
    pf_error error;
    pf_game *game = game_of(PF_VARIANT_THREE_CHECK, "4k3/8/8/8/3pP3/8/8/4K2R b K e3 2+3 0 1");
    assert_int_equal(pf_game_play_null(game, NULL), PF_OK);
    pf_variant_position after = pf_game_variant_position(game);
    assert_int_equal(after.board.key, pf_variant_compute_key(&after));
    assert_int_equal(after.board.ep_square, PF_NO_SQUARE);
    assert_int_equal(after.board.fullmove_number, 2);
    play(game, "h1h8");
    assert_int_equal(pf_game_play_null(game, &error), PF_ERROR_MOVE_ILLEGAL);
    assert_string_equal(error.message, "a null move is not possible in check");
    assert_int_equal(pf_game_ply(game), 2);
    /* In Antichess nothing is check. */
    game = game_of(PF_VARIANT_ANTICHESS, "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    assert_int_equal(pf_game_play_null(game, NULL), PF_OK);
    assert_int_equal(pf_game_play_null(game, NULL), PF_OK);
    assert_int_equal(pf_game_repetitions(game), 1); /* not across null moves */
    assert_true(pf_game_undo(game));
    assert_true(pf_game_undo(game));
    assert_int_equal(pf_game_repetitions(game), 1);
}

static void memory_and_restart(void **state)
{
    (void)state;
    pf_variant_position start = pf_variant_start(PF_VARIANT_CRAZYHOUSE);
    pf_position standard = pf_position_start();
    for (size_t size = 0; size < PF_GAME_MEMORY_VARIANT(1); size++) {
        unsigned char *exact = malloc(size ? size : 1);
        pf_game *game = pf_game_init_variant(exact, size, &start);
        if (size >= PF_GAME_MEMORY_VARIANT(0)) assert_non_null(game);
        if (game) assert_true(pf_game_restart_variant(game, &start));
        free(exact);
    }
    pf_game *game = game_of(PF_VARIANT_CRAZYHOUSE, "k7/8/8/8/8/8/8/7K[R] w - - 0 1");
    play(game, "R@b8");
    assert_false(pf_game_restart(game, &standard));
    pf_variant_position other = pf_variant_start(PF_VARIANT_ATOMIC), found;
    assert_false(pf_game_restart_variant(game, &other));
    assert_int_equal(pf_game_ply(game), 1);
    assert_true(pf_game_variant_position_at(&found, game, 0));
    assert_int_equal(found.pockets[PF_WHITE][PF_ROOK], 1);
    assert_false(pf_game_variant_position_at(&found, game, 2));
    assert_true(pf_game_restart_variant(game, &start));
    assert_int_equal(pf_game_ply(game), 0);
    pf_error error;
    assert_int_equal(pf_game_play(game, pf_move_of_drop(PF_QUEEN, PF_E4), &error), PF_ERROR_MOVE_ILLEGAL);
    assert_string_equal(error.message, "White has no queen to drop");

    /* Standard chess by both ways in. */
    pf_variant_position as_variant = pf_variant_of_position(&standard);
    game = pf_game_create_variant(&as_variant);
    assert_int_equal(pf_game_variant(game), PF_VARIANT_STANDARD);
    play(game, "e2e4 e7e5 g1f3");
    assert_true(pf_game_restart(game, &standard));
    found = pf_game_variant_position(game);
    assert_memory_equal(&found, &as_variant, sizeof found);
    pf_game_destroy(game);
}

static unsigned count_again(const pf_game *game)
{
    pf_variant_position now = pf_game_variant_position(game), then;
    unsigned count = 0;
    for (uint32_t ply = 0; pf_game_variant_position_at(&then, game, ply); ply++) count += pf_variant_equal(&now, &then);
    return count;
}

/* A move back to where the piece came from is preferred, so that positions repeat. */
static pf_move wandering_move(test_random *random, const pf_game *game)
{
    pf_variant_position position = pf_game_variant_position(game);
    pf_variant_move_list list;
    if (pf_variant_generate(&position, &list) == 0) return PF_NO_MOVE;
    uint32_t ply = pf_game_ply(game);
    pf_move last = ply > 1 ? pf_game_move_at(game, ply - 1) : (pf_move)PF_NO_MOVE;
    pf_move back = pf_move_of(pf_move_to(last), pf_move_from(last), PF_MOVE_NORMAL);
    if (last != PF_NO_MOVE && !pf_move_is_drop(last) && random_below(random, 2) && pf_variant_is_legal(&position, back))
        return back;
    return list.moves[random_below(random, list.size)];
}

static void repetition_equals_a_recount(void **state)
{
    (void)state;
    test_random random = {23};
    for (unsigned variant = 0; variant < PF_VARIANT_COUNT; variant++) {
        unsigned repeated = 0;
        for (int i = 0; i < 30; i++) {
            pf_variant_position start = pf_variant_start((pf_variant)variant);
            pf_game *game = pf_game_create_variant(&start);
            for (int step = 0; step < 200; step++) {
                unsigned what = random_below(&random, 8);
                if (what == 0) {
                    pf_game_undo(game);
                } else if (what == 1) {
                    pf_game_redo(game);
                } else {
                    pf_move move = wandering_move(&random, game);
                    if (!move) break;
                    assert_int_equal(pf_game_play(game, move, NULL), PF_OK);
                }
                assert_int_equal(pf_game_repetitions(game), count_again(game));
                repeated += pf_game_repetitions(game) > 1;
            }
            while (pf_game_undo(game)) assert_int_equal(pf_game_repetitions(game), count_again(game));
            pf_variant_position first = pf_game_variant_position(game);
            assert_memory_equal(&first, &start, sizeof start);
            pf_game_destroy(game);
        }
        assert_true(repeated > 100);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(captures_do_not_end_repetition_in_crazyhouse),
        cmocka_unit_test(clocks),
        cmocka_unit_test(null_moves),
        cmocka_unit_test(memory_and_restart),
        cmocka_unit_test(repetition_equals_a_recount),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
