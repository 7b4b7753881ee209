/* The filter strategy for every machine. */
#include "lab/filter.h"
#include "lab/strategies.h"

PF_DEFINE_FILTER(portable, PF_SLIDERS_MAGIC)
