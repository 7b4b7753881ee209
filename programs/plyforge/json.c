/* What --json prints, one function for each kind of answer. */
#include "json.h"
#include "counting.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void add_key(struct json *json, const char *name, uint64_t key)
{
    char text[17];
    snprintf(text, sizeof text, "%016" PRIx64, key);
    json_string(json, name, text);
}

static void add_square(struct json *json, const char *name, pf_square square)
{
    char text[PF_SQUARE_TEXT_SIZE];
    if (square != PF_NO_SQUARE) pf_square_to_text(text, sizeof text, square);
    json_string(json, name, square != PF_NO_SQUARE ? text : NULL);
}

static void add_squares(struct json *json, const char *name, pf_bitboard squares)
{
    json_open_array(json, name);
    for (pf_square square = 0; square < 64; square++)
        if ((squares & pf_bit(square)) != 0) add_square(json, NULL, square);
    json_close_array(json);
}

static void add_problems(struct json *json, pf_problems problems)
{
    json_open_array(json, "problems");
    for (; problems != 0; problems &= problems - 1) /* pf_problem_name names the lowest bit */
        json_string(json, NULL, pf_problem_name(problems));
    json_close_array(json);
}

/* The members that every answer about a count from a position begins with. */
static void begin_count(struct json *json, const char *fen, unsigned depth)
{
    json_open_object(json, NULL);
    json_string(json, "fen", fen);
    json_integer(json, "depth", depth);
}

static void end(struct json *json)
{
    json_close_object(json);
    json_print(json);
}

static void add_speed(struct json *json, pf_count nodes, double seconds)
{
    json_real(json, "seconds", seconds);
    json_real(json, "nodes_per_second", speed(nodes, seconds));
}

static void add_table(struct json *json, const pf_perft_table_report *table)
{
    json_open_object(json, "table");
    json_integer(json, "key_bits", table->key_bits);
    json_count(json, "entries", pf_count_of(table->entries));
    json_count(json, "probes", pf_count_of(table->probes));
    json_count(json, "hits", pf_count_of(table->hits));
    json_real(json, "risk", table_risk(table));
    json_close_object(json);
}

void json_print_perft(const char *fen, unsigned depth, pf_count nodes, double seconds, const struct root *roots,
                      size_t size, const pf_perft_table_report *table)
{
    struct json json = {0};
    begin_count(&json, fen, depth);
    json_count(&json, "nodes", nodes);
    add_speed(&json, nodes, seconds);
    if (roots != NULL) {
        json_open_object(&json, "divide");
        for (size_t i = 0; i < size; i++) json_count(&json, roots[i].uci, roots[i].nodes);
        json_close_object(&json);
    }
    if (table != NULL) add_table(&json, table);
    end(&json);
}

static void add_kinds(struct json *json, const char *name, const pf_count by_kind[PF_CHECK_KINDS])
{
    json_open_object(json, name);
    json_count(json, "direct", by_kind[PF_CHECK_KIND_DIRECT]);
    json_count(json, "discovered", by_kind[PF_CHECK_KIND_DISCOVERED]);
    json_count(json, "double", by_kind[PF_CHECK_KIND_DOUBLE]);
    json_count(json, "double_discovered", by_kind[PF_CHECK_KIND_DOUBLE_DISCOVERED]);
    json_close_object(json);
}

static void add_row(struct json *json, const pf_perft_row *row, unsigned depth)
{
    json_open_object(json, NULL);
    json_integer(json, "depth", depth);
    json_count(json, "nodes", row->nodes);
    json_count(json, "captures", row->captures);
    json_count(json, "en_passant", row->en_passant);
    json_count(json, "castles", row->castles);
    json_count(json, "promotions", row->promotions);
    json_count(json, "checks", row->checks);
    json_count(json, "discovered_checks", row->discovered_checks);
    json_count(json, "double_checks", row->double_checks);
    json_count(json, "mates", row->mates);
    json_count(json, "checks_without_mates", checks_without_mates(row));
    add_kinds(json, "checks_by_kind", row->checks_by_kind);
    add_kinds(json, "mates_by_kind", row->mates_by_kind);
    json_close_object(json);
}

