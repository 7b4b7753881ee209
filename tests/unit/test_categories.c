/* Categories of moves: what belongs to which, in check and out of it, legal and pseudo-legal; single moves tested
 * without a list; and the lists themselves. tests/differential/questions.c holds them to brute force. */
#include "support.h"

#include <stddef.h>
#include <stdlib.h>

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The moves of the category, as sorted UCI text with castling as king takes rook. */
static const char *moves_of(const char *fen, pf_category category)
{
    static char line[PF_MOVE_LIST_CAPACITY * PF_UCI_SIZE];
    char texts[PF_MOVE_LIST_CAPACITY][PF_UCI_SIZE];
    pf_position position = position_accepted(fen, PF_ACCEPT_CHESS960 | PF_ACCEPT_LENIENT);
    pf_move_list list;
    pf_generate(&position, category, &list);
    for (uint32_t i = 0; i < list.size; i++)
        pf_move_to_uci(texts[i], PF_UCI_SIZE, list.moves[i], PF_UCI_KING_TAKES_ROOK);
    qsort(texts, list.size, PF_UCI_SIZE, by_text);
    line[0] = '\0';
    for (uint32_t i = 0, at = 0; i < list.size; i++)
        at += (uint32_t)snprintf(line + at, sizeof line - at, "%s%s", i ? " " : "", texts[i]);
    return line;
}

