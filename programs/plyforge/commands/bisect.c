/* plyforge bisect: finds the first position in which an engine's moves differ from ours, shrinks it as far as possible,
 * and names the bug. The communication with the engine is in engine.c; the search itself is pf_bisect. */
#include "engine/bisect.h"
#include "engine/diagnose.h"
#include "output/json.h"
#include "platform/interrupt.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The data that the callbacks need. */
struct bisection {
    const struct bisect_options *options;
    struct engine *engine;
    struct bisect_report *report;
    bool by_totals; /* the engine does not report which moves it counts */
};

/* How many small positions to compare before a deep count: few where a question takes long, because a script is started
 * for each of them, or because an engine that prints only totals is asked on its console. */
enum { SMALL_FOR_ENGINE = 300, SMALL_FOR_SCRIPT = 30, SMALL_FOR_TOTALS = 40 };

/* A divide that is filled with our counts. */
struct our_divide {
    pf_divide *answer;
    pf_uci_castling castling;
};

/* ---- Callbacks ---- */

/* Handles an engine that prints only totals, for a question of depth 1: presents its total as a divide of our moves. If
 * the engine has more moves than we do, and as many pseudo-legal moves leave the king in check, those are taken to be
 * the extra ones. Otherwise it is not known which moves differ, and the divide gives only their number. */
static void divide_by_total(pf_divide *answer, const pf_position *position, pf_count total, pf_uci_castling castling)
{
    pf_move_list legal, pseudo;
    char uci[PF_UCI_SIZE];
    *answer = (pf_divide){.size = 0};
    pf_generate_legal(position, &legal);
    pf_generate(position, PF_NON_EVASIONS | PF_PSEUDO, &pseudo);
    uint64_t left = total.lo, missing = total.lo < legal.size ? legal.size - total.lo : 0;
    /* Without a better clue, the engine probably forgets the rare moves. */
    for (unsigned rare = 0; rare < 2; rare++)
        for (uint32_t i = 0; i < legal.size; i++) {
            bool is_rare = pf_move_kind_of(legal.moves[i]) != PF_MOVE_NORMAL;
            if (is_rare != (rare != 0)) continue;
            if (is_rare && missing > 0) {
                missing--;
                continue;
            }
            if (left == 0) continue;
            left--;
            size_t length = pf_move_to_uci(uci, sizeof uci, legal.moves[i], castling);
            pf_divide_add(answer, uci, length, pf_count_of(1));
        }
    for (uint32_t i = 0; i < pseudo.size && left > 0; i++) {
        if (pf_move_is_legal(position, pseudo.moves[i])) continue;
        size_t length = pf_move_to_uci(uci, sizeof uci, pseudo.moves[i], castling);
        pf_divide_add(answer, uci, length, pf_count_of(1));
        left--;
    }
}

static bool add_our_move(void *context, pf_move move, pf_count nodes, uint32_t done, uint32_t size)
{
    const struct our_divide *ours = context;
    char uci[PF_UCI_SIZE];
    size_t length = pf_move_to_uci(uci, sizeof uci, move, ours->castling);
    (void)done, (void)size;
    return pf_divide_add(ours->answer, uci, length, nodes);
}

/* In small positions a total that is right is enough: no question for each move. */
static void add_our_divide(pf_divide *answer, const pf_bisect_question *question, pf_uci_castling castling)
{
    struct our_divide ours = {answer, castling};
    pf_count total;
    *answer = (pf_divide){.size = 0};
    pf_perft_divide(&total, question->position, question->depth, PF_PERFT_BULK, add_our_move, &ours);
}

/* Handles an engine that prints only totals, for a question that needs a divide: the engine is asked after each of our
 * moves. */
