/* Legal moves: the list, the count, "any" and "is legal" agree with each other, with the reference, and with complete
 * move sets that others published. */
#include "support.h"

#include <stdlib.h>

#include "reference/reference.h"

static int by_code(const void *a, const void *b)
{
    return *(const pf_move *)a - *(const pf_move *)b;
}

/* Every way of asking gives the same answer, and the reference gives it too. Adds to kinds the moves of each kind. */
static void assert_agreement(const pf_position *position, unsigned kinds[4])
{
    pf_move_list list;
    memset(&list, 0xff, sizeof list); /* what was there before is forgotten */
    uint32_t size = pf_generate_legal(position, &list);
    assert_int_equal(size, list.size);
    assert_in_range(size, 0, 218);
    assert_int_equal(pf_count_legal(position), size);
    assert_int_equal(pf_any_legal(position), size > 0);

    reference_board board;
    reference_board_from_position(&board, position);
    pf_move expected[REFERENCE_MAX_MOVES];
    assert_int_equal(reference_legal_moves(&board, expected), size);
    qsort(expected, size, sizeof(pf_move), by_code);
    qsort(list.moves, size, sizeof(pf_move), by_code);
    assert_memory_equal(list.moves, expected, size * sizeof(pf_move));
    for (uint32_t i = 1; i < size; i++) assert_int_not_equal(list.moves[i - 1], list.moves[i]);
    for (uint32_t i = 0; i < size && kinds; i++) kinds[pf_move_kind_of(list.moves[i])]++;
}

