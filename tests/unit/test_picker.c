/* The staged picker: nothing is lost, nothing comes twice, whatever garbage it is given; and the stages keep their
 * promises. */
#include "support.h"

static const char start_of_captures[] = "4k3/8/2p5/1q1p1r2/2P1P3/8/8/R3K3 w Q - 0 1";

static pf_move uci(const pf_position *position, const char *text)
{
    pf_move move = PF_NO_MOVE;
    assert_int_equal(pf_move_from_uci(&move, position, text, strlen(text), NULL), PF_OK);
    return move;
}

static int32_t random_score(void *context, const pf_position *position, pf_move move, pf_stage stage)
{
    assert_true(pf_move_is_legal(position, move));
    switch (stage) {
    case PF_STAGE_WINNING_CAPTURES: assert_true(pf_move_is_in_category(position, move, PF_CAPTURES)); break;
    case PF_STAGE_QUIETS: assert_true(pf_move_is_in_category(position, move, PF_QUIETS)); break;
    case PF_STAGE_QUIET_CHECKS: assert_true(pf_move_is_in_category(position, move, PF_QUIET_CHECKS)); break;
    case PF_STAGE_EVASIONS: assert_true(pf_position_checkers(position)); break;
    default: fail();
    }
    return (int32_t)random_next(context);
}

/* A value that may be anything: nothing, garbage, a legal move, or one that is off by a bit. */
static pf_move garbage(test_random *random, const pf_move_list *legal)
{
    if (random_below(random, 4) == 0) return PF_NO_MOVE;
    if (random_below(random, 4) == 0 || legal->size == 0) return (pf_move)random_next(random);
    pf_move move = legal->moves[random_below(random, legal->size)];
    if (random_below(random, 4) == 0) move = (pf_move)(move ^ 1u << random_below(random, 16));
    return move;
}

/* Draws everything out of a picker. Every move is in expected, none comes twice, each stage is what it says. */
static void assert_picks(const pf_position *position, pf_pick pick, const pf_picker_options *options,
                         const pf_move_list *expected, bool skip_quiets)
{
    pf_picker picker;
    pf_move_list seen = {.size = 0};
    bool in_check = pf_position_checkers(position) != 0;
    pf_stage before = PF_STAGE_HASH;
    pf_picker_init(&picker, position, pick, options);
    if (skip_quiets) pf_picker_skip_quiets(&picker);
    for (pf_move move; (move = pf_picker_next(&picker)) != PF_NO_MOVE;) {
        pf_stage stage = pf_picker_stage(&picker);
        assert_true(pf_move_list_contains(expected, move));
        assert_false(pf_move_list_contains(&seen, move));
        seen.moves[seen.size++] = move;
        assert_true(stage >= before && stage < PF_STAGE_DONE);
        before = stage;
        bool capture = pf_move_is_in_category(position, move, PF_CAPTURES);
        bool wins = pf_see_at_least_with(position, move, options ? options->threshold : 0,
                                         options ? options->values : NULL);
        switch (stage) {
        case PF_STAGE_HASH: assert_true(options && move == options->hash && seen.size == 1); break;
        case PF_STAGE_WINNING_CAPTURES: assert_true(capture && wins); break;
        case PF_STAGE_KILLERS:
            assert_true(options && !capture &&
                        (move == options->killers[0] || move == options->killers[1] || move == options->counter));
            break;
        case PF_STAGE_QUIETS: assert_true(pick == PF_PICK_ALL && !capture); break;
        case PF_STAGE_QUIET_CHECKS:
            assert_true(pick == PF_PICK_QUIESCENCE_CHECKS && pf_move_is_in_category(position, move, PF_QUIET_CHECKS));
            break;
        case PF_STAGE_LOSING_CAPTURES: assert_true(capture && !wins); break;
        case PF_STAGE_EVASIONS: assert_true(in_check); break;
        default: fail();
        }
    }
    assert_int_equal(seen.size, expected->size);
    assert_int_equal(pf_picker_stage(&picker), PF_STAGE_DONE);
    assert_int_equal(pf_picker_next(&picker), PF_NO_MOVE); /* and again */
}

