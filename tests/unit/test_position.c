/* The position as a value: where it starts, what stands on it, when two are the same, and its size in memory. */
#include "support.h"

#include <stdlib.h>

static void sizes(void **state)
{
    (void)state;
    assert_int_equal(sizeof(pf_position), PF_VARIANTS ? 112 : 88);
    assert_int_equal(sizeof(pf_setup), PF_VARIANTS ? 104 : 80);
    assert_int_equal(sizeof(pf_undo), PF_VARIANTS ? 136 : 24);
    assert_int_equal(sizeof(pf_move), 2);
    assert_int_equal(sizeof(pf_move_list), PF_VARIANTS ? 1540 : 516);
    assert_int_equal(sizeof(pf_count), 16);
    assert_int_equal(sizeof(pf_error), 128);
}

static void start(void **state)
{
    (void)state;
    pf_position position = pf_position_start();
    pf_position read = position_accepted(START_FEN, PF_ACCEPT_STRICT);
    assert_memory_equal(&position, &read, sizeof position);
    assert_fen(&position, PF_CASTLING_STANDARD, PF_EP_ALWAYS, START_FEN);
    assert_int_equal(position.castling, pf_bit(PF_A1) | pf_bit(PF_H1) | pf_bit(PF_A8) | pf_bit(PF_H8));
    assert_int_equal(pf_position_king(&position, PF_WHITE), PF_E1);
    assert_int_equal(pf_position_king(&position, PF_BLACK), PF_E8);
    assert_int_equal(pf_position_pieces(&position, PF_BLACK, PF_KNIGHT), pf_bit(PF_B8) | pf_bit(PF_G8));
}

/* The letter of a piece, as in FEN. */
static char letter_of(pf_piece piece)
{
    return piece == PF_NO_PIECE ? '.' : "PNBRQK..pnbrqk"[piece - 1];
}

static void piece_at(void **state)
{
    (void)state;
    static const char board[] = "r...k..r"
                                "p.ppqpb."
                                "bn..pnp."
                                "...PN..."
                                ".p..P..."
                                "..N..Q.p"
                                "PPPBBPPP"
                                "R...K..R";
    pf_position position = position_of(KIWIPETE);
    for (pf_square square = 0; square < 64; square++)
        assert_int_equal(letter_of(pf_position_piece_at(&position, square)), board[square ^ 56]);
}

/* What the rules of Chess960 ask of an array. */
static void assert_chess960_array(const pf_position *position)
{
    const pf_bitboard light = UINT64_C(0xaa), first = UINT64_C(0xff);
    pf_bitboard bishops = position->by_type[PF_BISHOP] & first;
    pf_bitboard rooks = position->by_type[PF_ROOK] & first;
    pf_bitboard king = position->by_type[PF_KING] & first;
    assert_true((bishops & light) && (bishops & ~light));
    assert_true((rooks & (king - 1)) && (rooks & ~(king - 1)));
    assert_int_equal(position->castling, position->by_type[PF_ROOK]);
    for (pf_piece_type type = PF_PAWN; type <= PF_KING; type++)
        for (pf_square square = 0; square < 64; square++)
            assert_int_equal(position->by_type[type] >> square & 1, position->by_type[type] >> (square ^ 56) & 1);
}

static void chess960_starts(void **state)
{
    (void)state;
    static uint64_t keys[960];
    for (unsigned number = 0; number < 960; number++) {
        pf_position position = pf_position_chess960_start(number);
        assert_chess960_array(&position);
        keys[number] = position.key;
        for (unsigned other = 0; other < number; other++) assert_int_not_equal(keys[other], keys[number]);
    }
    pf_position standard = pf_position_start();
    pf_position position = pf_position_chess960_start(518);
    assert_memory_equal(&position, &standard, sizeof position);
    position = pf_position_chess960_start(518 + 960);
    assert_memory_equal(&position, &standard, sizeof position);
    position = pf_position_chess960_start(0);
    assert_fen(&position, PF_CASTLING_SHREDDER, PF_EP_ALWAYS,
               "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1");
    position = pf_position_chess960_start(959);
    assert_fen(&position, PF_CASTLING_XFEN, PF_EP_ALWAYS, "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1");
}

