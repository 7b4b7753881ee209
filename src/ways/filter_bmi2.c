/* The filter for machines with BMI2 and a fast PEXT. */
#include "ways/filter.h"
#include "ways/roads.h"

PF_DEFINE_FILTER(bmi2, PF_SLIDERS_PEXT)