static void pick_everything(const pf_position *position, test_random *random, const int32_t *scores)
{
    static const int32_t values[5] = {90, 320, 330, 510, 980};
    pf_move_list legal, captures, checks, forcing;
    pf_generate_legal(position, &legal);
    pf_generate(position, pf_position_checkers(position) ? PF_EVASIONS : PF_CAPTURES, &captures);
    pf_generate(position, PF_QUIET_CHECKS, &checks);
    forcing = captures;
    for (uint32_t i = 0; i < checks.size && !pf_position_checkers(position); i++)
        forcing.moves[forcing.size++] = checks.moves[i];
    pf_picker_options options = {.hash = garbage(random, &legal), .counter = garbage(random, &legal)};
    for (unsigned i = 0; i < 2; i++) options.killers[i] = garbage(random, &legal);
    if (random_below(random, 2)) options.quiet_scores = scores;
    if (random_below(random, 2)) options.threshold = (int32_t)random_below(random, 1000) - 500;
    if (random_below(random, 2)) options.values = values;
    if (random_below(random, 3) == 0) {
        options.score = random_score;
        options.context = random;
    }
    assert_picks(position, PF_PICK_ALL, &options, &legal, false);
    assert_picks(position, PF_PICK_QUIESCENCE, &options, &captures, false);
    assert_picks(position, PF_PICK_QUIESCENCE_CHECKS, &options, &forcing, false);
    assert_picks(position, PF_PICK_QUIESCENCE_CHECKS, NULL, &forcing, false);
    assert_picks(position, PF_PICK_ALL, NULL, &legal, false);
    options.hash = PF_NO_MOVE;
    assert_picks(position, PF_PICK_ALL, &options, &captures, true);
    assert_picks(position, PF_PICK_QUIESCENCE_CHECKS, &options, &captures, true);
}

static void fill_scores(int32_t scores[4096], test_random *random)
{
    for (unsigned i = 0; i < 4096; i++) scores[i] = (int32_t)random_next(random);
}

static void nothing_lost_at_random(void **state)
{
    (void)state;
    static int32_t scores[4096];
    test_random random = {41};
    fill_scores(scores, &random);
    for (int i = 0; i < 5000; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        pick_everything(&position, &random, scores);
    }
}

static void nothing_lost_in_the_corpus(void **state)
{
    (void)state;
    static int32_t scores[4096];
    test_random random = {42};
    fill_scores(scores, &random);
    tsv in = tsv_open("notation/legal_moves_uci.tsv");
    while (tsv_next(&in)) {
        const char *rule = tsv_get(&in, "rule");
        if (strcmp(rule, "standard") != 0 && strcmp(rule, "chess960") != 0) continue;
        pf_position position = position_accepted(tsv_get(&in, "fen"), PF_ACCEPT_CHESS960 | PF_ACCEPT_LENIENT);
        pick_everything(&position, &random, scores);
    }
    tsv_close(&in);
}

/* What a visitor of the suites needs. */
struct visit {
    test_random random;
    int32_t scores[4096];
};

static void visit_position(const pf_position *position, void *context)
{
    struct visit *visit = context;
    pick_everything(position, &visit->random, visit->scores);
}

static void nothing_lost_in_the_suites(void **state)
{
    (void)state;
    static struct visit visit = {.random = {43}};
    fill_scores(visit.scores, &visit.random);
    visit_suites(visit_position, &visit);
}

static void assert_next(pf_picker *picker, const char *text, pf_stage stage)
{
    char found[PF_UCI_SIZE];
    pf_move_to_uci(found, sizeof found, pf_picker_next(picker), PF_UCI_KING_STEP);
    assert_string_equal(found, text);
    assert_int_equal(pf_picker_stage(picker), stage);
}

/* What a search of captures is given: these moves, all of one stage, and no more. */
static void assert_quiescence(const char *fen, const pf_picker_options *options, pf_stage stage, const char *moves)
{
    pf_position position = position_of(fen);
    pf_picker picker;
    pf_picker_init(&picker, &position, PF_PICK_QUIESCENCE, options);
    for (size_t length; *moves; moves += length + (moves[length] == ' ')) {
        char move[6] = "";
        length = strcspn(moves, " ");
        memcpy(move, moves, length);
        assert_next(&picker, move, stage);
    }
    assert_next(&picker, "0000", PF_STAGE_DONE);
}

