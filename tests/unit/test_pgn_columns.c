/* PGN in columns: what each column holds, what happens when one is full, and that the moves are those of the events. */
#include "pgn_support.h"

#include <stdlib.h>

enum { GAMES = 64, MOVES = 4096, TEXT = 1024 };

/* All columns, with as much room as a test wants. */
typedef struct store {
    uint64_t offsets[GAMES];
    size_t move_ends[GAMES], tag_ends[2][GAMES];
    uint8_t results[GAMES], flags[GAMES];
    pf_position starts[GAMES];
    pf_move moves[MOVES];
    int32_t clocks[MOVES], evals[MOVES];
    pf_pgn_fault faults[GAMES];
    char text[2][TEXT];
    pf_pgn_tag_column tags[2];
    pf_pgn_columns columns;
} store;

static store *new_store(size_t games, size_t moves, size_t text)
{
    store *all = malloc(sizeof *all);
    assert_non_null(all);
    memset(all, 0xa5, sizeof *all);
    all->tags[0] = (pf_pgn_tag_column){"White", all->text[0], text, all->tag_ends[0], 0};
    all->tags[1] = (pf_pgn_tag_column){"Elo", all->text[1], text, all->tag_ends[1], 0};
    all->columns = (pf_pgn_columns){.game_room = games,
                                    .offsets = all->offsets,
                                    .move_ends = all->move_ends,
                                    .results = all->results,
                                    .flags = all->flags,
                                    .starts = all->starts,
                                    .tags = all->tags,
                                    .tag_count = 2,
                                    .move_room = moves,
                                    .moves = all->moves,
                                    .clocks = all->clocks,
                                    .evals = all->evals,
                                    .fault_room = games,
                                    .faults = all->faults};
    return all;
}

static pf_pgn_reader *reader_of(const char *text)
{
    pf_pgn_reader *reader = create_reader();
    pf_pgn_reader_from_memory(reader, text, strlen(text));
    return reader;
}

static void assert_moves(const store *all, size_t game, const char *expected)
{
    char text[1024] = "";
    for (size_t i = game ? all->move_ends[game - 1] : 0; i < all->move_ends[game]; i++) {
        char move[PF_UCI_SIZE];
        pf_move_to_uci(move, sizeof move, all->moves[i], PF_UCI_KING_STEP);
        sprintf(text + strlen(text), "%s%s", text[0] ? " " : "", move);
    }
    assert_string_equal(text, expected);
}

static void assert_tag(const store *all, size_t tag, size_t game, const char *expected)
{
    size_t begin = game ? all->tag_ends[tag][game - 1] : 0;
    assert_int_equal(all->tag_ends[tag][game] - begin, strlen(expected));
    assert_memory_equal(all->text[tag] + begin, expected, strlen(expected));
}

static const char three_games[] =
    "[White \"A \\\"x\\\" \\\\\"]\n[Elo \"2000\"]\n\n"
    "{before} 1. e4 {[%clk 0:01:00]} (1. d4 {[%clk 9:00:00]} d5) 1... e5 {[%eval 0.35] [%clk 0:00:59.5]} 2. O-O? *\n\n"
    "[White \"B\"]\n[White \"C\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n"
    "1. e4 {[%eval #-3]} Kd7 {[%eval #12]} 2. -- ?? $9 1/2-1/2\n\n"
    "1. g4 e5 2. f3 {[%eval -0.07,22]} Qh4# 0-1\n";

