/* Any 16 bits as a move in any position: every function that takes some agrees with the lists, and none minds. */
#include "line.h"

static void check_move(const pf_position *position, pf_move move, const pf_move_list lists[16])
{
    for (pf_category category = 0; category < 16; category++) {
        bool exists = (category & ~(unsigned)PF_PSEUDO) <= PF_LEGAL;
        bool listed = exists && pf_move_list_contains(&lists[category], move);
        REQUIRE(pf_move_is_in_category(position, move, category) == listed);
    }
    bool legal = pf_move_list_contains(&lists[PF_LEGAL], move);
    REQUIRE(pf_move_is_legal(position, move) == legal);
    REQUIRE(pf_move_is_pseudo_legal(position, move) ==
            pf_move_list_contains(&lists[PF_NON_EVASIONS | PF_PSEUDO], move));

    pf_why why;
    pf_move_why_illegal(position, move, &why);
    REQUIRE((why.reason == PF_WHY_LEGAL) == legal);
    REQUIRE((pf_see(position, move) == PF_SEE_ILLEGAL) == !legal);
    REQUIRE(legal || !pf_see_at_least(position, move, PF_SEE_ILLEGAL));
    pf_explanation explanation;
    pf_explain(&explanation, position, move, PF_UCI_KING_STEP);
    REQUIRE(memchr(explanation.text, 0, sizeof explanation.text));
    pf_move_moved_piece(position, move);
    pf_move_captured_piece(position, move);

    char uci[PF_UCI_SIZE];
    REQUIRE(pf_move_to_uci(uci, sizeof uci, move, PF_UCI_KING_TAKES_ROOK) < sizeof uci);
    pf_position child = *position;
    pf_error error = {0};
    REQUIRE((pf_position_play(&child, move, &error) == PF_OK) == legal);
    if (!legal) REQUIRE(memcmp(&child, position, sizeof child) == 0 && error.message[0]);
    if (legal) REQUIRE((pf_move_gives_check(position, move) != PF_CHECK_NONE) == (pf_position_checkers(&child) != 0));
}

static void check(const pf_position *position, bytes *in)
{
    static pf_move_list lists[16];
    for (pf_category category = 0; category < 16; category++) pf_generate(position, category, &lists[category]);
    pf_move move = take_two(in);
    check_move(position, move, lists);
    if (lists[PF_LEGAL].size == 0) return;
    /* A legal move, and one that is off by a bit. */
    pf_move legal = lists[PF_LEGAL].moves[move % lists[PF_LEGAL].size];
    check_move(position, legal, lists);
    check_move(position, (pf_move)(legal ^ 1u << (move >> 12)), lists);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    walk(data, size, check);
    return 0;
}
