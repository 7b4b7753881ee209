/* The PGN reader: what is read as a game, and where games begin and end. */
#include "pgn_support.h"

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
    static const char text[] = "[A \"a\"]\n*\n\n  [Event \"b\"]\n\n1. d4 *";
    assert_int_equal(pf_pgn_find_game(text, sizeof text - 1, 1), 13);
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
    static const char tags[] = "[A \"a\"]\n*\n\n" MARK "[Event \"b\"]\n\n1. d4 *";
    assert_int_equal(pf_pgn_find_game(tags, sizeof tags - 1, 1), 14);
    assert_int_equal(pf_pgn_find_game(tags, sizeof tags - 1, 12), 14);

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
    assert_games("1. e4 e5 1-0 0-1 *", "2+0 1-0 (1: the game already has another result)"
                                       " (1: the game already has another result)");
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
    assert_games("1. e4 e5 1-0 0-1 {x}\n\n1. d4 *", "2+0 line 1: the game already has another result, 1+0 *");
    set_reading_mode(PF_PGN_TOLERANT);
}

#define OUTSIDE      ": this is not part of a game; it is skipped)"
#define AFTER_RESULT "a variation after the result is skipped)"

/* Text after a result belongs to the finished game, also behind an empty line. */
static void text_after_results(void **state)
{
    (void)state;
    static const struct {
        const char *text, *tolerant, *strict;
    } cases[] = {
        {"1. e4 1-0 White wins\n\n[White \"x\"]\n\n1. d4 *", "1+0 1-0 (1: White" OUTSIDE " (1: wins" OUTSIDE ", 1+0 *",
         "1+0 line 1: White: this is not part of a game; it is skipped, 1+0 *"},
        {"1. e4 1-0\n\nRound 2\n\n[White \"x\"]\n\n1. d4 *", "1+0 1-0 (3: Round" OUTSIDE " (3: 2" OUTSIDE ", 1+0 *",
         "1+0 line 3: Round: this is not part of a game; it is skipped, 1+0 *"},
        {"1. e4 1-0 }\n\n1. d4 *", "1+0 1-0 (1: movetext cannot contain '}'), 1+0 *",
         "1+0 line 1: movetext cannot contain '}', 1+0 *"},
        {"1. e4 1-0)", "1+0 1-0 (1: movetext cannot contain ')')", "1+0 line 1: movetext cannot contain ')'"},
        {"1. e4 1/2:1/2\n\n1. d4 *", "1+0 1/2-1/2 (1: :1/2" OUTSIDE ", 1+0 *",
         "1+0 line 1: :1/2: this is not part of a game; it is skipped, 1+0 *"},
        {"1. e4 e5 1/2-1/2 (agreed)\n\n1. d4 *", "2+0 1/2-1/2 (1: " AFTER_RESULT ", 1+0 *",
         "2+0 line 1: a variation after the result is skipped, 1+0 *"},
        {"1. e4 1-0 (1. d4 (1. c4 {)}) d5) *\n\n1. d4 *",
         "1+0 1-0 (1: " AFTER_RESULT " (1: the game already has another result), 1+0 *",
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
    assert_games("} [Event \"b\"]\n\n1. d4 *", "1+0 * (1: movetext cannot contain '}')");
    assert_games("{a}\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 *", "2+0 *");
    assert_games("{a [b\n[Event \"b\"]\n\n1. d4 *", "0+0 line 1: the comment is not closed, 1+0 *");
    static const char text[] = "{a} ; b\n[Event \"b\"]\n\n{c} *";
    assert_events(text, sizeof text - 1,
                  "game @0\ncomment a clk -1 emt -1 eval 0:0:-1 @0\ncomment b clk -1 emt -1 eval 0:0:-1 @4\n"
                  "tag Event=b @8\nmovetext rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 @21\n"
                  "comment c clk -1 emt -1 eval 0:0:-1 @21\nover * @26\nend @26\n");
    set_reading_mode(PF_PGN_STRICT);
    assert_games("Games\n\n[Event \"b\"]\n\n1. d4 *",
                 "0+0 line 1: Games: expected a piece (K, Q, R, B, N) or a square, not 'G', 1+0 *");
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
    assert_games("1. e4" DOTS " e5 *", "0+0 line 1: e4" DOTS ": unexpected text after the move: '\\xe2'");
    assert_games("1. e4 e5 2) Nf3 *", "2+0 line 1: a move number is written with ')'");
    set_reading_mode(PF_PGN_TOLERANT);
}

/* One error for all of the text. */
static void utf16_is_refused(void **state)
{
    (void)state;
    static const char little[] = "\xff\xfe[\0E\0 \0\"\0*\0\"\0]\0\n\0\n\0*\0";
    static const char big[] = "\xfe\xff\0*\0\n\0\n\0*";
    /* Without a byte order mark, two ASCII characters of two bytes each tell, be they blanks. */
    static const char blank[] = "\n\0[\0E\0 \0\"\0*\0\"\0]\0";
    static const struct {
        const char *text;
        size_t length;
    } texts[] = {{little, sizeof little - 1},
                 {big, sizeof big - 1},
                 {little + 2, sizeof little - 3},
                 {big + 2, sizeof big - 3},
                 {blank, sizeof blank - 1}};
    pf_pgn_summary summary;
    pf_pgn_reader *reader = pf_pgn_reader_create();
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        const char *text = texts[i].text;
        size_t length = texts[i].length;
        assert_events(text, length, NULL);
        pf_pgn_reader_from_memory(reader, text, length);
        assert_true(pf_pgn_read_game(reader, &summary));
        assert_true(summary.broken);
        assert_int_equal(summary.error.code, PF_ERROR_UNSUPPORTED);
        assert_string_equal(summary.error.message, "the text is UTF-16; convert it to UTF-8");
        assert_int_equal(summary.error_offset, 0);
        assert_false(pf_pgn_read_game(reader, &summary));
    }
    /* One zero byte is only text that is skipped, and so is one beside a byte that is not ASCII. */
    static const char latin[] = "\xe9\0\n[Event \"a\"]\n\n1. e4 *";
    pf_pgn_reader_from_memory(reader, latin, sizeof latin - 1);
    assert_true(pf_pgn_read_game(reader, &summary));
    assert_false(summary.broken);
    /* Elsewhere the bytes of a mark are nothing special: a part of the input begins at any game. */
    assert_games("\n\xff\xfe\n[Event \"a\"]\n\n1. e4 *", "1+0 * (2: ??: this is not part of a game; it is skipped)");
    assert_games("1. e4 *\n\n\xfe\xff\n[Event \"a\"]\n\n1. d4 *",
                 "1+0 * (3: ??: this is not part of a game; it is skipped), 1+0 *");
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
    assert_games("{a}\n\n1. e4 (1. d4\n\n1. e3) e5 *", "2+1 * (5: e3: no pawn can go to e3)");
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
                                                                     : "Kx: this is not a move; it is skipped");
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_a_game),
        cmocka_unit_test(reads_what_people_write),
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
