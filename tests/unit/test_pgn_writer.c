/* The PGN writer: what it writes, and that it reads back as the same.
 * test_pgn_writer N runs the round trip of N random games instead of 2000. */
#include "pgn_support.h"

#include <stdlib.h>

/* ---- Writing ---- */

static void writes(void **state)
{
    (void)state;
    sink out = {0};
    pf_pgn_writer *writer = pf_pgn_writer_create(append, &out);
    pf_position position = position_of("4k3/8/8/8/8/8/4P3/4K3 b - - 3 7");
    pf_move move = PF_NO_MOVE;
    assert_int_equal(pf_pgn_write_tag(writer, "Event", 5, "a \"b\" \\", 7), PF_OK);
    assert_int_equal(pf_pgn_write_start(writer, &position), PF_OK);
    assert_int_equal(pf_pgn_write_begin_variation(writer), PF_ERROR_MOVE_ILLEGAL);
    assert_int_equal(pf_pgn_write_end_variation(writer), PF_ERROR_MOVE_ILLEGAL);
    assert_int_equal(pf_pgn_write_move(writer, pf_move_of(PF_E2, PF_E4, PF_MOVE_NORMAL)), PF_ERROR_MOVE_ILLEGAL);
    assert_int_equal(pf_pgn_write_comment(writer, "first", 5), PF_OK);
    pf_move_from_uci(&move, &position, "e8e7", 4, NULL);
    assert_int_equal(pf_pgn_write_move(writer, move), PF_OK);
    assert_int_equal(pf_pgn_write_begin_variation(writer), PF_OK);
    pf_move_from_uci(&move, &position, "e8d7", 4, NULL);
    assert_int_equal(pf_pgn_write_move(writer, move), PF_OK);
    assert_int_equal(pf_pgn_write_move(writer, PF_NO_MOVE), PF_OK);
    assert_int_equal(pf_pgn_write_end_variation(writer), PF_OK);
    pf_position_play_unchecked(&position, pf_move_of(PF_E8, PF_E7, PF_MOVE_NORMAL));
    pf_move_from_uci(&move, &position, "e2e4", 4, NULL);
    assert_int_equal(pf_pgn_write_move(writer, move), PF_OK);
    assert_int_equal(pf_pgn_write_nag(writer, 5), PF_OK);
    static const char text[] = "  some } words, [%clk 0:00:01] and enough of them so that a line ends: [Event \"x\"]  ";
    assert_int_equal(pf_pgn_write_comment(writer, text, sizeof text - 1), PF_OK);
    assert_int_equal(pf_pgn_write_end(writer, PF_RESULT_DRAW), PF_OK);
    assert_string_equal(out.text,
                        "[Event \"a \\\"b\\\" \\\\\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 7\"]\n\n"
                        "{first} 7... Ke7 (7... Kd7 8. --) 8. e4 $5 {some ) words, [%clk 0:00:01] and\n"
                        "enough of them so that a line ends: [Event \"x\"]} 1/2-1/2\n\n");
    assert_games(out.text, "2+2 1/2-1/2");
    pf_pgn_writer_destroy(writer);
    free(out.text);
}

