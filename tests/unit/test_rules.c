/* Outcomes of positions, material, rule sets, and the numbers of the Chess960 start positions. */
#include "support.h"

#include <stdlib.h>

static void assert_outcome(const char *fen, pf_policy policy, pf_result result, pf_reason reason)
{
    pf_position position = position_of(fen);
    pf_outcome outcome = pf_position_outcome(&position, policy);
    if (outcome.result != result || outcome.reason != reason)
        fail_msg("%s: %s by %s", fen, pf_result_text(outcome.result), pf_reason_text(outcome.reason));
}

static void ends(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        pf_result fide, engine;
        pf_reason fide_reason, engine_reason;
    } cases[] = {
        {START_FEN, PF_RESULT_UNDECIDED, PF_RESULT_UNDECIDED, PF_REASON_NONE, PF_REASON_NONE},
        {"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", PF_RESULT_BLACK_WINS, PF_RESULT_BLACK_WINS,
         PF_REASON_CHECKMATE, PF_REASON_CHECKMATE},
        /* Mate comes before every clock, and so does stalemate. */
        {"8/8/k1K5/8/8/8/R7/8 b - - 200 1", PF_RESULT_WHITE_WINS, PF_RESULT_WHITE_WINS, PF_REASON_CHECKMATE,
         PF_REASON_CHECKMATE},
        {"7k/5Q2/6K1/8/8/8/8/8 b - - 150 1", PF_RESULT_DRAW, PF_RESULT_DRAW, PF_REASON_STALEMATE, PF_REASON_STALEMATE},
        {"7k/8/6K1/8/8/8/8/7B w - - 150 1", PF_RESULT_DRAW, PF_RESULT_DRAW, PF_REASON_INSUFFICIENT_MATERIAL,
         PF_REASON_INSUFFICIENT_MATERIAL},
        {"7k/8/6K1/8/8/8/8/6R1 w - - 99 1", PF_RESULT_UNDECIDED, PF_RESULT_UNDECIDED, PF_REASON_NONE, PF_REASON_NONE},
        {"7k/8/6K1/8/8/8/8/6R1 w - - 100 1", PF_RESULT_UNDECIDED, PF_RESULT_DRAW, PF_REASON_NONE,
         PF_REASON_FIFTY_MOVES},
        {"7k/8/6K1/8/8/8/8/6R1 w - - 149 1", PF_RESULT_UNDECIDED, PF_RESULT_DRAW, PF_REASON_NONE,
         PF_REASON_FIFTY_MOVES},
        {"7k/8/6K1/8/8/8/8/6R1 w - - 150 1", PF_RESULT_DRAW, PF_RESULT_DRAW, PF_REASON_SEVENTY_FIVE_MOVES,
         PF_REASON_FIFTY_MOVES},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_outcome(cases[i].fen, PF_POLICY_FIDE, cases[i].fide, cases[i].fide_reason);
        assert_outcome(cases[i].fen, PF_POLICY_ENGINE, cases[i].engine, cases[i].engine_reason);
    }
}

static void texts(void **state)
{
    (void)state;
    assert_string_equal(pf_result_text(PF_RESULT_UNDECIDED), "*");
    assert_string_equal(pf_result_text(PF_RESULT_WHITE_WINS), "1-0");
    assert_string_equal(pf_result_text(PF_RESULT_BLACK_WINS), "0-1");
    assert_string_equal(pf_result_text(PF_RESULT_DRAW), "1/2-1/2");
    assert_string_equal(pf_result_text(PF_RESULT_NOT_GIVEN), "*");
    assert_string_equal(pf_result_text((pf_result)99), "*");
    assert_string_equal(pf_reason_text(PF_REASON_NONE), "");
    assert_string_equal(pf_reason_text(PF_REASON_CHECKMATE), "checkmate");
    assert_string_equal(pf_reason_text(PF_REASON_VARIANT), "variant");
    assert_string_equal(pf_reason_text((pf_reason)99), "");
}

