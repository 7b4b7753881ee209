/* Answers: the totals, broken games and output of a piece of input, and the workers that fill them. */
#include "pgn/pgn.h"

#include <stdlib.h>
#include <string.h>

/* All members are counts. */
enum { SUM_COUNT = sizeof(struct pgn_sums) / sizeof(uint64_t) };

void pgn_sums_add(struct pgn_sums *sums, const struct pgn_sums *more)
{
    uint64_t a[SUM_COUNT], b[SUM_COUNT];
    memcpy(a, sums, sizeof a);
    memcpy(b, more, sizeof b);
    for (size_t i = 0; i < SUM_COUNT; i++) a[i] += b[i];
    memcpy(sums, a, sizeof a);
}

void pgn_sums_subtract(struct pgn_sums *sums, const struct pgn_sums *less)
{
    uint64_t a[SUM_COUNT], b[SUM_COUNT];
    memcpy(a, sums, sizeof a);
    memcpy(b, less, sizeof b);
    for (size_t i = 0; i < SUM_COUNT; i++) a[i] -= b[i];
    memcpy(sums, a, sizeof a);
}

void pgn_answer_clear(struct pgn_answer *answer)
{
    answer->sums = (struct pgn_sums){0};
    answer->games_read = 0;
    answer->entry_count = 0;
    answer->broken_size = 0;
    answer->output.length = 0;
    if (answer->batch != NULL) game_batch_clear(answer->batch);
}

void pgn_answer_free(struct pgn_answer *answer)
{
    free(answer->entries);
    free(answer->broken);
    free(answer->output.bytes);
    if (answer->batch != NULL) game_batch_free(answer->batch);
    free(answer->batch);
}

void pgn_answer_make_rows(struct pgn_answer *answer, const struct game_table *table, struct parquet_codec *codec)
{
    if (answer->batch == NULL) answer->batch = allocated(calloc(1, sizeof *answer->batch));
    if (!answer->batch->is_made) game_batch_make(answer->batch, table, &answer->output, codec);
}

void pgn_answer_drop_known(struct pgn_answer *answer, struct game_set *set)
{
    char *bytes = answer->output.bytes;
    size_t from = 0, to = 0, next_broken = 0; /* kept output is moved down from one offset to the other */
    for (size_t i = 0; i <= answer->entry_count; i++) {
        bool at_end = i == answer->entry_count;
        const struct pgn_entry *entry = &answer->entries[i];
        if (!at_end && game_set_add(set, entry->moves)) continue;
        size_t end = at_end ? answer->output.length : entry->begin;
        for (; next_broken < answer->broken_size && answer->broken[next_broken].object_end <= end; next_broken++)
            if (answer->broken[next_broken].object_end > 0) answer->broken[next_broken].object_end -= from - to;
        if (from > to && end > from) memmove(bytes + to, bytes + from, end - from);
        to += end - from;
        if (at_end) break;
        from = entry->end;
        pgn_sums_subtract(&answer->sums, &entry->sums);
    }
    answer->output.length = to;
}

void pgn_answer_cut(struct pgn_answer *answer, const struct pgn_answer *before)
{
    answer->sums = before->sums;
    answer->games_read = before->games_read;
    answer->entry_count = before->entry_count;
    answer->broken_size = before->broken_size;
    if (answer->output.printed == before->output.printed) answer->output.length = before->output.length;
}

size_t pgn_add_broken(struct pgn_answer *answer, uint64_t offset, uint64_t line, const pf_error *error)
{
    if (answer->broken_size == answer->broken_capacity) {
        answer->broken_capacity = 2 * answer->broken_capacity + 16;
        answer->broken = realloc(answer->broken, answer->broken_capacity * sizeof *answer->broken);
        if (answer->broken == NULL) fail("not enough memory");
    }
    struct pgn_broken *broken = &answer->broken[answer->broken_size++];
    broken->game = answer->games_read;
    broken->offset = offset;
    broken->line = line;
    broken->is_warning = false;
    broken->object_end = 0;
    memcpy(broken->message, error->message, sizeof broken->message);
    return answer->broken_size - 1;
}

void pgn_add_warning(struct pgn_answer *answer, uint64_t offset, uint64_t line, const pf_error *error)
{
    size_t row = pgn_add_broken(answer, offset, line, error);
    answer->broken[row].is_warning = true;
}

struct pgn_entry *pgn_answer_add_entry(struct pgn_answer *answer)
{
    if (answer->entry_count == answer->entry_capacity) {
        answer->entry_capacity = 2 * answer->entry_capacity + 64;
        answer->entries = realloc(answer->entries, answer->entry_capacity * sizeof *answer->entries);
        if (answer->entries == NULL) fail("not enough memory");
    }
    return &answer->entries[answer->entry_count++];
}

/* ---- Workers ---- */

static bool write_to_output(void *context, const void *bytes, size_t size)
{
    text_add(((struct pgn_worker *)context)->output, bytes, size);
    return true;
}

void pgn_worker_begin(struct pgn_worker *worker, const struct pgn_options *options)
{
    *worker = (struct pgn_worker){.reader = pf_pgn_reader_create()};
    if (options->write) worker->writer = pf_pgn_writer_create(write_to_output, worker);
    if (worker->reader == NULL || (options->write && worker->writer == NULL)) fail("not enough memory");
    bool needs_scratch = options->filter.unfair || (options->table != NULL && game_table_needs_unfair(options->table));
    if (needs_scratch) worker->scratch = allocated(malloc((size_t)PF_DEAD_BUDGET * PF_DEAD_BYTES_PER_NODE));
    pf_pgn_reader_set_mode(worker->reader, options->strict ? PF_PGN_STRICT : PF_PGN_TOLERANT);
    if (options->max_game > 0) pf_pgn_reader_set_max_game(worker->reader, options->max_game);
    if (options->table != NULL) {
        worker->note = game_note_create(options->table);
        worker->codec = table_codec_create();
    }
    /* Training records exist only for standard chess and Chess960. */
    if (options->train == NULL) pf_pgn_reader_accept_variants(worker->reader, options->variant);
}

void pgn_worker_end(struct pgn_worker *worker)
{
    pf_pgn_reader_destroy(worker->reader);
    pf_pgn_writer_destroy(worker->writer);
    free(worker->scratch);
    free(worker->records);
    game_note_destroy(worker->note);
    table_codec_destroy(worker->codec);
}
