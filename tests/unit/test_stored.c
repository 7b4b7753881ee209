/* Counting with stored plies, on a store in memory: the count is right for every number of buckets and threads, goes on
 * after a stop at any callback, and counts no bucket twice. Statistics are those of pf_perft_stats_run. */
#include "support.h"

#include <stdlib.h>
#include <string.h>

#include <plyforge/experimental.h>

enum { MOST_PLIES = 8, MOST_BUCKETS = 64 };

typedef struct piece {
    bool there;
    uint64_t starts[MOST_BUCKETS + 1];
    pf_perft_record *records;
    uint64_t parents;
    pf_count parent_ways, ways;
} piece;

typedef struct memory_store {
    piece pieces[MOST_PLIES][MOST_BUCKETS];
    uint32_t buckets;
    bool is_counted[MOST_BUCKETS];
    pf_count leaves, ways;
    uint64_t positions;
    unsigned calls, stop_at; /* callbacks so far; the one that fails, 0 for none */
    unsigned written, counted;
} memory_store;

static bool goes_on(memory_store *it)
{
    return ++it->calls != it->stop_at;
}

static bool has(void *context, unsigned ply, uint32_t bucket)
{
    memory_store *it = context;
    return it->pieces[ply][bucket].there;
}

static bool write_piece(void *context, const pf_perft_children *children)
{
    memory_store *it = context;
    piece *out = &it->pieces[children->ply][children->bucket];
    if (!goes_on(it)) return false;
    assert_false(out->there);
    out->there = true;
    uint64_t size = children->starts[it->buckets];
    memcpy(out->starts, children->starts, (it->buckets + 1) * sizeof *out->starts);
    out->records = calloc(size + 1, sizeof *out->records);
    assert_non_null(out->records);
    if (size > 0) memcpy(out->records, children->records, size * sizeof *out->records);
    out->parents = children->parents;
    out->parent_ways = children->parent_ways;
    out->ways = children->ways;
    pf_count sum = {0, 0};
    for (uint64_t i = 0; i < size; i++) sum = pf_count_add(sum, pf_count_of(out->records[i].ways));
    assert_true(pf_count_equal(sum, children->ways));
    it->written++;
    return true;
}

static bool size_of(void *context, unsigned ply, uint32_t bucket, uint64_t *size)
{
    memory_store *it = context;
    *size = 0;
    for (uint32_t from = 0; from < it->buckets; from++) {
        const piece *here = &it->pieces[ply][from];
        assert_true(here->there);
        *size += here->starts[bucket + 1] - here->starts[bucket];
    }
    return goes_on(it);
}

static bool read_bucket(void *context, unsigned ply, uint32_t bucket, pf_perft_record *records)
{
    memory_store *it = context;
    for (uint32_t from = 0; from < it->buckets; from++) {
        const piece *here = &it->pieces[ply][from];
        uint64_t size = here->starts[bucket + 1] - here->starts[bucket];
        memcpy(records, here->records + here->starts[bucket], size * sizeof *records);
        records += size;
    }
    return goes_on(it);
}

static bool wants(void *context, uint32_t bucket)
{
    return !((memory_store *)context)->is_counted[bucket];
}

static bool add_counted(void *context, const pf_perft_bucket *bucket)
{
    memory_store *it = context;
    if (!goes_on(it)) return false;
    assert_false(it->is_counted[bucket->bucket]);
    it->is_counted[bucket->bucket] = true;
    it->positions += bucket->positions;
    it->ways = pf_count_add(it->ways, bucket->ways);
    it->leaves = pf_count_add(it->leaves, bucket->leaves);
    it->counted++;
    return true;
}

static memory_store *create(uint32_t buckets)
{
    memory_store *it = calloc(1, sizeof *it);
    assert_non_null(it);
    it->buckets = buckets;
    return it;
}

static void destroy(memory_store *it)
{
    for (unsigned ply = 0; ply < MOST_PLIES; ply++)
        for (uint32_t i = 0; i < MOST_BUCKETS; i++) free(it->pieces[ply][i].records);
    free(it);
}

static pf_perft_store store_of(memory_store *it, unsigned ply)
{
    return (pf_perft_store){ply, it->buckets, it, has, write_piece, size_of, read_bucket, wants, add_counted, false};
}

static pf_status run(memory_store *it, const pf_position *position, unsigned depth, unsigned threads)
{
    pf_perft_options options = {.threads = threads};
    pf_perft_store store = store_of(it, pf_perft_stored_ply(depth, PF_PERFT_CPU));
    pf_error error;
    return pf_perft_stored(position, depth, &options, &store, &error);
}

