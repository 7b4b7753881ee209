/* Reading divides in the forms that people paste, and comparing them with ours. */
#include "support.h"

#include <stdio.h>

#define PROMOTIONS "1b2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
#define CASTLING   "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"

static pf_divide divide;
static pf_divide_comparison comparison;

static pf_status read_text(const char *fen, const char *text, pf_error *error)
{
    pf_position position = position_accepted(fen, PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960);
    return pf_divide_from_text(&divide, &position, text, strlen(text), error);
}

static void compare(const char *fen, unsigned depth)
{
    pf_position position = position_accepted(fen, PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960);
    assert_int_equal(pf_divide_compare(&comparison, &divide, &position, depth, PF_UCI_KING_STEP, NULL, NULL), PF_OK);
}

static const char *uci_of(pf_move move)
{
    static char uci[PF_UCI_SIZE];
    pf_move_to_uci(uci, sizeof uci, move, PF_UCI_KING_STEP);
    return uci;
}

static const pf_divide_row *row_of(const char *uci)
{
    for (uint32_t i = 0; i < comparison.size; i++)
        if (strcmp(comparison.rows[i].uci, uci) == 0) return &comparison.rows[i];
    fail_msg("no row for %s", uci);
    return NULL;
}

static void forms_of_a_line(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *line, *uci;
        uint64_t nodes;
    } cases[] = {
        {START_FEN, "e2e4: 20", "e2e4", 20},
        {START_FEN, "e2e4 20", "e2e4", 20},
        {START_FEN, "e2e4:20", "e2e4", 20},
        {START_FEN, "e2e4 - 20", "e2e4", 20},
        {START_FEN, "e2e4=20", "e2e4", 20},
        {START_FEN, "e2e4 -> 20", "e2e4", 20},
        {START_FEN, "e2e4 \xe2\x86\x92 20", "e2e4", 20},
        {START_FEN, "e2e4\t20", "e2e4", 20},
        {START_FEN, "1. e2e4 - 20", "e2e4", 20},
        {START_FEN, "[1] e2e4 = 20", "e2e4", 20},
        {START_FEN, "[12] Nf3: 20", "g1f3", 20},
        {START_FEN, "Move: e2e4 Nodes: 20", "e2e4", 20},
        {START_FEN, "\x1b[1;32me2e4\x1b[0m: \x1b[33m20\x1b[0m", "e2e4", 20},
        {START_FEN, "12) e2e4 20", "e2e4", 20},
        {START_FEN, "1 e2e4 20", "e2e4", 20},
        {START_FEN, "20 e2e4", "e2e4", 20},
        {START_FEN, "- e2e4: 20", "e2e4", 20},
        {START_FEN, "  \"e2e4\": 20,", "e2e4", 20},
        {START_FEN, "| e2e4 | 20 |", "e2e4", 20},
        {START_FEN, "[e2e4] 20", "e2e4", 20},
        {START_FEN, "e2-e4: 20", "e2e4", 20},
        {START_FEN, "e2e4: 20 nodes", "e2e4", 20},
        {START_FEN, "e2e4: 1,234,567", "e2e4", 1234567},
        {START_FEN, "e2e4: 1.234.567", "e2e4", 1234567},
        {START_FEN, "e2e4: 1'234'567", "e2e4", 1234567},
        {START_FEN, "e2e4: 1_234_567", "e2e4", 1234567},
        {START_FEN, "e2e4: 12,34,567", "e2e4", 1234567},
        {START_FEN,
         "e2e4: 1\xe2\x80\xaf"
         "234\xc2\xa0"
         "567",
         "e2e4", 1234567},
        {START_FEN,
         "e2e4: 1\xe2\x80\x99"
         "234",
         "e2e4", 1234},
        {START_FEN, "e2e4: 0020", "e2e4", 20},
        {START_FEN, "e2e4: 0", "e2e4", 0},
        {START_FEN, "e4: 20", "e2e4", 20},
        {START_FEN, "info string e2e4: 20", "e2e4", 20},
        {START_FEN, "info string e2e4 (20)", "e2e4", 20},
        {START_FEN, "e2e4(20)", "e2e4", 20},
        {START_FEN, "> e2e4: 20", "e2e4", 20},
        {START_FEN, ">> e2e4: 20", "e2e4", 20},
        {START_FEN, "E2E4: 20", "e2e4", 20},
        {START_FEN, "E2-E4: 20", "e2e4", 20},
        {START_FEN, "B2B4: 20", "b2b4", 20},
        {START_FEN, "e2e4-20", "e2e4", 20},
        {PROMOTIONS, "A7B8Q: 3", "a7b8q", 3},
        {PROMOTIONS, "A7xB8=N: 3", "a7b8n", 3},
        {START_FEN, "Nf3 20", "g1f3", 20},
        {START_FEN, "1. Nf3 - 20", "g1f3", 20},
        {START_FEN, "Ng1-f3: 20", "g1f3", 20},
        {START_FEN,
         "\xe2\x99\x98"
         "f3: 20",
         "g1f3", 20},
        {CASTLING, "e1g1: 5", "e1g1", 5},
        {CASTLING, "e1h1: 5", "e1g1", 5},
        {CASTLING, "O-O: 5", "e1g1", 5},
        {CASTLING, "0-0 5", "e1g1", 5},
        {CASTLING, "0-0-0 - 5", "e1c1", 5},
        {CASTLING, "o-o-o=5", "e1c1", 5},
        {CASTLING, "Rxa8+: 5", "a1a8", 5},
        {PROMOTIONS, "a7b8Q: 3", "a7b8q", 3},
        {PROMOTIONS, "a7b8=q: 3", "a7b8q", 3},
        {PROMOTIONS, "a7b8n 3", "a7b8n", 3},
        {PROMOTIONS, "axb8=Q+: 3", "a7b8q", 3},
        {PROMOTIONS, "a8=R 3", "a7a8r", 3},
        {PROMOTIONS, "a8(B) 3", "a7a8b", 3},
        /* Not legal, and read as its writer means it. */
        {START_FEN, "e2e5: 1", "e2e5", 1},
        {START_FEN, "e5: 1", "e2e5", 1},
        {START_FEN, "Ke2: 1", "e1e2", 1},
        {START_FEN, "O-O: 1", "e1g1", 1},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_error error = {.message = ""};
        pf_status status = read_text(cases[i].fen, cases[i].line, &error);
        if (status != PF_OK || divide.size != 1 || strcmp(uci_of(divide.entries[0].move), cases[i].uci) != 0 ||
            divide.note_count != 0)
            fail_msg("'%s' in %s: %s, %u moves, %u notes", cases[i].line, cases[i].fen, error.message,
                     (unsigned)divide.size, (unsigned)divide.note_count);
        assert_int_equal(divide.entries[0].nodes.lo, cases[i].nodes);
        assert_int_equal(divide.entries[0].line, 1);
        assert_int_equal(divide.total.lo, cases[i].nodes);
    }
}