static enum engine_status divide_by_totals(struct bisection *bisection, const pf_bisect_question *question,
                                           pf_divide *answer)
{
    pf_uci_castling castling = bisection->report->castling;
    pf_count total = answer->total;
    pf_move_list legal;
    if (question->depth == 1) {
        divide_by_total(answer, question->position, total, castling);
        return ENGINE_OK;
    }
    if (bisection->report->found.stage == PF_BISECT_SMALL &&
        pf_count_equal(total, pf_perft(question->position, question->depth))) {
        add_our_divide(answer, question, castling);
        return ENGINE_OK;
    }
    static pf_divide one;
    *answer = (pf_divide){.size = 0};
    pf_generate_legal(question->position, &legal);
    for (uint32_t i = 0; i < legal.size; i++) {
        char line[(PF_PERFT_MAX_DEPTH + 1) * PF_UCI_SIZE], uci[PF_UCI_SIZE];
        size_t length = pf_move_to_uci(uci, sizeof uci, legal.moves[i], castling);
        snprintf(line, sizeof line, "%s%s%s", question->moves, question->moves[0] != '\0' ? " " : "", uci);
        enum engine_status status = engine_ask(bisection->engine, question->fen, line, question->depth - 1, &one);
        if (status != ENGINE_OK && status != ENGINE_NO_DIVIDE) return status;
        pf_divide_add(answer, uci, length, one.total);
    }
    /* The counts at depth 1 agreed, so the engine has the right moves at the root. */
    if (pf_count_equal(total, answer->sum) || question->line_size > 0) return ENGINE_OK;
    snprintf(bisection->report->failure, sizeof bisection->report->failure,
             "contradicts itself: it counts %s for perft %u, but %s after each of the moves: suspect unmake, "
             "the hash table, or how it reads the depth",
             COUNT_TEXT(total), question->depth, COUNT_TEXT(answer->sum));
    return ENGINE_NO_DIVIDE;
}

/* Called by pf_bisect. If the engine does not answer, the reason is kept for the report. */
static pf_status ask_engine(void *context, const pf_bisect_question *question, pf_divide *answer, pf_error *error)
{
    (void)error;
    struct bisection *bisection = context;
    struct bisect_report *report = bisection->report;
    if (bisection->by_totals && report->found.stage == PF_BISECT_SMALL &&
        report->found.small_positions == SMALL_FOR_TOTALS)
        return PF_ERROR_DIVIDE; /* ends the search of small positions */
    enum engine_status status = engine_ask(bisection->engine, question->fen, question->moves, question->depth, answer);
    if (status == ENGINE_NO_DIVIDE) {
        bisection->by_totals = true;
        status = divide_by_totals(bisection, question, answer);
    }
    if (status == ENGINE_OK) return PF_OK;
    if (status == ENGINE_NO_DIVIDE) return PF_ERROR_DIVIDE; /* the engine status already explains why */
    if (status == ENGINE_INTERRUPTED) return PF_ERROR_STOPPED;
    snprintf(report->failure, sizeof report->failure, "%s (asked for perft %u of %s%s%.300s)",
             engine_failure(bisection->engine, status), question->depth, question->fen,
             question->moves[0] != '\0' ? " after " : "", question->moves);
    report->last_size = engine_last_lines(bisection->engine, report->last);
    return PF_ERROR_DIVIDE;
}

/* Keeps a step for the HTML report. */
static void keep_step(struct bisect_report *report, pf_bisect_stage stage, const pf_bisect_place *place)
{
    if (report->step_count == BISECT_MOST_STEPS) return;
    struct bisect_step *step = &report->steps[report->step_count++];
    *step = (struct bisect_step){
        .stage = stage,
        .depth = place->depth,
        .ours = place->comparison.ours,
        .theirs = place->comparison.theirs,
        .position = place->position,
        .last_move = place->line_size > 0 ? place->line[place->line_size - 1] : PF_NO_MOVE,
        .next = place->comparison.missing + place->comparison.extra > 0 ? PF_NO_MOVE : place->comparison.next,
    };
    memcpy(step->moves, place->moves, sizeof step->moves);
}

