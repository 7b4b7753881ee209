/* Long counts: threads, table and merging all give what the plain count gives; callbacks, stops and bad options. */
#include "support.h"

#include <stdatomic.h>

static const char *const positions[] = {
    START_FEN,
    KIWIPETE,
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/8/8/5k2/3p4/8/4P3/4K3 w - - 0 1",                /* en passant */
    "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",                 /* en passant that is not legal */
    "1r2k1r1/p6p/8/8/8/8/P6P/1R2K1R1 w GBgb - 0 1",     /* Chess960 */
    "rkr5/pppppppp/8/8/8/8/PPPPPPPP/RKR5 b CAca - 0 1", /* Chess960 */
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",                   /* mate */
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",                   /* stalemate */
    "k7/2Q5/8/8/8/8/8/K7 w - - 0 1",                    /* mates after the first ply */
};

/* Every way to run. */
static const pf_perft_options ways[] = {
    {.threads = 1},
    {.threads = 2},
    {.threads = 3},
    {.threads = 2, .leaves = PF_PERFT_PLAY_LEAVES},
    {.threads = 2, .leaves = PF_PERFT_LIST_LEAVES},
    {.threads = 1, .table_bytes = 1 << 20},
    {.threads = 2, .table_bytes = 1 << 20, .seed = 99},
    {.threads = 3, .table_bytes = 64}, /* one bucket */
    {.threads = 1, .method = PF_PERFT_MERGE},
    {.threads = 2, .method = PF_PERFT_MERGE},
    {.threads = 3, .method = PF_PERFT_MERGE, .memory_bytes = 1 << 20},
    {.threads = 2, .method = PF_PERFT_MERGE, .leaves = PF_PERFT_PLAY_LEAVES},
};

/* Positions of variants, with a depth that is deep enough for a table and for merging. */
static const struct {
    pf_variant variant;
    unsigned depth;
    const char *fen;
} in_variants[] = {
    {PF_VARIANT_CRAZYHOUSE, 3, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"},
    {PF_VARIANT_CRAZYHOUSE, 3, "2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1"},
    {PF_VARIANT_CRAZYHOUSE, 5, "7k/8/8/8/8/r7/8/K7[PN] w - - 0 1"}, /* what is dropped on a2 is taken */
    {PF_VARIANT_CRAZYHOUSE, 4, "n~7/8/K1Q5/8/8/8/k7/8[] w - - 0 1"},
    {PF_VARIANT_CRAZYHOUSE, 5, "8/6K1/8/pP6/2k5/8/8/8[] w - a6 0 1"},
    {PF_VARIANT_ATOMIC, 4, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
    {PF_VARIANT_ATOMIC, 6, "8/8/8/PpP4K/2k5/8/8/8 w - b6 0 1"},
    {PF_VARIANT_ATOMIC, 5, "r2Kk3/8/8/8/8/8/8/8 b q - 0 1"},
    {PF_VARIANT_ATOMIC, 5, "8/8/8/8/k1p1R3/8/3P4/7K w - - 0 1"}, /* en passant is legal: the rook explodes */
    {PF_VARIANT_ANTICHESS, 5, "8/8/8/b7/4P3/5K1N/7P/7R b - e3 0 29"},
    {PF_VARIANT_ANTICHESS, 6, "8/P7/8/8/8/8/8/7k w - - 0 1"},
    {PF_VARIANT_KING_OF_THE_HILL, 6, "8/8/5K2/8/8/8/1k6/8 w - - 0 1"},
    {PF_VARIANT_THREE_CHECK, 4, "8/5N2/5q2/8/8/7n/8/1k2K2R w K - 1+3 0 1"},
    {PF_VARIANT_THREE_CHECK, 7, "7k/8/8/8/8/8/8/R6K w - - 2+3 0 1"}, /* the rook may have given check, or not */
    {PF_VARIANT_HORDE, 6, "3k1r2/8/8/8/8/2p5/8/2PP4 w - - 0 1"},
    {PF_VARIANT_HORDE, 4, "1n3kr1/2pp2pp/3rP3/P1PP2P1/P2P1PP1/1P1PPPPP/PPPPPPPP/PPPP1PPP w - - 1 16"},
    {PF_VARIANT_RACING_KINGS, 5, "8/8/5n1K/8/4k3/8/8/8 w - - 0 1"},
    {PF_VARIANT_RACING_KINGS, 3, "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"},
};

static pf_position position_in_variant(size_t i)
{
    return position_accepted(in_variants[i].fen, PF_ACCEPT_CHESS960 | pf_accept_variant(in_variants[i].variant));
}

static pf_count run(const pf_position *position, unsigned depth, const pf_perft_options *options)
{
    pf_count total = {123, 456};
    pf_error error = {0};
    if (pf_perft_run(&total, position, depth, options, &error) != PF_OK) fail_msg("%s", error.message);
    return total;
}

static void assert_all_ways(const pf_position *position, unsigned depth, pf_count expected)
{
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        pf_count got = run(position, depth, &ways[i]);
        if (!pf_count_equal(got, expected))
            fail_msg("way %zu at depth %u gives %llu", i, depth, (unsigned long long)got.lo);
    }
}

static void same_as_plain(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(positions); i++) {
        pf_position position = position_of(positions[i]);
        for (unsigned depth = 0; depth <= 4; depth++)
            assert_all_ways(&position, depth, pf_perft_plain(&position, depth, PF_PERFT_BULK));
    }
}

