/* Naming bugs and shrinking positions, without an engine; plyforge bisect tests them with one. */
#include "support.h"

static pf_bug bug_of(const char *fen, const char *line, const char *uci, pf_difference difference)
{
    pf_position base = position_accepted(fen, PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960), position = base;
    pf_move moves[8], move = PF_NO_MOVE;
    size_t size = 0;
    for (; *line != '\0'; line += strcspn(line, " "), line += strspn(line, " ")) {
        assert_int_equal(pf_move_from_uci(&moves[size], &position, line, strcspn(line, " "), NULL), PF_OK);
        pf_position_play_unchecked(&position, moves[size++]);
    }
    assert_int_equal(pf_move_from_uci_any(&move, &position, uci, strlen(uci), NULL), PF_OK);
    return pf_bug_of(&base, moves, size, move, difference);
}

static void extra_moves(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *uci;
        pf_bug bug;
    } cases[] = {
        {START_FEN, "e2e4", PF_BUG_LISTED_TWICE},
        {START_FEN, "e4e5", PF_BUG_NO_SUCH_PIECE},
        {START_FEN, "e7e5", PF_BUG_NO_SUCH_PIECE},
        {START_FEN, "g1f4", PF_BUG_PIECE_MOVEMENT},
        {START_FEN, "g1a3", PF_BUG_EDGE_WRAP},
        {START_FEN, "a1a3", PF_BUG_SLIDER_JUMPS},
        {START_FEN, "a1a2", PF_BUG_OWN_CAPTURE},
        {START_FEN, "e2d3", PF_BUG_PAWN_CAPTURE},
        {START_FEN, "e1c1", PF_BUG_CASTLING_BLOCKED},
        {KIWIPETE, "h2h3", PF_BUG_PUSH_BLOCKED},
        {KIWIPETE, "f2f4", PF_BUG_DOUBLE_PUSH_JUMPS},
        {KIWIPETE, "d5d7", PF_BUG_DOUBLE_PUSH_RANK},
        {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", PF_BUG_PROMOTION_FORCED},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", PF_BUG_EP_STALE},
        {"4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "e5d6", PF_BUG_EP_RANK_PIN},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", PF_BUG_CASTLING_RIGHT},
        {"4k3/4r3/8/8/8/8/8/4K2R w K - 0 1", "e1g1", PF_BUG_CASTLING_OUT_OF_CHECK},
        {"4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", PF_BUG_CASTLING_THROUGH},
        {"4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", PF_BUG_CASTLING_INTO_CHECK},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1b1", PF_BUG_CASTLING_RIGHT},
        {"4k3/8/8/8/8/8/8/qR1K4 w B - 0 1", "d1b1", PF_BUG_CASTLING_ROOK_SHIELDS},
        {"4k3/8/8/8/8/8/8/R1R1K3 w A - 0 1", "e1c1", PF_BUG_CASTLING_WRONG_ROOK},
        {"4k3/8/8/8/4r3/8/4K3/8 w - - 0 1", "e2e1", PF_BUG_KING_BACK_ALONG_RAY},
        {"8/8/8/3k4/8/3K4/8/8 w - - 0 1", "d3d4", PF_BUG_KINGS_ADJACENT},
        {"4k3/8/8/8/8/4r3/8/3K4 w - - 0 1", "d1e1", PF_BUG_KING_INTO_CHECK},
        {"4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", PF_BUG_PIN_OFF_RAY},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_string_equal(pf_bug_name(bug_of(cases[i].fen, "", cases[i].uci, PF_EXTRA)), pf_bug_name(cases[i].bug));
    }
}