static bool tell_counts(void *context, pf_bisect_stage stage, const pf_bisect_place *place)
{
    const struct bisection *bisection = context;
    if (stage > PF_BISECT_DESCEND) return true;
    keep_step(bisection->report, stage, place);
    if (bisection->options->json) return true;
    if (stage == PF_BISECT_SMALL)
        printf("\nSmall positions first: number %u is %s\n", bisection->report->found.small_positions, place->fen);
    printf("depth %u%s%s: %s here, %s in the engine\n", place->depth, place->moves[0] != '\0' ? " after " : "",
           place->moves, COUNT_TEXT(place->comparison.ours), COUNT_TEXT(place->comparison.theirs));
    flush_output();
    return true;
}

/* ---- The report ---- */

void print_moves_with(const char *label, const pf_divide_comparison *comparison, pf_divide_verdict verdict)
{
    bool any = false;
    printf("%-10s", label);
    for (uint32_t i = 0; i < comparison->size; i++) {
        if (comparison->rows[i].verdict != verdict) continue;
        printf("%s%s", any ? " " : "", comparison->rows[i].uci);
        any = true;
    }
    puts(any ? "" : "-");
}

void print_differences(const pf_divide_comparison *comparison, const pf_position *position, pf_uci_castling castling)
{
    enum { SHOWN = 8 };
    uint32_t count = 0;
    for (uint32_t i = 0; i < comparison->size; i++) {
        const pf_divide_row *row = &comparison->rows[i];
        pf_explanation explanation;
        if (row->verdict < PF_DIVIDE_MISSING || ++count > SHOWN) continue;
        pf_explain(&explanation, position, row->move, castling);
        printf("%s %s\n", row->verdict == PF_DIVIDE_MISSING ? "Missing:" : "Extra:", explanation.text);
    }
    if (count > SHOWN) printf("and %u more\n", (unsigned)(count - SHOWN));
}

/* Prints the board with the first difference that shows the bug marked. */
static void print_place(const pf_bisect_place *place, pf_bug bug, pf_uci_castling castling,
                        const struct drawing *drawing)
{
    for (uint32_t i = 0; i < place->comparison.size; i++) {
        const pf_divide_row *row = &place->comparison.rows[i];
        pf_explanation explanation;
        if (row->verdict < PF_DIVIDE_MISSING || row->bug != bug) continue;
        pf_explain(&explanation, &place->position, row->move, castling);
        print_marked_board(&place->position, &explanation, drawing);
        return;
    }
    print_board(&place->position, drawing);
}

/* Prints the line of moves to the first difference. */
static void print_line(const struct bisect_report *report)
{
    const pf_bisect_place *first = &report->found.first;
    char fen[PF_FEN_SIZE];
    pf_castling_style style = report->castling == PF_UCI_KING_STEP ? PF_CASTLING_STANDARD : PF_CASTLING_XFEN;
    pf_position_to_fen(fen, sizeof fen, &first->position, style, PF_EP_ALWAYS);
    printf("\nLine:     %s\nPosition: %s\n", first->moves[0] != '\0' ? first->moves : "-", fen);
}

static void print_difference(const struct bisect_report *report, const struct drawing *drawing)
{
    const pf_bisect_place *first = &report->found.first, *small = &report->found.smallest;
    print_line(report);
    print_moves_with("Missing:", &first->comparison, PF_DIVIDE_MISSING);
    print_moves_with("Extra:", &first->comparison, PF_DIVIDE_EXTRA);
    printf("\nSmallest: %s%s%s\nPieces:   %u\n\n", small->fen, small->moves[0] != '\0' ? " moves " : "", small->moves,
           report->found.pieces);
    print_place(small, report->found.bug, report->castling, drawing);
    putchar('\n');
    print_differences(&small->comparison, &small->position, report->castling);
    if (small->comparison.missing + small->comparison.extra == 0) {
        char uci[PF_UCI_SIZE];
        pf_move_to_uci(uci, sizeof uci, small->comparison.next, report->castling);
        printf("Perft %u: %s here, %s in the engine; the first count that differs is below %s\n", small->depth,
               COUNT_TEXT(small->comparison.ours), COUNT_TEXT(small->comparison.theirs), uci);
    }
    printf("Bug: %s%s%s\n", paint(drawing, PAINT_STRONG), pf_bug_name(report->found.bug), paint(drawing, PAINT_NONE));
    if (report->by_totals) puts("The engine prints only totals; the moves that differ were deduced from their number.");
}

