/* pf_bisect, with generators that are ours plus one bug each; plyforge bisect tests it with a hundred more. */
#include "support.h"

enum fault {
    NO_FAULT,
    NO_EN_PASSANT,     /* misses every en passant capture */
    NO_UNDERPROMOTION, /* lists queens only */
    FORGETS_EP,        /* does not set the en passant square when it plays; from a FEN it is right */
    WRONG_COUNTS,      /* its counts at depth 2 are one too many, its lists are right */
    GHOST_MOVE,        /* at depth 2 it lists a move that it does not list at depth 1 */
    FAILS,             /* at depth 2 */
    FAILS_LATER,       /* as NO_EN_PASSANT, but fails with boards of fewer than 8 pieces */
    FAILS_WITH_FEW,    /* has no bug, but fails with such boards */
    STOPS              /* at depth 2 */
};

struct generator {
    enum fault fault;
    unsigned questions;
    unsigned deepest;
};

static bool lists(const struct generator *generator, pf_move move)
{
    pf_move_kind kind = pf_move_kind_of(move);
    if (generator->fault == NO_EN_PASSANT || generator->fault == FAILS_LATER) return kind != PF_MOVE_EN_PASSANT;
    if (generator->fault == NO_UNDERPROMOTION) return kind != PF_MOVE_PROMOTION || pf_move_promotion(move) == PF_QUEEN;
    return true;
}

static void play(const struct generator *generator, pf_position *position, pf_move move)
{
    pf_setup setup;
    pf_position after = *position;
    pf_position_play_unchecked(&after, move);
    if (generator->fault == FORGETS_EP) {
        pf_setup_from_position(&setup, &after);
        setup.ep_square = PF_NO_SQUARE;
        if (pf_position_from_setup(&after, &setup, PF_ACCEPT_LENIENT, NULL, NULL) != PF_OK) fail();
    }
    *position = after;
}

static uint64_t count(const struct generator *generator, const pf_position *position, unsigned depth)
{
    pf_move_list list;
    uint64_t total = 0;
    if (depth == 0) return 1;
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        if (!lists(generator, list.moves[i])) continue;
        pf_position child = *position;
        play(generator, &child, list.moves[i]);
        total += count(generator, &child, depth - 1);
    }
    return total;
}

static pf_status ask(void *context, const pf_bisect_question *question, pf_divide *answer, pf_error *error)
{
    struct generator *generator = context;
    pf_position position, again;
    pf_move_list list;
    generator->questions++;
    if (question->depth > generator->deepest) generator->deepest = question->depth;
    if (generator->fault == FAILS && question->depth == 2) {
        error->offset = 7;
        strcpy(error->message, "out of luck");
        return PF_ERROR_DEVICE;
    }
    if (generator->fault == STOPS && question->depth == 2) return PF_ERROR_STOPPED;

    /* The texts say the same as the values. */
    assert_int_equal(
        pf_position_from_fen(&position, question->fen, strlen(question->fen), PF_ACCEPT_LENIENT, NULL, NULL), PF_OK);
    assert_true(pf_position_equal(&position, question->base));
    again = position;
    const char *text = question->moves;
    unsigned pieces = 0;
    for (pf_bitboard rest = pf_position_occupied(&position); rest; rest &= rest - 1) pieces++;
    bool fails_with_few = generator->fault == FAILS_LATER || generator->fault == FAILS_WITH_FEW;
    if (fails_with_few && pieces < 8) return PF_ERROR_DEVICE;
    for (uint32_t i = 0; i < question->line_size; i++) {
        pf_move move;
        assert_int_equal(pf_move_from_uci(&move, &again, text, strcspn(text, " "), NULL), PF_OK);
        assert_int_equal(move, question->line[i]);
        text += strcspn(text, " ");
        text += strspn(text, " ");
        pf_position_play_unchecked(&again, move);
        play(generator, &position, move);
    }
    assert_string_equal(text, "");
    assert_true(pf_position_equal(&again, question->position));

    pf_generate_legal(&position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        char uci[PF_UCI_SIZE];
        if (!lists(generator, list.moves[i])) continue;
        pf_position child = position;
        play(generator, &child, list.moves[i]);
        size_t length = pf_move_to_uci(uci, sizeof uci, list.moves[i], PF_UCI_KING_STEP);
        uint64_t nodes = count(generator, &child, question->depth - 1);
        if (generator->fault == WRONG_COUNTS && question->depth == 2) nodes++;
        assert_true(pf_divide_add(answer, uci, length, pf_count_of(nodes)));
    }
    if (generator->fault == GHOST_MOVE && question->depth == 2)
        assert_true(pf_divide_add(answer, "e1e8", 4, pf_count_of(5)));
    return PF_OK;
}

