/* plyforge bisect: finds the first position in which an engine's moves differ from ours, makes it as small as it can
 * be, and names the bug. Talking to the engine is in engine.c; shrinking, explaining and naming are the library's. */
#include "bisect.h"
#include "interrupt.h"
#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bisection {
    const struct request *request;
    struct engine *engine;
    struct bisect_report *report;
    pf_position root;
    pf_move line[PF_PERFT_MAX_DEPTH];
    size_t size;
};

/* ---- One question ---- */

struct our_divide {
    pf_move moves[PF_MOVE_LIST_CAPACITY];
    pf_count nodes[PF_MOVE_LIST_CAPACITY];
    bool seen[PF_MOVE_LIST_CAPACITY];
    size_t size;
};

static bool on_root(void *context, pf_move move, pf_count nodes, uint32_t index, uint32_t total)
{
    (void)index, (void)total;
    struct our_divide *divide = context;
    divide->moves[divide->size] = move;
    divide->nodes[divide->size++] = nodes;
    return !was_interrupted();
}

static int compare_differences(const void *a, const void *b)
{
    const struct bisect_difference *first = a, *second = b;
    int order = strcmp(first->uci, second->uci);
    return order != 0 ? order : (int)first->kind - (int)second->kind;
}

static void add_difference(struct bisect_place *place, const struct bisection *bisection, const pf_position *base,
                           const pf_move *line, size_t size, pf_move move, pf_difference kind)
{
    struct bisect_difference *difference = &place->differences[place->size++];
    write_move(difference->uci, move, bisection->request);
    difference->move = move;
    difference->kind = kind;
    difference->bug = pf_bug_of(base, line, size, move, kind);
}

/* Counts below a move that both list: the move with the least text, so that the answer does not depend on order. */
static void note_count(struct bisect_place *place, const struct bisection *bisection, pf_move move)
{
    char uci[PF_UCI_SIZE], best[PF_UCI_SIZE];
    write_move(uci, move, bisection->request);
    write_move(best, place->where, bisection->request);
    if (!place->counts_differ || strcmp(uci, best) < 0) place->where = move;
    place->counts_differ = true;
}

/* Asks for perft(depth) from base after the line, and compares. */
static enum engine_status compare(const struct bisection *bisection, struct bisect_place *place,
                                  const pf_position *base, const pf_move *line, size_t size, unsigned depth)
{
    static struct engine_answer answer;
    struct our_divide ours = {.size = 0};

    memset(place, 0, sizeof *place);
    place->depth = depth;
    place->position = *base;
    size_t length = 0;
    for (size_t i = 0; i < size; i++) {
        char uci[PF_UCI_SIZE];
        write_move(uci, line[i], bisection->request);
        length += (size_t)snprintf(place->moves + length, sizeof place->moves - length, "%s%s", i > 0 ? " " : "", uci);
        pf_position_play_unchecked(&place->position, line[i]);
    }
    /* The engine is told the en passant square of every double push, as the standard has it. */
    pf_position_to_fen(place->base_fen, sizeof place->base_fen, base, bisection->request->castling, PF_EP_ALWAYS);
    enum engine_status status = engine_ask(bisection->engine, place->base_fen, place->moves, depth, &answer);
    if (status != ENGINE_OK) return status;

    if (!pf_perft_divide(&place->ours, &place->position, depth, PF_PERFT_BULK, on_root, &ours))
        return ENGINE_INTERRUPTED;
    place->theirs = answer.total;
    for (size_t i = 0; i < answer.size; i++) {
        pf_move move = PF_NO_MOVE;
        const char *text = answer.roots[i].uci;
        pf_move_from_uci_as_meant(&move, &place->position, text, strlen(text), NULL);
        size_t at = 0;
        while (at < ours.size && ours.moves[at] != move) at++;
        if (at == ours.size || ours.seen[at]) {
            add_difference(place, bisection, base, line, size, move, PF_EXTRA);
            continue;
        }
        ours.seen[at] = true;
        if (!pf_count_equal(ours.nodes[at], answer.roots[i].nodes)) note_count(place, bisection, move);
    }
    for (size_t at = 0; at < ours.size; at++)
        if (!ours.seen[at]) add_difference(place, bisection, base, line, size, ours.moves[at], PF_MISSING);
    qsort(place->differences, place->size, sizeof *place->differences, compare_differences);
    return ENGINE_OK;
}