/* The distinct positions of a ply. */
static bool keep_distinct(void *context, unsigned ply, uint64_t distinct)
{
    ((uint64_t *)context)[ply] = distinct;
    return true;
}

static const char *const fens[] = {
    START_FEN, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", /* stalemate */
};

static void every_number_of_buckets_counts_right(void **state)
{
    static const uint32_t buckets[] = {1, 2, 7, 64};
    (void)state;
    for (size_t f = 0; f < sizeof fens / sizeof *fens; f++) {
        pf_position position = position_of(fens[f]);
        uint64_t distinct[8] = {1};
        pf_perft_options options = {.context = distinct};
        assert_int_equal(pf_perft_distinct(&position, 3, &options, keep_distinct, NULL), PF_OK);
        for (size_t b = 0; b < sizeof buckets / sizeof *buckets; b++)
            for (unsigned depth = f == 1 ? 5 : 6;; depth = 2) {
                memory_store *it = create(buckets[b]);
                unsigned ply = pf_perft_stored_ply(depth, PF_PERFT_CPU);
                assert_int_equal(run(it, &position, depth, 1 + (unsigned)b), PF_OK);
                assert_true(pf_count_equal(it->leaves, pf_perft(&position, depth)));
                assert_true(pf_count_equal(it->ways, pf_perft(&position, ply)));
                assert_int_equal(it->positions, distinct[ply]);
                assert_int_equal(it->counted, buckets[b]);
                destroy(it);
                if (depth == 2) break;
            }
    }
}

/* The sums in what is written say what was read: nothing is lost from ply to ply. */
static void sums_of_plies_agree(void **state)
{
    (void)state;
    pf_position position = position_of(fens[0]);
    memory_store *it = create(2);
    assert_int_equal(run(it, &position, 7, 2), PF_OK);
    assert_int_equal(it->written, 4); /* plies 3 and 4 */
    for (unsigned ply = 3; ply <= 4; ply++) {
        const piece *a = &it->pieces[ply][0], *b = &it->pieces[ply][1];
        assert_true(pf_count_equal(pf_count_add(a->ways, b->ways), pf_perft(&position, ply)));
        assert_true(pf_count_equal(pf_count_add(a->parent_ways, b->parent_ways), pf_perft(&position, ply - 1)));
        assert_int_equal(a->parents + b->parents, ply == 3 ? 400 : 5362);
        /* Few positions are born in both. */
        assert_true(a->starts[2] + b->starts[2] < (ply == 3 ? 5380 : 73000));
    }
    assert_int_equal(it->positions, 72078);
    destroy(it);
}

/* Buckets of any ply can be counted: those that a GPU has counted are checked so. */
static void every_ply_has_buckets(void **state)
{
    (void)state;
    pf_position position = position_of(fens[1]);
    for (unsigned ply = 0; ply <= 4; ply++) {
        memory_store *it = create(3);
        pf_perft_store store = store_of(it, ply);
        assert_int_equal(pf_perft_stored(&position, 4, NULL, &store, NULL), PF_OK);
        assert_true(pf_count_equal(it->leaves, pf_count_of(4085603)));
        assert_true(pf_count_equal(it->ways, pf_perft(&position, ply)));
        destroy(it);
    }
}

/* By the army of the side to move, children that take nothing stay in the bucket of their parents. */
static void the_last_ply_may_stay_in_its_buckets(void **state)
{
    (void)state;
    for (size_t f = 0; f < sizeof fens / sizeof *fens; f++) {
        pf_position position = position_of(fens[f]);
        uint64_t distinct[8] = {1}, stayed = 0, left = 0;
        pf_perft_options options = {.context = distinct};
        assert_int_equal(pf_perft_distinct(&position, 4, &options, keep_distinct, NULL), PF_OK);
        memory_store *it = create(3);
        pf_perft_store store = store_of(it, 4);
        store.last_by_turn = true;
        assert_int_equal(pf_perft_stored(&position, 4, NULL, &store, NULL), PF_OK);
        assert_int_equal(it->positions, distinct[4]);
        assert_true(pf_count_equal(it->leaves, pf_perft(&position, 4)));
        for (uint32_t from = 0; from < 3; from++)
            for (uint32_t to = 0; to < 3; to++) {
                const piece *here = &it->pieces[4][from];
                if (here->there) *(from == to ? &stayed : &left) += here->starts[to + 1] - here->starts[to];
            }
        if (f == 0) assert_true(stayed > 70000 && left < 1500);
        destroy(it);
    }
}