static void random_positions(void **state)
{
    (void)state;
    test_random random = {77};
    for (int i = 0; i < 100; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        assert_all_ways(&position, 3, pf_perft_plain(&position, 3, PF_PERFT_BULK));
    }
}

static void same_in_variants(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(in_variants); i++) {
        pf_position position = position_in_variant(i);
        for (unsigned depth = 0; depth <= in_variants[i].depth; depth++)
            assert_all_ways(&position, depth, pf_perft_plain(&position, depth, PF_PERFT_BULK));
    }
}

/* Deep enough for several subtrees a thread, and for parts of a ply. */
static void deeper(void **state)
{
    (void)state;
    pf_position start = pf_position_start(), third = position_of(positions[2]);
    assert_all_ways(&start, 5, pf_count_of(4865609));
    assert_all_ways(&third, 6, pf_count_of(11030083));
    assert_true(pf_count_equal(run(&third, 6, NULL), pf_count_of(11030083)));
}

/* Positions that are merged may differ in what their kings have done: some may castle, others may not. */
static void castling_deeper(void **state)
{
    (void)state;
    pf_position rooks = position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert_all_ways(&rooks, 5, pf_count_of(7594526));
}

static uint64_t king_walks(unsigned steps)
{
    uint64_t ways_to[10] = {0, 1}; /* squares 1 to 8, from the first */
    for (; steps > 0; steps--) {
        uint64_t next[10] = {0};
        for (unsigned square = 1; square <= 8; square++) next[square] = ways_to[square - 1] + ways_to[square + 1];
        memcpy(ways_to, next, sizeof ways_to);
    }
    uint64_t total = 0;
    for (unsigned square = 1; square <= 8; square++) total += ways_to[square];
    return total;
}

/* More ways to a position than 64 bits can count, and depths beyond all limits. */
static void very_deep(void **state)
{
    (void)state;
    pf_position cages = position_of("k1b5/1p1p4/1P1P4/8/8/1p1p4/1P1P4/K1B5 w - - 0 1");
    assert_all_ways(&cages, 255, pf_count_of(1));
    assert_all_ways(&cages, 1000, pf_count_of(1));
    pf_position two = position_of("k7/1p1p1p1p/1P1P1P1P/8/8/1p1p1p1p/1P1P1P1P/K7 w - - 0 1");
    pf_count expected = pf_perft(&two, 16);
    assert_all_ways(&two, 16, expected);
    /* Two kings walk up and down eight squares each, 40 steps: only merging can count that. The sum has more than 64
     * bits; the lower ones are the square of the walks of one king. */
    pf_perft_options merge = {.method = PF_PERFT_MERGE, .threads = 2};
    pf_count walks = run(&two, 80, &merge);
    uint64_t one = king_walks(40);
    assert_true(walks.hi > 0 && walks.lo == one * one);
}

