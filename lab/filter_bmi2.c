/* The filter strategy for machines with BMI2 and a fast PEXT. */
#include "lab/filter.h"
#include "lab/strategies.h"

PF_DEFINE_FILTER(bmi2, PF_SLIDERS_PEXT)