static void add_count(pf_count *sum, const pf_count *count)
{
    *sum = pf_count_add(*sum, *count);
}

/* Adds rows first to last, of which every column is a count. */
static void add_rows(pf_perft_row *sums, const pf_perft_row *rows, unsigned first, unsigned last)
{
    enum { COLUMNS = sizeof(pf_perft_row) / sizeof(pf_count) };
    for (unsigned i = first; i <= last; i++)
        for (size_t k = 0; k < COLUMNS; k++) add_count((pf_count *)&sums[i] + k, (const pf_count *)&rows[i] + k);
}

/* Statistics by two calls: the first makes the plies and counts some of the buckets, the second counts the others. */
static void statistics_are_the_sum_of_the_buckets(void **state)
{
    static const struct {
        unsigned fen, depth;
        uint32_t buckets;
    } questions[] = {{0, 0, 1},  {0, 1, 2}, {0, 2, 3}, {0, 5, 2}, {0, 5, 7},
                     {1, 3, 64}, {1, 4, 2}, {2, 5, 3}, {3, 3, 2}};
    (void)state;
    for (size_t q = 0; q < sizeof questions / sizeof *questions; q++) {
        pf_position position = position_of(fens[questions[q].fen]);
        uint32_t buckets = questions[q].buckets;
        unsigned depth = questions[q].depth, ply = depth > 2 ? depth - 2 : 0, whole;
        pf_perft_row expected[6], sums[6], rows[6];
        pf_perft_options options = {.threads = 1 + q % 2};
        assert_int_equal(pf_perft_stats_run(expected, &position, depth, NULL, NULL), PF_OK);
        memory_store *it = create(buckets);
        pf_perft_store store = store_of(it, ply);
        for (uint32_t i = 0; i < buckets; i++) it->is_counted[i] = i % 2 == 0;
        assert_int_equal(pf_perft_stored_stats(sums, &whole, &position, depth, &options, &store, NULL), PF_OK);
        assert_true(whole <= ply);
        for (uint32_t i = 0; i < buckets; i++) it->is_counted[i] = i % 2 != 0;
        assert_int_equal(pf_perft_stored_stats(rows, &whole, &position, depth, &options, &store, NULL), PF_OK);
        add_rows(sums, rows, whole + 1, depth);
        assert_memory_equal(sums, expected, (depth + 1) * sizeof *sums);
        assert_true(pf_count_equal(it->leaves, expected[depth].nodes));
        assert_true(pf_count_equal(it->ways, pf_perft(&position, ply)));
        destroy(it);
    }
}

/* The same on plies above and below the best one. */
static void statistics_begin_at_any_ply(void **state)
{
    (void)state;
    pf_position position = position_of(fens[1]);
    pf_perft_row expected[4], rows[4];
    unsigned whole;
    pf_perft_stats(expected, &position, 3);
    for (unsigned ply = 0; ply <= 3; ply++) {
        memory_store *it = create(3);
        pf_perft_store store = store_of(it, ply);
        assert_int_equal(pf_perft_stored_stats(rows, &whole, &position, 3, NULL, &store, NULL), PF_OK);
        assert_memory_equal(rows, expected, sizeof rows);
        assert_true(pf_count_equal(it->leaves, expected[3].nodes));
        destroy(it);
    }
}

/* A stop at the n-th callback for every n, and then on with other threads. */
static void a_stopped_count_goes_on(void **state)
{
    (void)state;
    pf_position position = position_of(fens[1]);
    pf_count expected = pf_perft(&position, 5);
    memory_store *whole = create(3);
    assert_int_equal(run(whole, &position, 5, 2), PF_OK);
    unsigned calls = whole->calls, written = whole->written;
    destroy(whole);
    assert_true(calls > 10);
    for (unsigned n = 1; n <= calls; n++) {
        memory_store *it = create(3);
        it->stop_at = n;
        assert_int_equal(run(it, &position, 5, 2), PF_ERROR_STOPPED);
        assert_int_equal(run(it, &position, 5, 1), PF_OK);
        assert_true(pf_count_equal(it->leaves, expected));
        assert_int_equal(it->counted, 3);
        assert_int_equal(it->written, written);
        destroy(it);
    }
    print_message("stopped at each of %u callbacks\n", calls);
}

