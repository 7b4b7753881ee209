/* Counting in the variants: known counts, bulk against playing every leaf, divide. */
#include "variant_support.h"

#include <inttypes.h>

/* MAX_NODES can be given as the first argument. */
static uint64_t max_nodes = 1000000;

static void assert_counts(const pf_variant_position *position, unsigned depth, uint64_t nodes, const char *fen)
{
    pf_count counted = pf_variant_perft(position, depth);
    if (!pf_count_equal(counted, pf_count_of(nodes)))
        fail_msg("%s: %s: depth %u: %llu, not %llu", pf_variant_name((pf_variant)position->variant), fen, depth,
                 (unsigned long long)counted.lo, (unsigned long long)nodes);
}

static void known_counts(void **state)
{
    (void)state;
    for (unsigned variant = PF_VARIANT_CRAZYHOUSE; variant < PF_VARIANT_COUNT; variant++) {
        unsigned visited = visit_variant_counts((pf_variant)variant, max_nodes, assert_counts);
        print_message("%s: %u counts\n", pf_variant_name((pf_variant)variant), visited);
    }
}

/* The simplest way: play every move. */
static uint64_t count_plainly(const pf_variant_position *position, unsigned depth)
{
    if (depth == 0) return 1;
    pf_variant_move_list list;
    uint64_t nodes = 0;
    pf_variant_generate(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_variant_position child = *position;
        pf_variant_play_unchecked(&child, list.moves[i]);
        nodes += count_plainly(&child, depth - 1);
    }
    return nodes;
}

/* Also where King of the Hill and Three-check go over from the counters of standard chess to their own. */
static void plain_counts(void **state)
{
    (void)state;
    static const struct {
        pf_variant variant;
        const char *fen;
        unsigned depth;
    } cases[] = {
        {PF_VARIANT_KING_OF_THE_HILL, "8/8/8/2k5/8/8/4K3/8 w - - 0 1", 5},
        {PF_VARIANT_KING_OF_THE_HILL, "8/3k4/8/8/8/8/8/4K3 b - - 0 1", 6},
        {PF_VARIANT_KING_OF_THE_HILL, "8/8/8/3k4/8/8/8/4K3 w - - 0 1", 3},
        {PF_VARIANT_THREE_CHECK, "7k/8/8/8/8/8/8/R6K w - - 3+3 0 1", 5},
        {PF_VARIANT_THREE_CHECK, "7k/8/8/8/8/8/8/R6K w - - 2+1 0 1", 5},
        {PF_VARIANT_THREE_CHECK, "7k/8/8/8/8/8/8/R5rK w - - 1+1 0 1", 4},
        {PF_VARIANT_THREE_CHECK, "7k/8/8/8/8/8/8/R6K w - - 3+0 0 1", 3},
        {PF_VARIANT_STANDARD, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 4},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_variant_position position = variant_position_of(cases[i].fen, cases[i].variant);
        for (unsigned depth = 0; depth <= cases[i].depth; depth++)
            assert_counts(&position, depth, count_plainly(&position, depth), cases[i].fen);
    }
}

/* Deeper than the counters of 64 bits: a race of two pawns that ends. */
static void deep(void **state)
{
    (void)state;
    pf_variant_position position = variant_position_of("8/1p6/8/8/8/8/P7/8 w - - 0 1", PF_VARIANT_ANTICHESS);
    static const uint64_t counts[] = {1, 2, 4, 4, 3, 1, 0, 0, 0};
    for (unsigned depth = 0; depth < COUNT_OF(counts); depth++)
        assert_counts(&position, depth, counts[depth], "two pawns");
    pf_variant_position kings = variant_position_of("7k/8/8/8/8/8/8/K7 w - - 0 1", PF_VARIANT_ATOMIC);
    assert_counts(&kings, 7, count_plainly(&kings, 7), "two kings");
}

static bool add_up(void *context, pf_move move, pf_count nodes, uint32_t index, uint32_t total)
{
    (void)move;
    assert_true(index < total);
    *(uint64_t *)context += nodes.lo;
    return true;
}

static bool stop_at_once(void *context, pf_move move, pf_count nodes, uint32_t index, uint32_t total)
{
    (void)context, (void)move, (void)nodes, (void)index, (void)total;
    return false;
}

