/* The counters of the variants for every machine. */
#include "perft/variant_count.h"

PF_DEFINE_VARIANT_COUNTERS(portable, PF_SLIDERS_MAGIC)
