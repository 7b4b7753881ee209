/* Dead positions: what is known to be dead or alive, and the answers against a plain breadth-first search. */
#include "support.h"

#include <stdlib.h>

enum { BUDGET = 20000 };
static unsigned char scratch[BUDGET * PF_DEAD_BYTES_PER_NODE];

static pf_verdict dead(const pf_position *position)
{
    return pf_position_is_dead(position, BUDGET, scratch, sizeof scratch);
}

static pf_verdict unwinnable(const pf_position *position, pf_colour colour)
{
    return pf_position_is_unwinnable(position, colour, BUDGET, scratch, sizeof scratch);
}

static void known_positions(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        pf_verdict dead, white, black; /* dead; unwinnable for White, for Black */
    } cases[] = {
        {START_FEN, PF_VERDICT_NO, PF_VERDICT_NO, PF_VERDICT_NO},
        {KIWIPETE, PF_VERDICT_NO, PF_VERDICT_NO, PF_VERDICT_NO},
        /* Bare material. */
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", PF_VERDICT_YES, PF_VERDICT_YES, PF_VERDICT_YES},
        {"8/8/8/8/8/2k5/8/K6n w - - 0 1", PF_VERDICT_YES, PF_VERDICT_YES, PF_VERDICT_YES},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", PF_VERDICT_NO, PF_VERDICT_NO, PF_VERDICT_YES},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", PF_VERDICT_NO, PF_VERDICT_NO, PF_VERDICT_YES},
        /* Walls that neither side can pass or open. */
        {"8/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/8 w - - 0 1", PF_VERDICT_YES, PF_VERDICT_YES, PF_VERDICT_YES},
        {"8/2k5/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/2K5/8 w - - 0 1", PF_VERDICT_YES, PF_VERDICT_YES, PF_VERDICT_YES},
        {"8/8/3k4/1p2p1p1/pP1pP1P1/P2P4/1K6/8 b - - 0 1", PF_VERDICT_YES, PF_VERDICT_YES, PF_VERDICT_YES},
        {"8/6b1/1p3k2/1Pp1p1p1/2PpPpP1/3P1P2/4K3/8 w - - 0 1", PF_VERDICT_YES, PF_VERDICT_YES, PF_VERDICT_YES},
        {"Bb2kb2/bKp1p1p1/1pP1P1P1/1P6/p5P1/P7/8/8 b - - 0 1", PF_VERDICT_YES, PF_VERDICT_YES, PF_VERDICT_YES},
        /* The same wall with a way through: the g-pawns are gone. */
        {"8/8/4k3/p1p1p3/P1P1P3/8/4K3/8 w - - 0 1", PF_VERDICT_NO, PF_VERDICT_NO, PF_VERDICT_NO},
        /* A bishop that can take the wall apart, or mate with the help of the loser's pieces. */
        {"8/1k6/8/p1p1p1p1/P1P1P1P1/8/3B4/2K5 w - - 0 1", PF_VERDICT_NO, PF_VERDICT_NO, PF_VERDICT_NO},
        {"4k3/8/8/3b4/3B4/8/8/4K3 w - - 0 1", PF_VERDICT_NO, PF_VERDICT_NO, PF_VERDICT_NO},
        /* Mate and stalemate on the board: the one has been reached, the other never will be left. */
        {"8/8/k1K5/8/8/8/R7/8 b - - 0 1", PF_VERDICT_NO, PF_VERDICT_NO, PF_VERDICT_YES},
        {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", PF_VERDICT_YES, PF_VERDICT_YES, PF_VERDICT_YES},
        /* All moves are forced into a draw, whatever material says. */
        {"k7/P7/2K5/8/8/8/8/8 b - - 0 1", PF_VERDICT_YES, PF_VERDICT_YES, PF_VERDICT_YES},
        {"5r1k/6P1/7K/5q2/8/8/8/8 b - - 0 51", PF_VERDICT_NO, PF_VERDICT_YES, PF_VERDICT_NO},
        /* En passant opens the wall, if it is there. */
        {"8/8/4k3/p1p1p1pP/P1P1P1P1/8/4K3/8 w - g6 0 1", PF_VERDICT_NO, PF_VERDICT_NO, PF_VERDICT_NO},
        /* Castling is possible, so the wall proves nothing; the search still sees everything. */
        {"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", PF_VERDICT_NO, PF_VERDICT_NO, PF_VERDICT_YES},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = position_of(cases[i].fen);
        if (dead(&position) != cases[i].dead || unwinnable(&position, PF_WHITE) != cases[i].white ||
            unwinnable(&position, PF_BLACK) != cases[i].black)
            fail_msg("%s: %d %d %d", cases[i].fen, (int)dead(&position), (int)unwinnable(&position, PF_WHITE),
                     (int)unwinnable(&position, PF_BLACK));
    }
}

