/* The PGN reader: how broken games are reported, and what is skipped with a warning. */
#include "pgn_support.h"

/* ---- Broken games ---- */

static void reports_and_goes_on(void **state)
{
    (void)state;
#define NEXT "\n\n[Event \"b\"]\n\n1. d4 1-0\n"
    static const struct {
        const char *text, *expected;
    } cases[] = {
        {"1. e4 Ke5 2. d4 *" NEXT, "1+0 line 1: Ke5: no king can go to e5, 1+0 1-0"},
        {"1. e4 e5\n2. Ne2 d6\n3. Nc3 Nd7 4. Nb5 a6 5. N5d4 b6 6. Nc6 *" NEXT,
         "4+0 line 3: Nc3: several pieces can make this move; say which, 1+0 1-0"},
        {"1. e4 (e5) *" NEXT, "1+0 line 1: e5: no pawn can go to e5, 1+0 1-0"},
        {"1. e4 e5 (1. d4) *" NEXT, "2+0 line 1: d4: no pawn can go to d4, 1+0 1-0"},
        {"(1. e4) *" NEXT, "0+0 line 1: a variation begins where there is no move to replace, 1+0 1-0"},
        {"1. e4 ((1. d4)) *" NEXT, "1+0 line 1: a variation begins where there is no move to replace, 1+0 1-0"},
        {"1. e4) *" NEXT, "1+0 line 1: there is no variation to close, 1+0 1-0"},
        {"1. e4 (1. d4 d5" NEXT, "1+2 line 3: the game ends within a variation, 1+0 1-0"},
        {"1. e4\n{ never closed e5 *" NEXT, "1+0 line 2: the comment is not closed, 1+0 1-0"},
        {"1. e4 {x} } e5 *" NEXT, "1+0 line 1: movetext cannot contain '}', 1+0 1-0"},
        {"1. e4 $ e5 *" NEXT, "1+0 line 1: '$' must be followed by a number up to 255, 1+0 1-0"},
        {"1. e4 $256 e5 *" NEXT, "1+0 line 1: '$' must be followed by a number up to 255, 1+0 1-0"},
        {"1. e4 hello 2. d4 *" NEXT,
         "1+0 line 1: hello: expected a piece (K, Q, R, B, N) or a square, not 'l', 1+0 1-0"},
        {"1. e4 [%clk 0] *" NEXT, "1+0 line 1: movetext cannot contain '[', 1+0 1-0"},
        {"1. e4 12\xbf. e5 *" NEXT,
         "1+0 line 1: ?.: expected a piece (K, Q, R, B, N) or a square, not '\\xbf', 1+0 1-0"},
        {"1. e4 1/3. e5 *" NEXT, "1+0 line 1: 1/3.: expected a piece (K, Q, R, B, N) or a square, not '/', 1+0 1-0"},
        {"1. e4 10/3. e5 *" NEXT, "1+0 line 1: /3.: expected a piece (K, Q, R, B, N) or a square, not '/', 1+0 1-0"},
        {"1. e4 10$3. e5 *" NEXT, "2+0 *, 1+0 1-0"},
        {"1. e4 10;3. x\n e5 *" NEXT, "2+0 *, 1+0 1-0"},
        {"1. e4 e5 (1... e6 2)3. d4 *" NEXT, "3+1 *, 1+0 1-0"},
        {"1. e4 e5 2. Nf" NEXT, "2+0 line 1: Nf: the move ends before its target square, 1+0 1-0"},
        {"1. e4 d5 2. Bb5+ -- *" NEXT, "3+0 line 1: --: a null move is not possible in check, 1+0 1-0"},
        {"[Event \"a\n[Site \"x\"]\n\n1. e4 *" NEXT, "0+0 line 1: the tag is not closed, 1+0 1-0"},
        {"[Site \"x\"]\n[Event]\n\n1. e4 *" NEXT, "0+0 line 2: a tag must have a value in quotation marks, 1+0 1-0"},
        {"[Site \"x\"]\n[]\n\n1. e4 *" NEXT, "0+0 line 2: a tag must have a name, 1+0 1-0"},
        {"[Site \"x\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 N@e5 *" NEXT,
         "0+0 line 2: unsupported variant Crazyhouse, 1+0 1-0"},
        {"[FEN \"8/8/8/8/8/8/8/9 w - - 0 1\"]\n\n1. e4 *" NEXT,
         "0+0 line 1: the FEN is refused: unknown piece '9', 1+0 1-0"},
        {"[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *" NEXT,
         "0+0 line 1: the FEN is refused: no white king; no black king, 1+0 1-0"},
    };
    set_reading_mode(PF_PGN_STRICT);
    for (size_t i = 0; i < COUNT_OF(cases); i++) assert_games(cases[i].text, cases[i].expected);
    set_reading_mode(PF_PGN_TOLERANT);
    assert_games("1. e4 {never closed", "1+0 line 1: the comment is not closed");
    assert_games("1. e4 Ke5 {comment with 1-0 in it} 2. d4 (3. d4 1-0) 0-1 1. d4 1-0",
                 "1+0 line 1: Ke5: no king can go to e5, 1+0 1-0");
    assert_games("[Event \"a\"]", "0+0 *");
    set_reading_mode(PF_PGN_STRICT);
    assert_games("[Event \"a", "0+0 line 1: the tag is not closed");
    set_reading_mode(PF_PGN_TOLERANT);
}

