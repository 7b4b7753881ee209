/* Counting leaves in the tree of a variant: generate, play, recurse, with the last ply counted and not listed. King of
 * the Hill and Three-check are standard chess until a king can reach the hill or a third check can be given, and as
 * long as that is further away than the leaves, the counters of standard chess count. In Horde the replies of a White
 * who has only pawns are counted without playing Black's move. */
#ifndef PLYFORGE_VARIANT_COUNT_H
#define PLYFORGE_VARIANT_COUNT_H

#include <plyforge/perft.h>

#include "perft/perft.h"
#include "variants/variant_moves.h"

/* No tree of six plies has 2^64 leaves, because 768^6 < 2^58. */
enum { PF_VARIANT_64_BIT_DEPTH = 6 };

/* perft of a position for depth 0 to PF_VARIANT_64_BIT_DEPTH. standard counts below positions that standard chess
 * counts the same. */
typedef uint64_t pf_variant_counter(const pf_variant_position *position, unsigned depth, pf_perft_side *standard);

#define PF_DECLARE_VARIANT_COUNTERS(level)                                                                             \
    PF_PRIVATE extern pf_variant_counter *const pf_variant_counters_##level[PF_VARIANT_COUNT];
PF_CODE_BY_LEVEL(variant_count, PF_DECLARE_VARIANT_COUNTERS)

/* How many king moves it is to the nearest of the four squares. Castling does not shorten the way: from the back rank
 * it is always three. */
PF_TEMPLATE unsigned pf_way_to_hill(const pf_position *board, pf_colour colour)
{
    pf_square king = pf_king_square(board, colour);
    unsigned file = pf_square_file(king), rank = pf_square_rank(king);
    unsigned files = file < 3 ? 3 - file : file > 4 ? file - 4 : 0;
    unsigned ranks = rank < 3 ? 3 - rank : rank > 4 ? rank - 4 : 0;
    return files > ranks ? files : ranks;
}

/* Whether no game ends by a rule of the variant before the last of so many plies. Moves of the last ply do not matter:
 * a leaf is a leaf. */
PF_TEMPLATE bool pf_is_standard_for(const pf_variant_position *position, unsigned depth, pf_colour us,
                                    pf_variant variant)
{
    unsigned ours = depth / 2, theirs = (depth - 1) / 2; /* moves before the last */
    switch (variant) {
    case PF_VARIANT_STANDARD: return true;
    case PF_VARIANT_KING_OF_THE_HILL:
        return pf_way_to_hill(&position->board, us) > ours && pf_way_to_hill(&position->board, us ^ 1) > theirs;
    case PF_VARIANT_THREE_CHECK:
        return position->checks_given[us] + ours < PF_CHECKS_TO_WIN &&
               position->checks_given[us ^ 1] + theirs < PF_CHECKS_TO_WIN;
    default: return false;
    }
}

PF_TEMPLATE uint64_t pf_variant_count_body(const pf_variant_position *position, unsigned depth, pf_perft_side *standard,
                                           pf_variant_counter *below, pf_colour us, pf_sliders sliders,
                                           pf_variant variant)
{
    if (depth == 0) return 1;
    if (depth == 1) return pf_variant_generate_body(position, NULL, us, PF_SINK_COUNT, sliders, variant);
    if (pf_is_standard_for(position, depth, us, variant)) return standard(&position->board, depth, PF_PERFT_BULK);

    pf_move list[PF_VARIANT_LIST_CAPACITY];
    uint32_t size = pf_variant_generate_body(position, list, us, PF_SINK_LIST, sliders, variant);
    uint64_t nodes = 0;
    bool counts_horde = variant == PF_VARIANT_HORDE && us == PF_BLACK && depth == 2 &&
                        pf_horde_is_pawns(&position->board);
    for (uint32_t i = 0; i < size; i++) {
        if (counts_horde && PF_LIKELY(pf_move_kind_of(list[i]) < PF_MOVE_EN_PASSANT)) {
            nodes += pf_count_horde_after(&position->board, list[i]);
            continue;
        }
        pf_variant_position child = *position;
        pf_variant_make_unkeyed(&child, list[i], us, sliders, variant);
        nodes += below(&child, depth - 1, standard);
    }
    return nodes;
}

#define PF_DEFINE_VARIANT_COUNTER(name, sliders, variant)                                                              \
    static pf_variant_counter name##_white, name##_black;                                                              \
    static uint64_t name##_white(const pf_variant_position *position, unsigned depth, pf_perft_side *standard)         \
    {                                                                                                                  \
        return pf_variant_count_body(position, depth, standard, name##_black, PF_WHITE, sliders, variant);             \
    }                                                                                                                  \
    static uint64_t name##_black(const pf_variant_position *position, unsigned depth, pf_perft_side *standard)         \
    {                                                                                                                  \
        return pf_variant_count_body(position, depth, standard, name##_white, PF_BLACK, sliders, variant);             \
    }                                                                                                                  \
    static uint64_t name(const pf_variant_position *position, unsigned depth, pf_perft_side *standard)                 \
    {                                                                                                                  \
        return position->board.turn == PF_WHITE ? name##_white(position, depth, standard)                              \
                                                : name##_black(position, depth, standard);                             \
    }

/* Instantiates everything, as pf_variant_counters_SUFFIX. */
#define PF_DEFINE_VARIANT_COUNTERS(suffix, sliders)                                                                    \
    PF_DEFINE_VARIANT_COUNTER(standard_chess, sliders, PF_VARIANT_STANDARD)                                            \
    PF_DEFINE_VARIANT_COUNTER(crazyhouse, sliders, PF_VARIANT_CRAZYHOUSE)                                              \
    PF_DEFINE_VARIANT_COUNTER(atomic, sliders, PF_VARIANT_ATOMIC)                                                      \
    PF_DEFINE_VARIANT_COUNTER(antichess, sliders, PF_VARIANT_ANTICHESS)                                                \
    PF_DEFINE_VARIANT_COUNTER(king_of_the_hill, sliders, PF_VARIANT_KING_OF_THE_HILL)                                  \
    PF_DEFINE_VARIANT_COUNTER(three_check, sliders, PF_VARIANT_THREE_CHECK)                                            \
    PF_DEFINE_VARIANT_COUNTER(horde, sliders, PF_VARIANT_HORDE)                                                        \
    PF_DEFINE_VARIANT_COUNTER(racing_kings, sliders, PF_VARIANT_RACING_KINGS)                                          \
    pf_variant_counter *const pf_variant_counters_##suffix[PF_VARIANT_COUNT] = {                                       \
        standard_chess, crazyhouse, atomic, antichess, king_of_the_hill, three_check, horde, racing_kings};

#endif
