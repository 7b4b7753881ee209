/* The PGN reader: what is read, how broken games are reported, and that no input does harm. */
#include "pgn_support.h"

#include <plyforge/experimental.h>

#include <stdlib.h>

/* ---- What is read ---- */

static void reads_a_game(void **state)
{
    (void)state;
    static const char text[] = "[Event \"A \\\"b\\\" c\"]\n"
                               "[Result \"1-0\"]\n\n"
                               "1. e4! {[%clk 0:05:00.5] [%eval -0.25,18]} e5 (1... c5 $14 ; to the end\n"
                               "2. Nf3) 2.Qh5 Ke7?? { mate [%eval #1] } 3. Qxe5# 1-0\n";
    assert_events(text, sizeof text - 1,
                  "game @0\n"
                  "tag Event=A \\\"b\\\" c @0\n"
                  "tag Result=1-0 @20\n"
                  "movetext rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 @36\n"
                  "move 0 e2e4 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 e4 @39\n"
                  "nag $1 @41\n"
                  "comment [%clk 0:05:00.5] [%eval -0.25,18] clk 300500 emt -1 eval 1:-25:18 @43\n"
                  "move 0 e7e5 rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 e5 @79\n"
                  "( @82\n"
                  "move 1 c7c5 rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 c5 @88\n"
                  "nag $14 @91\n"
                  "comment to the end clk -1 emt -1 eval 0:0:-1 @95\n"
                  "move 1 g1f3 rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2 Nf3 @111\n"
                  ") @114\n"
                  "move 0 d1h5 rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2 Qh5 @118\n"
                  "move 0 e8e7 rnbq1bnr/ppppkppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR w KQ - 2 3 Ke7 @122\n"
                  "nag $4 @125\n"
                  "comment mate [%eval #1] clk -1 emt -1 eval 2:1:-1 @128\n"
                  "move 0 h5e5 rnbq1bnr/ppppkppp/8/4Q3/4P3/8/PPPP1PPP/RNB1KBNR b KQ - 0 3 Qxe5# @151\n"
                  "over 1-0 @160\n"
                  "end @161\n");
}

static void reads_what_people_write(void **state)
{
    (void)state;
    assert_games("", "");
    assert_games(" \n\r\n\t", "");
    assert_games("\xef\xbb\xbf[Event \"x\"]\n\n1. e4 *\n", "1+0 *");
    assert_games("1. e4 e5 2. Nf3 Nc6 1/2-1/2", "4+0 1/2-1/2");
    assert_games("1.e4 e5 2.Nf3 1-0 1.d4 0-1", "3+0 1-0, 1+0 0-1");
    assert_games("e4 e5 Nf3 1/2", "3+0 1/2-1/2");
    assert_games("1 e4 e5 2 Nf3 *", "3+0 *");
    assert_games("1. e2-e4 e7e5 2. Ng1f3 b8c6 3. Bb5 a6 4. 0-0 *", "7+0 *");
    assert_games("1. e4 e5 2. \xe2\x99\x98"
                 "f3 *",
                 "3+0 *");
    assert_games("1. e4 -- 2. d4 Z0 *", "4+0 *");
    assert_games("1. e4 e5 (1... c5 (1... e6) (1... c6 2. d4)) (1... d5) 2. Nf3 *", "3+5 *");
    assert_games("1. e4 {a} {b} e5 ; c\n2. Nf3 *", "3+0 *");
    assert_games("1. e4 { [White \"not a tag\"] } e5 *", "2+0 *");
    assert_games("% escaped {\n1. e4\n%again }\ne5 *", "2+0 *");
    assert_games("1. e4 e5 2. d4 exd4 3. c4 dxc3 e.p. *", "6+0 *");
    assert_games("1. e4 += e5 +/- 2. Nf3 = *", "3+0 *");
    assert_games("1. e4 (1. d4 1-0) e5 *", "2+1 *");
    assert_games("[Event \"a\"]\n[Event \"b\"]\n\n1. e4 *\n\n[Event \"c\"]\n\n1. d4 d5 *", "1+0 *, 2+0 *");
    assert_games("[Event \"a\"]\n\n\n[Event \"b\"]\n\n1. e4 *", "0+0 *, 1+0 *");
    assert_games("[Event \"a\"]\n\n1. e4 e5\n\n[Event \"b\"]\n\n1. e4 *", "2+0 *, 1+0 *");
    assert_games("[Event \"a\"]\n1. e4 e5\n[Event \"b\"]\n1. e4 *", "2+0 *, 1+0 *");
    assert_games("[Event \"a\"] [Site \"b\"] 1. e4 *", "1+0 *");
    assert_games("[Event \"a \"quoted\" name\"]\n\n1. e4 *", "1+0 *");
    assert_games("[Event \"a ] b\"]\n[Site \"\"]\n\n1. e4 *", "1+0 *");
    assert_games("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 *", "2+0 *");
    assert_games("[SetUp \"1\"]\n\n1. e4 *", "1+0 *");
    assert_games("[Variant \"Chess960\"]\n[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\"]\n\n"
                 "1. Nd3 Nd6 *",
                 "2+0 *");
    assert_games("[Variant \"Fischerandom\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/5RKR w KQ - 0 1\"]\n\n"
                 "1. O-O-O Ke7 *",
                 "2+0 *");
    assert_games("[Variant \"From Position\"]\n[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n\n1. O-O O-O-O *",
                 "2+0 *");
}

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
        {"1. e4) *" NEXT, "1+0 line 1: a variation ends that has not begun, 1+0 1-0"},
        {"1. e4 (1. d4 d5" NEXT, "1+2 line 3: the game ends within a variation, 1+0 1-0"},
        {"1. e4\n{ never closed e5 *" NEXT, "1+0 line 2: the comment is not closed, 1+0 1-0"},
        {"1. e4 {x} } e5 *" NEXT, "1+0 line 1: nothing in movetext begins with '}', 1+0 1-0"},
        {"1. e4 $ e5 *" NEXT, "1+0 line 1: '$' must be followed by a number up to 255, 1+0 1-0"},
        {"1. e4 $256 e5 *" NEXT, "1+0 line 1: '$' must be followed by a number up to 255, 1+0 1-0"},
        {"1. e4 hello 2. d4 *" NEXT, "1+0 line 1: hello: no square can begin or go on with 'l', 1+0 1-0"},
        {"1. e4 [%clk 0] *" NEXT, "1+0 line 1: nothing in movetext begins with '[', 1+0 1-0"},
        {"1. e4 12\xbf. e5 *" NEXT, "1+0 line 1: ?.: no square can begin or go on with '\\xbf', 1+0 1-0"},
        {"1. e4 1/3. e5 *" NEXT, "1+0 line 1: 1/3.: no square can begin or go on with '/', 1+0 1-0"},
        {"1. e4 10/3. e5 *" NEXT, "1+0 line 1: /3.: no square can begin or go on with '/', 1+0 1-0"},
        {"1. e4 10$3. e5 *" NEXT, "2+0 *, 1+0 1-0"},
        {"1. e4 10;3. x\n e5 *" NEXT, "2+0 *, 1+0 1-0"},
        {"1. e4 e5 (1... e6 2)3. d4 *" NEXT, "3+1 *, 1+0 1-0"},
        {"1. e4 e5 2. Nf" NEXT, "2+0 line 1: Nf: the move ends before its target square, 1+0 1-0"},
        {"1. e4 d5 2. Bb5+ -- *" NEXT, "3+0 line 1: a null move cannot answer a check, 1+0 1-0"},
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

#define SKIPPED ": this is not a move, and is skipped)"

