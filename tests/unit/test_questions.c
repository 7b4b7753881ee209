/* Questions about single moves and about what surrounds a king, on positions where the answer can be seen. Brute force
 * asks them everywhere else: tests/differential/questions.c. */
#include "support.h"

static pf_move normal(pf_square from, pf_square to)
{
    return pf_move_of(from, to, PF_MOVE_NORMAL);
}

static void gives_check(void **state)
{
    (void)state;
    enum { DIRECT = PF_CHECK_DIRECT, DISCOVERED = PF_CHECK_DISCOVERED, DOUBLE = PF_CHECK_DOUBLE };
    const struct {
        const char *fen;
        pf_move move;
        pf_check check;
        pf_bitboard checkers;
    } cases[] = {
        {START_FEN, normal(PF_E2, PF_E4), PF_CHECK_NONE, 0},
        {"7k/8/8/8/8/8/8/K5R1 w - - 0 1", normal(PF_G1, PF_H1), DIRECT, pf_bit(PF_H1)},
        /* The knight steps aside, and steps aside with a check of its own. */
        {"4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", normal(PF_E4, PF_C3), DISCOVERED, pf_bit(PF_E1)},
        {"4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", normal(PF_E4, PF_D6), DIRECT | DISCOVERED | DOUBLE,
         pf_bit(PF_D6) | pf_bit(PF_E1)},
        /* The king steps aside. */
        {"4k3/8/8/8/4K3/8/8/4R3 w - - 0 1", normal(PF_E4, PF_D4), DISCOVERED, pf_bit(PF_E1)},
        {"4k3/8/8/8/4K3/8/8/4R3 w - - 0 1", normal(PF_E4, PF_E5), PF_CHECK_NONE, 0},
        /* A promotion sees through the square that the pawn leaves. */
        {"8/4P3/8/8/4k3/8/8/K7 w - - 0 1", pf_move_of_promotion(PF_E7, PF_E8, PF_QUEEN), DIRECT, pf_bit(PF_E8)},
        {"8/4P3/8/8/4k3/8/8/K7 w - - 0 1", pf_move_of_promotion(PF_E7, PF_E8, PF_BISHOP), PF_CHECK_NONE, 0},
        {"8/4P3/8/8/4k3/8/8/K7 w - - 0 1", pf_move_of_promotion(PF_E7, PF_E8, PF_KNIGHT), PF_CHECK_NONE, 0},
        /* En passant: by the pawn, by the square it leaves, by the square of the pawn it takes, by both. */
        {"8/4k3/8/3pP3/8/8/8/K7 w - d6 0 1", pf_move_of(PF_E5, PF_D6, PF_MOVE_EN_PASSANT), DIRECT, pf_bit(PF_D6)},
        {"4k3/8/8/3pP3/8/8/8/K3R3 w - d6 0 1", pf_move_of(PF_E5, PF_D6, PF_MOVE_EN_PASSANT), DISCOVERED, pf_bit(PF_E1)},
        {"8/8/4k3/3pP3/8/1B6/8/7K w - d6 0 1", pf_move_of(PF_E5, PF_D6, PF_MOVE_EN_PASSANT), DISCOVERED, pf_bit(PF_B3)},
        {"8/8/4k3/3pP3/8/1B6/8/4R2K w - d6 0 1", pf_move_of(PF_E5, PF_D6, PF_MOVE_EN_PASSANT), DISCOVERED | DOUBLE,
         pf_bit(PF_B3) | pf_bit(PF_E1)},
        /* Castling: by the rook where it arrives. */
        {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", pf_move_of(PF_E1, PF_H1, PF_MOVE_CASTLING), DIRECT, pf_bit(PF_F1)},
        {"8/8/8/8/8/8/8/1k3KR1 w G - 0 1", pf_move_of(PF_F1, PF_G1, PF_MOVE_CASTLING), DIRECT, pf_bit(PF_F1)},
        {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", pf_move_of(PF_E1, PF_H1, PF_MOVE_CASTLING), PF_CHECK_NONE, 0},
        /* And not also by the rook where it was, which their king sees now. */
        {"8/8/8/8/8/8/8/k2KR3 w E - 0 1", pf_move_of(PF_D1, PF_E1, PF_MOVE_CASTLING), DIRECT, pf_bit(PF_F1)},
        /* A pseudo-legal move of a pinned piece still checks; a king beside a king does not. */
        {"k3r3/8/8/8/8/8/4R3/4K3 w - - 0 1", normal(PF_E2, PF_A2), DIRECT, pf_bit(PF_A2)},
        {"8/8/8/8/4k3/8/4K3/8 w - - 0 1", normal(PF_E2, PF_E3), PF_CHECK_NONE, 0},
        /* What is no move gives no check. */
        {"7k/8/8/8/8/8/8/K5R1 w - - 0 1", normal(PF_G1, PF_H2), PF_CHECK_NONE, 0},
        {"7k/8/8/8/8/8/8/K5R1 w - - 0 1", PF_NO_MOVE, PF_CHECK_NONE, 0},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = position_of(cases[i].fen);
        if (pf_move_gives_check(&position, cases[i].move) != cases[i].check)
            fail_msg("case %zu: %s: %u", i, cases[i].fen, pf_move_gives_check(&position, cases[i].move));
        assert_int_equal(pf_move_checkers(&position, cases[i].move), cases[i].checkers);
    }
}

/* What it says before the move is what the board says after it. */
static void gives_check_by_playing(void **state)
{
    (void)state;
    test_random random = {22};
    unsigned checks = 0;
    for (int i = 0; i < 5000; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        pf_move_list list;
        pf_generate_legal(&position, &list);
        for (uint32_t m = 0; m < list.size; m++) {
            pf_position after = position;
            pf_position_play_unchecked(&after, list.moves[m]);
            pf_bitboard checkers = pf_position_checkers(&after);
            pf_check check = pf_move_gives_check(&position, list.moves[m]);
            assert_int_equal(pf_move_checkers(&position, list.moves[m]), checkers);
            assert_int_equal(check != PF_CHECK_NONE, checkers != 0);
            assert_int_equal((check & PF_CHECK_DOUBLE) != 0, pf_position_checker_count(&after) > 1);
            checks += check != PF_CHECK_NONE;
        }
    }
    print_message("%u checks\n", checks);
    assert_true(checks > 1000);
}

/* For each of the 65,536 values the prepared answer is the same. */
static void same_checks(const pf_position *position)
{
    pf_check_info info;
    pf_check_info_init(&info, position);
    for (unsigned code = 0; code <= UINT16_MAX; code++) {
        pf_check check = pf_move_gives_check_with(&info, position, (pf_move)code);
        if (check != pf_move_gives_check(position, (pf_move)code)) fail_msg("%04x: %u", code, check);
    }
}

static void prepared_checks(void **state)
{
    (void)state;
    test_random random = {23};
    for (int i = 0; i < 60; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        same_checks(&position);
    }
    for (pf_variant variant = 0; variant < PF_VARIANT_COUNT; variant++) {
        pf_position position = pf_variant_start(variant);
        pf_move_list list;
        for (unsigned ply = 0; ply < 60 && pf_generate_legal(&position, &list) > 0; ply++) {
            if (ply % 6 == 5) same_checks(&position);
            pf_position_play_unchecked(&position, list.moves[random_below(&random, list.size)]);
        }
    }
    /* In standard chess most moves need no more than the two bit tests. */
    pf_position start = pf_position_start();
    pf_check_info info;
    pf_check_info_init(&info, &start);
    assert_int_equal(info.leaving, 0);
    assert_int_equal(info.arriving[PF_KNIGHT], pf_bit(PF_C7) | pf_bit(PF_D6) | pf_bit(PF_F6) | pf_bit(PF_G7));
    assert_int_equal(info.arriving[PF_KING], 0);
}

static void what_it_takes(void **state)
{
    (void)state;
    pf_position position = position_of("r3k2r/8/8/3pP3/8/8/1p5P/R3K2R w KQkq d6 0 1");
    pf_piece black_pawn = pf_piece_of(PF_BLACK, PF_PAWN), black_rook = pf_piece_of(PF_BLACK, PF_ROOK);
    const struct {
        pf_move move;
        pf_piece moved, captured;
        bool is_capture, is_quiet;
    } cases[] = {
        {normal(PF_A1, PF_A8), pf_piece_of(PF_WHITE, PF_ROOK), black_rook, true, false},
        {normal(PF_A1, PF_A2), pf_piece_of(PF_WHITE, PF_ROOK), PF_NO_PIECE, false, true},
        {pf_move_of(PF_E5, PF_D6, PF_MOVE_EN_PASSANT), pf_piece_of(PF_WHITE, PF_PAWN), black_pawn, true, false},
        {pf_move_of(PF_E1, PF_H1, PF_MOVE_CASTLING), pf_piece_of(PF_WHITE, PF_KING), PF_NO_PIECE, false, true},
        /* Not pseudo-legal: there is a piece to look at, but the move does nothing. */
        {normal(PF_H1, PF_H8), pf_piece_of(PF_WHITE, PF_ROOK), black_rook, false, false},
        {normal(PF_H1, PF_H2), pf_piece_of(PF_WHITE, PF_ROOK), PF_NO_PIECE, false, false},
        {normal(PF_E4, PF_E5), PF_NO_PIECE, PF_NO_PIECE, false, false},
        {normal(PF_A8, PF_A2), black_rook, PF_NO_PIECE, false, false},
        {pf_move_of(PF_E5, PF_F6, PF_MOVE_EN_PASSANT), pf_piece_of(PF_WHITE, PF_PAWN), PF_NO_PIECE, false, false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_int_equal(pf_move_moved_piece(&position, cases[i].move), cases[i].moved);
        assert_int_equal(pf_move_captured_piece(&position, cases[i].move), cases[i].captured);
        assert_int_equal(pf_move_is_capture(&position, cases[i].move), cases[i].is_capture);
        assert_int_equal(pf_move_is_quiet(&position, cases[i].move), cases[i].is_quiet);
    }
    /* A promotion is not quiet; one that captures is a capture. */
    play_uci(&position, "h2h3");
    assert_false(pf_move_is_quiet(&position, pf_move_of_promotion(PF_B2, PF_B1, PF_ROOK)));
    assert_false(pf_move_is_capture(&position, pf_move_of_promotion(PF_B2, PF_B1, PF_ROOK)));
    assert_true(pf_move_is_capture(&position, pf_move_of_promotion(PF_B2, PF_A1, PF_ROOK)));
    assert_true(pf_move_is_in_category(&position, pf_move_of_promotion(PF_B2, PF_A1, PF_ROOK), PF_QUIETS));
    assert_true(pf_move_is_in_category(&position, pf_move_of_promotion(PF_B2, PF_B1, PF_QUEEN), PF_CAPTURES));
}

static void around_a_king(void **state)
{
    (void)state;
    /* Both kings on the e-file: a white knight before Black's, a black bishop before White's, rooks behind. */
    pf_position position = position_of("4k3/8/4N3/4r3/8/4R3/4b3/4K3 w - - 0 1");
    assert_int_equal(pf_position_blockers(&position, PF_WHITE), 0); /* bishop and rook both stand between */
    position = position_of("4k3/8/4N3/8/4R3/8/8/4K3 b - - 0 1");
    assert_int_equal(pf_position_blockers(&position, PF_BLACK), pf_bit(PF_E6));
    assert_int_equal(pf_position_discovered_check_candidates(&position, PF_WHITE), pf_bit(PF_E6));
    assert_int_equal(pf_position_pinned(&position, PF_BLACK) | pf_position_pinners(&position, PF_BLACK), 0);

    position = position_of("4k3/8/8/1b2r2q/8/3P1N2/4B3/3QK3 w - - 0 1");
    assert_int_equal(pf_position_pinners(&position, PF_WHITE), pf_bit(PF_E5));
    assert_int_equal(pf_position_blockers(&position, PF_WHITE), pf_bit(PF_E2));

    position = position_of("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    assert_int_equal(pf_position_check_squares(&position, PF_WHITE, PF_PAWN), pf_bit(PF_D7) | pf_bit(PF_F7));
    assert_int_equal(pf_position_check_squares(&position, PF_BLACK, PF_PAWN), pf_bit(PF_D2) | pf_bit(PF_F2));
    assert_int_equal(pf_position_check_squares(&position, PF_WHITE, PF_KNIGHT),
                     pf_bit(PF_C7) | pf_bit(PF_D6) | pf_bit(PF_F6) | pf_bit(PF_G7));
    assert_int_equal(pf_position_check_squares(&position, PF_WHITE, PF_KING), 0);
    assert_int_equal(pf_position_check_squares(&position, PF_WHITE, PF_NO_PIECE_TYPE), 0);

    /* The king does not hide what is behind it. */
    position = position_of("4k3/8/8/8/4R3/8/8/4K3 b - - 0 1");
    assert_true(pf_position_king_danger(&position, PF_BLACK) & pf_bit(PF_E8));
    position = position_of("8/4k3/8/8/4R3/8/8/4K3 b - - 0 1");
    assert_true(pf_position_king_danger(&position, PF_BLACK) & pf_bit(PF_E8));
    assert_false(pf_position_king_danger(&position, PF_BLACK) & pf_bit(PF_D8));
}

static void masks(void **state)
{
    (void)state;
    pf_position position = position_of(START_FEN);
    assert_int_equal(pf_position_capture_mask(&position), position.by_colour[PF_BLACK]);
    assert_int_equal(pf_position_push_mask(&position), ~pf_position_occupied(&position));
    position = position_of("4r2k/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_int_equal(pf_position_capture_mask(&position), pf_bit(PF_E8));
    assert_int_equal(pf_position_push_mask(&position), pf_between(PF_E1, PF_E8));
    position = position_of("7k/8/8/8/8/5n2/8/4K3 w - - 0 1");
    assert_int_equal(pf_position_capture_mask(&position), pf_bit(PF_F3));
    assert_int_equal(pf_position_push_mask(&position), 0);
    position = position_of("4k3/8/3N4/8/8/8/4R3/K7 b - - 0 1");
    assert_int_equal(pf_position_capture_mask(&position) | pf_position_push_mask(&position), 0);
}

static void xrays(void **state)
{
    (void)state;
    pf_bitboard occupied = pf_bit(PF_D1) | pf_bit(PF_D4) | pf_bit(PF_D7) | pf_bit(PF_F1);
    assert_int_equal(pf_xray_attacks(PF_ROOK, PF_D1, occupied, occupied),
                     pf_bit(PF_D5) | pf_bit(PF_D6) | pf_bit(PF_D7) | pf_bit(PF_G1) | pf_bit(PF_H1));
    assert_int_equal(pf_xray_attacks(PF_ROOK, PF_D1, occupied, pf_bit(PF_D4)),
                     pf_bit(PF_D5) | pf_bit(PF_D6) | pf_bit(PF_D7));
    assert_int_equal(pf_xray_attacks(PF_QUEEN, PF_D1, occupied, pf_bit(PF_D7)), 0);
    assert_int_equal(pf_xray_attacks(PF_BISHOP, PF_D1, occupied, occupied), 0);
    assert_int_equal(pf_xray_attacks(PF_KNIGHT, PF_D1, occupied, occupied), 0);
}

/* The sentence of the header about quiet moves and the category of quiets, for every 16-bit value. */
static void quiet_and_quiets(void **state)
{
    (void)state;
    static const char *const fens[] = {KIWIPETE, "1n2k3/P7/8/8/3pP3/8/8/R3K2R w KQ - 0 1",
                                       "4k3/8/8/8/3pP3/8/p7/1N2K3 b - e3 0 1"};
    for (size_t i = 0; i < COUNT_OF(fens); i++) {
        pf_position position = position_of(fens[i]);
        for (unsigned code = 0; code <= UINT16_MAX; code++) {
            pf_move move = (pf_move)code;
            bool in_quiets = pf_move_is_in_category(&position, move, PF_QUIETS | PF_PSEUDO);
            assert_int_equal(pf_move_is_quiet(&position, move),
                             in_quiets && pf_move_kind_of(move) != PF_MOVE_PROMOTION);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_check),   cmocka_unit_test(gives_check_by_playing), cmocka_unit_test(prepared_checks),
        cmocka_unit_test(what_it_takes), cmocka_unit_test(around_a_king),          cmocka_unit_test(masks),
        cmocka_unit_test(xrays),         cmocka_unit_test(quiet_and_quiets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
