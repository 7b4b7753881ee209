/* Bisects a generator that the caller supplies: from the shallowest divide that differs down to the first position with
 * wrong moves, then to the shortest line and the smallest board that show the same bug. divide.c compares, shrink.c
 * shrinks and bugs.c names the bug. */
#include <plyforge/bisect.h>
#include <plyforge/moves.h>
#include <plyforge/perft.h>
#include <plyforge/play.h>
#include <plyforge/retro.h>

#include "base/text.h"
#include "board/variant_fields.h"
#include "workbench/bugs.h"
#include "workbench/divide.h"
#include "workbench/random.h"

typedef struct pf_bisecting {
    const pf_bisect_generator *generator;
    pf_bisect_options options;
    pf_bisect_report *report;
    pf_uci_castling castling;
    pf_position root;
    pf_error error; /* the error of the last query that failed */
    bool stopped;
    bool reachable; /* root has a possible last move, so smaller positions must have one as well */
} pf_bisecting;

/* ---- Queries ---- */

static bool should_stop(void *context)
{
    pf_bisecting *bisecting = context;
    if (!bisecting->stopped && bisecting->options.should_stop)
        bisecting->stopped = bisecting->options.should_stop(bisecting->options.context);
    return bisecting->stopped;
}

static pf_status stop(pf_bisecting *bisecting)
{
    bisecting->stopped = true;
    return pf_fail(&bisecting->error, PF_ERROR_STOPPED, 0, "stopped by a callback");
}

/* Sets up report->asked, the next query: base after the line, at a depth. */
static void set_question(pf_bisecting *bisecting, const pf_position *base, const pf_move *line, uint32_t size,
                         unsigned depth)
{
    pf_bisect_place *asked = &bisecting->report->asked;
    pf_castling_style style = bisecting->options.chess960 ? PF_CASTLING_XFEN : PF_CASTLING_STANDARD;
    asked->base = asked->position = *base;
    asked->depth = depth;
    asked->line_size = size;
    asked->has_from_fen = false;
    pf_position_to_fen(asked->fen, sizeof asked->fen, base, style, PF_EP_ALWAYS);
    pf_text moves = pf_text_begin(asked->moves, sizeof asked->moves);
    for (uint32_t i = 0; i < size; i++) {
        char uci[PF_UCI_SIZE];
        asked->line[i] = line[i];
        pf_move_to_uci(uci, sizeof uci, line[i], bisecting->castling);
        if (i > 0) pf_text_char(&moves, ' ');
        pf_text_string(&moves, uci);
        pf_position_play_unchecked(&asked->position, line[i]);
    }
    pf_text_end(&moves);
}

/* Sends the query in report->asked to the generator and fills report->answer. */
static pf_status ask_once(pf_bisecting *bisecting)
{
    pf_bisect_report *report = bisecting->report;
    const pf_bisect_place *asked = &report->asked;
    const pf_bisect_question question = {
        .base = &asked->base,
        .line = asked->line,
        .position = &asked->position,
        .fen = asked->fen,
        .moves = asked->moves,
        .line_size = asked->line_size,
        .depth = asked->depth,
    };
    report->answer = (pf_divide){.size = 0};
    if (should_stop(bisecting)) return stop(bisecting);
    pf_status status = bisecting->generator->ask(bisecting->generator->context, &question, &report->answer,
                                                 &bisecting->error);
    if (status == PF_ERROR_STOPPED) return stop(bisecting);
    if (status == PF_OK) pf_divide_resolve(&report->answer, &asked->position);
    return status;
}

/* Counts the leaves below a position for a generator that only lists moves. Its legal moves are followed; an illegal
 * move has no leaves below it. */
static pf_status count_by_lists(pf_bisecting *bisecting, const pf_position *base, pf_move *line, uint32_t size,
                                unsigned depth, pf_count *out)
{
    const pf_divide *answer = &bisecting->report->answer;
    pf_move moves[PF_DIVIDE_CAPACITY];
    pf_position position = *base;
    *out = pf_count_of(1);
    if (depth == 0) return PF_OK;
    set_question(bisecting, base, line, size, 1);
    pf_status status = ask_once(bisecting);
    if (status != PF_OK) return status;
    uint32_t count = answer->size;
    *out = pf_count_of(count);
    if (depth == 1) return PF_OK;
    for (uint32_t i = 0; i < count; i++) moves[i] = answer->entries[i].move;
    for (uint32_t i = 0; i < size; i++) pf_position_play_unchecked(&position, line[i]);
    *out = pf_count_of(0);
    for (uint32_t i = 0; i < count; i++) {
        pf_count nodes;
        pf_position after = position;
        if (pf_position_play(&after, moves[i], NULL) != PF_OK) continue;
        line[size] = moves[i];
        status = count_by_lists(bisecting, base, line, size + 1, depth - 1, &nodes);
        if (status != PF_OK) return status;
        *out = pf_count_add(*out, nodes);
    }
    return PF_OK;
}

