/* The public interface of long counts: options are checked, a job is set up, and one of the two methods runs it. The
 * methods are in tree.c and merge.c. */
#include "perft/run/job.h"

#include "base/text.h"
#include "entry/entry.h"

bool pf_run_stops(atomic_bool *stop, const pf_perft_options *options)
{
    if (atomic_load_explicit(stop, memory_order_relaxed)) return true;
    if (!options->should_stop || !options->should_stop(options->context)) return false;
    atomic_store(stop, true);
    return true;
}

bool pf_job_stops(pf_job *job)
{
    return pf_run_stops(&job->stop, job->options);
}

void pf_job_advance(pf_job *job, uint64_t done, pf_count nodes, double fraction)
{
    const pf_perft_options *options = job->options;
    job->progress.done += done;
    job->progress.nodes = pf_count_add(job->progress.nodes, nodes);
    fraction = job->done + job->share * fraction;
    if (fraction > job->progress.fraction)
        job->progress.fraction = fraction; /* never decreases, although threads may report out of order */
    if (options->on_progress && !options->on_progress(options->context, &job->progress)) atomic_store(&job->stop, true);
}

pf_count pf_job_count(pf_job *job, pf_table_use *use, const pf_position *position, unsigned depth)
{
    unsigned small = job->table ? PF_TABLE_MIN_DEPTH - 1 : job->counters.tree.moment;
    if (depth >= job->counters.tree.moment && pf_job_stops(job)) return pf_count_of(0);
    if (depth <= small) return pf_count_of(job->counters.tree.count(position, depth, job->options->leaves));

    pf_count total = {0, 0};
    pf_table_key key = {0, 0};
    if (job->table) {
        key = pf_table_key_of(job->table, position, depth);
        if (pf_table_find(job->table, use, key, &total.lo)) return total;
    }
    if (depth == PF_TABLE_MIN_DEPTH) {
        total = pf_count_of(job->counters.tree.count(position, depth, job->options->leaves));
    } else {
        pf_move_list list;
        pf_generate_legal(position, &list);
        for (uint32_t i = 0; i < list.size; i++) {
            pf_position child = *position;
            pf_play_without_key(&child, list.moves[i]);
            total = pf_count_add(total, pf_job_count(job, use, &child, depth - 1));
        }
    }
    /* After a stop, total is too small, and so is the entry stored here. That is harmless: a stopped job returns no
     * count, and its table is freed with it. */
    if (job->table) pf_table_store(job->table, key, total);
    return total;
}

_Static_assert(PF_PERFT_MAX_THREADS == 1024 && PF_TABLE_MIN_BYTES == 64, "the messages below name these numbers");

static pf_status check_options(const pf_position *position, const pf_perft_options *options, pf_error *error)
{
    if (options->threads > PF_PERFT_MAX_THREADS)
        return pf_fail(error, PF_ERROR_OPTION, 0, "a run has at most 1024 threads");
    if (options->method != PF_PERFT_TREE && options->method != PF_PERFT_MERGE)
        return pf_fail(error, PF_ERROR_OPTION, 0, "no such method");
    if ((unsigned)options->leaves > PF_PERFT_LIST_LEAVES)
        return pf_fail(error, PF_ERROR_OPTION, 0, "unknown method of counting leaves");
    if (options->table_bytes && options->method != PF_PERFT_TREE)
        return pf_fail(error, PF_ERROR_OPTION, 0, "merging cannot use a table");
    if ((options->known || options->on_subtree) && options->method != PF_PERFT_TREE)
        return pf_fail(error, PF_ERROR_OPTION, 0, "merging cannot report subtrees");
    if (options->table_bytes && options->table_bytes < PF_TABLE_MIN_BYTES)
        return pf_fail(error, PF_ERROR_OPTION, 0, "a table has at least 64 bytes");
    if ((unsigned)options->device > PF_PERFT_CUDA) return pf_fail(error, PF_ERROR_OPTION, 0, "no such device");
    if (options->gpus > PF_PERFT_MAX_THREADS) return pf_fail(error, PF_ERROR_OPTION, 0, "a run has at most 1024 GPUs");
    if (options->device == PF_PERFT_CUDA && pf_position_variant(position) != PF_VARIANT_STANDARD)
        return pf_fail(error, PF_ERROR_UNSUPPORTED, 0, "a GPU counts standard chess only, not variants");
    if (options->device == PF_PERFT_CUDA && (options->table_bytes || options->known || options->on_subtree))
        return pf_fail(error, PF_ERROR_OPTION, 0, "a GPU cannot use a table or report subtrees");
    if (options->device == PF_PERFT_CUDA && options->leaves != PF_PERFT_BULK)
        return pf_fail(error, PF_ERROR_OPTION, 0, "a GPU always counts the leaves without playing them");
    if (options->memory_bytes && options->memory_bytes < (size_t)1 << 20)
        return pf_fail(error, PF_ERROR_OPTION, 0, "at least 1 MiB of memory is needed");
    return PF_OK;
}