void json_print_stats(const char *fen, const pf_perft_row *rows, unsigned depth, double seconds)
{
    struct json json = {0};
    begin_count(&json, fen, depth);
    json_count(&json, "nodes", rows[depth].nodes);
    json_open_array(&json, "stats");
    for (unsigned i = depth > 0 ? 1 : 0; i <= depth; i++) add_row(&json, &rows[i], i);
    json_close_array(&json);
    add_speed(&json, rows[depth].nodes, seconds);
    end(&json);
}

void json_print_unique(const char *fen, const uint64_t *distinct, unsigned depth)
{
    struct json json = {0};
    begin_count(&json, fen, depth);
    json_open_array(&json, "unique");
    for (unsigned ply = 1; ply <= depth; ply++) {
        json_open_object(&json, NULL);
        json_integer(&json, "ply", ply);
        json_count(&json, "positions", pf_count_of(distinct[ply]));
        json_close_object(&json);
    }
    json_close_array(&json);
    end(&json);
}

/* null unless there is one. */
static void add_count_if(struct json *json, const char *name, bool has_count, pf_count count)
{
    if (has_count)
        json_count(json, name, count);
    else
        json_null(json, name);
}

void json_print_ledger(const struct ledger_job *job, uint64_t subtrees, uint64_t total)
{
    struct json json = {0};
    begin_count(&json, job->shown, job->depth);
    json_string(&json, "version", job->version);
    json_count(&json, "subtrees", pf_count_of(subtrees));
    add_count_if(&json, "total", total > 0, pf_count_of(total));
    add_count_if(&json, "nodes", job->finished, job->result);
    end(&json);
}

void json_begin_san(struct json *json, const char *first_fen)
{
    json_open_object(json, NULL);
    json_string(json, "fen", first_fen);
    json_open_array(json, "moves");
}

void json_add_san(struct json *json, const char *uci, const char *san)
{
    json_open_object(json, NULL);
    json_string(json, "uci", uci);
    json_string(json, "san", san);
    json_close_object(json);
}

void json_print_san(struct json *json, const char *last_fen)
{
    json_close_array(json);
    json_string(json, "final_fen", last_fen);
    end(json);
}

void json_begin_store(struct json *json, const struct store *store)
{
    bool finished = store->counted == store->folder.buckets;
    begin_count(json, store->job.shown, store->job.depth);
    json_string(json, "version", store->job.version);
    json_integer(json, "ply", store->ply);
    json_integer(json, "buckets", store->folder.buckets);
    json_integer(json, "counted", store->counted);
    json_real(json, "seconds", store->seconds);
    add_count_if(json, "nodes", finished, store->leaves);
    json_open_array(json, "plies");
}

void json_add_ply(struct json *json, unsigned ply, uint32_t files, const struct store_ply *index)
{
    json_open_object(json, NULL);
    json_integer(json, "ply", ply);
    json_integer(json, "files", files);
    if (index != NULL) {
        json_count(json, "records", pf_count_of(index->records));
        json_count(json, "bytes", pf_count_of(index->bytes));
        json_count(json, "ways", index->ways);
    }
    json_close_object(json);
}

void json_print_store(struct json *json)
{
    json_close_array(json);
    end(json);
}

void json_print_store_check(unsigned plies, unsigned sample, uint32_t buckets, unsigned wrong)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    json_integer(&json, "plies", plies);
    json_integer(&json, "sample", sample);
    json_integer(&json, "buckets", buckets);
    json_integer(&json, "wrong", wrong);
    end(&json);
}

void json_print_store_drop(unsigned files)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    json_integer(&json, "files", files);
    end(&json);
}

void json_begin_recount(struct json *json)
{
    json_open_object(json, NULL);
    json_open_array(json, "failures");
}

void json_add_recount(struct json *json, const struct ledger_row *row, const pf_count *nodes)
{
    begin_count(json, row->fen, row->depth);
    json_count(json, "nodes", row->nodes);
    add_count_if(json, "recounted", nodes != NULL, nodes != NULL ? *nodes : (pf_count){0});
    json_close_object(json);
}

