/* The slider back ends that AVX2 makes possible or better. */
#include "lab/generate_sliders.h"

PF_DEFINE_SLIDER_CODE(hyperbola_pshufb, PF_SLIDERS_HYPERBOLA_PSHUFB)
PF_DEFINE_SLIDER_CODE(kogge_stone_avx2, PF_SLIDERS_KOGGE_STONE_AVX2)

const pf_slider_codes pf_slider_codes_avx2 = {{
    [PF_SLIDERS_HYPERBOLA_PSHUFB] = &code_hyperbola_pshufb,
    [PF_SLIDERS_KOGGE_STONE_AVX2] = &code_kogge_stone_avx2,
}};