typedef pf_status pf_method_run(pf_job *job, pf_count *total, const pf_position *position, unsigned depth,
                                pf_error *error);

/* A divide for methods that cannot tell which root move a leaf belongs to, because they merge positions or count many
 * at once: each root move is a separate run. */
static pf_status count_below_roots(pf_method_run *whole, pf_job *job, pf_count *total, const pf_position *position,
                                   unsigned depth, pf_error *error)
{
    const pf_perft_options *options = job->options;
    pf_move_list list;
    pf_generate_legal(position, &list);
    *total = pf_count_of(depth == 0);
    for (uint32_t i = 0; depth > 0 && i < list.size && !pf_job_stops(job); i++) {
        pf_position child = *position;
        pf_count nodes = {0, 0};
        pf_position_play_unchecked(&child, list.moves[i]);
        job->progress.total = 0;
        job->progress.done = 0;
        job->done = (double)i / list.size;
        job->share = 1.0 / list.size;
        pf_status status = whole(job, &nodes, &child, depth - 1, error);
        if (status) return status;
        if (atomic_load(&job->stop)) break;
        *total = pf_count_add(*total, nodes);
        if (!options->on_root(options->context, list.moves[i], nodes, i, list.size)) atomic_store(&job->stop, true);
    }
    return PF_OK;
}

static const pf_perft_options defaults = {.threads = 0};

static pf_job job_of(const pf_position *position, const pf_perft_options *options)
{
    pf_job job = {
        .options = options,
        .counters = pf_fastest_counters(pf_position_variant(position)),
        .threads = options->threads ? options->threads : pf_team_cores(),
        .lock = PTHREAD_MUTEX_INITIALIZER,
        .share = 1,
    };
    return job;
}

static pf_status run(pf_job *job, pf_count *total, const pf_position *position, unsigned depth, pf_error *error)
{
    pf_method_run *whole = pf_tree_run;
    if (job->options->method == PF_PERFT_MERGE) whole = pf_merge_run;
    if (job->options->device == PF_PERFT_CUDA) whole = pf_gpu_run;
    if (job->options->on_root && whole != pf_tree_run)
        return count_below_roots(whole, job, total, position, depth, error);
    return whole(job, total, position, depth, error);
}

/* The memory that a table for this count can use: twice the entries that will be stored, and never more than was asked
 * for. A larger table is slower, because each of its pages is cleared when it is first touched. The nodes with at least
 * PF_TABLE_MIN_DEPTH plies to go are those of perft(0), perft(1) and so on, which take negligible time compared with
 * the count itself.
 */
static size_t table_bytes(const pf_job *job, const pf_position *position, unsigned depth)
{
    const size_t asked = job->options->table_bytes;
    const unsigned deepest = job->counters.tree.moment +
                             2; /* clearing more would cause a wait that cannot be interrupted */
    size_t bytes = PF_TABLE_MIN_BYTES;
    if (depth >= PF_TABLE_MIN_DEPTH + deepest + 1) return asked;
    for (unsigned ply = 0; ply + PF_TABLE_MIN_DEPTH <= depth && bytes < asked; ply++)
        bytes += 2 * sizeof(pf_table_entry) * job->counters.tree.count(position, ply, PF_PERFT_BULK);
    return bytes < asked ? bytes : asked;
}

