/* The PGN reader: moves and commands that are read by a quick way are what the complete way makes of them. */
#include "pgn_support.h"

#include <plyforge/experimental.h>

#include <stdlib.h>

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
        cmocka_unit_test(summaries_end_where_events_do), cmocka_unit_test(commands),
        cmocka_unit_test(commands_in_the_usual_form),    cmocka_unit_test(unescapes),
        cmocka_unit_test(positions_agree_with_play),     cmocka_unit_test(words_agree_with_san),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
