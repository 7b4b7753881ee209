/* plyforge torture: small positions that each reveal, and are named after, a common bug in move generators. They are
 * counted by an engine, or by each of our own counting methods. The positions are those of tests/perft/torture*.epd,
 * which are built in. */
#include "count/counting.h"
#include "engine/engine.h"
#include "output/json.h"
#include "platform/interrupt.h"
#include "suite/suite_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char standard_text[] = {
#include "torture.inc"
};
static const char chess960_text[] = {
#include "torture-chess960.inc"
};
static const char crazyhouse_text[] = {
#include "crazyhouse-torture.inc"
};
static const char atomic_text[] = {
#include "atomic-torture.inc"
};
static const char antichess_text[] = {
#include "antichess-torture.inc"
};
static const char kingofthehill_text[] = {
#include "kingofthehill-torture.inc"
};
static const char threecheck_text[] = {
#include "threecheck-torture.inc"
};
static const char horde_text[] = {
#include "horde-torture.inc"
};
static const char racingkings_text[] = {
#include "racingkings-torture.inc"
};

/* The positions of a variant, indexed by pf_variant. */
struct variant_suite {
    const char *name, *text;
    size_t size;
};
static const struct variant_suite variant_suites[PF_VARIANT_COUNT] = {
    [PF_VARIANT_STANDARD] = {"torture.epd", standard_text, sizeof standard_text},
    [PF_VARIANT_CRAZYHOUSE] = {"crazyhouse-torture.epd", crazyhouse_text, sizeof crazyhouse_text},
    [PF_VARIANT_ATOMIC] = {"atomic-torture.epd", atomic_text, sizeof atomic_text},
    [PF_VARIANT_ANTICHESS] = {"antichess-torture.epd", antichess_text, sizeof antichess_text},
    [PF_VARIANT_KING_OF_THE_HILL] = {"kingofthehill-torture.epd", kingofthehill_text, sizeof kingofthehill_text},
    [PF_VARIANT_THREE_CHECK] = {"threecheck-torture.epd", threecheck_text, sizeof threecheck_text},
    [PF_VARIANT_HORDE] = {"horde-torture.epd", horde_text, sizeof horde_text},
    [PF_VARIANT_RACING_KINGS] = {"racingkings-torture.epd", racingkings_text, sizeof racingkings_text},
};

/* ---- Our own counting methods ---- */

enum { MAX_WAYS = MAX_LEVELS + PF_LEGALITY_COUNT + PF_SLIDERS_COUNT, NAME_SIZE = 48 };

struct ways {
    struct way items[MAX_WAYS];
    char names[MAX_WAYS][NAME_SIZE];
    size_t size;
};

static pf_count count_with_level(const struct way *way, const pf_position *position, unsigned depth)
{
    pf_perft_options options = {.threads = 1};
    use_level(way->choice);
    pf_count nodes = {0};
    count_leaves_or_stop(&nodes, position, depth, &options, NULL); /* without should_stop the count is never stopped */
    pf_cpu_force(~0u);
    return nodes;
}

static pf_count count_by_strategy(const struct way *way, const pf_position *position, unsigned depth)
{
    return pf_perft_plain_by_strategy(position, depth, PF_PERFT_PLAY_LEAVES, (pf_legality)way->choice);
}

static pf_count count_with_sliders(const struct way *way, const pf_position *position, unsigned depth)
{
    return pf_perft_plain_using_sliders(position, depth, PF_PERFT_PLAY_LEAVES, (pf_sliders)way->choice);
}

static void add_way(struct ways *ways, const char *kind, const char *name, unsigned choice,
                    pf_count (*count)(const struct way *, const pf_position *, unsigned))
{
    snprintf(ways->names[ways->size], NAME_SIZE, "%s %s", kind, name);
    ways->items[ways->size] = (struct way){ways->names[ways->size], count, choice};
    ways->size++;
}

/* Finds the methods that this machine and this build support. Legality strategies and slider back ends support only
 * standard chess. */
static void find_ways(struct ways *ways, pf_variant variant)
{
    for (pf_level i = 0; i < MAX_LEVELS && pf_level_name(i) != NULL; i++)
        if (pf_level_is_available(i)) add_way(ways, "backend", pf_level_name(i), i, count_with_level);
    if (variant != PF_VARIANT_STANDARD) return;
    for (unsigned i = 0; i < PF_LEGALITY_COUNT; i++)
        if (pf_legality_is_available((pf_legality)i))
            add_way(ways, "legality", pf_legality_name((pf_legality)i), i, count_by_strategy);
    for (unsigned i = 0; i < PF_SLIDERS_COUNT; i++)
        if (pf_sliders_is_available((pf_sliders)i))
            add_way(ways, "sliders", pf_sliders_name((pf_sliders)i), i, count_with_sliders);
}

