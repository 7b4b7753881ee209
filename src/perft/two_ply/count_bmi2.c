/* Counting for x86-64 machines with BMI2 and a fast PEXT. The build compiles this file for that instruction set. */
#include "perft/two_ply/count_singly.h"

PF_DEFINE_PERFT_SINGLY(bmi2, PF_SLIDERS_PEXT)
