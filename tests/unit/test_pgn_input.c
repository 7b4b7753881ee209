/* The PGN reader: no input does harm, and games can be skipped and found. */
#include "pgn_support.h"

#include <stdlib.h>

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
        "error line 1 movetext cannot contain '\\x00' @6\nover no result broken @6\n"
        "game @14\ntag Event=b @14\nmovetext rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 @27\n"
        "move 0 d2d4 rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1 d4 @30\nover * @34\nend @34\n");
    /* In comments and tags any byte may stand. */
    static const char bytes[] = "[White \"\xff\xfe\0x\"]\n\n1. e4 {\xc3\x28 \0 \x80} e5 *";
    assert_events(bytes, sizeof bytes - 1, NULL);
    assert_games("1. e4 {\xc3\x28} e\xff *",
                 "1+0 line 1: e?: expected a piece (K, Q, R, B, N) or a square, not '\\xff'");
    set_reading_mode(PF_PGN_TOLERANT);
    assert_games("1. e4 {\xc3\x28} \xff e5 *", "2+0 * (1: ?: this is not a move; it is skipped)");
    assert_events(nul, sizeof nul - 1, NULL);
}

/* A zero byte ends a word, also where much text follows and moves are read in blocks. */
static void nul_bytes_in_moves(void **state)
{
    (void)state;
    static const char *const parts[][2] = {{"N", "f3"}, {"Nx", "f3"}, {"Ng", "f3"}, {"Ng1", "f3"}};
    set_reading_mode(PF_PGN_STRICT);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        for (size_t behind = 0; behind < 1200; behind += 600) {
            sink text = {0};
            append_text(&text, "1. ");
            append(&text, parts[i][0], strlen(parts[i][0]) + 1);
            append_text(&text, parts[i][1]);
            for (size_t blank = 0; blank < behind; blank++) append_text(&text, "\n");
            pf_pgn_reader *reader = create_reader();
            pf_pgn_summary summary;
            pf_pgn_reader_from_memory(reader, text.text, text.length);
            assert_true(pf_pgn_read_game(reader, &summary));
            assert_int_equal(summary.plies, 0);
            assert_true(summary.broken);
            pf_pgn_reader_destroy(reader);
            assert_events(text.text, text.length, NULL);
            free(text.text);
        }
    }
    set_reading_mode(PF_PGN_TOLERANT);
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
        {')', "there is no variation to close"},
        {'{', "the comment is not closed"},
        {'[', "a tag must have a value in quotation marks"},
        {'a', "aaaaaaaaaaaa...: expected a piece (K, Q, R, B, N) or a square, not 'a'"},
        {'1', NULL},
        {'\n', NULL},
        {' ', NULL},
        {'.', NULL},
        {';', NULL},
        {'%', NULL},
        {'*', NULL},
        {'$', "'$' must be followed by a number up to 255"},
        {'!', NULL},
        {'\0', "movetext cannot contain '\\x00'"},
        {'\xff', "????????????...: expected a piece (K, Q, R, B, N) or a square, not '\\xff'"},
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
                                    ? "2+255 * (1: variations are nested more than 255 deep), 1+0 *"
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
        assert_string_equal(error->message, "the tag is longer than the limit of 1 MiB");
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

