/* Repetition along a line: counts, distances, draws and the move that will repeat, against whole positions compared one
 * by one and every legal move tried. */
#include "support.h"

#include <stdlib.h>

/* ---- The slow model ---- */

enum { LONGEST = 400 };

/* Every position of a line, and whether a null move led to it. */
struct model {
    pf_position positions[LONGEST];
    bool null[LONGEST];
    unsigned size, root;
};

/* The places of earlier positions that are equal to the last one and can be, from the latest to the first. */
static unsigned find_equal(const struct model *model, unsigned places[LONGEST])
{
    unsigned count = 0;
    for (unsigned i = model->size - 1; i > 0; i--) {
        if (model->null[i] || model->positions[i].halfmove_clock == 0) break;
        if (pf_position_equal(&model->positions[i - 1], &model->positions[model->size - 1])) places[count++] = i - 1;
    }
    return count;
}

static bool is_draw(const struct model *model)
{
    unsigned places[LONGEST];
    unsigned count = find_equal(model, places);
    return count > 1 || (count == 1 && places[0] > model->root);
}

static void append(struct model *model, const pf_position *position, bool null)
{
    assert_true(model->size < LONGEST);
    model->positions[model->size] = *position;
    model->null[model->size++] = null;
}

/* Whether the move leads to a draw; the model is as it was. */
static bool repeats(struct model *model, pf_move move)
{
    pf_position child = model->positions[model->size - 1];
    pf_position_play_unchecked(&child, move);
    append(model, &child, false);
    bool draw = is_draw(model);
    model->size--;
    return draw;
}

/* What was seen, so that a test that sees nothing fails. */
struct seen {
    unsigned draws, upcoming, not_yet, positions;
};

static void compare(struct model *model, const pf_repetition *line, struct seen *seen)
{
    const pf_position *position = &model->positions[model->size - 1];
    unsigned places[LONGEST];
    unsigned count = find_equal(model, places);
    assert_int_equal(pf_repetition_count(line), count + 1);
    assert_int_equal(pf_repetition_distance(line), count ? model->size - 1 - places[0] : 0);
    assert_int_equal(pf_repetition_is_draw(line), is_draw(model));
    assert_int_equal(pf_repetition_ply(line), model->size - 1 - model->root);

    pf_move_list list;
    unsigned repeating = 0;
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size; i++) repeating += repeats(model, list.moves[i]);
    pf_move upcoming = pf_repetition_upcoming(line, position);
    assert_int_equal(upcoming != PF_NO_MOVE, repeating > 0);
    if (upcoming != PF_NO_MOVE) {
        assert_true(pf_move_list_contains(&list, upcoming));
        assert_true(repeats(model, upcoming));
    }
    seen->draws += is_draw(model);
    seen->upcoming += repeating > 0;
    seen->not_yet += count > 0 && !is_draw(model);
    seen->positions++;
}

/* ---- Random lines ---- */

/* A random move; mostly one that takes the side's own last move back, if that is possible. */
static pf_move choose(test_random *random, const pf_position *position, pf_move last_own)
{
    pf_move_list list;
    if (pf_generate_legal(position, &list) == 0) return PF_NO_MOVE;
    pf_move back = pf_move_of(pf_move_to(last_own), pf_move_from(last_own), PF_MOVE_NORMAL);
    if (random_below(random, 3) && pf_move_list_contains(&list, back)) return back;
    return list.moves[random_below(random, list.size)];
}

static pf_position random_start(test_random *random)
{
    static const char *const few[] = {"8/8/8/3k4/8/3K4/8/R6r w - - 0 1", "4k2r/8/8/8/8/8/8/R3K3 w Qk - 12 40",
                                      "8/2k5/8/pPp5/8/2K5/8/8 w - a6 0 1", "6k1/8/8/1b6/6N1/8/8/1K6 b - - 98 80"};
    unsigned kind = random_below(random, 4);
    if (kind == 0) return position_of(few[random_below(random, COUNT_OF(few))]);
    return kind == 1 ? random_board_position(random) : random_game_position(random);
}

/* One line: moves, null moves, moves taken back, new roots. The same by a game, up to the first that is taken back. */
static void walk_line(test_random *random, struct seen *seen)
{
    static struct model model;
    pf_position position = random_start(random);
    pf_move moves[LONGEST] = {0};
    pf_repetition line;
    model.size = model.root = 0;
    append(&model, &position, false);
    pf_repetition_init(&line, &position);
    assert_false(pf_repetition_pop(&line));
    for (unsigned step = 0; step < 80; step++) {
        position = model.positions[model.size - 1];
        unsigned what = random_below(random, 40);
        if (what == 0) {
            model.root = model.size - 1;
            pf_repetition_set_root(&line);
        } else if (what < 5) {
            bool popped = pf_repetition_pop(&line);
            assert_int_equal(popped, model.size - 1 > model.root);
            if (popped) model.size--;
        } else if (what == 5 && pf_position_play_null(&position)) {
            moves[model.size] = PF_NO_MOVE;
            append(&model, &position, true);
            assert_true(pf_repetition_push_null(&line, &position));
        } else {
            pf_move move = choose(random, &position, model.size > 2 ? moves[model.size - 2] : (pf_move)PF_NO_MOVE);
            if (move == PF_NO_MOVE) return;
            pf_position_play_unchecked(&position, move);
            moves[model.size] = move;
            append(&model, &position, false);
            assert_true(pf_repetition_push(&line, &position));
        }
        compare(&model, &line, seen);
    }
}

