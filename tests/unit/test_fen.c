/* FEN text: what is read, what is refused and where the fault lies, and what is written. */
#include "support.h"

#define BOARD "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
#define KINGS "4k3/8/8/8/8/8/8/4K3"

static const char ep_message[] = "en passant field must be '-' or a square";
static const char clock_message[] = "half-move clock must be a number from 0 to 65535";
static const char number_message[] = "move number must be a number from 0 to 4294967295";

static const struct {
    const char *fen;
    pf_status code;
    uint32_t offset;
    const char *message;
} bad[] = {
    {"", PF_ERROR_FEN_BOARD, 0, "empty FEN"},
    {" \t ", PF_ERROR_FEN_BOARD, 3, "empty FEN"},
    {"8/8", PF_ERROR_FEN_BOARD, 3, "fewer than 8 ranks"},
    {"8/8/8/8/8/8/8 w", PF_ERROR_FEN_BOARD, 13, "fewer than 8 ranks"},
    {"8/8/8/8/8/8/8/8/8", PF_ERROR_FEN_BOARD, 15, "more than 8 ranks"},
    {"8/8/8/8/8/8/8/8/", PF_ERROR_FEN_BOARD, 15, "more than 8 ranks"},
    {"7/8/8/8/8/8/8/8", PF_ERROR_FEN_BOARD, 1, "rank with fewer than 8 squares"},
    {"8//8/8/8/8/8/8", PF_ERROR_FEN_BOARD, 2, "rank with fewer than 8 squares"},
    {"8/8/8/8/8/8/8/pp w", PF_ERROR_FEN_BOARD, 16, "rank with fewer than 8 squares"},
    {"ppppppppp/8/8/8/8/8/8/8", PF_ERROR_FEN_BOARD, 8, "rank with more than 8 squares"},
    {"p8/8/8/8/8/8/8/8", PF_ERROR_FEN_BOARD, 1, "rank with more than 8 squares"},
    {"44/8/8/8/8/8/8/8", PF_ERROR_FEN_BOARD, 1, "two consecutive numbers of empty squares"},
    {"9/8/8/8/8/8/8/8", PF_ERROR_FEN_BOARD, 0, "unknown piece '9'"},
    {"0p7/8/8/8/8/8/8/8", PF_ERROR_FEN_BOARD, 0, "unknown piece '0'"},
    {"8/8/8/8/8/8/8/8[Qn] w - - 0 1", PF_ERROR_FEN_BOARD, 15, "pockets exist only in Crazyhouse"},
    {"8/8/3x4/8/8/8/8/8", PF_ERROR_FEN_BOARD, 5, "unknown piece 'x'"},
    {"8/8/8/8/8/8/8/7\x01", PF_ERROR_FEN_BOARD, 15, "unknown piece '\\x01'"},
    {"\xe2\x99\x94", PF_ERROR_FEN_BOARD, 0, "unknown piece '\\xe2'"},
    {BOARD " x", PF_ERROR_FEN_TURN, 44, "side to move must be 'w' or 'b', not 'x'"},
    {BOARD " W KQkq", PF_ERROR_FEN_TURN, 44, "side to move must be 'w' or 'b', not 'W'"},
    {BOARD " -", PF_ERROR_FEN_TURN, 44, "side to move must be 'w' or 'b', not '-'"},
    {BOARD " wb KQkq", PF_ERROR_FEN_TURN, 45, "side to move must be one letter, 'w' or 'b'"},
    {BOARD " w KQkx - 0 1", PF_ERROR_FEN_CASTLING, 49, "unknown castling right 'x'"},
    {BOARD " w 1 - 0 1", PF_ERROR_FEN_CASTLING, 46, "unknown castling right '1'"},
    {BOARD " w KQ- - 0 1", PF_ERROR_FEN_CASTLING, 48, "unknown castling right '-'"},
    {BOARD " w -K - 0 1", PF_ERROR_FEN_CASTLING, 47, "unexpected text after '-' in the castling field"},
    {BOARD " w KK - 0 1", PF_ERROR_FEN_CASTLING, 47, "castling right given twice: 'K'"},
    {BOARD " w KQkqH - 0 1", PF_ERROR_FEN_CASTLING, 50, "castling right given twice: 'H'"},
    {BOARD " w KQkq e - 0 1", PF_ERROR_FEN_EN_PASSANT, 51, ep_message},
    {BOARD " w KQkq e9 0 1", PF_ERROR_FEN_EN_PASSANT, 51, ep_message},
    {BOARD " w KQkq i3 0 1", PF_ERROR_FEN_EN_PASSANT, 51, ep_message},
    {BOARD " w KQkq E3 0 1", PF_ERROR_FEN_EN_PASSANT, 51, ep_message},
    {BOARD " w KQkq e3e 0 1", PF_ERROR_FEN_EN_PASSANT, 53, ep_message},
    {BOARD " w KQkq -0 1", PF_ERROR_FEN_EN_PASSANT, 52, ep_message},
    {BOARD " w KQkq 0 1", PF_ERROR_FEN_EN_PASSANT, 51, ep_message},
    {BOARD " w KQkq - - 1", PF_ERROR_FEN_CLOCK, 53, clock_message},
    {BOARD " w KQkq - -1 1", PF_ERROR_FEN_CLOCK, 53, clock_message},
    {BOARD " w KQkq - 1x 1", PF_ERROR_FEN_CLOCK, 54, clock_message},
    {BOARD " w KQkq - 65536 1", PF_ERROR_FEN_CLOCK, 53, clock_message},
    {BOARD " w KQkq - 0 one", PF_ERROR_FEN_NUMBER, 55, number_message},
    {BOARD " w KQkq - 0 -1", PF_ERROR_FEN_NUMBER, 55, number_message},
    {BOARD " w KQkq - 0 1.", PF_ERROR_FEN_NUMBER, 56, number_message},
    {BOARD " w KQkq - 0 4294967296", PF_ERROR_FEN_NUMBER, 55, number_message},
    {BOARD " w KQkq - 0 99999999999999999999999999", PF_ERROR_FEN_NUMBER, 55, number_message},
    {BOARD " w KQkq - 0 1 bm e4", PF_ERROR_FEN_TRAILING, 57, "unexpected text after the six fields: 'b'"},
    {KINGS " w KQ - 0 1", PF_ERROR_POSITION, 0, "castling right without its king and rook"},
    {"4k3/8/8/8/8/8/8/P7 w - e6 0 1", PF_ERROR_POSITION, 0,
     "no white king; pawn on the first or last rank; impossible en passant square"},
};