static void material(void **state)
{
    (void)state;
    static const struct {
        const char *board;
        bool white, black;
    } cases[] = {
        {"4k3/8/8/8/8/8/8/4K3", false, false},    {"4k3/8/8/8/8/8/8/4KN2", false, false},
        {"4k3/8/8/8/8/8/8/4KB2", false, false},   {"4k3/8/8/8/8/8/8/3NKN2", true, false},
        {"4k3/8/8/8/8/8/8/3BKN2", true, false},   {"4k3/8/8/8/8/8/8/2B1KB2", true, false}, /* both colours */
        {"4k3/8/8/8/8/8/4B3/4KB2", false, false}, {"3bk3/8/8/8/8/8/8/4KB2", true, true},
        {"4kb2/8/8/8/8/8/8/2B1K3", false, false}, {"4kn2/8/8/8/8/8/8/4KN2", true, true},
        {"4kn2/8/8/8/8/8/8/4KB2", true, true},    {"4kq2/8/8/8/8/8/8/4KN2", false, true},
        {"4kr2/8/8/8/8/8/8/4KN2", true, true},    {"4kr2/8/8/8/8/8/8/4KB2", false, true},
        {"4kq2/8/8/8/8/8/8/4KB2", false, true},   {"4k3/5p2/8/8/8/8/8/4KB2", true, true},
        {"4k3/5p2/8/8/8/8/8/4K3", false, true},   {"4k3/8/8/8/8/8/8/4K2R", true, false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char fen[PF_FEN_SIZE];
        snprintf(fen, sizeof fen, "%s w - - 0 1", cases[i].board);
        pf_position position = position_of(fen);
        if (pf_position_can_win(&position, PF_WHITE) != cases[i].white ||
            pf_position_can_win(&position, PF_BLACK) != cases[i].black)
            fail_msg("%s", fen);
        assert_int_equal(pf_position_is_insufficient(&position), !cases[i].white && !cases[i].black);
    }
}

/* The proof that a knight alone never mates a king that has queens only: wherever king, knight and checked king stand,
 * the squares that queens must block include one from which the knight can be taken. Queens elsewhere change nothing:
 * one that stands between takes the knight itself. */
static void a_knight_never_mates_queens(void **state)
{
    (void)state;
    unsigned checks = 0;
    for (pf_square king = 0; king < 64; king++) {
        for (pf_bitboard knights = pf_attacks(PF_WHITE, PF_KNIGHT, king, 0); knights; knights &= knights - 1) {
            pf_square knight = 0;
            while (!(knights & pf_bit(knight))) knight++;
            for (pf_square ours = 0; ours < 64; ours++) {
                pf_bitboard around = pf_attacks(PF_WHITE, PF_KING, king, 0);
                if (ours == king || ours == knight || (around & pf_bit(ours))) continue;
                pf_bitboard covered = pf_attacks(PF_WHITE, PF_KING, ours, 0) |
                                      pf_attacks(PF_WHITE, PF_KNIGHT, knight, 0);
                pf_bitboard queens = around & ~covered;
                pf_bitboard occupied = queens | pf_bit(king) | pf_bit(knight) | pf_bit(ours);
                checks++;
                /* The king takes the knight where it stands beside it; a queen on any other flight square does. */
                bool taken = (queens & pf_attacks(PF_WHITE, PF_QUEEN, knight, occupied)) != 0;
                if (!taken) fail_msg("king %u, knight %u, king %u", king, knight, ours);
            }
        }
    }
    assert_int_equal(checks, 18448);
}

/* Where sources and we differ is in docs/rules.md: both kinds of source agree with us in their own policy. */
static void game_end_corpus(void **state)
{
    (void)state;
    tsv in = tsv_open("notation/game_end.tsv");
    unsigned rows = 0, fide_differs_from_source = 0;
    while (tsv_next(&in)) {
        const char *rule = tsv_get(&in, "rule"), *fen = tsv_get(&in, "fen");
        if (strcmp(rule, "standard") != 0 && strcmp(rule, "chess960") != 0) continue;
        pf_position position = position_of(fen);
        const char *engine = pf_result_text(pf_position_outcome(&position, PF_POLICY_ENGINE).result);
        pf_outcome outcome = pf_position_outcome(&position, PF_POLICY_FIDE);
        const char *fide = pf_result_text(outcome.result);
        if (strcmp(engine, tsv_get(&in, "expect")) != 0) fail_msg("%s: engine %s", fen, engine);
        if (strcmp(fide, tsv_get(&in, "python_chess")) != 0) fail_msg("%s: FIDE %s", fen, fide);
        fide_differs_from_source += strcmp(fide, tsv_get(&in, "expect")) != 0;

        char termination[64];
        snprintf(termination, sizeof termination, "%s", pf_reason_text(outcome.reason));
        for (char *c = termination; *c; c++) *c = *c == ' ' ? '_' : (char)(*c - 'a' + 'A');
        assert_string_equal(termination, tsv_get(&in, "termination"));

        pf_game *game = pf_game_create(&position);
        bool claim = pf_game_claims(game) || pf_game_claims_by_any_move(game) || outcome.result == PF_RESULT_DRAW;
        assert_int_equal(claim, strcmp(tsv_get(&in, "python_chess_claim"), "1/2-1/2") == 0);
        pf_game_destroy(game);
        rows++;
    }
    tsv_close(&in);
    assert_int_equal(rows, 30);
    assert_int_equal(fide_differs_from_source, 2); /* 100 and 101 half-moves are a claim, not an end */
}

static void insufficient_material_corpus(void **state)
{
    (void)state;
    tsv in = tsv_open("notation/insufficient_material.tsv");
    unsigned rows = 0, verdicts = 0, refused = 0;
    while (tsv_next(&in)) {
        if (strcmp(tsv_get(&in, "rule"), "standard") != 0) continue;
        const char *fen = tsv_get(&in, "fen");
        pf_position position;
        if (pf_position_from_fen(&position, fen, strlen(fen), PF_ACCEPT_LENIENT, NULL, NULL) != PF_OK) {
            refused++;
            continue;
        }
        const char *white = tsv_get(&in, "white"), *black = tsv_get(&in, "black"), *pair = tsv_get(&in, "python_chess");
        bool white_out = !pf_position_can_win(&position, PF_WHITE),
             black_out = !pf_position_can_win(&position, PF_BLACK);
        if (strcmp(tsv_get(&in, "kind"), "position") == 0) {
            assert_int_equal(pf_position_is_insufficient(&position), white[0] == '1');
            verdicts++;
        } else {
            if (white[0] && white_out != (white[0] == '1')) fail_msg("white: %s", fen);
            if (black[0] && black_out != (black[0] == '1')) fail_msg("black: %s", fen);
            verdicts += white[0] != '\0';
            verdicts += black[0] != '\0';
        }
        assert_int_equal(white_out, pair[0] == '1');
        assert_int_equal(black_out, pair[1] == '1');
        rows++;
    }
    tsv_close(&in);
    assert_int_equal(refused, 1); /* fourteen black pieces, nine of them queens, and a pawn */
    assert_int_equal(rows, 57);
    assert_int_equal(verdicts, 90);
}

static void chess960_numbers(void **state)
{
    (void)state;
    for (unsigned number = 0; number < 960; number++) {
        pf_position start = pf_position_chess960_start(number);
        assert_int_equal(pf_position_chess960_number(&start), number);
        start.halfmove_clock = 7;
        assert_int_equal(pf_position_chess960_number(&start), number);
        play_random(&(test_random){number}, &start);
        assert_int_equal(pf_position_chess960_number(&start), PF_NO_CHESS960_NUMBER);
    }
    pf_position standard = pf_position_start();
    assert_int_equal(pf_position_chess960_number(&standard), 518);

    static const char *const others[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",  /* Black to move */
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1",   /* a right is missing */
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1",   /* a rook is missing */
        "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",  /* the sides differ */
        "rnbqkbnr/pppppppp/8/8/8/7P/PPPPPPP1/RNBQKBNR w KQkq - 0 1", /* a pawn has moved */
        "rbbqknnr/pppppppp/8/8/8/8/PPPPPPPP/RBBQKNNR w KQkq - 0 1",  /* a start position, for once */
        "bbrqknnr/pppppppp/8/8/8/8/PPPPPPPP/BBRQKNNR w KQkq - 0 1",  /* and this */
        "rnbqknbr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKNBR w KQkq - 0 1",  /* bishops on one colour */
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    };
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        pf_position position = position_of(others[i]);
        assert_int_equal(pf_position_chess960_number(&position) != PF_NO_CHESS960_NUMBER, i == 5 || i == 6);
    }
}

