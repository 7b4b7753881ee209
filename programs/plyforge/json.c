/* What --json prints, made with jansson. Node counts and keys are strings, because many readers of JSON keep no more
 * than 53 bits of a number. */
#include "json.h"
#include "counting.h"
#include "json_values.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool json_is_available(void)
{
    return true;
}

/* jansson omits values when memory runs out. */
static void *allocate_or_end(size_t size)
{
    return allocated(malloc(size));
}

void json_begin(void)
{
    json_set_alloc_funcs(allocate_or_end, free);
}

static void print_and_release(json_t *object)
{
    json_made(object);
    json_print(object, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    json_decref(object);
}

static json_t *count_json(pf_count count)
{
    return json_string(COUNT_TEXT(count));
}

static json_t *key_json(uint64_t key)
{
    return json_sprintf("%016" PRIx64, key);
}

static json_t *square_json(pf_square square)
{
    if (square == PF_NO_SQUARE) return json_null();
    char name[PF_SQUARE_TEXT_SIZE];
    pf_square_to_text(name, sizeof name, square);
    return json_string(name);
}

static json_t *squares_json(pf_bitboard squares)
{
    json_t *array = json_array();
    for (pf_square square = 0; square < 64; square++)
        if ((squares & pf_bit(square)) != 0) json_append(array, square_json(square));
    return array;
}

static json_t *problems_json(pf_problems problems)
{
    json_t *array = json_array();
    for (; problems != 0; problems &= problems - 1) /* pf_problem_name names the lowest bit */
        json_append(array, json_string(pf_problem_name(problems)));
    return array;
}

void json_print_perft(const char *fen, unsigned depth, pf_count nodes, double seconds, const struct root *roots,
                      size_t size, const pf_perft_table_report *table)
{
    json_t *object = json_pack("{s:s, s:i, s:o, s:f, s:f}", "fen", fen, "depth", (int)depth, "nodes", count_json(nodes),
                               "seconds", seconds, "nodes_per_second", speed(nodes, seconds));
    if (roots != NULL) {
        json_t *divide = json_object();
        for (size_t i = 0; i < size; i++) json_set(divide, roots[i].uci, count_json(roots[i].nodes));
        json_set(object, "divide", divide);
    }
    if (table != NULL)
        json_set(object, "table",
                 json_pack("{s:i, s:o, s:o, s:o, s:f}", "key_bits", (int)table->key_bits, "entries",
                           count_json(pf_count_of(table->entries)), "probes", count_json(pf_count_of(table->probes)),
                           "hits", count_json(pf_count_of(table->hits)), "risk", table_risk(table)));
    print_and_release(object);
}

static json_t *kinds_json(const pf_count by_kind[PF_CHECK_KINDS])
{
    return json_pack("{s:o, s:o, s:o, s:o}", "direct", count_json(by_kind[PF_CHECK_KIND_DIRECT]), "discovered",
                     count_json(by_kind[PF_CHECK_KIND_DISCOVERED]), "double", count_json(by_kind[PF_CHECK_KIND_DOUBLE]),
                     "double_discovered", count_json(by_kind[PF_CHECK_KIND_DOUBLE_DISCOVERED]));
}

static json_t *row_json(const pf_perft_row *row, unsigned depth)
{
    return json_pack("{s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "depth", (int)depth, "nodes",
                     count_json(row->nodes), "captures", count_json(row->captures), "en_passant",
                     count_json(row->en_passant), "castles", count_json(row->castles), "promotions",
                     count_json(row->promotions), "checks", count_json(row->checks), "discovered_checks",
                     count_json(row->discovered_checks), "double_checks", count_json(row->double_checks), "mates",
                     count_json(row->mates), "checks_without_mates", count_json(checks_without_mates(row)),
                     "checks_by_kind", kinds_json(row->checks_by_kind), "mates_by_kind",
                     kinds_json(row->mates_by_kind));
}

void json_print_stats(const char *fen, const pf_perft_row *rows, unsigned depth, double seconds)
{
    json_t *array = json_array();
    for (unsigned i = depth > 0 ? 1 : 0; i <= depth; i++) json_append(array, row_json(&rows[i], i));
    print_and_release(json_pack("{s:s, s:i, s:o, s:o, s:f, s:f}", "fen", fen, "depth", (int)depth, "nodes",
                                count_json(rows[depth].nodes), "stats", array, "seconds", seconds, "nodes_per_second",
                                speed(rows[depth].nodes, seconds)));
}

void json_print_unique(const char *fen, const uint64_t *distinct, unsigned depth)
{
    json_t *array = json_array();
    for (unsigned ply = 1; ply <= depth; ply++)
        json_append(array,
                    json_pack("{s:i, s:o}", "ply", (int)ply, "positions", count_json(pf_count_of(distinct[ply]))));
    print_and_release(json_pack("{s:s, s:i, s:o}", "fen", fen, "depth", (int)depth, "unique", array));
}

void json_print_ledger(const struct ledger_job *job, uint64_t subtrees, uint64_t total)
{
    print_and_release(json_pack("{s:o, s:i, s:o, s:o, s:o, s:o}", "fen", json_text(job->shown), "depth",
                                (int)job->depth, "version", json_text(job->version), "subtrees",
                                count_json(pf_count_of(subtrees)), "total",
                                total > 0 ? count_json(pf_count_of(total)) : json_null(), "nodes",
                                job->finished ? count_json(job->result) : json_null()));
}

/* The lists that grow are jansson's arrays. */
struct json_san *json_san_create(void)
{
    return (struct json_san *)json_made(json_array());
}

void json_san_add(struct json_san *list, const char *uci, const char *san)
{
    json_append((json_t *)list, json_pack("{s:s, s:s}", "uci", uci, "san", san));
}

void json_print_san(struct json_san *list, const char *first_fen, const char *last_fen)
{
    print_and_release(json_pack("{s:s, s:o, s:s}", "fen", first_fen, "moves", (json_t *)list, "final_fen", last_fen));
}

struct json_store *json_store_create(void)
{
    return (struct json_store *)json_made(json_array());
}

void json_store_add(struct json_store *list, unsigned ply, uint32_t files, const struct store_ply *index)
{
    json_t *object = json_pack("{s:i, s:i}", "ply", (int)ply, "files", (int)files);
    if (index != NULL)
        json_object_update_new(object,
                               json_pack("{s:o, s:o, s:o}", "records", count_json(pf_count_of(index->records)), "bytes",
                                         count_json(pf_count_of(index->bytes)), "ways", count_json(index->ways)));
    json_append((json_t *)list, object);
}

void json_print_store(struct json_store *list, const struct store *store)
{
    bool finished = store->counted == store->folder.buckets;
    print_and_release(json_pack("{s:o, s:i, s:o, s:i, s:i, s:i, s:f, s:o, s:o}", "fen", json_text(store->job.shown),
                                "depth", (int)store->job.depth, "version", json_text(store->job.version), "ply",
                                (int)store->ply, "buckets", (int)store->folder.buckets, "counted", (int)store->counted,
                                "seconds", store->seconds, "nodes", finished ? count_json(store->leaves) : json_null(),
                                "plies", (json_t *)list));
}

void json_print_store_check(unsigned plies, unsigned sample, uint32_t buckets, unsigned wrong)
{
    print_and_release(json_pack("{s:i, s:i, s:i, s:i}", "plies", (int)plies, "sample", (int)sample, "buckets",
                                (int)buckets, "wrong", (int)wrong));
}

void json_print_store_drop(unsigned files)
{
    print_and_release(json_pack("{s:i}", "files", (int)files));
}

struct json_recount *json_recount_create(void)
{
    return (struct json_recount *)json_made(json_array());
}

void json_recount_add(struct json_recount *list, const struct ledger_row *row, const pf_count *nodes)
{
    json_append((json_t *)list,
                json_pack("{s:o, s:i, s:o, s:o}", "fen", json_text(row->fen), "depth", (int)row->depth, "nodes",
                          count_json(row->nodes), "recounted", nodes != NULL ? count_json(*nodes) : json_null()));
}

void json_print_recount(struct json_recount *list, unsigned sample, uint64_t subtrees, unsigned wrong)
{
    print_and_release(json_pack("{s:i, s:o, s:i, s:o}", "sample", (int)sample, "subtrees",
                                count_json(pf_count_of(subtrees)), "wrong", (int)wrong, "failures", (json_t *)list));
}

void json_print_moves(const char *fen, const struct root *moves, size_t size)
{
    json_t *array = json_array(), *san = json_array();
    for (size_t i = 0; i < size; i++) {
        json_append(array, json_string(moves[i].uci));
        if (moves[i].san[0] != '\0') json_append(san, json_string(moves[i].san));
    }
    json_t *object = json_pack("{s:s, s:i, s:o}", "fen", fen, "count", (int)size, "moves", array);
    if (json_array_size(san) == size) json_object_set(object, "san", san);
    json_decref(san);
    print_and_release(object);
}

void json_print_unmoves(const char *fen, const struct predecessor *predecessors, size_t size)
{
    json_t *array = json_array();
    for (size_t i = 0; i < size; i++) {
        const char captured[2] = {predecessors[i].captured, '\0'};
        json_append(array,
                    json_pack("{s:s, s:o, s:s}", "move", predecessors[i].uci, "captured",
                              captured[0] != '\0' ? json_string(captured) : json_null(), "fen", predecessors[i].fen));
    }
    print_and_release(json_pack("{s:s, s:i, s:o}", "fen", fen, "count", (int)size, "predecessors", array));
}

void json_print_unmove_counts(const char *fen, const pf_count *lines, unsigned depth)
{
    json_t *array = json_array();
    for (unsigned ply = 1; ply <= depth; ply++)
        json_append(array, json_pack("{s:i, s:o}", "ply", (int)ply, "lines", count_json(lines[ply])));
    print_and_release(json_pack("{s:s, s:i, s:o}", "fen", fen, "depth", (int)depth, "unmoves", array));
}

void json_print_book(const char *fen, const pf_book_moves *found, bool chess960)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < found->size; i++) {
        char uci[PF_UCI_SIZE];
        write_move(uci, found->moves[i].move, chess960);
        json_append(array, json_pack("{s:s, s:i}", "move", uci, "weight", (int)found->moves[i].weight));
    }
    print_and_release(json_pack("{s:s, s:i, s:o}", "fen", fen, "skipped", (int)found->skipped, "moves", array));
}