static void known(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        pf_category category;
        const char *moves;
    } cases[] = {
        /* Queens are made by captures, pushes too; the other pieces by quiets, captures too. */
        {"2n4k/1P6/8/8/8/8/8/K7 w - - 0 1", PF_CAPTURES, "b7b8q b7c8q"},
        {"2n4k/1P6/8/8/8/8/8/K7 w - - 0 1", PF_QUIETS, "a1a2 a1b1 a1b2 b7b8b b7b8n b7b8r b7c8b b7c8n b7c8r"},
        /* En passant is a capture. */
        {"7k/8/8/3pP3/8/8/8/K7 w - d6 0 1", PF_CAPTURES, "e5d6"},
        {"7k/8/8/3pP3/8/8/8/K7 w - d6 0 1", PF_QUIET_CHECKS, ""},
        /* Castling is quiet, and a check when the rook gives it. */
        {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", PF_QUIET_CHECKS, "e1h1 h1f1 h1h8"},
        {"8/8/8/8/8/8/8/1k3KR1 w G - 0 1", PF_QUIET_CHECKS, "f1e2 f1f2 f1g1 f1g2"},
        /* Discovered checks: of a knight anywhere, of a pawn off the line only, of the king off the line only. */
        {"4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", PF_QUIET_CHECKS, "e4c3 e4c5 e4d2 e4d6 e4f2 e4f6 e4g3 e4g5"},
        {"4k3/8/8/8/4P3/8/8/K3R3 w - - 0 1", PF_QUIET_CHECKS, ""},
        {"8/8/8/8/R3P2k/8/8/K7 w - - 0 1", PF_QUIET_CHECKS, "e4e5"},
        {"4k3/8/8/8/4K3/8/8/4R3 w - - 0 1", PF_QUIET_CHECKS, "e4d3 e4d4 e4d5 e4f3 e4f4 e4f5"},
        /* A promotion is a quiet check when the knight gives it, push or capture, and not when it is uncovered. */
        {"2r5/1P1k4/8/8/8/8/8/K7 w - - 0 1", PF_QUIET_CHECKS, "b7b8n"},
        {"2r5/1P6/3k4/8/8/8/8/K7 w - - 0 1", PF_QUIET_CHECKS, "b7c8n"},
        {"8/R2P3k/8/8/8/8/8/K7 w - - 0 1", PF_QUIET_CHECKS, ""},
        /* A double step that checks, and one that steps off a line; a queen that checks the other way than it came. */
        {"8/8/8/5k2/8/8/4P3/K7 w - - 0 1", PF_QUIET_CHECKS, "e2e4"},
        {"7k/8/8/8/8/8/8/K5Q1 w - - 0 1", PF_QUIET_CHECKS, "g1d4 g1g7 g1g8 g1h1 g1h2"},
        /* Evasions: nothing out of check. */
        {START_FEN, PF_EVASIONS, ""},
        {START_FEN, PF_EVASIONS | PF_PSEUDO, ""},
        /* A single check: the king, the checker's capture, the line. A pinned piece is pseudo-legal still. */
        {"4r2k/8/8/8/1b6/2N5/6B1/R3K3 w Q - 0 1", PF_EVASIONS | PF_PSEUDO, "c3e2 c3e4 e1d1 e1d2 e1f1 e1f2 g2e4"},
        {"4r2k/8/8/8/1b6/2N5/6B1/R3K3 w Q - 0 1", PF_EVASIONS, "e1d1 e1d2 e1f1 e1f2 g2e4"},
        {"4r2k/8/8/8/8/2N5/6B1/R3K3 w Q - 0 1", PF_EVASIONS, "c3e2 c3e4 e1d1 e1d2 e1f1 e1f2 g2e4"},
        /* A double check: the king alone. */
        {"4k3/8/3N4/8/8/7b/4R3/K7 b - - 0 1", PF_EVASIONS, "e8d7 e8d8 e8f8"},
        {"4k3/8/3N4/8/8/7b/4R3/K7 b - - 0 1", PF_EVASIONS | PF_PSEUDO, "e8d7 e8d8 e8f7 e8f8"},
        /* En passant that takes the checker, and one that steps between, which no game reaches. */
        {"8/8/8/5k2/3pP3/8/8/4K3 b - e3 0 1", PF_EVASIONS | PF_PSEUDO, "d4e3 f5e4 f5e5 f5e6 f5f4 f5f6 f5g4 f5g5 f5g6"},
        {"7k/8/r6K/2pP4/8/8/8/8 w - c6 0 1", PF_EVASIONS, "d5c6 d5d6 h6g5 h6h5"},
        {"7k/8/r6K/2pP4/8/8/8/8 w - c6 0 1", PF_EVASIONS | PF_PSEUDO, "d5c6 d5d6 h6g5 h6g7 h6h5 h6h7"},
        /* The others in check: legal, the evasions sorted; pseudo-legal, as if there were none, castling too. */
        {"4r2k/8/8/8/8/2N5/6B1/R3K3 w Q - 0 1", PF_QUIETS, "c3e2 c3e4 e1d1 e1d2 e1f1 e1f2 g2e4"},
        {"4r2k/8/8/8/8/8/8/R3K3 w Q - 0 1", PF_CAPTURES, ""},
        {"k3r3/8/8/8/8/8/8/4K2R w K - 0 1", PF_QUIET_CHECKS, ""},
        {"k3r3/8/8/8/8/8/3P4/4KN1R w K - 0 1", PF_QUIETS | PF_PSEUDO,
         "d2d3 d2d4 e1d1 e1e2 e1f2 f1e3 f1g3 f1h2 h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8"},
        {"k3r3/8/8/8/7p/8/3P4/4KN1R w K - 0 1", PF_CAPTURES | PF_PSEUDO, "h1h4"},
        {"4r3/7k/8/8/8/8/7P/4K2R w K - 0 1", PF_QUIETS | PF_PSEUDO,
         "e1d1 e1d2 e1e2 e1f1 e1f2 e1h1 h1f1 h1g1 h2h3 h2h4"},
        {"4r3/7k/8/8/8/8/7P/4K2R w K - 0 1", PF_LEGAL | PF_PSEUDO, "e1d1 e1d2 e1f1 e1f2"},
        {"4r3/7k/8/8/8/8/7P/4K2R w K - 0 1", PF_NON_EVASIONS, "e1d1 e1d2 e1f1 e1f2"},
        /* Categories that do not exist. */
        {START_FEN, 6, ""},
        {START_FEN, 7 | PF_PSEUDO, ""},
        {START_FEN, 16, ""},
        {START_FEN, ~0u, ""},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *moves = moves_of(cases[i].fen, cases[i].category);
        if (strcmp(moves, cases[i].moves) != 0)
            fail_msg("%s, category %u:\n%s\ninstead of\n%s", cases[i].fen, cases[i].category, moves, cases[i].moves);
    }
}

