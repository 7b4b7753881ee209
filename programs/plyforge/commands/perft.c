/* plyforge perft: counts the leaves of the tree of legal moves, as a whole or by root move. The library does the
 * counting; this file prints the lines in order, the progress and the time. */
#include "count/counting.h"
#include "output/json.h"
#include "output/progress.h"
#include "output/stats_table.h"
#include "platform/interrupt.h"
#include "store/ledger.h"
#include "store/store.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum perft_mode { COUNT_ONCE, COUNT_TWICE, COUNT_WITH_LEDGER, COUNT_IN_STORE, COUNT_CLASSES };

struct perft_options {
    enum perft_mode mode; /* set by the options below */
    struct position_options position;
    struct counting counting;
    bool show, divide, stats, verify;
    const char *ledger; /* NULL: none */
    struct store_options store;
    struct drawing drawing;
    bool json;
};

struct count {
    const struct perft_options *options;
    struct progress progress;
    struct divided divide;
    pf_count nodes;
    double seconds;
    bool stopped;         /* by Ctrl-C; nodes is then the count so far */
    uint64_t done, total; /* in root moves, subtrees or positions; a GPU reports only the fraction */
    double fraction;
    pf_perft_table_report table;
    struct ledger *ledger; /* NULL: none */
    uint64_t known;        /* the number of subtrees that were already in the ledger */
};

static bool on_root(void *context, pf_move move, pf_count nodes, uint32_t index, uint32_t total)
{
    struct count *count = context;
    count->divide.chess960 = count->options->position.chess960;
    return add_root(&count->divide, move, nodes, index, total);
}

static bool on_progress(void *context, const pf_perft_progress *progress)
{
    struct count *count = context;
    /* Subtrees found in the ledger took no time, so the estimate ignores them. */
    double fraction = progress->fraction;
    if (count->known > 0 && progress->total > count->known) {
        /* A thread may have found a subtree in the ledger that is not yet included in done. */
        uint64_t counted = progress->done > count->known ? progress->done - count->known : 0;
        fraction = (double)counted / (double)(progress->total - count->known);
    }
    progress_update(&count->progress, progress->done, progress->total, fraction, progress->nodes);
    count->fraction = progress->fraction;
    count->done = progress->done;
    count->total = progress->total;
    count->nodes = progress->nodes;
    return true;
}

static bool find_subtree(void *context, const pf_position *position, unsigned depth, pf_count *nodes)
{
    struct count *count = context;
    bool known = ledger_find(count->ledger, position, depth, nodes);
    count->known += known;
    return known;
}

static bool keep_subtree(void *context, const pf_position *position, unsigned depth, pf_count nodes)
{
    struct count *count = context;
    return ledger_add(count->ledger, position, depth, nodes);
}

/* Counts root move by root move with the library's plain counter. */
static void count_plainly(struct count *count, const pf_position *position, unsigned depth)
{
    pf_move_list list = {0};
    if (depth > 0) pf_generate_legal(position, &list);
    count->nodes = pf_count_of(depth == 0);
    count->total = list.size;
    while (count->done < list.size) {
        pf_move move = list.moves[count->done];
        pf_position child = *position;
        pf_count nodes;
        pf_position_play_unchecked(&child, move);
        if (!count_plain_or_stop(&nodes, &child, depth - 1, &count->options->counting)) break;
        on_root(count, move, nodes, (uint32_t)count->done++, list.size);
        count->nodes = pf_count_add(count->nodes, nodes);
        progress_update(&count->progress, count->done, list.size, (double)count->done / list.size, count->nodes);
    }
    count->stopped = count->done < count->total;
}

/* Counts subtree by subtree, or by distinct positions. */
static void count_by_library(struct count *count, const pf_position *position, unsigned depth)
{
    pf_perft_options perft = counting_options(&count->options->counting);
    perft.context = count;
    perft.on_progress = on_progress;
    perft.report = &count->table;
    if (count->options->divide) perft.on_root = on_root;
    if (count->ledger != NULL) {
        perft.known = find_subtree;
        perft.on_subtree = keep_subtree;
    }
    count->stopped = !count_leaves_or_stop(&count->nodes, position, depth, &perft, &count->options->counting);
}

