/* EPD records: operations read, kept, changed and written. */
#include "support.h"

#include <stdlib.h>

#define KINGS "4k3/8/8/8/8/8/8/4K3 w - -"

static pf_epd epd_accepted(const char *text, pf_accept accept)
{
    pf_epd epd;
    pf_error error;
    if (pf_epd_from_text(&epd, text, strlen(text), accept, &error) != PF_OK)
        fail_msg("%s: at %u: %s", text, (unsigned)error.offset, error.message);
    return epd;
}

static pf_epd epd_of(const char *text)
{
    return epd_accepted(text, PF_ACCEPT_STRICT);
}

static void kinds(void **state)
{
    (void)state;
    static const struct {
        const char *opcodes;
        pf_epd_kind kind;
    } cases[] = {
        {"draw_accept draw_claim draw_offer draw_reject resign", PF_EPD_NO_OPERAND},
        {"noop", PF_EPD_ANY_OPERANDS},
        {"acd acn acs dm fmvn hmvc rc tcgs", PF_EPD_UNSIGNED},
        {"ce", PF_EPD_INTEGER},
        {"c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 eco id nic v0 v1 v2 v3 v4 v5 v6 v7 v8 v9", PF_EPD_STRING},
        {"tcri tcsi", PF_EPD_STRINGS},
        {"pm sm", PF_EPD_MOVE},
        {"am bm", PF_EPD_MOVES},
        {"pv", PF_EPD_VARIATION},
        {"x c ca v10 bmx b Bm perft D1", PF_EPD_UNKNOWN},
    };
    unsigned standard = 0;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        for (const char *at = cases[i].opcodes; *at;) {
            size_t length = strcspn(at, " ");
            if (pf_epd_opcode_kind(at, length) != cases[i].kind) fail_msg("%s", at);
            standard += cases[i].kind != PF_EPD_UNKNOWN;
            at += length;
            at += strspn(at, " ");
        }
    }
    assert_int_equal(standard, 25 + 20); /* those of the standard, c0 to c9 and v0 to v9 among them */
    assert_int_equal(pf_epd_opcode_kind("", 0), PF_EPD_UNKNOWN);
}

static void assert_text(pf_epd_text view, const char *expected)
{
    assert_int_equal(view.length, strlen(expected));
    assert_memory_equal(view.text, expected, view.length);
}

static void iterates(void **state)
{
    (void)state;
    pf_epd epd = epd_of("  " KINGS "  bm Kd2  Ke2 ;;  id \"a;b \\\" c\" ; x ;noop 1 \"two\" 3;\ty \"open; ");
    static const char *const opcodes[] = {"bm", "id", "x", "noop", "y"};
    static const char *const operands[] = {"Kd2  Ke2", "\"a;b \\\" c\"", "", "1 \"two\" 3", "\"open; "};
    pf_epd_operation operation;
    size_t count = 0;
    for (size_t cursor = 0; pf_epd_next(&epd, &cursor, &operation); count++) {
        assert_text(operation.opcode, opcodes[count]);
        assert_text(operation.operands, operands[count]);
    }
    assert_int_equal(count, 5);

    pf_epd_text operand;
    bool quoted;
    size_t cursor = 0;
    assert_true(pf_epd_find(&epd, "noop", &operation));
    assert_true(pf_epd_next_operand(&operation, &cursor, &operand, &quoted));
    assert_text(operand, "1");
    assert_false(quoted);
    assert_true(pf_epd_next_operand(&operation, &cursor, &operand, &quoted));
    assert_text(operand, "two");
    assert_true(quoted);
    assert_true(pf_epd_next_operand(&operation, &cursor, &operand, NULL));
    assert_text(operand, "3");
    assert_false(pf_epd_next_operand(&operation, &cursor, &operand, NULL));

    char text[32];
    assert_true(pf_epd_find(&epd, "id", &operation));
    assert_int_equal(pf_epd_to_string(text, sizeof text, &operation), 7);
    assert_string_equal(text, "a;b \" c");
    assert_true(pf_epd_find(&epd, "y", &operation));
    assert_int_equal(pf_epd_to_string(text, sizeof text, &operation), 6);
    assert_string_equal(text, "open; ");
    assert_true(pf_epd_find(&epd, "x", &operation));
    assert_int_equal(pf_epd_to_string(text, sizeof text, &operation), 0);
    assert_string_equal(text, "");
    assert_false(pf_epd_find(&epd, "i", &operation));
    assert_false(pf_epd_find(&epd, "idx", &operation));
}