static void refuses(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        size_t length = strlen(bad[i].fen);
        pf_position untouched, position;
        memset(&untouched, 0xaa, sizeof untouched);
        position = untouched;
        pf_error error;
        pf_problems problems = ~0u;
        pf_status status = pf_position_from_fen(&position, bad[i].fen, length, PF_ACCEPT_STRICT, &problems, &error);
        if (status != bad[i].code || error.offset != bad[i].offset || strcmp(error.message, bad[i].message) != 0)
            fail_msg("\"%s\" gives %d at %u: %s", bad[i].fen, (int)status, (unsigned)error.offset, error.message);
        assert_int_equal(error.code, status);
        assert_int_equal(problems != 0, status == PF_ERROR_POSITION);
        assert_memory_equal(&position, &untouched, sizeof position);
        assert_int_equal(pf_position_from_fen(&position, bad[i].fen, length, PF_ACCEPT_STRICT, NULL, NULL), status);

        /* Read without judging, only the text can be at fault. */
        pf_setup setup;
        pf_status text = pf_setup_from_fen(&setup, bad[i].fen, length, PF_VARIANT_STANDARD, NULL);
        assert_int_equal(text, status == PF_ERROR_POSITION ? PF_OK : status);
    }
}

static void success_leaves_the_error_alone(void **state)
{
    (void)state;
    pf_position position;
    pf_problems problems = ~0u;
    pf_error error = {.code = PF_ERROR_UNSUPPORTED, .offset = 7, .message = "mine"}, before = error;
    assert_int_equal(pf_position_from_fen(&position, START_FEN, strlen(START_FEN), 0, &problems, &error), PF_OK);
    assert_memory_equal(&error, &before, sizeof error);
    assert_int_equal(problems, 0);
}