void json_print_book_check(size_t entries, const pf_book_report *report)
{
    print_and_release(json_pack("{s:I, s:I, s:I, s:I, s:o}", "entries", (json_int_t)entries, "out_of_order",
                                (json_int_t)report->out_of_order, "duplicates", (json_int_t)report->duplicates,
                                "malformed", (json_int_t)report->malformed, "first_damaged",
                                book_is_sound(report) ? json_null() : json_integer((json_int_t)report->first + 1)));
}

void json_print_book_made(const struct book_made *made)
{
    print_and_release(json_pack("{s:I, s:I, s:I}", "games", (json_int_t)made->games, "broken", (json_int_t)made->broken,
                                "entries", (json_int_t)made->entries));
}

/* What a position is in every variant. */
static void set_board(json_t *object, const char *fen, const pf_position *board, pf_square ep)
{
    json_set(object, "fen", json_string(fen));
    json_set(object, "turn", json_string(board->turn == PF_WHITE ? "white" : "black"));
    json_set(object, "castling_rooks", squares_json(board->castling));
    json_set(object, "en_passant", square_json(ep));
    json_set(object, "key", key_json(board->key));
}

void json_print_show(const char *fen, const pf_position *position)
{
    json_t *object = json_object();
    set_board(object, fen, position, pf_position_ep_legal(position));
    json_set(object, "polyglot_key", key_json(pf_position_polyglot_key(position)));
    json_set(object, "checkers", squares_json(pf_position_checkers(position)));
    json_set(object, "white_pinned", squares_json(pf_position_pinned(position, PF_WHITE)));
    json_set(object, "black_pinned", squares_json(pf_position_pinned(position, PF_BLACK)));
    json_set(object, "legal_moves", json_integer(pf_count_legal(position)));
    print_and_release(object);
}

