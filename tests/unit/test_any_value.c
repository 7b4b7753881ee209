/* Any number as a piece, a square, a side, a kind of piece, a category or a style: no function of the library minds. A
 * build with sanitizers sees what the values below check only in part. */
#include "support.h"

#include <limits.h>

#include <plyforge/experimental.h>

/* Every byte, and what a byte cannot hold. */
enum { VALUES = 256 + 4 };
static unsigned value(unsigned i)
{
    static const unsigned large[] = {256, INT_MAX, (unsigned)INT_MAX + 1, UINT_MAX};
    return i < 256 ? i : large[i - 256];
}

static const char *const fens[] = {
    START_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/8/3k4/8/2pP4/8/B7/4K3 b - d3 0 1",
};

/* Pieces are 1 to 6 and 9 to 14. */
static bool is_piece(unsigned piece)
{
    return piece < 16 && (piece & 7) >= 1 && (piece & 7) <= 6;
}

static void pieces(void **state)
{
    (void)state;
    for (unsigned i = 0; i < VALUES; i++) {
        unsigned piece = value(i);
        for (unsigned j = 0; j < VALUES; j++) {
            uint64_t key = pf_piece_key(piece, value(j));
            if (is_piece(piece)) assert_int_equal(key, pf_piece_key(piece, value(j) & 63));
            assert_int_equal(key != 0, is_piece(piece));
        }
        assert_int_equal(pf_piece_to_letter(piece) != '.', is_piece(piece));
        assert_int_equal(strlen(pf_piece_to_figurine(piece)) == 3, is_piece(piece));
        assert_int_equal(strcmp(pf_piece_type_name(piece), "piece") != 0, piece < PF_NO_PIECE_TYPE);
    }
}

static void squares(void **state)
{
    (void)state;
    pf_position position = pf_position_start();
    pf_bitboard occupied = pf_position_occupied(&position);
    for (unsigned i = 0; i < VALUES; i++) {
        pf_square square = value(i), low = square & 63;
        char text[8];
        pf_square_to_text(text, sizeof text, square);
        assert_int_equal(strlen(text), square < 64 ? 2 : 1);
        assert_int_equal(pf_position_piece_at(&position, square), pf_position_piece_at(&position, low));
        assert_int_equal(pf_position_attackers_to(&position, square, occupied),
                         pf_position_attackers_to(&position, low, occupied));
        for (unsigned j = 0; j < VALUES; j++) {
            unsigned other = value(j);
            assert_int_equal(pf_between(square, other), pf_between(low, other & 63));
            assert_int_equal(pf_line(square, other), pf_line(low, other & 63));
            assert_int_equal(pf_position_is_square_attacked(&position, square, other),
                             pf_position_is_square_attacked(&position, low, other & 1));
            assert_int_equal(pf_attacks(other, PF_PAWN, square, occupied),
                             pf_attacks(other & 1, PF_PAWN, low, occupied));
            if (other >= PF_NO_PIECE_TYPE) assert_int_equal(pf_attacks(PF_WHITE, other, square, occupied), 0);
            assert_int_equal(pf_xray_attacks(other, square, occupied, occupied),
                             pf_xray_attacks(other, low, occupied, occupied));
        }
    }
}

static void sides(void **state)
{
    (void)state;
    for (size_t f = 0; f < COUNT_OF(fens); f++) {
        pf_position position = position_of(fens[f]);
        pf_position variant = position;
        for (unsigned i = 0; i < VALUES; i++) {
            pf_colour side = value(i), real = side & 1;
            assert_int_equal(pf_position_king(&position, side), pf_position_king(&position, real));
            assert_int_equal(pf_position_pinned(&position, side), pf_position_pinned(&position, real));
            assert_int_equal(pf_position_pinners(&position, side), pf_position_pinners(&position, real));
            assert_int_equal(pf_position_blockers(&position, side), pf_position_blockers(&position, real));
            assert_int_equal(pf_position_discovered_check_candidates(&position, side),
                             pf_position_discovered_check_candidates(&position, real));
            assert_int_equal(pf_position_king_danger(&position, side), pf_position_king_danger(&position, real));
            assert_int_equal(pf_position_can_win(&position, side), pf_position_can_win(&position, real));
            assert_int_equal(pf_position_can_win(&variant, side), pf_position_can_win(&variant, real));
            assert_int_equal(pf_position_is_unwinnable(&position, side, 1, NULL, 0),
                             pf_position_is_unwinnable(&position, real, 1, NULL, 0));
            for (unsigned j = 0; j < VALUES; j++)
                assert_int_equal(pf_position_check_squares(&position, side, value(j)),
                                 pf_position_check_squares(&position, real, value(j)));
        }
    }
}

/* Bits beyond those of a category, and numbers of ways to write. */
static void choices(void **state)
{
    (void)state;
    for (size_t f = 0; f < COUNT_OF(fens); f++) {
        pf_position position = position_of(fens[f]);
        pf_position variant = position;
        pf_move_list legal;
        pf_generate_legal(&position, &legal);
        for (unsigned i = 0; i < VALUES; i++) {
            pf_move_list list;
            uint32_t size = pf_generate(&position, value(i), &list);
            assert_int_equal(size, list.size);
            assert_int_equal(size, pf_count_moves(&position, value(i)));
            assert_int_equal(size > 0, pf_any_move(&position, value(i)));
            assert_true(size <= PF_MOVE_LIST_CAPACITY);
            pf_move_is_in_category(&position, legal.moves[0], value(i));

            char text[PF_FEN_SIZE];
            assert_true(pf_move_to_san(text, sizeof text, &position, legal.moves[0], (pf_san_style)value(i)) <
                        PF_SAN_SIZE);
            assert_true(pf_move_to_uci(text, sizeof text, legal.moves[0], (pf_uci_castling)value(i)) < PF_UCI_SIZE);
            assert_true(pf_position_to_fen(text, sizeof text, &position, (pf_castling_style)value(i),
                                           (pf_ep_mode)value(i)) < sizeof text);
            pf_position_outcome(&position, (pf_policy)value(i));
            pf_position_outcome(&variant, (pf_policy)value(i));
            assert_non_null(pf_why_name((pf_why_reason)value(i)));
            assert_non_null(pf_reason_text((pf_reason)value(i)));
            assert_non_null(pf_status_name((pf_status)value(i)));
            pf_variant_name((pf_variant)value(i));
            pf_variant_title((pf_variant)value(i));
            variant = pf_variant_start((pf_variant)value(i));
            assert_true(pf_position_is_sound(&variant));
            variant = position;
            assert_int_equal(pf_perft_plain(&position, 1, (pf_perft_leaves)value(i)).lo, legal.size);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces),
        cmocka_unit_test(squares),
        cmocka_unit_test(sides),
        cmocka_unit_test(choices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
