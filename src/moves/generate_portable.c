/* The generator for every machine: fancy magics. */
#include "moves/write_pairs.h"

#include "moves/generate.h"

PF_DEFINE_GENERATORS(pf_generators_portable, PF_SLIDERS_MAGIC)
