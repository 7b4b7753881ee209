/* plyforge ledger: shows the ledger of a long run, or recounts some of its subtrees. */
#include "store/ledger.h"
#include "count/counting.h"
#include "output/json.h"
#include "platform/interrupt.h"

#include <inttypes.h>
#include <plyforge/experimental.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ledger_options {
    struct counting counting; /* only the threads can be chosen */
    unsigned sample;
    bool json;
};

struct cut {
    unsigned ply;
    uint64_t distinct; /* the number of positions after that ply; 0 if it was not reached */
    uint64_t seen;     /* the number of positions of all plies so far */
};

/* Returns false to stop a count that cannot belong to a ledger, because the depth in the ledger is damaged. An endgame
 * may have few positions at every ply, so the positions of all plies are added up. */
static bool on_ply(void *context, unsigned ply, uint64_t distinct)
{
    struct cut *cut = context;
    cut->seen += distinct;
    if (ply == cut->ply) cut->distinct = distinct;
    return cut->seen < 2000000;
}

/* The number of subtrees of the job, which is the number of positions at the ply where the tree is cut. 0 if that is
 * unknown, because no subtree has been counted yet. */
static uint64_t count_subtrees(struct ledger *ledger, const struct ledger_job *job)
{
    unsigned depth = ledger_subtree_depth(ledger);
    pf_position position;
    if (depth == 0 || depth > job->depth || !read_kept_fen(&position, job->fen, NULL)) return 0;
    struct cut cut = {.ply = job->depth - depth};
    if (cut.ply == 0) return 1;
    pf_perft_options options = {.context = &cut};
    pf_perft_distinct(&position, cut.ply, &options, on_ply, NULL);
    return cut.distinct;
}

static int show(struct ledger *ledger, const struct ledger_options *options)
{
    struct ledger_job job;
    ledger_read_job(ledger, &job);
    uint64_t total = count_subtrees(ledger, &job);
    if (job.is_damaged) complain("warning: the result in the ledger is damaged; run the same perft again to repair it");
    if (options->json) {
        json_print_ledger(&job, ledger_size(ledger), total);
        return STATUS_OK;
    }
    if (job.variant != PF_VARIANT_STANDARD) printf("variant: %s\n", pf_variant_name(job.variant));
    printf("position: %s\n", job.shown);
    printf("depth: %u\n", job.depth);
    printf("version: %s\n", job.version);
    printf("subtrees: %" PRIu64, ledger_size(ledger));
    if (total > 0) printf(" of %" PRIu64, total);
    putchar('\n');
    printf("result: %s\n", job.finished ? COUNT_TEXT(job.result) : "not finished");
    return STATUS_OK;
}

/* Counts a row again, without a table and with different code from the first time: the portable counters, or, if those
 * were used the first time, the fastest ones of this machine. If these are the same, the plain counter is used. False
 * after Ctrl-C. */
static bool count_again(pf_count *nodes, const struct ledger_row *row, const pf_position *position,
                        const struct counting *counting)
{
    pf_perft_options options = {.threads = counting->threads, .should_stop = stop_when_interrupted};
    bool was_portable = strcmp(row->backend, pf_level_name(PF_LEVEL_PORTABLE)) == 0;
    pf_cpu_force(was_portable ? ~0u : pf_level_features(PF_LEVEL_PORTABLE));
    bool is_same_code = strcmp(row->backend, pf_level_name(pf_perft_level())) == 0;
    bool counted = is_same_code ? count_plain_or_stop(nodes, position, row->depth, counting)
                                : count_leaves_or_stop(nodes, position, row->depth, &options, NULL);
    pf_cpu_force(~0u);
    return counted;
}

/* Whether the depth of the row must be wrong; counting it might take years. No row is deeper than the job, and the
 * depth of a row known to be damaged is trusted only if it is no greater than that of most rows. */
static bool is_too_deep(const struct ledger_row *row, unsigned job_depth, unsigned usual_depth)
{
    return row->depth > job_depth || row->depth > PF_PERFT_MAX_DEPTH || (row->is_damaged && row->depth > usual_depth);
}

/* nodes is NULL if the row was not counted again. */
static void print_wrong_row(const struct ledger_row *row, bool too_deep, const pf_count *nodes)
{
    printf("%s depth %u: ", row->fen, row->depth);
    if (nodes == NULL)
        puts(too_deep ? "the depth is damaged" : "cannot be read");
    else if (pf_count_equal(*nodes, row->nodes))
        puts("the row is damaged");
    else
        printf("the ledger has %s, recounted %s\n", COUNT_TEXT(row->nodes), COUNT_TEXT(*nodes));
}