static void integers(void **state)
{
    (void)state;
    static const struct {
        const char *operand;
        pf_status code;
        int64_t number;
    } cases[] = {
        {"0", PF_OK, 0},
        {"-32000", PF_OK, -32000},
        {"+17", PF_OK, 17},
        {"\"12\"", PF_OK, 12},
        {"9223372036854775807", PF_OK, INT64_MAX},
        {"9223372036854775808", PF_ERROR_EPD, 0},
        {"-9223372036854775808", PF_OK, INT64_MIN},
        {"-9223372036854775809", PF_ERROR_EPD, 0},
        {"3.14", PF_ERROR_EPD, 0},
        {"", PF_ERROR_EPD, 0},
        {"-", PF_ERROR_EPD, 0},
        {"x", PF_ERROR_EPD, 0},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[100];
        pf_epd_operation operation;
        int64_t number = 77;
        snprintf(text, sizeof text, KINGS " q %s;", cases[i].operand);
        pf_epd epd = epd_of(text);
        assert_true(pf_epd_find(&epd, "q", &operation));
        assert_int_equal(pf_epd_to_integer(&number, &operation, NULL), cases[i].code);
        assert_true(number == (cases[i].code ? 77 : cases[i].number));
    }
}

static void moves(void **state)
{
    (void)state;
    pf_epd epd = epd_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 Nf3 g1h3; pm d4; "
                        "pv 1. e4 e5 2.Nf3 -- 3... Nc3; am Na3");
    pf_epd_operation operation;
    pf_move_list list;
    assert_true(pf_epd_find(&epd, "bm", &operation));
    assert_int_equal(pf_epd_to_moves(&list, &epd, &operation, NULL), PF_OK);
    assert_int_equal(list.size, 3);
    assert_int_equal(list.moves[0], pf_move_of(PF_E2, PF_E4, PF_MOVE_NORMAL));
    assert_int_equal(list.moves[2], pf_move_of(PF_G1, PF_H3, PF_MOVE_NORMAL));
    assert_true(pf_epd_find(&epd, "pv", &operation));
    assert_int_equal(pf_epd_to_moves(&list, &epd, &operation, NULL), PF_OK);
    assert_int_equal(list.size, 5);
    assert_int_equal(list.moves[1], pf_move_of(PF_E7, PF_E5, PF_MOVE_NORMAL));
    assert_int_equal(list.moves[3], PF_NO_MOVE);
    assert_int_equal(list.moves[4], pf_move_of(PF_B1, PF_C3, PF_MOVE_NORMAL));
}

static void refuses(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        pf_status code;
        uint32_t offset;
        bool lenient; /* whether lenient reading takes it */
    } cases[] = {
        {"", PF_ERROR_FEN_BOARD, 0, false},
        {"?", PF_ERROR_FEN_BOARD, 0, false},
        {"4k3/8/8/8/8/8/8/4K3 w -", PF_ERROR_EPD, 23, false},
        {"8/8/8/8/8/8/8/8 w - - id \"x\";", PF_ERROR_POSITION, 0, false},
        {KINGS " 0 1", PF_ERROR_EPD, 26, false},
        {KINGS " \"x\";", PF_ERROR_EPD, 26, false},
        {KINGS " b+m Kd2;", PF_ERROR_EPD, 27, false},
        {KINGS " hmvc x;", PF_ERROR_EPD, 31, false},
        {KINGS " hmvc -1;", PF_ERROR_EPD, 31, false},
        {KINGS " hmvc 65536;", PF_ERROR_EPD, 31, false},
        {KINGS " fmvn 4294967296;", PF_ERROR_EPD, 31, false},
        {KINGS " fmvn;", PF_ERROR_EPD, 30, false},
        {KINGS " bm Kd2 Kd3;", PF_ERROR_MOVE_ILLEGAL, 33, true},
        {KINGS " bm;", PF_ERROR_EPD, 28, true},
        {KINGS " pm Kd2 Ke2;", PF_ERROR_EPD, 29, true},
        {KINGS " pv Kd2 Kd2;", PF_ERROR_MOVE_ILLEGAL, 33, true},
        {KINGS " id unquoted;", PF_ERROR_EPD, 29, true},
        {KINGS " id \"a\" \"b\";", PF_ERROR_EPD, 29, true},
        {KINGS " tcri x;", PF_ERROR_EPD, 31, true},
        {KINGS " resign 1;", PF_ERROR_EPD, 33, true},
        {KINGS " acd -1;", PF_ERROR_EPD, 30, true},
        {KINGS " acd 1 2;", PF_ERROR_EPD, 30, true},
        {KINGS " ce 12x;", PF_ERROR_EPD, 31, true},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_epd epd;
        memset(&epd, 0x55, sizeof epd);
        pf_epd before = epd;
        pf_error error = {0};
        pf_status status = pf_epd_from_text(&epd, cases[i].text, strlen(cases[i].text), PF_ACCEPT_STRICT, &error);
        if (status != cases[i].code || error.code != status || error.offset != cases[i].offset)
            fail_msg("%s: %d at %u: %s", cases[i].text, (int)status, (unsigned)error.offset, error.message);
        assert_memory_equal(&epd, &before, sizeof epd);
        assert_int_equal(pf_epd_from_text(&epd, cases[i].text, strlen(cases[i].text), 0, NULL), status);
        status = pf_epd_from_text(&epd, cases[i].text, strlen(cases[i].text), PF_ACCEPT_LENIENT, NULL);
        assert_int_equal(status == PF_OK, cases[i].lenient);
    }
}