/* What cannot be part of a game is stepped over with a warning; for a strict reader it breaks the game. */
static void steps_over_what_is_no_move(void **state)
{
    (void)state;
    static const struct {
        const char *text, *tolerant, *strict;
    } cases[] = {
        {"1. e4 \xc2\xb1 e5 *", "2+0 * (1: \xc2\xb1" SKIPPED,
         "1+0 line 1: \xc2\xb1: no square can begin or go on with '\\xc2'"},
        {"1. e4 \xb1 e5 *", "2+0 * (1: ?" SKIPPED, "1+0 line 1: ?: no square can begin or go on with '\\xb1'"},
        {"1. e4 N e5\n2. Nf3 D *", "3+0 * (1: N" SKIPPED " (2: D" SKIPPED,
         "1+0 line 1: N: the move ends before its target square"},
        {"1. e4 hello e5 *", "2+0 * (1: hello" SKIPPED, "1+0 line 1: hello: no square can begin or go on with 'l'"},
        {"1. e4\xc2\xb1 e5+/- 2. Nf3= *", "3+0 * (1: \xc2\xb1" SKIPPED,
         "0+0 line 1: e4\xc2\xb1: a move cannot go on with '\\xc2'"},
        {"1. e4 [%clk 0:01] e5 ] } *",
         "2+0 * (1: nothing in movetext begins with '[') (1: nothing in movetext begins with ']')"
         " (1: nothing in movetext begins with '}')",
         "1+0 line 1: nothing in movetext begins with '['"},
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
         "2+0 line 1: \xc2\xbd-\xc2\xbd: no square can begin or go on with '\\xc2'"},
        {"1. e4 e5 \xbd-\xbd", "2+0 1/2-1/2", "2+0 line 1: ?-?: no square can begin or go on with '\\xbd'"},
        {"1. e4 e5 1\xe2\x80\x93"
         "0",
         "2+0 1-0",
         "2+0 line 1: \xe2\x80\x93"
         "0: no square can begin or go on with '\\xe2'"},
        {"1. e4 e5 0\xe2\x80\x94"
         "1",
         "2+0 0-1",
         "2+0 line 1: \xe2\x80\x94"
         "1: no square can begin or go on with '\\xe2'"},
        {"1. e4 (1. d4 \xc2\xbd) e5 *", "2+1 *", "1+1 line 1: \xc2\xbd: no square can begin or go on with '\\xc2'"},
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
    assert_games("1. e4 e9 *", "1+0 line 1: e9: no square can begin or go on with '9'");
    assert_games("1. e4 e5 2. Sf3 *", "2+0 line 1: Sf3: no square can begin or go on with 'S'");
    assert_games("1. e4 O-O-O-O *", "1+0 line 1: O-O-O-O: a move cannot go on with '-'");
    assert_games("1. e4 e5\xc2\xb1 2. Nc6\xc2\xb1 *", "2+0 line 1: Nc6\xc2\xb1: a move cannot go on with '\\xc2'"
                                                      " (1: \xc2\xb1" SKIPPED);
    assert_games("[FEN]\n\n1. e4 *", "0+0 line 1: a tag must have a value in quotation marks");
    assert_games("[FEN \"8/8/8/8\n\n1. e4 *", "0+0 line 1: the tag is not closed");
    assert_games("[Variant \"Atomic\"]\n\n1. e4 *", "0+0 line 1: unsupported variant Atomic");
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

/* A backslash before the last quotation mark escapes it only if there is another that can end the value. */
static void backslashes_in_tags(void **state)
{
    (void)state;
    static const char text[] = "[Event \"C:\\games\\\"]\n[Site \"a \\\"] b\"]\n\n*";
    assert_events(text, sizeof text - 1,
                  "game @0\ntag Event=C:\\games\\ @0\ntag Site=a \\\"] b @20\n"
                  "movetext rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 @38\nover * @39\nend @39\n");
}

/* ---- Where games begin and end ---- */

static void tags_may_be_indented(void **state)
{
    (void)state;
    assert_games(
        "  [Event \"a\"]\n  [Site \"x\"]\n\n  1. e4 e5\n\n\t[Event \"b\"]\n\n  1. d4 *\n\n [Event \"c\"]\n 1. c4 *",
        "2+0 *, 1+0 *, 1+0 *");
    assert_games(" [Event \"a\"]\n\n 1. e4 Ke5 2. d4\n\n  [Event \"b\"]\n\n  1. d4 *",
                 "1+0 line 3: Ke5: no king can go to e5, 1+0 *");
    assert_games("1. e4 {never closed\n   [Event \"b\"]\n\n1. d4 *", "1+0 line 1: the comment is not closed, 1+0 *");
    assert_games("1. e4 {a [White \"b\"] c} e5 *", "2+0 *");
    static const char text[] = "1. e4 e5\n\n  [Event \"b\"]\n\n1. d4 *";
    assert_int_equal(pf_pgn_find_game(text, sizeof text - 1, 1), 12);
}

#define MARK "\xef\xbb\xbf"

static void byte_order_marks_where_files_were_joined(void **state)
{
    (void)state;
    static const char tag[] = "[Event \"b\"]\n\n1. d4 1-0";
    static const char *const endings[] = {
        "", "1. e4 e5 *\n", "1. e4 e5\n", "1. e4 Ke5\n", "1. e4 {open\n", "[Site \"x\"]\n"};
    static const char *const expected[] = {"1+0 1-0",
                                           "2+0 *, 1+0 1-0",
                                           "2+0 *, 1+0 1-0",
                                           "1+0 line 1: Ke5: no king can go to e5, 1+0 1-0",
                                           "1+0 line 1: the comment is not closed, 1+0 1-0",
                                           "1+0 1-0"};
    for (size_t i = 0; i < COUNT_OF(endings); i++) {
        char text[256];
        snprintf(text, sizeof text, MARK "%s" MARK "%s", endings[i], tag);
        assert_games(text, expected[i]);
    }
    assert_games("1. e4 e5\n" MARK "2. Nf3 *", "3+0 *");
    static const char text[] = "1. e4 e5\n\n" MARK "[Event \"b\"]\n\n1. d4 *";
    assert_int_equal(pf_pgn_find_game(text, sizeof text - 1, 1), 13);
    assert_int_equal(pf_pgn_find_game(text, sizeof text - 1, 11), 13);

    /* Skipped games end there too. */
    pf_pgn_reader *reader = pf_pgn_reader_create();
    pf_pgn_event event;
    unsigned games = 0;
    pf_pgn_reader_from_memory(reader, text, sizeof text - 1);
    while (pf_pgn_next(reader, &event) != PF_PGN_END) {
        games += event.type == PF_PGN_GAME;
        if (event.type == PF_PGN_MOVETEXT) pf_pgn_skip_game(reader);
    }
    assert_int_equal(games, 2);
    pf_pgn_reader_destroy(reader);
}

/* What follows a result up to an empty line belongs to the game. */
static void no_ghost_games_after_results(void **state)
{
    (void)state;
    assert_games("1. e4 e5 1-0 {White wins on time}\n\n1. d4 *", "2+0 1-0, 1+0 *");
    assert_games("1. e4 e5 1-0\n; White wins\n{on time} $1\n\n[Event \"b\"]\n\n1. d4 *", "2+0 1-0, 1+0 *");
    assert_games("1. e4 e5 1/2 - 1/2\n\n1. d4 *", "2+0 1/2-1/2, 1+0 *");
    assert_games("1. e4 e5 1 - 0\n\n1. d4 0 - 1", "2+0 1-0, 1+0 0-1");
    assert_games("1. e4 e5 1-0 1-0\n\n1. d4 * *", "2+0 1-0, 1+0 *");
    assert_games("1. e4 e5 1-0 0-1 *", "2+0 1-0 (1: the game has another result already)"
                                       " (1: the game has another result already)");
    assert_games("1. e4 Ke5 1-0 {White wins on time} 1-0\n\n1. d4 *", "1+0 line 1: Ke5: no king can go to e5, 1+0 *");
    assert_games("1. e4 1-0 {never closed\n[Event \"b\"]\n\n1. d4 *", "1+0 line 1: the comment is not closed, 1+0 *");
    assert_games("1. e4 e5 1-0 1. d4 0-1", "2+0 1-0, 1+0 0-1");
    assert_games("1. e4 e5 1-0\n\n{Another} 1. d4 0-1", "2+0 1-0, 1+0 0-1");
    static const char text[] = "1. e4 1-0 {on time} 1-0";
    assert_events(text, sizeof text - 1,
                  "game @0\nmovetext rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 @0\n"
                  "move 0 e2e4 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 e4 @3\n"
                  "comment on time clk -1 emt -1 eval 0:0:-1 @10\nover 1-0 @23\nend @23\n");
    set_reading_mode(PF_PGN_STRICT);
    assert_games("1. e4 e5 1-0 {White wins on time} 1-0\n\n1. d4 1/2 - 1/2", "2+0 1-0, 1+0 1/2-1/2");
    assert_games("1. e4 e5 1-0 0-1 {x}\n\n1. d4 *", "2+0 line 1: the game has another result already, 1+0 *");
    set_reading_mode(PF_PGN_TOLERANT);
}

#define OUTSIDE      ": this is not part of a game, and is skipped)"
#define AFTER_RESULT "a variation after the result is skipped)"

/* Text after a result belongs to the finished game, also behind an empty line. */
static void text_after_results(void **state)
{
    (void)state;
    static const struct {
        const char *text, *tolerant, *strict;
    } cases[] = {
        {"1. e4 1-0 White wins\n\n[White \"x\"]\n\n1. d4 *", "1+0 1-0 (1: White" OUTSIDE " (1: wins" OUTSIDE ", 1+0 *",
         "1+0 line 1: White: this is not part of a game, and is skipped, 1+0 *"},
        {"1. e4 1-0\n\nRound 2\n\n[White \"x\"]\n\n1. d4 *", "1+0 1-0 (3: Round" OUTSIDE " (3: 2" OUTSIDE ", 1+0 *",
         "1+0 line 3: Round: this is not part of a game, and is skipped, 1+0 *"},
        {"1. e4 1-0 }\n\n1. d4 *", "1+0 1-0 (1: nothing in movetext begins with '}'), 1+0 *",
         "1+0 line 1: nothing in movetext begins with '}', 1+0 *"},
        {"1. e4 1-0)", "1+0 1-0 (1: nothing in movetext begins with ')')",
         "1+0 line 1: nothing in movetext begins with ')'"},
        {"1. e4 1/2:1/2\n\n1. d4 *", "1+0 1/2-1/2 (1: :1/2" OUTSIDE ", 1+0 *",
         "1+0 line 1: :1/2: this is not part of a game, and is skipped, 1+0 *"},
        {"1. e4 e5 1/2-1/2 (agreed)\n\n1. d4 *", "2+0 1/2-1/2 (1: " AFTER_RESULT ", 1+0 *",
         "2+0 line 1: a variation after the result is skipped, 1+0 *"},
        {"1. e4 1-0 (1. d4 (1. c4 {)}) d5) *\n\n1. d4 *",
         "1+0 1-0 (1: " AFTER_RESULT " (1: the game has another result already), 1+0 *",
         "1+0 line 1: a variation after the result is skipped, 1+0 *"},
        {"1. e4 1-0 (never closed\n\n1. d4 *", "1+0 1-0 (1: " AFTER_RESULT ", 1+0 *",
         "1+0 line 1: a variation after the result is skipped, 1+0 *"},
        {"1. e4 1-0 (never closed\n[Event \"b\"]\n\n1. d4 *", "1+0 1-0 (1: " AFTER_RESULT ", 1+0 *",
         "1+0 line 1: a variation after the result is skipped, 1+0 *"},
        {"1. e4 1-0. -- ...\n\n; between\n\n{games}\n\n[Event \"b\"]\n\n1. d4 *", "1+0 1-0, 1+0 *", "1+0 1-0, 1+0 *"},
        {"1. e4 1-0\n\n*\n\nd4 d5 0-1 5. Nf3", "1+0 1-0, 0+0 *, 2+0 0-1, 1+0 *", "1+0 1-0, 0+0 *, 2+0 0-1, 1+0 *"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        set_reading_mode(PF_PGN_TOLERANT);
        assert_games(cases[i].text, cases[i].tolerant);
        set_reading_mode(PF_PGN_STRICT);
        assert_games(cases[i].text, cases[i].strict);
    }
    set_reading_mode(PF_PGN_TOLERANT);
    assert_games("1. e4 Ke5 1-0 White wins\n\nRound 2\n\n1. d4 *", "1+0 line 1: Ke5: no king can go to e5, 1+0 *");
}

/* Text before the first tag belongs to the game that follows. */
static void text_before_tags(void **state)
{
    (void)state;
    assert_games("Games of 2024\n\n[Event \"b\"]\n\n1. d4 *",
                 "1+0 * (1: Games" OUTSIDE " (1: of" OUTSIDE " (1: 2024" OUTSIDE);
    assert_games("Sicilian 1. e4 c5 *", "2+0 * (1: Sicilian" OUTSIDE);
    assert_games("} [Event \"b\"]\n\n1. d4 *", "1+0 * (1: nothing in movetext begins with '}')");
    assert_games("{a}\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 *", "2+0 *");
    assert_games("{a [b\n[Event \"b\"]\n\n1. d4 *", "0+0 line 1: the comment is not closed, 1+0 *");
    static const char text[] = "{a} ; b\n[Event \"b\"]\n\n{c} *";
    assert_events(text, sizeof text - 1,
                  "game @0\ncomment a clk -1 emt -1 eval 0:0:-1 @0\ncomment b clk -1 emt -1 eval 0:0:-1 @4\n"
                  "tag Event=b @8\nmovetext rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 @21\n"
                  "comment c clk -1 emt -1 eval 0:0:-1 @21\nover * @26\nend @26\n");
    set_reading_mode(PF_PGN_STRICT);
    assert_games("Games\n\n[Event \"b\"]\n\n1. d4 *",
                 "0+0 line 1: Games: no square can begin or go on with 'G', 1+0 *");
    set_reading_mode(PF_PGN_TOLERANT);
}

/* A comment before the tags that comes in pieces: the tags belong to the same game, read, summed up or skipped. */
static void long_comment_before_tags(void **state)
{
    (void)state;
    enum { SIZE = 3 << 20 };
    static const char tags[] = "} [Event \"b\"]\n\n1. d4 *";
    char *text = malloc(SIZE + sizeof tags);
    assert_non_null(text);
    memset(text, 'x', SIZE);
    text[0] = '{';
    memcpy(text + SIZE, tags, sizeof tags);
    pf_pgn_reader *reader = pf_pgn_reader_create();
    for (int way = 0; way < 3; way++) {
        source in = {.text = text, .length = SIZE + sizeof tags - 1, .piece = 4096};
        assert_int_equal(pf_pgn_reader_from_stream(reader, read_piece, &in), PF_OK);
        pf_pgn_event event;
        pf_pgn_summary summary;
        assert_int_equal(pf_pgn_next(reader, &event), PF_PGN_GAME);
        assert_int_equal(pf_pgn_next(reader, &event), PF_PGN_COMMENT);
        assert_true(event.continues);
        if (way == 0) {
            assert_true(pf_pgn_read_game(reader, &summary));
            assert_int_equal(summary.tags, 1);
            assert_int_equal(summary.plies, 1);
        } else {
            if (way == 1) pf_pgn_skip_game(reader);
            while (pf_pgn_next(reader, &event) != PF_PGN_GAME_END) assert_int_not_equal(event.type, PF_PGN_END);
            assert_int_equal(event.tags, 1);
            assert_false(event.broken);
        }
        assert_int_equal(pf_pgn_next(reader, &event), PF_PGN_END);
    }
    pf_pgn_reader_destroy(reader);
    free(text);
}

/* Blanks around the hyphen, on one side or both, and at most one end of a line. */
static void blanks_in_results(void **state)
{
    (void)state;
    static const char *const white[] = {"1 -0", "1- 0", "1  -\t0", "1 -\n0", "1\n- 0", "1-\r\n0"};
    static const char *const draw[] = {"1/2- 1/2", "1/2 -1/2", "1/2\n-1/2", "1/2 - 1/2"};
    char text[64];
    for (int mode = 0; mode < 2; mode++) {
        set_reading_mode(mode ? PF_PGN_STRICT : PF_PGN_TOLERANT);
        for (size_t i = 0; i < COUNT_OF(white); i++) {
            snprintf(text, sizeof text, "1. e4 e5\n\n%s\n\n1. d4 *", white[i]);
            assert_games(text, "2+0 1-0, 1+0 *");
        }
        for (size_t i = 0; i < COUNT_OF(draw); i++) {
            snprintf(text, sizeof text, "1. e4 e5 %s\n\n1. d4 *", draw[i]);
            assert_games(text, "2+0 1/2-1/2, 1+0 *");
        }
        assert_games("1. e4 0- 1", "1+0 0-1");
        assert_games("1. e4 0 -1", "1+0 0-1");
        assert_games("1. e4 e5\n1\n-\n0", "2+0 *");
        assert_games("1. e4 e5 1 - 0. d4 *", "3+0 *");
    }
    set_reading_mode(PF_PGN_TOLERANT);
    assert_games("1. e4 1\xe2\x80\x93 0", "1+0 1-0");
}

static void other_move_numbers(void **state)
{
    (void)state;
#define DOTS "\xe2\x80\xa6"
    assert_games("1. e4\n\n1" DOTS "e5 2. Nf3 2" DOTS " Nc6 3. Bb5 13" DOTS "a6 *", "6+0 *");
    assert_games("1) e4 e5 12) Nf3 Nc6 *", "4+0 * (1: a move number is written with ')')"
                                           " (1: a move number is written with ')')");
    assert_games("1. e4 e5\n\n1) d4 *", "2+0 *, 1+0 * (3: a move number is written with ')')");
    assert_games("1. e4 e5 (1... e6 2) 2. d4 *", "3+1 *");
    set_reading_mode(PF_PGN_STRICT);
    assert_games("1. e4" DOTS " e5 *", "0+0 line 1: e4" DOTS ": a move cannot go on with '\\xe2'");
    assert_games("1. e4 e5 2) Nf3 *", "2+0 line 1: a move number is written with ')'");
    set_reading_mode(PF_PGN_TOLERANT);
}

/* One error for all of the text. */
static void utf16_is_refused(void **state)
{
    (void)state;
    static const char little[] = "\xff\xfe[\0E\0 \0\"\0*\0\"\0]\0\n\0\n\0*\0";
    static const char big[] = "\xfe\xff\0*\0\n\0\n\0*";
    pf_pgn_summary summary;
    pf_pgn_reader *reader = pf_pgn_reader_create();
    for (int i = 0; i < 2; i++) {
        const char *text = i ? big : little;
        size_t length = i ? sizeof big - 1 : sizeof little - 1;
        assert_events(text, length, NULL);
        pf_pgn_reader_from_memory(reader, text, length);
        assert_true(pf_pgn_read_game(reader, &summary));
        assert_true(summary.broken);
        assert_int_equal(summary.error.code, PF_ERROR_UNSUPPORTED);
        assert_string_equal(summary.error.message, "the text is UTF-16; convert it to UTF-8");
        assert_int_equal(summary.error_offset, 0);
        assert_false(pf_pgn_read_game(reader, &summary));
    }
    pf_pgn_reader_destroy(reader);
}

/* An empty line in movetext does not end a game; move number 1 behind it begins another. */
static void empty_lines_in_movetext(void **state)
{
    (void)state;
    assert_games("[Event \"a\"]\n\n1. e4 e5\n\n2. Nf3 Nc6\n \n3. Bb5 1-0", "5+0 1-0");
    assert_games("1. e4\n\n1... e5\n\n2. Nf3 *", "3+0 *");
    assert_games("1. e4 e5\n\n1. d4 d5\n\n1.c4 c5\n\n1 f4 f5", "2+0 *, 2+0 *, 2+0 *, 2+0 *");
    assert_games("1. e4 e5 {a}\r\n\r\n1. d4 d5 1-0", "2+0 *, 2+0 1-0");
    assert_games("1. e4 e5\n1. d4 d5 1-0", "4+0 1-0");
    assert_games("{a}\n\n1. e4 (1. d4\n\n1. e3) e5 *", "1+1 line 5: e3: no pawn can go to e3");
    assert_games("1. e4 Ke5\n\n1. d4 *", "1+0 line 1: Ke5: no king can go to e5, 1+0 *");
    assert_games("[FEN \"9\"]\n\n{a}\n\n1. d4 d5 *", "0+0 line 1: the FEN is refused: unknown piece '9'");
}

static void read_corpus_files(pf_pgn_mode mode)
{
    set_reading_mode(mode);
    tsv in = tsv_open("notation/pgn_index.tsv");
    pf_pgn_reader *reader = create_reader();
    sink text = {0};
    char open_file[256] = "";
    unsigned games = 0, unsupported = 0, differing = 0;
    while (tsv_next(&in)) {
        const char *name = tsv_get(&in, "file");
        if (strcmp(name, open_file) != 0) {
            char path[1024], bytes[4096];
            snprintf(path, sizeof path, "%s/notation/pgn/%s", PF_TEST_CORPORA, name);
            snprintf(open_file, sizeof open_file, "%s", name);
            FILE *file = fopen(path, "rb");
            assert_non_null(file);
            text.length = 0;
            for (size_t n; (n = fread(bytes, 1, sizeof bytes, file)) > 0;) append(&text, bytes, n);
            fclose(file);
            assert_events(text.text, text.length, NULL);
            pf_pgn_reader_from_memory(reader, text.text, text.length);
        }
        pf_pgn_event event;
        unsigned plies = 0;
        bool broken = false;
        char fen[PF_FEN_SIZE] = "";
        pf_error error = {0};
        assert_int_equal(pf_pgn_next(reader, &event), PF_PGN_GAME);
        while (pf_pgn_next(reader, &event) != PF_PGN_GAME_END) {
            assert_int_not_equal(event.type, PF_PGN_END);
            if (event.type == PF_PGN_MOVE && event.depth == 0) plies++;
            if (event.type == PF_PGN_ERROR) broken = true;
            if (event.type == PF_PGN_ERROR || event.type == PF_PGN_WARNING) error = event.error;
            if ((event.type == PF_PGN_MOVE || event.type == PF_PGN_MOVETEXT) && event.depth == 0)
                pf_position_to_fen(fen, sizeof fen, pf_pgn_position(reader), PF_CASTLING_XFEN, PF_EP_LEGAL);
        }
        games++;
        if (strcmp(tsv_get(&in, "variant"), "chess") != 0) {
            /* docs/pgn.md: other variants are reported and skipped. */
            assert_true(broken);
            assert_int_equal(error.code, PF_ERROR_UNSUPPORTED);
            unsupported++;
            continue;
        }
        assert_int_equal(plies, atoi(tsv_get(&in, "plies")));
        assert_string_equal(fen, tsv_get(&in, "final_fen"));
        if (strcmp(name, "disservin-corrupted.pgn") == 0) {
            /* docs/pgn.md: the file breaks off within a move. */
            assert_int_equal(broken, mode == PF_PGN_STRICT);
            assert_string_equal(error.message, mode == PF_PGN_STRICT ? "Kx: the move ends before its target square"
                                                                     : "Kx: this is not a move, and is skipped");
            differing++;
        } else {
            assert_false(broken);
            assert_int_equal(event.warnings, 0);
        }
    }
    tsv_close(&in);
    printf("%u games: %u of unsupported variants, %u broken\n", games, unsupported, differing);
    assert_int_equal(games, 49);
    assert_int_equal(unsupported, 6);
    assert_int_equal(differing, 1);
    pf_pgn_reader_destroy(reader);
    free(text.text);
    set_reading_mode(PF_PGN_TOLERANT);
}

/* docs/pgn.md: plies and last position of every game are those that python-chess read. */
static void corpus_files(void **state)
{
    (void)state;
    read_corpus_files(PF_PGN_STRICT);
    read_corpus_files(PF_PGN_TOLERANT);
}

/* ---- Chess960 ---- */

/* Whether the reader takes the game for one of Chess960, at its first move. */
static bool is_chess960(const char *tags)
{
    sink text = {0};
    append_text(&text, tags);
    append_text(&text, "\n*\n");
    pf_pgn_reader *reader = pf_pgn_reader_create();
    assert_non_null(reader);
    pf_pgn_reader_from_memory(reader, text.text, text.length);
    pf_pgn_event event;
    while (pf_pgn_next(reader, &event) != PF_PGN_MOVETEXT) assert_int_not_equal(event.type, PF_PGN_END);
    bool answer = pf_pgn_is_chess960(reader);
    pf_pgn_reader_destroy(reader);
    free(text.text);
    return answer;
}

static void games_of_chess960(void **state)
{
    (void)state;
    static const char standard_rights[] = "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n";
    static const char other_rook[] = "[FEN \"r3k1r1/8/8/8/8/8/8/R3K1R1 w KQkq - 0 1\"]\n";
    static const char other_king[] = "[FEN \"r2k3r/8/8/8/8/8/8/R2K3R w HA - 0 1\"]\n";
    static const char no_rights[] = "[FEN \"r2k3r/8/8/8/8/8/8/R2K3R w - - 0 1\"]\n";
    assert_false(is_chess960("[Event \"x\"]\n"));
    assert_false(is_chess960("[Variant \"Standard\"]\n"));
    assert_false(is_chess960("[Variant \"wild/2\"]\n"));
    assert_true(is_chess960("[Variant \"Chess960\"]\n"));
    assert_true(is_chess960("[Variant \"fischer random\"]\n"));
    assert_true(is_chess960("[Variant \"wild/fr\"]\n"));
    assert_false(is_chess960(standard_rights));
    assert_true(is_chess960(other_rook));
    assert_true(is_chess960(other_king));
    assert_false(is_chess960(no_rights));
}

/* ---- Bad input ---- */

/* Cut at every byte, a text is read to its end, whole games stay what they are, and every way to read agrees. */
static void truncated_anywhere(void **state)
{
    (void)state;
    static const char text[] =
        "[Event \"A\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 {c} (1. e3 $5) Kd7!? ; x\n"
        "2. e5 1/2-1/2\n\n% y\n[Event \"B\"]\n\n1. e4 e5 2. Nf3 {\n\n[} Nc6 1-0\n";
    for (size_t length = 0; length < sizeof text; length++) assert_events(text, length, NULL);
}

static void any_bytes_are_safe(void **state)
{
    (void)state;
    static const char letters[] = "[]{}()\"\\;%$!?*.-/ \n\n\n  1234e4Nf3Nc6O-OZ0\xff\0\xe2\x99\x98=Q+#";
    test_random random = {5};
    for (unsigned round = 0; round < 1500; round++) {
        char text[900];
        size_t length = random_below(&random, sizeof text);
        for (size_t i = 0; i < length; i++)
            text[i] = round % 4 == 0 ? (char)random_below(&random, 256)
                                     : letters[random_below(&random, sizeof letters)];
        assert_events(text, length, NULL);
    }
}

static void nul_bytes_and_bad_utf8(void **state)
{
    (void)state;
    set_reading_mode(PF_PGN_STRICT);
    static const char nul[] = "1. e4 \0 e5 *\n\n[Event \"b\"]\n\n1. d4 *";
    assert_events(
        nul, sizeof nul - 1,
        "game @0\nmovetext rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 @0\n"
        "move 0 e2e4 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 e4 @3\n"
        "error line 1 nothing in movetext begins with '\\x00' @6\nover no result broken @6\n"
        "game @14\ntag Event=b @14\nmovetext rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 @27\n"
        "move 0 d2d4 rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1 d4 @30\nover * @34\nend @34\n");
    /* In comments and tags any byte may stand. */
    static const char bytes[] = "[White \"\xff\xfe\0x\"]\n\n1. e4 {\xc3\x28 \0 \x80} e5 *";
    assert_events(bytes, sizeof bytes - 1, NULL);
    assert_games("1. e4 {\xc3\x28} e\xff *", "1+0 line 1: e?: no square can begin or go on with '\\xff'");
    set_reading_mode(PF_PGN_TOLERANT);
    assert_games("1. e4 {\xc3\x28} \xff e5 *", "2+0 * (1: ?" SKIPPED);
    assert_events(nul, sizeof nul - 1, NULL);
}

static void assert_game_of_many_tags(const char *first_tags, const char *expected)
{
    sink text = {0};
    append_text(&text, first_tags);
    for (unsigned i = 0; i < 100; i++) append_text(&text, "[Tag \"value\"]\n");
    append_text(&text, "\n1. e4 *");
    append(&text, "", 1);
    assert_games(text.text, expected);
    free(text.text);
}

/* A FEN or variant is judged when all tags are read; the reader may have gone on from its line by then. */
static void lines_of_tags_that_are_far_back(void **state)
{
    (void)state;
    assert_game_of_many_tags("[Site \"x\"]\n[FEN \"9\"]\n", "0+0 line 2: the FEN is refused: unknown piece '9'");
    assert_game_of_many_tags("[Variant \"y\"]\n", "0+0 line 1: unsupported variant y");
}

/* A source that gives one byte over and over, and then another text. */
typedef struct flood {
    char byte;
    size_t left;
    const char *after;
} flood;

static size_t read_flood(void *context, void *buffer, size_t size)
{
    flood *in = context;
    if (in->left > 0) {
        size_t n = in->left < size ? in->left : size;
        memset(buffer, in->byte, n);
        in->left -= n;
        return n;
    }
    size_t n = strlen(in->after);
    if (n > size) n = size;
    memcpy(buffer, in->after, n);
    in->after += n;
    return n;
}

/* A hundred megabytes of one byte: an answer, in memory that does not grow. */
static void floods(void **state)
{
    (void)state;
    static const struct {
        char byte;
        const char *message;
    } cases[] = {
        {'(', "a variation begins where there is no move to replace"},
        {')', "a variation ends that has not begun"},
        {'{', "the comment is not closed"},
        {'[', "a tag must have a value in quotation marks"},
        {'a', "aaaaaaaaaaaa...: no square can begin or go on with 'a'"},
        {'1', NULL},
        {'\n', NULL},
        {' ', NULL},
        {'.', NULL},
        {';', NULL},
        {'%', NULL},
        {'*', NULL},
        {'$', "'$' must be followed by a number up to 255"},
        {'!', NULL},
        {'\0', "nothing in movetext begins with '\\x00'"},
        {'\xff', "????????????...: no square can begin or go on with '\\xff'"},
    };
    pf_pgn_reader *reader = pf_pgn_reader_create();
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_pgn_reader_set_mode(reader, PF_PGN_STRICT);
        flood in = {cases[i].byte, cases[i].byte == '(' ? 100000000 : 10000000, "\n\n[Event \"b\"]\n\n1. d4 1-0\n"};
        pf_pgn_summary summary = {0}, first = {0};
        size_t games = 0;
        assert_int_equal(pf_pgn_reader_from_stream(reader, read_flood, &in), PF_OK);
        for (; pf_pgn_read_game(reader, &summary); games++)
            if (games == 0) first = summary;
        assert_int_equal(summary.plies, 1);
        assert_int_equal(summary.result, PF_RESULT_WHITE_WINS);
        assert_int_equal(summary.broken, false);
        assert_int_equal(first.broken, cases[i].message != NULL);
        if (cases[i].message) assert_string_equal(first.error.message, cases[i].message);

        pf_pgn_reader_set_mode(reader, PF_PGN_TOLERANT);
        in = (flood){cases[i].byte, 10000000, "\n\n[Event \"b\"]\n\n1. d4 1-0\n"};
        assert_int_equal(pf_pgn_reader_from_stream(reader, read_flood, &in), PF_OK);
        while (pf_pgn_read_game(reader, &summary)) continue;
        assert_int_equal(summary.plies, 1);
        assert_int_equal(summary.result, PF_RESULT_WHITE_WINS);
    }
    pf_pgn_reader_destroy(reader);
}

static void deep_variations(void **state)
{
    (void)state;
    for (unsigned depth = PF_PGN_MAX_DEPTH; depth <= PF_PGN_MAX_DEPTH + 1; depth++) {
        sink text = {0};
        append_text(&text, "1. e4");
        for (unsigned i = 0; i < depth; i++) append_text(&text, i % 2 ? " (1. e4" : " (1. d4");
        for (unsigned i = 0; i < depth; i++) append_text(&text, ")");
        append_text(&text, " e5 *\n\n[Event \"b\"]\n\n1. e4 *");
        assert_games(text.text, depth > PF_PGN_MAX_DEPTH
                                    ? "1+255 line 1: variations are nested more than 255 deep, 1+0 *"
                                    : "2+255 *, 1+0 *");
        free(text.text);
    }
}

/* An undecided game is not one whose text ends without a result, in events and in summaries. */
static void results(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        pf_result result;
    } cases[] = {
        {"1. e4 *", PF_RESULT_UNDECIDED},    {"1. e4", PF_RESULT_NOT_GIVEN},
        {"1. e4 1-0", PF_RESULT_WHITE_WINS}, {"1. e4 0-1", PF_RESULT_BLACK_WINS},
        {"1. e4 1/2-1/2", PF_RESULT_DRAW},   {"1. e5 *", PF_RESULT_NOT_GIVEN},
        {"*", PF_RESULT_UNDECIDED},          {"[Event \"a\"]", PF_RESULT_NOT_GIVEN},
    };
    pf_pgn_reader *reader = pf_pgn_reader_create();
    assert_non_null(reader);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_pgn_event event = {.result = PF_RESULT_DRAW};
        pf_pgn_reader_from_memory(reader, cases[i].text, strlen(cases[i].text));
        while (pf_pgn_next(reader, &event) != PF_PGN_GAME_END) {
            assert_int_not_equal(event.type, PF_PGN_END);
            assert_int_equal(event.result, PF_RESULT_NOT_GIVEN);
        }
        assert_int_equal(event.result, cases[i].result);

        pf_pgn_summary summary;
        pf_pgn_reader_from_memory(reader, cases[i].text, strlen(cases[i].text));
        assert_true(pf_pgn_read_game(reader, &summary));
        assert_int_equal(summary.result, cases[i].result);
    }
    pf_pgn_reader_destroy(reader);
}

