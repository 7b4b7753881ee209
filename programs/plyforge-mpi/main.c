/* plyforge-mpi: the deep counts of plyforge on a cluster, started by mpirun. Reads the command line, on rank 0 first so
 * that an error is reported only once; count.c does the work. */
#include "cluster.h"
#include "count/counting.h"
#include "output/stats_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cluster_options {
    struct position_options position;
    struct counting counting;
    struct store_options store;
    bool backend; /* already decided, because no GPU can be used */
    bool stats, json;
};

/* Statistics are not stored, so a store is refused with them, as in plyforge. */
static void check_stats(struct counting *counting, const struct given *given)
{
    static const struct option_rule rules[] = {{"store", NEEDS, "exact-dedupe"}, {"time-limit", NEEDS, "store"}};
    CHECK_RULES(given, rules);
    if (is_given(given, "store")) refuse_stats_with_others();
    if (counting->gpu_use == GPU_ALWAYS)
        refuse("plyforge-mpi perft --stats counts on CPUs; plyforge perft --stats --backend cuda uses a GPU");
    counting->gpu_use = GPU_NEVER;
}

static void check(void *options, const struct given *given)
{
    struct cluster_options *chosen = options;
    if (chosen->stats)
        check_stats(&chosen->counting, given);
    else if (!is_given(given, "store"))
        refuse("plyforge-mpi %s needs --store DIR", given->command->name);
    else if (command_takes(given->command, "exact-dedupe") && !is_given(given, "exact-dedupe"))
        refuse("plyforge-mpi %s needs --exact-dedupe: it always merges equal positions", given->command->name);
    chosen->counting.exact_dedupe = true;
    check_counting(&chosen->counting, PF_VARIANT_STANDARD, given);
}

#define STORE_ROWS                                                                                                     \
    OPTION("store", "DIR", "keep plies and counts in DIR, shared or one on each machine, and resume from there",       \
           read_store, struct cluster_options, store.path),                                                            \
        OPTION("store-buckets", "N",                                                                                   \
               "split each ply into N buckets, at most 8192, if the store is new (default: by the depth)",             \
               read_store_buckets, struct cluster_options, store.buckets),                                             \
        OPTION("time-limit", "TIME", "stop after a time such as 90s, 9m or 2h; the store keeps the counts",            \
               read_time_limit, struct cluster_options, store.seconds),                                                \
        JSON_ROW(struct cluster_options), END_OF_OPTIONS

static const struct option_row perft_rows[] = {
    POSITION_ROWS(struct cluster_options),
    OPTION("stats", NULL, "count captures, castles, promotions, checks and mates, at every depth", read_flag,
           struct cluster_options, stats),
    DEVICE_ROWS(struct cluster_options),
    MERGE_ROWS(struct cluster_options),
    STORE_ROWS,
};

static const struct option_row unique_rows[] = {
    POSITION_ROWS(struct cluster_options),
    CPU_BACKEND_ROW(struct cluster_options),
    THREADS_ROW(struct cluster_options, counting.threads),
    MEMORY_ROW(struct cluster_options),
    STORE_ROWS,
};

static const struct cluster_options defaults = {.position = POSITION_DEFAULTS, .counting = COUNTING_DEFAULTS};

static const struct command perft_on_cluster = {
    .program = "plyforge-mpi",
    .name = "perft",
    .operands = "DEPTH",
    .min_operands = 1,
    .max_operands = 1,
    COMMAND_OPTIONS(perft_rows, defaults),
    .check = check,
    .summary = "count the sequences of DEPTH legal moves",
    .description =
        "Counts the sequences of DEPTH legal moves (0 to 255) from a position with many processes. The last line is\n"
        "\"Nodes searched: N\". If a process dies, all of them stop; the same command, with any number of processes,\n"
        "resumes from the store. With --stats, a table breaks down the last moves of each depth, as plyforge perft\n"
        "--stats does; the plies stay in memory, and nothing is saved.",
    .example = "  mpirun -n 64 plyforge-mpi perft 12 --exact-dedupe --store DIR",
};

static const struct command unique_on_cluster = {
    .program = "plyforge-mpi",
    .name = "unique",
    .operands = "DEPTH",
    .min_operands = 1,
    .max_operands = 1,
    COMMAND_OPTIONS(unique_rows, defaults),
    .check = check,
    .summary = "count the distinct positions after each ply",
    .description = "Counts the distinct positions that can be reached with 1, 2 ... DEPTH legal moves, one line per "
                   "ply, with many\n"
                   "processes. The store takes 40 bytes for each position, including those of the last ply.",
    .example = "  mpirun -n 64 plyforge-mpi unique 9 --store DIR",
};

