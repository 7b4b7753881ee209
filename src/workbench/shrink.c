/* Makes a position as small as possible while a condition of the caller holds. Removes one thing at a time and puts it
 * back if the condition fails without it. Then removes two things at once, because each of two pieces may be needed
 * only while the other is there. */
#include <plyforge/workbench.h>

typedef struct pf_shrinking {
    pf_setup setup; /* the smallest so far */
    pf_position position;
    pf_accept accept;
    pf_shrink_test *still_differs;
    void *context;
} pf_shrinking;

static bool try_setup(pf_shrinking *shrinking, const pf_setup *setup)
{
    pf_position position;
    pf_problems problems = 0;
    if (pf_position_from_setup(&position, setup, shrinking->accept, &problems, NULL) != PF_OK) return false;
    /* Reject positions that lenient reading would change. */
    if (problems & (PF_PROBLEM_CASTLING | PF_PROBLEM_CASTLING_CHESS960 | PF_PROBLEM_EN_PASSANT)) return false;
    if (!shrinking->still_differs(shrinking->context, &position)) return false;
    shrinking->setup = *setup;
    shrinking->position = position;
    return true;
}

/* Removes the piece, and the castling right or the en passant square that depends on it. */
static void take_off(pf_setup *setup, pf_square square)
{
    setup->squares[square] = PF_NO_PIECE;
    setup->castling &= ~pf_bit(square);
    if (setup->ep_square < 64 && (setup->ep_square ^ 8u) == square) setup->ep_square = PF_NO_SQUARE;
}

static bool is_removable(const pf_setup *setup, pf_square square)
{
    return setup->squares[square] != PF_NO_PIECE && pf_piece_type_of(setup->squares[square]) != PF_KING;
}

static bool take_one(pf_shrinking *shrinking)
{
    bool smaller = false;
    for (pf_square square = 0; square < 64; square++) {
        if (!is_removable(&shrinking->setup, square)) continue;
        pf_setup setup = shrinking->setup;
        take_off(&setup, square);
        smaller |= try_setup(shrinking, &setup);
    }
    return smaller;
}

static bool take_two(pf_shrinking *shrinking)
{
    for (pf_square a = 0; a < 64; a++) {
        if (!is_removable(&shrinking->setup, a)) continue;
        for (pf_square b = a + 1; b < 64; b++) {
            if (!is_removable(&shrinking->setup, b)) continue;
            pf_setup setup = shrinking->setup;
            take_off(&setup, a);
            take_off(&setup, b);
            if (try_setup(shrinking, &setup)) return true;
        }
    }
    return false;
}

static void drop_state(pf_shrinking *shrinking)
{
    for (pf_bitboard rights = shrinking->setup.castling; rights; rights &= rights - 1) {
        pf_setup setup = shrinking->setup;
        setup.castling &= ~(rights & -rights);
        try_setup(shrinking, &setup);
    }
    pf_setup setup = shrinking->setup;
    setup.ep_square = PF_NO_SQUARE;
    try_setup(shrinking, &setup);
    setup = shrinking->setup;
    setup.halfmove_clock = 0;
    setup.fullmove_number = 1;
    try_setup(shrinking, &setup);
}

void pf_shrink(pf_position *position, pf_accept accept, pf_shrink_test *still_differs, void *context)
{
    pf_shrinking shrinking = {
        .position = *position, .accept = accept, .still_differs = still_differs, .context = context};
    pf_setup_from_position(&shrinking.setup, position);
    do {
        drop_state(&shrinking);
        while (take_one(&shrinking)) {
        }
    } while (take_two(&shrinking));
    *position = shrinking.position;
}