static void budgets(void **state)
{
    (void)state;
    pf_position start = pf_position_start();
    assert_int_equal(pf_position_is_dead(&start, 0, scratch, sizeof scratch), PF_VERDICT_UNKNOWN);
    assert_int_equal(pf_position_is_dead(&start, 1000, NULL, 0), PF_VERDICT_UNKNOWN);
    assert_int_equal(pf_position_is_dead(&start, 1, scratch, sizeof scratch), PF_VERDICT_UNKNOWN);
    assert_int_equal(pf_position_is_unwinnable(&start, PF_BLACK, 0, NULL, 0), PF_VERDICT_UNKNOWN);
    for (size_t size = 0; size < 400; size++) { /* never beyond the end, at any address */
        unsigned char *exact = malloc(size + 1);
        assert_non_null(exact);
        assert_int_equal(pf_position_is_dead(&start, 1000, exact + 1, size), PF_VERDICT_UNKNOWN);
        free(exact);
    }
    for (size_t size = 4000; size < 30000; size += 77) { /* from where a search by plan begins to fit */
        unsigned char *exact = malloc(size + 1);
        assert_non_null(exact);
        pf_position_is_dead(&start, 100, exact + size % 2, size);
        pf_position_is_unwinnable(&start, PF_BLACK, 100, exact + size % 2, size);
        free(exact);
    }
    /* Without a search, walls are still seen. */
    pf_position wall = position_of("8/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/8 w - - 0 1");
    assert_int_equal(pf_position_is_dead(&wall, 0, NULL, 0), PF_VERDICT_YES);
}

/* ---- Mating lines and reasons ---- */

static pf_helpmate helpmate;

static bool ends_in_mate(pf_position position, pf_colour winner)
{
    for (uint32_t i = 0; i < helpmate.size; i++)
        if (pf_position_play(&position, helpmate.moves[i], NULL) != PF_OK) return false;
    return position.turn != winner && !pf_any_legal(&position) && pf_position_checkers(&position);
}

static void reasons(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        pf_colour winner;
        pf_win_reason reason;
    } cases[] = {
        {START_FEN, PF_WHITE, PF_WIN_MATE},
        {"8/8/k1K5/8/8/8/R7/8 b - - 0 1", PF_WHITE, PF_WIN_MATE}, /* it is mate */
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", PF_BLACK, PF_WIN_MATERIAL},
        {"8/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/8 w - - 0 1", PF_WHITE, PF_WIN_WALL},
        {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", PF_WHITE, PF_WIN_EXHAUSTED}, /* it is stalemate */
        {"5r1k/6P1/7K/5q2/8/8/8/8 b - - 0 51", PF_WHITE, PF_WIN_EXHAUSTED},
        /* Minor pieces, each with another piece of the loser that must block a square, or first become one. */
        {"8/8/8/8/8/8/k1b5/3NK3 w - - 0 1", PF_WHITE, PF_WIN_MATE},
        {"8/8/8/8/K7/p7/Bk6/8 w - - 2 65", PF_WHITE, PF_WIN_MATE},
        {"6n1/5P2/4r1p1/4P1P1/3K2kP/3P4/8/4R3 b - - 0 42", PF_BLACK, PF_WIN_MATE},
        /* The only pawn is blocked, and the king must take what blocks it. */
        {"8/5Bp1/6P1/6K1/4k3/8/8/8 w - - 21 66", PF_WHITE, PF_WIN_MATE},
        /* The rear pawns on each file face each other and never pass: White's rear pawns may advance, but not Black's.
         */
        {"1b1k4/p1p1p1p1/P1P1P1P1/p1p1p1p1/8/8/P1P1P1P1/3K4 w - - 0 1", PF_WHITE, PF_WIN_WALL},
        {"1b1k4/p1p1p1p1/P1P1P1P1/p1p1p1p1/8/8/P1P1P1P1/3K4 w - - 0 1", PF_BLACK, PF_WIN_WALL},
        /* Here they do pass, because the king can take the pawn in front. */
        {"4k3/8/8/p7/8/8/P7/1K6 w - - 0 1", PF_WHITE, PF_WIN_MATE},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = position_of(cases[i].fen);
        pf_verdict verdict = pf_position_find_helpmate(&helpmate, &position, cases[i].winner, BUDGET, scratch,
                                                       sizeof scratch);
        if (helpmate.reason != cases[i].reason) fail_msg("%s: reason %d", cases[i].fen, (int)helpmate.reason);
        assert_int_equal(verdict, helpmate.unwinnable);
        assert_int_equal(verdict, cases[i].reason == PF_WIN_MATE ? PF_VERDICT_NO : PF_VERDICT_YES);
        if (verdict == PF_VERDICT_NO)
            assert_true(ends_in_mate(position, cases[i].winner));
        else
            assert_int_equal(helpmate.size, 0);
    }
    assert_string_equal(pf_win_reason_text(PF_WIN_WALL), "wall");
    assert_string_equal(pf_win_reason_text(PF_WIN_UNSETTLED), "");
    assert_string_equal(pf_win_reason_text((pf_win_reason)99), "");
}

