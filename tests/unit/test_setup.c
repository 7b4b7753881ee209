/* Validation: each problem alone, several at once, what strict refuses, and what lenient repairs or tolerates. */
#include "support.h"

enum {
    NO_WHITE = PF_PROBLEM_NO_WHITE_KING,
    NO_BLACK = PF_PROBLEM_NO_BLACK_KING,
    MANY_WHITE = PF_PROBLEM_MANY_WHITE_KINGS,
    MANY_BLACK = PF_PROBLEM_MANY_BLACK_KINGS,
    PAWN = PF_PROBLEM_PAWN_ON_LAST_RANK,
    OPPONENT = PF_PROBLEM_OPPONENT_IN_CHECK,
    WHITE_MATERIAL = PF_PROBLEM_WHITE_MATERIAL,
    BLACK_MATERIAL = PF_PROBLEM_BLACK_MATERIAL,
    CASTLING = PF_PROBLEM_CASTLING,
    CHESS960 = PF_PROBLEM_CASTLING_CHESS960,
    EN_PASSANT = PF_PROBLEM_EN_PASSANT,
    CHECKERS = PF_PROBLEM_CHECKERS,
    IMPOSSIBLE = PF_PROBLEM_IMPOSSIBLE_CHECK
};

/* The problems by the rules of standard chess and of Chess960, and what lenient reading by the former makes of it. */
static const struct {
    const char *fen;
    pf_problems standard, chess960;
    const char *lenient; /* NULL where the problems are fatal, "" where nothing changes */
} cases[] = {
    {START_FEN, 0, 0, ""},
    {"4k3/8/8/8/8/8/8/8 w - - 0 1", NO_WHITE, NO_WHITE, NULL},
    {"8/8/8/8/8/8/8/4K3 w - - 0 1", NO_BLACK, NO_BLACK, NULL},
    {"4k3/8/8/8/8/8/8/2K1K3 w - - 0 1", MANY_WHITE, MANY_WHITE, NULL},
    {"2k1k3/8/8/8/8/8/8/4K3 w - - 0 1", MANY_BLACK, MANY_BLACK, NULL},
    {"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", PAWN, PAWN, NULL},
    {"p3k3/8/8/8/8/8/8/4K3 w - - 0 1", PAWN, PAWN, NULL},
    {"P3k3/8/8/8/8/8/8/4K3 b - - 0 1", PAWN, PAWN, NULL},
    {"4k3/8/8/8/8/8/8/p3K3 b - - 0 1", PAWN, PAWN, NULL},
    {"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", OPPONENT, OPPONENT, NULL},
    {"8/8/8/8/8/8/4k3/4K3 b - - 0 1", OPPONENT, OPPONENT, NULL},
    {"k1K5/8/8/8/8/8/8/8 w - - 0 1", 0, 0, ""},

    /* Material: 17 pieces; 9 pawns; a promoted piece and 8 pawns; 10 knights and no pawn is the limit. */
    {"4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1", WHITE_MATERIAL, WHITE_MATERIAL, NULL},
    {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", WHITE_MATERIAL, WHITE_MATERIAL, NULL},
    {"4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", WHITE_MATERIAL, WHITE_MATERIAL, NULL},
    {"4k3/8/8/8/8/8/1PPPPPPP/QQ2K3 w - - 0 1", 0, 0, ""},
    {"4k3/pppppppp/pppppppp/8/8/8/8/4K3 w - - 0 1", BLACK_MATERIAL, BLACK_MATERIAL, NULL},
    {"bbb1k3/pppppppp/8/8/8/8/8/4K3 w - - 0 1", BLACK_MATERIAL, BLACK_MATERIAL, NULL},
    {"nnnnknnn/nnnn4/8/8/8/8/8/4K3 b - - 0 1", BLACK_MATERIAL, BLACK_MATERIAL, NULL},
    {"nnnnknnn/nnn5/8/8/8/8/8/4K3 b - - 0 1", 0, 0, ""},

    /* Castling. */
    {"4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", CASTLING, CASTLING, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
    {"r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1", CASTLING, CASTLING, "r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1"},
    {"r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1", CASTLING, CASTLING, "r3k2r/8/8/8/8/8/4K3/R6R w kq - 0 1"},
    {"4k3/8/8/8/8/8/8/RR2K3 w AB - 0 1", CASTLING, CASTLING, "4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1"},
    {"4k3/8/8/8/8/8/8/4K2r w K - 0 1", CASTLING, CASTLING, "4k3/8/8/8/8/8/8/4K2r w - - 0 1"},
    {"4k3/8/8/8/8/8/8/K6R w K - 0 1", CHESS960, 0, "4k3/8/8/8/8/8/8/K6R w - - 0 1"}, /* not only between rooks */
    {"r2r3k/p7/3p4/8/8/P6P/8/R3K2R b KQq - 0 1", CHESS960, 0, "r2r3k/p7/3p4/8/8/P6P/8/R3K2R b KQ - 0 1"},
    {"4k3/8/8/8/8/8/8/K6R w Q - 0 1", CASTLING, CASTLING, "4k3/8/8/8/8/8/8/K6R w - - 0 1"},
    {"4k3/8/8/8/8/8/8/1K5R w H - 0 1", CHESS960, 0, "4k3/8/8/8/8/8/8/1K5R w - - 0 1"},
    {"4k3/8/8/8/8/8/8/R3K1R1 w KQ - 0 1", CHESS960, 0, "4k3/8/8/8/8/8/8/R3K1R1 w Q - 0 1"},
    {"4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 1", CHESS960, 0, "4k3/8/8/8/8/8/8/1R2K2R w K - 0 1"},
    {"1r2k3/8/8/8/8/8/8/R3KR2 w KQkq - 0 1", CASTLING | CHESS960, CASTLING, "1r2k3/8/8/8/8/8/8/R3KR2 w Q - 0 1"},

    /* En passant: right rank, pawn behind, both squares it crossed empty. */
    {"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", 0, 0, ""},
    {"4k3/8/8/8/8/8/8/4K3 b - e3 0 1", EN_PASSANT, EN_PASSANT, "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
    {"4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", EN_PASSANT, EN_PASSANT, "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1"},
    {"4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1", EN_PASSANT, EN_PASSANT, "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"},
    {"4k3/8/8/8/4P3/8/8/4K3 b - e6 0 1", EN_PASSANT, EN_PASSANT, "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"},
    {"4k3/8/8/8/4N3/8/8/4K3 b - e3 0 1", EN_PASSANT, EN_PASSANT, "4k3/8/8/8/4N3/8/8/4K3 b - - 0 1"},
    {"4k3/8/8/8/4p3/8/8/4K3 b - e3 0 1", EN_PASSANT, EN_PASSANT, "4k3/8/8/8/4p3/8/8/4K3 b - - 0 1"},
    {"4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1", EN_PASSANT, EN_PASSANT, "4k3/8/8/8/4P3/4N3/8/4K3 b - - 0 1"},
    {"4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1", EN_PASSANT, EN_PASSANT, "4k3/8/8/8/4P3/8/4N3/4K3 b - - 0 1"},
    {"4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1", 0, 0, ""},

    /* Checks. A double check needs an uncovered slider; two on one line cannot both have been shut in. */
    {"4k3/8/8/8/8/8/8/R2RK3 b - - 0 1", 0, 0, ""},
    {"3Rk2R/8/3N4/8/8/8/8/4K3 b - - 0 1", CHECKERS, CHECKERS, ""},
    {"4k3/8/3N4/8/8/8/4R3/K7 b - - 0 1", 0, 0, ""},
    {"R3k2R/8/8/8/8/8/8/4K3 b - - 0 1", IMPOSSIBLE, IMPOSSIBLE, ""},
    {"4k3/5P2/3N4/8/8/8/8/4K3 b - - 0 1", IMPOSSIBLE, IMPOSSIBLE, ""},
    {"3Rk3/4R3/8/8/8/8/8/4K3 b - - 0 1", IMPOSSIBLE, IMPOSSIBLE, ""},
    /* No last move leads here either, but finding that out takes a search: see docs/fen.md. */
    {"4k2r/8/2B5/r1P1P1QQ/8/2R5/2r5/4K2R b Kk - 0 1", 0, 0, ""},
    /* After a double push: the pawn checks, or what it uncovered; nothing else. */
    {"8/8/8/5k2/3pP3/8/8/4K3 b - e3 0 1", 0, 0, ""},
    {"8/8/8/8/4P3/8/k5R1/4K3 b - e3 0 1", 0, 0, ""},
    {"8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", IMPOSSIBLE, IMPOSSIBLE, ""},
    {"8/8/8/2k5/3P4/8/8/2R1K3 b - d3 0 1", IMPOSSIBLE, IMPOSSIBLE, ""},

    /* Many at once. */
    {"8/8/8/8/8/8/8/P7 w KQ e3 0 1", NO_WHITE | NO_BLACK | PAWN | CASTLING | EN_PASSANT,
     NO_WHITE | NO_BLACK | PAWN | CASTLING | EN_PASSANT, NULL},
    {"kk6/8/8/8/8/8/QQQQQQQQ/QQQQKK2 w - - 0 1", MANY_WHITE | MANY_BLACK | OPPONENT | WHITE_MATERIAL,
     MANY_WHITE | MANY_BLACK | OPPONENT | WHITE_MATERIAL, NULL},
    {"3Rk2R/8/3N4/8/8/8/8/1K6 b K e3 0 1", CASTLING | EN_PASSANT | CHECKERS, CASTLING | EN_PASSANT | CHECKERS,
     "3Rk2R/8/3N4/8/8/8/8/1K6 b - - 0 1"},
};

static pf_setup setup_of(const char *fen)
{
    pf_setup setup;
    assert_int_equal(pf_setup_from_fen(&setup, fen, strlen(fen), PF_VARIANT_STANDARD, NULL), PF_OK);
    return setup;
}

/* The mode must accept exactly when none of the problems is refused by it, and leave out alone otherwise. */
static void try(const char *fen, pf_accept accept, pf_problems expected, const char *result)
{
    pf_setup setup = setup_of(fen);
    pf_position position, untouched;
    memset(&untouched, 0x55, sizeof untouched);
    position = untouched;
    pf_problems problems = ~0u, refused = accept & PF_ACCEPT_LENIENT ? PF_PROBLEM_FATAL : PF_PROBLEM_ALL;
    pf_error error = {0};
    pf_status status = pf_position_from_setup(&position, &setup, accept, &problems, &error);
    if (problems != expected) fail_msg("%s (accept %u): problems %#x, not %#x", fen, accept, problems, expected);
    assert_int_equal(pf_setup_problems(&setup, accept), expected);
    assert_int_equal(pf_setup_problems(&setup, accept ^ PF_ACCEPT_LENIENT), expected);
    assert_int_equal(status, expected & refused ? PF_ERROR_POSITION : PF_OK);
    assert_int_equal(error.code, status);
    if (status) {
        char text[sizeof error.message];
        pf_problems_to_text(text, sizeof text, problems);
        assert_string_equal(error.message, text);
        assert_int_equal(error.offset, 0);
        assert_memory_equal(&position, &untouched, sizeof position);
    } else if (result) {
        assert_fen(&position, PF_CASTLING_STANDARD, PF_EP_ALWAYS, result[0] ? result : fen);
    }
    assert_int_equal(pf_position_from_setup(&position, &setup, accept, NULL, NULL), status);
}

static void problems(void **state)
{
    (void)state;
    pf_problems seen = PF_PROBLEM_INVALID_VALUE;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *lenient = cases[i].lenient;
        assert_int_equal(lenient == NULL, (cases[i].standard & PF_PROBLEM_FATAL) != 0);
        try(cases[i].fen, PF_ACCEPT_STRICT, cases[i].standard, NULL);
        try(cases[i].fen, PF_ACCEPT_LENIENT, cases[i].standard, lenient);
        try(cases[i].fen, PF_ACCEPT_CHESS960, cases[i].chess960, NULL);
        try(cases[i].fen, PF_ACCEPT_CHESS960 | PF_ACCEPT_LENIENT, cases[i].chess960, NULL);
        if ((cases[i].standard & (cases[i].standard - 1)) == 0) seen |= cases[i].standard;
    }
    assert_int_equal(seen, (1 << 14) - 1); /* each of standard chess was alone once */
}

static void values_that_do_not_exist(void **state)
{
    (void)state;
    const pf_setup good = setup_of(START_FEN);
    pf_position position;
    for (unsigned code = 0; code < 256; code++) {
        pf_setup setup = good;
        setup.squares[PF_E4] = (uint8_t)code;
        bool exists = code <= 6 || (code >= 9 && code <= 14);
        assert_int_equal((pf_setup_problems(&setup, 0) & PF_PROBLEM_INVALID_VALUE) == 0, exists);

        setup = good;
        setup.turn = (uint8_t)code;
        assert_int_equal((pf_setup_problems(&setup, 0) & PF_PROBLEM_INVALID_VALUE) == 0, code <= PF_BLACK);

        setup = good;
        setup.ep_square = (uint8_t)code;
        assert_int_equal((pf_setup_problems(&setup, 0) & PF_PROBLEM_INVALID_VALUE) == 0, code <= PF_NO_SQUARE);
        if (code > PF_NO_SQUARE)
            assert_int_equal(pf_position_from_setup(&position, &setup, PF_ACCEPT_LENIENT, NULL, NULL),
                             PF_ERROR_POSITION);
    }
    /* Rights anywhere on the board are a problem, never a crash. */
    pf_setup setup = good;
    setup.castling = ~UINT64_C(0);
    assert_int_equal(pf_setup_problems(&setup, 0), PF_PROBLEM_CASTLING);
    pf_problems found;
    assert_int_equal(pf_position_from_setup(&position, &setup, PF_ACCEPT_LENIENT, &found, NULL), PF_OK);
    assert_int_equal(found, PF_PROBLEM_CASTLING);
    assert_fen(&position, PF_CASTLING_STANDARD, PF_EP_ALWAYS, START_FEN);
}

static void a_zeroed_setup_is_the_empty_board(void **state)
{
    (void)state;
    pf_setup setup = {.ep_square = PF_NO_SQUARE};
    assert_int_equal(pf_setup_problems(&setup, 0), PF_PROBLEM_NO_WHITE_KING | PF_PROBLEM_NO_BLACK_KING);
}

static void names(void **state)
{
    (void)state;
    char text[1024], joined[1024] = "";
    assert_string_equal(pf_problem_name(0), "");
    assert_string_equal(pf_problem_name(~(pf_problems)PF_PROBLEM_ALL), "");
    for (pf_problems bit = 1; bit < PF_PROBLEM_ALL; bit <<= 1) {
        const char *name = pf_problem_name(bit);
        assert_true(name[0] != '\0');
        assert_string_equal(pf_problem_name(bit | (PF_PROBLEM_ALL & ~(bit - 1))), name);
        assert_null(strstr(joined, name));
        if (joined[0]) strcat(joined, "; ");
        strcat(joined, name);
    }
    assert_int_equal(pf_problems_to_text(text, sizeof text, ~0u), strlen(joined));
    assert_string_equal(text, joined);
    assert_int_equal(pf_problems_to_text(text, 8, PF_PROBLEM_NO_WHITE_KING), strlen("no white king"));
    assert_string_equal(text, "no whit");
    assert_int_equal(pf_problems_to_text(NULL, 0, PF_PROBLEM_NO_WHITE_KING), strlen("no white king"));
    assert_int_equal(pf_problems_to_text(text, sizeof text, 0), 0);
    assert_string_equal(text, "");
}

/* pf_position_from_setup decides quickly where it can; pf_setup_problems examines everything. Random games, with a few
 * squares changed at random, so that most problems and most near misses occur. */
static void quick_agrees_with_complete(void **state)
{
    (void)state;
    test_random random = {2024};
    unsigned fine = 0, faulty = 0;
    pf_position game = pf_position_start();
    for (unsigned round = 0; round < 40000; round++) {
        pf_move_list list;
        if (pf_generate_legal(&game, &list) == 0 || round % 150 == 0)
            game = pf_position_start();
        else
            pf_position_play_unchecked(&game, list.moves[random_next(&random) % list.size]);
        pf_setup setup;
        pf_setup_from_position(&setup, &game);
        for (unsigned changes = round % 4; changes > 0; changes--) {
            uint64_t r = random_next(&random);
            unsigned square = r >> 8 & 63;
            if (r % 8 < 5) setup.squares[square] = (uint8_t)(r >> 16 & 15);
            if (r % 8 == 5) setup.castling ^= pf_bit(square);
            if (r % 8 == 6) setup.ep_square = (uint8_t)square;
            if (r % 8 == 7) setup.turn ^= 1;
        }
        for (pf_accept accept = 0; accept < 4; accept++) {
            pf_problems expected = pf_setup_problems(&setup, accept), found;
            pf_problems refused = accept & PF_ACCEPT_LENIENT ? (pf_problems)PF_PROBLEM_FATAL
                                                             : (pf_problems)PF_PROBLEM_ALL;
            pf_position position;
            pf_status status = pf_position_from_setup(&position, &setup, accept, &found, NULL);
            assert_int_equal(found, expected);
            assert_int_equal(status == PF_OK, !(expected & refused));
            if (status != PF_OK) continue;
            pf_setup again;
            pf_setup_from_position(&again, &position);
            assert_memory_equal(again.squares, setup.squares, sizeof again.squares);
            assert_true(pf_position_compute_key(&position) == position.key);
        }
        *(pf_setup_problems(&setup, 0) ? &faulty : &fine) += 1;
    }
    assert_true(fine > 5000 && faulty > 5000);
}

/* ---- Any bytes as a position ---- */

static void is_sound(const pf_position *position, void *context)
{
    size_t *count = context;
    assert_true(pf_position_is_sound(position));
    ++*count;
}

static void positions_of_the_library_are_sound(void **state)
{
    (void)state;
    size_t count = 0;
    visit_suites(is_sound, &count);
    test_random random = {72};
    for (unsigned i = 0; i < 5000; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        is_sound(&position, &count);
    }
    pf_position position = pf_position_start();
    position.fullmove_number = 4294967295;
    position.halfmove_clock = 65535;
    is_sound(&position, &count);
    assert_true(count > 5000);
}

/* Every byte of a position matters: no other value of one of them is sound, but for the clocks and for bits that change
 * the position into another with the same key. */
static void other_bytes_are_not(void **state)
{
    (void)state;
    pf_position position = position_of("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    size_t clock = offsetof(pf_position, halfmove_clock);
    for (size_t at = 0; at < sizeof position; at++) {
        for (unsigned change = 1; change < 256; change++) {
            pf_position changed = position;
            ((uint8_t *)&changed)[at] ^= (uint8_t)change;
            bool is_number_0 = changed.fullmove_number == 0;
            bool is_clock = at >= clock && at < offsetof(pf_position, promoted);
            /* The others have no castling, no pawns or no white king. */
            bool is_variant = at == offsetof(pf_position, variant) && changed.variant <= PF_VARIANT_THREE_CHECK &&
                              changed.variant != PF_VARIANT_ANTICHESS;
            assert_int_equal(pf_position_is_sound(&changed), (is_clock && !is_number_0) || is_variant);
        }
    }
}

static void each_field_must_agree(void **state)
{
    (void)state;
    const pf_position start = pf_position_start();
    pf_position changed;
    memset(&changed, 0, sizeof changed);
    assert_false(pf_position_is_sound(&changed));
    memset(&changed, 0xff, sizeof changed);
    assert_false(pf_position_is_sound(&changed));
    changed = start, changed.by_type[PF_QUEEN] |= pf_bit(PF_E1); /* two pieces on a square */
    assert_false(pf_position_is_sound(&changed));
    changed = start, changed.by_type[PF_QUEEN] |= pf_bit(PF_E4); /* of no side */
    assert_false(pf_position_is_sound(&changed));
    changed = start, changed.by_colour[PF_BLACK] |= pf_bit(PF_E1); /* of both */
    assert_false(pf_position_is_sound(&changed));
    changed = start, changed.by_colour[PF_WHITE] |= pf_bit(PF_E4); /* of no type */
    assert_false(pf_position_is_sound(&changed));
    changed = start, changed.turn = 2;
    assert_false(pf_position_is_sound(&changed));
    changed = start, changed.castling |= pf_bit(PF_B1);
    changed.key = pf_position_compute_key(&changed);
    assert_false(pf_position_is_sound(&changed));
    changed = start, changed.ep_square = PF_E3; /* is not part of the key here */
    assert_false(pf_position_is_sound(&changed));
    changed = start, changed.ep_square = PF_NO_SQUARE + 1;
    assert_false(pf_position_is_sound(&changed));
    changed = start, changed.key ^= 1;
    assert_false(pf_position_is_sound(&changed));
    changed = start, changed.fullmove_number = 0; /* which readers make 1 */
    assert_false(pf_position_is_sound(&changed));
    assert_true(pf_position_is_sound(&start));
}

/* ---- Variants ---- */

static void problems_of_variants(void **state)
{
    (void)state;
    static const struct {
        pf_variant variant;
        const char *text;
        pf_problems problems;
    } rows[] = {
        {PF_VARIANT_CRAZYHOUSE, "2k5/8/8/8/8/8/8/4K3[QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ] w - - 0 1", 0},
        {PF_VARIANT_CRAZYHOUSE, "2k5/8/8/8/8/8/8/4K3[QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ] w - - 0 1", PF_PROBLEM_POCKET},
        {PF_VARIANT_CRAZYHOUSE, "2k5/8/8/8/8/8/8/4K~3[] w - - 0 1", PF_PROBLEM_PROMOTED},
        {PF_VARIANT_CRAZYHOUSE, "8/8/8/8/8/8/8/4K3[] w - - 0 1", PF_PROBLEM_NO_BLACK_KING},
        {PF_VARIANT_ATOMIC, "8/8/8/8/8/8/8/4K3 w - - 0 1", PF_PROBLEM_NO_BLACK_KING},
        {PF_VARIANT_ATOMIC, "8/8/8/8/8/8/8/8 w - - 0 1", PF_PROBLEM_NO_WHITE_KING | PF_PROBLEM_NO_BLACK_KING},
        {PF_VARIANT_ATOMIC, "8/8/8/8/4k3/8/8/4RK2 w - - 0 1", PF_PROBLEM_OPPONENT_IN_CHECK},
        {PF_VARIANT_ATOMIC, "8/8/8/8/8/4k3/4R3/4K3 w - - 0 1", PF_PROBLEM_OPPONENT_IN_CHECK},
        {PF_VARIANT_ATOMIC, "8/8/8/8/8/4k3/4K3/4R3 w - - 0 1", 0},
        {PF_VARIANT_ANTICHESS, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", PF_PROBLEM_CASTLING},
        {PF_VARIANT_ANTICHESS, "8/8/8/8/KKKKKKKK/KK6/8/8 w - - 0 1", PF_PROBLEM_WHITE_MATERIAL},
        {PF_VARIANT_HORDE, "4k3/8/8/8/8/8/8/PPPPPPPP w - - 0 1", 0},
        {PF_VARIANT_HORDE, "4k3/8/8/8/8/8/8/PPPPKPPP w - - 0 1", PF_PROBLEM_WHITE_KING},
        {PF_VARIANT_HORDE, "8/8/8/8/8/8/8/PPPPPPPp w - - 0 1", PF_PROBLEM_NO_BLACK_KING | PF_PROBLEM_PAWN_ON_LAST_RANK},
        {PF_VARIANT_HORDE, "4k3/8/8/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w - - 0 1", PF_PROBLEM_WHITE_MATERIAL},
        {PF_VARIANT_RACING_KINGS, "8/8/8/8/8/8/k6K/P7 w - - 0 1", PF_PROBLEM_PAWN_ON_LAST_RANK | PF_PROBLEM_PAWNS},
        {PF_VARIANT_RACING_KINGS, "8/8/8/8/8/8/k3r2K/8 w - - 0 1", PF_PROBLEM_IN_CHECK},
        {PF_VARIANT_KING_OF_THE_HILL, "8/8/8/3k4/8/8/8/4K3 w - - 0 1", 0},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        pf_position position;
        pf_problems found;
        pf_error error;
        pf_status status = pf_position_from_fen(&position, rows[i].text, strlen(rows[i].text),
                                                pf_accept_variant(rows[i].variant), &found, &error);
        if (found != rows[i].problems)
            fail_msg("%s: %x, not %x", rows[i].text, (unsigned)found, (unsigned)rows[i].problems);
        assert_int_equal(status, rows[i].problems ? PF_ERROR_POSITION : PF_OK);
    }
    /* Checks and pockets that a FEN cannot give. */
    pf_setup setup;
    pf_position start = pf_variant_start(PF_VARIANT_THREE_CHECK);
    pf_setup_from_position(&setup, &start);
    setup.checks_given[PF_BLACK] = 4;
    assert_int_equal(pf_setup_problems(&setup, 0), PF_PROBLEM_CHECKS_GIVEN);
    setup.pockets[0][0] = 1;
    setup.promoted = 1;
    setup.variant = PF_VARIANT_STANDARD;
    assert_int_equal(pf_setup_problems(&setup, 0), PF_PROBLEM_CHECKS_GIVEN | PF_PROBLEM_POCKET | PF_PROBLEM_PROMOTED);
    setup.variant = 99;
    assert_int_equal(pf_setup_problems(&setup, 0), PF_PROBLEM_INVALID_VALUE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quick_agrees_with_complete),
        cmocka_unit_test(problems),
        cmocka_unit_test(values_that_do_not_exist),
        cmocka_unit_test(a_zeroed_setup_is_the_empty_board),
        cmocka_unit_test(names),
        cmocka_unit_test(positions_of_the_library_are_sound),
        cmocka_unit_test(other_bytes_are_not),
        cmocka_unit_test(each_field_must_agree),
        cmocka_unit_test(problems_of_variants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
