/* Names of the bugs that only generators of variants have, and divides with drops and promotions to king. */
#include "variant_support.h"

#include <plyforge/bisect.h>
#include <plyforge/divide.h>

typedef struct bug_case {
    pf_variant variant;
    const char *fen, *line, *uci;
    pf_difference difference;
    pf_bug bug;
} bug_case;

static pf_bug bug_of(const bug_case *row)
{
    pf_variant_position base = variant_position_of(row->fen, row->variant), position = base;
    pf_move moves[8], move = PF_NO_MOVE;
    size_t size = 0;
    for (const char *at = row->line; *at != '\0'; at += strcspn(at, " "), at += strspn(at, " ")) {
        assert_int_equal(pf_variant_move_from_uci(&moves[size], &position, at, strcspn(at, " "), NULL), PF_OK);
        pf_variant_play_unchecked(&position, moves[size++]);
    }
    assert_int_equal(pf_variant_move_from_uci_any(&move, &position, row->uci, strlen(row->uci), NULL), PF_OK);
    return pf_variant_bug_of(&base, moves, size, move, row->difference);
}

static void check_cases(const bug_case *rows, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        pf_bug bug = bug_of(&rows[i]);
        if (bug != rows[i].bug) print_error("%s %s %s\n", rows[i].fen, rows[i].line, rows[i].uci);
        assert_string_equal(pf_bug_name(bug), pf_bug_name(rows[i].bug));
    }
}

#define CRAZYHOUSE PF_VARIANT_CRAZYHOUSE
#define ATOMIC     PF_VARIANT_ATOMIC
#define ANTICHESS  PF_VARIANT_ANTICHESS
#define HILL       PF_VARIANT_KING_OF_THE_HILL
#define CHECKS     PF_VARIANT_THREE_CHECK
#define HORDE      PF_VARIANT_HORDE
#define RACE       PF_VARIANT_RACING_KINGS