/* With the default budget, mates are found that need a wall to be taken down by both sides first. */
static void walls_are_taken_down(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        pf_colour winner;
    } cases[] = {
        {"BkB5/pBp5/P1P5/4b3/8/8/8/5K2 w - - 0 1", PF_WHITE},
        {"3k4/4b3/3bB3/p1pBp1p1/P1PbP1P1/4b3/4B3/3K1B2 b - - 0 1", PF_WHITE},
        {"8/8/3b4/2b5/1p1p1pBp/1PpP1P1P/1kP5/3K4 w - - 0 1", PF_WHITE},
    };
    size_t size = (size_t)PF_DEAD_BUDGET * PF_DEAD_BYTES_PER_NODE;
    void *room = malloc(size);
    assert_non_null(room);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = position_of(cases[i].fen);
        pf_verdict verdict = pf_position_find_helpmate(&helpmate, &position, cases[i].winner, PF_DEAD_BUDGET, room,
                                                       size);
        if (verdict != PF_VERDICT_NO) fail_msg("%s: %d", cases[i].fen, (int)verdict);
        assert_true(helpmate.nodes <= PF_DEAD_BUDGET && ends_in_mate(position, cases[i].winner));
    }
    free(room);
}

/* Every small budget ends, is kept, and never leads to a wrong answer. */
static void small_budgets(void **state)
{
    (void)state;
    static const char *const fens[] = {START_FEN, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
                                       "5r1k/6P1/7K/5q2/8/8/8/8 b - - 0 51", "BkB5/pBp5/P1P5/4b3/8/8/8/5K2 w - - 0 1",
                                       "8/8/k1K5/8/8/8/R7/8 b - - 0 1"};
    for (size_t i = 0; i < COUNT_OF(fens); i++) {
        pf_position position = position_of(fens[i]);
        for (pf_colour winner = PF_WHITE; winner <= PF_BLACK; winner++) {
            pf_verdict truth = unwinnable(&position, winner);
            for (uint32_t budget = 0; budget <= 400; budget++) {
                for (unsigned large = 0; large < 2; large++) { /* as much memory as the budget needs, or much more */
                    size_t size = large ? sizeof scratch : budget * PF_DEAD_BYTES_PER_NODE;
                    pf_verdict verdict = pf_position_find_helpmate(&helpmate, &position, winner, budget, scratch, size);
                    assert_true(helpmate.nodes <= budget);
                    assert_true(verdict == PF_VERDICT_UNKNOWN || truth == PF_VERDICT_UNKNOWN || verdict == truth);
                    if (verdict == PF_VERDICT_NO) assert_true(ends_in_mate(position, winner));
                }
            }
        }
    }
}

