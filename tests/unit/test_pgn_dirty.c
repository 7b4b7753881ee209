/* The PGN reader on what real files have beside the standard: castling with zeros glued to its number, faults in
 * variations, punctuation and results glued to moves, empty lines among tags. */
#include "pgn_support.h"

#include <plyforge/experimental.h>
#include <plyforge/pgn_columns.h>

#include <stdlib.h>

/* ---- Castling and its number ---- */

static sink read_fixture(const char *name)
{
    char path[1024];
    sink text = {0};
    snprintf(path, sizeof path, "%s/tests/fixtures/%s", PF_TEST_SOURCE_DIR, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char bytes[4096];
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, file)) > 0;) append(&text, bytes, n);
    fclose(file);
    return text;
}

/* A line for each game: the moves of the main line, and the result. */
static void add_move(sink *out, pf_move move)
{
    char uci[PF_UCI_SIZE];
    pf_move_to_uci(uci, sizeof uci, move, PF_UCI_KING_STEP);
    append_text(out, uci);
    append_text(out, " ");
}

static void add_result(sink *out, pf_result result)
{
    append_text(out, pf_result_text(result));
    append_text(out, "\n");
}

static void assert_lines_of_events(pf_pgn_reader *reader, bool skips_variations, const char *expected)
{
    sink out = {0};
    pf_pgn_event event;
    while (pf_pgn_next(reader, &event) != PF_PGN_END) {
        assert_int_not_equal(event.type, PF_PGN_ERROR);
        assert_int_not_equal(event.type, PF_PGN_WARNING);
        if (event.type == PF_PGN_MOVE && event.depth == 0) add_move(&out, event.move);
        if (event.type == PF_PGN_GAME_END) add_result(&out, event.result);
        if (event.type == PF_PGN_BEGIN_VARIATION && skips_variations) pf_pgn_skip_variation(reader);
    }
    assert_string_equal(out.text, expected);
    free(out.text);
}

static void assert_lines_of_columns(pf_pgn_reader *reader, const char *expected)
{
    enum { ROOM = 1000 };
    static size_t ends[ROOM];
    static uint8_t results[ROOM], flags[ROOM];
    static pf_move moves[ROOM];
    pf_pgn_columns columns = {
        .game_room = ROOM, .move_room = ROOM, .move_ends = ends, .results = results, .flags = flags, .moves = moves};
    assert_int_equal(pf_pgn_read_columns(reader, &columns), PF_OK);
    sink out = {0};
    for (size_t i = 0, at = 0; i < columns.game_count; i++) {
        assert_false(flags[i] & (PF_PGN_FLAG_BROKEN | PF_PGN_FLAG_WARNED));
        while (at < ends[i]) add_move(&out, moves[at++]);
        add_result(&out, (pf_result)results[i]);
    }
    assert_string_equal(out.text, expected);
    free(out.text);
}

static void castling_behind_its_number(void **state)
{
    (void)state;
    sink text = read_fixture("castling_numbers.pgn"), expected = read_fixture("castling_numbers.uci");
    pf_pgn_reader *reader = create_reader();
    assert_events(text.text, text.length, NULL);
    for (unsigned level = 0; level < 2; level++) {
        pf_cpu_force(level == 0 ? 0 : ~0u);
        pf_pgn_reader_from_memory(reader, text.text, text.length);
        assert_lines_of_events(reader, false, expected.text);
        pf_pgn_reader_from_memory(reader, text.text, text.length);
        assert_lines_of_events(reader, true, expected.text);
        pf_pgn_reader_from_memory(reader, text.text, text.length);
        assert_lines_of_columns(reader, expected.text);
        for (size_t piece = 1; piece < 700; piece++) {
            source in = {text.text, text.length, 0, piece, {0}};
            assert_int_equal(pf_pgn_reader_from_stream(reader, read_piece, &in), PF_OK);
            assert_lines_of_columns(reader, expected.text);
        }
    }
    pf_cpu_force(~0u);
    pf_pgn_reader_destroy(reader);
    free(text.text);
    free(expected.text);
}

