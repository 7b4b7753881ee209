/* The search of examples/engine: it mates as fast as possible, and it knows draws. Searches are limited by depth or
 * nodes, never by time. */
#include "engine.h"

#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static search *s;

static int set_up(void **state)
{
    (void)state;
    s = calloc(1, sizeof *s);
    if (s == NULL || !table_resize(&s->table, 4)) return 1;
    s->silent = true;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(s->table.entries);
    free(s);
    return 0;
}

/* Plays the moves, separated by blanks, from the position, searches, and returns the score of the best move. The hash
 * table is empty before. */
static int score_of(const char *fen, const char *moves, int depth)
{
    pf_position position;
    assert_int_equal(pf_position_from_fen(&position, fen, strlen(fen), PF_ACCEPT_CHESS960, NULL, NULL), PF_OK);
    pf_game *game = pf_game_create(&position);
    assert_non_null(game);
    char text[400];
    snprintf(text, sizeof text, "%s", moves);
    for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
        pf_move move;
        assert_int_equal(pf_move_from_uci(&move, pf_game_position(game), word, strlen(word), NULL), PF_OK);
        assert_true(pf_game_play_unchecked(game, move));
    }
    s->root = *pf_game_position(game);
    pf_repetition_from_game(&s->line, game);
    pf_game_destroy(game);
    s->limits = (limits){.depth = depth, .nodes = 3000000};
    s->budget = (budget){INT64_MAX, INT64_MAX};
    atomic_store(&s->stop, false);
    search_forget(s);
    search_run(s);
    assert_false(atomic_load(&s->stop)); /* the depth was reached */
    pf_position root = s->root;
    entry known = table_probe(&s->table, root.key, 0);
    assert_int_equal(known.bound, BOUND_EXACT);
    assert_int_equal(known.move, s->best);
    return known.score;
}

/* Whether the side to move mates in at most so many moves, by trying everything, checks first. */
static bool mates_in(const pf_position *position, int moves)
{
    pf_move_list list;
    pf_generate_legal(position, &list);
    for (uint32_t n = 0; n < (moves == 1 ? 1 : 2) * list.size; n++) {
        uint32_t i = n % list.size;
        if ((pf_move_gives_check(position, list.moves[i]) != PF_CHECK_NONE) != (n < list.size)) continue;
        pf_position child = *position;
        pf_position_play_unchecked(&child, list.moves[i]);
        pf_move_list replies;
        bool all = pf_generate_legal(&child, &replies) > 0 ? moves > 1 : pf_position_checkers(&child) != 0;
        for (uint32_t j = 0; j < replies.size && all; j++) {
            pf_position next = child;
            pf_position_play_unchecked(&next, replies.moves[j]);
            all = mates_in(&next, moves - 1);
        }
        if (all) return true;
    }
    return false;
}

/* The principal variation must be legal and end in mate after exactly so many moves, and after the first move every
 * reply must lose to mate in one move less. */
static void check_mate(const char *fen, int moves)
{
    int score = score_of(fen, "", 2 * moves + 3);
    if (score != MATE - (2 * moves - 1)) fail_msg("%s: score %d, not mate in %d", fen, score, moves);
    pf_position position = s->root;
    assert_int_equal(s->pv[0].size, 2 * moves - 1);
    for (int i = 0; i < s->pv[0].size; i++)
        assert_int_equal(pf_position_play(&position, s->pv[0].moves[i], NULL), PF_OK);
    assert_true(pf_position_checkers(&position) != 0);
    assert_false(pf_any_legal(&position));
    position = s->root;
    pf_position_play_unchecked(&position, s->best);
    pf_move_list replies;
    pf_generate_legal(&position, &replies);
    for (uint32_t i = 0; i < replies.size; i++) {
        pf_position next = position;
        pf_position_play_unchecked(&next, replies.moves[i]);
        assert_true(mates_in(&next, moves - 1));
    }
}

static void test_mates(void **state)
{
    (void)state;
    FILE *file = fopen(PF_TEST_SOURCE_DIR "/tests/examples/mates.epd", "r");
    assert_non_null(file);
    char line[200];
    int positions = 0, longest = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '#') continue;
        char *mate = strstr(line, " dm ");
        assert_non_null(mate);
        int moves = atoi(mate + 4);
        snprintf(mate, 6, " 0 1");
        check_mate(line, moves);
        positions++;
        if (moves > longest) longest = moves;
    }
    fclose(file);
    printf("%d mates, the longest in %d moves\n", positions, longest);
    assert_true(positions >= 20 && longest == 4);
}

