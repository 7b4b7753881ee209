/* The look-up road for every machine. */
#include "ways/lookup.h"
#include "ways/roads.h"

PF_DEFINE_LOOKUP(portable, PF_SLIDERS_MAGIC)
