/* plyforge probe: finds out which commands an engine understands, and shows how the other commands of plyforge will
 * query it. Only a few counts of the start position are compared, to show that its answers are understood. */
#include "engine/engine.h"
#include "output/json.h"
#include "platform/interrupt.h"

#include <stdio.h>
#include <string.h>

struct probe_options {
    struct engine_options engine;
    bool chess960, json;
    pf_variant variant;
};

struct probe_report {
    const char *engine, *protocol, *position, *perft, *answers, *failure;
    bool offers_chess960, knows_options; /* whether the engine has listed what it offers */
    enum engine_means means;
    bool has_total;
    pf_count total; /* the count of the start position at depth 2, or at depth 1 without perft */
    unsigned depth;
    double seconds;
};

static const char *describe_means(const struct engine *engine)
{
    static const char *const texts[] = {
        [MEANS_UNKNOWN] = "nothing that can be counted",
        [MEANS_DIVIDE] = "each move with its count",
        [MEANS_TOTALS] = "totals only: bisect asks after each of our moves",
    };
    enum engine_means means = engine_means(engine);
    return means == MEANS_MOVES ? engine_describe_moves(engine) : texts[means];
}

static void print_report(const struct probe_report *report, const struct probe_options *options)
{
    printf("Engine:   %s\n", report->engine);
    if (report->failure[0] != '\0') {
        printf("Failure:  %s\n", report->failure);
        return;
    }
    printf("Protocol: %s\n", report->protocol);
    printf("Position: %s\n", report->position);
    printf("Perft:    %s\n", report->perft[0] != '\0' ? report->perft : "-");
    printf("Answers:  %s\n", report->answers);
    printf("Chess960: %s\n", report->offers_chess960 ? "yes" : "no");
    if (report->has_total)
        printf("Start:    perft %u is %s, %s\n", report->depth, COUNT_TEXT(report->total),
               report->total.lo == (report->depth == 1 ? 20u : 400u) ? "which is right" : "which is wrong");
    printf("Use:      plyforge torture --engine '%s'\n", options->engine.engine);
    printf("          plyforge bisect %d --engine '%s'\n", report->means == MEANS_MOVES ? 2 : 4,
           options->engine.engine);
}

static void print_json(const struct probe_report *report)
{
    struct json json = {0};
    bool failed = report->failure[0] != '\0';
    json_open_object(&json, NULL);
    json_string(&json, "engine", report->engine);
    json_string(&json, "failure", failed ? report->failure : NULL);
    json_string(&json, "protocol", failed ? NULL : report->protocol);
    json_string(&json, "position_command", failed ? NULL : report->position);
    json_string(&json, "perft_command", report->perft[0] != '\0' ? report->perft : NULL);
    json_string(&json, "answers", report->answers);
    if (failed && !report->knows_options)
        json_null(&json, "chess960");
    else
        json_boolean(&json, "chess960", report->offers_chess960);
    json_count_if(&json, "start", report->has_total, report->total);
    json_finish(&json);
}

static int run_probe(const void *context, const struct operands *operands)
{
    const struct probe_options *options = context;
    static pf_divide answer;
    char start[PF_FEN_SIZE];
    (void)operands;
    pf_position position = pf_variant_start(options->variant);
    pf_position_to_fen(start, sizeof start, &position, PF_CASTLING_STANDARD, PF_EP_ALWAYS);
    struct engine *engine = engine_create(&options->engine, options->chess960, options->variant);
    catch_interrupts();
    enum engine_status status = engine_open(engine);
    struct probe_report report = {.depth = engine_means(engine) == MEANS_MOVES ? 1 : 2};
    if (status == ENGINE_OK) {
        status = engine_ask(engine, start, "", report.depth, &answer);
        report.has_total = status == ENGINE_OK || status == ENGINE_NO_DIVIDE;
        report.total = answer.total;
    }
    report.engine = engine_name(engine);
    report.protocol = engine_protocol_name(engine);
    report.position = engine_position_command(engine);
    report.perft = engine_perft_command(engine);
    report.means = engine_means(engine);
    report.answers = describe_means(engine);
    report.knows_options = engine_lists_options(engine);
    report.offers_chess960 = engine_offers_chess960(engine);
    /* If MultiPV is limited to a small number, the moves of the start position cannot be listed, but those of other
       positions can. */
    bool usable = report.has_total || (report.means == MEANS_MOVES && status == ENGINE_NO_PERFT);
    report.failure = usable ? "" : engine_failure(engine, status);
    int result = usable ? STATUS_OK : STATUS_FAILED;
    if (status == ENGINE_INTERRUPTED)
        result = STATUS_INTERRUPTED;
    else if (options->json)
        print_json(&report);
    else
        print_report(&report, options);
    engine_destroy(engine);
    return result;
}

static void check_probe(void *options, const struct given *given)
{
    const struct probe_options *chosen = options;
    check_variant(chosen->variant, given);
    check_engine(given);
    check_engine_commands(&chosen->engine);
    if (chosen->engine.script != NULL) refuse("probe works with --engine only: a script has nothing to detect");
    if (chosen->engine.engine == NULL) refuse("probe needs --engine COMMAND");
}

static const struct option_row option_rows[] = {
    CHESS960_ROW(struct probe_options, chess960),
    VARIANT_ROW(struct probe_options, variant),
    ENGINE_ROWS(struct probe_options),
    JSON_ROW(struct probe_options),
    END_OF_OPTIONS,
};

static const struct probe_options defaults = {.engine = ENGINE_DEFAULTS};

const struct command probe_command = {
    .name = "probe",
    .operands = "",
    COMMAND_OPTIONS(option_rows, defaults),
    .check = check_probe,
    .summary = "find out how to ask an engine for perft",
    .description =
        "Finds out which protocol an engine speaks (UCI, xboard, or commands on its console), how it is told\n"
        "a position, and which perft command it knows, and whether it prints each move with its count or\n"
        "only a total. An engine without perft may still show which moves it plays, by refusing illegal ones or\n"
        "by what it searches. bisect, torture and suite detect this by themselves. Exit status 1 if the\n"
        "engine cannot be asked.",
    .example = "  plyforge probe --engine stockfish",
    .run = run_probe,
};