static void every_column(void **state)
{
    (void)state;
    store *all = new_store(GAMES, MOVES, TEXT);
    pf_pgn_reader *reader = reader_of(three_games);
    const pf_pgn_columns *columns = &all->columns;
    assert_int_equal(pf_pgn_read_columns(reader, &all->columns), PF_OK);
    assert_int_equal(columns->game_count, 3);
    assert_int_equal(columns->full, PF_PGN_FULL_NONE);

    assert_moves(all, 0, "e2e4 e7e5");
    assert_tag(all, 0, 0, "A \"x\" \\");
    assert_tag(all, 1, 0, "2000");
    assert_int_equal(all->offsets[0], 0);
    assert_int_equal(all->flags[0], PF_PGN_FLAG_BROKEN);
    assert_int_equal(columns->fault_count, 1);
    assert_int_equal(all->faults[0].game, 0);
    assert_int_equal(all->faults[0].place.line, 4);
    assert_int_equal(all->faults[0].place.error.code, PF_ERROR_MOVE_ILLEGAL);
    assert_memory_equal(three_games + all->faults[0].place.offset, "O-O?", 4);
    assert_int_equal(all->clocks[0], 60000);
    assert_int_equal(all->clocks[1], 59500);
    assert_int_equal(all->evals[0], PF_PGN_NO_EVAL);
    assert_int_equal(all->evals[1], 35);

    assert_moves(all, 1, "e2e4 e8d7 0000");
    assert_memory_equal(three_games + all->offsets[1], "[White \"B\"]", 11);
    assert_tag(all, 0, 1, "C");
    assert_tag(all, 1, 1, "");
    assert_int_equal(all->flags[1] & ~PF_PGN_FLAG_WARNED, PF_PGN_FLAG_SET_UP);
    assert_int_equal(all->results[1], PF_RESULT_DRAW);
    assert_int_equal(all->evals[2], 3 - PF_PGN_MATE);
    assert_int_equal(all->evals[3], PF_PGN_MATE - 12);
    assert_int_equal(all->evals[4], PF_PGN_NO_EVAL);
    assert_int_equal(all->clocks[2], PF_PGN_NO_CLOCK);

    assert_moves(all, 2, "g2g4 e7e5 f2f3 d8h4");
    assert_int_equal(all->results[2], PF_RESULT_BLACK_WINS);
    assert_int_equal(all->flags[2], 0);
    assert_int_equal(all->evals[7], -7);
    assert_int_equal(columns->move_count, 9);
    assert_int_equal(columns->moves_used, 9);

    pf_position start = pf_variant_start(PF_VARIANT_STANDARD);
    pf_position set_up = position_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    assert_memory_equal(&all->starts[0], &start, sizeof start);
    assert_memory_equal(&all->starts[1], &set_up, sizeof set_up);
    assert_memory_equal(&all->starts[2], &start, sizeof start);
    assert_int_equal(pf_pgn_read_columns(reader, &all->columns), PF_OK); /* nothing more */
    assert_int_equal(columns->game_count, 3);
    pf_pgn_reader_destroy(reader);
    free(all);
}

/* The columns that are not wanted are NULL. */
static void few_columns(void **state)
{
    (void)state;
    size_t move_ends[4];
    pf_move moves[16];
    pf_pgn_columns columns = {.game_room = 4, .move_ends = move_ends, .move_room = 16, .moves = moves};
    pf_pgn_reader *reader = reader_of(three_games);
    assert_int_equal(pf_pgn_read_columns(reader, &columns), PF_OK);
    assert_int_equal(columns.game_count, 3);
    assert_int_equal(columns.fault_count, 0);
    assert_int_equal(move_ends[2], 9);
    pf_pgn_columns_clear(&columns);
    assert_int_equal(columns.game_count + columns.moves_used, 0);
    pf_pgn_reader_destroy(reader);
}

/* A start has all that its variant has; a game without a known start has that of standard chess. */
static void starts(void **state)
{
    (void)state;
    static const char text[] =
        "[Variant \"Crazyhouse\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3[Qnp] w - - 0 1\"]\n\n1. Q@e7# 1-0\n\n"
        "[Variant \"Three-check\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1\"]\n\n1. Ra8+ 1-0\n\n"
        "[White \"standard\"]\n\n1. e4 *\n\n"
        "[Variant \"Horde\"]\n\n1. e5 *\n\n"
        "[Variant \"Crazyhouse\"]\n[FEN \"nonsense\"]\n\n1. e4 *\n\n"
        "[Variant \"Bughouse\"]\n\n1. e4 *\n";
    store *all = new_store(GAMES, MOVES, TEXT);
    pf_pgn_reader *reader = reader_of(text);
    pf_pgn_reader_accept_variants(reader, PF_VARIANT_STANDARD);
    assert_int_equal(pf_pgn_read_columns(reader, &all->columns), PF_OK);
    assert_int_equal(all->columns.game_count, 6);
    assert_int_equal(all->starts[0].variant, PF_VARIANT_CRAZYHOUSE);
    assert_int_equal(all->starts[0].pockets[PF_WHITE][PF_QUEEN], 1);
    assert_int_equal(all->starts[0].pockets[PF_BLACK][PF_KNIGHT], 1);
    assert_int_equal(all->starts[1].variant, PF_VARIANT_THREE_CHECK);
    assert_int_equal(all->starts[1].checks_given[PF_WHITE], 2);
    assert_int_equal(all->starts[3].variant, PF_VARIANT_HORDE);
    pf_position standard = pf_variant_start(PF_VARIANT_STANDARD), horde = pf_variant_start(PF_VARIANT_HORDE);
    assert_memory_equal(&all->starts[2], &standard, sizeof standard);
    assert_memory_equal(&all->starts[3], &horde, sizeof horde);
    for (size_t game = 4; game < 6; game++) {
        assert_memory_equal(&all->starts[game], &standard, sizeof standard);
        assert_int_equal(all->flags[game] & PF_PGN_FLAG_BROKEN, PF_PGN_FLAG_BROKEN);
    }
    /* The moves can be played from there. */
    for (size_t game = 0; game < 4; game++) {
        pf_position position = all->starts[game];
        for (size_t i = game ? all->move_ends[game - 1] : 0; i < all->move_ends[game]; i++)
            assert_int_equal(pf_position_play(&position, all->moves[i], NULL), PF_OK);
    }
    pf_pgn_reader_destroy(reader);
    free(all);
}