void json_print_recount(struct json *json, unsigned sample, uint64_t subtrees, unsigned wrong, bool rows_missing,
                        bool result_damaged)
{
    json_close_array(json);
    json_integer(json, "sample", sample);
    json_count(json, "subtrees", pf_count_of(subtrees));
    json_integer(json, "wrong", wrong);
    json_boolean(json, "rows_missing", rows_missing);
    json_boolean(json, "result_damaged", result_damaged);
    end(json);
}

void json_print_moves(const char *fen, const struct root *moves, size_t size)
{
    struct json json = {0};
    bool has_san = true;
    json_open_object(&json, NULL);
    json_string(&json, "fen", fen);
    json_unsigned(&json, "count", size);
    json_open_array(&json, "moves");
    for (size_t i = 0; i < size; i++) {
        json_string(&json, NULL, moves[i].uci);
        if (moves[i].san[0] == '\0') has_san = false;
    }
    json_close_array(&json);
    if (has_san) {
        json_open_array(&json, "san");
        for (size_t i = 0; i < size; i++) json_string(&json, NULL, moves[i].san);
        json_close_array(&json);
    }
    end(&json);
}

void json_print_unmoves(const char *fen, const struct predecessor *predecessors, size_t size)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    json_string(&json, "fen", fen);
    json_unsigned(&json, "count", size);
    json_open_array(&json, "predecessors");
    for (size_t i = 0; i < size; i++) {
        const char captured[2] = {predecessors[i].captured, '\0'};
        json_open_object(&json, NULL);
        json_string(&json, "move", predecessors[i].uci);
        json_string(&json, "captured", captured[0] != '\0' ? captured : NULL);
        json_string(&json, "fen", predecessors[i].fen);
        json_close_object(&json);
    }
    json_close_array(&json);
    end(&json);
}

void json_print_unmove_counts(const char *fen, const pf_count *lines, unsigned depth)
{
    struct json json = {0};
    begin_count(&json, fen, depth);
    json_open_array(&json, "unmoves");
    for (unsigned ply = 1; ply <= depth; ply++) {
        json_open_object(&json, NULL);
        json_integer(&json, "ply", ply);
        json_count(&json, "lines", lines[ply]);
        json_close_object(&json);
    }
    json_close_array(&json);
    end(&json);
}

void json_print_book(const char *fen, const pf_book_moves *found, bool chess960)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    json_string(&json, "fen", fen);
    json_integer(&json, "skipped", found->skipped);
    json_open_array(&json, "moves");
    for (uint32_t i = 0; i < found->size; i++) {
        char uci[PF_UCI_SIZE];
        write_move(uci, found->moves[i].move, chess960);
        json_open_object(&json, NULL);
        json_string(&json, "move", uci);
        json_integer(&json, "weight", found->moves[i].weight);
        json_close_object(&json);
    }
    json_close_array(&json);
    end(&json);
}

void json_print_book_check(size_t entries, const pf_book_report *report)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    json_unsigned(&json, "entries", entries);
    json_unsigned(&json, "out_of_order", report->out_of_order);
    json_unsigned(&json, "duplicates", report->duplicates);
    json_unsigned(&json, "malformed", report->malformed);
    if (book_is_sound(report))
        json_null(&json, "first_damaged");
    else
        json_unsigned(&json, "first_damaged", report->first + 1);
    end(&json);
}

void json_print_book_made(const struct book_made *made)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    json_unsigned(&json, "games", made->games);
    json_unsigned(&json, "broken", made->broken);
    json_unsigned(&json, "entries", made->entries);
    end(&json);
}

/* The members that a position has in every variant. */
static void add_board(struct json *json, const char *fen, const pf_position *board, pf_square ep)
{
    json_string(json, "fen", fen);
    json_string(json, "turn", board->turn == PF_WHITE ? "white" : "black");
    add_squares(json, "castling_rooks", board->castling);
    add_square(json, "en_passant", ep);
    add_key(json, "key", board->key);
}

