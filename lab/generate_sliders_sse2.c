/* The slider back end that runs on every x86-64. */
#include "lab/generate_sliders.h"

PF_DEFINE_SLIDER_CODE(kogge_stone_sse2, PF_SLIDERS_KOGGE_STONE_SSE2)

const pf_slider_codes pf_slider_codes_sse2 = {{
    [PF_SLIDERS_KOGGE_STONE_SSE2] = &code_kogge_stone_sse2,
}};
