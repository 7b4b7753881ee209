/* Attackers, checkers and pins against brute force with the reference, on random positions. */
#include "support.h"

#include "reference/attack_sets.h"
#include "reference/reference.h"

/* The squares that the piece on square attacks, by walking there. */
static pf_bitboard walked_attacks(pf_piece piece, pf_square square, pf_bitboard occupied)
{
    switch (pf_piece_type_of(piece)) {
    case PF_PAWN: return reference_pawn_attacks(pf_piece_colour(piece), square);
    case PF_KNIGHT: return reference_knight_attacks(square);
    case PF_BISHOP: return reference_bishop_attacks(square, occupied);
    case PF_ROOK: return reference_rook_attacks(square, occupied);
    case PF_QUEEN: return reference_bishop_attacks(square, occupied) | reference_rook_attacks(square, occupied);
    default: return reference_king_attacks(square);
    }
}

static pf_bitboard walked_attackers(const reference_board *board, pf_square target, pf_bitboard occupied)
{
    pf_bitboard attackers = 0;
    for (pf_square square = 0; square < 64; square++) {
        pf_piece piece = board->squares[square];
        if (piece != PF_NO_PIECE && (walked_attacks(piece, square, occupied) & pf_bit(target)))
            attackers |= pf_bit(square);
    }
    return attackers;
}

/* A piece is pinned when an enemy sees the king once it is lifted off the board. */
static pf_bitboard lifted_pins(const reference_board *board, const pf_position *position, pf_colour colour)
{
    pf_bitboard occupied = pf_position_occupied(position), them = position->by_colour[colour ^ 1], pinned = 0;
    pf_square king = pf_position_king(position, colour);
    pf_bitboard before = walked_attackers(board, king, occupied) & them;
    for (pf_square square = 0; square < 64; square++) {
        if (!(position->by_colour[colour] & pf_bit(square)) || square == king) continue;
        pf_bitboard after = walked_attackers(board, king, occupied ^ pf_bit(square)) & them;
        if (after != before) pinned |= pf_bit(square);
    }
    return pinned;
}

static unsigned population(pf_bitboard set)
{
    unsigned count = 0;
    for (; set; set &= set - 1) count++;
    return count;
}

static void compare(const pf_position *position, test_random *random)
{
    reference_board board;
    reference_board_from_position(&board, position);
    pf_bitboard occupied = pf_position_occupied(position), other = random_next(random);

    for (pf_square square = 0; square < 64; square++) {
        assert_int_equal(pf_position_attackers_to(position, square, occupied),
                         walked_attackers(&board, square, occupied));
        assert_int_equal(pf_position_attackers_to(position, square, other), walked_attackers(&board, square, other));
        for (pf_colour by = PF_WHITE; by <= PF_BLACK; by++)
            assert_int_equal(pf_position_is_square_attacked(position, square, by),
                             reference_is_attacked(&board, square, by));
    }
    pf_square king = pf_position_king(position, position->turn);
    pf_bitboard checkers = walked_attackers(&board, king, occupied) & position->by_colour[position->turn ^ 1];
    assert_int_equal(pf_position_checkers(position), checkers);
    assert_int_equal(pf_position_checker_count(position), population(checkers));
    assert_int_equal(checkers != 0, reference_in_check(&board, position->turn));
    for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++)
        assert_int_equal(pf_position_pinned(position, colour), lifted_pins(&board, position, colour));
}

static void against_brute_force(void **state)
{
    (void)state;
    test_random random = {8};
    unsigned checks = 0, pins = 0;
    for (int i = 0; i < 5000; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        compare(&position, &random);
        checks += pf_position_checkers(&position) != 0;
        pins += pf_position_pinned(&position, PF_WHITE) != 0;
    }
    print_message("%u positions with a check, %u with a white pin\n", checks, pins);
    assert_true(checks > 50 && pins > 50);
}

static void known(void **state)
{
    (void)state;
    pf_position position = position_of("4k3/8/8/1b2r2q/8/3P1N2/4B3/3QK3 w - - 0 1");
    assert_int_equal(pf_position_checkers(&position), 0);
    assert_int_equal(pf_position_pinned(&position, PF_WHITE), pf_bit(PF_E2));
    assert_int_equal(pf_position_attackers_to(&position, PF_E2, pf_position_occupied(&position)),
                     pf_bit(PF_D1) | pf_bit(PF_E1) | pf_bit(PF_E5));
    /* A piece that is not in occupied still attacks, and no longer stands in the way. */
    assert_true(pf_position_attackers_to(&position, PF_E1, 0) & pf_bit(PF_E5));
    position = position_of("4k3/8/3N4/8/8/8/4R3/K7 b - - 0 1");
    assert_int_equal(pf_position_checker_count(&position), 2);
    assert_int_equal(pf_position_checkers(&position), pf_bit(PF_D6) | pf_bit(PF_E2));
    /* Two pieces in between pin neither; an enemy piece in between is not pinned to our king. */
    position = position_of("4r2k/8/8/4N3/4P3/8/8/4K3 w - - 0 1");
    assert_int_equal(pf_position_pinned(&position, PF_WHITE), 0);
    position = position_of("4r2k/8/8/4n3/8/8/8/4K3 w - - 0 1");
    assert_int_equal(pf_position_pinned(&position, PF_WHITE) | pf_position_pinned(&position, PF_BLACK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known),
        cmocka_unit_test(against_brute_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
