/* The variants for x86-64 machines with BMI2 and a fast PEXT. The build compiles this file for that instruction set. */
#include "variants/code.h"

PF_DEFINE_VARIANT_CODE(bmi2, PF_SLIDERS_PEXT)
