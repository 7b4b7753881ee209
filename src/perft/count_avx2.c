/* Counting for x86-64 machines with AVX2: four armies at once. The build compiles this file for that instruction set.
 */
#include "perft/lanes_avx2.h"
#include "perft/tally.h"

#include "perft/count.h"

#include "perft/batch.h"

PF_DEFINE_PERFT(avx2, PF_SLIDERS_PEXT, pf_count_changed_in_lanes)