/* Each list is in its category and no other move is; counting and "any" agree. Returns the list's size. */
static uint32_t assert_consistent(const pf_position *position, pf_category category, pf_move_list *list)
{
    pf_move_list all;
    uint32_t size = pf_generate(position, category, list), found = 0;
    pf_generate(position, PF_NON_EVASIONS | PF_PSEUDO, &all);
    assert_int_equal(list->size, size);
    assert_int_equal(pf_count_moves(position, category), size);
    assert_int_equal(pf_any_move(position, category), size > 0);
    for (uint32_t i = 0; i < all.size; i++) {
        bool is_in = pf_move_is_in_category(position, all.moves[i], category);
        assert_int_equal(is_in, pf_move_list_contains(list, all.moves[i]));
        found += is_in;
    }
    assert_int_equal(found, size);
    return size;
}

static void laws(void **state)
{
    (void)state;
    test_random random = {21};
    unsigned in_check = 0;
    for (int i = 0; i < 3000; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        bool check = pf_position_checkers(&position) != 0;
        pf_move_list lists[2][PF_LEGAL + 1];
        in_check += check;
        for (pf_category category = 0; category <= PF_LEGAL; category++) {
            pf_move_list *legal = &lists[0][category], *pseudo = &lists[1][category];
            assert_consistent(&position, category, legal);
            assert_consistent(&position, category | PF_PSEUDO, pseudo);
            /* Legal is what is left of pseudo-legal. */
            uint32_t left = 0;
            for (uint32_t m = 0; m < pseudo->size; m++) {
                assert_true(pf_move_is_pseudo_legal(&position, pseudo->moves[m]));
                left += pf_move_is_legal(&position, pseudo->moves[m]);
            }
            assert_int_equal(left, legal->size);
        }
        for (unsigned kept = 0; kept < 2; kept++) {
            const pf_move_list *of = lists[kept];
            assert_int_equal(of[PF_CAPTURES].size + of[PF_QUIETS].size, of[PF_NON_EVASIONS].size);
            for (uint32_t m = 0; m < of[PF_CAPTURES].size; m++)
                assert_false(pf_move_list_contains(&of[PF_QUIETS], of[PF_CAPTURES].moves[m]));
            for (uint32_t m = 0; m < of[PF_QUIET_CHECKS].size; m++)
                assert_true(pf_move_list_contains(&of[PF_QUIETS], of[PF_QUIET_CHECKS].moves[m]));
            assert_int_equal(of[PF_LEGAL].size, check ? of[PF_EVASIONS].size : of[PF_NON_EVASIONS].size);
            if (!check) assert_int_equal(of[PF_EVASIONS].size, 0);
        }
        assert_int_equal(lists[0][PF_NON_EVASIONS].size, pf_count_legal(&position));

        /* Quiet checks by playing. */
        uint32_t checks = 0;
        for (uint32_t m = 0; m < lists[0][PF_QUIETS].size; m++) {
            pf_move move = lists[0][PF_QUIETS].moves[m];
            pf_position after = position;
            pf_position_play_unchecked(&after, move);
            pf_bitboard checkers = pf_position_checkers(&after);
            if (pf_move_kind_of(move) == PF_MOVE_PROMOTION)
                checks += pf_move_promotion(move) == PF_KNIGHT && (checkers & pf_bit(pf_move_to(move)));
            else
                checks += checkers != 0;
        }
        assert_int_equal(checks, lists[0][PF_QUIET_CHECKS].size);
    }
    print_message("%u positions in check\n", in_check);
    assert_true(in_check > 100);
}

