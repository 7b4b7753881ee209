/* How the fuzzers of the variants read their input: a digit, which is the number of the variant, and a FEN behind it.
 */
#ifndef PLYFORGE_FUZZ_VARIANT_H
#define PLYFORGE_FUZZ_VARIANT_H

#include "fuzz.h"
#include "reference/variant.h"

static inline pf_variant fuzz_variant(uint8_t digit)
{
    return (pf_variant)((digit - (unsigned)'0') % PF_VARIANT_COUNT);
}

/* The list is that of the reference, and count and any agree with it. */
static inline void require_same_variant_moves(const pf_position *position, const reference_variant_board *board,
                                              const pf_move_list *list)
{
    static uint8_t listed[1 << 16]; /* all 0 between calls */
    static pf_move moves[REFERENCE_MAX_VARIANT_MOVES];
    REQUIRE(reference_variant_moves(board, moves) == list->size);
    REQUIRE(pf_count_legal(position) == list->size);
    REQUIRE(pf_any_legal(position) == (list->size > 0));
    for (uint32_t i = 0; i < list->size; i++) listed[moves[i]] = 1;
    for (uint32_t i = 0; i < list->size; i++) {
        REQUIRE(listed[list->moves[i]]);
        listed[list->moves[i]] = 0;
    }
}

#endif