/* The same where every word of a game begins at every offset of a block of 64 bytes, and of a window of a stream. */
static void castling_at_any_offset(void **state)
{
    (void)state;
    static const char movetext[] = "1.d4 d5 2.Nc3 Nc6 3.Bf4 Bf5 4.Qd2 Qd7 5.0-0-0 5...0-0-0 (5...e6 6.0-0-0) 6.1-0";
    static const char expected[] = "d2d4 d7d5 b1c3 b8c6 c1f4 c8f5 d1d2 d8d7 e1c1 e8c8 1-0\n";
    pf_pgn_reader *reader = create_reader();
    char text[2048];
    for (size_t before = 0; before < 1200; before++) {
        memset(text, ' ', before);
        memcpy(text + before, movetext, sizeof movetext);
        size_t length = before + sizeof movetext - 1;
        pf_pgn_reader_from_memory(reader, text, length);
        /* The variation has a fault, which does not cost the main line. */
        pf_pgn_summary summary;
        assert_true(pf_pgn_read_game(reader, &summary));
        assert_false(summary.broken);
        assert_int_equal(summary.plies, 10);
        assert_int_equal(summary.warnings, 1);
        pf_pgn_reader_from_memory(reader, text, length);
        sink out = {0};
        pf_pgn_event event;
        while (pf_pgn_next(reader, &event) != PF_PGN_END) {
            if (event.type == PF_PGN_MOVE && event.depth == 0) add_move(&out, event.move);
            if (event.type == PF_PGN_GAME_END) add_result(&out, event.result);
        }
        assert_string_equal(out.text, expected);
        free(out.text);
    }
    pf_pgn_reader_destroy(reader);
}

/* What follows the dots of a number, or a number without dots, as python-chess reads it. */
static void numbers_before_other_words(void **state)
{
    (void)state;
    assert_games("1.e4 e5 2.0-1", "2+0 0-1");
    assert_games("1.e4 e5 10.1-0", "2+0 1-0");
    assert_games("1.e4 e5 10.0-1", "2+0 0-1");
    assert_games("1.e4 e5 101-0", "2+0 1-0");
    assert_games("1.e4 e5 31/2-1/2", "2+0 1/2-1/2");
    assert_games("1.e4 e5 3.1/2-1/2", "2+0 1/2-1/2");
    assert_games("1.e4 e5 3.*", "2+0 *");
    assert_games("1.e4 e5 2.0000 0000 3.d4 *", "5+0 *");
    assert_games("1.e4 1.2.3 e5 2.3.Nf3 *", "3+0 *");
    assert_games("1.e4 8.0.0 e5 *", "2+0 *");
    assert_games("1. e4 e5 12-15 *", "2+0 * (1: -15: this is not a move; it is skipped)");
    /* A broken game ends with such a result, too. */
    assert_games("1. Ke5 e5 10.1-0\n\n5. d4 *", "0+0 line 1: Ke5: no king can go to e5, 1+0 *");
}

/* ---- Faults that cost no move of the main line ---- */

