/* The variants for every machine: fancy magics. */
#include "variants/code.h"

PF_DEFINE_VARIANT_CODE(portable, PF_SLIDERS_MAGIC)
