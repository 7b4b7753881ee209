/* The inline functions about sets of squares, against walks over all 64 squares. */
#include "support.h"

static bool steps_to(pf_square from, pf_square to, int files, int ranks)
{
    return (int)pf_square_file(to) == (int)pf_square_file(from) + files &&
           (int)pf_square_rank(to) == (int)pf_square_rank(from) + ranks;
}

static pf_bitboard stepped(pf_bitboard set, int files, int ranks)
{
    pf_bitboard out = 0;
    for (pf_square from = 0; from < 64; from++)
        for (pf_square to = 0; to < 64; to++)
            if (pf_bitboard_has(set, from) && steps_to(from, to, files, ranks)) out |= pf_bit(to);
    return out;
}

static void against_walks(void **state)
{
    (void)state;
    test_random random = {51};
    for (unsigned i = 0; i < 1000; i++) {
        pf_bitboard set = random_next(&random) & random_next(&random) & (i % 2 ? ~UINT64_C(0) : random_next(&random));
        unsigned count = 0;
        pf_square lowest = PF_NO_SQUARE, highest = PF_NO_SQUARE;
        pf_bitboard flipped = 0, rest = set;
        for (pf_square square = 0; square < 64; square++) {
            assert_int_equal(pf_bitboard_has(set, square), (set & pf_bit(square)) != 0);
            if (!(set & pf_bit(square))) continue;
            if (count++ == 0) lowest = square;
            highest = square;
            flipped |= pf_bit(pf_square_of(pf_square_file(square), 7 - pf_square_rank(square)));
            assert_int_equal(pf_bitboard_pop(&rest), square);
        }
        assert_int_equal(rest, 0);
        assert_int_equal(pf_bitboard_count(set), count);
        assert_int_equal(pf_bitboard_has_many(set), count > 1);
        assert_int_equal(pf_bitboard_flip(set), flipped);
        if (set) assert_int_equal(pf_bitboard_lowest(set), lowest);
        if (set) assert_int_equal(pf_bitboard_highest(set), highest);
        assert_int_equal(pf_bitboard_north(set), stepped(set, 0, 1));
        assert_int_equal(pf_bitboard_south(set), stepped(set, 0, -1));
        assert_int_equal(pf_bitboard_east(set), stepped(set, 1, 0));
        assert_int_equal(pf_bitboard_west(set), stepped(set, -1, 0));
        assert_int_equal(pf_bitboard_forward(set, PF_WHITE), stepped(set, 0, 1));
        assert_int_equal(pf_bitboard_forward(set, PF_BLACK), stepped(set, 0, -1));
        pf_bitboard north = 0, south = 0;
        for (int ranks = 1; ranks < 8; ranks++) {
            north |= stepped(set, 0, ranks);
            south |= stepped(set, 0, -ranks);
        }
        assert_int_equal(pf_bitboard_north_fill(set), set | north);
        assert_int_equal(pf_bitboard_south_fill(set), set | south);
        assert_int_equal(pf_bitboard_front_span(set, PF_WHITE), north);
        assert_int_equal(pf_bitboard_front_span(set, PF_BLACK), south);
        assert_int_equal(pf_bitboard_beside(set), stepped(set, 1, 0) | stepped(set, -1, 0));
        assert_int_equal(pf_bitboard_pawn_attacks(set, PF_WHITE), stepped(set, 1, 1) | stepped(set, -1, 1));
        assert_int_equal(pf_bitboard_pawn_attacks(set, PF_BLACK), stepped(set, 1, -1) | stepped(set, -1, -1));
    }
}

static void edges(void **state)
{
    (void)state;
    assert_int_equal(pf_bitboard_count(0), 0);
    assert_int_equal(pf_bitboard_count(~UINT64_C(0)), 64);
    assert_false(pf_bitboard_has_many(0));
    assert_false(pf_bitboard_has_many(pf_bit(PF_H8)));
    for (pf_square square = 0; square < 64; square++) {
        pf_bitboard cross = pf_bitboard_file(pf_square_file(square)) & pf_bitboard_rank(pf_square_rank(square));
        assert_int_equal(cross, pf_bit(square));
        assert_int_equal(pf_bitboard_lowest(pf_bit(square)), square);
        assert_int_equal(pf_bitboard_highest(pf_bit(square)), square);
    }
}

/* The distance grows by one with every ring of king moves. */
static void distances(void **state)
{
    (void)state;
    for (pf_square from = 0; from < 64; from++) {
        pf_bitboard reached = pf_bit(from);
        for (unsigned moves = 0; moves < 8; moves++) {
            for (pf_square to = 0; to < 64; to++)
                assert_int_equal(pf_square_distance(from, to) <= moves, pf_bitboard_has(reached, to));
            for (pf_bitboard set = reached; set;) reached |= pf_attacks(PF_WHITE, PF_KING, pf_bitboard_pop(&set), 0);
        }
        assert_int_equal(reached, ~UINT64_C(0));
    }
}

/* The type, the piece and the kings, on boards with everything. */
static void pieces_of_positions(void **state)
{
    (void)state;
    test_random random = {52};
    for (unsigned i = 0; i < 1000; i++) {
        pf_position position = random_board_position(&random);
        for (pf_square square = 0; square < 64; square++) {
            pf_piece expected = PF_NO_PIECE;
            for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++)
                for (pf_piece_type type = PF_PAWN; type <= PF_KING; type++)
                    if (pf_position_pieces(&position, colour, type) & pf_bit(square))
                        expected = pf_piece_of(colour, type);
            assert_int_equal(pf_position_piece_at(&position, square), expected);
            assert_int_equal(pf_position_piece_at(&position, square + 64), expected);
            if (expected == PF_NO_PIECE) continue;
            assert_int_equal(pf_position_type_at(&position, square), pf_piece_type_of(expected));
            if (pf_piece_type_of(expected) == PF_KING)
                assert_int_equal(pf_position_king(&position, pf_piece_colour(expected)), square);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(against_walks),
        cmocka_unit_test(edges),
        cmocka_unit_test(distances),
        cmocka_unit_test(pieces_of_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