static bool differs(const struct bisect_place *place)
{
    return place->size > 0 || place->counts_differ;
}

/* ---- Down to the first position that differs ---- */

/* What the engine did instead of answering; Ctrl-C is not its failure. */
static void fail(struct bisection *bisection, enum engine_status status, const struct bisect_place *place)
{
    struct bisect_report *report = bisection->report;
    if (status == ENGINE_INTERRUPTED) return;
    snprintf(report->failure, sizeof report->failure, "%s (asked for perft %u of %s%s%.300s)",
             engine_failure(bisection->engine, status), place->depth, place->base_fen,
             place->moves[0] != '\0' ? " after " : "", place->moves);
    report->last_size = engine_last_lines(bisection->engine, report->last);
}

static void tell_counts(const struct bisection *bisection, const struct bisect_place *place)
{
    if (bisection->request->json) return;
    printf("depth %u%s%s: %s here, %s in the engine\n", place->depth, place->moves[0] != '\0' ? " after " : "",
           place->moves, COUNT_TEXT(place->ours), COUNT_TEXT(place->theirs));
    flush_output();
}

/* From the question at the root that differs to the last one that does; false if the engine failed, or Ctrl-C came. */
static bool walk_down(struct bisection *bisection)
{
    struct bisect_place *place = &bisection->report->first;
    static struct bisect_place next;
    while (place->size == 0 && place->depth > 1) {
        bisection->line[bisection->size++] = place->where;
        enum engine_status status = compare(bisection, &next, &bisection->root, bisection->line, bisection->size,
                                            place->depth - 1);
        if (status != ENGINE_OK) {
            fail(bisection, status, &next);
            return false;
        }
        tell_counts(bisection, &next);
        if (!differs(&next)) { /* right when asked from there: the engine contradicts itself */
            bisection->size--;
            return true;
        }
        *place = next;
    }
    if (place->size == 0 || place->depth == 1) return true;
    /* The moves differ; if they do so at depth 1 too, the smaller question is the better one. */
    enum engine_status status = compare(bisection, &next, &bisection->root, bisection->line, bisection->size, 1);
    if (status == ENGINE_OK && next.size > 0) *place = next;
    return true;
}

/* ---- Making it small ---- */

static pf_bug main_bug(const struct bisect_place *place)
{
    pf_bug bugs[PF_MOVE_LIST_CAPACITY + ENGINE_MAX_ROOTS];
    for (size_t i = 0; i < place->size; i++) bugs[i] = place->differences[i].bug;
    return place->size > 0 ? pf_bug_most_likely(bugs, place->size) : PF_BUG_UNMAKE;
}

/* The same bug, or, where counts contradict each other, anything wrong. */
static bool shows(const struct bisect_place *place, pf_bug bug)
{
    if (bug == PF_BUG_UNMAKE) return differs(place);
    for (size_t i = 0; i < place->size; i++)
        if (place->differences[i].bug == bug) return true;
    return false;
}

struct shrinking {
    const struct bisection *bisection;
    struct bisect_place *place; /* the last one that showed the bug */
    const pf_move *tail;
    size_t tail_size;
    unsigned depth;
    pf_bug bug;
};

static bool still_differs(void *context, const pf_position *base)
{
    const struct shrinking *shrinking = context;
    static struct bisect_place place;
    pf_position position = *base;
    for (size_t i = 0; i < shrinking->tail_size; i++)
        if (pf_position_play(&position, shrinking->tail[i], NULL) != PF_OK) return false;
    enum engine_status status = compare(shrinking->bisection, &place, base, shrinking->tail, shrinking->tail_size,
                                        shrinking->depth);
    if (status != ENGINE_OK || !shows(&place, shrinking->bug)) return false;
    *shrinking->place = place;
    return true;
}

static pf_accept shrink_acceptance(const pf_position *position, const struct request *request)
{
    pf_setup setup;
    pf_accept chess960 = request->chess960 ? PF_ACCEPT_CHESS960 : 0u;
    pf_setup_from_position(&setup, position);
    return chess960 | (pf_setup_problems(&setup, chess960) == 0 ? PF_ACCEPT_STRICT : PF_ACCEPT_LENIENT);
}