/* A full column stops reading between two tokens; either way to go on gives the same games. */
static void full_columns(void **state)
{
    (void)state;
    static const struct {
        size_t games, moves, text, faults;
        pf_pgn_full full;
        size_t complete;
    } cases[] = {
        {0, 20, 20, 9, PF_PGN_FULL_GAMES, 0},  {2, 20, 20, 9, PF_PGN_FULL_GAMES, 2},
        {9, 1, 20, 9, PF_PGN_FULL_MOVES, 0},   {9, 4, 20, 9, PF_PGN_FULL_MOVES, 1},
        {9, 8, 20, 9, PF_PGN_FULL_MOVES, 2},   {9, 20, 6, 9, PF_PGN_FULL_TEXT, 0},
        {9, 20, 7, 9, PF_PGN_FULL_TEXT, 1},    {9, 20, 20, 1, PF_PGN_FULL_FAULTS, 1},
        {9, 20, 20, 0, PF_PGN_FULL_FAULTS, 0},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        store *all = new_store(cases[i].games, cases[i].moves, cases[i].text);
        pf_pgn_reader *reader = reader_of(three_games);
        all->columns.fault_room = cases[i].faults;
        for (int again = 0; again < 2; again++) { /* without more room, it stays full */
            assert_int_equal(pf_pgn_read_columns(reader, &all->columns), PF_ERROR_NO_ROOM);
            assert_int_equal(all->columns.full, cases[i].full);
            assert_int_equal(all->columns.game_count, cases[i].complete);
        }
        all->columns.game_room = all->columns.fault_room = GAMES;
        all->columns.move_room = MOVES;
        all->tags[0].text_room = all->tags[1].text_room = TEXT;
        assert_int_equal(pf_pgn_read_columns(reader, &all->columns), PF_OK);
        assert_int_equal(all->columns.game_count, 3);
        assert_moves(all, 0, "e2e4 e7e5");
        assert_moves(all, 1, "e2e4 e8d7 0000");
        assert_moves(all, 2, "g2g4 e7e5 f2f3 d8h4");
        assert_tag(all, 0, 0, "A \"x\" \\");
        assert_tag(all, 0, 1, "C");
        assert_tag(all, 0, 2, "");
        assert_int_equal(all->evals[7], -7);
        pf_pgn_reader_destroy(reader);
        free(all);
    }
}

/* Random games with variations and comments, in small columns that are emptied again and again: the moves, the results
 * and the first positions are those of the events. */
static void random_games(void **state)
{
    (void)state;
    test_random random = {53};
    sink text = {0};
    pf_pgn_writer *writer = pf_pgn_writer_create(append, &text);
    for (int i = 0; i < 200; i++) {
        pf_position position = i % 3 ? pf_position_start() : random_game_position(&random);
        pf_pgn_write_tag(writer, "White", 5, "Player 1", 8);
        pf_pgn_write_start(writer, &position);
        write_random_line(&random, writer, position, 1 + random_below(&random, 80), 0);
        pf_pgn_write_end(writer, PF_RESULT_DRAW);
    }
    pf_pgn_writer_destroy(writer);

    pf_pgn_reader *events = create_reader(), *reader = create_reader();
    source in = {.text = text.text, .length = text.length, .random = {3}};
    pf_pgn_reader_from_memory(events, text.text, text.length);
    assert_int_equal(pf_pgn_reader_from_stream(reader, read_piece, &in), PF_OK);
    store *all = new_store(7, 200, 100);
    size_t games = 0, moves = 0;
    for (pf_status status = PF_ERROR_NO_ROOM; status == PF_ERROR_NO_ROOM;) {
        status = pf_pgn_read_columns(reader, &all->columns);
        size_t at = 0;
        for (size_t game = 0; game < all->columns.game_count; game++, games++) {
            pf_pgn_event event;
            do {
                pf_pgn_next(events, &event);
                if (event.type == PF_PGN_MOVETEXT)
                    assert_memory_equal(pf_pgn_position(events), &all->starts[game], sizeof all->starts[0]);
                if (event.type == PF_PGN_MOVE && event.depth == 0) assert_int_equal(all->moves[at++], event.move);
            } while (event.type != PF_PGN_GAME_END);
            assert_int_equal(at, all->move_ends[game]);
            assert_int_equal(event.result, all->results[game]);
            assert_tag(all, 0, game, "Player 1");
        }
        moves += at;
        pf_pgn_columns_clear(&all->columns);
    }
    assert_int_equal(games, 200);
    assert_true(moves > 4000);
    pf_pgn_reader_destroy(events);
    pf_pgn_reader_destroy(reader);
    free(all);
    free(text.text);
}

