/* Counting for x86-64 machines with AVX-512: eight nodes at once. The build compiles this file for that instruction
 * set.
 */
#include "moves/write_avx512.h"

#include "perft/two_ply/lanes_avx512.h"

#include "perft/two_ply/count_lanes.h"

PF_DEFINE_PERFT_IN_LANES(avx512, PF_SLIDERS_PEXT)