/* A variation of which nothing can be read is not written, and changes nothing around it. */
static void empty_variations(void **state)
{
    (void)state;
    static const struct {
        const char *text, *written;
    } cases[] = {
        {"1. e4 e5 (1... Ke5) 2. Nf3 *", "1. e4 e5 2. Nf3 *\n\n"},
        {"1. e4 () e5 (1... c5 (Ke5) 2. Nf3 ()) 2. Nf3 *", "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *\n\n"},
        {"1. e4 (1. Ke5) (1. d4) (1. Ke5) e5 () *", "1. e4 (1. d4) 1... e5 *\n\n"},
        {"1. e4 ({why not} Ke5) e5 ($1) *", "1. e4 ({why not}) 1... e5 ($1) *\n\n"},
        {"1. e4 e5 (1... Ke5) {a comment} 2. Nf3 (2. Ke5) $1 *", "1. e4 e5 {a comment} 2. Nf3 $1 *\n\n"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        sink out = {0};
        pf_pgn_writer *writer = pf_pgn_writer_create(append, &out);
        pf_pgn_reader *reader = pf_pgn_reader_create();
        pf_pgn_reader_from_memory(reader, cases[i].text, strlen(cases[i].text));
        pf_pgn_event event;
        while (pf_pgn_next(reader, &event) != PF_PGN_END)
            assert_int_equal(pf_pgn_write_event(writer, reader, &event), PF_OK);
        assert_string_equal(out.text, cases[i].written);
        pf_pgn_reader_destroy(reader);
        pf_pgn_writer_destroy(writer);
        free(out.text);
    }
}

static bool refuse_text(void *context, const void *text, size_t length)
{
    (void)context, (void)text, (void)length;
    return false;
}

/* Words that are longer than a line, than what is held back, and than the buffer, are written whole. */
static void long_words(void **state)
{
    (void)state;
    for (size_t length = 70; length < 30000; length = length * 5 / 2) {
        sink out = {0};
        char *word = malloc(length);
        assert_non_null(word);
        for (size_t i = 0; i < length; i++) word[i] = (char)('a' + i % 26);
        pf_position position = pf_position_start();
        pf_pgn_writer *writer = pf_pgn_writer_create(append, &out);
        assert_int_equal(pf_pgn_write_start(writer, &position), PF_OK);
        assert_int_equal(pf_pgn_write_comment(writer, word, length), PF_OK);
        assert_int_equal(pf_pgn_write_move(writer, pf_move_of(PF_E2, PF_E4, PF_MOVE_NORMAL)), PF_OK);
        assert_int_equal(pf_pgn_write_end(writer, PF_RESULT_DRAW), PF_OK);
        const char *comment = strchr(out.text, '{');
        assert_non_null(comment);
        assert_memory_equal(comment + 1, word, length);
        assert_true(comment[1 + length] == '}');
        assert_games(out.text, "1+0 1/2-1/2");
        pf_pgn_writer_destroy(writer);
        free(out.text);

        writer = pf_pgn_writer_create(refuse_text, NULL);
        pf_pgn_write_start(writer, &position);
        pf_pgn_write_comment(writer, word, length);
        assert_int_equal(pf_pgn_write_end(writer, PF_RESULT_DRAW), PF_ERROR_NO_ROOM);
        pf_pgn_writer_destroy(writer);
        free(word);
    }
}

static void notices_when_it_cannot_write(void **state)
{
    (void)state;
    pf_pgn_writer *writer = pf_pgn_writer_create(refuse_text, NULL);
    pf_position position = pf_position_start();
    pf_pgn_write_start(writer, &position);
    pf_pgn_write_move(writer, pf_move_of(PF_E2, PF_E4, PF_MOVE_NORMAL));
    assert_int_equal(pf_pgn_write_end(writer, PF_RESULT_DRAW), PF_ERROR_NO_ROOM);
    pf_pgn_writer_destroy(writer);
}

/* ---- Round trips ---- */

static unsigned long round_trips = 2000;

static void random_games_go_round(void **state)
{
    (void)state;
    static const pf_result results[] = {PF_RESULT_WHITE_WINS, PF_RESULT_BLACK_WINS, PF_RESULT_DRAW,
                                        PF_RESULT_UNDECIDED};
    test_random random = {2024};
    sink first = {0}, second = {0};
    pf_pgn_writer *writer = pf_pgn_writer_create(append, &first);
    pf_pgn_writer *copier = pf_pgn_writer_create(append, &second);
    pf_pgn_reader *reader = pf_pgn_reader_create();
    for (unsigned long game = 0; game < round_trips; game++) {
        first.length = second.length = 0;
        pf_position position = pf_position_start();
        if (game % 4 == 1) position = pf_position_chess960_start(random_below(&random, 960));
        if (game % 4 == 2) position = random_game_position(&random);
        if (game % 4 == 3) position = random_board_position(&random);
        if (game % 5 != 0) pf_pgn_write_tag(writer, "White", 5, "O'\"Brien\" \\ Co", 14);
        assert_int_equal(pf_pgn_write_start(writer, &position), PF_OK);
        if (game % 7 == 0) write_random_comment(&random, writer);
        write_random_line(&random, writer, position, random_below(&random, 100), 0);
        assert_int_equal(pf_pgn_write_end(writer, results[random_below(&random, 4)]), PF_OK);

        for (const char *line = first.text; *line;) {
            size_t length = strcspn(line, "\n");
            size_t width = 0;
            for (size_t i = 0; i < length; i++) width += ((unsigned char)line[i] & 0xc0) != 0x80;
            /* Words that could be taken for a tag or an escape do not begin a line, so they may stick out. */
            if (line[0] != '[' && width > 79 && line[length - 1] != '[' && strpbrk(line + 60, "[%") == NULL)
                fail_msg("a line of %zu columns: %s", width, line);
            line += length + 1;
        }

        pf_pgn_event event;
        pf_pgn_reader_from_memory(reader, first.text, first.length);
        while (pf_pgn_next(reader, &event) != PF_PGN_END) {
            if (event.type == PF_PGN_ERROR) fail_msg("%s in\n%s", event.error.message, first.text);
            assert_int_equal(pf_pgn_write_event(copier, reader, &event), PF_OK);
        }
        assert_string_equal(second.text, first.text);
        if (game < 300) assert_events(first.text, first.length, NULL);
    }
    printf("%lu random games went round\n", round_trips);
    pf_pgn_reader_destroy(reader);
    pf_pgn_writer_destroy(writer);
    pf_pgn_writer_destroy(copier);
    free(first.text);
    free(second.text);
}

/* Comments before the tags, and at the beginning of games without tags, are read back in the same game. */
/* Writes a comment and reads it back: the same words, with a blank or the end of a line between two of them. */
static void assert_comment_goes_round(const sink *comment)
{
    sink out = {0};
    pf_pgn_event event;
    unsigned comments = 0;
    pf_position position = pf_position_start();
    pf_pgn_writer *writer = pf_pgn_writer_create(append, &out);
    pf_pgn_reader *reader = pf_pgn_reader_create();
    pf_pgn_write_start(writer, &position);
    pf_pgn_write_comment(writer, comment->text, comment->length);
    assert_int_equal(pf_pgn_write_end(writer, PF_RESULT_DRAW), PF_OK);
    pf_pgn_reader_from_memory(reader, out.text, out.length);
    while (pf_pgn_next(reader, &event) != PF_PGN_END) {
        assert_int_not_equal(event.type, PF_PGN_ERROR);
        if (event.type != PF_PGN_COMMENT) continue;
        comments++;
        assert_int_equal(event.length, comment->length);
        for (size_t i = 0; i < event.length; i++)
            assert_int_equal(event.text[i] == '\n' ? ' ' : event.text[i], comment->text[i]);
    }
    assert_int_equal(comments, 1);
    pf_pgn_reader_destroy(reader);
    pf_pgn_writer_destroy(writer);
    free(out.text);
}

/* Wherever a line ends, no word becomes a tag or is joined to another. A byte order mark counts as nothing there. */
static void words_at_line_ends(void **state)
{
    (void)state;
    static const char mark[] = "\xef\xbb\xbf";
    static const char *const words[] = {"", "\xbf ", "\xbf \xbf ", mark};
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        for (int before = 1; before < 85; before++) {
            for (int marks = 0; marks < 300; marks += 99) {
                sink comment = {0};
                for (int j = 0; j < before; j++) append_text(&comment, "a");
                append_text(&comment, " ");
                for (int j = 0; j < marks; j++) append_text(&comment, mark);
                append_text(&comment, words[i]);
                append_text(&comment, "[Event \"x\"] ");
                for (int j = 0; j < marks; j++) append_text(&comment, "bcd");
                append_text(&comment, marks > 0 ? " e" : "e");
                assert_comment_goes_round(&comment);
                free(comment.text);
            }
        }
    }
}

