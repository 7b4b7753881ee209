/* Plyforge: what benchmarks and tests need and users must not rely on: this header is outside the ABI promise.
 * <plyforge.h> does not include it. */
#ifndef PLYFORGE_EXPERIMENTAL_H
#define PLYFORGE_EXPERIMENTAL_H

#include <plyforge/perft.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Instruction sets that change which code runs. */
typedef uint32_t pf_cpu_features;
enum pf_cpu_features_bit {
    PF_CPU_BMI2 = 1 << 0,      /* BMI1, BMI2, POPCNT and LZCNT */
    PF_CPU_FAST_PEXT = 1 << 1, /* PEXT in hardware rather than in microcode */
    PF_CPU_AVX2 = 1 << 2,
    PF_CPU_AVX512 = 1 << 3, /* F, BW, CD, DQ, VL, VBMI2, VPOPCNTDQ and BITALG */
    PF_CPU_SSSE3 = 1 << 4
};

/* What this machine has, cut down by the mask that was forced. */
PF_API pf_cpu_features pf_cpu(void);

/* From now on, behave as a machine that has at most these features; ~0u restores the whole machine. For the whole
 * process; safe at any time, because every choice gives the same answers. */
PF_API void pf_cpu_force(pf_cpu_features mask);

/* ---- Ways to find the attacks of bishops and rooks ---- */

/* They all give the same answers; docs/generation.md tells them apart. */
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

/* The name, as in "hyperbola-pshufb"; NULL for what is none. A static string. */
PF_API const char *pf_sliders_name(pf_sliders sliders);

/* Whether this machine, as far as pf_cpu_force leaves it, and this build have it. */
PF_API bool pf_sliders_is_available(pf_sliders sliders);

/* The attacks of size bishops or rooks (type), each from its own square on its own board. Nothing is done, and false
 * returned, when the back end is not available or the type is another. */
PF_API bool pf_sliders_attacks(pf_bitboard *out, pf_sliders sliders, pf_piece_type type, const uint8_t *squares,
                               const pf_bitboard *occupied, size_t size);

/* The same for several pieces at once: all squares that the bishops of one set and the rooks of the other attack, for
 * each of size boards. The Kogge-Stone back ends fill all of them together; a queen belongs into both sets. */
PF_API bool pf_sliders_attacks_of_sets(pf_bitboard *out, pf_sliders sliders, const pf_bitboard *bishops,
                                       const pf_bitboard *rooks, const pf_bitboard *occupied, size_t size);

/* pf_generate_legal and pf_count_legal on that back end. There are no moves when it is not available. */
PF_API uint32_t pf_generate_legal_with(const pf_position *position, pf_move_list *list, pf_sliders sliders);
PF_API uint32_t pf_count_legal_with(const pf_position *position, pf_sliders sliders);

/* ---- Roads to legality ---- */

/* How illegal moves are kept out. */
typedef enum pf_legality {
    PF_LEGALITY_MASKS,  /* king danger, check masks and pin rays: the default */
    PF_LEGALITY_FILTER, /* generate as the pieces move, play, and see whether the king can be taken */
    PF_LEGALITY_LOOKUP, /* target sets are the numbers of ready move lists; may be left out of a build */
    PF_LEGALITY_COUNT
} pf_legality;

/* The name, as in "masks"; NULL for what is none. A static string. */
PF_API const char *pf_legality_name(pf_legality legality);

/* Whether this build has it. */
PF_API bool pf_legality_is_available(pf_legality legality);

/* pf_generate_legal and pf_count_legal on that road: the same moves, in another order perhaps. There are no moves when
 * it is not available. */
PF_API uint32_t pf_generate_legal_by(const pf_position *position, pf_move_list *list, pf_legality legality);
PF_API uint32_t pf_count_legal_by(const pf_position *position, pf_legality legality);

/* pf_perft_plain with the moves of that back end, or of that road. 0 for a depth greater than 0 when it is not
 * available. */
PF_API pf_count pf_perft_plain_with(const pf_position *position, unsigned depth, pf_perft_leaves leaves,
                                    pf_sliders sliders);
PF_API pf_count pf_perft_plain_by(const pf_position *position, unsigned depth, pf_perft_leaves leaves,
                                  pf_legality legality);

#ifdef __cplusplus
}
#endif

#endif
