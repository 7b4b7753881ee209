/* The variants as a user sees them: names, FEN with all problems, moves and ends at the edges of each rule, keys, UCI.
 */
#include "variant_support.h"

#include "reference/variant.h"

#include <stdlib.h>

static void names(void **state)
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

/* Read as the first, written as the second. */
static void fen(void **state)
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
        pf_variant_position position = variant_position_of(cases[i].text, cases[i].variant);
        char written[PF_VARIANT_FEN_SIZE];
        pf_variant_to_fen(written, sizeof written, &position, PF_CASTLING_STANDARD, PF_EP_ALWAYS);
        assert_string_equal(written, cases[i].written);
    }
}

static void bad_fen(void **state)
{
    (void)state;
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
        pf_variant_position position;
        pf_error error;
        assert_int_equal(pf_variant_from_fen(&position, cases[i].text, strlen(cases[i].text), cases[i].variant,
                                             PF_ACCEPT_LENIENT, NULL, &error),
                         cases[i].code);
        assert_int_equal(error.offset, cases[i].offset);
    }
}

static void problems(void **state)
{
    (void)state;
    static const struct {
        pf_variant variant;
        const char *text;
        pf_problems problems;
    } cases[] = {
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
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_variant_position position;
        pf_problems found;
        pf_error error;
        pf_status status = pf_variant_from_fen(&position, cases[i].text, strlen(cases[i].text), cases[i].variant,
                                               PF_ACCEPT_STRICT, &found, &error);
        if (found != cases[i].problems)
            fail_msg("%s: %x, not %x", cases[i].text, (unsigned)found, (unsigned)cases[i].problems);
        assert_int_equal(status, cases[i].problems ? PF_ERROR_POSITION : PF_OK);
    }
    /* Checks and pockets that a FEN cannot give. */
    pf_variant_setup setup;
    pf_variant_position start = pf_variant_start(PF_VARIANT_THREE_CHECK);
    pf_variant_setup_of(&setup, &start);
    setup.checks_given[PF_BLACK] = 4;
    assert_int_equal(pf_variant_setup_problems(&setup, PF_VARIANT_THREE_CHECK, 0), PF_PROBLEM_CHECKS_GIVEN);
    setup.pockets[0][0] = 1;
    setup.promoted = 1;
    assert_int_equal(pf_variant_setup_problems(&setup, PF_VARIANT_STANDARD, 0),
                     PF_PROBLEM_CHECKS_GIVEN | PF_PROBLEM_POCKET | PF_PROBLEM_PROMOTED);
    assert_int_equal(pf_variant_setup_problems(&setup, (pf_variant)99, 0), PF_PROBLEM_INVALID_VALUE);
}

/* ---- Rules at their edges ---- */

static bool has_move(const pf_variant_position *position, const char *uci)
{
    pf_move move;
    pf_status status = pf_variant_move_from_uci(&move, position, uci, strlen(uci), NULL);
    if (status == PF_OK) assert_true(pf_variant_is_legal(position, move));
    return status == PF_OK;
}

/* One move that is legal and one that is not. */
static void edges(void **state)
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
        pf_variant_position position = variant_position_of(cases[i].fen, cases[i].variant);
        if (!has_move(&position, cases[i].legal)) fail_msg("%s: %s is legal", cases[i].fen, cases[i].legal);
        if (has_move(&position, cases[i].illegal)) fail_msg("%s: %s is not legal", cases[i].fen, cases[i].illegal);
    }
}

