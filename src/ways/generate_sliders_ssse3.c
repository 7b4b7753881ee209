/* Hyperbola quintessence with PSHUFB for machines that have little more than that. */
#include "ways/generate_sliders.h"

PF_DEFINE_SLIDER_CODE(hyperbola_pshufb, PF_SLIDERS_HYPERBOLA_PSHUFB)