static void timeouts(void **state)
{
    (void)state;
    static const struct {
        const char *fen;
        pf_variant variant;
        pf_colour flagged;
        pf_result result;
        pf_reason reason;
    } cases[] = {
        {START_FEN, PF_VARIANT_STANDARD, PF_WHITE, PF_RESULT_BLACK_WINS, PF_REASON_TIMEOUT},
        {START_FEN, PF_VARIANT_STANDARD, PF_BLACK, PF_RESULT_WHITE_WINS, PF_REASON_TIMEOUT},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", PF_VARIANT_STANDARD, PF_WHITE, PF_RESULT_DRAW, PF_REASON_TIMEOUT},
        {"8/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/8 w - - 0 1", PF_VARIANT_STANDARD, PF_BLACK, PF_RESULT_DRAW,
         PF_REASON_TIMEOUT},
        {"8/8/k1K5/8/8/8/R7/8 b - - 0 1", PF_VARIANT_STANDARD, PF_WHITE, PF_RESULT_WHITE_WINS, PF_REASON_CHECKMATE},
        {"4k3/8/8/8/8/8/8/4K2R w - - 150 90", PF_VARIANT_STANDARD, PF_WHITE, PF_RESULT_DRAW,
         PF_REASON_SEVENTY_FIVE_MOVES},
        /* A bare king walks to the hill, but it gives no check. */
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", PF_VARIANT_KING_OF_THE_HILL, PF_WHITE, PF_RESULT_BLACK_WINS,
         PF_REASON_TIMEOUT},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", PF_VARIANT_THREE_CHECK, PF_WHITE, PF_RESULT_DRAW, PF_REASON_TIMEOUT},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", PF_VARIANT_THREE_CHECK, PF_BLACK, PF_RESULT_WHITE_WINS, PF_REASON_TIMEOUT},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", PF_VARIANT_CRAZYHOUSE, PF_BLACK, PF_RESULT_WHITE_WINS, PF_REASON_TIMEOUT},
        {"4k3/4r3/8/8/8/8/8/4K2R w - - 0 1", PF_VARIANT_ATOMIC, PF_BLACK, PF_RESULT_WHITE_WINS, PF_REASON_TIMEOUT},
        {"8/8/8/2b5/8/8/8/2B5 w - - 0 1", PF_VARIANT_ANTICHESS, PF_BLACK, PF_RESULT_WHITE_WINS, PF_REASON_TIMEOUT},
        {"8/8/8/2b5/8/8/8/5B2 w - - 0 1", PF_VARIANT_ANTICHESS, PF_BLACK, PF_RESULT_DRAW,
         PF_REASON_INSUFFICIENT_MATERIAL},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_position position = variant_position_of(cases[i].fen, cases[i].variant);
        pf_outcome outcome = pf_position_timeout(&position, cases[i].flagged, BUDGET, scratch, sizeof scratch);
        if (outcome.result != cases[i].result || outcome.reason != cases[i].reason)
            fail_msg("%s: %s, %s", cases[i].fen, pf_result_text(outcome.result), pf_reason_text(outcome.reason));
    }
    pf_position start = pf_position_start();
    pf_outcome unknown = pf_position_timeout(&start, PF_WHITE, 1, NULL, 0);
    assert_int_equal(unknown.result, PF_RESULT_UNDECIDED);
    assert_string_equal(pf_reason_text(unknown.reason), "timeout");
}

/* Every line found is legal and ends in mate, whatever the position and the budget, and no budget is exceeded. */
static void lines_end_in_mate(void **state)
{
    (void)state;
    test_random random = {71};
    unsigned lines = 0, longest = 0;
    for (int i = 0; i < 4000; i++) {
        pf_position position = i % 2 ? random_game_position(&random) : random_board_position(&random);
        uint32_t budget = i % 4 == 3 ? BUDGET : random_below(&random, 300);
        for (pf_colour winner = PF_WHITE; winner <= PF_BLACK; winner++) {
            pf_verdict verdict = pf_position_find_helpmate(&helpmate, &position, winner, budget, scratch,
                                                           sizeof scratch);
            assert_true(helpmate.nodes <= budget);
            if (verdict != PF_VERDICT_NO) continue;
            lines++;
            if (helpmate.size > longest) longest = helpmate.size;
            assert_true(ends_in_mate(position, winner));
        }
    }
    print_message("%u mating lines, the longest of %u half-moves\n", lines, longest);
    assert_true(lines > 3000 && longest > 20);
}