/* A record as a file of a stranger may have it. */
static pf_perft_record record_of(const char *fen, uint64_t ways)
{
    pf_setup setup;
    pf_perft_record record = {{0}, ways};
    assert_int_equal(pf_setup_from_fen(&setup, fen, strlen(fen), PF_VARIANT_STANDARD, NULL), PF_OK);
    for (unsigned square = 0; square < 64; square++)
        for (unsigned plane = 0; plane < 4; plane++)
            record.planes[plane] |= (uint64_t)(setup.squares[square] >> plane & 1) << square;
    return record;
}

/* Marks squares with code 7: a rook that may castle, or a pawn that may be taken en passant. */
static pf_perft_record marked(pf_perft_record record, uint64_t squares)
{
    for (unsigned plane = 0; plane < 3; plane++) record.planes[plane] |= squares;
    return record;
}

/* Counts with two records at the place of the first ones of ply 4, in which White is to move. */
static pf_status run_with(pf_perft_record first, pf_perft_record second)
{
    pf_position position = position_of(fens[0]);
    memory_store *it = create(1);
    pf_perft_store store = store_of(it, 4);
    it->is_counted[0] = true;
    assert_int_equal(pf_perft_stored(&position, 4, NULL, &store, NULL), PF_OK);
    it->is_counted[0] = false;
    it->pieces[4][0].records[0] = first;
    it->pieces[4][0].records[1] = second;
    pf_status status = pf_perft_stored(&position, 5, NULL, &store, NULL);
    destroy(it);
    return status;
}

/* What read gives is not trusted: some of these have more moves than a list has room for, or no king to look up. */
static void records_that_are_no_positions_are_refused(void **state)
{
    static const char *const wrong[] = {
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/8 w - - 0 1",
        "8/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/3KK3 w - - 0 1",
        "QQQQQQQQ/Q6Q/Q6Q/Q2k3Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
        "QQQQQQQQ/QQQQQQQQ/8/k7/8/8/8/7K w - - 0 1",
        "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/p3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4R2K w - - 0 1", /* Black's king could be taken */
    };
    (void)state;
    pf_perft_record good = record_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1);
    assert_int_equal(run_with(good, good), PF_OK);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(run_with(good, record_of(wrong[i], 1)), PF_ERROR_POSITION);
    pf_perft_record black_square = good, no_ways = good;
    black_square.planes[3] |= 1;
    no_ways.ways = 0;
    assert_int_equal(run_with(good, black_square), PF_ERROR_POSITION);
    assert_int_equal(run_with(good, no_ways), PF_ERROR_POSITION);
}

static void marks_of_records_are_examined(void **state)
{
    const uint64_t a1 = 1, c1 = 4, h1 = 1u << 7, a8 = a1 << 56, e4 = 1u << 28, d5 = UINT64_C(1) << 35;
    (void)state;
    pf_perft_record good = record_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1);
    pf_perft_record rooks = record_of("Rn2k3/8/8/8/8/8/8/R1R1K2R w - - 0 1", 1);
    assert_int_equal(run_with(good, marked(rooks, a1 | h1)), PF_OK);
    /* In Chess960 another rook may have gone to the outside. */
    assert_int_equal(run_with(good, marked(rooks, c1)), PF_OK);
    assert_int_equal(run_with(good, marked(rooks, a1 | c1)), PF_ERROR_POSITION);
    assert_int_equal(run_with(good, marked(rooks, a8)), PF_ERROR_POSITION); /* White's, on Black's rank */
    pf_perft_record far_king = record_of("4k3/8/8/8/8/8/4K3/R7 w - - 0 1", 1);
    assert_int_equal(run_with(good, marked(far_king, a1)), PF_ERROR_POSITION);
    pf_perft_record pawns = record_of("4k3/8/8/2PpP3/4P3/8/8/4K3 w - - 0 1", 1);
    assert_int_equal(run_with(good, marked(pawns, d5)), PF_OK);
    assert_int_equal(run_with(good, marked(pawns, e4)), PF_ERROR_POSITION); /* White's, with White to move */
    assert_int_equal(run_with(good, marked(pawns, e4 | d5)), PF_ERROR_POSITION);
    assert_int_equal(run_with(good, marked(pawns, d5 >> 16)), PF_ERROR_POSITION);
}

static void ways_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    static const char fen[] = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    pf_perft_record busy = record_of(fen, UINT64_MAX);
    assert_int_equal(run_with(busy, busy), PF_ERROR_UNSUPPORTED);
    pf_perft_record half = record_of(fen, UINT64_MAX / 2 - 100000);
    assert_int_equal(run_with(half, record_of(fen, UINT64_MAX / 2 + 100001)), PF_ERROR_UNSUPPORTED);
}

static bool stop_at_once(void *context)
{
    (void)context;
    return true;
}

