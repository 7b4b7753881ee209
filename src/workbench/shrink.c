/* Makes a position as small as possible while a condition of the caller holds. Removes one item at a time and puts it
 * back if the condition fails without it. Then removes two items at once, because each of two pieces may be needed only
 * while the other is there. */
#include <plyforge/workbench.h>

#include "board/variant_fields.h"

typedef struct pf_shrinking {
    pf_setup setup; /* the smallest so far */
    pf_position position;
    pf_accept accept;
    pf_shrink_test *still_differs;
    void *context;
} pf_shrinking;

static bool try_setup(pf_shrinking *shrinking, const pf_setup *setup)
{
    const pf_problems changed = PF_PROBLEM_CASTLING | PF_PROBLEM_CASTLING_CHESS960 | PF_PROBLEM_EN_PASSANT |
                                PF_PROBLEM_PROMOTED;
    pf_position position;
    pf_problems problems = 0;
    if (pf_position_from_setup(&position, setup, shrinking->accept, &problems, NULL) != PF_OK) return false;
    if (problems & changed) return false; /* lenient reading would change the position */
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
    pf_setup_set_promoted(setup, pf_setup_promoted(setup) & ~pf_bit(square));
    if (setup->ep_square < 64 && (setup->ep_square ^ 8u) == square) setup->ep_square = PF_NO_SQUARE;
}

/* Kings are removed only in Antichess, where they are ordinary pieces. */
static bool is_removable(const pf_shrinking *shrinking, pf_square square)
{
    uint8_t piece = shrinking->setup.squares[square];
    if (piece == PF_NO_PIECE) return false;
    return pf_piece_type_of(piece) != PF_KING || pf_position_variant(&shrinking->position) == PF_VARIANT_ANTICHESS;
}

static bool take_one(pf_shrinking *shrinking)
{
    bool smaller = false;
    for (pf_square square = 0; square < 64; square++) {
        if (!is_removable(shrinking, square)) continue;
        pf_setup setup = shrinking->setup;
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
            pf_setup setup = shrinking->setup;
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
        pf_setup setup = shrinking->setup;
        while (pf_setup_pocket(&setup, i / 5, i % 5) > 0) {
            pf_setup_set_pocket(&setup, i / 5, i % 5, pf_setup_pocket(&setup, i / 5, i % 5) - 1);
            if (!try_setup(shrinking, &setup)) break;
        }
    }
    for (pf_bitboard marks = pf_setup_promoted(&shrinking->setup); marks; marks &= marks - 1) {
        pf_setup setup = shrinking->setup;
        pf_setup_set_promoted(&setup, pf_setup_promoted(&setup) & ~(marks & -marks));
        try_setup(shrinking, &setup);
    }
    for (unsigned colour = 0; colour < 2; colour++) {
        pf_setup setup = shrinking->setup;
        if (pf_setup_checks_given(&setup, colour) == 0) continue;
        pf_setup_set_checks_given(&setup, colour, 0);
        try_setup(shrinking, &setup);
    }
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
    drop_additions(shrinking);
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
