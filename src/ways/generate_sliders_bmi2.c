/* PEXT, and the portable slider back ends compiled for the same machine, so that a comparison is one of back ends and
 * not of everything around them. */
#include "ways/generate_sliders.h"

PF_DEFINE_SLIDER_CODE(pext, PF_SLIDERS_PEXT)
PF_DEFINE_SLIDER_CODE(magic_bmi2, PF_SLIDERS_MAGIC)
PF_DEFINE_SLIDER_CODE(hyperbola_bmi2, PF_SLIDERS_HYPERBOLA)
PF_DEFINE_SLIDER_CODE(obstruction_bmi2, PF_SLIDERS_OBSTRUCTION)
PF_DEFINE_SLIDER_CODE(kogge_stone_bmi2, PF_SLIDERS_KOGGE_STONE)
PF_DEFINE_SLIDER_CODE(kogge_stone_sse2_bmi2, PF_SLIDERS_KOGGE_STONE_SSE2)