static const struct command *const commands[] = {&perft_on_cluster, &unique_on_cluster};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static void print_overview(void)
{
    puts("Usage: mpirun -n N plyforge-mpi COMMAND [ARGUMENT]... [OPTION]...\n\n"
         "Deep counts of legal chess moves on a cluster. See plyforge --help for everything else.\n\nCommands:");
    for (int i = 0; i < COMMAND_COUNT; i++) printf("  %-9s%s\n", commands[i]->name, commands[i]->summary);
    puts(
        "\nOptions:\n"
        "  --help     print this text, or after a command its help\n"
        "  --version  print the version\n\n"
        "Exit status: 0 if all went well, 1 if a count failed, 2 for wrong input, 3 if the time limit ended the work.");
}

static const struct command *find_command(const char *name)
{
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(name, commands[i]->name) == 0) return commands[i];
    refuse("unknown %s '%s'; try 'plyforge-mpi --help'", name[0] == '-' ? "option" : "command", name);
}

/* The default number of threads of a process: its share of the machine's cores. */
static unsigned default_threads(const struct team *team)
{
    unsigned cores = team_cores();
    unsigned share = cores / (team_is_bound() ? 1 : (unsigned)team->neighbours);
    return share > 0 ? share : 1;
}

/* Gives each process on a machine its own GPU, from those listed in CUDA_VISIBLE_DEVICES or else from all. */
static void choose_gpu(const struct team *team)
{
    static const char variable[] = "CUDA_VISIBLE_DEVICES";
    const char *list = getenv(variable);
    char name[64];
    if (list == NULL || list[0] == '\0') {
        snprintf(name, sizeof name, "%d", team->place);
    } else {
        for (int i = 0; i < team->place && strchr(list, ',') != NULL; i++) list = strchr(list, ',') + 1;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(list, ","), list);
    }
    setenv(variable, name, 1);
}

/* Data that rank 0 has read, so that the others need not read it again. */
struct question {
    unsigned depth;
    pf_position position;
};

static int run_command(const struct team *team, const struct command *command, const struct cluster_options *chosen,
                       const struct operands *operands)
{
    bool distinct = command == &unique_on_cluster;
    struct question question = {.depth = 0};
    if (team->rank == 0) {
        question.depth = read_depth("DEPTH", operands->words[0], distinct);
        question.position = requested_position(&chosen->position);
        team_agree(false);
    }
    team_share(&question, sizeof question);
    struct counting counting = chosen->counting;
    if (counting.gpu_use != GPU_NEVER) choose_gpu(team);
    if (counting.threads == 0) counting.threads = default_threads(team);
    const struct stored_perft perft = {.store = &chosen->store,
                                       .counting = &counting,
                                       .position = &question.position,
                                       .depth = question.depth,
                                       .distinct = distinct,
                                       .chess960 = chosen->position.chess960,
                                       .json = chosen->json};
    struct cluster cluster = {.team = *team};
    return chosen->stats ? run_cluster_stats(team, &perft) : run_cluster(&cluster, &perft);
}

/* Prints help or version on rank 0, if that is what the words ask for. */
static bool print_facts(const struct team *team, int word_count, char **words)
{
    bool help = strcmp(words[1], "--help") == 0 || strcmp(words[1], "-h") == 0;
    bool version = strcmp(words[1], "--version") == 0;
    if ((help || version) && word_count > 2) refuse("unexpected argument '%s' after %s", words[2], words[1]);
    if (help && team->rank == 0) print_overview();
    if (version && team->rank == 0) printf("plyforge-mpi %s\n", PF_VERSION_TEXT);
    return help || version;
}

static int run(const struct team *team, int word_count, char **words)
{
    struct cluster_options options;
    struct operands operands;
    if (team->rank != 0) team_agree(false); /* rank 0 has already accepted the same words */
    if (word_count < 2) refuse("no command given; try 'plyforge-mpi --help'");
    bool done = print_facts(team, word_count, words);
    if (!done) {
        const struct command *command = find_command(words[1]);
        if (read_options(&options, &operands, command, word_count - 1, words + 1))
            return run_command(team, command, &options, &operands);
        if (team->rank == 0) print_help(command);
    }
    if (team->rank == 0) team_agree(true);
    return STATUS_OK;
}

int main(int argc, char **argv)
{
    guard_descriptors();
    struct team team = team_begin(&argc, &argv);
    int status = run(&team, argc, argv);
    flush_output();
    team_end();
    return status;
}
