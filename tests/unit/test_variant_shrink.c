/* Shrinking positions of variants to what a condition needs. */
#include "variant_support.h"

static bool has_drop(void *context, const pf_variant_position *position)
{
    (*(unsigned *)context)++;
    return pf_variant_is_legal(position, pf_move_of_drop(PF_KNIGHT, PF_F3));
}

static bool must_capture(void *context, const pf_variant_position *position)
{
    (*(unsigned *)context)++;
    pf_why why;
    pf_move move = pf_move_of(PF_A2, PF_A3, PF_MOVE_NORMAL);
    return pf_variant_why_illegal(position, move, &why) == PF_WHY_MUST_CAPTURE;
}

static bool third_check(void *context, const pf_variant_position *position)
{
    (*(unsigned *)context)++;
    pf_variant_position after = *position;
    if (pf_variant_play(&after, pf_move_of(PF_A1, PF_A8, PF_MOVE_NORMAL), NULL) != PF_OK) return false;
    return pf_variant_outcome(&after, PF_POLICY_FIDE).reason == PF_REASON_THIRD_CHECK;
}

static void shrinks(void **state)
{
    (void)state;
    static const struct {
        pf_variant variant;
        const char *fen, *small;
        pf_variant_shrink_test *test;
    } cases[] = {
        {PF_VARIANT_CRAZYHOUSE, "r1bqk2r/pppp1ppp/2n5/4p3/4P3/8/PPPPQ~PPP/R1B1K2R[NNPbn] w KQkq - 5 9",
         "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", has_drop},
        {PF_VARIANT_ANTICHESS, "rnbqkbnr/p1pppppp/8/1p6/8/4P3/PPPP1PPP/RNBQKBNR w - - 0 2", "", must_capture},
        {PF_VARIANT_THREE_CHECK, "7k/1pp5/8/1n6/8/8/5PPP/R3K2R w K - 1+1 3 7", "7k/8/8/8/8/8/8/R3K3 w - - 1+3 0 1",
         third_check},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pf_variant_position position = variant_position_of(cases[i].fen, cases[i].variant);
        unsigned asked = 0;
        assert_true(cases[i].test(&asked, &position));
        pf_variant_shrink(&position, PF_ACCEPT_STRICT, cases[i].test, &asked);
        assert_true(asked > 10 && cases[i].test(&asked, &position));
        assert_int_equal(position.board.key, pf_variant_compute_key(&position));
        char fen[PF_VARIANT_FEN_SIZE];
        pf_variant_to_fen(fen, sizeof fen, &position, PF_CASTLING_STANDARD, PF_EP_ALWAYS);
        if (cases[i].small[0] != '\0')
            assert_string_equal(fen, cases[i].small);
        else /* a pawn, a piece that can take, and what it can take */
            assert_true(position.board.by_colour[PF_WHITE] != 0 && strlen(fen) < 40);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(shrinks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