/* More captures than random boards have, and more pieces of a kind than a game begins with. */
static void many_captures(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        uint32_t pseudo, legal; /* captures */
    } cases[] = {
        {"3q1r1k/2p3p1/3BNQpK/2p1p1n1/1nRpRr2/3N4/1p1B4/2b1b3 w - - 0 1", 41, 4},    /* check */
        {"1kB1n3/1p1nR2q/Q3bNB1/2NQ3r/pR2pNBK/1b1pR2r/4p3/8 w - - 0 1", 52, 0},      /* double check */
        {"2rBKb2/1p1pRp2/3N4/1p1Q1n2/2b1qRp1/k3N3/2p1B1p1/3r1n2 w - - 0 1", 35, 33}, /* two pins */
        {"1rRKB2q/pR2r3/2N2BN1/p1Q1p3/1b1nRp1p/2BN3k/1n3Q2/4b3 w - - 0 1", 46, 46},
        {"4B3/1N3q2/2bn3K/1B1NrP1P/P1q1P3/2n2bn1/Pr2R3/1Rrkb2Q b - - 0 1", 46, 46},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = position_accepted(cases[i].fen, PF_ACCEPT_LENIENT);
        pf_move_list list;
        assert_int_equal(assert_consistent(&position, PF_CAPTURES | PF_PSEUDO, &list), cases[i].pseudo);
        assert_int_equal(assert_consistent(&position, PF_CAPTURES, &list), cases[i].legal);
    }
}

