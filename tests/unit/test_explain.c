/* Explanations: a sentence for each way to be legal, and what is true of all of them on random positions. */
#include "support.h"

static pf_explanation explain(const char *fen, const char *uci)
{
    pf_position position = position_accepted(fen, PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960);
    pf_move move = PF_NO_MOVE;
    assert_int_equal(pf_move_from_uci_any(&move, &position, uci, strlen(uci), NULL), PF_OK);
    pf_explanation explanation;
    pf_explain(&explanation, &position, move, PF_UCI_KING_STEP);
    return explanation;
}

static void sentences(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *uci, *text;
    } cases[] = {
        {START_FEN, "g1f3", "g1f3 is legal: the knight on g1 goes to f3; no line to the king on e1 opens"},
        {START_FEN, "e2e3",
         "e2e3 is legal: the pawn on e2 goes ahead to e3, which is empty; no line to the king on e1 opens"},
        {START_FEN, "e2e4",
         "e2e4 is legal: the pawn on e2 goes two squares ahead from its starting rank, and e3 and e4 are empty;"
         " no line to the king on e1 opens"},
        {KIWIPETE, "e2a6",
         "e2a6 is legal: the bishop on e2 takes the bishop on a6, and the way is clear; no line to the king on e1"
         " opens"},
        {"k7/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8Q",
         "e7e8q is legal: the pawn on e7 goes ahead to e8, which is empty, and becomes a queen; no line to the king on"
         " a1 opens; it gives check"},
        {"8/8/8/3pP2K/8/8/8/k7 w - d6 0 1", "e5d6",
         "e5d6 is legal: the pawn on d5 moved two squares; both pawns leave the rank but no rook or queen sees the king"
         " on h5"},
        {"8/8/8/3pP3/4K3/8/8/k7 w - d6 0 1", "e5d6",
         "e5d6 is legal: the pawn on d5 moved two squares; it takes the pawn that gives check to the king on e4"},
        {"8/8/8/3pP3/8/8/8/k3K3 w - d6 0 1", "e5d6",
         "e5d6 is legal: the pawn on d5 moved two squares; no line to the king on e1 opens"},
        {"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1",
         "e1c1 is legal: White has kept the right to castle with the rook on a1, and nothing is in the way; the king is"
         " not in check, and no piece of Black attacks c1 or d1"},
        {"4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2e8",
         "e2e8 is legal: the rook on e2 takes the rook on e8, and the way is clear; it is pinned by the rook on e8 but"
         " stays on the line to the king on e1; it gives check"},
        {"4r1k1/8/8/8/8/8/R7/4K3 w - - 0 1", "a2e2",
         "a2e2 is legal: the rook on a2 goes to e2, and the way is clear; it steps between the king on e1 and the rook"
         " on e8 that gives check"},
        {"4r1k1/8/8/8/8/8/R7/4K3 w - - 0 1", "e1d1",
         "e1d1 is legal: the king on e1 goes to d1; no piece of Black attacks d1"},
        {"7k/8/8/8/8/2N5/8/B5K1 w - - 0 1", "c3d5",
         "c3d5 is legal: the knight on c3 goes to d5; no line to the king on g1 opens; it uncovers a check"},
        {"7k/8/8/8/4N3/8/8/6K1 w - - 0 1", "e1d1", "e1d1 is not legal: there is no piece on e1"},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1",
         "e1g1 is not legal: White has no right to castle with the rook on h1"},
        {"4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1",
         "e1g1 is not legal: White cannot castle, because the rook on f8 attacks f1"},
        /* King moves along the rank that are not castling. */
        {"4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "e1d1",
         "e1d1 is not legal: the king on e1 cannot go to d1, where White's own rook stands"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1b1", "e1b1 is not legal: a king does not move from e1 to b1"},
        {"4k3/8/8/8/8/8/8/3K4 w - - 0 1", "d1f1", "d1f1 is not legal: a king does not move from d1 to f1"},
        {"4k3/8/8/8/8/8/8/2K5 w - - 0 1", "c1e1", "c1e1 is not legal: a king does not move from c1 to e1"},
        {"4k3/8/8/8/8/8/8/K7 w - - 0 1", "a1h1", "a1h1 is not legal: a king does not move from a1 to h1"},
        {"k7/8/8/8/8/8/8/K7 b - - 0 1", "a8c8", "a8c8 is not legal: a king does not move from a8 to c8"},
        {"4k3/8/8/8/8/8/8/3K3R w H - 0 1", "d1g1",
         "d1g1 is not legal: a king does not move from d1 to g1; castling is written d1h1 in Chess960"},
        {"4k3/8/8/8/8/8/8/3K3R w - - 0 1", "d1g1", "d1g1 is not legal: a king does not move from d1 to g1"},
        {"1r2k3/8/8/8/8/8/8/4K3 b b - 0 1", "e8c8",
         "e8c8 is not legal: a king does not move from e8 to c8; castling is written e8b8 in Chess960"},
        {"4k3/8/8/8/8/5n2/8/3RK2R w D - 0 1", "e1d1",
         "e1d1 is not legal: White cannot castle out of check from the knight on f3"},
        {"4k3/8/8/8/8/8/8/3K2RR w G - 0 1", "d1h1",
         "d1h1 is not legal: White has no right to castle with the rook on h1"},
        /* En passant without the right, and double steps from elsewhere. */
        {"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6",
         "e5d6 is not legal: the pawn on e5 moves diagonally only to take; d6 is empty, and no pawn just moved two "
         "squares"
         " past it"},
        {"4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", "d4e3",
         "d4e3 is not legal: the pawn on d4 moves diagonally only to take; e3 is empty, and no pawn just moved two "
         "squares"
         " past it"},
        {"4k3/8/3p4/8/8/8/8/4K3 b - - 0 1", "d6d4",
         "d6d4 is not legal: a pawn moves two squares only from its starting rank (the seventh rank for Black), not "
         "from"
         " d6"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_string_equal(explain(cases[i].fen, cases[i].uci).text, cases[i].text);
}

static void squares(void **state)
{
    (void)state;
    pf_explanation pin = explain("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3");
    assert_true(pin.squares == (pf_bit(PF_E2) | pf_bit(PF_C3)));
    assert_true(pin.proof == (pf_bit(PF_E1) | pf_bit(PF_E3) | pf_bit(PF_E4) | pf_bit(PF_E5) | pf_bit(PF_E6) |
                              pf_bit(PF_E7) | pf_bit(PF_E8)));
    pf_explanation mate = explain("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8");
    assert_true(mate.is_mate);
    assert_int_equal(mate.check, PF_CHECK_DIRECT);
}

/* Every text of two squares is a move that a user may mean; the answer agrees with pf_move_is_legal, and fits. */
static void random_positions(void **state)
{
    (void)state;
    test_random random = {1};
    for (int n = 0; n < 300; n++) {
        pf_position position = n % 2 ? random_game_position(&random) : random_board_position(&random);
        for (unsigned from = 0; from < 64; from++) {
            for (unsigned to = 0; to < 64; to++) {
                char uci[5] = {(char)('a' + from % 8), (char)('1' + from / 8), (char)('a' + to % 8),
                               (char)('1' + to / 8), 0};
                pf_move move = PF_NO_MOVE, legal;
                assert_int_equal(pf_move_from_uci_any(&move, &position, uci, 4, NULL), PF_OK);
                bool is_legal = pf_move_from_uci(&legal, &position, uci, 4, NULL) == PF_OK;
                assert_int_equal(is_legal, pf_move_is_legal(&position, move));
                pf_explanation explanation;
                pf_explain(&explanation, &position, move, PF_UCI_KING_STEP);
                assert_true(strlen(explanation.text) + 1 < sizeof explanation.text);
                assert_int_equal(strstr(explanation.text, " is legal: ") != NULL, is_legal);
                assert_true((explanation.squares & explanation.proof) == 0);
            }
        }
    }
}

static void promotions(void **state)
{
    (void)state;
    pf_position position = position_of("8/4P3/8/8/8/8/k7/4K3 w - - 0 1");
    static const char *const texts[] = {"e7e8n", "e7e8N", "e7e8=n", "e7e8=N"};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        pf_move move = PF_NO_MOVE;
        assert_int_equal(pf_move_from_uci_any(&move, &position, texts[i], strlen(texts[i]), NULL), PF_OK);
        assert_int_equal(move, pf_move_of_promotion(PF_E7, PF_E8, PF_KNIGHT));
    }
}

