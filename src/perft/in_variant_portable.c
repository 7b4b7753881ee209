/* The counters of the variants for every machine. */
#include "perft/in_variant.h"

PF_DEFINE_COUNTERS_IN_VARIANT(portable, PF_SLIDERS_MAGIC)