static void several_pairs_on_a_line(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "a2a3: 380 b2b3: 420 c2c3: 421",
        "{\"a2a3\": 380, \"b2b3\": 420, \"c2c3\": 421}",
        "{\"a2a3\":380,\"b2b3\":420,\"c2c3\":421}",
        "a2a3 380, b3 420; c2c3 421",
        "| a2a3 | 380 | b2b3 | 420 | c2c3 | 421 |",
        "1. a2a3 - 380 2. b2b3 - 420 3. c2c3 - 421",
        "1 a2a3 380 2 b2b3 420 3 c2c3 421",
        "info string a2a3 380\tB2B3 420\tc2c3 421",
    };
    static const uint64_t counts[] = {380, 420, 421};
    static const char *const moves[] = {"a2a3", "b2b3", "c2c3"};
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        assert_int_equal(read_text(START_FEN, lines[i], NULL), PF_OK);
        if (divide.size != 3 || divide.note_count != 0)
            fail_msg("'%s': %u moves, %u notes", lines[i], (unsigned)divide.size, (unsigned)divide.note_count);
        for (unsigned j = 0; j < 3; j++) {
            assert_string_equal(uci_of(divide.entries[j].move), moves[j]);
            assert_int_equal(divide.entries[j].nodes.lo, counts[j]);
            assert_int_equal(divide.entries[j].line, 1);
        }
    }

    /* What is not a pair is noted; the pairs before it are read. */
    pf_divide some = {.size = 0};
    assert_int_equal(pf_divide_add_line(&some, "a2a3: 380 b2b3", 14), PF_DIVIDE_ENTRY);
    assert_int_equal(pf_divide_add_line(&some, "c2c3: 380 d2d3: -5", 18), PF_DIVIDE_ENTRY);
    assert_int_equal(pf_divide_add_line(&some, "a2a4: -5", 8), PF_DIVIDE_OTHER);
    assert_int_equal(pf_divide_add_line(&some, "b2b4 -5", 7), PF_DIVIDE_OTHER);
    assert_int_equal(some.size, 2);
    assert_int_equal(some.note_count, 4);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(some.notes[i].line, i + 1);
        assert_int_equal(some.notes[i].kind, PF_DIVIDE_NOTE_NO_COUNT);
    }
}