/* Positions after moves, as FEN. */
static void plays(void **state)
{
    (void)state;
    static const struct {
        pf_variant variant;
        const char *fen, *uci, *after;
    } cases[] = {
        {PF_VARIANT_ATOMIC, "3rk3/3n4/8/8/3R4/8/8/R3K2R w KQ - 3 1", "d4d7", "8/8/8/8/8/8/8/R3K2R b KQ - 0 1"},
        {PF_VARIANT_ATOMIC, "r3k2r/pn6/8/2N5/8/8/8/4K3 w kq - 3 1", "c5b7", "4k2r/p7/8/8/8/8/8/4K3 b k - 0 1"},
        {PF_VARIANT_ATOMIC, "4k3/8/2n5/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/3q~4/4P3/8/8/4K3[] w - - 0 1", "e4d5", "4k3/8/8/3P4/8/8/8/4K3[P] b - - 0 1"},
        {PF_VARIANT_CRAZYHOUSE, "1n2k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "a7b8q", "1Q~2k3/8/8/8/8/8/8/4K3[N] b - - 0 1"},
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[R] w - - 5 1", "R@h1", "4k3/8/8/8/8/8/8/4K2R[] b - - 6 1"},
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[P] w - - 5 1", "P@h2", "4k3/8/8/8/8/8/7P/4K3[] b - - 0 1"},
        {PF_VARIANT_HORDE, "4k3/8/8/8/8/1p6/8/P7 w - - 0 1", "a1a3", "4k3/8/8/8/8/Pp6/8/8 b - - 0 1"},
        {PF_VARIANT_HORDE, "4k3/8/8/8/1p6/8/P7/8 w - - 0 1", "a2a4", "4k3/8/8/8/Pp6/8/8/8 b - a3 0 1"},
        {PF_VARIANT_THREE_CHECK, "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1", "a1a8", "R3k3/8/8/8/8/8/8/4K3 b - - 2+3 1 1"},
        {PF_VARIANT_ANTICHESS, "8/P7/8/8/8/8/8/7k w - - 0 1", "a7a8k", "K7/8/8/8/8/8/8/7k b - - 0 1"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_variant_position position = variant_position_of(cases[i].fen, cases[i].variant);
        pf_move move;
        if (pf_variant_move_from_uci(&move, &position, cases[i].uci, strlen(cases[i].uci), NULL) != PF_OK)
            fail_msg("%s: %s is legal", cases[i].fen, cases[i].uci);
        char uci[PF_UCI_SIZE], after[PF_VARIANT_FEN_SIZE];
        pf_move_to_uci(uci, sizeof uci, move, PF_UCI_KING_STEP);
        assert_string_equal(uci, cases[i].uci);
        assert_int_equal(pf_variant_play(&position, move, NULL), PF_OK);
        pf_variant_to_fen(after, sizeof after, &position, PF_CASTLING_STANDARD, PF_EP_ALWAYS);
        assert_string_equal(after, cases[i].after);
        assert_int_equal(position.board.key, pf_variant_compute_key(&position));
    }
    pf_variant_position start = pf_variant_start(PF_VARIANT_ATOMIC), before = start;
    assert_int_equal(pf_variant_play(&start, pf_move_of(PF_E2, PF_E5, PF_MOVE_NORMAL), NULL), PF_ERROR_MOVE_ILLEGAL);
    assert_memory_equal(&start, &before, sizeof start);
}

static void outcomes(void **state)
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
        pf_variant_position position = variant_position_of(cases[i].fen, cases[i].variant);
        pf_outcome outcome = pf_variant_outcome(&position, PF_POLICY_ENGINE);
        if (outcome.result != cases[i].result || outcome.reason != cases[i].reason)
            fail_msg("%s: %s %s", cases[i].fen, pf_result_text(outcome.result), pf_reason_text(outcome.reason));
        bool won_or_lost = outcome.reason >= PF_REASON_KING_EXPLODED;
        if (won_or_lost) assert_int_equal(pf_variant_count_legal(&position), 0);
        if (won_or_lost) assert_string_not_equal(pf_reason_text(outcome.reason), "");
    }
    pf_variant_position slow = variant_position_of("4k3/8/8/8/8/8/8/QQQQ4 w - - 100 1", PF_VARIANT_HORDE);
    assert_int_equal(pf_variant_outcome(&slow, PF_POLICY_ENGINE).reason, PF_REASON_FIFTY_MOVES);
    assert_int_equal(pf_variant_outcome(&slow, PF_POLICY_FIDE).reason, PF_REASON_NONE);
}

