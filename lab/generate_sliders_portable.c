/* The slider back ends that run on every machine. */
#include "lab/generate_sliders.h"

PF_DEFINE_SLIDER_CODE(magic, PF_SLIDERS_MAGIC)
PF_DEFINE_SLIDER_CODE(hyperbola, PF_SLIDERS_HYPERBOLA)
PF_DEFINE_SLIDER_CODE(obstruction, PF_SLIDERS_OBSTRUCTION)
PF_DEFINE_SLIDER_CODE(kogge_stone, PF_SLIDERS_KOGGE_STONE)

const pf_slider_codes pf_slider_codes_portable = {{
    [PF_SLIDERS_MAGIC] = &code_magic,
    [PF_SLIDERS_HYPERBOLA] = &code_hyperbola,
    [PF_SLIDERS_OBSTRUCTION] = &code_obstruction,
    [PF_SLIDERS_KOGGE_STONE] = &code_kogge_stone,
}};