/* A lone king has few squares to wait on, so buckets are large. */
static void buckets(void **state)
{
    (void)state;
    pf_perft_options merge = {.method = PF_PERFT_MERGE, .threads = 2};
    pf_position lone_king = position_of("8/8/8/3k4/8/8/8/QRNBKBNR b - - 0 1");
    assert_true(pf_count_equal(run(&lone_king, 8, &merge), pf_count_of(UINT64_C(3395332042))));
}

/* ---- Callbacks ---- */

typedef struct watch {
    pf_count roots, subtrees, last;
    uint32_t root_calls, root_total, subtree_calls, progress_calls;
    uint32_t stop_after_roots, stop_after_subtrees, stop_after_progress;
    bool seen[PF_MOVE_LIST_CAPACITY];
    double fraction;
    atomic_uint asked;
    unsigned stop_after_asked;
} watch;

static bool on_root(void *context, pf_move move, pf_count nodes, uint32_t index, uint32_t total)
{
    watch *it = context;
    (void)move;
    assert_true(index < total && !it->seen[index]);
    it->seen[index] = true;
    it->root_total = total;
    it->roots = pf_count_add(it->roots, nodes);
    return ++it->root_calls != it->stop_after_roots;
}

static bool on_subtree(void *context, const pf_position *position, unsigned depth, pf_count nodes)
{
    watch *it = context;
    if (it->subtree_calls % 100 == 0) assert_true(pf_count_equal(nodes, pf_perft(position, depth)));
    it->subtrees = pf_count_add(it->subtrees, nodes);
    return ++it->subtree_calls != it->stop_after_subtrees;
}

static bool on_progress(void *context, const pf_perft_progress *progress)
{
    watch *it = context;
    assert_true(progress->fraction >= it->fraction && progress->fraction <= 1.0000001);
    assert_true(pf_count_compare(progress->nodes, it->last) >= 0);
    assert_true(progress->done <= progress->total);
    it->last = progress->nodes;
    it->fraction = progress->fraction;
    return ++it->progress_calls != it->stop_after_progress;
}

static bool should_stop(void *context)
{
    watch *it = context;
    unsigned asked = atomic_fetch_add(&it->asked, 1) + 1;
    return it->stop_after_asked && asked >= it->stop_after_asked;
}

/* Everything is known at twice its size. */
static bool known_double(void *context, const pf_position *position, unsigned depth, pf_count *nodes)
{
    (void)context;
    *nodes = pf_perft(position, depth);
    *nodes = pf_count_add(*nodes, *nodes);
    return true;
}

static bool known_as_one(void *context, const pf_position *position, unsigned depth, pf_count *nodes)
{
    (void)context, (void)position;
    assert_int_equal(depth, 7);
    *nodes = pf_count_of(1);
    return true;
}

/* So many moves on both sides that there are more subtrees than are made room for at first. */
static void many_subtrees(void **state)
{
    (void)state;
    pf_position position = position_of("3qkq2/2q2q2/8/8/8/8/2Q2Q2/3QKQ2 w - - 0 1");
    pf_perft_options options = {.threads = 2, .known = known_as_one};
    assert_true(pf_count_equal(run(&position, 9, &options), pf_perft_plain(&position, 2, PF_PERFT_BULK)));
}

static void assert_callbacks(const pf_position *position, unsigned most_depth)
{
    for (size_t w = 0; w < COUNT_OF(ways); w++) {
        for (unsigned depth = 0; depth <= most_depth; depth++) {
            watch it = {0};
            pf_perft_options options = ways[w];
            options.context = &it;
            options.on_root = on_root;
            options.on_progress = on_progress;
            options.should_stop = should_stop;
            if (options.method == PF_PERFT_TREE) options.on_subtree = on_subtree;
            pf_count total = run(position, depth, &options);
            assert_true(pf_count_equal(total, pf_perft(position, depth)));
            assert_int_equal(it.root_calls, depth ? pf_count_legal(position) : 0);
            if (depth) assert_true(pf_count_equal(it.roots, total));
            if (depth > 2 && total.lo > 0) assert_true(it.fraction > 0.95);
            if (options.on_subtree) assert_true(pf_count_equal(it.subtrees, total));
            if (options.on_subtree) assert_true(pf_count_equal(it.last, total));
        }
    }
}