static void run_count(struct count *count, const pf_position *position, unsigned depth)
{
    const struct counting *counting = &count->options->counting;
    double start = seconds_now();
    count->progress = progress_begin(counting->plain          ? "root moves"
                                     : counting->exact_dedupe ? "distinct positions"
                                                              : "subtrees");
    catch_interrupts();
    (counting->plain ? count_plainly : count_by_library)(count, position, depth);
    count->seconds = seconds_now() - start;
    progress_erase(&count->progress);
    sort_roots(count->divide.roots, count->divide.size);
}

/* Prints the results so far after Ctrl-C: the finished root moves, and the progress of the others. */
static int tell_stop(const struct count *count)
{
    if (count->options->divide && !count->options->json) print_divided(&count->divide);
    flush_output();
    if (count->total == 0 && count->fraction > 0)
        complain("stopped after %.1f s, at %.1f %%", count->seconds, 100 * count->fraction);
    else if (count->total == 0)
        complain("stopped after %.1f s, before the first leaves were counted", count->seconds);
    else
        complain("stopped after %.1f s: %" PRIu64 " of %" PRIu64 " %s counted, %s nodes so far%s", count->seconds,
                 count->done, count->total, count->progress.unit, COUNT_TEXT(count->nodes),
                 count->ledger != NULL ? "; the ledger has them" : "");
    return STATUS_INTERRUPTED;
}

/* Counts again with other keys. */
static int verify(const struct count *first, const pf_position *position, unsigned depth)
{
    struct perft_options options = *first->options;
    options.divide = false;
    options.counting.seed++;
    struct count second = {.options = &options};
    run_count(&second, position, depth);
    if (second.stopped) return tell_stop(&second);
    if (!pf_count_equal(first->nodes, second.nodes)) {
        complain("wrong count: %s with one set of keys, %s with another", COUNT_TEXT(first->nodes),
                 COUNT_TEXT(second.nodes));
        return STATUS_FAILED;
    }
    fprintf(stderr, "Verified: the same count with other keys\n");
    return STATUS_OK;
}

static void print_count(const struct count *count)
{
    if (count->options->divide) {
        print_divided(&count->divide);
        putchar('\n');
    }
    printf("Nodes searched: %s\n", COUNT_TEXT(count->nodes));
    flush_output();
    fprintf(stderr, "Time: %.3f s, speed: %.1f Mnps\n", count->seconds, speed(count->nodes, count->seconds) * 1e-6);
    if (count->options->ledger != NULL)
        fprintf(stderr, "Ledger: %" PRIu64 " subtree%s known\n", count->known, count->known == 1 ? " was" : "s were");
    const pf_perft_table_report *table = &count->table;
    if (table->key_bits > 0)
        fprintf(stderr, "Table: %u key bits, %" PRIu64 " probes, %" PRIu64 " found, chance of a wrong count < %.1e\n",
                table->key_bits, table->probes, table->hits, table_risk(table));
}

static int run_stats(const struct perft_options *options, const pf_position *position, unsigned depth)
{
    pf_perft_row *rows = allocated(calloc(depth + 1u, sizeof *rows));
    const struct counting *counting = &options->counting;
    struct count count = {.options = options, .progress = progress_begin("distinct positions")};
    pf_perft_options perft = counting_options(counting);
    pf_error error;
    perft.context = &count;
    perft.on_progress = on_progress;
    if (counting->gpus > 1) refuse("--stats uses one GPU, not %u", counting->gpus);
    catch_interrupts();
    double start = seconds_now();
    pf_status status = pf_perft_stats_run(rows, position, depth, &perft, &error);
    if (status != PF_OK && cpu_takes_over(counting, &perft, &error))
        status = pf_perft_stats_run(rows, position, depth, &perft, &error);
    count.seconds = seconds_now() - start;
    progress_erase(&count.progress);
    if (status != PF_OK) {
        free(rows);
        if (status == PF_ERROR_STOPPED && was_interrupted()) return tell_stop(&count);
        complain("%s", error.message);
        return STATUS_FAILED;
    }
    print_stats_answer(&(struct stats_answer){.position = position,
                                              .rows = rows,
                                              .depth = depth,
                                              .seconds = count.seconds,
                                              .chess960 = options->position.chess960,
                                              .json = options->json});
    free(rows);
    return STATUS_OK;
}

