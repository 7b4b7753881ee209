/* Counting for 64-bit ARM: two nodes at once. The build compiles this file for that processor only. */
#include "moves/write_pairs.h"

#include "perft/two_ply/lanes_neon.h"

#include "perft/two_ply/count_lanes.h"

PF_DEFINE_PERFT_IN_LANES(neon, PF_SLIDERS_MAGIC)
