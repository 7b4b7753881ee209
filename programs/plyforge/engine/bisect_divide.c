/* plyforge bisect --divide: compares a divide that some other program printed with ours, and names the divide that the
 * user should get next. The library does the reading and the comparing. */
#include "engine/bisect.h"
#include "output/json.h"
#include "platform/interrupt.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A divide that was read from a file, compared with ours. */
struct divide_report {
    const char *name; /* the name of the file; "standard input" for "-" */
    unsigned depth;
    pf_uci_castling castling;
    pf_position position;
    pf_divide divide;
    pf_divide_comparison comparison;
};

/* Reads all bytes of a file, or of standard input for "-"; the caller frees them. */
static char *read_all(const char *name, size_t *size)
{
    enum { STEP = 1 << 16 };
    bool is_stdin = strcmp(name, "-") == 0;
    if (is_stdin && !can_read_standard_input()) exit(STATUS_WRONG_INPUT);
    FILE *stream = is_stdin ? stdin : fopen(name, "r");
    if (stream == NULL) refuse("cannot open %s: %s", name, strerror(errno));
    char *text = NULL;
    size_t capacity = 0;
    *size = 0;
    do {
        if (capacity - *size < STEP) {
            capacity = capacity > SIZE_MAX / 2 - STEP ? 0 : capacity * 2 + STEP;
            text = resized(text, capacity, 1);
        }
        *size += fread(text + *size, 1, capacity - *size, stream);
    } while (!feof(stream) && !ferror(stream));
    if (ferror(stream)) {
        const char *reason = strerror(errno);
        free(text);
        refuse("cannot read %s: %s", is_stdin ? "standard input" : name, reason);
    }
    if (!is_stdin) fclose(stream);
    return text;
}

static void warn_of_notes(const struct divide_report *report)
{
    const pf_divide *divide = &report->divide;
    uint32_t kept = divide->note_count < PF_DIVIDE_MAX_NOTES ? divide->note_count : PF_DIVIDE_MAX_NOTES;
    for (uint32_t i = 0; i < kept; i++)
        complain("warning: %s:%u: %s", report->name, (unsigned)divide->notes[i].line,
                 pf_divide_note_text(divide->notes[i].kind));
    if (divide->note_count > kept)
        complain("warning: %s: and %u more such lines", report->name, (unsigned)(divide->note_count - kept));
}

static void read_divide(struct divide_report *report, const char *file)
{
    pf_error error;
    size_t size;
    char *text = read_all(file, &size);
    report->name = strcmp(file, "-") == 0 ? "standard input" : file;
    pf_status status = pf_divide_from_text(&report->divide, &report->position, text, size, &error);
    free(text);
    if (status != PF_OK) refuse("%s: %s", report->name, error.message);
    warn_of_notes(report);
}

/* Warns about a divide of another position or depth, whose differences no bug explains. */
static void warn_of_another(const struct divide_report *report)
{
    const pf_divide_comparison *comparison = &report->comparison;
    uint32_t shared = comparison->size - comparison->missing - comparison->extra;
    uint64_t ours = comparison->ours.lo, theirs = comparison->theirs.lo;
    if (comparison->extra > shared)
        complain(
            "warning: %s: most of its moves are not legal here; if it is the divide of another position, name that "
            "by --fen and --moves",
            report->name);
    else if (shared > 1 && comparison->different == shared && comparison->ours.hi == 0 && comparison->theirs.hi == 0 &&
             (ours / 4 > theirs || theirs / 4 > ours))
        complain("warning: %s: every count is far from ours; is it the divide of another depth than %u?", report->name,
                 report->depth);
}

static void print_counts(const pf_divide_comparison *comparison)
{
    const char *label = "Counts:";
    for (uint32_t i = 0; i < comparison->size; i++) {
        const pf_divide_row *row = &comparison->rows[i];
        if (row->verdict != PF_DIVIDE_DIFFERENT) continue;
        printf("%-10s%s: %s here, %s there\n", label, row->uci, COUNT_TEXT(row->ours), COUNT_TEXT(row->theirs));
        label = "";
    }
    if (label[0] != '\0') printf("%-10s-\n", label);
}

/* Whether the moves, the counts and the total are the same. */
static bool divide_agrees(const pf_divide_comparison *comparison)
{
    return !pf_divide_differs(comparison) && pf_count_equal(comparison->ours, comparison->theirs);
}

static void print_agreement(const struct divide_report *report, const struct drawing *drawing)
{
    bool agrees = divide_agrees(&report->comparison);
    printf("%severy move and every count agrees%s", paint(drawing, agrees ? PAINT_GOOD : PAINT_BAD),
           agrees ? "" : ", but the total is wrong");
    if (!agrees) printf(": the counts of the divide add up to %s", COUNT_TEXT(report->divide.sum));
    printf("%s\n", paint(drawing, PAINT_NONE));
}