static void callbacks(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(positions); i++) {
        pf_position position = position_of(positions[i]);
        assert_callbacks(&position, 4);
    }
}

static void callbacks_in_variants(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(in_variants); i++) {
        pf_position position = position_in_variant(i);
        assert_callbacks(&position, 3);
    }
}

/* So often that a stop is heeded in a moment: before every tree of depth 4. */
static void is_asked_often(void **state)
{
    (void)state;
    pf_position position = position_of("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1");
    for (pf_perft_leaves leaves = PF_PERFT_BULK; leaves <= PF_PERFT_LIST_LEAVES; leaves++) {
        watch it = {0};
        pf_perft_options options = {.threads = 1, .leaves = leaves, .context = &it, .should_stop = should_stop};
        run(&position, 6, &options);
        assert_true(it.asked >= 1 + 14 + 191);
    }
}

/* In a variant before every tree of depth 3, and root moves that are done by then are reported. */
static void stops_soon_in_variants(void **state)
{
    (void)state;
    for (unsigned variant = PF_VARIANT_CRAZYHOUSE; variant < PF_VARIANT_COUNT; variant++) {
        pf_position position = pf_variant_start((pf_variant)variant);
        watch deep = {.stop_after_asked = 400};
        pf_perft_options options = {.threads = 1, .context = &deep, .on_root = on_root, .should_stop = should_stop};
        pf_count total = pf_count_of(77);
        assert_int_equal(pf_perft_run(&total, &position, 40, &options, NULL), PF_ERROR_STOPPED);
        assert_int_equal(deep.asked, 400);
        assert_int_equal(deep.root_calls, 0);
        watch it = {.stop_after_asked = 30};
        options.context = &it;
        assert_int_equal(pf_perft_run(&total, &position, 4, &options, NULL), PF_ERROR_STOPPED);
        assert_true(it.root_calls > 0 && it.roots.lo < pf_perft(&position, 4).lo);
        assert_int_equal(total.lo, 77);
    }
}

static void subtrees_may_be_known(void **state)
{
    (void)state;
    pf_position position = pf_position_start();
    watch it = {0};
    pf_perft_options options = {
        .threads = 2, .context = &it, .known = known_double, .on_subtree = on_subtree, .on_progress = on_progress};
    assert_true(pf_count_equal(run(&position, 5, &options), pf_count_of(2 * 4865609)));
    assert_int_equal(it.subtree_calls, 0);
    assert_true(it.progress_calls > 0);
}

static void assert_stops(pf_perft_options options, watch *it, unsigned depth)
{
    pf_position position = position_of(positions[2]);
    pf_count total = {77, 88};
    pf_error error = {0};
    options.context = it;
    assert_int_equal(pf_perft_run(&total, &position, depth, &options, &error), PF_ERROR_STOPPED);
    assert_int_equal(error.code, PF_ERROR_STOPPED);
    assert_true(error.message[0] != '\0');
    assert_true(total.lo == 77 && total.hi == 88); /* untouched */
}

static void stops(void **state)
{
    (void)state;
    for (size_t w = 0; w < COUNT_OF(ways); w++) {
        pf_perft_options options = ways[w];
        watch by_flag = {.stop_after_asked = 3};
        options.should_stop = should_stop;
        assert_stops(options, &by_flag, 20); /* which would take longer than the universe is old */

        options = ways[w];
        watch by_progress = {.stop_after_progress = 3};
        options.on_progress = on_progress;
        assert_stops(options, &by_progress, 6);
        assert_int_equal(by_progress.progress_calls, 3); /* no callback is called after a stop */

        options = ways[w];
        watch by_root = {.stop_after_roots = 2};
        options.on_root = on_root;
        assert_stops(options, &by_root, 4);
        assert_int_equal(by_root.root_calls, 2);

        if (options.method != PF_PERFT_TREE) continue;
        options = ways[w];
        watch by_subtree = {.stop_after_subtrees = 5};
        options.on_subtree = on_subtree;
        assert_stops(options, &by_subtree, 7);
        assert_int_equal(by_subtree.subtree_calls, 5);
    }
}

/* ---- The table's report ---- */

