/* Counting for x86-64 machines with AVX-512: eight leaf parents at once. The build compiles this file for that
 * instruction set. */
#include "moves/write_avx512.h"

#include "perft/lanes_avx512.h"
#include "perft/tally_avx512.h"

#include "perft/count.h"

#include "perft/batch.h"

PF_DEFINE_PERFT(avx512, PF_SLIDERS_PEXT, pf_count_changed_in_lanes)
