/* The output of --json: values that several commands have, and the answers of commands that count. */
#ifndef PLYFORGE_PROGRAM_JSON_H
#define PLYFORGE_PROGRAM_JSON_H

#include "common.h"
#include "output/json_writer.h"
#include "store/ledger.h"
#include "store/store.h"

/* ---- Values that several commands share ---- */

void json_key(struct json *json, const char *name, uint64_t key);
void json_square(struct json *json, const char *name, pf_square square); /* null for PF_NO_SQUARE */
void json_squares(struct json *json, const char *name, pf_bitboard squares);
void json_problems(struct json *json, pf_problems problems);
void json_reason(struct json *json, const char *name, pf_reason reason);                 /* null if there is none */
void json_count_if(struct json *json, const char *name, bool has_count, pf_count count); /* null unless has_count */
void json_speed(struct json *json, pf_count nodes, double seconds);
void json_explanation(struct json *json, const char *uci, const pf_explanation *explanation);

/* Opens the object of an answer about a count from a position, with the members that each of them begins with. */
void json_begin_count(struct json *json, const char *fen, unsigned depth);

/* Closes the object of an answer, prints it and releases it. */
void json_finish(struct json *json);

/* ---- Answers ---- */

/* roots is NULL if no divide was requested, and table is NULL if no table was used. */
void json_print_perft(const char *fen, unsigned depth, pf_count nodes, double seconds, const struct root *roots,
                      size_t size, const pf_perft_table_report *table);
/* Prints the rows of depth 1 to depth, or only that of depth 0 if depth is 0. */
void json_print_stats(const char *fen, const pf_perft_row *rows, unsigned depth, double seconds);
/* distinct[1] to distinct[depth]. */
void json_print_unique(const char *fen, const uint64_t *distinct, unsigned depth);
void json_print_ledger(const struct ledger_job *job, uint64_t subtrees, uint64_t total); /* 0: unknown */

/* The output of plyforge store show, ply by ply. index is NULL for a ply that is not complete. */
void json_begin_store(struct json *json, const struct store *store);
void json_add_ply(struct json *json, unsigned ply, uint32_t files, const struct store_ply *index);
void json_print_store(struct json *json);

void json_print_store_check(unsigned plies, unsigned sample, uint32_t buckets, unsigned wrong);
void json_print_store_drop(unsigned files);
/* The output of plyforge ledger check: the rows that are wrong; nodes is NULL for a row that cannot be read. */
void json_begin_recount(struct json *json);
void json_add_recount(struct json *json, const struct ledger_row *row, const pf_count *nodes);
void json_print_recount(struct json *json, unsigned sample, uint64_t subtrees, unsigned wrong, bool rows_missing,
                        bool result_damaged);

#endif
