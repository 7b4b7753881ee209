/* What a move changes, applied to a mailbox board, gives the board after the move, and reverted the one before it. */
#include "support.h"

static void fill_board(uint8_t squares[64], const pf_position *position)
{
    for (pf_square square = 0; square < 64; square++) squares[square] = (uint8_t)pf_position_piece_at(position, square);
}

static void check_position(const pf_position *position, void *context)
{
    size_t *moves = context;
    uint8_t before[64], after[64], squares[64];
    pf_move_list list;
    fill_board(before, position);
    pf_generate_legal(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        pf_changes changes;
        pf_position child = *position;
        pf_position_play_unchecked(&child, list.moves[i]);
        fill_board(after, &child);
        unsigned size = pf_move_changes(position, list.moves[i], &changes);
        assert_int_equal(size, changes.size);
        assert_in_range(size, 1, PF_MAX_CHANGES);
        memcpy(squares, before, sizeof squares);
        pf_changes_apply(&changes, squares);
        assert_memory_equal(squares, after, sizeof squares);
        pf_changes_revert(&changes, squares);
        assert_memory_equal(squares, before, sizeof squares);
    }
    *moves += list.size;
}

static void all_suites(void **state)
{
    (void)state;
    size_t moves = 0;
    visit_suites(check_position, &moves);
    print_message("%zu moves\n", moves);
    assert_true(moves > 10000);
}

static void random_positions(void **state)
{
    (void)state;
    test_random random = {53};
    size_t moves = 0;
    for (unsigned i = 0; i < 10000; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        check_position(&position, &moves);
    }
    assert_true(moves > 100000);
}

/* The entries themselves, as text: piece letter and squares, '-' for none. */
static void known(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *uci, *changes;
        pf_variant variant;
    } cases[] = {
        {START_FEN, "g1f3", "Ng1f3", PF_VARIANT_STANDARD},
        {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "Pe4d5 pd5--", PF_VARIANT_STANDARD},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "Pe5d6 pd5--", PF_VARIANT_STANDARD},
        {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", "pd4e3 Pe4--", PF_VARIANT_STANDARD},
        {"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "Pa7-- Q--a8", PF_VARIANT_STANDARD},
        {"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", "Pa7-- N--b8 nb8--", PF_VARIANT_STANDARD},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "Ke1g1 Rh1f1", PF_VARIANT_STANDARD},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "ke8c8 ra8d8", PF_VARIANT_STANDARD},
        {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "Kf1g1 Rg1f1", PF_VARIANT_STANDARD}, /* they change places */
        {"4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "Rh1f1", PF_VARIANT_STANDARD},        /* the king stays */
        {"4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1", "Ke1g1", PF_VARIANT_STANDARD},       /* the rook stays */
        {"4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@f6", "N--f6", PF_VARIANT_CRAZYHOUSE},
        {"8/P7/8/8/8/8/8/k7 w - - 0 1", "a7a8k", "Pa7-- K--a8", PF_VARIANT_ANTICHESS},
        {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1h2", "Rh1h2", PF_VARIANT_ATOMIC},
        /* The pawn beside the explosion stays, en passant the taken one goes. */
        {"7k/8/8/2nPp3/2B1PQ2/8/8/K7 w - e6 0 1", "d5e6", "Pd5-- pe5--", PF_VARIANT_ATOMIC},
        {"7k/8/8/2rnb3/2qpr3/2bnqN2/8/K7 w - - 0 1", "f3d4",
         "Nf3-- bc3-- nd3-- qe3-- qc4-- pd4-- re4-- rc5-- nd5-- be5--", PF_VARIANT_ATOMIC},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = variant_position_of(cases[i].fen, cases[i].variant);
        pf_move move = PF_NO_MOVE;
        assert_int_equal(pf_move_from_uci(&move, &position, cases[i].uci, strlen(cases[i].uci), NULL), PF_OK);
        pf_changes changes;
        char text[64] = "";
        size_t length = 0;
        for (unsigned c = 0; c < pf_move_changes(&position, move, &changes); c++) {
            uint8_t squares[2] = {changes.list[c].from, changes.list[c].to};
            if (c) text[length++] = ' ';
            text[length++] = " PNBRQK  pnbrqk"[changes.list[c].piece];
            for (unsigned side = 0; side < 2; side++) {
                bool none = squares[side] == PF_NO_SQUARE;
                text[length++] = none ? '-' : (char)('a' + pf_square_file(squares[side]));
                text[length++] = none ? '-' : (char)('1' + pf_square_rank(squares[side]));
            }
        }
        text[length] = '\0';
        assert_string_equal(text, cases[i].changes);
    }
    pf_position position = pf_position_start();
    pf_changes changes;
    assert_int_equal(pf_move_changes(&position, PF_NO_MOVE, &changes), 0);
}

/* Any 16 bits: no more entries than there is room for, and no square that does not exist. */
static void any_code(void **state)
{
    (void)state;
    pf_position position = position_of(KIWIPETE);
    for (unsigned code = 0; code <= UINT16_MAX; code++) {
        pf_changes changes;
        assert_in_range(pf_move_changes(&position, (pf_move)code, &changes), 0, PF_MAX_CHANGES);
        for (unsigned i = 0; i < changes.size; i++)
            assert_true(changes.list[i].from <= PF_NO_SQUARE && changes.list[i].to <= PF_NO_SQUARE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known),
        cmocka_unit_test(any_code),
        cmocka_unit_test(all_suites),
        cmocka_unit_test(random_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
