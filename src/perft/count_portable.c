/* Counting for every machine: fancy magics. */
#include "perft/tally.h"

#include "perft/count.h"

PF_DEFINE_PERFT(portable, PF_SLIDERS_MAGIC, pf_count_changed_singly)
