/* Perft in lanes without an instruction set: what counts in lanes needs nothing but the contract of lanes.h. */
#include "moves/write_pairs.h"

#include "perft/two_ply/lanes_portable.h"

#include "perft/two_ply/count_lanes.h"

#include "lanes_perft.h"

PF_DEFINE_PERFT_IN_LANES(lanes, PF_SLIDERS_MAGIC)