/* The pieces that a side may drop, the most valuable first, as in "QNPP". */
static json_t *pocket_json(const pf_variant_position *position, pf_colour colour)
{
    char text[POCKET_TEXT_SIZE];
    write_pocket(text, position, colour);
    return json_string(text);
}

void json_print_variant_show(const char *fen, const pf_variant_position *position)
{
    const char *reason = pf_reason_text(pf_variant_outcome(position, PF_POLICY_FIDE).reason);
    json_t *object = json_object();
    json_set(object, "variant", json_string(pf_variant_name((pf_variant)position->variant)));
    set_board(object, fen, &position->board, pf_variant_ep_legal(position));
    json_set(object, "check", json_boolean(pf_variant_in_check(position)));
    if (position->variant == PF_VARIANT_CRAZYHOUSE) {
        json_set(object, "promoted", squares_json(position->promoted));
        json_set(object, "white_pocket", pocket_json(position, PF_WHITE));
        json_set(object, "black_pocket", pocket_json(position, PF_BLACK));
    }
    if (position->variant == PF_VARIANT_THREE_CHECK) {
        json_set(object, "white_checks", json_integer(position->checks_given[PF_WHITE]));
        json_set(object, "black_checks", json_integer(position->checks_given[PF_BLACK]));
    }
    json_set(object, "legal_moves", json_integer(pf_variant_count_legal(position)));
    json_set(object, "ending", reason[0] != '\0' ? json_string(reason) : json_null());
    print_and_release(object);
}