void json_print_show(const char *fen, const pf_position *position)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    add_board(&json, fen, position, pf_position_ep_legal(position));
    add_key(&json, "polyglot_key", pf_position_polyglot_key(position));
    add_squares(&json, "checkers", pf_position_checkers(position));
    add_squares(&json, "white_pinned", pf_position_pinned(position, PF_WHITE));
    add_squares(&json, "black_pinned", pf_position_pinned(position, PF_BLACK));
    json_integer(&json, "legal_moves", pf_count_legal(position));
    end(&json);
}

/* The pieces that a side may drop, the most valuable first, as in "QNPP". */
static void add_pocket(struct json *json, const char *name, const pf_variant_position *position, pf_colour colour)
{
    char text[POCKET_TEXT_SIZE];
    write_pocket(text, position, colour);
    json_string(json, name, text);
}

/* A reason as text, null if there is none. */
static void add_reason(struct json *json, const char *name, pf_reason reason)
{
    const char *text = pf_reason_text(reason);
    json_string(json, name, text[0] != '\0' ? text : NULL);
}

void json_print_variant_show(const char *fen, const pf_variant_position *position)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    json_string(&json, "variant", pf_variant_name((pf_variant)position->variant));
    add_board(&json, fen, &position->board, pf_variant_ep_legal(position));
    json_boolean(&json, "check", pf_variant_in_check(position));
    if (position->variant == PF_VARIANT_CRAZYHOUSE) {
        add_squares(&json, "promoted", position->promoted);
        add_pocket(&json, "white_pocket", position, PF_WHITE);
        add_pocket(&json, "black_pocket", position, PF_BLACK);
    }
    if (position->variant == PF_VARIANT_THREE_CHECK) {
        json_integer(&json, "white_checks", position->checks_given[PF_WHITE]);
        json_integer(&json, "black_checks", position->checks_given[PF_BLACK]);
    }
    json_integer(&json, "legal_moves", pf_variant_count_legal(position));
    add_reason(&json, "ending", pf_variant_outcome(position, PF_POLICY_FIDE).reason);
    end(&json);
}

void json_print_fen(const char *fen, pf_problems problems)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    json_boolean(&json, "valid", true);
    json_string(&json, "fen", fen);
    add_problems(&json, problems);
    end(&json);
}

void json_print_bad_fen(const pf_error *error, pf_problems problems)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    json_boolean(&json, "valid", false);
    json_string(&json, "message", error->message);
    if (error->code == PF_ERROR_POSITION)
        json_null(&json, "offset");
    else
        json_integer(&json, "offset", error->offset);
    add_problems(&json, problems);
    end(&json);
}

static void add_outcome(struct json *json, pf_outcome outcome)
{
    json_string(json, "result", pf_result_text(outcome.result));
    add_reason(json, "reason", outcome.reason);
}

static void add_claims(struct json *json, const char *name, pf_claims claims)
{
    json_open_array(json, name);
    if (claims & PF_CLAIM_FIFTY_MOVES) json_string(json, NULL, pf_reason_text(PF_REASON_FIFTY_MOVES));
    if (claims & PF_CLAIM_THREEFOLD_REPETITION) json_string(json, NULL, pf_reason_text(PF_REASON_THREEFOLD_REPETITION));
    json_close_array(json);
}

/* Whether the verdict is the one asked for; null if it is unknown. */
static void add_verdict(struct json *json, const char *name, pf_verdict verdict, pf_verdict asked)
{
    if (verdict == PF_VERDICT_UNKNOWN)
        json_null(json, name);
    else
        json_boolean(json, name, verdict == asked);
}

void json_print_outcome(const struct outcome_report *report)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    add_outcome(&json, report->fide);
    json_string(&json, "fen", report->fen);
    json_open_object(&json, "engine");
    add_outcome(&json, report->engine);
    json_close_object(&json);
    add_claims(&json, "claims", report->claims);
    json_open_object(&json, "claims_by_move");
    for (size_t i = 0; i < report->by_move_size; i++)
        add_claims(&json, report->by_move[i].uci, report->by_move[i].claims);
    json_close_object(&json);
    json_integer(&json, "repetitions", report->repetitions);
    json_integer(&json, "halfmove_clock", report->halfmove_clock);
    add_verdict(&json, "white_can_win", report->unwinnable[PF_WHITE], PF_VERDICT_NO);
    add_verdict(&json, "black_can_win", report->unwinnable[PF_BLACK], PF_VERDICT_NO);
    add_verdict(&json, "dead", report->dead, PF_VERDICT_YES);
    end(&json);
}

