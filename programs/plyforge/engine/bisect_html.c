/* The report of plyforge bisect as an HTML page: the bug, the smallest position, the descent with a board for each
 * step, and the commands that repeat it. The page is one file; it needs no other and runs no script. */
#include "engine/bisect.h"

#include <stdio.h>
#include <string.h>

/* The data that the writers of the sections share. */
struct page {
    FILE *file;
    const struct bisect_report *report;
    const struct bisect_options *options;
    uint32_t pictures; /* the number of boards drawn so far, because each board needs its own ids */
    bool failed;
};

static void put(struct page *page, const char *text)
{
    fputs(text, page->file);
}

static void put_escaped(struct page *page, const char *text)
{
    print_escaped(page->file, text);
}

/* Writes an element that contains text, on its own line. */
static void put_element(struct page *page, const char *name, const char *text)
{
    fprintf(page->file, "<%s>", name);
    put_escaped(page, text);
    fprintf(page->file, "</%s>\n", name);
}

static void put_head(struct page *page, const char *title)
{
    bool dark = page->options->theme == PF_SVG_DARK;
    put(page, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
              "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>plyforge bisect: ");
    put_escaped(page, title);
    fprintf(page->file,
            "</title>\n<style>\n"
            "body { margin: 2em auto; max-width: 62em; padding: 0 1em; font: 16px/1.5 sans-serif;"
            " background: %s; color: %s; }\n"
            "figure { display: inline-block; width: 18em; margin: 0 1.5em 1em 0; vertical-align: top; }\n"
            "figure.large { float: left; width: 26em; max-width: 100%%; }\n"
            "section { display: flow-root; }\n"
            "table { margin-bottom: 1em; }\n"
            "svg { width: 100%%; height: auto; display: block; }\n"
            "code, pre { font-family: monospace; overflow-wrap: anywhere; white-space: pre-wrap; }\n"
            "pre { padding: 0.8em; background: %s; }\n"
            "td, th { padding: 0.1em 1em 0.1em 0; text-align: right; }\n"
            "</style>\n</head>\n<body>\n",
            dark ? "#1f2226" : "#ffffff", dark ? "#d8dde2" : "#26221f", dark ? "#2b3036" : "#f3f0ea");
    put_element(page, "h1", title);
}

/* ---- Boards ---- */

static void put_picture(struct page *page, const pf_position *position, pf_svg_options *options)
{
    options->number = ++page->pictures;
    options->theme = page->options->theme;
    if (!write_picture(page->file, position, options)) page->failed = true;
}

/* The difference to draw: the first one that shows the bug, or otherwise the first; NULL if the moves agree. A position
 * on the way may show a bug other than that of the smallest position. */
static const pf_divide_row *main_difference(const struct page *page, const pf_bisect_place *place)
{
    const pf_divide_row *any = NULL;
    for (uint32_t i = 0; i < place->comparison.size; i++) {
        const pf_divide_row *row = &place->comparison.rows[i];
        if (row->verdict < PF_DIVIDE_MISSING) continue;
        if (row->bug == page->report->found.bug) return row;
        if (any == NULL) any = row;
    }
    return any;
}

/* Writes the board of a position, with an explanation of its main difference. */
static void put_place(struct page *page, const pf_bisect_place *place)
{
    const pf_divide_row *row = main_difference(page, place);
    pf_explanation explanation;
    pf_svg_options options = {0};
    pf_svg_arrow arrows[PF_EXPLANATION_ARROWS];
    if (row != NULL) {
        pf_explain(&explanation, &place->position, row->move, page->report->castling);
        pf_explanation_draw(&options, arrows, &place->position, &explanation);
    }
    put(page, "<figure class=\"large\">\n");
    put_picture(page, &place->position, &options);
    put(page, "</figure>\n");
}

/* ---- Sections ---- */

static void put_fen(struct page *page, const char *label, const char *fen, const char *moves)
{
    fprintf(page->file, "<p>%s: <code>", label);
    put_escaped(page, fen);
    put(page, "</code>");
    if (moves[0] != '\0') {
        put(page, " after <code>");
        put_escaped(page, moves);
        put(page, "</code>");
    }
    put(page, "</p>\n");
}