/* Fills report->answer with the divide of a generator that only lists moves. */
static pf_status divide_by_lists(pf_bisecting *bisecting, const pf_position *base, const pf_move *line, uint32_t size,
                                 unsigned depth)
{
    pf_bisect_report *report = bisecting->report;
    pf_divide *lists = &report->lists;
    pf_move whole[PF_PERFT_MAX_DEPTH];
    pf_position position = *base;
    for (uint32_t i = 0; i < size; i++) {
        whole[i] = line[i];
        pf_position_play_unchecked(&position, line[i]);
    }
    set_question(bisecting, base, whole, size, 1);
    pf_status status = ask_once(bisecting);
    if (status != PF_OK) return status;
    *lists = report->answer;
    lists->sum = lists->total = pf_count_of(0);
    lists->total_line = 0;
    for (uint32_t i = 0; i < lists->size; i++) {
        pf_divide_entry *entry = &lists->entries[i];
        pf_position after = position;
        entry->nodes = pf_count_of(depth == 1 ? 1 : 0);
        if (pf_position_play(&after, entry->move, NULL) == PF_OK) {
            whole[size] = entry->move;
            status = count_by_lists(bisecting, base, whole, size + 1, depth - 1, &entry->nodes);
            if (status != PF_OK) return status;
        }
        lists->sum = lists->total = pf_count_add(lists->sum, entry->nodes);
    }
    report->answer = *lists;
    set_question(bisecting, base, line, size, depth);
    return PF_OK;
}

static pf_status ask(pf_bisecting *bisecting, const pf_position *base, const pf_move *line, uint32_t size,
                     unsigned depth)
{
    if (bisecting->generator->lists_only) return divide_by_lists(bisecting, base, line, size, depth);
    set_question(bisecting, base, line, size, depth);
    return ask_once(bisecting);
}

/* Names the bugs of a comparison after a line that the generator has played. */
static void name_bugs(pf_divide_comparison *comparison, const pf_position *base, const pf_move *line, uint32_t size)
{
    pf_move theirs[PF_MOVE_LIST_CAPACITY + PF_DIVIDE_CAPACITY] = {PF_NO_MOVE};
    uint32_t count = 0;
    for (uint32_t i = 0; i < comparison->size; i++)
        if (comparison->rows[i].verdict != PF_DIVIDE_MISSING) theirs[count++] = comparison->rows[i].move;
    pf_bug of_list = pf_bug_of_list_in_variant(base, line, size, theirs, count,
                                               comparison->missing + comparison->extra);
    for (uint32_t i = 0; i < comparison->size; i++) {
        pf_divide_row *row = &comparison->rows[i];
        if (row->verdict < PF_DIVIDE_MISSING) continue;
        pf_difference difference = row->verdict == PF_DIVIDE_MISSING ? PF_MISSING : PF_EXTRA;
        row->bug = of_list != PF_BUG_UNKNOWN ? of_list : pf_bug_of(base, line, size, row->move, difference);
    }
    pf_divide_name_bug(comparison);
}

/* Compares perft(depth) after the line; report->asked has the result. line must not be asked.line. */
static pf_status compare(pf_bisecting *bisecting, const pf_position *base, const pf_move *line, uint32_t size,
                         unsigned depth)
{
    pf_bisect_place *asked = &bisecting->report->asked;
    pf_divide_comparison *comparison = &asked->comparison;
    pf_status status = ask(bisecting, base, line, size, depth);
    if (status != PF_OK) return status;
    status = pf_divide_compare(comparison, &bisecting->report->answer, &asked->position, depth, bisecting->castling,
                               should_stop, bisecting);
    if (status != PF_OK) return stop(bisecting);
    /* Counts that do not add up to their total and differ from ours were misread. */
    if (pf_divide_contradicts_itself(&bisecting->report->answer) && pf_divide_differs(comparison))
        return pf_fail(&bisecting->error, PF_ERROR_DIVIDE, 0, "the counts do not add up to the total");
    if (size > 0) name_bugs(comparison, base, line, size);
    return PF_OK;
}