void json_print_fen(const char *fen, pf_problems problems)
{
    print_and_release(json_pack("{s:b, s:s, s:o}", "valid", 1, "fen", fen, "problems", problems_json(problems)));
}

void json_print_bad_fen(const pf_error *error, pf_problems problems)
{
    json_t *offset = error->code == PF_ERROR_POSITION ? json_null() : json_integer(error->offset);
    print_and_release(json_pack("{s:b, s:o, s:o, s:o}", "valid", 0, "message", json_text(error->message), "offset",
                                offset, "problems", problems_json(problems)));
}

static json_t *outcome_json(pf_outcome outcome)
{
    const char *reason = pf_reason_text(outcome.reason);
    return json_pack("{s:s, s:o}", "result", pf_result_text(outcome.result), "reason",
                     reason[0] != '\0' ? json_string(reason) : json_null());
}

static json_t *claims_json(pf_claims claims)
{
    json_t *array = json_array();
    if (claims & PF_CLAIM_FIFTY_MOVES) json_append(array, json_string(pf_reason_text(PF_REASON_FIFTY_MOVES)));
    if (claims & PF_CLAIM_THREEFOLD_REPETITION)
        json_append(array, json_string(pf_reason_text(PF_REASON_THREEFOLD_REPETITION)));
    return array;
}

/* null if the verdict is unknown. */
static json_t *verdict_json(pf_verdict verdict, bool yes)
{
    return verdict == PF_VERDICT_UNKNOWN ? json_null() : json_boolean((verdict == PF_VERDICT_YES) == yes);
}

void json_print_outcome(const struct outcome_report *report)
{
    json_t *by_move = json_object();
    for (size_t i = 0; i < report->by_move_size; i++)
        json_set(by_move, report->by_move[i].uci, claims_json(report->by_move[i].claims));
    json_t *object = outcome_json(report->fide);
    json_set(object, "fen", json_string(report->fen));
    json_set(object, "engine", outcome_json(report->engine));
    json_set(object, "claims", claims_json(report->claims));
    json_set(object, "claims_by_move", by_move);
    json_set(object, "repetitions", json_integer(report->repetitions));
    json_set(object, "halfmove_clock", json_integer(report->halfmove_clock));
    json_set(object, "white_can_win", verdict_json(report->unwinnable[PF_WHITE], false));
    json_set(object, "black_can_win", verdict_json(report->unwinnable[PF_BLACK], false));
    json_set(object, "dead", verdict_json(report->dead, true));
    print_and_release(object);
}

static const char *check_name(const pf_explanation *explanation)
{
    if (explanation->is_mate) return "mate";
    if (explanation->check & PF_CHECK_DOUBLE) return "double";
    if (explanation->check & PF_CHECK_DISCOVERED) return "discovered";
    return explanation->check != PF_CHECK_NONE ? "direct" : NULL;
}

static json_t *explanation_json(const char *uci, const pf_explanation *explanation)
{
    const char *check = check_name(explanation);
    pf_why_reason reason = (pf_why_reason)explanation->why.reason;
    return json_pack("{s:s, s:b, s:s, s:s, s:o, s:o, s:o}", "move", uci, "legal", reason == PF_WHY_LEGAL, "reason",
                     pf_why_name(reason), "text", explanation->text, "check",
                     check != NULL ? json_string(check) : json_null(), "squares", squares_json(explanation->squares),
                     "proof", squares_json(explanation->proof));
}

void json_print_explanations(const char *fen, const struct explained *explained, size_t size)
{
    json_t *object = explanation_json(explained[0].uci, &explained[0].explanation);
    json_set(object, "fen", json_string(fen));
    json_t *others = json_array();
    for (size_t i = 1; i < size; i++)
        json_append(others, explanation_json(explained[i].uci, &explained[i].explanation));
    if (size > 1) json_object_set(object, "others", others);
    json_decref(others);
    print_and_release(object);
}

