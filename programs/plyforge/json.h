/* What --json prints, one function for each kind of answer. */
#ifndef PLYFORGE_PROGRAM_JSON_H
#define PLYFORGE_PROGRAM_JSON_H

#include "bench.h"
#include "bisect.h"
#include "book.h"
#include "common.h"
#include "json_writer.h"
#include "ledger.h"
#include "outcome.h"
#include "pgn.h"
#include "store.h"
#include "suite_report.h"
#include "train.h"
#include "unmoves.h"

/* roots is NULL when no divide was asked for, table when there was none. */
void json_print_perft(const char *fen, unsigned depth, pf_count nodes, double seconds, const struct root *roots,
                      size_t size, const pf_perft_table_report *table);
/* The rows of depth 1 to depth; of depth 0 if that is the depth. */
void json_print_stats(const char *fen, const pf_perft_row *rows, unsigned depth, double seconds);
/* distinct[1] to distinct[depth]. */
void json_print_unique(const char *fen, const uint64_t *distinct, unsigned depth);
void json_print_ledger(const struct ledger_job *job, uint64_t subtrees, uint64_t total); /* 0: unknown */

/* plyforge store show, ply by ply. index is NULL for a ply that is not complete. */
void json_begin_store(struct json *json, const struct store *store);
void json_add_ply(struct json *json, unsigned ply, uint32_t files, const struct store_ply *index);
void json_print_store(struct json *json);

void json_print_store_check(unsigned plies, unsigned sample, uint32_t buckets, unsigned wrong);
void json_print_store_drop(unsigned files);
/* The SAN of the moves is printed if all have one. */
void json_print_moves(const char *fen, const struct root *moves, size_t size);
void json_print_unmoves(const char *fen, const struct predecessor *predecessors, size_t size);
/* lines[1] to lines[depth]. */
void json_print_unmove_counts(const char *fen, const pf_count *lines, unsigned depth);
void json_print_book(const char *fen, const pf_book_moves *found, bool chess960);
void json_print_book_check(size_t entries, const pf_book_report *report);
void json_print_book_made(const struct book_made *made);
void json_print_show(const char *fen, const pf_position *position);
void json_print_variant_show(const char *fen, const pf_variant_position *position);
void json_print_fen(const char *fen, pf_problems problems);
void json_print_bad_fen(const pf_error *error, pf_problems problems);
void json_print_outcome(const struct outcome_report *report);
/* The meanings of one move, at least one. */
void json_print_explanations(const char *fen, const struct explained *explained, size_t size);
void json_print_bisect(const struct bisect_report *report);
void json_print_divide(const struct divide_report *report);
void json_print_suite(const struct suite_report *report);
/* bugs: the names of the positions that failed, each once. */
void json_print_torture(const struct suite_report *report, const char *const *bugs, size_t size);
void json_print_bench(const struct bench *bench);
void json_print_bench_ways(const struct bench_ways *ways);
void json_print_bench_reading(const struct bench_reading *reading);

void json_print_train(const struct train_made *made);
/* One record as an object on a line of its own. */
void json_print_record(const pf_train_record *record);

/* plyforge san, move by move. */
void json_begin_san(struct json *json, const char *first_fen);
void json_add_san(struct json *json, const char *uci, const char *san);
void json_print_san(struct json *json, const char *last_fen);

/* The rows that ledger check found wrong; nodes is NULL for one that cannot be read. */
void json_begin_recount(struct json *json);
void json_add_recount(struct json *json, const struct ledger_row *row, const pf_count *nodes);
void json_print_recount(struct json *json, unsigned sample, uint64_t subtrees, unsigned wrong, bool rows_missing,
                        bool result_damaged);

/* ---- PGN ---- */

/* The broken games and the warnings, in the order they are added. */
struct json_broken_list;
struct json_broken_list *json_broken_create(void);
void json_broken_destroy(struct json_broken_list *list); /* unless it was printed; NULL is allowed */
void json_broken_add(struct json_broken_list *list, bool is_warning, const char *file, uint64_t line, uint64_t offset,
                     uint64_t game, const char *message);

/* Prints the sums, and releases the list. skimmed is whether only tags were read. */
void json_print_pgn(const struct pgn_sums *sums, uint64_t broken, struct json_broken_list *list, uint64_t bytes,
                    double seconds, bool skimmed);

/* One game as an object on a line of its own. */
struct json_game;
struct json_game *json_game_begin(const struct pgn_options *options);
void json_game_tag(struct json_game *game, const pf_pgn_event *event);
void json_game_error(struct json_game *game, const char *message);

/* The moves, with what is said about them: comments, NAGs and variations belong to the last move. */
const pf_variant_position *json_game_before(const struct json_game *game); /* the next move */
void json_game_move(struct json_game *game, const char *move, const pf_variant_position *after);
void json_game_nag(struct json_game *game, unsigned nag);
void json_game_comment(struct json_game *game, const pf_pgn_event *event);
void json_game_begin_variation(struct json_game *game, const pf_variant_position *start);
void json_game_end_variation(struct json_game *game);

/* A position of the main line, the first one too. */
void json_game_position(struct json_game *game, const pf_variant_position *position);

/* Adds the line to the output, unless end is NULL, and releases the game. The object ends with "}\n". */
void json_game_end(struct json_game *game, const pf_pgn_event *end, struct text *output);

#endif
