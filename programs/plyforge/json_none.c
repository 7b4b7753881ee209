/* Replaces json.c in builds without jansson: json_is_available returns false, and nothing else is called. */
#include "json.h"

bool json_is_available(void)
{
    return false;
}

void json_begin(void)
{
}

void json_print_perft(const char *fen, unsigned depth, pf_count nodes, double seconds, const struct root *roots,
                      size_t size, const pf_perft_table_report *table)
{
    (void)fen, (void)depth, (void)nodes, (void)seconds, (void)roots, (void)size, (void)table;
}

void json_print_stats(const char *fen, const pf_perft_row *rows, unsigned depth, double seconds)
{
    (void)fen, (void)rows, (void)depth, (void)seconds;
}

void json_print_unique(const char *fen, const uint64_t *distinct, unsigned depth)
{
    (void)fen, (void)distinct, (void)depth;
}

void json_print_ledger(const struct ledger_job *job, uint64_t subtrees, uint64_t total)
{
    (void)job, (void)subtrees, (void)total;
}

struct json_store *json_store_create(void)
{
    return NULL;
}

void json_store_add(struct json_store *list, unsigned ply, uint32_t files, const struct store_ply *index)
{
    (void)list, (void)ply, (void)files, (void)index;
}

void json_print_store(struct json_store *list, const struct store *store)
{
    (void)list, (void)store;
}

void json_print_store_check(unsigned plies, unsigned sample, uint32_t buckets, unsigned wrong)
{
    (void)plies, (void)sample, (void)buckets, (void)wrong;
}

void json_print_store_drop(unsigned files)
{
    (void)files;
}

struct json_san *json_san_create(void)
{
    return NULL;
}

void json_san_add(struct json_san *list, const char *uci, const char *san)
{
    (void)list, (void)uci, (void)san;
}

void json_print_san(struct json_san *list, const char *first_fen, const char *last_fen)
{
    (void)list, (void)first_fen, (void)last_fen;
}

struct json_recount *json_recount_create(void)
{
    return NULL;
}

void json_recount_add(struct json_recount *list, const struct ledger_row *row, const pf_count *nodes)
{
    (void)list, (void)row, (void)nodes;
}

void json_print_recount(struct json_recount *list, unsigned sample, uint64_t subtrees, unsigned wrong)
{
    (void)list, (void)sample, (void)subtrees, (void)wrong;
}

void json_print_moves(const char *fen, const struct root *moves, size_t size)
{
    (void)fen, (void)moves, (void)size;
}

void json_print_book(const char *fen, const pf_book_moves *found, bool chess960)
{
    (void)fen, (void)found, (void)chess960;
}

void json_print_book_check(size_t entries, const pf_book_report *report)
{
    (void)entries, (void)report;
}

void json_print_book_made(const struct book_made *made)
{
    (void)made;
}

void json_print_unmoves(const char *fen, const struct predecessor *predecessors, size_t size)
{
    (void)fen, (void)predecessors, (void)size;
}

void json_print_unmove_counts(const char *fen, const pf_count *lines, unsigned depth)
{
    (void)fen, (void)lines, (void)depth;
}

void json_print_show(const char *fen, const pf_position *position)
{
    (void)fen, (void)position;
}

void json_print_variant_show(const char *fen, const pf_variant_position *position)
{
    (void)fen, (void)position;
}

void json_print_fen(const char *fen, pf_problems problems)
{
    (void)fen, (void)problems;
}

void json_print_bad_fen(const pf_error *error, pf_problems problems)
{
    (void)error, (void)problems;
}

void json_print_outcome(const struct outcome_report *report)
{
    (void)report;
}

void json_print_explanations(const char *fen, const struct explained *explained, size_t size)
{
    (void)fen, (void)explained, (void)size;
}

void json_print_train(const struct train_made *made)
{
    (void)made;
}

void json_print_record(const pf_train_record *record)
{
    (void)record;
}

void json_print_bisect(const struct bisect_report *report)
{
    (void)report;
}

void json_print_divide(const struct divide_report *report)
{
    (void)report;
}

void json_print_suite(const struct suite_report *report)
{
    (void)report;
}

void json_print_torture(const struct suite_report *report, const char *const *bugs, size_t size)
{
    (void)report, (void)bugs, (void)size;
}

void json_print_bench(const struct bench *bench)
{
    (void)bench;
}

void json_print_bench_ways(const struct bench_ways *ways)
{
    (void)ways;
}

void json_print_bench_reading(const struct bench_reading *reading)
{
    (void)reading;
}

struct json_broken_list *json_broken_create(void)
{
    return NULL;
}

void json_broken_destroy(struct json_broken_list *list)
{
    (void)list;
}

void json_broken_add(struct json_broken_list *list, bool is_warning, const char *file, uint64_t line, uint64_t offset,
                     uint64_t game, const char *message)
{
    (void)list, (void)is_warning, (void)file, (void)line, (void)offset, (void)game, (void)message;
}

void json_print_pgn(const struct pgn_sums *sums, uint64_t broken, struct json_broken_list *list, uint64_t bytes,
                    double seconds, bool skimmed)
{
    (void)sums, (void)broken, (void)list, (void)bytes, (void)seconds, (void)skimmed;
}

struct json_game *json_game_begin(const struct pgn_options *options)
{
    (void)options;
    return NULL;
}

void json_game_tag(struct json_game *game, const pf_pgn_event *event)
{
    (void)game, (void)event;
}

const pf_variant_position *json_game_before(const struct json_game *game)
{
    (void)game;
    return NULL;
}

void json_game_move(struct json_game *game, const char *move, const pf_variant_position *after)
{
    (void)game, (void)move, (void)after;
}

void json_game_nag(struct json_game *game, unsigned nag)
{
    (void)game, (void)nag;
}

void json_game_comment(struct json_game *game, const pf_pgn_event *event)
{
    (void)game, (void)event;
}

void json_game_begin_variation(struct json_game *game, const pf_variant_position *start)
{
    (void)game, (void)start;
}

void json_game_end_variation(struct json_game *game)
{
    (void)game;
}

void json_game_position(struct json_game *game, const pf_variant_position *position)
{
    (void)game, (void)position;
}

void json_game_error(struct json_game *game, const char *message)
{
    (void)game, (void)message;
}

void json_game_end(struct json_game *game, const pf_pgn_event *end, struct text *output)
{
    (void)game, (void)end, (void)output;
}