static void chess960_numbers_corpus(void **state)
{
    (void)state;
    tsv in = tsv_open("notation/chess960_numbers.tsv");
    while (tsv_next(&in)) {
        unsigned number = (unsigned)strtoul(tsv_get(&in, "number"), NULL, 10);
        pf_position position = pf_position_chess960_start(number);
        assert_fen(&position, PF_CASTLING_SHREDDER, PF_EP_ALWAYS, tsv_get(&in, "shredder_fen"));
        assert_fen(&position, PF_CASTLING_XFEN, PF_EP_ALWAYS, tsv_get(&in, "xfen"));
        pf_position shredder = position_of(tsv_get(&in, "shredder_fen")), xfen = position_of(tsv_get(&in, "xfen"));
        assert_int_equal(pf_position_chess960_number(&shredder), number);
        assert_int_equal(pf_position_chess960_number(&xfen), number);
    }
    assert_int_equal(in.rows, 960);
    tsv_close(&in);
}

static void results_from_text(void **state)
{
    (void)state;
    static const char *const wrong[] = {"", "1", "1-", "1-00", "0-0", "1/2", "½-½", "**", "1-0 "};
    for (int result = PF_RESULT_UNDECIDED; result <= PF_RESULT_DRAW; result++) {
        pf_result read = PF_RESULT_NOT_GIVEN;
        const char *text = pf_result_text((pf_result)result);
        assert_true(pf_result_from_text(&read, text, strlen(text)));
        assert_int_equal(read, result);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        pf_result read = PF_RESULT_NOT_GIVEN;
        assert_false(pf_result_from_text(&read, wrong[i], strlen(wrong[i])));
        assert_int_equal(read, PF_RESULT_NOT_GIVEN);
    }
}

