/* The legal generator and plain attacks, on every slider back end: the interface that all back ends share, and the
 * macros by which a file instantiates one. Only the list and the count of legal moves are built for each; only the
 * default back end gets all combinations of categories. */
#ifndef PLYFORGE_GENERATE_SLIDERS_H
#define PLYFORGE_GENERATE_SLIDERS_H

#include "lab/sliders_all.h"

#include "moves/write_pairs.h"

#include "lab/lab_levels.h"
#include "moves/generate.h"

typedef struct pf_slider_code {
    uint32_t (*list)(const pf_position *position, pf_move_list *list);
    uint32_t (*count)(const pf_position *position);
    void (*bishops)(pf_bitboard *out, const uint8_t *squares, const pf_bitboard *occupied, size_t size);
    void (*rooks)(pf_bitboard *out, const uint8_t *squares, const pf_bitboard *occupied, size_t size);
    void (*sets)(pf_bitboard *out, const pf_bitboard *bishops, const pf_bitboard *rooks, const pf_bitboard *occupied,
                 size_t size);
} pf_slider_code;

/* The back ends that a file provides; NULL for the others. */
typedef struct pf_slider_codes {
    const pf_slider_code *of[PF_SLIDERS_COUNT];
} pf_slider_codes;

#define PF_DECLARE_SLIDER_CODES(level) PF_PRIVATE extern const pf_slider_codes pf_slider_codes_##level;
PF_CODE_BY_LEVEL(generate_sliders, PF_DECLARE_SLIDER_CODES)

/* Compiled for instruction sets that belong to every level of x86-64 except the portable one. */
PF_PRIVATE extern const pf_slider_codes pf_slider_codes_sse2, pf_slider_codes_ssse3;

/* Defines code_NAME, for the pf_slider_codes of the file. */
#define PF_DEFINE_SLIDER_CODE(name, sliders)                                                                           \
    static PF_NOINLINE uint32_t list_##name(const pf_position *position, pf_move_list *list)                           \
    {                                                                                                                  \
        return list->size = pf_generate_category(position, list->moves, PF_NON_EVASIONS, PF_KEEP_LEGAL, PF_SINK_LIST,  \
                                                 sliders);                                                             \
    }                                                                                                                  \
    static PF_NOINLINE uint32_t count_##name(const pf_position *position)                                              \
    {                                                                                                                  \
        return pf_generate_category(position, NULL, PF_NON_EVASIONS, PF_KEEP_LEGAL, PF_SINK_COUNT, sliders);           \
    }                                                                                                                  \
    static void bishops_##name(pf_bitboard *out, const uint8_t *squares, const pf_bitboard *occupied, size_t size)     \
    {                                                                                                                  \
        for (size_t i = 0; i < size; i++) out[i] = pf_bishop_attacks(squares[i] & 63u, occupied[i], sliders);          \
    }                                                                                                                  \
    static void rooks_##name(pf_bitboard *out, const uint8_t *squares, const pf_bitboard *occupied, size_t size)       \
    {                                                                                                                  \
        for (size_t i = 0; i < size; i++) out[i] = pf_rook_attacks(squares[i] & 63u, occupied[i], sliders);            \
    }                                                                                                                  \
    static void sets_##name(pf_bitboard *out, const pf_bitboard *bishops, const pf_bitboard *rooks,                    \
                            const pf_bitboard *occupied, size_t size)                                                  \
    {                                                                                                                  \
        for (size_t i = 0; i < size; i++) out[i] = pf_all_slider_attacks(bishops[i], rooks[i], occupied[i], sliders);  \
    }                                                                                                                  \
    static const pf_slider_code code_##name = {list_##name, count_##name, bishops_##name, rooks_##name, sets_##name};

#endif