static unsigned count_pieces(const pf_position *position)
{
    unsigned count = 0;
    for (pf_bitboard rest = pf_position_occupied(position); rest != 0; rest &= rest - 1) count++;
    return count;
}

/* First the shortest tail of the line that the engine must play itself, then the smallest position before it. */
static void shrink(struct bisection *bisection)
{
    struct bisect_report *report = bisection->report;
    static struct bisect_place place;
    report->smallest = report->first;
    report->bug = main_bug(&report->first);
    bool by_moves = report->first.size > 0;
    for (size_t tail = 0; tail <= bisection->size; tail++) {
        pf_position base = bisection->root;
        const pf_move *moves = bisection->line + (bisection->size - tail);
        for (const pf_move *move = bisection->line; move < moves; move++) pf_position_play_unchecked(&base, *move);
        enum engine_status status = compare(bisection, &place, &base, moves, tail, report->first.depth);
        if (status != ENGINE_OK || (by_moves ? place.size == 0 : !differs(&place))) continue;
        report->smallest = place;
        report->bug = main_bug(&place);
        struct shrinking shrinking = {bisection, &report->smallest, moves, tail, place.depth, report->bug};
        pf_shrink(&base, shrink_acceptance(&base, bisection->request), still_differs, &shrinking);
        report->pieces = count_pieces(&base);
        return;
    }
    /* It does not happen again: what an engine with a memory of earlier questions does. */
    if (!was_interrupted()) report->bug = PF_BUG_UNMAKE;
    report->pieces = count_pieces(&report->smallest.position);
}

/* ---- The report ---- */

static void print_moves(const char *label, const struct bisect_place *place, pf_difference kind)
{
    bool any = false;
    printf("%-10s", label);
    for (size_t i = 0; i < place->size; i++) {
        if (place->differences[i].kind != kind) continue;
        printf("%s%s", any ? " " : "", place->differences[i].uci);
        any = true;
    }
    puts(any ? "" : "-");
}

/* How far the walk came. */
static void print_line(const struct bisect_report *report)
{
    const struct bisect_place *first = &report->first;
    char fen[PF_FEN_SIZE];
    pf_castling_style style = report->castling == PF_UCI_KING_STEP ? PF_CASTLING_STANDARD : PF_CASTLING_XFEN;
    pf_position_to_fen(fen, sizeof fen, &first->position, style, PF_EP_ALWAYS);
    printf("\nLine:     %s\nPosition: %s\n", first->moves[0] != '\0' ? first->moves : "-", fen);
}

static void print_difference(const struct bisect_report *report, const struct request *request)
{
    enum { SHOWN = 8 };
    const struct bisect_place *first = &report->first, *small = &report->smallest;
    print_line(report);
    print_moves("Missing:", first, PF_MISSING);
    print_moves("Extra:", first, PF_EXTRA);
    printf("\nSmallest: %s%s%s\nPieces:   %u\n\n", small->base_fen, small->moves[0] != '\0' ? " moves " : "",
           small->moves, report->pieces);

    bool shown = false;
    for (size_t i = 0; i < small->size && !shown; i++) {
        if (small->differences[i].bug != report->bug) continue;
        pf_explanation explanation;
        pf_explain(&explanation, &small->position, small->differences[i].move, report->castling);
        print_marked_board(&small->position, &explanation, request);
        shown = true;
    }
    if (!shown) print_board(&small->position, request);
    putchar('\n');
    for (size_t i = 0; i < small->size && i < SHOWN; i++) {
        pf_explanation explanation;
        pf_explain(&explanation, &small->position, small->differences[i].move, report->castling);
        printf("%s %s\n", small->differences[i].kind == PF_MISSING ? "Missing:" : "Extra:", explanation.text);
    }
    if (small->size > SHOWN) printf("and %zu more\n", small->size - SHOWN);
    if (small->size == 0) {
        char uci[PF_UCI_SIZE];
        pf_move_to_uci(uci, sizeof uci, small->where, report->castling);
        printf("Perft %u: %s here, %s in the engine; the first count that differs is below %s\n", small->depth,
               COUNT_TEXT(small->ours), COUNT_TEXT(small->theirs), uci);
    }
    printf("Bug: %s%s%s\n", paint(request, PAINT_STRONG), pf_bug_name(report->bug), paint(request, PAINT_NONE));
}