/* A source that claims to have stored more than there was room for is taken to have stored nothing. */
static size_t read_too_much(void *context, void *buffer, size_t size)
{
    (void)context, (void)buffer;
    return size + 1;
}

static void a_source_that_lies(void **state)
{
    (void)state;
    pf_pgn_event event;
    pf_pgn_reader *reader = pf_pgn_reader_create();
    assert_non_null(reader);
    assert_int_equal(pf_pgn_reader_from_stream(reader, read_too_much, NULL), PF_OK);
    assert_int_equal(pf_pgn_next(reader, &event), PF_PGN_END);
    pf_pgn_reader_destroy(reader);
}

static void a_game_of_20000_moves(void **state)
{
    (void)state;
    static const char *const shuffle[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    sink text = {0};
    for (unsigned ply = 0; ply < 40000; ply++) {
        char word[32];
        snprintf(word, sizeof word, ply % 2 == 0 ? "%u. %s\n" : "%.0u%s\n", ply % 2 == 0 ? ply / 2 + 1 : 0,
                 shuffle[ply % 4]);
        append_text(&text, word);
    }
    append_text(&text, "1/2-1/2");
    pf_pgn_reader *reader = pf_pgn_reader_create();
    pf_pgn_reader_from_memory(reader, text.text, text.length);
    pf_pgn_summary summary;
    assert_true(pf_pgn_read_game(reader, &summary));
    assert_int_equal(summary.plies, 40000);
    assert_int_equal(summary.result, PF_RESULT_DRAW);
    assert_false(summary.broken);
    const pf_position *position = pf_pgn_position(reader);
    assert_int_equal(position->fullmove_number, 20001);
    assert_int_equal(position->halfmove_clock, 40000);
    pf_pgn_reader_destroy(reader);
    free(text.text);
}

/* A comment larger than the window comes in pieces, which together are the comment; a tag must fit. */
static void long_comments_and_tags(void **state)
{
    (void)state;
    enum { SIZE = 3500000 };
    pf_pgn_reader *reader = pf_pgn_reader_create();
    char *text = malloc(SIZE + 100);
    int start = sprintf(text, "1. e4 {");
    for (int i = 0; i < SIZE; i++) text[start + i] = (char)(i % 70 == 0 ? '\n' : 'a' + i % 26);
    size_t length = (size_t)start + SIZE;
    length += (size_t)sprintf(text + length, "} e5 1-0");

    source in = {text, length, 0, 0, {1}};
    pf_pgn_event event;
    sink joined = {0};
    unsigned pieces = 0, moves = 0;
    pf_pgn_reader_from_stream(reader, read_piece, &in);
    while (pf_pgn_next(reader, &event) != PF_PGN_END) {
        moves += event.type == PF_PGN_MOVE;
        if (event.type != PF_PGN_COMMENT) continue;
        pieces++;
        append(&joined, event.text, event.length);
        assert_int_equal(event.continues, joined.length < SIZE - 1);
    }
    assert_true(pieces >= 3);
    assert_int_equal(moves, 2);
    assert_int_equal(joined.length, SIZE - 1); /* without the newline at its start */
    assert_memory_equal(joined.text, text + start + 1, SIZE - 1);

    /* In memory it is whole. */
    pf_pgn_reader_from_memory(reader, text, length);
    for (pieces = 0; pf_pgn_next(reader, &event) != PF_PGN_END;) pieces += event.type == PF_PGN_COMMENT;
    assert_int_equal(pieces, 1);

    memcpy(text, "[Event \"", 8);
    memset(text + 8, 'x', 2000000);
    length = 8 + 2000000;
    length += (size_t)sprintf(text + length, "\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 1-0");
    for (unsigned way = 0; way < 4; way++) {
        source in_tag = {text, length, 0, 0, {1}};
        pf_pgn_summary summary;
        pf_pgn_reader_set_mode(reader, way < 2 ? PF_PGN_STRICT : PF_PGN_TOLERANT);
        if (way % 2 == 0)
            pf_pgn_reader_from_stream(reader, read_piece, &in_tag);
        else
            pf_pgn_reader_from_memory(reader, text, length);
        assert_true(pf_pgn_read_game(reader, &summary));
        assert_int_equal(summary.broken, way < 2);
        const pf_error *error = way < 2 ? &summary.error : &pf_pgn_reader_warning(reader, 0)->error;
        assert_string_equal(error->message, "the tag is longer than 1 MiB, which is the limit");
        assert_int_equal(summary.plies, way < 2 ? 0 : 1);
        assert_true(pf_pgn_read_game(reader, &summary));
        assert_int_equal(summary.result, PF_RESULT_WHITE_WINS);
        assert_false(pf_pgn_read_game(reader, &summary));
    }

    free(joined.text);
    free(text);
    pf_pgn_reader_destroy(reader);
}

/* ---- Skipping and splitting ---- */

static const char three_games[] = "[Event \"a\"]\n[Site \"x\"]\n\n1. e4 {\n[%clk 1]} (1. d4 d5) e5 1-0\n\n"
                                  "[Event \"b\"]\n\n1. Ke5 *\n\n[Event \"c\"]\n\n1. d4 *\n";

/* May pass over what follows an event. */
typedef void skipper(pf_pgn_reader *reader, const pf_pgn_event *event);

static void skip_movetext(pf_pgn_reader *reader, const pf_pgn_event *event)
{
    if (event->type == PF_PGN_MOVETEXT) pf_pgn_skip_game(reader);
    if (event->type == PF_PGN_GAME_END) assert_int_equal(event->result, PF_RESULT_NOT_GIVEN);
}

static void skip_variations_and_later_games(pf_pgn_reader *reader, const pf_pgn_event *event)
{
    if (event->type == PF_PGN_GAME && event->offset > 60) pf_pgn_skip_game(reader);
    if (event->type == PF_PGN_BEGIN_VARIATION) pf_pgn_skip_variation(reader);
}

/* The events that are left of the three games, a letter each, from memory and from a stream. */
static void assert_skips(skipper *pass_over, const char *expected)
{
    for (int way = 0; way < 2; way++) {
        pf_pgn_reader *reader = pf_pgn_reader_create();
        pf_pgn_event event;
        source in = {three_games, sizeof three_games - 1, 0, 3, {0}};
        char events[256] = "";
        if (way == 0)
            pf_pgn_reader_from_memory(reader, three_games, sizeof three_games - 1);
        else
            pf_pgn_reader_from_stream(reader, read_piece, &in);
        while (pf_pgn_next(reader, &event) != PF_PGN_END) {
            strncat(events, &"?GTXMN,()!.w"[event.type], 1);
            pass_over(reader, &event);
        }
        assert_string_equal(events, expected);
        pf_pgn_reader_destroy(reader);
    }
}

static void skips(void **state)
{
    (void)state;
    assert_skips(skip_movetext, "GTTX.GTX.GTX.");
    assert_skips(skip_variations_and_later_games, "GTTXM,()M.G.G.");
}

static void finds_games(void **state)
{
    (void)state;
    const char *b = strstr(three_games, "[Event \"b\"]");
    const char *c = strstr(three_games, "[Event \"c\"]");
    size_t length = sizeof three_games - 1;
    for (size_t from = 0; from <= length + 1; from++) {
        size_t expected = from == 0 ? 0 : length;
        if (from > 0 && from <= (size_t)(b - three_games)) expected = (size_t)(b - three_games);
        if (from > (size_t)(b - three_games) && from <= (size_t)(c - three_games)) expected = (size_t)(c - three_games);
        assert_int_equal(pf_pgn_find_game(three_games, length, from), expected);
    }
    assert_int_equal(pf_pgn_find_game("", 0, 0), 0);
    assert_int_equal(pf_pgn_find_game("1. e4 *\r\n\r\n[Event \"x\"]", 23, 1), 11);
}

/* ---- Commands ---- */

static void commands(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool found;
        pf_pgn_commands expected;
    } cases[] = {
        {"", false, {-1, -1, PF_PGN_EVAL_NONE, 0, -1}},
        {"[%clk 1:02:03]", true, {3723000, -1, PF_PGN_EVAL_NONE, 0, -1}},
        {"[%clk\n2:03.25]", true, {123250, -1, PF_PGN_EVAL_NONE, 0, -1}},
        {"good [%emt 5] [%clk 0:00:09.1234]", true, {9123, 5000, PF_PGN_EVAL_NONE, 0, -1}},
        {"[%eval 0.17] [%clk 0:00:30]", true, {30000, -1, PF_PGN_EVAL_CENTIPAWNS, 17, -1}},
        {"[%eval -12.3,25]", true, {-1, -1, PF_PGN_EVAL_CENTIPAWNS, -1230, 25}},
        {"[%eval 3]", true, {-1, -1, PF_PGN_EVAL_CENTIPAWNS, 300, -1}},
        {"[%eval #-3]", true, {-1, -1, PF_PGN_EVAL_MATE, -3, -1}},
        {"[%eval #4,30]", true, {-1, -1, PF_PGN_EVAL_MATE, 4, 30}},
        {"[%clk x] [%clk 1:00:00", false, {-1, -1, PF_PGN_EVAL_NONE, 0, -1}},
        {"[%clk 99999999999]", false, {-1, -1, PF_PGN_EVAL_NONE, 0, -1}},
        {"[%eval 0.1z]", false, {-1, -1, PF_PGN_EVAL_NONE, 0, -1}},
        {"[%csl Gd4][%cal Re1e4] [%", false, {-1, -1, PF_PGN_EVAL_NONE, 0, -1}},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_pgn_commands got;
        assert_int_equal(pf_pgn_commands_from_text(&got, cases[i].text, strlen(cases[i].text)), cases[i].found);
        assert_int_equal(got.clock, cases[i].expected.clock);
        assert_int_equal(got.elapsed, cases[i].expected.elapsed);
        assert_int_equal(got.eval_kind, cases[i].expected.eval_kind);
        assert_int_equal(got.eval, cases[i].expected.eval);
        assert_int_equal(got.eval_depth, cases[i].expected.eval_depth);
    }
}

