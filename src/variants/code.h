/* The generators and move-making functions of all variants for one instruction set, as a table indexed by variant. */
#ifndef PLYFORGE_VARIANT_MOVES_H
#define PLYFORGE_VARIANT_MOVES_H

#include "base/cpu/levels.h"
#include "variants/lists.h"
#include "variants/playing.h"

typedef struct pf_variant_code {
    uint32_t (*list)(const pf_position *position, pf_move *list);
    uint32_t (*count)(const pf_position *position);
    uint32_t (*any)(const pf_position *position);
    void (*play)(pf_position *position, pf_move move);
} pf_variant_code;

#define PF_DECLARE_VARIANT_CODE(level)                                                                                 \
    PF_PRIVATE extern const pf_variant_code pf_variant_code_##level[PF_VARIANT_COUNT];
PF_CODE_BY_LEVEL(code, PF_DECLARE_VARIANT_CODE)

#define PF_DEFINE_VARIANT(name, sliders, variant)                                                                      \
    static uint32_t list_##name(const pf_position *position, pf_move *list)                                            \
    {                                                                                                                  \
        return position->turn == PF_WHITE                                                                              \
                   ? pf_generate_by_variant(position, list, PF_WHITE, PF_SINK_LIST, sliders, variant)                  \
                   : pf_generate_by_variant(position, list, PF_BLACK, PF_SINK_LIST, sliders, variant);                 \
    }                                                                                                                  \
    static uint32_t count_##name(const pf_position *position)                                                          \
    {                                                                                                                  \
        return position->turn == PF_WHITE                                                                              \
                   ? pf_generate_by_variant(position, NULL, PF_WHITE, PF_SINK_COUNT, sliders, variant)                 \
                   : pf_generate_by_variant(position, NULL, PF_BLACK, PF_SINK_COUNT, sliders, variant);                \
    }                                                                                                                  \
    static uint32_t any_##name(const pf_position *position)                                                            \
    {                                                                                                                  \
        return position->turn == PF_WHITE                                                                              \
                   ? pf_generate_by_variant(position, NULL, PF_WHITE, PF_SINK_ANY, sliders, variant)                   \
                   : pf_generate_by_variant(position, NULL, PF_BLACK, PF_SINK_ANY, sliders, variant);                  \
    }                                                                                                                  \
    static void play_##name(pf_position *position, pf_move move)                                                       \
    {                                                                                                                  \
        if (position->turn == PF_WHITE)                                                                                \
            pf_play_by_variant(position, move, PF_WHITE, sliders, variant);                                            \
        else                                                                                                           \
            pf_play_by_variant(position, move, PF_BLACK, sliders, variant);                                            \
    }

#define PF_VARIANT_ROW(name)                                                                                           \
    {                                                                                                                  \
        list_##name, count_##name, any_##name, play_##name                                                             \
    }

/* Instantiates all of it, as pf_variant_code_SUFFIX. */
#define PF_DEFINE_VARIANT_CODE(suffix, sliders)                                                                        \
    PF_DEFINE_VARIANT(standard, sliders, PF_VARIANT_STANDARD)                                                          \
    PF_DEFINE_VARIANT(crazyhouse, sliders, PF_VARIANT_CRAZYHOUSE)                                                      \
    PF_DEFINE_VARIANT(atomic, sliders, PF_VARIANT_ATOMIC)                                                              \
    PF_DEFINE_VARIANT(antichess, sliders, PF_VARIANT_ANTICHESS)                                                        \
    PF_DEFINE_VARIANT(king_of_the_hill, sliders, PF_VARIANT_KING_OF_THE_HILL)                                          \
    PF_DEFINE_VARIANT(three_check, sliders, PF_VARIANT_THREE_CHECK)                                                    \
    PF_DEFINE_VARIANT(horde, sliders, PF_VARIANT_HORDE)                                                                \
    PF_DEFINE_VARIANT(racing_kings, sliders, PF_VARIANT_RACING_KINGS)                                                  \
    const pf_variant_code pf_variant_code_##suffix[PF_VARIANT_COUNT] = {                                               \
        PF_VARIANT_ROW(standard),  PF_VARIANT_ROW(crazyhouse),       PF_VARIANT_ROW(atomic),                           \
        PF_VARIANT_ROW(antichess), PF_VARIANT_ROW(king_of_the_hill), PF_VARIANT_ROW(three_check),                      \
        PF_VARIANT_ROW(horde),     PF_VARIANT_ROW(racing_kings)};

#endif
