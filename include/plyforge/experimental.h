/* Plyforge: functions for benchmarks and tests. This header is outside the ABI promise. <plyforge.h> does not include
 * it. */
#ifndef PLYFORGE_EXPERIMENTAL_H
#define PLYFORGE_EXPERIMENTAL_H

#include <plyforge/experimental/cpu.h>
#include <plyforge/experimental/sliders.h>
#include <plyforge/experimental/stored.h>
#include <plyforge/perft.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Ways to find the attacks of bishops and rooks ---- */

/* The name, as in "hyperbola-pshufb"; NULL if the value is not a back end. A static string. */
PF_API const char *pf_sliders_name(pf_sliders sliders);

/* Whether this machine, as restricted by pf_cpu_force, and this build have it. */
PF_API bool pf_sliders_is_available(pf_sliders sliders);

/* The attacks of size bishops or rooks (type), each from its own square on its own board. Returns false and does
 * nothing if the back end is not available or the type is another one. */
PF_API bool pf_sliders_attacks(pf_bitboard *out, pf_sliders sliders, pf_piece_type type, const uint8_t *squares,
                               const pf_bitboard *occupied, size_t size);

/* The same for several pieces at once: all squares that the bishops of one set and the rooks of the other attack, for
 * each of size boards. The Kogge-Stone back ends fill all of them together; a queen is a member of both sets. */
PF_API bool pf_sliders_attacks_of_sets(pf_bitboard *out, pf_sliders sliders, const pf_bitboard *bishops,
                                       const pf_bitboard *rooks, const pf_bitboard *occupied, size_t size);

/* pf_generate_legal and pf_count_legal with that back end. No moves if it is not available. */
PF_API uint32_t pf_generate_legal_using_sliders(const pf_position *position, pf_move_list *list, pf_sliders sliders);
PF_API uint32_t pf_count_legal_using_sliders(const pf_position *position, pf_sliders sliders);

/* ---- Roads to legality ---- */

/* How illegal moves are excluded. */
typedef enum pf_legality {
    PF_LEGALITY_MASKS,  /* king danger, check masks and pin rays: the default */
    PF_LEGALITY_FILTER, /* generate pseudo-legal moves, play each, and test whether the king is attacked */
    PF_LEGALITY_LOOKUP, /* target sets select prepared move lists; may be left out of a build */
    PF_LEGALITY_COUNT
} pf_legality;

/* The name, as in "masks"; NULL if the value is not a road. A static string. */
PF_API const char *pf_legality_name(pf_legality legality);

/* Whether this build has it. */
PF_API bool pf_legality_is_available(pf_legality legality);

/* pf_generate_legal and pf_count_legal on that road: the same moves, perhaps in another order. No moves if it is not
 * available. */
PF_API uint32_t pf_generate_legal_by_road(const pf_position *position, pf_move_list *list, pf_legality legality);
PF_API uint32_t pf_count_legal_by_road(const pf_position *position, pf_legality legality);

/* pf_perft_plain with the moves of that back end, or of that road. 0 for a depth greater than 0 when it is not
 * available. */
PF_API pf_count pf_perft_plain_using_sliders(const pf_position *position, unsigned depth, pf_perft_leaves leaves,
                                             pf_sliders sliders);
PF_API pf_count pf_perft_plain_by_road(const pf_position *position, unsigned depth, pf_perft_leaves leaves,
                                       pf_legality legality);

#ifdef __cplusplus
}
#endif

#endif
