/* The filter for machines with BMI2 and a fast PEXT. */
#include "moves/filter.h"
#include "moves/roads.h"

PF_DEFINE_FILTER(bmi2, PF_SLIDERS_PEXT)
