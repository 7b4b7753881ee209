/* Makes a position as small as possible while a condition of the caller holds. Removes one thing at a time and puts it
 * back if the condition fails without it. Then removes two things at once, because each of two pieces may be needed
 * only while the other is there. */
#include <plyforge/variant.h>
#include <plyforge/workbench.h>

typedef struct pf_shrinking {
    pf_variant_setup setup; /* the smallest so far */
    pf_variant_position position;
    pf_accept accept;
    pf_variant_shrink_test *still_differs;
    void *context;
} pf_shrinking;

static bool try_setup(pf_shrinking *shrinking, const pf_variant_setup *setup)
{
    const pf_problems changed = PF_PROBLEM_CASTLING | PF_PROBLEM_CASTLING_CHESS960 | PF_PROBLEM_EN_PASSANT |
                                PF_PROBLEM_PROMOTED;
    pf_variant variant = (pf_variant)shrinking->position.variant;
    pf_variant_position position;
    pf_problems problems = 0;
    if (pf_variant_from_setup(&position, setup, variant, shrinking->accept, &problems, NULL) != PF_OK) return false;
    if (problems & changed) return false; /* lenient reading would change the position */
    if (!shrinking->still_differs(shrinking->context, &position)) return false;
    shrinking->setup = *setup;
    shrinking->position = position;
    return true;
}

/* Removes the piece, and the castling right or the en passant square that depends on it. */
static void take_off(pf_variant_setup *from, pf_square square)
{
    pf_setup *setup = &from->setup;
    setup->squares[square] = PF_NO_PIECE;
    setup->castling &= ~pf_bit(square);
    from->promoted &= ~pf_bit(square);
    if (setup->ep_square < 64 && (setup->ep_square ^ 8u) == square) setup->ep_square = PF_NO_SQUARE;
}

/* Kings are removed in Antichess only, where they are pieces like others. */
static bool is_removable(const pf_shrinking *shrinking, pf_square square)
{
    uint8_t piece = shrinking->setup.setup.squares[square];
    if (piece == PF_NO_PIECE) return false;
    return pf_piece_type_of(piece) != PF_KING || shrinking->position.variant == PF_VARIANT_ANTICHESS;
}

static bool take_one(pf_shrinking *shrinking)
{
    bool smaller = false;
    for (pf_square square = 0; square < 64; square++) {
        if (!is_removable(shrinking, square)) continue;
        pf_variant_setup setup = shrinking->setup;
        take_off(&setup, square);
        smaller |= try_setup(shrinking, &setup);
    }
    return smaller;
}

static bool take_two(pf_shrinking *shrinking)
{
    for (pf_square a = 0; a < 64; a++) {
        if (!is_removable(shrinking, a)) continue;
        for (pf_square b = a + 1; b < 64; b++) {
            if (!is_removable(shrinking, b)) continue;
            pf_variant_setup setup = shrinking->setup;
            take_off(&setup, a);
            take_off(&setup, b);
            if (try_setup(shrinking, &setup)) return true;
        }
    }
    return false;
}

/* Pockets, marks of promoted pieces and checks given. */
static void drop_additions(pf_shrinking *shrinking)
{
    for (unsigned i = 0; i < 10; i++) {
        pf_variant_setup setup = shrinking->setup;
        while (setup.pockets[i / 5][i % 5] > 0) {
            setup.pockets[i / 5][i % 5]--;
            if (!try_setup(shrinking, &setup)) break;
        }
    }
    for (pf_bitboard marks = shrinking->setup.promoted; marks; marks &= marks - 1) {
        pf_variant_setup setup = shrinking->setup;
        setup.promoted &= ~(marks & -marks);
        try_setup(shrinking, &setup);
    }
    for (unsigned colour = 0; colour < 2; colour++) {
        pf_variant_setup setup = shrinking->setup;
        if (setup.checks_given[colour] == 0) continue;
        setup.checks_given[colour] = 0;
        try_setup(shrinking, &setup);
    }
}

static void drop_state(pf_shrinking *shrinking)
{
    for (pf_bitboard rights = shrinking->setup.setup.castling; rights; rights &= rights - 1) {
        pf_variant_setup setup = shrinking->setup;
        setup.setup.castling &= ~(rights & -rights);
        try_setup(shrinking, &setup);
    }
    pf_variant_setup setup = shrinking->setup;
    setup.setup.ep_square = PF_NO_SQUARE;
    try_setup(shrinking, &setup);
    setup = shrinking->setup;
    setup.setup.halfmove_clock = 0;
    setup.setup.fullmove_number = 1;
    try_setup(shrinking, &setup);
    drop_additions(shrinking);
}

void pf_variant_shrink(pf_variant_position *position, pf_accept accept, pf_variant_shrink_test *still_differs,
                       void *context)
{
    pf_shrinking shrinking = {
        .position = *position, .accept = accept, .still_differs = still_differs, .context = context};
    pf_variant_setup_of(&shrinking.setup, position);
    do {
        drop_state(&shrinking);
        while (take_one(&shrinking)) {
        }
    } while (take_two(&shrinking));
    *position = shrinking.position;
}

/* The condition of a caller that knows standard chess only. */
typedef struct pf_standard_test {
    pf_shrink_test *still_differs;
    void *context;
} pf_standard_test;

static bool ask_standard(void *context, const pf_variant_position *position)
{
    const pf_standard_test *test = context;
    return test->still_differs(test->context, &position->board);
}

void pf_shrink(pf_position *position, pf_accept accept, pf_shrink_test *still_differs, void *context)
{
    pf_standard_test test = {still_differs, context};
    pf_variant_position shrunk = pf_variant_of_position(position);
    pf_variant_shrink(&shrunk, accept, ask_standard, &test);
    *position = shrunk.board;
}
