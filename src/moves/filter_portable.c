/* The filter for every machine. */
#include "moves/filter.h"
#include "moves/roads.h"

PF_DEFINE_FILTER(portable, PF_SLIDERS_MAGIC)