/* Finds one cause for everything that the engine gets wrong, unless the bug affects only one kind of move. */
static const char *find_diagnosis(const struct bisect_report *report)
{
    const pf_bisect_place *first = &report->found.first;
    if (report->found.agrees || report->failure[0] != '\0' || first->depth == 0) return NULL;
    bool is_root = first->line_size == 0 && report->found.small_positions == 0;
    return diagnose_moves(&first->comparison, &first->position, is_root);
}

static void print_report(const struct bisect_report *report, const struct drawing *drawing)
{
    if (report->diagnosis != NULL) {
        printf("%s%s%s\n", paint(drawing, PAINT_BAD), report->diagnosis, paint(drawing, PAINT_NONE));
        return;
    }
    if (report->failure[0] != '\0') {
        printf("%s%s %s%s\n", paint(drawing, PAINT_BAD), report->engine, report->failure, paint(drawing, PAINT_NONE));
        if (report->last_size > 0) puts("The last lines it printed:");
        for (size_t i = 0; i < report->last_size; i++) printf("  %s\n", report->last[i]);
    } else if (report->found.agrees) {
        if (report->found.small_positions > 0)
            printf("small positions: %u, no difference\n", (unsigned)report->found.small_positions);
        printf("%s%s agrees to depth %u%s\n", paint(drawing, PAINT_GOOD), report->engine, report->depth,
               paint(drawing, PAINT_NONE));
    } else {
        print_difference(report, drawing);
    }
}

static void add_words(struct json *json, const char *name, const char *text)
{
    json_open_array(json, name);
    while (text += strspn(text, " "), *text != '\0') {
        size_t length = strcspn(text, " ");
        json_bytes(json, NULL, text, length);
        text += length;
    }
    json_close_array(json);
}

void json_differences(struct json *json, const pf_divide_comparison *comparison, const pf_position *position,
                      pf_uci_castling castling)
{
    json_open_array(json, "differences");
    for (uint32_t i = 0; i < comparison->size; i++) {
        const pf_divide_row *row = &comparison->rows[i];
        pf_explanation explanation;
        if (row->verdict < PF_DIVIDE_MISSING) continue;
        pf_explain(&explanation, position, row->move, castling);
        json_open_object(json, NULL);
        json_explanation(json, row->uci, &explanation);
        json_string(json, "difference", row->verdict == PF_DIVIDE_MISSING ? "missing" : "extra");
        json_string(json, "bug", pf_bug_name(row->bug));
        json_close_object(json);
    }
    json_close_array(json);
}

static void add_place(struct json *json, const char *name, const pf_bisect_place *place, pf_uci_castling castling)
{
    json_open_object(json, name);
    json_string(json, "fen", place->fen);
    add_words(json, "moves", place->moves);
    json_integer(json, "depth", place->depth);
    json_count(json, "ours", place->comparison.ours);
    json_count(json, "theirs", place->comparison.theirs);
    json_differences(json, &place->comparison, &place->position, castling);
    json_close_object(json);
}

