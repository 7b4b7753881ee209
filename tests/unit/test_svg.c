/* Pictures: the SVG is read back (picture_reader.h), and what is on which square is compared with what was asked for.
 */
#include "picture_reader.h"
#include "support.h"

/* The picture as text, which the caller frees. */
static char *draw(const pf_position *position, const pf_svg_options *options)
{
    size_t length = pf_svg(NULL, 0, position, options);
    char *text = malloc(length + 1);
    assert_non_null(text);
    assert_int_equal(pf_svg(text, length + 1, position, options), length);
    assert_int_equal(strlen(text), length);
    return text;
}

static picture drawn(const pf_position *position, const pf_svg_options *options)
{
    static picture out;
    char *text = draw(position, options);
    if (!picture_read(&out, text, strlen(text), options && options->flipped)) fail_msg("cannot be read: %s", text);
    free(text);
    return out;
}

static void pieces_stand_where_they_are(void **state)
{
    (void)state;
    test_random random = {16};
    for (unsigned i = 0; i < 400; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        pf_svg_options options = {.flipped = i % 4 < 2, .hide_coordinates = i % 8 < 4, .number = i % 3};
        picture seen = drawn(&position, &options);
        assert_true(picture_shows(&seen, &position));
        assert_int_equal(seen.labels, options.hide_coordinates ? 0 : 16);
        assert_int_equal(seen.viewbox, options.hide_coordinates ? 800 : 880);
    }
}

static void only_shapes_that_are_used(void **state)
{
    (void)state;
    pf_position position = position_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    picture seen = drawn(&position, NULL);
    assert_int_equal(seen.defined, 1 << PF_PAWN | 1 << PF_KING);
    assert_int_equal(seen.pieces, 3);
}

static void sizes_themes_and_numbers(void **state)
{
    (void)state;
    pf_position position = pf_position_start();
    assert_int_equal(drawn(&position, NULL).size, 0);
    assert_int_equal(drawn(&position, &(pf_svg_options){.size = 480}).size, 480);
    assert_int_equal(drawn(&position, &(pf_svg_options){.size = UINT32_MAX}).size, UINT32_MAX);
    char *light = draw(&position, &(pf_svg_options){.theme = (pf_svg_theme)77});
    char *plain = draw(&position, NULL);
    char *dark = draw(&position, &(pf_svg_options){.theme = PF_SVG_DARK, .number = 12});
    assert_string_equal(light, plain);
    assert_string_not_equal(dark, plain);
    assert_non_null(strstr(dark, "id=\"pf12-k\""));
    assert_non_null(strstr(plain, "id=\"pf-k\""));
    free(light);
    free(plain);
    free(dark);
}