static void wrong_text(void **state)
{
    (void)state;
    pf_position position = pf_position_start();
    static const char *const texts[] = {"",      "e2",    "e2e",    "e2e9",    "i2i4",
                                        "e2e4k", "e2e4=", "e2e4qq", "e2e4=qq", "e2-e4"};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        pf_move move = 7;
        pf_error error;
        assert_int_equal(pf_move_from_uci_any(&move, &position, texts[i], strlen(texts[i]), &error),
                         PF_ERROR_MOVE_TEXT);
        assert_int_equal(move, 7);
    }
}

/* Compares the arrows of an explanation with text such as "e2c3r e4e1b": two squares and a tint. */
static void assert_arrows(const char *fen, const char *uci, const char *expected)
{
    pf_position position = position_accepted(fen, PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960);
    pf_explanation explanation = explain(fen, uci);
    pf_svg_options options = {.size = 77};
    pf_svg_arrow arrows[PF_EXPLANATION_ARROWS];
    pf_explanation_draw(&options, arrows, &position, &explanation);
    char text[8 * PF_EXPLANATION_ARROWS] = "";
    for (size_t i = 0; i < options.arrow_count; i++)
        sprintf(text + strlen(text), "%s%c%c%c%c%c", i ? " " : "", 'a' + arrows[i].from % 8, '1' + arrows[i].from / 8,
                'a' + arrows[i].to % 8, '1' + arrows[i].to / 8, "grby"[arrows[i].tint]);
    assert_string_equal(text, expected);
    bool legal = explanation.why.reason == PF_WHY_LEGAL;
    assert_true(options.arrows == arrows && options.size == 77);
    assert_true(options.squares[PF_SVG_GREEN] == (legal ? explanation.squares : 0));
    assert_true(options.squares[PF_SVG_RED] == (legal ? 0 : explanation.squares));
    assert_true(options.squares[PF_SVG_YELLOW] == explanation.proof && options.squares[PF_SVG_BLUE] == 0);
    assert_int_equal(options.title_length, strlen(explanation.text));
}