static pf_bisect_report report;

static pf_status bisect(struct generator *generator, const char *fen, unsigned depth, const pf_bisect_options *options,
                        pf_error *error)
{
    pf_position root = position_accepted(fen, PF_ACCEPT_LENIENT);
    pf_bisect_generator mine = {.context = generator, .ask = ask};
    return pf_bisect(&report, &root, depth, &mine, options, error);
}

/* Steps that were told, by stage. */
struct steps {
    unsigned count[PF_BISECT_DONE];
    unsigned stop_at; /* the number of the step that stops it; 0: none */
    unsigned total;
    bool from_fen_differs, line_differs;
};

static bool on_step(void *context, pf_bisect_stage stage, const pf_bisect_place *place)
{
    struct steps *steps = context;
    assert_true(stage < PF_BISECT_DONE);
    steps->count[stage]++;
    if (stage == PF_BISECT_DESCEND && place->has_from_fen) {
        steps->from_fen_differs |= !pf_count_equal(place->from_fen, place->comparison.ours);
        steps->line_differs |= !pf_count_equal(place->comparison.theirs, place->comparison.ours);
    }
    return ++steps->total != steps->stop_at;
}

static void no_bug(void **state)
{
    (void)state;
    struct generator generator = {.fault = NO_FAULT};
    assert_int_equal(bisect(&generator, KIWIPETE, 3, NULL, NULL), PF_OK);
    assert_true(report.agrees);
    assert_int_equal(report.agreed_depth, 3);
    assert_int_equal(report.stage, PF_BISECT_DONE);
    assert_int_equal(report.first.depth, 0);
    assert_int_equal(report.smallest.depth, 0);
    assert_int_equal(generator.questions, 3);
}

static void missing_en_passant(void **state)
{
    (void)state;
    struct generator generator = {.fault = NO_EN_PASSANT};
    struct steps steps = {.stop_at = 0};
    pf_bisect_options options = {.context = &steps, .on_step = on_step};
    assert_int_equal(bisect(&generator, KIWIPETE, 3, &options, NULL), PF_OK);
    assert_false(report.agrees);
    assert_int_equal(report.agreed_depth, 1);
    assert_string_equal(report.first.moves, "a2a4");
    assert_int_equal(report.first.depth, 1);
    assert_int_equal(report.first.comparison.missing, 1);
    assert_int_equal(report.first.comparison.bug, PF_BUG_EP_MISSING);
    assert_int_equal(report.bug, PF_BUG_EP_MISSING);
    assert_int_equal(report.pieces, 4);
    assert_string_equal(report.smallest.fen, "4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1");
    assert_int_equal(report.smallest.line_size, 0);
    assert_int_equal(steps.count[PF_BISECT_DEEPEN], 2);
    assert_int_equal(steps.count[PF_BISECT_DESCEND], 1);
    assert_int_equal(steps.count[PF_BISECT_REPLAY], 1);
    assert_true(steps.count[PF_BISECT_SHRINK] > 10);
    options.keep_board = true;
    assert_int_equal(bisect(&generator, KIWIPETE, 3, &options, NULL), PF_OK);
    assert_int_equal(report.pieces, 32);
}

/* Right from a FEN, wrong along the line: the line stays part of the answer, and both counts are reported. */
static void a_bug_of_playing(void **state)
{
    (void)state;
    struct generator generator = {.fault = FORGETS_EP};
    struct steps steps = {.stop_at = 0};
    pf_bisect_options options = {.from_fen = true, .context = &steps, .on_step = on_step};
    assert_int_equal(bisect(&generator, KIWIPETE, 3, &options, NULL), PF_OK);
    assert_false(report.agrees);
    assert_string_equal(report.smallest.moves, "a2a4");
    assert_int_equal(report.bug, PF_BUG_PLAY_DOUBLE_PUSH);
    assert_true(steps.line_differs);
    assert_false(steps.from_fen_differs);
}

static void counts_that_contradict(void **state)
{
    (void)state;
    struct generator generator = {.fault = WRONG_COUNTS};
    assert_int_equal(bisect(&generator, "4k3/pp6/8/8/8/8/PP6/4K2R w K - 0 1", 3, NULL, NULL), PF_OK);
    assert_int_equal(report.bug, PF_BUG_UNMAKE);
    assert_int_equal(report.first.comparison.missing + report.first.comparison.extra, 0);
    assert_int_equal(report.first.depth, 2);
    assert_int_equal(report.pieces, 2);
}