static void totals(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "Nodes searched: 8902",
        "Total: 8,902",
        "8902",
        "  8.902  ",
        "total nodes = 8902",
        "Nodes 8902",
        "8902 nodes",
        "Leaves: 8902",
        "depth: 3 nodes: 8902",
        "Nodes at depth 3: 8902",
        "Nodes: 8902 Time: 12 ms",
        "perft(3) = 8902",
        "perft 3: 8902",
        "perft 3 8902",
        "Nodes searched 8902 in 12 ms",
    };
    static const char *const others[] = {
        "Nodes per second: 8902", "nps: 8902",     "info depth 3 nodes 8902", "Perft 3",   "go perft 3", "depth 3",
        "Total time: 12",         "8 r n b q k b", "a b c d e f g h",         "Moves: 20", "---",        "uciok",
    };
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        pf_divide one = {.size = 0};
        if (pf_divide_add_line(&one, lines[i], strlen(lines[i])) != PF_DIVIDE_TOTAL || one.total.lo != 8902)
            fail_msg("'%s' is not a total of 8902 but %llu", lines[i], (unsigned long long)one.total.lo);
    }
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        pf_divide one = {.size = 0};
        if (pf_divide_add_line(&one, others[i], strlen(others[i])) != PF_DIVIDE_OTHER || one.note_count != 1)
            fail_msg("'%s' is used", others[i]);
    }
}

static void note_is(uint32_t index, uint32_t line, pf_divide_note_kind kind)
{
    assert_true(index < divide.note_count);
    assert_int_equal(divide.notes[index].line, line);
    assert_string_equal(pf_divide_note_text(divide.notes[index].kind), pf_divide_note_text(kind));
}

