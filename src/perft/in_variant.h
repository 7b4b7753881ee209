/* Counting leaves in the tree of a variant: generate, play, recurse, with the last ply counted rather than listed. King
 * of the Hill and Three-check are standard chess until a king can reach the hill or a third check can be given, and as
 * long as that lies beyond the leaves, the counters of standard chess are used. In Horde the replies of a White who has
 * only pawns are counted without playing Black's move. */
#ifndef PLYFORGE_PERFT_IN_VARIANT_H
#define PLYFORGE_PERFT_IN_VARIANT_H

#include <plyforge/perft.h>

#include "perft/perft.h"
#include "variants/code.h"

/* perft of a position for depth 0 to PF_VARIANT_64_BIT_DEPTH. standard is called for subtrees that standard chess
 * counts the same. */
typedef uint64_t pf_counter_in_variant(const pf_position *position, unsigned depth, pf_count_tree *standard);

#define PF_DECLARE_COUNTERS_IN_VARIANT(level)                                                                          \
    PF_PRIVATE extern pf_counter_in_variant *const pf_counters_in_variant_##level[PF_VARIANT_COUNT];
PF_CODE_BY_LEVEL(in_variant, PF_DECLARE_COUNTERS_IN_VARIANT)

/* The number of king moves to the nearest of the four squares. Castling does not shorten it: the distance from the back
 * rank is always three. */
PF_TEMPLATE unsigned pf_way_to_hill(const pf_position *board, pf_colour colour)
{
    pf_square king = pf_king_square(board, colour);
    unsigned file = pf_square_file(king), rank = pf_square_rank(king);
    unsigned files = file < 3 ? 3 - file : file > 4 ? file - 4 : 0;
    unsigned ranks = rank < 3 ? 3 - rank : rank > 4 ? rank - 4 : 0;
    return files > ranks ? files : ranks;
}

/* Whether no game can end by a rule of the variant before the last of the next depth plies. Moves of the last ply do
 * not matter, because a leaf counts whether or not it ends the game. */
PF_TEMPLATE bool pf_is_standard_for(const pf_position *position, unsigned depth, pf_colour us, pf_variant variant)
{
    unsigned ours = depth / 2, theirs = (depth - 1) / 2; /* the moves of each side before the last ply */
    switch (variant) {
    case PF_VARIANT_STANDARD: return true;
    case PF_VARIANT_KING_OF_THE_HILL:
        return pf_way_to_hill(position, us) > ours && pf_way_to_hill(position, us ^ 1) > theirs;
    case PF_VARIANT_THREE_CHECK:
        return position->checks_given[us] + ours < PF_CHECKS_TO_WIN &&
               position->checks_given[us ^ 1] + theirs < PF_CHECKS_TO_WIN;
    default: return false;
    }
}

PF_TEMPLATE uint64_t pf_count_in_variant_body(const pf_position *position, unsigned depth, pf_count_tree *standard,
                                              pf_counter_in_variant *below, pf_colour us, pf_sliders sliders,
                                              pf_variant variant)
{
    if (depth == 0) return 1;
    if (depth == 1) return pf_generate_by_variant(position, NULL, us, PF_SINK_COUNT, sliders, variant);
    if (pf_is_standard_for(position, depth, us, variant)) return standard(position, depth, PF_PERFT_BULK);

    pf_move list[PF_MOVE_LIST_CAPACITY];
    uint32_t size = pf_generate_by_variant(position, list, us, PF_SINK_LIST, sliders, variant);
    uint64_t nodes = 0;
    bool counts_horde = variant == PF_VARIANT_HORDE && us == PF_BLACK && depth == 2 && pf_horde_is_pawns(position);
    for (uint32_t i = 0; i < size; i++) {
        if (counts_horde && PF_LIKELY(pf_move_kind_of(list[i]) < PF_MOVE_EN_PASSANT)) {
            nodes += pf_count_horde_after(position, list[i]);
            continue;
        }
        pf_position child = *position;
        pf_play_unkeyed_by_variant(&child, list[i], us, sliders, variant);
        nodes += below(&child, depth - 1, standard);
    }
    return nodes;
}

#define PF_DEFINE_COUNTER_IN_VARIANT(name, sliders, variant)                                                           \
    static pf_counter_in_variant name##_white, name##_black;                                                           \
    static uint64_t name##_white(const pf_position *position, unsigned depth, pf_count_tree *standard)                 \
    {                                                                                                                  \
        return pf_count_in_variant_body(position, depth, standard, name##_black, PF_WHITE, sliders, variant);          \
    }                                                                                                                  \
    static uint64_t name##_black(const pf_position *position, unsigned depth, pf_count_tree *standard)                 \
    {                                                                                                                  \
        return pf_count_in_variant_body(position, depth, standard, name##_white, PF_BLACK, sliders, variant);          \
    }                                                                                                                  \
    static uint64_t name(const pf_position *position, unsigned depth, pf_count_tree *standard)                         \
    {                                                                                                                  \
        return position->turn == PF_WHITE ? name##_white(position, depth, standard)                                    \
                                          : name##_black(position, depth, standard);                                   \
    }

/* Instantiates all counters, as pf_counters_in_variant_SUFFIX. */
#define PF_DEFINE_COUNTERS_IN_VARIANT(suffix, sliders)                                                                 \
    PF_DEFINE_COUNTER_IN_VARIANT(standard_chess, sliders, PF_VARIANT_STANDARD)                                         \
    PF_DEFINE_COUNTER_IN_VARIANT(crazyhouse, sliders, PF_VARIANT_CRAZYHOUSE)                                           \
    PF_DEFINE_COUNTER_IN_VARIANT(atomic, sliders, PF_VARIANT_ATOMIC)                                                   \
    PF_DEFINE_COUNTER_IN_VARIANT(antichess, sliders, PF_VARIANT_ANTICHESS)                                             \
    PF_DEFINE_COUNTER_IN_VARIANT(king_of_the_hill, sliders, PF_VARIANT_KING_OF_THE_HILL)                               \
    PF_DEFINE_COUNTER_IN_VARIANT(three_check, sliders, PF_VARIANT_THREE_CHECK)                                         \
    PF_DEFINE_COUNTER_IN_VARIANT(horde, sliders, PF_VARIANT_HORDE)                                                     \
    PF_DEFINE_COUNTER_IN_VARIANT(racing_kings, sliders, PF_VARIANT_RACING_KINGS)                                       \
    pf_counter_in_variant *const pf_counters_in_variant_##suffix[PF_VARIANT_COUNT] = {                                 \
        standard_chess, crazyhouse, atomic, antichess, king_of_the_hill, three_check, horde, racing_kings};

#endif