/* ---- Variants ---- */

static void outcomes_of_variants(void **state)
{
    (void)state;
    static const struct {
        pf_variant variant;
        const char *fen;
        pf_result result;
        pf_reason reason;
    } cases[] = {
        {PF_VARIANT_ATOMIC, "8/8/8/8/8/8/8/4K3 b - - 0 1", PF_RESULT_WHITE_WINS, PF_REASON_KING_EXPLODED},
        {PF_VARIANT_ATOMIC, "8/8/8/8/8/8/4k3/4K3 w - - 0 1", PF_RESULT_DRAW, PF_REASON_INSUFFICIENT_MATERIAL},
        {PF_VARIANT_ATOMIC, "k7/8/8/8/8/8/8/4KQ2 w - - 0 1", PF_RESULT_UNDECIDED, PF_REASON_NONE},
        {PF_VARIANT_ATOMIC, "k6b/8/8/8/8/8/8/4KB2 w - - 0 1", PF_RESULT_DRAW, PF_REASON_INSUFFICIENT_MATERIAL},
        {PF_VARIANT_ANTICHESS, "8/8/8/8/8/8/8/4K3 b - - 0 1", PF_RESULT_BLACK_WINS, PF_REASON_ALL_PIECES_LOST},
        {PF_VARIANT_ANTICHESS, "8/8/8/8/8/p7/P7/8 b - - 0 1", PF_RESULT_BLACK_WINS, PF_REASON_NO_MOVES_LEFT},
        {PF_VARIANT_ANTICHESS, "7b/8/8/8/8/8/8/5B2 w - - 0 1", PF_RESULT_DRAW, PF_REASON_INSUFFICIENT_MATERIAL},
        {PF_VARIANT_CRAZYHOUSE, "7k/8/8/8/8/8/8/7K[] w - - 300 1", PF_RESULT_UNDECIDED, PF_REASON_NONE},
        {PF_VARIANT_CRAZYHOUSE, "R5k1/5ppp/8/8/8/8/8/7K[] b - - 0 1", PF_RESULT_WHITE_WINS, PF_REASON_CHECKMATE},
        {PF_VARIANT_CRAZYHOUSE, "R5k1/5ppp/8/8/8/8/8/7K[n] b - - 0 1", PF_RESULT_UNDECIDED, PF_REASON_NONE},
        {PF_VARIANT_KING_OF_THE_HILL, "8/8/8/3k4/8/8/8/4K3 w - - 0 1", PF_RESULT_BLACK_WINS, PF_REASON_KING_ON_HILL},
        {PF_VARIANT_KING_OF_THE_HILL, "8/8/8/8/8/8/3k4/7K w - - 0 1", PF_RESULT_UNDECIDED, PF_REASON_NONE},
        {PF_VARIANT_THREE_CHECK, "R3k3/8/8/8/8/8/8/4K3 b - - 0+3 0 1", PF_RESULT_WHITE_WINS, PF_REASON_THIRD_CHECK},
        {PF_VARIANT_THREE_CHECK, "4k3/8/8/8/8/8/8/4K3 b - - 1+3 0 1", PF_RESULT_DRAW, PF_REASON_INSUFFICIENT_MATERIAL},
        {PF_VARIANT_HORDE, "4k3/8/8/8/8/8/8/8 w - - 0 1", PF_RESULT_BLACK_WINS, PF_REASON_HORDE_TAKEN},
        {PF_VARIANT_HORDE, "4k3/8/8/8/8/p7/P7/8 w - - 0 1", PF_RESULT_DRAW, PF_REASON_STALEMATE},
        {PF_VARIANT_RACING_KINGS, "7K/8/k7/8/8/8/8/8 b - - 0 1", PF_RESULT_WHITE_WINS, PF_REASON_RACE_FINISHED},
        {PF_VARIANT_RACING_KINGS, "7K/k7/8/8/8/8/8/8 b - - 0 1", PF_RESULT_UNDECIDED, PF_REASON_NONE},
        {PF_VARIANT_RACING_KINGS, "k6K/8/8/8/8/8/8/8 w - - 0 1", PF_RESULT_DRAW, PF_REASON_RACE_FINISHED},
        {PF_VARIANT_RACING_KINGS, "k7/7K/8/8/8/8/8/8 w - - 0 1", PF_RESULT_BLACK_WINS, PF_REASON_RACE_FINISHED},
        /* The king could follow but would uncover a check. */
        {PF_VARIANT_RACING_KINGS, "6K1/3k4/8/1b6/8/8/8/8 b - - 0 1", PF_RESULT_UNDECIDED, PF_REASON_NONE},
        {PF_VARIANT_RACING_KINGS, "4K3/1k6/8/b7/8/8/8/3R4 b - - 0 1", PF_RESULT_UNDECIDED, PF_REASON_NONE},
        {PF_VARIANT_STANDARD, "7k/8/8/8/8/8/8/7K w - - 0 1", PF_RESULT_DRAW, PF_REASON_INSUFFICIENT_MATERIAL},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = variant_position_of(cases[i].fen, cases[i].variant);
        pf_outcome outcome = pf_position_outcome(&position, PF_POLICY_ENGINE);
        if (outcome.result != cases[i].result || outcome.reason != cases[i].reason)
            fail_msg("%s: %s %s", cases[i].fen, pf_result_text(outcome.result), pf_reason_text(outcome.reason));
        bool won_or_lost = outcome.reason >= PF_REASON_KING_EXPLODED;
        if (won_or_lost) assert_int_equal(pf_count_legal(&position), 0);
        if (won_or_lost) assert_string_not_equal(pf_reason_text(outcome.reason), "");
    }
    pf_position slow = variant_position_of("4k3/8/8/8/8/8/8/QQQQ4 w - - 100 1", PF_VARIANT_HORDE);
    assert_int_equal(pf_position_outcome(&slow, PF_POLICY_ENGINE).reason, PF_REASON_FIFTY_MOVES);
    assert_int_equal(pf_position_outcome(&slow, PF_POLICY_FIDE).reason, PF_REASON_NONE);
}