static void whole_pastes(void **state)
{
    (void)state;
    pf_error error;
    assert_int_equal(read_text(START_FEN,
                               "\xef\xbb\xbf"
                               "go perft 1\r\ne2e4: 1\r\n\r\nd2d4: 1\r\nNodes searched: 2\r\n",
                               &error),
                     PF_OK);
    assert_int_equal(divide.size, 2);
    assert_int_equal(divide.entries[1].line, 4);
    assert_int_equal(divide.total_line, 5);
    assert_int_equal(divide.note_count, 1);
    note_is(0, 1, PF_DIVIDE_NOTE_IGNORED);

    /* The same with each kind of line end, and without the last one. */
    assert_int_equal(read_text(START_FEN, "e2e4 1\rd2d4 1\r\rfoo bar\r2", &error), PF_OK);
    assert_int_equal(divide.size, 2);
    assert_int_equal(divide.total_line, 5);
    note_is(0, 4, PF_DIVIDE_NOTE_IGNORED);

    assert_int_equal(read_text(START_FEN,
                               "e2e4\ne2e4: many\nd2d4: 999999999999999999999999999999999999999999\n"
                               "a2a3: 1 234\nb2b3 20k\nNc5: 3\nTotal: 7\nTotal: 9\nc2c4: 12.5\n",
                               &error),
                     PF_OK);
    note_is(0, 1, PF_DIVIDE_NOTE_NO_COUNT);
    note_is(1, 2, PF_DIVIDE_NOTE_NO_COUNT);
    note_is(2, 3, PF_DIVIDE_NOTE_HUGE_COUNT);
    note_is(3, 4, PF_DIVIDE_NOTE_MORE_NUMBERS);
    note_is(4, 5, PF_DIVIDE_NOTE_NO_COUNT);
    note_is(5, 8, PF_DIVIDE_NOTE_OTHER_TOTAL);
    note_is(6, 9, PF_DIVIDE_NOTE_NO_COUNT);
    note_is(7, 6, PF_DIVIDE_NOTE_NO_SUCH_MOVE); /* either knight may be meant */
    note_is(8, 7, PF_DIVIDE_NOTE_WRONG_TOTAL);
    assert_int_equal(divide.note_count, 9);
    assert_int_equal(divide.size, 2);

    /* A number before the moves is a total only as long as no better one comes. */
    assert_int_equal(read_text(START_FEN, "3\ne2e4: 20\nNodes searched: 20\n", &error), PF_OK);
    assert_int_equal(divide.total.lo, 20);
    note_is(0, 1, PF_DIVIDE_NOTE_OTHER_TOTAL);
    assert_int_equal(divide.note_count, 1);
}

static void what_is_no_divide(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        pf_status status;
        uint32_t offset;
        const char *message;
    } cases[] = {
        {"", PF_ERROR_DIVIDE, 0, "the text is empty: a divide has a move and its count on each line"},
        {"\n\r\n  \n", PF_ERROR_DIVIDE, 0, "the text is empty: a divide has a move and its count on each line"},
        {"\nhello\nworld", PF_ERROR_DIVIDE, 1,
         "line 2: no move and its count, as in 'e2e4: 20', here or in any other line"},
        {"\r\nNodes: 20", PF_ERROR_DIVIDE, 2,
         "line 2: a total, but no line with a move and its count, as in 'e2e4: 20'"},
        {"Nodes: 0", PF_OK, 0, ""},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_error error = {.message = ""};
        assert_int_equal(read_text(START_FEN, cases[i].text, &error), cases[i].status);
        assert_string_equal(error.message, cases[i].message);
        assert_int_equal(error.offset, cases[i].offset);
        assert_int_equal(read_text(START_FEN, cases[i].text, NULL), cases[i].status);
    }
    pf_position start = pf_position_start();
    assert_int_equal(pf_divide_from_text(&divide, &start, NULL, 0, NULL), PF_ERROR_DIVIDE);
    assert_string_equal(pf_divide_note_text(PF_DIVIDE_NOTE_COUNT), "");

    static char many[(PF_DIVIDE_CAPACITY + 1) * 8];
    for (size_t i = 0; i <= PF_DIVIDE_CAPACITY; i++) memcpy(many + i * 8, "e2e4: 1\n", 8);
    pf_error error;
    assert_int_equal(pf_divide_from_text(&divide, &start, many, sizeof many - 8, &error), PF_OK);
    assert_int_equal(pf_divide_from_text(&divide, &start, many, sizeof many, &error), PF_ERROR_NO_ROOM);
    assert_string_equal(error.message, "line 769: more moves than a divide can hold");
    assert_int_equal(error.offset, PF_DIVIDE_CAPACITY * 8);
    assert_false(pf_divide_add(&divide, "e2e4", 4, pf_count_of(1)));

    /* Also when there is no room for another note. */
    static char noted[PF_DIVIDE_MAX_NOTES * 6 + sizeof many];
    for (size_t i = 0; i < PF_DIVIDE_MAX_NOTES; i++) memcpy(noted + i * 6, "hello\n", 6);
    memcpy(noted + PF_DIVIDE_MAX_NOTES * 6, many, sizeof many);
    assert_int_equal(pf_divide_from_text(&divide, &start, noted, sizeof noted, &error), PF_ERROR_NO_ROOM);
    assert_string_equal(error.message, "line 801: more moves than a divide can hold");
    assert_int_equal(divide.note_count, PF_DIVIDE_MAX_NOTES + 1);
}

