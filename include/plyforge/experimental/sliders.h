/* Plyforge: the names of the slider back ends. A part of <plyforge/experimental.h>, outside the ABI promise. */
#ifndef PLYFORGE_EXPERIMENTAL_SLIDERS_H
#define PLYFORGE_EXPERIMENTAL_SLIDERS_H

/* Ways to find the attacks of bishops and rooks. They all give the same answers; docs/generation.md describes them. */
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

#endif
