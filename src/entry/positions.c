/* Positions of any variant: making them from setups, comparing them, and their keys. */
#include <plyforge/attacks.h>

#include "base/text.h"
#include "board/checks.h"
#include "board/examine.h"
#include "board/key.h"
#include "board/variant_fields.h"
#include "entry/entry.h"

static pf_problems examine(pf_position *out, const pf_setup *setup, pf_accept accept)
{
    if (pf_setup_is_fine(out, setup)) return 0;
    return PF_VARIANTS ? pf_examine_in_variant(out, setup, accept) : pf_examine_in_chess(out, setup, accept);
}

pf_problems pf_setup_problems(const pf_setup *setup, pf_accept accept)
{
    pf_position scratch;
    return examine(&scratch, setup, accept);
}

pf_status pf_position_from_setup(pf_position *out, const pf_setup *setup, pf_accept accept, pf_problems *problems,
                                 pf_error *error)
{
    pf_position position;
    pf_problems found = examine(&position, setup, accept);
    if (problems) *problems = found;

    if (found & (accept & PF_ACCEPT_LENIENT ? (pf_problems)PF_PROBLEM_FATAL : (pf_problems)PF_PROBLEM_ALL)) {
        char message[sizeof error->message];
        pf_problems_to_text(message, sizeof message, found);
        return pf_fail(error, PF_ERROR_POSITION, 0, message);
    }
    position.halfmove_clock = setup->halfmove_clock;
    position.fullmove_number = setup->fullmove_number ? setup->fullmove_number : 1;
    position.key = pf_position_compute_key(&position);
    *out = position;
    return PF_OK;
}

void pf_setup_from_position(pf_setup *out, const pf_position *position)
{
    pf_memset(out, 0, sizeof *out);
    for (pf_square square = 0; square < 64; square++)
        out->squares[square] = (uint8_t)pf_position_piece_at(position, square);
    out->castling = position->castling;
    out->turn = position->turn;
    out->ep_square = position->ep_square;
    out->halfmove_clock = position->halfmove_clock;
    out->fullmove_number = position->fullmove_number;
    pf_setup_copy_variant_fields(out, position);
}

/* A position has only one valid form: converting it to a setup and back must reproduce it exactly. A position that
 * would have to be repaired is not sound. */
bool pf_position_is_sound(const pf_position *position)
{
    pf_setup setup;
    pf_position again;
    pf_setup_from_position(&setup, position);
    return pf_position_from_setup(&again, &setup, PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960, NULL, NULL) == PF_OK &&
           pf_same_words(&again, position, sizeof again);
}

pf_square pf_position_ep_legal(const pf_position *position)
{
    if (PF_IS_VARIANT(position)) return pf_ep_legal_in_variant(position);
    return pf_ep_is_legal(position, PF_SLIDERS_MAGIC) ? position->ep_square : PF_NO_SQUARE;
}

uint64_t pf_position_compute_key(const pf_position *position)
{
    return PF_IS_VARIANT(position) ? pf_key_in_variant(position) : pf_key_in_chess(position);
}

bool pf_position_equal(const pf_position *a, const pf_position *b)
{
    /* Different keys prove that the positions differ; equal keys prove nothing. */
    if (a->key != b->key || a->turn != b->turn || a->castling != b->castling) return false;
    for (pf_piece_type type = PF_PAWN; type <= PF_KING; type++)
        if (a->by_type[type] != b->by_type[type]) return false;
    if (a->by_colour[PF_WHITE] != b->by_colour[PF_WHITE]) return false;
    if (!pf_same_variant_fields(a, b)) return false;
    return a->ep_square == b->ep_square || pf_position_ep_legal(a) == pf_position_ep_legal(b);
}

/* ---- Checks and ends ---- */

pf_bitboard pf_position_checkers(const pf_position *position)
{
    if (PF_IS_VARIANT(position) && !pf_in_check_in_variant(position)) return 0;
    return pf_find_checkers(position, position->turn, PF_SLIDERS_MAGIC);
}

bool pf_position_in_check(const pf_position *position)
{
    return pf_position_checkers(position) != 0;
}

bool pf_position_is_variant_end(const pf_position *position)
{
    return PF_IS_VARIANT(position) && pf_is_variant_end(position);
}
