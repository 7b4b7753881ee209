/* The output of --json, with one function for each kind of answer. */
#include "output/json.h"
#include "count/counting.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void json_key(struct json *json, const char *name, uint64_t key)
{
    char text[17];
    snprintf(text, sizeof text, "%016" PRIx64, key);
    json_string(json, name, text);
}

void json_square(struct json *json, const char *name, pf_square square)
{
    char text[PF_SQUARE_TEXT_SIZE];
    if (square != PF_NO_SQUARE) pf_square_to_text(text, sizeof text, square);
    json_string(json, name, square != PF_NO_SQUARE ? text : NULL);
}

void json_squares(struct json *json, const char *name, pf_bitboard squares)
{
    json_open_array(json, name);
    for (pf_square square = 0; square < 64; square++)
        if ((squares & pf_bit(square)) != 0) json_square(json, NULL, square);
    json_close_array(json);
}

void json_problems(struct json *json, pf_problems problems)
{
    json_open_array(json, "problems");
    for (; problems != 0; problems &= problems - 1) /* pf_problem_name gives the name of the lowest bit */
        json_string(json, NULL, pf_problem_name(problems));
    json_close_array(json);
}

/* The members that every answer about a count from a position begins with. */
void json_begin_count(struct json *json, const char *fen, unsigned depth)
{
    json_open_object(json, NULL);
    json_string(json, "fen", fen);
    json_integer(json, "depth", depth);
}

void json_finish(struct json *json)
{
    json_close_object(json);
    json_print(json);
}

void json_speed(struct json *json, pf_count nodes, double seconds)
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
    json_begin_count(&json, fen, depth);
    json_count(&json, "nodes", nodes);
    json_speed(&json, nodes, seconds);
    if (roots != NULL) {
        json_open_object(&json, "divide");
        for (size_t i = 0; i < size; i++) json_count(&json, roots[i].uci, roots[i].nodes);
        json_close_object(&json);
    }
    if (table != NULL) add_table(&json, table);
    json_finish(&json);
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
    json_begin_count(&json, fen, depth);
    json_count(&json, "nodes", rows[depth].nodes);
    json_open_array(&json, "stats");
    for (unsigned i = depth > 0 ? 1 : 0; i <= depth; i++) add_row(&json, &rows[i], i);
    json_close_array(&json);
    json_speed(&json, rows[depth].nodes, seconds);
    json_finish(&json);
}

void json_print_unique(const char *fen, const uint64_t *distinct, unsigned depth)
{
    struct json json = {0};
    json_begin_count(&json, fen, depth);
    json_open_array(&json, "unique");
    for (unsigned ply = 1; ply <= depth; ply++) {
        json_open_object(&json, NULL);
        json_integer(&json, "ply", ply);
        json_count(&json, "positions", pf_count_of(distinct[ply]));
        json_close_object(&json);
    }
    json_close_array(&json);
    json_finish(&json);
}

/* Adds the count, or null if there is none. */
void json_count_if(struct json *json, const char *name, bool has_count, pf_count count)
{
    if (has_count)
        json_count(json, name, count);
    else
        json_null(json, name);
}

/* Begins the object of a ledger or a store with its job. */
static void begin_kept(struct json *json, const struct ledger_job *job)
{
    json_begin_count(json, job->shown, job->depth);
    if (job->variant != PF_VARIANT_STANDARD) json_string(json, "variant", pf_variant_name(job->variant));
}

void json_print_ledger(const struct ledger_job *job, uint64_t subtrees, uint64_t total)
{
    struct json json = {0};
    begin_kept(&json, job);
    json_string(&json, "version", job->version);
    json_count(&json, "subtrees", pf_count_of(subtrees));
    json_count_if(&json, "total", total > 0, pf_count_of(total));
    json_count_if(&json, "nodes", job->finished, job->result);
    json_finish(&json);
}

void json_begin_store(struct json *json, const struct store *store)
{
    bool finished = store->counted == store->folder.buckets;
    begin_kept(json, &store->job);
    json_string(json, "version", store->job.version);
    json_integer(json, "ply", store->ply);
    json_integer(json, "buckets", store->folder.buckets);
    json_integer(json, "counted", store->counted);
    json_real(json, "seconds", store->seconds);
    json_count_if(json, "nodes", finished, store->leaves);
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
    json_finish(json);
}

void json_print_store_check(unsigned plies, unsigned sample, uint32_t buckets, unsigned wrong)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    json_integer(&json, "plies", plies);
    json_integer(&json, "sample", sample);
    json_integer(&json, "buckets", buckets);
    json_integer(&json, "wrong", wrong);
    json_finish(&json);
}

void json_print_store_drop(unsigned files)
{
    struct json json = {0};
    json_open_object(&json, NULL);
    json_integer(&json, "files", files);
    json_finish(&json);
}

void json_begin_recount(struct json *json)
{
    json_open_object(json, NULL);
    json_open_array(json, "failures");
}

void json_add_recount(struct json *json, const struct ledger_row *row, const pf_count *nodes)
{
    json_begin_count(json, row->fen, row->depth);
    json_count(json, "nodes", row->nodes);
    json_count_if(json, "recounted", nodes != NULL, nodes != NULL ? *nodes : (pf_count){0});
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
    json_finish(json);
}

/* Adds a reason as text, or null if there is none. */
void json_reason(struct json *json, const char *name, pf_reason reason)
{
    const char *text = pf_reason_text(reason);
    json_string(json, name, text[0] != '\0' ? text : NULL);
}

static const char *check_name(const pf_explanation *explanation)
{
    if (explanation->is_mate) return "mate";
    if (explanation->check & PF_CHECK_DOUBLE) return "double";
    if (explanation->check & PF_CHECK_DISCOVERED) return "discovered";
    return explanation->check != PF_CHECK_NONE ? "direct" : NULL;
}

void json_explanation(struct json *json, const char *uci, const pf_explanation *explanation)
{
    pf_why_reason reason = (pf_why_reason)explanation->why.reason;
    json_string(json, "move", uci);
    json_boolean(json, "legal", reason == PF_WHY_LEGAL);
    json_string(json, "reason", pf_why_name(reason));
    json_string(json, "text", explanation->text);
    json_string(json, "check", check_name(explanation));
    json_squares(json, "squares", explanation->squares);
    json_squares(json, "proof", explanation->proof);
}