/* Runs every test once with each method. */
static void multiply_tests(struct suite *suite, const struct ways *ways)
{
    struct suite_test *tests = allocated(calloc(suite->size * ways->size, sizeof *tests));
    for (size_t i = 0; i < suite->size; i++)
        for (size_t way = 0; way < ways->size; way++) {
            struct suite_test *test = &tests[i * ways->size + way];
            *test = suite->tests[i];
            test->way = &ways->items[way];
        }
    free(suite->tests);
    suite->tests = tests;
    suite->size *= ways->size;
}

/* ---- The report ---- */

enum { MAX_DEPTH = 5 };

/* An engine that gave no count may have crashed; this does not show that it has the bug that the position is named
 * after. */
static bool shows_bug(const struct suite_result *result)
{
    return !result->passed && !result->excused && result->has_got;
}

/* Whether the engine's counts after each of the moves are right although its count of the position is wrong. */
static bool is_right_after_moves(const struct suite_test *test, struct engine *engine, bool chess960)
{
    static pf_divide answer;
    char fen[PF_FEN_SIZE];
    pf_move_list legal;
    write_test_fen(fen, test, chess960);
    pf_generate_legal(&test->position, &legal);
    for (uint32_t i = 0; i < legal.size; i++) {
        char uci[PF_UCI_SIZE];
        pf_position after = test->position;
        pf_position_play_unchecked(&after, legal.moves[i]);
        pf_move_to_uci(uci, sizeof uci, legal.moves[i], uci_castling(chess960));
        enum engine_status status = engine_ask(engine, fen, uci, test->depth - 1, &answer);
        if (status != ENGINE_OK && status != ENGINE_NO_DIVIDE) return false;
        if (!pf_count_equal(answer.total, pf_perft(&after, test->depth - 1))) return false;
    }
    return true;
}

/* A position may fail because of a bug other than the one that it is named after: a bug in making or taking back the
 * engine's own moves. That is the case if the engine is right when the moves are sent to it as part of the position. */
static void find_contradictions(struct suite_report *report, struct engine *engine)
{
    enum { MOST = 16 };
    unsigned asked = 0;
    if (engine_means(engine) == MEANS_MOVES || report->diagnosis != NULL) return;
    for (size_t i = 0; i < report->run && asked < MOST; i++) {
        const struct suite_test *test = &report->suite->tests[i];
        bool is_first = i == 0 || test[-1].line != test->line || report->results[i - 1].passed;
        if (test->depth < 2 || !is_first || !shows_bug(&report->results[i])) continue;
        asked++;
        report->results[i].contradicts = is_right_after_moves(test, engine, report->options->chess960);
    }
}

static const char *bug_of(const struct suite_report *report, size_t i)
{
    return report->results[i].contradicts ? pf_bug_name(PF_BUG_UNMAKE) : bug_shown(report, &report->suite->tests[i]);
}

/* The names of the positions that failed, each once. Those that failed at the smallest depth come first: the deeper a
 * count, the more unrelated bugs affect it. */
static size_t failed_bugs(const struct suite_report *report, const char **bugs)
{
    size_t size = 0;
    for (unsigned depth = 1; depth <= MAX_DEPTH; depth++) {
        for (size_t i = 0; i < report->run; i++) {
            const struct suite_test *test = &report->suite->tests[i];
            bool known = !shows_bug(&report->results[i]) || test->id == NULL || test->depth != depth;
            const char *name = known ? NULL : bug_of(report, i);
            for (size_t bug = 0; bug < size && !known; bug++) known = strcmp(bugs[bug], name) == 0;
            if (!known) bugs[size++] = name;
        }
    }
    return size;
}