/* All 65,536 codes: pseudo-legal exactly when listed. */
static void every_code(void **state)
{
    (void)state;
    static const char *const fens[] = {KIWIPETE, "r3k2r/8/8/8/3pP3/8/1p6/R3K2R b KQkq e3 0 1",
                                       "4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "4r2k/8/8/8/8/8/7P/4K2R w K - 0 1"};
    for (size_t i = 0; i < COUNT_OF(fens); i++) {
        pf_position position = position_of(fens[i]);
        pf_move_list list;
        uint32_t pseudo = 0;
        pf_generate(&position, PF_NON_EVASIONS | PF_PSEUDO, &list);
        for (unsigned code = 0; code <= UINT16_MAX; code++) {
            bool is_pseudo = pf_move_is_pseudo_legal(&position, (pf_move)code);
            assert_int_equal(is_pseudo, pf_move_list_contains(&list, (pf_move)code));
            pseudo += is_pseudo;
        }
        assert_int_equal(pseudo, list.size);
        assert_false(pf_move_is_pseudo_legal(&position, PF_NO_MOVE));
    }
}

static void lists(void **state)
{
    (void)state;
    assert_int_equal(sizeof(pf_scored_move), 8);
    assert_int_equal(offsetof(pf_scored_move, score), 0);
    assert_int_equal(offsetof(pf_scored_move, move), 4);
    assert_int_equal(offsetof(pf_scored_move, extra), 6);

    pf_position position = position_of(KIWIPETE);
    pf_move_list list;
    pf_generate_legal(&position, &list);
    assert_int_equal(pf_move_list_size(&list), 48);
    uint32_t seen = 0;
    for (const pf_move *move = pf_move_list_begin(&list); move != pf_move_list_end(&list); move++) {
        assert_true(pf_move_list_contains(&list, *move));
        assert_int_equal(*move, list.moves[seen++]);
    }
    assert_int_equal(seen, 48);
    assert_false(pf_move_list_contains(&list, PF_NO_MOVE));

    /* Picking sorts, and keeps equals in their order. */
    pf_scored_list scored;
    pf_scored_list_from(&scored, &list);
    assert_int_equal(scored.size, 48);
    for (uint32_t i = 0; i < scored.size; i++) {
        assert_int_equal(scored.moves[i].move, list.moves[i]);
        assert_int_equal(scored.moves[i].score, 0);
        scored.moves[i].score = (int32_t)(i * 7 % 5) - 2;
        scored.moves[i].extra = (uint16_t)i;
    }
    for (uint32_t i = 0; i < scored.size; i++) {
        pf_move move = pf_scored_list_pick(&scored, i);
        assert_int_equal(move, scored.moves[i].move);
        assert_int_equal(move, list.moves[scored.moves[i].extra]);
        if (i == 0) continue;
        const pf_scored_move *before = &scored.moves[i - 1], *here = &scored.moves[i];
        assert_true(before->score > here->score || (before->score == here->score && before->extra < here->extra));
    }
}

/* pf_generate_captures lists exactly the legal moves for which pf_move_is_capture is true. */
static unsigned same_captures(const pf_position *position)
{
    pf_move_list captures, legal;
    unsigned promotions = 0;
    uint32_t expected = 0, size = pf_generate_captures(position, &captures);
    assert_int_equal(size, captures.size);
    pf_generate_legal(position, &legal);
    for (uint32_t i = 0; i < legal.size; i++) {
        bool is_capture = pf_move_is_capture(position, legal.moves[i]);
        expected += is_capture;
        promotions += is_capture && pf_move_kind_of(legal.moves[i]) == PF_MOVE_PROMOTION;
        assert_int_equal(pf_move_list_contains(&captures, legal.moves[i]), is_capture);
    }
    assert_int_equal(size, expected);
    return promotions;
}

static void captures_by_the_rules(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        uint32_t size;
    } cases[] = {
        {START_FEN, 0},
        {"2n4k/1P6/8/8/8/8/8/K7 w - - 0 1", 4},     /* four promotions; the push is no capture */
        {"7k/8/8/3pP3/8/8/8/K7 w - d6 0 1", 1},     /* en passant */
        {"6k1/8/8/8/2b5/8/4P3/r3KB2 w - - 0 1", 0}, /* in check, and no capture answers it */
        {"1n1n4/2P4k/8/8/8/8/8/K7 w - - 0 1", 8},   /* one pawn, two captures */
        {"K1rn4/2P4k/8/8/8/8/8/8 w - - 0 1", 0},    /* in check from c8, which no capture answers */
        {"3n3k/2P5/1K6/8/8/6b1/8/8 w - - 0 1", 4},  /* the pawn is not pinned */
        {"3n3k/2P5/1K6/b7/8/8/8/8 w - - 0 1", 1},   /* in check: only the bishop may be taken */
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = position_accepted(cases[i].fen, PF_ACCEPT_LENIENT);
        pf_move_list list;
        if (pf_generate_captures(&position, &list) != cases[i].size) fail_msg("%s: %u", cases[i].fen, list.size);
        same_captures(&position);
    }
    test_random random = {35};
    unsigned promotions = 0;
    for (unsigned i = 0; i < 3000; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        promotions += same_captures(&position);
    }
    assert_true(promotions > 100);
}

static void captures_in_variants(void **state)
{
    (void)state;
    test_random random = {36};
    for (pf_variant variant = 0; variant < PF_VARIANT_COUNT; variant++) {
        unsigned captures = 0;
        for (unsigned game = 0; game < 20; game++) {
            pf_position position = pf_variant_start(variant);
            pf_move_list list;
            for (unsigned ply = 0; ply < 80 && pf_generate_legal(&position, &list) > 0; ply++) {
                pf_move move = list.moves[random_below(&random, list.size)];
                same_captures(&position);
                captures += pf_generate_captures(&position, &list);
                pf_position_play_unchecked(&position, move);
            }
        }
        assert_true(captures > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known),
        cmocka_unit_test(laws),
        cmocka_unit_test(many_captures),
        cmocka_unit_test(every_code),
        cmocka_unit_test(lists),
        cmocka_unit_test(captures_by_the_rules),
        cmocka_unit_test(captures_in_variants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
