/* PEXT, and the portable slider back ends compiled for the same machine, so that a comparison measures the back ends
 * and not the code around them. */
#include "lab/generate_sliders.h"

PF_DEFINE_SLIDER_CODE(pext, PF_SLIDERS_PEXT)
PF_DEFINE_SLIDER_CODE(magic, PF_SLIDERS_MAGIC)
PF_DEFINE_SLIDER_CODE(hyperbola, PF_SLIDERS_HYPERBOLA)
PF_DEFINE_SLIDER_CODE(obstruction, PF_SLIDERS_OBSTRUCTION)
PF_DEFINE_SLIDER_CODE(kogge_stone, PF_SLIDERS_KOGGE_STONE)
PF_DEFINE_SLIDER_CODE(kogge_stone_sse2, PF_SLIDERS_KOGGE_STONE_SSE2)

const pf_slider_codes pf_slider_codes_bmi2 = {{
    [PF_SLIDERS_PEXT] = &code_pext,
    [PF_SLIDERS_MAGIC] = &code_magic,
    [PF_SLIDERS_HYPERBOLA] = &code_hyperbola,
    [PF_SLIDERS_OBSTRUCTION] = &code_obstruction,
    [PF_SLIDERS_KOGGE_STONE] = &code_kogge_stone,
    [PF_SLIDERS_KOGGE_STONE_SSE2] = &code_kogge_stone_sse2,
}};
