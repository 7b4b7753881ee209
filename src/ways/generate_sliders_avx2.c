/* The slider back ends that AVX2 makes possible or better. */
#include "ways/generate_sliders.h"

PF_DEFINE_SLIDER_CODE(hyperbola_pshufb_avx2, PF_SLIDERS_HYPERBOLA_PSHUFB)
PF_DEFINE_SLIDER_CODE(kogge_stone_avx2, PF_SLIDERS_KOGGE_STONE_AVX2)
