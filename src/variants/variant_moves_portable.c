/* The variants for every machine: fancy magics. */
#include "variants/variant_moves.h"

PF_DEFINE_VARIANT_CODE(portable, PF_SLIDERS_MAGIC)