static void chess960_numbers(void **state)
{
    (void)state;
    tsv in = tsv_open("notation/chess960_numbers.tsv");
    while (tsv_next(&in)) {
        pf_position position = pf_position_chess960_start((unsigned)strtoul(tsv_get(&in, "number"), NULL, 10));
        assert_fen(&position, PF_CASTLING_SHREDDER, PF_EP_ALWAYS, tsv_get(&in, "shredder_fen"));
        assert_fen(&position, PF_CASTLING_XFEN, PF_EP_ALWAYS, tsv_get(&in, "xfen"));
        pf_position shredder = position_of(tsv_get(&in, "shredder_fen"));
        pf_position xfen = position_of(tsv_get(&in, "xfen"));
        assert_memory_equal(&shredder, &position, sizeof position);
        assert_memory_equal(&xfen, &position, sizeof position);
    }
    assert_int_equal(in.rows, 960);
    tsv_close(&in);
}

static void equality(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        bool equal;
    } pairs[] = {
        /* Clocks do not matter. */
        {START_FEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 7 99", true},
        {START_FEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", false},
        {START_FEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1", false},
        {START_FEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBRN w Qkq - 0 1", false},
        /* The same rook squares, another rook that may castle. */
        {"4k3/8/8/8/8/8/8/4K1RR w G - 0 1", "4k3/8/8/8/8/8/8/4K1RR w H - 0 1", false},
        /* Same squares, other colours. */
        {"4k3/8/8/8/R6r/8/8/4K3 w - - 0 1", "4k3/8/8/8/r6R/8/8/4K3 w - - 0 1", false},
        /* En passant: legal, no pawn beside, capturer pinned, both pawns leave the rank. */
        {"4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4Pp2/8/8/4K3 b - - 0 1", false},
        {"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", true},
        {"5k2/8/8/8/4Pp2/8/8/4KR2 b - e3 0 1", "5k2/8/8/8/4Pp2/8/8/4KR2 b - - 0 1", true},
        {"8/8/8/8/k3Pp1R/8/8/4K3 b - e3 0 1", "8/8/8/8/k3Pp1R/8/8/4K3 b - - 0 1", true},
    };
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        pf_position a = position_of(pairs[i].a), b = position_of(pairs[i].b);
        assert_int_equal(pf_position_equal(&a, &b), pairs[i].equal);
        assert_int_equal(pf_position_equal(&b, &a), pairs[i].equal);
        assert_true(pf_position_equal(&a, &a));
        assert_int_equal(a.key == b.key, pairs[i].equal);
    }
}

static void ep_questions(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        pf_square as_played, pseudo, legal;
    } cases[] = {
        {START_FEN, PF_NO_SQUARE, PF_NO_SQUARE, PF_NO_SQUARE},
        {"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", PF_E3, PF_NO_SQUARE, PF_NO_SQUARE},
        {"5k2/8/8/8/4Pp2/8/8/4KR2 b - e3 0 1", PF_E3, PF_E3, PF_NO_SQUARE},
        {"8/8/8/8/k3Pp1R/8/8/4K3 b - e3 0 1", PF_E3, PF_E3, PF_NO_SQUARE},
        {"4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1", PF_E3, PF_E3, PF_E3},
        /* One capturer is pinned, the other is not. */
        {"3k4/8/8/8/3pPp2/8/8/3RK3 b - e3 0 1", PF_E3, PF_E3, PF_E3},
        /* No pawn of the far edge attacks round the board. */
        {"4k3/8/8/8/P6p/8/8/4K3 b - a3 0 1", PF_A3, PF_NO_SQUARE, PF_NO_SQUARE},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = position_of(cases[i].fen);
        assert_int_equal(position.ep_square, cases[i].as_played);
        assert_int_equal(pf_position_ep_pseudo_legal(&position), cases[i].pseudo);
        assert_int_equal(pf_position_ep_legal(&position), cases[i].legal);
    }
}

static void setup_and_back(void **state)
{
    (void)state;
    test_random random = {5};
    for (int i = 0; i < 2000; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        pf_position again;
        pf_setup setup;
        pf_setup_from_position(&setup, &position);
        assert_int_equal(pf_position_from_setup(&again, &setup, PF_ACCEPT_CHESS960 | PF_ACCEPT_LENIENT, NULL, NULL),
                         PF_OK);
        assert_memory_equal(&again, &position, sizeof position);
    }
}

/* ---- Variants ---- */

static void variants_of_positions(void **state)
{
    (void)state;
    pf_position chess = pf_position_start();
    assert_int_equal(pf_position_variant(&chess), PF_VARIANT_STANDARD);
    for (unsigned i = 0; i < PF_VARIANT_COUNT; i++) {
        pf_variant variant = (pf_variant)i;
        pf_position position = pf_variant_start(variant);
        assert_int_equal(pf_position_variant(&position), PF_VARIANTS ? variant : PF_VARIANT_STANDARD);
        pf_accept accept = PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960 | pf_accept_variant(variant);
        assert_int_equal(pf_accept_variant_of(accept), variant);
    }
    assert_int_equal(pf_accept_variant_of(PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960), PF_VARIANT_STANDARD);
}

static void names_of_variants(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        pf_variant variant;
    } cases[] = {
        {"Standard", PF_VARIANT_STANDARD},
        {"chess", PF_VARIANT_STANDARD},
        {"From Position", PF_VARIANT_STANDARD},
        {"CRAZYHOUSE", PF_VARIANT_CRAZYHOUSE},
        {"King of the Hill", PF_VARIANT_KING_OF_THE_HILL},
        {"koth", PF_VARIANT_KING_OF_THE_HILL},
        {"Three-check", PF_VARIANT_THREE_CHECK},
        {"3check", PF_VARIANT_THREE_CHECK},
        {"Racing Kings", PF_VARIANT_RACING_KINGS},
        {"racing_kings", PF_VARIANT_RACING_KINGS},
        {"Suicide chess", PF_VARIANT_ANTICHESS},
        {"Give away", PF_VARIANT_ANTICHESS},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_variant variant;
        assert_true(pf_variant_from_name(&variant, cases[i].text, strlen(cases[i].text)));
        assert_int_equal(variant, cases[i].variant);
    }
    for (unsigned i = 0; i < PF_VARIANT_COUNT; i++) {
        pf_variant variant;
        const char *name = pf_variant_name((pf_variant)i);
        assert_true(pf_variant_from_name(&variant, name, strlen(name)));
        assert_int_equal(variant, i);
    }
    static const char *const wrong[] = {"", "shogi", "horde2", "hord", "atomic chess960", " "};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        pf_variant variant = PF_VARIANT_HORDE;
        assert_false(pf_variant_from_name(&variant, wrong[i], strlen(wrong[i])));
        assert_int_equal(variant, PF_VARIANT_HORDE);
    }
    assert_string_equal(pf_variant_name((pf_variant)PF_VARIANT_COUNT), "");
    static const char *const names_of_chess960[] = {"chess960",     "Chess 960",      "960",
                                                    "fischerandom", "Fischer Random", "FRC"};
    for (size_t i = 0; i < COUNT_OF(names_of_chess960); i++) {
        pf_variant variant = PF_VARIANT_HORDE;
        const char *name = names_of_chess960[i];
        assert_true(pf_variant_name_is_chess960(name, strlen(name)));
        assert_true(pf_variant_from_name(&variant, name, strlen(name)));
        assert_int_equal(variant, PF_VARIANT_STANDARD);
    }
    static const char *const others[] = {"", "chess", "standard", "chess9600", "horde", "atomic chess960"};
    for (size_t i = 0; i < COUNT_OF(others); i++)
        assert_false(pf_variant_name_is_chess960(others[i], strlen(others[i])));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes),
        cmocka_unit_test(start),
        cmocka_unit_test(piece_at),
        cmocka_unit_test(chess960_starts),
        cmocka_unit_test(chess960_numbers),
        cmocka_unit_test(equality),
        cmocka_unit_test(ep_questions),
        cmocka_unit_test(setup_and_back),
        cmocka_unit_test(variants_of_positions),
        cmocka_unit_test(names_of_variants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
