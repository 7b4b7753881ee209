/* Hyperbola quintessence with PSHUFB, for machines without a more recent instruction set. */
#include "lab/generate_sliders.h"

PF_DEFINE_SLIDER_CODE(hyperbola_pshufb, PF_SLIDERS_HYPERBOLA_PSHUFB)

const pf_slider_codes pf_slider_codes_ssse3 = {{
    [PF_SLIDERS_HYPERBOLA_PSHUFB] = &code_hyperbola_pshufb,
}};