/* ---- The judge: breadth first, every position stored whole, no cleverness ---- */

enum { JUDGE_SIZE = 1 << 16, JUDGE_ROOM = JUDGE_SIZE / 2 };

static struct {
    pf_position queue[JUDGE_ROOM];
    uint32_t table[JUDGE_SIZE]; /* index + 1 */
    uint32_t size;
} judge;

static bool judge_adds(const pf_position *position)
{
    uint32_t slot = (uint32_t)position->key & (JUDGE_SIZE - 1);
    for (; judge.table[slot]; slot = (slot + 1) & (JUDGE_SIZE - 1))
        if (pf_position_equal(&judge.queue[judge.table[slot] - 1], position)) return true;
    if (judge.size == JUDGE_ROOM) return false;
    judge.queue[judge.size++] = *position;
    judge.table[slot] = judge.size;
    return true;
}

static pf_verdict judge_unwinnable(const pf_position *position, pf_colour winner)
{
    memset(judge.table, 0, sizeof judge.table);
    judge.size = 0;
    judge_adds(position);
    for (uint32_t i = 0; i < judge.size; i++) {
        pf_position now = judge.queue[i];
        pf_move_list list;
        if (!pf_generate_legal(&now, &list) && pf_position_checkers(&now) && now.turn != winner) return PF_VERDICT_NO;
        for (uint32_t m = 0; m < list.size; m++) {
            pf_position child = now;
            pf_position_play_unchecked(&child, list.moves[m]);
            if (!judge_adds(&child)) return PF_VERDICT_UNKNOWN;
        }
    }
    return PF_VERDICT_YES;
}

/* Blocked pawns that cannot take each other, kings, and sometimes a piece or a stray pawn. */
static bool random_wall(test_random *random, pf_position *out)
{
    pf_setup setup = {.turn = (uint8_t)random_below(random, 2), .ep_square = PF_NO_SQUARE, .fullmove_number = 1};
    pf_bitboard pawns[2] = {0}, attacks[2] = {0};
    bool regular = random_below(random, 2);
    unsigned rank = 2 + random_below(random, 3), first = random_below(random, 2);
    for (unsigned file = 0; file < 8; file++) {
        if (regular ? (file + first) % 2 != 0 : random_below(random, 4) == 0) continue;
        if (!regular) rank = 2 + random_below(random, 3);
        pf_square square = pf_square_of(file, rank);
        pawns[PF_WHITE] |= pf_bit(square);
        pawns[PF_BLACK] |= pf_bit(square + 8);
        attacks[PF_WHITE] |= pf_attacks(PF_WHITE, PF_PAWN, square, 0);
        attacks[PF_BLACK] |= pf_attacks(PF_BLACK, PF_PAWN, square + 8, 0);
        setup.squares[square] = (uint8_t)pf_piece_of(PF_WHITE, PF_PAWN);
        setup.squares[square + 8] = (uint8_t)pf_piece_of(PF_BLACK, PF_PAWN);
    }
    if ((attacks[PF_WHITE] & pawns[PF_BLACK]) || (attacks[PF_BLACK] & pawns[PF_WHITE])) return false;
    if (random_below(random, 3) == 0) {
        static const pf_piece_type types[] = {PF_BISHOP, PF_BISHOP, PF_KNIGHT, PF_PAWN};
        pf_square square = 8 + random_below(random, 48);
        if (!setup.squares[square])
            setup.squares[square] = (uint8_t)pf_piece_of(random_below(random, 2), types[random_below(random, 4)]);
    }
    pf_square white = random_below(random, 24), black = 40 + random_below(random, 24);
    if (setup.squares[white] || setup.squares[black]) return false;
    setup.squares[white] = (uint8_t)pf_piece_of(PF_WHITE, PF_KING);
    setup.squares[black] = (uint8_t)pf_piece_of(PF_BLACK, PF_KING);
    return pf_position_from_setup(out, &setup, PF_ACCEPT_STRICT, NULL, NULL) == PF_OK;
}