static const char *check_name(const pf_explanation *explanation)
{
    if (explanation->is_mate) return "mate";
    if (explanation->check & PF_CHECK_DOUBLE) return "double";
    if (explanation->check & PF_CHECK_DISCOVERED) return "discovered";
    return explanation->check != PF_CHECK_NONE ? "direct" : NULL;
}

static void add_explanation(struct json *json, const char *uci, const pf_explanation *explanation)
{
    pf_why_reason reason = (pf_why_reason)explanation->why.reason;
    json_string(json, "move", uci);
    json_boolean(json, "legal", reason == PF_WHY_LEGAL);
    json_string(json, "reason", pf_why_name(reason));
    json_string(json, "text", explanation->text);
    json_string(json, "check", check_name(explanation));
    add_squares(json, "squares", explanation->squares);
    add_squares(json, "proof", explanation->proof);
}

void json_print_explanations(const char *fen, const struct explained *explained, size_t size)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    add_explanation(&json, explained[0].uci, &explained[0].explanation);
    json_string(&json, "fen", fen);
    if (size > 1) json_open_array(&json, "others");
    for (size_t i = 1; i < size; i++) {
        json_open_object(&json, NULL);
        add_explanation(&json, explained[i].uci, &explained[i].explanation);
        json_close_object(&json);
    }
    if (size > 1) json_close_array(&json);
    end(&json);
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