/* ---- Tolerance ---- */

#define SKIPPED ": this is not a move; it is skipped)"

/* What cannot be part of a game is stepped over with a warning; for a strict reader it breaks the game. */
static void steps_over_what_is_no_move(void **state)
{
    (void)state;
    static const struct {
        const char *text, *tolerant, *strict;
    } cases[] = {
        {"1. e4 \xc2\xb1 e5 *", "2+0 * (1: \xc2\xb1" SKIPPED,
         "1+0 line 1: \xc2\xb1: expected a piece (K, Q, R, B, N) or a square, not '\\xc2'"},
        {"1. e4 \xb1 e5 *", "2+0 * (1: ?" SKIPPED,
         "1+0 line 1: ?: expected a piece (K, Q, R, B, N) or a square, not '\\xb1'"},
        {"1. e4 N e5\n2. Nf3 D *", "3+0 * (1: N" SKIPPED " (2: D" SKIPPED,
         "1+0 line 1: N: the move ends before its target square"},
        {"1. e4 hello e5 *", "2+0 * (1: hello" SKIPPED,
         "1+0 line 1: hello: expected a piece (K, Q, R, B, N) or a square, not 'l'"},
        {"1. e4\xc2\xb1 e5+/- 2. Nf3= *", "3+0 * (1: \xc2\xb1" SKIPPED,
         "0+0 line 1: e4\xc2\xb1: unexpected text after the move: '\\xc2'"},
        {"1. e4 [%clk 0:01] e5 ] } *",
         "2+0 * (1: movetext cannot contain '[') (1: movetext cannot contain ']')"
         " (1: movetext cannot contain '}')",
         "1+0 line 1: movetext cannot contain '['"},
        {"1. e4 $ $999 e5 *",
         "2+0 * (1: '$' must be followed by a number up to 255) (1: '$' must be followed by a number up to 255)",
         "1+0 line 1: '$' must be followed by a number up to 255"},
        {"[Bad tag]\n[Event \"x\"]\n[]\n[Site \"y\n\n1. e4 *",
         "1+0 * (1: a tag must have a value in quotation marks) (3: a tag must have a name) (4: the tag is not closed)",
         "0+0 line 1: a tag must have a value in quotation marks"},
        {"[Bad tag] [Event \"x\"] 1. e4 *", "1+0 * (1: a tag must have a value in quotation marks)",
         "0+0 line 1: a tag must have a value in quotation marks"},
        {"[Event \"x\"]\n[Variant \"?\"]\n\n1. e4 *", "1+0 * (2: unsupported variant ?, read as chess)",
         "0+0 line 2: unsupported variant ?"},
        {"1. e4 e5 \xc2\xbd-\xc2\xbd", "2+0 1/2-1/2",
         "2+0 line 1: \xc2\xbd-\xc2\xbd: expected a piece (K, Q, R, B, N) or a square, not '\\xc2'"},
        {"1. e4 e5 \xbd-\xbd", "2+0 1/2-1/2",
         "2+0 line 1: ?-?: expected a piece (K, Q, R, B, N) or a square, not '\\xbd'"},
        {"1. e4 e5 1\xe2\x80\x93"
         "0",
         "2+0 1-0",
         "2+0 line 1: \xe2\x80\x93"
         "0: expected a piece (K, Q, R, B, N) or a square, not '\\xe2'"},
        {"1. e4 e5 0\xe2\x80\x94"
         "1",
         "2+0 0-1",
         "2+0 line 1: \xe2\x80\x94"
         "1: expected a piece (K, Q, R, B, N) or a square, not '\\xe2'"},
        {"1. Nf3 a6 2. g3 b6 3. Bg2 c6 4. O\xe2\x80\x93O *", "7+0 *",
         "6+0 line 1: O\xe2\x80\x93O: castling is written with hyphens, not with dashes"},
        {"1. Nf3 a6 2. g3 b6 3. Bg2 c6 4.0\xe2\x88\x92"
         "0 *",
         "7+0 *",
         "6+0 line 1: 0\xe2\x88\x92"
         "0: castling is written with hyphens, not with dashes"},
        {"1. Nf3 a6 2. g3 b6 3. Bg2 c6 4. O\x96O *", "7+0 *",
         "6+0 line 1: O?O: castling is written with hyphens, not with dashes"},
        {"1. e4 (1. d4 \xc2\xbd) e5 *", "2+1 *",
         "1+1 line 1: \xc2\xbd: expected a piece (K, Q, R, B, N) or a square, not '\\xc2'"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        set_reading_mode(PF_PGN_TOLERANT);
        assert_games(cases[i].text, cases[i].tolerant);
        set_reading_mode(PF_PGN_STRICT);
        assert_games(cases[i].text, cases[i].strict);
    }
    set_reading_mode(PF_PGN_TOLERANT);
}

/* What is meant as a move is never stepped over, nor is a tag that says how the game begins. */
static void wrong_moves_still_break_games(void **state)
{
    (void)state;
    assert_games("1. e4 Ke5 *", "1+0 line 1: Ke5: no king can go to e5");
    assert_games("1. e4 e9 *", "1+0 line 1: e9: 'e9' is not a square");
    assert_games("1. e4 e5 2. Sf3 *", "2+0 line 1: Sf3: expected a piece (K, Q, R, B, N) or a square, not 'S'");
    assert_games("1. e4 O\xe2\x80\x93O *", "1+0 line 1: O\xe2\x80\x93O: castling is not legal now");
    assert_games("1. e4 OO *", "1+0 line 1: OO: expected a piece (K, Q, R, B, N) or a square, not 'O'");
    assert_games("1. e4 OOO+ *", "1+0 line 1: OOO+: expected a piece (K, Q, R, B, N) or a square, not 'O'");
    assert_games("1. e4 00 *", "1+0 line 1: 00: expected a piece (K, Q, R, B, N) or a square, not '0'");
    assert_games("1. e4 000 *", "1+0 line 1: 000: expected a piece (K, Q, R, B, N) or a square, not '0'");
    assert_games("1. e4 O-O-O-O *", "1+0 line 1: O-O-O-O: unexpected text after the move: '-'");
    assert_games("1. e4 e5\xc2\xb1 2. Nc6\xc2\xb1 *", "2+0 line 1: Nc6\xc2\xb1: unexpected text after the move: '\\xc2'"
                                                      " (1: \xc2\xb1" SKIPPED);
    assert_games("[FEN]\n\n1. e4 *", "0+0 line 1: a tag must have a value in quotation marks");
    assert_games("[FEN \"8/8/8/8\n\n1. e4 *", "0+0 line 1: the tag is not closed");
    assert_games("[Variant \"Atomic\"]\n\n1. e4 *", "0+0 line 1: unsupported variant Atomic");
}

/* Text that was skipped and nothing else is not a game; comments, numbers and unreadable tags alone are what they were.
 */
static void other_text_is_broken(void **state)
{
    (void)state;
#define NOT_PGN "this is not PGN: it has neither tags nor moves"
    static const char text[] = "{a comment}\nhello\nworld";
    assert_events(text, sizeof text - 1,
                  "game @0\ncomment a comment clk -1 emt -1 eval 0:0:-1 @0\n"
                  "warning line 2 hello: this is not part of a game; it is skipped @12\n"
                  "warning line 3 world: this is not part of a game; it is skipped @18\n"
                  "movetext rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 @23\n"
                  "error line 2 " NOT_PGN " @12\nover no result broken @23\nend @23\n");
    assert_games(" 1-", "0+0 line 1: " NOT_PGN " (1: 1-: this is not part of a game; it is skipped)");
    assert_games("1. hello" NEXT, "0+0 line 1: " NOT_PGN " (1: hello" SKIPPED ", 1+0 1-0");
    assert_games("hello" NEXT, "1+0 1-0 (1: hello: this is not part of a game; it is skipped)");
    assert_games("hello\n\n*", "0+0 * (1: hello: this is not part of a game; it is skipped)");
    assert_games("hello\n\n1. --", "1+0 * (1: hello: this is not part of a game; it is skipped)");
    assert_games("{hello}", "0+0 *");
    assert_games("1.", "0+0 *");
    assert_games("[Bad tag]", "0+0 * (1: a tag must have a value in quotation marks)");
    assert_games("", "");
}

/* Escaped lines in the rest of a broken game are not read, as in a game that is not broken. */
static void escaped_lines_in_broken_games(void **state)
{
    (void)state;
    static const char *const lines[] = {"% 1-0", "%{", "% (", "% )", "%;", "\xef\xbb\xbf% 1-0 {", " \t% 1-0"};
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        char text[200];
        snprintf(text, sizeof text, "[Event \"a\"]\n\n1. e4 e5 2. Ke3\n%s\n2. Nf3 Nc6 1-0\n\n1. d4 0-1\n", lines[i]);
        assert_games(text, "2+0 line 3: Ke3: no king can go to e3, 1+0 0-1");
    }
    assert_games("1. e4 e5 2. Ke3 % 1-0\n2. Nf3 Nc6 1-0", "2+0 line 1: Ke3: no king can go to e3, 2+0 1-0");
}