static void comments_before_moves(void **state)
{
    (void)state;
    static const char text[] = "{a} 1. {b} e4 1-0\n\n1. {c} $1 d4 *\n\n1. {d} *\n\n[Event \"x\"]\n\n{e} 1. c4 *\n\n";
    static const char before_tags[] = "{a} {b}\n[Event \"x\"]\n\n{c} 1. e4 *\n\n";
    static const char *const texts[] = {text, before_tags};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        sink out = {0};
        pf_pgn_event event;
        pf_pgn_writer *writer = pf_pgn_writer_create(append, &out);
        pf_pgn_reader *reader = pf_pgn_reader_create();
        pf_pgn_reader_from_memory(reader, texts[i], strlen(texts[i]));
        while (pf_pgn_next(reader, &event) != PF_PGN_END)
            assert_int_equal(pf_pgn_write_event(writer, reader, &event), PF_OK);
        assert_string_equal(out.text, texts[i]);
        pf_pgn_reader_destroy(reader);
        pf_pgn_writer_destroy(writer);
        free(out.text);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes),
        cmocka_unit_test(empty_variations),
        cmocka_unit_test(long_words),
        cmocka_unit_test(words_at_line_ends),
        cmocka_unit_test(comments_before_moves),
        cmocka_unit_test(notices_when_it_cannot_write),
        cmocka_unit_test(random_games_go_round),
    };
    if (argc > 1) {
        const struct CMUnitTest long_test[] = {cmocka_unit_test(random_games_go_round)};
        round_trips = strtoul(argv[1], NULL, 10);
        return cmocka_run_group_tests(long_test, NULL, NULL);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