static void print_divide_report(const struct divide_report *report, const struct bisect_options *options)
{
    const pf_divide_comparison *comparison = &report->comparison;
    printf("perft %u: %s here, %s in the divide\n", report->depth, COUNT_TEXT(comparison->ours),
           COUNT_TEXT(comparison->theirs));
    if (!pf_divide_differs(comparison)) {
        print_agreement(report, &options->drawing);
        return;
    }
    putchar('\n');
    print_moves_with("Missing:", comparison, PF_DIVIDE_MISSING);
    print_moves_with("Extra:", comparison, PF_DIVIDE_EXTRA);
    print_counts(comparison);
    putchar('\n');
    if (comparison->missing + comparison->extra > 0) {
        print_differences(comparison, &report->position, report->castling);
        printf("Bug: %s%s%s\n", paint(&options->drawing, PAINT_STRONG), pf_bug_name(comparison->bug),
               paint(&options->drawing, PAINT_NONE));
    } else if (report->depth > 1) {
        char fen[PF_FEN_SIZE], uci[PF_UCI_SIZE];
        write_given_fen(fen, &report->position, options->position.chess960);
        pf_move_to_uci(uci, sizeof uci, comparison->next, report->castling);
        printf("Next: get the other program's divide at depth %u after %s, and compare it:\n", report->depth - 1, uci);
        printf("  plyforge bisect %u --divide FILE%s --fen '%s' --moves %s\n", report->depth - 1,
               rules_words(options->position.chess960, options->position.variant).text, fen, uci);
    }
}

static void add_divide_rows(struct json *json, const pf_divide_comparison *comparison)
{
    static const char *const verdicts[] = {"same", "different", "missing", "extra"};
    json_open_array(json, "moves");
    for (uint32_t i = 0; i < comparison->size; i++) {
        const pf_divide_row *row = &comparison->rows[i];
        json_open_object(json, NULL);
        json_string(json, "move", row->uci);
        json_string(json, "verdict", verdicts[row->verdict]);
        json_count(json, "ours", row->ours);
        json_count(json, "theirs", row->theirs);
        json_close_object(json);
    }
    json_close_array(json);
}

static void add_notes(struct json *json, const pf_divide *divide)
{
    json_open_array(json, "notes");
    for (uint32_t i = 0; i < divide->note_count && i < PF_DIVIDE_MAX_NOTES; i++) {
        json_open_object(json, NULL);
        json_integer(json, "line", divide->notes[i].line);
        json_string(json, "note", pf_divide_note_text(divide->notes[i].kind));
        json_close_object(json);
    }
    json_close_array(json);
}

static void print_json(const struct divide_report *report)
{
    const pf_divide_comparison *comparison = &report->comparison;
    char next[PF_UCI_SIZE];
    struct json json = {0};
    json_open_object(&json, NULL);
    json_string(&json, "file", report->name);
    json_integer(&json, "depth", report->depth);
    json_boolean(&json, "agrees", divide_agrees(comparison));
    json_count(&json, "ours", comparison->ours);
    json_count(&json, "theirs", comparison->theirs);
    add_divide_rows(&json, comparison);
    json_differences(&json, comparison, &report->position, report->castling);
    if (comparison->next != PF_NO_MOVE) pf_move_to_uci(next, sizeof next, comparison->next, report->castling);
    json_string(&json, "next", comparison->next != PF_NO_MOVE ? next : NULL);
    add_notes(&json, &report->divide);
    json_finish(&json);
}

/* Prints the results so far after Ctrl-C. */
static int tell_stop(const struct divide_report *report, bool json)
{
    const pf_divide_comparison *comparison = &report->comparison;
    if (comparison->different > 0 && !json) print_counts(comparison);
    complain("stopped: perft %u was not counted to its end; of %u moves in the divide %u agree, %u differ, %u were not "
             "compared",
             report->depth, (unsigned)report->divide.size, (unsigned)(comparison->size - comparison->different),
             (unsigned)comparison->different, (unsigned)(report->divide.size - comparison->size));
    return STATUS_INTERRUPTED;
}

int run_bisect_divide(const struct bisect_options *options, unsigned depth)
{
    static struct divide_report report;
    report.depth = depth;
    report.castling = uci_castling(options->position.chess960);
    report.position = requested_position(&options->position);
    read_divide(&report, options->divide_file);
    catch_interrupts();
    pf_status status = pf_divide_compare(&report.comparison, &report.divide, &report.position, depth, report.castling,
                                         stop_when_interrupted, NULL);
    if (status != PF_OK) return tell_stop(&report, options->json);
    warn_of_another(&report);
    if (options->json)
        print_json(&report);
    else
        print_divide_report(&report, options);
    return divide_agrees(&report.comparison) ? STATUS_OK : STATUS_FAILED;
}