/* Whether a ledger that has a result lacks subtrees. total is the number of subtrees of the job, or 0 if that is
 * unknown: without any row, all we know is that a result above 0 needs at least one. */
static bool is_missing_rows(struct ledger *ledger, const struct ledger_job *job, uint64_t total)
{
    uint64_t size = ledger_size(ledger);
    if (!job->finished && !job->is_damaged) return false;
    return size < total || (size == 0 && job->finished && !pf_count_equal(job->result, pf_count_of(0)));
}

static void print_damage(struct ledger *ledger, uint64_t total, bool rows_missing, bool result_damaged)
{
    if (result_damaged) puts("the result is damaged; running the same perft again repairs it");
    if (!rows_missing) return;
    printf("rows are missing although the count is finished: the ledger has %" PRIu64, ledger_size(ledger));
    if (total > 0) printf(" of %" PRIu64, total);
    puts(" subtrees");
}

static int check(struct ledger *ledger, const struct ledger_options *options)
{
    struct ledger_job job;
    ledger_read_job(ledger, &job);
    const unsigned usual_depth = ledger_usual_depth(ledger);
    const uint64_t total = count_subtrees(ledger, &job);
    const bool rows_missing = is_missing_rows(ledger, &job, total);
    struct ledger_row *rows = calloc(options->sample, sizeof *rows);
    if (rows == NULL) refuse("not enough memory for %u rows", options->sample);
    unsigned size = ledger_sample(ledger, rows, options->sample);
    unsigned wrong = 0, done = 0;
    struct json json = {0};
    if (options->json) json_begin_recount(&json);
    catch_interrupts();
    for (; done < size && !was_interrupted(); done++) {
        pf_position position;
        const struct ledger_row *row = &rows[done];
        bool too_deep = is_too_deep(row, job.depth, usual_depth);
        bool readable = !too_deep && read_kept_fen(&position, row->fen, NULL);
        pf_count nodes = {0};
        if (readable && !count_again(&nodes, row, &position, &options->counting)) break;
        if (readable && pf_count_equal(nodes, row->nodes) && !row->is_damaged) continue;
        wrong++;
        if (options->json)
            json_add_recount(&json, row, readable ? &nodes : NULL);
        else
            print_wrong_row(row, too_deep, readable ? &nodes : NULL);
    }
    if (options->json) {
        json_print_recount(&json, done, ledger_size(ledger), wrong, rows_missing, job.is_damaged);
    } else {
        print_damage(ledger, total, rows_missing, job.is_damaged);
        printf("%u of %" PRIu64 " subtrees counted again, %u wrong\n", done, ledger_size(ledger), wrong);
    }
    free(rows);
    if (done < size) {
        complain("stopped: %u subtrees of the sample were not recounted", size - done);
        return STATUS_INTERRUPTED;
    }
    return wrong > 0 || rows_missing || job.is_damaged ? STATUS_FAILED : STATUS_OK;
}

static int run_ledger(const void *context, const struct operands *operands)
{
    const struct ledger_options *options = context;
    const char *action = operands->words[0];
    bool is_check = strcmp(action, "check") == 0;
    if (!is_check && strcmp(action, "show") != 0) refuse("ledger takes show or check, not '%s'", action);
    struct ledger *ledger = ledger_open(operands->words[1]);
    int status = is_check ? check(ledger, options) : show(ledger, options);
    ledger_close(ledger);
    return status;
}

static void read_sample(void *value, const struct option_word *word)
{
    *(unsigned *)value = read_positive(word, "number", 1000000);
}

static const struct option_row option_rows[] = {
    THREADS_ROW(struct ledger_options, counting.threads),
    OPTION("sample", "N", "count N subtrees again (default: 20)", read_sample, struct ledger_options, sample),
    JSON_ROW(struct ledger_options),
    END_OF_OPTIONS,
};

static const struct ledger_options defaults = {.counting = COUNTING_DEFAULTS, .sample = 20};

const struct command ledger_command = {
    .name = "ledger",
    .operands = "show|check FILE",
    .min_operands = 2,
    .max_operands = 2,
    COMMAND_OPTIONS(option_rows, defaults),
    .summary = "show or check the ledger of a long perft",
    .description =
        "show prints which count the ledger of a perft with --ledger belongs to, and how far it is. check counts a\n"
        "random sample of its subtrees again, with different code from that which counted them first.",
    .example = "  plyforge ledger check run.ledger --sample 100",
    .run = run_ledger,
};