static void agrees_with_the_judge(void **state)
{
    (void)state;
    test_random random = {61};
    unsigned judged[3] = {0}, proved = 0, agreed = 0;
    for (int i = 0; i < 2500; i++) {
        pf_position position;
        if (i % 5 == 0)
            position = random_board_position(&random);
        else if (!random_wall(&random, &position))
            continue;
        for (pf_colour colour = PF_WHITE; colour <= PF_BLACK; colour++) {
            pf_verdict proof = pf_position_is_unwinnable(&position, colour, 0, NULL, 0);
            pf_verdict answer = unwinnable(&position, colour);
            pf_verdict expected = judge_unwinnable(&position, colour);
            char fen[PF_FEN_SIZE];
            pf_position_to_fen(fen, sizeof fen, &position, PF_CASTLING_STANDARD, PF_EP_ALWAYS);
            /* Never the opposite. */
            if (answer + expected == PF_VERDICT_NO + PF_VERDICT_YES && answer != expected && answer && expected)
                fail_msg("%s: colour %u: %d, but %d", fen, colour, (int)answer, (int)expected);
            if (proof == PF_VERDICT_YES && expected == PF_VERDICT_NO) fail_msg("%s: proof is wrong", fen);
            assert_int_not_equal(proof, PF_VERDICT_NO);
            judged[expected]++;
            proved += proof == PF_VERDICT_YES && expected == PF_VERDICT_YES;
            agreed += answer == expected && expected != PF_VERDICT_UNKNOWN;
        }
    }
    print_message("judge: %u unwinnable (%u of them proved without search), %u winnable, %u unknown; %u agreed\n",
                  judged[PF_VERDICT_YES], proved, judged[PF_VERDICT_NO], judged[PF_VERDICT_UNKNOWN], agreed);
    assert_true(judged[PF_VERDICT_YES] > 1000 && judged[PF_VERDICT_NO] > 150 && proved > 1000);
}

/* No position of a random game is called dead or unwinnable if the game goes on to a mate. */
static void mates_were_not_dead(void **state)
{
    (void)state;
    test_random random = {67};
    unsigned mates = 0, positions = 0;
    for (int game = 0; game < 600; game++) {
        pf_position line[300];
        unsigned size = 0;
        line[size++] = pf_position_start();
        while (size < COUNT_OF(line)) {
            line[size] = line[size - 1];
            if (!play_random(&random, &line[size])) break;
            size++;
        }
        const pf_position *last = &line[size - 1];
        if (pf_any_legal(last) || !pf_position_checkers(last)) continue;
        mates++;
        for (unsigned i = size > 12 ? size - 12 : 0; i < size; i++) {
            positions++;
            assert_int_not_equal(dead(&line[i]), PF_VERDICT_YES);
            assert_int_not_equal(unwinnable(&line[i], last->turn ^ 1u), PF_VERDICT_YES);
        }
    }
    assert_true(mates > 20 && positions > 200);
}

/* Positions of play are settled: at most a few in a thousand stay unknown. */
static void settles_the_corpus(void **state)
{
    (void)state;
    tsv in = tsv_open("notation/fen_cozy_shredder.tsv");
    unsigned verdicts[3] = {0};
    while (tsv_next(&in)) {
        pf_position position;
        const char *fen = tsv_get(&in, "fen");
        if (in.rows % 4 || strcmp(tsv_get(&in, "label"), "valid") != 0) continue;
        if (pf_position_from_fen(&position, fen, strlen(fen), PF_ACCEPT_CHESS960, NULL, NULL) != PF_OK) continue;
        verdicts[dead(&position)]++;
    }
    print_message("%u dead, %u not, %u unknown\n", verdicts[PF_VERDICT_YES], verdicts[PF_VERDICT_NO],
                  verdicts[PF_VERDICT_UNKNOWN]);
    assert_true(verdicts[PF_VERDICT_NO] > 1000);
    assert_true(verdicts[PF_VERDICT_UNKNOWN] <= 2);
    tsv_close(&in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_positions),
        cmocka_unit_test(budgets),
        cmocka_unit_test(reasons),
        cmocka_unit_test(walls_are_taken_down),
        cmocka_unit_test(small_budgets),
        cmocka_unit_test(timeouts),
        cmocka_unit_test(lines_end_in_mate),
        cmocka_unit_test(agrees_with_the_judge),
        cmocka_unit_test(mates_were_not_dead),
        cmocka_unit_test(settles_the_corpus),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
