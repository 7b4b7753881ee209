/* SAN: what is written, what is read strictly and leniently, and what each kind of refusal says. */
#include "support.h"

#include <dirent.h>
#include <stdlib.h>

/* ---- Helpers ---- */

static void assert_written(const pf_position *position, pf_move move, pf_san_style style, const char *expected)
{
    char san[PF_SAN_SIZE];
    size_t length = pf_move_to_san(san, sizeof san, position, move, style);
    assert_string_equal(san, expected);
    assert_int_equal(length, strlen(expected));
}

static pf_move move_of(const pf_position *position, const char *uci)
{
    pf_move move;
    pf_error error;
    if (pf_move_from_uci(&move, position, uci, strlen(uci), &error) != PF_OK) fail_msg("%s: %s", uci, error.message);
    return move;
}

static void assert_read(const char *fen, const char *san, pf_san_accept accept, const char *uci)
{
    pf_position position = position_of(fen);
    pf_move move = PF_NO_MOVE;
    pf_error error;
    if (pf_move_from_san(&move, &position, san, strlen(san), accept, &error) != PF_OK)
        fail_msg("%s in %s: %s", san, fen, error.message);
    char text[PF_UCI_SIZE];
    pf_move_to_uci(text, sizeof text, move, PF_UCI_KING_STEP);
    assert_string_equal(text, uci);
}

static void assert_refused(const char *fen, const char *san, pf_san_accept accept, pf_status code, uint32_t offset,
                           const char *message)
{
    pf_position position = position_of(fen);
    pf_move move = 4711;
    pf_error error = {0};
    pf_status status = pf_move_from_san(&move, &position, san, strlen(san), accept, &error);
    if (status != code || error.code != code || error.offset != offset || strcmp(error.message, message) != 0)
        fail_msg("%s: status %d, offset %u, %s", san, (int)status, (unsigned)error.offset, error.message);
    assert_int_equal(move, 4711);
    assert_int_equal(pf_move_from_san(&move, &position, san, strlen(san), accept, NULL), code);
}

static const pf_san_style styles[] = {PF_SAN_LETTERS, PF_SAN_FIGURINES, PF_SAN_LONG, PF_SAN_LONG_FIGURINES};

/* All moves at once are written as each of them alone, followed by zeros, and nothing is written behind the last. */
static void assert_list_written(const pf_position *position, const pf_move_list *list)
{
    char sans[PF_MOVE_LIST_CAPACITY + 1][PF_SAN_SIZE];
    for (size_t s = 0; s < COUNT_OF(styles); s++) {
        memset(sans, 'z', sizeof sans);
        pf_moves_to_san(sans, position, list->moves, list->size, styles[s]);
        for (uint32_t i = 0; i < list->size; i++) {
            char expected[PF_SAN_SIZE] = "";
            pf_move_to_san(expected, sizeof expected, position, list->moves[i], styles[s]);
            if (memcmp(sans[i], expected, PF_SAN_SIZE) != 0) fail_msg("%.16s instead of %s", sans[i], expected);
        }
        assert_int_equal(sans[list->size][0], 'z');
    }
}

/* The mark is what the position after the move asks for. */
static void assert_mark(const pf_position *position, pf_move move, char last)
{
    pf_position after = *position;
    pf_position_play_unchecked(&after, move);
    char mark = !pf_position_checkers(&after) ? 0 : pf_any_legal(&after) ? '+' : '#';
    assert_int_equal(last == '+' || last == '#' ? last : 0, mark);
}

/* Every legal move of the position: SAN is read back to the same move by both readers, and so are the other styles by
 * the lenient one; no two moves share a SAN. Returns how many moves there were. */
static size_t assert_round_trip(const pf_position *position)
{
    char sans[PF_MOVE_LIST_CAPACITY][PF_SAN_SIZE];
    pf_move_list list;
    pf_generate_legal(position, &list);
    assert_list_written(position, &list);
    for (uint32_t i = 0; i < list.size; i++) {
        for (size_t s = 0; s < COUNT_OF(styles); s++) {
            char san[PF_SAN_SIZE];
            pf_move move = PF_NO_MOVE;
            size_t length = pf_move_to_san(san, sizeof san, position, list.moves[i], styles[s]);
            assert_in_range(length, 2, PF_SAN_SIZE - 1);
            assert_int_equal(pf_move_from_san(&move, position, san, length, PF_SAN_LENIENT, NULL), PF_OK);
            assert_int_equal(move, list.moves[i]);
            if (styles[s] != PF_SAN_LETTERS) continue;
            assert_int_equal(pf_move_from_san(&move, position, san, length, PF_SAN_STRICT, NULL), PF_OK);
            assert_int_equal(move, list.moves[i]);
            assert_mark(position, move, san[length - 1]);
            memcpy(sans[i], san, sizeof san);
            for (uint32_t k = 0; k < i; k++) assert_string_not_equal(sans[k], san);
        }
    }
    return list.size;
}

/* ---- Writing ---- */

