/* Playing and taking back: every byte comes back, copies equal originals, clocks and rights follow the rules, and what
 * is not legal changes nothing. */
#include "support.h"

#include <limits.h>
#include <stdlib.h>

#include "reference/reference.h"
#include "reference/variant.h"

static void make_and_unmake(void **state)
{
    (void)state;
    test_random random = {10};
    for (int i = 0; i < 10000; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        pf_move_list list;
        pf_generate_legal(&position, &list);
        for (uint32_t m = 0; m < list.size; m++) {
            pf_position made = position, copied = position, checked = position;
            pf_undo undo;
            pf_position_make(&made, list.moves[m], &undo);
            pf_position_play_unchecked(&copied, list.moves[m]);
            assert_memory_equal(&made, &copied, sizeof made);
            assert_int_equal(pf_position_play(&checked, list.moves[m], NULL), PF_OK);
            assert_memory_equal(&checked, &copied, sizeof made);

            reference_board board;
            reference_board_from_position(&board, &position);
            reference_play(&board, list.moves[m]);
            assert_true(reference_board_matches(&board, &made));

            pf_position_unmake(&made, list.moves[m], &undo);
            assert_memory_equal(&made, &position, sizeof made);
        }
    }
}

/* A whole game forwards, then backwards. */
static void long_lines(void **state)
{
    (void)state;
    enum { LINE = 200 };
    test_random random = {11};
    for (unsigned game = 0; game < 100; game++) {
        pf_position position = pf_position_chess960_start(random_below(&random, 960)), seen[LINE];
        pf_move moves[LINE];
        pf_undo undos[LINE];
        pf_move_list list;
        unsigned ply = 0;
        for (; ply < LINE && pf_generate_legal(&position, &list) > 0; ply++) {
            seen[ply] = position;
            moves[ply] = list.moves[random_below(&random, list.size)];
            pf_position_make(&position, moves[ply], &undos[ply]);
        }
        while (ply-- > 0) {
            pf_position_unmake(&position, moves[ply], &undos[ply]);
            assert_memory_equal(&position, &seen[ply], sizeof position);
        }
    }
}

static void null_move(void **state)
{
    (void)state;
    pf_position position = position_of("4k3/8/8/8/4Pp2/8/8/4K3 b - e3 4 9"), before = position;
    pf_undo undo;
    assert_true(pf_position_make_null(&position, &undo));
    assert_fen(&position, PF_CASTLING_STANDARD, PF_EP_ALWAYS, "4k3/8/8/8/4Pp2/8/8/4K3 w - - 5 10");
    assert_int_equal(position.key, pf_position_compute_key(&position));
    pf_position_unmake_null(&position, &undo);
    assert_memory_equal(&position, &before, sizeof position);

    position = position_of("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"), before = position;
    assert_false(pf_position_make_null(&position, &undo)); /* in check */
    assert_memory_equal(&position, &before, sizeof position);

    test_random random = {12};
    for (int i = 0; i < 10000; i++) {
        position = i % 2 ? random_game_position(&random) : random_board_position(&random), before = position;
        pf_position copy = position;
        bool passed = pf_position_make_null(&position, &undo);
        assert_int_equal(passed, pf_position_checkers(&before) == 0);
        assert_int_equal(pf_position_play_null(&copy), passed);
        assert_memory_equal(&copy, &position, sizeof copy);
        if (!passed) continue;
        assert_int_equal(position.turn, before.turn ^ 1);
        assert_int_equal(position.key, pf_position_compute_key(&position));
        assert_int_equal(position.castling, before.castling);
        assert_int_equal(position.ep_square, PF_NO_SQUARE);
        assert_int_equal(position.halfmove_clock, before.halfmove_clock + 1u);
        assert_int_equal(position.fullmove_number, before.fullmove_number + (before.turn == PF_BLACK));
        pf_position_unmake_null(&position, &undo);
        assert_memory_equal(&position, &before, sizeof position);
    }
}