static void faults_in_variations(void **state)
{
    (void)state;
#define NEXT "\n\n[Event \"b\"]\n\n1. d4 1-0\n"
    static const struct {
        const char *text, *tolerant, *strict;
    } cases[] = {
        {"1. e4 c6 (1... c5.) 2. d4 *" NEXT, "3+1 *, 1+0 1-0",
         "2+0 line 1: c5.: unexpected text after the move: '.', 1+0 1-0"},
        {"1. e4 e5 ( 2. Ke5 ) 2. d4 *" NEXT, "3+0 * (1: Ke5: no king can go to e5), 1+0 1-0",
         "2+0 line 1: Ke5: no king can go to e5, 1+0 1-0"},
        {"1. e4 e5 (1... c5 2. Ke5 {)} d4 (2. d3) 1-0) 2. d4 *" NEXT, "3+1 * (1: Ke5: no king can go to e5), 1+0 1-0",
         "2+1 line 1: Ke5: no king can go to e5, 1+0 1-0"},
        {"1. e4 (1. d4 (1. c3 c9) 1... d5) e5 *" NEXT, "2+3 * (1: c9: 'c9' is not a square), 1+0 1-0",
         "1+2 line 1: c9: 'c9' is not a square, 1+0 1-0"},
        {"1. e4 ((1. d4)) e5 *" NEXT, "2+0 * (1: a variation begins where there is no move to replace), 1+0 1-0",
         "1+0 line 1: a variation begins where there is no move to replace, 1+0 1-0"},
        {"(1. e4 (1. d4)) 1. c4 e5 *" NEXT, "2+0 * (1: a variation begins where there is no move to replace), 1+0 1-0",
         "0+0 line 1: a variation begins where there is no move to replace, 1+0 1-0"},
        {"1. e4 e5)) 2. d4 *" NEXT,
         "3+0 * (1: there is no variation to close) (1: there is no variation to close), 1+0 1-0",
         "2+0 line 1: there is no variation to close, 1+0 1-0"},
        /* Without its parenthesis, nobody knows where the variation ends. */
        {"1. e4 e5 ( 2. Ke5 2. d4 *" NEXT, "2+0 line 1: Ke5: no king can go to e5, 1+0 1-0",
         "2+0 line 1: Ke5: no king can go to e5, 1+0 1-0"},
        {"(1. e4 e5 *" NEXT, "0+0 line 1: a variation begins where there is no move to replace, 1+0 1-0",
         "0+0 line 1: a variation begins where there is no move to replace, 1+0 1-0"},
        {"1. e4 (1. d4 {a 1... d5) e5 *" NEXT, "1+1 line 1: the comment is not closed, 1+0 1-0",
         "1+1 line 1: the comment is not closed, 1+0 1-0"},
        {"1. e4 e5 2. Ke5 *" NEXT, "2+0 line 1: Ke5: no king can go to e5, 1+0 1-0",
         "2+0 line 1: Ke5: no king can go to e5, 1+0 1-0"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_games(cases[i].text, cases[i].tolerant);
        set_reading_mode(PF_PGN_STRICT);
        assert_games(cases[i].text, cases[i].strict);
        set_reading_mode(PF_PGN_TOLERANT);
    }
}

/* In columns, only main lines are stored, and the flags tell that there was a warning. */
static void columns_of_faulty_variations(void **state)
{
    (void)state;
    static const char text[] = "1. e4 (1. Ke5 (1. zz9) {)} 1-0) e5 2. Nf3 (2. d4 d9) 1-0";
    size_t end;
    uint8_t flags;
    pf_move moves[4];
    pf_pgn_columns columns = {.game_room = 1, .move_room = 4, .move_ends = &end, .flags = &flags, .moves = moves};
    pf_pgn_reader *reader = create_reader();
    for (size_t piece = 0; piece < sizeof text; piece++) {
        source in = {text, sizeof text - 1, 0, piece, {0}};
        assert_int_equal(pf_pgn_reader_from_stream(reader, read_piece, &in), PF_OK);
        columns.game_count = columns.move_count = columns.moves_used = 0;
        assert_int_equal(pf_pgn_read_columns(reader, &columns), PF_ERROR_NO_ROOM);
        assert_int_equal(columns.game_count, 1);
        assert_int_equal(end, 3);
        assert_int_equal(flags, PF_PGN_FLAG_WARNED);
    }
    pf_pgn_reader_destroy(reader);
}

static void marks_behind_moves(void **state)
{
    (void)state;
    static const struct {
        const char *text, *tolerant, *strict;
    } cases[] = {
        {"1. Nf3. Nf6. 2. d4 *", "3+0 *", "0+0 line 1: Nf3.: unexpected text after the move: '.'"},
        {"1. e4, e5 *", "2+0 * (1: ,: this is not a move; it is skipped)",
         "0+0 line 1: e4,: unexpected text after the move: ','"},
        {"1. e4 e5 2. Bc4 Bc51-0", "4+0 1-0", "3+0 line 1: Bc51-0: unexpected text after the move: '1'"},
        {"1. e4 e5 2. Bc4 Bc50-1", "4+0 0-1", "3+0 line 1: Bc50-1: unexpected text after the move: '0'"},
        {"1. e4 e51/2-1/2", "2+0 1/2-1/2", "1+0 line 1: e51/2-1/2: unexpected text after the move: '1'"},
        {"1. e4 e5.1-0", "2+0 1-0", "1+0 line 1: e5.1-0: unexpected text after the move: '.'"},
        {"1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0 0-01-0", "8+0 1-0", NULL},
        {"1. Ke5, e5 *", "0+0 line 1: Ke5,: unexpected text after the move: ','", NULL},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_games(cases[i].text, cases[i].tolerant);
        if (cases[i].strict == NULL) continue;
        set_reading_mode(PF_PGN_STRICT);
        assert_games(cases[i].text, cases[i].strict);
        set_reading_mode(PF_PGN_TOLERANT);
    }
}

/* ---- Empty lines among tags ---- */

static void assert_tags(const char *text, const char *expected)
{
    assert_events(text, strlen(text), NULL);
    pf_pgn_reader *reader = create_reader();
    pf_pgn_reader_from_memory(reader, text, strlen(text));
    sink out = {0};
    append_text(&out, "");
    pf_pgn_event event;
    while (pf_pgn_next(reader, &event) != PF_PGN_END) {
        if (event.type == PF_PGN_TAG) append(&out, event.name, event.name_length);
        if (event.type == PF_PGN_MOVE) append_text(&out, ".");
        if (event.type == PF_PGN_GAME_END) append_text(&out, "|");
    }
    assert_string_equal(out.text, expected);
    pf_pgn_reader_destroy(reader);
    free(out.text);
}

static void empty_lines_among_tags(void **state)
{
    (void)state;
#define TAG(name) "[" name " \"x\"]\n"
    assert_tags(TAG("Event") TAG("Site") "\n" TAG("White") TAG("Black") "\n1. e4 *\n", "EventSiteWhiteBlack.|");
    assert_tags(TAG("Event") "\n\n \n" TAG("White") "\n%\n" TAG("Black") "\n1. e4 *\n", "EventWhiteBlack.|");
    assert_tags(TAG("White") "\n" TAG("Black") "\n1. e4 *\n\n" TAG("White") "\n" TAG("Black"),
                "WhiteBlack.|WhiteBlack|");
    /* Games without movetext stay games. */
    assert_tags(TAG("Event") TAG("White") "\n" TAG("Event") TAG("White") "\n1. e4 *\n", "EventWhite|EventWhite.|");
    assert_tags(TAG("White") TAG("Black") "\n" TAG("White") TAG("Black"), "WhiteBlack|WhiteBlack|");
    assert_tags(TAG("White") TAG("Black") "\n" TAG("Event") TAG("White"), "WhiteBlack|EventWhite|");
    assert_tags("{c} " TAG("White") "\n" TAG("Black") "\n" TAG("White"), "WhiteBlack|White|");
    assert_tags(TAG("Event") TAG("White") "*\n\n" TAG("Black") "1. e4 *\n", "EventWhite|Black.|");
    /* Such a tag counts: the game is played from its position, and it breaks the game. */
    assert_games(TAG("Event") "\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n\n1... Kd8 2. e4 *", "2+0 *");
    assert_games(TAG("Event") "\n[FEN \"9\"]\n\n1. e4 *\n\n" TAG("Event") "\n1. d4 *",
                 "0+0 line 3: the FEN is refused: unknown piece '9', 1+0 *");
    assert_games("[FEN ?]\n\n" TAG("White") "\n1. e4 *\n\n" TAG("Event") "\n1. d4 *",
                 "0+0 line 1: a tag must have a value in quotation marks, 1+0 *");
    assert_games("[FEN ?]\n\n" TAG("Event") "\n1. d4 *",
                 "0+0 line 1: a tag must have a value in quotation marks, 1+0 *");
}

/* A file is never split among the tags of one game. */
static void finds_no_game_among_tags(void **state)
{
    (void)state;
    static const struct {
        const char *before, *rest;
        bool begins;
    } cases[] = {
        {TAG("Event") "\n", TAG("White") "\n1. e4 *", false},
        {TAG("Event") "\n", TAG("Event") "\n1. e4 *", true},
        {TAG("Event") "\n1. e4 *\n\n", TAG("White") "\n1. e4 *", true},
        {TAG("Event") "%x\n\n%y\n\n", TAG("White") "\n1. e4 *", false},
        {TAG("Event") "[bad]\n\n", TAG("White") "\n1. e4 *", false},
        {TAG("Event") "1. e4 * [Site \"x\"]\n\n", TAG("White") "\n1. e4 *", false},
        {TAG("Event") "1. e4 {[%clk 0:01]} *\n\n", TAG("White") "\n1. e4 *", true},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[256];
        snprintf(text, sizeof text, "%s%s", cases[i].before, cases[i].rest);
        size_t length = strlen(text), place = strlen(cases[i].before);
        assert_int_equal(pf_pgn_find_game(text, length, 1), cases[i].begins ? place : length);
        assert_int_equal(pf_pgn_find_game(text, length, place), cases[i].begins ? place : length);
        pf_pgn_reader *reader = create_reader();
        pf_pgn_reader_from_memory(reader, text, length);
        pf_pgn_summary summary = {0};
        bool found = false;
        while (pf_pgn_read_game(reader, &summary)) found |= summary.offset == place;
        assert_int_equal(found, cases[i].begins);
        pf_pgn_reader_destroy(reader);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(castling_behind_its_number),   cmocka_unit_test(castling_at_any_offset),
        cmocka_unit_test(numbers_before_other_words),   cmocka_unit_test(faults_in_variations),
        cmocka_unit_test(columns_of_faulty_variations), cmocka_unit_test(marks_behind_moves),
        cmocka_unit_test(empty_lines_among_tags),       cmocka_unit_test(finds_no_game_among_tags),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
