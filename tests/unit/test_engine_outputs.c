/* What engines print, in the forms of tests/fixtures/engine_outputs.txt: each is read as the same divide. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

#define POSITION "7k/P7/8/8/8/8/8/7K w - - 0 1"
enum { DEPTH = 4, TOTAL = 1099, AT_LEAST = 40 };

static pf_divide divide;
static pf_divide_comparison comparison;

static void read_and_compare(const char *name, const char *text, size_t length, bool total_only)
{
    pf_position position = position_of(POSITION);
    divide = (pf_divide){.size = 0};
    pf_divide_add_text(&divide, text, length);
    pf_divide_resolve(&divide, &position);
    bool undecided = strstr(name, "no total") != NULL; /* until it is compared */
    if ((divide.total.lo != TOTAL && !undecided) || pf_divide_contradicts_itself(&divide) ||
        (divide.size == 0) != total_only)
        fail_msg("%s: %u moves, total %llu, sum %llu", name, (unsigned)divide.size, (unsigned long long)divide.total.lo,
                 (unsigned long long)divide.sum.lo);
    if (total_only) return;
    pf_divide_compare(&comparison, &divide, &position, DEPTH, PF_UCI_KING_STEP, NULL, NULL);
    if (pf_divide_differs(&comparison) || comparison.theirs.lo != TOTAL)
        fail_msg("%s: %u missing, %u extra, %u different, total %llu", name, (unsigned)comparison.missing,
                 (unsigned)comparison.extra, (unsigned)comparison.different, (unsigned long long)comparison.theirs.lo);
}

static void forms_of_engines(void **state)
{
    (void)state;
    static char text[1 << 16];
    FILE *file = fopen(ENGINE_OUTPUTS, "rb");
    assert_non_null(file);
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    unsigned count = 0;
    for (char *section = strstr(text, "\n=== "); section != NULL;) {
        char name[128];
        char *body = strchr(section + 5, '\n') + 1, *end = strstr(body - 1, "\n=== ");
        snprintf(name, sizeof name, "%.*s", (int)(body - section - 6), section + 5);
        size_t size = end != NULL ? (size_t)(end + 1 - body) : strlen(body);
        read_and_compare(name, body, size, strstr(name, "(total only)") != NULL);
        count++;
        section = end;
    }
    assert_true(count >= AT_LEAST);
}

/* With one count changed, the same forms are not read as agreeing: no reading is chosen because it pleases. */
static void a_wrong_count_stays_wrong(void **state)
{
    (void)state;
    static const char text[] = "a7a8b 1 154\na7a8n 2 90\na7a8q 3 197\na7a8r 4 160\nh1g1 5 148\nh1g2 6 203\nh1h2 7 148\n"
                               "Nodes: 1100\n";
    pf_position position = position_of(POSITION);
    assert_int_equal(pf_divide_from_text(&divide, &position, text, sizeof text - 1, NULL), PF_OK);
    assert_int_equal(divide.total.lo, 1100);
    pf_divide_compare(&comparison, &divide, &position, DEPTH, PF_UCI_KING_STEP, NULL, NULL);
    assert_int_equal(comparison.different, 1);
    assert_int_equal(comparison.missing + comparison.extra, 0);
}

static void a_sum_that_is_not_the_total(void **state)
{
    (void)state;
    static const char text[] = "a7a8q: 197\nh1g1: 148\nNodes: 400\n";
    pf_position position = position_of(POSITION);
    assert_int_equal(pf_divide_from_text(&divide, &position, text, sizeof text - 1, NULL), PF_OK);
    assert_true(pf_divide_contradicts_itself(&divide));
    divide.total_line = 0;
    assert_false(pf_divide_contradicts_itself(&divide));
}

/* A move that cannot be read is not a missing move; if its square or its count fits none, it is an extra one. */
static void moves_that_cannot_be_read(void **state)
{
    (void)state;
    static const char fen[] = "4k3/8/4p3/3P4/8/8/8/4K3 w - - 0 1";
    pf_position position = position_of(fen);
    static const char text[] = "P*e6: 1\nd5d6: 1\ne1d1: 1\ne1d2: 1\ne1e2: 1\ne1f1: 1\ne1f2: 1\n";
    assert_int_equal(pf_divide_from_text(&divide, &position, text, sizeof text - 1, NULL), PF_OK);
    assert_int_equal(divide.size, 7);
    assert_true(divide.entries[0].is_unreadable);
    pf_divide_compare(&comparison, &divide, &position, 1, PF_UCI_KING_STEP, NULL, NULL);
    assert_false(pf_divide_differs(&comparison));

    static const char off_board[] = "d5d6: 1\nd5e6: 1\ne1d1: 1\ne1d2: 1\ne1e2: 1\ne1f1: 1\ne1f2: 1\nh4i5: 1\n";
    assert_int_equal(pf_divide_from_text(&divide, &position, off_board, sizeof off_board - 1, NULL), PF_OK);
    pf_divide_compare(&comparison, &divide, &position, 1, PF_UCI_KING_STEP, NULL, NULL);
    assert_int_equal(comparison.extra, 1);
    assert_int_equal(comparison.missing, 0);
}

/* The output of a search, and other chatter, has no counts. */
static void what_is_not_a_count(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "info depth 5 seldepth 7 score cp 33 nodes 1234 nps 99999 time 3 pv e2e4 e7e5",
        "info depth 1 currmove e2e4 currmovenumber 1",
        "bestmove e2e4 ponder e7e5",
        "info string NNUE evaluation using nn-5af11540bbfe.nnue enabled",
        "option name Hash type spin default 16 min 1 max 33554432",
        "Stockfish 15.1 by the Stockfish developers (see AUTHORS file)",
        "id name a1b2 3",
        "FEN: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "Illegal move: e2e4 1",
        "Nodes per second: 366333",
        "speed: 1000 knodes",
        "Time: 12 ms",
    };
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        pf_divide one = {.size = 0};
        pf_divide_line line = pf_divide_add_line(&one, lines[i], strlen(lines[i]));
        if (line == PF_DIVIDE_ENTRY || line == PF_DIVIDE_TOTAL) fail_msg("'%s' is used", lines[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_of_engines),
        cmocka_unit_test(a_wrong_count_stays_wrong),
        cmocka_unit_test(a_sum_that_is_not_the_total),
        cmocka_unit_test(moves_that_cannot_be_read),
        cmocka_unit_test(what_is_not_a_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
