/* The slider back end that needs AVX-512. */
#include "lab/generate_sliders.h"

PF_DEFINE_SLIDER_CODE(kogge_stone_avx512, PF_SLIDERS_KOGGE_STONE_AVX512)

const pf_slider_codes pf_slider_codes_avx512 = {{
    [PF_SLIDERS_KOGGE_STONE_AVX512] = &code_kogge_stone_avx512,
}};
