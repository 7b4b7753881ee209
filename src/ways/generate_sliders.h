/* The legal generator, and bare attacks, on every slider back end: what each back end has in common, and how a file
 * instantiates one. Only the list and the count of legal moves are built for each; the full product of categories is
 * for the default. */
#ifndef PLYFORGE_GENERATE_SLIDERS_H
#define PLYFORGE_GENERATE_SLIDERS_H

#include <plyforge/experimental.h>

#include "moves/generate.h"

typedef struct pf_slider_code {
    uint32_t (*list)(const pf_position *position, pf_move_list *list);
    uint32_t (*count)(const pf_position *position);
    void (*bishops)(pf_bitboard *out, const uint8_t *squares, const pf_bitboard *occupied, size_t size);
    void (*rooks)(pf_bitboard *out, const uint8_t *squares, const pf_bitboard *occupied, size_t size);
    void (*sets)(pf_bitboard *out, const pf_bitboard *bishops, const pf_bitboard *rooks, const pf_bitboard *occupied,
                 size_t size);
} pf_slider_code;

PF_PRIVATE extern const pf_slider_code pf_sliders_magic, pf_sliders_hyperbola, pf_sliders_obstruction,
    pf_sliders_kogge_stone;
PF_PRIVATE extern const pf_slider_code pf_sliders_kogge_stone_sse2, pf_sliders_hyperbola_pshufb;
PF_PRIVATE extern const pf_slider_code pf_sliders_pext, pf_sliders_magic_bmi2, pf_sliders_hyperbola_bmi2,
    pf_sliders_obstruction_bmi2, pf_sliders_kogge_stone_bmi2, pf_sliders_kogge_stone_sse2_bmi2;
PF_PRIVATE extern const pf_slider_code pf_sliders_hyperbola_pshufb_avx2, pf_sliders_kogge_stone_avx2;
PF_PRIVATE extern const pf_slider_code pf_sliders_kogge_stone_avx512;

/* Defines pf_sliders_NAME. */
#define PF_DEFINE_SLIDER_CODE(name, sliders)                                                                           \
    PF_DEFINE_LIST_AND_COUNT(name, PF_NON_EVASIONS, PF_KEEP_LEGAL, sliders)                                            \
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
    const pf_slider_code pf_sliders_##name = {list_##name, count_##name, bishops_##name, rooks_##name, sets_##name};

#endif
