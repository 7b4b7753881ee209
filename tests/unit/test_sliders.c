/* Every slider back end that this machine has, against the walked attack sets: all squares, all relevant occupancies,
 * full boards at random; and the generator on each of them. */
#include "support.h"

#include "reference/attack_sets.h"
#include "reference/reference.h"

#include <plyforge/experimental.h>

#include <lab/lab.h>

#include <stdlib.h>
#include <string.h>

enum { RELEVANT_ROOK = 102400, RELEVANT_BISHOP = 5248, RANDOM_BOARDS = 1000, MOST = 4096 * 2 + RANDOM_BOARDS };

typedef pf_bitboard walked_attacks(pf_square square, pf_bitboard occupied);

/* Returns how many relevant occupancies were tried; each comes alone and with pieces where they do not matter. */
static size_t compare(pf_sliders sliders, pf_piece_type type, walked_attacks *walked, pf_bitboard (*mask_of)(pf_square))
{
    static uint8_t squares[MOST];
    static pf_bitboard occupied[MOST], found[MOST];
    size_t tried = 0;
    test_random random = {5};
    for (pf_square square = 0; square < 64; square++) {
        pf_bitboard mask = mask_of(square), subset = 0;
        size_t size = 0;
        memset(squares, (int)square, sizeof squares);
        do {
            occupied[size++] = subset;
            occupied[size++] = subset | (random_next(&random) & ~mask);
            subset = (subset - mask) & mask;
            tried++;
        } while (subset);
        for (int i = 0; i < RANDOM_BOARDS; i++) occupied[size++] = random_next(&random) & random_next(&random);
        assert_true(pf_sliders_attacks(found, sliders, type, squares, occupied, size));
        for (size_t i = 0; i < size; i++) {
            pf_bitboard expected = walked(square, occupied[i]);
            if (found[i] != expected)
                fail_msg("%s, square %u, board %016llx: %016llx instead of %016llx", pf_sliders_name(sliders), square,
                         (unsigned long long)occupied[i], (unsigned long long)found[i], (unsigned long long)expected);
        }
    }
    return tried;
}

/* All pieces of two sets at once: the union of what each attacks by itself. Sets of every size, none too. */
static void compare_sets(pf_sliders sliders)
{
    enum { BOARDS = 20000 };
    static pf_bitboard bishops[BOARDS], rooks[BOARDS], occupied[BOARDS], found[BOARDS];
    test_random random = {6};
    for (size_t i = 0; i < BOARDS; i++) {
        bishops[i] = rooks[i] = occupied[i] = ~UINT64_C(0);
        for (size_t j = 0; j < i % 7; j++) bishops[i] &= random_next(&random);
        for (size_t j = 0; j < i % 8; j++) rooks[i] &= random_next(&random);
        for (size_t j = 0; j < i % 5; j++) occupied[i] &= random_next(&random);
        if (i % 3 == 0) occupied[i] |= bishops[i] | rooks[i]; /* as on a real board */
    }
    assert_true(pf_sliders_attacks_of_sets(found, sliders, bishops, rooks, occupied, BOARDS));
    for (size_t i = 0; i < BOARDS; i++) {
        pf_bitboard expected = 0;
        for (pf_square square = 0; square < 64; square++) {
            if (bishops[i] & pf_bit(square)) expected |= reference_bishop_attacks(square, occupied[i]);
            if (rooks[i] & pf_bit(square)) expected |= reference_rook_attacks(square, occupied[i]);
        }
        if (found[i] != expected)
            fail_msg("%s, bishops %016llx, rooks %016llx, board %016llx: %016llx instead of %016llx",
                     pf_sliders_name(sliders), (unsigned long long)bishops[i], (unsigned long long)rooks[i],
                     (unsigned long long)occupied[i], (unsigned long long)found[i], (unsigned long long)expected);
    }
}

static void attacks_are_those_that_are_walked(void **state)
{
    (void)state;
    for (pf_sliders sliders = PF_SLIDERS_MAGIC; sliders < PF_SLIDERS_COUNT; sliders++) {
        if (!pf_sliders_is_available(sliders)) {
            print_message("not on this machine: %s\n", pf_sliders_name(sliders));
            continue;
        }
        assert_int_equal(compare(sliders, PF_ROOK, reference_rook_attacks, reference_rook_mask), RELEVANT_ROOK);
        assert_int_equal(compare(sliders, PF_BISHOP, reference_bishop_attacks, reference_bishop_mask), RELEVANT_BISHOP);
        compare_sets(sliders);
    }
}