static void missing_fields(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *whole;
    } cases[] = {
        {KINGS, KINGS " w - - 0 1"},
        {KINGS " b", KINGS " b - - 0 1"},
        {"4k2r/8/8/8/8/8/8/4K3 b k", "4k2r/8/8/8/8/8/8/4K3 b k - 0 1"},
        {"4k3/8/8/8/4P3/8/8/4K3 b - e3", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"},
        {KINGS " b - - 31", KINGS " b - - 31 1"},
        {KINGS " b - - 31 ", KINGS " b - - 31 1"},
        {KINGS " b - - 31 77", KINGS " b - - 31 77"},
        {KINGS " b - - 65535 4294967295", KINGS " b - - 65535 4294967295"},
        {KINGS " w - - 007 008", KINGS " w - - 7 8"},
        {KINGS " w - - 0 0", KINGS " w - - 0 1"}, /* games are numbered from 1 */
        /* Blanks of every kind, in any number, around and between. */
        {" \t" KINGS "  w\t-\r\n-   0 \n1\n", KINGS " w - - 0 1"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = position_accepted(cases[i].fen, PF_ACCEPT_STRICT);
        assert_fen(&position, PF_CASTLING_STANDARD, PF_EP_ALWAYS, cases[i].whole);
    }
}

/* The length counts, not a NUL; and every prefix of a good FEN is read or refused without looking beyond it. */
static void prefixes(void **state)
{
    (void)state;
    static const char fen[] = "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 10 11";
    for (size_t length = 0; length < sizeof fen; length++) {
        char *copy = test_malloc(length + 1);
        memcpy(copy, fen, length);
        pf_position position;
        pf_error error;
        pf_status status = pf_position_from_fen(&position, copy, length, PF_ACCEPT_STRICT, NULL, &error);
        if (length < strlen("r3k2r/8/8/8/3pP3/8/8/R3K2R")) assert_int_equal(status, PF_ERROR_FEN_BOARD);
        if (status) assert_in_range(error.offset, 0, length);
        test_free(copy);
    }
    pf_position position;
    assert_int_equal(pf_position_from_fen(&position, fen, strlen(fen) - 1, PF_ACCEPT_STRICT, NULL, NULL), PF_OK);
    assert_int_equal(position.fullmove_number, 1);
    assert_int_equal(pf_position_from_fen(&position, NULL, 0, PF_ACCEPT_STRICT, NULL, NULL), PF_ERROR_FEN_BOARD);
}

static void castling_styles(void **state)
{
    (void)state;
    static const struct {
        const char *field, *standard, *xfen, *shredder;
        const char *board;
    } cases[] = {
        {"KQkq", "KQkq", "KQkq", "HAha", "r3k2r/8/8/8/8/8/8/R3K2R"},
        {"qkQK", "KQkq", "KQkq", "HAha", "r3k2r/8/8/8/8/8/8/R3K2R"},
        {"HAha", "KQkq", "KQkq", "HAha", "r3k2r/8/8/8/8/8/8/R3K2R"},
        {"Ha", "Kq", "Kq", "Ha", "r3k2r/8/8/8/8/8/8/R3K2R"},
        /* The outermost rook is K, an inner one goes by its file. */
        {"K", "K", "K", "H", "4k3/8/8/8/8/8/8/4K1RR"},
        {"G", "G", "G", "G", "4k3/8/8/8/8/8/8/4K1RR"},
        {"BQ", NULL, NULL, NULL, "4k3/8/8/8/8/8/8/RR2K3"}, /* two on one side */
        {"b", "b", "b", "b", "rr2k3/8/8/8/8/8/8/4K3"},
        /* Rooks that only Chess960 can have there; a corner rook of a king that is not on its e-file. */
        {"KQkq", "GBgb", "KQkq", "GBgb", "1r2k1r1/8/8/8/8/8/8/1R2K1R1"},
        {"KQkq", "HAha", "KQkq", "HAha", "r5kr/8/8/8/8/8/8/R5KR"},
        /* A king on the a- or h-file, which no game begins with. */
        {"Kq", "Ha", "Kq", "Ha", "r2r3k/7p/8/8/8/8/P7/K2R3R"},
        {"Dd", "Dd", "Dd", "Dd", "r2r3k/7p/8/8/8/8/P7/K2R3R"},
        {"Qk", NULL, NULL, NULL, "r2r3k/7p/8/8/8/8/P7/K2R3R"}, /* no rook on that side */
        /* A rook in the way beyond the king is not on that side. */
        {"Q", "Q", "Q", "A", "4k3/8/8/8/8/8/8/R3K2R"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char fen[PF_FEN_SIZE], expected[PF_FEN_SIZE];
        snprintf(fen, sizeof fen, "%s w %s - 0 1", cases[i].board, cases[i].field);
        if (!cases[i].standard) {
            pf_position position;
            assert_int_equal(pf_position_from_fen(&position, fen, strlen(fen), PF_ACCEPT_CHESS960, NULL, NULL),
                             PF_ERROR_POSITION);
            continue;
        }
        pf_position position = position_of(fen);
        const char *const fields[] = {cases[i].standard, cases[i].xfen, cases[i].shredder};
        for (unsigned style = PF_CASTLING_STANDARD; style <= PF_CASTLING_SHREDDER; style++) {
            snprintf(expected, sizeof expected, "%s w %s - 0 1", cases[i].board, fields[style]);
            assert_fen(&position, (pf_castling_style)style, PF_EP_ALWAYS, expected);
        }
    }
}

/* A right without its rook is no fault of the text: strict validation names it, lenient drops it. */
static void rights_without_king_at_home(void **state)
{
    (void)state;
    static const char fen[] = "4k3/8/8/8/8/4K3/8/R7 w KQ - 0 1";
    pf_position position;
    pf_problems problems;
    assert_int_equal(pf_position_from_fen(&position, fen, strlen(fen), PF_ACCEPT_STRICT, &problems, NULL),
                     PF_ERROR_POSITION);
    assert_int_equal(problems, PF_PROBLEM_CASTLING);
    position = position_accepted(fen, PF_ACCEPT_LENIENT);
    assert_fen(&position, PF_CASTLING_STANDARD, PF_EP_ALWAYS, "4k3/8/8/8/8/4K3/8/R7 w - - 0 1");
}

static void round_trips(void **state)
{
    (void)state;
    test_random random = {7};
    for (int i = 0; i < 10000; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        for (unsigned style = PF_CASTLING_STANDARD; style <= PF_CASTLING_SHREDDER; style++) {
            for (unsigned ep = PF_EP_ALWAYS; ep <= PF_EP_LEGAL; ep++) {
                char fen[PF_FEN_SIZE];
                size_t length = pf_position_to_fen(fen, sizeof fen, &position, (pf_castling_style)style,
                                                   (pf_ep_mode)ep);
                assert_in_range(length, 1, PF_FEN_SIZE - 1);
                pf_position again = position_accepted(fen, PF_ACCEPT_CHESS960 | PF_ACCEPT_LENIENT);
                assert_true(pf_position_equal(&again, &position));
                if (ep == PF_EP_PSEUDO) assert_int_equal(again.ep_square, pf_position_ep_pseudo_legal(&position));
                if (ep == PF_EP_LEGAL) assert_int_equal(again.ep_square, pf_position_ep_legal(&position));
                again.ep_square = position.ep_square;
                assert_memory_equal(&again, &position, sizeof position);
            }
        }
    }
}

/* Nearly as long as a FEN can be: no two empty squares meet but where they must, and every field is full. */
static void longest(void **state)
{
    (void)state;
    static const char fen[] =
        "r3k2r/p1p1p1p1/1p1p1p1p/1n1b1q1n/1N1B1Q1P/1P1P1PN1/P1P1P1P1/R3K2R b HAha h3 65535 4294967295";
    pf_position position = position_of(fen);
    assert_fen(&position, PF_CASTLING_SHREDDER, PF_EP_ALWAYS, fen);
    assert_in_range(strlen(fen), 90, PF_FEN_SIZE - 1);
}

static void cuts_at_every_size(void **state)
{
    (void)state;
    static const char fen[] = "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 10 11";
    pf_position position = position_of(fen);
    size_t whole = strlen(fen);
    assert_int_equal(pf_position_to_fen(NULL, 0, &position, PF_CASTLING_STANDARD, PF_EP_ALWAYS), whole);
    for (size_t size = 1; size < sizeof fen + 8; size++) {
        char text[sizeof fen + 8];
        memset(text, '#', sizeof text);
        assert_int_equal(pf_position_to_fen(text, size, &position, PF_CASTLING_STANDARD, PF_EP_ALWAYS), whole);
        size_t written = size - 1 < whole ? size - 1 : whole;
        assert_memory_equal(text, fen, written);
        assert_int_equal(text[written], '\0');
        for (size_t i = written + 1; i < sizeof text; i++) assert_int_equal(text[i], '#');
    }
}

static void xfen_shredder(void **state)
{
    (void)state;
    static const struct {
        const char *member;
        pf_castling_style style;
    } columns[] = {{"shredder", PF_CASTLING_SHREDDER},
                   {"xfen", PF_CASTLING_XFEN},
                   {"python_chess_shredder", PF_CASTLING_SHREDDER},
                   {"python_chess_xfen", PF_CASTLING_XFEN}};
    jsonl in = jsonl_open("notation/xfen_shredder.jsonl");
    while (jsonl_next(&in)) {
        pf_position position = position_accepted(jsonl_get(&in, "fen"), PF_ACCEPT_CHESS960 | PF_ACCEPT_LENIENT);
        for (size_t i = 0; i < COUNT_OF(columns); i++) {
            const char *expected = jsonl_get(&in, columns[i].member);
            if (expected) assert_fen(&position, columns[i].style, PF_EP_LEGAL, expected);
        }
    }
    jsonl_close(&in);
}

static void ep_square_conventions(void **state)
{
    (void)state;
    static const char *const columns[] = {"fen_always", "fen_pseudo", "fen_legal"};
    tsv in = tsv_open("notation/ep_square_conventions.tsv");
    while (tsv_next(&in)) {
        pf_position position = position_of(tsv_get(&in, "start"));
        play_uci(&position, tsv_get(&in, "uci"));
        for (unsigned mode = PF_EP_ALWAYS; mode <= PF_EP_LEGAL; mode++)
            assert_fen(&position, PF_CASTLING_STANDARD, (pf_ep_mode)mode, tsv_get(&in, columns[mode]));
    }
    tsv_close(&in);
}

/* The board field as the simplest possible reader reads it. */
static bool read_plainly(uint8_t squares[64], const char *board)
{
    static const char letters[] = ".PNBRQK..pnbrqk";
    memset(squares, 0, 64);
    for (int rank = 7; rank >= 0; rank--) {
        int file = 0;
        bool after_digit = false;
        for (; *board != '\0' && *board != '/'; board++) {
            bool digit = *board >= '1' && *board <= '8';
            const char *letter = *board == '.' ? NULL : strchr(letters, *board);
            if ((!digit && letter == NULL) || (digit && after_digit)) return false;
            after_digit = digit;
            if (!digit && file < 8) squares[8 * rank + file] = (uint8_t)(letter - letters);
            file += digit ? *board - '0' : 1;
        }
        if (file != 8 || *board != (rank > 0 ? '/' : '\0')) return false;
        board++;
    }
    return true;
}

/* Boards with small mistakes: the quick reader accepts exactly what the plain one does. */
static void boards_with_mistakes(void **state)
{
    (void)state;
    static const char alphabet[] = "PNBRQKpnbrqk12345678/09xX.~";
    test_random random = {47};
    unsigned accepted = 0;
    for (int i = 0; i < 200000; i++) {
        pf_position position = i % 50 == 0 ? random_game_position(&random) : random_board_position(&random);
        char fen[PF_FEN_SIZE + 8];
        pf_position_to_fen(fen, PF_FEN_SIZE, &position, PF_CASTLING_STANDARD, PF_EP_ALWAYS);
        *strchr(fen, ' ') = '\0';
        for (unsigned edits = random_below(&random, 4); edits > 0; edits--) {
            size_t length = strlen(fen), at = random_below(&random, (unsigned)length + 1);
            char c = alphabet[random_below(&random, sizeof alphabet - 1)];
            unsigned kind = random_below(&random, 3);
            if (kind == 0 && at < length) fen[at] = c;
            if (kind == 1 && at < length) memmove(fen + at, fen + at + 1, length - at);
            if (kind == 2) memmove(fen + at + 1, fen + at, length - at + 1), fen[at] = c;
        }
        uint8_t squares[64];
        pf_setup setup;
        pf_error error;
        bool expected = read_plainly(squares, fen);
        pf_status status = pf_setup_from_fen(&setup, fen, strlen(fen), PF_VARIANT_STANDARD, &error);
        if ((status == PF_OK) != expected) fail_msg("%s: %s", fen, status == PF_OK ? "accepted" : error.message);
        if (expected) assert_memory_equal(setup.squares, squares, 64);
        accepted += expected;
    }
    assert_true(accepted > 50000 && accepted < 150000);
}

/* ---- Variants ---- */

/* Read as the first, written as the second. */
static void fen_of_variants(void **state)
{
    (void)state;
    static const struct {
        pf_variant variant;
        const char *text, *written;
    } cases[] = {
        {PF_VARIANT_CRAZYHOUSE, "2k5/8/8/8/8/8/8/4K3[nQ] w - - 0 1", "2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1"},
        {PF_VARIANT_CRAZYHOUSE, "2k5/8/8/8/8/8/8/4K3/Qn w - - 0 1", "2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1"},
        {PF_VARIANT_CRAZYHOUSE, "2k5/8/8/8/8/8/8/4K3/ w - - 0 1", "2k5/8/8/8/8/8/8/4K3[] w - - 0 1"},
        {PF_VARIANT_CRAZYHOUSE, "2k5/8/8/3Q~4/8/8/8/4K3[] b - - 0 1", "2k5/8/8/3Q~4/8/8/8/4K3[] b - - 0 1"},
        {PF_VARIANT_CRAZYHOUSE, "2k5/8/8/8/8/8/8/4K3 w", "2k5/8/8/8/8/8/8/4K3[] w - - 0 1"},
        {PF_VARIANT_THREE_CHECK, "2k5/8/8/8/8/8/8/4K3 w - - 3+1 0 1", "2k5/8/8/8/8/8/8/4K3 w - - 3+1 0 1"},
        {PF_VARIANT_THREE_CHECK, "2k5/8/8/8/8/8/8/4K3 w - - 5 9 +2+0", "2k5/8/8/8/8/8/8/4K3 w - - 1+3 5 9"},
        {PF_VARIANT_THREE_CHECK, "2k5/8/8/8/8/8/8/4K3 w - - +2+0", "2k5/8/8/8/8/8/8/4K3 w - - 1+3 0 1"},
        {PF_VARIANT_THREE_CHECK, "2k5/8/8/8/8/8/8/4K3 w - - 5 9", "2k5/8/8/8/8/8/8/4K3 w - - 3+3 5 9"},
        {PF_VARIANT_ATOMIC, "8/8/8/8/8/8/4k3/4K3 w - - 0 1", "8/8/8/8/8/8/4k3/4K3 w - - 0 1"},
        {PF_VARIANT_ATOMIC, "8/8/8/8/8/8/8/4K3 b - - 0 1", "8/8/8/8/8/8/8/4K3 b - - 0 1"},
        {PF_VARIANT_ANTICHESS, "8/8/8/8/8/8/KKK5/8 b - - 0 1", "8/8/8/8/8/8/KKK5/8 b - - 0 1"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = variant_position_of(cases[i].text, cases[i].variant);
        char written[PF_FEN_SIZE];
        pf_position_to_fen(written, sizeof written, &position, PF_CASTLING_STANDARD, PF_EP_ALWAYS);
        assert_string_equal(written, cases[i].written);
    }
}

static void refuses_fen_of_variants(void **state)
{
    (void)state;
    if (!PF_VARIANTS) skip();
    static const struct {
        pf_variant variant;
        const char *text;
        pf_status code;
        unsigned offset;
    } cases[] = {
        {PF_VARIANT_STANDARD, "2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1", PF_ERROR_FEN_BOARD, 19},
        {PF_VARIANT_CRAZYHOUSE, "2k5/8/8/8/8/8/8/4K3[Qk] w - - 0 1", PF_ERROR_FEN_BOARD, 21},
        {PF_VARIANT_CRAZYHOUSE, "2k5/8/8/8/8/8/8/4K3[Qn w - - 0 1", PF_ERROR_FEN_BOARD, 22},
        {PF_VARIANT_CRAZYHOUSE, "2k5/8/8/8/8/8/8/4K3[Q]n w - - 0 1", PF_ERROR_FEN_BOARD, 22},
        {PF_VARIANT_CRAZYHOUSE, "2k5/8/8/8/8/8/8/~4K3[] w - - 0 1", PF_ERROR_FEN_BOARD, 16},
        {PF_VARIANT_CRAZYHOUSE, "2k5/8/8/8/8/8/8/4~K3[] w - - 0 1", PF_ERROR_FEN_BOARD, 17},
        {PF_VARIANT_CRAZYHOUSE, "2k5[Q]/8/8/8/8/8/8/4K3 w - - 0 1", PF_ERROR_FEN_BOARD, 3},
        {PF_VARIANT_THREE_CHECK, "2k5/8/8/8/8/8/8/4K3 w - - 4+3 0 1", PF_ERROR_FEN_TRAILING, 26},
        {PF_VARIANT_THREE_CHECK, "2k5/8/8/8/8/8/8/4K3 w - - 3+3 0 1 +0+0", PF_ERROR_FEN_TRAILING, 34},
        {PF_VARIANT_THREE_CHECK, "2k5/8/8/8/8/8/8/4K3 w - - 3+33 0 1", PF_ERROR_FEN_TRAILING, 26},
        {PF_VARIANT_STANDARD, "2k5/8/8/8/8/8/8/4K3 w - - 3+3 0 1", PF_ERROR_FEN_CLOCK, 27},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position;
        pf_error error;
        assert_int_equal(pf_position_from_fen(&position, cases[i].text, strlen(cases[i].text),
                                              PF_ACCEPT_LENIENT | pf_accept_variant(cases[i].variant), NULL, &error),
                         cases[i].code);
        assert_int_equal(error.offset, cases[i].offset);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses),
        cmocka_unit_test(boards_with_mistakes),
        cmocka_unit_test(success_leaves_the_error_alone),
        cmocka_unit_test(missing_fields),
        cmocka_unit_test(prefixes),
        cmocka_unit_test(castling_styles),
        cmocka_unit_test(rights_without_king_at_home),
        cmocka_unit_test(round_trips),
        cmocka_unit_test(longest),
        cmocka_unit_test(cuts_at_every_size),
        cmocka_unit_test(xfen_shredder),
        cmocka_unit_test(ep_square_conventions),
        cmocka_unit_test(fen_of_variants),
        cmocka_unit_test(refuses_fen_of_variants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