static void report(void **state)
{
    (void)state;
    pf_position position = pf_position_start();
    pf_perft_table_report first, second, none;
    pf_perft_options options = {.threads = 1, .table_bytes = 1 << 20, .report = &first};
    run(&position, 7, &options);
    assert_int_equal(first.entries, 65536);
    assert_int_equal(first.key_bits, 94); /* 2^14 buckets, 80 stored bits */
    assert_true(first.hits > 0 && first.hits < first.probes);
    /* No larger than the nodes that are looked up need: perft(0) to perft(3), twice. */
    options.table_bytes = (size_t)1 << 40;
    run(&position, 6, &options);
    assert_int_equal(first.entries, 4 + 2 * (1 + 20 + 400 + 8902) - 2);
    assert_true(first.hits > 0 && first.hits < first.probes);
    options.seed = 1;
    options.report = &second;
    run(&position, 6, &options);
    assert_true(second.probes > 0);
    options.table_bytes = 0;
    options.report = &none;
    run(&position, 3, &options);
    assert_true(none.entries == 0 && none.probes == 0 && none.key_bits == 0);
}

/* ---- Distinct positions ---- */

typedef struct plies {
    uint64_t distinct[8];
    unsigned size, stop_after;
} plies;

static bool on_ply(void *context, unsigned ply, uint64_t distinct)
{
    plies *it = context;
    assert_int_equal(ply, it->size + 1);
    it->distinct[it->size++] = distinct;
    return it->size != it->stop_after;
}

static void distinct(void **state)
{
    (void)state;
    static const uint64_t expected[] = {20, 400, 5362, 72078};
    pf_position position = pf_position_start();
    for (unsigned threads = 1; threads <= 3; threads++) {
        plies it = {0};
        /* 4 MiB hold the third ply, but not the fourth, which is made in parts. */
        pf_perft_options options = {
            .threads = threads, .memory_bytes = (size_t)4 << (16 + 4 * threads), .context = &it};
        assert_int_equal(pf_perft_distinct(&position, 4, &options, on_ply, NULL), PF_OK);
        assert_int_equal(it.size, 4);
        for (unsigned i = 0; i < 4; i++) assert_int_equal(it.distinct[i], expected[i]);
    }
    plies it = {0};
    pf_perft_options options = {.context = &it};
    pf_position mate = position_of("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    assert_int_equal(pf_perft_distinct(&mate, 3, &options, on_ply, NULL), PF_OK);
    assert_true(it.size == 3 && it.distinct[0] == 0 && it.distinct[2] == 0);

    pf_error error = {0};
    plies stopped = {.stop_after = 2};
    options.context = &stopped;
    assert_int_equal(pf_perft_distinct(&position, 4, &options, on_ply, &error), PF_ERROR_STOPPED);
    assert_int_equal(stopped.size, 2);

    plies small = {0};
    options = (pf_perft_options){.memory_bytes = 1 << 20, .context = &small};
    assert_int_equal(pf_perft_distinct(&position, 7, &options, on_ply, &error), PF_ERROR_NO_ROOM);
    assert_true(small.size >= 2 && error.message[0] != '\0');
}

/* The distinct positions two plies away, compared one by one. */
static void assert_distinct(const pf_position *position)
{
    static pf_position all[8192];
    uint32_t size = 0;
    pf_move_list list, replies;
    pf_generate_legal(position, &list);
    for (uint32_t m = 0; m < list.size; m++) {
        pf_position child = *position;
        pf_position_play_unchecked(&child, list.moves[m]);
        pf_generate_legal(&child, &replies);
        for (uint32_t r = 0; r < replies.size; r++) {
            pf_position leaf = child;
            pf_position_play_unchecked(&leaf, replies.moves[r]);
            uint32_t n = 0;
            while (n < size && !pf_position_equal(&all[n], &leaf)) n++;
            assert_true(n < COUNT_OF(all));
            if (n == size) all[size++] = leaf;
        }
    }
    plies it = {0};
    pf_perft_options options = {.threads = 2, .context = &it};
    assert_int_equal(pf_perft_distinct(position, 2, &options, on_ply, NULL), PF_OK);
    assert_int_equal(it.distinct[1], size);
}

/* The en passant square is a difference only when the capture is legal. */
static void distinct_en_passant(void **state)
{
    (void)state;
    static const char *const fens[] = {"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1"};
    for (size_t i = 0; i < COUNT_OF(fens); i++) {
        pf_position position = position_of(fens[i]);
        assert_distinct(&position);
    }
}

/* ---- Wrong options ---- */

/* Pockets, promoted pieces, checks given and the variant's own en passant are differences, too. */
static void distinct_in_variants(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(in_variants); i++) {
        pf_position position = position_in_variant(i);
        assert_distinct(&position);
    }
}