/* A move that is wrong only in a deeper count is what is left of taking moves back. */
static void lists_that_contradict(void **state)
{
    (void)state;
    struct generator generator = {.fault = GHOST_MOVE};
    assert_int_equal(bisect(&generator, "4k3/pp6/8/8/8/8/PP6/4K2R w K - 0 1", 3, NULL, NULL), PF_OK);
    assert_int_equal(report.bug, PF_BUG_UNMAKE);
    assert_int_equal(report.first.comparison.extra, 1);
    assert_int_equal(report.first.depth, 2);
    assert_int_equal(report.pieces, 2);
}

static void lists_are_enough(void **state)
{
    (void)state;
    struct generator generator = {.fault = NO_UNDERPROMOTION};
    pf_bisect_generator mine = {.context = &generator, .ask = ask, .lists_only = true};
    pf_position root = position_accepted("4k3/8/8/8/8/7p/P7/4K3 b - - 0 1", PF_ACCEPT_STRICT);
    assert_int_equal(pf_bisect(&report, &root, 3, &mine, NULL, NULL), PF_OK);
    assert_int_equal(generator.deepest, 1);
    assert_false(report.agrees);
    assert_int_equal(report.first.line_size, 2);
    assert_int_equal(report.bug, PF_BUG_UNDERPROMOTION_MISSING);
    generator = (struct generator){.fault = NO_FAULT};
    assert_int_equal(pf_bisect(&report, &root, 3, &mine, NULL, NULL), PF_OK);
    assert_true(report.agrees);
    pf_position start = pf_position_start();
    generator = (struct generator){.fault = NO_FAULT};
    assert_int_equal(pf_bisect(&report, &start, 2, &mine, NULL, NULL), PF_OK);
    assert_int_equal(generator.questions, 1 + 1 + 20);
}

static bool stop_after(void *context)
{
    unsigned *left = context;
    return (*left)-- == 0;
}

static void failing_and_stopping(void **state)
{
    (void)state;
    pf_error error;
    struct generator generator = {.fault = FAILS};
    assert_int_equal(bisect(&generator, START_FEN, 3, NULL, &error), PF_ERROR_DEVICE);
    assert_int_equal(error.code, PF_ERROR_DEVICE);
    assert_string_equal(error.message, "out of luck");
    assert_int_equal(report.asked.depth, 2);
    assert_int_equal(report.agreed_depth, 1);
    assert_false(report.agrees);
    assert_int_equal(report.stage, PF_BISECT_DEEPEN);

    generator.fault = STOPS;
    assert_int_equal(bisect(&generator, START_FEN, 3, NULL, &error), PF_ERROR_STOPPED);
    assert_string_equal(error.message, "stopped by a callback");
    assert_int_equal(report.agreed_depth, 1);

    /* A failure while the board is made smaller loses nothing. */
    generator.fault = FAILS_LATER;
    assert_int_equal(bisect(&generator, KIWIPETE, 3, NULL, &error), PF_OK);
    assert_int_equal(report.bug, PF_BUG_EP_MISSING);
    assert_int_equal(report.pieces, 8);

    /* Stopped anywhere, the report is whole. */
    generator.fault = NO_EN_PASSANT;
    unsigned stages = 0;
    for (unsigned stop_at = 1; stop_at <= 8; stop_at++) {
        struct steps steps = {.stop_at = stop_at};
        pf_bisect_options options = {.context = &steps, .on_step = on_step};
        assert_int_equal(bisect(&generator, KIWIPETE, 3, &options, &error), PF_ERROR_STOPPED);
        assert_int_equal(steps.total, stop_at);
        assert_true(report.stage < PF_BISECT_DONE);
        assert_int_equal(report.smallest.depth > 0, report.stage >= PF_BISECT_REPLAY);
        stages |= 1u << report.stage;
    }
    assert_int_equal(stages, 1u << PF_BISECT_DEEPEN | 1u << PF_BISECT_DESCEND | 1u << PF_BISECT_REPLAY |
                                 1u << PF_BISECT_SHRINK);
    for (unsigned left = 0; left < 200; left += 7) {
        unsigned rest = left;
        pf_bisect_options options = {.context = &rest, .should_stop = stop_after};
        assert_int_equal(bisect(&generator, KIWIPETE, 3, &options, &error), PF_ERROR_STOPPED);
    }
}