/* Reads one game from memory or from a stream, and looks at the clock and the evaluation of its first move. */
static void assert_commands(const sink *text, bool from_stream, int32_t clock, int32_t eval)
{
    pf_pgn_reader *reader = create_reader();
    source in = {.text = text->text, .length = text->length, .random = {3}};
    store *all = new_store(1, 10, 100);
    pf_pgn_reader_from_memory(reader, text->text, text->length);
    if (from_stream) assert_int_equal(pf_pgn_reader_from_stream(reader, read_piece, &in), PF_OK);
    pf_pgn_read_columns(reader, &all->columns);
    assert_int_equal(all->columns.game_count, 1);
    assert_int_equal(all->clocks[0], clock);
    assert_int_equal(all->evals[0], eval);
    free(all);
    pf_pgn_reader_destroy(reader);
}

/* A comment longer than the window of a stream: the commands of every piece count, and none is cut in two. */
static void commands_in_long_comments(void **state)
{
    (void)state;
    static const char clock[] = "[%clk 0:01:00]";
    enum { FIRST_PIECE = (1 << 20) - 512 };
    for (size_t before = 0; before <= sizeof clock; before++) {
        sink text = {0};
        append_text(&text, "1. e4 {[%eval 0.3] ");
        size_t begin = strlen("1. e4 {");
        while (text.length - begin < FIRST_PIECE - before) append_text(&text, "x");
        append_text(&text, clock);
        for (int i = 0; i < 1000; i++) append_text(&text, " y"); /* more than a window in all */
        append_text(&text, "} e5 *");
        for (int way = 0; way < 2; way++) assert_commands(&text, way == 1, 60000, 30);

        pf_pgn_reader *reader = create_reader();
        source in = {.text = text.text, .length = text.length, .random = {4}};
        pf_pgn_event event;
        unsigned clocks = 0;
        assert_int_equal(pf_pgn_reader_from_stream(reader, read_piece, &in), PF_OK);
        while (pf_pgn_next(reader, &event) != PF_PGN_END)
            clocks += event.type == PF_PGN_COMMENT && event.commands.clock == 60000;
        assert_int_equal(clocks, 1);
        pf_pgn_reader_destroy(reader);

        text.length -= strlen("} e5 *"); /* a comment without its end has no commands */
        for (int way = 0; way < 2; way++) assert_commands(&text, way == 1, PF_PGN_NO_CLOCK, PF_PGN_NO_EVAL);
        free(text.text);
    }
}

/* The clock and the evaluation of a comment after the only move, read into columns, and by the event. */
static void assert_same_commands(const char *comment)
{
    char text[256];
    store *all = new_store(GAMES, MOVES, TEXT);
    snprintf(text, sizeof text, "[White \"a\"]\n\n1. e4 {%s} *", comment);
    pf_pgn_reader *reader = reader_of(text);
    assert_int_equal(pf_pgn_read_columns(reader, &all->columns), PF_OK);
    pf_pgn_commands commands;
    pf_pgn_commands_from_text(&commands, comment, strlen(comment));
    bool has_eval = commands.eval_kind == PF_PGN_EVAL_CENTIPAWNS;
    assert_int_equal(all->clocks[0], commands.clock);
    assert_int_equal(all->evals[0], has_eval ? commands.eval : PF_PGN_NO_EVAL);
    pf_pgn_reader_destroy(reader);
    free(all);
}

