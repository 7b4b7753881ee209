/* The generator for x86-64 machines with AVX-512 and a fast PEXT, which write the moves of a piece all at once. The
 * build compiles this file for that instruction set. */
#include "moves/write_avx512.h"

#include "moves/generate.h"

PF_DEFINE_GENERATORS(pf_generators_avx512, PF_SLIDERS_PEXT)