static json_t *words_json(const char *text)
{
    json_t *array = json_array();
    while (text += strspn(text, " "), *text != '\0') {
        size_t length = strcspn(text, " ");
        json_append(array, json_stringn(text, length));
        text += length;
    }
    return array;
}

/* A move that only one side lists. */
static json_t *difference_json(const pf_divide_row *row, const pf_variant_position *position, pf_uci_castling castling)
{
    pf_explanation explanation;
    pf_variant_explain(&explanation, position, row->move, castling);
    json_t *object = explanation_json(row->uci, &explanation);
    bool missing = row->verdict == PF_DIVIDE_MISSING;
    json_set(object, "difference", json_string(missing ? "missing" : "extra"));
    json_set(object, "bug", json_string(pf_bug_name(row->bug)));
    return object;
}

static json_t *differences_json(const pf_divide_comparison *comparison, const pf_variant_position *position,
                                pf_uci_castling castling)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < comparison->size; i++)
        if (comparison->rows[i].verdict >= PF_DIVIDE_MISSING)
            json_append(array, difference_json(&comparison->rows[i], position, castling));
    return array;
}

static json_t *place_json(const pf_bisect_place *place, pf_uci_castling castling)
{
    return json_pack("{s:s, s:o, s:i, s:o, s:o, s:o}", "fen", place->fen, "moves", words_json(place->moves), "depth",
                     (int)place->depth, "ours", count_json(place->comparison.ours), "theirs",
                     count_json(place->comparison.theirs), "differences",
                     differences_json(&place->comparison, &place->position, castling));
}

void json_print_bisect(const struct bisect_report *report)
{
    const pf_bisect_report *found = &report->found;
    json_t *object = json_object();
    json_set(object, "engine", json_text(report->engine));
    json_set(object, "depth", json_integer(report->depth));
    json_set(object, "agrees", json_boolean(found->agrees));
    if (report->failure[0] != '\0') {
        json_t *lines = json_array();
        for (size_t i = 0; i < report->last_size; i++) json_append(lines, json_text(report->last[i]));
        json_set(object, "failure", json_text(report->failure));
        json_set(object, "last_lines", lines);
    } else if (!found->agrees) {
        json_set(object, "first", place_json(&found->first, report->castling));
        json_set(object, "smallest", place_json(&found->smallest, report->castling));
        json_set(object, "pieces", json_integer(found->pieces));
        json_set(object, "bug", json_string(pf_bug_name(found->bug)));
    }
    print_and_release(object);
}

void json_print_divide(const struct divide_report *report)
{
    static const char *const verdicts[] = {"same", "different", "missing", "extra"};
    const pf_divide_comparison *comparison = &report->comparison;
    json_t *moves = json_array(), *notes = json_array(), *next = json_null();
    for (uint32_t i = 0; i < comparison->size; i++) {
        const pf_divide_row *row = &comparison->rows[i];
        json_append(moves, json_pack("{s:s, s:s, s:o, s:o}", "move", row->uci, "verdict", verdicts[row->verdict],
                                     "ours", count_json(row->ours), "theirs", count_json(row->theirs)));
    }
    for (uint32_t i = 0; i < report->divide.note_count && i < PF_DIVIDE_MAX_NOTES; i++)
        json_append(notes, json_pack("{s:i, s:s}", "line", (int)report->divide.notes[i].line, "note",
                                     pf_divide_note_text(report->divide.notes[i].kind)));
    if (comparison->next != PF_NO_MOVE) {
        char uci[PF_UCI_SIZE];
        pf_move_to_uci(uci, sizeof uci, comparison->next, report->castling);
        next = json_string(uci);
    }
    print_and_release(json_pack("{s:o, s:i, s:b, s:o, s:o, s:o, s:o, s:o, s:o}", "file", json_text(report->name),
                                "depth", (int)report->depth, "agrees", divide_agrees(comparison), "ours",
                                count_json(comparison->ours), "theirs", count_json(comparison->theirs), "moves", moves,
                                "differences", differences_json(comparison, &report->position, report->castling),
                                "next", next, "notes", notes));
}