static void marks(void **state)
{
    (void)state;
    pf_position position = position_of("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    pf_svg_options options = {.last_move = pf_move_of(PF_D8, PF_H4, PF_MOVE_NORMAL)};
    options.squares[PF_SVG_GREEN] = pf_bit(PF_A1) | pf_bit(PF_H8);
    options.squares[PF_SVG_RED] = pf_bit(PF_G3);
    options.squares[PF_SVG_BLUE] = ~UINT64_C(0);
    options.squares[PF_SVG_YELLOW] = pf_bit(PF_E4);
    for (unsigned flipped = 0; flipped < 2; flipped++) {
        options.flipped = flipped;
        picture seen = drawn(&position, &options);
        assert_true(seen.last_move == (pf_bit(PF_D8) | pf_bit(PF_H4)));
        assert_true(seen.check == pf_bit(PF_E1));
        assert_memory_equal(seen.tinted, options.squares, sizeof seen.tinted);
    }
    options.hide_check = true;
    assert_true(drawn(&position, &options).check == 0);
    position = pf_position_start();
    assert_true(drawn(&position, NULL).check == 0 && drawn(&position, NULL).last_move == 0);
}

static void castling_marks_the_king(void **state)
{
    (void)state;
    pf_position position = position_of("4k3/8/8/8/8/8/8/R4RK1 b - - 1 1");
    pf_svg_options options = {.last_move = pf_move_of(PF_E1, PF_H1, PF_MOVE_CASTLING)};
    assert_true(drawn(&position, &options).last_move == (pf_bit(PF_E1) | pf_bit(PF_G1)));
    assert_non_null(strstr(drawn(&position, &options).description, "Last move: e1g1. Black"));
    options.last_move = pf_move_of_drop(PF_KNIGHT, PF_F3); /* which left no square */
    assert_true(drawn(&position, &options).last_move == pf_bit(PF_F3));
}

/* Every arrow begins and ends in its squares, seen from both sides; those that cannot be are not drawn. */
static void arrows(void **state)
{
    (void)state;
    pf_position position = pf_position_start();
    for (unsigned from = 0; from < 64; from++) {
        pf_svg_arrow wanted[64];
        for (unsigned to = 0; to < 64; to++)
            wanted[to] = (pf_svg_arrow){(uint8_t)from, (uint8_t)to, (uint8_t)((from + to) % 4)};
        pf_svg_options options = {.flipped = from % 2, .arrows = wanted, .arrow_count = 64};
        picture seen = drawn(&position, &options);
        assert_int_equal(seen.arrow_count, 64);
        assert_memory_equal(seen.arrows, wanted, sizeof wanted);
    }
    pf_svg_arrow odd[] = {{64, 0, 0}, {0, 255, 0}, {0, 1, PF_SVG_TINT_COUNT}, {0, 1, PF_SVG_BLUE}};
    picture seen = drawn(&position, &(pf_svg_options){.arrows = odd, .arrow_count = COUNT_OF(odd)});
    assert_int_equal(seen.arrow_count, 1);
    assert_int_equal(seen.arrows[0].tint, PF_SVG_BLUE);
}

static void words_for_screen_readers(void **state)
{
    (void)state;
    pf_position position = position_of("r3k2r/8/8/8/8/8/4P3/4K3 b kq - 0 1");
    picture seen = drawn(&position, NULL);
    assert_string_equal(seen.title, "Chess position, Black to move");
    assert_string_equal(seen.description, "White: king e1, pawn e2. Black: king e8, rooks a8 h8. Black to move.");
    position = position_of("4k3/8/8/8/8/8/8/4K2r w - - 0 1");
    assert_non_null(strstr(drawn(&position, NULL).description, "White is in check."));
}

static void any_text_is_a_title(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t length;
        const char *title;
    } cases[] = {
        {"", 0, ""},
        {"a < b && c > \"d\" 'e' ]]>", 24, "a < b && c > \"d\" 'e' ]]>"},
        {"</title><script>alert(1)</script>", 33, "</title><script>alert(1)</script>"},
        {"&amp;", 5, "&amp;"},
        {"K\xc3\xb6nig \xe2\x99\x94 \xf0\x9f\x8f\x86\n\t", 17, "K\xc3\xb6nig \xe2\x99\x94 \xf0\x9f\x8f\x86\n\t"},
        {"a\0b\x01\x1b\r\x7f", 7,
         "a\xef\xbf\xbd"
         "b\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
        {"\xc2\x85", 2, "\xef\xbf\xbd"}, /* a control character of Latin-1 */
        {"\xff"
         "x\x80",
         3,
         "\xef\xbf\xbd"
         "x\xef\xbf\xbd"},                                                           /* no UTF-8 */
        {"\xc0\xaf", 2, "\xef\xbf\xbd\xef\xbf\xbd"},                                 /* overlong */
        {"\xed\xa0\x80", 3, "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},                 /* a surrogate */
        {"\xef\xbf\xbe\xef\xbf\xbf", 6, "\xef\xbf\xbd\xef\xbf\xbd"},                 /* not characters */
        {"\xf4\x90\x80\x80", 4, "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"}, /* above U+10FFFF */
        {"\xe2\x99", 2, "\xef\xbf\xbd\xef\xbf\xbd"},                                 /* cut */
        {"\xe2\x99\x94", 2, "\xef\xbf\xbd\xef\xbf\xbd"}, /* cut by the length that was given */
    };
    pf_position position = pf_position_start();
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_svg_options options = {.title = cases[i].text, .title_length = cases[i].length};
        assert_string_equal(drawn(&position, &options).title, cases[i].title);
        options = (pf_svg_options){.description = cases[i].text, .description_length = cases[i].length};
        assert_string_equal(drawn(&position, &options).description, cases[i].title);
    }
}

/* A buffer that is too small holds the beginning, terminated, and nothing beyond it is touched. */
static void small_buffers(void **state)
{
    (void)state;
    pf_position position = position_of(KIWIPETE);
    char *whole = draw(&position, NULL);
    size_t length = strlen(whole);
    char *part = malloc(length + 2);
    assert_non_null(part);
    for (size_t size = 1; size <= length + 1; size += size < 64 ? 1 : 97) {
        memset(part, '#', length + 2);
        assert_int_equal(pf_svg(part, size, &position, NULL), length);
        assert_memory_equal(part, whole, size - 1);
        assert_int_equal(part[size - 1], '\0');
        assert_int_equal(part[size], '#');
    }
    free(part);
    free(whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_stand_where_they_are),
        cmocka_unit_test(only_shapes_that_are_used),
        cmocka_unit_test(sizes_themes_and_numbers),
        cmocka_unit_test(marks),
        cmocka_unit_test(castling_marks_the_king),
        cmocka_unit_test(arrows),
        cmocka_unit_test(words_for_screen_readers),
        cmocka_unit_test(any_text_is_a_title),
        cmocka_unit_test(small_buffers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
