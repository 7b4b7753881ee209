/* The tables of the library against the walked attack sets they were made from: every square, every relevant occupancy
 * of the sliders, and full boards at random. The other ways to find slider attacks are in test_sliders.c. */
#include "support.h"

#include "reference/attack_sets.h"

static void leapers(void **state)
{
    (void)state;
    for (pf_square square = 0; square < 64; square++) {
        assert_int_equal(pf_attacks(PF_WHITE, PF_KNIGHT, square, 0), reference_knight_attacks(square));
        assert_int_equal(pf_attacks(PF_BLACK, PF_KNIGHT, square, ~UINT64_C(0)), reference_knight_attacks(square));
        assert_int_equal(pf_attacks(PF_WHITE, PF_KING, square, 0), reference_king_attacks(square));
        for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++)
            assert_int_equal(pf_attacks(colour, PF_PAWN, square, 0), reference_pawn_attacks(colour, square));
        assert_int_equal(pf_attacks(PF_WHITE, PF_NO_PIECE_TYPE, square, 0), 0);
    }
    assert_int_equal(pf_attacks(PF_WHITE, PF_KNIGHT, PF_A1, 0), pf_bit(PF_B3) | pf_bit(PF_C2));
}

static void lines(void **state)
{
    (void)state;
    for (pf_square a = 0; a < 64; a++) {
        for (pf_square b = 0; b < 64; b++) {
            assert_int_equal(pf_between(a, b), reference_between(a, b));
            assert_int_equal(pf_line(a, b), reference_line(a, b));
        }
    }
    assert_int_equal(pf_between(PF_A1, PF_D4), pf_bit(PF_B2) | pf_bit(PF_C3));
    assert_int_equal(pf_between(PF_A1, PF_B3), 0);
    assert_int_equal(pf_line(PF_B2, PF_A1), pf_line(PF_A1, PF_H8));
    assert_int_equal(pf_line(PF_A1, PF_A1), 0);
}

/* The slider attacks under test; the colour plays no part. */
typedef pf_bitboard slider_attacks(pf_square square, pf_bitboard occupied);

static pf_bitboard magic_bishop(pf_square square, pf_bitboard occupied)
{
    return pf_attacks(PF_WHITE, PF_BISHOP, square, occupied);
}

static pf_bitboard magic_rook(pf_square square, pf_bitboard occupied)
{
    return pf_attacks(PF_WHITE, PF_ROOK, square, occupied);
}

/* Every subset of the mask, then full boards. Returns how many boards were tried. */
static size_t compare(slider_attacks *fast, slider_attacks *walked, pf_bitboard (*mask_of)(pf_square))
{
    size_t tried = 0;
    test_random random = {3};
    for (pf_square square = 0; square < 64; square++) {
        pf_bitboard mask = mask_of(square);
        pf_bitboard occupied = 0;
        do {
            pf_bitboard expected = walked(square, occupied);
            pf_bitboard irrelevant = random_next(&random) & ~mask;
            assert_int_equal(fast(square, occupied), expected);
            assert_int_equal(fast(square, occupied | irrelevant), expected);
            occupied = (occupied - mask) & mask;
            tried++;
        } while (occupied);
        for (int i = 0; i < 1000; i++, tried++) {
            occupied = random_next(&random) & random_next(&random);
            assert_int_equal(fast(square, occupied), walked(square, occupied));
        }
    }
    return tried;
}

static void sliders_by_magic(void **state)
{
    (void)state;
    assert_int_equal(compare(magic_rook, reference_rook_attacks, reference_rook_mask), 102400 + 64000);
    assert_int_equal(compare(magic_bishop, reference_bishop_attacks, reference_bishop_mask), 5248 + 64000);
    test_random random = {4};
    for (pf_square square = 0; square < 64; square++) {
        pf_bitboard occupied = random_next(&random);
        assert_int_equal(pf_attacks(PF_BLACK, PF_QUEEN, square, occupied),
                         magic_rook(square, occupied) | magic_bishop(square, occupied));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leapers),
        cmocka_unit_test(lines),
        cmocka_unit_test(sliders_by_magic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