/* Adds the count of the generator for the same position, set up from a FEN instead of reached by moves. */
static pf_status ask_from_fen(pf_bisecting *bisecting, const pf_move *line, uint32_t size)
{
    pf_bisect_place *asked = &bisecting->report->asked;
    pf_position position = asked->position;
    unsigned depth = asked->depth;
    pf_status status = ask(bisecting, &position, NULL, 0, depth);
    if (status != PF_OK) return status;
    set_question(bisecting, &bisecting->root, line, size, depth);
    asked->has_from_fen = true;
    asked->from_fen = bisecting->report->answer.total;
    return PF_OK;
}

static pf_status tell(pf_bisecting *bisecting)
{
    const pf_bisect_report *report = bisecting->report;
    const pf_bisect_options *options = &bisecting->options;
    if (!options->on_step || options->on_step(options->context, report->stage, &report->asked)) return PF_OK;
    return stop(bisecting);
}

static bool lists_differ(const pf_bisect_place *place)
{
    return place->comparison.missing + place->comparison.extra > 0;
}

/* ---- Descending to the first wrong position ---- */

/* Starts at report->first, which differs, and follows the differing counts to the last position that differs. */
static pf_status descend(pf_bisecting *bisecting)
{
    pf_bisect_report *report = bisecting->report;
    pf_bisect_place *first = &report->first, *asked = &report->asked;
    pf_move line[PF_PERFT_MAX_DEPTH];
    uint32_t size = 0;
    report->stage = PF_BISECT_DESCEND;
    while (!lists_differ(first) && first->depth > 1) {
        line[size++] = first->comparison.next;
        pf_status status = compare(bisecting, &bisecting->root, line, size, first->depth - 1);
        if (status == PF_OK && bisecting->options.from_fen) status = ask_from_fen(bisecting, line, size);
        if (status == PF_OK) status = tell(bisecting);
        if (status != PF_OK) return status;
        /* Asked directly, the count is right: the generator contradicts itself, and the parent is the first wrong
         * position. */
        if (!pf_divide_differs(&asked->comparison)) return PF_OK;
        *first = *asked;
    }
    if (!lists_differ(first) || first->depth == 1) return PF_OK;
    /* The lists differ. Prefer depth 1 if they differ there too. */
    pf_status status = compare(bisecting, &bisecting->root, line, size, 1);
    if (status == PF_OK && lists_differ(asked)) *first = *asked;
    return bisecting->stopped ? PF_ERROR_STOPPED : PF_OK;
}

/* ---- Shrinking ---- */

/* The generator contradicts itself if the lists agree although the counts differ, and if they differ only in a deeper
 * count of the same position: descend has found that they agree at depth 1. */
static pf_bug main_bug(const pf_bisect_place *place)
{
    return lists_differ(place) && place->depth == 1 ? place->comparison.bug : PF_BUG_UNMAKE;
}

/* Whether the position shows the same bug or, if the counts contradict each other, any difference. */
static bool shows(const pf_bisect_place *place, pf_bug bug)
{
    const pf_divide_comparison *comparison = &place->comparison;
    if (bug == PF_BUG_UNMAKE) return pf_divide_differs(comparison);
    for (uint32_t i = 0; i < comparison->size; i++)
        if (comparison->rows[i].verdict >= PF_DIVIDE_MISSING && comparison->rows[i].bug == bug) return true;
    return false;
}

typedef struct pf_bisect_shrinking {
    pf_bisecting *bisecting;
    const pf_move *tail;
    uint32_t tail_size;
} pf_bisect_shrinking;

static bool still_differs(void *context, const pf_position *base)
{
    const pf_bisect_shrinking *shrinking = context;
    pf_bisecting *bisecting = shrinking->bisecting;
    pf_bisect_report *report = bisecting->report;
    pf_position position = *base;
    if (bisecting->stopped) return false;
    if (bisecting->reachable && !pf_position_has_predecessor(base)) return false;
    for (uint32_t i = 0; i < shrinking->tail_size; i++)
        if (pf_position_play(&position, shrinking->tail[i], NULL) != PF_OK) return false;
    pf_status status = compare(bisecting, base, shrinking->tail, shrinking->tail_size, report->first.depth);
    if (status != PF_OK || !shows(&report->asked, report->bug)) return false;
    report->smallest = report->asked;
    tell(bisecting);
    return true;
}