/* Texts that are nearly in the usual form mean the same with a leading zero, which takes them out of it. */
static void commands_in_the_usual_form(void **state)
{
    (void)state;
    static const struct {
        const char *name, *value;
    } cases[] = {
        {"clk", "1:23:45]"}, {"emt", "0:00:07] words"}, {"eval", "3.14] [%clk 0:00:01]"}, {"eval", "-0.75]  "}};
    unsigned found = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *sign = cases[i].value[0] == '-' ? "-" : "";
        for (size_t at = strlen(sign); at < strlen(cases[i].value); at++) {
            for (int c = 1; c < 256; c++) {
                char value[64], usual[128], other[128];
                pf_pgn_commands a, b;
                snprintf(value, sizeof value, "%s", cases[i].value);
                value[at] = (char)c;
                if (value[strlen(sign)] < '0' || value[strlen(sign)] > '9') continue;
                snprintf(usual, sizeof usual, "[%%%s %s", cases[i].name, value);
                snprintf(other, sizeof other, "[%%%s %s0%s", cases[i].name, sign, value + strlen(sign));
                bool is_found = pf_pgn_commands_from_text(&a, usual, strlen(usual));
                assert_int_equal(is_found, pf_pgn_commands_from_text(&b, other, strlen(other)));
                if (a.clock != b.clock || a.elapsed != b.elapsed || a.eval_kind != b.eval_kind || a.eval != b.eval ||
                    a.eval_depth != b.eval_depth)
                    fail_msg("%s is not read as %s", usual, other);
                found += is_found;
            }
        }
    }
    assert_true(found > 1000);
}

