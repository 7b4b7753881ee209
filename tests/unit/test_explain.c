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

/* ---- Variants ---- */

static void sentences_of_variants(void **state)
{
    (void)state;
    const struct {
        pf_variant variant;
        const char *fen, *uci, *text;
        pf_bitboard squares, proof;
    } cases[] = {
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@f6",
         "N@f6 is legal: a knight is dropped out of the pocket on f6, which is empty; it gives check", pf_bit(PF_F6),
         pf_bit(PF_E8)},
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/4r3/8/8/4K3[N] w - - 0 1", "N@e2",
         "N@e2 is legal: a knight is dropped out of the pocket on e2, which is empty; it steps between the king on e1 "
         "and the rook on e4 that gives check",
         pf_bit(PF_E2), pf_bit(PF_E1) | pf_bit(PF_E3) | pf_bit(PF_E4)},
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "Q@f6",
         "Q@f6 is not legal: White has no queen to drop", pf_bit(PF_F6), 0},
        {PF_VARIANT_ATOMIC, "rnb1kbnr/pppppppp/8/4q3/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "e5e2",
         "e5e2 is legal: the queen on e5 takes the pawn on e2, and the way is clear; it explodes with the pieces on "
         "d1, "
         "e1 and f1; it ends the game: king exploded",
         pf_bit(PF_E5) | pf_bit(PF_E2), pf_bit(PF_D1) | pf_bit(PF_E1) | pf_bit(PF_F1) | pf_bit(PF_E3) | pf_bit(PF_E4)},
        {PF_VARIANT_ATOMIC, "4k3/8/8/8/8/8/3n4/3QK3 w - - 0 1", "d1d2",
         "d1d2 is not legal: the king on e1 would explode with the capture on d2", pf_bit(PF_D1) | pf_bit(PF_D2),
         pf_bit(PF_E1)},
        {PF_VARIANT_ATOMIC, "8/8/8/8/8/8/4k3/r3K3 w - - 0 1", "e1f1",
         "e1f1 is legal: the king on e1 goes to f1; kings that touch cannot be attacked", pf_bit(PF_E1) | pf_bit(PF_F1),
         0},
        {PF_VARIANT_ANTICHESS, "8/8/8/7p/8/8/8/R6R w - - 0 1", "a1a2",
         "a1a2 is not legal: White must capture, and the rook on h1 can take the pawn on h5",
         pf_bit(PF_A1) | pf_bit(PF_A2), pf_bit(PF_H1) | pf_bit(PF_H5)},
        {PF_VARIANT_ANTICHESS, "8/P7/8/8/8/8/8/k7 w - - 0 1", "a7a8k",
         "a7a8k is legal: the pawn on a7 goes ahead to a8, which is empty, and becomes a king; no capture is possible",
         pf_bit(PF_A7) | pf_bit(PF_A8), 0},
        {PF_VARIANT_ANTICHESS, "4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 1", "e5f6",
         "e5f6 is legal: the pawn on e5 takes the pawn on f5 en passant", pf_bit(PF_E5) | pf_bit(PF_F5) | pf_bit(PF_F6),
         0},
        {PF_VARIANT_ATOMIC, "4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 1", "e5f6",
         "e5f6 is legal: the pawn on e5 takes the pawn on f5 en passant; it explodes",
         pf_bit(PF_E5) | pf_bit(PF_F5) | pf_bit(PF_F6), 0},
        {PF_VARIANT_ATOMIC, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "N@e4",
         "N@e4 is not legal: pieces are dropped only in Crazyhouse, and kings never are", pf_bit(PF_E4), 0},
        {PF_VARIANT_RACING_KINGS, "8/8/8/k7/8/8/7R/7K w - - 0 1", "h2a2",
         "h2a2 is not legal: the rook on h2 would give check to the king on a5, and no move may give check",
         pf_bit(PF_H2) | pf_bit(PF_A2), pf_bit(PF_A5)},
        {PF_VARIANT_HORDE, "4k3/8/8/8/8/8/8/P7 w - - 0 1", "a1a3",
         "a1a3 is legal: the pawn on a1 goes two squares ahead from its starting rank, and a2 and a3 are empty",
         pf_bit(PF_A1) | pf_bit(PF_A3), pf_bit(PF_A2)},
        {PF_VARIANT_KING_OF_THE_HILL, "8/8/8/3k4/8/8/8/4K3 w - - 0 1", "e1e2", "e1e2 is not legal: the game is over",
         pf_bit(PF_E1) | pf_bit(PF_E2), 0},
        {PF_VARIANT_THREE_CHECK, "7k/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "a1a8",
         "a1a8 is legal: the rook on a1 goes to a8, and the way is clear; no line to the king on e1 opens; it ends the "
         "game: third check",
         pf_bit(PF_A1) | pf_bit(PF_A8),
         pf_bit(PF_E1) | pf_bit(PF_H8) | (UINT64_C(0x0101010101010101) & ~(pf_bit(PF_A1) | pf_bit(PF_A8)))},
        {PF_VARIANT_STANDARD, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1e3",
         "e1e3 is not legal: a king does not move from e1 to e3", pf_bit(PF_E1) | pf_bit(PF_E3), 0},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = variant_position_of(cases[i].fen, cases[i].variant);
        pf_move move;
        pf_explanation explanation;
        assert_int_equal(pf_move_from_uci_any(&move, &position, cases[i].uci, strlen(cases[i].uci), NULL), PF_OK);
        pf_explain(&explanation, &position, move, PF_UCI_KING_STEP);
        assert_string_equal(explanation.text, cases[i].text);
        assert_int_equal(explanation.squares, cases[i].squares);
        assert_int_equal(explanation.proof, cases[i].proof);
    }
}