static pf_accept shrink_acceptance(const pf_position *position, bool chess960)
{
    pf_setup setup;
    pf_accept accept = chess960 ? PF_ACCEPT_CHESS960 : 0u;
    pf_setup_from_position(&setup, position);
    return accept | (pf_setup_problems(&setup, accept) == 0 ? PF_ACCEPT_STRICT : PF_ACCEPT_LENIENT);
}

static unsigned count_pieces(const pf_position *position)
{
    unsigned count = 0;
    for (pf_bitboard rest = pf_position_occupied(position); rest; rest &= rest - 1) count++;
    for (unsigned i = 0; i < 10; i++) count += pf_in_pocket(position, i / 5, i % 5);
    return count;
}

static bool same_differences(const pf_divide_comparison *a, const pf_divide_comparison *b)
{
    if (a->size != b->size) return false;
    for (uint32_t i = 0; i < a->size; i++)
        if (a->rows[i].move != b->rows[i].move || a->rows[i].verdict != b->rows[i].verdict) return false;
    return true;
}

/* Finds the shortest tail of the line that the generator must play itself, then the smallest position before it. */
static void make_small(pf_bisecting *bisecting)
{
    pf_bisect_report *report = bisecting->report;
    const pf_bisect_place *first = &report->first;
    report->stage = PF_BISECT_REPLAY;
    report->smallest = *first;
    report->bug = main_bug(first);
    for (uint32_t tail = 0; tail <= first->line_size && !bisecting->stopped; tail++) {
        pf_position base = bisecting->root;
        const pf_move *moves = first->line + (first->line_size - tail);
        for (const pf_move *move = first->line; move < moves; move++) pf_position_play_unchecked(&base, *move);
        pf_status status = compare(bisecting, &base, moves, tail, first->depth);
        bool differs = main_bug(first) != PF_BUG_UNMAKE ? lists_differ(&report->asked)
                                                        : pf_divide_differs(&report->asked.comparison);
        if (status != PF_OK || !differs) continue;
        report->smallest = report->asked;
        report->bug = main_bug(&report->asked);
        /* With the whole line, a generation bug was named as a bug in playing the last move. */
        if (same_differences(&first->comparison, &report->asked.comparison))
            report->first.comparison = report->asked.comparison;
        tell(bisecting);
        if (!bisecting->options.keep_board && !bisecting->stopped) {
            pf_bisect_shrinking shrinking = {bisecting, moves, tail};
            report->stage = PF_BISECT_SHRINK;
            pf_shrink(&base, shrink_acceptance(&base, bisecting->options.chess960), still_differs, &shrinking);
        }
        report->pieces = count_pieces(&base);
        return;
    }
    /* The difference cannot be reproduced: the generator keeps state from earlier queries. */
    if (!bisecting->stopped) report->bug = PF_BUG_UNMAKE;
    report->pieces = count_pieces(&report->smallest.position);
}

/* ---- Small positions ---- */

enum { DEEP_COUNT = 50000, SMALL_COUNT = 10000, SMALL_DEPTH = 3 };

/* Takes back the double push after which this en passant square was set; false if the result is not accepted. */
static bool take_back_double_push(pf_position *position, pf_accept accept)
{
    pf_setup setup;
    pf_square skipped = position->ep_square;
    pf_square from = position->turn == PF_WHITE ? skipped + 8 : skipped - 8;
    pf_square to = position->turn == PF_WHITE ? skipped - 8 : skipped + 8;
    pf_setup_from_position(&setup, position);
    setup.squares[from] = setup.squares[to];
    setup.squares[to] = PF_NO_PIECE;
    setup.ep_square = PF_NO_SQUARE;
    setup.turn ^= 1u;
    return pf_position_from_setup(position, &setup, accept, NULL, NULL) == PF_OK;
}

/* A small position that a game can reach, with legal moves. Half of the double pushes are still to be played. */
static pf_position next_small_position(pf_random *random, bool chess960)
{
    const pf_accept accept = PF_ACCEPT_STRICT | (chess960 ? PF_ACCEPT_CHESS960 : 0u);
    for (;;) {
        pf_position position = pf_random_small_position(random, chess960);
        bool takes_back = position.ep_square != PF_NO_SQUARE && pf_random_below(random, 2) == 0;
        if (takes_back && !take_back_double_push(&position, accept)) continue;
        if (pf_any_legal(&position) && pf_position_has_predecessor(&position)) return position;
    }
}