static void arrows(void **state)
{
    (void)state;
    assert_arrows(START_FEN, "g1f3", "g1f3g");
    assert_arrows(START_FEN, "a1a3", "a1a3r a2a2b");                                  /* blocked */
    assert_arrows(START_FEN, "g1e2", "g1e2r e2e2b");                                  /* a piece of its own */
    assert_arrows("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "e2c3r e8e1b");        /* pinned */
    assert_arrows("4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2e3", "e2e3g e8e1b");        /* pinned, on the line */
    assert_arrows("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "e1g1r f8f1b");          /* castling through */
    assert_arrows("4k3/8/8/8/8/5n2/8/4K2R w K - 0 1", "e1g1", "e1g1r f3e1b");         /* castling out of check */
    assert_arrows("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "e1g1g");                 /* castling */
    assert_arrows("4k3/8/8/8/8/8/8/4KN1R w K - 0 1", "e1g1", "e1g1r f1f1b");          /* castling over a knight */
    assert_arrows("8/8/8/r2pP2K/8/8/8/k7 w - d6 0 1", "e5d6", "e5d6r a5h5b");         /* en passant */
    assert_arrows("4r1k1/8/8/8/8/8/R7/4K3 w - - 0 1", "a2e2", "a2e2g e8e1b");         /* answers a check */
    assert_arrows("4r1k1/8/8/8/8/8/R7/4K3 w - - 0 1", "a2a3", "a2a3r e8e1b");         /* does not */
    assert_arrows("4r1k1/8/8/8/8/3n4/R7/4K3 w - - 0 1", "a2e2", "a2e2r d3e1b e8e1b"); /* double check */
    assert_arrows("4r1k1/8/8/8/8/8/8/3K4 w - - 0 1", "d1e1", "d1e1r e8e1b");          /* into check */
    assert_arrows("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "a1a8g a8g8b");        /* mates */
    assert_arrows("7k/8/8/8/8/2N5/8/B5K1 w - - 0 1", "c3d5", "c3d5g a1h8b");          /* uncovers a check */
    assert_arrows(START_FEN, "e4e5", "e4e5r");                                        /* nothing moves */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences),  cmocka_unit_test(squares),    cmocka_unit_test(random_positions),
        cmocka_unit_test(promotions), cmocka_unit_test(wrong_text), cmocka_unit_test(arrows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