/* Every move of random positions has a sentence that ends before its room does; so has every other code. */
static void every_move_of_variants(void **state)
{
    (void)state;
    test_random random = {31};
    for (unsigned i = 0; i < 160; i++) {
        pf_position position = pf_variant_start((pf_variant)(i % PF_VARIANT_COUNT));
        for (unsigned ply = random_below(&random, 80); ply > 0; ply--) {
            pf_move_list list;
            if (pf_generate_legal(&position, &list) == 0) break;
            pf_position_play_unchecked(&position, list.moves[random_below(&random, list.size)]);
        }
        for (unsigned code = 0; code < 65536; code += 1 + random_below(&random, 40)) {
            pf_explanation explanation;
            pf_explain(&explanation, &position, (pf_move)code, PF_UCI_KING_STEP);
            assert_true(strlen(explanation.text) > 10 && strlen(explanation.text) < sizeof explanation.text - 1);
            assert_int_equal(explanation.why.reason == PF_WHY_LEGAL, pf_move_is_legal(&position, (pf_move)code));
        }
    }
}

static void wrong_drops(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "e2", "e2e9", "e7e8x", "K@e4", "X@e4", "N@e9", "N@", "@", "e2e4e5"};
    pf_position position = pf_variant_start(PF_VARIANT_CRAZYHOUSE);
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        pf_move move = 4711;
        pf_error error;
        assert_int_equal(pf_move_from_uci_any(&move, &position, texts[i], strlen(texts[i]), &error),
                         PF_ERROR_MOVE_TEXT);
        assert_int_equal(move, 4711);
    }
}

/* UCI or SAN, legal or not; and the explanation as a picture. */
static void texts_and_pictures(void **state)
{
    (void)state;
    pf_position position = variant_position_of("4k3/8/8/8/8/8/4r3/4K3[N] w - - 0 1", PF_VARIANT_CRAZYHOUSE);
    static const char *const texts[] = {"N@a3", "n@a3"};
    pf_move move = PF_NO_MOVE;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        assert_int_equal(pf_move_from_text_any(&move, &position, texts[i], strlen(texts[i]), NULL), PF_OK);
        assert_int_equal(move, pf_move_of_drop(PF_KNIGHT, PF_A3));
    }
    assert_int_equal(pf_move_from_text_any(&move, &position, "X@a3", 4, NULL), PF_ERROR_MOVE_TEXT);
    assert_int_equal(move, pf_move_of_drop(PF_KNIGHT, PF_A3));

    pf_explanation explanation;
    pf_explain(&explanation, &position, move, PF_UCI_KING_STEP);
    assert_int_equal(explanation.why.reason, PF_WHY_CHECK_UNANSWERED);
    pf_svg_options options = {
        .hide_check = true, .title = "t", .title_length = 1, .description = "d", .description_length = 1};
    pf_svg_arrow arrows[PF_EXPLANATION_ARROWS];
    pf_explanation_draw(&options, arrows, &position, &explanation);
    pf_bitboard marked = 0;
    for (size_t i = 0; i < PF_SVG_TINT_COUNT; i++) marked |= options.squares[i];
    assert_true(pf_bitboard_has(marked, PF_A3));
    assert_true(pf_bitboard_has(marked, PF_E2)); /* the checker */
    assert_true(pf_svg(NULL, 0, &position, &options) > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences),
        cmocka_unit_test(squares),
        cmocka_unit_test(random_positions),
        cmocka_unit_test(promotions),
        cmocka_unit_test(wrong_text),
        cmocka_unit_test(arrows),
        cmocka_unit_test(sentences_of_variants),
        cmocka_unit_test(every_move_of_variants),
        cmocka_unit_test(wrong_drops),
        cmocka_unit_test(texts_and_pictures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