static void against_whole_positions(void **state)
{
    (void)state;
    test_random random = {61};
    struct seen seen = {0};
    for (unsigned i = 0; i < 3000; i++) walk_line(&random, &seen);
    print_message("%u positions, %u draws, %u repeated but no draw, %u with a repetition to come\n", seen.positions,
                  seen.draws, seen.not_yet, seen.upcoming);
    assert_true(seen.draws > 10000 && seen.not_yet > 1000 && seen.upcoming > 10000);
}

/* The line of a game is the game's history: the same count of repetitions, null moves included. */
static void line_of_a_game(void **state)
{
    (void)state;
    static unsigned char memory[PF_GAME_MEMORY(200)];
    test_random random = {62};
    unsigned repeated = 0;
    for (unsigned i = 0; i < 1000; i++) {
        static struct model model;
        pf_position position = random_start(&random);
        pf_game *game = pf_game_init(memory, sizeof memory, &position);
        assert_non_null(game);
        model.size = model.root = 0;
        append(&model, &position, false);
        for (unsigned ply = 1; ply < 60; ply++) {
            bool null = random_below(&random, 15) == 0 && pf_game_play_null(game, NULL) == PF_OK;
            if (!null) {
                pf_move own = ply > 2 ? pf_game_move_at(game, ply - 2) : (pf_move)PF_NO_MOVE;
                pf_move move = choose(&random, pf_game_position(game), own);
                if (move == PF_NO_MOVE) break;
                assert_true(pf_game_play_unchecked(game, move));
            } else {
                assert_int_equal(pf_game_move_at(game, ply), PF_NO_MOVE);
            }
            append(&model, pf_game_position(game), null);
            if (random_below(&random, 10) == 0) { /* taken back and played again, all is as it was */
                unsigned back = random_below(&random, ply) + 1;
                for (unsigned b = 0; b < back; b++) assert_true(pf_game_undo(game));
                for (unsigned b = 0; b < back; b++) assert_true(pf_game_redo(game));
            }
            unsigned places[LONGEST];
            unsigned count = find_equal(&model, places) + 1;
            pf_repetition line;
            pf_repetition_from_game(&line, game);
            assert_int_equal(pf_game_repetitions(game), count);
            assert_int_equal(pf_repetition_count(&line), count);
            assert_int_equal(pf_repetition_ply(&line), 0);
            assert_int_equal(pf_repetition_is_draw(&line), count > 2);
            repeated += count > 1;
        }
    }
    assert_true(repeated > 1000);
}