static void comparing(void **state)
{
    (void)state;
    assert_int_equal(read_text(KIWIPETE, "O-O: 43\nO-O-O: 44\na2a3: 44\n", NULL), PF_OK);
    compare(KIWIPETE, 2);
    assert_true(pf_divide_differs(&comparison));
    assert_int_equal(comparison.size, 48);
    assert_int_equal(comparison.missing, 45);
    assert_int_equal(comparison.ours.lo, 2039);
    assert_int_equal(comparison.theirs.lo, 131);
    assert_int_equal(row_of("e1c1")->verdict, PF_DIVIDE_DIFFERENT);
    assert_int_equal(row_of("e1c1")->ours.lo, 43);
    assert_int_equal(row_of("e1c1")->theirs.lo, 44);
    assert_int_equal(row_of("e1c1")->line, 2);
    assert_int_equal(row_of("e1g1")->verdict, PF_DIVIDE_SAME);
    assert_int_equal(row_of("b2b3")->verdict, PF_DIVIDE_MISSING);
    assert_int_equal(row_of("b2b3")->bug, PF_BUG_PUSH_MISSING);
    assert_string_equal(uci_of(comparison.next), "e1c1");
    for (uint32_t i = 1; i < comparison.size; i++)
        assert_true(strcmp(comparison.rows[i - 1].uci, comparison.rows[i].uci) <= 0);

    assert_int_equal(read_text(START_FEN, "e2e5: 1\ne2e4: 1\ne4 1\n", NULL), PF_OK);
    compare(START_FEN, 1);
    assert_int_equal(comparison.extra, 2);
    assert_int_equal(row_of("e2e5")->verdict, PF_DIVIDE_EXTRA);
    assert_int_equal(row_of("e2e5")->line, 1);
    assert_int_equal(comparison.bug, PF_BUG_PUSH_MISSING);

    assert_int_equal(read_text("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Nodes searched: 0", NULL), PF_OK);
    compare("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 1);
    assert_false(pf_divide_differs(&comparison));
}

/* The counts distinguish promotions that repeat one text. */
static void promotions_without_a_letter(void **state)
{
    (void)state;
    char text[256];
    assert_int_equal(read_text(PROMOTIONS, "a7a8q: 1", NULL), PF_OK);
    compare(PROMOTIONS, 2);
    size_t length = 0;
    for (uint32_t i = comparison.size; i-- > 0;) { /* our own counts, in another order */
        const pf_divide_row *row = &comparison.rows[i];
        length += (size_t)snprintf(text + length, sizeof text - length, "%.4s %u\n", row->uci, (unsigned)row->ours.lo);
    }
    assert_int_equal(read_text(PROMOTIONS, text, NULL), PF_OK);
    compare(PROMOTIONS, 2);
    assert_false(pf_divide_differs(&comparison));
    assert_int_equal(row_of("a7a8q")->verdict, PF_DIVIDE_SAME);

    /* One wrong count: three pairs agree, and the fourth differs. */
    assert_int_equal(read_text(PROMOTIONS, "a7b8 1\na7b8 1\na7b8 1\na7b8 7", NULL), PF_OK);
    compare(PROMOTIONS, 1);
    assert_int_equal(comparison.different, 1);
    assert_int_equal(comparison.extra, 0);

    /* A fifth one is one too many. */
    assert_int_equal(read_text(PROMOTIONS, "a7b8 1\na7b8 1\na7b8 1\na7b8 1\na7b8 1\n", NULL), PF_OK);
    compare(PROMOTIONS, 1);
    assert_int_equal(comparison.extra, 1);
    assert_int_equal(comparison.bug == PF_BUG_UNKNOWN, false);

    /* Once, it is a pawn that stays a pawn. */
    assert_int_equal(read_text(PROMOTIONS, "a7b8 1", NULL), PF_OK);
    assert_false(divide.entries[0].is_unclear);
    compare(PROMOTIONS, 1);
    assert_int_equal(row_of("a7b8")->bug, PF_BUG_PROMOTION_FORCED);

    /* SAN that does not say which knight. */
    assert_int_equal(read_text("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nd2 4\nNd2 5", NULL), PF_OK);
    assert_true(divide.entries[0].is_unclear);
    assert_true(divide.entries[0].move != divide.entries[1].move);
}

static bool stop_at_third(void *context)
{
    return ++*(int *)context == 3;
}

static void stopping(void **state)
{
    (void)state;
    int asked = 0;
    pf_position start = pf_position_start();
    assert_int_equal(read_text(START_FEN, "e2e4: 1", NULL), PF_OK);
    assert_int_equal(pf_divide_compare(&comparison, &divide, &start, 2, PF_UCI_KING_STEP, stop_at_third, &asked),
                     PF_ERROR_STOPPED);
    assert_int_equal(asked, 3);
    assert_int_equal(comparison.size, 0);

    /* A depth that no divide has is refused before anything is counted. */
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(pf_divide_compare(&comparison, &divide, &start, i == 0 ? 0 : PF_PERFT_MAX_DEPTH + 1,
                                           PF_UCI_KING_STEP, NULL, NULL),
                         PF_ERROR_OPTION);
        assert_int_equal(comparison.size, 0);
    }

    /* It is asked within a root move too, and what was compared before is kept. */
    asked = 0;
    pf_position pawns = position_of("4k3/8/8/8/8/8/P7/4K3 w - - 0 1");
    assert_int_equal(read_text("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2a3: 1\na2a4: 2\ne1d1: 3\na2a5: 4", NULL), PF_OK);
    pf_divide_compare(&comparison, &divide, &pawns, 6, PF_UCI_KING_STEP, stop_at_third, &asked);
    assert_int_equal(asked, 3);
    asked = -20; /* five root moves, about five replies each */
    assert_int_equal(pf_divide_compare(&comparison, &divide, &pawns, 6, PF_UCI_KING_STEP, stop_at_third, &asked),
                     PF_ERROR_STOPPED);
    assert_int_equal(comparison.missing + comparison.extra, 0);
    assert_true(comparison.different > 0 && comparison.different == comparison.size && comparison.size < 3);
}