static void writes_every_style(void **state)
{
    (void)state;
    pf_position position = position_of("3rk2r/2P5/8/8/8/8/8/R3K1N1 w Qk - 0 1");
    assert_written(&position, move_of(&position, "g1f3"), PF_SAN_LETTERS, "Nf3");
    assert_written(&position, move_of(&position, "g1f3"), PF_SAN_FIGURINES,
                   "\xe2\x99\x98"
                   "f3");
    assert_written(&position, move_of(&position, "g1f3"), PF_SAN_LONG, "Ng1-f3");
    assert_written(&position, move_of(&position, "g1f3"), PF_SAN_LONG_FIGURINES,
                   "\xe2\x99\x98"
                   "g1-f3");
    assert_written(&position, move_of(&position, "c7d8q"), PF_SAN_LETTERS, "cxd8=Q+");
    assert_written(&position, move_of(&position, "c7d8q"), PF_SAN_LONG, "c7xd8=Q+");
    assert_written(&position, move_of(&position, "c7d8q"), PF_SAN_FIGURINES, "cxd8=\xe2\x99\x95+");
    assert_written(&position, move_of(&position, "c7d8q"), PF_SAN_LONG_FIGURINES, "c7xd8=\xe2\x99\x95+");
    assert_written(&position, PF_NO_MOVE, PF_SAN_LETTERS, "--");
    position = position_of("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
    assert_written(&position, move_of(&position, "e8g8"), PF_SAN_LETTERS, "O-O");
    assert_written(&position, move_of(&position, "e8c8"), PF_SAN_LONG, "O-O-O");
    position = position_of("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
    assert_written(&position, move_of(&position, "a1a8"), PF_SAN_LETTERS, "Ra8#");
}

static void writes_no_more_than_there_is_room_for(void **state)
{
    (void)state;
    pf_position position = pf_position_start();
    char buffer[4] = "zzz";
    assert_int_equal(pf_move_to_san(buffer, 3, &position, move_of(&position, "g1f3"), PF_SAN_LETTERS), 3);
    assert_string_equal(buffer, "Nf");
    assert_int_equal(buffer[3], 0);
    assert_int_equal(pf_move_to_san(NULL, 0, &position, move_of(&position, "g1f3"), PF_SAN_LETTERS), 3);
}

static void names_the_origin_only_as_needed(void **state)
{
    (void)state;
    /* The knight on c3 is pinned, so the other needs no file. */
    pf_position position = position_of("rnbqk2r/p1pp1ppp/1p2pn2/8/1bPP4/2N1P3/PP3PPP/R1BQKBNR w KQkq - 0 5");
    assert_written(&position, move_of(&position, "g1e2"), PF_SAN_LETTERS, "Ne2");
    position = position_of("5k2/8/8/8/Q6Q/8/8/K6Q w - - 0 1");
    assert_written(&position, move_of(&position, "h4e4"), PF_SAN_LETTERS, "Qh4e4");
    assert_written(&position, move_of(&position, "a4e4"), PF_SAN_LETTERS, "Qae4");
    assert_written(&position, move_of(&position, "h1e4"), PF_SAN_LETTERS, "Q1e4");
}

/* Checks that one look at the squares around the king does not find, and pieces that are pinned. */
static void writes_lists(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *uci, *san;
    } cases[] = {
        {"8/4P3/8/4k3/8/8/8/4K3 w - - 0 1", "e7e8q", "e8=Q+"},  /* through the square that the pawn leaves */
        {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},     /* by the rook */
        {"8/8/8/k2pP2Q/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6+"}, /* both pawns leave the rank */
        {"7k/8/8/8/3N4/8/1B6/K7 w - - 0 1", "d4b3", "Nb3+"},    /* discovered */
        {"7k/8/8/8/3N4/8/1B6/K7 w - - 0 1", "d4f5", "Nf5+"},    /* discovered, and next to the king */
        {"k6r/8/8/8/8/8/R7/K1B5 b - - 0 1", "a8b8", "Kb8"},     /* a check is answered */
        {"5k2/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "h4e4", "Qh4e4"},   /* three queens */
        {"k3r3/8/8/8/4N3/8/8/N3K3 w - - 0 1", "a1c2", "Nc2"},   /* the other knight is pinned */
        {"8/8/8/8/8/5k2/4p2P/6K1 b - - 0 1", "e2e1q", "e1=Q#"}, /* mate by a new queen */
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = position_of(cases[i].fen);
        pf_move_list list;
        char sans[PF_MOVE_LIST_CAPACITY][PF_SAN_SIZE];
        pf_move move = move_of(&position, cases[i].uci);
        uint32_t at = 0;
        pf_generate_legal(&position, &list);
        while (at < list.size && list.moves[at] != move) at++;
        assert_true(at < list.size);
        pf_moves_to_san(sans, &position, list.moves, list.size, PF_SAN_LETTERS);
        assert_string_equal(sans[at], cases[i].san);
        assert_round_trip(&position);
    }
    pf_position stalemate = position_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    pf_moves_to_san(NULL, &stalemate, NULL, 0, PF_SAN_LETTERS);
}

/* Any 16-bit value may be asked for: exactly the legal ones have a text. */
static void writes_legal_moves_only(void **state)
{
    (void)state;
    test_random random = {7};
    for (unsigned round = 0; round < 60; round++) {
        pf_position position = round % 2 ? random_game_position(&random) : random_board_position(&random);
        pf_move_list list;
        pf_generate_legal(&position, &list);
        for (unsigned move = 1; move <= UINT16_MAX; move++) {
            char san[PF_SAN_SIZE];
            size_t length = pf_move_to_san(san, sizeof san, &position, (pf_move)move, PF_SAN_LETTERS);
            if (pf_move_list_contains(&list, (pf_move)move) != (length > 0))
                fail_msg("move %u is written %s", move, san);
        }
    }
}

/* ---- Reading ---- */

#define PROMOTION "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
#define CASTLING  "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"

static void reads_leniently(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *san, *uci;
    } cases[] = {
        {START_FEN, "Nf3", "g1f3"},
        {START_FEN, "Ng1f3", "g1f3"},
        {START_FEN, "Ng1-f3", "g1f3"},
        {START_FEN, "g1f3", "g1f3"},
        {START_FEN, "Ngf3", "g1f3"},
        {START_FEN, "N1f3", "g1f3"},
        {START_FEN, "Nf3+", "g1f3"},
        {START_FEN, "Nf3!?", "g1f3"},
        {START_FEN, "Nxf3", "g1f3"},
        {START_FEN, "  Nf3 ", "g1f3"},
        {START_FEN, "e4", "e2e4"},
        {START_FEN, "2e4", "e2e4"},
        {START_FEN, "e2e4", "e2e4"},
        {START_FEN, "e2-e4", "e2e4"},
        {START_FEN, "Pe4", "e2e4"},
        {START_FEN, "ee4", "e2e4"},
        {START_FEN, "Pe2-e4", "e2e4"},
        {START_FEN, "e4?!", "e2e4"},
        {START_FEN,
         "\xe2\x99\x98"
         "f3",
         "g1f3"},
        {START_FEN,
         "\xe2\x99\x9e"
         "f3",
         "g1f3"},
        {START_FEN,
         "\xe2\x99\x99"
         "e4",
         "e2e4"},
        {START_FEN,
         "\xe2\x99\x98\xef\xb8\x8e"
         "f3",
         "g1f3"},
        {PROMOTION, "a8=Q", "a7a8q"},
        {PROMOTION, "a8Q", "a7a8q"},
        {PROMOTION, "a8q", "a7a8q"},
        {PROMOTION, "a8=n", "a7a8n"},
        {PROMOTION, "a8(R)", "a7a8r"},
        {PROMOTION, "a8/B", "a7a8b"},
        {PROMOTION, "a8b", "a7a8b"},
        {PROMOTION, "axb8=Q+", "a7b8q"},
        {PROMOTION, "ab8q", "a7b8q"},
        {PROMOTION, "axb8b", "a7b8b"},
        {PROMOTION, "a7b8q", "a7b8q"},
        {PROMOTION, "a7xb8=Q#", "a7b8q"},
        {PROMOTION, "a7-a8=\xe2\x99\x95", "a7a8q"},
        {PROMOTION, "a:b8=R", "a7b8r"},
        {CASTLING, "O-O", "e1g1"},
        {CASTLING, "0-0", "e1g1"},
        {CASTLING, "o-o", "e1g1"},
        {CASTLING, "O\xe2\x80\x93O", "e1g1"},
        {CASTLING,
         "0\xe2\x88\x92"
         "0\xe2\x80\x91"
         "0+",
         "e1c1"},
        {CASTLING, "O-O-O!", "e1c1"},
        {CASTLING, "0-0-0+", "e1c1"},
        {CASTLING, "e1g1", "e1g1"},
        {CASTLING, "e1h1", "e1g1"},
        {CASTLING, "e1c1", "e1c1"},
        {CASTLING, "Rxa8+", "a1a8"},
        {CASTLING, "Ra8", "a1a8"},
        {"4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 2", "exf6", "e5f6"},
        {"4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 2", "exf6 e.p.", "e5f6"},
        {"4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 2", "exf6ep", "e5f6"},
        {"4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 2", "ef6", "e5f6"},
        {"4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 2", "e5xf6(e.p.)+", "e5f6"},
        {"4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 2",
         "e\xc3\x97"
         "f6",
         "e5f6"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) assert_read(cases[i].fen, cases[i].san, PF_SAN_LENIENT, cases[i].uci);
    assert_read(START_FEN, "--", PF_SAN_LENIENT | PF_SAN_NULL, "0000");
    assert_read(START_FEN, "Z0", PF_SAN_LENIENT | PF_SAN_NULL, "0000");
    assert_read(START_FEN, "--", PF_SAN_STRICT | PF_SAN_NULL, "0000");
}

static void strict_takes_the_export_form_only(void **state)
{
    (void)state;
    assert_read(START_FEN, "Nf3", PF_SAN_STRICT, "g1f3");
    assert_read(PROMOTION, "axb8=Q+", PF_SAN_STRICT, "a7b8q");
    assert_refused(START_FEN, "Ngf3", PF_SAN_STRICT, PF_ERROR_MOVE_TEXT, 1, "the export form of this move is Nf3");
    assert_refused(START_FEN, "Nf3!", PF_SAN_STRICT, PF_ERROR_MOVE_TEXT, 3, "the export form of this move is Nf3");
    assert_refused(START_FEN, " Nf3", PF_SAN_STRICT, PF_ERROR_MOVE_TEXT, 0, "the export form of this move is Nf3");
    assert_refused(PROMOTION, "axb8=Q", PF_SAN_STRICT, PF_ERROR_MOVE_TEXT, 6,
                   "the export form of this move is axb8=Q+");
    assert_refused(PROMOTION, "axb8=q+", PF_SAN_STRICT, PF_ERROR_MOVE_TEXT, 5,
                   "the export form of this move is axb8=Q+");
    assert_refused(CASTLING, "O\xe2\x80\x93O", PF_SAN_STRICT, PF_ERROR_MOVE_TEXT, 1,
                   "the export form of this move is O-O");
    assert_refused(CASTLING, "0-0", PF_SAN_STRICT, PF_ERROR_MOVE_TEXT, 0, "the export form of this move is O-O");
    assert_refused(START_FEN, "Z0", PF_SAN_NULL, PF_ERROR_MOVE_TEXT, 0, "the export form of this move is --");
}

static void refusals_say_what_and_where(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *san;
        pf_status code;
        uint32_t offset;
        const char *message;
    } cases[] = {
        {START_FEN, "", PF_ERROR_MOVE_TEXT, 0, "the move is empty"},
        {START_FEN, "  ", PF_ERROR_MOVE_TEXT, 2, "the move is empty"},
        {START_FEN, "Q@e3", PF_ERROR_MOVE_TEXT, 1, "pieces are dropped only in Crazyhouse"},
        {START_FEN, "e9", PF_ERROR_MOVE_TEXT, 1, "'e9' is not a square"},
        {START_FEN, "Nf", PF_ERROR_MOVE_TEXT, 2, "the move ends before its target square"},
        {START_FEN, "\xff\xfe", PF_ERROR_MOVE_TEXT, 0, "expected a piece (K, Q, R, B, N) or a square, not '\\xff'"},
        {START_FEN, "e4x", PF_ERROR_MOVE_TEXT, 3, "the move ends before its target square"},
        {START_FEN, "Nf3N3", PF_ERROR_MOVE_TEXT, 4, "unexpected text after the move: '3'"},
        {START_FEN, "e4 e5", PF_ERROR_MOVE_TEXT, 3, "unexpected text after the move: 'e'"},
        {START_FEN, "e2e9", PF_ERROR_MOVE_TEXT, 2, "'e9' is not a square"},
        {START_FEN, "e2e0", PF_ERROR_MOVE_TEXT, 2, "'e0' is not a square"},
        {START_FEN, "e2-z4", PF_ERROR_MOVE_TEXT, 3, "'z4' is not a square"},
        {START_FEN, "i2e4", PF_ERROR_MOVE_TEXT, 0, "'i2' is not a square"},
        {START_FEN, "e2i", PF_ERROR_MOVE_TEXT, 2, "unexpected text after the move: 'i'"},
        {START_FEN, "--", PF_ERROR_MOVE_TEXT, 0, "a null move is not accepted here"},
        {PROMOTION, "a8=", PF_ERROR_MOVE_TEXT, 2, "a promotion must name Q, R, B or N"},
        {PROMOTION, "a8=K", PF_ERROR_MOVE_TEXT, 2, "a promotion must name Q, R, B or N"},
        {PROMOTION, "a8(Q", PF_ERROR_MOVE_TEXT, 2, "a promotion must name Q, R, B or N"},
        {PROMOTION, "a8", PF_ERROR_MOVE_AMBIGUOUS, 2, "the move does not name the promotion piece"},
        {PROMOTION, "axb8!", PF_ERROR_MOVE_AMBIGUOUS, 4, "the move does not name the promotion piece"},
        {START_FEN, "Nf6", PF_ERROR_MOVE_ILLEGAL, 0, "no knight can go to f6"},
        {START_FEN, " Nbf3", PF_ERROR_MOVE_ILLEGAL, 1, "no such knight can go to f3"},
        {START_FEN, "Ke2", PF_ERROR_MOVE_ILLEGAL, 0, "no king can go to e2"},
        {START_FEN, "exd3", PF_ERROR_MOVE_ILLEGAL, 0, "no pawn can go to d3"},
        {START_FEN, "exe4", PF_ERROR_MOVE_ILLEGAL, 0, "no pawn can go to e4"},
        {START_FEN, "e2xe4", PF_ERROR_MOVE_ILLEGAL, 0, "no pawn can go to e4"},
        {START_FEN, "e4=Q", PF_ERROR_MOVE_ILLEGAL, 0, "only a pawn that reaches the last rank is promoted"},
        {START_FEN, "Nf3=Q", PF_ERROR_MOVE_ILLEGAL, 0, "only a pawn that reaches the last rank is promoted"},
        {START_FEN, "e5e6", PF_ERROR_MOVE_ILLEGAL, 0, "the side to move has no piece on the first square"},
        {START_FEN, "O-O", PF_ERROR_MOVE_ILLEGAL, 0, "castling is not legal now"},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", PF_ERROR_MOVE_ILLEGAL, 0, "there is no right to castle on that side"},
        {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Kg1", PF_ERROR_MOVE_ILLEGAL, 0, "no king can go to g1"},
        {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Kh1", PF_ERROR_MOVE_ILLEGAL, 0, "no king can go to h1"},
        {"4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3", PF_ERROR_MOVE_ILLEGAL, 0, "the move leaves the king in check"},
        {"4k3/8/5p2/4P3/8/8/8/4K3 w - - 0 1", "f6", PF_ERROR_MOVE_ILLEGAL, 0, "no pawn can go to f6"},
        {"4k3/8/5p2/4P3/8/8/8/4K3 w - - 0 1", "xf6", PF_ERROR_MOVE_ILLEGAL, 0, "no pawn can go to f6"},
        {"8/8/6K1/4k3/4N3/p4r2/N3N3/8 w - - 3 82", "Nec3", PF_ERROR_MOVE_AMBIGUOUS, 1,
         "several pieces can make this move; say which"},
        {"8/8/6K1/4k3/4N3/p4r2/N3N3/8 w - - 3 82", "Nc3", PF_ERROR_MOVE_AMBIGUOUS, 1,
         "several pieces can make this move; say which"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_refused(cases[i].fen, cases[i].san, PF_SAN_LENIENT, cases[i].code, cases[i].offset, cases[i].message);
}

/* A text of bytes that moves are made of means at most one move, whatever its length; and what is read is legal. */
static void any_text_is_safe(void **state)
{
    (void)state;
    static const char letters[] = "abcdefgh12345678NBRQKPnbrqkx-=+#!?O0o. (ep)/:\xe2\x99\x98\xff";
    test_random random = {11};
    unsigned read = 0;
    for (unsigned round = 0; round < 200000; round++) {
        static pf_position position;
        if (round % 500 == 0) position = random_game_position(&random);
        size_t length = random_below(&random, 9);
        char *exact = malloc(length); /* so that a sanitizer sees a byte too far */
        for (size_t i = 0; i < length; i++) exact[i] = letters[random_below(&random, sizeof letters)];
        pf_move move = PF_NO_MOVE;
        pf_error error;
        pf_san_accept accept = random_below(&random, 4);
        if (pf_move_from_san(&move, &position, exact, length, accept, &error) == PF_OK) {
            assert_true(move == PF_NO_MOVE || pf_move_is_legal(&position, move));
            read++;
        } else {
            assert_in_range(error.offset, 0, length);
        }
        free(exact);
    }
    assert_true(read > 0);
}

static void random_positions_go_round(void **state)
{
    (void)state;
    test_random random = {3};
    for (unsigned i = 0; i < 3000; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        assert_round_trip(&position);
    }
}

/* ---- Corpora ---- */

static bool is_ours(const char *rule)
{
    return strcmp(rule, "standard") == 0 || strcmp(rule, "chess960") == 0;
}

static void san_cases(void **state)
{
    (void)state;
    tsv in = tsv_open("notation/san_cases.tsv");
    unsigned judged = 0;
    while (tsv_next(&in)) {
        if (!is_ours(tsv_get(&in, "rule"))) continue;
        const char *kind = tsv_get(&in, "kind");
        const char *san = tsv_get(&in, "san");
        const char *uci = tsv_get(&in, "uci");
        pf_position position = position_accepted(tsv_get(&in, "fen"), PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960);
        pf_move move = PF_NO_MOVE;
        pf_move expected = PF_NO_MOVE;
        judged++;
        if (strcmp(kind, "illegal") == 0) {
            assert_int_equal(pf_move_from_uci(&expected, &position, uci, strlen(uci), NULL), PF_ERROR_MOVE_ILLEGAL);
            assert_int_equal(pf_move_from_san(&move, &position, uci, strlen(uci), PF_SAN_LENIENT, NULL),
                             PF_ERROR_MOVE_ILLEGAL);
            continue;
        }
        if (strcmp(kind, "reject") == 0) {
            pf_status status = pf_move_from_san(&move, &position, san, strlen(san), PF_SAN_LENIENT, NULL);
            const char *note = tsv_get(&in, "note");
            if (strcmp(note, "ambiguous") == 0)
                assert_int_equal(status, PF_ERROR_MOVE_AMBIGUOUS);
            else if (strcmp(note, "illegal") == 0)
                assert_int_equal(status, PF_ERROR_MOVE_ILLEGAL);
            else
                assert_int_not_equal(status, PF_OK);
            assert_int_not_equal(pf_move_from_san(&move, &position, san, strlen(san), PF_SAN_STRICT, NULL), PF_OK);
            continue;
        }
        expected = move_of(&position, uci);
        if (strcmp(kind, "legal") == 0) san = uci;
        assert_int_equal(pf_move_from_san(&move, &position, san, strlen(san), PF_SAN_LENIENT, NULL), PF_OK);
        assert_int_equal(move, expected);
        pf_status strict = pf_move_from_san(&move, &position, san, strlen(san), PF_SAN_STRICT, NULL);
        if (strcmp(kind, "format+parse") == 0) {
            assert_written(&position, expected, PF_SAN_LETTERS, san);
            assert_int_equal(strict, PF_OK);
            assert_int_equal(move, expected);
        } else {
            assert_int_equal(strict, PF_ERROR_MOVE_TEXT);
        }
        const char *after = tsv_get(&in, "fen_after");
        if (after[0] == '\0') continue;
        pf_position_play_unchecked(&position, move);
        assert_fen(&position, PF_CASTLING_XFEN, PF_EP_LEGAL, after);
    }
    tsv_close(&in);
    printf("%u SAN cases of standard chess and Chess960\n", judged);
    assert_int_equal(judged, 161);
}

static void move_lines(void **state)
{
    (void)state;
    tsv in = tsv_open("notation/move_lines.tsv");
    unsigned lines = 0;
    while (tsv_next(&in)) {
        if (!is_ours(tsv_get(&in, "rule"))) continue;
        pf_position position = position_accepted(tsv_get(&in, "start"), PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960);
        const char *moves = tsv_get(&in, "moves");
        while (*moves) {
            size_t length = strcspn(moves, " ");
            pf_move move = PF_NO_MOVE;
            pf_error error;
            if (pf_move_from_san(&move, &position, moves, length, PF_SAN_LENIENT, &error) != PF_OK)
                fail_msg("%s: %s", moves, error.message);
            pf_position_play_unchecked(&position, move);
            moves += length;
            moves += strspn(moves, " ");
        }
        assert_fen(&position, PF_CASTLING_XFEN, PF_EP_LEGAL, tsv_get(&in, "end"));
        lines++;
    }
    tsv_close(&in);
    assert_int_equal(lines, 8);
}

static int compare_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void legal_moves_san(void **state)
{
    (void)state;
    tsv in = tsv_open("notation/legal_moves_san.tsv");
    while (tsv_next(&in)) {
        pf_position position = position_accepted(tsv_get(&in, "fen"), PF_ACCEPT_LENIENT);
        pf_move_list list;
        char sans[PF_MOVE_LIST_CAPACITY][PF_SAN_SIZE];
        char line[PF_MOVE_LIST_CAPACITY * PF_SAN_SIZE] = "";
        pf_generate_legal(&position, &list);
        for (uint32_t i = 0; i < list.size; i++)
            pf_move_to_san(sans[i], sizeof sans[i], &position, list.moves[i], PF_SAN_LETTERS);
        qsort(sans, list.size, sizeof sans[0], compare_text);
        for (uint32_t i = 0; i < list.size; i++) {
            if (i > 0) strcat(line, " ");
            strcat(line, sans[i]);
        }
        assert_string_equal(line, tsv_get(&in, "san"));
    }
    tsv_close(&in);
}

static void legal_moves_rampart(void **state)
{
    (void)state;
    jsonl in = jsonl_open("notation/legal_moves_rampart.jsonl");
    while (jsonl_next(&in)) {
        if (!is_ours(jsonl_get(&in, "rule"))) continue;
        pf_position position = position_accepted(jsonl_get(&in, "fen"), PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960);
        json_t *moves = json_object_get(in.row, "moves");
        assert_int_equal(json_array_size(moves), pf_count_legal(&position));
        size_t i;
        json_t *pair;
        json_array_foreach(moves, i, pair)
        {
            const char *san = json_string_value(json_array_get(pair, 0));
            pf_position after = position;
            pf_move move = PF_NO_MOVE;
            assert_int_equal(pf_move_from_san(&move, &position, san, strlen(san), PF_SAN_STRICT, NULL), PF_OK);
            pf_position_play_unchecked(&after, move);
            /* The source writes the en passant square now when legal, now always. */
            pf_position expected = position_accepted(json_string_value(json_array_get(pair, 1)), PF_ACCEPT_LENIENT);
            assert_true(pf_position_equal(&after, &expected));
        }
    }
    jsonl_close(&in);
}

/* Every legal move of every position of a table that has a column of FENs. */
static void corpus_goes_round(void **state)
{
    static const struct {
        const char *name, *column;
    } tables[] = {{"notation/legal_moves_uci.tsv", "fen"},
                  {"notation/fen_cozy_shredder.tsv", "fen"},
                  {"notation/san_cases.tsv", "fen"},
                  {"notation/game_end.tsv", "fen"}};
    size_t positions = 0, moves = 0;
    (void)state;
    for (size_t t = 0; t < COUNT_OF(tables); t++) {
        tsv in = tsv_open(tables[t].name);
        while (tsv_next(&in)) {
            const char *fen = tsv_get(&in, tables[t].column);
            pf_position position;
            if (pf_position_from_fen(&position, fen, strlen(fen), PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960, NULL, NULL) !=
                PF_OK)
                continue;
            positions++;
            moves += assert_round_trip(&position);
        }
        tsv_close(&in);
    }
    printf("%zu moves of %zu positions went round\n", moves, positions);
    assert_true(moves > 100000);
}

/* The same for every position of the perft suites: a FEN up to the first semicolon of each line. */
static void suites_go_round(void **state)
{
    (void)state;
    DIR *folder = PF_TEST_CORPORA[0] ? opendir(PF_TEST_CORPORA "/perft") : NULL;
    if (folder == NULL) {
        skip_because("no corpus perft (PLYFORGE_CORPORA)");
        return;
    }
    size_t files = 0, positions = 0, moves = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[1024], line[1024];
        const char *suffix = strrchr(entry->d_name, '.');
        if (suffix == NULL || strcmp(suffix, ".epd") != 0) continue;
        snprintf(path, sizeof path, "%s/perft/%s", PF_TEST_CORPORA, entry->d_name);
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        files++;
        while (fgets(line, sizeof line, file) != NULL) {
            pf_position position;
            size_t length = strcspn(line, ";\n");
            while (length > 0 && line[length - 1] == ' ') length--;
            if (length == 0 || line[0] == '#') continue;
            assert_int_equal(
                pf_position_from_fen(&position, line, length, PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960, NULL, NULL),
                PF_OK);
            positions++;
            moves += assert_round_trip(&position);
        }
        fclose(file);
    }
    closedir(folder);
    printf("%zu moves of %zu positions in %zu suites went round\n", moves, positions, files);
    assert_true(files > 0 && positions > 10000);
}

/* ---- Variants ---- */

static void variants_written_and_read(void **state)
{
    (void)state;
    static const struct {
        pf_variant variant;
        const char *fen, *uci, *san;
    } cases[] = {
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "N@f6", "N@f6+"},
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "P@e4", "P@e4"},
        {PF_VARIANT_CRAZYHOUSE, "6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1", "N@f7", "N@f7#"},
        /* A drop is not another knight that could go there. */
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/5N2/8/4K3[N] w - - 0 1", "f3d4", "Nd4"},
        {PF_VARIANT_ATOMIC, "rnb1kbnr/pppppppp/8/4q3/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "e5e2", "Qxe2#"},
        {PF_VARIANT_ATOMIC, "4k3/8/8/8/8/8/4r3/R3K3 w Q - 0 1", "e1d1", "Kd1"},
        {PF_VARIANT_ANTICHESS, "8/P7/8/8/8/8/8/k7 w - - 0 1", "a7a8k", "a8=K"},
        {PF_VARIANT_ANTICHESS, "8/8/8/8/8/8/1p6/R7 b - - 0 1", "b2a1k", "bxa1=K#"},
        {PF_VARIANT_ANTICHESS, "8/8/8/8/R7/k6R/8/8 w - - 0 1", "a4a3", "Raxa3#"},
        {PF_VARIANT_ANTICHESS, "8/8/8/7p/8/8/8/R6R w - - 0 1", "h1h5", "Rxh5#"},
        {PF_VARIANT_KING_OF_THE_HILL, "8/8/8/8/8/4K3/8/k7 w - - 0 1", "e3e4", "Ke4#"},
        {PF_VARIANT_THREE_CHECK, "7k/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "a1a8", "Ra8#"},
        {PF_VARIANT_THREE_CHECK, "7k/8/8/8/8/8/8/R3K3 w - - 2+3 0 1", "a1a8", "Ra8+"},
        {PF_VARIANT_HORDE, "4k3/8/8/8/8/8/8/P7 w - - 0 1", "a1a3", "a3"},
        {PF_VARIANT_HORDE, "8/8/8/8/8/8/1k6/P7 b - - 0 1", "b2a1", "Kxa1#"},
        {PF_VARIANT_RACING_KINGS, "8/7K/8/8/8/k7/8/8 w - - 0 1", "h7g8", "Kg8#"},
        {PF_VARIANT_RACING_KINGS, "8/k6K/8/8/8/8/8/8 w - - 0 1", "h7g8", "Kg8"},
        {PF_VARIANT_STANDARD, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = variant_position_of(cases[i].fen, cases[i].variant);
        pf_move move, again;
        pf_error error;
        char san[PF_SAN_SIZE];
        if (pf_move_from_uci(&move, &position, cases[i].uci, strlen(cases[i].uci), &error) != PF_OK)
            fail_msg("%s: %s: %s", cases[i].fen, cases[i].uci, error.message);
        size_t length = pf_move_to_san(san, sizeof san, &position, move, PF_SAN_LETTERS);
        assert_string_equal(san, cases[i].san);
        assert_int_equal(length, strlen(san));
        assert_int_equal(pf_move_from_san(&again, &position, san, length, PF_SAN_STRICT, NULL), PF_OK);
        assert_int_equal(again, move);
        if (cases[i].variant == PF_VARIANT_STANDARD) continue;
        assert_int_equal(pf_move_to_san(san, sizeof san, &position, (pf_move)0x5fff, PF_SAN_LETTERS), 0);
        assert_string_equal(san, "");
    }
}

static void variants_read_leniently(void **state)
{
    (void)state;
    static const struct {
        pf_variant variant;
        const char *fen, *san, *uci;
    } cases[] = {
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "@e4", "P@e4"},
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", " N@f6 ", "N@f6"},
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "\xe2\x99\x98@f6!", "N@f6"},
        {PF_VARIANT_ANTICHESS, "8/P7/8/8/8/8/8/k7 w - - 0 1", "a7a8k", "a7a8k"},
        {PF_VARIANT_ANTICHESS, "8/P7/8/8/8/8/8/k7 w - - 0 1", "a8K", "a7a8k"},
        {PF_VARIANT_ATOMIC, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "0-0", "e1g1"},
        {PF_VARIANT_HORDE, "4k3/8/8/8/8/8/8/P7 w - - 0 1", "a1-a3", "a1a3"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = variant_position_of(cases[i].fen, cases[i].variant);
        pf_move move;
        pf_error error;
        char uci[PF_UCI_SIZE];
        if (pf_move_from_san(&move, &position, cases[i].san, strlen(cases[i].san), PF_SAN_LENIENT, &error))
            fail_msg("%s: %s: %s", cases[i].fen, cases[i].san, error.message);
        pf_move_to_uci(uci, sizeof uci, move, PF_UCI_KING_STEP);
        assert_string_equal(uci, cases[i].uci);
    }
}

static void variants_refused(void **state)
{
    (void)state;
    static const struct {
        pf_variant variant;
        const char *fen, *san;
        pf_status code;
        unsigned offset;
        const char *message;
    } cases[] = {
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "Q@e4", PF_ERROR_MOVE_ILLEGAL, 0,
         "White has no queen to drop"},
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@e8", PF_ERROR_MOVE_ILLEGAL, 0,
         "a knight cannot be dropped on e8, where the king on e8 stands"},
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "@e8", PF_ERROR_MOVE_ILLEGAL, 0,
         "a pawn cannot be dropped on e8, where the king on e8 stands"},
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "@a8", PF_ERROR_MOVE_ILLEGAL, 0,
         "a pawn cannot be dropped on the first or last rank"},
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/4r3/4K3[N] w - - 0 1", "N@a3", PF_ERROR_MOVE_ILLEGAL, 0,
         "the king on e1 would still be in check from the rook on e2"},
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@e", PF_ERROR_MOVE_TEXT, 3,
         "the move ends before its target square"},
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@e4f5", PF_ERROR_MOVE_TEXT, 6,
         "a drop is a piece, '@' and one square"},
        {PF_VARIANT_ATOMIC, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "N@e4", PF_ERROR_MOVE_ILLEGAL, 0,
         "pieces are dropped only in Crazyhouse, and kings never are"},
        {PF_VARIANT_ATOMIC, "4k3/8/8/8/8/8/3n4/R3K3 w - - 0 1", "Kxd2", PF_ERROR_MOVE_ILLEGAL, 0,
         "a king does not capture in Atomic, because it would explode"},
        {PF_VARIANT_ATOMIC, "4k3/8/8/8/8/8/3n4/3QK3 w - - 0 1", "Qxd2", PF_ERROR_MOVE_ILLEGAL, 0,
         "the king on e1 would explode with the capture on d2"},
        {PF_VARIANT_ATOMIC, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "a8=K", PF_ERROR_MOVE_ILLEGAL, 0, "no pawn can go to a8"},
        {PF_VARIANT_ANTICHESS, "8/8/8/7p/8/8/8/R6R w - - 0 1", "Ra2", PF_ERROR_MOVE_ILLEGAL, 0,
         "White must capture, and the rook on h1 can take the pawn on h5"},
        {PF_VARIANT_RACING_KINGS, "8/8/8/k7/8/8/7R/7K w - - 0 1", "Ra2", PF_ERROR_MOVE_ILLEGAL, 0,
         "the rook on h2 would give check to the king on a5, and no move may give check"},
        {PF_VARIANT_KING_OF_THE_HILL, "8/8/8/3k4/8/8/8/4K3 w - - 0 1", "Ke2", PF_ERROR_MOVE_ILLEGAL, 0,
         "the game is over"},
        {PF_VARIANT_KING_OF_THE_HILL, "7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=K", PF_ERROR_MOVE_TEXT, 2,
         "a promotion must name Q, R, B or N"},
        {PF_VARIANT_ANTICHESS, "8/8/8/8/8/8/8/R6K w - - 0 1", "O-O", PF_ERROR_MOVE_ILLEGAL, 0,
         "there is no right to castle on that side"},
        {PF_VARIANT_STANDARD, "7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=K", PF_ERROR_MOVE_TEXT, 2,
         "a promotion must name Q, R, B or N"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = variant_position_of(cases[i].fen, cases[i].variant);
        pf_move move = 4711;
        pf_error error = {0};
        pf_status status = pf_move_from_san(&move, &position, cases[i].san, strlen(cases[i].san), PF_SAN_LENIENT,
                                            &error);
        if (status != cases[i].code || error.offset != cases[i].offset || strcmp(error.message, cases[i].message) != 0)
            fail_msg("%s: status %d, offset %u, %s", cases[i].san, (int)status, (unsigned)error.offset, error.message);
        assert_int_equal(move, 4711);
    }
}

