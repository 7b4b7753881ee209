/* Counting for x86-64 machines with AVX2: four nodes at once. The build compiles this file for that instruction set. */
#include "moves/write_pairs.h"

#include "perft/two_ply/lanes_avx2.h"

#include "perft/two_ply/count_lanes.h"

PF_DEFINE_PERFT_IN_LANES(avx2, PF_SLIDERS_PEXT)
