/* The lab: slider back ends and legality strategies other than those of the library, against which the library is
 * measured and tested. It is a static library, plyforge_lab, that the program and the tests link; it is not installed,
 * and nothing here is part of the API. */
#ifndef PLYFORGE_LAB_H
#define PLYFORGE_LAB_H

#include <plyforge/moves.h>
#include <plyforge/perft.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Slider back ends ---- */

/* Methods of finding the attacks of bishops and rooks, called slider back ends. They all give the same answers;
 * docs/generation.md describes them. The first two are those of the library. */
typedef enum pf_sliders {
    PF_SLIDERS_MAGIC,              /* fancy magics */
    PF_SLIDERS_PEXT,               /* needs BMI2 */
    PF_SLIDERS_HYPERBOLA,          /* hyperbola quintessence, with a byte swap */
    PF_SLIDERS_HYPERBOLA_PSHUFB,   /* two lines at once; needs SSSE3 */
    PF_SLIDERS_OBSTRUCTION,        /* obstruction difference */
    PF_SLIDERS_KOGGE_STONE,        /* parallel-prefix fills, one direction after the other */
    PF_SLIDERS_KOGGE_STONE_SSE2,   /* up and down the board at once; x86-64 */
    PF_SLIDERS_KOGGE_STONE_AVX2,   /* four directions at once; needs AVX2 */
    PF_SLIDERS_KOGGE_STONE_AVX512, /* the same with rotations; needs AVX-512 */
    PF_SLIDERS_COUNT
} pf_sliders;

/* The name, such as "hyperbola-pshufb", as a static string; NULL if the value is not a back end. */
const char *pf_sliders_name(pf_sliders sliders);

/* Whether this build has the back end and this machine, as restricted by pf_cpu_force, supports it. */
bool pf_sliders_is_available(pf_sliders sliders);

/* The attacks of size bishops or rooks (type), each from its own square on its own board. Returns false and does
 * nothing if the back end is not available or the type is not bishop or rook. */
bool pf_sliders_attacks(pf_bitboard *out, pf_sliders sliders, pf_piece_type type, const uint8_t *squares,
                        const pf_bitboard *occupied, size_t size);

/* Like pf_sliders_attacks, for several pieces at once: all squares that the bishops of one set and the rooks of the
 * other attack, for each of size boards. The Kogge-Stone back ends fill all of them together; a queen is a member of
 * both sets. */
bool pf_sliders_attacks_of_sets(pf_bitboard *out, pf_sliders sliders, const pf_bitboard *bishops,
                                const pf_bitboard *rooks, const pf_bitboard *occupied, size_t size);

/* pf_generate_legal and pf_count_legal with that back end. They find no moves if it is not available. */
uint32_t pf_generate_legal_using_sliders(const pf_position *position, pf_move_list *list, pf_sliders sliders);
uint32_t pf_count_legal_using_sliders(const pf_position *position, pf_sliders sliders);

/* ---- Legality strategies ---- */

/* How illegal moves are excluded. */
typedef enum pf_legality {
    PF_LEGALITY_MASKS,  /* king danger, check masks and pin rays: the default */
    PF_LEGALITY_FILTER, /* generate pseudo-legal moves, play each, and test whether the king is attacked */
    PF_LEGALITY_LOOKUP, /* target sets select prepared move lists; may be left out of a build */
    PF_LEGALITY_COUNT
} pf_legality;

/* The name, such as "masks", as a static string; NULL if the value is not a strategy. */
const char *pf_legality_name(pf_legality legality);

/* Whether this build has the strategy. */
bool pf_legality_is_available(pf_legality legality);

/* pf_generate_legal and pf_count_legal with that strategy: they find the same moves, perhaps in a different order, and
 * no moves if the strategy is not available. */
uint32_t pf_generate_legal_by_strategy(const pf_position *position, pf_move_list *list, pf_legality legality);
uint32_t pf_count_legal_by_strategy(const pf_position *position, pf_legality legality);

/* pf_perft_plain with the moves of that back end or strategy. Returns 0 for a depth greater than 0 if it is not
 * available. */
pf_count pf_perft_plain_using_sliders(const pf_position *position, unsigned depth, pf_perft_leaves leaves,
                                      pf_sliders sliders);
pf_count pf_perft_plain_by_strategy(const pf_position *position, unsigned depth, pf_perft_leaves leaves,
                                    pf_legality legality);

#ifdef __cplusplus
}
#endif

#endif