static void unescapes(void **state)
{
    (void)state;
    char text[32];
    assert_int_equal(pf_pgn_unescape(text, sizeof text, "a \\\"b\\\" \\\\ \\n\\", 14), 11);
    assert_string_equal(text, "a \"b\" \\ \\n\\");
}

/* ---- The quick way ---- */

/* The quick way plays moves by itself: after each, the position is what the library's own play makes of it. */
/* Moves are played many at a time for a summary, one at a time for events: the last position is the same, with its
 * clocks and en passant square. A king does not go beside a pawn that attacks the back rank. */
static void summaries_end_where_events_do(void **state)
{
    (void)state;
    static const char *const games[] = {
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 *",
        "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 d5 6. e5 f5 7. exf6 Nxf6 8. Nf3 g5 *",
        "[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 65530 4294967290\"]\n\nKd7 Rh2 Kc6 Rh1 Kd6 Rh2 Kc6 Rh1 Kd6 Rh2 Kc6 Rh1 Kd6 "
        "*",
        "[FEN \"4k3/8/8/8/8/8/4p3/2K5 w - - 0 1\"]\n\n1. Kd1 Kd7 *",
        "[FEN \"2k5/4P3/8/8/8/8/8/4K3 b - - 0 1\"]\n\n1... Kd8 2. Kd2 *",
    };
    pf_pgn_reader *reader = pf_pgn_reader_create();
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        char by_event[PF_FEN_SIZE], by_summary[PF_FEN_SIZE];
        pf_pgn_event event;
        pf_pgn_summary summary;
        pf_pgn_reader_from_memory(reader, games[i], strlen(games[i]));
        while (pf_pgn_next(reader, &event) != PF_PGN_GAME_END)
            if (event.type == PF_PGN_MOVE || event.type == PF_PGN_MOVETEXT)
                pf_position_to_fen(by_event, sizeof by_event, pf_pgn_position(reader), PF_CASTLING_STANDARD,
                                   PF_EP_ALWAYS);
        pf_pgn_reader_from_memory(reader, games[i], strlen(games[i]));
        assert_true(pf_pgn_read_game(reader, &summary));
        pf_position_to_fen(by_summary, sizeof by_summary, pf_pgn_position(reader), PF_CASTLING_STANDARD, PF_EP_ALWAYS);
        assert_string_equal(by_event, by_summary);
        assert_int_equal(summary.broken, i >= 3);
    }
    pf_pgn_reader_destroy(reader);
}

