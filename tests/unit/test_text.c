/* Names of states, squares and pieces, and boards as text. */
#include "support.h"

static void statuses(void **state)
{
    (void)state;
    assert_string_equal(pf_status_name(PF_OK), "ok");
    assert_string_equal(pf_status_name(PF_ERROR_MOVE_ILLEGAL), "move illegal");
    assert_string_equal(pf_status_name(PF_ERROR_DIVIDE), "divide");
    for (int a = PF_OK; a <= PF_ERROR_DIVIDE; a++) {
        assert_non_null(pf_status_name((pf_status)a));
        assert_string_not_equal(pf_status_name((pf_status)a), "");
        for (int b = PF_OK; b < a; b++)
            assert_string_not_equal(pf_status_name((pf_status)a), pf_status_name((pf_status)b));
    }
    assert_string_equal(pf_status_name((pf_status)1000), "");
}

static void squares(void **state)
{
    (void)state;
    char text[PF_SQUARE_TEXT_SIZE];
    for (pf_square square = 0; square <= PF_NO_SQUARE; square++) {
        pf_square again = 99;
        size_t length = pf_square_to_text(text, sizeof text, square);
        assert_int_equal(length, square == PF_NO_SQUARE ? 1 : 2);
        assert_true(pf_square_from_text(&again, text, length));
        assert_int_equal(again, square);
    }
    pf_square_to_text(text, sizeof text, PF_E4);
    assert_string_equal(text, "e4");
    assert_int_equal(pf_square_to_text(text, sizeof text, 200), 1);
    assert_string_equal(text, "-");
    assert_int_equal(pf_square_to_text(text, 2, PF_E4), 2); /* cut */
    assert_string_equal(text, "e");
    assert_int_equal(pf_square_to_text(NULL, 0, PF_E4), 2);

    static const char *const wrong[] = {"", "e", "e9", "e0", "i1", "E4", "e44", " e4", "--", "4e"};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        pf_square out = 7;
        assert_false(pf_square_from_text(&out, wrong[i], strlen(wrong[i])));
        assert_int_equal(out, 7);
    }
}

static void pieces(void **state)
{
    (void)state;
    static const char letters[] = "PNBRQKpnbrqk";
    for (unsigned i = 0; i < 12; i++) {
        pf_piece piece = pf_piece_from_letter(letters[i]);
        assert_int_equal(piece, pf_piece_of(i / 6, i % 6));
        assert_int_equal(pf_piece_to_letter(piece), letters[i]);
        assert_int_equal(pf_piece_type_from_letter(letters[i]), i % 6);
        assert_int_equal(strlen(pf_piece_to_figurine(piece)), 3);
    }
    assert_int_equal(pf_piece_from_letter('x'), PF_NO_PIECE);
    assert_int_equal(pf_piece_from_letter('\0'), PF_NO_PIECE);
    assert_int_equal(pf_piece_type_from_letter('.'), PF_NO_PIECE_TYPE);
    static const unsigned none[] = {PF_NO_PIECE, 7, 8, 15, 16, 1000};
    for (size_t i = 0; i < COUNT_OF(none); i++) {
        assert_int_equal(pf_piece_to_letter(none[i]), '.');
        assert_string_equal(pf_piece_to_figurine(none[i]), "·");
    }
    assert_string_equal(pf_piece_to_figurine(pf_piece_of(PF_BLACK, PF_KNIGHT)), "♞");
    assert_string_equal(pf_piece_to_figurine(pf_piece_of(PF_WHITE, PF_KING)), "♔");
    assert_string_equal(pf_piece_type_name(PF_PAWN), "pawn");
    assert_string_equal(pf_piece_type_name(PF_KING), "king");
    assert_string_equal(pf_piece_type_name(PF_NO_PIECE_TYPE), "piece");
}

static void boards(void **state)
{
    (void)state;
    char text[PF_BOARD_SIZE], cut[32];
    pf_position position = position_accepted("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", PF_ACCEPT_STRICT);
    size_t length = pf_position_to_board(text, sizeof text, &position, NULL);
    assert_int_equal(length, strlen(text));
    assert_string_equal(text, "8  . . . . k . . .\n"
                              "7  . . . . . . . .\n"
                              "6  . . . . . . . .\n"
                              "5  . . . . . . . .\n"
                              "4  . . . . . . . .\n"
                              "3  . . . . . . . .\n"
                              "2  . . . . . . . .\n"
                              "1  R . . . K . . .\n"
                              "\n"
                              "   a b c d e f g h\n");
    assert_int_equal(pf_position_to_board(NULL, 0, &position, NULL), length);
    assert_int_equal(pf_position_to_board(cut, sizeof cut, &position, NULL), length);
    assert_int_equal(strlen(cut), sizeof cut - 1);
    assert_memory_equal(cut, text, sizeof cut - 1);

    pf_board_style style = {.brackets = pf_bit(PF_A1) | pf_bit(PF_H1), .parentheses = pf_bit(PF_A1) | pf_bit(PF_E1)};
    pf_position_to_board(text, sizeof text, &position, &style);
    assert_non_null(strstr(text, "\n1 [R] .  .  . (K) .  . [.]\n\n   a  b  c  d  e  f  g  h\n"));

    style.flipped = true;
    pf_position_to_board(text, sizeof text, &position, &style);
    assert_non_null(strstr(text, "\n\n   h  g  f  e  d  c  b  a\n"));
    assert_int_equal(text[0], '1');
    assert_memory_equal(text, "1 [.] .  . (K) .  .  . [R]\n", 27);

    /* The longest board: figurines and marks everywhere. */
    position = pf_position_start();
    style = (pf_board_style){.figurines = true, .brackets = ~UINT64_C(0)};
    assert_true(pf_position_to_board(text, sizeof text, &position, &style) < PF_BOARD_SIZE);
    assert_non_null(strstr(text, "\n1 [♖][♘][♗][♕][♔][♗][♘][♖]\n"));

    style = (pf_board_style){.white_on = "<", .off = ">"};
    pf_position_to_board(text, sizeof text, &position, &style);
    assert_non_null(strstr(text, "\n7  p p p p p p p p\n"));
    assert_non_null(strstr(text, "\n2  <P> <P> <P> <P> <P> <P> <P> <P>\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statuses),
        cmocka_unit_test(squares),
        cmocka_unit_test(pieces),
        cmocka_unit_test(boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