/* A sentence for each move that only one side lists; the page shows more of them than a terminal. */
static void put_differences(struct page *page, const pf_bisect_place *place)
{
    enum { SHOWN = 40 };
    const pf_divide_comparison *comparison = &place->comparison;
    uint32_t count = 0;
    put(page, "<ul>\n");
    for (uint32_t i = 0; i < comparison->size; i++) {
        const pf_divide_row *row = &comparison->rows[i];
        pf_explanation explanation;
        if (row->verdict < PF_DIVIDE_MISSING || ++count > SHOWN) continue;
        pf_explain(&explanation, &place->position, row->move, page->report->castling);
        put(page, row->verdict == PF_DIVIDE_MISSING ? "<li>Missing: " : "<li>Extra: ");
        put_escaped(page, explanation.text);
        put(page, "</li>\n");
    }
    if (count > SHOWN) fprintf(page->file, "<li>and %u more</li>\n", (unsigned)(count - SHOWN));
    if (count == 0)
        fprintf(page->file, "<li>The moves agree; perft %u does not: %s here, %s in the engine</li>\n", place->depth,
                COUNT_TEXT(comparison->ours), COUNT_TEXT(comparison->theirs));
    put(page, "</ul>\n");
}

static void put_smallest(struct page *page)
{
    const pf_bisect_place *small = &page->report->found.smallest;
    put(page, "<section id=\"smallest\">\n<h2>The smallest position that shows it</h2>\n");
    put_place(page, small);
    put_fen(page, "Position", small->fen, small->moves);
    fprintf(page->file, "<p>Pieces: %u</p>\n", page->report->found.pieces);
    put_differences(page, small);
    put(page, "</section>\n");
}

static void put_first(struct page *page)
{
    const pf_bisect_place *first = &page->report->found.first;
    bool is_known = page->report->found.smallest.depth > 0;
    put(page, "<section id=\"first\">\n<h2>");
    put(page, is_known ? "The first position that errs" : "How far the descent came");
    put(page, "</h2>\n");
    put_place(page, first);
    put_fen(page, "Position", first->fen, first->moves);
    if (is_known) put_differences(page, first);
    put(page, "</section>\n");
}

/* Writes a position of the descent, with the move that led there and the one that is followed next. */
static void put_step(struct page *page, const struct bisect_step *step)
{
    bool drops = pf_move_is_drop(step->next); /* a drop is marked by a ring */
    pf_square from = drops ? pf_move_to(step->next) : pf_move_from(step->next);
    pf_svg_arrow arrow = {(uint8_t)from, (uint8_t)pf_move_to(step->next), PF_SVG_BLUE};
    pf_svg_options options = {.last_move = step->last_move, .arrows = &arrow};
    if (pf_move_is_drop(step->last_move)) {
        options.last_move = PF_NO_MOVE;
        options.squares[PF_SVG_YELLOW] = pf_bit(pf_move_to(step->last_move));
    }
    options.arrow_count = step->next != PF_NO_MOVE;
    put(page, "<figure>\n");
    put_picture(page, &step->position, &options);
    fprintf(page->file, "<figcaption>depth %u", step->depth);
    if (step->moves[0] != '\0') {
        put(page, " after <code>");
        put_escaped(page, step->moves);
        put(page, "</code>");
    }
    fprintf(page->file, ": %s here, %s in the engine</figcaption>\n</figure>\n", COUNT_TEXT(step->ours),
            COUNT_TEXT(step->theirs));
}

/* Writes the counts of the root as a table, then the boards, from the first difference at the root on. */
static void put_descent(struct page *page)
{
    const struct bisect_report *report = page->report;
    put(page, "<section id=\"descent\">\n<h2>The descent</h2>\n<table>\n"
              "<tr><th>depth</th><th>here</th><th>in the engine</th></tr>\n");
    for (size_t i = 0; i < report->step_count; i++) {
        const struct bisect_step *step = &report->steps[i];
        if (step->stage != PF_BISECT_DEEPEN) continue;
        fprintf(page->file, "<tr><td>%u</td><td>%s</td><td>%s</td></tr>\n", step->depth, COUNT_TEXT(step->ours),
                COUNT_TEXT(step->theirs));
    }
    put(page, "</table>\n<div>\n");
    for (size_t i = 0; i < report->step_count; i++) {
        bool is_last = i + 1 == report->step_count || report->steps[i + 1].stage != PF_BISECT_DEEPEN;
        if (report->steps[i].stage == PF_BISECT_DESCEND || is_last) put_step(page, &report->steps[i]);
    }
    put(page, "</div>\n</section>\n");
}

