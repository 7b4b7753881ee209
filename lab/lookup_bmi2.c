/* The lookup strategy for machines with BMI2 and a fast PEXT. */
#include "lab/lookup.h"
#include "lab/strategies.h"

PF_DEFINE_LOOKUP(bmi2, PF_SLIDERS_PEXT)
