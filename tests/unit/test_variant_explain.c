/* Explanations of moves of variants: the sentence, and the squares that prove it. */
#include "variant_support.h"

static void sentences(void **state)
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
         "N@e4 is not legal: pieces are dropped only in Crazyhouse, and no king is", pf_bit(PF_E4), 0},
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
        pf_variant_position position = variant_position_of(cases[i].fen, cases[i].variant);
        pf_move move;
        pf_explanation explanation;
        assert_int_equal(pf_variant_move_from_uci_any(&move, &position, cases[i].uci, strlen(cases[i].uci), NULL),
                         PF_OK);
        pf_variant_explain(&explanation, &position, move, PF_UCI_KING_STEP);
        assert_string_equal(explanation.text, cases[i].text);
        assert_int_equal(explanation.squares, cases[i].squares);
        assert_int_equal(explanation.proof, cases[i].proof);
    }
}

/* Every move of random positions has a sentence that ends before its room does; so has every other code. */
static void every_move(void **state)
{
    (void)state;
    test_random random = {31};
    for (unsigned i = 0; i < 160; i++) {
        pf_variant_position position = pf_variant_start((pf_variant)(i % PF_VARIANT_COUNT));
        for (unsigned ply = random_below(&random, 80); ply > 0; ply--) {
            pf_variant_move_list list;
            if (pf_variant_generate(&position, &list) == 0) break;
            pf_variant_play_unchecked(&position, list.moves[random_below(&random, list.size)]);
        }
        for (unsigned code = 0; code < 65536; code += 1 + random_below(&random, 40)) {
            pf_explanation explanation;
            pf_variant_explain(&explanation, &position, (pf_move)code, PF_UCI_KING_STEP);
            assert_true(strlen(explanation.text) > 10 && strlen(explanation.text) < sizeof explanation.text - 1);
            assert_int_equal(explanation.why.reason == PF_WHY_LEGAL, pf_variant_is_legal(&position, (pf_move)code));
        }
    }
}

static void wrong_text(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "e2", "e2e9", "e7e8x", "K@e4", "X@e4", "N@e9", "N@", "@", "e2e4e5"};
    pf_variant_position position = pf_variant_start(PF_VARIANT_CRAZYHOUSE);
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        pf_move move = 4711;
        pf_error error;
        assert_int_equal(pf_variant_move_from_uci_any(&move, &position, texts[i], strlen(texts[i]), &error),
                         PF_ERROR_MOVE_TEXT);
        assert_int_equal(move, 4711);
    }
}

/* UCI or SAN, legal or not; and the explanation as a picture. */
static void texts_and_pictures(void **state)
{
    (void)state;
    pf_variant_position position = variant_position_of("4k3/8/8/8/8/8/4r3/4K3[N] w - - 0 1", PF_VARIANT_CRAZYHOUSE);
    static const char *const texts[] = {"N@a3", "n@a3"};
    pf_move move = PF_NO_MOVE;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        assert_int_equal(pf_variant_move_from_text_any(&move, &position, texts[i], strlen(texts[i]), NULL), PF_OK);
        assert_int_equal(move, pf_move_of_drop(PF_KNIGHT, PF_A3));
    }
    assert_int_equal(pf_variant_move_from_text_any(&move, &position, "X@a3", 4, NULL), PF_ERROR_MOVE_TEXT);
    assert_int_equal(move, pf_move_of_drop(PF_KNIGHT, PF_A3));

    pf_explanation explanation;
    pf_variant_explain(&explanation, &position, move, PF_UCI_KING_STEP);
    assert_int_equal(explanation.why.reason, PF_WHY_CHECK_UNANSWERED);
    pf_svg_options options = {
        .hide_check = true, .title = "t", .title_length = 1, .description = "d", .description_length = 1};
    pf_svg_arrow arrows[PF_EXPLANATION_ARROWS];
    pf_variant_explanation_draw(&options, arrows, &position, &explanation);
    pf_bitboard marked = 0;
    for (size_t i = 0; i < PF_SVG_TINT_COUNT; i++) marked |= options.squares[i];
    assert_true(pf_bitboard_has(marked, PF_A3));
    assert_true(pf_bitboard_has(marked, PF_E2)); /* the checker */
    assert_true(pf_svg(NULL, 0, &position.board, &options) > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences),
        cmocka_unit_test(every_move),
        cmocka_unit_test(wrong_text),
        cmocka_unit_test(texts_and_pictures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
