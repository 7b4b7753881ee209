/* The generator for every machine: fancy magics. */
#include "moves/generate.h"

PF_DEFINE_GENERATORS(portable, PF_SLIDERS_MAGIC)
