/* The generator for x86-64 machines with BMI2 and a fast PEXT. The build compiles this file for that instruction set.
 */
#include "moves/write_pairs.h"

#include "moves/generate.h"

PF_DEFINE_GENERATORS(pf_generators_bmi2, PF_SLIDERS_PEXT)
