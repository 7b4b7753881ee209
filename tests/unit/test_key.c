/* The Zobrist key, kept move by move and computed from scratch, and the key of Polyglot books. */
#include "support.h"

#include <stdlib.h>

static void incremental_is_computed(void **state)
{
    (void)state;
    test_random random = {6};
    unsigned plies = 0;
    for (unsigned game = 0; game < 1000; game++) {
        pf_position position = game % 3 ? pf_position_chess960_start(random_below(&random, 960))
                                        : random_board_position(&random);
        assert_int_equal(position.key, pf_position_compute_key(&position));
        for (unsigned ply = 0; ply < 150 && play_random(&random, &position); ply++, plies++)
            assert_int_equal(position.key, pf_position_compute_key(&position));
    }
    assert_in_range(plies, 30000, 150000);
}

static uint64_t key_of(const char *fen)
{
    pf_position position = position_of(fen);
    return position.key;
}

static void each_fact_counts(void **state)
{
    (void)state;
    static const char *const different[] = {
        "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 0 1", "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq - 0 1",
        "r3k2r/8/8/8/3pP3/8/8/R3K2R w KQkq - 0 1",  "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQk - 0 1",
        "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQq - 0 1",   "r3k2r/8/8/8/3pP3/8/8/R3K2R b Kkq - 0 1",
        "r3k2r/8/8/8/3pP3/8/8/R3K2R b Qkq - 0 1",   "r3k2r/8/8/8/3pN3/8/8/R3K2R b KQkq - 0 1",
        "r3k2r/8/8/8/2p1P3/8/8/R3K2R b KQkq - 0 1", "4k3/8/8/8/8/8/8/RR2K3 w A - 0 1",
        "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1",
    };
    for (size_t i = 0; i < COUNT_OF(different); i++)
        for (size_t j = 0; j < i; j++) assert_int_not_equal(key_of(different[i]), key_of(different[j]));
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* An empty board has no facts; every fact has a number of its own. */
static void numbers_are_distinct(void **state)
{
    (void)state;
    enum { FACTS = 2 * 6 * 64 + 2 * 8 + 8 + 1 };
    uint64_t keys[FACTS];
    size_t size = 0;
    const pf_position empty = {.ep_square = PF_NO_SQUARE};
    assert_int_equal(pf_position_compute_key(&empty), 0);

    pf_position position = empty;
    position.turn = PF_BLACK;
    keys[size++] = pf_position_compute_key(&position);
    for (pf_square square = 0; square < 64; square++) {
        for (unsigned piece = 0; piece < 12; piece++) {
            position = empty;
            position.by_colour[piece / 6] = position.by_type[piece % 6] = pf_bit(square);
            keys[size++] = pf_position_compute_key(&position);
        }
        if (pf_square_rank(square) != 0 && pf_square_rank(square) != 7) continue;
        position = empty;
        position.castling = pf_bit(square);
        keys[size++] = pf_position_compute_key(&position);
    }
    for (unsigned file = 0; file < 8; file++) {
        position = position_of("4k3/8/8/8/8/8/8/4K3 b - - 0 1");
        position.by_type[PF_PAWN] = pf_bit(PF_A4 + file) | pf_bit(PF_A4 + (file ^ 1));
        position.by_colour[PF_WHITE] |= pf_bit(PF_A4 + file);
        position.by_colour[PF_BLACK] |= pf_bit(PF_A4 + (file ^ 1));
        uint64_t without = pf_position_compute_key(&position);
        position.ep_square = (uint8_t)(PF_A3 + file);
        keys[size++] = without ^ pf_position_compute_key(&position);
    }
    assert_int_equal(size, FACTS);
    qsort(keys, size, sizeof *keys, by_value);
    assert_int_not_equal(keys[0], 0);
    for (size_t i = 1; i < size; i++) assert_int_not_equal(keys[i - 1], keys[i]);
}

static void ep_counts_only_when_legal(void **state)
{
    (void)state;
    assert_int_not_equal(key_of("4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1"), key_of("4k3/8/8/8/4Pp2/8/8/4K3 b - - 0 1"));
    assert_int_equal(key_of("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"), key_of("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"));
    assert_int_equal(key_of("5k2/8/8/8/4Pp2/8/8/4KR2 b - e3 0 1"), key_of("5k2/8/8/8/4Pp2/8/8/4KR2 b - - 0 1"));
    assert_int_equal(key_of("8/8/8/8/k3Pp1R/8/8/4K3 b - e3 0 1"), key_of("8/8/8/8/k3Pp1R/8/8/4K3 b - - 0 1"));
}

/* Plays the moves of a line from the start position. */
static pf_position after(const char *moves)
{
    pf_position position = pf_position_start();
    char uci[8];
    int used;
    for (; sscanf(moves, "%7s%n", uci, &used) == 1; moves += used) play_uci(&position, uci);
    return position;
}

static void transpositions_meet(void **state)
{
    (void)state;
    pf_position a = after("g1f3 g8f6 b1c3"), b = after("b1c3 g8f6 g1f3");
    assert_int_equal(a.key, b.key);
    pf_position there_and_back = after("g1f3 g8f6 f3g1 f6g8"), start = pf_position_start();
    assert_int_equal(there_and_back.key, start.key);
    a = after("e2e4 e7e5 e1e2 e8e7 e2e1 e7e8"), b = after("e2e4 e7e5");
    assert_int_not_equal(a.key, b.key); /* the rights are gone */
}

/* The nine positions of the Polyglot book format, each with the line that leads there. */
static void polyglot_official(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *moves;
        uint64_t key;
    } vectors[] = {
        {START_FEN, "", UINT64_C(0x463b96181691fc9c)},
        {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "e2e4", UINT64_C(0x823c9b50fd114196)},
        {"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", "e2e4 d7d5", UINT64_C(0x0756b94461c50fb0)},
        {"rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", "e2e4 d7d5 e4e5", UINT64_C(0x662fafb965db29d4)},
        {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "e2e4 d7d5 e4e5 f7f5",
         UINT64_C(0x22a48b5a8e47ff78)},
        {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", "e2e4 d7d5 e4e5 f7f5 e1e2",
         UINT64_C(0x652a607ca3f242c1)},
        {"rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", "e2e4 d7d5 e4e5 f7f5 e1e2 e8f7",
         UINT64_C(0x00fdd303c946bdd9)},
        {"rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", "a2a4 b7b5 h2h4 b5b4 c2c4",
         UINT64_C(0x3c8123ea7b067637)},
        {"rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", "a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3",
         UINT64_C(0x5c3f9b829b279560)},
    };
    for (size_t i = 0; i < COUNT_OF(vectors); i++) {
        pf_position read = position_accepted(vectors[i].fen, PF_ACCEPT_STRICT), played = after(vectors[i].moves);
        assert_int_equal(pf_position_polyglot_key(&read), vectors[i].key);
        assert_int_equal(pf_position_polyglot_key(&played), vectors[i].key);
        assert_true(pf_position_equal(&read, &played));
    }
}