/* What differs in pockets, marks or checks only is not the same position. */
static void keys(void **state)
{
    (void)state;
    static const struct {
        pf_variant variant;
        const char *a, *b;
    } cases[] = {
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[p] w - - 0 1"},
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[PP] w - - 0 1"},
        {PF_VARIANT_CRAZYHOUSE, "4k3/8/8/8/8/8/Q7/4K3[] b - - 0 1", "4k3/8/8/8/8/8/Q~7/4K3[] b - - 0 1"},
        {PF_VARIANT_THREE_CHECK, "4k3/8/8/8/8/8/8/4K3 w - - 3+2 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 2+3 0 1"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_variant_position a = variant_position_of(cases[i].a, cases[i].variant);
        pf_variant_position b = variant_position_of(cases[i].b, cases[i].variant);
        assert_int_not_equal(a.board.key, b.board.key);
        assert_false(pf_variant_equal(&a, &b));
        assert_true(pf_variant_equal(&a, &a));
    }
    pf_position standard = pf_position_start();
    pf_variant_position same = pf_variant_of_position(&standard);
    assert_int_equal(same.board.key, pf_variant_compute_key(&same));
    pf_variant_position hill = pf_variant_start(PF_VARIANT_KING_OF_THE_HILL);
    assert_int_equal(hill.board.key, standard.key);
    assert_false(pf_variant_equal(&hill, &same));
}

/* Every byte of a packed position has one meaning: changed, it is another position or refused. */
static void packed_strictly(void **state)
{
    (void)state;
    static const struct {
        pf_variant variant;
        const char *fen;
    } cases[] = {
        {PF_VARIANT_CRAZYHOUSE, "r3k2r/8/8/3Q~Pp2/8/8/8/R3K2R[QPPnb] w KQkq f6 0 1"},
        {PF_VARIANT_THREE_CHECK, "4k3/8/8/8/8/8/8/4K3 b - - 1+2 0 1"},
        {PF_VARIANT_HORDE, "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"},
        {PF_VARIANT_ANTICHESS, "8/8/8/8/8/8/KKK5/8 b - - 0 1"},
        {PF_VARIANT_STANDARD, "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_variant_position position = variant_position_of(cases[i].fen, cases[i].variant), read;
        pf_variant_packed packed, changed, again;
        pf_variant_pack(&packed, &position);
        assert_int_equal(pf_variant_unpack(&read, &packed, PF_ACCEPT_CHESS960, NULL), PF_OK);
        assert_true(pf_variant_equal(&read, &position));
        for (unsigned bit = 0; bit < 8 * sizeof packed; bit++) {
            pf_error error;
            changed = packed;
            changed.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
            if (pf_variant_unpack(&read, &changed, PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960, &error) == PF_OK) {
                pf_variant_pack(&again, &read);
                assert_memory_equal(&again, &changed, sizeof again);
            } else {
                assert_true(error.code == PF_ERROR_PACKED || error.code == PF_ERROR_POSITION);
            }
        }
        changed = packed;
        changed.bytes[0] = 1;
        assert_int_equal(pf_variant_unpack(&read, &changed, 0, NULL), PF_ERROR_PACKED);
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
        pf_variant_position position = variant_position_of(cases[i].fen, cases[i].variant);
        pf_variant_move_list list;
        uint32_t size = pf_variant_generate(&position, &list);
        assert_true(size >= cases[i].least && size < 700);
        assert_int_equal(size, pf_variant_count_legal(&position));
    }
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* What the comment at PF_VARIANT_LIST_CAPACITY says of a side with n pieces, s of them sliders, and t types to drop. */
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
    assert_true(PF_VARIANT_LIST_CAPACITY > 695);
}

/* Positions with many pieces keep each part of the bound: sliders together, every other piece, and drops. */
static void crowds_keep_the_bound(void **state)
{
    (void)state;
    test_random random = {8};
    unsigned most = 0;
    for (unsigned i = 0; i < 4000; i++) {
        pf_variant variant = i % 2 ? PF_VARIANT_HORDE : PF_VARIANT_CRAZYHOUSE;
        pf_variant_setup setup = {.setup = {.ep_square = PF_NO_SQUARE}};
        setup.setup.squares[random_below(&random, 64)] = (uint8_t)pf_piece_of(PF_BLACK, PF_KING);
        unsigned pieces = 1 + random_below(&random, variant == PF_VARIANT_HORDE ? 36 : 25);
        for (unsigned k = 0; k < pieces; k++) {
            uint8_t *square = &setup.setup.squares[random_below(&random, 64)];
            pf_piece_type type = random_below(&random, 4) ? (pf_piece_type)PF_QUEEN : 1 + random_below(&random, 4);
            if (*square == PF_NO_PIECE)
                *square = (uint8_t)pf_piece_of(PF_WHITE,
                                               k == 0 && variant != PF_VARIANT_HORDE ? (pf_piece_type)PF_KING : type);
        }
        for (unsigned type = 0; variant == PF_VARIANT_CRAZYHOUSE && type < 5; type++)
            setup.pockets[PF_WHITE][type] = random_below(&random, 4) != 0;
        pf_variant_position position;
        if (pf_variant_from_setup(&position, &setup, variant, PF_ACCEPT_LENIENT, NULL, NULL) != PF_OK) continue;
        pf_variant_move_list list;
        pf_variant_generate(&position, &list);
        const pf_position *board = &position.board;
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
    assert_true(most > 300 && most < PF_VARIANT_LIST_CAPACITY);
}

/* The drop of a pawn resets the clock, and that of another piece does not; the reference agrees. */
static void drops_and_clock(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *uci;
        unsigned clock;
    } cases[] = {
        {"4k3/8/8/8/8/8/8/4K3[Pn] w - - 7 1", "P@d4", 0}, {"4k3/8/8/8/8/8/8/4K3[Pn] b - - 7 1", "N@d4", 8},
        {"4k3/8/8/8/8/8/8/4K3[Qp] b - - 7 1", "P@d4", 0}, {"4k3/8/8/8/8/8/8/4K3[Qp] w - - 65535 1", "Q@d4", 65535},
        {"4k3/8/8/8/8/8/8/4K3[P] w - - 7 1", "e1e2", 8},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_variant_position position = variant_position_of(cases[i].fen, PF_VARIANT_CRAZYHOUSE);
        reference_variant_board reference;
        pf_move move;
        assert_int_equal(pf_variant_move_from_uci(&move, &position, cases[i].uci, strlen(cases[i].uci), NULL), PF_OK);
        reference_variant_from_position(&reference, &position);
        reference_variant_play(&reference, move);
        pf_variant_play_unchecked(&position, move);
        assert_int_equal(position.board.halfmove_clock, cases[i].clock);
        assert_int_equal(reference.board.halfmove_clock, cases[i].clock);
    }
}

/* ---- Corpora ---- */

/* Whole games of others: every move legal, the final position, the number of moves, the result. Their clock is that of
 * python-chess, which counts on when a pawn is dropped. */
static void lines_of_others(void **state)
{
    (void)state;
    tsv in = tsv_open("notation/variant_lines_zobrist128.tsv");
    while (tsv_next(&in)) {
        pf_variant variant;
        const char *rule = tsv_get(&in, "rule");
        if (!pf_variant_from_name(&variant, rule, strlen(rule))) fail_msg("%s: no such variant", rule);
        if (strcmp(rule, "chess960") == 0) continue;
        pf_variant_position position = pf_variant_start(variant);
        char moves[8192];
        unsigned clock = 0;
        snprintf(moves, sizeof moves, "%s", tsv_get(&in, "uci"));
        for (char *uci = strtok(moves, " "); uci; uci = strtok(NULL, " ")) {
            pf_move move;
            pf_error error;
            if (pf_variant_move_from_uci(&move, &position, uci, strlen(uci), &error) != PF_OK)
                fail_msg("%s: %s: %s: %s", rule, tsv_get(&in, "uci"), uci, error.message);
            pf_variant_play_unchecked(&position, move);
            clock = pf_move_is_drop(move) || position.board.halfmove_clock > 0 ? clock + 1 : 0;
        }
        assert_int_equal(pf_variant_count_legal(&position), atoi(tsv_get(&in, "legal")));
        pf_variant_position expected = variant_position_of(tsv_get(&in, "final_fen"), variant);
        if (!pf_variant_equal(&position, &expected)) fail_msg("%s: %s", rule, tsv_get(&in, "final_fen"));
        if (clock != expected.board.halfmove_clock)
            fail_msg("%s: %s: %s: clock %u", rule, tsv_get(&in, "uci"), tsv_get(&in, "final_fen"), clock);
        assert_int_equal(position.board.fullmove_number, expected.board.fullmove_number);
        pf_outcome outcome = pf_variant_outcome(&position, PF_POLICY_FIDE);
        if (strcmp(pf_result_text(outcome.result), tsv_get(&in, "result")) != 0)
            fail_msg("%s: %s: %s, not %s", rule, tsv_get(&in, "final_fen"), pf_result_text(outcome.result),
                     tsv_get(&in, "result"));
    }
    tsv_close(&in);
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
        pf_variant_position position = variant_position_of(cases[i].fen, PF_VARIANT_HORDE);
        if (pf_variant_can_win(&position, PF_WHITE) != cases[i].white_can_win) fail_msg("%s", cases[i].fen);
        assert_true(pf_variant_can_win(&position, PF_BLACK));
    }
    tsv in = tsv_open("notation/horde_insufficient_material.tsv");
    while (tsv_next(&in)) {
        const char *fen = tsv_get(&in, "fen");
        pf_variant_position position;
        assert_int_equal(
            pf_variant_from_fen(&position, fen, strlen(fen), PF_VARIANT_HORDE, PF_ACCEPT_LENIENT, NULL, NULL), PF_OK);
        if (pf_variant_can_win(&position, PF_WHITE) != (atoi(tsv_get(&in, "white_insufficient")) == 0))
            fail_msg("%s", fen);
    }
    tsv_close(&in);
}

static void moves_of_others(void **state)
{
    (void)state;
    tsv in = tsv_open("notation/legal_moves_uci.tsv");
    while (tsv_next(&in)) {
        pf_variant variant;
        const char *rule = tsv_get(&in, "rule");
        if (!pf_variant_from_name(&variant, rule, strlen(rule))) fail_msg("%s: no such variant", rule);
        const char *text = tsv_get(&in, "fen");
        pf_variant_position position;
        pf_error error;
        if (pf_variant_from_fen(&position, text, strlen(text), variant, PF_ACCEPT_CHESS960 | PF_ACCEPT_LENIENT, NULL,
                                &error) != PF_OK)
            fail_msg("%s: %s", text, error.message);
        assert_int_equal(pf_variant_count_legal(&position), atoi(tsv_get(&in, "n")));
        static char moves[8192];
        snprintf(moves, sizeof moves, "%s", tsv_get(&in, "uci"));
        for (char *uci = strtok(moves, " "); uci; uci = strtok(NULL, " "))
            if (!has_move(&position, uci)) fail_msg("%s: %s: %s", rule, text, uci);
    }
    tsv_close(&in);
}

/* Moves that only variants have, checks that they give, and passing. */
static void single_moves(void **state)
{
    (void)state;
    assert_string_equal(pf_variant_title(PF_VARIANT_KING_OF_THE_HILL), "King of the Hill");
    assert_string_equal(pf_variant_title(PF_VARIANT_COUNT), "");

    pf_move drop = pf_move_of_drop(PF_KNIGHT, PF_D6);
    assert_int_equal(pf_move_dropped(drop), PF_KNIGHT);
    assert_false(pf_move_is_king_promotion(drop));
    pf_move king = pf_move_of_king_promotion(PF_A7, PF_A8);
    assert_true(pf_move_is_king_promotion(king));
    assert_int_equal(pf_move_from(king), PF_A7);
    assert_int_equal(pf_move_to(king), PF_A8);

    pf_variant_position position = pf_variant_start(PF_VARIANT_COUNT);
    pf_error error;
    assert_int_equal(position.variant, PF_VARIANT_STANDARD);
    assert_int_equal(
        pf_variant_from_fen(&position, START_FEN, strlen(START_FEN), PF_VARIANT_COUNT, PF_ACCEPT_LENIENT, NULL, &error),
        PF_ERROR_POSITION);
    assert_string_equal(error.message, "unknown piece code, side, square or variant");

    position = variant_position_of("4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", PF_VARIANT_CRAZYHOUSE);
    assert_true(pf_variant_gives_check(&position, drop));
    assert_false(pf_variant_gives_check(&position, pf_move_of_drop(PF_KNIGHT, PF_A3)));
    assert_false(pf_variant_gives_check(&position, pf_move_of_drop(PF_QUEEN, PF_E7)));
    assert_false(pf_variant_gives_check(&position, pf_move_of(PF_E1, PF_E8, PF_MOVE_NORMAL)));
    assert_true(pf_variant_play_null(&position));
    assert_int_equal(position.board.turn, PF_BLACK);
    assert_int_equal(position.board.key, pf_variant_compute_key(&position));

    /* Not while in check, and not when the game is over. */
    position = variant_position_of("4k3/8/8/8/8/8/8/r3K3[N] w - - 0 1", PF_VARIANT_CRAZYHOUSE);
    pf_variant_position before = position;
    assert_false(pf_variant_play_null(&position));
    assert_memory_equal(&position, &before, sizeof before);
    position = variant_position_of("4k3/8/8/3K4/8/8/8/8 b - - 0 1", PF_VARIANT_KING_OF_THE_HILL);
    assert_false(pf_variant_play_null(&position));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),           cmocka_unit_test(fen),
        cmocka_unit_test(bad_fen),         cmocka_unit_test(problems),
        cmocka_unit_test(edges),           cmocka_unit_test(plays),
        cmocka_unit_test(outcomes),        cmocka_unit_test(keys),
        cmocka_unit_test(packed_strictly), cmocka_unit_test(many_moves),
        cmocka_unit_test(list_bound),      cmocka_unit_test(crowds_keep_the_bound),
        cmocka_unit_test(drops_and_clock), cmocka_unit_test(lines_of_others),
        cmocka_unit_test(moves_of_others), cmocka_unit_test(horde_material),
        cmocka_unit_test(single_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