static void divide(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < PF_VARIANT_COUNT; variant++) {
        pf_variant_position position = pf_variant_start((pf_variant)variant);
        for (unsigned depth = 0; depth <= 3; depth++) {
            uint64_t sum = 0;
            pf_count total;
            assert_true(pf_variant_perft_divide(&total, &position, depth, add_up, &sum));
            assert_true(pf_count_equal(total, pf_variant_perft(&position, depth)));
            if (depth) assert_int_equal(sum, total.lo);
            if (depth) assert_false(pf_variant_perft_divide(&total, &position, depth, stop_at_once, NULL));
        }
    }
}

static bool at_once(void *context)
{
    (void)context;
    return true;
}

/* What a run asked and reported until it was stopped. */
typedef struct asked {
    unsigned questions, most, roots;
    uint64_t nodes;
} asked;

static bool ask_some_times(void *context)
{
    asked *it = context;
    return ++it->questions > it->most;
}

static bool note_root(void *context, pf_move move, pf_count nodes, uint32_t index, uint32_t total)
{
    asked *it = context;
    (void)move, (void)index, (void)total;
    it->roots++;
    it->nodes += nodes.lo;
    return true;
}

/* One thread asks at each node three plies above the leaves, and stops at the first yes. The root moves that are
 * done by then are reported. */
static void stops_soon(void **state)
{
    (void)state;
    for (unsigned variant = PF_VARIANT_CRAZYHOUSE; variant < PF_VARIANT_COUNT; variant++) {
        pf_variant_position position = pf_variant_start((pf_variant)variant);
        asked it = {.most = 400};
        pf_perft_options options = {.threads = 1, .context = &it, .on_root = note_root, .should_stop = ask_some_times};
        pf_count total = pf_count_of(77);
        assert_int_equal(pf_variant_perft_run(&total, &position, 40, &options, NULL), PF_ERROR_STOPPED);
        assert_in_range(it.questions, 401, 500);
        assert_int_equal(it.roots, 0);
        it = (asked){.most = 100};
        assert_int_equal(pf_variant_perft_run(&total, &position, 4, &options, NULL), PF_ERROR_STOPPED);
        assert_true(it.roots > 0);
        assert_true(it.nodes < pf_variant_perft(&position, 4).lo);
        assert_int_equal(total.lo, 77);
    }
}

/* Threads change nothing but the time. */
static void runs(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < PF_VARIANT_COUNT; variant++) {
        pf_variant_position position = pf_variant_start((pf_variant)variant);
        for (unsigned depth = 0; depth <= 4; depth++) {
            for (unsigned threads = 0; threads <= 3; threads++) {
                uint64_t sum = 0;
                pf_count total;
                pf_perft_options options = {.threads = threads, .context = &sum, .on_root = add_up};
                assert_int_equal(pf_variant_perft_run(&total, &position, depth, &options, NULL), PF_OK);
                assert_true(pf_count_equal(total, pf_variant_perft(&position, depth)));
                if (depth) assert_int_equal(sum, total.lo);
            }
        }
    }
    pf_variant_position position = pf_variant_start(PF_VARIANT_HORDE);
    pf_count total = pf_count_of(77);
    pf_error error;
    const pf_perft_options refused[] = {{.threads = PF_PERFT_MAX_THREADS + 1},
                                        {.leaves = PF_PERFT_PLAY_LEAVES},
                                        {.method = PF_PERFT_MERGE},
                                        {.table_bytes = 1 << 20},
                                        {.device = PF_PERFT_CUDA}};
    for (size_t i = 0; i < COUNT_OF(refused); i++)
        assert_int_equal(pf_variant_perft_run(&total, &position, 4, &refused[i], &error), PF_ERROR_OPTION);
    const pf_perft_options stopped = {.threads = 2, .should_stop = at_once};
    assert_int_equal(pf_variant_perft_run(&total, &position, 4, &stopped, &error), PF_ERROR_STOPPED);
    const pf_perft_options root = {.threads = 2, .on_root = stop_at_once};
    assert_int_equal(pf_variant_perft_run(&total, &position, 4, &root, &error), PF_ERROR_STOPPED);
    assert_int_equal(pf_variant_perft_run(&total, &position, 1, &root, &error), PF_ERROR_STOPPED);
    assert_int_equal(total.lo, 77);
    assert_int_equal(pf_variant_perft_run(&total, &position, 3, NULL, NULL), PF_OK);
    assert_int_equal(total.lo, 1274);
}

int main(int argc, char **argv)
{
    if (argc > 1) sscanf(argv[1], "%" SCNu64, &max_nodes);
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_counts), cmocka_unit_test(plain_counts),
                                       cmocka_unit_test(deep),         cmocka_unit_test(divide),
                                       cmocka_unit_test(runs),         cmocka_unit_test(stops_soon)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