/* The moves that only one side lists. */
static void add_differences(struct json *json, const pf_divide_comparison *comparison,
                            const pf_variant_position *position, pf_uci_castling castling)
{
    json_open_array(json, "differences");
    for (uint32_t i = 0; i < comparison->size; i++) {
        const pf_divide_row *row = &comparison->rows[i];
        pf_explanation explanation;
        if (row->verdict < PF_DIVIDE_MISSING) continue;
        pf_variant_explain(&explanation, position, row->move, castling);
        json_open_object(json, NULL);
        add_explanation(json, row->uci, &explanation);
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
    add_differences(json, &place->comparison, &place->position, castling);
    json_close_object(json);
}

void json_print_bisect(const struct bisect_report *report)
{
    const pf_bisect_report *found = &report->found;
    struct json json = {0};
    json_open_object(&json, NULL);
    json_string(&json, "engine", report->engine);
    json_integer(&json, "depth", report->depth);
    json_boolean(&json, "agrees", found->agrees);
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
    end(&json);
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

void json_print_divide(const struct divide_report *report)
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
    add_differences(&json, comparison, &report->position, report->castling);
    if (comparison->next != PF_NO_MOVE) pf_move_to_uci(next, sizeof next, comparison->next, report->castling);
    json_string(&json, "next", comparison->next != PF_NO_MOVE ? next : NULL);
    add_notes(&json, &report->divide);
    end(&json);
}

static void add_failure(struct json *json, const struct suite_report *report, size_t number)
{
    const struct suite_test *test = &report->suite->tests[number];
    const struct suite_result *result = &report->results[number];
    char fen[PF_VARIANT_FEN_SIZE];
    write_test_fen(fen, test, report->options->chess960);
    json_open_object(json, NULL);
    json_string(json, "file", test->file);
    json_unsigned(json, "line", test->line);
    json_string(json, "fen", fen);
    json_integer(json, "depth", test->depth);
    json_count(json, "expected", test->expected);
    add_count_if(json, "got", result->has_got, result->got);
    json_string(json, "message", result->message);
    json_real(json, "seconds", result->seconds);
    if (report->named) {
        json_string(json, "bug", test->id);
        json_string(json, "way", test->way != NULL ? test->way->name : NULL);
    }
    json_close_object(json);
}

static void add_verdicts(struct json *json, const struct suite_report *report)
{
    json_unsigned(json, "passed", report->passed);
    json_unsigned(json, "failed", report->failed);
}

static void add_failures(struct json *json, const struct suite_report *report)
{
    json_open_array(json, "failures");
    for (size_t i = 0; i < report->suite->size; i++)
        if (!report->results[i].passed) add_failure(json, report, i);
    json_close_array(json);
}

/* The members that a suite and the torture suite share, in their order. */
static void begin_suite(struct json *json, const struct suite_report *report)
{
    json_open_object(json, NULL);
    json_string(json, "engine", report->engine);
    json_unsigned(json, "positions", report->suite->positions);
    json_unsigned(json, "counts", report->suite->counts);
}

void json_print_suite(const struct suite_report *report)
{
    struct json json = {0};
    begin_suite(&json, report);
    json_unsigned(&json, "skipped", report->suite->skipped);
    json_unsigned(&json, "unreadable", report->suite->unreadable);
    add_verdicts(&json, report);
    add_failures(&json, report);
    json_real(&json, "seconds", report->seconds);
    end(&json);
}

void json_print_torture(const struct suite_report *report, const char *const *bugs, size_t size)
{
    struct json json = {0};
    begin_suite(&json, report);
    add_verdicts(&json, report);
    json_open_array(&json, "bugs");
    for (size_t i = 0; i < size; i++) json_string(&json, NULL, bugs[i]);
    json_close_array(&json);
    add_failures(&json, report);
    json_real(&json, "seconds", report->seconds);
    end(&json);
}

void json_print_bench(const struct bench *bench)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    json_open_array(&json, "positions");
    for (unsigned i = 0; i < BENCH_SIZE; i++) {
        const struct bench_row *row = &bench->rows[i];
        json_open_object(&json, NULL);
        json_string(&json, "name", row->name);
        json_string(&json, "fen", row->fen);
        json_integer(&json, "depth", row->depth);
        json_count(&json, "nodes", row->nodes);
        add_speed(&json, row->nodes, row->seconds);
        json_close_object(&json);
    }
    json_close_array(&json);
    json_count(&json, "nodes", bench->nodes);
    add_speed(&json, bench->nodes, bench->seconds);
    json_string(&json, "signature", bench->signature);
    end(&json);
}

static void add_way(struct json *json, const struct bench_way *way)
{
    json_open_object(json, NULL);
    if (way->moves_per_position == 0) {
        json_string(json, "name", way->name);
        json_real(json, "bishop_lookups_per_second", way->first);
        json_real(json, "rook_lookups_per_second", way->second);
        json_real(json, "boards_per_second", way->third);
    } else {
        json_string(json, "group", way->group);
        json_string(json, "name", way->name);
        json_real(json, "moves_per_position", way->moves_per_position);
        json_real(json, "moves_listed_per_second", way->first);
        json_real(json, "list_nanoseconds", nanoseconds_per_position(way, way->first));
        json_real(json, "moves_counted_per_second", way->second);
        json_real(json, "count_nanoseconds", nanoseconds_per_position(way, way->second));
    }
    json_close_object(json);
}

void json_print_bench_ways(const struct bench_ways *ways)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    json_string(&json, "measured", ways->what);
    json_open_array(&json, "rows");
    for (size_t i = 0; i < ways->size; i++) add_way(&json, &ways->rows[i]);
    json_close_array(&json);
    end(&json);
}

void json_print_bench_reading(const struct bench_reading *reading)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    json_string(&json, "measured", "reading");
    json_open_array(&json, "rows");
    for (size_t i = 0; i < reading->size; i++) {
        const struct bench_reading_row *row = &reading->rows[i];
        json_open_object(&json, NULL);
        json_string(&json, "input", row->input);
        json_string(&json, "name", row->name);
        json_real(&json, "nanoseconds", row->nanoseconds);
        json_real(&json, "bytes_per_second", row->bytes_per_second);
        json_close_object(&json);
    }
    json_close_array(&json);
    end(&json);
}