pf_status pf_perft_run(pf_count *total, const pf_position *position, unsigned depth, const pf_perft_options *options,
                       pf_error *error)
{
    if (!options) options = &defaults;
    pf_status status = check_options(position, options, error);
    if (status) return status;
    pf_job job = job_of(position, options);
    pf_table table;
    if (options->table_bytes) {
        size_t bytes = table_bytes(&job, position, pf_perft_limited(depth));
        if (!pf_table_create(&table, bytes, options->seed))
            return pf_fail(error, PF_ERROR_NO_ROOM, 0, "not enough memory for the table");
        job.table = &table;
    }
    pf_count sum = {0, 0};
    status = run(&job, &sum, position, pf_perft_limited(depth), error);
    pthread_mutex_destroy(&job.lock);
    if (options->report) {
        pf_perft_table_report report = {0};
        if (job.table)
            report = (pf_perft_table_report){
                .entries = pf_table_entries(&table),
                .probes = job.use.probes,
                .hits = job.use.hits,
                .key_bits = pf_table_key_bits(&table),
            };
        *options->report = report;
    }
    if (job.table) pf_table_destroy(&table);
    if (status) return status;
    if (atomic_load(&job.stop)) return pf_fail(error, PF_ERROR_STOPPED, 0, "the count was stopped");
    *total = sum;
    return PF_OK;
}

pf_status pf_perft_distinct(const pf_position *position, unsigned depth, const pf_perft_options *options,
                            pf_perft_on_ply *on_ply, pf_error *error)
{
    if (!options) options = &defaults;
    pf_status status = check_options(position, options, error);
    if (status) return status;
    pf_job job = job_of(position, options);
    status = options->device == PF_PERFT_CUDA
                 ? pf_gpu_run_distinct(&job, position, pf_perft_limited(depth), on_ply, error)
                 : pf_distinct_run(&job, position, pf_perft_limited(depth), on_ply, error);
    pthread_mutex_destroy(&job.lock);
    return status;
}

pf_status pf_perft_stats_run(pf_perft_row *rows, const pf_position *position, unsigned depth,
                             const pf_perft_options *options, pf_error *error)
{
    if (!options) options = &defaults;
    pf_status status = check_options(position, options, error);
    if (status) return status;
    pf_job job = job_of(position, options);
    status = options->device == PF_PERFT_CUDA ? pf_gpu_run_stats(&job, rows, position, pf_perft_limited(depth), error)
                                              : pf_stats_run(&job, rows, position, pf_perft_limited(depth), error);
    pthread_mutex_destroy(&job.lock);
    return status;
}

static pf_status check_store(const pf_position *position, unsigned depth, const pf_perft_options *options,
                             const pf_perft_store *store, pf_error *error)
{
    pf_status status = check_options(position, options, error);
    if (status) return status;
    if (store->buckets == 0 || store->buckets > PF_PERFT_MAX_BUCKETS)
        return pf_fail(error, PF_ERROR_OPTION, 0, "the number of buckets is out of range");
    if (store->ply > depth) return pf_fail(error, PF_ERROR_OPTION, 0, "the ply of the buckets is below the leaves");
    return PF_OK;
}

pf_status pf_perft_stored(const pf_position *position, unsigned depth, const pf_perft_options *options,
                          const pf_perft_store *store, pf_error *error)
{
    if (!options) options = &defaults;
    depth = pf_perft_limited(depth);
    pf_status status = check_store(position, depth, options, store, error);
    if (status) return status;
    bool gpu = options->device == PF_PERFT_CUDA;
    if (gpu && (store->ply == 0 || store->ply != pf_perft_stored_ply(depth, PF_PERFT_CUDA)))
        return pf_fail(error, PF_ERROR_OPTION, 0, "a GPU counts buckets four plies above the leaves, from depth 5 on");
    pf_job job = job_of(position, options);
    status = gpu ? pf_gpu_run_stored(&job, position, depth, store, error)
                 : pf_stored_run(&job, position, depth, store, error);
    pthread_mutex_destroy(&job.lock);
    return status;
}

pf_status pf_perft_stored_stats(pf_perft_row *rows, unsigned *whole, const pf_position *position, unsigned depth,
                                const pf_perft_options *options, const pf_perft_store *store, pf_error *error)
{
    if (!options) options = &defaults;
    depth = pf_perft_limited(depth);
    pf_status status = check_store(position, depth, options, store, error);
    if (status) return status;
    if (options->device == PF_PERFT_CUDA)
        return pf_fail(error, PF_ERROR_OPTION, 0, "a GPU does not classify the moves of single buckets");
    pf_job job = job_of(position, options);
    status = pf_stored_run_stats(&job, rows, whole, position, depth, store, error);
    pthread_mutex_destroy(&job.lock);
    return status;
}