/* A lost game is saved by a check that repeats the position for the third time. */
static void test_repetition_saves(void **state)
{
    (void)state;
    static const char checks[] = "6k1/6p1/7p/5Q2/8/8/qr3PPP/6K1 w - - 0 1";
    assert_true(score_of(checks, "", 6) < -200);
    assert_int_equal(score_of(checks, "f5c8 g8h7 c8f5 h7g8 f5c8 g8h7 c8f5 h7g8", 6), 0);
    assert_int_equal(s->best, pf_move_of(PF_F5, PF_C8, PF_MOVE_NORMAL));
}

/* The side that is ahead does not repeat, even where the repeating move looks best. */
static void test_repetition_avoided(void **state)
{
    (void)state;
    static const char *const moves[] = {"", "e2e3 a8b8 e3e2 b8a8", "e2e3 a8b8 e3e2 b8a8 e2e3 a8b8 e3e2 b8a8"};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        assert_true(score_of("k7/8/8/8/8/8/4Q3/4K3 w - - 0 1", moves[i], 8) > 500);
        pf_position after = s->root;
        pf_position_play_unchecked(&after, s->best);
        pf_repetition_push(&s->line, &after);
        assert_true(pf_repetition_count(&s->line) < 3);
    }
}

/* Stalemate is half a point: the side that is lost looks for it, the other one avoids it. */
static void test_stalemate(void **state)
{
    (void)state;
    /* The white king has no moves; the queen can be given away with check. */
    assert_int_equal(score_of("7k/8/6Q1/2b5/8/r6p/q6P/7K w - - 0 1", "", 6), 0);
    /* Most queen moves to the seventh rank are stalemate. */
    assert_true(score_of("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "", 6) >= MATE_BOUND);
    /* Promotion to a queen would be stalemate; a rook or a king move wins. */
    assert_true(score_of("8/5P1k/8/6K1/8/8/8/8 w - - 0 1", "", 9) > 300);
    assert_int_not_equal(s->best, pf_move_of_promotion(PF_F7, PF_F8, PF_QUEEN));
}

/* The fifty moves: a draw unless the last of them mates. */
static void test_fifty_moves(void **state)
{
    (void)state;
    assert_int_equal(score_of("7k/8/5K2/8/8/8/8/R7 w - - 99 80", "", 5), 0);
    assert_int_equal(score_of("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "", 5), MATE - 1);
    assert_true(score_of("7k/8/5K2/8/8/8/8/R7 w - - 0 80", "", 5) > 300);
}

/* The part of the evaluation that is kept move by move is the one that is computed from scratch, in Chess960 too. */
static void test_incremental(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (unsigned game = 0; game < 200; game++) {
        pf_position start = pf_position_chess960_start(game * 5 + 3);
        board now, fresh;
        board_set(&now, &start);
        for (int ply = 0; ply < 120; ply++) {
            pf_move_list list;
            if (pf_generate_legal(&now.position, &list) == 0) break;
            random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
            board before = now;
            board_play(&now, &before, list.moves[(random >> 33) % list.size]);
            board_set(&fresh, &now.position);
            assert_int_equal(now.squares.middle, fresh.squares.middle);
            assert_int_equal(now.squares.end, fresh.squares.end);
            assert_int_equal(now.phase, fresh.phase);
        }
    }
}

/* Never more than the clock has, whatever the numbers are. */
static void test_budget(void **state)
{
    (void)state;
    static const int64_t times[] = {0, 1, 20, 50, 51, 100, 1000, 60000, 7200000};
    for (size_t t = 0; t < sizeof times / sizeof *times; t++)
        for (int64_t increment = -1; increment <= 100000; increment = increment * 10 + 11)
            for (int64_t moves = -1; moves < 60; moves++) {
                limits l = {.time = {times[t], times[t]}, .increment = {increment, increment}, .moves_to_go = moves};
                l.move_time = -1;
                budget b = limits_budget(&l, PF_BLACK, 50);
                int64_t most = times[t] > 51 ? times[t] - 50 : 1;
                assert_in_range((uintmax_t)b.hard, 1, (uintmax_t)most);
                assert_in_range((uintmax_t)b.soft, 1, (uintmax_t)b.hard);
            }
    limits by_move = {.time = {-1, -1}, .move_time = 500};
    assert_int_equal(limits_budget(&by_move, PF_WHITE, 50).hard, 450);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mates),       cmocka_unit_test(test_repetition_saves),
        cmocka_unit_test(test_stalemate),   cmocka_unit_test(test_repetition_avoided),
        cmocka_unit_test(test_budget),      cmocka_unit_test(test_fifty_moves),
        cmocka_unit_test(test_incremental),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