static void writes(void **state)
{
    (void)state;
    pf_position position = position_of(START_FEN);
    position.halfmove_clock = 3;
    static const pf_move line[] = {(pf_move)(PF_E4 | PF_E2 << 6), (pf_move)(PF_E5 | PF_E7 << 6), PF_NO_MOVE, 0x1234};
    static const char expected[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 3; fmvn 1; noop; ce -17; "
                                   "id \"say \\\"\\\\\\\" twice\"; bm e4; pv e4 e5 --;";
    char text[300];
    for (size_t size = 0; size <= sizeof text; size++) {
        memset(text, '?', sizeof text);
        pf_epd_writer writer;
        pf_epd_begin(&writer, size ? text : NULL, size, &position, PF_CASTLING_STANDARD, PF_EP_LEGAL);
        pf_epd_add_clocks(&writer);
        pf_epd_add(&writer, "noop");
        pf_epd_add_integer(&writer, "ce", -17);
        pf_epd_add_string(&writer, "id", "say \"\\\"\ntwice", 13);
        pf_epd_add_moves(&writer, "bm", line, 2); /* the second is not White's */
        pf_epd_add_moves(&writer, "pv", line, 4); /* the last is no move */
        assert_int_equal(pf_epd_end(&writer), strlen(expected));
        size_t written = size > strlen(expected) ? strlen(expected) : size ? size - 1 : 0;
        assert_memory_equal(text, expected, written);
        if (size) assert_int_equal(text[written], '\0');
        if (size < sizeof text) assert_int_equal(text[size], '?');
    }
    pf_epd epd = epd_of(text);
    assert_int_equal(epd.position.halfmove_clock, 3);
    pf_epd_writer writer;
    pf_epd_begin(&writer, text, sizeof text, &position, PF_CASTLING_STANDARD, PF_EP_LEGAL);
    pf_epd_add_integer(&writer, "q", INT64_MIN);
    pf_epd_end(&writer);
    assert_string_equal(text + strlen(text) - 24, " q -9223372036854775808;");
}

static void changes(void **state)
{
    (void)state;
    pf_epd epd = epd_of(" " KINGS " bm Kd2;zz 1 \"two\";  id \"a\"; zz 2");
    static const struct {
        const char *opcode, *operands, *expected;
    } cases[] = {
        {"id", "\"b\"", KINGS " bm Kd2; zz 1 \"two\"; id \"b\"; zz 2;"},
        {"id", NULL, KINGS " bm Kd2; zz 1 \"two\"; zz 2;"},
        {"zz", "", KINGS " bm Kd2; zz; id \"a\"; zz 2;"},
        {"ce", "12", KINGS " bm Kd2; zz 1 \"two\"; id \"a\"; zz 2; ce 12;"},
        {"ce", NULL, KINGS " bm Kd2; zz 1 \"two\"; id \"a\"; zz 2;"},
    };
    char text[300];
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_int_equal(pf_epd_replace(text, sizeof text, &epd, cases[i].opcode, cases[i].operands),
                         strlen(cases[i].expected));
        assert_string_equal(text, cases[i].expected);
    }
    /* Strings that were never closed are closed, so that what follows is not swallowed. */
    static const struct {
        const char *text, *expected;
    } open[] = {
        {KINGS " id \"", KINGS " id \"\"; ce 1;"},
        {KINGS " id \"a\\", KINGS " id \"a\\\\\"; ce 1;"},
        {KINGS " id \"a\\\\", KINGS " id \"a\\\\\"; ce 1;"},
        {KINGS " id \"a\\\"", KINGS " id \"a\\\"\"; ce 1;"},
        {KINGS " x \"a\" \"b", KINGS " x \"a\" \"b\"; ce 1;"},
    };
    for (size_t i = 0; i < COUNT_OF(open); i++) {
        epd = epd_of(open[i].text);
        pf_epd_replace(text, sizeof text, &epd, "ce", "1");
        assert_string_equal(text, open[i].expected);
    }
}

