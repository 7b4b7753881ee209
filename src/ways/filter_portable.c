/* The filter for every machine. */
#include "ways/filter.h"
#include "ways/roads.h"

PF_DEFINE_FILTER(portable, PF_SLIDERS_MAGIC)
