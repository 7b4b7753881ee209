/* The look-up road for machines with BMI2 and a fast PEXT. */
#include "ways/lookup.h"
#include "ways/roads.h"

PF_DEFINE_LOOKUP(bmi2, PF_SLIDERS_PEXT)
