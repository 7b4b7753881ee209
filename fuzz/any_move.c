/* Any 16 bits as a move in any position: every function that takes some agrees with the lists, and none minds. */
#include "line.h"

/* Of a legal move, what it does to their king. */
static void check_check(const pf_position *position, pf_move move)
{
    pf_position child = *position;
    pf_position_play_unchecked(&child, move);
    REQUIRE((pf_move_gives_check(position, move) != PF_CHECK_NONE) == (pf_position_checkers(&child) != 0));
}

static void check_move(const pf_position *position, pf_move move, const pf_move_list lists[16])
{
    for (pf_category category = 0; category < 16; category++) {
        bool exists = (category & ~(unsigned)PF_PSEUDO) <= PF_LEGAL;
        bool listed = exists && pf_move_list_contains(&lists[category], move);
        REQUIRE(pf_move_is_in_category(position, move, category) == listed);
    }
    bool legal = pf_move_list_contains(&lists[PF_LEGAL], move);
    REQUIRE(pf_move_is_legal(position, move) == legal);
    bool pseudo_legal = pf_move_list_contains(&lists[PF_NON_EVASIONS | PF_PSEUDO], move);
    REQUIRE(pf_move_is_pseudo_legal(position, move) == pseudo_legal);
    REQUIRE(pseudo_legal || pf_move_gives_check(position, move) == PF_CHECK_NONE);

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
    pf_position_key_after(position, move); /* of no meaning if it is not legal */
    pf_changes changes;
    REQUIRE(pf_move_changes(position, move, &changes) <= sizeof changes.list / sizeof changes.list[0]);
    pf_keys keys = pf_position_keys(position);
    pf_keys_update(&keys, &changes);

    char uci[PF_UCI_SIZE];
    REQUIRE(pf_move_to_uci(uci, sizeof uci, move, PF_UCI_KING_TAKES_ROOK) < sizeof uci);
    pf_position child = *position;
    pf_error error = {0};
    REQUIRE((pf_position_play(&child, move, &error) == PF_OK) == legal);
    if (!legal) REQUIRE(memcmp(&child, position, sizeof child) == 0 && error.message[0]);
}

static void check(const pf_position *position, bytes *in)
{
    static pf_move_list lists[16];
    for (pf_category category = 0; category < 16; category++) pf_generate(position, category, &lists[category]);
    pf_move move = take_two(in);
    check_move(position, move, lists);
    /* What the pieces can do, legal or not (of any bytes hardly any are castling), and what is off by a bit. */
    const pf_move_list *pseudo = &lists[PF_NON_EVASIONS | PF_PSEUDO];
    if (pseudo->size == 0) return;
    pf_move near = pseudo->moves[move % pseudo->size];
    check_move(position, near, lists);
    check_move(position, (pf_move)(near ^ 1u << (move >> 12)), lists);
    for (uint32_t i = 0; i < pseudo->size; i++) {
        bool legal = pf_move_list_contains(&lists[PF_LEGAL], pseudo->moves[i]);
        REQUIRE(pf_move_is_legal(position, pseudo->moves[i]) == legal);
        if (legal) check_check(position, pseudo->moves[i]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    walk(data, size, check);
    return 0;
}