/* Prints how to investigate the first of these positions. */
static void print_hint(const struct suite_report *report, const char *bug)
{
    const struct engine_options *engine = &report->options->engine;
    const char *command = engine->engine != NULL ? engine->engine : engine->script;
    char fen[PF_FEN_SIZE];
    size_t i = 0;
    while (!shows_bug(&report->results[i]) || strcmp(bug_of(report, i), bug) != 0) i++;
    const struct suite_test *test = &report->suite->tests[i];
    write_test_fen(fen, test, report->options->chess960);
    printf("Try: plyforge bisect %u --%s '%s'%s --fen '%s'\n", test->depth,
           engine->engine != NULL ? "engine" : "script", command,
           rules_words(report->options->chess960, report->options->variant).text, fen);
}

static void print_summary(const struct suite_report *report, const char *const *bugs, size_t size,
                          const struct ways *ways)
{
    printf("positions: %zu, counts: %zu", report->suite->positions, report->suite->counts);
    if (ways->size > 0) printf(", counting methods: %zu", ways->size);
    putchar('\n');
    print_verdict(report);
    if (report->diagnosis != NULL) {
        print_diagnosis(report);
        return;
    }
    for (size_t i = 0; i < size; i++)
        printf("Bug: %s%s%s\n", paint(&report->options->drawing, PAINT_STRONG), bugs[i],
               paint(&report->options->drawing, PAINT_NONE));
    if (size > 0 && report->engine != NULL) print_hint(report, bugs[0]);
}

static void print_json(const struct suite_report *report, const char *const *bugs, size_t size)
{
    struct json json = {0};
    json_begin_suite(&json, report);
    json_suite_verdicts(&json, report);
    json_open_array(&json, "bugs");
    for (size_t i = 0; i < size; i++) json_string(&json, NULL, bugs[i]);
    json_close_array(&json);
    json_suite_failures(&json, report);
    json_real(&json, "seconds", report->seconds);
    json_finish(&json);
}

static int run_torture(const void *context, const struct operands *operands)
{
    const struct suite_options *options = context;
    (void)operands;
    static struct ways ways;
    struct suite suite = {0};
    struct engine *engine = suite_open_engine(options);
    const struct variant_suite *positions = &variant_suites[options->variant];
    suite_read_text(&suite, positions->name, positions->text, positions->size, options);
    if (options->chess960 && options->variant == PF_VARIANT_STANDARD)
        suite_read_text(&suite, "torture-chess960.epd", chess960_text, sizeof chess960_text, options);
    if (engine == NULL) {
        find_ways(&ways, options->variant);
        multiply_tests(&suite, &ways);
    }
    struct output_file junit = suite_open_junit(options);
    struct suite_report report = {
        .suite = &suite,
        .results = allocated(calloc(suite.size, sizeof *report.results)),
        .options = options,
        .named = true,
    };
    const char **bugs = allocated(calloc(suite.size, sizeof *bugs));
    suite_run(&report, engine);
    if (engine != NULL && !was_interrupted()) find_contradictions(&report, engine);
    suite_finish(&report, engine, &junit);
    size_t size = failed_bugs(&report, bugs);
    if (!options->json)
        print_summary(&report, bugs, size, &ways);
    else if (report.run == suite.size)
        print_json(&report, bugs, size);
    free(bugs);
    int status = suite_status(&report);
    suite_release(&report, engine);
    return status;
}

static void check_torture(void *options, const struct given *given)
{
    check_variant(((struct suite_options *)options)->variant, given);
    check_engine(given);
    check_engine_commands(&((struct suite_options *)options)->engine);
}

static const struct option_row option_rows[] = {
    CHESS960_ROW(struct suite_options, chess960),
    VARIANT_ROW(struct suite_options, variant),
    ENGINE_ROWS(struct suite_options),
    JUNIT_ROW(struct suite_options),
    COLOR_ROW(struct suite_options),
    JSON_ROW(struct suite_options),
    END_OF_OPTIONS,
};

static const struct suite_options defaults = SUITE_DEFAULTS;

const struct command torture_command = {
    .name = "torture",
    .operands = "",
    COMMAND_OPTIONS(option_rows, defaults),
    .check = check_torture,
    .summary = "the smallest positions that show the usual bugs",
    .description =
        "Counts small positions, each named for the bug that it shows at depth 1 to 3, and prints\n"
        "a line for each wrong count and the bugs that they point to. With --engine or --script\n"
        "another program counts; otherwise every counting method that this machine supports is tested. --chess960\n"
        "adds the positions of Chess960. --variant takes the positions of a variant instead, for bugs in its\n"
        "rules; the engine must offer it by UCI_Variant. Exit status 1 if a count is wrong.",
    .example = "  plyforge torture --engine stockfish --chess960",
    .run = run_torture,
};