/* The usual forms take another path, and so do those that differ from them in one byte. */
static void short_comments(void **state)
{
    (void)state;
    static const char *const usual[] = {
        "[%clk 0:12:34]",
        "[%eval -0.17]",
        " [%eval 0.98] [%clk 9:59:59] ",
        "[%clk 0:00:01][%eval 9.99]",
        "[%eval 1.00][%eval -2.00] [%clk 0:00:01] [%clk 0:00:02]",
        "  [%clk 0:12:34]",
        "[%clk 0:12:34]  [%eval 0.10]",
        "[%eval 0.10] good [%clk 0:12:34]",
        "[%clk 0:12:34] [%emt 0:00:03]",
        "[%eval 12.34] [%clk 10:00:00]",
    };
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) {
        char changed[64];
        assert_same_commands(usual[i]);
        for (size_t at = 0; at < strlen(usual[i]); at++)
            for (const char *c = "0:.]- [9x%"; *c != '\0'; c++) {
                strcpy(changed, usual[i]);
                changed[at] = *c;
                assert_same_commands(changed);
                changed[at] = '\0'; /* cut short */
                assert_same_commands(changed);
            }
    }
}

/* The tags of a game as events, its moves in columns: of any game, and the next one is read as before. */
static void rest_of_a_game(void **state)
{
    (void)state;
    static const char text[] = "[White \"A\"]\n\n1. e4 e5 {[%clk 0:00:10]} (1... oops) 2. Nf3 1-0\n\n"
                               "[White \"B\"]\n\n1. e4 Ke7 1-0\n\n[White \"C\"]\n\n0-1\n\n[White \"D\"]\n\n1. d4";
    static const unsigned plies[] = {3, 1, 0, 1};
    static const pf_result results[] = {PF_RESULT_WHITE_WINS, PF_RESULT_NOT_GIVEN, PF_RESULT_BLACK_WINS,
                                        PF_RESULT_NOT_GIVEN};
    pf_pgn_reader *reader = reader_of(text);
    pf_pgn_event event;
    for (unsigned game = 0; game < 4; game++) {
        store *all = new_store(1, 1, TEXT);
        assert_int_equal(pf_pgn_next(reader, &event), PF_PGN_GAME);
        assert_int_equal(pf_pgn_next(reader, &event), PF_PGN_TAG);
        assert_int_equal(*event.text, 'A' + (int)game);
        assert_int_equal(pf_pgn_next(reader, &event), PF_PGN_MOVETEXT);
        all->columns.tag_count = 0;
        while (pf_pgn_read_columns(reader, &all->columns) == PF_ERROR_NO_ROOM && all->columns.full == PF_PGN_FULL_MOVES)
            all->columns.move_room++;
        assert_int_equal(all->columns.full, PF_PGN_FULL_GAMES);
        assert_int_equal(all->columns.move_count, plies[game]);
        assert_int_equal(all->results[0], results[game]);
        assert_int_equal(all->flags[0], game == 0 ? PF_PGN_FLAG_WARNED : game == 1 ? PF_PGN_FLAG_BROKEN : 0);
        assert_int_equal(pf_pgn_reader_warning_count(reader), game == 0);
        if (game == 0) assert_int_equal(all->clocks[1], 10000);
        if (game == 1) assert_int_equal(all->faults[0].place.line, 7);
        free(all);
    }
    assert_int_equal(pf_pgn_next(reader, &event), PF_PGN_END);
    pf_pgn_reader_destroy(reader);
}

/* All warnings are counted, though only the first ones are kept. */
static void warning_count(void **state)
{
    (void)state;
    sink text = {0};
    store *all = new_store(GAMES, MOVES, TEXT);
    append_text(&text, "[White \"a\"]\n\n1. e4 ");
    for (unsigned i = 0; i < PF_PGN_MAX_WARNINGS + 4; i++) append_text(&text, "?? oops ");
    append_text(&text, "e5 *");
    pf_pgn_reader *reader = create_reader();
    pf_pgn_reader_from_memory(reader, text.text, text.length);
    assert_int_equal(pf_pgn_read_columns(reader, &all->columns), PF_OK);
    assert_int_equal(pf_pgn_reader_warning_count(reader), PF_PGN_MAX_WARNINGS + 4);
    assert_non_null(pf_pgn_reader_warning(reader, PF_PGN_MAX_WARNINGS - 1));
    assert_null(pf_pgn_reader_warning(reader, PF_PGN_MAX_WARNINGS));
    pf_pgn_reader_destroy(reader);
    free(text.text);
    free(all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_column),   cmocka_unit_test(few_columns),    cmocka_unit_test(starts),
        cmocka_unit_test(full_columns),   cmocka_unit_test(random_games),   cmocka_unit_test(commands_in_long_comments),
        cmocka_unit_test(short_comments), cmocka_unit_test(rest_of_a_game), cmocka_unit_test(warning_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