/* The other libraries write a pawn drop without its P. */
static void cases_of_others(void **state)
{
    (void)state;
    tsv in = tsv_open("notation/san_cases.tsv");
    while (tsv_next(&in)) {
        pf_variant variant;
        const char *rule = tsv_get(&in, "rule"), *uci = tsv_get(&in, "uci"), *san = tsv_get(&in, "san");
        if (!pf_variant_from_name(&variant, rule, strlen(rule)) || variant == PF_VARIANT_STANDARD) continue;
        pf_position position = variant_position_of(tsv_get(&in, "fen"), variant);
        pf_move move, again;
        bool legal = pf_move_from_uci(&move, &position, uci, strlen(uci), NULL) == PF_OK;
        assert_int_equal(legal, strcmp(tsv_get(&in, "kind"), "illegal") != 0);
        if (san[0] == '\0') continue;
        assert_int_equal(pf_move_from_san(&again, &position, san, strlen(san), PF_SAN_LENIENT, NULL), PF_OK);
        assert_int_equal(again, move);
        char text[PF_SAN_SIZE];
        pf_move_to_san(text, sizeof text, &position, move, PF_SAN_LETTERS);
        assert_string_equal(san[0] == '@' ? text + 1 : text, san);
    }
    tsv_close(&in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_every_style),
        cmocka_unit_test(writes_no_more_than_there_is_room_for),
        cmocka_unit_test(names_the_origin_only_as_needed),
        cmocka_unit_test(writes_lists),
        cmocka_unit_test(writes_legal_moves_only),
        cmocka_unit_test(reads_leniently),
        cmocka_unit_test(strict_takes_the_export_form_only),
        cmocka_unit_test(refusals_say_what_and_where),
        cmocka_unit_test(any_text_is_safe),
        cmocka_unit_test(random_positions_go_round),
        cmocka_unit_test(san_cases),
        cmocka_unit_test(move_lines),
        cmocka_unit_test(legal_moves_san),
        cmocka_unit_test(legal_moves_rampart),
        cmocka_unit_test(corpus_goes_round),
        cmocka_unit_test(suites_go_round),
        cmocka_unit_test(variants_written_and_read),
        cmocka_unit_test(variants_read_leniently),
        cmocka_unit_test(variants_refused),
        cmocka_unit_test(cases_of_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
