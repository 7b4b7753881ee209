/* The counters of the variants for x86-64 machines with BMI2 and a fast PEXT. The build compiles this file for that
 * instruction set. */
#include "perft/in_variant.h"

PF_DEFINE_COUNTERS_IN_VARIANT(bmi2, PF_SLIDERS_PEXT)