/* The events that are left of the games, a letter each, from memory and from a stream. */
static void assert_skips(const char *text, skipper *pass_over, const char *expected)
{
    for (int way = 0; way < 2; way++) {
        pf_pgn_reader *reader = pf_pgn_reader_create();
        pf_pgn_event event;
        source in = {text, strlen(text), 0, 3, {0}};
        char events[256] = "";
        if (way == 0)
            pf_pgn_reader_from_memory(reader, text, strlen(text));
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
    assert_skips(three_games, skip_movetext, "GTTX.GTX.GTX.");
    assert_skips(three_games, skip_variations_and_later_games, "GTTXM,()M.G.G.");
    assert_skips("1. e4 (1. d4\n% )\n1... d5) e5 *", skip_variations_and_later_games, "GXM()M.");
    assert_skips("1. e4 (1. d4\n%{\n1... d5) e5 *", skip_variations_and_later_games, "GXM()M.");
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
    assert_int_equal(pf_pgn_find_game("[A \"\"]\r\n*\r\n\r\n[Event \"x\"]", 24, 1), 13);
}

/* What precedes the first tag belongs to its game: the text is not cut between them, but before the next game. */
static void finds_no_game_after_a_preface(void **state)
{
    (void)state;
    static const char *const prefaces[] = {
        "{a comment}\n\n", "; a line\n\n", "From: me\n\nThe games:\n\n", "\xbf", "\n\xbb",
        "[Bad]\n\n",       "% x\n\n}\n\n", "[%clk 1]\n\n{x}\n\n"};
    static const char games[] = "[Event \"b\"]\n\n1. d4 *\n\n[Event \"c\"]\n\n*";
    for (size_t i = 0; i < COUNT_OF(prefaces); i++) {
        char text[256];
        size_t length = (size_t)snprintf(text, sizeof text, "%s%s", prefaces[i], games);
        size_t c = (size_t)(strstr(text, "[Event \"c\"]") - text);
        for (size_t from = 0; from <= c; from++) assert_int_equal(pf_pgn_find_game(text, length, from), c);
        assert_int_equal(pf_pgn_find_game(text, length, c + 1), length);
    }
    /* Blanks, byte order marks and escaped lines are no preface; UTF-16, which only the first
     * bytes tell, is one broken game. */
    static const char blank[] = "\n\xef\xbb\xbf \r\n%x\n\n[Event \"b\"]";
    assert_int_equal(pf_pgn_find_game(blank, sizeof blank - 1, 1), 11);
    static const char utf16[] = "\xff\xfe\n\n[Event \"b\"]\n\n[Event \"c\"]";
    assert_int_equal(pf_pgn_find_game(utf16, sizeof utf16 - 1, 0), sizeof utf16 - 1);
    static const char elsewhere[] = "\n\xff\xfe\n[Event \"b\"]\n\n[Event \"c\"]";
    assert_int_equal(pf_pgn_find_game(elsewhere, sizeof elsewhere - 1, 0), 17);
}

/* A reader that has seen a comment far into one input knows nothing of it in the next one. */
static void a_second_input(void **state)
{
    (void)state;
    sink first = {0}, second = {0};
    append_text(&first, "1. e4");
    while (first.length < 3000000) append_text(&first, " \n");
    append_text(&first, "; a\n*");
    append_text(&second, "%");
    while (second.length < 5000) append_text(&second, "x");
    append_text(&second, "\n1. Ke5 *");
    pf_pgn_reader *reader = pf_pgn_reader_create();
    pf_pgn_summary summary = {0};
    for (int i = 0; i < 2; i++) {
        const sink *text = i == 0 ? &first : &second;
        source in = {text->text, text->length, 0, 100, {0}};
        assert_int_equal(pf_pgn_reader_from_stream(reader, read_piece, &in), PF_OK);
        assert_true(pf_pgn_read_game(reader, &summary));
    }
    assert_true(summary.broken);
    assert_int_equal(summary.line, 2);
    pf_pgn_reader_destroy(reader);
    free(first.text);
    free(second.text);
}

/* Bytes that may stand before the first one of a line, very many of them: if each were the end of a walk back over all
 * others, this would take hours. */
static void long_margins(void **state)
{
    (void)state;
    static const char *const begins[] = {"1. d4 1-0 (", "1. d4 1-0 ", "1. e4 Ke5 ", "[Event \"a\"]\n"};
    static const char *const margins[] = {"\xbf", "\xbf ", "\xef\xbb\xbf", " ", "\xbf\n", "\xbf%", "\xbf)"};
    enum { SIZE = 300000 };
    for (size_t i = 0; i < COUNT_OF(begins) * COUNT_OF(margins); i++) {
        sink text = {0};
        append_text(&text, begins[i / COUNT_OF(margins)]);
        while (text.length < SIZE) append_text(&text, margins[i % COUNT_OF(margins)]);
        append_text(&text, "\n\n[Event \"b\"]\n\n1. d4 1-0\n");
        pf_pgn_reader *reader = pf_pgn_reader_create();
        pf_pgn_summary summary = {0};
        pf_pgn_reader_from_memory(reader, text.text, text.length);
        while (pf_pgn_read_game(reader, &summary)) continue;
        assert_int_equal(summary.plies, 1);
        assert_int_equal(summary.result, PF_RESULT_WHITE_WINS);
        pf_pgn_reader_destroy(reader);
        free(text.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(truncated_anywhere),
        cmocka_unit_test(any_bytes_are_safe),
        cmocka_unit_test(nul_bytes_and_bad_utf8),
        cmocka_unit_test(nul_bytes_in_moves),
        cmocka_unit_test(lines_of_tags_that_are_far_back),
        cmocka_unit_test(floods),
        cmocka_unit_test(long_margins),
        cmocka_unit_test(a_second_input),
        cmocka_unit_test(deep_variations),
        cmocka_unit_test(results),
        cmocka_unit_test(a_source_that_lies),
        cmocka_unit_test(a_game_of_20000_moves),
        cmocka_unit_test(long_comments_and_tags),
        cmocka_unit_test(skips),
        cmocka_unit_test(finds_games),
        cmocka_unit_test(finds_no_game_after_a_preface),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