/* The same back ends as compiled for lesser machines. */
static void attacks_on_lesser_machines(void **state)
{
    static const pf_cpu_features masks[] = {0, PF_CPU_SSSE3, PF_CPU_BMI2};
    /* What every x86-64 can do; a portable build has neither this nor what some can do. */
    bool x86_64 = pf_sliders_is_available(PF_SLIDERS_KOGGE_STONE_SSE2);
    for (size_t i = 0; i < sizeof masks / sizeof *masks; i++) {
        pf_cpu_force(masks[i]);
        assert_int_equal(pf_sliders_is_available(PF_SLIDERS_MAGIC), true);
        assert_int_equal(pf_sliders_is_available(PF_SLIDERS_PEXT), x86_64 && (pf_cpu() & PF_CPU_BMI2));
        assert_int_equal(pf_sliders_is_available(PF_SLIDERS_HYPERBOLA_PSHUFB), x86_64 && (pf_cpu() & PF_CPU_SSSE3));
        assert_int_equal(pf_sliders_is_available(PF_SLIDERS_KOGGE_STONE), true);
        assert_int_equal(pf_sliders_is_available(PF_SLIDERS_KOGGE_STONE_AVX2), false);
        assert_int_equal(pf_sliders_is_available(PF_SLIDERS_KOGGE_STONE_AVX512), false);
        attacks_are_those_that_are_walked(state);
    }
    pf_cpu_force(~0u);
}

static void generation_agrees(void **state)
{
    (void)state;
    static const char *const fens[] = {
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
        "4k3/8/8/8/8/8/8/r3K2r w - - 0 1",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    };
    static const pf_cpu_features masks[] = {~0u, 0, PF_CPU_SSSE3, PF_CPU_BMI2};
    for (size_t m = 0; m < sizeof masks / sizeof *masks; m++) {
        pf_cpu_force(masks[m]);
        for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
            pf_position position;
            assert_int_equal(pf_position_from_fen(&position, fens[i], strlen(fens[i]), PF_ACCEPT_LENIENT, NULL, NULL),
                             PF_OK);
            pf_move_list expected, list;
            pf_generate_legal(&position, &expected);
            for (pf_sliders sliders = PF_SLIDERS_MAGIC; sliders < PF_SLIDERS_COUNT; sliders++) {
                if (!pf_sliders_is_available(sliders)) continue;
                assert_int_equal(pf_generate_legal_using_sliders(&position, &list, sliders), expected.size);
                assert_int_equal(pf_count_legal_using_sliders(&position, sliders), expected.size);
                for (uint32_t j = 0; j < expected.size; j++)
                    assert_true(pf_move_list_contains(&list, expected.moves[j]));
            }
        }
    }
    pf_cpu_force(~0u);
}

/* Counting by every back end and strategy; 0 where there is none. */
static void counting_agrees(void **state)
{
    (void)state;
    pf_position position = position_accepted(KIWIPETE, PF_ACCEPT_STRICT);
    for (pf_sliders sliders = PF_SLIDERS_MAGIC; sliders <= PF_SLIDERS_COUNT; sliders++)
        for (pf_perft_leaves leaves = PF_PERFT_BULK; leaves <= PF_PERFT_LIST_LEAVES; leaves++)
            assert_int_equal(pf_perft_plain_using_sliders(&position, 2, leaves, sliders).lo,
                             pf_sliders_is_available(sliders) ? 2039 : 0);
    for (pf_legality legality = PF_LEGALITY_MASKS; legality <= PF_LEGALITY_COUNT; legality++)
        for (pf_perft_leaves leaves = PF_PERFT_BULK; leaves <= PF_PERFT_LIST_LEAVES; leaves++)
            assert_int_equal(pf_perft_plain_by_strategy(&position, 2, leaves, legality).lo,
                             pf_legality_is_available(legality) ? 2039 : 0);
}

static void what_is_not_there_gives_nothing(void **state)
{
    (void)state;
    pf_position position = pf_position_start();
    pf_move_list list;
    uint8_t square = PF_A1;
    pf_bitboard occupied = 0, found = 7;
    assert_string_equal(pf_sliders_name(PF_SLIDERS_HYPERBOLA_PSHUFB), "hyperbola-pshufb");
    assert_null(pf_sliders_name(PF_SLIDERS_COUNT));
    assert_false(pf_sliders_is_available(PF_SLIDERS_COUNT));
    assert_false(pf_sliders_attacks(&found, PF_SLIDERS_COUNT, PF_ROOK, &square, &occupied, 1));
    assert_false(pf_sliders_attacks(&found, PF_SLIDERS_MAGIC, PF_QUEEN, &square, &occupied, 1));
    assert_false(pf_sliders_attacks_of_sets(&found, PF_SLIDERS_COUNT, &occupied, &occupied, &occupied, 1));
    pf_cpu_force(0);
    assert_false(pf_sliders_attacks(&found, PF_SLIDERS_PEXT, PF_ROOK, &square, &occupied, 1));
    assert_false(pf_sliders_attacks_of_sets(&found, PF_SLIDERS_KOGGE_STONE_AVX2, &occupied, &occupied, &occupied, 1));
    assert_int_equal(found, 7);
    assert_int_equal(pf_generate_legal_using_sliders(&position, &list, PF_SLIDERS_PEXT), 0);
    assert_int_equal(list.size, 0);
    assert_int_equal(pf_count_legal_using_sliders(&position, PF_SLIDERS_PEXT), 0);
    pf_cpu_force(~0u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attacks_are_those_that_are_walked),
        cmocka_unit_test(attacks_on_lesser_machines),
        cmocka_unit_test(generation_agrees),
        cmocka_unit_test(counting_agrees),
        cmocka_unit_test(what_is_not_there_gives_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