static int report_count(const struct count *count, const pf_position *position, unsigned depth)
{
    const struct perft_options *options = count->options;
    if (!options->json) {
        print_count(count);
        return STATUS_OK;
    }
    char fen[PF_FEN_SIZE];
    write_fen(fen, position, options->position.chess960);
    json_print_perft(fen, depth, count->nodes, count->seconds, options->divide ? count->divide.roots : NULL,
                     count->divide.size, count->table.key_bits > 0 ? &count->table : NULL);
    return STATUS_OK;
}

static int run_once(const struct perft_options *options, const pf_position *position, unsigned depth)
{
    struct count count = {.options = options};
    run_count(&count, position, depth);
    return count.stopped ? tell_stop(&count) : report_count(&count, position, depth);
}

static int run_twice(const struct perft_options *options, const pf_position *position, unsigned depth)
{
    struct count count = {.options = options};
    run_count(&count, position, depth);
    if (count.stopped) return tell_stop(&count);
    report_count(&count, position, depth);
    return verify(&count, position, depth);
}

static int run_with_ledger(const struct perft_options *options, const pf_position *position, unsigned depth)
{
    struct count count = {.options = options};
    count.ledger = ledger_begin(options->ledger, position, depth, &options->counting);
    run_count(&count, position, depth);
    bool kept = !count.stopped && ledger_finish(count.ledger, count.nodes);
    int status = count.stopped ? tell_stop(&count) : kept ? report_count(&count, position, depth) : STATUS_FAILED;
    ledger_close(count.ledger);
    return status;
}

static int run_in_store(const struct perft_options *options, const pf_position *position, unsigned depth)
{
    return run_stored_perft(&(struct stored_perft){.store = &options->store,
                                                   .counting = &options->counting,
                                                   .position = position,
                                                   .depth = depth,
                                                   .chess960 = options->position.chess960,
                                                   .json = options->json});
}

static int (*const modes[])(const struct perft_options *options, const pf_position *position, unsigned depth) = {
    [COUNT_ONCE] = run_once,         [COUNT_TWICE] = run_twice,   [COUNT_WITH_LEDGER] = run_with_ledger,
    [COUNT_IN_STORE] = run_in_store, [COUNT_CLASSES] = run_stats,
};

static int run_perft(const void *context, const struct operands *operands)
{
    const struct perft_options *options = context;
    unsigned depth = read_depth("DEPTH", operands->words[0], 0);
    pf_position position = requested_position(&options->position);
    if (options->show) {
        print_board(&position, &options->drawing);
        putchar('\n');
        flush_output();
    }
    return modes[options->mode](options, &position, depth);
}

static void read_ledger(void *value, const struct option_word *word)
{
    if (!ledger_is_available()) refuse("--ledger is not available: this plyforge was built without SQLite");
    read_file_name(value, word);
}

static enum perft_mode chosen_mode(const struct perft_options *options)
{
    if (options->stats) return COUNT_CLASSES;
    if (options->store.path != NULL) return COUNT_IN_STORE;
    if (options->ledger != NULL) return COUNT_WITH_LEDGER;
    return options->verify ? COUNT_TWICE : COUNT_ONCE;
}

/* --stats uses a separate counting method. */
static void check_stats(const struct perft_options *options)
{
    const struct counting *counting = &options->counting;
    if (options->divide || counting->plain || counting->leaves != PF_PERFT_BULK || counting->hash > 0 ||
        options->verify || counting->exact_dedupe || options->ledger != NULL)
        refuse_stats_with_others();
}

