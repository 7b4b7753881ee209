/* The lookup strategy for every machine. */
#include "lab/lookup.h"
#include "lab/strategies.h"

PF_DEFINE_LOOKUP(portable, PF_SLIDERS_MAGIC)