/* One move from a FEN, and the FEN that it must give. */
static void one_move(void **state)
{
    (void)state;
    static const struct {
        const char *before, *uci, *after;
    } cases[] = {
        /* Clocks. */
        {"4k3/8/8/8/8/8/8/4K3 w - - 5 7", "e1e2", "4k3/8/8/8/8/8/4K3/8 b - - 6 7"},
        {"4k3/8/8/8/8/8/8/4K3 b - - 5 7", "e8e7", "8/4k3/8/8/8/8/8/4K3 w - - 6 8"},
        {"4k3/8/8/8/8/8/4p3/4K3 w - - 5 7", "e1e2", "4k3/8/8/8/8/8/4K3/8 b - - 0 7"},
        {"4k3/8/8/8/8/4P3/8/4K3 w - - 5 7", "e3e4", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 7"},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 5 7", "e2e4", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 7"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 65534 1", "e1e2", "4k3/8/8/8/8/8/4K3/8 b - - 65535 1"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 65535 1", "e1e2", "4k3/8/8/8/8/8/4K3/8 b - - 65535 1"},
        {"4k3/8/8/8/8/8/8/4K3 b - - 0 4294967294", "e8e7", "8/4k3/8/8/8/8/8/4K3 w - - 1 4294967295"},
        {"4k3/8/8/8/8/8/8/4K3 b - - 0 4294967295", "e8e7", "8/4k3/8/8/8/8/8/4K3 w - - 1 4294967295"},
        /* Castling, and how rights go: the king moves, a rook moves, a rook is taken, a rook takes a rook. */
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 1", "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 4 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 1", "e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 4 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 1", "e8g8", "r4rk1/8/8/8/8/8/8/R3K2R w KQ - 4 2"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 1", "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 4 2"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1e2", "r3k2r/8/8/8/8/8/4K3/R6R b kq - 1 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1b1", "r3k2r/8/8/8/8/8/8/1R2K2R b Kkq - 1 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "h1h8", "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1"},
        {"r3k2r/6P1/8/8/8/8/8/4K3 w kq - 0 1", "g7h8q", "r3k2Q/8/8/8/8/8/8/4K3 b q - 0 1"},
        /* Chess960: king and rook change places, or one of them stays. */
        {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
        {"4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
        {"4k3/8/8/8/8/8/8/3RK3 w D - 0 1", "e1d1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
        {"4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
        /* En passant and promotion. */
        {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2"},
        {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "e8e7", "8/4k3/8/8/3pP3/8/8/4K3 w - - 1 2"},
        {"3nk3/4P3/8/8/8/8/8/4K3 w - - 9 1", "e7d8n", "3Nk3/8/8/8/8/8/8/4K3 b - - 0 1"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position before = position_of(cases[i].before), position = before;
        pf_move move = PF_NO_MOVE;
        pf_undo undo;
        assert_int_equal(pf_move_from_uci(&move, &position, cases[i].uci, strlen(cases[i].uci), NULL), PF_OK);
        pf_position_make(&position, move, &undo);
        assert_fen(&position, PF_CASTLING_STANDARD, PF_EP_ALWAYS, cases[i].after);
        pf_position_unmake(&position, move, &undo);
        if (memcmp(&position, &before, sizeof position) != 0) fail_msg("%s: not taken back", cases[i].before);
    }
}

/* The counters where they stop counting come back too. */
static void counters_at_their_limit(void **state)
{
    (void)state;
    for (uint32_t number = UINT32_MAX - 2; number >= UINT32_MAX - 2; number++) {
        pf_position position = position_of("4k3/8/8/8/8/8/8/4K3 b - - 65535 1");
        position.fullmove_number = number;
        pf_position before = position;
        pf_undo undo;
        pf_position_make(&position, pf_move_of(PF_E8, PF_E7, PF_MOVE_NORMAL), &undo);
        assert_int_equal(position.fullmove_number, number < UINT32_MAX ? number + 1 : number);
        pf_position_unmake(&position, pf_move_of(PF_E8, PF_E7, PF_MOVE_NORMAL), &undo);
        assert_int_equal(position.fullmove_number, number);
        assert_memory_equal(&position, &before, sizeof position);
        assert_true(pf_position_make_null(&position, &undo));
        assert_int_equal(position.fullmove_number, number < UINT32_MAX ? number + 1 : number);
        assert_int_equal(position.halfmove_clock, UINT16_MAX);
        pf_position_unmake_null(&position, &undo);
        assert_memory_equal(&position, &before, sizeof position);
    }
}

static void illegal_moves_change_nothing(void **state)
{
    (void)state;
    static const char *const fens[] = {START_FEN, KIWIPETE, "4k3/8/3N4/8/8/8/4R3/K7 b - - 0 1",
                                       "r3k2r/8/8/8/3pP3/8/1p6/R3K2R b KQkq e3 0 1"};
    for (size_t i = 0; i < COUNT_OF(fens); i++) {
        const pf_position before = position_of(fens[i]);
        pf_move_list list;
        pf_generate_legal(&before, &list);
        for (unsigned code = 0; code <= UINT16_MAX; code++) {
            if (pf_move_list_contains(&list, (pf_move)code)) continue;
            pf_position position = before;
            pf_error error = {0};
            assert_int_equal(pf_position_play(&position, (pf_move)code, &error), PF_ERROR_MOVE_ILLEGAL);
            assert_int_equal(error.code, PF_ERROR_MOVE_ILLEGAL);
            assert_int_equal(error.offset, 0);
            assert_int_not_equal(error.message[0], '\0');
            assert_memory_equal(&position, &before, sizeof position);
        }
        pf_position position = before;
        assert_int_equal(pf_position_play(&position, PF_NO_MOVE, NULL), PF_ERROR_MOVE_ILLEGAL);
    }
}

static void move_counters(void **state)
{
    (void)state;
    tsv in = tsv_open("notation/move_counters.tsv");
    pf_position position = pf_position_start();
    while (tsv_next(&in)) {
        play_uci(&position, tsv_get(&in, "uci"));
        assert_int_equal(position.halfmove_clock, strtoul(tsv_get(&in, "halfmove"), NULL, 10));
        assert_int_equal(position.fullmove_number, strtoul(tsv_get(&in, "fullmove"), NULL, 10));
        assert_fen(&position, PF_CASTLING_XFEN, PF_EP_PSEUDO, tsv_get(&in, "fen"));
    }
    tsv_close(&in);
}

/* ---- Variants ---- */

/* Positions after moves, as FEN. */
static void plays_variants(void **state)
{
    (void)state;
    static const struct {
        pf_variant variant;
        const char *fen, *uci, *after;
    } cases[] = {
        {PF_VARIANT_ATOMIC, "3rk3/3n4/8/8/3R4/8/8/R3K2R w KQ - 3 1", "d4d7", "8/8/8/8/8/8/8/R3K2R b KQ - 0 1"},
        {PF_VARIANT_ATOMIC, "r3k2r/pn6/8/2N5/8/8/8/4K3 w kq - 3 1", "c5b7", "4k2r/p7/8/8/8/8/8/4K3 b k - 0 1"},
        {PF_VARIANT_ATOMIC, "4k3/8/2n5/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/3q~4/4P3/8/8/4K3[] w - - 0 1", "e4d5", "4k3/8/8/3P4/8/8/8/4K3[P] b - - 0 1"},
        {PF_VARIANT_CRAZYHOUSE, "1n2k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "a7b8q", "1Q~2k3/8/8/8/8/8/8/4K3[N] b - - 0 1"},
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[R] w - - 5 1", "R@h1", "4k3/8/8/8/8/8/8/4K2R[] b - - 6 1"},
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[P] w - - 5 1", "P@h2", "4k3/8/8/8/8/8/7P/4K3[] b - - 0 1"},
        {PF_VARIANT_HORDE, "4k3/8/8/8/8/1p6/8/P7 w - - 0 1", "a1a3", "4k3/8/8/8/8/Pp6/8/8 b - - 0 1"},
        {PF_VARIANT_HORDE, "4k3/8/8/8/1p6/8/P7/8 w - - 0 1", "a2a4", "4k3/8/8/8/Pp6/8/8/8 b - a3 0 1"},
        {PF_VARIANT_THREE_CHECK, "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1", "a1a8", "R3k3/8/8/8/8/8/8/4K3 b - - 2+3 1 1"},
        {PF_VARIANT_ANTICHESS, "8/P7/8/8/8/8/8/7k w - - 0 1", "a7a8k", "K7/8/8/8/8/8/8/7k b - - 0 1"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = variant_position_of(cases[i].fen, cases[i].variant);
        pf_move move;
        if (pf_move_from_uci(&move, &position, cases[i].uci, strlen(cases[i].uci), NULL) != PF_OK)
            fail_msg("%s: %s is legal", cases[i].fen, cases[i].uci);
        char uci[PF_UCI_SIZE], after[PF_FEN_SIZE];
        pf_move_to_uci(uci, sizeof uci, move, PF_UCI_KING_STEP);
        assert_string_equal(uci, cases[i].uci);
        assert_int_equal(pf_position_play(&position, move, NULL), PF_OK);
        pf_position_to_fen(after, sizeof after, &position, PF_CASTLING_STANDARD, PF_EP_ALWAYS);
        assert_string_equal(after, cases[i].after);
        assert_int_equal(position.key, pf_position_compute_key(&position));
    }
    pf_position start = pf_variant_start(PF_VARIANT_ATOMIC), before = start;
    assert_int_equal(pf_position_play(&start, pf_move_of(PF_E2, PF_E5, PF_MOVE_NORMAL), NULL), PF_ERROR_MOVE_ILLEGAL);
    assert_memory_equal(&start, &before, sizeof start);
}

#if PF_VARIANTS
/* The drop of a pawn resets the clock, and that of another piece does not; the reference agrees. */
static void drops_and_clock(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *uci;
        unsigned clock;
    } cases[] = {
        {"4k3/8/8/8/8/8/8/4K3[Pn] w - - 7 1", "P@d4", 0}, {"4k3/8/8/8/8/8/8/4K3[Pn] b - - 7 1", "N@d4", 8},
        {"4k3/8/8/8/8/8/8/4K3[Qp] b - - 7 1", "P@d4", 0}, {"4k3/8/8/8/8/8/8/4K3[Qp] w - - 65535 1", "Q@d4", 65535},
        {"4k3/8/8/8/8/8/8/4K3[P] w - - 7 1", "e1e2", 8},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = variant_position_of(cases[i].fen, PF_VARIANT_CRAZYHOUSE);
        reference_variant_board reference;
        pf_move move;
        assert_int_equal(pf_move_from_uci(&move, &position, cases[i].uci, strlen(cases[i].uci), NULL), PF_OK);
        reference_variant_from_position(&reference, &position);
        reference_variant_play(&reference, move);
        pf_position_play_unchecked(&position, move);
        assert_int_equal(position.halfmove_clock, cases[i].clock);
        assert_int_equal(reference.board.halfmove_clock, cases[i].clock);
    }
}
#endif

/* Moves that only variants have, checks that they give, and passing. */
static void passes_and_drops(void **state)
{
    (void)state;
    if (!PF_VARIANTS) skip();
    assert_string_equal(pf_variant_title(PF_VARIANT_KING_OF_THE_HILL), "King of the Hill");
    assert_string_equal(pf_variant_title(PF_VARIANT_COUNT), "");

    pf_move drop = pf_move_of_drop(PF_KNIGHT, PF_D6);
    assert_int_equal(pf_move_dropped(drop), PF_KNIGHT);
    assert_false(pf_move_is_king_promotion(drop));
    pf_move king = pf_move_of_king_promotion(PF_A7, PF_A8);
    assert_true(pf_move_is_king_promotion(king));
    assert_int_equal(pf_move_from(king), PF_A7);
    assert_int_equal(pf_move_to(king), PF_A8);

    pf_position position = pf_variant_start(PF_VARIANT_COUNT);
    pf_error error;
    assert_int_equal(pf_position_variant(&position), PF_VARIANT_STANDARD);
    assert_int_equal(pf_position_from_fen(&position, START_FEN, strlen(START_FEN),
                                          PF_ACCEPT_LENIENT | pf_accept_variant(PF_VARIANT_COUNT), NULL, &error),
                     PF_ERROR_POSITION);
    assert_string_equal(error.message, "unknown piece code, side, square or variant");
    static const unsigned unknown[] = {PF_VARIANT_COUNT, 255, 256, 257, 65536, 1 << 24, UINT_MAX};
    for (unsigned i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        pf_accept accept = pf_accept_variant((pf_variant)unknown[i]);
        assert_true(pf_accept_variant_of(accept) >= PF_VARIANT_COUNT);
        assert_int_equal(accept & (PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960), 0);
        assert_int_equal(pf_position_from_fen(&position, START_FEN, strlen(START_FEN), accept, NULL, &error),
                         PF_ERROR_POSITION);
    }

    position = variant_position_of("4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", PF_VARIANT_CRAZYHOUSE);
    assert_true(pf_move_gives_check(&position, drop));
    assert_false(pf_move_gives_check(&position, pf_move_of_drop(PF_KNIGHT, PF_A3)));
    assert_false(pf_move_gives_check(&position, pf_move_of_drop(PF_QUEEN, PF_E7)));
    assert_false(pf_move_gives_check(&position, pf_move_of(PF_E1, PF_E8, PF_MOVE_NORMAL)));
    assert_true(pf_position_play_null(&position));
    assert_int_equal(position.turn, PF_BLACK);
    assert_int_equal(position.key, pf_position_compute_key(&position));

    /* Not while in check, and not when the game is over. */
    position = variant_position_of("4k3/8/8/8/8/8/8/r3K3[N] w - - 0 1", PF_VARIANT_CRAZYHOUSE);
    pf_position before = position;
    assert_false(pf_position_play_null(&position));
    assert_memory_equal(&position, &before, sizeof before);
    position = variant_position_of("4k3/8/8/3K4/8/8/8/8 b - - 0 1", PF_VARIANT_KING_OF_THE_HILL);
    assert_false(pf_position_play_null(&position));
}

/* Whole games of others: every move legal, the final position, the number of moves, the result. Their clock is that of
 * python-chess, which counts on when a pawn is dropped. */
static void lines_of_others(void **state)
{
    (void)state;
    tsv in = tsv_open("notation/variant_lines_zobrist128.tsv");
    while (tsv_next(&in)) {
        pf_variant variant;
        const char *rule = tsv_get(&in, "rule");
        if (!pf_variant_from_name(&variant, rule, strlen(rule))) fail_msg("%s: no such variant", rule);
        if (strcmp(rule, "chess960") == 0) continue;
        pf_position position = pf_variant_start(variant);
        char moves[8192];
        unsigned clock = 0;
        snprintf(moves, sizeof moves, "%s", tsv_get(&in, "uci"));
        for (char *uci = strtok(moves, " "); uci; uci = strtok(NULL, " ")) {
            pf_move move;
            pf_error error;
            if (pf_move_from_uci(&move, &position, uci, strlen(uci), &error) != PF_OK)
                fail_msg("%s: %s: %s: %s", rule, tsv_get(&in, "uci"), uci, error.message);
            pf_position_play_unchecked(&position, move);
            clock = pf_move_is_drop(move) || position.halfmove_clock > 0 ? clock + 1 : 0;
        }
        assert_int_equal(pf_count_legal(&position), atoi(tsv_get(&in, "legal")));
        pf_position expected = variant_position_of(tsv_get(&in, "final_fen"), variant);
        if (!pf_position_equal(&position, &expected)) fail_msg("%s: %s", rule, tsv_get(&in, "final_fen"));
        if (clock != expected.halfmove_clock)
            fail_msg("%s: %s: %s: clock %u", rule, tsv_get(&in, "uci"), tsv_get(&in, "final_fen"), clock);
        assert_int_equal(position.fullmove_number, expected.fullmove_number);
        pf_outcome outcome = pf_position_outcome(&position, PF_POLICY_FIDE);
        if (strcmp(pf_result_text(outcome.result), tsv_get(&in, "result")) != 0)
            fail_msg("%s: %s: %s, not %s", rule, tsv_get(&in, "final_fen"), pf_result_text(outcome.result),
                     tsv_get(&in, "result"));
    }
    tsv_close(&in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(make_and_unmake),
        cmocka_unit_test(long_lines),
        cmocka_unit_test(null_move),
        cmocka_unit_test(one_move),
        cmocka_unit_test(counters_at_their_limit),
        cmocka_unit_test(illegal_moves_change_nothing),
        cmocka_unit_test(move_counters),
        cmocka_unit_test(plays_variants),
#if PF_VARIANTS
        cmocka_unit_test(drops_and_clock),
#endif
        cmocka_unit_test(passes_and_drops),
        cmocka_unit_test(lines_of_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