static void positions_agree_with_play(void **state)
{
    (void)state;
    test_random random = {77};
    sink text = {0};
    pf_pgn_writer *writer = pf_pgn_writer_create(append, &text);
    pf_pgn_reader *reader = pf_pgn_reader_create();
    for (unsigned game = 0; game < 600; game++) {
        text.length = 0;
        pf_position position = game % 3 == 0   ? pf_position_start()
                               : game % 3 == 1 ? pf_position_chess960_start(random_below(&random, 960))
                                               : random_board_position(&random);
        pf_pgn_write_start(writer, &position);
        write_random_line(&random, writer, position, 120, 4);
        pf_pgn_write_end(writer, PF_RESULT_UNDECIDED);
        pf_cpu_force(game % 2 ? 0 : ~0u);
        pf_pgn_reader_from_memory(reader, text.text, text.length);
        pf_pgn_event event;
        while (pf_pgn_next(reader, &event) != PF_PGN_END) {
            assert_int_not_equal(event.type, PF_PGN_ERROR);
            if (event.type != PF_PGN_MOVE) continue;
            pf_undo undo;
            if (event.move == PF_NO_MOVE)
                assert_true(pf_position_make_null(&position, &undo));
            else
                assert_int_equal(pf_position_play(&position, event.move, NULL), PF_OK);
            assert_memory_equal(pf_pgn_position(reader), &position, sizeof position);
        }
        pf_cpu_force(~0u);
    }
    pf_pgn_reader_destroy(reader);
    pf_pgn_writer_destroy(writer);
    free(text.text);
}