static json_t *failures_json(const struct suite_report *report)
{
    const struct suite *suite = report->suite;
    json_t *failures = json_array();
    for (size_t i = 0; i < suite->size; i++) {
        const struct suite_test *test = &suite->tests[i];
        const struct suite_result *result = &report->results[i];
        char fen[PF_VARIANT_FEN_SIZE];
        if (result->passed) continue;
        write_test_fen(fen, test, report->options->chess960);
        json_t *failure = json_pack("{s:o, s:i, s:s, s:i, s:o, s:o, s:o, s:f}", "file", json_text(test->file), "line",
                                    (int)test->line, "fen", fen, "depth", (int)test->depth, "expected",
                                    count_json(test->expected), "got",
                                    result->has_got ? count_json(result->got) : json_null(), "message",
                                    json_text(result->message), "seconds", result->seconds);
        if (report->named) {
            json_set(failure, "bug", json_text(test->id));
            json_set(failure, "way", json_text(test->way != NULL ? test->way->name : NULL));
        }
        json_append(failures, failure);
    }
    return failures;
}

void json_print_suite(const struct suite_report *report)
{
    const struct suite *suite = report->suite;
    print_and_release(json_pack("{s:o, s:i, s:i, s:i, s:i, s:i, s:i, s:o, s:f}", "engine", json_text(report->engine),
                                "positions", (int)suite->positions, "counts", (int)suite->counts, "skipped",
                                (int)suite->skipped, "unreadable", (int)suite->unreadable, "passed",
                                (int)report->passed, "failed", (int)report->failed, "failures", failures_json(report),
                                "seconds", report->seconds));
}

void json_print_torture(const struct suite_report *report, const char *const *bugs, size_t size)
{
    const struct suite *suite = report->suite;
    json_t *array = json_array();
    for (size_t i = 0; i < size; i++) json_append(array, json_text(bugs[i]));
    print_and_release(json_pack("{s:o, s:i, s:i, s:i, s:i, s:o, s:o, s:f}", "engine", json_text(report->engine),
                                "positions", (int)suite->positions, "counts", (int)suite->counts, "passed",
                                (int)report->passed, "failed", (int)report->failed, "bugs", array, "failures",
                                failures_json(report), "seconds", report->seconds));
}

void json_print_bench(const struct bench *bench)
{
    json_t *rows = json_array();
    for (unsigned i = 0; i < BENCH_SIZE; i++) {
        const struct bench_row *row = &bench->rows[i];
        json_append(rows, json_pack("{s:s, s:s, s:i, s:o, s:f, s:f}", "name", row->name, "fen", row->fen, "depth",
                                    (int)row->depth, "nodes", count_json(row->nodes), "seconds", row->seconds,
                                    "nodes_per_second", speed(row->nodes, row->seconds)));
    }
    print_and_release(json_pack("{s:o, s:o, s:f, s:f, s:s}", "positions", rows, "nodes", count_json(bench->nodes),
                                "seconds", bench->seconds, "nodes_per_second", speed(bench->nodes, bench->seconds),
                                "signature", bench->signature));
}

void json_print_bench_ways(const struct bench_ways *ways)
{
    json_t *rows = json_array();
    for (size_t i = 0; i < ways->size; i++) {
        const struct bench_way *way = &ways->rows[i];
        if (way->moves_per_position == 0)
            json_append(rows,
                        json_pack("{s:s, s:f, s:f, s:f}", "name", way->name, "bishop_lookups_per_second", way->first,
                                  "rook_lookups_per_second", way->second, "boards_per_second", way->third));
        else
            json_append(rows, json_pack("{s:s, s:s, s:f, s:f, s:f, s:f, s:f}", "group", way->group, "name", way->name,
                                        "moves_per_position", way->moves_per_position, "moves_listed_per_second",
                                        way->first, "list_nanoseconds", nanoseconds_per_position(way, way->first),
                                        "moves_counted_per_second", way->second, "count_nanoseconds",
                                        nanoseconds_per_position(way, way->second)));
    }
    print_and_release(json_pack("{s:s, s:o}", "measured", ways->what, "rows", rows));
}

void json_print_bench_reading(const struct bench_reading *reading)
{
    json_t *rows = json_array();
    for (size_t i = 0; i < reading->size; i++) {
        const struct bench_reading_row *row = &reading->rows[i];
        json_append(rows, json_pack("{s:s, s:s, s:f, s:f}", "input", row->input, "name", row->name, "nanoseconds",
                                    row->nanoseconds, "bytes_per_second", row->bytes_per_second));
    }
    print_and_release(json_pack("{s:s, s:o}", "measured", "reading", "rows", rows));
}