static void print_json(const struct bisect_report *report)
{
    const pf_bisect_report *found = &report->found;
    struct json json = {0};
    json_open_object(&json, NULL);
    json_string(&json, "engine", report->engine);
    json_integer(&json, "depth", report->depth);
    json_boolean(&json, "agrees", found->agrees);
    json_integer(&json, "small_positions", found->small_positions);
    if (report->diagnosis != NULL) json_string(&json, "diagnosis", report->diagnosis);
    if (report->failure[0] != '\0') {
        json_string(&json, "failure", report->failure);
        json_open_array(&json, "last_lines");
        for (size_t i = 0; i < report->last_size; i++) json_string(&json, NULL, report->last[i]);
        json_close_array(&json);
    } else if (!found->agrees) {
        add_place(&json, "first", &found->first, report->castling);
        add_place(&json, "smallest", &found->smallest, report->castling);
        json_integer(&json, "pieces", found->pieces);
        json_string(&json, "bug", pf_bug_name(found->bug));
    }
    json_finish(&json);
}

/* Prints the results so far after Ctrl-C. */
static int tell_stop(const struct bisect_report *report, const struct bisect_options *options)
{
    const pf_bisect_place *first = &report->found.first;
    bool is_found = report->found.smallest.depth > 0;
    bool differs = first->depth > 0;
    if (is_found && !options->json)
        print_difference(report, &options->drawing);
    else if (differs && !options->json)
        print_line(report);
    if (is_found)
        complain("stopped: there may be a smaller position that shows the bug");
    else if (differs)
        complain("stopped: perft %u%s%s differs, but the position whose moves differ is not known yet", first->depth,
                 first->moves[0] != '\0' ? " after " : "", first->moves);
    else if (report->found.agreed_depth > 0)
        complain("stopped: %s agrees to depth %u", report->engine, report->found.agreed_depth);
    else
        complain("stopped before the first answer");
    return STATUS_INTERRUPTED;
}

/* Writes and closes the HTML report, if there is one; returns the exit status. */
static int finish_page(struct output_file *page, const struct bisect_report *report, int status,
                       const struct bisect_options *options)
{
    if (page->stream == NULL) return status;
    bool written = write_bisect_page(page->stream, report, status == STATUS_INTERRUPTED, options);
    if (close_output_file(page, written)) return status;
    complain("cannot write %s: %s", options->html, strerror(errno));
    return status == STATUS_OK ? STATUS_FAILED : status;
}

static int run_engine(const struct bisect_options *options, unsigned depth)
{
    static struct bisect_report report;
    pf_position root = requested_position(&options->position);
    struct output_file page = {0};
    if (options->html != NULL) page = open_output_file(options->html, true);
    struct bisection bisection = {
        .options = options,
        .engine = engine_create(&options->engine, options->position.chess960, options->position.variant),
        .report = &report,
    };
    pf_bisect_generator generator = {.context = &bisection, .ask = ask_engine};
    pf_bisect_options search = {.chess960 = options->position.chess960,
                                .small_positions = options->engine.script != NULL ? SMALL_FOR_SCRIPT : SMALL_FOR_ENGINE,
                                .context = &bisection,
                                .on_step = tell_counts,
                                .should_stop = stop_when_interrupted};
    report.depth = depth;
    write_given_fen(report.root, &root, options->position.chess960);
    report.castling = uci_castling(options->position.chess960);
    catch_interrupts();
    pf_status result = pf_bisect(&report.found, &root, depth, &generator, &search, NULL);
    if (result == PF_ERROR_DIVIDE && engine_means(bisection.engine) == MEANS_MOVES &&
        report.found.stage < PF_BISECT_REPLAY) {
        /* An engine without perft only lists moves. */
        generator.lists_only = true;
        report.failure[0] = '\0';
        report.step_count = 0;
        result = pf_bisect(&report.found, &root, depth, &generator, &search, NULL);
    }
    /* The bug has been found even if the engine fails while the position is being reduced. */
    if (result == PF_OK || result == PF_ERROR_STOPPED) report.failure[0] = '\0';
    snprintf(report.engine, sizeof report.engine, "%s", engine_name(bisection.engine));
    snprintf(report.variant, sizeof report.variant, "%s", engine_variant_name(bisection.engine));
    int status = report.found.agrees ? STATUS_OK : STATUS_FAILED;
    report.diagnosis = find_diagnosis(&report);
    report.by_totals = bisection.by_totals;
    if (report.failure[0] == '\0' && report.diagnosis == NULL && !report.found.agrees && result == PF_ERROR_DIVIDE)
        snprintf(report.failure, sizeof report.failure,
                 "printed output that could not be understood: its counts do not add up "
                 "to its total");
    if (report.failure[0] != '\0' && report.last_size == 0)
        report.last_size = engine_last_lines(bisection.engine, report.last);
    if (result == PF_ERROR_STOPPED)
        status = tell_stop(&report, options);
    else if (options->json)
        print_json(&report);
    else
        print_report(&report, &options->drawing);
    engine_destroy(bisection.engine);
    return finish_page(&page, &report, status, options);
}