static void moves_as_text(void **state)
{
    (void)state;
    pf_position start = pf_position_start();
    pf_move move = 1;
    pf_error error;
    assert_int_equal(pf_move_from_text_any(&move, &start, "Zf3", 3, &error), PF_ERROR_MOVE_TEXT);
    assert_int_equal(pf_move_from_text_any(&move, &start, "Nc5", 3, &error), PF_ERROR_MOVE_ILLEGAL);
    assert_int_equal(pf_move_from_text_any(&move, &start, "--", 2, &error), PF_ERROR_MOVE_TEXT);
    assert_int_equal(move, 1);
    pf_position castling = position_accepted("r3k2r/8/8/8/8/8/8/R3K1R1 w - - 0 1", PF_ACCEPT_LENIENT);
    assert_int_equal(pf_move_from_text_any(&move, &castling, "O-O-O", 5, NULL), PF_OK);
    assert_int_equal(move, pf_move_of(PF_E1, PF_A1, PF_MOVE_CASTLING));
    assert_int_equal(pf_move_from_text_any(&move, &castling, "O-O", 3, NULL), PF_OK);
    assert_int_equal(move, pf_move_of(PF_E1, PF_G1, PF_MOVE_CASTLING));
    assert_int_equal(pf_move_from_text_any(&move, &start, "O-O", 3, NULL), PF_OK);
    assert_int_equal(move, pf_move_of(PF_E1, PF_H1, PF_MOVE_CASTLING));
    assert_int_equal(pf_move_from_text_any(&move, &start, "e2e4+", 5, NULL), PF_OK);
    assert_int_equal(move, pf_move_of(PF_E2, PF_E4, PF_MOVE_NORMAL));
}

