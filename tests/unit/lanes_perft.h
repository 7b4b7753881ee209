/* The counters that lanes_perft.c defines. */
#ifndef LANES_PERFT_H
#define LANES_PERFT_H

#include "perft/perft.h"

pf_count_tree pf_perft_64_lanes;
pf_gather_transposed pf_gather_transposed_lanes;
pf_use_part pf_count_transposed_lanes;
pf_classify pf_classify_lanes;

#endif