/* Rights of Chess960 count as the right of their side of the king. */
static void polyglot_chess960(void **state)
{
    (void)state;
    pf_position inner = position_of("4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1");
    pf_position outer = position_of("4k3/8/8/8/8/8/8/RR2K1RR w HA - 0 1");
    assert_int_equal(pf_position_polyglot_key(&inner), pf_position_polyglot_key(&outer));
    assert_int_not_equal(inner.key, outer.key);
}

static void polyglot_keys(void **state)
{
    (void)state;
    tsv in = tsv_open("notation/polyglot_keys.tsv");
    while (tsv_next(&in)) {
        uint64_t key = strtoull(tsv_get(&in, "key"), NULL, 16);
        const char *moves = tsv_get(&in, "moves");
        pf_position position = position_of(tsv_get(&in, "fen"));
        assert_int_equal(pf_position_polyglot_key(&position), key);
        if (moves[0] == '\0') continue;
        position = after(moves);
        assert_int_equal(pf_position_polyglot_key(&position), key);
    }
    tsv_close(&in);
}

static void polyglot_keys_derived(void **state)
{
    (void)state;
    tsv in = tsv_open("notation/polyglot_keys_derived.tsv");
    while (tsv_next(&in)) {
        pf_position position = position_of(tsv_get(&in, "fen"));
        uint64_t pseudo = strtoull(tsv_get(&in, "key"), NULL, 16);
        uint64_t legal = strtoull(tsv_get(&in, "key_legal_ep"), NULL, 16);
        assert_int_equal(pf_position_polyglot_key(&position), pseudo);
        assert_int_equal(pf_position_ep_pseudo_legal(&position) != pf_position_ep_legal(&position), pseudo != legal);
    }
    tsv_close(&in);
}

/* ---- Variants ---- */

/* What differs in pockets, marks or checks only is not the same position. */
static void additions_count(void **state)
{
    (void)state;
    static const struct {
        pf_variant variant;
        const char *a, *b;
    } cases[] = {
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[p] w - - 0 1"},
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[PP] w - - 0 1"},
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/Q7/4K3[] b - - 0 1", "4k3/8/8/8/8/8/Q~7/4K3[] b - - 0 1"},
        {PF_VARIANT_THREE_CHECK, "4k3/8/8/8/8/8/8/4K3 w - - 3+2 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 2+3 0 1"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position a = variant_position_of(cases[i].a, cases[i].variant);
        pf_position b = variant_position_of(cases[i].b, cases[i].variant);
        assert_int_not_equal(a.key, b.key);
        assert_false(pf_position_equal(&a, &b));
        assert_true(pf_position_equal(&a, &a));
    }
    pf_position standard = pf_position_start();
    pf_position same = standard;
    assert_int_equal(same.key, pf_position_compute_key(&same));
    pf_position hill = pf_variant_start(PF_VARIANT_KING_OF_THE_HILL);
    assert_int_equal(hill.key, standard.key);
    assert_false(pf_position_equal(&hill, &same));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(incremental_is_computed), cmocka_unit_test(each_fact_counts),
        cmocka_unit_test(numbers_are_distinct),    cmocka_unit_test(ep_counts_only_when_legal),
        cmocka_unit_test(transpositions_meet),     cmocka_unit_test(polyglot_official),
        cmocka_unit_test(polyglot_chess960),       cmocka_unit_test(polyglot_keys),
        cmocka_unit_test(polyglot_keys_derived),   cmocka_unit_test(additions_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