static void meanings_of_text(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *text, *moves; /* as UCI, castling as king takes rook; a star marks castling */
    } cases[] = {
        {START_FEN, "Nf6", "b1f6 g1f6"},
        {START_FEN, "Nd2", "b1d2"},
        {START_FEN, "Nf3", "g1f3"},
        {START_FEN, "e5", "e2e5"},
        {START_FEN, "O-O", "e1h1*"},
        {START_FEN, "e1h1", "e1h1*"},
        {"4k3/8/8/8/8/P7/P7/4K3 w - - 0 1", "a5", "a2a5 a3a5"},
        {"4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1h1", "e1h1 e1h1*"},
        {"4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1-a1", "e1a1 e1a1*"},
        {"4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1g1", "e1h1*"},
        {"4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "O-O-O", "e1a1*"},
        {"4k3/8/8/8/8/8/8/4KR2 w - - 0 1", "e1f1", "e1f1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        pf_position position = position_accepted(cases[i].fen, PF_ACCEPT_LENIENT);
        pf_move_list list;
        char text[256] = "";
        assert_int_equal(pf_moves_from_text_any(&list, &position, cases[i].text, strlen(cases[i].text), NULL), PF_OK);
        for (uint32_t j = 0; j < list.size; j++) {
            char uci[PF_UCI_SIZE];
            pf_move_to_uci(uci, sizeof uci, list.moves[j], PF_UCI_KING_TAKES_ROOK);
            strcat(strcat(text, j > 0 ? " " : ""), uci);
            if (pf_move_kind_of(list.moves[j]) == PF_MOVE_CASTLING) strcat(text, "*");
        }
        assert_string_equal(text, cases[i].moves);
    }
    pf_position bare = position_accepted("4k3/8/8/8/8/8/8/4K3 w - - 0 1", PF_ACCEPT_STRICT);
    pf_move_list list = {.size = 7};
    pf_error error;
    assert_int_equal(pf_moves_from_text_any(&list, &bare, "Nf3", 3, &error), PF_ERROR_MOVE_ILLEGAL);
    assert_string_equal(error.message, "no knight can go to f3");
    assert_int_equal(pf_moves_from_text_any(&list, &bare, "?", 1, NULL), PF_ERROR_MOVE_TEXT);
    assert_int_equal(list.size, 7);
}

/* The steps of pf_divide_from_text, one by one. */
static void in_steps(void **state)
{
    (void)state;
    pf_position position = position_accepted(CASTLING, PF_ACCEPT_LENIENT);
    static const char text[] = "e1g1: 23\r\nO-O-O 22\nnonsense\n";
    memset(&divide, 0, sizeof divide);
    pf_divide_add_text(&divide, text, strlen(text));
    assert_int_equal(divide.size, 2);
    assert_int_equal(divide.note_count, 1);
    assert_int_equal(divide.notes[0].line, 3);
    assert_true(pf_divide_add(&divide, "Ra1b1", 5, pf_count_of(21)));
    pf_divide_resolve(&divide, &position);
    assert_int_equal(divide.entries[0].move, pf_move_of(PF_E1, PF_H1, PF_MOVE_CASTLING));
    assert_int_equal(divide.entries[1].move, pf_move_of(PF_E1, PF_A1, PF_MOVE_CASTLING));
    assert_int_equal(divide.entries[2].move, pf_move_of(PF_A1, PF_B1, PF_MOVE_NORMAL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(several_pairs_on_a_line),
        cmocka_unit_test(forms_of_a_line),
        cmocka_unit_test(totals),
        cmocka_unit_test(whole_pastes),
        cmocka_unit_test(what_is_no_divide),
        cmocka_unit_test(comparing),
        cmocka_unit_test(promotions_without_a_letter),
        cmocka_unit_test(stopping),
        cmocka_unit_test(moves_as_text),
        cmocka_unit_test(meanings_of_text),
        cmocka_unit_test(in_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