/* A null move that is taken back brings what was before it into view again. */
static void null_moves_of_a_game(void **state)
{
    (void)state;
    static unsigned char memory[PF_GAME_MEMORY(20)];
    pf_position start = pf_position_start();
    pf_game *game = pf_game_init(memory, sizeof memory, &start);
    assert_non_null(game);
    static const char *const tour[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    pf_move moves[4];
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(pf_move_from_uci(&moves[i], pf_game_position(game), tour[i], 4, NULL), PF_OK);
        assert_true(pf_game_play_unchecked(game, moves[i]));
    }
    assert_int_equal(pf_game_repetitions(game), 2);
    assert_int_equal(pf_game_play_null(game, NULL), PF_OK);
    assert_int_equal(pf_game_ply(game), 5);
    assert_int_equal(pf_game_position(game)->turn, PF_BLACK);
    assert_int_equal(pf_game_play_null(game, NULL), PF_OK);
    assert_int_equal(pf_game_repetitions(game), 1); /* the third time, but for the null moves */
    assert_true(pf_game_undo(game) && pf_game_undo(game));
    for (unsigned i = 0; i < 4; i++) assert_true(pf_game_play_unchecked(game, moves[i]));
    assert_int_equal(pf_game_repetitions(game), 3);

    pf_position checked = position_of("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    pf_error error;
    pf_game_restart(game, &checked);
    assert_int_equal(pf_game_play_null(game, &error), PF_ERROR_MOVE_ILLEGAL);
    assert_string_equal(error.message, "a null move is not possible in check");
    assert_int_equal(pf_game_ply(game), 0);

    unsigned char room[PF_GAME_MEMORY(0)];
    game = pf_game_init(room, sizeof room, &start);
    assert_non_null(game);
    assert_int_equal(pf_game_play_null(game, &error), PF_ERROR_NO_ROOM);
    assert_memory_equal(pf_game_position(game), &start, sizeof start);
}

/* Room for what is promised, an end that is reported, and nothing lost by a new root. */
static void room(void **state)
{
    (void)state;
    static const char *const tour[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    pf_position position = pf_position_start();
    pf_repetition line;
    pf_repetition_init(&line, &position);
    for (unsigned ply = 0; ply < 1000; ply++) {
        play_uci(&position, tour[ply % 4]);
        assert_true(pf_repetition_push(&line, &position));
        pf_repetition_set_root(&line);
        assert_int_equal(pf_repetition_count(&line), ply < 255 ? (ply + 1) / 4 + 1 : 64);
    }
    unsigned pushed = 0;
    while (pf_repetition_push(&line, &position)) pushed++;
    assert_int_equal(pushed, 256);
    assert_false(pf_repetition_push_null(&line, &position));
    for (; pushed > 0; pushed--) assert_true(pf_repetition_pop(&line));
    assert_false(pf_repetition_pop(&line));
    assert_int_equal(pf_repetition_ply(&line), 0);

    pf_position start = pf_position_start(); /* a long game */
    pf_game *game = pf_game_create(&start);
    assert_non_null(game);
    for (unsigned ply = 0; ply < 1000; ply++) {
        pf_move move = PF_NO_MOVE;
        assert_int_equal(pf_move_from_uci(&move, pf_game_position(game), tour[ply % 4], 4, NULL), PF_OK);
        assert_true(pf_game_play_unchecked(game, move));
    }
    pf_repetition_from_game(&line, game);
    assert_int_equal(pf_repetition_count(&line), 64);
    pf_game_destroy(game);
}

/* A move that would repeat but is blocked, or belongs to the other side, is none. */
static void upcoming_by_hand(void **state)
{
    (void)state;
    pf_position position = position_of("6k1/8/8/8/8/8/8/R5K1 w - - 0 1");
    pf_repetition line;
    pf_repetition_init(&line, &position);
    static const char *const moves[] = {"a1a5", "g8g7", "a5a1"};
    for (unsigned i = 0; i < 3; i++) {
        play_uci(&position, moves[i]);
        assert_true(pf_repetition_push(&line, &position));
    }
    /* Black's king back to g8 gives the root position for the second time only. */
    assert_int_equal(pf_repetition_upcoming(&line, &position), PF_NO_MOVE);
    play_uci(&position, "g7g8");
    assert_true(pf_repetition_push(&line, &position));
    assert_false(pf_repetition_is_draw(&line));
    assert_int_equal(pf_repetition_distance(&line), 4);
    /* Now 1. Ra5 gives the position after the first move again, which is below the root. */
    assert_int_equal(pf_repetition_upcoming(&line, &position), pf_move_of(PF_A1, PF_A5, PF_MOVE_NORMAL));
    pf_repetition_set_root(&line);
    assert_int_equal(pf_repetition_upcoming(&line, &position), PF_NO_MOVE);
}

/* In Crazyhouse nothing is irreversible: a rook is dropped and taken, and the taken one is dropped and taken by the
 * other side. The last move may be a king's, a drop or a capture. */
static void crazyhouse(void **state)
{
    (void)state;
    static const char *const tour[] = {"R@b8", "a8b8", "h1g1", "R@h1", "g1h1", "b8a8"};
    pf_position position = variant_position_of("k7/8/8/8/8/8/8/7K[R] w - - 0 1", PF_VARIANT_CRAZYHOUSE);
    static unsigned char memory[PF_GAME_MEMORY(20)];
    pf_game *game = pf_game_init(memory, sizeof memory, &position);
    pf_repetition line;
    pf_repetition_init(&line, &position);
    for (unsigned ply = 0; ply < 18; ply++) {
        pf_move move = PF_NO_MOVE;
        const char *uci = tour[ply % 6];
        assert_int_equal(pf_move_from_uci(&move, &position, uci, strlen(uci), NULL), PF_OK);
        /* The root must come a third time, what is below it a second time. */
        assert_int_equal(pf_repetition_upcoming(&line, &position), ply >= 6 ? move : (pf_move)PF_NO_MOVE);
        pf_position_play_unchecked(&position, move);
        assert_true(pf_game_play_unchecked(game, move));
        assert_true(pf_repetition_push(&line, &position));
        assert_int_equal(pf_repetition_count(&line), (ply + 1) / 6 + 1);
        assert_int_equal(pf_repetition_is_draw(&line), ply >= 6);
    }
    assert_int_equal(pf_repetition_distance(&line), 6);
    pf_repetition_from_game(&line, game);
    assert_int_equal(pf_repetition_count(&line), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(upcoming_by_hand),
        cmocka_unit_test(against_whole_positions),
        cmocka_unit_test(line_of_a_game),
        cmocka_unit_test(null_moves_of_a_game),
        cmocka_unit_test(room),
        cmocka_unit_test(crazyhouse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