static void print_report(const struct bisect_report *report, const struct request *request)
{
    if (report->failure[0] != '\0') {
        printf("%s%s %s%s\n", paint(request, PAINT_BAD), report->engine, report->failure, paint(request, PAINT_NONE));
        if (report->last_size > 0) puts("The last lines it printed:");
        for (size_t i = 0; i < report->last_size; i++) printf("  %s\n", report->last[i]);
    } else if (report->agrees) {
        printf("%s%s agrees to depth %u%s\n", paint(request, PAINT_GOOD), report->engine, report->depth,
               paint(request, PAINT_NONE));
    } else {
        print_difference(report, request);
    }
}

/* What is known when Ctrl-C came. */
static int tell_stop(const struct bisect_report *report, const struct request *request)
{
    const struct bisect_place *first = &report->first;
    bool walked = report->smallest.depth > 0;
    if (walked && !request->json)
        print_difference(report, request);
    else if (differs(first) && !request->json)
        print_line(report);
    if (walked)
        complain("stopped: there may be a smaller position that shows the bug");
    else if (differs(first))
        complain("stopped: perft %u%s%s differs, but in which position the moves do is not known yet", first->depth,
                 first->moves[0] != '\0' ? " after " : "", first->moves);
    else if (first->depth > 1)
        complain("stopped: %s agrees to depth %u", report->engine, first->depth - 1);
    else
        complain("stopped before the first answer");
    return STATUS_INTERRUPTED;
}

/* The shallowest question that differs gives the shortest line. */
static void bisect(struct bisection *bisection)
{
    struct bisect_report *report = bisection->report;
    for (unsigned depth = 1; depth <= report->depth; depth++) {
        enum engine_status status = compare(bisection, &report->first, &bisection->root, NULL, 0, depth);
        if (status != ENGINE_OK) {
            fail(bisection, status, &report->first);
            return;
        }
        tell_counts(bisection, &report->first);
        if (!differs(&report->first)) continue;
        if (walk_down(bisection)) shrink(bisection);
        return;
    }
    report->agrees = true;
}

static int run_bisect(const struct request *request)
{
    static struct bisect_report report;
    unsigned depth = read_depth("DEPTH", request->operands[0]);
    if (depth == 0) refuse("DEPTH must be at least 1");
    if ((request->engine == NULL) == (request->script == NULL))
        refuse("bisect needs one of --engine COMMAND and --script COMMAND");
    bool is_script = request->script != NULL;
    struct bisection bisection = {
        .request = request,
        .engine = engine_create(is_script ? request->script : request->engine, is_script, request),
        .report = &report,
        .root = requested_position(request),
    };
    report.depth = depth;
    report.castling = request->chess960 ? PF_UCI_KING_TAKES_ROOK : PF_UCI_KING_STEP;
    bisect(&bisection);
    snprintf(report.engine, sizeof report.engine, "%s", engine_name(bisection.engine));
    int status = report.agrees ? STATUS_OK : STATUS_FAILED;
    if (was_interrupted() && !report.agrees && report.failure[0] == '\0')
        status = tell_stop(&report, request);
    else if (request->json)
        json_print_bisect(&report);
    else
        print_report(&report, request);
    engine_destroy(bisection.engine);
    return status;
}

const struct command bisect_command = {
    .name = "bisect",
    .operands = "DEPTH",
    .min_operands = 1,
    .max_operands = 1,
    .options = OPTIONS_POSITION | OPTIONS_ENGINE | OPTIONS_DRAWING | OPTION_SET(OPTION_JSON),
    .summary = "find the bug in another move generator",
    .description =
        "Compares an engine's perft with ours, depth by depth up to DEPTH, walks down to the first position in\n"
        "which the moves differ, makes it as small as it can be, and says why each move that the engine\n"
        "misses is legal, why each one that it makes up is not, and which bug that is. The engine talks\n"
        "UCI and knows \"go perft N\"; --script runs a program as COMMAND DEPTH FEN MOVES instead, which\n"
        "prints lines of moves and counts. Exit status 1 if it differs or fails.",
    .example = "  plyforge bisect 4 --engine stockfish --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\"",
    .run = run_bisect,
};