/* Only the first warnings of a game are kept, and all are counted. */
static void counts_all_warnings(void **state)
{
    (void)state;
    static const char text[] = "1. e4 a b c d e f g h i j k l m n o p q r s t e5 *\n\n1. d4 x *";
    assert_events(text, sizeof text - 1, NULL);
    pf_pgn_reader *reader = pf_pgn_reader_create();
    pf_pgn_summary summary;
    pf_pgn_reader_from_memory(reader, text, sizeof text - 1);
    assert_null(pf_pgn_reader_warning(reader, 0));
    assert_true(pf_pgn_read_game(reader, &summary));
    assert_int_equal(summary.warnings, 20);
    assert_int_equal(pf_pgn_reader_warning(reader, 15)->offset, 36);
    assert_null(pf_pgn_reader_warning(reader, 16));
    assert_true(pf_pgn_read_game(reader, &summary));
    assert_int_equal(summary.warnings, 1);
    assert_int_equal(pf_pgn_reader_warning(reader, 0)->line, 3);
    pf_pgn_reader_destroy(reader);
}

/* A warning that is known before the error is returned before it: GAME_END follows an error. */
static void warnings_come_before_the_error(void **state)
{
    (void)state;
    static const char text[] = "[Variant \"?\"]\n[FEN \"x\"]\n\n1. e4 *\n\n[Variant \"?\"]\n[FEN \"y\"]\n";
    assert_events(text, sizeof text - 1,
                  "game @0\ntag Variant=? @0\ntag FEN=x @14\n"
                  "warning line 1 unsupported variant ?, read as chess @10\n"
                  "error line 2 the FEN is refused: unknown piece 'x' @20\nover no result broken @25\n"
                  "game @34\ntag Variant=? @34\ntag FEN=y @48\n"
                  "warning line 6 unsupported variant ?, read as chess @44\n"
                  "error line 7 the FEN is refused: unknown piece 'y' @54\nover no result broken @58\nend @58\n");
}

/* A backslash before the last quotation mark escapes it only if there is another that can end the value. */
static void backslashes_in_tags(void **state)
{
    (void)state;
    static const char text[] = "[Event \"C:\\games\\\"]\n[Site \"a \\\"] b\"]\n\n*";
    assert_events(text, sizeof text - 1,
                  "game @0\ntag Event=C:\\games\\ @0\ntag Site=a \\\"] b @20\n"
                  "movetext rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 @38\nover * @39\nend @39\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reports_and_goes_on),           cmocka_unit_test(steps_over_what_is_no_move),
        cmocka_unit_test(wrong_moves_still_break_games), cmocka_unit_test(counts_all_warnings),
        cmocka_unit_test(escaped_lines_in_broken_games), cmocka_unit_test(warnings_come_before_the_error),
        cmocka_unit_test(backslashes_in_tags),           cmocka_unit_test(other_text_is_broken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