/* Horde: whether White can win, by the material on the board. */
static void horde_material(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        bool white_can_win;
    } cases[] = {
        {"k7/8/8/8/8/8/8/7Q b - - 0 1", false},       {"kr6/8/8/8/8/8/8/7Q b - - 0 1", true},
        {"kq6/8/8/8/8/8/8/7R b - - 0 1", false},      {"krn5/8/8/8/8/8/8/7R b - - 0 1", true},
        {"krnb4/8/8/8/8/8/8/7N b - - 0 1", true},     {"kqqq4/8/8/8/8/8/8/7N b - - 0 1", false},
        {"k7/p7/1b6/b7/8/8/8/N7 b - - 0 1", false},   {"k7/p7/1b6/1b6/8/8/8/N7 b - - 0 1", true},
        {"k7/p7/p7/8/8/8/8/B7 b - - 0 1", true},      {"kqqn4/8/8/8/8/8/8/B7 b - - 0 1", false},
        {"k7/8/8/8/8/8/8/B1B1B1B1 b - - 0 1", false}, {"k7/8/8/8/8/8/8/RB6 b - - 0 1", false},
        {"k7/8/8/8/8/8/8/RN6 b - - 0 1", true},       {"k7/8/8/8/8/8/8/BN6 b - - 0 1", false},
        {"k7/8/8/8/8/8/8/NNN5 b - - 0 1", true},      {"k7/8/8/8/8/8/8/7P b - - 0 1", false},
        {"k7/p7/8/8/8/8/8/7P b - - 0 1", true},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = variant_position_of(cases[i].fen, PF_VARIANT_HORDE);
        if (pf_position_can_win(&position, PF_WHITE) != cases[i].white_can_win) fail_msg("%s", cases[i].fen);
        assert_true(pf_position_can_win(&position, PF_BLACK));
    }
    tsv in = tsv_open("notation/horde_insufficient_material.tsv");
    while (tsv_next(&in)) {
        const char *fen = tsv_get(&in, "fen");
        pf_position position;
        assert_int_equal(pf_position_from_fen(&position, fen, strlen(fen),
                                              PF_ACCEPT_LENIENT | pf_accept_variant(PF_VARIANT_HORDE), NULL, NULL),
                         PF_OK);
        if (pf_position_can_win(&position, PF_WHITE) != (atoi(tsv_get(&in, "white_insufficient")) == 0))
            fail_msg("%s", fen);
    }
    tsv_close(&in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_from_text),
        cmocka_unit_test(ends),
        cmocka_unit_test(texts),
        cmocka_unit_test(material),
        cmocka_unit_test(a_knight_never_mates_queens),
        cmocka_unit_test(game_end_corpus),
        cmocka_unit_test(insufficient_material_corpus),
        cmocka_unit_test(chess960_numbers),
        cmocka_unit_test(chess960_numbers_corpus),
        cmocka_unit_test(outcomes_of_variants),
        cmocka_unit_test(horde_material),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
