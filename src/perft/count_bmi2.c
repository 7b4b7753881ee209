/* Counting for x86-64 machines with BMI2 and a fast PEXT. The build compiles this file for that instruction set. */
#include "perft/tally.h"

#include "perft/count.h"

PF_DEFINE_PERFT(bmi2, PF_SLIDERS_PEXT, pf_count_changed_singly)