static int run_bisect(const void *context, const struct operands *operands)
{
    const struct bisect_options *options = context;
    const struct engine_options *engine = &options->engine;
    unsigned depth = read_depth("DEPTH", operands->words[0], 1);
    int others = (engine->engine != NULL) + (engine->script != NULL) + (options->divide_file != NULL);
    if (others != 1)
        refuse("bisect %s one of --engine COMMAND, --script COMMAND and --divide FILE",
               others == 0 ? "needs" : "takes only");
    return options->divide_file != NULL ? run_bisect_divide(options, depth) : run_engine(options, depth);
}

static void check_bisect(void *options, const struct given *given)
{
    static const struct option_rule rules[] = {{"theme", NEEDS, "html"}, {"html", EXCLUDES, "divide"}};
    CHECK_RULES(given, rules);
    check_variant(((struct bisect_options *)options)->position.variant, given);
    check_engine(given);
    check_engine_commands(&((struct bisect_options *)options)->engine);
}

static const struct option_row option_rows[] = {
    POSITION_ROWS(struct bisect_options),
    VARIANT_ROW(struct bisect_options, position.variant),
    ENGINE_ROWS(struct bisect_options),
    OPTION("divide", "FILE", "instead of an engine: compare the divide in FILE (-: standard input)", read_text,
           struct bisect_options, divide_file),
    DRAWING_ROWS(struct bisect_options),
    OPTION("html", "FILE", "also write the report as an HTML page, with boards", read_report_name,
           struct bisect_options, html),
    THEME_ROW(struct bisect_options, theme),
    JSON_ROW(struct bisect_options),
    END_OF_OPTIONS,
};

static const struct bisect_options defaults = {.position = POSITION_DEFAULTS, .engine = ENGINE_DEFAULTS};

const struct command bisect_command = {
    .name = "bisect",
    .operands = "DEPTH",
    .min_operands = 1,
    .max_operands = 1,
    COMMAND_OPTIONS(option_rows, defaults),
    .check = check_bisect,
    .summary = "find the bug in another move generator",
    .description =
        "Compares an engine's perft with ours, depth by depth up to DEPTH, walks down to the first position in\n"
        "which the moves differ, shrinks it as far as possible, and explains why each move that the engine\n"
        "misses is legal, why each one that it invents is not, and which bug it is. The engine talks\n"
        "UCI and knows \"go perft N\"; --script runs a program as COMMAND DEPTH FEN MOVES instead, which\n"
        "prints lines of moves and counts. --divide compares a divide that some program printed, whatever its form,\n"
        "and names the divide to get next. With --variant the engine must offer the variant by UCI_Variant.\n"
        "The start position shows few bugs: begin with torture. Exit status 1 if it differs or fails.",
    .example = "  plyforge bisect 4 --engine stockfish --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\"",
    .run = run_bisect,
};