/* Compares the position at depth 1, 2 ... while the counts are small, and stops at the first that differs. */
static pf_status compare_small(pf_bisecting *bisecting, const pf_position *position)
{
    const pf_divide_comparison *comparison = &bisecting->report->asked.comparison;
    for (unsigned depth = 1; depth <= SMALL_DEPTH && pf_perft(position, depth).lo <= SMALL_COUNT; depth++) {
        pf_status status = compare(bisecting, position, NULL, 0, depth);
        if (status != PF_OK || pf_divide_differs(comparison)) return status;
    }
    return PF_OK;
}

/* Compares small positions. Returns whether one differs, which is then the new root and report->first. A generator that
 * fails in one of them is not asked about others: the caller's question is about the root. */
static bool search_small(pf_bisecting *bisecting)
{
    pf_bisect_report *report = bisecting->report;
    pf_random random = {1};
    report->stage = PF_BISECT_SMALL;
    while (report->small_positions < bisecting->options.small_positions) {
        pf_position position = next_small_position(&random, bisecting->options.chess960);
        if (compare_small(bisecting, &position) != PF_OK) break;
        report->small_positions++;
        if (!pf_divide_differs(&report->asked.comparison)) continue;
        report->first = report->asked;
        bisecting->root = position;
        bisecting->reachable = true;
        return true;
    }
    if (!bisecting->stopped) report->stage = PF_BISECT_DEEPEN;
    return false;
}

/* ---- The whole search ---- */

/* report->first differs. */
static pf_status finish(pf_bisecting *bisecting)
{
    pf_status status = tell(bisecting);
    if (status == PF_OK) status = descend(bisecting);
    if (status != PF_OK) return status;
    make_small(bisecting);
    return bisecting->stopped ? PF_ERROR_STOPPED : PF_OK;
}

static bool is_deep(const pf_divide_comparison *comparison)
{
    return comparison->ours.hi > 0 || comparison->ours.lo > DEEP_COUNT;
}

/* The shallowest query that differs gives the shortest line. */
static pf_status run(pf_bisecting *bisecting, unsigned max_depth)
{
    pf_bisect_report *report = bisecting->report;
    bool searches_small = bisecting->options.small_positions > 0 && !bisecting->generator->lists_only &&
                          pf_position_variant(&bisecting->root) == PF_VARIANT_STANDARD;
    for (unsigned depth = 1; depth <= max_depth; depth++) {
        pf_status status = compare(bisecting, &bisecting->root, NULL, 0, depth);
        if (status != PF_OK) return status;
        if (pf_divide_differs(&report->asked.comparison)) {
            report->first = report->asked;
            return finish(bisecting);
        }
        report->agreed_depth = depth;
        status = tell(bisecting);
        if (status != PF_OK) return status;
        if (!searches_small || !is_deep(&report->asked.comparison)) continue;
        searches_small = false;
        if (search_small(bisecting)) return finish(bisecting);
        if (bisecting->stopped) return PF_ERROR_STOPPED;
    }
    report->agrees = true;
    return PF_OK;
}

pf_status pf_bisect(pf_bisect_report *out, const pf_position *root, unsigned depth,
                    const pf_bisect_generator *generator, const pf_bisect_options *options, pf_error *error)
{
    pf_bisecting bisecting = {.generator = generator, .report = out, .root = *root};
    if (options) bisecting.options = *options;
    bisecting.reachable = pf_position_has_predecessor(root);
    bisecting.castling = bisecting.options.chess960 ? PF_UCI_KING_TAKES_ROOK : PF_UCI_KING_STEP;
    out->stage = PF_BISECT_DEEPEN;
    out->agrees = false;
    out->agreed_depth = out->pieces = out->small_positions = 0;
    out->bug = PF_BUG_UNKNOWN;
    out->first.depth = out->smallest.depth = out->asked.depth = 0;
    if (depth == 0 || depth > PF_PERFT_MAX_DEPTH)
        return pf_fail(error, PF_ERROR_OPTION, 0, "the depth must be from 1 to 255");
    if (!generator->ask) return pf_fail(error, PF_ERROR_OPTION, 0, "the generator has no function to ask");
    pf_status status = run(&bisecting, depth);
    if (status == PF_OK) out->stage = PF_BISECT_DONE;
    if (status != PF_OK && error) {
        *error = bisecting.error;
        error->code = status;
        if (error->message[0] == '\0') pf_fail(error, status, 0, "the generator failed");
    }
    return status;
}