static void extra_moves(void **state)
{
    (void)state;
    static const bug_case rows[] = {
        {ATOMIC, "4k3/8/8/8/8/8/3p4/R2QK3 w - - 0 1", "", "d1d2", PF_EXTRA, PF_BUG_OWN_KING_EXPLODES},
        {ATOMIC, "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "", "e1e2", PF_EXTRA, PF_BUG_KING_CAPTURES},
        {ATOMIC, "4r1k1/8/8/3p4/2P1N3/8/8/4K3 w - - 0 1", "", "c4d5", PF_EXTRA, PF_BUG_EXPLOSION_EXPOSES_KING},
        {ANTICHESS, "8/8/8/3p4/4P3/8/P7/8 w - - 0 1", "", "a2a3", PF_EXTRA, PF_BUG_COMPULSION},
        {ANTICHESS, "8/8/b7/8/1Pp5/8/8/8 b - b3 0 1", "", "a6b7", PF_EXTRA, PF_BUG_EP_COMPULSION},
        {ANTICHESS, "8/8/8/8/8/p7/8/4K2R w - - 0 1", "", "e1g1", PF_EXTRA, PF_BUG_CASTLING_NOT_IN_VARIANT},
        {CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "", "N@f3", PF_EXTRA, PF_BUG_DROP_NOT_IN_POCKET},
        {CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "", "N@e8", PF_EXTRA, PF_BUG_DROP_OCCUPIED},
        {CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "", "P@a1", PF_EXTRA, PF_BUG_DROP_PAWN_RANK},
        {CRAZYHOUSE, "4k3/4r3/8/8/8/8/8/4K3[N] w - - 0 1", "", "N@a3", PF_EXTRA, PF_BUG_DROP_CHECK_UNANSWERED},
        {CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "", "N@a3", PF_EXTRA, PF_BUG_LISTED_TWICE},
        {ATOMIC, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "", "N@a3", PF_EXTRA, PF_BUG_DROP_NOT_IN_POCKET},
        {HILL, "8/8/4k3/8/2K5/8/8/8 w - - 0 1", "", "c4d5", PF_EXTRA, PF_BUG_HILL_ATTACKED},
        {HILL, "8/8/4k3/8/3K4/8/8/8 b - - 0 1", "", "e6e7", PF_EXTRA, PF_BUG_PAST_HILL},
        {CHECKS, "4k3/8/8/8/8/8/8/3RK3 w - - 3+0 0 1", "", "d1d2", PF_EXTRA, PF_BUG_PAST_THIRD_CHECK},
        {HORDE, "4k3/8/8/8/8/8/8/8 b - - 0 1", "", "e8e7", PF_EXTRA, PF_BUG_PAST_HORDE},
        {RACE, "8/8/8/8/k7/8/8/1R5K w - - 0 1", "", "b1b4", PF_EXTRA, PF_BUG_GIVES_CHECK},
        {RACE, "8/8/8/8/k2N3R/8/8/7K w - - 0 1", "", "d4e2", PF_EXTRA, PF_BUG_DISCOVERS_CHECK},
        {RACE, "K7/8/8/8/8/8/5k2/8 b - - 0 1", "", "f2f3", PF_EXTRA, PF_BUG_PAST_WHITE_ARRIVAL},
        {RACE, "k7/8/8/8/8/8/5K2/8 w - - 0 1", "", "f2f3", PF_EXTRA, PF_BUG_PAST_BLACK_ARRIVAL},
    };
    check_cases(rows, COUNT_OF(rows));
}

static void missing_moves(void **state)
{
    (void)state;
    static const bug_case rows[] = {
        {ATOMIC, "4k3/4p3/8/8/8/8/4R3/4K3 w - - 0 1", "", "e2e7", PF_MISSING, PF_BUG_WINNING_EXPLOSION_MISSING},
        {ATOMIC, "8/8/8/8/8/5k2/8/3K4 w - - 0 1", "", "d1e2", PF_MISSING, PF_BUG_TOUCHING_KINGS_MISSING},
        {ANTICHESS, "8/P7/8/8/8/8/p7/8 w - - 0 1", "", "a7a8k", PF_MISSING, PF_BUG_KING_PROMOTION_MISSING},
        {ANTICHESS, "8/8/8/8/r7/8/8/3K4 w - - 0 1", "", "d1d2", PF_MISSING, PF_BUG_KING_MOVE_MISSING},
        {ANTICHESS, "8/8/8/8/3r4/8/8/4K3 w - - 0 1", "", "e1d1", PF_MISSING, PF_BUG_ROYAL_KING},
        {CRAZYHOUSE, "4k3/4r3/8/8/8/8/8/4K3[N] w - - 0 1", "", "N@e3", PF_MISSING, PF_BUG_DROP_BLOCK_MISSING},
        {CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "", "N@f6", PF_MISSING, PF_BUG_DROP_CHECK_MISSING},
        {CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "", "P@a7", PF_MISSING, PF_BUG_DROP_ON_SEVENTH_MISSING},
        {CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[P] b - - 0 1", "", "e8e7", PF_MISSING, PF_BUG_KING_MOVE_MISSING},
        {CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "", "P@a6", PF_MISSING, PF_BUG_DROP_MISSING},
        {HORDE, "4k3/8/8/8/8/8/8/P7 w - - 0 1", "", "a1a3", PF_MISSING, PF_BUG_FIRST_RANK_JUMP_MISSING},
        {HORDE, "4k3/8/8/8/8/8/P7/8 w - - 0 1", "", "a2a4", PF_MISSING, PF_BUG_DOUBLE_PUSH_MISSING},
        {RACE, "K7/5k2/8/8/8/8/8/8 b - - 0 1", "", "f7e8", PF_MISSING, PF_BUG_RACE_ANSWER_MISSING},
    };
    check_cases(rows, COUNT_OF(rows));
}

static void after_playing(void **state)
{
    (void)state;
    static const char promoted[] = "4k3/8/8/8/8/8/3q~4/4K3[] w - - 0 1";
    static const char knight[] = "4k3/8/8/8/8/8/3n4/4K3[] w - - 0 1";
    static const bug_case rows[] = {
        {CRAZYHOUSE, promoted, "e1d2 e8e7", "Q@a3", PF_EXTRA, PF_BUG_POCKET_PROMOTED},
        {CRAZYHOUSE, promoted, "e1d2 e8e7", "P@a3", PF_MISSING, PF_BUG_POCKET_PROMOTED},
        {CRAZYHOUSE, knight, "e1d2", "N@a3", PF_EXTRA, PF_BUG_POCKET_OWNER},
        {CRAZYHOUSE, knight, "e1d2 e8e7", "N@a3", PF_MISSING, PF_BUG_POCKET_CAPTURE},
        {CRAZYHOUSE, "4k3/8/8/3pP3/8/8/8/4K3[] w - d6 0 1", "e5d6 e8d8", "P@a3", PF_MISSING, PF_BUG_POCKET_EN_PASSANT},
        {CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@a3 e8e7", "N@a4", PF_EXTRA, PF_BUG_POCKET_ENDLESS},
        {CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1", "R@h1 e8e7", "e1g1", PF_EXTRA, PF_BUG_CASTLING_ROOK_DROPPED},
        {ATOMIC, "4k3/8/8/8/1p6/8/P7/1R2K3 w - - 0 1", "b1b4", "b4b3", PF_EXTRA, PF_BUG_PLAY_EXPLOSION},
        {ATOMIC, "4k3/8/8/n7/1p6/8/8/1R2K3 w - - 0 1", "b1b4", "a5b7", PF_EXTRA, PF_BUG_EXPLOSION_PIECE_STAYS},
        {ATOMIC, "4k3/8/8/p7/1p6/8/8/1R2K3 w - - 0 1", "b1b4", "a5a4", PF_MISSING, PF_BUG_EXPLOSION_TAKES_PAWN},
        {ATOMIC, "4k3/8/8/8/pp6/8/8/1R2K3 w - - 0 1", "b1b4 a4a3", "b4a4", PF_EXTRA, PF_BUG_EXPLOSION_CAPTURER_STAYS},
        {HORDE, "4k3/8/8/8/8/1p6/8/P7 w - - 0 1", "a1a3", "b3a2", PF_EXTRA, PF_BUG_EP_FIRST_RANK},
        {CHECKS, "4k3/8/8/8/8/8/8/3RK3 w - - 1+3 0 1", "d1d8", "e8d8", PF_EXTRA, PF_BUG_CHECK_COUNT},
        {CHECKS, "4k3/8/8/8/8/8/4B3/4RK2 w - - 1+3 0 1", "e2a6", "e8d8", PF_EXTRA, PF_BUG_CHECK_DISCOVERED},
        {CHECKS, "4k3/8/8/8/8/8/4B3/4RK2 w - - 2+3 0 1", "e2b5", "e8d8", PF_MISSING, PF_BUG_CHECK_COUNTED_TWICE},
        {HILL, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1h2 e8e7", "e1g1", PF_EXTRA, PF_BUG_CASTLING_ROOK_MOVED},
    };
    check_cases(rows, COUNT_OF(rows));
}

/* The texts that engines print for the moves of variants. */
static void divides(void **state)
{
    (void)state;
    static pf_divide divide;
    static pf_divide_comparison comparison;
    pf_error error;
    pf_variant_position position = variant_position_of("4k3/8/8/8/8/8/8/K7[NP] w - - 0 1", PF_VARIANT_CRAZYHOUSE);
    static const char text[] = "N@f3: 5\nP@e4: 5\n@e5 - 5\nN@b3+ 5\nKb2: 5\nNodes searched: 25\n";
    assert_int_equal(pf_variant_divide_from_text(&divide, &position, text, strlen(text), &error), PF_OK);
    assert_int_equal(divide.size, 5);
    pf_variant_divide_compare(&comparison, &divide, &position, 2, PF_UCI_KING_STEP, NULL, NULL);
    assert_int_equal(comparison.extra, 0);
    assert_int_equal(comparison.different, 0);
    assert_int_equal(comparison.missing, pf_variant_count_legal(&position) - 5);

    position = variant_position_of("8/P7/8/8/8/8/p7/8 w - - 0 1", PF_VARIANT_ANTICHESS);
    static const char king[] = "a7a8k 1\na7a8q 1\na8=R 1\na7a8B 1\na7a8=n 1\n";
    assert_int_equal(pf_variant_divide_from_text(&divide, &position, king, strlen(king), &error), PF_OK);
    pf_variant_divide_compare(&comparison, &divide, &position, 1, PF_UCI_KING_STEP, NULL, NULL);
    assert_false(pf_divide_differs(&comparison));

    position = pf_variant_start(PF_VARIANT_KING_OF_THE_HILL);
    assert_int_equal(pf_variant_divide_from_text(&divide, &position, "total 0", 7, &error), PF_OK);
    pf_variant_divide_compare(&comparison, &divide, &position, 1, PF_UCI_KING_STEP, NULL, NULL);
    assert_int_equal(comparison.bug, PF_BUG_ENDS_EARLY);
}

/* A generator of Crazyhouse that drops no knights, or, without a context, has no bug. */
static pf_status ask(void *context, const pf_bisect_question *question, pf_divide *answer, pf_error *error)
{
    (void)error;
    pf_variant_move_list list;
    pf_variant_generate(question->position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        if (context != NULL && pf_move_is_drop(list.moves[i]) && pf_move_dropped(list.moves[i]) == PF_KNIGHT) continue;
        pf_variant_position child = *question->position;
        pf_variant_play_unchecked(&child, list.moves[i]);
        char uci[PF_UCI_SIZE];
        size_t length = pf_move_to_uci(uci, sizeof uci, list.moves[i], PF_UCI_KING_STEP);
        assert_true(pf_divide_add(answer, uci, length, pf_variant_perft(&child, question->depth - 1)));
    }
    return PF_OK;
}

static void bisecting(void **state)
{
    (void)state;
    static pf_bisect_report report;
    int knights = 0;
    pf_bisect_generator mine = {.context = NULL, .ask = ask};
    pf_variant_position root = variant_position_of("4k3/8/8/8/8/8/8/K7[NP] w - - 0 1", PF_VARIANT_CRAZYHOUSE);
    assert_int_equal(pf_variant_bisect(&report, &root, 2, &mine, NULL, NULL), PF_OK);
    assert_true(report.agrees);
    mine.context = &knights;
    assert_int_equal(pf_variant_bisect(&report, &root, 2, &mine, NULL, NULL), PF_OK);
    assert_false(report.agrees);
    assert_int_equal(report.agreed_depth, 0);
    assert_int_equal(report.first.line_size, 0);
    assert_int_equal(report.first.comparison.missing, 62); /* squares for the knight */
    mine.ask = NULL;
    assert_int_equal(pf_variant_bisect(&report, &root, 2, &mine, NULL, NULL), PF_ERROR_OPTION);
}

static void divides_in_steps(void **state)
{
    (void)state;
    static pf_divide divide;
    pf_variant_position position = variant_position_of("8/P7/8/8/8/8/p7/8 w - - 0 1", PF_VARIANT_ANTICHESS);
    pf_divide_add_text(&divide, "a7a8k 1\nh8=K 1", 14);
    pf_variant_divide_resolve(&divide, &position);
    assert_int_equal(divide.size, 2);
    assert_int_equal(divide.entries[0].move, pf_move_of_king_promotion(PF_A7, PF_A8));
    assert_int_equal(divide.entries[1].move, PF_NO_MOVE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(extra_moves), cmocka_unit_test(missing_moves),    cmocka_unit_test(after_playing),
        cmocka_unit_test(divides),     cmocka_unit_test(divides_in_steps), cmocka_unit_test(bisecting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