/* What an Atomic or Horde count stores is read as Atomic or Horde, and pockets have no room in a record. */
static void variants_have_stores(void **state)
{
    (void)state;
    for (unsigned variant = PF_VARIANT_CRAZYHOUSE; variant < PF_VARIANT_COUNT; variant++) {
        pf_position position = pf_variant_start((pf_variant)variant);
        memory_store *it = create(3);
        pf_perft_store store = store_of(it, 2);
        pf_perft_row rows[5], expected[5];
        unsigned whole;
        pf_error error;
        pf_status status = pf_perft_stored(&position, 4, NULL, &store, &error);
        if (variant == PF_VARIANT_CRAZYHOUSE || variant == PF_VARIANT_THREE_CHECK) {
            assert_int_equal(status, PF_ERROR_UNSUPPORTED);
            assert_string_equal(error.message, "records have no fields for pockets and checks given");
            status = pf_perft_stored_stats(rows, &whole, &position, 4, NULL, &store, &error);
            assert_int_equal(status, PF_ERROR_UNSUPPORTED);
        } else {
            assert_int_equal(status, PF_OK);
            assert_true(pf_count_equal(it->leaves, pf_perft(&position, 4)));
            memory_store *other = create(3);
            store = store_of(other, 2);
            assert_int_equal(pf_perft_stored_stats(rows, &whole, &position, 4, NULL, &store, &error), PF_OK);
            pf_perft_stats(expected, &position, 4);
            assert_memory_equal(rows, expected, sizeof rows);
            destroy(other);
        }
        destroy(it);
    }
}

static void wrong_options_are_refused(void **state)
{
    (void)state;
    pf_position position = position_of(fens[0]);
    memory_store *it = create(2);
    pf_perft_store store = store_of(it, 2);
    pf_perft_row rows[6];
    unsigned whole;
    pf_error error;
    store.buckets = 0;
    assert_int_equal(pf_perft_stored(&position, 5, NULL, &store, &error), PF_ERROR_OPTION);
    store.buckets = PF_PERFT_MAX_BUCKETS + 1;
    assert_int_equal(pf_perft_stored(&position, 5, NULL, &store, &error), PF_ERROR_OPTION);
    assert_int_equal(pf_perft_stored_stats(rows, &whole, &position, 5, NULL, &store, &error), PF_ERROR_OPTION);
    store.buckets = 2;
    pf_perft_options options = {.device = PF_PERFT_CUDA}; /* which counts buckets of ply 1 */
    assert_int_equal(pf_perft_stored(&position, 5, &options, &store, &error), PF_ERROR_OPTION);
    assert_int_equal(pf_perft_stored_stats(rows, &whole, &position, 5, &options, &store, &error), PF_ERROR_OPTION);
    assert_string_equal(error.message, "a GPU does not classify the moves of single buckets");
    store.ply = 6;
    assert_int_equal(pf_perft_stored_stats(rows, &whole, &position, 5, NULL, &store, &error), PF_ERROR_OPTION);
    assert_int_equal(pf_perft_stored(&position, 5, NULL, &store, &error), PF_ERROR_OPTION);
    store.ply = 5;
    options = (pf_perft_options){.should_stop = stop_at_once};
    assert_int_equal(pf_perft_stored(&position, 5, &options, &store, &error), PF_ERROR_STOPPED);
    assert_int_equal(pf_perft_stored_stats(rows, &whole, &position, 5, &options, &store, &error), PF_ERROR_STOPPED);
    options = (pf_perft_options){.memory_bytes = 1 << 20};
    assert_int_equal(pf_perft_stored(&position, 8, &options, &store, &error), PF_ERROR_NO_ROOM);
    assert_string_equal(error.message, "a bucket does not fit into the memory allowed");
    assert_int_equal(it->counted, 0);
    destroy(it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_of_buckets_counts_right),
        cmocka_unit_test(sums_of_plies_agree),
        cmocka_unit_test(every_ply_has_buckets),
        cmocka_unit_test(the_last_ply_may_stay_in_its_buckets),
        cmocka_unit_test(statistics_are_the_sum_of_the_buckets),
        cmocka_unit_test(statistics_begin_at_any_ply),
        cmocka_unit_test(a_stopped_count_goes_on),
        cmocka_unit_test(wrong_options_are_refused),
        cmocka_unit_test(variants_have_stores),
        cmocka_unit_test(records_that_are_no_positions_are_refused),
        cmocka_unit_test(marks_of_records_are_examined),
        cmocka_unit_test(ways_that_do_not_fit_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