static void order(void **state)
{
    (void)state;
    static int32_t scores[4096];
    pf_position position = position_of(start_of_captures);
    pf_picker picker;
    scores[PF_A1 << 6 | PF_A8] = 7;
    scores[PF_A1 << 6 | PF_B1] = 5;
    scores[PF_E4 << 6 | PF_E5] = 9;
    pf_picker_options options = {.hash = uci(&position, "e1d2"),
                                 .killers = {uci(&position, "a1a7"), uci(&position, "e1d2")},
                                 .counter = uci(&position, "a1a6"),
                                 .quiet_scores = scores};
    pf_picker_init(&picker, &position, PF_PICK_ALL, &options);
    assert_next(&picker, "e1d2", PF_STAGE_HASH);
    assert_next(&picker, "c4b5", PF_STAGE_WINNING_CAPTURES); /* the queen, then the rook, then a pawn */
    assert_next(&picker, "e4f5", PF_STAGE_WINNING_CAPTURES);
    assert_next(&picker, "e4d5", PF_STAGE_WINNING_CAPTURES);
    assert_next(&picker, "c4d5", PF_STAGE_WINNING_CAPTURES);
    assert_next(&picker, "a1a7", PF_STAGE_KILLERS); /* the second killer was the hash move */
    assert_next(&picker, "a1a6", PF_STAGE_KILLERS);
    assert_next(&picker, "e4e5", PF_STAGE_QUIETS);
    assert_next(&picker, "a1a8", PF_STAGE_QUIETS);
    assert_next(&picker, "a1b1", PF_STAGE_QUIETS);
    pf_picker_skip_quiets(&picker);
    assert_next(&picker, "0000", PF_STAGE_DONE);

    /* In check, captures before quiets whatever the quiets' scores are. */
    for (unsigned i = 0; i < COUNT_OF(scores); i++) scores[i] = INT32_MAX;
    options = (pf_picker_options){.quiet_scores = scores};
    assert_quiescence("4k3/8/8/8/8/8/4r3/R3KB2 w Q - 0 1", &options, PF_STAGE_EVASIONS, "f1e2 e1e2 e1d1");
    assert_quiescence("r3kb2/4R3/8/8/8/8/8/4K3 b q - 0 1", &options, PF_STAGE_EVASIONS, "f8e7 e8e7 e8d8");

    /* A new queen is worth a queen less a pawn. */
    assert_quiescence("4k3/P7/8/1q3r2/2P1P3/8/8/4K3 w - - 0 1", NULL, PF_STAGE_WINNING_CAPTURES, "c4b5 a7a8q e4f5");
    assert_quiescence("2n1k3/1P6/8/3q4/4P3/8/8/4K3 w - - 0 1", NULL, PF_STAGE_WINNING_CAPTURES, "b7c8q e4d5 b7b8q");
}

/* The threshold, the caller's values and quiet checks. */
static void forcing_moves(void **state)
{
    (void)state;
    /* Nxd5 cxd5: a bishop for a knight, even by the library's values, 150 with dearer bishops. */
    pf_position position = position_of("4k3/8/2p5/3b4/8/2N5/8/R3K3 w - - 0 1");
    pf_picker picker;
    static const int32_t dear_bishops[5] = {100, 300, 450, 500, 900};
    pf_picker_options options = {.threshold = 100};
    pf_picker_init(&picker, &position, PF_PICK_QUIESCENCE, &options);
    assert_next(&picker, "c3d5", PF_STAGE_LOSING_CAPTURES);
    options.values = dear_bishops;
    pf_picker_init(&picker, &position, PF_PICK_QUIESCENCE_CHECKS, &options);
    assert_next(&picker, "c3d5", PF_STAGE_WINNING_CAPTURES);
    assert_next(&picker, "a1a8", PF_STAGE_QUIET_CHECKS);
    assert_next(&picker, "0000", PF_STAGE_DONE);

    /* A hash move that is a quiet check is given; one that is neither check nor capture is not. */
    options = (pf_picker_options){.hash = uci(&position, "a1a8")};
    pf_picker_init(&picker, &position, PF_PICK_QUIESCENCE_CHECKS, &options);
    assert_next(&picker, "a1a8", PF_STAGE_HASH);
    assert_next(&picker, "c3d5", PF_STAGE_WINNING_CAPTURES);
    assert_next(&picker, "0000", PF_STAGE_DONE);
    options.hash = uci(&position, "a1a7");
    pf_picker_init(&picker, &position, PF_PICK_QUIESCENCE_CHECKS, &options);
    assert_next(&picker, "c3d5", PF_STAGE_WINNING_CAPTURES);
    pf_picker_skip_quiets(&picker);
    assert_next(&picker, "0000", PF_STAGE_DONE);

    /* Losing captures come after the quiet checks. */
    position = position_of("4k3/8/2p5/3p4/8/2N5/8/R3K3 w - - 0 1");
    pf_picker_init(&picker, &position, PF_PICK_QUIESCENCE_CHECKS, NULL);
    assert_next(&picker, "a1a8", PF_STAGE_QUIET_CHECKS);
    assert_next(&picker, "c3d5", PF_STAGE_LOSING_CAPTURES);
    assert_next(&picker, "0000", PF_STAGE_DONE);

    /* The values order the captures too: here a rook is worth more than the queen. */
    static const int32_t dear_rooks[5] = {100, 300, 300, 950, 900};
    position = position_of(start_of_captures);
    options = (pf_picker_options){.values = dear_rooks};
    pf_picker_init(&picker, &position, PF_PICK_QUIESCENCE, &options);
    assert_next(&picker, "e4f5", PF_STAGE_WINNING_CAPTURES);
    assert_next(&picker, "c4b5", PF_STAGE_WINNING_CAPTURES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order),
        cmocka_unit_test(forcing_moves),
        cmocka_unit_test(nothing_lost_at_random),
        cmocka_unit_test(nothing_lost_in_the_corpus),
        cmocka_unit_test(nothing_lost_in_the_suites),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