/* Every 16-letter soup that the quick way takes for a move, the lenient SAN reader takes for the same; and the other
 * way round, what the SAN reader takes, the PGN reader takes. */
static void words_agree_with_san(void **state)
{
    (void)state;
    static const char letters[] = "abcdefgh12345678NBRQKabcdefgh12345678x+#=O-";
    test_random random = {9};
    pf_pgn_reader *reader = pf_pgn_reader_create();
    pf_pgn_reader_set_mode(reader, PF_PGN_STRICT); /* a tolerant one takes e4- for e4 and a sign */
    unsigned moves = 0;
    for (unsigned round = 0; round < 400000; round++) {
        static pf_position position;
        static char fen[PF_FEN_SIZE];
        if (round % 400 == 0) {
            position = random_game_position(&random);
            pf_position_to_fen(fen, sizeof fen, &position, PF_CASTLING_XFEN, PF_EP_LEGAL);
        }
        char word[16];
        size_t length = 0;
        if (round % 2 == 0) {
            length = 1 + random_below(&random, 8);
            for (size_t i = 0; i < length; i++) word[i] = letters[random_below(&random, sizeof letters - 1)];
        } else {
            /* A move in export form with one byte changed. */
            pf_move move;
            if (!random_move(&random, &position, &move)) continue;
            length = pf_move_to_san(word, sizeof word, &position, move,
                                    random_below(&random, 2) ? PF_SAN_LONG : PF_SAN_LETTERS);
            word[random_below(&random, (unsigned)length)] = letters[random_below(&random, sizeof letters - 1)];
        }
        if (word[0] >= '0' && word[0] <= '9') continue; /* a move number in PGN */
        char text[256];
        int size = snprintf(text, sizeof text, "[FEN \"%s\"]\n\n%.*s *", fen, (int)length, word);
        pf_move expected = PF_NO_MOVE, got = PF_NO_MOVE;
        pf_error error = {0};
        pf_move_from_san(&expected, &position, word, length, PF_SAN_LENIENT, &error);
        pf_pgn_reader_from_memory(reader, text, (size_t)size);
        pf_pgn_event event;
        while (pf_pgn_next(reader, &event) != PF_PGN_END)
            if (event.type == PF_PGN_MOVE) got = event.move;
        if (got != expected) fail_msg("%.*s in %s: %u and %u", (int)length, word, fen, got, expected);
        moves += got != PF_NO_MOVE;
    }
    assert_true(moves > 1000);
    pf_pgn_reader_destroy(reader);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_a_game),
        cmocka_unit_test(summaries_end_where_events_do),
        cmocka_unit_test(reads_what_people_write),
        cmocka_unit_test(reports_and_goes_on),
        cmocka_unit_test(steps_over_what_is_no_move),
        cmocka_unit_test(wrong_moves_still_break_games),
        cmocka_unit_test(counts_all_warnings),
        cmocka_unit_test(backslashes_in_tags),
        cmocka_unit_test(tags_may_be_indented),
        cmocka_unit_test(byte_order_marks_where_files_were_joined),
        cmocka_unit_test(no_ghost_games_after_results),
        cmocka_unit_test(text_after_results),
        cmocka_unit_test(text_before_tags),
        cmocka_unit_test(long_comment_before_tags),
        cmocka_unit_test(blanks_in_results),
        cmocka_unit_test(other_move_numbers),
        cmocka_unit_test(utf16_is_refused),
        cmocka_unit_test(empty_lines_in_movetext),
        cmocka_unit_test(corpus_files),
        cmocka_unit_test(games_of_chess960),
        cmocka_unit_test(truncated_anywhere),
        cmocka_unit_test(any_bytes_are_safe),
        cmocka_unit_test(nul_bytes_and_bad_utf8),
        cmocka_unit_test(lines_of_tags_that_are_far_back),
        cmocka_unit_test(floods),
        cmocka_unit_test(deep_variations),
        cmocka_unit_test(results),
        cmocka_unit_test(a_source_that_lies),
        cmocka_unit_test(a_game_of_20000_moves),
        cmocka_unit_test(long_comments_and_tags),
        cmocka_unit_test(skips),
        cmocka_unit_test(finds_games),
        cmocka_unit_test(commands),
        cmocka_unit_test(commands_in_the_usual_form),
        cmocka_unit_test(unescapes),
        cmocka_unit_test(positions_agree_with_play),
        cmocka_unit_test(words_agree_with_san),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