/* Counts that follow from the rules by hand or are widely published. */
static void known_positions(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        uint32_t moves;
    } cases[] = {
        {START_FEN, 20},
        {KIWIPETE, 48},
        {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 14},
        {"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218}, /* the most there can be */
        {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0},                         /* stalemate */
        {"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 0},                         /* mate */
        {"4k3/8/3N4/8/8/8/4R3/K7 b - - 0 1", 3},                       /* double check: only the king moves */
        {"8/8/8/8/k3Pp1R/8/8/4K3 b - e3 0 1", 6},                      /* en passant would uncover the rook */
        {"8/8/8/5k2/3pP3/8/8/4K3 b - e3 0 1", 9},                      /* en passant takes the checker */
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 26},
        {"4k3/8/8/8/8/8/8/1r2K2R w K - 0 1", 3},    /* no castling out of check */
        {"4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", 23},  /* nor through it; f-file is closed */
        {"1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 26}, /* but a rook may pass through an attack */
        {"k7/4P3/8/8/8/8/8/K7 w - - 0 1", 7},       /* four promotions */
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = position_of(cases[i].fen);
        if (pf_count_legal(&position) != cases[i].moves)
            fail_msg("%s has %u moves, not %u", cases[i].fen, pf_count_legal(&position), cases[i].moves);
        assert_agreement(&position, NULL);
    }
}

static void castling_in_chess960(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        pf_square king, rook;
        bool legal;
    } cases[] = {
        {"4k3/8/8/8/8/8/8/1K4R1 w G - 0 1", PF_B1, PF_G1, true},
        {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", PF_F1, PF_G1, true}, /* the two change places */
        {"4k3/8/8/8/8/8/8/6KR w H - 0 1", PF_G1, PF_H1, true},  /* the king stays where it is */
        {"4k3/8/8/8/8/8/8/RK6 w A - 0 1", PF_B1, PF_A1, true},
        {"4k3/8/8/8/8/8/8/qRK5 w B - 0 1", PF_C1, PF_B1, false}, /* the rook was the king's shield */
        {"4k3/8/8/8/8/8/8/1RK2N2 w B - 0 1", PF_C1, PF_B1, true},
        {"4k3/8/8/8/8/8/8/R1N1K3 w A - 0 1", PF_E1, PF_A1, false}, /* a knight where the king would stand */
        {"4k3/8/8/8/8/8/8/1R1NK3 w B - 0 1", PF_E1, PF_B1, false}, /* a knight where the rook would stand */
        {"2r1k3/8/8/8/8/8/8/R4K2 w A - 0 1", PF_F1, PF_A1, false}, /* c1 is attacked */
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = position_of(cases[i].fen);
        pf_move move = pf_move_of(cases[i].king, cases[i].rook, PF_MOVE_CASTLING);
        if (pf_move_is_legal(&position, move) != cases[i].legal) fail_msg("%s", cases[i].fen);
        assert_agreement(&position, NULL);
    }
}

static void agreement_at_random(void **state)
{
    (void)state;
    test_random random = {9};
    unsigned kinds[4] = {0};
    for (int i = 0; i < 20000; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        assert_agreement(&position, kinds);
    }
    print_message("%u moves, %u promotions, %u en passant, %u castling\n", kinds[0], kinds[1], kinds[2], kinds[3]);
    for (pf_move_kind kind = PF_MOVE_NORMAL; kind <= PF_MOVE_CASTLING; kind++) assert_true(kinds[kind] > 500);
}

/* All 65,536 codes: legal exactly when listed. */
static void every_code(void **state)
{
    (void)state;
    static const char *const fens[] = {KIWIPETE, "r3k2r/8/8/8/3pP3/8/1p6/R3K2R b KQkq e3 0 1",
                                       "4k3/8/8/8/8/8/8/5KR1 w G - 0 1"};
    for (size_t i = 0; i < COUNT_OF(fens); i++) {
        pf_position position = position_of(fens[i]);
        pf_move_list list;
        uint32_t legal = 0;
        pf_generate_legal(&position, &list);
        for (unsigned code = 0; code <= UINT16_MAX; code++) {
            bool is_legal = pf_move_is_legal(&position, (pf_move)code);
            assert_int_equal(is_legal, pf_move_list_contains(&list, (pf_move)code));
            legal += is_legal;
        }
        assert_int_equal(legal, list.size);
        assert_false(pf_move_is_legal(&position, PF_NO_MOVE));
    }
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void legal_moves_uci(void **state)
{
    (void)state;
    tsv in = tsv_open("notation/legal_moves_uci.tsv");
    size_t standard = 0, chess960 = 0, refused = 0;
    while (tsv_next(&in)) {
        const char *rule = tsv_get(&in, "rule"), *fen = tsv_get(&in, "fen");
        bool is_standard = strcmp(rule, "standard") == 0, is_chess960 = strcmp(rule, "chess960") == 0;
        if (!is_standard && !is_chess960) continue;
        standard += is_standard;
        chess960 += is_chess960;

        /* Some are not strictly standard chess: the rights of Chess960, checks that no move can have given. */
        pf_position position;
        refused += pf_position_from_fen(&position, fen, strlen(fen), is_chess960 ? PF_ACCEPT_CHESS960 : 0, NULL,
                                        NULL) != PF_OK;
        position = position_accepted(fen, PF_ACCEPT_CHESS960 | PF_ACCEPT_LENIENT);
        pf_move_list list;
        char texts[PF_MOVE_LIST_CAPACITY][PF_UCI_SIZE], line[PF_MOVE_LIST_CAPACITY * PF_UCI_SIZE] = "";
        pf_generate_legal(&position, &list);
        for (uint32_t i = 0; i < list.size; i++)
            pf_move_to_uci(texts[i], PF_UCI_SIZE, list.moves[i], PF_UCI_KING_TAKES_ROOK);
        qsort(texts, list.size, PF_UCI_SIZE, by_text);
        for (uint32_t i = 0, at = 0; i < list.size; i++)
            at += (uint32_t)snprintf(line + at, sizeof line - at, "%s%s", i ? " " : "", texts[i]);
        if (strcmp(line, tsv_get(&in, "uci")) != 0) fail_msg("%s\n%s\n%s", fen, line, tsv_get(&in, "uci"));
        assert_int_equal(list.size, strtoul(tsv_get(&in, "n"), NULL, 10));
    }
    print_message("%zu standard, %zu chess960 positions, %zu refused when strict\n", standard, chess960, refused);
    assert_int_equal(standard, 3469);
    assert_int_equal(chess960, 462);
    assert_int_equal(refused, 5);
    tsv_close(&in);
}

/* Each legal move gives one of the FENs, and each FEN is given. */
static void legal_moves_rampart(void **state)
{
    (void)state;
    jsonl in = jsonl_open("notation/legal_moves_rampart.jsonl");
    size_t moves = 0;
    while (jsonl_next(&in)) {
        pf_position position = position_accepted(jsonl_get(&in, "fen"), PF_ACCEPT_STRICT);
        const json_t *expected = json_object_get(in.row, "moves");
        pf_move_list list;
        static char fens[2][PF_MOVE_LIST_CAPACITY][PF_FEN_SIZE];
        if (pf_generate_legal(&position, &list) != json_array_size(expected))
            fail_msg("%s has %u moves", jsonl_get(&in, "fen"), list.size);
        for (uint32_t i = 0; i < list.size; i++) {
            pf_position after = position;
            pf_position_play_unchecked(&after, list.moves[i]);
            pf_position_to_fen(fens[0][i], PF_FEN_SIZE, &after, PF_CASTLING_STANDARD, PF_EP_LEGAL);
            /* The source writes the en passant square now when legal, now always. */
            after = position_accepted(json_string_value(json_array_get(json_array_get(expected, i), 1)), 0);
            pf_position_to_fen(fens[1][i], PF_FEN_SIZE, &after, PF_CASTLING_STANDARD, PF_EP_LEGAL);
        }
        for (unsigned side = 0; side < 2; side++) qsort(fens[side], list.size, PF_FEN_SIZE, by_text);
        for (uint32_t i = 0; i < list.size; i++) assert_string_equal(fens[0][i], fens[1][i]);
        moves += list.size;
    }
    print_message("%zu moves\n", moves);
    jsonl_close(&in);
}

/* ---- Variants ---- */

static bool has_move(const pf_position *position, const char *uci)
{
    pf_move move;
    pf_status status = pf_move_from_uci(&move, position, uci, strlen(uci), NULL);
    if (status == PF_OK) assert_true(pf_move_is_legal(position, move));
    return status == PF_OK;
}

/* One move that is legal and one that is not. */
static void variants_at_their_edges(void **state)
{
    (void)state;
    static const struct {
        pf_variant variant;
        const char *fen, *legal, *illegal;
    } cases[] = {
        {PF_VARIANT_ATOMIC, "8/8/8/8/8/2p5/8/R1K4k w - - 0 1", "c1c2", "c1b2"},  /* pawns attack */
        {PF_VARIANT_ATOMIC, "7k/8/8/8/8/8/1r6/RK6 w - - 0 1", "b1c1", "b1b2"},   /* a king does not capture */
        {PF_VARIANT_ATOMIC, "7k/8/8/8/8/8/r7/RK6 w - - 0 1", "b1c1", "a1a2"},    /* nor is blown up by its own rook */
        {PF_VARIANT_ATOMIC, "6rk/8/8/8/8/8/6R1/1r5K w - - 0 1", "g2g8", "g2g3"}, /* their king first, check or not */
        {PF_VARIANT_ATOMIC, "8/8/8/8/8/3k4/8/3K3r w - - 0 1", "d1d2", "d1c1"},   /* shelter beside the king */
        {PF_VARIANT_ANTICHESS, "8/8/8/8/8/1p6/P6R/8 w - - 0 1", "a2b3", "h2h3"}, /* compulsion */
        {PF_VARIANT_ANTICHESS, "8/8/8/Pp6/8/8/8/7R w - b6 0 1", "a5b6", "h1h2"}, /* en passant too */
        {PF_VARIANT_ANTICHESS, "8/P7/8/8/8/8/8/8 w - - 0 1", "a7a8k", "a7b8k"},
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/8/r3K3[PN] w - - 0 1", "N@c1", "P@c1"}, /* step between */
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@e7", "N@e7"},
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "@e7", "@e8"},
        {PF_VARIANT_HORDE, "4k3/8/8/8/8/8/8/P7 w - - 0 1", "a1a3", "a1a4"},
        {PF_VARIANT_HORDE, "4k3/8/8/8/8/p7/8/P7 w - - 0 1", "a1a2", "a1a3"},
        {PF_VARIANT_RACING_KINGS, "8/8/8/8/8/8/k7/6RK w - - 0 1", "h1h2", "g1g2"},
        {PF_VARIANT_RACING_KINGS, "8/8/8/8/8/k7/8/B6K w - - 0 1", "a1d4", "a1b2"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = variant_position_of(cases[i].fen, cases[i].variant);
        if (!has_move(&position, cases[i].legal)) fail_msg("%s: %s is legal", cases[i].fen, cases[i].legal);
        if (has_move(&position, cases[i].illegal)) fail_msg("%s: %s is not legal", cases[i].fen, cases[i].illegal);
    }
}

/* Every position that is accepted fits into a list: the fullest ones that are known. */
static void many_moves(void **state)
{
    (void)state;
    static const struct {
        pf_variant variant;
        const char *fen;
        unsigned least;
    } cases[] = {
        {PF_VARIANT_CRAZYHOUSE, "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1", 301},
        {PF_VARIANT_CRAZYHOUSE, "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk[QRBNP] w - - 0 1", 300},
        {PF_VARIANT_HORDE, "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1Q1BBNNk w - - 0 1", 218},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = variant_position_of(cases[i].fen, cases[i].variant);
        pf_move_list list;
        uint32_t size = pf_generate_legal(&position, &list);
        assert_true(size >= cases[i].least && size < 700);
        assert_int_equal(size, pf_count_legal(&position));
    }
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* What the comment at PF_MOVE_LIST_CAPACITY says of a side with n pieces, s of them sliders, and t types to drop. */
static unsigned bound(unsigned n, unsigned s, unsigned t, unsigned of_another)
{
    return least(27 * s, 420 - 3 * n) + of_another * (n - s) + t * (63 - n);
}

/* The greatest bound of all that validation accepts fits into a list. */
static void list_bound(void **state)
{
    (void)state;
    unsigned crazyhouse = 0, horde = 0, antichess = 0;
    for (unsigned t = 0; t <= 5; t++)
        for (unsigned n = 1; n + t <= 31; n++)
            for (unsigned s = 0; s < n; s++)
                if (bound(n, s, t, 12) > crazyhouse) crazyhouse = bound(n, s, t, 12);
    for (unsigned n = 0; n <= 36; n++)
        for (unsigned s = 0; s <= n; s++) {
            if (bound(n, s, 0, 12) > horde) horde = bound(n, s, 0, 12);
            if (n <= 16 && bound(n, s, 0, 15) > antichess) antichess = bound(n, s, 0, 15);
        }
    assert_true(crazyhouse <= 695 && horde <= 612 && antichess < 600);
    assert_true(PF_MOVE_LIST_CAPACITY > (PF_VARIANTS ? 695 : 218));
}

#if PF_VARIANTS
/* Positions with many pieces keep each part of the bound: sliders together, every other piece, and drops. */
static void crowds_keep_the_bound(void **state)
{
    (void)state;
    test_random random = {8};
    unsigned most = 0;
    for (unsigned i = 0; i < 4000; i++) {
        pf_variant variant = i % 2 ? PF_VARIANT_HORDE : PF_VARIANT_CRAZYHOUSE;
        pf_setup setup = {.ep_square = PF_NO_SQUARE, .variant = (uint8_t)variant};
        setup.squares[random_below(&random, 64)] = (uint8_t)pf_piece_of(PF_BLACK, PF_KING);
        unsigned pieces = 1 + random_below(&random, variant == PF_VARIANT_HORDE ? 36 : 25);
        for (unsigned k = 0; k < pieces; k++) {
            uint8_t *square = &setup.squares[random_below(&random, 64)];
            pf_piece_type type = random_below(&random, 4) ? (pf_piece_type)PF_QUEEN : 1 + random_below(&random, 4);
            if (*square == PF_NO_PIECE)
                *square = (uint8_t)pf_piece_of(PF_WHITE,
                                               k == 0 && variant != PF_VARIANT_HORDE ? (pf_piece_type)PF_KING : type);
        }
        for (unsigned type = 0; variant == PF_VARIANT_CRAZYHOUSE && type < 5; type++)
            setup.pockets[PF_WHITE][type] = random_below(&random, 4) != 0;
        pf_position position;
        if (pf_position_from_setup(&position, &setup, PF_ACCEPT_LENIENT, NULL, NULL) != PF_OK) continue;
        pf_move_list list;
        pf_generate_legal(&position, &list);
        const pf_position *board = &position;
        pf_bitboard line_pieces = board->by_type[PF_BISHOP] | board->by_type[PF_ROOK] | board->by_type[PF_QUEEN];
        unsigned n = pf_bitboard_count(board->by_colour[PF_WHITE]);
        unsigned s = pf_bitboard_count(board->by_colour[PF_WHITE] & line_pieces);
        unsigned t = 0, sliders = 0, drops = 0, of_square[64] = {0};
        for (unsigned type = 0; type < 5; type++) t += position.pockets[PF_WHITE][type] > 0;
        for (uint32_t m = 0; m < list.size; m++) {
            pf_square from = pf_move_from(list.moves[m]);
            if (pf_move_is_drop(list.moves[m]))
                drops++;
            else if (line_pieces >> from & 1)
                sliders++;
            else
                assert_true(++of_square[from] <= 12);
        }
        assert_true(sliders <= least(27 * s, 420 - 3 * n) && drops <= t * (63 - n));
        if (list.size > most) most = list.size;
    }
    assert_true(most > 300 && most < PF_MOVE_LIST_CAPACITY);
}
#endif

static void moves_of_others(void **state)
{
    (void)state;
    tsv in = tsv_open("notation/legal_moves_uci.tsv");
    while (tsv_next(&in)) {
        pf_variant variant;
        const char *rule = tsv_get(&in, "rule");
        if (!pf_variant_from_name(&variant, rule, strlen(rule))) fail_msg("%s: no such variant", rule);
        const char *text = tsv_get(&in, "fen");
        pf_position position;
        pf_error error;
        if (pf_position_from_fen(&position, text, strlen(text),
                                 PF_ACCEPT_CHESS960 | PF_ACCEPT_LENIENT | pf_accept_variant(variant), NULL,
                                 &error) != PF_OK)
            fail_msg("%s: %s", text, error.message);
        assert_int_equal(pf_count_legal(&position), atoi(tsv_get(&in, "n")));
        static char moves[8192];
        snprintf(moves, sizeof moves, "%s", tsv_get(&in, "uci"));
        for (char *uci = strtok(moves, " "); uci; uci = strtok(NULL, " "))
            if (!has_move(&position, uci)) fail_msg("%s: %s: %s", rule, text, uci);
    }
    tsv_close(&in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_positions),
        cmocka_unit_test(castling_in_chess960),
        cmocka_unit_test(agreement_at_random),
        cmocka_unit_test(every_code),
        cmocka_unit_test(legal_moves_uci),
        cmocka_unit_test(legal_moves_rampart),
        cmocka_unit_test(variants_at_their_edges),
        cmocka_unit_test(many_moves),
        cmocka_unit_test(list_bound),
#if PF_VARIANTS
        cmocka_unit_test(crowds_keep_the_bound),
#endif
        cmocka_unit_test(moves_of_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
