/* The invariant as a function that can be executed by its name, and assertions about the layouts that proof/position.h
 * and setup.cc define. */
#include "board/invariant.h"

_Static_assert(sizeof(pf_position) == 112 && offsetof(pf_position, by_type) == 0 &&
                   offsetof(pf_position, by_colour) == 48 && offsetof(pf_position, castling) == 64 &&
                   offsetof(pf_position, key) == 72 && offsetof(pf_position, turn) == 80 &&
                   offsetof(pf_position, ep_square) == 81 && offsetof(pf_position, halfmove_clock) == 82 &&
                   offsetof(pf_position, fullmove_number) == 84 && offsetof(pf_position, variant) == 108,
               "the layout of a position");
_Static_assert(sizeof(pf_setup) == 104 && offsetof(pf_setup, turn) == 72 && offsetof(pf_setup, variant) == 100,
               "the layout of a setup");

bool proof_invariant(const pf_position *position)
{
    return pf_invariant_holds(position);
}
