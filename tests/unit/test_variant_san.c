/* SAN of the variants: what is written, what is read, and what each refusal says; cases of other libraries. */
#include "variant_support.h"

static void written_and_read(void **state)
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
        pf_variant_position position = variant_position_of(cases[i].fen, cases[i].variant);
        pf_move move, again;
        pf_error error;
        char san[PF_SAN_SIZE];
        if (pf_variant_move_from_uci(&move, &position, cases[i].uci, strlen(cases[i].uci), &error) != PF_OK)
            fail_msg("%s: %s: %s", cases[i].fen, cases[i].uci, error.message);
        size_t length = pf_variant_move_to_san(san, sizeof san, &position, move, PF_SAN_LETTERS);
        assert_string_equal(san, cases[i].san);
        assert_int_equal(length, strlen(san));
        assert_int_equal(pf_variant_move_from_san(&again, &position, san, length, PF_SAN_STRICT, NULL), PF_OK);
        assert_int_equal(again, move);
        if (cases[i].variant == PF_VARIANT_STANDARD) continue;
        assert_int_equal(pf_variant_move_to_san(san, sizeof san, &position, (pf_move)0x5fff, PF_SAN_LETTERS), 0);
        assert_string_equal(san, "");
    }
}

static void read_leniently(void **state)
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
        pf_variant_position position = variant_position_of(cases[i].fen, cases[i].variant);
        pf_move move;
        pf_error error;
        char uci[PF_UCI_SIZE];
        if (pf_variant_move_from_san(&move, &position, cases[i].san, strlen(cases[i].san), PF_SAN_LENIENT, &error))
            fail_msg("%s: %s: %s", cases[i].fen, cases[i].san, error.message);
        pf_move_to_uci(uci, sizeof uci, move, PF_UCI_KING_STEP);
        assert_string_equal(uci, cases[i].uci);
    }
}

static void refusals(void **state)
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
         "pieces are dropped only in Crazyhouse, and no king is"},
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
        pf_variant_position position = variant_position_of(cases[i].fen, cases[i].variant);
        pf_move move = 4711;
        pf_error error = {0};
        pf_status status = pf_variant_move_from_san(&move, &position, cases[i].san, strlen(cases[i].san),
                                                    PF_SAN_LENIENT, &error);
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
        pf_variant_position position = variant_position_of(tsv_get(&in, "fen"), variant);
        pf_move move, again;
        bool legal = pf_variant_move_from_uci(&move, &position, uci, strlen(uci), NULL) == PF_OK;
        assert_int_equal(legal, strcmp(tsv_get(&in, "kind"), "illegal") != 0);
        if (san[0] == '\0') continue;
        assert_int_equal(pf_variant_move_from_san(&again, &position, san, strlen(san), PF_SAN_LENIENT, NULL), PF_OK);
        assert_int_equal(again, move);
        char text[PF_SAN_SIZE];
        pf_variant_move_to_san(text, sizeof text, &position, move, PF_SAN_LETTERS);
        assert_string_equal(san[0] == '@' ? text + 1 : text, san);
    }
    tsv_close(&in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_and_read),
        cmocka_unit_test(read_leniently),
        cmocka_unit_test(refusals),
        cmocka_unit_test(cases_of_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