/* From the start position, a missing en passant capture shows at depth 5. A small position shows it before that. */
static void small_positions_first(void **state)
{
    (void)state;
    struct generator generator = {.fault = NO_EN_PASSANT};
    struct steps steps = {.total = 0};
    pf_position start = pf_position_start();
    pf_bisect_options options = {.small_positions = 100, .context = &steps, .on_step = on_step};
    assert_int_equal(bisect(&generator, START_FEN, 5, &options, NULL), PF_OK);
    assert_false(report.agrees);
    assert_int_equal(generator.deepest, 4);
    assert_int_equal(report.agreed_depth, 4);
    assert_int_equal(report.bug, PF_BUG_EP_MISSING);
    assert_false(pf_position_equal(&report.first.base, &start));
    assert_true(pf_position_has_predecessor(&report.first.base));
    assert_true(pf_position_has_predecessor(&report.smallest.base));
    assert_in_range(report.small_positions, 1, 100);
    assert_int_equal(steps.count[PF_BISECT_DEEPEN], 4);
    assert_int_equal(steps.count[PF_BISECT_SMALL], 1);

    /* A bug of playing is found as well, and its line begins in the small position. */
    generator = (struct generator){.fault = FORGETS_EP};
    assert_int_equal(bisect(&generator, START_FEN, 5, &options, NULL), PF_OK);
    assert_int_equal(report.bug, PF_BUG_PLAY_DOUBLE_PUSH);
    assert_int_equal(report.smallest.line_size, 1);
    assert_int_equal(generator.deepest, 4);

    /* None are asked for unless a count is large, in a variant, and if the generator only lists moves. */
    generator = (struct generator){.fault = NO_EN_PASSANT};
    assert_int_equal(bisect(&generator, START_FEN, 3, &options, NULL), PF_OK);
    assert_true(report.agrees && report.small_positions == 0);
    assert_int_equal(generator.questions, 3);
}

/* If all of them agree, the search goes on; so it does if the generator fails in one of them. */
static void small_positions_agree(void **state)
{
    (void)state;
    struct generator generator = {.fault = NO_FAULT};
    pf_bisect_options options = {.small_positions = 50};
    assert_int_equal(bisect(&generator, KIWIPETE, 3, &options, NULL), PF_OK);
    assert_true(report.agrees);
    assert_int_equal(report.agreed_depth, 3);
    assert_int_equal(report.small_positions, 50);
    assert_int_equal(report.first.depth, 0);
    assert_true(generator.questions > 53);

    generator = (struct generator){.fault = FAILS_WITH_FEW};
    assert_int_equal(bisect(&generator, START_FEN, 4, &options, NULL), PF_OK);
    assert_true(report.agrees);
    assert_true(report.small_positions < 50);

    /* Stopped among them. */
    generator = (struct generator){.fault = NO_FAULT};
    unsigned rest = 250; /* the three counts of the root take about 150 */
    options = (pf_bisect_options){.small_positions = 50, .context = &rest, .should_stop = stop_after};
    assert_int_equal(bisect(&generator, KIWIPETE, 3, &options, NULL), PF_ERROR_STOPPED);
    assert_int_equal(report.stage, PF_BISECT_SMALL);
    assert_int_equal(report.agreed_depth, 3);
    assert_false(report.agrees);
}

static void wrong_options(void **state)
{
    (void)state;
    struct generator generator = {.fault = NO_FAULT};
    pf_error error;
    pf_position start = pf_position_start();
    pf_bisect_generator none = {.ask = NULL};
    assert_int_equal(bisect(&generator, START_FEN, 0, NULL, &error), PF_ERROR_OPTION);
    assert_string_equal(error.message, "the depth must be from 1 to 255");
    assert_int_equal(bisect(&generator, START_FEN, 256, NULL, NULL), PF_ERROR_OPTION);
    assert_int_equal(pf_bisect(&report, &start, 1, &none, NULL, &error), PF_ERROR_OPTION);
    assert_string_equal(error.message, "the generator has no function to ask");
    assert_int_equal(generator.questions, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_bug),
        cmocka_unit_test(missing_en_passant),
        cmocka_unit_test(a_bug_of_playing),
        cmocka_unit_test(counts_that_contradict),
        cmocka_unit_test(lists_that_contradict),
        cmocka_unit_test(lists_are_enough),
        cmocka_unit_test(failing_and_stopping),
        cmocka_unit_test(small_positions_first),
        cmocka_unit_test(small_positions_agree),
        cmocka_unit_test(wrong_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
