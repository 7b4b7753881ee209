/* The look-up road for every machine. */
#include "moves/lookup.h"
#include "moves/roads.h"

PF_DEFINE_LOOKUP(portable, PF_SLIDERS_MAGIC)
