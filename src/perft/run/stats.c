/* Perft with the columns of the published tables: what kind of moves the last ply consists of. Every move of that ply
 * is looked at, so this is far slower than counting; the questions of moves/ answer most of it without playing. */
#include <plyforge/moves.h>
#include <plyforge/perft.h>
#include <plyforge/play.h>
#include <plyforge/questions.h>

#include <stdlib.h>

#include "board/text.h"
#include "perft/run/job.h"

static void add(pf_count *count, bool condition)
{
    *count = pf_count_add(*count, pf_count_of(condition));
}

static void tally(pf_perft_row *row, const pf_position *position, pf_move move)
{
    pf_move_kind kind = pf_move_kind_of(move);
    add(&row->nodes, true);
    add(&row->captures, pf_move_captured_piece(position, move) != PF_NO_PIECE);
    add(&row->en_passant, kind == PF_MOVE_EN_PASSANT);
    add(&row->castles, kind == PF_MOVE_CASTLING);
    add(&row->promotions, kind == PF_MOVE_PROMOTION);

    pf_check check = pf_move_gives_check(position, move);
    if (!check) return;
    pf_position after = *position;
    pf_position_play_unchecked(&after, move);
    add(&row->checks, true);
    add(&row->discovered_checks, check == PF_CHECK_DISCOVERED);
    add(&row->double_checks, (check & PF_CHECK_DOUBLE) != 0);
    add(&row->mates, !pf_any_legal(&after));
}

static void walk(pf_perft_row *rows, const pf_position *position, unsigned depth)
{
    pf_move_list list;
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        tally(rows, position, list.moves[i]);
        if (depth == 1) continue;
        pf_position child = *position;
        pf_position_play_unchecked(&child, list.moves[i]);
        walk(rows + 1, &child, depth - 1);
    }
}

void pf_perft_stats(pf_perft_row *rows, const pf_position *position, unsigned depth)
{
    static const pf_perft_row none;
    if (depth > PF_PERFT_MAX_DEPTH) depth = PF_PERFT_MAX_DEPTH;
    for (unsigned i = 0; i <= depth; i++) rows[i] = none;
    rows[0].nodes = pf_count_of(1);
    if (depth > 0) walk(rows + 1, position, depth);
}

/* ---- With threads ---- */

/* The tree is cut after this many plies; what hangs below is handed out. */
enum { CUT = 2 };

typedef struct stats_tree {
    pf_job *job;
    pf_position *subtrees;
    size_t size;
    unsigned depth;
    pf_queue queue;
    pf_perft_row rows[PF_PERFT_MAX_DEPTH + 1];
} stats_tree;

static void add_row(pf_perft_row *sum, const pf_perft_row *row)
{
    sum->nodes = pf_count_add(sum->nodes, row->nodes);
    sum->captures = pf_count_add(sum->captures, row->captures);
    sum->en_passant = pf_count_add(sum->en_passant, row->en_passant);
    sum->castles = pf_count_add(sum->castles, row->castles);
    sum->promotions = pf_count_add(sum->promotions, row->promotions);
    sum->checks = pf_count_add(sum->checks, row->checks);
    sum->discovered_checks = pf_count_add(sum->discovered_checks, row->discovered_checks);
    sum->double_checks = pf_count_add(sum->double_checks, row->double_checks);
    sum->mates = pf_count_add(sum->mates, row->mates);
}

/* Like walk, but it looks up now and then; false if it was told to stop. */
static bool walk_far(pf_job *job, pf_perft_row *rows, const pf_position *position, unsigned depth)
{
    if (depth <= PF_ASK_DEPTH) {
        walk(rows, position, depth);
        return true;
    }
    pf_move_list list;
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        tally(rows, position, list.moves[i]);
        pf_position child = *position;
        pf_position_play_unchecked(&child, list.moves[i]);
        if (pf_job_stops(job) || !walk_far(job, rows + 1, &child, depth - 1)) return false;
    }
    return true;
}

static void work(void *context)
{
    stats_tree *it = context;
    pf_job *job = it->job;
    unsigned below = it->depth - CUT;
    for (uint64_t i, end; !pf_job_stops(job) && pf_queue_take(&it->queue, &i, &end);) {
        pf_perft_row rows[PF_PERFT_MAX_DEPTH] = {0};
        if (!walk_far(job, rows, &it->subtrees[i], below)) return;
        pthread_mutex_lock(&job->lock);
        /* Under the lock, so that no callback runs after a stop. */
        if (!pf_job_stops(job)) {
            for (unsigned ply = 0; ply < below; ply++) add_row(&it->rows[CUT + 1 + ply], &rows[ply]);
            pf_job_advance(job, 1, rows[below - 1].nodes, (double)(job->progress.done + 1) / (double)it->size);
        }
        pthread_mutex_unlock(&job->lock);
    }
}

/* Tallies the first plies and keeps the positions below them. */
static void cut(stats_tree *it, const pf_position *position, unsigned ply)
{
    pf_move_list list;
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_position child = *position;
        tally(&it->rows[ply + 1], position, list.moves[i]);
        pf_position_play_unchecked(&child, list.moves[i]);
        if (ply + 1 < CUT)
            cut(it, &child, ply + 1);
        else
            it->subtrees[it->size++] = child;
    }
}

pf_status pf_stats_run(pf_job *job, pf_perft_row *rows, const pf_position *position, unsigned depth, pf_error *error)
{
    stats_tree *it = calloc(1, sizeof *it);
    size_t room = depth > CUT ? (size_t)pf_perft(position, CUT).lo : 0;
    pf_status status = PF_OK;
    if (it) it->subtrees = malloc((room + 1) * sizeof *it->subtrees);
    if (!it || !it->subtrees) {
        free(it);
        return pf_fail(error, PF_ERROR_NO_ROOM, 0, "no memory for the subtrees");
    }
    if (depth <= CUT) {
        pf_perft_stats(it->rows, position, depth);
    } else {
        it->job = job;
        it->depth = depth;
        it->rows[0].nodes = pf_count_of(1);
        cut(it, position, 0);
        it->queue = (pf_queue){.size = it->size, .step = 1};
        job->progress.total = it->size;
        status = pf_team_run(job->threads, work, it, &job->stop, error);
        if (!status && atomic_load(&job->stop)) status = pf_fail(error, PF_ERROR_STOPPED, 0, "the count was stopped");
    }
    for (unsigned i = 0; i <= depth && !status; i++) rows[i] = it->rows[i];
    free(it->subtrees);
    free(it);
    return status;
}
