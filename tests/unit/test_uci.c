/* Moves as UCI text: both castling forms, promotions, what is refused and where the fault lies. */
#include "support.h"

#define CASTLES "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"

static void writes(void **state)
{
    (void)state;
    static const struct {
        pf_move move;
        const char *step, *takes;
    } cases[] = {
        {PF_NO_MOVE, "0000", "0000"},
        {(PF_E2 << 6) | PF_E4, "e2e4", "e2e4"},
        {(PF_H1 << 6) | PF_A8, "h1a8", "h1a8"},
        {(PF_MOVE_EN_PASSANT << 14) | (PF_D4 << 6) | PF_E3, "d4e3", "d4e3"},
        {(PF_MOVE_CASTLING << 14) | (PF_E1 << 6) | PF_H1, "e1g1", "e1h1"},
        {(PF_MOVE_CASTLING << 14) | (PF_E1 << 6) | PF_A1, "e1c1", "e1a1"},
        {(PF_MOVE_CASTLING << 14) | (PF_E8 << 6) | PF_H8, "e8g8", "e8h8"},
        {(PF_MOVE_CASTLING << 14) | (PF_E8 << 6) | PF_A8, "e8c8", "e8a8"},
        /* Only Chess960 has these, so the step would not tell them from a king move. */
        {(PF_MOVE_CASTLING << 14) | (PF_E1 << 6) | PF_G1, "e1g1", "e1g1"},
        {(PF_MOVE_CASTLING << 14) | (PF_F1 << 6) | PF_H1, "f1h1", "f1h1"},
        {(PF_MOVE_CASTLING << 14) | (PF_B1 << 6) | PF_A1, "b1a1", "b1a1"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char text[PF_UCI_SIZE];
        assert_int_equal(pf_move_to_uci(text, sizeof text, cases[i].move, PF_UCI_KING_STEP), 4);
        assert_string_equal(text, cases[i].step);
        assert_int_equal(pf_move_to_uci(text, sizeof text, cases[i].move, PF_UCI_KING_TAKES_ROOK), 4);
        assert_string_equal(text, cases[i].takes);
    }
    for (pf_piece_type type = PF_KNIGHT; type <= PF_QUEEN; type++) {
        char text[PF_UCI_SIZE], expected[] = {'a', '7', 'b', '8', "pnbrq"[type], '\0'};
        assert_int_equal(pf_move_to_uci(text, sizeof text, pf_move_of_promotion(PF_A7, PF_B8, type), 0), 5);
        assert_string_equal(text, expected);
    }
}

static void cuts_at_every_size(void **state)
{
    (void)state;
    pf_move move = pf_move_of_promotion(PF_A7, PF_B8, PF_QUEEN);
    assert_int_equal(pf_move_to_uci(NULL, 0, move, PF_UCI_KING_STEP), 5);
    for (size_t size = 1; size <= PF_UCI_SIZE; size++) {
        char text[PF_UCI_SIZE + 1];
        memset(text, '#', sizeof text);
        assert_int_equal(pf_move_to_uci(text, size, move, PF_UCI_KING_STEP), 5);
        assert_memory_equal(text, "a7b8q", size - 1);
        assert_int_equal(text[size - 1], '\0');
        assert_int_equal(text[size], '#');
    }
}

static void reads(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *uci;
        pf_square from, to;
        pf_move_kind kind;
    } cases[] = {
        {START_FEN, "e2e4", PF_E2, PF_E4, PF_MOVE_NORMAL},
        {CASTLES, "e1g1", PF_E1, PF_H1, PF_MOVE_CASTLING},
        {CASTLES, "e1h1", PF_E1, PF_H1, PF_MOVE_CASTLING},
        {CASTLES, "e1c1", PF_E1, PF_A1, PF_MOVE_CASTLING},
        {CASTLES, "e1a1", PF_E1, PF_A1, PF_MOVE_CASTLING},
        {CASTLES, "e1f1", PF_E1, PF_F1, PF_MOVE_NORMAL},
        {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", PF_D4, PF_E3, PF_MOVE_EN_PASSANT},
        {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8r", PF_A7, PF_A8, PF_MOVE_PROMOTION},
        /* In Chess960 the king's step next door is a king move, king takes rook is castling. */
        {"4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1", PF_F1, PF_G1, PF_MOVE_NORMAL},
        {"4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1h1", PF_F1, PF_H1, PF_MOVE_CASTLING},
        {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", PF_F1, PF_G1, PF_MOVE_CASTLING},
        {"4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1c1", PF_B1, PF_C1, PF_MOVE_NORMAL},
        {"4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", PF_B1, PF_A1, PF_MOVE_CASTLING},
        {"4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", "e1g1", PF_E1, PF_G1, PF_MOVE_CASTLING},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = position_of(cases[i].fen);
        pf_error error = {.offset = 77}, before = error;
        pf_move move = PF_NO_MOVE;
        if (pf_move_from_uci(&move, &position, cases[i].uci, strlen(cases[i].uci), &error) != PF_OK)
            fail_msg("%s in %s: %s", cases[i].uci, cases[i].fen, error.message);
        assert_memory_equal(&error, &before, sizeof error);
        assert_int_equal(pf_move_from(move), cases[i].from);
        assert_int_equal(pf_move_to(move), cases[i].to);
        assert_int_equal(pf_move_kind_of(move), cases[i].kind);
        if (cases[i].kind == PF_MOVE_PROMOTION) assert_int_equal(pf_move_promotion(move), PF_ROOK);
    }
}

static void refuses(void **state)
{
    (void)state;
    static const char shape[] = "a UCI move is two squares and, for a promotion, one of q r b n";
    static const struct {
        const char *fen, *uci;
        pf_status code;
        uint32_t offset;
        const char *message;
    } cases[] = {
        {START_FEN, "", PF_ERROR_MOVE_TEXT, 0, shape},
        {START_FEN, "e2e", PF_ERROR_MOVE_TEXT, 0, shape},
        {START_FEN, "e2e4e5", PF_ERROR_MOVE_TEXT, 0, shape},
        {START_FEN, "i2e4", PF_ERROR_MOVE_TEXT, 0, shape},
        {START_FEN, "e0e4", PF_ERROR_MOVE_TEXT, 0, shape},
        {START_FEN, "E2E4", PF_ERROR_MOVE_TEXT, 0, shape},
        {START_FEN, "0000", PF_ERROR_MOVE_TEXT, 0, shape},
        {START_FEN, "e2-e4", PF_ERROR_MOVE_TEXT, 2, shape},
        {START_FEN, "e2e9", PF_ERROR_MOVE_TEXT, 2, shape},
        {START_FEN, "e2e4 ", PF_ERROR_MOVE_TEXT, 4, shape},
        {START_FEN, "e7e8k", PF_ERROR_MOVE_TEXT, 4, shape},
        {START_FEN, "e7e8p", PF_ERROR_MOVE_TEXT, 4, shape},
        {START_FEN, "e7e8Q", PF_ERROR_MOVE_TEXT, 4, shape},
        {START_FEN, "e2e5", PF_ERROR_MOVE_ILLEGAL, 0, "a pawn does not move from e2 to e5"},
        {START_FEN, "e7e5", PF_ERROR_MOVE_ILLEGAL, 0, "the pawn on e7 is Black's, but it is White's turn"},
        {START_FEN, "e2e4q", PF_ERROR_MOVE_ILLEGAL, 0, "the pawn on e2 does not promote on e4"},
        {START_FEN, "e4e4", PF_ERROR_MOVE_ILLEGAL, 0, "there is no piece on e4"},
        {START_FEN, "e1g1", PF_ERROR_MOVE_ILLEGAL, 0, "White cannot castle, because the bishop on f1 is in the way"},
        {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", PF_ERROR_MOVE_ILLEGAL, 0,
         "the pawn on a7 must promote when it reaches a8"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "e1g1", PF_ERROR_MOVE_ILLEGAL, 0,
         "White has no right to castle with the rook on h1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "e1h1", PF_ERROR_MOVE_ILLEGAL, 0,
         "White has no right to castle with the rook on h1"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = position_of(cases[i].fen);
        pf_error error = {0};
        pf_move move = 0x1234;
        pf_status status = pf_move_from_uci(&move, &position, cases[i].uci, strlen(cases[i].uci), &error);
        if (status != cases[i].code || error.offset != cases[i].offset)
            fail_msg("\"%s\" gives %d at %u", cases[i].uci, (int)status, (unsigned)error.offset);
        assert_int_equal(error.code, status);
        assert_string_equal(error.message, cases[i].message);
        assert_int_equal(move, 0x1234);
        assert_int_equal(pf_move_from_uci(&move, &position, cases[i].uci, strlen(cases[i].uci), NULL), status);
    }
    pf_position position = pf_position_start();
    pf_move move;
    assert_int_equal(pf_move_from_uci(&move, &position, "e2e4e7e5", 4, NULL), PF_OK); /* the length counts */
}

/* What is written is read back as the same move, in either form, in standard chess and Chess960. */
static void round_trips(void **state)
{
    (void)state;
    test_random random = {13};
    for (int i = 0; i < 5000; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        pf_move_list list;
        pf_generate_legal(&position, &list);
        for (uint32_t m = 0; m < list.size; m++) {
            for (unsigned form = PF_UCI_KING_STEP; form <= PF_UCI_KING_TAKES_ROOK; form++) {
                char text[PF_UCI_SIZE];
                pf_move read = PF_NO_MOVE;
                size_t length = pf_move_to_uci(text, sizeof text, list.moves[m], (pf_uci_castling)form);
                assert_int_equal(pf_move_from_uci(&read, &position, text, length, NULL), PF_OK);
                assert_int_equal(read, list.moves[m]);
            }
        }
    }
}

/* Syntax, on a board where few of these moves are legal. "0000", the move of no player, is no move to read here. */
static void uci_strings(void **state)
{
    (void)state;
    jsonl in = jsonl_open("notation/uci_strings.jsonl");
    pf_position position = pf_position_start();
    while (jsonl_next(&in)) {
        const char *text = jsonl_get(&in, "string");
        pf_move move;
        bool is_move = pf_move_from_uci(&move, &position, text, strlen(text), NULL) != PF_ERROR_MOVE_TEXT;
        bool expected = strcmp(jsonl_get(&in, "verdict"), "accept") == 0 && strcmp(text, "0000") != 0;
        if (is_move != expected) fail_msg("\"%s\"", text);
    }
    jsonl_close(&in);
}

/* The reason is always one of an illegal move, and the same that pf_move_from_uci_any and pf_move_why_illegal give. */
static void reasons(void **state)
{
    (void)state;
    static const char *const fens[] = {
        START_FEN,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R2Pp1k/8/6P1/8 b - e3 0 1",
        "1rk1r3/P6P/8/8/8/8/8/1RK1R3 w EBeb - 0 1",
        "4k3/8/8/8/7b/8/P4P2/RN2K2R w KQ - 0 1",
    };
    for (size_t i = 0; i < COUNT_OF(fens); i++) {
        pf_position position = position_of(fens[i]);
        for (unsigned n = 0; n < 64 * 64 * 2; n++) {
            char uci[6] = {0}, message[PF_WHY_TEXT_SIZE];
            pf_move_to_uci(uci, sizeof uci, (pf_move)((n & 4095) ? (n & 4095) : 65), PF_UCI_KING_TAKES_ROOK);
            if (n >> 12) uci[4] = 'q';
            pf_move move, meant;
            pf_error error = {0};
            if (pf_move_from_uci(&move, &position, uci, strlen(uci), &error) == PF_OK) continue;
            pf_why why;
            assert_int_equal(pf_move_from_uci_any(&meant, &position, uci, strlen(uci), NULL), PF_OK);
            assert_int_not_equal(pf_move_why_illegal(&position, meant, &why), PF_WHY_LEGAL);
            pf_why_to_text(message, sizeof message, &why);
            assert_string_equal(error.message, message);
        }
    }
}

static void variant_reasons(void **state)
{
    (void)state;
    static const struct {
        pf_variant variant;
        const char *uci, *message;
    } cases[] = {
        {PF_VARIANT_STANDARD, "e2e5", "a pawn does not move from e2 to e5"},
        {PF_VARIANT_KING_OF_THE_HILL, "N@e4", "pieces are dropped only in Crazyhouse, and kings never are"},
        {PF_VARIANT_CRAZYHOUSE, "N@e4", "White has no knight to drop"},
        {PF_VARIANT_CRAZYHOUSE, "a2a1k", "a pawn becomes a king only in Antichess"},
        {PF_VARIANT_ATOMIC, "@e1", "pieces are dropped only in Crazyhouse, and kings never are"},
        {PF_VARIANT_ATOMIC, "e1g1", "White cannot castle, because the bishop on f1 is in the way"},
        {PF_VARIANT_ANTICHESS, "a2a1k", "the pawn on a2 does not promote on a1"},
        {PF_VARIANT_HORDE, "e7e5", "the pawn on e7 is Black's, but it is White's turn"},
        {PF_VARIANT_RACING_KINGS, "e2e5", "a knight does not move from e2 to e5"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = pf_variant_start(cases[i].variant);
        pf_error error = {0};
        pf_move move = 0x1234;
        pf_status status = pf_move_from_uci(&move, &position, cases[i].uci, strlen(cases[i].uci), &error);
        assert_int_equal(status, PF_ERROR_MOVE_ILLEGAL);
        assert_string_equal(error.message, cases[i].message);
        assert_int_equal(move, 0x1234);
        assert_int_equal(pf_move_from_uci(&move, &position, cases[i].uci, strlen(cases[i].uci), NULL), status);
    }
}

/* Two squares and a promotion mean the legal move that is written like this, by the king's step or as king takes rook;
 * where both forms are legal moves, the one that is written exactly so. All words in every position. */
static void all_words(const pf_position *position, void *context)
{
    static pf_move expected[64][64][5];
    size_t *legal = context;
    memset(expected, 0, sizeof expected);
    pf_move_list list;
    pf_generate_legal(position, &list);
    for (int step = 1; step >= 0; step--) {
        for (uint32_t i = 0; i < list.size; i++) {
            char text[PF_UCI_SIZE];
            pf_square from, to;
            size_t length = pf_move_to_uci(text, sizeof text, list.moves[i],
                                           step ? PF_UCI_KING_STEP : PF_UCI_KING_TAKES_ROOK);
            assert_true(pf_square_from_text(&from, text, 2) && pf_square_from_text(&to, text + 2, 2));
            unsigned promotion = length == 5 ? (unsigned)(strchr("nbrq", text[4]) - "nbrq") + 1 : 0;
            expected[from][to][promotion] = list.moves[i];
        }
    }
    for (pf_square from = 0; from < 64; from++) {
        for (pf_square to = 0; to < 64; to++) {
            for (unsigned promotion = 0; promotion < 5; promotion++) {
                char text[] = {(char)('a' + from % 8), (char)('1' + from / 8), (char)('a' + to % 8),
                               (char)('1' + to / 8),   " nbrq"[promotion],     0};
                pf_move move = PF_NO_MOVE;
                pf_status status = pf_move_from_uci(&move, position, text, promotion ? 5 : 4, NULL);
                assert_int_equal(move, expected[from][to][promotion]);
                assert_int_equal(status, move ? PF_OK : PF_ERROR_MOVE_ILLEGAL);
                *legal += status == PF_OK;
            }
        }
    }
}

static void every_word(void **state)
{
    (void)state;
    size_t legal = 0;
    test_random random = {71};
    for (unsigned i = 0; i < 300; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        all_words(&position, &legal);
    }
    for (unsigned i = 0; i < 960; i += 7) { /* castling at once: nothing but kings, rooks and pawns */
        pf_position start = pf_position_chess960_start(i);
        pf_setup setup;
        pf_setup_from_position(&setup, &start);
        for (pf_square square = 0; square < 64; square++)
            if (setup.squares[square] && strchr("\1\4\6\11\14\16", setup.squares[square]) == NULL)
                setup.squares[square] = PF_NO_PIECE;
        pf_position position;
        assert_int_equal(pf_position_from_setup(&position, &setup, PF_ACCEPT_CHESS960, NULL, NULL), PF_OK);
        all_words(&position, &legal);
    }
    print_message("%zu words are legal moves\n", legal);
    assert_true(legal > 10000);
}

/* ---- The command "position" ---- */

static void castling_squares(void **state)
{
    (void)state;
    static const struct {
        pf_square king, rook, king_to, rook_to;
    } cases[] = {
        {PF_E1, PF_H1, PF_G1, PF_F1}, {PF_E1, PF_A1, PF_C1, PF_D1}, {PF_E8, PF_H8, PF_G8, PF_F8},
        {PF_E8, PF_A8, PF_C8, PF_D8}, {PF_B1, PF_A1, PF_C1, PF_D1}, {PF_F8, PF_G8, PF_G8, PF_F8},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_move move = pf_move_of(cases[i].king, cases[i].rook, PF_MOVE_CASTLING);
        assert_int_equal(pf_move_king_to(move), cases[i].king_to);
        assert_int_equal(pf_move_rook_to(move), cases[i].rook_to);
    }
}

static void reads_games(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        pf_accept accept;
        uint32_t ply;
        const char *fen; /* at the end, with X-FEN */
    } cases[] = {
        {"position startpos", PF_ACCEPT_STRICT, 0, START_FEN},
        {"startpos", PF_ACCEPT_STRICT, 0, START_FEN},
        {"position startpos moves", PF_ACCEPT_STRICT, 0, START_FEN},
        {" \tposition  startpos\tmoves e2e4  e7e5 g1f3 \r\n", PF_ACCEPT_STRICT, 3,
         "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"},
        {"position fen 4k3/P7/8/8/8/8/8/4K2R w K - 0 1", PF_ACCEPT_STRICT, 0, "4k3/P7/8/8/8/8/8/4K2R w K - 0 1"},
        {"fen 4k3/P7/8/8/8/8/8/4K2R w K - 0 1 moves e1g1 e8e7 a7a8n", PF_ACCEPT_STRICT, 3,
         "N7/4k3/8/8/8/8/8/5RK1 b - - 0 2"},
        {"position fen 4k3/P7/8/8/8/8/8/4K2R w moves h1h2", PF_ACCEPT_LENIENT, 1, "4k3/P7/8/8/8/8/7R/4K3 b - - 1 1"},
        {"position fen 4k3/8/8/8/8/8/8/RK6 w A - 0 1 moves b1a1", PF_ACCEPT_CHESS960, 1,
         "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
        {"position startpos moves e2e4 e7e5 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", PF_ACCEPT_STRICT, 10,
         "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 8 6"},
    };
    static unsigned char memory[PF_GAME_MEMORY(10)];
    pf_position other = position_of("8/8/8/8/8/8/8/K1k5 w - - 0 1");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_error error = {.message = ""};
        pf_problems problems = ~0u;
        pf_game *game = pf_game_init(memory, sizeof memory, &other);
        pf_status status = pf_game_from_uci(game, cases[i].line, strlen(cases[i].line), cases[i].accept, &problems,
                                            &error);
        if (status != PF_OK) fail_msg("%s: %s", cases[i].line, error.message);
        assert_int_equal(problems, 0);
        assert_int_equal(pf_game_ply(game), cases[i].ply);
        assert_fen(pf_game_position(game), PF_CASTLING_XFEN, PF_EP_LEGAL, cases[i].fen);
        if (cases[i].ply == 10) assert_int_equal(pf_game_repetitions(game), 3);
    }
    /* Without an end: the text is not read past its length. */
    pf_game *game = pf_game_init(memory, sizeof memory, &other);
    assert_int_equal(pf_game_from_uci(game, "startpos moves e2e4", 17, PF_ACCEPT_STRICT, NULL, NULL),
                     PF_ERROR_MOVE_TEXT);
    assert_int_equal(pf_game_from_uci(game, "startpos moves e2e4 e7e5", 19, PF_ACCEPT_STRICT, NULL, NULL), PF_OK);
    assert_int_equal(pf_game_ply(game), 1);
    /* A variant, and a game that grows. */
    game = pf_game_create(&other);
    pf_accept crazyhouse = pf_accept_variant(PF_VARIANT_CRAZYHOUSE);
    static const char line[] = "position startpos moves e2e4 d7d5 e4d5 g8f6 P@e6";
    assert_int_equal(pf_game_from_uci(game, line, strlen(line), crazyhouse, NULL, NULL), PF_OK);
    assert_int_equal(pf_position_variant(pf_game_position(game)), PF_VARIANT_CRAZYHOUSE);
    assert_int_equal(pf_game_ply(game), 5);
    char lengthy[64 + 4 * 5 * 300] = "position startpos moves";
    for (int i = 0; i < 300; i++) strcat(lengthy, " g1f3 g8f6 f3g1 f6g8");
    assert_int_equal(pf_game_from_uci(game, lengthy, strlen(lengthy), PF_ACCEPT_STRICT, NULL, NULL), PF_OK);
    assert_int_equal(pf_game_ply(game), 1200);
    assert_int_equal(pf_game_repetitions(game), 301);
    pf_game_destroy(game);
}

static void refuses_games(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        pf_status status;
        uint32_t offset;
    } cases[] = {
        {"", PF_ERROR_UCI, 0},
        {"position", PF_ERROR_UCI, 8},
        {"position kiwipete", PF_ERROR_UCI, 9},
        {"positionstartpos", PF_ERROR_UCI, 0},
        {"go depth 3", PF_ERROR_UCI, 0},
        {"position startpos e2e4", PF_ERROR_UCI, 18},
        {"position fen", PF_ERROR_UCI, 12},
        {"position fen moves e2e4", PF_ERROR_UCI, 13},
        {"position fen 8/8/8/8/8/8/8/x7 w - - 0 1", PF_ERROR_FEN_BOARD, 27},
        {"position  fen  8/8/8/8/8/8/8/K7 w - - 0 1", PF_ERROR_POSITION, 15},
        {"position startpos moves e2e4 e2e4", PF_ERROR_MOVE_ILLEGAL, 29},
        {"position startpos moves e2e4 castle", PF_ERROR_MOVE_TEXT, 29},
        {"position startpos moves e2e4 e7e5 g1f3 g8f6 f3g1", PF_ERROR_NO_ROOM, 0},
        {"position startpos moves f2f3 e7e5 g2g4 d8h4 e1e2", PF_ERROR_MOVE_ILLEGAL, 44},
    };
    static unsigned char memory[PF_GAME_MEMORY(4)];
    pf_position start = pf_position_start();
    pf_game *game = pf_game_init(memory, sizeof memory, &start);
    assert_int_equal(pf_game_from_uci(game, "startpos moves d2d4", 19, PF_ACCEPT_STRICT, NULL, NULL), PF_OK);
    pf_position before = *pf_game_position(game);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_error error = {0};
        size_t length = strlen(cases[i].line);
        pf_status status = pf_game_from_uci(game, cases[i].line, length, PF_ACCEPT_STRICT, NULL, &error);
        if (status != cases[i].status || error.code != status || error.offset != cases[i].offset)
            fail_msg("%s: %d at %u: %s", cases[i].line, (int)status, error.offset, error.message);
        assert_true(error.message[0] != '\0');
        assert_int_equal(pf_game_ply(game), 1);
        assert_memory_equal(pf_game_position(game), &before, sizeof before);
        assert_int_equal(pf_game_from_uci(game, cases[i].line, length, PF_ACCEPT_STRICT, NULL, NULL), status);
    }
    pf_accept nonsense = pf_accept_variant(PF_VARIANT_COUNT);
    assert_int_equal(pf_game_from_uci(game, "startpos", 8, nonsense, NULL, NULL), PF_ERROR_UNSUPPORTED);
    /* A NUL in the text is not the end of a word; under sanitizers, nothing is read behind the word's own name. */
    assert_int_equal(pf_game_from_uci(game, "fen\0fen", 7, PF_ACCEPT_STRICT, NULL, NULL), PF_ERROR_UCI);
    assert_int_equal(pf_game_from_uci(game, "startpos moves\0", 15, PF_ACCEPT_STRICT, NULL, NULL), PF_ERROR_UCI);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes),           cmocka_unit_test(cuts_at_every_size), cmocka_unit_test(reads),
        cmocka_unit_test(refuses),          cmocka_unit_test(round_trips),        cmocka_unit_test(uci_strings),
        cmocka_unit_test(reasons),          cmocka_unit_test(variant_reasons),    cmocka_unit_test(every_word),
        cmocka_unit_test(castling_squares), cmocka_unit_test(reads_games),        cmocka_unit_test(refuses_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