/* Every operation written as it was read is read as the same operation again. */
static void assert_kept(const pf_epd *epd)
{
    char text[1000];
    pf_epd_writer writer;
    pf_epd_operation a, b;
    pf_epd_begin(&writer, text, sizeof text, &epd->position, PF_CASTLING_STANDARD, PF_EP_ALWAYS);
    for (size_t cursor = 0; pf_epd_next(epd, &cursor, &a);) pf_epd_add_operation(&writer, &a);
    assert_true(pf_epd_end(&writer) < sizeof text);
    pf_epd again = epd_accepted(text, PF_ACCEPT_LENIENT);
    assert_memory_equal(&again.position, &epd->position, sizeof again.position);
    size_t first = 0, second = 0;
    while (pf_epd_next(epd, &first, &a)) {
        char x[1000], y[1000];
        assert_true(pf_epd_next(&again, &second, &b));
        assert_int_equal(a.opcode.length, b.opcode.length);
        assert_memory_equal(a.opcode.text, b.opcode.text, a.opcode.length);
        pf_epd_to_string(x, sizeof x, &a);
        pf_epd_to_string(y, sizeof y, &b);
        assert_string_equal(x, y);
    }
    assert_false(pf_epd_next(&again, &second, &b));
}

static void assert_operand(const pf_epd *epd, const pf_epd_operation *operation, const json_t *expected)
{
    char text[200];
    pf_epd_to_string(text, sizeof text, operation);
    if (json_is_null(expected)) {
        assert_int_equal(operation->operands.length, 0);
    } else if (json_is_string(expected)) {
        assert_string_equal(text, json_string_value(expected));
    } else if (json_is_integer(expected)) {
        int64_t number;
        assert_int_equal(pf_epd_to_integer(&number, operation, NULL), PF_OK);
        assert_true(number == json_integer_value(expected));
    } else if (json_is_real(expected)) {
        assert_true(strtod(text, NULL) == json_real_value(expected));
    } else {
        pf_move_list list;
        assert_int_equal(pf_epd_to_moves(&list, epd, operation, NULL), PF_OK);
        assert_int_equal(list.size, json_array_size(expected));
        for (uint32_t i = 0; i < list.size; i++) {
            char uci[PF_UCI_SIZE];
            pf_move_to_uci(uci, sizeof uci, list.moves[i], PF_UCI_KING_STEP);
            assert_string_equal(uci, json_string_value(json_array_get(expected, i)));
        }
    }
}

/* One row is three-check chess, whose counters stand where we expect operations; it is no EPD of chess. */
static void epd_corpus(void **state)
{
    (void)state;
    jsonl in = jsonl_open("notation/epd_cases.jsonl");
    unsigned read = 0, refused = 0, written = 0;
    while (jsonl_next(&in)) {
        const char *text = jsonl_get(&in, "epd"), *fen = jsonl_get(&in, "fen"), *out = jsonl_get(&in, "out");
        pf_epd epd;
        pf_error error;
        pf_status status = pf_epd_from_text(&epd, text, strlen(text), PF_ACCEPT_STRICT, &error);
        bool three_check = strcmp(jsonl_get(&in, "note"), "threecheck") == 0;
        if (!fen || three_check) {
            assert_int_equal(status, PF_ERROR_EPD);
            refused++;
            continue;
        }
        if (status) fail_msg("%s: %s", text, error.message);
        assert_fen(&epd.position, PF_CASTLING_STANDARD, PF_EP_LEGAL, fen);
        const char *opcode;
        json_t *operand;
        json_object_foreach(json_object_get(in.row, "ops"), opcode, operand)
        {
            pf_epd_operation operation;
            assert_true(pf_epd_find(&epd, opcode, &operation));
            assert_operand(&epd, &operation, operand);
        }
        assert_kept(&epd);
        read++;
        if (!out) continue;
        char line[300];
        pf_epd_writer writer;
        pf_epd_begin(&writer, line, sizeof line, &epd.position, PF_CASTLING_STANDARD, PF_EP_LEGAL);
        pf_epd_add_clocks(&writer);
        pf_epd_end(&writer);
        assert_string_equal(line, out);
        written++;
    }
    assert_int_equal(in.rows, 16);
    assert_int_equal(read, 14);
    assert_int_equal(refused, 2);
    assert_int_equal(written, 4);
    jsonl_close(&in);
}