static void missing_moves(void **state)
{
    (void)state;
    static const struct {
        const char *fen, *uci;
        pf_bug bug;
    } cases[] = {
        {START_FEN, "e2e4", PF_BUG_DOUBLE_PUSH_MISSING},
        {START_FEN, "e2e3", PF_BUG_PUSH_MISSING},
        {START_FEN, "g1f3", PF_BUG_PIECE_MOVE_MISSING},
        {KIWIPETE, "d5e6", PF_BUG_PAWN_CAPTURE_MISSING},
        {KIWIPETE, "e1g1", PF_BUG_CASTLING_MISSING},
        {KIWIPETE, "e1d1", PF_BUG_KING_MOVE_MISSING},
        {"1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", PF_BUG_CASTLING_B_FILE_MISSING},
        {"4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", PF_BUG_CASTLING_KING_STAYS_MISSING},
        {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", PF_BUG_CASTLING_OVERLAP_MISSING},
        {"4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", PF_BUG_CASTLING_OVERLAP_MISSING},
        {"4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", "e2e5", PF_BUG_PIN_ALONG_RAY_MISSING},
        {"4k3/4r3/8/8/8/8/R7/4K3 w - - 0 1", "a2e2", PF_BUG_BLOCK_MISSING},
        {"4k3/R3r3/8/8/8/8/8/4K3 w - - 0 1", "a7e7", PF_BUG_CHECKER_CAPTURE_MISSING},
        {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", PF_BUG_UNDERPROMOTION_MISSING},
        {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", PF_BUG_PROMOTION_MISSING},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", PF_BUG_EP_MISSING},
        {"4k3/8/8/3pP3/4K3/8/8/8 w - d6 0 1", "e5d6", PF_BUG_EP_EVASION_MISSING},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_string_equal(pf_bug_name(bug_of(cases[i].fen, "", cases[i].uci, PF_MISSING)), pf_bug_name(cases[i].bug));
}

static void after_playing(void **state)
{
    (void)state;
    static const char rooks[] = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_int_equal(bug_of(rooks, "h1h8", "e8g8", PF_EXTRA), PF_BUG_CASTLING_ROOK_TAKEN);
    assert_int_equal(bug_of(rooks, "h1h4 e8e7", "e1g1", PF_EXTRA), PF_BUG_CASTLING_ROOK_MOVED);
    assert_int_equal(bug_of(rooks, "e1e2 e8e7 e2e1 e7e8", "e1g1", PF_EXTRA), PF_BUG_CASTLING_KING_MOVED);
    assert_int_equal(bug_of(rooks, "e1g1 e8e7", "g1c1", PF_EXTRA), PF_BUG_PLAY_CASTLING);
    static const char inner[] = "4k3/8/8/8/8/8/8/2R1K1R1 w GC - 0 1";
    assert_int_equal(bug_of(inner, "c1c4 e8e7", "e1c1", PF_EXTRA), PF_BUG_CASTLING_ROOK_MOVED);
    static const char beside[] = "2rk4/8/8/8/8/7B/8/2K5 w c - 0 1";
    assert_int_equal(bug_of(beside, "h3c8", "d8c8", PF_EXTRA), PF_BUG_CASTLING_ROOK_TAKEN);
    assert_int_equal(bug_of(rooks, "e1g1", "a8b8", PF_MISSING), PF_BUG_PLAY_CASTLING);
    assert_int_equal(bug_of("4k3/2p5/8/3P4/8/8/8/4K3 b - - 0 1", "c7c5", "d5c6", PF_MISSING), PF_BUG_PLAY_DOUBLE_PUSH);
    /* The square that White's own double push crossed is still there. */
    static const char pushed[] = "4k3/p7/8/8/P7/8/1P6/4K3 b - a3 0 1";
    assert_int_equal(bug_of(pushed, "a7a6", "b2a3", PF_EXTRA), PF_BUG_EP_STALE);
    assert_int_equal(bug_of("4k3/p7/8/8/8/8/PP6/4K3 w - - 0 1", "a2a4 a7a6", "b2a3", PF_EXTRA), PF_BUG_EP_STALE);
    assert_int_equal(bug_of(pushed, "a7a6", "b2c3", PF_EXTRA), PF_BUG_PLAY_MOVE);
}

static void most_likely(void **state)
{
    (void)state;
    static const pf_bug one[] = {PF_BUG_SLIDER_JUMPS};
    static const pf_bug votes[] = {PF_BUG_SLIDER_JUMPS, PF_BUG_OWN_CAPTURE, PF_BUG_OWN_CAPTURE};
    static const pf_bug promotions[] = {PF_BUG_UNDERPROMOTION_MISSING, PF_BUG_UNDERPROMOTION_MISSING,
                                        PF_BUG_UNDERPROMOTION_MISSING, PF_BUG_PROMOTION_MISSING};
    assert_int_equal(pf_bug_most_likely(NULL, 0), PF_BUG_UNKNOWN);
    assert_int_equal(pf_bug_most_likely(one, 1), PF_BUG_SLIDER_JUMPS);
    assert_int_equal(pf_bug_most_likely(votes, 3), PF_BUG_OWN_CAPTURE);
    assert_int_equal(pf_bug_most_likely(promotions, 4), PF_BUG_PROMOTION_MISSING);
    assert_int_equal(pf_bug_most_likely(promotions, 3), PF_BUG_UNDERPROMOTION_MISSING);
}

static void names(void **state)
{
    (void)state;
    for (unsigned a = 0; a < PF_BUG_COUNT; a++) {
        assert_true(pf_bug_name((pf_bug)a)[0] != '\0');
        for (unsigned b = 0; b < a; b++) assert_string_not_equal(pf_bug_name((pf_bug)a), pf_bug_name((pf_bug)b));
    }
    assert_string_equal(pf_bug_name(PF_BUG_COUNT), "");
}

/* Still to be seen: White's knight is pinned. */
static bool knight_is_pinned(void *context, const pf_position *position)
{
    (*(unsigned *)context)++;
    return (pf_position_pinned(position, PF_WHITE) & position->by_type[PF_KNIGHT]) != 0;
}

static void shrinking(void **state)
{
    (void)state;
    unsigned asked = 0;
    pf_position position = position_of("rnbqk1nr/pppp1ppp/4p3/8/1b1P4/2N5/PPP1PPPP/R1BQKBNR w KQkq - 5 17");
    pf_shrink(&position, PF_ACCEPT_STRICT, knight_is_pinned, &asked);
    assert_fen(&position, PF_CASTLING_STANDARD, PF_EP_ALWAYS, "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1");
    assert_true(asked < 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(extra_moves), cmocka_unit_test(missing_moves), cmocka_unit_test(after_playing),
        cmocka_unit_test(most_likely), cmocka_unit_test(names),         cmocka_unit_test(shrinking),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