/* ---- How to reproduce it ---- */

static struct rules_words rules_of(const struct page *page)
{
    return rules_words(page->options->position.chess960, page->options->position.variant);
}

/* Writes a word of a shell command in single quotes, preceded by a blank. */
static void put_quoted(struct page *page, const char *word)
{
    put(page, " '");
    for (; *word != '\0'; word++) {
        char one[2] = {*word, '\0'};
        if (*word == '\'')
            put(page, "'\\''");
        else
            put_escaped(page, one);
    }
    put(page, "'");
}

static void put_bisect_command(struct page *page, unsigned depth, const char *fen)
{
    const struct engine_options *engine = &page->options->engine;
    fprintf(page->file, "plyforge bisect %u%s", depth, rules_of(page).text);
    put(page, engine->script != NULL ? " --script" : " --engine");
    put_quoted(page, engine->script != NULL ? engine->script : engine->engine);
    put(page, " --fen");
    put_quoted(page, fen);
    put(page, "\n");
}

static void put_explain_command(struct page *page, const pf_bisect_place *place)
{
    const pf_divide_row *row = main_difference(page, place);
    if (row == NULL) return;
    fprintf(page->file, "plyforge explain %s%s --fen", row->uci, rules_of(page).text);
    put_quoted(page, place->fen);
    if (place->moves[0] != '\0') put(page, " --moves");
    if (place->moves[0] != '\0') put_quoted(page, place->moves);
    put(page, "\n");
}

static void put_commands(struct page *page)
{
    const struct bisect_report *report = page->report;
    const pf_bisect_place *small = &report->found.smallest;
    put(page, "<section id=\"repeat\">\n<h2>To repeat it</h2>\n<pre>");
    put_bisect_command(page, report->depth, report->root);
    if (small->depth > 0) {
        put_bisect_command(page, small->depth + small->line_size, small->fen);
        put_explain_command(page, small);
    }
    put(page, "</pre>\n");
    if (small->depth > 0 && page->options->engine.script == NULL) {
        put(page, "<p>By hand, to the engine:</p>\n<pre>");
        if (page->options->position.chess960) put(page, "setoption name UCI_Chess960 value true\n");
        if (report->variant[0] != '\0') {
            put(page, "setoption name UCI_Variant value ");
            put_escaped(page, report->variant);
            put(page, "\n");
        }
        fprintf(page->file, "position fen %s%s%s\ngo perft %u\n</pre>\n", small->fen,
                small->moves[0] != '\0' ? " moves " : "", small->moves, small->depth);
    }
    put(page, "</section>\n");
}

/* ---- The whole page ---- */

static void put_verdict(struct page *page, bool stopped)
{
    const struct bisect_report *report = page->report;
    const pf_bisect_report *found = &report->found;
    char line[2 * LINE_SIZE];
    if (report->failure[0] != '\0')
        put_head(page, "the engine failed");
    else if (found->smallest.depth > 0)
        put_head(page, pf_bug_name(found->bug));
    else if (found->first.depth > 0)
        put_head(page, "the counts differ");
    else
        put_head(page, stopped ? "stopped" : "no difference");
    snprintf(line, sizeof line, "%s, compared with Plyforge %s to depth %u", report->engine, pf_version(),
             report->depth);
    put_element(page, "p", line);
    if (report->failure[0] != '\0') put_element(page, "p", report->failure);
    if (stopped)
        put_element(page, "p",
                    found->smallest.depth > 0 ? "Stopped: there may be a smaller position that shows the bug."
                                              : "Stopped before the end.");
    put_fen(page, "From", report->root, "");
}

bool write_bisect_page(FILE *file, const struct bisect_report *report, bool stopped,
                       const struct bisect_options *options)
{
    struct page page = {.file = file, .report = report, .options = options};
    put_verdict(&page, stopped);
    if (report->found.smallest.depth > 0) put_smallest(&page);
    if (report->found.first.depth > 0) put_first(&page);
    put_descent(&page);
    put_commands(&page);
    put(&page, "</body>\n</html>\n");
    return !page.failed && ferror(file) == 0;
}