static void variants_have_no_gpu(void **state)
{
    (void)state;
    if (!PF_VARIANTS) skip();
    pf_position position = pf_variant_start(PF_VARIANT_HORDE);
    pf_perft_options options = {.device = PF_PERFT_CUDA};
    pf_count total = {7, 7};
    pf_perft_row rows[3];
    plies it = {0};
    pf_error error = {0};
    assert_int_equal(pf_perft_run(&total, &position, 2, &options, &error), PF_ERROR_UNSUPPORTED);
    assert_string_equal(error.message, "a GPU counts standard chess only, not variants");
    assert_int_equal(pf_perft_stats_run(rows, &position, 2, &options, &error), PF_ERROR_UNSUPPORTED);
    options.context = &it;
    assert_int_equal(pf_perft_distinct(&position, 2, &options, on_ply, &error), PF_ERROR_UNSUPPORTED);
    assert_true(total.lo == 7 && it.size == 0);
}

static void wrong_options(void **state)
{
    (void)state;
    pf_position position = pf_position_start();
    const pf_perft_options wrong[] = {
        {.threads = PF_PERFT_MAX_THREADS + 1},
        {.method = (pf_perft_method)7},
        {.leaves = (pf_perft_leaves)7},
        {.table_bytes = 63},
        {.memory_bytes = 1000},
        {.method = PF_PERFT_MERGE, .table_bytes = 1 << 20},
        {.method = PF_PERFT_MERGE, .known = known_double},
        {.method = PF_PERFT_MERGE, .on_subtree = on_subtree},
        {.device = (pf_perft_device)7},
        {.gpus = PF_PERFT_MAX_THREADS + 1},
        {.device = PF_PERFT_CUDA, .table_bytes = 1 << 20},
        {.device = PF_PERFT_CUDA, .on_subtree = on_subtree},
        {.device = PF_PERFT_CUDA, .leaves = PF_PERFT_PLAY_LEAVES},
    };
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        pf_count total = {7, 7};
        pf_error error = {0};
        assert_int_equal(pf_perft_run(&total, &position, 2, &wrong[i], &error), PF_ERROR_OPTION);
        assert_int_equal(error.code, PF_ERROR_OPTION);
        assert_true(error.message[0] != '\0' && total.lo == 7);
        assert_int_equal(pf_perft_run(&total, &position, 2, &wrong[i], NULL), PF_ERROR_OPTION);
    }
    pf_count total = {7, 7};
    pf_error error = {0};
    pf_perft_options huge = {.table_bytes = SIZE_MAX / 4};
    assert_int_equal(pf_perft_run(&total, &position, 20, &huge, &error), PF_ERROR_NO_ROOM);
    assert_true(error.message[0] != '\0' && total.lo == 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_as_plain),
        cmocka_unit_test(random_positions),
        cmocka_unit_test(deeper),
        cmocka_unit_test(castling_deeper),
        cmocka_unit_test(very_deep),
        cmocka_unit_test(buckets),
        cmocka_unit_test(many_subtrees),
        cmocka_unit_test(callbacks),
        cmocka_unit_test(is_asked_often),
        cmocka_unit_test(subtrees_may_be_known),
        cmocka_unit_test(stops),
        cmocka_unit_test(report),
        cmocka_unit_test(distinct),
        cmocka_unit_test(distinct_en_passant),
        cmocka_unit_test(wrong_options),
        cmocka_unit_test(same_in_variants),
        cmocka_unit_test(callbacks_in_variants),
        cmocka_unit_test(stops_soon_in_variants),
        cmocka_unit_test(distinct_in_variants),
        cmocka_unit_test(variants_have_no_gpu),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