/* Random text after a position never reads beyond its end, and what is accepted is kept. */
static void random_operations(void **state)
{
    (void)state;
    static const char alphabet[] = "ab \";\\ c0 1;\"pv Kd2-";
    test_random random = {43};
    unsigned accepted = 0;
    for (int i = 0; i < 50000; i++) {
        size_t length = sizeof KINGS + random_below(&random, 24);
        char *text = malloc(length); /* exactly as long as it is, so that a sanitizer sees more */
        assert_non_null(text);
        memcpy(text, KINGS " ", sizeof KINGS);
        for (size_t at = sizeof KINGS; at < length; at++)
            text[at] = alphabet[random_below(&random, sizeof alphabet - 1)];
        pf_epd epd;
        if (pf_epd_from_text(&epd, text, length, PF_ACCEPT_LENIENT, NULL) == PF_OK) {
            assert_kept(&epd);
            accepted++;
        }
        free(text);
    }
    assert_true(accepted > 1000);
}

/* The pocket is a part of the board; the checks of Three-check are a field of their own, which may be missing. */
static void variants(void **state)
{
    (void)state;
    static const struct {
        pf_variant variant;
        const char *text, *written; /* NULL: the same */
    } cases[] = {
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[Np] w - - bm N@f6+;", NULL},
        {PF_VARIANT_ANTICHESS, "8/P7/8/8/8/8/8/k7 w - - bm a8=K;", NULL},
        {PF_VARIANT_THREE_CHECK, "7k/8/8/8/8/8/8/R3K3 w - - 1+3 bm Ra8#;", NULL},
        {PF_VARIANT_THREE_CHECK, "7k/8/8/8/8/8/8/R3K3 w - - +2+0 bm Ra8#;", "7k/8/8/8/8/8/8/R3K3 w - - 1+3 bm Ra8#;"},
        {PF_VARIANT_THREE_CHECK, "7k/8/8/8/8/8/8/R3K3 w - - bm Ra8+;", "7k/8/8/8/8/8/8/R3K3 w - - 3+3 bm Ra8+;"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *text = cases[i].text;
        char line[256];
        pf_epd epd;
        pf_error error;
        pf_epd_operation best;
        pf_move_list moves;
        pf_epd_writer writer;
        if (pf_epd_from_text(&epd, text, strlen(text), pf_accept_variant(cases[i].variant), &error) != PF_OK)
            fail_msg("%s: %s", text, error.message);
        assert_true(pf_epd_find(&epd, "bm", &best));
        assert_int_equal(pf_epd_to_moves(&moves, &epd, &best, NULL), PF_OK);
        pf_epd_begin(&writer, line, sizeof line, &epd.position, PF_CASTLING_STANDARD, PF_EP_LEGAL);
        pf_epd_add_moves(&writer, "bm", moves.moves, moves.size);
        pf_epd_end(&writer);
        assert_string_equal(line, cases[i].written ? cases[i].written : text);
        assert_int_equal(pf_epd_replace(line, sizeof line, &epd, "bm", NULL), strcspn(text, "b") - 1);
    }
    pf_epd epd;
    pf_error error;
    static const char wrong[] = "7k/8/8/8/8/8/8/R3K3 w - - 4+4 bm Ra8+;";
    pf_accept accept = pf_accept_variant(PF_VARIANT_THREE_CHECK);
    assert_int_equal(pf_epd_from_text(&epd, wrong, sizeof wrong - 1, accept, &error), PF_ERROR_FEN_TRAILING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds),    cmocka_unit_test(iterates),   cmocka_unit_test(integers),
        cmocka_unit_test(moves),    cmocka_unit_test(refuses),    cmocka_unit_test(writes),
        cmocka_unit_test(changes),  cmocka_unit_test(epd_corpus), cmocka_unit_test(random_operations),
        cmocka_unit_test(variants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