static void check_perft(void *options, const struct given *given)
{
    static const struct option_rule rules[] = {
        {"verify", NEEDS, "hash"},        {"ledger", EXCLUDES, "plain"},        {"ledger", EXCLUDES, "legality"},
        {"ledger", EXCLUDES, "sliders"},  {"ledger", EXCLUDES, "exact-dedupe"}, {"ledger", EXCLUDES, "verify"},
        {"store", NEEDS, "exact-dedupe"}, {"store", EXCLUDES, "divide"},        {"store-buckets", NEEDS, "store"},
        {"buckets", NEEDS, "store"},      {"time-limit", NEEDS, "store"},       {"unicode", NEEDS, "show"},
        {"color", NEEDS, "show"},         {"show", EXCLUDES, "json"},
    };
    struct perft_options *chosen = options;
    pf_variant variant = chosen->position.variant;
    check_variant(variant, given);
    if (is_given(given, "store") && (variant == PF_VARIANT_CRAZYHOUSE || variant == PF_VARIANT_THREE_CHECK))
        refuse("--store cannot be used with --variant %s: its files have no fields for pockets and checks",
               pf_variant_name(variant));
    check_counting(&chosen->counting, variant, given);
    CHECK_RULES(given, rules);
    if (chosen->stats) check_stats(chosen);
    chosen->mode = chosen_mode(chosen);
}

static const struct option_row option_rows[] = {
    POSITION_ROWS(struct perft_options),
    VARIANT_ROW(struct perft_options, position.variant),
    OPTION("show", NULL, "draw the board first", read_flag, struct perft_options, show),
    OPTION("divide", NULL, "print the count below each root move", read_flag, struct perft_options, divide),
    OPTION("stats", NULL, "count captures, castles, promotions, checks and mates, at every depth", read_flag,
           struct perft_options, stats),
    METHOD_ROWS(struct perft_options),
    DEVICE_ROWS(struct perft_options),
    TABLE_ROWS(struct perft_options),
    OPTION("verify", NULL, "count twice, with different keys, and compare", read_flag, struct perft_options, verify),
    MERGE_ROWS(struct perft_options),
    OPTION("ledger", "FILE", "keep each finished subtree in FILE, and resume from it", read_ledger,
           struct perft_options, ledger),
    OPTION("store", "DIR", "with --exact-dedupe: keep plies and counts in DIR, and resume from it", read_store,
           struct perft_options, store.path),
    OPTION("store-buckets", "N", "split each ply of a new store into N buckets, at most 8192 (default: by the depth)",
           read_store_buckets, struct perft_options, store.buckets),
    OPTION("buckets", "I/N", "count part I of N parts of the store; 0/N only makes the plies", read_part,
           struct perft_options, store),
    OPTION("time-limit", "TIME", "stop after a time such as 90s, 9m or 2h; the store keeps the counts", read_time_limit,
           struct perft_options, store.seconds),
    DRAWING_ROWS(struct perft_options),
    JSON_ROW(struct perft_options),
    END_OF_OPTIONS,
};

static const struct perft_options defaults = {.position = POSITION_DEFAULTS, .counting = COUNTING_DEFAULTS};

const struct command perft_command = {
    .name = "perft",
    .operands = "DEPTH",
    .min_operands = 1,
    .max_operands = 1,
    COMMAND_OPTIONS(option_rows, defaults),
    .check = check_perft,
    .summary = "count the sequences of DEPTH legal moves",
    .description = "Counts the sequences of DEPTH legal moves (0 to 255) from a position. The last line is\n"
                   "\"Nodes searched: N\"; time and speed go to standard error. With --stats, a table breaks down\n"
                   "the last moves of each depth; \"checks\" include mates, as in most published tables, and the last\n"
                   "column counts the checks that are not mates.",
    .example = "  plyforge perft 5 --divide --moves \"e2e4 e7e5\"",
    .run = run_perft,
};
